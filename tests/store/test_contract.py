"""What every store keeps, shown on a real Valkey."""

import os
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.store import Stored, StoreUnavailable
from service.store.redis import LISTED, RedisStore
from tests.store.conftest import TTL
from tests.valkey import Valkey


def lives(valkey: Valkey, game_id: str) -> list[int]:
    """Milliseconds left to the game's two keys."""
    return [int(str(valkey.ask("PTTL", f"uno:{{{game_id}}}:{key}"))) for key in ("state", "events")]


def test_a_created_game_is_loaded_at_version_1_with_the_bytes_it_was_given(store: RedisStore, game_id: str) -> None:
    blob = bytes(range(256))
    assert store.create(game_id, blob, [b"one", b"two"])
    assert store.load(game_id) == Stored(1, blob)
    assert store.read(game_id, 0, 10) == (Stored(1, blob), [(1, b"one"), (2, b"two")])


def test_a_taken_id_is_refused_and_the_game_stays(store: RedisStore, game_id: str) -> None:
    store.create(game_id, b"first", [b"e"])
    assert not store.create(game_id, b"second", [b"f"])
    assert store.read(game_id, 0, 10) == (Stored(1, b"first"), [(1, b"e")])


def test_what_does_not_exist_is_none(store: RedisStore, game_id: str) -> None:
    assert store.load(game_id) is None
    assert store.read(game_id, 0, 10) is None
    assert store.event(game_id, 1) is None
    assert not store.commit(game_id, 1, b"", 1, [b"e"])
    assert store.load(game_id) is None


def test_a_commit_writes_the_next_version_and_appends_its_events(store: RedisStore, game_id: str) -> None:
    store.create(game_id, b"1", [b"a"])
    assert store.commit(game_id, 1, b"2", 2, [b"b", b"c"])
    assert store.commit(game_id, 2, b"3", 4, [])
    assert store.read(game_id, 0, 10) == (Stored(3, b"3"), [(1, b"a"), (2, b"b"), (3, b"c")])


def test_a_commit_from_another_version_changes_nothing(store: RedisStore, game_id: str) -> None:
    store.create(game_id, b"1", [b"a"])
    store.commit(game_id, 1, b"2", 2, [b"b"])
    for stale in (0, 1, 3):
        assert not store.commit(game_id, stale, b"x", 3, [b"x"])
    assert store.read(game_id, 0, 10) == (Stored(2, b"2"), [(1, b"a"), (2, b"b")])


def test_events_with_numbers_that_are_taken_are_refused_with_the_state(store: RedisStore, game_id: str) -> None:
    store.create(game_id, b"1", [b"a", b"b"])
    with pytest.raises(StoreUnavailable):
        store.commit(game_id, 1, b"2", 2, [b"x"])
    assert store.read(game_id, 0, 10) == (Stored(1, b"1"), [(1, b"a"), (2, b"b")])


def test_events_are_read_from_any_number_in_pages(store: RedisStore, game_id: str) -> None:
    store.create(game_id, b"", [str(number).encode() for number in range(1, 31)])
    found = store.read(game_id, 9, 5)
    assert found is not None and found[1] == [(number, str(number).encode()) for number in range(10, 15)]
    assert store.read(game_id, 30, 5) == (Stored(1, b""), [])
    assert store.event(game_id, 30) == b"30"
    assert store.event(game_id, 31) is None


def test_a_command_sent_twice_by_the_client_is_applied_once_and_succeeds(
    store: RedisStore, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "urandom", lambda size: b"the same")
    assert store.create(game_id, b"1", [b"a"])
    assert store.create(game_id, b"1", [b"a"])
    assert store.commit(game_id, 1, b"2", 2, [b"b"])
    assert store.commit(game_id, 1, b"2", 2, [b"b"])
    monkeypatch.undo()
    assert not store.commit(game_id, 1, b"2", 2, [b"b"])
    assert store.read(game_id, 0, 10) == (Stored(2, b"2"), [(1, b"a"), (2, b"b")])


def test_each_commit_renews_the_life_of_every_key_of_the_game(
    store: RedisStore, shared_valkey: Valkey, game_id: str
) -> None:
    store.create(game_id, b"1", [b"a"])
    assert all(0 < left <= TTL * 1000 for left in lives(shared_valkey, game_id))
    for key in ("state", "events"):
        shared_valkey.ask("PEXPIRE", f"uno:{{{game_id}}}:{key}", "1000")
    store.commit(game_id, 1, b"2", 2, [])
    assert all(1000 < left <= TTL * 1000 for left in lives(shared_valkey, game_id))
    assert len(set(lives(shared_valkey, game_id))) <= 2


