"""Whoever waits for a game is woken by every commit, whatever becomes of the server meanwhile."""

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from service.store import Note, Stored, StoreUnavailable, Watch
from service.store.redis import RedisStore, connect
from tests.valkey import Valkey

WATCHERS = 20


def eventually(holds: Callable[[], bool], seconds: float = 5) -> None:
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.02)


def subscribed(valkey: Valkey) -> list[str]:
    """The games that are listened to."""
    names = valkey.ask("PUBSUB", "SHARDCHANNELS")
    assert isinstance(names, list)
    return sorted(name.decode() for name in names)


def hurt(valkey: Valkey) -> RedisStore:
    made = RedisStore(connect(valkey.url), 60)
    made.create("a", b"1", [b"a"])
    return made


def settled(watch: Watch) -> None:
    """Waits until the subscription is confirmed, which wakes once."""
    assert watch.wait(5)


@pytest.fixture
def writer(shared_valkey: Valkey) -> RedisStore:
    """A store of another process, as it were."""
    return RedisStore(connect(shared_valkey.url), 60)


@pytest.fixture
def watch(store: RedisStore, game_id: str) -> Iterator[Watch]:
    store.create(game_id, b"1", [b"a"])
    made = store.watch(game_id)
    settled(made)
    yield made
    made.leave()


def test_a_commit_of_another_process_wakes(watch: Watch, writer: RedisStore, game_id: str) -> None:
    threading.Timer(0.3, lambda: writer.commit(game_id, 1, b"2", 2, [b"b"])).start()
    begun = time.monotonic()
    assert watch.wait(5)
    assert 0.2 < time.monotonic() - begun < 2
    assert watch.read(1, 10) == (Stored(2, b"2"), [(2, b"b")])


def test_without_a_commit_the_wait_is_over_in_time(watch: Watch, writer: RedisStore, game_id: str) -> None:
    writer.create(f"{game_id}x", b"1", [b"a"])
    writer.commit(f"{game_id}x", 1, b"2", 2, [b"b"])
    assert not writer.commit(game_id, 7, b"2", 2, [b"b"])
    assert not watch.wait(0.3)


def test_a_commit_between_two_waits_is_not_missed(watch: Watch, writer: RedisStore, game_id: str) -> None:
    writer.commit(game_id, 1, b"2", 2, [b"b"])
    time.sleep(0.2)
    assert watch.wait(0)
    assert not watch.wait(0)


def test_a_wait_is_ended_from_outside_and_all_later_ones(watch: Watch) -> None:
    threading.Timer(0.2, watch.wake).start()
    begun = time.monotonic()
    assert not watch.wait(5)
    assert not watch.wait(5)
    assert time.monotonic() - begun < 2


def test_a_game_is_listened_to_while_somebody_waits_for_it(
    store: RedisStore, shared_valkey: Valkey, game_id: str
) -> None:
    name = f"uno:{{{game_id}}}:state"
    store.create(game_id, b"1", [b"a"])
    first, second = store.watch(game_id), store.watch(game_id)
    eventually(lambda: name in subscribed(shared_valkey))
    first.leave()
    first.leave()
    time.sleep(0.2)
    assert name in subscribed(shared_valkey)
    second.leave()
    eventually(lambda: name not in subscribed(shared_valkey))
    again = store.watch(game_id)
    eventually(lambda: name in subscribed(shared_valkey))
    settled(again)
    store.commit(game_id, 1, b"2", 2, [b"b"])
    assert again.wait(5)
    again.leave()


def test_all_who_wait_hang_on_one_connection(store: RedisStore, shared_valkey: Valkey, game_id: str) -> None:
    def listeners() -> int:
        clients = shared_valkey.ask("CLIENT", "LIST", "TYPE", "PUBSUB")
        assert isinstance(clients, bytes)
        return len(clients.splitlines())

    before = listeners()
    watches = [store.watch(f"{game_id}{number}") for number in range(WATCHERS)]
    for watch in watches:
        settled(watch)
    assert listeners() == before + 1
    for watch in watches:
        watch.leave()


def test_all_who_wait_for_a_game_share_one_trip(
    store: RedisStore, writer: RedisStore, shared_valkey: Valkey, game_id: str
) -> None:
    store.create(game_id, b"1", [b"a"])
    watches = [store.watch(game_id) for _ in range(WATCHERS)]
    for watch in watches:
        settled(watch)
    writer.commit(game_id, 1, b"2", 2, [b"b"])
    for watch in watches:
        watch.wait(5)
    shared_valkey.ask("CONFIG", "RESETSTAT")
    found = [watch.read(1, 10) for watch in watches]
    calls = shared_valkey.ask("INFO", "commandstats")
    assert isinstance(calls, dict)
    assert calls["cmdstat_evalsha"]["calls"] == 1
    assert found == [(Stored(2, b"2"), [(2, b"b")])] * WATCHERS
    assert watches[0].read(0, 10) == (Stored(2, b"2"), [(1, b"a"), (2, b"b")]), "another question is another trip"
    for watch in watches:
        watch.leave()


