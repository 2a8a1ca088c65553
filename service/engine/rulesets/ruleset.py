"""What a game of the family is made of: data and tables by kind."""

from collections.abc import Mapping
from typing import NamedTuple

from service.engine.cards import Deck, Kind
from service.engine.effects import Effect


class Ruleset(NamedTuple):
    """`points`: by kind, numbers count their face. `effects`: of a laid card; `last_effects`: of the last card of a
    hand, which needs none if it does nothing more; `openings`: of the opening card, a kind without one goes back."""

    name: str
    deck: Deck
    points: Mapping[Kind, int]
    effects: Mapping[Kind, Effect]
    last_effects: Mapping[Kind, Effect]
    openings: Mapping[Kind, Effect]
