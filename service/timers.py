"""The desk, for nobody: games whose time is over go on, also if nobody asks for them.

Every worker has a `Sweeper`. What it finds in the store's list of deadlines is a hint, and the game's record is the
truth: a game that is looked at goes on if its time is over, and otherwise is put back to when it will be.
"""

import logging
import threading

from service.deadlines import deadline
from service.desk import Desk, NoSuchGame, load
from service.store import Lease, StoreUnavailable

TICK = 0.4
"""Seconds between two looks at the list."""
LONGEST_PAUSE = 5.0
"""Seconds between two tries while the store cannot be reached."""
SICK = 60_000
"""Milliseconds in which a game is let be that cannot go on because of a defect."""


def sweep(desk: Desk, log: logging.Logger) -> None:
    """Lets every game go on whose time is over. Raises `StoreUnavailable`; a game that was not put back is found again
    when its lease is over."""
    for lease in desk.store.claim(desk.clock()):
        desk.store.release(lease, next_look(desk, lease, log))


def next_look(desk: Desk, lease: Lease, log: logging.Logger) -> int | None:
    """When to look at a game again, in milliseconds since 1970, once all is done whose time is over."""
    try:
        return deadline(load(desk, lease.game_id).record)
    except NoSuchGame:
        return None
    except StoreUnavailable:
        raise
    except Exception:
        log.exception("A game cannot go on by itself.")
        return desk.clock() + SICK


class Sweeper:
    """Sweeps in a thread of its own until it is stopped, through every outage of the store."""

    def __init__(self, desk: Desk, log: logging.Logger) -> None:
        self._desk, self._log = desk, log
        self._over = threading.Event()
        self._thread = threading.Thread(target=self.run, name="uno-sweeper", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Returns when nothing is done any more, or the store is silent for too long."""
        self._over.set()
        self._thread.join(LONGEST_PAUSE)

    def run(self) -> None:
        pause = TICK
        while not self._over.wait(pause):
            pause = TICK if self.swept(first=pause == TICK) else min(2 * pause, LONGEST_PAUSE)

    def swept(self, first: bool) -> bool:
        """Says whether the store could be reached; of an outage the log is told once."""
        try:
            sweep(self._desk, self._log)
        except StoreUnavailable as error:
            if first:
                self._log.warning("Deadlines wait for the storage: %s", error)
            return False
        except Exception:
            self._log.exception("The deadlines could not be looked at.")
            return False
        return True
