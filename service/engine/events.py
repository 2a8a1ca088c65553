"""What has happened in a game: a closed union of frozen values, whole and unredacted.

Folded in order they are the state (`evolve`). What a viewer sees of one is built in `view`; nothing here is ever
sent as it is.
"""

from service.engine.cards import Card, Code, Color, Side
from service.engine.choices import Value
from service.engine.comings import AutopilotOff as AutopilotOff
from service.engine.comings import AutopilotOn as AutopilotOn
from service.engine.comings import Departure as Departure
from service.engine.comings import PlayerBack as PlayerBack
from service.engine.comings import PlayerJoined as PlayerJoined
from service.engine.comings import PlayerKicked as PlayerKicked
from service.engine.comings import PlayerLeft as PlayerLeft
from service.engine.comings import TimedOut as TimedOut
from service.engine.facts import Cause as Cause
from service.engine.facts import Fact
from service.engine.state import ColorChoice, Seed, Visibility


class GameCreated(Fact, frozen=True):
    game: str
    preset: str
    options: dict[str, Value]
    seats: int
    visibility: Visibility
    sandbox: bool


class SettingsChanged(Fact, frozen=True):
    preset: str
    options: dict[str, Value]
    seats: int
    visibility: Visibility


class MatchStarted(Fact, frozen=True):
    """`scores`: not empty where a sandbox table starts in the middle of a match."""

    scores: tuple[int, ...] = ()


class DealerCut(Fact, frozen=True):
    seat: int
    card: Code


class RoundDealt(Fact, frozen=True):
    """`hands` by seat; `discard`, `color` and `side` are set where a sandbox table starts in the middle of a round."""

    round: int
    dealer: int
    direction: int
    seed: Seed
    hands: tuple[tuple[Card, ...], ...]
    draw_pile: tuple[Card, ...]
    discard: tuple[Card, ...] = ()
    color: Color | None = None
    side: Side = Side.LIGHT


class OpeningCard(Fact, frozen=True):
    """The top of the draw pile is turned up. `back_to`: it does not open and goes back to this place of the pile,
    counted from its top; `asks`: who must name its color; `ignored`: it does not open and stays underneath."""

    card: Card
    back_to: int | None = None
    asks: ColorChoice | None = None
    ignored: bool = False


class TurnStarted(Fact, frozen=True):
    """`on_pile`: `seat` adds to the mini-pile, as the player before did."""

    seat: int
    on_pile: bool = False


class CardPlayed(Fact, frozen=True):
    """`at`: when, in milliseconds since 1970, where a grace period is reckoned from it."""

    seat: int
    card: Card
    side: Side = Side.LIGHT
    at: int = 0


class HandsSwapped(Fact, frozen=True):
    """`seat` has laid a seven and swaps with `target`, or a zero. `sources`: by seat, whose hand it has now; `at` as in
    `CardPlayed`."""

    seat: int
    target: int | None
    sources: tuple[int, ...]
    at: int = 0


class SuggestionMade(Fact, frozen=True):
    """`seat` advises `target` to lay `card`; everybody hears it."""

    seat: int
    target: int
    card: Code


class ColorNamed(Fact, frozen=True):
    seat: int
    color: Color


class CardsDrawn(Fact, frozen=True):
    """`held`: the last card may be played now, and the turn stays."""

    seat: int
    cards: tuple[Card, ...]
    cause: Cause
    held: bool = False
    side: Side = Side.LIGHT


class TurnPassed(Fact, frozen=True):
    """`stuck`: the player could neither play nor draw."""

    seat: int
    stuck: bool = False


class TurnSkipped(Fact, frozen=True):
    seat: int


class DirectionReversed(Fact, frozen=True):
    direction: int


class SidesFlipped(Fact, frozen=True):
    """Everything turns over to `side`: the draw pile, the hands, and the discard pile as a whole, unless `keeps_top`:
    then its order stays. `asks`: who must name the color of a wild that lies on top now."""

    side: Side
    top: Card
    keeps_top: bool = False
    asks: ColorChoice | None = None


