"""The open decision in the words of the API."""

import pytest

from service.engine.decisions import phase_of, status_of, turn_of, waiting_for
from service.engine.state import Answer, Awaiting, ColorChoice, GameOver, Lobby, RoundOver, Turn
from service.engine.view import decision_id
from tests.engine.values import AWAITED, missing, state

ANSWER = next(awaiting for awaiting in AWAITED if isinstance(awaiting, Answer))


def test_there_is_a_sample_of_every_decision() -> None:
    assert missing(Awaiting, AWAITED) == set()


@pytest.mark.parametrize(
    ("awaiting", "status", "phase", "turn", "waiting"),
    [
        (Lobby(), "lobby", None, None, ()),
        (Turn(1), "playing", "play", 1, (1,)),
        (AWAITED[2], "playing", "drawn", 1, (1,)),
        (ANSWER, "playing", "answer", 1, (1,)),
        (RoundOver(), "round_over", None, None, ()),
        (GameOver((1,)), "finished", None, None, ()),
        (GameOver(abandoned=True), "abandoned", None, None, ()),
    ],
)
def test_a_decision_has_a_status_a_phase_and_who_must_act(
    awaiting: Awaiting, status: str, phase: str | None, turn: int | None, waiting: tuple[int, ...]
) -> None:
    table = state(awaiting)
    assert (status_of(table), phase_of(table)) == (status, phase)
    assert (turn_of(table), waiting_for(table)) == (turn, waiting)


def test_who_names_a_color_need_not_be_in_turn() -> None:
    """Play goes counterclockwise here, over the seats 3 and 4 where nobody sits."""
    table = state(ColorChoice(2, after=0))
    assert (phase_of(table), turn_of(table), waiting_for(table)) == ("color", 2, (2,))
    dealer_names = state(ColorChoice(2, after=2))
    assert (turn_of(dealer_names), waiting_for(dealer_names)) == (1, (2,))


def test_a_decision_is_named_by_the_event_that_opened_it() -> None:
    assert decision_id(state()) == "d31"
