"""A table set up exactly."""

from typing import Any

from marshmallow import ValidationError, fields, validate

from schemas.fields import Body, Flag, Reply, Whole, color, described, named, number, optional, text
from schemas.game import GameView
from schemas.lobby import ABOUT_PRESET, preset
from schemas.options import OptionWishes
from service.engine.cards import Side

MOST_PLAYERS = 16
MOST_POINTS = 1_000_000


class Players(fields.Raw):
    """How many players, or their names; becomes the names."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> tuple[str, ...]:
        if isinstance(value, int) and not isinstance(value, bool):
            value = [f"Player {number}" for number in range(1, min(value, MOST_PLAYERS + 1) + 1)]
        if not isinstance(value, list):
            raise ValidationError("A number of players, or a list of their names.")
        if not 2 <= len(value) <= MOST_PLAYERS:
            raise ValidationError(f"There are 2 to {MOST_PLAYERS} players.")
        return tuple(named_at(place, name) for place, name in enumerate(value))


def named_at(place: int, name: object) -> str:
    try:
        return named(name)
    except ValidationError as error:
        raise ValidationError({place: error.messages}) from error


def codes(description: str, **more: Any) -> fields.List[Any]:
    return fields.List(fields.String(), metadata=described(description, **more))


class CreateSandboxGame(Body):
    preset = preset(optional(ABOUT_PRESET, "classic"))
    options = fields.Nested(OptionWishes, metadata=described("House rules that differ from the preset's."))
    players = Players(
        metadata=described(
            "How many players (2 to 16), or a list of their names. 3 if left out, or as many as there are hands.",
            examples=[3, ["Ada", "Bo"]],
        ),
    )
    dealer = Whole(metadata=optional("The dealer's seat.", 0))
    hands = fields.List(
        fields.List(fields.String()),
        metadata=described(
            "Each seat's cards; dealt by the rules if left out. With two sides: both (`R7/TD5`), or the one that is up."
        ),
    )
    discard = codes("The discard pile, the top last; if left out, the round opens by the rules.")
    draw_pile = codes("The next cards to draw, first things first; the rest of the deck follows, shuffled.")
    exact = Flag(metadata=optional("No other cards than those named.", False))
    direction = fields.String(
        validate=validate.OneOf(("clockwise", "counterclockwise")),
        metadata=described("The direction of play; if left out, as a round begins (`initial_direction`)."),
    )
    side = fields.String(
        validate=validate.OneOf(tuple(side.value for side in Side)),
        metadata=optional("Which side is up, in a game whose cards have two.", "light"),
    )
    active_color = color("The active color; needed where the top of the discard pile is a wild.")
    turn = Whole(metadata=described("Whose turn it is; seat 1 if left out."))
    link = fields.List(Whole(), metadata=described("UNO Party: two seats that draw together."))
    scores = fields.List(
        Whole(validate=validate.Range(0, MOST_POINTS)), metadata=described("Points that each seat has already.")
    )


class SandboxSeat(Reply):
    seat = number("The seat.", example=0)
    token = text("Proves the seat: Authorization: Bearer <token>.")


class SandboxGrant(Reply):
    """A table that was set up, and the tokens of all its seats."""

    game_id = text("The game's id.", example="wPVz8Y1tZPvkKpiS9mcf")
    seats = fields.List(fields.Nested(SandboxSeat), required=True, metadata=described("Every seat with its token."))
    game = fields.Nested(GameView, required=True, metadata=described("The game as everybody sees it."))
