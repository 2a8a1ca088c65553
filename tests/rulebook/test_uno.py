"""Section 6: calling UNO, and being caught without."""

from collections.abc import Callable
from typing import Any

import pytest

from service.engine import events as e
from tests.rulebook.table import Table, rule, table

Act = Callable[[Table], Table]
PILE = "G3 G4 G5 G6 G7 G8 G9 B3 B4 B5 B6 B7"


def careless(others: str = "R1 G2 | B1 B2", card: str = "R5", **options: Any) -> Table:
    """Seat 0 has one card left and has not called UNO."""
    return table(f"{card} Y1 | {others}", draw=PILE, **options).play(0, card)


@rule("6")
def test_uno_is_called_with_two_cards_before_playing() -> None:
    at = table("R5 Y1 | R1 G2").call_uno(0)
    assert at.uno(0) == "called"
    assert at.play(0, "R5").uno(0) == "called"
    with at.refuses("nothing-to-catch"):
        at.catch(1, 0)


@rule("6")
def test_uno_is_called_with_the_play() -> None:
    at = table("R5 Y1 | R1 G2").play(0, "R5", uno=True)
    assert at.uno(0) == "called"
    assert [type(event) for event in at.events[:2]] == [e.UnoCalled, e.CardPlayed]
    with at.refuses("nothing-to-catch"):
        at.catch(1, 0)


@rule("6")
def test_uno_is_called_after_the_play_as_long_as_nobody_has_acted() -> None:
    at = careless()
    assert at.uno(0) == "open"
    assert at.call_uno(0).uno(0) == "called"
    with at.refuses("nothing-to-catch"):
        at.catch(1, 0)


@rule("6")
def test_a_call_with_more_cards_or_by_anyone_else_is_refused() -> None:
    at = table("R5 Y1 Y2 | R1 G2 | B1")
    for seat in (0, 1, 2):
        with at.refuses("uno-not-callable"):
            at.call_uno(seat)
    with at.refuses("uno-not-callable"):
        at.play(0, "R5", uno=True)
    last = table("R5 | R1 G2")
    with last.refuses("uno-not-callable"):
        last.play(0, "R5", uno=True)


@rule("6")
def test_a_second_call_is_refused() -> None:
    at = table("R5 Y1 | R1 G2").call_uno(0)
    with at.refuses("uno-not-callable"):
        at.call_uno(0)
    assert at.play(0, "R5", uno=True).uno(0) == "called"
    with at.refuses("uno-not-callable"):
        at.call_uno(0)


@rule("6")
@rule("6", uno_penalty=2)
@pytest.mark.parametrize("catcher", [1, 2])
def test_any_other_player_catches_who_has_not_called_and_that_player_draws_two(catcher: int) -> None:
    at = careless()
    at.catch(catcher, 0)
    assert (at.hand(0), at.uno(0), at.turn) == ("Y1 G3 G4", "none", 1)
    with at.refuses("nothing-to-catch"):
        at.catch(catcher, 0)


@pytest.mark.parametrize("penalty", [0, 1, 10])
@rule("6", uno_penalty=0)
@rule("6", uno_penalty=10)
def test_who_is_caught_draws_as_many_cards_as_was_agreed(penalty: int) -> None:
    at = careless(uno_penalty=penalty).catch(1, 0)
    assert (at.cards(0), at.uno(0)) == (1 + penalty, "none")
    with at.refuses("nothing-to-catch"):
        at.catch(1, 0)


@rule("6")
def test_nobody_catches_themselves_nor_who_cannot_be_caught() -> None:
    at = careless()
    with at.refuses("cannot-catch-self"):
        at.catch(0, 0)
    with at.refuses("nothing-to-catch"):
        at.catch(0, 1)
    for nobody in (-1, 3, 9):
        with at.refuses("no-such-seat"):
            at.catch(1, nobody)


@rule("6")
@pytest.mark.parametrize("act", [lambda at: at.play(1, "R1"), lambda at: at.draw(1)])
def test_the_window_closes_when_another_player_plays_or_draws(act: Act) -> None:
    at = act(careless())
    assert at.uno(0) == "none"
    assert [event.seat for event in at.happened(e.UnoMissed)] == [0]
    with at.refuses("nothing-to-catch"):
        at.catch(2, 0)
    with at.refuses("uno-not-callable"):
        at.call_uno(0)


@rule("6")
def test_the_window_closes_when_another_player_passes() -> None:
    """The draw two takes what there is to draw, so that the player after has nothing to do but pass."""
    at = table("RD2 Y1 | G1 | B1 B2", top="R7", draw="G9").play(0, "RD2")
    assert (at.uno(0), at.turn, at.pile) == ("open", 2, "")
    assert at.pass_turn(2).uno(0) == "none"


@rule("6")
@pytest.mark.parametrize("act", [lambda at: at.draw(1), lambda at: at.challenge(1)])
def test_the_window_closes_when_another_player_answers_or_challenges(act: Act) -> None:
    at = table("WD4 Y1 | R1 G2 | B1 B2", draw=PILE).play(0, "WD4", "red")
    assert at.uno(0) == "open"
    assert act(at).uno(0) == "none"


@rule("6")
def test_while_a_player_must_answer_the_other_is_still_caught() -> None:
    at = table("WD4 Y1 | R1 G2 | B1 B2", draw=PILE).play(0, "WD4", "red").catch(1, 0)
    assert (at.hand(0), at.turn, at.phase) == ("Y1 G3 G4", 1, "answer")


