"""Every event has its line, and no line shows a card that is not on the table."""

import re
from typing import get_args

import pytest

from service.engine import events as e
from service.engine.cards import FACES, Card, Code, Color, Side
from service.engine.events import Event
from service.engine.texts import CAUSES, counted, text_of
from tests.engine.values import EVENTS, HIDDEN, missing, state

TABLE = state()
PUBLIC = {
    e.DealerCut: {"R5"},
    e.OpeningCard: {"R5", "WD4", "W", "RS"},
    e.CardPlayed: {"RD2"},
    e.DrawPending: {"WD4", "WDC"},
    e.SidesFlipped: {"P2", "W"},
    e.IllegalPlayPenalized: {"R5"},
    e.SuggestionMade: {"R5"},
    e.PileStarted: {"R5"},
}
"""The events whose card lies on the table."""
LINES = {
    e.CardsDrawn(1, HIDDEN, e.Cause.DRAW): "Bo draws 3 cards.",
    e.CardsDrawn(1, HIDDEN[:1], e.Cause.DRAW, held=True): "Bo draws 1 card.",
    e.CardsDrawn(1, HIDDEN[:2], e.Cause.DRAW_TWO): "Bo draws 2 cards for a draw two.",
    e.ChallengeJudged(1, 0, True, HIDDEN): "Ada is guilty.",
    e.ChallengeJudged(1, 0, False, HIDDEN): "Ada is not guilty.",
    e.DrawPending(1, 0, Code("WD4"), 4, True, True, HIDDEN): "Bo faces the WD4 of Ada: 4 cards.",
    e.DrawPending(1, 0, Code("WDC"), None, True, True, HIDDEN): "Bo faces the WDC of Ada: cards until the color comes.",
    e.SidesFlipped(Side.DARK, Card("R5/P2")): "Everything turns over to the dark side; P2 is on top.",
    e.CardPlayed(0, Card("R5/P2"), Side.DARK): "Ada plays P2.",
    e.CardPlayed(0, Card("R5/P2")): "Ada plays R5.",
    e.HandsSwapped(0, 2, (2, 1, 0)): "Ada swaps hands with Cy.",
    e.HandsSwapped(0, None, (2, 0, 1)): "Every hand is passed on.",
    e.SuggestionMade(0, 1, Code("R5")): "Ada advises Bo to play R5.",
    e.UnoCalled(0, wrong=True): "Ada calls UNO at the wrong time.",
    e.UnoCaught(1, 0, wrong=True): "Bo tries to catch Ada, who cannot be caught.",
    e.UnoCalled(0, by=1): "Bo reminds Ada of UNO.",
    e.PointsCounted(0, (1, 2, None)): "Everybody has pointed: Ada at Bo, Bo at Cy.",
    e.PileStarted(0, (Card("W"), Card("R5")), Color.RED): "Ada turns up 2 cards for a mini-pile, the last is R5.",
    e.PileStarted(0, (), None): "Nothing can be turned up.",
    e.PlayersLinked(0, (1, 2)): "Bo and Cy draw together from now on.",
    e.OpeningCard(Card("RS"), ignored=True): "RS is turned up; it is ignored.",
    e.DirectionReversed(1): "Play goes on clockwise.",
    e.DirectionReversed(-1): "Play goes on counterclockwise.",
    e.RoundEnded(2, 0, (1, 0, 0), ()): "Ada wins round 2 and scores 1 point.",
    e.RoundEnded(2, 0, (7, 0, 7), (), partners=(2,)): "Ada and Cy win round 2 and score 7 points.",
    e.RoundEnded(2, 0, (0, 1, 50), (), out=(1, 2)): (
        "Ada wins round 2. Bo scores 1 point. Cy scores 50 points. Bo is out. Cy is out."
    ),
    e.RoundEnded(2, 0, (0, 0, 0), ()): "Ada wins round 2.",
    e.RoundEnded(2, None, (0, 0, 0), ()): "Round 2 is void: nobody can play or draw.",
    e.RoundEnded(2, None, (0, 0, 0), (), idle=True): "Round 2 is void: nobody plays any more.",
    e.TimedOut(1, 2): "The time of Bo is out.",
    e.AutopilotOn(1): "Bo is away; a bot plays on.",
    e.AutopilotOn(1, skipped=True): "Bo is away and is skipped.",
    e.AutopilotOff(1): "Bo is back and plays on.",
    e.PlayerBack(1): "Bo is there again.",
    e.MatchEnded((2,)): "Cy wins the match.",
    e.MatchEnded((0, 2)): "Ada and Cy win the match.",
    e.MatchEnded((), abandoned=True): "The game is abandoned.",
    e.TurnStarted(4): "It is Seat 4's turn.",
    e.TurnStarted(9): "It is Seat 9's turn.",
    e.DeckReshuffled(HIDDEN): "The discards are shuffled into a draw pile of 3 cards.",
}


def codes_in(text: str) -> set[str]:
    return {word for word in re.findall(r"\w+", text) if word in FACES}


def test_there_is_a_sample_of_every_event() -> None:
    assert missing(Event, EVENTS) == set()


@pytest.mark.parametrize("event", EVENTS, ids=repr)
def test_every_event_has_a_line(event: Event) -> None:
    text = text_of(TABLE, event)
    assert re.fullmatch(r"[A-Z].*[^.]\.", text)


@pytest.mark.parametrize("event", EVENTS, ids=repr)
def test_no_line_shows_a_card_that_is_not_on_the_table(event: Event) -> None:
    assert codes_in(text_of(TABLE, event)) <= PUBLIC.get(type(event), set())


def test_a_line_that_shows_a_card_would_be_noticed() -> None:
    assert codes_in("Bo draws B7, G4 and a WD4.") == set(HIDDEN)


@pytest.mark.parametrize(("event", "line"), LINES.items(), ids=lambda value: value if isinstance(value, str) else "")
def test_a_line_is_plain_english(event: Event, line: str) -> None:
    assert text_of(TABLE, event) == line


def test_what_two_viewers_may_not_tell_apart_has_one_line() -> None:
    """The cards themselves make no difference."""
    for cause in e.Cause:
        one, other = (text_of(TABLE, e.CardsDrawn(1, cards, cause)) for cards in (HIDDEN, HIDDEN[::-1]))
        assert one == other
    one, other = (text_of(TABLE, e.ChallengeJudged(1, 0, True, cards)) for cards in (HIDDEN, ()))
    assert one == other


def test_every_cause_of_a_draw_has_its_words() -> None:
    assert CAUSES.keys() == set(e.Cause)
    assert len(set(CAUSES.values())) == len(CAUSES)


def test_one_is_counted_without_an_s() -> None:
    assert [counted(number, "card") for number in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]


def test_every_type_of_event_is_told_of_differently() -> None:
    firsts = {type(event): text_of(TABLE, event) for event in reversed(EVENTS)}
    assert len(set(firsts.values())) == len(get_args(Event))
