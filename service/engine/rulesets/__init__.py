"""The games of the family, by name."""

from collections.abc import Mapping

from service.engine.cards import Deck
from service.engine.choices import Chosen
from service.engine.house.hands import composition
from service.engine.rulesets import classic, flip, party
from service.engine.rulesets.ruleset import Ruleset

RULESETS: Mapping[str, Ruleset] = {ruleset.name: ruleset for ruleset in (classic.RULESET, flip.RULESET, party.RULESET)}


def deck_of(game: str, chosen: Chosen) -> Deck:
    """The deck of a game as its options have it; raises `BadOption`."""
    return composition(chosen, RULESETS[game].deck)
