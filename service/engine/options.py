"""House rules: one row each; the presets that bundle them stand beside, in `presets`.

A row says what the option is called, what it may be and what it means; the question that it answers
stands under `house/`, the only place that reads a value. A game keeps just what differs from the
rows' defaults (`Chosen`).
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar

Value = bool | int | str | dict[str, int]
Chosen = Mapping[str, Value]
T = TypeVar("T", bound=Value)
CLASSIC, FLIP, PARTY = "classic", "flip", "party"


class BadOption(ValueError):
    """A choice that cannot be: where (a JSON pointer inside the options) and why."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(why)
        self.name = name
        self.why = why


class Option(NamedTuple, Generic[T]):
    """One house rule. `values` closes a word's choices, the default first; `least` and `most` bound a number, and
    `narrower` does in games that allow less."""

    name: str
    default: T
    doc: str
    values: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    games: frozenset[str] = frozenset({CLASSIC, FLIP, PARTY})
    narrower: Mapping[str, tuple[int, int]] = MappingProxyType({})

    @property
    def type(self) -> str:
        return {bool: "boolean", int: "integer", str: "string", dict: "object"}[type(self.default)]

    def of(self, chosen: Chosen) -> T:
        """The value in a game that has chosen this."""
        value: T = chosen.get(self.name, self.default)  # type: ignore[assignment]
        return value

    def bounds(self, game: str) -> tuple[int, int]:
        """The least and the most that a number may be in a game."""
        return self.narrower.get(game, (self.least, self.most))

    def checked(self, value: object, game: str = CLASSIC) -> Value:
        """The value, if the option may have it in a game; raises `BadOption`."""
        if not isinstance(value, bool | int | str | dict) or type(value) is not type(self.default):
            raise BadOption(self.name, f"{self.name} is {'an' if self.type[0] in 'io' else 'a'} {self.type}.")
        if isinstance(value, dict):
            return self.checked_counts(value)
        if self.values and value not in self.values:
            raise BadOption(self.name, f"{self.name} is one of: {', '.join(self.values)}.")
        least, most = self.bounds(game)
        if self.type == "integer" and not least <= int(value) <= most:
            raise BadOption(self.name, f"{self.name} is at least {least} and at most {most}.")
        return value

    def checked_counts(self, value: dict[str, int]) -> Value:
        """As `checked`, of a number for each card."""
        for code, count in value.items():
            if type(count) is not int or not self.least <= count <= self.most:
                raise BadOption(f"{self.name}/{code}", f"There are {self.least} to {self.most} of a card.")
        return value


def word(name: str, values: str, doc: str, *games: str) -> Option[str]:
    choices = tuple(values.split())
    row = Option(name, choices[0], doc, values=choices)
    return row._replace(games=frozenset(games)) if games else row


def number(name: str, default: int, least: int, most: int, doc: str, **narrower: tuple[int, int]) -> Option[int]:
    return Option(name, default, doc, least=least, most=most, narrower=MappingProxyType(narrower))


def switch(name: str, default: bool, doc: str, *games: str) -> Option[bool]:
    row = Option(name, default, doc)
    return row._replace(games=frozenset(games)) if games else row


