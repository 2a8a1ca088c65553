"""What a viewer is told of what has happened: an event is never left out, what may not be seen is left out of it."""

from typing import Any, assert_never

from msgspec import UNSET, UnsetType

from service.engine import events as e
from service.engine.cards import Card, Code, Side, code_on
from service.engine.state import GameState
from service.engine.texts import text_of
from service.engine.view import Seats, Shown


class EventView(Shown, frozen=True):
    """One event as a viewer may see it; `cards` is what makes it differ between viewers."""

    seq: int
    at: str
    type: str
    text: str
    seat: int | UnsetType = UNSET
    target_seat: int | UnsetType = UNSET
    card: Code | UnsetType = UNSET
    cards: tuple[Card, ...] | UnsetType = UNSET
    count: int | UnsetType = UNSET
    color: str | UnsetType = UNSET
    reason: str | UnsetType = UNSET
    round: int | UnsetType = UNSET


class FinishedRound(Shown, frozen=True):
    """A round that is over: now its hands are everybody's to see."""

    number: int
    points: Seats
    final_hands: tuple[tuple[Code, ...], ...]
    winner_seat: int | UnsetType = UNSET


def finished_round(event: e.RoundEnded) -> FinishedRound:
    hands = tuple(tuple(code_on(event.side, card) for card in hand) for hand in event.hands)
    return FinishedRound(
        event.round,
        event.points,
        hands,
        UNSET if event.winner is None else event.winner,
    )


def event_view(state: GameState, event: e.Event, seq: int, at: str, viewer: int | None) -> EventView:
    """One event as `viewer` may see it; `at` is RFC 3339. `state` is the game as it is now, for its names."""
    return EventView(
        seq,
        at,
        e.type_of(event),
        text_of(state, event),
        **details(event, viewer),
    )


def shown(side: Side, cards: tuple[Card, ...]) -> tuple[Code, ...]:
    return tuple(code_on(side, card) for card in cards)


def details(event: e.Event, viewer: int | None) -> dict[str, Any]:
    """The fields of an event that its viewer may see."""
    match event:
        case e.CardsDrawn(seat, cards, cause):
            own = {"cards": shown(event.side, cards)} if viewer == seat else {}
            return {"seat": seat, "count": len(cards), "reason": cause, **own}
        case e.ChallengeJudged(seat, target, guilty, evidence):
            own = {"cards": shown(event.side, evidence)} if viewer == seat else {}
            return {
                "seat": seat,
                "target_seat": target,
                "reason": "guilty" if guilty else "not_guilty",
                **own,
            }
        case e.HandsSwapped(seat, target):
            return {"seat": seat, "reason": "zero"} if target is None else {"seat": seat, "target_seat": target}
        case e.SuggestionMade(seat, target, card):
            return {"seat": seat, "target_seat": target, "card": card}
        case e.CardPlayed(seat, card, side):
            return {"seat": seat, "card": code_on(side, card)}
        case e.IllegalPlayPenalized(seat, card, side):
            return {"seat": seat, "card": code_on(side, card)}
        case e.PileStarted(seat, cards, color):
            return {"seat": seat, "count": len(cards)} | (
                {"card": code_on(Side.LIGHT, cards[-1]), "color": color} if cards and color else {}
            )
        case e.PlayersLinked(_, (first, second)):
            return {"seat": first, "target_seat": second}
        case e.SidesFlipped(side, top):
            return {"card": code_on(side, top), "reason": side}
        case e.OpeningCard(card, back_to):
            reason = {"reason": "ignored"} if event.ignored else {} if back_to is None else {"reason": "returned"}
            return {"card": code_on(Side.LIGHT, card), **reason}
        case e.DealerCut(seat, cut):
            return {"seat": seat, "card": cut}
        case e.ColorNamed(seat, color):
            return {"seat": seat, "color": color}
        case e.DrawPending(seat, by, card, amount):
            owed = {} if amount is None else {"count": amount}
            return {"seat": seat, "target_seat": by, "card": card, **owed}
        case e.ChallengeMade(seat, target):
            return {"seat": seat, "target_seat": target}
        case e.UnoCaught(seat, target, wrong):
            return {"seat": seat, "target_seat": target} | ({"reason": "wrong"} if wrong else {})
        case e.DirectionReversed(direction):
            return {"reason": "clockwise" if direction == 1 else "counterclockwise"}
        case e.DeckReshuffled(draw_pile):
            return {"count": len(draw_pile)}
        case e.RoundDealt(number, dealer):
            return {
                "round": number,
                "seat": dealer,
                "count": max(len(hand) for hand in event.hands),
            }
        case e.RoundEnded(number, winner, points):
            return {"round": number} | (
                {"reason": "idle" if event.idle else "stalemate"}
                if winner is None
                else {"seat": winner, "count": points[winner]} | why_lowest(event)
            )
        case e.MatchEnded(winners, abandoned):
            return {"reason": "abandoned"} if abandoned else {"seat": winners[0]}
        case e.GameCreated() | e.MatchStarted() | e.SettingsChanged() | e.LinkEnded():
            return {}
        case (
            e.PlayerJoined()
            | e.PlayerLeft()
            | e.PlayerKicked()
            | e.TurnStarted()
            | e.TurnPassed()
            | e.TurnSkipped()
            | e.UnoMissed()
            | e.JumpedIn()
            | e.PointingStarted()
            | e.Pointed()
            | e.PointsCounted()
            | e.PileTaken()
            | e.AutopilotOff()
            | e.PlayerBack()
        ):
            return {"seat": event.seat}
        case e.TimedOut(seat, count):
            return {"seat": seat, "count": count}
        case e.AutopilotOn(seat, skipped):
            return {"seat": seat, "reason": "skip" if skipped else "bot"}
        case e.UnoCalled(seat, by, wrong):
            why = "wrong" if wrong else None if by is None else "reminded"
            return {"seat": seat} if why is None else {"seat": seat, "reason": why}
        case _:
            assert_never(event)


def why_lowest(event: e.RoundEnded) -> dict[str, str]:
    """Why the lowest hand has won, where it did."""
    return {"reason": "round_limit"} if event.limit else {"reason": "stalemate"} if event.stuck else {}
