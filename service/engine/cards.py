"""Cards: what is printed on them, and the codes that name them.

Two names that must not be mixed up. A `Code` names a *face* (`R5`, `WD4`) and is public: it is what
lies on the table. A `Card` is the physical card, named by all of its faces; wherever a value holds a
card that somebody may not see, its type is `Card`, so that one walker can find every secret.
A classic card has one face and is named by that face's code; a card with two sides is named by both,
the light one first: `R7/TD5`.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache
from typing import NamedTuple, NewType

Code = NewType("Code", str)
Card = NewType("Card", str)


class Side(StrEnum):
    """What is up. A game whose cards have one side is always on the light one."""

    LIGHT = "light"
    DARK = "dark"

    @property
    def other(self) -> "Side":
        return Side.DARK if self is Side.LIGHT else Side.LIGHT


class Color(StrEnum):
    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    PINK = "pink"
    TEAL = "teal"
    ORANGE = "orange"
    PURPLE = "purple"


class Kind(StrEnum):
    NUMBER = "number"
    SKIP = "skip"
    REVERSE = "reverse"
    DRAW_TWO = "draw_two"
    DRAW_ONE = "draw_one"
    DRAW_FIVE = "draw_five"
    SKIP_EVERYONE = "skip_everyone"
    FLIP = "flip"
    WILD = "wild"
    WILD_DRAW_FOUR = "wild_draw_four"
    WILD_DRAW_TWO = "wild_draw_two"
    WILD_DRAW_COLOR = "wild_draw_color"
    POINT_TAKEN = "point_taken"
    WILD_PILE_UP = "wild_pile_up"
    WILD_DRAWN_TOGETHER = "wild_drawn_together"


class Face(NamedTuple):
    """One printed side: a wild has no color, only a number has a value."""

    color: Color | None
    kind: Kind
    value: int | None = None

    @property
    def wild(self) -> bool:
        return self.color is None

    @property
    def code(self) -> Code:
        letter = LETTERS[self.color] if self.color else ""
        symbol = str(self.value) if self.kind is Kind.NUMBER else SYMBOLS[self.kind]
        return Code(letter + symbol)


COLORS: Mapping[Side, tuple[Color, ...]] = {
    Side.LIGHT: (Color.RED, Color.YELLOW, Color.GREEN, Color.BLUE),
    Side.DARK: (Color.PINK, Color.TEAL, Color.ORANGE, Color.PURPLE),
}
LETTERS: Mapping[Color, str] = {
    Color.RED: "R",
    Color.YELLOW: "Y",
    Color.GREEN: "G",
    Color.BLUE: "B",
    Color.PINK: "P",
    Color.TEAL: "T",
    Color.ORANGE: "O",
    Color.PURPLE: "V",
}
"""Purple is V, violet, so that it is not taken for pink."""
SYMBOLS: Mapping[Kind, str] = {
    Kind.SKIP: "S",
    Kind.REVERSE: "R",
    Kind.DRAW_TWO: "D2",
    Kind.DRAW_ONE: "D1",
    Kind.DRAW_FIVE: "D5",
    Kind.SKIP_EVERYONE: "SE",
    Kind.FLIP: "F",
    Kind.WILD: "W",
    Kind.WILD_DRAW_FOUR: "WD4",
    Kind.WILD_DRAW_TWO: "WD2",
    Kind.WILD_DRAW_COLOR: "WDC",
    Kind.POINT_TAKEN: "PT",
    Kind.WILD_PILE_UP: "WPU",
    Kind.WILD_DRAWN_TOGETHER: "WDT",
}
COLORED: Mapping[Side, tuple[Kind, ...]] = {
    Side.LIGHT: (Kind.SKIP, Kind.REVERSE, Kind.DRAW_TWO, Kind.DRAW_ONE, Kind.FLIP, Kind.POINT_TAKEN),
    Side.DARK: (Kind.REVERSE, Kind.DRAW_FIVE, Kind.SKIP_EVERYONE, Kind.FLIP),
}
WILD_KINDS = (
    Kind.WILD,
    Kind.WILD_DRAW_FOUR,
    Kind.WILD_DRAW_TWO,
    Kind.WILD_DRAW_COLOR,
    Kind.WILD_PILE_UP,
    Kind.WILD_DRAWN_TOGETHER,
)
NAMELESS = frozenset({Kind.WILD_PILE_UP})
"""Wilds that name no color: what they turn up decides."""
PAIRING = frozenset({Kind.WILD_DRAWN_TOGETHER})
"""Cards that name two players."""
SEVEN, ZERO = 7, 0
"""The numbers that may move hands."""


def every_face() -> Iterator[Face]:
    for side, colors in COLORS.items():
        for color in colors:
            for value in range(10):
                yield Face(color, Kind.NUMBER, value)
            for kind in COLORED[side]:
                yield Face(color, kind)
    for kind in WILD_KINDS:
        yield Face(None, kind)


FACES: Mapping[str, Face] = {face.code: face for face in every_face()}


@cache
def codes_of(card: Card) -> Mapping[Side, Code]:
    """The codes of a card with two sides."""
    light, _, dark = card.partition("/")
    return {Side.LIGHT: Code(light), Side.DARK: Code(dark)}


def code_on(side: Side, card: Card) -> Code:
    """The code of the face that a card shows with this side up."""
    return Code(card) if card in FACES else codes_of(card)[side]


def face_on(side: Side, card: Card) -> Face:
    """The face that a card shows with this side up."""
    face = FACES.get(card)
    return face if face is not None else FACES[codes_of(card)[side]]


def two_sided(light: Code, dark: Code) -> Card:
    return Card(f"{light}/{dark}")


class Deck(NamedTuple):
    """A composition: how many cards there are of each face, in the order of the unshuffled deck. `dark`: the faces of
    the other side, as many; which lies behind which is nobody's to say here."""

    copies: Mapping[Code, int]
    dark: Mapping[Code, int] | None = None

    @property
    def size(self) -> int:
        return sum(self.copies.values())

    def on(self, side: Side) -> Mapping[Code, int]:
        """The faces of a side."""
        return self.dark if side is Side.DARK and self.dark is not None else self.copies

    def cards(self) -> tuple[Card, ...]:
        """The cards of a deck with one side; of any other, its light faces."""
        return tuple(Card(code) for code in self.faces(Side.LIGHT))

    def faces(self, side: Side) -> tuple[Code, ...]:
        return _spread(tuple(self.on(side).items()))


@cache
def _spread(copies: tuple[tuple[Code, int], ...]) -> tuple[Code, ...]:
    return tuple(code for code, count in copies for _ in range(count))
