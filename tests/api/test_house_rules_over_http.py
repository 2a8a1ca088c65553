"""House rules over HTTP: what is told of them, what may be named, and what is refused before anything happens."""

from typing import Any

import pytest

from tests.client import Table, ask, set_table


def table(base: str, *hands: str, **setup: Any) -> Table:
    settled = {"players": len(hands), "hands": [hand.split() for hand in hands], "discard": ["R3"], "turn": 0}
    return set_table(base, **settled | setup)


def test_a_ruleset_says_of_each_option_where_it_belongs(base: str) -> None:
    rows = {row["name"]: row for row in ask(base, "GET", "/v1/rulesets/classic-farsi").body["options"]}
    assert rows["seven_zero"]["games"] == ["classic"]
    assert rows["illegal_play_penalty"]["depends_on"] == ["illegal_play"]
    assert "depends_on" not in rows["stacking"]
    assert rows["stacking"]["default"] == "same_kind"
    points = rows["points"]
    assert points["keys"] == ["skip", "reverse", "draw_two", "wild", "wild_draw_four"]
    assert (points["minimum"], points["maximum"], points["default"]["wild"]) == (0, 500, 20)
    assert "keys" not in rows["deck"]


@pytest.mark.parametrize(
    ("wishes", "pointer"),
    [
        ({"options": {"teams": True, "max_players": 3}}, "/options/teams"),
        ({"options": {"scoring": "elimination", "target_score": 0}}, "/options/target_score"),
        ({"options": {"uno_trigger": "unnoticed", "uno_grace_ms": 5}}, "/options/uno_grace_ms"),
        ({"options": {"points": {"flip": 5}}}, "/options/points/flip"),
        ({"options": {"points": {"wild": 501}}}, "/options/points/wild"),
        ({"options": {"points": {"wild": True}}}, "/options/points/wild"),
        ({"options": {"points": 20}}, "/options/points"),
        ({"preset": "flip", "options": {"seven_zero": True}}, "/options/seven_zero"),
        ({"options": {"teams": True}, "seats": 5}, "/seats"),
        ({"options": {"stacking": "always"}}, "/options/stacking"),
    ],
)
def test_rules_that_cannot_be_are_refused_with_their_place(base: str, wishes: dict[str, Any], pointer: str) -> None:
    reply = ask(base, "POST", "/v1/games", {"name": "Ada"} | wishes)
    assert (reply.status, reply.code) == (422, "validation-failed")
    assert [error["pointer"] for error in reply.body["errors"]] == [pointer]


def test_the_host_agrees_on_rules_in_the_lobby_and_contradictions_change_nothing(base: str) -> None:
    made = ask(base, "POST", "/v1/games", {"name": "Ada"}).body
    path, token = f"/v1/games/{made['game_id']}", made["token"]
    tag = {"If-Match": '"v1.0"'}
    bad = ask(base, "PATCH", path, {"options": {"teams": True, "min_players": 5}}, token, tag)
    assert bad.body["errors"][0]["pointer"] == "/options/teams"
    good = ask(base, "PATCH", path, {"options": {"teams": True, "seven_zero": True}}, token, tag).body["game"]
    assert (good["seats"], good["options"]["teams"], good["options"]["seven_zero"]) == (4, True, True)
    assert good["players"][0]["team"] == 0


def test_a_seven_names_one_player(base: str) -> None:
    at = table(base, "R7 B1", "G1 G2", "Y1 Y2 Y3", options={"seven_zero": True})
    [move] = [each for each in at.view(0)["me"]["legal_moves"] if each["action"] == "play"]
    assert (move["cards"], move["needs"]) == (["R7"], ["targets"])
    for body, status in (({}, 422), ({"targets": [1, 2]}, 422), ({"targets": []}, 422), ({"targets": [0]}, 409)):
        assert at.act(0, "play", card="R7", **body).status == status
    done = at.act(0, "play", card="R7", targets=[2]).body
    assert done["game"]["me"]["hand"] == ["Y1", "Y2", "Y3"]
    assert next(event for event in done["events"] if event["type"] == "hands_swapped")["target_seat"] == 2
    assert [player["uno"] for player in at.view()["players"]] == ["none", "none", "open"]


def test_a_seven_that_swaps_nothing_names_nobody(base: str) -> None:
    at = table(base, "R7 B1", "G1 G2")
    assert at.act(0, "play", card="R7", targets=[1]).code == "targets-required"
    assert at.act(0, "play", card="R7").status == 200


