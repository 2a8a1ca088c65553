"""What a draw card, a lost challenge and a missed UNO cost (rules, sections 5 and 6)."""

from service.engine import options
from service.engine.house.laying import bluff_refused
from service.engine.state import GameState

LOST_CHALLENGE = 2
"""Cards that a challenger who was wrong draws beside the card's own."""


def challengeable(state: GameState) -> bool:
    """Where a dishonest wild draw card is refused nobody can challenge one."""
    return not bluff_refused(state)


def falls_unnoticed(state: GameState) -> bool:
    """Whether the penalty for a missed UNO needs nobody who catches: then a catch is a reminder, and saves."""
    return options.UNO_TRIGGER.of(state.options) == "unnoticed"


def falls_too_early(state: GameState, since: int, now: int) -> bool:
    """Whether the player whose hand got so small at `since` cannot be caught yet; both in milliseconds since 1970."""
    return now < since + options.UNO_GRACE_MS.of(state.options)


def reckoned_from(state: GameState, now: int) -> int:
    """The moment that a grace period is reckoned from; 0 where there is none."""
    return now if options.UNO_GRACE_MS.of(state.options) else 0


def false_uno_penalty(state: GameState) -> int:
    return options.FALSE_UNO_PENALTY.of(state.options)


def false_catch_penalty(state: GameState) -> int:
    return options.FALSE_CATCH_PENALTY.of(state.options)


def illegal_play_penalty(state: GameState) -> int:
    return options.ILLEGAL_PLAY_PENALTY.of(state.options)


def suggestion_penalty(state: GameState) -> int:
    """What a suggestion costs; 0: nobody may suggest."""
    return options.SUGGESTION_PENALTY.of(state.options)


def jump_in_penalty(state: GameState) -> int:
    return options.JUMP_IN_PENALTY.of(state.options)


def mirrors(state: GameState, by_choice: bool) -> bool:
    """Whether who is linked draws too; `by_choice`: the draw of a turn."""
    return not by_choice or options.LINK_MIRRORS.of(state.options) == "all"


def may_take_pile(state: GameState) -> bool:
    """Whether a player who could add to a mini-pile may take it instead."""
    return options.PILE_UP_DECLINE.of(state.options)


def uno_penalty(state: GameState) -> int:
    return options.UNO_PENALTY.of(state.options)
