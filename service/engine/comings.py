"""What happens to the seats: players come and go, and are away for a while. Part of `events`."""

from service.engine.cards import Card
from service.engine.facts import Fact


class PlayerJoined(Fact, frozen=True):
    seat: int
    name: str


class Departure(Fact, frozen=True):
    """`under`: the hand, in the order in which it now lies at the bottom of the draw pile; `host`: who is host now."""

    seat: int
    name: str
    host: int
    under: tuple[Card, ...]


class PlayerLeft(Departure, frozen=True):
    pass


class PlayerKicked(Departure, frozen=True):
    pass


class TimedOut(Fact, frozen=True):
    """The time of `seat` is out, and the table moves for it, `count` times in a row now."""

    seat: int
    count: int


class AutopilotOn(Fact, frozen=True):
    """From now on a bot plays for `seat`, or it is `skipped`."""

    seat: int
    skipped: bool = False


class AutopilotOff(Fact, frozen=True):
    """`seat` plays for itself again."""

    seat: int


class PlayerBack(Fact, frozen=True):
    """`seat`, whose time had run out, acts again."""

    seat: int
