"""UNO Flip over HTTP: what is seen of the other side, and what is not."""

import json
from typing import Any

import pytest

from tests.client import Table, ask, set_table

HANDS = [["RF/O9", "R1/P4", "B2/T6"], ["G1/V7", "G2/O2", "WD2/V3"]]


def table(base: str, **setup: Any) -> Table:
    return set_table(base, **{"preset": "flip", "hands": HANDS, "discard": ["R1/P5", "R3/T2"], "turn": 0} | setup)


def backs(view: Any) -> list[Any]:
    return [player.get("backs") for player in view["players"]]


def test_everybody_sees_the_backs_of_others_and_not_their_own(base: str) -> None:
    at = table(base, draw_pile=["Y5/V8"])
    assert backs(at.view()) == [["O9", "P4", "T6"], ["O2", "V3", "V7"]]
    assert backs(at.view(0)) == [None, ["O2", "V3", "V7"]]
    assert backs(at.view(1)) == [["O9", "P4", "T6"], None]
    assert {json.dumps(at.view(viewer)["draw_top_back"]) for viewer in (None, 0, 1)} == {'"V8"'}
    assert at.view(0)["side"] == "light"


def test_a_flip_turns_what_is_seen(base: str) -> None:
    at = table(base)
    reply = at.act(0, "play", card="RF")
    flipped = next(event for event in reply.body["events"] if event["type"] == "sides_flipped")
    assert (flipped["card"], flipped["reason"]) == ("P5", "dark")
    view = at.view(1)
    assert (view["side"], view["discard_top"], view["active_color"]) == ("dark", "P5", "pink")
    assert view["me"]["hand"] == ["V7", "O2", "V3"]
    assert backs(view) == [["B2", "R1"], None]


@pytest.mark.parametrize(("value", "seen"), [("everyone", [True, True]), ("hidden", [False, False])])
def test_backs_can_be_everybodys_or_nobodys_to_see(base: str, value: str, seen: list[bool]) -> None:
    at = table(base, options={"inactive_faces": value})
    for viewer in (None, 0, 1):
        view = at.view(viewer)
        assert [back is not None for back in backs(view)] == seen
        assert ("draw_top_back" in view) is seen[0]


def test_no_reply_shows_the_other_side_of_the_callers_own_hand(base: str) -> None:
    """Nor which face lies behind which: no code with both faces is ever sent."""
    at = table(base, draw_pile=["Y5/V8", "R6/V9"])
    own = [at.act(0, "draw").raw]
    others = [at.act(1, "play", card="WD2", color="red").raw]
    own += [at.act(0, "challenge").raw, *(at.ask("GET", path, 0).raw for path in ("", "/events"))]
    assert not [text for text in own + others if b"/V" in text or b"/P" in text or b"/O" in text or b"/T" in text]
    assert not [text for text in own if b'"P4"' in text or b'"T6"' in text]


def test_a_challenge_shows_the_faces_that_were_up(base: str) -> None:
    at = table(base, hands=[["WD2/P1", "R1/P4", "B2/T6"], ["G1/V7", "G2/O2"]])
    at.act(0, "play", card="WD2", color="blue")
    assert at.act(1, "challenge").body["revealed_hand"] == ["R1", "B2"]


def test_a_pending_draw_to_the_color_has_no_amount(base: str) -> None:
    at = table(base, side="dark", hands=[["R4/WDC", "R2/T4"], ["G1/V7", "G2/O2"]], draw_pile=["R5/T1", "R7/O3"])
    assert at.act(0, "play", card="WDC", color="red").code == "color-not-on-side"
    at.act(0, "play", card="WDC", color="orange")
    pending = at.view()["pending"]
    assert (pending["card"], pending["challengeable"], "amount" in pending) == ("WDC", True, False)
    assert at.act(1, "draw").status == 200
    assert at.view(1)["me"]["hand"] == ["V7", "O2", "T1", "O3"]


@pytest.mark.parametrize(
    ("setup", "pointer"),
    [
        ({"hands": [["W/WDC"], ["G1"]]}, "/hands/0/0"),
        ({"hands": [["TD5/R7"], ["G1"]]}, "/hands/0/0"),
        ({"hands": [["R7/TD5/R1"], ["G1"]]}, "/hands/0/0"),
        ({"hands": [["R7/"], ["G1"]]}, "/hands/0/0"),
        ({"hands": [["P4"], ["G1"]]}, "/hands/0/0"),
        ({"hands": [["R0"], ["G1"]]}, "/hands/0/0"),
        ({"hands": [["R7/TD5", "R1/TD5", "R2/TD5"], ["G1"]]}, "/hands/0/2"),
        ({"side": "dark", "discard": None}, "/side"),
        ({"side": "dim"}, "/side"),
        ({"side": "dark", "discard": ["R1/W"], "active_color": "red"}, "/active_color"),
        ({"preset": "classic", "hands": [["R1"], ["G1"]], "discard": ["R3"], "side": "dark"}, "/side"),
        ({"preset": "classic", "hands": [["R1/P1"], ["G1"]], "discard": ["R3"]}, "/hands/0/0"),
    ],
)
def test_a_table_that_cannot_be_is_refused_where_it_is_wrong(base: str, setup: dict[str, Any], pointer: str) -> None:
    said = {"preset": "flip", "players": 2, "hands": HANDS, "discard": ["R3/T2"]} | setup
    reply = ask(base, "POST", "/v1/sandbox/games", {name: value for name, value in said.items() if value is not None})
    assert (reply.status, reply.code) == (422, "validation-failed")
    assert pointer in [error["pointer"] for error in reply.body["errors"]]
