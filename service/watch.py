"""The desk, for whoever looks on: the game, its events, its finished rounds."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from service.deadlines import is_over
from service.desk import GAME_ID, Desk, NoSuchGame, Table, load, load_as_stored
from service.engine import event_view, finished_round
from service.engine.events import RoundEnded
from service.engine.history import EventView, FinishedRound
from service.engine.view import Shown
from service.record import Record, entry_of, instant, record_of
from service.seats import Claim, viewer_of
from service.store import Read, StoreFull, Watch


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


Rows = list[tuple[int, bytes]]
"""Events as they are stored, by their numbers."""
Known = Callable[[int, int | None], bool]
"""Whether a caller knows a version already, as a viewer sees it."""


def look(desk: Desk, game_id: str, claim: Claim | None) -> Looking:
    """Raises `NoSuchGame`, `TokenMissing` (a private game), `TokenRevoked`."""
    table = glance(desk, game_id, claim)
    return Looking(table, viewer_of(table.record, claim))


def glance(desk: Desk, game_id: str, claim: Claim | None) -> Table:
    """The game as it is on time; where nothing can be written, as it is stored. Raises `NoSuchGame`."""
    with suppress(StoreFull):
        return load(desk, game_id, claim)
    return load_as_stored(desk, game_id, claim)


def look_for_change(desk: Desk, game_id: str, claim: Claim | None, known: Known, seconds: int) -> Looking:
    """The game as soon as it is not the one that is known, or after so many seconds as it is; raises as `look`, and
    `NoRoom`."""
    found = look(desk, game_id, claim)
    if not seconds or not known(found.table.version, found.viewer):
        return found
    with waiting(desk, game_id, seconds) as (wait, _):
        while known(found.table.version, found.viewer) and wait():
            found = look(desk, game_id, claim)
    return found


def events(desk: Desk, game_id: str, claim: Claim | None, after: int, limit: int, seconds: int = 0) -> EventPage:
    """The events after a number, at most `limit`; if there are none, those that come within so many seconds. Raises as
    `look`, and `NoRoom`."""
    record, rows = read(desk, game_id, claim, after, limit)
    page = page_of(record, rows, claim, after)
    if page.items or not seconds or after > record.state.seq:
        return page
    with waiting(desk, game_id, seconds) as (wait, watch):
        while True:
            page = page_of(*unpacked(watch.read(after, limit)), claim, after)
            if page.items or not wait():
                return page


def read(desk: Desk, game_id: str, claim: Claim | None, after: int, limit: int) -> tuple[Record, Rows]:
    """A game as it is on time, and events of it; the caller is noted as present. Raises `NoSuchGame`."""
    note = desk.presence.note(claim, desk.clock())
    record, rows = unpacked(desk.store.read(game_id, after, limit, note) if GAME_ID.fullmatch(game_id) else None)
    if not is_over(record, desk.clock()):
        return record, rows
    glance(desk, game_id, claim)
    return unpacked(desk.store.read(game_id, after, limit))


def unpacked(found: Read | None) -> tuple[Record, Rows]:
    """Raises `NoSuchGame`."""
    if found is None:
        raise NoSuchGame
    return record_of(found[0].blob), found[1]


def page_of(record: Record, rows: Rows, claim: Claim | None, after: int) -> EventPage:
    """Events of a game as its caller may see them; raises as `look`."""
    viewer = viewer_of(record, claim)
    entries = [(seq, entry_of(blob)) for seq, blob in rows]
    items = tuple(event_view(record.state, entry.event, seq, instant(entry.at), viewer) for seq, entry in entries)
    last = items[-1].seq if items else min(after, record.state.seq)
    return EventPage(items, last, last < record.state.seq)


@contextmanager
def waiting(desk: Desk, game_id: str, seconds: int) -> Iterator[tuple[Callable[[], bool], Watch]]:
    """A place to wait: a function that returns when the game may have changed, False if it is no use to go on, and the
    watch. Raises `NoRoom`."""
    until = desk.clock() + seconds * 1000
    watch = desk.waits.admit(desk.store, game_id)

    def wait() -> bool:
        left = until - desk.clock()
        if left > 0 and not desk.waits.ending:
            watch.wait(left / 1000)
        return left > 0 and not desk.waits.ending

    try:
        yield wait, watch
    finally:
        desk.waits.dismiss(watch)


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
