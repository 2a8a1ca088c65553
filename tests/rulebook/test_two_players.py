"""Sections 2 to 8 between two players, where the next player but one is oneself."""

import pytest

from service.engine import events as e
from tests.rulebook.table import Table, opening, rule, table

TWO = "R1 R2 | G1 G2"
PILE = "G3 G4 G5 G6 G7 G8 G9"


@rule("2")
@pytest.mark.parametrize("dealer", [0, 1])
def test_an_opening_draw_two_is_drawn_by_the_other_and_the_dealer_begins(dealer: int) -> None:
    opened = opening("RD2 B8 B9 Y9", TWO, dealer)
    other = 1 - dealer
    assert opened.hand(other).endswith(" B8 B9") and opened.cards(dealer) == 2
    assert (opened.turn, opened.pile) == (dealer, "Y9")


@rule("2")
@rule("2", opening_reverse="dealer")
@rule("4", two_player_reverse="noop")
@pytest.mark.parametrize("dealer", [0, 1])
def test_an_opening_reverse_gives_the_dealer_the_first_turn_even_where_a_reverse_does_nothing(dealer: int) -> None:
    assert opening("RR", TWO, dealer, two_player_reverse="noop").turn == dealer


@rule("2")
@pytest.mark.parametrize(("wild", "chooser"), [("first_player", 1), ("dealer", 0)])
@rule("2", opening_wild="first_player")
@rule("2", opening_wild="dealer")
def test_whoever_names_the_color_of_an_opening_wild_the_left_of_the_dealer_begins(wild: str, chooser: int) -> None:
    opened = opening("W", TWO, opening_wild=wild)
    assert opened.turn == chooser
    opened.choose_color(chooser, "green")
    assert (opened.turn, opened.color) == (1, "green")


@rule("4")
@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("card", ["RS", "RR", "RD2"])
def test_a_skip_a_reverse_and_a_draw_two_give_the_turn_back(card: str, direction: int) -> None:
    laid = table(f"{card} Y1 Y2 | G1 G2", draw=PILE, direction=direction).play(0, card)
    assert laid.turn == 0
    assert laid.hand(1) == ("G1 G2 G3 G4" if card == "RD2" else "G1 G2")


@rule("4", two_player_reverse="noop")
def test_a_reverse_that_does_nothing_more_is_the_end_of_a_turn_like_any_other() -> None:
    at = table("RR Y1 Y2 | RR G1 G2", two_player_reverse="noop").play(0, "RR").play(1, "RR")
    assert (at.turn, at.state.direction) == (0, 1)


@rule("4")
@pytest.mark.parametrize("noop", ["skip", "noop"])
def test_among_three_a_reverse_turns_the_direction_whatever_it_does_between_two(noop: str) -> None:
    at = table("RR Y1 Y2 | G1 G2 | B1 B2", two_player_reverse=noop).play(0, "RR")
    assert (at.turn, at.state.direction) == (2, -1)
    assert not at.happened(e.TurnSkipped)


def faced(rest: str) -> Table:
    return table(f"WD4 {rest} | Y1 Y2", draw=PILE).play(0, "WD4", "green")


@rule("5")
def test_a_challenger_who_was_wrong_draws_six_and_the_turn_comes_back() -> None:
    judged = faced("B1 B2").challenge(1)
    assert judged.hand(1) == "Y1 Y2 G3 G4 G5 G6 G7 G8"
    assert (judged.turn, judged.phase, judged.color) == (0, "play", "green")


@rule("5")
def test_a_challenger_who_was_right_has_a_turn_and_then_it_comes_back() -> None:
    judged = faced("R1 B2").challenge(1)
    assert (judged.turn, judged.hand(0), judged.hand(1)) == (1, "R1 B2 G3 G4 G5 G6", "Y1 Y2")
    assert judged.draw(1).pass_turn(1).turn == 0


@rule("6")
def test_the_turn_after_a_draw_two_is_an_extra_turn_that_does_not_close_the_window() -> None:
    at = table("RD2 Y1 | R1 G2", draw=PILE).play(0, "RD2")
    assert (at.turn, at.uno(0)) == (0, "open")
    assert at.catch(1, 0).hand(0) == "Y1 G5 G6"


@rule("6")
@pytest.mark.parametrize("card", ["RS", "RR", "RD2"])
def test_uno_is_still_called_in_the_extra_turn(card: str) -> None:
    at = table(f"{card} Y1 | R1 G2", draw=PILE).play(0, card).call_uno(0)
    assert at.uno(0) == "called"
    with at.refuses("nothing-to-catch"):
        at.catch(1, 0)


@rule("8")
@pytest.mark.parametrize("direction", [1, -1])
def test_two_passes_in_a_row_are_a_whole_circle(direction: int) -> None:
    at = table("B1 B2 | G1 G2", top="R7", direction=direction).pass_turn(0)
    assert at.status == "playing"
    assert at.pass_turn(1).status == "round_over"


@rule("9")
def test_the_winner_of_two_scores_the_hand_of_the_other() -> None:
    assert table("R1 B2 | R5", turn=1).play(1, "R5").scores == [0, 3]
