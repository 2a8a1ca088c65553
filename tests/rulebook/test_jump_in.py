"""Section 7: jumping in."""

from functools import partial

import pytest

from service.engine import events as e
from tests.rulebook.table import rule, table

party = partial(table, preset="party")
PILE = "R7 G3 G4 G5 G6 G7 G8 G9 B3 B5 B6 B7"


@rule("7", jump_in="off")
def test_nobody_jumps_in_unless_it_was_agreed() -> None:
    at = table("R1 B1 | G1 G2 | R3 W", "R3", jump_in="off")
    with at.refuses("jump-in-disabled"):
        at.jump_in(2, "R3")
    with at.refuses("not-your-turn"):
        at.play(2, "R3")


@rule("7", jump_in="numbers")
@pytest.mark.parametrize(("direction", "turn"), [(1, 3), (-1, 1)])
def test_who_holds_the_number_that_lies_on_top_plays_it_out_of_turn_and_play_goes_on_from_there(
    direction: int, turn: int
) -> None:
    at = table("R1 B1 | G1 G2 | R3 W | Y1", "R3", jump_in="numbers", direction=direction)
    assert "jump_in" in at.moves(2) and "jump_in" not in at.moves(1)
    at.jump_in(2, "R3")
    assert (at.top, at.hand(2), at.turn) == ("R3", "W", turn)
    assert [type(event) for event in at.events[:2]] == [e.JumpedIn, e.CardPlayed]


@rule("7", jump_in="numbers")
@rule("7", jump_in_penalty=1)
@pytest.mark.parametrize(("card", "top"), [("R9", "R3"), ("G3", "R3"), ("RS", "RS"), ("R3", "RS")])
def test_a_wrong_card_goes_back_and_costs_a_card_and_the_turn_stays(card: str, top: str) -> None:
    at = table(f"R1 B1 | G1 G2 | {card} B9 | Y1", top, "Y9", jump_in="numbers").jump_in(2, card)
    assert (at.hand(2), at.turn, at.phase, at.top) == (f"{card} B9 Y9", 0, "play", top)
    assert at.happened(e.IllegalPlayPenalized)[0].card == card


@pytest.mark.parametrize("penalty", [0, 3])
@rule("7", jump_in_penalty=0)
@rule("7", jump_in_penalty=3)
def test_a_wrong_card_can_cost_another_number(penalty: int) -> None:
    at = table("R1 B1 | G1 G2 | R9 B9", "R3", PILE, jump_in="any", jump_in_penalty=penalty).jump_in(2, "R9")
    assert at.cards(2) == 2 + penalty


@rule("7", jump_in="any")
def test_any_identical_card_can_be_one_that_jumps_in_and_it_takes_effect_from_there() -> None:
    at = table("R1 B1 | G1 G2 | RS W | Y1 | Y2", "RS", jump_in="any").jump_in(2, "RS")
    assert at.turn == 4
    wild = table("R1 B1 | G1 G2 | W Y1 | Y2", "W", color="red", jump_in="any").jump_in(2, "W", "green")
    assert (wild.color, wild.turn) == ("green", 3)


@rule("7")
def test_the_player_in_turn_does_not_jump_in_nor_anybody_while_a_drawn_card_is_considered() -> None:
    at = table("R3 B1 | R3 G2 | R3 W", "R3", "R9", jump_in="numbers")
    with at.refuses("jump-in-closed"):
        at.jump_in(0, "R3")
    at.draw(0)
    assert at.phase == "drawn"
    with at.refuses("jump-in-closed"):
        at.jump_in(1, "R3")


@rule("7")
def test_nobody_jumps_in_during_an_answer_a_choice_or_pointing() -> None:
    answer = party("WD4 R3 R2 | G1 | R3 B2", "R3", PILE, jump_in="any").play(0, "WD4", "red")
    pointing = party("RPT R3 R2 | G1 | RPT B2", "R3", PILE, jump_in="any").play(0, "RPT")
    for at, card in ((answer, "R3"), (pointing, "RPT")):
        with at.refuses("jump-in-closed"):
            at.jump_in(2, card)


@rule("6")
@rule("7")
def test_jumping_in_closes_the_window_of_others_and_opens_ones_own() -> None:
    at = table("R3 B1 | G1 G2 | R3 W", "R5", PILE, jump_in="numbers").play(0, "R3")
    assert at.uno(0) == "open"
    at.jump_in(2, "R3")
    assert (at.uno(0), at.uno(2)) == ("none", "open")
    assert at.catch(0, 2).cards(2) == 3
    assert table("R1 B1 | R3 W", "R3", jump_in="numbers").jump_in(1, "R3", uno=True).uno(1) == "called"


@rule("7")
@rule("9")
def test_the_last_card_may_be_one_that_jumps_in() -> None:
    assert table("R1 B1 | R3", "R3", jump_in="numbers").jump_in(1, "R3").scores == [0, 2]


@rule("7")
def test_who_jumps_in_names_and_calls_as_in_a_turn() -> None:
    at = table("R1 B1 | G1 G2 | W Y1 Y2", "W", color="red", jump_in="any")
    with at.refuses("color-required"):
        at.jump_in(2, "W")
    with at.refuses("uno-not-callable"):
        at.jump_in(2, "W", "green", uno=True)
