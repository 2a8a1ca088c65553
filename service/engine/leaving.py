"""Leaving the game, and what becomes of a decision whose player does not take it."""

from service.engine import answering, pointing
from service.engine import events as e
from service.engine.house import ending, turns
from service.engine.run import Run
from service.engine.shuffle import shuffled
from service.engine.state import GameState, Lobby, Pointing, Turn, seated


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
    answering.answer_for(run, seat)
    if isinstance(run.state.awaiting, Turn) and run.state.awaiting.seat == seat:
        answering.close_windows(run, seat)
        run.emit(e.TurnPassed(seat))


def next_host(state: GameState, leaving: int) -> int:
    """The host's seat passes to the left."""
    others = [seat for seat in seated(state) if seat != leaving]
    if state.host != leaving or not others:
        return state.host
    return next((seat for seat in others if seat > leaving), others[0])
