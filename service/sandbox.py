"""The desk, for tables that are set up exactly."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from service.desk import Desk, Table, seen
from service.engine import Setup, set_table
from service.engine.cards import Code, Color, Side
from service.engine.presets import PRESETS, choose
from service.engine.state import Seed
from service.engine.view import GameView, Shown
from service.lobby import token
from service.opening import opened
from service.receipts import Keyed
from service.record import Record
from service.seats import seated_with

T = TypeVar("T")
SEED_BYTES = 32
PLAYERS = 3
MOST_PLAYERS = 16
DIRECTIONS = {"clockwise": 1, "counterclockwise": -1}


class SandboxSeat(Shown, frozen=True):
    seat: int
    token: str


class SandboxGrant(Shown, frozen=True):
    """A table, with the tokens of all its seats."""

    game_id: str
    seats: tuple[SandboxSeat, ...]
    game: GameView


def create(desk: Desk, said: Mapping[str, Any], keyed: Keyed | None, tell: Callable[[SandboxGrant], T]) -> T:
    """A game that is dealt and playing, as a well-shaped body says; raises `BadOption`, `BadSetup`, and as `opened`."""
    outcome = set_table(setup(said, Seed(desk.dice(SEED_BYTES))))
    everybody = range(len(outcome.state.players))

    def tell_tester(table: Table) -> T:
        seats = tuple(SandboxSeat(seat, token(desk, table, seat)) for seat in everybody)
        return tell(SandboxGrant(table.game_id, seats, seen(table, None, table.record.created_at)))

    return opened(desk, outcome, lambda record: all_seated(record, everybody), keyed, tell_tester)


def all_seated(record: Record, seats: range) -> Record:
    for seat in seats:
        record = seated_with(record, seat, "")
    return record


def setup(said: Mapping[str, Any], seed: Seed) -> Setup:
    """The engine's words for a body; raises `BadOption`."""
    preset = said.get("preset", "classic")
    color = said.get("active_color")
    hands = tuple(map(codes, said["hands"])) if "hands" in said else None
    return Setup(
        preset,
        choose(PRESETS[preset], said.get("options", {})),
        said.get("players") or names(len(hands or ())),
        seed,
        dealer=said.get("dealer", 0),
        hands=hands,
        discard=codes(said["discard"]) if "discard" in said else None,
        draw_pile=codes(said.get("draw_pile", [])),
        exact=said.get("exact", False),
        direction=DIRECTIONS[said["direction"]] if "direction" in said else None,
        active_color=Color(color) if color else None,
        turn=said.get("turn"),
        scores=tuple(said.get("scores", ())),
        side=Side(said.get("side", "light")),
        link=tuple(said.get("link", ())),
    )


def names(hands: int) -> tuple[str, ...]:
    """Names for as many as there are hands, if that is a number of players."""
    return tuple(f"Player {seat + 1}" for seat in range(hands if 2 <= hands <= MOST_PLAYERS else PLAYERS))


def codes(named: list[str]) -> tuple[Code, ...]:
    return tuple(map(Code, named))
