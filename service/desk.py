"""The desk's own tools: what it is given, how it takes a game from the store, and how it puts it back.

Everything here works on a `Table`: a stored game with its id and version. `settled` is the one way by which a game
changes: load, decide, save, and again after a lost race. Where the request is named, its receipt is loaded and saved
with the game, and what its caller will be told is made before anything is saved.

Raises: `NoSuchGame`, `VersionMismatch`, `VersionRequired`, `DecisionClosed`, `Busy`, `Answered`, and `AtTable` around
whatever is refused once the game is known.
"""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from msgspec import UNSET

from service.deadlines import deadline, is_over, struck, wound
from service.engine import Refused, Violation, legal, view
from service.engine.events import Event
from service.engine.state import GameOver, GameState, Lobby, Visibility, seated, takes_part
from service.engine.view import GameView, decision_id
from service.presence import Presence, contacts
from service.receipts import DAY, Keyed, KeyReused, Reply, receipt, receipt_of_seat, refuse_done, refuse_done_by
from service.record import Entry, Record, encode, instant, record_of
from service.seats import Claim, Seats
from service.store import Receipt, Store, Stored, StoreUnavailable
from service.waits import Waits

T = TypeVar("T")
TRIES = 3
EVERY_GAME = "all"
GAME_ID = re.compile(r"[A-Za-z0-9_-]{20}", re.ASCII)


class NoSuchGame(Exception):
    """There is no game of this id, or it has expired."""


class VersionMismatch(Exception):
    """The game is not at a version that the caller named."""


class VersionRequired(Exception):
    """The caller must name the version that is changed."""


class DecisionClosed(Exception):
    """The decision that the caller saw is not open any more."""


class Busy(Exception):
    """Other writers were faster each time."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What the desk is given: `clock` tells milliseconds since 1970, `dice` makes as many secret random bytes. What it
    remembers itself (`waits`, `presence`) ends with the process and is missed by nobody."""

    store: Store
    seats: Seats
    clock: Callable[[], int]
    dice: Callable[[int], bytes]
    waits: Waits = field(default_factory=Waits)
    presence: Presence = field(default_factory=Presence)


class Table(NamedTuple):
    """A stored game, as it was read or written at `at`, in milliseconds since 1970; `notes`: of whom was heard when."""

    game_id: str
    version: int
    record: Record
    at: int
    notes: Sequence[bytes] = ()

    @property
    def state(self) -> GameState:
        return self.record.state


class AtTable(Exception):
    """Something was refused (`__cause__`) at a table that is known, to a seat or to somebody without one; `shown`:
    who is refused may know how the game stands."""

    def __init__(self, table: Table, seat: int | None) -> None:
        super().__init__(table.game_id)
        state = table.state
        self.shown = seat is not None or state.visibility is not Visibility.PRIVATE
        self.version = table.version
        self.decision_id = None if isinstance(state.awaiting, GameOver) else decision_id(state)
        moves = () if seat is None else legal(state, seat, table.at)
        self.allowed_actions = list(dict.fromkeys(move.action for move in moves))


class Ask(NamedTuple):
    """What a request says beside its body: `versions` are those that it accepts (None: any), `keyed` its own name."""

    game_id: str
    claim: Claim | None = None
    versions: frozenset[int] | None = None
    must_name_version: bool = False
    keyed: Keyed | None = None


class Change(NamedTuple):
    """What a decision makes of a record, and what happens by it."""

    record: Record
    events: Sequence[Event] = ()


class Settled(NamedTuple):
    """A table after a change, the events that it caused, and when."""

    table: Table
    events: Sequence[Event]
    at: int


def load(desk: Desk, game_id: str, claim: Claim | None = None) -> Table:
    """The game, once all is done whose time is over, for a caller who is noted as present. Raises `NoSuchGame`."""
    return on_time(desk, load_as_stored(desk, game_id, claim))


def load_as_stored(desk: Desk, game_id: str, claim: Claim | None = None) -> Table:
    """Raises `NoSuchGame`."""
    note = desk.presence.note(claim, desk.clock())
    return table_of(desk, game_id, desk.store.load(game_id, note) if GAME_ID.fullmatch(game_id) else None)


def on_time(desk: Desk, table: Table) -> Table:
    """The table once all is done whose time is over: each a change of its own, made by whoever comes first. Raises
    `NoSuchGame`."""
    while is_over(table.record, table.at):
        change = Change(*struck(table.record, table.at))
        if saved(desk, table, change, table.at, None):
            table = table._replace(version=table.version + 1, record=change.record)
        else:
            table = load_as_stored(desk, table.game_id)
    return table


def table_of(desk: Desk, game_id: str, stored: Stored | None) -> Table:
    """Raises `NoSuchGame`."""
    if stored is None:
        raise NoSuchGame
    return Table(game_id, stored.version, record_of(stored.blob), desk.clock(), stored.notes)


