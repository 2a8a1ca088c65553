"""What a player who must act can do beside laying a card: draw, pass, challenge, name a color."""

from service.engine import drawing, piling
from service.engine import events as e
from service.engine.cards import FACES, Color
from service.engine.house import debts, hands, laying, turns
from service.engine.rounds import end_stuck
from service.engine.run import Run
from service.engine.state import Answer, ColorChoice, GameState, PileUp, Presence, Turn, Uno, seated


def close_windows(run: Run, seat: int) -> None:
    """`seat` begins a turn: whoever else has not called UNO cannot be caught any more. They got away with it, or draw
    the penalty now (rules, section 6)."""
    for other in seated(run.state):
        if other != seat and run.state.players[other].uno is Uno.OPEN:
            run.emit(e.UnoMissed(other))
            if debts.falls_unnoticed(run.state):
                drawing.draw(run, other, debts.uno_penalty(run.state), e.Cause.UNO_PENALTY)


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
    run.emit(e.TurnPassed(seat, stuck=turn.drawn is None and not laying.holds_playable(run.state, seat)))
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


def answer_for(run: Run, seat: int) -> None:
    """Takes what a player who does not answer faces, and names the color that they hold most of (rules, sections 9
    and 11)."""
    match run.state.awaiting:
        case Answer(owner) | PileUp(owner) if owner == seat:
            draw(run, seat)
        case ColorChoice(owner) if owner == seat:
            choose_color(run, seat, hands.favourite_color(run.state, seat))


def sit_out(run: Run, seat: int) -> None:
    """Draws, unless that is done or nothing is left, and passes: whatever the house rules make a player do, nobody
    plays a card by doing nothing (rules, section 11)."""
    turn = run.state.awaiting
    assert isinstance(turn, Turn)
    if turn.drawn is None and turns.drawable(run.state):
        draw(run, seat)
    if isinstance(run.state.awaiting, Turn) and run.state.awaiting.seat == seat:
        pass_turn(run, seat)
