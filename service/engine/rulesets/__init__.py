"""The games of the family, by name."""

from collections.abc import Mapping

from service.engine.rulesets import classic, flip, party
from service.engine.rulesets.ruleset import Ruleset

RULESETS: Mapping[str, Ruleset] = {ruleset.name: ruleset for ruleset in (classic.RULESET, flip.RULESET, party.RULESET)}