class DrawPending(Fact, frozen=True):
    """`seat` must answer the draw card of `by`; the fields are those of `Answer`."""

    seat: int
    by: int
    card: Code
    amount: int | None
    challengeable: bool
    guilty: bool
    evidence: tuple[Card, ...]


class JumpedIn(Fact, frozen=True):
    """`seat` plays out of turn."""

    seat: int


class IllegalPlayPenalized(Fact, frozen=True):
    """`card` was shown, did not fit, and went back into the hand."""

    seat: int
    card: Card
    side: Side = Side.LIGHT


class PointingStarted(Fact, frozen=True):
    """`seat` has made everybody point."""

    seat: int


class Pointed(Fact, frozen=True):
    """`seat` points at `target`, which nobody sees until all have pointed."""

    seat: int
    target: int


class PointsCounted(Fact, frozen=True):
    """`at`: at whom each seat has pointed."""

    seat: int
    at: tuple[int | None, ...]


class PileStarted(Fact, frozen=True):
    """`cards` were turned up from the draw pile in front of `seat`; the last of them gives the mini-pile its `color`,
    if there is one yet."""

    seat: int
    cards: tuple[Card, ...]
    color: Color | None


class PileTaken(Fact, frozen=True):
    """`seat` takes the mini-pile into the hand."""

    seat: int


class PlayersLinked(Fact, frozen=True):
    """`seat` has linked two players."""

    seat: int
    pair: tuple[int, int]


class LinkEnded(Fact, frozen=True):
    pass


class ChallengeMade(Fact, frozen=True):
    seat: int
    target: int


class ChallengeJudged(Fact, frozen=True):
    """`evidence`: the hand that is shown to the challenger `seat` alone."""

    seat: int
    target: int
    guilty: bool
    evidence: tuple[Card, ...]
    side: Side = Side.LIGHT


class UnoCalled(Fact, frozen=True):
    """`by`: who reminded the player, where a reminder saves; `wrong`: it was no time to call, which costs a penalty."""

    seat: int
    by: int | None = None
    wrong: bool = False


class UnoCaught(Fact, frozen=True):
    """`seat` caught `target`; `wrong`: who could not be caught, which costs a penalty."""

    seat: int
    target: int
    wrong: bool = False


class UnoMissed(Fact, frozen=True):
    """The chance to catch `seat` is over."""

    seat: int


class DeckReshuffled(Fact, frozen=True):
    draw_pile: tuple[Card, ...]


class RoundEnded(Fact, frozen=True):
    """`points` and `hands` by seat; no winner: the round is void. The lowest hand has won at the `limit` of turns, or
    where all were `stuck`. `partners` win with the winner; `out`: the seats that are out of the match now; `idle`: it
    is void because nobody plays any more."""

    round: int
    winner: int | None
    points: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...]
    side: Side = Side.LIGHT
    limit: bool = False
    stuck: bool = False
    partners: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    idle: bool = False


class MatchEnded(Fact, frozen=True):
    winners: tuple[int, ...]
    abandoned: bool = False


Event = (
    GameCreated
    | PlayerJoined
    | SettingsChanged
    | PlayerLeft
    | PlayerKicked
    | MatchStarted
    | DealerCut
    | RoundDealt
    | OpeningCard
    | TurnStarted
    | CardPlayed
    | HandsSwapped
    | SuggestionMade
    | ColorNamed
    | CardsDrawn
    | TurnPassed
    | TurnSkipped
    | DirectionReversed
    | SidesFlipped
    | JumpedIn
    | IllegalPlayPenalized
    | PointingStarted
    | Pointed
    | PointsCounted
    | PileStarted
    | PileTaken
    | PlayersLinked
    | LinkEnded
    | DrawPending
    | ChallengeMade
    | ChallengeJudged
    | UnoCalled
    | UnoCaught
    | UnoMissed
    | DeckReshuffled
    | RoundEnded
    | MatchEnded
    | TimedOut
    | AutopilotOn
    | AutopilotOff
    | PlayerBack
)


def type_of(event: Event) -> str:
    """The event's public type."""
    return str(event.__struct_config__.tag)
