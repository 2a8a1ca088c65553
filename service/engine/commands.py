"""What can be asked of a game: a closed union of frozen values. `seat` is who asks."""

from service.engine.cards import Code, Color
from service.engine.choices import Value
from service.engine.state import Frozen, Seed, Visibility, snake


class Request(Frozen, frozen=True, tag=snake):
    """A request of a seat."""

    seat: int


class Join(Frozen, frozen=True, tag=snake):
    """Somebody sits down, on `seat` or on the first that is free."""

    name: str
    seat: int | None = None


class Leave(Request, frozen=True):
    """The player gives the seat up for good."""


class Kick(Request, frozen=True):
    """The host removes the player of `target`."""

    target: int


class ChangeSettings(Request, frozen=True):
    """The host changes what was agreed at the start; `options` is what differs from the defaults."""

    preset: str
    options: dict[str, Value]
    seats: int
    visibility: Visibility


class End(Request, frozen=True):
    """The host ends the game without a winner."""


class Deal(Request, frozen=True):
    """Starts the match, or the next round. From `seed`, 32 secret random bytes, follows every shuffle of the round."""

    seed: Seed


class Play(Request, frozen=True):
    """Lays `card`; a wild comes with `color`, one that links with two `targets`, one that swaps hands with one; `uno`
    calls it in the same breath."""

    card: Code
    color: Color | None = None
    uno: bool = False
    targets: tuple[int, ...] = ()


class JumpIn(Play, frozen=True):
    """Lays a card out of turn."""


class Draw(Request, frozen=True):
    """Takes a card; facing a draw card, takes what it asks for."""


class Pass(Request, frozen=True):
    """Ends the turn after a draw, or where nothing can be played and nothing drawn."""


class CallUno(Request, frozen=True):
    """Says UNO."""


class CatchUno(Request, frozen=True):
    """Catches `target` with one card and UNO not called."""

    target: int


class Challenge(Request, frozen=True):
    """Doubts the wild draw card that the seat faces."""


class ChooseColor(Request, frozen=True):
    """Names the color of an opening wild."""

    color: Color


class Suggest(Request, frozen=True):
    """Advises the player in turn to lay `card`."""

    card: Code


class Point(Request, frozen=True):
    """Points at `target`."""

    target: int


class TimeOut(Frozen, frozen=True, tag=snake):
    """The time for the open decision is over: the table moves for whoever it waits for. Nobody asks for it."""


Command = (
    Join
    | Leave
    | Kick
    | ChangeSettings
    | End
    | Deal
    | Play
    | JumpIn
    | Suggest
    | Point
    | Draw
    | Pass
    | CallUno
    | CatchUno
    | Challenge
    | ChooseColor
    | TimeOut
)
