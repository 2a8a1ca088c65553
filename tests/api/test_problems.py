"""Whatever goes wrong is a problem document."""

import json

import pytest

from service import catalog, desk, lobby, receipts, seats, store, watch
from service.problems import CAUSES, PROBLEMS
from tests.client import ask, set_table

MEMBERS = {"type", "title", "status", "detail", "instance", "code", "request_id"}


def test_an_unknown_address_and_a_wrong_method(base: str) -> None:
    for path in ("/v1/nothing", "/nothing", "/v1/games/", "/v1"):
        assert ask(base, "GET", path).code == "not-found"
    reply = ask(base, "PUT", "/v1/games")
    assert (reply.status, reply.code) == (405, "method-not-allowed")
    assert {"GET", "POST"} <= set(reply.headers["allow"].split(", "))
    assert set(reply.body) == MEMBERS


def test_a_large_body_and_another_media_type(base: str) -> None:
    table = set_table(base)
    large = ask(base, "POST", "/v1/games", b'{"name": "' + b"x" * 1_000_000 + b'"}')
    assert (large.status, large.code) == (413, "content-too-large")
    for media in ("text/plain", "application/x-www-form-urlencoded", ""):
        reply = ask(base, "POST", table.path + "/play", b'{"card": "R5"}', headers={"Content-Type": media})
        assert (reply.status, reply.code) == (415, "unsupported-media-type")
    typed = ask(base, "POST", "/v1/games", b'{"name":"A"}', headers={"Content-Type": "application/json; charset=utf-8"})
    assert typed.status == 201


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b" ",
        b'{"name": NaN}',
        b'{"name": 1e999}',
        b'{"name": "\xff"}',
        b'{"name": "\\ud800"}',
        b'{"name": ' + b"1" * 5000 + b"}",
        b"[" * 30_000,
        b'{"a":' * 10_000,
        b"\xef\xbb\xbf{}",
    ],
)
def test_what_is_no_json_is_said_before_anything_else(base: str, body: bytes) -> None:
    for path in ("/v1/games", "/v1/games/x/play", "/v1/sandbox/games", "/v1/join"):
        reply = ask(base, "POST", path, body)
        assert (reply.status, reply.code) == (400, "malformed-json")


@pytest.mark.parametrize("body", [b"[]", b"1", b'"x"', b"null", b"true", b"9" * 40, b"[" * 200 + b"]" * 200])
def test_a_body_that_is_no_object_has_the_wrong_shape(base: str, body: bytes) -> None:
    for path in ("/v1/games", "/v1/sandbox/games", "/v1/join"):
        assert ask(base, "POST", path, body).code == "validation-failed"


def test_a_request_id_is_taken_over_if_it_is_sane(base: str) -> None:
    reply = ask(base, "GET", "/v1/nothing", headers={"X-Request-ID": "my-request_1"})
    assert reply.body["request_id"] == reply.headers["x-request-id"] == "my-request_1"
    for odd in ("short", "x" * 65, "with space", "<script>"):
        reply = ask(base, "GET", "/v1/nothing", headers={"X-Request-ID": odd})
        assert reply.body["request_id"] == reply.headers["x-request-id"] != odd


def test_every_problem_is_explained(base: str) -> None:
    for code, row in PROBLEMS.items():
        reply = ask(base, "GET", f"/problems/{code}")
        assert reply.body == {
            "code": code,
            "status": row.status.value,
            "title": row.title,
            "explanation": row.explanation,
        }
        assert row.explanation.endswith(".")
    assert ask(base, "GET", "/problems/nonsense").code == "unknown-problem"


def test_every_exception_of_the_rooms_has_a_row() -> None:
    raised = {
        value
        for room in (catalog, desk, lobby, receipts, seats, store, watch)
        for value in vars(room).values()
        if isinstance(value, type) and issubclass(value, Exception) and value.__module__ == room.__name__
    }
    assert raised - {receipts.Answered} <= set(CAUSES)
    assert set(CAUSES.values()) <= set(PROBLEMS)


def test_no_problem_repeats_what_is_secret(base: str) -> None:
    table = set_table(base)
    token = table.tokens[0]
    for reply in (
        table.act(0, "play", card="Q1"),
        table.ask("POST", "/play", None, None, Authorization=f"Bearer {token}x"),
    ):
        assert token not in json.dumps(reply.body)
