"""A legal command becomes events. Asks nothing about legality: `legal.violation` has answered."""

from typing import assert_never

from service.engine import commands as c
from service.engine import drawing, piling, pointing
from service.engine import events as e
from service.engine.cards import FACES, Card, Color
from service.engine.decisions import waiting_for
from service.engine.effects import Laid
from service.engine.house import debts, ending, hands, laying, turns
from service.engine.refusals import fit_refusal, may_call
from service.engine.rounds import (
    deal_next,
    end_if_too_long,
    end_round,
    end_stuck,
    ruleset_of,
    start_match,
)
from service.engine.run import Run
from service.engine.shuffle import shuffled
from service.engine.state import (
    Answer,
    ColorChoice,
    GameState,
    Lobby,
    PileUp,
    Pointing,
    Presence,
    Turn,
    Uno,
    face,
    held,
    seated,
)


def decide(run: Run, command: c.Command) -> None:
    carry_out(run, command)
    end_if_too_long(run)


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
        case _:
            assert_never(command)


def close_windows(run: Run, seat: int) -> None:
    """`seat` begins a turn: whoever else has not called UNO cannot be caught any more. They got away with it, or draw
    the penalty now (rules, section 6)."""
    for other in seated(run.state):
        if other != seat and run.state.players[other].uno is Uno.OPEN:
            run.emit(e.UnoMissed(other))
            if debts.falls_unnoticed(run.state):
                drawing.draw(run, other, debts.uno_penalty(run.state), e.Cause.UNO_PENALTY)


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


def draw(run: Run, seat: int) -> None:
    close_windows(run, seat)
    if isinstance(run.state.awaiting, Answer):
        accept(run, seat, run.state.awaiting)
    elif isinstance(run.state.awaiting, PileUp):
        piling.take(run, seat)
    elif not draw_in_turn(run, seat):
        run.emit(e.TurnPassed(seat))
        run.turn(turns.next_seat(run.state, seat))


def draw_in_turn(run: Run, seat: int) -> bool:
    """Says whether the turn stays, because the card drawn can be played (rules, section 3)."""
    held = turns.may_play_drawn(run.state)

    def find(state: GameState) -> int | None:
        return turns.place_to_play(state, seat)

    if turns.draws_on(run.state):
        return drawing.draw_to(run, seat, find, e.Cause.DRAW, held) and held
    if not run.refill():
        return False  # a penalty has just taken the last cards
    playable = held and find(run.state) == 0
    run.emit(e.CardsDrawn(seat, run.state.draw_pile[:1], e.Cause.DRAW, playable, run.state.side))
    drawing.mirror(run, seat, 1, e.Cause.DRAW)
    return playable


def accept(run: Run, seat: int, answer: Answer) -> None:
    pay(run, seat, answer, e.Cause(FACES[answer.card].kind))
    lose_turn(run, seat)


def pay(run: Run, seat: int, answer: Answer, cause: e.Cause, more: int = 0) -> None:
    """Draws what a draw card asks for, and some more."""
    if answer.amount is None:
        drawing.draw_to(run, seat, laying.place_of_color, cause, False)
    drawing.draw(run, seat, (answer.amount or 0) + more, cause)


def lose_turn(run: Run, seat: int) -> None:
    run.skip(seat)
    run.turn(turns.next_seat(run.state, seat))


def challenge(run: Run, seat: int) -> None:
    """Guilty: its player draws and the challenger has a normal turn; not guilty: the challenger draws two more and
    loses the turn (rules, section 5)."""
    answer = run.state.awaiting
    assert isinstance(answer, Answer)
    close_windows(run, seat)
    run.emit(e.ChallengeMade(seat, answer.by))
    run.emit(e.ChallengeJudged(seat, answer.by, answer.guilty, answer.evidence, run.state.side))
    if not answer.guilty:
        pay(run, seat, answer, e.Cause.CHALLENGE, more=debts.LOST_CHALLENGE)
        lose_turn(run, seat)
        return
    if run.state.players[answer.by].presence is Presence.SEATED:
        pay(run, answer.by, answer, e.Cause.CHALLENGE)
    run.turn(seat)


def pass_turn(run: Run, seat: int) -> None:
    """When a whole circle could neither play nor draw the round is over (rules, section 8)."""
    turn = run.state.awaiting
    assert isinstance(turn, Turn)
    close_windows(run, seat)
    run.emit(e.TurnPassed(seat, stuck=turn.drawn is None))
    if run.state.stuck >= len(seated(run.state)):
        end_stuck(run)
    else:
        run.turn(turns.next_seat(run.state, seat))


def choose_color(run: Run, seat: int, color: Color) -> None:
    choice = run.state.awaiting
    assert isinstance(choice, ColorChoice)
    close_windows(run, seat)
    run.emit(e.ColorNamed(seat, color))
    run.turn(turns.next_seat(run.state, choice.after))


def join(run: Run, command: c.Join) -> None:
    """Without a wish the first free seat."""
    taken = set(seated(run.state))
    seat = command.seat
    if seat is None:
        seat = next(free for free in range(run.state.seats) if free not in taken)
    run.emit(e.PlayerJoined(seat, command.name))


def depart(run: Run, seat: int, kicked: bool) -> None:
    """Rules, section 9: what is pending is settled, the hand goes under the draw pile, the turn passes on; who is
    alone has won the match."""
    settle(run, seat)
    if run.state.link is not None and seat in run.state.link:
        run.emit(e.LinkEnded())
    state = run.state
    under = shuffled(state.seed, f"leave:{state.seq}", state.players[seat].hand)
    fact = e.PlayerKicked if kicked else e.PlayerLeft
    run.emit(fact(seat, state.players[seat].name, next_host(state, seat), under))
    left = seated(run.state)
    if isinstance(state.awaiting, Lobby):
        if not left:
            run.emit(e.MatchEnded((), abandoned=True))
    elif winners := ending.last_side(run.state):
        run.emit(e.MatchEnded(winners))
    elif isinstance(run.state.awaiting, Turn) and run.state.awaiting.seat == seat:
        run.turn(turns.next_seat(run.state, seat))
    elif isinstance(run.state.awaiting, Pointing):
        pointing.count_if_all_have(run)


def settle(run: Run, seat: int) -> None:
    """What the leaver is asked is answered as the time-out would (rules, sections 9 and 11), a turn is passed."""
    match run.state.awaiting:
        case Answer(owner) if owner == seat:
            draw(run, seat)
        case ColorChoice(owner) if owner == seat:
            choose_color(run, seat, hands.favourite_color(run.state, seat))
        case PileUp(owner) if owner == seat:
            draw(run, seat)
    if isinstance(run.state.awaiting, Turn) and run.state.awaiting.seat == seat:
        close_windows(run, seat)
        run.emit(e.TurnPassed(seat))


def next_host(state: GameState, leaving: int) -> int:
    """The host's seat passes to the left."""
    others = [seat for seat in seated(state) if seat != leaving]
    if state.host != leaving or not others:
        return state.host
    return next((seat for seat in others if seat > leaving), others[0])
