"""Presets: named bundles of house rules, and what a game makes of one and of its owner's wishes."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from msgspec import msgpack

from service.engine.choices import CLASSIC, FLIP, PARTY, BadOption, Chosen, Row, Value
from service.engine.contradictions import refuse_contradictions
from service.engine.options import ROWS

MOST_RESOLVED = 4_096
"""Sets of options that are remembered with what follows from them."""


class Preset(NamedTuple):
    """A named bundle: a game and the options in which it differs from the rows' defaults."""

    name: str
    game: str
    summary: str
    differs: Chosen = MappingProxyType({})


PRESETS: Mapping[str, Preset] = {
    preset.name: preset
    for preset in (
        Preset("classic", CLASSIC, "The classic game of 108 cards, by its printed rules."),
        Preset(
            "classic-farsi",
            CLASSIC,
            "The classic game as a Persian rule sheet has it: counterclockwise, wrong cards and advice cost cards.",
            {
                "initial_direction": "counterclockwise",
                "action_match": "color_only",
                "illegal_play": "penalty",
                "suggestion_penalty": 2,
                "wild_draw_legal_if": "nothing_playable",
                "stacking": "same_kind",
                "uno_penalty": 1,
                "points": {"skip": 20, "reverse": 20, "draw_two": 20, "wild": 20, "wild_draw_four": 20},
            },
        ),
        Preset(
            "mobile",
            CLASSIC,
            "The classic game with what big mobile versions call house rules: stacking, jumping in, sevens and zeros.",
            {"stacking": "draw_four_on_two", "jump_in": "any", "seven_zero": True},
        ),
        Preset("flip", FLIP, "UNO Flip: 112 cards with a light and a dark side, by its printed rules."),
        Preset(
            "flip-farsi",
            FLIP,
            "UNO Flip as a Persian rule sheet has it: whoever can play must, and bluffs are refused.",
            {
                "opening_reverse": "right_of_dealer",
                "voluntary_draw": False,
                "play_drawn_card": "forced",
                "uno_trigger": "unnoticed",
                "wild_draw_bluff": "refused",
            },
        ),
        Preset(
            "flip-gamerules",
            FLIP,
            "UNO Flip as a well-known collection of rules has it: any playable card makes a wild draw card dishonest.",
            {"opening_wild": "dealer", "wild_draw_legal_if": "nothing_playable"},
        ),
        Preset(
            "party",
            PARTY,
            "UNO Party: 221 cards for 6 to 16 players, who point, pile up, are linked, and jump in.",
            {
                "min_players": 6,
                "max_players": 16,
                "opening_action": "ignore",
                "jump_in": "numbers",
                "wild_counts_as_match": True,
            },
        ),
    )
}


def rows_of(game: str) -> list[Row]:
    return [row for row in ROWS.values() if game in row.games]


def choose(preset: Preset, wishes: Mapping[str, object]) -> dict[str, Value]:
    """What a game differs in from the rows' defaults, given its preset and its owner's wishes; raises `BadOption`."""
    known = {row.name: row for row in rows_of(preset.game)}
    chosen = dict(preset.differs)
    for name, wish in wishes.items():
        if name not in known:
            raise BadOption(name, f"{preset.game} has no option of this name.")
        chosen[name] = known[name].checked(wish, preset.game)
    refuse_contradictions(chosen)
    return {name: value for name, value in chosen.items() if value != known[name].default}


def resolved(game: str, chosen: Chosen) -> dict[str, Value]:
    """Every option of a game with the value that holds in it; not to be changed."""
    return resolved_once(game, msgpack.encode(dict(chosen)))


@lru_cache(MOST_RESOLVED)
def resolved_once(game: str, chosen: bytes) -> dict[str, Value]:
    """Each view asks for them, and a game has the same ones from its deal to its end."""
    known: Chosen = msgpack.decode(chosen)
    return {row.name: row.of(known) for row in rows_of(game)}