def test_what_is_stacked_is_told_by_the_rules_not_by_hands(base: str) -> None:
    at = table(base, "RD2 B1 B2", "G1 G2", "GD2 Y2 Y3", options={"stacking": "same_kind"})
    view = at.act(0, "play", card="RD2").body["game"]
    assert view["pending"] == {
        "card": "RD2", "by_seat": 0, "challengeable": False, "stackable": True, "amount": 2,
    }  # fmt: skip
    assert [move["action"] for move in at.view(1)["me"]["legal_moves"]] == ["draw", "call_uno"]
    assert at.act(1, "play", card="G1").code == "must-answer"
    assert at.act(1, "challenge").code == "not-challengeable"
    assert at.act(1, "draw").status == 200


def test_advice_is_heard_by_all_and_costs_its_price(base: str) -> None:
    at = table(base, "R5 B1", "G1 G2", options={"suggestion_penalty": 3})
    assert {"action": "suggest", "needs": ["card"]} in at.view(1)["me"]["legal_moves"]
    assert at.act(0, "suggest", card="R5").code == "suggestions-closed"
    assert at.act(1, "suggest", card="WDC").code == "no-such-card"
    assert at.act(1, "suggest", card="X5").status == 422
    assert at.act(1, "suggest").status == 422
    told = at.act(1, "suggest", card="R5").body
    assert [event["type"] for event in told["events"]] == ["suggestion_made", "cards_drawn"]
    said = next(event for event in at.events() if event["type"] == "suggestion_made")
    assert (said["seat"], said["target_seat"], said["card"]) == (1, 0, "R5")
    assert at.view()["players"][1]["card_count"] == 5
    assert table(base, "R5 B1", "G1 G2").act(1, "suggest", card="R5").code == "suggestions-disabled"


def test_a_wrong_card_that_is_fined_is_a_command_that_was_carried_out(base: str) -> None:
    at = table(base, "G5 B1", "G1 G2", options={"illegal_play": "penalty"})
    done = at.act(0, "play", card="G5")
    assert done.status == 200
    assert [event["type"] for event in done.body["events"]] == [
        "illegal_play_penalized", "cards_drawn", "turn_skipped", "turn_started",
    ]  # fmt: skip
    assert done.body["events"][0]["card"] == "G5"
    assert at.act(1, "play", card="R9").code == "card-not-in-hand"


def test_a_catch_waits_for_the_end_of_the_grace_by_the_services_clock(base: str) -> None:
    at = table(base, "R5 B1", "G1 G2", options={"uno_grace_ms": 60_000})
    at.act(0, "play", card="R5")
    assert at.act(1, "catch", seat=0).code == "too-early-to-catch"
    assert "catch" not in [move["action"] for move in at.view(1)["me"]["legal_moves"]]
    soon = table(base, "R5 B1", "G1 G2", options={"uno_grace_ms": 1})
    soon.act(0, "play", card="R5")
    assert soon.act(1, "catch", seat=0).status == 200


def test_who_is_out_looks_on(base: str) -> None:
    options = {"scoring": "elimination", "target_score": 50}
    at = table(base, "R5", "W", "Y1 Y2", options=options)
    over = at.act(0, "play", card="R5").body["game"]
    assert [player.get("out") for player in over["players"]] == [None, True, None]
    assert at.act(1, "deal").code == "eliminated"
    assert at.act(0, "deal").status == 200
    looking = at.view(1)
    assert (looking["me"]["hand"], looking["me"]["legal_moves"]) == ([], [])
    assert at.act(1, "draw").code == "eliminated"
    assert at.act(1, "leave").status == 200
    assert at.act(1, "leave").status == 401


def test_a_team_wins_together(base: str) -> None:
    hands = ("R5", "G1 G2", "Y9 Y2", "B3 B4")
    at = table(base, *hands, options={"teams": True, "target_score": 10})
    done = at.act(0, "play", card="R5").body["game"]
    assert done["last_round"] == {"number": 1, "winner_seat": 0, "points": [10, 0, 10, 0]}
    assert (done["status"], done["winner_seats"]) == ("finished", [0, 2])
    assert [(player["team"], player["rounds_won"]) for player in done["players"]] == [(0, 1), (1, 0), (0, 1), (1, 0)]
    three = {"players": 3, "options": {"teams": True}}
    assert ask(base, "POST", "/v1/sandbox/games", three).body["errors"][0]["pointer"] == "/players"
