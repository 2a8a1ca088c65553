"""The store on one Redis or Valkey server."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from zlib import crc32

import redis
from redis.backoff import ConstantBackoff
from redis.retry import Retry

from service.store import Cursor, Lease, Note, Read, Receipt, Stored, StoreFull, StoreUnavailable, Watch
from service.store.line import Lines, Script
from service.store.listener import Listener

CONNECT_SECONDS = 0.5
ANSWER_SECONDS = 0.8
LISTED = 10_000
"""Games kept in one listing; the oldest make room."""
KEPT = 128
"""Receipts kept of one game; the oldest make room."""
SHARDS = 8
LEASE = 5_000
"""Milliseconds that a claimed game is left to whoever claimed it."""
CLAIMED = 32
"""Games claimed at once, of each shard."""
FULL = "command not allowed when used memory"


class Pool(redis.ConnectionPool):
    """Hands its connections out unexamined: to look whether the server has closed one costs a third of a trip under
    gevent, and the retry of the command finds that out for nothing."""

    def get_connection(self, command_name: str | None = None, *keys: Any, **options: Any) -> Any:
        self._checkpid()
        with self._lock:
            idle = self._available_connections
            connection: Any = idle.pop() if idle else self.make_connection()
            self._in_use_connections.add(connection)
        try:
            connection.connect()
        except BaseException:
            self.release(connection)
            raise
        return connection


def connect(url: str) -> redis.Redis:
    """A client that gives an unreachable or silent server up within two seconds, one retry included."""
    pool = Pool.from_url(
        url,
        socket_timeout=ANSWER_SECONDS,
        socket_connect_timeout=CONNECT_SECONDS,
        retry=Retry(ConstantBackoff(0.05), 1),
    )
    return redis.Redis.from_pool(pool)


@contextmanager
def translated() -> Iterator[None]:
    """What goes wrong with the server, in the store's own words."""
    try:
        yield
    except redis.RedisError as error:
        kind = StoreFull if FULL in str(error) else StoreUnavailable
        raise kind(str(error)) from error


def keys_of(game_id: str) -> list[str]:
    return [f"uno:{{{game_id}}}:state", f"uno:{{{game_id}}}:events"]


def keys_of_receipt(game_id: str, name: str) -> list[str]:
    """Where the names of a game's receipts are, and where one of them is."""
    names = f"uno:{{{game_id}}}:receipts"
    return [names, f"{names}:{name}"]


def deadlines(shard: int) -> str:
    """Where deadlines are; not one key, so that not every game's are in the same slot of a cluster."""
    return f"uno:deadlines:{shard}"


def deadlines_with(game_id: str) -> list[str]:
    """Where a game's deadline is."""
    return [deadlines(crc32(game_id.encode()) % SHARDS)]


def source(name: str) -> str:
    return (Path(__file__).parent / "lua" / f"{name}.lua").read_text()


def key_of_notes(game_id: str) -> str:
    return f"uno:{{{game_id}}}:presence"


def key_of_ticket(game_id: str, name: str) -> str:
    return f"uno:{{{game_id}}}:ticket:{name}"


