"""Which card may be laid (rules, sections 3 and 5)."""

from collections.abc import Sequence
from itertools import combinations

from service.engine import options
from service.engine.cards import FACES, PAIRING, SEVEN, ZERO, Card, Code, Face, Kind
from service.engine.state import GameState, PileUp, face, is_seated, seated, top
from service.engine.violations import Violation

STACKED = frozenset({Kind.DRAW_ONE, Kind.DRAW_TWO, Kind.DRAW_FIVE, Kind.WILD_DRAW_TWO, Kind.WILD_DRAW_FOUR})
"""Draw cards of which the sum can be told; a wild draw color is none of them."""
WILD_DRAWS = frozenset({Kind.WILD_DRAW_FOUR, Kind.WILD_DRAW_TWO, Kind.WILD_DRAW_COLOR})


def matches(state: GameState, laid: Face) -> bool:
    """Same active color, or same kind and value as the top card, or any wild."""
    if laid.wild or laid.color == state.color:
        return True
    shown = top(state)
    by_symbol = laid.kind is Kind.NUMBER or options.ACTION_MATCH.of(state.options) == "symbol"
    return by_symbol and laid.kind is shown.kind and laid.value == shown.value


def bluffs(state: GameState, hand: Sequence[Card], place: int) -> bool:
    """Whether laying this wild draw card of a hand would be dishonest, by the color that is active before it.

    Rules, section 5: a number or a symbol that matches does not forbid it."""
    chosen = state.options
    rule = options.WILD_DRAW_LEGAL_IF.of(chosen)
    if rule == "always":
        return False
    others = [face(state, card) for card in (*hand[:place], *hand[place + 1 :])]
    if options.WILD_COUNTS_AS_MATCH.of(chosen) and any(other.wild for other in others):
        return True
    if rule == "nothing_playable":
        return any(matches(state, other) for other in others)
    return any(other.color == state.color for other in others)


def place_of_color(state: GameState) -> int | None:
    """The place in the draw pile of the first card of the active color; a wild is of none (rules, section 5)."""
    pile = state.draw_pile
    return next((place for place, card in enumerate(pile) if face(state, card).color == state.color), None)


def bluff_refused(state: GameState) -> bool:
    return options.WILD_DRAW_BLUFF.of(state.options) == "refused"


def refusal(state: GameState, seat: int, hand: Sequence[Card], place: int) -> Violation | None:
    """Why this card of a hand cannot be laid on the discard pile now by this seat, or None."""
    laid = face(state, hand[place])
    if not matches(state, laid):
        return Violation.ILLEGAL_PLAY
    if laid.kind in PAIRING and not finds_a_pair(state, seat):
        return Violation.BAD_TARGETS
    if laid.kind in WILD_DRAWS and bluff_refused(state) and bluffs(state, hand, place):
        return Violation.WILD_DRAW_NOT_LEGAL
    return None


def stackable(state: GameState, pending: Code) -> bool:
    """Whether a draw card may be answered with another one; it does not ask who holds which."""
    return FACES[pending].kind in STACKED and options.STACKING.of(state.options) != "off"


def stacks(state: GameState, pending: Code, card: Card) -> bool:
    """Whether a card may be laid on a draw card that must be answered (rules, section 5); colors do not matter."""
    if not stackable(state, pending):
        return False
    below, above = FACES[pending], face(state, card)
    if above.kind not in STACKED or above.kind is below.kind:
        return above.kind is below.kind
    match options.STACKING.of(state.options):
        case "draw_four_on_two":
            return above.wild and not below.wild
        case rule:
            return rule == "any"


def fines_illegal_plays(state: GameState) -> bool:
    """Whether a card that cannot be laid costs a penalty instead of being refused."""
    return options.ILLEGAL_PLAY.of(state.options) == "penalty"


def swaps_hands(state: GameState, laid: Face) -> bool:
    """Whether this is a seven that swaps two hands."""
    return laid.value == SEVEN and options.SEVEN_ZERO.of(state.options)


def passes_hands_on(state: GameState, laid: Face) -> bool:
    """Whether this is a zero that passes every hand on."""
    return laid.value == ZERO and options.SEVEN_ZERO.of(state.options)


def names_players(state: GameState, laid: Face, held: int) -> bool:
    """Whether players must be named with a card of a hand of `held`; the last one swaps no hands."""
    return laid.kind in PAIRING or (swaps_hands(state, laid) and held > 1)


def adds_to_pile(state: GameState, pile: PileUp, card: Card) -> bool:
    """A mini-pile takes cards of its color and wilds."""
    return face(state, card).color in (pile.color, None)


def jumps_in(state: GameState, card: Card) -> bool:
    """Whether a card is identical to the top one, as far as cards may be that jump in (rules, section 7)."""
    shown, allowed = face(state, card), options.JUMP_IN.of(state.options)
    return shown == top(state) and (allowed == "any" or shown.kind is Kind.NUMBER)


def jump_in_allowed(state: GameState) -> bool:
    return options.JUMP_IN.of(state.options) != "off"


def may_link(state: GameState, seat: int, pair: Sequence[int]) -> bool:
    """Whether a player may link these: two different players, not the pair that is linked already."""
    known = all(is_seated(state, each) for each in pair) and len({*pair}) == len(pair) == 2
    again = state.link is not None and {*state.link} == {*pair}
    own = seat in pair and not options.LINK_SELF.of(state.options)
    return known and not again and not own


def finds_a_pair(state: GameState, seat: int) -> bool:
    """Whether there are two players whom a card could link; without them it cannot be laid."""
    return any(may_link(state, seat, pair) for pair in combinations(seated(state), 2))


def first_playable(state: GameState, seat: int, hand: Sequence[Card], start: int = 0) -> int | None:
    """The place of the first card of a hand, from `start` on, that can be laid now."""
    places = range(start, len(hand))
    return next(
        (place for place in places if refusal(state, seat, hand[: place + 1], place) is None),
        None,
    )


def fits(state: GameState, seat: int, card: Card) -> bool:
    """Whether a card of the hand can be laid now by this seat."""
    hand = state.players[seat].hand
    return refusal(state, seat, hand, hand.index(card)) is None


def holds_playable(state: GameState, seat: int) -> bool:
    hand = state.players[seat].hand
    return any(refusal(state, seat, hand, place) is None for place in range(len(hand)))
