"""Events and finished rounds."""

from marshmallow import fields, validate

from schemas.fields import Digits, Query, Reply, described, flag, maybe_number, number, numbers
from schemas.game import Event

FARTHEST = 10**12
LONGEST_WAIT = 25


def wait(text: str) -> Digits:
    return Digits(validate=validate.Range(0, LONGEST_WAIT), load_default=0, metadata=described(text))


class GameQuery(Query):
    wait = wait("Seconds to wait for a version that If-None-Match does not name.")


class EventsQuery(Query):
    after = Digits(
        validate=validate.Range(0, FARTHEST), load_default=0, metadata=described("Only events after this number.")
    )
    limit = Digits(validate=validate.Range(1, 100), load_default=100, metadata=described("How many events at most."))
    wait = wait("Seconds to wait for events if there are none after the number.")


class EventPage(Reply):
    items = fields.List(fields.Nested(Event), required=True, metadata=described("The events, in order."))
    last_seq = number("The number of the last event here: ask on with `after` set to it.", example=17)
    has_more = flag("Whether there are events after it.")


class FinishedRound(Reply):
    number = number("The round's number.", example=1)
    points = numbers("What each seat scored.")
    final_hands = fields.List(
        fields.List(fields.String()), required=True, metadata=described("The cards left in each seat's hand.")
    )
    winner_seat = maybe_number("Who won it; absent if the round was void.", example=0)
