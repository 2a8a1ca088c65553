"""The desk, for whoever wants to be told: a game's events as they happen, and tickets for those who cannot send tokens.

A stream begins with a snapshot, or after an event that its reader knows, and goes on until the match is over and told,
the game is gone, or the reader may not look on any more. It holds no place in the store: it is woken, and reads.

Raises: `TicketInvalid`, `NoRoom`, and what `watch.look` raises.
"""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from typing import NamedTuple

from service.desk import GAME_ID, Desk, NoSuchGame, load, seen
from service.engine.history import EventView
from service.engine.state import GameOver, GameState
from service.engine.view import GameView, Shown
from service.seats import Claim, TokenMissing, TokenRevoked, seat_of
from service.store import Read, StoreUnavailable, Watch
from service.watch import look, page_of, unpacked

PAGE = 100
BEAT_SECONDS = 15.0
"""After so long without news a stream says that it is still there."""
BEATS_UNREAD = 2
"""After so many the game is read even so: it may have expired, and the reader is noted as present."""
RETRY_SECONDS = 3.0
"""After so long a stream reads again where the storage could not be reached."""
TICKET_BYTES = 24
TICKET_SECONDS = 60


class TicketInvalid(Exception):
    """No ticket of this game, or it was used, or it has expired."""


class StreamTicket(Shown, frozen=True):
    """Opens one stream, within `expires_in` seconds."""

    ticket: str
    expires_in: int


class Told(NamedTuple):
    """An event by its number, type and content; or the first of all, named `snapshot`: the game as the reader sees it,
    every event up to `seq` included."""

    seq: int
    name: str
    value: EventView | GameView


News = tuple[Told, ...]
"""What a stream says at once; nothing: it is still there."""
SNAPSHOT = "snapshot"


def ticket(desk: Desk, game_id: str, claim: Claim | None) -> StreamTicket:
    """A ticket for a seat; raises `NoSuchGame`, `TokenMissing`, `TokenRevoked`."""
    if claim is None:
        raise TokenMissing
    seat_of(load(desk, game_id, claim).record, claim)
    made = urlsafe_b64encode(desk.dice(TICKET_BYTES)).decode()
    kept = f"{claim.seat}.{claim.generation}".encode()
    desk.store.keep_ticket(game_id, name_of(made), kept, TICKET_SECONDS * 1000)
    return StreamTicket(made, TICKET_SECONDS)


def claim_of(desk: Desk, game_id: str, made: str) -> Claim:
    """The claim of whom a ticket was made for; the ticket is used then. Raises `TicketInvalid`."""
    kept = desk.store.take_ticket(game_id, name_of(made)) if GAME_ID.fullmatch(game_id) else None
    if kept is None:
        raise TicketInvalid
    seat, generation = map(int, kept.split(b"."))
    return Claim(game_id, seat, generation)


def name_of(made: str) -> str:
    """How a ticket is found; it is not stored itself."""
    return hashlib.sha256(made.encode()).hexdigest()


def opened(desk: Desk, game_id: str, claim: Claim | None, seq: int | None) -> "Stream | None":
    """A stream for who knows the events up to `seq`, or none; None: the match is over, and all of it is known."""
    state = look(desk, game_id, claim).table.state
    if seq is not None and seq > state.seq:
        seq = None  # what the reader knows is lost
    if seq == state.seq and isinstance(state.awaiting, GameOver):
        return None
    return Stream(desk, game_id, claim, seq)


class Stream:
    """What a reader is told, piece by piece. It takes its place at once, and is to be closed."""

    def __init__(self, desk: Desk, game_id: str, claim: Claim | None, seq: int | None) -> None:
        self._desk, self._game_id, self._claim = desk, game_id, claim
        self._seq = seq  # the last event that the reader knows
        self._quiet, self._pause = BEATS_UNREAD, 0.0
        self._more = self._over = False
        self._watch: Watch = desk.waits.admit(desk.store, game_id)

    def close(self) -> None:
        """Done twice it does nothing."""
        self._desk.waits.dismiss(self._watch)

    def __iter__(self) -> Iterator[News]:
        """Ends with the match, with the game, with the right to look on, or with the process."""
        try:
            while not self._over and not self._desk.waits.ending:
                yield self._next()
        except (NoSuchGame, TokenMissing, TokenRevoked):
            return

    def _next(self) -> News:
        """What there is, as soon as there is something; nothing at each beat."""
        if not self._more and not self._watch.wait(self._pause):
            self._quiet += 1
            if self._quiet < BEATS_UNREAD:
                return ()
        try:
            return self._news()
        except StoreUnavailable:
            self._quiet, self._pause, self._more = BEATS_UNREAD, RETRY_SECONDS, False
            return ()

    def _news(self) -> News:
        if self._seq is None:
            news, state = self._snapshot()
        else:
            news, state = self._events(self._seq)
        self._quiet, self._pause = 0, BEAT_SECONDS
        self._over = isinstance(state.awaiting, GameOver) and not self._more
        return news

    def _snapshot(self) -> tuple[News, GameState]:
        table, viewer = look(self._desk, self._game_id, self._claim)
        self._seq = table.state.seq
        return (Told(self._seq, SNAPSHOT, seen(table, viewer, self._desk.clock())),), table.state

    def _events(self, seq: int) -> tuple[News, GameState]:
        record, rows = unpacked(self._read(seq))
        page = page_of(record, rows, self._claim, seq)
        self._seq, self._more = page.last_seq, page.has_more
        return tuple(Told(event.seq, event.type, event) for event in page.items), record.state

    def _read(self, seq: int) -> Read | None:
        """After some quiet not what others have read: nobody may have been told that the game is gone."""
        if self._quiet < BEATS_UNREAD:
            return self._watch.read(seq, PAGE)
        note = self._desk.presence.note(self._claim, self._desk.clock())
        return self._desk.store.read(self._game_id, seq, PAGE, note)
