"""The store on one Redis or Valkey server."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import redis
from redis.backoff import ConstantBackoff
from redis.retry import Retry

from service.store import Cursor, Stored, StoreFull, StoreUnavailable

CONNECT_SECONDS = 0.5
ANSWER_SECONDS = 0.8
LISTED = 10_000
"""Games kept in one listing; the oldest make room."""
NOT_NOW = ("LOADING", "READONLY", "MISCONF", "BUSY", "NOREPLICAS", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN")


def connect(url: str) -> redis.Redis:
    """A client that gives an unreachable server up within two seconds, one retry included."""
    return redis.Redis.from_url(
        url,
        socket_timeout=ANSWER_SECONDS,
        socket_connect_timeout=CONNECT_SECONDS,
        retry=Retry(ConstantBackoff(0.05), 1),
    )


@contextmanager
def translated() -> Iterator[None]:
    """What goes wrong with the server, in the store's own words."""
    try:
        yield
    except redis.exceptions.OutOfMemoryError as error:
        raise StoreFull(str(error)) from error
    except (redis.exceptions.ConnectionError, redis.exceptions.TimeoutError) as error:
        raise StoreUnavailable(str(error)) from error
    except redis.exceptions.ResponseError as error:
        if str(error).startswith("OOM"):
            raise StoreFull(str(error)) from error
        if str(error).startswith(NOT_NOW) or isinstance(error, redis.exceptions.ReadOnlyError):
            raise StoreUnavailable(str(error)) from error
        raise


def keys_of(game_id: str) -> list[str]:
    return [f"uno:{{{game_id}}}:state", f"uno:{{{game_id}}}:events"]


class RedisStore:
    """`ttl`: seconds that a game lives after its last command."""

    def __init__(self, client: redis.Redis, ttl: int) -> None:
        self._client: Any = client  # its types allow str in every reply; with decode_responses off it is bytes
        self._life = ttl * 1000
        self._create, self._commit, self._read = map(self._script, ("create", "commit", "read"))

    def _script(self, name: str) -> Any:
        return self._client.register_script((Path(__file__).parent / "lua" / f"{name}.lua").read_text())

    def create(self, game_id: str, blob: bytes, events: Sequence[bytes]) -> bool:
        with translated():
            return bool(self._create(keys_of(game_id), [os.urandom(8), blob, self._life, 1, *events]))

    def load(self, game_id: str) -> Stored | None:
        with translated():
            version, blob = self._client.hmget(keys_of(game_id)[0], ("version", "blob"))
        return None if blob is None else Stored(int(version), blob)

    def commit(self, game_id: str, expected: int, blob: bytes, first_seq: int, events: Sequence[bytes]) -> bool:
        call = [os.urandom(8), blob, self._life, first_seq, expected, *events]
        with translated():
            return bool(self._commit(keys_of(game_id), call))

    def read(self, game_id: str, after: int, limit: int) -> tuple[Stored, list[tuple[int, bytes]]] | None:
        with translated():
            version, blob, entries = self._read(keys_of(game_id), [after, limit])
        if blob is None:
            return None
        return Stored(int(version), blob), [(int(name.partition(b"-")[0]), pair[1]) for name, pair in entries]

    def event(self, game_id: str, seq: int) -> bytes | None:
        with translated():
            entries = self._client.xrange(keys_of(game_id)[1], f"{seq}-0", f"{seq}-0", 1)
        return entries[0][1][b"e"] if entries else None

    def load_many(self, game_ids: Sequence[str]) -> list[Stored | None]:
        if not game_ids:
            return []
        with translated(), self._client.pipeline(transaction=False) as pipe:
            for game_id in game_ids:
                pipe.hmget(keys_of(game_id)[0], ("version", "blob"))
            found = pipe.execute()
        return [None if blob is None else Stored(int(version), blob) for version, blob in found]

    def list_open(self, index: str, game_id: str, rank: int) -> None:
        key = f"uno:open:{index}"
        with translated(), self._client.pipeline(transaction=False) as pipe:
            pipe.zadd(key, {game_id: rank})
            pipe.zremrangebyrank(key, 0, -LISTED - 1)
            pipe.execute()

    def unlist(self, index: str, game_id: str) -> None:
        with translated():
            self._client.zrem(f"uno:open:{index}", game_id)

    def open_games(self, index: str, before: Cursor | None, limit: int) -> list[Cursor]:
        """Games of equal rank come in the descending order of their ids, as Redis sorts them."""
        key, highest, skipped = f"uno:open:{index}", "+inf", 0
        found: list[Cursor] = []
        if before is not None:
            highest = str(before[0])
        while len(found) < limit:
            with translated():
                page = self._client.zrevrangebyscore(key, highest, "-inf", skipped, limit + 1, withscores=True)
            entries = [(int(rank), name.decode()) for name, rank in page]
            found += [entry for entry in entries if before is None or entry < before]
            skipped += len(page)
            if len(page) <= limit:
                break
        return found[:limit]

    def ping(self) -> None:
        with translated():
            self._client.ping()
