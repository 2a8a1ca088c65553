"""How many players sit down, who deals, and how many cards they hold (rules, section 2)."""

from collections import Counter

from service.engine import options
from service.engine.cards import COLORS, FACES, Code, Color, Deck, Kind
from service.engine.choices import BadOption, Chosen
from service.engine.contradictions import TEAM_PLAYERS
from service.engine.state import GameState, face, seated

MOST_CARDS = 500
LEAST_NUMBERS = 10


def hand_size(state: GameState) -> int:
    return options.HAND_SIZE.of(state.options)


def least_players(state: GameState) -> int:
    return TEAM_PLAYERS if options.TEAMS.of(state.options) else options.MIN_PLAYERS.of(state.options)


def in_teams(chosen: Chosen) -> bool:
    """Whether four players make two teams."""
    return options.TEAMS.of(chosen)


def team_of(state: GameState, seat: int) -> int | None:
    """The team of a seat, 0 or 1, where there are teams: those who sit opposite each other."""
    return seat % 2 if in_teams(state.options) else None


def side_of(state: GameState, seat: int) -> tuple[int, ...]:
    """The players at the table who win and lose with a seat, itself included: its team, or it alone."""
    team = team_of(state, seat)
    return (seat,) if team is None else tuple(each for each in seated(state) if each % 2 == team)


def seats_allowed(chosen: Chosen, deck_size: int) -> range:
    """How many seats a game may have: what its options say, and what its deck can deal with one card to open."""
    enough = (deck_size - 1) // options.HAND_SIZE.of(chosen)
    least, most = options.MIN_PLAYERS.of(chosen), options.MAX_PLAYERS.of(chosen)
    if in_teams(chosen):
        least = most = TEAM_PLAYERS
    return range(least, min(most, enough) + 1)


def composition(chosen: Chosen, deck: Deck) -> Deck:
    """The deck as a game has it; raises `BadOption` for cards that it has not, or a deck that cannot be played with."""
    wishes = options.DECK.of(chosen)
    return composed(deck, tuple(sorted(wishes.items()))) if wishes else deck


def composed(deck: Deck, wishes: tuple[tuple[str, int], ...]) -> Deck:
    for code, _ in wishes:
        if code not in deck.copies:
            raise BadOption(f"deck/{code}", "The game has no such card.")
    changed = Deck({**deck.copies, **{Code(code): count for code, count in wishes}})
    numbers = sum(count for code, count in changed.copies.items() if FACES[code].kind is Kind.NUMBER)
    if changed.size > MOST_CARDS or numbers < LEAST_NUMBERS:
        raise BadOption("deck", f"A deck has at most {MOST_CARDS} cards, and {LEAST_NUMBERS} numbers to open with.")
    return changed


def most_players(chosen: Chosen) -> int:
    return options.MAX_PLAYERS.of(chosen)


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
