"""Who does not act: the table moves for them when their time is out, and in the end does without them (rules,
section 11)."""

from service.engine import answering, leaving, pointing
from service.engine import commands as c
from service.engine import events as e
from service.engine.decisions import waiting_for
from service.engine.house import patience
from service.engine.pace import is_skipped, somebody_plays
from service.engine.rounds import end_deserted, end_if_too_long
from service.engine.run import Run
from service.engine.state import GameOver, Pointing, RoundOver, Turn, is_seated, seated


def time_out(run: Run) -> None:
    """The decision is taken for whoever it waits for; who has let that happen too often is away from now on."""
    late = waiting_for(run.state)
    for seat in late:
        run.emit(e.TimedOut(seat, run.state.players[seat].idle + 1))
    if isinstance(run.state.awaiting, Pointing):
        pointing.count(run)
    elif isinstance(run.state.awaiting, Turn):
        answering.sit_out(run, late[0])
    else:
        answering.answer_for(run, late[0])
    end_if_too_long(run)
    for seat in late:
        give_up(run, seat)
    if is_deserted(run):
        end_deserted(run)


def give_up(run: Run, seat: int) -> None:
    """A player who has been idle for too long is played for, skipped, or removed (`idle_limit`, `on_idle`)."""
    state = run.state
    player = state.players[seat]
    over = isinstance(state.awaiting, GameOver) or not is_seated(state, seat)
    if over or player.autopilot or player.idle < patience.idle_limit(state):
        return
    if patience.removes_idle(state):
        leaving.depart(run, seat, kicked=False)
    else:
        run.emit(e.AutopilotOn(seat, skipped=patience.skips_idle(state)))


def is_deserted(run: Run) -> bool:
    """Nobody plays for themselves any more, and everybody had the chance to come back in a turn of their own."""
    state = run.state
    if isinstance(state.awaiting, GameOver | RoundOver) or somebody_plays(state):
        return False
    return all(state.players[seat].idle > patience.idle_limit(state) for seat in seated(state))


def skip_who_is_away(run: Run) -> None:
    while is_skipped(run.state):
        time_out(run)


def hand_back(run: Run, command: c.Command) -> None:
    """Whoever does something is there again. Who leaves is not."""
    if not isinstance(command, c.Request) or isinstance(command, c.Leave):
        return
    player = run.state.players[command.seat]
    if player.autopilot:
        run.emit(e.AutopilotOff(command.seat))
    elif player.idle:
        run.emit(e.PlayerBack(command.seat))
