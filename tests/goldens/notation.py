"""How a golden is written: a header, then each command with the events that it caused, then how the game stands.

A command is `> play seat=0 card=R5`, an event below it `card_played seat=0 card=R5`, a refusal `! illegal-play`.
A field that has its default is left out; cards of one hand are joined by commas, hands by bars.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, get_args

import msgspec
from msgspec.structs import fields, replace

from service.engine import Outcome, Refused, apply, start
from service.engine.choices import Value
from service.engine.commands import ChangeSettings, Command
from service.engine.events import Event
from service.engine.evolve import fold
from service.engine.options import ROWS
from service.engine.state import Awaiting, GameState, Seed, Visibility

SECOND = 1_000
"""Milliseconds between two commands of a golden."""
COMMANDS = {kind.__struct_config__.tag: kind for kind in get_args(Command)}


class Header(NamedTuple):
    """How the game is opened; `seed` made the commands."""

    preset: str
    options: dict[str, Value]
    seats: int
    visibility: Visibility
    host: str
    seed: int


class Golden(NamedTuple):
    header: Header
    commands: tuple[Command, ...]


def chosen(words: Iterable[str]) -> dict[str, Value]:
    return {name: value_of(name, text) for name, _, text in (word.partition(":") for word in words)}


def value_of(name: str, text: str) -> Value:
    kind = type(ROWS[name].default)
    if kind is dict:
        return {code: int(count) for code, _, count in (part.partition("*") for part in text.split("+"))}
    return msgspec.convert(text, kind, strict=False)  # type: ignore[no-any-return]


def shown(value: Any) -> str:
    match value:
        case None:
            return "-"
        case bool():
            return str(value).lower()
        case bytes():
            return value.hex()
        case dict():
            return ",".join(f"{name}:{counts(each)}" for name, each in value.items()) or "-"
        case tuple():
            return ("|" if value and isinstance(value[0], tuple) else ",").join(map(shown, value)) or "-"
        case msgspec.Struct():
            return ",".join(f"{name}:{shown(each)}" for name, each in msgspec.structs.asdict(value).items())
        case _:
            return str(value)


def counts(value: Any) -> str:
    """A value of an option: a deck is `W*8+WDT*4`."""
    return "+".join(f"{code}*{count}" for code, count in value.items()) if isinstance(value, dict) else shown(value)


def line(value: Command | Event | Awaiting) -> str:
    """A value by its name and its fields."""
    named = [(field.name, getattr(value, field.name), field.default) for field in fields(value)]
    return " ".join(
        [
            str(value.__struct_config__.tag),
            *(f"{name}={shown(content)}" for name, content, default in named if content != default),
        ]
    )


def command(text: str) -> Command:
    """The command that a line names."""
    name, *words = text.split()
    kind = COMMANDS[name]
    types = {field.name: field.type for field in fields(kind)}
    said = dict(word.split("=") for word in words)
    return kind(**{key: read(value, types[key]) for key, value in said.items()})  # type: ignore[no-any-return]


def read(text: str, kind: Any) -> Any:
    if kind is Seed:
        return bytes.fromhex(text)
    if kind == dict[str, Value]:
        return {} if text == "-" else chosen(text.split(","))
    if kind == tuple[int, ...]:
        return () if text == "-" else tuple(map(int, text.split(",")))
    return msgspec.convert(text, kind, strict=False)


def header_lines(header: Header) -> Iterator[str]:
    for name, value in header._asdict().items():
        yield f"{name} {shown(value)}"


def parse(text: str) -> Golden:
    lines = text.splitlines()
    said = dict(line.split(" ", 1) for line in lines[: len(Header._fields)])
    header = Header(**{key: read(said[key], kind) for key, kind in Header.__annotations__.items()})
    return Golden(header, tuple(command(line[2:]) for line in lines if line.startswith("> ")))


def opened(header: Header) -> Outcome:
    return start(header.preset, header.options, header.seats, header.visibility, header.host)


def played(golden: Golden) -> str:
    """The golden as the engine plays it now; what it folds from its events must be its state."""
    state, events = opened(golden.header)
    lines, history = [*header_lines(golden.header), "", *told(events)], [*events]
    for moment, command in enumerate(golden.commands):
        lines.append(f"> {line(command)}")
        try:
            state, events = apply(state, command, moment * SECOND)
        except Refused as refusal:
            lines.append(f"  ! {refusal.violation.value}")
            continue
        lines += told(events)
        history += events
    assert fold(history) == state
    return "\n".join([*lines, "", *ending(state)]) + "\n"


def told(events: Iterable[Event]) -> list[str]:
    return [f"  {line(event)}" for event in events]


def ending(state: GameState) -> list[str]:
    scores = " ".join(f"{player.name or '-'}:{player.score}" for player in state.players)
    return [f"ends {line(state.awaiting)}", f"scores {scores}"]


def options_of(golden: Golden) -> list[dict[str, Value]]:
    """What the options are at first, and whatever the host changes them to."""
    changes = [each.options for each in golden.commands if isinstance(each, ChangeSettings)]
    return [golden.header.options, *changes]


def without(golden: Golden, name: str) -> Golden:
    """The same commands in a game that does not know an option."""

    def rest(options: dict[str, Value]) -> dict[str, Value]:
        return {each: value for each, value in options.items() if each != name}

    header = golden.header._replace(options=rest(golden.header.options))
    commands = [
        replace(each, options=rest(each.options)) if isinstance(each, ChangeSettings) else each
        for each in golden.commands
    ]
    return Golden(header, tuple(commands))


def story(golden: Golden) -> list[str]:
    """What happens, without the lines that say only what the options are."""
    lines = played(golden).partition("\n\n")[2].splitlines()
    return [each for each in lines if "game_created" not in each and "settings" not in each]


def matters(golden: Golden, name: str) -> bool:
    """Whether an option that was chosen makes the game go differently."""
    chosen = any(name in options for options in options_of(golden))
    return chosen and story(golden) != story(without(golden, name))