class RedisStore:
    """`ttl`: seconds that a game lives after its last command."""

    def __init__(self, client: redis.Redis, ttl: int) -> None:
        self._client: Any = client  # its types allow str in every reply; with decode_responses off it is bytes
        self._life = ttl * 1000
        self._lines = Lines(client.connection_pool)
        self._create, self._commit = map(self._script, ("create", "commit"))
        self._load, self._read = map(self._script, ("load", "read"))
        self._schedule, self._release, self._claim = *map(self._script, ("schedule", "release")), source("claim")
        self._listener = Listener(client.connection_pool)

    def _script(self, name: str) -> Any:
        return Script(self._lines, source(name))

    def create(self, game_id: str, blob: bytes, events: Sequence[bytes], receipt: Receipt | None = None) -> bool:
        keys, kept = self._with_receipt(game_id, receipt)
        with translated():
            return bool(self._create(keys, [os.urandom(8), blob, self._life, *kept, *events]))

    def _with_receipt(self, game_id: str, receipt: Receipt | None) -> tuple[list[str], Sequence[bytes | int]]:
        """The keys of a script that may keep a receipt, and what it is told of that."""
        if receipt is None:
            return keys_of(game_id), (b"", 0, 0)
        keys = keys_of(game_id) + keys_of_receipt(game_id, receipt.name)
        return keys, (receipt.blob, min(receipt.life, self._life), KEPT)

    def load(self, game_id: str, note: Note | None = None) -> Stored | None:
        return self._loaded([keys_of(game_id)[0], key_of_notes(game_id)], note)[0]

    def load_with(self, game_id: str, name: str, note: Note | None = None) -> tuple[Stored | None, bytes | None]:
        keys = [keys_of(game_id)[0], key_of_notes(game_id), keys_of_receipt(game_id, name)[1]]
        return self._loaded(keys, note)

    def _loaded(self, keys: list[str], note: Note | None) -> tuple[Stored | None, bytes | None]:
        with translated():
            version, blob, notes, *receipt = self._load(keys, note or ())
        stored = None if blob is None else Stored(int(version), blob, tuple(notes))
        return stored, receipt[0] if receipt else None

    def commit(
        self,
        game_id: str,
        expected: int,
        blob: bytes,
        first_seq: int,
        events: Sequence[bytes],
        receipt: Receipt | None = None,
    ) -> bool:
        """The client repeats a call whose reply it has lost; by the nonce the script knows it again."""
        keys, kept = self._with_receipt(game_id, receipt)
        call = [os.urandom(8), blob, self._life, *kept, first_seq, expected, *events]
        with translated():
            return bool(self._commit(keys, call))

    def read(self, game_id: str, after: int, limit: int, note: Note | None = None) -> Read | None:
        keys = keys_of(game_id) + ([key_of_notes(game_id)] if note else [])
        with translated():
            version, blob, entries = self._read(keys, [after, limit, *(note or ())])
        if blob is None:
            return None
        return Stored(int(version), blob), [(int(name.partition(b"-")[0]), pair[1]) for name, pair in entries]

    def watch(self, game_id: str) -> Watch:
        def read(after: int, limit: int) -> Read | None:
            return self.read(game_id, after, limit)

        return self._listener.watch(keys_of(game_id)[0], read)

    def keep_ticket(self, game_id: str, name: str, blob: bytes, life: int) -> None:
        with translated():
            self._client.set(key_of_ticket(game_id, name), blob, px=life)

    def take_ticket(self, game_id: str, name: str) -> bytes | None:
        with translated():
            blob: bytes | None = self._client.getdel(key_of_ticket(game_id, name))
        return blob

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
        highest = "+inf" if before is None else str(before[0])
        found: list[Cursor] = []
        seen = 0
        while len(found) < limit:
            page = self._page(index, highest, seen, limit + 1)
            found += [entry for entry in page if before is None or entry < before]
            seen += len(page)
            if len(page) <= limit:
                break
        return found[:limit]

    def _page(self, index: str, highest: str, seen: int, limit: int) -> list[Cursor]:
        """Entries of rank `highest` and lower, after as many of them as were seen."""
        with translated():
            page = self._client.zrevrangebyscore(f"uno:open:{index}", highest, "-inf", seen, limit, withscores=True)
        return [(int(rank), name.decode()) for name, rank in page]

    def schedule(self, game_id: str, at: int) -> None:
        with translated():
            self._schedule(deadlines_with(game_id), [game_id, at])

    def claim(self, now: int) -> list[Lease]:
        until = now + LEASE + 0.5
        with translated(), self._client.pipeline(transaction=False) as pipe:
            for shard in range(SHARDS):
                pipe.eval(self._claim, 1, deadlines(shard), now, until, CLAIMED)
            found = pipe.execute()
        return [Lease(name.decode(), until) for names in found for name in names]

    def release(self, lease: Lease, at: int | None) -> None:
        with translated():
            self._release(deadlines_with(lease.game_id), [lease.game_id, lease.until, "" if at is None else at])

    def ping(self) -> None:
        with translated():
            self._client.ping()
