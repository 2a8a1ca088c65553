"""Tables set up exactly."""

import pytest

from tests.client import ask


def set_up(base: str, **setup: object):
    return ask(base, "POST", "/v1/sandbox/games", setup)


def test_a_table_is_set_up_by_the_rules_where_nothing_is_said(base: str) -> None:
    reply = set_up(base)
    assert reply.status == 201
    assert [seat["seat"] for seat in reply.body["seats"]] == [0, 1, 2]
    assert reply.body["game"]["status"] == "playing"
    assert reply.body["game"]["sandbox"] is True
    assert reply.headers["location"] == f"/v1/games/{reply.body['game_id']}"


def test_players_are_a_number_or_names(base: str) -> None:
    assert len(set_up(base, players=4).body["seats"]) == 4
    named = set_up(base, players=["Ada", " Bo "]).body["game"]["players"]
    assert [player["name"] for player in named] == ["Ada", "Bo"]


def test_scores_direction_and_turn_are_as_named(base: str) -> None:
    game = set_up(
        base,
        players=2,
        hands=[["R5", "W"], ["G1"]],
        discard=["R1", "W"],
        active_color="green",
        direction="counterclockwise",
        turn=0,
        dealer=1,
        scores=[10, 20],
        draw_pile=["B1"],
        exact=True,
    ).body["game"]
    assert (game["direction"], game["turn_seat"], game["dealer_seat"]) == ("counterclockwise", 0, 1)
    assert (game["active_color"], game["discard_top"]) == ("green", "W")
    assert [player["score"] for player in game["players"]] == [10, 20]
    assert (game["draw_count"], game["discard_count"]) == (1, 2)


@pytest.mark.parametrize(
    ("setup", "pointer"),
    [
        ({"players": 1}, "/players"),
        ({"players": 11}, "/players"),
        ({"players": 6, "options": {"max_players": 4}}, "/players"),
        ({"players": -5}, "/players"),
        ({"players": 10**30}, "/players"),
        ({"players": True}, "/players"),
        ({"players": "three"}, "/players"),
        ({"players": {"a": 1}}, "/players"),
        ({"players": ["Ada", ""]}, "/players/1"),
        ({"players": ["Ada", ["Bo"]]}, "/players/1"),
        ({"dealer": 3}, "/dealer"),
        ({"turn": 3, "discard": ["R3"]}, "/turn"),
        ({"hands": [["R5"]]}, "/hands"),
        ({"hands": [["R5"], ["Q1"], ["R1"]]}, "/hands/1/0"),
        ({"hands": [["R5"], [5], ["R1"]]}, "/hands/1/0"),
        ({"hands": [["R0"], ["R0"], ["R1"]]}, "/hands/1/0"),
        ({"discard": ["R3"], "active_color": "pink"}, "/active_color"),
        ({"discard": ["W"]}, "/active_color"),
        ({"scores": [1]}, "/scores"),
        ({"scores": [-1, 0, 0]}, "/scores/0"),
        ({"options": {"hand_size": 0}}, "/options/hand_size"),
        ({"direction": "up"}, "/direction"),
        ({"draw_pile": ["X"]}, "/draw_pile/0"),
        ({"link": [0, 1]}, "/link"),
    ],
)
def test_a_table_that_cannot_be_is_refused_where_it_is_wrong(base: str, setup: dict, pointer: str) -> None:
    reply = set_up(base, **setup)
    assert (reply.status, reply.code) == (422, "validation-failed")
    assert pointer in [error["pointer"] for error in reply.body["errors"]]