def load_undone(desk: Desk, ask: Ask) -> Table:
    """The game, for a request that was not carried out yet. Raises `NoSuchGame`, `Answered`, `KeyReused`."""
    if ask.keyed is None or not GAME_ID.fullmatch(ask.game_id):
        return load(desk, ask.game_id, ask.claim)
    note = desk.presence.note(ask.claim, desk.clock())
    stored, blob = desk.store.load_with(ask.game_id, ask.keyed.name, note)
    table = table_of(desk, ask.game_id, stored)
    try:
        if ask.claim is None:
            refuse_done(blob, ask.keyed)
        else:
            refuse_done_by(blob, ask.keyed, ask.claim, table.record)
    except KeyReused as error:
        raise AtTable(table, ask.claim.seat if ask.claim else None) from error
    return on_time(desk, table)


def settled(
    desk: Desk, ask: Ask, decide: Callable[[Table], Change], tell: Callable[[Settled], T], life: int = DAY
) -> T:
    """Carries a decision out on a stored game; what `decide` raises leaves the game as it is. `tell` makes what the
    caller is told, `life` is how long that is kept. Raises `Busy`, `Answered`."""
    for _ in range(TRIES):
        table = load_undone(desk, ask)
        change = decide(table)
        now = desk.clock()
        change = change._replace(record=wound(table.record, change.record, now))
        after = Table(ask.game_id, table.version + 1, change.record, now, table.notes)
        done = Settled(after, change.events, now)
        if ask.keyed is None:
            told, kept = None, None
        else:
            told = tell(done)
            kept = receipt_for(ask, ask.keyed.packed(told), life, table.record, change.record)
        if saved(desk, table, change, now, kept):
            relist(desk, ask.game_id, table.record, change.record)
            return tell(done) if told is None else told
    raise Busy


def receipt_for(ask: Ask, reply: Reply, life: int, before: Record, after: Record) -> Receipt:
    assert ask.keyed is not None
    if ask.claim is None:
        return receipt(ask.keyed, reply, life)
    return receipt_of_seat(ask.keyed, reply, life, ask.claim, before, after)


def saved(desk: Desk, table: Table, change: Change, now: int, kept: Receipt | None) -> bool:
    schedule(desk, table.game_id, table.record, change.record)
    return desk.store.commit(
        table.game_id,
        table.version,
        encode(change.record),
        table.state.seq + 1,
        entries(change.events, now),
        kept,
    )


def schedule(desk: Desk, game_id: str, before: Record | None, after: Record) -> None:
    """Lists a game's deadline. That comes before the change: if this process dies between the two, the list says a time
    at which nothing is over, and not the other way about."""
    due = deadline(after)
    if due is not None and (before is None or due != deadline(before)):
        desk.store.schedule(game_id, due)


def entries(events: Sequence[Event], now: int) -> list[bytes]:
    return [encode(Entry(now, event)) for event in events]


def refuse_ended(state: GameState) -> None:
    if isinstance(state.awaiting, GameOver) and state.awaiting.abandoned:
        raise Refused(Violation.GAME_ABANDONED)


def refuse_version(table: Table, ask: Ask) -> None:
    if ask.versions is not None and table.version not in ask.versions:
        raise VersionMismatch
    if ask.must_name_version and ask.versions is None:
        raise VersionRequired


def refuse_closed(state: GameState, decision: str | None) -> None:
    if decision is not None and decision != decision_id(state):
        raise DecisionClosed


def seen(table: Table, viewer: int | None, now: int) -> GameView:
    """The table as `viewer` sees it; a seat that nobody has sees what everybody sees."""
    if viewer is not None and not takes_part(table.state, viewer):
        viewer = None
    shows_code = viewer is not None and isinstance(table.state.awaiting, Lobby)
    due = deadline(table.record)
    return view(
        table.state,
        viewer,
        game_id=table.game_id,
        version=table.version,
        server_time=instant(now),
        now=now,
        join_code=table.record.join_code if shows_code else UNSET,
        deadline_at=UNSET if due is None else instant(due),
        remaining_ms=UNSET if due is None else max(0, due - now),
        contacts=contacts(table.record, table.notes, viewer, now),
    )


def listings(record: Record | None) -> set[str]:
    """The indexes of open games in which a game stands."""
    if record is None or not is_open(record.state):
        return set()
    return {EVERY_GAME, record.state.preset}


def is_open(state: GameState) -> bool:
    """Anybody may sit down, and there is a seat."""
    public = state.visibility is Visibility.PUBLIC and isinstance(state.awaiting, Lobby)
    return public and len(seated(state)) < state.seats


def relist(desk: Desk, game_id: str, before: Record | None, after: Record) -> None:
    """Keeps the indexes true. A game that is missing in one can still be joined: no reason to fail a command."""
    old, new = listings(before), listings(after)
    with suppress(StoreUnavailable):
        for index in sorted(old - new):
            desk.store.unlist(index, game_id)
        for index in sorted(new - old):
            desk.store.list_open(index, game_id, after.created_at)
