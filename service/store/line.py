"""Trips to the server with nothing around them that a trip does not need: under gevent the client library spends more
on a call than the server does, most of it to count what nobody looks at."""

import time
from collections.abc import Sequence
from hashlib import sha1
from typing import Any

import hiredis
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

PAUSE = 0.05
"""Seconds before a trip is made again."""
ONCE = Retry(NoBackoff(), 0)
"""A connection is opened in one try: whoever asks tries again."""
Cut = (redis.ConnectionError, redis.TimeoutError)
Words = tuple[bytes | str | int, ...]


class Lines:
    """Open connections that nobody uses at the moment; `pool` makes more of them."""

    def __init__(self, pool: redis.ConnectionPool) -> None:
        self._pool = pool
        self._idle: list[Any] = []

    def ask(self, words: Words) -> Any:
        """A command's reply; if the connection fails, of the same command again over a new one. Raises
        `redis.RedisError`."""
        try:
            return self._over(self._line(), words)
        except Cut:
            self._idle.clear()  # what has cut one has cut the others
            time.sleep(PAUSE)
            return self._over(self._line(), words)

    def _line(self) -> Any:
        try:
            return self._idle.pop()
        except IndexError:
            line: Any = self._pool.make_connection()
            line.retry = ONCE
            return line

    def _over(self, line: Any, words: Words) -> Any:
        try:
            line.send_packed_command((hiredis.pack_command(words),), False)  # type: ignore[arg-type]
            reply = line.read_response()
        except redis.ResponseError:
            self._idle.append(line)
            raise
        except BaseException:
            line.disconnect()
            raise
        self._idle.append(line)
        return reply


class Script:
    """A script of the server, called by the digest of its text."""

    def __init__(self, lines: Lines, text: str) -> None:
        self._lines, self._text = lines, text
        self._digest = sha1(text.encode(), usedforsecurity=False).hexdigest()

    def __call__(self, keys: Sequence[str], args: Sequence[bytes | str | int]) -> Any:
        """What the script returns. Raises `redis.RedisError`."""
        call = (len(keys), *keys, *args)
        try:
            return self._lines.ask(("EVALSHA", self._digest, *call))
        except redis.exceptions.NoScriptError:
            return self._lines.ask(("EVAL", self._text, *call))
