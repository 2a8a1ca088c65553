"""House rules that cannot hold together, and why."""

from collections.abc import Callable
from typing import NamedTuple

from service.engine import options
from service.engine.choices import BadOption, Chosen

TEAM_PLAYERS = 4


class Contradiction(NamedTuple):
    """`name`: the option that would have to change; `holds`: whether a choice has it."""

    name: str
    holds: Callable[[Chosen], bool]
    why: str


def needs_more_than_sit_down(chosen: Chosen) -> bool:
    return options.MIN_PLAYERS.of(chosen) > options.MAX_PLAYERS.of(chosen)


def has_no_room_for_teams(chosen: Chosen) -> bool:
    least, most = options.MIN_PLAYERS.of(chosen), options.MAX_PLAYERS.of(chosen)
    return options.TEAMS.of(chosen) and not least <= TEAM_PLAYERS <= most


def eliminates_everybody(chosen: Chosen) -> bool:
    return options.SCORING.of(chosen) == "elimination" and options.TARGET_SCORE.of(chosen) == 0


def grants_grace_from_help(chosen: Chosen) -> bool:
    return options.UNO_TRIGGER.of(chosen) == "unnoticed" and options.UNO_GRACE_MS.of(chosen) > 0


CONTRADICTIONS = (
    Contradiction("min_players", needs_more_than_sit_down, "min_players is more than max_players."),
    Contradiction("teams", has_no_room_for_teams, "Teams are of four: min_players is at most 4, max_players at least."),
    Contradiction("target_score", eliminates_everybody, "With elimination target_score is at least 1."),
    Contradiction("uno_grace_ms", grants_grace_from_help, "With uno_trigger unnoticed a catch helps: it has no grace."),
)


def refuse_contradictions(chosen: Chosen) -> None:
    """Raises `BadOption`."""
    for row in CONTRADICTIONS:
        if row.holds(chosen):
            raise BadOption(row.name, row.why)