HAND_SIZE = number("hand_size", 7, 1, 15, "Cards dealt to each player.")
MIN_PLAYERS = number(
    "min_players",
    2,
    2,
    16,
    "Fewest players that a match can start with.",
    classic=(2, 10),
    flip=(2, 10),
    party=(3, 16),
)
MAX_PLAYERS = number(
    "max_players",
    10,
    2,
    16,
    "Most seats that a game can have.",
    classic=(2, 10),
    flip=(2, 10),
    party=(3, 16),
)
FIRST_DEALER = word(
    "first_dealer",
    "cut random host",
    "Who deals the first round: the highest number of a cut, anybody by chance, or the host.",
)
OPENING_REVERSE = word(
    "opening_reverse",
    "dealer right_of_dealer",
    "Who plays first when the opening card is a reverse. With two players it is the dealer.",
)
OPENING_WILD = word(
    "opening_wild",
    "first_player dealer redraw",
    "Who names the color of an opening wild; with redraw it goes back and another card is turned up.",
)
OPENING_ACTION = word(
    "opening_action",
    "resolve ignore",
    "An opening card that is no number acts, or is ignored: it stays underneath, and another card is turned up.",
)
VOLUNTARY_DRAW = switch("voluntary_draw", True, "A player may draw while holding a playable card.")
PLAY_DRAWN_CARD = word(
    "play_drawn_card",
    "optional forced never",
    "What happens with a playable card just drawn: it may, must or cannot be played in that turn.",
)
DRAW_UNTIL_PLAYABLE = switch("draw_until_playable", False, "A draw goes on until a playable card comes.")
FORCE_PLAY = switch("force_play", False, "A draw or a pass is refused while a playable card is held.")
WILD_DRAW_LEGAL_IF = word(
    "wild_draw_legal_if",
    "no_color nothing_playable always",
    "When a wild draw card is honest: no card of the active color is held, nothing else that could be played "
    "is held, or always.",
)
WILD_DRAW_BLUFF = word(
    "wild_draw_bluff",
    "allowed refused",
    "Whether a wild draw card that is not honest can be played at all; with refused nobody can challenge.",
)
WILD_COUNTS_AS_MATCH = switch(
    "wild_counts_as_match",
    False,
    "Another wild left in the hand makes a wild draw card dishonest too.",
)
UNO_PENALTY = number(
    "uno_penalty",
    2,
    0,
    10,
    "Cards drawn by a player who is caught without having called UNO.",
)
UNO_TRIGGER = word(
    "uno_trigger",
    "caught unnoticed",
    "Who has not called UNO draws the penalty when caught by another player, or by itself as soon as another player "
    "begins a turn and nobody has reminded them.",
)
TWO_PLAYER_REVERSE = word(
    "two_player_reverse",
    "skip noop",
    "What a reverse does between two players: it skips the other, or nothing more.",
)
OPENING_FLIP = word(
    "opening_flip",
    "flip redraw",
    "An opening flip turns the deal over, and play starts on the dark side; or it goes back and another card is "
    "turned up.",
    FLIP,
)
FLIP_PAIRING = word(
    "flip_pairing",
    "per_match per_round",
    "How long the two faces of a card belong together: for the match, or for a round.",
    FLIP,
)
FLIP_TOP = word(
    "flip_top",
    "pile played_card",
    "What is on top after a flip: the other face of the oldest discard, as the pile is turned over; or that of the "
    "flip itself.",
    FLIP,
)
FLIP_EXPOSED_WILD = word(
    "flip_exposed_wild",
    "flipper next_player",
    "Who names the color of a wild that a flip has exposed.",
    FLIP,
)
FLIP_LAST_CARD = word(
    "flip_last_card",
    "flip_then_score score_old_side",
    "A flip as the last card turns over first, and the new side is scored; or the old side is.",
    FLIP,
)
INACTIVE_FACES = word(
    "inactive_faces",
    "opponents everyone hidden",
    "Who sees the other side of the cards in a hand: everybody but their holder, everybody, or nobody.",
    FLIP,
)
JUMP_IN = word(
    "jump_in",
    "off numbers any",
    "Whether a card identical to the top one may be played out of turn: never, numbers only, or any card.",
)
JUMP_IN_PENALTY = number("jump_in_penalty", 1, 0, 10, "Cards drawn for jumping in with a wrong card.")
LINK_SELF = switch("link_self", True, "A wild drawn together may name its own player.", PARTY)
LINK_MIRRORS = word(
    "link_mirrors",
    "all forced",
    "Which draws of a linked player the other draws too: all, or those that are not by choice in a turn.",
    PARTY,
)
PILE_UP_DECLINE = switch(
    "pile_up_decline",
    False,
    "A player who could add to a mini-pile may take it instead.",
    PARTY,
)
DECK = Option[dict[str, int]](
    "deck",
    {},
    "How many cards of a code are in the deck, for owners of a box with other counts; the others are as ever.",
    most=40,
    games=frozenset({CLASSIC, PARTY}),
)
ROUND_LIMIT = number(
    "round_limit",
    0,
    0,
    1_000,
    "Turns for each player in a round; then the lowest hand wins it. 0: no limit.",
)
TARGET_SCORE = number("target_score", 500, 0, 10_000, "Points that win the match; 0 plays a single round.")

Row = Option[bool] | Option[int] | Option[str] | Option[dict[str, int]]
ROWS: Mapping[str, Row] = {
    row.name: row
    for row in (
        HAND_SIZE,
        MIN_PLAYERS,
        MAX_PLAYERS,
        FIRST_DEALER,
        OPENING_REVERSE,
        OPENING_WILD,
        OPENING_ACTION,
        VOLUNTARY_DRAW,
        PLAY_DRAWN_CARD,
        DRAW_UNTIL_PLAYABLE,
        FORCE_PLAY,
        WILD_DRAW_LEGAL_IF,
        WILD_DRAW_BLUFF,
        WILD_COUNTS_AS_MATCH,
        UNO_PENALTY,
        UNO_TRIGGER,
        TWO_PLAYER_REVERSE,
        JUMP_IN,
        JUMP_IN_PENALTY,
        TARGET_SCORE,
        ROUND_LIMIT,
        DECK,
        OPENING_FLIP,
        FLIP_PAIRING,
        FLIP_TOP,
        FLIP_EXPOSED_WILD,
        FLIP_LAST_CARD,
        INACTIVE_FACES,
        LINK_SELF,
        LINK_MIRRORS,
        PILE_UP_DECLINE,
    )
}
