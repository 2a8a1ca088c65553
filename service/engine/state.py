"""The state of a game: one frozen value, and what it waits for.

`awaiting` is the one place that says who must act and how: there are no loose flags beside it.
"""

from enum import StrEnum
from typing import NewType

from msgspec import Struct

from service.engine.cards import Card, Code, Color, Face, Side, code_on, face_on
from service.engine.choices import Value

Seed = NewType("Seed", bytes)


class Frozen(Struct, frozen=True, array_like=True, gc=False):
    """Base of every value of the engine: immutable, and a plain array on the wire to Redis."""


class Presence(StrEnum):
    """`out`: eliminated from the match, and looking on."""

    VACANT = "vacant"
    SEATED = "seated"
    OUT = "out"
    LEFT = "left"


class Uno(StrEnum):
    """`open`: one card left, not called, can be caught."""

    NONE = "none"
    CALLED = "called"
    OPEN = "open"


class Visibility(StrEnum):
    UNLISTED = "unlisted"
    PUBLIC = "public"
    PRIVATE = "private"


class Player(Frozen, frozen=True):
    """A seat and who sits there; the hand is ordered, the card held longest first. `since`: when the hand got so small,
    in milliseconds since 1970, where a grace period is reckoned from it. `idle`: how often in a row the table has moved
    for the player; `autopilot`: it does so from now on."""

    name: str = ""
    presence: Presence = Presence.VACANT
    hand: tuple[Card, ...] = ()
    uno: Uno = Uno.NONE
    score: int = 0
    rounds_won: int = 0
    since: int = 0
    idle: int = 0
    autopilot: bool = False


def snake(name: str) -> str:
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name).lstrip("_")


class Decision(Frozen, frozen=True, tag=snake):
    """What the game waits for."""


class Lobby(Decision, frozen=True):
    """Players sit down; the host deals."""


class Turn(Decision, frozen=True):
    """`seat` plays or draws; once `drawn` is there: plays that card or passes."""

    seat: int
    drawn: Card | None = None


class Answer(Decision, frozen=True):
    """`seat` answers a draw card of `by`: takes `amount` cards (None: until the active color comes), or challenges.

    Guilt is fixed when the card is played, and so is the hand that proves it (`evidence`): it is shown to the
    challenger alone, and outlives a player who leaves.
    """

    seat: int
    by: int
    card: Code
    amount: int | None
    challengeable: bool
    guilty: bool
    evidence: tuple[Card, ...]


class ColorChoice(Decision, frozen=True):
    """`seat` names the color of a wild that lies there without one; then the player after `after` is in turn."""

    seat: int
    after: int


class Pointing(Decision, frozen=True):
    """Everybody secretly points at somebody else: `at` by seat, None for who has not yet. The card was `by`'s."""

    by: int
    at: tuple[int | None, ...]


class PileUp(Decision, frozen=True):
    """`seat` adds to the mini-pile, the card turned up first at its bottom, or takes it."""

    seat: int
    color: Color
    cards: tuple[Card, ...]


class RoundOver(Decision, frozen=True):
    """Any seat deals the next round."""


class GameOver(Decision, frozen=True):
    """The match is won, or was ended by its host."""

    winners: tuple[int, ...] = ()
    abandoned: bool = False


Awaiting = Lobby | Turn | Answer | ColorChoice | Pointing | PileUp | RoundOver | GameOver


class RoundResult(Frozen, frozen=True):
    """A round that is over: no winner where it was void."""

    number: int
    winner: int | None
    points: tuple[int, ...]


class GameState(Frozen, frozen=True):
    """A whole game. `direction` is 1 clockwise, -1 counterclockwise; the draw pile's next card is its first, the
    discard pile's top its last; `stuck` counts the passes in a row of players who could neither play nor draw;
    `decision` is the number of the event that opened the decision; `seq` counts the events folded in; `round_ends` are
    the numbers of the `round_ended` events; `link`: the two seats that draw together; `turns`: those of the round."""

    game: str
    preset: str
    options: dict[str, Value]
    seats: int
    visibility: Visibility = Visibility.UNLISTED
    sandbox: bool = False
    host: int = 0
    players: tuple[Player, ...] = ()
    round: int = 0
    dealer: int = 0
    direction: int = 1
    color: Color | None = None
    draw_pile: tuple[Card, ...] = ()
    discard: tuple[Card, ...] = ()
    awaiting: Awaiting = Lobby()
    stuck: int = 0
    decision: int = 0
    seq: int = 0
    seed: Seed = Seed(b"")
    last_round: RoundResult | None = None
    round_ends: tuple[int, ...] = ()
    side: Side = Side.LIGHT
    link: tuple[int, int] | None = None
    turns: int = 0


def face(state: GameState, card: Card) -> Face:
    """The face of a card that counts now."""
    return face_on(state.side, card)


def code(state: GameState, card: Card) -> Code:
    """The code by which a card is named now."""
    return code_on(state.side, card)


def top(state: GameState) -> Face:
    return face(state, state.discard[-1])


def seated(state: GameState) -> list[int]:
    return [seat for seat, player in enumerate(state.players) if player.presence is Presence.SEATED]


def is_seated(state: GameState, seat: int) -> bool:
    return 0 <= seat < len(state.players) and state.players[seat].presence is Presence.SEATED


def takes_part(state: GameState, seat: int) -> bool:
    """Whether somebody has this seat, who may be out of the match."""
    return 0 <= seat < len(state.players) and state.players[seat].presence in (Presence.SEATED, Presence.OUT)


def drawn_by(state: GameState, seat: int) -> Card | None:
    """The card that a seat has just drawn and may lay now."""
    awaiting = state.awaiting
    return awaiting.drawn if isinstance(awaiting, Turn) and awaiting.seat == seat else None


def held(state: GameState, seat: int, named: Code) -> Card | None:
    """The card of a hand that a code names: the drawn one while one is considered, else the one held longest."""
    drawn = drawn_by(state, seat)
    if drawn is not None and code(state, drawn) == named:
        return drawn
    return next((card for card in state.players[seat].hand if code(state, card) == named), None)
