"""Who is there: when a seat was last heard of.

Each process remembers when it last wrote a seat down, and does so again only after a while, in a trip to the store
that is made anyway. A note names the seat with the generation of its token: who has lost the seat is not taken for who
sits there now.
"""

from collections.abc import Sequence
from functools import lru_cache

from service.engine.view import Contact
from service.record import Record, instant
from service.seats import Claim
from service.store import Note

EVERY = 20_000
"""Milliseconds between two notes of a seat."""
CONNECTED = 45_000
"""Milliseconds after which a seat that is not heard of counts as gone."""
MOST_SPELLED = 4_096
"""Moments whose spelling is remembered: views show the same ones again and again."""
MOST = 50_000
"""Seats remembered; then all are forgotten, which costs a note each."""


spelled = lru_cache(MOST_SPELLED)(instant)


class Presence:
    """What this process has written down lately."""

    def __init__(self) -> None:
        self._noted: dict[Claim, int] = {}

    def note(self, claim: Claim | None, now: int) -> Note | None:
        """What is to be written down of a caller at `now`, in milliseconds since 1970, if it is time."""
        if claim is None or now - self._noted.get(claim, 0) < EVERY:
            return None
        if len(self._noted) >= MOST:
            self._noted.clear()
        self._noted[claim] = now
        return Note(f"{claim.seat}.{claim.generation}", now)


def contacts(record: Record, notes: Sequence[bytes], viewer: int | None, now: int) -> tuple[Contact, ...]:
    """By seat, how it was at `now`; `notes` as they are stored. Whoever looks is there."""
    heard = {who.decode(): int(at) for who, at in zip(notes[::2], notes[1::2], strict=True)}
    if viewer is not None:
        heard[named(record, viewer)] = now
    return tuple(contact(heard.get(named(record, seat)), now) for seat in range(len(record.keys)))


def named(record: Record, seat: int) -> str:
    return f"{seat}.{record.keys[seat].generation}"


def contact(at: int | None, now: int) -> Contact:
    return Contact(False) if at is None else Contact(now - at <= CONNECTED, spelled(at))