def test_a_server_that_was_away_wakes_everybody_when_it_is_back(valkey: Valkey) -> None:
    store = hurt(valkey)
    watch = store.watch("a")
    settled(watch)
    valkey.stop()
    with pytest.raises(StoreUnavailable):
        watch.read(0, 10)
    assert not watch.wait(0.5)
    valkey.start()
    RedisStore(connect(valkey.url), 60).commit("a", 1, b"2", 2, [b"b"])
    assert watch.wait(5)
    eventually(lambda: watch.read(1, 10) == (Stored(2, b"2"), [(2, b"b")]))
    eventually(lambda: bool(subscribed(valkey)))
    watch.wait(0.3)
    store.commit("a", 2, b"3", 3, [b"c"])
    assert watch.wait(5)
    watch.leave()


def test_a_watch_begun_while_the_server_is_away_wakes_when_it_is_there(valkey: Valkey) -> None:
    store = hurt(valkey)
    valkey.stop()
    watch = store.watch("a")
    assert not watch.wait(0.3)
    valkey.start()
    assert watch.wait(5)
    watch.leave()


def test_those_in_line_behind_a_trip_that_fails_need_not_fail_one_after_the_other(valkey: Valkey) -> None:
    store = hurt(valkey)
    watches = [store.watch("a") for _ in range(WATCHERS)]
    settled(watches[0])
    failed = []

    def read(watch: Watch) -> None:
        try:
            watch.read(0, 10)
        except StoreUnavailable:
            failed.append(watch)

    with valkey.frozen():
        begun = time.monotonic()
        threads = [threading.Thread(target=read, args=(watch,)) for watch in watches]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert time.monotonic() - begun < 4
    assert len(failed) == WATCHERS
    for watch in watches:
        watch.leave()


def test_a_ticket_is_taken_once_and_by_its_game_alone(store: RedisStore, shared_valkey: Valkey, game_id: str) -> None:
    store.keep_ticket(game_id, "name", b"seat", 60_000)
    assert 0 < int(str(shared_valkey.ask("PTTL", f"uno:{{{game_id}}}:ticket:name"))) <= 60_000
    assert store.take_ticket(f"{game_id}x", "name") is None
    assert store.take_ticket(game_id, "name") == b"seat"
    assert store.take_ticket(game_id, "name") is None


def test_a_ticket_that_is_not_used_in_time_is_gone(store: RedisStore, game_id: str) -> None:
    store.keep_ticket(game_id, "name", b"seat", 50)
    time.sleep(0.1)
    assert store.take_ticket(game_id, "name") is None


def test_notes_come_with_the_game_and_end_with_it(store: RedisStore, shared_valkey: Valkey, game_id: str) -> None:
    key = f"uno:{{{game_id}}}:presence"
    assert store.load(game_id, Note("0.0", 1)) is None
    assert shared_valkey.ask("EXISTS", key) == 0
    store.create(game_id, b"1", [b"a"])
    assert store.load(game_id, Note("0.0", 5)) == Stored(1, b"1", (b"0.0", b"5"))
    assert store.load_with(game_id, "none", Note("0.0", 6)) == (Stored(1, b"1", (b"0.0", b"6")), None)
    assert store.read(game_id, 0, 1, Note("1.2", 7)) == (Stored(1, b"1"), [(1, b"a")])
    assert store.load(game_id) == Stored(1, b"1", (b"0.0", b"6", b"1.2", b"7"))
    shared_valkey.ask("PEXPIRE", f"uno:{{{game_id}}}:state", "5000")
    store.load(game_id, Note("0.0", 8))
    assert 0 < int(str(shared_valkey.ask("PTTL", key))) <= 5000


def test_where_nothing_can_be_written_the_game_is_read_without_the_note(valkey: Valkey) -> None:
    store = hurt(valkey)
    valkey.ask("CONFIG", "SET", "maxmemory", "1")
    assert store.load("a", Note("0.0", 1)) == Stored(1, b"1")
    assert store.read("a", 0, 1, Note("0.0", 1)) == (Stored(1, b"1"), [(1, b"a")])
