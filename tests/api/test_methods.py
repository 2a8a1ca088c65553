"""HEAD where GET is, OPTIONS everywhere, and Allow for what is not."""

import re
from collections.abc import Iterator
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml

from tests.client import Table, ask, set_table

WON = {"hands": [["R5"], ["G1"]], "discard": ["R3"], "turn": 0}
IN_PATH = {"preset": "classic", "code": "R5", "number": "1"}
BESIDE = {"/": {"get"}, "/docs": {"get"}, "/openapi.json": {"get"}, "/docs/assets/swagger-ui.css": {"get"}}


def routes() -> Iterator[tuple[str, set[str]]]:
    """Every path that there is, with its methods."""
    with open("openapi.yaml") as file:
        paths: dict[str, Any] = yaml.safe_load(file)["paths"]
    yield from BESIDE.items()
    for path, operations in paths.items():
        yield path, {name for name in operations if name in {"get", "post", "patch", "delete", "put"}}


EVERY = dict(routes())
READ = [path for path, methods in EVERY.items() if "get" in methods and not path.endswith("/stream")]
"""(A stream does not end: test_streams asks for its head.)"""


@pytest.fixture
def table(base: str) -> Table:
    """A table with a round that is over."""
    won = set_table(base, **WON)
    assert won.act(0, "play", card="R5").status == 200
    return won


def filled(path: str, table: Table) -> str:
    """A path with something that exists in it."""
    values = IN_PATH | {"game_id": table.path.rsplit("/", 1)[1]} | ({"code": "busy"} if "problems" in path else {})
    return re.sub(r"{(\w+)}", lambda name: values[name[1]], path)


@pytest.mark.parametrize("path", READ)
def test_head_is_get_without_the_body(base: str, table: Table, path: str) -> None:
    address = filled(path, table)
    whole, head = ask(base, "GET", address), ask(base, "HEAD", address)
    assert whole.status in (200, 302)
    assert (head.status, head.raw) == (whole.status, b"")
    own = {"date", "x-request-id"}
    assert {name: value for name, value in head.headers.items() if name not in own} == {
        name: value for name, value in whole.headers.items() if name not in own
    }


def test_head_of_what_is_known_is_304_and_of_what_is_not_there_404(base: str, table: Table) -> None:
    tag = ask(base, "HEAD", table.path).headers["etag"]
    assert ask(base, "HEAD", table.path, headers={"If-None-Match": tag}).status == 304
    missing = ask(base, "HEAD", "/v1/games/x")
    assert (missing.status, missing.raw) == (404, b"")
    assert missing.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(("path", "methods"), EVERY.items(), ids=EVERY)
def test_options_tells_the_methods_and_no_more(base: str, table: Table, path: str, methods: set[str]) -> None:
    reply = ask(base, "OPTIONS", filled(path, table))
    assert (reply.status, reply.raw) == (204, b"")
    assert "content-type" not in reply.headers and "content-length" not in reply.headers
    own = {"OPTIONS"} | ({"HEAD"} if "get" in methods else set())
    assert reply.headers["allow"].split(", ") == sorted({method.upper() for method in methods} | own)


@pytest.mark.parametrize(("path", "methods"), EVERY.items(), ids=EVERY)
def test_a_method_that_a_path_has_not_is_told_which_it_has(
    base: str, table: Table, path: str, methods: set[str]
) -> None:
    address = filled(path, table)
    allowed = ask(base, "OPTIONS", address).headers["allow"]
    for method in {"GET", "HEAD", "POST", "PATCH", "DELETE", "PUT", "TRACE"} - set(allowed.split(", ")):
        reply = ask(base, method, address)
        assert (reply.status, reply.headers["allow"]) == (405, allowed)
        assert method == "HEAD" or reply.code == "method-not-allowed"


def test_options_of_what_is_not_there_is_404(base: str) -> None:
    assert ask(base, "OPTIONS", "/nothing").code == "not-found"


def test_a_connection_lives_on_after_head_and_options(base: str, table: Table) -> None:
    """A body too many, or a length too large, would be taken for the next reply."""
    line = HTTPConnection(urlsplit(base).netloc, timeout=10)
    for method in ("HEAD", "OPTIONS", "GET", "HEAD", "GET"):
        line.request(method, table.path)
        reply = line.getresponse()
        assert reply.status in (200, 204)
        assert bool(reply.read()) == (method == "GET")
    line.close()
