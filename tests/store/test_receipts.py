"""Receipts are written with what they are of or not at all, and found again until their time is over."""

import os
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.store import Receipt, Stored
from service.store.redis import KEPT, RedisStore
from tests.store.conftest import TTL
from tests.valkey import Valkey

LIFE = 30_000


def keys(valkey: Valkey, game_id: str) -> list[str]:
    found = valkey.ask("KEYS", f"*{game_id}*")
    assert isinstance(found, list)
    return sorted(name.decode().removeprefix(f"uno:{{{game_id}}}:") for name in found)


def left(valkey: Valkey, game_id: str, key: str) -> int:
    return int(str(valkey.ask("PTTL", f"uno:{{{game_id}}}:{key}")))


def test_a_receipt_is_found_with_the_game(store: RedisStore, game_id: str) -> None:
    blob = bytes(range(256))
    assert store.create(game_id, b"1", [b"a"], Receipt("one", blob, LIFE))
    assert store.load_with(game_id, "one") == (Stored(1, b"1"), blob)
    assert store.commit(game_id, 1, b"2", 2, [b"b"], Receipt("two", b"of two", LIFE))
    assert store.load_with(game_id, "two") == (Stored(2, b"2"), b"of two")
    assert store.load_with(game_id, "one") == (Stored(2, b"2"), blob)
    assert store.load_with(game_id, "none") == (Stored(2, b"2"), None)
    assert store.read(game_id, 0, 9) == (Stored(2, b"2"), [(1, b"a"), (2, b"b")])


def test_of_a_game_that_is_not_there_no_receipt_is(store: RedisStore, game_id: str) -> None:
    assert store.load_with(game_id, "one") == (None, None)
    assert not store.commit(game_id, 1, b"2", 2, [], Receipt("one", b"x", LIFE))
    assert store.load_with(game_id, "one") == (None, None)


def test_what_is_not_written_leaves_no_receipt(store: RedisStore, shared_valkey: Valkey, game_id: str) -> None:
    store.create(game_id, b"1", [b"a"], Receipt("one", b"first", LIFE))
    assert not store.create(game_id, b"x", [b"x"], Receipt("one", b"second", LIFE))
    assert not store.commit(game_id, 7, b"x", 2, [b"x"], Receipt("two", b"x", LIFE))
    assert store.load_with(game_id, "one") == (Stored(1, b"1"), b"first")
    assert store.load_with(game_id, "two") == (Stored(1, b"1"), None)
    assert keys(shared_valkey, game_id) == ["events", "receipts", "receipts:one", "state"]


def test_a_change_without_a_receipt_writes_nothing_of_receipts(
    store: RedisStore, shared_valkey: Valkey, game_id: str
) -> None:
    store.create(game_id, b"1", [b"a"])
    store.commit(game_id, 1, b"2", 2, [b"b"])
    assert keys(shared_valkey, game_id) == ["events", "state"]


def test_a_receipt_lives_as_long_as_it_says_and_not_longer_than_its_game(
    store: RedisStore, shared_valkey: Valkey, game_id: str
) -> None:
    store.create(game_id, b"1", [], Receipt("short", b"x", 5_000))
    store.commit(game_id, 1, b"2", 2, [], Receipt("long", b"x", 1_000_000))
    assert 0 < left(shared_valkey, game_id, "receipts:short") <= 5_000
    assert 5_000 < left(shared_valkey, game_id, "receipts:long") <= TTL * 1000
    assert left(shared_valkey, game_id, "receipts") <= TTL * 1000


def test_a_receipt_whose_time_is_over_is_gone_and_its_name_is_free(store: RedisStore, game_id: str) -> None:
    store.create(game_id, b"1", [], Receipt("one", b"first", 1))
    time.sleep(0.02)
    assert store.load_with(game_id, "one") == (Stored(1, b"1"), None)
    assert store.commit(game_id, 1, b"2", 1, [], Receipt("one", b"second", LIFE))
    assert store.load_with(game_id, "one") == (Stored(2, b"2"), b"second")


def test_a_game_keeps_so_many_receipts_and_the_oldest_make_room(
    store: RedisStore, shared_valkey: Valkey, game_id: str
) -> None:
    store.create(game_id, b"", [], Receipt("0", b"0", LIFE))
    for version in range(1, KEPT + 5):
        store.commit(game_id, version, b"", 1, [], Receipt(str(version), b"x", LIFE))
    store.commit(game_id, KEPT + 5, b"", 1, [], Receipt("5", b"again", LIFE))
    kept = {str(version) for version in range(5, KEPT + 5)}
    assert set(keys(shared_valkey, game_id)) == {"state", "receipts"} | {f"receipts:{name}" for name in kept}
    assert store.load_with(game_id, "5")[1] == b"again"
    store.commit(game_id, KEPT + 6, b"", 1, [], Receipt("new", b"x", LIFE))
    assert store.load_with(game_id, "5")[1] == b"again", "what was written anew is not the oldest any more"
    assert store.load_with(game_id, "6")[1] is None


def test_of_many_commits_with_one_receipt_the_winner_is_found(store: RedisStore, game_id: str) -> None:
    store.create(game_id, b"", [b"0"])
    with ThreadPoolExecutor(20) as pool:
        won = list(
            pool.map(
                lambda writer: store.commit(game_id, 1, b"", 2, [b"e"], Receipt("one", b"%d" % writer, LIFE)), range(20)
            )
        )
    assert sum(won) == 1
    assert store.load_with(game_id, "one") == (Stored(2, b""), b"%d" % won.index(True))


def test_a_call_that_is_repeated_after_others_is_known_again(
    store: RedisStore, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The client repeats a call whose reply was lost; meanwhile others may have written."""
    nonces = iter(b"nonce%03d" % number for number in [0, 1, *range(2, 9), 1, 9, 1])
    monkeypatch.setattr(os, "urandom", lambda size: next(nonces))
    store.create(game_id, b"1", [b"a"])
    assert store.commit(game_id, 1, b"2", 2, [b"b"], Receipt("one", b"x", LIFE))
    for version in range(2, 9):
        assert store.commit(game_id, version, b"%d" % (version + 1), version + 1, [b"e"])
    assert store.commit(game_id, 1, b"2", 2, [b"b"], Receipt("one", b"y", LIFE)), "done already"
    assert store.load_with(game_id, "one") == (Stored(9, b"9"), b"x")
    assert store.commit(game_id, 9, b"10", 10, [])
    assert not store.commit(game_id, 1, b"2", 2, [b"b"]), "eight calls later nobody repeats it any more"
