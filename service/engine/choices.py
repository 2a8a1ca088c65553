"""What an option is: its type, what it may be, and why a choice is refused. The rows themselves are in `options`.

A game keeps just what differs from the rows' defaults (`Chosen`).
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
    `narrower` does in games that allow less; `keys` are, by game, what a table may have numbers for (none: the deck
    says). `depends_on`: the options that decide whether this one matters. `gap`: a number is 0, or at least this."""

    name: str
    default: T
    doc: str
    values: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    games: frozenset[str] = frozenset({CLASSIC, FLIP, PARTY})
    narrower: Mapping[str, tuple[int, int]] = MappingProxyType({})
    keys: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    depends_on: tuple[str, ...] = ()
    gap: int = 0

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
            return self.checked_counts(value, game)
        if self.values and value not in self.values:
            raise BadOption(self.name, f"{self.name} is one of: {', '.join(self.values)}.")
        least, most = self.bounds(game)
        if self.type == "integer" and not least <= int(value) <= most:
            raise BadOption(self.name, f"{self.name} is at least {least} and at most {most}.")
        if self.type == "integer" and 0 < int(value) < self.gap:
            raise BadOption(self.name, f"{self.name} is 0, or at least {self.gap} and at most {most}.")
        return value

    def checked_counts(self, value: dict[str, int], game: str) -> Value:
        """As `checked`, of a table: a number for each name."""
        for name, count in value.items():
            if self.keys and name not in self.keys[game]:
                raise BadOption(f"{self.name}/{name}", f"{self.name} in {game} is of: {', '.join(self.keys[game])}.")
            if type(count) is not int or not self.least <= count <= self.most:
                raise BadOption(f"{self.name}/{name}", f"A number in {self.name} is {self.least} to {self.most}.")
        return value

    def needing(self, *names: str) -> "Option[T]":
        """The same row, which matters or not by these options."""
        return self._replace(depends_on=names)


Row = Option[bool] | Option[int] | Option[str] | Option[dict[str, int]]


def word(name: str, values: str, doc: str, *games: str) -> Option[str]:
    choices = tuple(values.split())
    row = Option(name, choices[0], doc, values=choices)
    return row._replace(games=frozenset(games)) if games else row


def number(name: str, default: int, least: int, most: int, doc: str, **narrower: tuple[int, int]) -> Option[int]:
    return Option(name, default, doc, least=least, most=most, narrower=MappingProxyType(narrower))


def switch(name: str, default: bool, doc: str, *games: str) -> Option[bool]:
    row = Option(name, default, doc)
    return row._replace(games=frozenset(games)) if games else row
