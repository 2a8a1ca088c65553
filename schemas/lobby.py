"""The bodies of opening, finding and joining games."""

from typing import Any

from marshmallow import fields, validate

from schemas.fields import (
    Body,
    Digits,
    Name,
    Query,
    Reply,
    Whole,
    decision,
    described,
    maybe_text,
    number,
    optional,
    text,
)
from schemas.game import GameView
from schemas.options import OptionWishes
from service.engine.presets import PRESETS
from service.engine.state import Visibility

MOST_SEATS = 100
ABOUT_PRESET = "The bundle of rules to start from."
ABOUT_VISIBILITY = "public: listed. unlisted: whoever has the id or the code. private: players alone."
VISIBILITIES = tuple(each.value for each in Visibility)


def preset(about: dict[str, Any] | None = None) -> fields.String:
    return fields.String(validate=validate.OneOf(tuple(PRESETS)), metadata=about or described(ABOUT_PRESET))


def seats(description: str) -> Whole:
    return Whole(validate=validate.Range(1, MOST_SEATS), metadata=described(description, example=4))


def seat(description: str) -> Whole:
    return Whole(validate=validate.Range(0, MOST_SEATS), metadata=described(description, example=1))


def visibility(about: dict[str, Any] | None = None) -> fields.String:
    return fields.String(validate=validate.OneOf(VISIBILITIES), metadata=about or described(ABOUT_VISIBILITY))


def join_code(**more: Any) -> fields.String:
    about = described("The game's join code; case, spaces and hyphens do not matter.", example="7K3Q-X9PM")
    return fields.String(validate=validate.Length(1, 64), metadata=about, **more)


class CreateGame(Body):
    name = Name(required=True)
    preset = preset(optional(ABOUT_PRESET, "classic"))
    options = fields.Nested(OptionWishes, metadata=described("House rules that differ from the preset's."))
    seats = seats("How many can play; as many as the rules and the deck allow if left out.")
    visibility = visibility(optional(ABOUT_VISIBILITY, "unlisted"))


class UpdateGame(Body):
    preset = preset()
    options = fields.Nested(OptionWishes, metadata=described("House rules to change; the others stay as they are."))
    seats = seats("How many can play.")
    visibility = visibility()
    decision_id = decision()


class JoinGame(Body):
    name = Name(required=True)
    join_code = join_code()
    seat = seat("The seat to take; the first that is free if left out.")
    decision_id = decision()


class JoinByCode(Body):
    join_code = join_code(required=True)
    name = Name(required=True)
    seat = seat("The seat to take; the first that is free if left out.")
    decision_id = decision()


class RecoverSeat(Body):
    recovery_code = fields.String(
        required=True,
        validate=validate.Length(1, 64),
        metadata=described("The code that came with the seat's first token.", example="4T9HW2ZKQ7M3XV8N5RPD"),
    )
    decision_id = decision()


class KickPlayer(Body):
    seat = Whole(required=True, metadata=described("Who is removed.", example=1))
    decision_id = decision()


class SeatGrant(Reply):
    """A seat in a game. Keep `token` and `recovery_code`: they are shown once."""

    game_id = text("The game's id.", example="wPVz8Y1tZPvkKpiS9mcf")
    join_code = text("The code that lets others in.", example="7K3QX9PM")
    seat = number("The seat that was taken.", example=0)
    token = text("Proves the seat: Authorization: Bearer <token>.")
    recovery_code = text("Turns into a new token if this one is lost.", example="4T9HW2ZKQ7M3XV8N5RPD")
    game = fields.Nested(GameView, required=True, metadata=described("The game as this seat sees it."))


class GamesQuery(Query):
    preset = preset()
    cursor = fields.String(
        validate=validate.Length(1, 200), metadata=described("Where to go on: `next_cursor` of the page before.")
    )
    limit = Digits(validate=validate.Range(1, 100), load_default=20, metadata=described("How many games at most."))


class OpenGame(Reply):
    game_id = text("The game's id.", example="wPVz8Y1tZPvkKpiS9mcf")
    preset = text("The bundle of rules.", example="classic")
    game = text("The game.", example="classic")
    host_name = text("Who opened it.", example="Ada")
    players = number("Seats that are taken.", example=1)
    seats = number("Seats of the game.", example=4)
    created_at = text("When it was opened.", format="date-time")


class OpenGames(Reply):
    items = fields.List(fields.Nested(OpenGame), required=True, metadata=described("Open games, newest first."))
    next_cursor = maybe_text("Where the next page begins; absent on the last one.")
