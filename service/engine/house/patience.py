"""How long the table waits for a player, and what becomes of one who does nothing (rules, section 11)."""

from service.engine import options
from service.engine.state import GameState


def time_limit(state: GameState) -> int:
    """Milliseconds for a decision; 0: no limit."""
    return options.TURN_SECONDS.of(state.options) * 1_000


def idle_limit(state: GameState) -> int:
    """How often in a row the table moves for a player who is still waited for."""
    return options.IDLE_LIMIT.of(state.options)


def bot_plays_idle(state: GameState) -> bool:
    return options.ON_IDLE.of(state.options) == "bot"


def skips_idle(state: GameState) -> bool:
    return options.ON_IDLE.of(state.options) == "skip"


def removes_idle(state: GameState) -> bool:
    return options.ON_IDLE.of(state.options) == "remove"
