"""The bodies of the commands at the table."""

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from schemas.fields import Body, Flag, Reply, Whole, card, color, decision, described, number, optional, texts
from schemas.game import Event, GameView
from service.engine.cards import FACES, NAMELESS, PAIRING, SEVEN


class Command(Body):
    """A command that needs no field."""

    decision_id = decision()


class Play(Command):
    card = card("The card to play, by its code.", required=True)
    color = color("The color that a wild names; refused with any other card.")
    targets = fields.List(
        Whole(),
        validate=validate.Length(1, 2),
        metadata=described("The two seats that a card links, or the one that a seven swaps hands with."),
    )
    uno = Flag(metadata=optional("Calls UNO with the play.", False))

    @validates_schema
    def only_a_wild_names_a_color(self, data: dict[str, Any], **_: Any) -> None:
        face = FACES[data["card"]]
        if "color" in data and (not face.wild or face.kind in NAMELESS):
            raise ValidationError("Only a wild names a color, and this one does not.", "color")
        targets = data.get("targets")
        if targets is not None and len(targets) != (2 if face.kind in PAIRING else 1 if face.value == SEVEN else 0):
            raise ValidationError("Two players are linked by a card, and one swaps hands by a seven.", "targets")


class JumpIn(Play):
    """As a play, out of turn."""


class Suggest(Command):
    card = card("The card to suggest, by its code.", required=True)


class Point(Command):
    seat = Whole(required=True, metadata=described("At whom.", example=1))


class CatchUno(Command):
    seat = Whole(required=True, metadata=described("Who is caught.", example=1))


class ChooseColor(Command):
    color = color("The color of the opening wild.", required=True)


class CommandResult(Reply):
    version = number("The game's version after the command.", example=13)
    events = fields.List(
        fields.Nested(Event), required=True, metadata=described("What the command caused, as the caller may see it.")
    )
    game = fields.Nested(
        GameView, metadata=described("The game as the caller sees it now; absent with `Prefer: return=minimal`.")
    )
    revealed_hand = texts("After a challenge: the challenged hand as it was, for the challenger alone.", required=False)
