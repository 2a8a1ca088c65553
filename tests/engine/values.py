"""One value of each kind for the tests that go through them all. What nobody may see is `B7`, `G4` or `WD4`."""

from typing import get_args

from service.engine import commands as c
from service.engine import events as e
from service.engine.cards import Card, Code, Color, Side
from service.engine.state import (
    Answer,
    ColorChoice,
    GameOver,
    GameState,
    Lobby,
    PileUp,
    Player,
    Pointing,
    Presence,
    RoundOver,
    RoundResult,
    Seed,
    Turn,
    Uno,
    Visibility,
)

SEED = Seed(bytes(range(32)))
HIDDEN = (Card("B7"), Card("G4"), Card("WD4"))
R5, RD2 = Card("R5"), Card("RD2")

EVENTS: tuple[e.Event, ...] = (
    e.GameCreated("classic", "classic", {"hand_size": 3, "force_play": True}, 4, Visibility.PUBLIC, sandbox=False),
    e.PlayerJoined(0, "Ada"),
    e.SettingsChanged("classic", {"play_drawn_card": "never"}, 3, Visibility.PRIVATE),
    e.PlayerLeft(1, "Bo", 0, HIDDEN),
    e.PlayerKicked(2, "Cy", 0, HIDDEN),
    e.MatchStarted(),
    e.MatchStarted((10, 0, 20)),
    e.DealerCut(1, Code("R5")),
    e.RoundDealt(2, 1, 1, SEED, (HIDDEN, HIDDEN, ()), HIDDEN),
    e.RoundDealt(1, 0, -1, SEED, (HIDDEN, HIDDEN, ()), HIDDEN, (R5,), Color.RED),
    e.OpeningCard(R5),
    e.OpeningCard(Card("WD4"), back_to=9),
    e.OpeningCard(Card("W"), asks=ColorChoice(1, 0)),
    e.TurnStarted(1),
    e.CardPlayed(0, RD2),
    e.ColorNamed(0, Color.BLUE),
    *(e.CardsDrawn(1, HIDDEN, cause) for cause in e.Cause),
    e.CardsDrawn(1, HIDDEN[:1], e.Cause.DRAW, held=True),
    e.TurnPassed(1),
    e.TurnPassed(1, stuck=True),
    e.TurnSkipped(1),
    e.DirectionReversed(-1),
    e.DirectionReversed(1),
    e.SidesFlipped(Side.DARK, Card("R5/P2")),
    e.SidesFlipped(Side.LIGHT, Card("W/P2"), keeps_top=True, asks=ColorChoice(1, 0)),
    e.DrawPending(1, 0, Code("WD4"), 4, True, True, HIDDEN[:2]),
    e.DrawPending(1, 0, Code("WDC"), None, True, True, HIDDEN[:2]),
    e.TurnStarted(1, on_pile=True),
    e.OpeningCard(Card("RS"), ignored=True),
    e.CardPlayed(0, RD2, at=1_700_000_000_000),
    e.HandsSwapped(0, 2, (2, 1, 0)),
    e.HandsSwapped(0, None, (2, 0, 1), at=1_700_000_000_000),
    e.SuggestionMade(0, 1, Code("R5")),
    e.JumpedIn(1),
    e.IllegalPlayPenalized(1, R5),
    e.PointingStarted(0),
    e.Pointed(1, 2),
    e.PointsCounted(0, (1, 2, None)),
    e.PileStarted(0, (Card("W"), R5), Color.RED),
    e.PileStarted(0, (), None),
    e.PileTaken(1),
    e.PlayersLinked(0, (1, 2)),
    e.LinkEnded(),
    e.ChallengeMade(1, 0),
    e.ChallengeJudged(1, 0, True, HIDDEN),
    e.ChallengeJudged(1, 0, False, HIDDEN),
    e.UnoCalled(0),
    e.UnoCalled(0, by=1),
    e.UnoCalled(0, wrong=True),
    e.UnoCaught(1, 0),
    e.UnoCaught(1, 0, wrong=True),
    e.UnoMissed(0),
    e.DeckReshuffled(HIDDEN),
    e.RoundEnded(1, 0, (71, 0, 0), ((), HIDDEN, HIDDEN)),
    e.RoundEnded(1, 0, (71, 0, 0), (HIDDEN, HIDDEN, HIDDEN), limit=True),
    e.RoundEnded(1, None, (0, 0, 0), (HIDDEN, HIDDEN, HIDDEN)),
    e.RoundEnded(1, 0, (0, 71, 0), ((), HIDDEN, HIDDEN), stuck=True, partners=(2,), out=(1,)),
    e.RoundEnded(1, None, (0, 0, 0), (HIDDEN, HIDDEN, HIDDEN), idle=True),
    e.TimedOut(1, 2),
    e.AutopilotOn(1),
    e.AutopilotOn(1, skipped=True),
    e.AutopilotOff(1),
    e.PlayerBack(1),
    e.MatchEnded((0,)),
    e.MatchEnded((), abandoned=True),
)

