"""Whose turn it is, and what a turn may be (rules, sections 2 to 4 and 8)."""

from service.engine import options
from service.engine.cards import Card
from service.engine.choices import Chosen
from service.engine.house.laying import first_playable, fits, holds_playable
from service.engine.state import GameState, is_seated, seated
from service.engine.violations import Violation


def next_seat(state: GameState, seat: int) -> int:
    """The next player in the direction of play."""
    return neighbour(state, seat, state.direction)


def round_from(state: GameState, seat: int) -> list[int]:
    """Everybody once, in the direction of play, from the player after `seat` on; `seat` need not be taken."""
    players = seated(state)
    order = players if state.direction == 1 else players[::-1]
    first = order.index(next_seat(state, seat))
    return order[first:] + order[:first]


def neighbour(state: GameState, seat: int, step: int) -> int:
    """The nearest seat where somebody sits; left is step 1, whatever the direction of play."""
    places = len(state.players)
    seat = (seat + step) % places
    while not is_seated(state, seat):
        seat = (seat + step) % places
    return seat


def first_direction(chosen: Chosen) -> int:
    """The direction in which a round begins: 1 clockwise, -1 counterclockwise."""
    return 1 if options.INITIAL_DIRECTION.of(chosen) == "clockwise" else -1


def reverse_skips(state: GameState) -> bool:
    return len(seated(state)) == 2 and options.TWO_PLAYER_REVERSE.of(state.options) == "skip"


def first_after_reverse(state: GameState) -> int:
    """Who plays first once an opening reverse has turned the direction; between two players the dealer does."""
    if len(seated(state)) == 2 or options.OPENING_REVERSE.of(state.options) == "dealer":
        return state.dealer
    return next_seat(state, state.dealer)


def opening_wild_goes_back(state: GameState) -> bool:
    return options.OPENING_WILD.of(state.options) == "redraw"


def opening_action_ignored(state: GameState) -> bool:
    return options.OPENING_ACTION.of(state.options) == "ignore"


def opening_flip_goes_back(state: GameState) -> bool:
    return options.OPENING_FLIP.of(state.options) == "redraw"


def flip_stays_on_top(state: GameState) -> bool:
    """Whether the card that flips is the top of the discard pile afterwards too."""
    return options.FLIP_TOP.of(state.options) == "played_card"


def names_exposed_color(state: GameState, flipper: int) -> int:
    """Who names the color of a wild that a flip has exposed."""
    if options.FLIP_EXPOSED_WILD.of(state.options) == "next_player":
        return next_seat(state, flipper)
    return flipper


def names_opening_color(state: GameState, first: int) -> int:
    return state.dealer if options.OPENING_WILD.of(state.options) == "dealer" else first


def draws_on(state: GameState) -> bool:
    """Whether a draw goes on until a playable card comes."""
    return options.DRAW_UNTIL_PLAYABLE.of(state.options)


def may_play_drawn(state: GameState) -> bool:
    return options.PLAY_DRAWN_CARD.of(state.options) != "never"


def place_to_play(state: GameState, seat: int) -> int | None:
    """The place in the draw pile of the first card that its drawer could lay, holding all that lies above it."""
    held = len(state.players[seat].hand)
    place = first_playable(state, seat, state.players[seat].hand + state.draw_pile, held)
    return None if place is None else place - held


def draw_refusal(state: GameState, seat: int) -> Violation | None:
    """Why a player who has the turn cannot draw."""
    if must_play(state) and holds_playable(state, seat):
        return Violation.MUST_PLAY
    return None if drawable(state) else Violation.NOTHING_TO_DRAW


def must_play(state: GameState) -> bool:
    chosen = state.options
    return options.FORCE_PLAY.of(chosen) or not options.VOLUNTARY_DRAW.of(chosen)


def drawable(state: GameState) -> bool:
    """Whether a card is left to draw: in the pile, or under the top of the discards."""
    return bool(state.draw_pile) or len(state.discard) > 1


def pass_refusal(state: GameState, seat: int, drawn: Card | None) -> Violation | None:
    """Why a player who has the turn cannot pass; with a drawn card the option decides, without one the piles do. A
    drawn card that fits no more, because others have come into the hand since, forces nobody."""
    if drawn is not None:
        return drawn_card_forces(state) if fits(state, seat, drawn) else None
    if drawable(state):
        return Violation.CANNOT_PASS
    return Violation.MUST_PLAY if holds_playable(state, seat) else None


def drawn_card_forces(state: GameState) -> Violation | None:
    if options.PLAY_DRAWN_CARD.of(state.options) == "forced":
        return Violation.MUST_PLAY_DRAWN_CARD
    return Violation.MUST_PLAY if options.FORCE_PLAY.of(state.options) else None
