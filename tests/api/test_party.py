"""UNO Party over HTTP: pointing, the mini-pile, links, jumping in, and a table of sixteen."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.client import Table, ask, set_table

THREE = {"preset": "party", "players": 3, "options": {"min_players": 3}, "turn": 0, "discard": ["R3"]}


def table(base: str, *hands: str, **setup: Any) -> Table:
    return set_table(base, **{**THREE, "players": len(hands), "hands": [hand.split() for hand in hands]} | setup)


def test_at_whom_somebody_points_is_in_no_reply_until_all_have(base: str) -> None:
    at = table(base, "RPT B1", "G1 G2", "Y1 Y2", "B3 B4")
    assert at.act(0, "play", card="RPT").body["game"]["phase"] == "point"
    assert at.act(1, "point", seat=2).status == 200
    for viewer in (None, 0, 2, 3):
        view = at.view(viewer)
        assert view["waiting_for"] == [0, 2, 3]
        pointed = [event for event in at.ask("GET", "/events", viewer).body["items"] if event["type"] == "pointed"]
        assert [(event["seat"], "target_seat" in event) for event in pointed] == [(1, False)]
    assert at.act(1, "point", seat=3).code == "already-pointed"
    assert at.act(2, "point", seat=2).code == "cannot-point-at-self"
    assert at.act(3, "draw").code == "must-point"
    for seat, target in ((0, 2), (2, 0), (3, 2)):
        assert at.act(seat, "point", seat=target).status == 200
    assert [player["card_count"] for player in at.view()["players"]] == [2, 2, 5, 2]


def test_players_who_point_at_once_each_point_once(base: str) -> None:
    at = table(base, "RPT B1", "G1 G2", "Y1 Y2", "B3 B4")
    at.act(0, "play", card="RPT")
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda n: at.act(n % 4, "point", seat=(n + 1) % 4), range(8)))
    assert sorted(reply.status for reply in replies) == [200] * 4 + [409] * 4
    assert at.view()["phase"] == "play"
    assert [player["card_count"] for player in at.view()["players"]] == [2, 3, 3, 3]


def test_the_mini_pile_is_seen_by_all_and_a_wild_names_no_color_there(base: str) -> None:
    at = table(base, "WPU B1", "G1 W", "R1 Y2", draw_pile=["WD4", "R7"])
    view = at.act(0, "play", card="WPU").body["game"]
    assert (view["phase"], view["pile"]) == ("pile_up", {"color": "red", "cards": ["WD4", "R7"]})
    assert at.act(1, "play", card="W", color="red").code == "not-for-the-pile"
    assert at.act(1, "play", card="W", uno=True).status == 200
    assert at.view()["pile"]["cards"] == ["WD4", "R7", "W"]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"card": "W"}, "/color"),
        ({"card": "WPU", "color": "red"}, "/color"),
        ({"card": "WDT", "color": "red"}, "/targets"),
        ({"card": "WDT", "targets": [0, 1]}, "/color"),
        ({"card": "WDT", "color": "red", "targets": [0]}, "/targets"),
        ({"card": "WDT", "color": "red", "targets": [0, "1"]}, "/targets/1"),
        ({"card": "R1", "targets": [0, 1]}, "/targets"),
    ],
)
def test_what_a_card_must_name_is_a_matter_of_shape(base: str, body: dict[str, Any], pointer: str) -> None:
    at = table(base, "W WPU WDT R1", "G1 G2", "Y1 Y2")
    reply = at.ask("POST", "/play", 0, body)
    assert (reply.status, reply.code) == (422, "validation-failed")
    assert [error["pointer"] for error in reply.body["errors"]] == [pointer]


def test_two_players_draw_together(base: str) -> None:
    at = table(base, "WDT B1", "G1 G2", "Y1 Y2", draw_pile=["Y9", "Y8"])
    assert at.act(0, "play", card="WDT", color="red", targets=[1, 7]).code == "bad-targets"
    assert at.act(0, "play", card="WDT", color="red", targets=[1, 2]).body["game"]["link"] == [1, 2]
    drawn = [event for event in at.act(1, "draw").body["events"] if event["type"] == "cards_drawn"]
    assert [(event["seat"], event["reason"]) for event in drawn] == [(1, "draw"), (2, "link")]
    assert ["cards" in event for event in drawn] == [True, False]


def test_a_jump_in_that_lost_a_race_is_refused_without_a_penalty(base: str) -> None:
    at = table(base, "R3 B1", "R3 G2", "R3 Y2")
    seen = at.view(1)
    assert {"action": "jump_in", "cards": ["R3"]} in seen["me"]["legal_moves"]
    assert at.act(2, "jump-in", card="R3").status == 200
    late = at.act(1, "jump-in", card="R3", decision_id=seen["decision_id"])
    assert (late.status, late.code) == (409, "decision-closed")
    older = at.ask("POST", "/jump-in", 1, {"card": "R3"}, If_Match=f'"v{seen["version"]}.1"')
    assert (older.status, older.code) == (412, "version-mismatch")
    assert at.view(1)["me"]["hand"] == ["R3", "G2"]
    assert at.act(1, "jump-in", card="G2").body["events"][0]["type"] == "illegal_play_penalized"


def test_a_view_of_sixteen_players_is_small(base: str) -> None:
    names = [f"Player number {seat + 1:02}" for seat in range(16)]
    game = ask(base, "POST", "/v1/games", {"name": names[0], "preset": "party", "seats": 16}).body
    path, tokens = f"/v1/games/{game['game_id']}", [game["token"]]
    tokens += [ask(base, "POST", f"{path}/join", {"name": name}).body["token"] for name in names[1:]]
    assert ask(base, "POST", f"{path}/join", {"name": "late"}).code == "game-full"
    assert ask(base, "POST", f"{path}/deal", token=tokens[0]).status == 200
    for token in ("", *tokens):
        reply = ask(base, "GET", path, token=token)
        assert len(reply.raw) < 6_000, len(reply.raw)
        assert len(reply.body["players"]) == 16


def test_the_owner_of_another_box_says_what_is_in_it(base: str) -> None:
    said = {"name": "Ada", "preset": "party", "options": {"deck": {"W": 4, "WDT": 2}}}
    game = ask(base, "POST", "/v1/games", said).body
    assert game["game"]["options"]["deck"] == {"W": 4, "WDT": 2}
    for deck, pointer in (
        ({"RD1": 1}, "/options/deck/RD1"),
        ({"W": 41}, "/options/deck/W"),
        ({f"{color}{number}": 0 for color in "RYGB" for number in range(1, 10)}, "/options/deck"),
    ):
        reply = ask(base, "POST", "/v1/games", {**said, "options": {"deck": deck}})
        assert (reply.status, reply.body["errors"][0]["pointer"]) == (422, pointer), json.dumps(reply.body)


def test_fewer_than_three_are_no_party(base: str) -> None:
    reply = ask(base, "POST", "/v1/games", {"name": "Ada", "preset": "party", "options": {"min_players": 2}})
    assert reply.body["errors"][0]["pointer"] == "/options/min_players"
    table = ask(base, "POST", "/v1/sandbox/games", {**THREE, "players": 17})
    assert (table.status, table.body["errors"][0]["pointer"]) == (422, "/players")
