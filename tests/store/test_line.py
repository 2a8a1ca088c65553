"""Trips over connections that are leased: which are used again, and what is repeated."""

from typing import Any

import pytest
import redis

from service.store.line import Lines, Script
from service.store.redis import connect
from tests.valkey import Valkey

COUNT = "return redis.call('INCR', KEYS[1])"


@pytest.fixture
def client(shared_valkey: Valkey) -> Any:
    return connect(shared_valkey.url)


@pytest.fixture
def lines(client: Any) -> Lines:
    return Lines(client.connection_pool)


def name_of(lines: Lines) -> int:
    found: int = lines.ask(("CLIENT", "ID"))
    return found


def test_one_connection_makes_trip_after_trip(lines: Lines) -> None:
    assert len({name_of(lines) for _ in range(5)}) == 1


def test_a_connection_that_was_told_of_an_error_is_used_again(lines: Lines) -> None:
    before = name_of(lines)
    with pytest.raises(redis.ResponseError):
        lines.ask(("INCR", "a", "b"))
    assert name_of(lines) == before


def test_a_connection_that_was_cut_is_replaced_and_its_trip_made_again(lines: Lines, client: Any) -> None:
    before = name_of(lines)
    client.client_kill_filter(_id=before)
    assert name_of(lines) != before


def test_whoever_is_interrupted_leaves_no_reply_to_the_next(lines: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    lines.ask(("PING",))
    (line,) = lines._idle

    def interrupted() -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(line, "read_response", interrupted)
        with pytest.raises(KeyboardInterrupt):
            lines.ask(("ECHO", "secret"))
    assert lines.ask(("ECHO", "mine")) == b"mine"


def test_a_script_that_the_server_has_forgotten_is_sent_again(lines: Lines, client: Any) -> None:
    count = Script(lines, COUNT)
    client.delete("counted")
    for expected in (1, 2):
        client.script_flush()
        assert count(["counted"], []) == expected
        assert client.script_exists(count._digest) == [True], "then it is called by its digest"
