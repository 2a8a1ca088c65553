"""The desk, for whoever looks on: the game, its events, its finished rounds."""

from contextlib import suppress
from typing import NamedTuple

from service.deadlines import is_over
from service.desk import GAME_ID, Desk, NoSuchGame, Table, load, load_as_stored
from service.engine import event_view, finished_round
from service.engine.events import RoundEnded
from service.engine.history import EventView, FinishedRound
from service.engine.view import Shown
from service.record import Record, entry_of, instant, record_of
from service.seats import Claim, viewer_of
from service.store import StoreFull


class NoSuchRound(Exception):
    """The round has not been played to its end, or there is none of this number."""


class Looking(NamedTuple):
    """A table, and as whom the caller sees it."""

    table: Table
    viewer: int | None


class EventPage(Shown, frozen=True):
    """Events in order. `last_seq` is where the next page goes on."""

    items: tuple[EventView, ...]
    last_seq: int
    has_more: bool


def look(desk: Desk, game_id: str, claim: Claim | None) -> Looking:
    """Raises `NoSuchGame`, `TokenMissing` (a private game), `TokenRevoked`."""
    table = glance(desk, game_id)
    return Looking(table, viewer_of(table.record, claim))


def glance(desk: Desk, game_id: str) -> Table:
    """The game as it is on time; where nothing can be written, as it is stored. Raises `NoSuchGame`."""
    with suppress(StoreFull):
        return load(desk, game_id)
    return load_as_stored(desk, game_id)


def events(desk: Desk, game_id: str, claim: Claim | None, after: int, limit: int) -> EventPage:
    """The events after a number, at most `limit`; raises as `look`."""
    record, rows = read(desk, game_id, after, limit)
    if is_over(record, desk.clock()):
        glance(desk, game_id)
        record, rows = read(desk, game_id, after, limit)
    viewer = viewer_of(record, claim)
    entries = [(seq, entry_of(blob)) for seq, blob in rows]
    items = tuple(event_view(record.state, entry.event, seq, instant(entry.at), viewer) for seq, entry in entries)
    last = items[-1].seq if items else min(after, record.state.seq)
    return EventPage(items, last, last < record.state.seq)


def read(desk: Desk, game_id: str, after: int, limit: int) -> tuple[Record, list[tuple[int, bytes]]]:
    """A game and events of it, as they are stored. Raises `NoSuchGame`."""
    found = desk.store.read(game_id, after, limit) if GAME_ID.fullmatch(game_id) else None
    if found is None:
        raise NoSuchGame
    return record_of(found[0].blob), found[1]


def round_of(desk: Desk, game_id: str, claim: Claim | None, number: int) -> FinishedRound:
    """A finished round; raises `NoSuchRound`, and as `look`."""
    table = look(desk, game_id, claim).table
    ends = table.state.round_ends
    if not 1 <= number <= len(ends):
        raise NoSuchRound
    blob = desk.store.event(game_id, ends[number - 1])
    event = entry_of(blob).event if blob else None
    if not isinstance(event, RoundEnded):
        raise NoSuchRound
    return finished_round(event)
