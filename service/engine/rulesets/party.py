"""UNO Party: 221 cards to play with, 6 to 16 players (rules, sections 1 and 4).

The publisher prints how many cards there are, and not how many of each kind: this composition is a reconstruction.
"""

from service.engine import effects
from service.engine.cards import COLORS, Deck, Face, Kind, Side
from service.engine.choices import PARTY
from service.engine.events import Cause
from service.engine.rulesets.ruleset import Ruleset

ACTIONS = (Kind.SKIP, Kind.REVERSE, Kind.DRAW_TWO, Kind.POINT_TAKEN)
WILDS = {Kind.WILD: 8, Kind.WILD_DRAW_FOUR: 7, Kind.WILD_PILE_UP: 7, Kind.WILD_DRAWN_TOGETHER: 7}


def deck() -> Deck:
    """Each color four each of 1 to 9 and three each of the four actions; 8 wilds and 7 each of the others."""
    copies = {}
    for color in COLORS[Side.LIGHT]:
        for value in range(1, 10):
            copies[Face(color, Kind.NUMBER, value).code] = 4
        for kind in ACTIONS:
            copies[Face(color, kind).code] = 3
    for kind, count in WILDS.items():
        copies[Face(None, kind).code] = count
    return Deck(copies)


draws_two = effects.next_draws_and_loses_turn(2, Cause.DRAW_TWO)

RULESET = Ruleset(
    name=PARTY,
    deck=deck(),
    points=dict.fromkeys(ACTIONS, 20) | dict.fromkeys(WILDS, 50),
    effects={
        Kind.NUMBER: effects.next_plays,
        Kind.SKIP: effects.skips_next,
        Kind.REVERSE: effects.reverses,
        Kind.DRAW_TWO: draws_two,
        Kind.POINT_TAKEN: effects.starts_pointing,
        Kind.WILD: effects.next_plays,
        Kind.WILD_DRAW_FOUR: effects.next_answers(4),
        Kind.WILD_PILE_UP: effects.piles_up,
        Kind.WILD_DRAWN_TOGETHER: effects.links,
    },
    last_effects={
        Kind.DRAW_TWO: effects.next_draws(2, Cause.DRAW_TWO),
        Kind.WILD_DRAW_FOUR: effects.next_draws(4, Cause.WILD_DRAW_FOUR),
    },
    openings={
        Kind.NUMBER: effects.opens_as_laid_by_dealer(effects.next_plays),
        Kind.SKIP: effects.opens_as_laid_by_dealer(effects.skips_next),
        Kind.REVERSE: effects.opens_reversed,
        Kind.DRAW_TWO: effects.opens_as_laid_by_dealer(draws_two),
        Kind.WILD: effects.opens_wild,
    },
)
