"""Pointing at each other, which a point taken makes everybody do (rules, section 4)."""

from collections import Counter

from service.engine import drawing
from service.engine import events as e
from service.engine.house import turns
from service.engine.run import Run
from service.engine.state import Pointing, seated

MOST_FINGERS = 5
"""More fingers than these cost nothing more."""


def count_if_all_have(run: Run) -> None:
    """When all have pointed, each player draws as many cards as fingers point at them, from the next player on; then
    the player after the one whose card it was is in turn."""
    pointing = run.state.awaiting
    assert isinstance(pointing, Pointing)
    if any(pointing.at[seat] is None for seat in seated(run.state)):
        return
    count(run)


def count(run: Run) -> None:
    """As it is when all have pointed; who has not yet counts for nobody."""
    pointing = run.state.awaiting
    assert isinstance(pointing, Pointing)
    run.emit(e.PointsCounted(pointing.by, pointing.at))
    fingers = Counter(at for seat, at in enumerate(pointing.at) if seat in seated(run.state))
    for seat in turns.round_from(run.state, pointing.by):
        drawing.draw(run, seat, min(fingers[seat], MOST_FINGERS), e.Cause.POINT_TAKEN)
    run.turn(turns.next_seat(run.state, pointing.by))
