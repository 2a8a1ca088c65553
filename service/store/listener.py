"""The ear of a process: one connection that hears of changed games, for all who wait here.

Those who wait are woken and no more; what has happened they read. So nobody is too slow for it, and nothing is kept for
anybody. A game is subscribed to while somebody waits for it. Each confirmed subscription wakes too, the first as well
as those after the server was away: what was published before it is read then, and none has to be waited for.

Works with threads and with gevent's greenlets alike.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.store import Read, StoreUnavailable

PAUSES = (0.1, 0.2, 0.5, 1.0)
"""Seconds between two tries to reach the server; the last one again and again."""
READS = 32
"""Trips at once of all who were woken: a herd leaves connections to others."""
Reader = Callable[[int, int], Read | None]


class Channel:
    """A game that somebody waits for here. `rings` counts what was heard of it; `live`: everything is heard; `found`
    is what was read last, after how many rings and by which question."""

    __slots__ = ("bell", "failures", "found", "live", "reading", "rings", "watchers")

    def __init__(self) -> None:
        self.bell = threading.Condition()
        self.reading = threading.Lock()
        self.rings = self.failures = self.watchers = 0
        self.live = False
        self.found: tuple[tuple[int, int, int], Read | None] | None = None

    def ring(self) -> None:
        with self.bell:
            self.rings += 1
            self.bell.notify_all()


class RedisWatch:
    """A `Watch`; `read` makes the trip, `leave` is told once."""

    __slots__ = ("_channel", "_gate", "_heard", "_leave", "_read", "_woken")

    def __init__(
        self, channel: Channel, gate: threading.BoundedSemaphore, read: Reader, leave: Callable[[], None]
    ) -> None:
        self._channel, self._gate, self._read = channel, gate, read
        self._leave: Callable[[], None] | None = leave
        self._heard, self._woken = channel.rings, False

    def wait(self, seconds: float) -> bool:
        channel = self._channel
        with channel.bell:
            channel.bell.wait_for(self._is_told, seconds)
            news = channel.rings != self._heard
            self._heard = channel.rings
        return news

    def _is_told(self) -> bool:
        return self._woken or self._channel.rings != self._heard

    def read(self, after: int, limit: int) -> Read | None:
        """Who waits in line behind a trip that fails shares its failure too."""
        channel, before = self._channel, self._channel.failures
        with channel.reading:
            if channel.failures != before:
                raise StoreUnavailable("Somebody else has just tried.")
            asked = (channel.rings, after, limit)
            if channel.live and channel.found is not None and channel.found[0] == asked:
                return channel.found[1]
            channel.found = (asked, self._trip(after, limit))
            return channel.found[1]

    def _trip(self, after: int, limit: int) -> Read | None:
        try:
            with self._gate:
                return self._read(after, limit)
        except StoreUnavailable:
            self._channel.failures += 1
            raise

    def wake(self) -> None:
        with self._channel.bell:
            self._woken = True
            self._channel.bell.notify_all()

    def leave(self) -> None:
        leave, self._leave = self._leave, None
        if leave is not None:
            leave()


class Listener:
    """Listens from the first watch on; `pool` says how the server is reached."""

    def __init__(self, pool: redis.ConnectionPool) -> None:
        self._pool: Any = pool
        self._channels: dict[str, Channel] = {}
        self._lock = threading.Lock()
        self._gate = threading.BoundedSemaphore(READS)
        self._line: Any = None
        self._started = False

    def watch(self, name: str, read: Reader) -> RedisWatch:
        """Somebody who waits for what is published on the channel of this name."""
        with self._lock:
            channel = self._channels.get(name)
            if channel is None:
                channel = self._channels[name] = Channel()
                self._say("SSUBSCRIBE", name)
            channel.watchers += 1
            self._start()
        return RedisWatch(channel, self._gate, read, lambda: self._leave(name, channel))

    def _leave(self, name: str, channel: Channel) -> None:
        with self._lock:
            channel.watchers -= 1
            if not channel.watchers:
                del self._channels[name]
                self._say("SUNSUBSCRIBE", name)

    def _start(self) -> None:
        if not self._started:
            threading.Thread(target=self._listen, name="listener", daemon=True).start()
            self._started = True

    def _say(self, *words: str) -> None:
        """Whether it arrives shows in the answers; a line that is broken is made anew by who listens."""
        if self._line is not None:
            try:
                self._line.send_command(*words)
            except (redis.RedisError, OSError):
                self._line = None

    def _listen(self) -> None:
        """Listens for ever, over one line after the other."""
        failed = 0
        while True:
            try:
                with self._connected() as line:
                    failed = 0
                    while self._line is line:
                        self._hear(line.read_response(push_request=True))
            except (redis.RedisError, OSError):
                threading.Event().wait(PAUSES[min(failed, len(PAUSES) - 1)])
                failed += 1

    @contextmanager
    def _connected(self) -> Iterator[Any]:
        """A line on which all channels are asked for."""
        line = self._connection()
        try:
            line.connect()
            with self._lock:
                calls = [("SSUBSCRIBE", name) for name in self._channels]
                if calls:
                    line.send_packed_command(line.pack_commands(calls))
                self._line = line
            yield line
        finally:
            with self._lock:
                self._line = None
                for channel in self._channels.values():
                    channel.live = False
            line.disconnect()

    def _connection(self) -> Any:
        """One that waits without end for the server to speak. A server that is gone without a word is noticed by the
        system where there is a network between."""
        kind, options = self._pool.connection_class, dict(self._pool.connection_kwargs)
        options |= {"socket_timeout": None, "protocol": 2, "retry": Retry(NoBackoff(), 0)}
        if not issubclass(kind, redis.UnixDomainSocketConnection):
            options["socket_keepalive"] = True
        return kind(**options)

    def _hear(self, said: Any) -> None:
        """A confirmation, or a message: `said` is its kind, the channel, and what it says."""
        if not isinstance(said, list) or said[0] not in (b"ssubscribe", b"smessage"):
            return
        with self._lock:
            channel = self._channels.get(said[1].decode())
        if channel is not None:
            channel.live = True
            channel.ring()
