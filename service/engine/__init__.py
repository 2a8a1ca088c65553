"""The table: the rules of the games, pure. No clock, no dice, no I/O; a seed is given where chance is needed.

Read in this order: `cards`, `choices`, `options`, `contradictions`, `presets`, `state`, `commands`, `facts`, `comings`,
`events`, `evolve` (an event into the state), `shuffle`, `violations`, `run`, `house` (what the options decide),
`decisions`, `pace` (how long a decision may take), `drawing`, `pointing`, `piling`, `effects`, `rulesets`, `seating`,
`refusals` (the one judge), `legal` (what it lets pass), `rounds`, `answering`, `leaving`, `idling`, `decide` (a legal
command into events), `view`, `texts`, `history`, `codec`, `setup`.

The door is here: `start` a game, `apply` a command, ask what is `legal`, and see the `view`.
"""

from collections.abc import Mapping
from typing import NamedTuple

from service.engine import events as e
from service.engine.choices import Value
from service.engine.commands import Command, Join
from service.engine.decide import decide
from service.engine.history import event_view, finished_round
from service.engine.legal import LegalMove, legal
from service.engine.pace import bot_seat, time_allowed
from service.engine.presets import PRESETS
from service.engine.refusals import violation
from service.engine.run import Run
from service.engine.setup import BadSetup, Setup, lay_out
from service.engine.state import GameState, Visibility
from service.engine.view import view
from service.engine.violations import Refused, Violation

__all__ = [
    "BadSetup",
    "LegalMove",
    "Outcome",
    "Refused",
    "Setup",
    "Violation",
    "apply",
    "bot_seat",
    "event_view",
    "finished_round",
    "legal",
    "set_table",
    "start",
    "time_allowed",
    "view",
    "violation",
]


class Outcome(NamedTuple):
    """The state after something was done, and the events it caused."""

    state: GameState
    events: tuple[e.Event, ...]


def outcome(run: Run) -> Outcome:
    return Outcome(run.state, tuple(run.events))


def start(
    preset: str,
    options: Mapping[str, Value],
    seats: int,
    visibility: Visibility,
    name: str,
) -> Outcome:
    """A new game in its lobby; `options` as `options.choose` gives them. Its creator is host on seat 0."""
    game = PRESETS[preset].game
    run = Run.begin(e.GameCreated(game, preset, dict(options), seats, visibility, sandbox=False))
    decide(run, Join(name))
    return outcome(run)


def apply(state: GameState, command: Command, now: int = 0, by_itself: bool = False) -> Outcome:
    """Carries a command out, at `now` in milliseconds since 1970; raises `Refused`, and then nothing has changed.
    `by_itself`: the table makes the move for a player who is away."""
    if refusal := violation(state, command, now):
        raise Refused(refusal)
    run = Run(state, now)
    decide(run, command, by_itself)
    return outcome(run)


def set_table(setup: Setup) -> Outcome:
    """A sandbox table, dealt and playing; raises `BadSetup`."""
    return outcome(lay_out(setup))
