"""Values to bytes and back; what cannot be read says so."""

import random
from typing import get_args

import msgspec
import pytest

from service.engine import events as e
from service.engine.choices import Value
from service.engine.codec import SCHEMA, Decoder, UnreadableBlob, encode
from service.engine.commands import Command
from service.engine.events import Event
from service.engine.state import Awaiting, Frozen, GameState, Lobby
from tests.engine.values import AWAITED, COMMANDS, EVENTS, missing, state


class Said(Frozen, frozen=True):
    """Something of a union, as it is stored: inside of another value."""

    event: Event | None = None
    command: Command | None = None


said_of = Decoder(Said)
state_of = Decoder(GameState)


def test_there_is_a_sample_of_everything() -> None:
    assert missing(Event, EVENTS) == missing(Command, COMMANDS) == missing(Awaiting, AWAITED) == set()


@pytest.mark.parametrize("event", EVENTS, ids=repr)
def test_an_event_comes_back_as_it_was(event: Event) -> None:
    read = said_of(encode(Said(event=event)))
    assert read.event == event
    assert type(read.event) is type(event)


@pytest.mark.parametrize("command", COMMANDS, ids=repr)
def test_a_command_comes_back_as_it_was(command: Command) -> None:
    assert said_of(encode(Said(command=command))).command == command


@pytest.mark.parametrize("awaiting", AWAITED, ids=repr)
def test_a_state_comes_back_as_it_was(awaiting: Awaiting) -> None:
    before = state(awaiting)
    after = state_of(encode(before))
    assert after == before
    assert repr(after) == repr(before)
    assert type(after.awaiting) is type(awaiting)


def test_a_fresh_table_comes_back_as_it_was() -> None:
    before = GameState("classic", "classic", {}, 2)
    assert state_of(encode(before)) == before
    assert before.awaiting == Lobby()


def test_options_keep_their_types() -> None:
    chosen: dict[str, Value] = {"force_play": True, "uno_penalty": 1, "target_score": 0, "play_drawn_card": "never"}
    kept = state_of(encode(GameState("classic", "classic", chosen, 2))).options
    assert [type(value) for value in kept.values()] == [bool, int, int, str]
    assert kept == chosen


def test_equal_values_have_equal_bytes() -> None:
    assert encode(state()) == encode(state())


def test_events_have_names_of_their_own() -> None:
    names = [kind.__struct_config__.tag for kind in get_args(Event)]
    assert len(set(names)) == len(names)
    assert e.type_of(EVENTS[0]) == "game_created"


def test_a_blob_begins_with_the_number_of_its_schema() -> None:
    assert encode(state())[0] == SCHEMA == 1


@pytest.mark.parametrize("schema", [number for number in range(256) if number != SCHEMA])
def test_a_blob_of_another_schema_is_unreadable(schema: int) -> None:
    blob = bytes([schema]) + encode(state())[1:]
    with pytest.raises(UnreadableBlob, match=f"schema {schema:02x}, not {SCHEMA}"):
        state_of(blob)


def test_no_bytes_at_all_are_unreadable() -> None:
    with pytest.raises(UnreadableBlob, match="schema none"):
        state_of(b"")


def test_a_blob_cut_short_is_unreadable() -> None:
    blob = encode(state())
    for end in range(len(blob)):
        with pytest.raises(UnreadableBlob):
            state_of(blob[:end])


def test_a_blob_with_something_behind_it_is_unreadable() -> None:
    with pytest.raises(UnreadableBlob):
        state_of(encode(state()) + b"\x00")


@pytest.mark.parametrize(
    "body",
    [
        b"\xc1",
        b"\x80",
        b"\x90",
        b"\xc0",
        b"{}",
        b"\x91" * 50_000,
        b"\xdd\xff\xff\xff\xff",
        msgspec.msgpack.encode(["classic", "classic", {}, "two"]),
        msgspec.msgpack.encode(["classic", "classic", {"hand_size": 1.5}, 2]),
        msgspec.msgpack.encode(["classic", "classic", {}, 2, "unheard of"]),
        msgspec.msgpack.encode([b"\xff", "classic", {}, 2]),
        b"\x94\xa7class\xff\xfe\xa7classic\x80\x02",
    ],
)
def test_garbage_is_unreadable(body: bytes) -> None:
    with pytest.raises(UnreadableBlob):
        state_of(bytes([SCHEMA]) + body)


def test_a_blob_nested_without_end_is_unreadable() -> None:
    """Where a later version's field would be, which is skipped."""
    fields = msgspec.msgpack.decode(encode(state())[1:])
    row = msgspec.msgpack.encode([*fields, 0])[:-1]
    with pytest.raises(UnreadableBlob):
        state_of(bytes([SCHEMA]) + row + b"\x91" * 100_000)


def test_damaged_bytes_are_read_or_unreadable_and_nothing_else() -> None:
    rng = random.Random(20)
    blob = encode(state(AWAITED[3]))
    for _ in range(3_000):
        damaged = bytearray(blob)
        for _ in range(rng.randint(1, 4)):
            damaged[rng.randrange(1, len(damaged))] = rng.randrange(256)
        try:
            assert isinstance(state_of(bytes(damaged)), GameState)
        except UnreadableBlob as unreadable:
            assert str(unreadable)


def test_fields_with_a_default_at_the_end_may_be_missing() -> None:
    """A field added later needs no new schema."""
    short = bytes([SCHEMA]) + msgspec.msgpack.encode(["classic", "classic", {}, 2])
    assert state_of(short) == GameState("classic", "classic", {}, 2)


def test_an_event_is_no_state() -> None:
    with pytest.raises(UnreadableBlob):
        state_of(encode(Said(event=EVENTS[0])))
