"""Whatever is sent: a problem document of the right kind, and nothing changed."""

from typing import Any

import pytest

from tests.client import Reply, Table, ask, lasting, set_table

HANDS = [["R5", "B1", "W"], ["G6", "G1", "GS"]]


@pytest.fixture
def table(base: str) -> Table:
    return set_table(base, turn=0, hands=HANDS, discard=["R3"])


def sent(table: Table, body: bytes, **headers: str) -> Reply:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return ask(table.base, "POST", f"{table.path}/play", body, table.tokens[0], named)


def test_a_body_of_a_megabyte_is_too_large(table: Table) -> None:
    reply = sent(table, b'{"card": "' + b"R" * 1_000_000 + b'"}')
    assert (reply.status, reply.code) == (413, "content-too-large")


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"\xff\xfe",
        b'{"card": NaN}',
        b'{"card": "R5"',
        b"[" * 30_000,
        b'{"card": 1e999999}',
        b"\x00",
        b'"',
        b'{"card": "\\ud800"}',
    ],
    ids=["open", "not-utf8", "nan", "cut", "deep", "huge", "null-byte", "quote", "lone-surrogate"],
)
def test_what_is_not_json_is_refused_as_that(table: Table, body: bytes) -> None:
    before = table.view()
    reply = sent(table, body)
    assert (reply.status, reply.code) == (400, "malformed-json")
    assert table.view()["version"] == before["version"]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/card"),
        ({"card": 5}, "/card"),
        ({"card": None}, "/card"),
        ({"card": "X9"}, "/card"),
        ({"card": "R5", "color": "red"}, "/color"),
        ({"card": "W"}, "/color"),
        ({"card": "W", "color": "mauve"}, "/color"),
        ({"card": "R5", "uno": "yes"}, "/uno"),
        ({"card": "R5", "crad": "R5"}, "/crad"),
        ({"card": "R5", "a/b~c": 1}, "/a~1b~0c"),
        ({"card": "R5", "decision_id": 7}, "/decision_id"),
    ],
)
def test_a_body_of_the_wrong_shape_is_told_where(table: Table, body: dict[str, Any], pointer: str) -> None:
    reply = table.ask("POST", "/play", 0, body)
    assert (reply.status, reply.code) == (422, "validation-failed")
    assert pointer in [error["pointer"] for error in reply.body["errors"]]
    assert reply.body["version"] == table.view()["version"]


@pytest.mark.parametrize("body", [b"[]", b'"R5"', b"5", b"null", b"true"])
def test_a_body_that_is_no_object_is_refused(table: Table, body: bytes) -> None:
    assert sent(table, body).status in (400, 422)


@pytest.mark.parametrize("media", ["text/plain", "application/xml", "application/x-www-form-urlencoded"])
def test_a_body_of_another_media_type_is_refused(table: Table, media: str) -> None:
    reply = sent(table, b'{"card": "R5"}', Content_Type=media)
    assert (reply.status, reply.code) == (415, "unsupported-media-type")


@pytest.mark.parametrize("token", ["garbage", "a.b.c", "é", "." * 3000, "YWJj.0.0.abc", "Bearer", "0"])
def test_a_garbage_token_is_refused_everywhere(table: Table, token: str) -> None:
    for method, path in (("POST", "/draw"), ("GET", ""), ("GET", "/events"), ("DELETE", ""), ("POST", "/leave")):
        named = {"Authorization": f"Bearer {token}".encode().decode("latin-1")}
        reply = ask(table.base, method, table.path + path, headers=named)
        assert (reply.status, reply.code) == (401, "token-invalid"), (method, path, reply)
        assert reply.headers["www-authenticate"].startswith("Bearer")


def test_a_good_token_that_was_changed_by_a_letter_is_garbage(table: Table) -> None:
    token = table.tokens[0]
    for place in range(0, len(token), 7):
        other = "A" if token[place] != "A" else "B"
        reply = ask(table.base, "POST", f"{table.path}/draw", token=token[:place] + other + token[place + 1 :])
        assert reply.status == 401, place


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/v1/games", {"GET", "POST"}),
        ("DELETE", "/v1/rulesets", {"GET"}),
        ("GET", "/v1/join", {"POST"}),
        ("PATCH", "/healthz", {"GET"}),
    ],
)
def test_a_method_that_a_path_has_not_is_told_those_that_it_has(
    base: str, method: str, path: str, allowed: set[str]
) -> None:
    reply = ask(base, method, path)
    assert (reply.status, reply.code) == (405, "method-not-allowed")
    assert allowed <= {word.strip() for word in reply.headers["allow"].split(",")}


@pytest.mark.parametrize(
    "path", ["/v2/games", "/v1//games", "/v1/nothing", "/v1/games/x/y/z", "/%00", "/v1/games/..%2f"]
)
def test_a_path_that_is_none_gets_a_problem_document(base: str, path: str) -> None:
    assert ask(base, "GET", path).code in ("not-found", "game-not-found")


@pytest.mark.parametrize("game_id", ["x", "0" * 500, "%F0%9F%83%8F", "uno:{a}", "*"])
def test_a_game_that_is_none_is_not_found(base: str, table: Table, game_id: str) -> None:
    assert ask(base, "GET", f"/v1/games/{game_id}").status == 404
    assert ask(base, "POST", f"/v1/games/{game_id}/draw", token=table.tokens[0]).status in (403, 404)


def test_a_refused_request_changes_nothing(table: Table) -> None:
    before = table.view(0)
    for seat, verb, body in (
        (0, "play", {"card": "B1"}),
        (0, "play", {"card": "Y7"}),
        (0, "pass", {}),
        (1, "draw", {}),
        (0, "challenge", {}),
        (0, "catch", {"seat": 1}),
        (0, "deal", {}),
        (1, "kick", {"seat": 0}),
    ):
        assert table.act(seat, verb, **body).status in (403, 409)
    after = table.view(0)
    assert lasting(after) == lasting(before)
