"""The desk, for a seat that acts: load the game, ask the rules, save what happens."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec import UNSET, UnsetType

from service.desk import (
    Ask,
    AtTable,
    Change,
    Desk,
    Settled,
    Table,
    refuse_closed,
    refuse_ended,
    refuse_version,
    seen,
    settled,
)
from service.engine import Refused, Violation, apply, event_view
from service.engine.cards import Card
from service.engine.commands import Command, Kick, Leave
from service.engine.events import ChallengeJudged
from service.engine.history import EventView
from service.engine.state import GameState, Lobby, is_seated
from service.engine.view import GameView, Shown
from service.record import Record, instant
from service.seats import TokenMissing, seat_of, vacated


class CommandResult(Shown, frozen=True):
    """What a command has caused, as its caller may see it. `revealed_hand`: what a challenge shows."""

    version: int
    events: tuple[EventView, ...]
    game: GameView | UnsetType = UNSET
    revealed_hand: tuple[Card, ...] | UnsetType = UNSET


class Wish(NamedTuple):
    """What a seat wants, and the decision that it saw when it did."""

    command: Command
    decision: str | None = None


class Acted(NamedTuple):
    """A command that was carried out. `viewer`: as whom its caller sees the game now."""

    settled: Settled
    seat: int
    viewer: int | None


HostOnly = Callable[[GameState], bool]


def never(state: GameState) -> bool:
    """Any seat may do it."""
    return False


def always(state: GameState) -> bool:
    """Only the host may do it."""
    return True


def in_lobby(state: GameState) -> bool:
    """Only the host may do it before the match, any seat later."""
    return isinstance(state.awaiting, Lobby)


def act(desk: Desk, ask: Ask, host_only: HostOnly, wish: Callable[[GameState, int], Wish]) -> Acted:
    """Carries out what a seat wishes; `wish` is asked for it once nothing else can be refused."""

    def decide(table: Table) -> Change:
        seat = acting_seat(table, ask)
        try:
            refuse_role(table.state, seat, host_only)
            refuse_ended(table.state)
            refuse_version(table, ask)
            return carried_out(table.record, wish(table.state, seat))
        except Exception as error:
            raise AtTable(table, seat) from error

    done = settled(desk, ask.game_id, decide)
    seat = acting_seat_before(ask)
    return Acted(done, seat, seat if is_seated(done.table.state, seat) else None)


def acting_seat(table: Table, ask: Ask) -> int:
    if ask.claim is None:
        raise TokenMissing
    return seat_of(table.record, ask.claim)


def acting_seat_before(ask: Ask) -> int:
    """The seat that acted, also when it has given itself up by it."""
    assert ask.claim is not None
    return ask.claim.seat


def refuse_role(state: GameState, seat: int, host_only: HostOnly) -> None:
    if host_only(state) and seat != state.host:
        raise Refused(Violation.HOST_ONLY)


def carried_out(record: Record, wish: Wish) -> Change:
    refuse_closed(record.state, wish.decision)
    outcome = apply(record.state, wish.command)
    after = Record(outcome.state, record.created_at, record.join_code, record.keys)
    return Change(without_keys_of_leavers(after, wish.command), outcome.events)


def without_keys_of_leavers(record: Record, command: Command) -> Record:
    match command:
        case Leave(seat) | Kick(_, seat):
            return vacated(record, seat)
        case _:
            return record


def result(acted: Acted, minimal: bool) -> CommandResult:
    """The reply to a command; `minimal` leaves the game out."""
    done, viewer = acted.settled, acted.viewer
    return CommandResult(
        done.table.version,
        told(done, viewer),
        UNSET if minimal else seen(done.table, viewer, done.at),
        revealed(done, acted.seat),
    )


def told(done: Settled, viewer: int | None) -> tuple[EventView, ...]:
    state, at = done.table.state, instant(done.at)
    first = state.seq - len(done.events) + 1
    return tuple(event_view(state, event, seq, at, viewer) for seq, event in enumerate(done.events, first))


def revealed(done: Settled, seat: int) -> tuple[Card, ...] | UnsetType:
    hands: Sequence[tuple[Card, ...]] = [
        event.evidence for event in done.events if isinstance(event, ChallengeJudged) and event.seat == seat
    ]
    return hands[-1] if hands else UNSET
