"""Whole rounds, command by command and event by event: an alarm for whatever changes in the play.

They are written by the engine (`pytest tests/goldens --write-goldens`), so they hold no rule: a golden keeps the errors
that it was born with. What differs is to be looked at, and then either mended or written anew.
"""

import difflib
from collections.abc import Iterable
from pathlib import Path
from typing import get_args

import pytest

from service.engine.choices import Option
from service.engine.commands import Command
from service.engine.events import Event
from service.engine.house import debts
from service.engine.options import ROWS
from tests.engine.values import COMMANDS as SAMPLES
from tests.goldens.notation import COMMANDS, Golden, chosen, command, line, matters, options_of, parse, played
from tests.goldens.picker import PLANS, UNPLAYED, picked

ROUNDS = Path(__file__).parent / "rounds"


def path_of(name: str) -> Path:
    return ROUNDS / f"{name}.txt"


def text_of(name: str) -> str:
    return path_of(name).read_text(encoding="utf-8")


def difference(stored: str, now: str) -> str:
    """What differs, line by line; empty where nothing does."""
    lines = difflib.unified_diff(stored.splitlines(), now.splitlines(), "stored", "played now", n=4, lineterm="")
    return "\n".join(lines)


@pytest.fixture(scope="session", autouse=True)
def _written(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--write-goldens"):
        ROUNDS.mkdir(exist_ok=True)
        for name, plan in PLANS.items():
            path_of(name).write_text(played(picked(name, plan)), encoding="utf-8")


@pytest.mark.parametrize("name", PLANS)
def test_a_round_is_played_as_it_was(name: str) -> None:
    stored = text_of(name)
    if differs := difference(stored, played(parse(stored))):
        pytest.fail(f"{name} is played differently now:\n{differs}", pytrace=False)


def test_the_rounds_are_those_of_the_plans() -> None:
    assert {path.stem for path in ROUNDS.iterdir()} == PLANS.keys()


def stored() -> dict[str, Golden]:
    return {name: parse(text_of(name)) for name in PLANS}


def unplayed(names: Iterable[str], goldens: Iterable[Golden]) -> set[str]:
    """The options that have their default everywhere."""
    played_with = {name for golden in goldens for options in options_of(golden) for name in options}
    return set(names) - played_with


def test_every_option_is_played_with() -> None:
    assert unplayed(ROWS, stored().values()) == set()


def test_an_option_that_nobody_plays_with_is_found() -> None:
    golden = stored()["four-must-play"]
    assert unplayed(["force_play", "jump_ahead"], [golden]) == {"jump_ahead"}
    assert unplayed(["force_play"], [golden._replace(header=golden.header._replace(options={}))]) == {"force_play"}


WORDED = [row for row in ROWS.values() if row.type in ("boolean", "string")]


@pytest.mark.parametrize("row", WORDED, ids=lambda row: row.name)
def test_every_word_of_an_option_is_played_with(row: Option[str]) -> None:
    values = {options.get(row.name, row.default) for golden in stored().values() for options in options_of(golden)}
    assert values == set(row.values or (True, False))


@pytest.mark.parametrize("name", sorted(ROWS.keys() - UNPLAYED))
def test_every_option_makes_a_difference_in_some_round(name: str) -> None:
    assert any(matters(golden, name) for golden in stored().values())


def test_an_option_that_makes_no_difference_is_found() -> None:
    golden = stored()["eight-refuse-bluffs"]
    assert "max_players" in golden.header.options
    assert not matters(golden, "max_players")
    assert not matters(golden, "force_play")


def words(mark: str) -> set[str]:
    """The first words of all lines that begin with a mark."""
    lines = [each.removeprefix(mark) for name in PLANS for each in text_of(name).splitlines() if each.startswith(mark)]
    return {each.split(" ")[0] for each in lines}


def test_every_event_and_every_command_comes_up() -> None:
    assert {str(kind.__struct_config__.tag) for kind in get_args(Event)} == words("  ") - {"!"}
    assert COMMANDS.keys() == words("> ")


def test_refusals_come_up() -> None:
    assert len(words("  ! ")) >= 20


def test_a_rule_that_has_changed_sets_off_the_alarm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(debts, "LOST_CHALLENGE", 3)
    changed = [difference(text_of(name), played(parse(text_of(name)))) for name in PLANS]
    assert any("-  cards_drawn" in lines and "+  cards_drawn" in lines for lines in changed)


def test_a_difference_is_shown_line_by_line() -> None:
    text = text_of("two-by-the-book")
    altered = text.replace("> play ", "> ploy ", 1)
    assert difference(text, text) == ""
    shown = [each[:7] for each in difference(text, altered).splitlines()]
    assert shown.index("-> play") == shown.index("+> ploy") - 1


def test_a_plan_always_makes_the_same_commands() -> None:
    name = "nine-some-leave"
    assert picked(name, PLANS[name]) == picked(name, PLANS[name])


@pytest.mark.parametrize("sample", SAMPLES, ids=repr)
def test_a_command_is_read_as_it_was_written(sample: Command) -> None:
    assert command(line(sample)) == sample


def test_options_are_read_as_they_were_written() -> None:
    assert chosen(["hand_size:3", "force_play:true", "play_drawn_card:never"]) == {
        "hand_size": 3,
        "force_play": True,
        "play_drawn_card": "never",
    }
