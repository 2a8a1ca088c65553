"""How many players sit down, who deals, and how many cards they hold (rules, section 2)."""

from collections import Counter

from service.engine import options
from service.engine.cards import Color
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
    """The color that a player holds most of; the first of the deck's colors between equals (rules, section 11)."""
    held = Counter(face(state, card).color for card in state.players[seat].hand)
    return max(Color, key=lambda color: held[color])
