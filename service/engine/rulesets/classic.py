"""The classic game: 108 cards, 2 to 10 players (rules, sections 1 and 4)."""

from service.engine import effects
from service.engine.cards import COLORS, Deck, Face, Kind, Side
from service.engine.choices import CLASSIC
from service.engine.events import Cause
from service.engine.rulesets.ruleset import Ruleset

ACTIONS = (Kind.SKIP, Kind.REVERSE, Kind.DRAW_TWO)


def deck() -> Deck:
    """Each color one 0, two each of 1 to 9 and of the three actions; four of each wild."""
    copies = {}
    for color in COLORS[Side.LIGHT]:
        for value in range(10):
            copies[Face(color, Kind.NUMBER, value).code] = 2 if value else 1
        for kind in ACTIONS:
            copies[Face(color, kind).code] = 2
    for kind in (Kind.WILD, Kind.WILD_DRAW_FOUR):
        copies[Face(None, kind).code] = 4
    return Deck(copies)


draws_two = effects.next_draws_and_loses_turn(2, Cause.DRAW_TWO)

RULESET = Ruleset(
    name=CLASSIC,
    deck=deck(),
    points={
        Kind.SKIP: 20,
        Kind.REVERSE: 20,
        Kind.DRAW_TWO: 20,
        Kind.WILD: 50,
        Kind.WILD_DRAW_FOUR: 50,
    },
    effects={
        Kind.NUMBER: effects.numbers,
        Kind.SKIP: effects.skips_next,
        Kind.REVERSE: effects.reverses,
        Kind.DRAW_TWO: draws_two,
        Kind.WILD: effects.next_plays,
        Kind.WILD_DRAW_FOUR: effects.next_answers(4),
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
