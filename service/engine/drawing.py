"""Drawing at a table where two players may be linked: what one of them draws, the other draws too.

Rules, section 4: the draw of the other is not mirrored back and costs no turn; taking a mini-pile is not drawing.
"""

from collections.abc import Callable

from service.engine import events as e
from service.engine.house import debts
from service.engine.run import Run
from service.engine.state import GameState


def draw(run: Run, seat: int, count: int, cause: e.Cause) -> None:
    """Draws `count` cards, as `Run.draw` does."""
    before = held(run, seat)
    run.draw(seat, count, cause)
    mirror(run, seat, held(run, seat) - before, cause)


def draw_to(run: Run, seat: int, find: Callable[[GameState], int | None], cause: e.Cause, held_card: bool) -> bool:
    """Draws down to what is sought, as `Run.draw_to` does."""
    before = held(run, seat)
    found = run.draw_to(seat, find, cause, held_card)
    mirror(run, seat, held(run, seat) - before, cause)
    return found


def held(run: Run, seat: int) -> int:
    return len(run.state.players[seat].hand)


def mirror(run: Run, seat: int, count: int, cause: e.Cause) -> None:
    """`seat` has drawn `count` cards; whoever is linked with it draws as many."""
    link = run.state.link
    if link is not None and seat in link and count and debts.mirrors(run.state, by_choice=cause is e.Cause.DRAW):
        first, second = link
        run.draw(second if seat == first else first, count, e.Cause.LINK)
