"""One plain English line for each event. It names no card that is not on the table."""

from collections.abc import Callable
from typing import assert_never

from service.engine import events as e
from service.engine.cards import Side, code_on
from service.engine.state import GameState, code

CAUSES = {
    e.Cause.DRAW: "",
    e.Cause.DRAW_ONE: " for a draw one",
    e.Cause.DRAW_TWO: " for a draw two",
    e.Cause.DRAW_FIVE: " for a draw five",
    e.Cause.WILD_DRAW_FOUR: " for a wild draw four",
    e.Cause.WILD_DRAW_TWO: " for a wild draw two",
    e.Cause.WILD_DRAW_COLOR: " for a wild draw color",
    e.Cause.CHALLENGE: " for the challenge",
    e.Cause.UNO_PENALTY: " for not calling UNO",
    e.Cause.FALSE_UNO: " for calling UNO at the wrong time",
    e.Cause.FALSE_CATCH: " for catching a player who cannot be caught",
    e.Cause.ILLEGAL_PLAY_PENALTY: " for a card that cannot be laid",
    e.Cause.SUGGESTION_PENALTY: " for the advice",
    e.Cause.JUMP_IN_PENALTY: " for jumping in with a wrong card",
    e.Cause.POINT_TAKEN: " for the fingers that point there",
    e.Cause.LINK: ", drawn together",
}


def counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def text_of(state: GameState, event: e.Event) -> str:
    """The line; players are called by the names they have in `state`."""

    def name(seat: int) -> str:
        known = state.players[seat].name if seat < len(state.players) else ""
        return known or f"Seat {seat}"

    match event:
        case e.GameCreated(_, preset):
            return f"A game of {preset} is open."
        case e.PlayerJoined(seat, joined):
            return f"{joined} sits down on seat {seat}."
        case e.PlayerLeft(_, left):
            return f"{left} leaves."
        case e.PlayerKicked(_, left):
            return f"{left} is removed by the host."
        case e.SettingsChanged(preset):
            return f"The host changes the settings; the game is {preset}."
        case e.MatchStarted():
            return "The match starts."
        case e.DealerCut(seat, card):
            return f"{name(seat)} cuts {card}."
        case e.RoundDealt(number, dealer):
            return f"{name(dealer)} deals round {number}."
        case e.OpeningCard(card, back_to):
            ending = "; it goes back into the draw pile" if back_to is not None else "; it is ignored" * event.ignored
            return f"{code_on(Side.LIGHT, card)} is turned up{ending}."
        case e.TurnStarted(seat, on_pile):
            return f"It is {name(seat)}'s turn to add to the mini-pile." if on_pile else f"It is {name(seat)}'s turn."
        case e.JumpedIn(seat):
            return f"{name(seat)} jumps in."
        case e.IllegalPlayPenalized(seat, card, side):
            return f"{name(seat)} shows {code_on(side, card)}, which does not fit."
        case e.PointingStarted(seat):
            return f"{name(seat)} makes everybody point."
        case e.Pointed(seat):
            return f"{name(seat)} points at somebody."
        case e.PointsCounted(_, at):
            fingers = [f"{name(seat)} at {name(target)}" for seat, target in enumerate(at) if target is not None]
            return f"Everybody has pointed: {', '.join(fingers)}."
        case e.PileStarted(seat, cards, color):
            if not cards:
                return "Nothing can be turned up."
            turned, last = counted(len(cards), "card"), code(state, cards[-1])
            return f"{name(seat)} turns up {turned} for a mini-pile, the last is {last}."
        case e.PileTaken(seat):
            return f"{name(seat)} takes the mini-pile."
        case e.PlayersLinked(_, (first, second)):
            return f"{name(first)} and {name(second)} draw together from now on."
        case e.LinkEnded():
            return "Nobody draws together any more."
        case e.HandsSwapped(seat, target):
            return "Every hand is passed on." if target is None else f"{name(seat)} swaps hands with {name(target)}."
        case e.SuggestionMade(seat, target, card):
            return f"{name(seat)} advises {name(target)} to play {card}."
        case e.CardPlayed(seat, card, side):
            return f"{name(seat)} plays {code_on(side, card)}."
        case e.ColorNamed(seat, color):
            return f"{name(seat)} names {color}."
        case e.CardsDrawn(seat, cards, cause):
            return f"{name(seat)} draws {counted(len(cards), 'card')}{CAUSES[cause]}."
        case e.TurnPassed(seat):
            return f"{name(seat)} passes."
        case e.TurnSkipped(seat):
            return f"{name(seat)} loses the turn."
        case e.DirectionReversed(direction):
            return f"Play goes on {'clockwise' if direction == 1 else 'counterclockwise'}."
        case e.SidesFlipped(side, top):
            return f"Everything turns over to the {side} side; {code_on(side, top)} is on top."
        case e.DrawPending(seat, by, card, amount):
            owed = "cards until the color comes" if amount is None else counted(amount, "card")
            return f"{name(seat)} faces the {card} of {name(by)}: {owed}."
        case e.ChallengeMade(seat, target):
            return f"{name(seat)} challenges {name(target)}."
        case e.ChallengeJudged(_, target, guilty):
            return f"{name(target)} is {'guilty' if guilty else 'not guilty'}."
        case e.UnoCalled(seat, by, wrong):
            if wrong:
                return f"{name(seat)} calls UNO at the wrong time."
            return f"{name(seat)} calls UNO." if by is None else f"{name(by)} reminds {name(seat)} of UNO."
        case e.UnoCaught(seat, target, wrong):
            if wrong:
                return f"{name(seat)} tries to catch {name(target)}, who cannot be caught."
            return f"{name(seat)} catches {name(target)}, who has not called UNO."
        case e.UnoMissed(seat):
            return f"Nobody noticed that {name(seat)} has not called UNO."
        case e.TimedOut(seat):
            return f"The time of {name(seat)} is out."
        case e.AutopilotOn(seat, skipped):
            return f"{name(seat)} is away and is skipped." if skipped else f"{name(seat)} is away; a bot plays on."
        case e.AutopilotOff(seat):
            return f"{name(seat)} is back and plays on."
        case e.PlayerBack(seat):
            return f"{name(seat)} is there again."
        case e.DeckReshuffled(draw_pile):
            return f"The discards are shuffled into a draw pile of {counted(len(draw_pile), 'card')}."
        case e.RoundEnded(number, winner):
            if winner is None:
                return f"Round {number} is void: nobody {'plays any more' if event.idle else 'can play or draw'}."
            return round_told(event, winner, name)
        case e.MatchEnded(winners, abandoned):
            if abandoned:
                return "The game is abandoned."
            return f"{' and '.join(map(name, winners))} {'wins' if len(winners) == 1 else 'win'} the match."
        case _:
            assert_never(event)


def round_told(event: e.RoundEnded, winner: int, name: Callable[[int], str]) -> str:
    """Who has won a round, what it scores, and who is out by it."""
    winners = (winner, *event.partners)
    s = "s" if len(winners) == 1 else ""
    won = f"{' and '.join(map(name, winners))} win{s} round {event.round}"
    if event.points[winner] and not any(points for seat, points in enumerate(event.points) if seat not in winners):
        return f"{won} and score{s} {counted(event.points[winner], 'point')}."
    scored = [f" {name(seat)} scores {counted(each, 'point')}." for seat, each in enumerate(event.points) if each]
    return "".join((f"{won}.", *scored, *(f" {name(seat)} is out." for seat in event.out)))
