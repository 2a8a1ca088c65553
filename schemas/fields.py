"""Fields that take JSON as it is written: no number from a string, no truth from a number."""

import json
import re
import unicodedata
from typing import Any

from marshmallow import EXCLUDE, RAISE, Schema, ValidationError, fields, validate

from service.engine.cards import FACES, Color

NAME_LENGTH = 32
HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
JOINERS = "\u200c\u200d"
"""They are invisible too, but writings and emoji are made with them."""
NUMBER = re.compile(r"-?[0-9]{1,15}", re.ASCII)
COLORS = tuple(color.value for color in Color)


class Body(Schema):
    """A request's body: what it does not know it refuses."""

    class Meta:
        unknown = RAISE


class Reply(Schema):
    """A reply's body: more members may come."""

    class Meta:
        unknown = EXCLUDE


class Query(Schema):
    """What stands behind the question mark; the rest of it is nobody's business."""

    class Meta:
        unknown = EXCLUDE


class Flag(fields.Boolean):
    """true or false."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class Whole(fields.Integer):
    """A whole number."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class Counts(fields.Dict):
    """A number for each of some names."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        try:
            return super()._deserialize(value, attr, data, **kwargs)  # type: ignore[no-untyped-call]
        except ValidationError as error:
            raise ValidationError(without_values(error.messages)) from error


def without_values(messages: Any) -> Any:
    """Where a number is wrong, its name says so: marshmallow has `value` below it."""
    if not isinstance(messages, dict):
        return messages
    return {name: below.get("value", below) if isinstance(below, dict) else below for name, below in messages.items()}


class Digits(fields.Integer):
    """A whole number of a query."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if not NUMBER.fullmatch(value):
            raise self.make_error("invalid", input=value)
        return int(value)


class Name(fields.String):
    """What a player is called: trimmed, 1 to 32 characters, nothing invisible that breaks a line."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("metadata", described("What the player is called: 1 to 32 characters.", example="Ada"))
        kwargs["metadata"] = {"minLength": 1, "maxLength": NAME_LENGTH} | kwargs["metadata"]
        super().__init__(**kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        return named(super()._deserialize(value, attr, data, **kwargs))


def named(value: object) -> str:
    """A player's name; raises `ValidationError`."""
    if not isinstance(value, str):
        raise ValidationError("Not a valid string.")
    name = value.strip()
    letters = "".join(character for character in name if character not in JOINERS)
    if not letters.strip():
        name = ""
    if not 1 <= len(name) <= NAME_LENGTH:
        raise ValidationError(f"A name has 1 to {NAME_LENGTH} characters.")
    if any(unicodedata.category(character) in HIDDEN for character in letters):
        raise ValidationError("A name has no invisible characters.")
    return name


def described(text: str, **more: Any) -> dict[str, Any]:
    return {"description": text, **more}


def optional(text: str, default: object, **more: Any) -> dict[str, Any]:
    """A member of a body that may be left out. What holds then is told in words: of the keyword `default` generators
    of clients make members that are always sent, or must be."""
    return described(f"{text} Default: {json.dumps(default)}.", **more)


def known_card(code: str) -> None:
    if code not in FACES:
        raise ValidationError("There is no card of this code.")


def card(text: str, **kwargs: Any) -> fields.String:
    """A card's code in a request."""
    return fields.String(validate=known_card, metadata=described(text, example="R5"), **kwargs)


def color(text: str, **kwargs: Any) -> fields.String:
    """A color in a request."""
    return fields.String(validate=validate.OneOf(COLORS), metadata=described(text), **kwargs)


def decision() -> fields.String:
    text = "The decision that was seen (`decision_id` of the game); if another is open by now, nothing is done."
    return fields.String(validate=validate.Length(max=40), metadata=described(text, example="d12"))


def text(description: str, **more: Any) -> fields.String:
    """A string that is always there in a reply."""
    return fields.String(required=True, metadata=described(description, **more))


def maybe_text(description: str, **more: Any) -> fields.String:
    return fields.String(metadata=described(description, **more))


def number(description: str, **more: Any) -> Whole:
    """A number that is always there in a reply."""
    return Whole(required=True, metadata=described(description, **more))


def maybe_number(description: str, **more: Any) -> Whole:
    return Whole(metadata=described(description, **more))


def flag(description: str) -> Flag:
    return Flag(required=True, metadata=described(description))


def numbers(description: str, required: bool = True) -> fields.List[Any]:
    return fields.List(Whole(), required=required, metadata=described(description))


def texts(description: str, required: bool = True) -> fields.List[Any]:
    return fields.List(fields.String(), required=required, metadata=described(description))
