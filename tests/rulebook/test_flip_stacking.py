"""UNO Flip, section 5: stacking on its two sides."""

from functools import partial

import pytest

from tests.rulebook.table import opening, rule, table

flip = partial(table, preset="flip")
dark = partial(table, preset="flip", side="dark")
PILE = "R5/T1 R6/W R7/O3 R8/V8 R9/V9 B1/P2 B3/T3 B4/T4 B5/T5 B6/T6 B7/T7 B8/T8"


@rule("5", stacking="same_kind")
def test_draw_ones_add_up() -> None:
    at = flip("RD1 R1 R2 | GD1 G1 G2 | B1", "R3", PILE, stacking="same_kind").play(0, "RD1").play(1, "GD1").draw(2)
    assert (at.hand(2), at.turn) == ("B1 R5 R6", 0)


@rule("5", stacking="same_kind")
def test_draw_fives_add_up() -> None:
    hands = "R1/PD5 R1/P4 | G1/TD5 G2/T2 | B1/V1"
    at = dark(hands, "R3/P3", PILE, stacking="same_kind").play(0, "PD5").play(1, "TD5")
    assert at.pending.amount == 10
    assert at.draw(2).cards(2) == 11


@rule("5", stacking="same_kind")
def test_wild_draw_twos_add_up_and_do_not_go_on_a_draw_one_by_kind() -> None:
    at = flip("WD2 G1 G2 | WD2 B5 B6 | B1", "R3", PILE, stacking="same_kind").play(0, "WD2", "blue")
    assert at.pending.challengeable and at.pending.stackable
    at.play(1, "WD2", "red")
    assert (at.pending.amount, at.pending.challengeable) == (4, False)
    one = flip("RD1 R1 R2 | WD2 G1 G2 | B1", "R3", PILE, stacking="same_kind").play(0, "RD1")
    with one.refuses("must-answer"):
        one.play(1, "WD2", "red")


@rule("5", stacking="draw_four_on_two")
def test_a_wild_draw_two_is_the_wild_one_and_a_draw_one_the_colored_one() -> None:
    hands = "RD1 R1 R2 | WD2 G1 G2 | BD1 WD2 B1"
    at = flip(hands, "R3", PILE, stacking="draw_four_on_two").play(0, "RD1").play(1, "WD2", "blue")
    assert at.pending.amount == 3
    with at.refuses("must-answer"):
        at.play(2, "BD1")
    assert at.play(2, "WD2", "red").pending.amount == 5


@rule("5", stacking="any")
def test_with_any_a_draw_one_goes_on_a_wild_draw_two() -> None:
    at = flip("WD2 G1 G2 | RD1 G1 G2 | B1", "R3", PILE, stacking="any").play(0, "WD2", "blue").play(1, "RD1")
    assert (at.pending.amount, at.color) == (3, "red")


@rule("5")
@pytest.mark.parametrize("stacking", ["same_kind", "draw_four_on_two", "any"])
def test_nothing_goes_on_a_wild_draw_color(stacking: str) -> None:
    hands = "R1/WDC R1/T4 R2/T5 | G1/PD5 G2/WDC G3/OD5 | Y1/P5"
    at = dark(hands, "R3/P2", PILE, stacking=stacking).play(0, "WDC", "orange")
    assert not at.pending.stackable and at.pending.challengeable
    assert at.moves(1) == {"draw", "challenge"}
    for card, color in (("PD5", None), ("WDC", "pink"), ("OD5", None)):
        with at.refuses("must-answer"):
            at.play(1, card, color)


@rule("5")
@pytest.mark.parametrize("stacking", ["same_kind", "draw_four_on_two", "any"])
def test_nor_does_a_wild_draw_color_go_on_anything(stacking: str) -> None:
    at = dark("R1/PD5 R1/P4 | G2/WDC G3/T3 | Y1/P5", "R3/P2", PILE, stacking=stacking).play(0, "PD5")
    assert at.pending.stackable
    with at.refuses("must-answer"):
        at.play(1, "WDC", "pink")


@rule("2")
@rule("5")
def test_an_opening_draw_one_is_answered_too() -> None:
    hands = "R1 R2 | GD1 G2 | B1 B2"
    opened = opening(f"RD1 {PILE}", hands, preset="flip", stacking="same_kind")
    assert (opened.turn, opened.phase, opened.pending.amount) == (1, "answer", 1)
    assert opened.play(1, "GD1").draw(2).cards(2) == 4


@rule("4")
@rule("5")
def test_a_last_wild_draw_two_laid_on_a_draw_one_makes_the_next_player_draw_three() -> None:
    over = flip("RD1 R1 R2 | WD2 | B1", "R3", PILE, stacking="any").play(0, "RD1").play(1, "WD2", "red")
    assert (over.status, over.cards(2)) == ("round_over", 4)
