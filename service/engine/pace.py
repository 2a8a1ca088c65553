"""How long the table waits for a decision, and for whom it does not wait (rules, section 11)."""

from service.engine.decisions import waiting_for
from service.engine.house import patience
from service.engine.state import GameState, seated

BOT_DELAY = 1_000
"""Milliseconds in which the others see that a bot is in turn."""


def somebody_plays(state: GameState) -> bool:
    """Whether anybody at the table plays for themselves."""
    return not all(state.players[seat].autopilot for seat in seated(state))


def time_allowed(state: GameState) -> int | None:
    """Milliseconds for the open decision from when it opened; None: as long as anybody likes."""
    limit = patience.time_limit(state)
    if not limit or not waiting_for(state):
        return None
    return limit if bot_seat(state) is None else BOT_DELAY


def bot_seat(state: GameState) -> int | None:
    """The seat that must act and that a bot plays, the first if there are several. Where nobody plays for themselves
    no bot does either: each has the usual time to come back."""
    late = [seat for seat in waiting_for(state) if state.players[seat].autopilot]
    plays = late and patience.bot_plays_idle(state) and somebody_plays(state)
    return late[0] if plays else None


def is_skipped(state: GameState) -> bool:
    """Whether the decision waits only for players who are away, and are skipped."""
    late = waiting_for(state)
    away = bool(late) and all(state.players[seat].autopilot for seat in late)
    return away and patience.skips_idle(state) and somebody_plays(state)
