"""The rulebook is whole: every section, every option, every value that an option can have has a case by hand."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from service.engine.choices import BadOption, Option, number, switch, word
from service.engine.options import ROWS

SECTIONS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11")


def marks() -> Iterator[pytest.Mark]:
    """The `rule` marks of every case of this folder."""
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for name, case in vars(import_module(f"tests.rulebook.{path.stem}")).items():
            if name.startswith("test_"):
                yield from (mark for mark in getattr(case, "pytestmark", ()) if mark.name == "rule")


def held(marks: Iterable[pytest.Mark]) -> Mapping[str, set[object]]:
    """The values that have a case, by option."""
    values: dict[str, set[object]] = defaultdict(set)
    for mark in marks:
        if "option" in mark.kwargs:
            values[mark.kwargs["option"]].add(mark.kwargs["value"])
    return values


def wanted(row: Option[Any]) -> set[object]:
    """Of a number the least, the most and the default; of a deck any two values will do."""
    match row.type:
        case "boolean":
            return {True, False}
        case "integer":
            return {row.least, row.most, row.default}
        case "object":
            return set()
        case _:
            return set(row.values)


def missing(rows: Iterable[Option[Any]], values: Mapping[str, set[object]]) -> list[str]:
    """Options without a case, and values without one."""
    lacking = []
    for row in rows:
        lacking += [f"{row.name}={value}" for value in wanted(row) - values.get(row.name, set())]
        if row.type == "object" and len(values.get(row.name, ())) < 2:
            lacking.append(row.name)
    return sorted(lacking)


def test_every_value_of_every_option_has_a_case() -> None:
    assert missing(ROWS.values(), held(marks())) == []


def exists(row: Option[Any], value: object) -> bool:
    """Whether the option can have this value in any game."""
    for game in row.games:
        with suppress(BadOption):
            return row.checked(value, game) == value
    return False


def test_every_case_is_about_a_value_that_exists() -> None:
    for name, values in held(marks()).items():
        for value in values:
            value = dict(value) if ROWS[name].type == "object" else value
            assert exists(ROWS[name], value), f"{name}={value}"


def test_every_section_has_cases() -> None:
    assert {mark.args[0] for mark in marks()} == set(SECTIONS)


def test_every_case_names_its_section() -> None:
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        if path.name == Path(__file__).name:
            continue
        for name, case in vars(import_module(f"tests.rulebook.{path.stem}")).items():
            if name.startswith("test_"):
                assert any(mark.name == "rule" for mark in getattr(case, "pytestmark", ())), name


def test_an_option_without_a_case_is_found() -> None:
    rows = (switch("new_switch", False, ""), word("new_word", "one two", ""), number("new_number", 1, 0, 9, ""))
    values = {"new_switch": {True}, "new_word": {"one", "two"}, "new_number": {0, 1, 3}}
    assert missing(rows, values) == ["new_number=9", "new_switch=False"]
    assert missing(rows, {}) == [
        "new_number=0", "new_number=1", "new_number=9",
        "new_switch=False", "new_switch=True", "new_word=one", "new_word=two",
    ]  # fmt: skip


def test_a_deck_without_two_cases_is_found() -> None:
    row = Option[dict[str, int]]("new_deck", {}, "", most=9)
    assert missing((row,), {"new_deck": {(("W", 8),)}}) == ["new_deck"]
    assert missing((row,), {"new_deck": {(("W", 8),), (("W", 0),)}}) == []


@pytest.mark.parametrize("row", ROWS.values(), ids=lambda row: row.name)
def test_an_option_of_which_every_case_was_taken_away_is_found(row: Option[Any]) -> None:
    values = {name: of for name, of in held(marks()).items() if name != row.name}
    lacking = missing(ROWS.values(), values)
    assert lacking and {lack.partition("=")[0] for lack in lacking} == {row.name}
