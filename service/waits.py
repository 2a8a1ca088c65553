"""Open waits and streams of this process: no more than it can bear beside commands, and ended in order with it.

Raises: `NoRoom`.
"""

import threading

from service.store import Store, Watch


class NoRoom(Exception):
    """As many wait here as may, or the process is ending. Trying again after `retry_after` seconds makes sense."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(retry_after)
        self.retry_after = retry_after


FULL_SECONDS = 5
ENDING_SECONDS = 1
MOST = 5_000


class Waits:
    """At most `most` at once."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._open: set[Watch] = set()
        self._lock = threading.Lock()
        self.ending = False

    def admit(self, store: Store, game_id: str) -> Watch:
        """A place, and a watch on the game; to be given back. Raises `NoRoom`."""
        with self._lock:
            if self.ending:
                raise NoRoom(ENDING_SECONDS)
            if len(self._open) >= self._most:
                raise NoRoom(FULL_SECONDS)
            watch = store.watch(game_id)
            self._open.add(watch)
        return watch

    def dismiss(self, watch: Watch) -> None:
        """Gives a place back; done twice it does nothing."""
        with self._lock:
            self._open.discard(watch)
        watch.leave()

    def end(self) -> None:
        """Wakes everybody: waits are answered with what there is, streams end, and nobody is admitted any more."""
        with self._lock:
            self.ending = True
            waiting = tuple(self._open)
        for watch in waiting:
            watch.wake()