def test_a_game_that_has_expired_is_gone_whole(shared_valkey: Valkey, store: RedisStore, game_id: str) -> None:
    store.create(game_id, b"1", [b"a"])
    for key in ("state", "events"):
        shared_valkey.ask("PEXPIRE", f"uno:{{{game_id}}}:{key}", "0")
    assert store.read(game_id, 0, 10) is None
    assert not store.commit(game_id, 1, b"2", 2, [b"b"])
    assert store.create(game_id, b"again", [b"a"])


def test_of_many_commits_from_one_version_exactly_one_is_written(store: RedisStore, game_id: str) -> None:
    store.create(game_id, b"", [b"0"])
    with ThreadPoolExecutor(20) as pool:
        for version in range(1, 26):
            call = (game_id, version, b"", version + 1)
            won = list(pool.map(lambda writer, call=call: store.commit(*call, [b"%d" % writer]), range(20)))
            assert sum(won) == 1
            assert store.event(game_id, version + 1) == b"%d" % won.index(True)


def test_what_is_read_is_of_one_moment_and_without_a_gap(store: RedisStore, game_id: str) -> None:
    store.create(game_id, b"1", [b"1"])
    done = threading.Event()

    def write() -> None:
        for version in range(1, 400):
            store.commit(game_id, version, b"%d" % (version + 1), version + 1, [b"%d" % (version + 1)])
        done.set()

    writer = threading.Thread(target=write)
    writer.start()
    while not done.is_set():
        found = store.read(game_id, 0, 1000)
        assert found is not None
        stored, events = found
        assert stored.blob == b"%d" % stored.version
        assert [number for number, _ in events] == list(range(1, stored.version + 1))
    writer.join()


def test_many_games_are_loaded_in_the_order_asked_for(store: RedisStore, game_id: str) -> None:
    store.create(f"{game_id}a", b"a", [])
    store.create(f"{game_id}b", b"b", [])
    assert store.load_many([f"{game_id}b", "nobody", f"{game_id}a"]) == [Stored(1, b"b"), None, Stored(1, b"a")]
    assert store.load_many([]) == []


def pages(store: RedisStore, index: str, limit: int) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    while page := store.open_games(index, found[-1] if found else None, limit):
        found += page
    return found


def test_open_games_are_paged_newest_first_and_equal_ranks_neither_repeat_nor_vanish(
    store: RedisStore, game_id: str
) -> None:
    entries = [(1000 + number // 7, f"id{number:02}") for number in range(40)]
    for rank, name in entries:
        store.list_open(game_id, name, rank)
    for limit in (1, 2, 3, 7, 100):
        assert pages(store, game_id, limit) == sorted(entries, reverse=True)


def test_a_cursor_stays_good_when_its_game_leaves_and_others_come(store: RedisStore, game_id: str) -> None:
    for number in range(6):
        store.list_open(game_id, f"id{number}", 1000 + number)
    cursor = store.open_games(game_id, None, 3)[-1]
    store.unlist(game_id, cursor[1])
    store.list_open(game_id, "new", 2000)
    assert store.open_games(game_id, cursor, 10) == [(1002, "id2"), (1001, "id1"), (1000, "id0")]
    store.unlist(game_id, "nobody")


def test_a_listing_keeps_the_newest_games_only(store: RedisStore, shared_valkey: Valkey, game_id: str) -> None:
    scores = [str(part) for number in range(LISTED) for part in (number, f"id{number}")]
    shared_valkey.ask("ZADD", f"uno:open:{game_id}", *scores)
    store.list_open(game_id, "newest", LISTED)
    assert shared_valkey.ask("ZCARD", f"uno:open:{game_id}") == LISTED
    assert store.open_games(game_id, None, 1) == [(LISTED, "newest")]
    assert store.open_games(game_id, (2, ""), 10) == [(1, "id1")]


def test_keys_of_a_game_share_a_slot_and_nothing_else_is_written(
    store: RedisStore, shared_valkey: Valkey, game_id: str
) -> None:
    store.create(game_id, b"", [b"a"])
    store.commit(game_id, 1, b"", 2, [b"b"])
    keys = shared_valkey.ask("KEYS", f"*{game_id}*")
    assert isinstance(keys, list)
    assert sorted(keys) == [f"uno:{{{game_id}}}:{key}".encode() for key in ("events", "state")]
