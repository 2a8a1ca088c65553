"""Cards: what is printed on them, and the codes that name them.

Two names that must not be mixed up. A `Code` names a *face* (`R5`, `WD4`) and is public: it is what
lies on the table. A `Card` is the physical card, named by all of its faces; wherever a value holds a
card that somebody may not see, its type is `Card`, so that one walker can find every secret.
A classic card has one face and is therefore named by that face's code.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache
from typing import NamedTuple, NewType

Code = NewType("Code", str)
Card = NewType("Card", str)


class Color(StrEnum):
    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"


class Kind(StrEnum):
    NUMBER = "number"
    SKIP = "skip"
    REVERSE = "reverse"
    DRAW_TWO = "draw_two"
    WILD = "wild"
    WILD_DRAW_FOUR = "wild_draw_four"


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


LETTERS: Mapping[Color, str] = {
    Color.RED: "R",
    Color.YELLOW: "Y",
    Color.GREEN: "G",
    Color.BLUE: "B",
}
SYMBOLS: Mapping[Kind, str] = {
    Kind.SKIP: "S",
    Kind.REVERSE: "R",
    Kind.DRAW_TWO: "D2",
    Kind.WILD: "W",
    Kind.WILD_DRAW_FOUR: "WD4",
}
WILD_KINDS = frozenset({Kind.WILD, Kind.WILD_DRAW_FOUR})


def every_face() -> Iterator[Face]:
    for color in Color:
        for value in range(10):
            yield Face(color, Kind.NUMBER, value)
        for kind in SYMBOLS.keys() - WILD_KINDS:
            yield Face(color, kind)
    for kind in WILD_KINDS:
        yield Face(None, kind)


FACES: Mapping[str, Face] = {face.code: face for face in every_face()}


class Deck(NamedTuple):
    """A composition: how many cards there are of each face, in the order of the unshuffled deck."""

    copies: Mapping[Code, int]

    @property
    def size(self) -> int:
        return sum(self.copies.values())

    def cards(self) -> tuple[Card, ...]:
        return _spread(tuple(self.copies.items()))


@cache
def _spread(copies: tuple[tuple[Code, int], ...]) -> tuple[Card, ...]:
    return tuple(Card(code) for code, count in copies for _ in range(count))
