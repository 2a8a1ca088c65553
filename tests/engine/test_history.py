"""What each viewer is told of an event: never less than that it happened, never a card that is not theirs to see."""

from typing import Any

import msgspec
import pytest

from service.engine import event_view, finished_round
from service.engine import events as e
from service.engine.cards import Code
from service.engine.events import Event
from tests.engine.values import EVENTS, HIDDEN, state

TABLE = state()
VIEWERS = (None, 0, 1, 2, 3)
OWN = (e.CardsDrawn, e.ChallengeJudged)
"""The events that show cards to one seat: who draws, and who challenges."""


def told(event: Event, viewer: int | None) -> dict[str, Any]:
    """What is sent, without what every event has."""
    view = msgspec.to_builtins(event_view(TABLE, event, 7, "2026-01-01T00:00:00.000Z", viewer))
    assert isinstance(view, dict)
    assert (view.pop("seq"), view.pop("at"), view.pop("type")) == (7, "2026-01-01T00:00:00.000Z", e.type_of(event))
    assert view.pop("text")
    return view


@pytest.mark.parametrize("event", EVENTS, ids=repr)
def test_cards_are_told_to_one_seat_at_most(event: Event) -> None:
    views = {viewer: told(event, viewer) for viewer in VIEWERS}
    shown = [viewer for viewer, view in views.items() if "cards" in view]
    assert shown == ([event.seat] if isinstance(event, OWN) else [])


@pytest.mark.parametrize("event", EVENTS, ids=repr)
def test_who_may_not_see_cards_is_told_all_the_rest(event: Event) -> None:
    views = [told(event, viewer) for viewer in VIEWERS]
    public = [{name: value for name, value in view.items() if name != "cards"} for view in views]
    assert all(view == public[0] for view in public)


@pytest.mark.parametrize("event", EVENTS, ids=repr)
def test_nobody_is_told_the_seed_or_a_pile(event: Event) -> None:
    for viewer in VIEWERS:
        known = {"seat", "target_seat", "card", "cards", "count", "color", "reason", "round"}
        assert told(event, viewer).keys() <= known


@pytest.mark.parametrize(
    ("event", "viewer", "expected"),
    [
        (e.CardsDrawn(1, HIDDEN, e.Cause.DRAW), 0, {"seat": 1, "count": 3, "reason": "draw"}),
        (
            e.CardsDrawn(1, HIDDEN, e.Cause.CHALLENGE),
            1,
            {"seat": 1, "count": 3, "reason": "challenge", "cards": HIDDEN},
        ),
        (e.ChallengeJudged(1, 0, True, HIDDEN), 0, {"seat": 1, "target_seat": 0, "reason": "guilty"}),
        (
            e.ChallengeJudged(1, 0, False, HIDDEN),
            1,
            {"seat": 1, "target_seat": 0, "reason": "not_guilty", "cards": HIDDEN},
        ),
        (
            e.DrawPending(1, 0, Code("WD4"), 4, True, True, HIDDEN),
            0,
            {"seat": 1, "target_seat": 0, "card": "WD4", "count": 4},
        ),
        (e.RoundEnded(2, 0, (71, 0, 0), ()), None, {"round": 2, "seat": 0, "count": 71}),
        (e.RoundEnded(2, None, (0, 0, 0), ()), None, {"round": 2, "reason": "stalemate"}),
        (
            e.RoundEnded(2, 0, (9, 0, 0), (), stuck=True),
            None,
            {"round": 2, "seat": 0, "count": 9, "reason": "stalemate"},
        ),
        (
            e.RoundEnded(2, 0, (9, 0, 0), (), limit=True),
            None,
            {"round": 2, "seat": 0, "count": 9, "reason": "round_limit"},
        ),
        (e.HandsSwapped(0, 2, (2, 1, 0)), 1, {"seat": 0, "target_seat": 2}),
        (e.HandsSwapped(0, None, (2, 0, 1)), 1, {"seat": 0, "reason": "zero"}),
        (e.SuggestionMade(0, 1, Code("R5")), 2, {"seat": 0, "target_seat": 1, "card": "R5"}),
        (e.UnoCalled(0, wrong=True), 1, {"seat": 0, "reason": "wrong"}),
        (e.UnoCaught(1, 0, wrong=True), 1, {"seat": 1, "target_seat": 0, "reason": "wrong"}),
        (e.DirectionReversed(-1), None, {"reason": "counterclockwise"}),
        (e.DeckReshuffled(HIDDEN), None, {"count": 3}),
        (e.OpeningCard(HIDDEN[2], back_to=4), None, {"card": "WD4", "reason": "returned"}),
        (e.RoundEnded(2, None, (0, 0, 0), (), idle=True), None, {"round": 2, "reason": "idle"}),
        (e.TimedOut(1, 2), 0, {"seat": 1, "count": 2}),
        (e.AutopilotOn(1), 0, {"seat": 1, "reason": "bot"}),
        (e.AutopilotOn(1, skipped=True), 0, {"seat": 1, "reason": "skip"}),
        (e.AutopilotOff(1), 0, {"seat": 1}),
        (e.PlayerBack(1), 0, {"seat": 1}),
        (e.MatchEnded((2,)), None, {"seat": 2}),
        (e.MatchEnded((), abandoned=True), None, {"reason": "abandoned"}),
        (e.PlayerLeft(1, "Bo", 0, HIDDEN), None, {"seat": 1}),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, e.Fact) else "",
)
def test_a_viewer_is_told_this(event: Event, viewer: int | None, expected: dict[str, Any]) -> None:
    assert told(event, viewer) == expected


def test_hands_are_everybodys_to_see_once_the_round_is_over() -> None:
    event = e.RoundEnded(2, 1, (0, 61, 0), (HIDDEN, (), HIDDEN[:1]))
    assert msgspec.to_builtins(finished_round(event)) == {
        "number": 2,
        "points": (0, 61, 0),
        "winner_seat": 1,
        "final_hands": (HIDDEN, (), HIDDEN[:1]),
    }


def test_a_void_round_has_no_winner() -> None:
    event = e.RoundEnded(2, None, (0, 0, 0), (HIDDEN, HIDDEN, HIDDEN))
    assert "winner_seat" not in msgspec.to_builtins(finished_round(event))
