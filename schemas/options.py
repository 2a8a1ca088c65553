"""House rules on the wire: a property for each row of the engine's options."""

from typing import Any

from marshmallow import fields, validate

from schemas.fields import Body, Counts, Flag, Reply, Whole, described, optional
from service.engine.choices import Row
from service.engine.options import ROWS


def wish(row: Row) -> fields.Field[Any]:
    """An option as it is asked for: it may be left out."""
    about = optional(row.doc, row.default)
    match row.type:
        case "boolean":
            return Flag(metadata=about)
        case "integer":
            return Whole(validate=validate.Range(row.least, row.most), metadata=about)
        case "object":
            counts = Whole(validate=validate.Range(row.least, row.most))
            return Counts(keys=fields.String(), values=counts, metadata=about)
        case _:
            return fields.String(validate=validate.OneOf(row.values), metadata=about)


def told(row: Row) -> fields.Field[Any]:
    """An option as it holds; a row of another game is absent."""
    match row.type:
        case "boolean":
            return Flag(metadata=described(row.doc))
        case "integer":
            return Whole(metadata=described(row.doc))
        case "object":
            return fields.Dict(keys=fields.String(), values=Whole(), metadata=described(row.doc))
        case _:
            return fields.String(metadata=described(f"{row.doc} One of: {', '.join(row.values)}."))


OptionWishes = Body.from_dict({name: wish(row) for name, row in ROWS.items()}, name="OptionWishes")
Options = Reply.from_dict({name: told(row) for name, row in ROWS.items()}, name="Options")