@rule("6")
@pytest.mark.parametrize("card", ["RS", "RR"])
def test_an_extra_turn_of_the_player_does_not_close_it(card: str) -> None:
    at = table(f"{card} Y1 | R1 G2", draw=PILE).play(0, card)
    assert at.turn == 0 and at.uno(0) == "open"
    assert at.catch(1, 0).cards(0) == 3


@rule("6")
def test_a_draw_in_the_extra_turn_clears_what_was_to_be_called() -> None:
    at = table("RS Y1 | R1 G2", draw=PILE).play(0, "RS").draw(0)
    assert at.uno(0) == "none" and not at.happened(e.UnoMissed)
    with at.refuses("nothing-to-catch"):
        at.catch(1, 0)


@rule("6")
def test_a_draw_that_the_engine_makes_for_a_victim_does_not_close_it() -> None:
    at = careless(card="RD2")
    assert (at.turn, at.cards(1), at.uno(0)) == (2, 4, "open")
    assert at.catch(1, 0).cards(0) == 3


@rule("6")
def test_drawing_back_above_one_card_clears_the_call_and_it_must_be_made_again() -> None:
    at = table("R5 Y1 | R1 G2", draw=PILE).play(0, "R5", uno=True).play(1, "R1", uno=True)
    at.draw(0)
    assert at.uno(0) == "none" and at.uno(1) == "called"
    at.draw(1)
    assert at.uno(1) == "none"


@rule("6")
def test_a_call_that_no_play_followed_is_void() -> None:
    at = table("R5 Y1 | R1 G2", draw=PILE).call_uno(0).draw(0)
    assert at.uno(0) == "none"
    kept = table("R5 | R1 G2", draw=f"R9 {PILE}").draw(0).call_uno(0).pass_turn(0)
    assert kept.uno(0) == "none"


@rule("6")
def test_with_a_drawn_card_that_makes_two_uno_is_called_before_playing_it() -> None:
    at = table("Y1 | R1 G2", draw=f"R9 {PILE}").draw(0)
    assert at.play(0, "R9", uno=True).uno(0) == "called"


@rule("6")
def test_a_forced_draw_clears_the_call_too() -> None:
    at = table("R5 Y1 | RD2 G2 B1", draw=PILE).play(0, "R5", uno=True).play(1, "RD2")
    assert (at.cards(0), at.uno(0)) == (3, "none")


@rule("6")
def test_nobody_calls_or_catches_when_the_round_is_over() -> None:
    over = table("R5 | Y1").play(0, "R5")
    with over.refuses("round-over"):
        over.call_uno(1)
    with over.refuses("round-over"):
        over.catch(0, 1)


@rule("6")
def test_the_last_two_cards_in_a_row_leave_nothing_to_catch() -> None:
    """With two players a skip gives the turn back at once; the round ends with the card that follows."""
    over = table("RS R1 | G2 G3", draw=PILE).play(0, "RS").play(0, "R1")
    assert over.status == "round_over"


@rule("6")
def test_after_drawing_back_it_must_be_called_again() -> None:
    at = table("R5 Y1 | R1 G2 B1", draw=f"Y4 {PILE}").play(0, "R5", uno=True).play(1, "R1").draw(0)
    assert (at.hand(0), at.uno(0)) == ("Y1 Y4", "none")
    at.draw(1).play(0, "Y1")
    assert at.uno(0) == "open"
    assert at.catch(1, 0).cards(0) == 3


@rule("6")
def test_the_window_closes_when_a_challenger_was_right_too_and_the_four_cards_clear_the_call() -> None:
    at = table("WD4 R1 | Y1 G2 | B1 B2", draw=PILE).play(0, "WD4", "green", uno=True).challenge(1)
    assert (at.hand(0), at.uno(0)) == ("R1 G3 G4 G5 G6", "none")
    with at.refuses("nothing-to-catch"):
        at.catch(2, 0)


@rule("6")
def test_a_skip_of_another_player_does_not_close_it() -> None:
    at = table("RS Y1 | R1 G2 | B1 B2", draw=PILE).play(0, "RS")
    assert (at.turn, at.uno(0)) == (2, "open")
    assert at.catch(1, 0).cards(0) == 3


@rule("6")
def test_a_call_or_a_wrong_catch_of_another_does_not_close_it() -> None:
    at = table("R5 Y1 | R1 G2 | B1 B2", draw=PILE).play(0, "R5").call_uno(1)
    with at.refuses("nothing-to-catch"):
        at.catch(2, 1)
    assert (at.uno(0), at.uno(1)) == ("open", "called")
    assert at.catch(2, 0).cards(0) == 3


@rule("6")
def test_a_penalty_takes_no_turn_away() -> None:
    at = careless("R1 G2").catch(1, 0).play(1, "R1", uno=True)
    assert at.turn == 0


@rule("6")
def test_a_drawn_card_that_may_be_played_clears_the_call_too() -> None:
    drawn = table("Y1 R5 | R1 G2 B1", draw=f"R9 {PILE}").play(0, "R5", uno=True).play(1, "R1").draw(0)
    assert (drawn.hand(0), drawn.phase, drawn.uno(0)) == ("Y1 R9", "drawn", "none")
    drawn.play(0, "R9")
    assert drawn.uno(0) == "open"


@rule("6")
@rule("8")
def test_a_pass_with_one_card_and_nothing_to_draw_leaves_the_call_as_it_is() -> None:
    at = table("RD2 Y1 | G1 G2 | B1 B2", top="R7", draw="R9").play(0, "RD2", uno=True)
    assert at.pass_turn(2).pass_turn(0).uno(0) == "called"
