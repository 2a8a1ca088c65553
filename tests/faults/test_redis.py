"""Redis away, and Redis full: a clear answer at once, and the service goes on by itself afterwards."""

import time
from collections.abc import Iterator

import pytest

from benchmarks.serving import Served, gunicorn
from tests.client import ask, set_table
from tests.valkey import Valkey

SECRETS = "a secret of the tests"
PLAIN = {"discard": ["R3"], "turn": 1}


@pytest.fixture
def valkey() -> Iterator[Valkey]:
    with Valkey() as server:
        yield server


@pytest.fixture
def service(valkey: Valkey) -> Iterator[Served]:
    settings = {"REDIS_URL": valkey.url, "UNO_SECRET_KEYS": SECRETS, "UNO_SANDBOX": "1"}
    with gunicorn("app:create_app()", settings) as served:
        yield served


def test_with_redis_stopped_every_call_says_so_within_two_seconds_and_recovers(valkey: Valkey, service: Served) -> None:
    table = set_table(service.base, **PLAIN)
    valkey.stop()
    for method, path, token in (
        ("GET", table.path, ""),
        ("POST", f"{table.path}/draw", table.tokens[1]),
        ("GET", f"{table.path}/events", ""),
        ("GET", "/v1/games", ""),
    ):
        begun = time.monotonic()
        reply = ask(service.base, method, path, token=token)
        assert time.monotonic() - begun < 2, (method, path)
        assert (reply.status, reply.code) == (503, "storage-unavailable")
        assert int(reply.headers["retry-after"]) >= 1
    assert ask(service.base, "GET", "/healthz").status == 200
    assert ask(service.base, "GET", "/readyz").status == 503
    valkey.start()
    assert table.view()["status"] == "playing"
    assert table.act(1, "draw").status == 200
    assert ask(service.base, "GET", "/readyz").status == 200


def test_a_frozen_redis_is_given_up_within_two_seconds(valkey: Valkey, service: Served) -> None:
    table = set_table(service.base)
    with valkey.frozen():
        begun = time.monotonic()
        reply = ask(service.base, "GET", table.path)
        assert time.monotonic() - begun < 2
        assert reply.status == 503
    assert table.view()["status"] == "playing"


def test_a_full_redis_refuses_commands_and_still_shows_the_table(valkey: Valkey, service: Served) -> None:
    table = set_table(service.base, **PLAIN)
    before = table.view()
    valkey.ask("CONFIG", "SET", "maxmemory", "1")
    reply = table.act(1, "draw")
    assert (reply.status, reply.code) == (503, "storage-full")
    assert "retry-after" in reply.headers
    assert ask(service.base, "POST", "/v1/games", {"name": "Ada"}).status == 503
    valkey.ask("CONFIG", "SET", "maxmemory", "0")
    after = table.view()
    assert (after["version"], after["draw_count"]) == (before["version"], before["draw_count"])
    assert table.act(1, "draw").status == 200