COMMANDS: tuple[c.Command, ...] = (
    c.Join("Ada"),
    c.Join("Ada", 3),
    c.Leave(0),
    c.Kick(0, 1),
    c.ChangeSettings(0, "classic", {"hand_size": 3}, 4, Visibility.PUBLIC),
    c.End(0),
    c.Deal(0, SEED),
    c.Play(0, Code("R5")),
    c.Play(0, Code("W"), Color.GREEN, uno=True),
    c.Play(0, Code("WDT"), Color.RED, targets=(0, 2)),
    c.Play(0, Code("R7"), targets=(1,)),
    c.JumpIn(0, Code("R5"), uno=True),
    c.Suggest(0, Code("R5")),
    c.Point(0, 1),
    c.Draw(0),
    c.Pass(0),
    c.CallUno(0),
    c.CatchUno(0, 1),
    c.Challenge(0),
    c.ChooseColor(0, Color.YELLOW),
    c.TimeOut(),
)

AWAITED = (
    Lobby(),
    Turn(1),
    Turn(1, HIDDEN[0]),
    Answer(1, 0, Code("WD4"), 4, True, False, HIDDEN),
    Answer(1, 0, Code("WDC"), None, True, True, HIDDEN),
    ColorChoice(2, 0),
    Pointing(0, (None, 2, 0, None, None)),
    PileUp(1, Color.RED, (Card("W"), R5)),
    RoundOver(),
    GameOver((1,)),
    GameOver(abandoned=True),
)

PLAYERS = (
    Player("Ada", Presence.SEATED, HIDDEN, score=12, rounds_won=1),
    Player("Bo", Presence.SEATED, HIDDEN[:1], Uno.OPEN, since=1_700_000_000_000),
    Player("Cy", Presence.SEATED, (R5,), Uno.CALLED, idle=2, autopilot=True),
    Player("Di", Presence.LEFT),
    Player(),
)


def state(awaiting: object = AWAITED[1]) -> GameState:
    """A table in the middle of a round: three sit there, the fourth has left, the fifth seat is free."""
    return GameState(
        "classic",
        "classic",
        {"hand_size": 3},
        5,
        players=PLAYERS,
        round=2,
        dealer=2,
        direction=-1,
        color=Color.RED,
        draw_pile=HIDDEN,
        discard=(R5, RD2),
        awaiting=awaiting,  # type: ignore[arg-type]
        decision=31,
        seq=33,
        seed=SEED,
        last_round=RoundResult(1, 0, (12, 0, 0, 0, 0)),
        round_ends=(29,),
    )


def missing(union: object, samples: tuple[object, ...]) -> set[type]:
    """The members of a union without a sample."""
    return set(get_args(union)) - {type(sample) for sample in samples}
