"""How many players sit down, who deals, and how many cards they hold (rules, section 2)."""

from collections import Counter

from service.engine import options
from service.engine.cards import COLORS, Color
from service.engine.options import Chosen
from service.engine.state import GameState, face


def hand_size(state: GameState) -> int:
    return options.HAND_SIZE.of(state.options)


def least_players(state: GameState) -> int:
    return options.MIN_PLAYERS.of(state.options)


def seats_allowed(chosen: Chosen, deck_size: int) -> range:
    """How many seats a game may have: what its options say, and what its deck can deal with one card to open."""
    enough = (deck_size - 1) // options.HAND_SIZE.of(chosen)
    return range(options.MIN_PLAYERS.of(chosen), min(options.MAX_PLAYERS.of(chosen), enough) + 1)


def first_dealer(state: GameState) -> str:
    """`cut`, `random` or `host`."""
    return options.FIRST_DEALER.of(state.options)


def favourite_color(state: GameState, seat: int) -> Color:
    """The color that a player holds most of; the first of the side's colors between equals (rules, section 11)."""
    held = Counter(face(state, card).color for card in state.players[seat].hand)
    return max(COLORS[state.side], key=lambda color: held[color])


def pairs_anew(state: GameState) -> bool:
    """Whether every round has another pairing of the two sides."""
    return options.FLIP_PAIRING.of(state.options) == "per_round"


def shows_backs(state: GameState, seat: int, viewer: int | None) -> bool:
    """Whether a viewer sees the other side of the cards in a hand."""
    match options.INACTIVE_FACES.of(state.options):
        case "hidden":
            return False
        case "everyone":
            return True
        case _:
            return viewer != seat


def shows_back_of_pile(state: GameState) -> bool:
    """Whether the other side of the draw pile's top is seen, by everybody."""
    return options.INACTIVE_FACES.of(state.options) != "hidden"
