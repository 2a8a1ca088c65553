"""Every command may name the decision that was seen; if it is closed, nothing is done."""

from typing import Any

import pytest

from tests.api.acts import ACTS, Act
from tests.api.conftest import Opened
from tests.client import Reply, ask, lasting

STALE = "d99"


def is_closed(reply: Reply) -> bool:
    return (reply.status, reply.code) == (409, "decision-closed")


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_a_command_for_the_open_decision_is_carried_out(base: str, act: Act) -> None:
    table = act.table(base)
    seat, verb, body = act.said
    assert table.act(seat, verb, **body, decision_id=table.view(seat)["decision_id"]).status == 200


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_a_command_for_a_closed_decision_changes_nothing_whoever_sends_it(base: str, act: Act) -> None:
    table = act.table(base)
    before = table.view()
    _, verb, body = act.said
    for seat in range(len(table.tokens)):
        for stale in (STALE, "d0", "", "D1"):
            reply = table.act(seat, verb, **body, decision_id=stale)
            if verb == "kick" and seat != before["host_seat"]:
                assert reply.code == "host-only"
            else:
                assert is_closed(reply), reply
    assert lasting(table.view()) == lasting(before)


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_the_second_of_two_commands_for_one_decision_is_closed_out(base: str, act: Act) -> None:
    """Where a command leaves the decision open, others of it may follow: they are not what is asked here."""
    table = act.table(base)
    seat, verb, body = act.said
    seen = table.view(seat)["decision_id"]
    assert table.act(seat, verb, **body, decision_id=seen).status == 200
    after = table.view()
    if after["decision_id"] != seen:
        others = [each for each in range(len(table.tokens)) if verb != "leave" or each != seat]
        assert all(is_closed(table.act(each, "draw", decision_id=seen)) for each in others)
        assert table.view()["version"] == after["version"]


@pytest.mark.parametrize(
    ("method", "path", "seat", "body"),
    [
        ("DELETE", "", 0, {}),
        ("PATCH", "", 0, {"seats": 5}),
        ("POST", "/deal", 0, {}),
        ("POST", "/leave", 0, {}),
        ("POST", "/leave", 1, {}),
        ("POST", "/kick", 0, {"seat": 1}),
        ("POST", "/join", None, {"name": "Cy"}),
        ("POST", "/recover", None, {}),
    ],
)
def test_in_the_lobby_too(opened: Opened, method: str, path: str, seat: int | None, body: dict[str, Any]) -> None:
    game = opened("Ada", "Bo")
    before = game.ask("GET", "", 0).body
    body = body | ({"recovery_code": game.grants[1]["recovery_code"]} if path == "/recover" else {})
    assert is_closed(game.ask(method, path, seat, body | {"decision_id": STALE}, If_Match="*"))
    assert lasting(game.ask("GET", "", 0).body) == lasting(before)
    assert game.ask("GET", "", 1).status == 200, "its token is as good as it was"
    done = game.ask(method, path, seat, body | {"decision_id": before["decision_id"]}, If_Match="*")
    assert done.status < 300, done


def test_joining_by_code_too(opened: Opened, base: str) -> None:
    game = opened("Ada")
    body = {"name": "Bo", "join_code": game.grants[0]["join_code"]}
    assert is_closed(ask(base, "POST", "/v1/join", body | {"decision_id": STALE}))
    seen = game.ask("GET", "", 0).body["decision_id"]
    assert ask(base, "POST", "/v1/join", body | {"decision_id": seen}).status == 201


def test_ending_a_game_takes_a_body_of_the_right_shape_or_none(opened: Opened) -> None:
    game = opened("Ada")
    for body in ({"seat": 1}, {"decision_id": 7}, []):
        assert game.ask("DELETE", "", 0, body).code == "validation-failed"
    assert game.ask("DELETE", "", 0, b"{").code == "malformed-json"
    assert game.ask("DELETE", "", 0, b"x", Content_Type="text/plain").code == "unsupported-media-type"
    assert game.ask("DELETE", "", 0).status == 204


def test_a_closed_decision_is_told_of_before_the_end_of_the_match(base: str) -> None:
    table = ACTS["deal"].table(base)
    for _ in range(2):
        assert is_closed(table.act(0, "draw", decision_id=STALE))
        table.act(1, "leave")
    assert table.view()["status"] == "finished"
