"""Gets rid of cards: the dearest first, wilds last, in the color that it holds most of.

It always catches, always calls UNO, aims at whoever has the fewest cards, and doubts a wild draw card of a player whose
hand is so full that another card would have fitted.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import combinations
from random import Random

from service.engine import commands as c
from service.engine.cards import COLORS, FACES, PAIRING, Code, Color, Kind, Side
from service.engine.legal import LegalMove
from service.engine.view import GameView, MeView

FULL_HAND = 6
"""Cards left with which a wild draw card is doubted."""
Moves = Mapping[str, list[LegalMove]]


def move(view: GameView, _: Random) -> c.Command:
    """What the seat that sees this does, which must have something to do."""
    me = view.me
    assert me
    moves: dict[str, list[LegalMove]] = {}
    for each in me.legal_moves:
        moves.setdefault(each.action, []).append(each)
    make = next(make for action, make in PREFERENCES if action in moves and is_wanted(view, me, action))
    return make(view, me, moves)


def is_wanted(view: GameView, me: MeView, action: str) -> bool:
    """UNO is called with the card that leaves one, or later; a challenge must have a chance."""
    match action:
        case "call_uno":
            return len(me.hand) == 1
        case "challenge":
            return not view.pending or cards_of(view, view.pending.by_seat) >= FULL_HAND
        case _:
            return True


def catch(_: GameView, me: MeView, moves: Moves) -> c.Command:
    return c.CatchUno(me.seat, (moves["catch"][0].seats or ())[0])


def play(view: GameView, me: MeView, moves: Moves) -> c.Command:
    choices = [(each, card) for each in moves["play"] for card in each.cards or ()]
    chosen, card = max(choices, key=lambda choice: worth(choice[1]))
    needs = chosen.needs or ()
    rest = codes(me)
    rest.remove(card)
    color = favourite(view, rest) if "color" in needs else None
    targets = targets_of(view, me, card) if "targets" in needs else ()
    return c.Play(me.seat, card, color, len(me.hand) == 2, targets)


def worth(card: Code) -> tuple[bool, bool, bool, int]:
    """Wilds are kept, and before them what makes everybody draw, its player too; of the others the actions go first,
    then high numbers."""
    face = FACES[card]
    return not face.wild, face.kind is not Kind.POINT_TAKEN, face.value is None, face.value or 0


def codes(me: MeView) -> list[Code]:
    return [Code(card) for card in me.hand]


def favourite(view: GameView, hand: list[Code]) -> Color:
    """The color that most cards have, of the side that is up."""
    held = Counter(FACES[card].color for card in hand)
    return max(COLORS[view.side or Side.LIGHT], key=lambda color: held[color])


def targets_of(view: GameView, me: MeView, card: Code) -> tuple[int, ...]:
    """With whom to swap hands: who has the fewest cards. Whom to link: the two others who have the fewest, itself only
    where it must."""
    others = sorted(others_of(view, me), key=lambda seat: cards_of(view, seat))
    if FACES[card].kind not in PAIRING:
        return (others[0],)
    pairs = combinations([*others, me.seat], 2)
    return next(pair for pair in pairs if {*pair} != {*(view.link or ())})


def others_of(view: GameView, me: MeView) -> list[int]:
    return [each.seat for each in view.players if not each.left and not each.out and each.seat != me.seat]


def cards_of(view: GameView, seat: int) -> int:
    return next(each.card_count for each in view.players if each.seat == seat)


def point(view: GameView, me: MeView, moves: Moves) -> c.Command:
    return c.Point(me.seat, min(moves["point"][0].seats or (), key=lambda seat: cards_of(view, seat)))


def choose_color(view: GameView, me: MeView, _: Moves) -> c.Command:
    return c.ChooseColor(me.seat, favourite(view, codes(me)))


def plainly(command: type[c.CallUno | c.Challenge | c.Draw | c.Pass]) -> Callable[[GameView, MeView, Moves], c.Command]:
    return lambda _, me, __: command(me.seat)


PREFERENCES: tuple[tuple[str, Callable[[GameView, MeView, Moves], c.Command]], ...] = (
    ("catch", catch),
    ("call_uno", plainly(c.CallUno)),
    ("choose_color", choose_color),
    ("point", point),
    ("play", play),
    ("challenge", plainly(c.Challenge)),
    ("draw", plainly(c.Draw)),
    ("pass", plainly(c.Pass)),
)
"""What it does first."""
