"""Streams of events, and the tickets that open them."""

from marshmallow import fields, validate

from schemas.fields import Digits, Query, Reply, described, number, text
from schemas.watch import FARTHEST


class StreamQuery(Query):
    after = Digits(
        validate=validate.Range(0, FARTHEST),
        metadata=described(
            "The last event that is known, if `Last-Event-ID` does not say it; without: a snapshot first."
        ),
    )
    ticket = fields.String(
        validate=validate.Length(1, 100), metadata=described("From createStreamTicket, instead of a token.")
    )


class StreamTicket(Reply):
    ticket = text("Opens one stream, as `?ticket=`.", example="tCwmy1XU5kYcEFJqmPk5vB8uVbQxCgQO")
    expires_in = number("Seconds within which it must be used.", example=60)
