"""The list of deadlines: what is due is given to one, and nothing that is written to it is lost."""

from collections.abc import Iterator

import pytest

from service.store import Lease
from service.store.redis import CLAIMED, LEASE, SHARDS, RedisStore, connect
from tests.valkey import Valkey

NOW = 1_700_000_000_000


@pytest.fixture
def store(shared_valkey: Valkey) -> Iterator[RedisStore]:
    yield RedisStore(connect(shared_valkey.url), 60)
    for shard in range(SHARDS):
        shared_valkey.ask("DEL", f"uno:deadlines:{shard}")


def claimed(store: RedisStore, now: int) -> list[str]:
    return sorted(lease.game_id for lease in store.claim(now))


def the(leases: list[Lease]) -> Lease:
    [lease] = leases
    return lease


def test_a_game_is_claimed_when_its_time_has_come_and_not_before(store: RedisStore) -> None:
    store.schedule("a", NOW)
    assert claimed(store, NOW - 1) == []
    assert claimed(store, NOW) == ["a"]


def test_a_game_that_was_claimed_is_given_to_nobody_else_until_the_lease_is_over(store: RedisStore) -> None:
    store.schedule("a", NOW)
    assert claimed(store, NOW) == ["a"]
    assert claimed(store, NOW + LEASE) == []
    assert claimed(store, NOW + LEASE + 1) == ["a"], "whoever held it has died"


def test_a_game_that_was_released_comes_again_at_its_time_or_never(store: RedisStore) -> None:
    for game_id in ("a", "b"):
        store.schedule(game_id, NOW)
    for lease in store.claim(NOW):
        store.release(lease, NOW + 700 if lease.game_id == "a" else None)
    assert claimed(store, NOW + 699) == []
    assert claimed(store, NOW + 700) == ["a"]
    assert claimed(store, NOW + 10 * LEASE) == ["a"]


def test_an_earlier_time_that_stands_there_already_stays(store: RedisStore) -> None:
    store.schedule("a", NOW)
    store.schedule("a", NOW + 500)
    assert claimed(store, NOW) == ["a"]
    store.schedule("b", NOW + 500)
    store.schedule("b", NOW)
    assert claimed(store, NOW) == ["b"]


@pytest.mark.parametrize("at", [NOW + 10, NOW + LEASE, NOW + 10 * LEASE])
def test_what_is_scheduled_while_a_game_is_claimed_outlives_its_release(store: RedisStore, at: int) -> None:
    store.schedule("a", NOW)
    lease = the(store.claim(NOW))
    store.schedule("a", at)
    store.release(lease, None)
    assert claimed(store, at - 1) == []
    assert claimed(store, at) == ["a"]


def test_a_lease_that_is_over_releases_nothing(store: RedisStore) -> None:
    store.schedule("a", NOW)
    late = the(store.claim(NOW))
    other = the(store.claim(NOW + LEASE + 1))
    store.release(late, None)
    store.release(other, NOW + 20_000)
    assert claimed(store, NOW + 20_000) == ["a"]


def test_many_games_are_claimed_once_each_and_a_part_at_a_time(store: RedisStore) -> None:
    games = {f"game{number}" for number in range(3 * SHARDS * CLAIMED)}
    for game_id in games:
        store.schedule(game_id, NOW)
    found: list[str] = []
    while part := claimed(store, NOW):
        assert len(part) <= SHARDS * CLAIMED
        found += part
    assert len(found) == len(games) and {*found} == games


def test_deadlines_are_spread_over_keys(store: RedisStore, shared_valkey: Valkey) -> None:
    for number in range(200):
        store.schedule(f"game{number}", NOW)
    keys = shared_valkey.ask("KEYS", "uno:deadlines:*")
    assert isinstance(keys, list) and len(keys) == SHARDS
