"""A server that is away, silent, full, or has forgotten: said at once, and over by itself."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from service.store import Stored, StoreFull, StoreUnavailable
from service.store.redis import RedisStore, connect
from tests.valkey import Valkey


@pytest.fixture
def store(valkey: Valkey) -> RedisStore:
    made = RedisStore(connect(valkey.url), 60)
    made.create("a", b"1", [b"a"])
    return made


def calls(store: RedisStore) -> list[Callable[[], object]]:
    return [
        lambda: store.create("b", b"1", []),
        lambda: store.load("a"),
        lambda: store.commit("a", 1, b"2", 2, [b"b"]),
        lambda: store.load_with("a", "one"),
        lambda: store.read("a", 0, 10),
        lambda: store.event("a", 1),
        lambda: store.load_many(["a"]),
        lambda: store.list_open("all", "a", 1),
        lambda: store.unlist("all", "a"),
        lambda: store.open_games("all", None, 10),
        store.ping,
    ]


@contextmanager
def within(seconds: float) -> Iterator[None]:
    begun = time.monotonic()
    yield
    assert time.monotonic() - begun < seconds


def test_a_stopped_server_is_told_within_two_seconds_and_a_new_one_found_again(
    valkey: Valkey, store: RedisStore
) -> None:
    valkey.stop()
    for call in calls(store):
        with within(2), pytest.raises(StoreUnavailable) as told:
            call()
        assert told.value.retry_after >= 1
    valkey.start()
    assert store.load("a") == Stored(1, b"1")


def test_a_server_restarted_between_two_commands_is_not_noticed(valkey: Valkey, store: RedisStore) -> None:
    """The connections are dead, and the scripts forgotten."""
    valkey.stop()
    valkey.start()
    assert store.commit("a", 1, b"2", 2, [b"b"])
    valkey.ask("SCRIPT", "FLUSH")
    assert store.commit("a", 2, b"3", 3, [b"c"])
    assert store.read("a", 0, 10) == (Stored(3, b"3"), [(1, b"a"), (2, b"b"), (3, b"c")])


def test_a_silent_server_is_given_up_within_two_seconds(valkey: Valkey, store: RedisStore) -> None:
    with valkey.frozen():
        for call in calls(store)[1:3]:
            with within(2), pytest.raises(StoreUnavailable):
                call()
    assert store.load("a") is not None


def test_a_commit_whose_reply_comes_too_late_for_the_first_try_is_written_once_and_succeeds(
    valkey: Valkey, store: RedisStore
) -> None:
    os.kill(valkey.process.pid, signal.SIGSTOP)
    waker = subprocess.Popen(["sh", "-c", f"sleep 1.2; kill -CONT {valkey.process.pid}"])
    assert store.commit("a", 1, b"2", 2, [b"b"])
    waker.wait()
    assert store.read("a", 0, 10) == (Stored(2, b"2"), [(1, b"a"), (2, b"b")])


def test_a_full_server_refuses_what_writes_before_anything_is_written(valkey: Valkey, store: RedisStore) -> None:
    valkey.ask("SCRIPT", "FLUSH")
    valkey.ask("CONFIG", "SET", "maxmemory", "1")
    for write in (
        lambda: store.commit("a", 1, b"2", 2, [b"b", b"c"]),
        lambda: store.commit("a", 1, b"2", 2, []),
        lambda: store.create("b", b"1", [b"x"]),
        lambda: store.list_open("all", "a", 1),
    ):
        with pytest.raises(StoreFull) as told:
            write()
        assert told.value.retry_after >= 1
    assert store.read("a", 0, 10) == (Stored(1, b"1"), [(1, b"a")])
    assert store.load("b") is None
    assert not store.commit("a", 0, b"2", 2, [b"b"]), "a conflict is told even so"
    valkey.ask("CONFIG", "SET", "maxmemory", "0")
    assert store.commit("a", 1, b"2", 2, [b"b"])


def test_a_script_that_fills_the_memory_is_finished_and_the_next_is_refused(valkey: Valkey, store: RedisStore) -> None:
    info = valkey.ask("INFO", "memory")
    assert isinstance(info, dict)
    valkey.ask("CONFIG", "SET", "maxmemory", str(info["used_memory"] + 2_000_000))
    version, blob, events = 1, os.urandom(300_000), [os.urandom(30_000)] * 10
    with pytest.raises(StoreFull):
        for version in range(1, 50):
            assert store.commit("a", version, blob, 10 * version - 8, events)
    found = store.read("a", 0, 1000)
    assert found is not None and version > 1
    assert found[0].version == version
    assert [number for number, _ in found[1]] == list(range(1, 10 * version - 8))


def test_whatever_else_the_server_refuses_is_told_in_the_stores_own_words(valkey: Valkey, store: RedisStore) -> None:
    valkey.ask("SET", "uno:{c}:state", "not a game")
    with pytest.raises(StoreUnavailable):
        store.load("c")
    with pytest.raises(StoreUnavailable):
        store.commit("c", 1, b"", 1, [])


GREENLETS = """
from gevent import monkey; monkey.patch_all()
import sys, gevent
from service.store.redis import RedisStore, connect
store = RedisStore(connect(sys.argv[1]), 60)
def play(number):
    game = f"g{number}"
    assert store.create(game, b"", [])
    for version in range(1, 21):
        assert store.load(game).version == version
        assert store.commit(game, version, b"", version, [b"e"])
gevent.joinall([gevent.spawn(play, number) for number in range(100)], raise_error=True)
print("done")
"""


def test_a_hundred_greenlets_use_one_store(valkey: Valkey) -> None:
    root = Path(__file__).parents[2]
    told = subprocess.run(
        [sys.executable, "-c", GREENLETS, valkey.url], cwd=root, capture_output=True, text=True, timeout=30
    )
    assert told.stdout == "done\n", told.stderr
