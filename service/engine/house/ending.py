"""What a round is worth and when the match is won (rules, section 9)."""

from collections.abc import Mapping

from service.engine import options
from service.engine.cards import Kind
from service.engine.house import turns
from service.engine.state import GameState, face, seated


def points_of(state: GameState, winner: int, worth: Mapping[Kind, int]) -> tuple[int, ...]:
    """Points by seat: the winner scores every card left in the others' hands."""
    left = sum(value_of(state, seat, worth) for seat in range(len(state.players)) if seat != winner)
    return tuple(left if seat == winner else 0 for seat in range(len(state.players)))


def value_of(state: GameState, seat: int, worth: Mapping[Kind, int]) -> int:
    faces = [face(state, card) for card in state.players[seat].hand]
    return sum(shown.value if shown.value is not None else worth[shown.kind] for shown in faces)


def limit_reached(state: GameState) -> bool:
    """Whether everybody has had as many turns as a round may have."""
    limit = options.ROUND_LIMIT.of(state.options)
    return bool(limit) and state.turns > limit * len(seated(state))


def lowest(state: GameState, worth: Mapping[Kind, int]) -> int:
    """Who holds the fewest points; of equals the one who would be in turn first."""
    order = turns.round_from(state, turns.neighbour(state, state.dealer, -1))
    return min(order, key=lambda seat: value_of(state, seat, worth))


def flips_last(state: GameState) -> bool:
    """Whether a flip that is the last card turns over before the cards are counted."""
    return options.FLIP_LAST_CARD.of(state.options) == "flip_then_score"


def match_winners(state: GameState, round_winner: int) -> tuple[int, ...]:
    """Who has won the match with the round just counted, nobody yet if empty."""
    target = options.TARGET_SCORE.of(state.options)
    return (round_winner,) if state.players[round_winner].score >= target else ()
