"""UNO Flip: 112 cards with a light and a dark side, 2 to 10 players (rules, sections 1 and 4).

The publisher does not say which faces share a card: that is drawn by lot, so that no card is wild on both sides.
"""

from service.engine import effects
from service.engine.cards import COLORED, COLORS, Code, Deck, Face, Kind, Side
from service.engine.choices import FLIP
from service.engine.events import Cause
from service.engine.rulesets.ruleset import Ruleset

LIGHT_ACTIONS = (Kind.DRAW_ONE, Kind.REVERSE, Kind.SKIP, Kind.FLIP)
WILDS = {Side.LIGHT: (Kind.WILD, Kind.WILD_DRAW_TWO), Side.DARK: (Kind.WILD, Kind.WILD_DRAW_COLOR)}


def faces(side: Side, actions: tuple[Kind, ...]) -> dict[Code, int]:
    """Each color two each of 1 to 9 and of the four actions; four of each wild."""
    copies = {}
    for color in COLORS[side]:
        for value in range(1, 10):
            copies[Face(color, Kind.NUMBER, value).code] = 2
        for kind in actions:
            copies[Face(color, kind).code] = 2
    for kind in WILDS[side]:
        copies[Face(None, kind).code] = 4
    return copies


draws_one = effects.next_draws_and_loses_turn(1, Cause.DRAW_ONE)

RULESET = Ruleset(
    name=FLIP,
    deck=Deck(faces(Side.LIGHT, LIGHT_ACTIONS), faces(Side.DARK, COLORED[Side.DARK])),
    points={
        Kind.DRAW_ONE: 10,
        Kind.SKIP: 20,
        Kind.REVERSE: 20,
        Kind.DRAW_FIVE: 20,
        Kind.FLIP: 20,
        Kind.SKIP_EVERYONE: 30,
        Kind.WILD: 40,
        Kind.WILD_DRAW_TWO: 50,
        Kind.WILD_DRAW_COLOR: 60,
    },
    effects={
        Kind.NUMBER: effects.next_plays,
        Kind.SKIP: effects.skips_next,
        Kind.SKIP_EVERYONE: effects.plays_again,
        Kind.REVERSE: effects.reverses,
        Kind.DRAW_ONE: draws_one,
        Kind.DRAW_FIVE: effects.next_draws_and_loses_turn(5, Cause.DRAW_FIVE),
        Kind.FLIP: effects.flips,
        Kind.WILD: effects.next_plays,
        Kind.WILD_DRAW_TWO: effects.next_answers(2),
        Kind.WILD_DRAW_COLOR: effects.next_answers(None),
    },
    last_effects={
        Kind.DRAW_ONE: effects.next_draws(1, Cause.DRAW_ONE),
        Kind.DRAW_FIVE: effects.next_draws(5, Cause.DRAW_FIVE),
        Kind.FLIP: effects.flips_last,
        Kind.WILD_DRAW_TWO: effects.next_draws(2, Cause.WILD_DRAW_TWO),
        Kind.WILD_DRAW_COLOR: effects.next_draws_to_color(Cause.WILD_DRAW_COLOR),
    },
    openings={
        Kind.NUMBER: effects.opens_as_laid_by_dealer(effects.next_plays),
        Kind.SKIP: effects.opens_as_laid_by_dealer(effects.skips_next),
        Kind.REVERSE: effects.opens_reversed,
        Kind.DRAW_ONE: effects.opens_as_laid_by_dealer(draws_one),
        Kind.WILD: effects.opens_wild,
        Kind.FLIP: effects.opens_flipped,
    },
)
