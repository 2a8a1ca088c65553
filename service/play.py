"""The desk, for a seat that acts: load the game, ask the rules, save what happens."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import astuple, replace

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
from service.engine import commands as c
from service.engine.cards import Code, Color
from service.engine.events import ChallengeJudged
from service.engine.history import EventView, shown
from service.engine.refusals import needs_of
from service.engine.state import GameState, Lobby, PileUp, Seed, takes_part
from service.engine.view import GameView, Shown
from service.record import instant
from service.seats import TokenMissing, seat_of, without_leavers


class Unnamed(ValueError):
    """Something that must be named with a card is not: where it is missing, and what."""

    def __init__(self, pointer: str, why: str) -> None:
        super().__init__(why)
        self.pointer = pointer
        self.why = why


class CommandResult(Shown, frozen=True):
    """What a command has caused, as its caller may see it. `revealed_hand`: what a challenge shows."""

    version: int
    events: tuple[EventView, ...]
    game: GameView | UnsetType = UNSET
    revealed_hand: tuple[Code, ...] | UnsetType = UNSET


class Wish(NamedTuple):
    """What a seat wants, and the decision that it saw when it did."""

    command: c.Command
    decision: str | None = None


class Acted(NamedTuple):
    """A command that was carried out. `viewer`: as whom its caller sees the game now."""

    settled: Settled
    seat: int
    viewer: int | None


T = TypeVar("T")
Tell = Callable[[Acted], T]
"""Makes what the caller is told."""
Said = Mapping[str, Any]
Dice = Callable[[int], bytes]
HostOnly = Callable[[GameState], bool]
SEED_BYTES = 32


def never(state: GameState) -> bool:
    """Any seat may do it."""
    return False


def always(state: GameState) -> bool:
    """Only the host may do it."""
    return True


def in_lobby(state: GameState) -> bool:
    """Only the host may do it before the match, any seat later."""
    return isinstance(state.awaiting, Lobby)


def the_deal(seat: int, _: Said, dice: Dice) -> c.Command:
    return c.Deal(seat, Seed(dice(SEED_BYTES)))


def the_play(seat: int, said: Said, _: Dice) -> c.Command:
    color = said.get("color")
    card, targets = Code(said["card"]), tuple(said.get("targets", ()))
    return c.Play(seat, card, Color(color) if color else None, said.get("uno", False), targets)


def the_jump(seat: int, said: Said, dice: Dice) -> c.Command:
    return c.JumpIn(*astuple(the_play(seat, said, dice)))


VERBS: Mapping[str, tuple[Callable[[int, Said, Dice], c.Command], HostOnly]] = {
    "deal": (the_deal, in_lobby),
    "play": (the_play, never),
    "jump-in": (the_jump, never),
    "suggest": (lambda seat, said, _: c.Suggest(seat, Code(said["card"])), never),
    "point": (lambda seat, said, _: c.Point(seat, said["seat"]), never),
    "draw": (lambda seat, _, __: c.Draw(seat), never),
    "pass": (lambda seat, _, __: c.Pass(seat), never),
    "call-uno": (lambda seat, _, __: c.CallUno(seat), never),
    "catch": (lambda seat, said, _: c.CatchUno(seat, said["seat"]), never),
    "challenge": (lambda seat, _, __: c.Challenge(seat), never),
    "choose-color": (lambda seat, said, _: c.ChooseColor(seat, Color(said["color"])), never),
    "leave": (lambda seat, _, __: c.Leave(seat), never),
    "kick": (lambda seat, said, _: c.Kick(seat, said["seat"]), always),
    "end": (lambda seat, _, __: c.End(seat), always),
}
"""What each verb becomes, and who may say it."""


def command(desk: Desk, ask: Ask, verb: str, said: Callable[[], Said], tell: Tell[T]) -> T:
    """Carries a verb out; `said` is asked for the body, well-shaped, once nothing before it can be refused."""
    made, host_only = VERBS[verb]

    def wish(state: GameState, seat: int) -> Wish:
        words = said()
        meant = made(seat, words, desk.dice)
        refuse_unnamed(state, meant)
        return Wish(meant, words.get("decision_id"))

    return act(desk, ask, host_only, wish, tell)


def act(desk: Desk, ask: Ask, host_only: HostOnly, wish: Callable[[GameState, int], Wish], tell: Tell[T]) -> T:
    """Carries out what a seat wishes; `wish` is asked for it once nothing else can be refused."""

    def decide(table: Table) -> Change:
        seat = acting_seat(table, ask)
        try:
            refuse_role(table.state, seat, host_only)
            refuse_ended(table.state)
            refuse_version(table, ask)
            return carried_out(table, wish(table.state, seat))
        except Exception as error:
            raise AtTable(table, seat) from error

    def tell_actor(done: Settled) -> T:
        seat = acting_seat_before(ask)
        return tell(Acted(done, seat, seat if takes_part(done.table.state, seat) else None))

    return settled(desk, ask, decide, tell_actor)


def refuse_unnamed(state: GameState, meant: c.Command) -> None:
    """What a card must name is a matter of shape, but for the mini-pile, where a wild names nothing."""
    if not isinstance(meant, c.Play) or isinstance(state.awaiting, PileUp):
        return
    needs = needs_of(state, meant.seat, meant.card)
    if "color" in needs and meant.color is None:
        raise Unnamed("/color", "A wild names a color.")
    if "targets" in needs and not meant.targets:
        raise Unnamed("/targets", "A card that links names two players, one that swaps hands names another player.")


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


def carried_out(table: Table, wish: Wish) -> Change:
    record = table.record
    refuse_closed(record.state, wish.decision)
    outcome = apply(record.state, wish.command, table.at)
    return Change(without_leavers(replace(record, state=outcome.state), outcome.events), outcome.events)


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


def revealed(done: Settled, seat: int) -> tuple[Code, ...] | UnsetType:
    """The hand that a challenge shows its challenger: the faces that were up."""
    judged = [event for event in done.events if isinstance(event, ChallengeJudged) and event.seat == seat]
    return shown(judged[-1].side, judged[-1].evidence) if judged else UNSET
