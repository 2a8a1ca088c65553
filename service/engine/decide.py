"""A legal command becomes events. Asks nothing about legality: `legal.violation` has answered."""

from typing import assert_never

from service.engine import commands as c
from service.engine import drawing, idling, piling, pointing
from service.engine import events as e
from service.engine.answering import challenge, choose_color, close_windows, draw, lose_turn, pass_turn
from service.engine.cards import Card
from service.engine.decisions import waiting_for
from service.engine.effects import Laid
from service.engine.house import debts, laying
from service.engine.leaving import depart
from service.engine.refusals import fit_refusal, may_call
from service.engine.rounds import deal_next, end_if_too_long, end_round, ruleset_of, start_match
from service.engine.run import Run
from service.engine.state import Lobby, PileUp, Turn, Uno, face, held, seated


def decide(run: Run, command: c.Command, by_itself: bool = False) -> None:
    """`by_itself`: the table makes the move for a player who is away; else who acts is back (rules, section 11)."""
    if not by_itself:
        idling.hand_back(run, command)
    carry_out(run, command)
    end_if_too_long(run)
    idling.skip_who_is_away(run)


def carry_out(run: Run, command: c.Command) -> None:
    match command:
        case c.JumpIn():
            jump_in(run, command)
        case c.Play():
            play(run, command)
        case c.Suggest():
            suggest(run, command)
        case c.Point(seat, target):
            run.emit(e.Pointed(seat, target))
            pointing.count_if_all_have(run)
        case c.Draw(seat):
            draw(run, seat)
        case c.Pass(seat):
            pass_turn(run, seat)
        case c.CallUno(seat):
            call(run, seat)
        case c.CatchUno(seat, target):
            catch(run, seat, target)
        case c.Challenge(seat):
            challenge(run, seat)
        case c.ChooseColor(seat, color):
            choose_color(run, seat, color)
        case c.Deal(_, seed):
            (start_match if isinstance(run.state.awaiting, Lobby) else deal_next)(run, seed)
        case c.Join():
            join(run, command)
        case c.Leave(seat):
            depart(run, seat, kicked=False)
        case c.Kick(_, target):
            depart(run, target, kicked=True)
        case c.ChangeSettings(_, preset, chosen, seats, visibility):
            run.emit(e.SettingsChanged(preset, chosen, seats, visibility))
        case c.End():
            run.emit(e.MatchEnded((), abandoned=True))
        case c.TimeOut():
            idling.time_out(run)
        case _:
            assert_never(command)


def call(run: Run, seat: int) -> None:
    """A call that is no time for costs a penalty, where it is not refused."""
    wrong = not may_call(run.state, seat)
    run.emit(e.UnoCalled(seat, wrong=wrong))
    if wrong:
        drawing.draw(run, seat, debts.false_uno_penalty(run.state), e.Cause.FALSE_UNO)


def catch(run: Run, seat: int, target: int) -> None:
    """Where the penalty falls by itself, who notices saves the other from it. A wrong catch costs its own penalty,
    unless it is refused."""
    if run.state.players[target].uno is not Uno.OPEN:
        run.emit(e.UnoCaught(seat, target, wrong=True))
        drawing.draw(run, seat, debts.false_catch_penalty(run.state), e.Cause.FALSE_CATCH)
        return
    if debts.falls_unnoticed(run.state):
        run.emit(e.UnoCalled(target, by=seat))
        return
    run.emit(e.UnoCaught(seat, target))
    drawing.draw(run, target, debts.uno_penalty(run.state), e.Cause.UNO_PENALTY)


def suggest(run: Run, command: c.Suggest) -> None:
    """Everybody hears it, and it costs its price (rules, section 3)."""
    (target,) = waiting_for(run.state)
    run.emit(e.SuggestionMade(command.seat, target, command.card))
    drawing.draw(run, command.seat, debts.suggestion_penalty(run.state), e.Cause.SUGGESTION_PENALTY)


def play(run: Run, command: c.Play) -> None:
    seat, before = command.seat, run.state
    card = held(before, seat, command.card)
    assert card is not None
    close_windows(run, seat)
    if laying.fines_illegal_plays(before) and fit_refusal(before, seat, card):
        pay_for_illegal_play(run, seat, card)
        return
    if command.uno and before.players[seat].uno is not Uno.CALLED:
        run.emit(e.UnoCalled(seat))
    run.emit(e.CardPlayed(seat, card, run.state.side, debts.reckoned_from(run.state, run.now)))
    if command.color is not None:
        run.emit(e.ColorNamed(seat, command.color))
    if isinstance(before.awaiting, PileUp):
        add_to_pile(run, seat)
    else:
        lay(run, Laid(seat, card, before, command.targets))


def pay_for_illegal_play(run: Run, seat: int, card: Card) -> None:
    """The card goes back, and costs a penalty and the turn; a draw card or a mini-pile that its player faces is taken
    besides (`illegal_play`; rules, section 3)."""
    run.emit(e.IllegalPlayPenalized(seat, card, run.state.side))
    drawing.draw(run, seat, debts.illegal_play_penalty(run.state), e.Cause.ILLEGAL_PLAY_PENALTY)
    if isinstance(run.state.awaiting, Turn):
        lose_turn(run, seat)
    else:
        draw(run, seat)


def add_to_pile(run: Run, seat: int) -> None:
    """A card on the mini-pile has no effect, but the last of a hand wins there too (rules, section 4)."""
    if run.state.players[seat].hand:
        piling.go_on(run, seat)
    else:
        end_round(run, seat)


def jump_in(run: Run, command: c.JumpIn) -> None:
    """Play goes on from who jumps in; a card that does not fit goes back and costs the penalty (rules, section 7)."""
    seat = command.seat
    card = held(run.state, seat, command.card)
    assert card is not None
    if laying.jumps_in(run.state, card):
        run.emit(e.JumpedIn(seat))
        play(run, command)
        return
    run.emit(e.IllegalPlayPenalized(seat, card, run.state.side))
    drawing.draw(run, seat, debts.jump_in_penalty(run.state), e.Cause.JUMP_IN_PENALTY)


def lay(run: Run, laid: Laid) -> None:
    """The card takes effect; as the last of its hand it ends the round, its last effects done (rules, section 4)."""
    rules, kind = ruleset_of(run.state), face(run.state, laid.card).kind
    if run.state.players[laid.seat].hand:
        rules.effects[kind](run, laid)
        return
    if kind in rules.last_effects:
        rules.last_effects[kind](run, laid)
    end_round(run, laid.seat)


def join(run: Run, command: c.Join) -> None:
    """Without a wish the first free seat."""
    taken = set(seated(run.state))
    seat = command.seat
    if seat is None:
        seat = next(free for free in range(run.state.seats) if free not in taken)
    run.emit(e.PlayerJoined(seat, command.name))
