"""Section 3: a card that does not fit is refused, or goes back at a price."""

from functools import partial
from typing import Any

import pytest

from service.engine import events as e
from tests.rulebook.table import Table, opening, rule, table

PILE = "G3 G4 G5 G6 G7 G8 G9 B3 B4 B5 B6 B7"
fined = partial(table, draw=PILE, illegal_play="penalty")


@rule("3", illegal_play="reject")
def test_a_card_that_does_not_fit_is_refused_by_default() -> None:
    at = table("B5 Y1 Y2 | G1", draw=PILE, illegal_play="reject", illegal_play_penalty=5)
    with at.refuses("illegal-play"):
        at.play(0, "B5")


@rule("3", illegal_play="penalty")
@rule("3", illegal_play_penalty=2)
def test_it_can_be_agreed_that_it_goes_back_and_costs_two_cards_and_the_turn() -> None:
    at = fined("B5 Y1 Y2 | G1 G2").play(0, "B5")
    assert (at.hand(0), at.turn, at.phase) == ("B5 Y1 Y2 G3 G4", 1, "play")
    assert (at.top, at.color) == ("R7", "red")
    (shown,) = at.happened(e.IllegalPlayPenalized)
    (drawn,) = at.happened(e.CardsDrawn)
    assert (shown.seat, shown.card, drawn.seat, drawn.cause) == (0, "B5", 0, "illegal_play_penalty")
    assert not at.happened(e.CardPlayed)


@rule("3", illegal_play_penalty=0)
@rule("3", illegal_play_penalty=10)
@pytest.mark.parametrize("penalty", [0, 1, 10])
def test_it_can_cost_another_number_of_cards(penalty: int) -> None:
    at = fined("B5 Y1 Y2 | G1", illegal_play_penalty=penalty).play(0, "B5")
    assert (at.cards(0), at.turn) == (3 + penalty, 1)


@rule("3", illegal_play="penalty")
def test_what_fits_is_played_as_ever() -> None:
    at = fined("R5 Y1 Y2 | G1").play(0, "R5")
    assert (at.hand(0), at.top, at.turn) == ("Y1 Y2", "R5", 1)


@rule("3", illegal_play="penalty")
def test_what_is_no_play_is_refused_as_ever_and_costs_nothing() -> None:
    at = fined("R5 B5 W Y2 | G1 R1 | Y3")
    with at.refuses("card-not-in-hand"):
        at.play(0, "G9")
    with at.refuses("not-your-turn"):
        at.play(1, "G1")
    with at.refuses("color-required"):
        at.play(0, "W")
    with at.refuses("color-required"):
        at.play(0, "R5", "red")
    with at.refuses("targets-required"):
        at.play(0, "R5", targets=(1,))
    with at.refuses("uno-not-callable"):
        at.play(0, "R5", uno=True)


@rule("3", illegal_play="penalty")
@pytest.mark.parametrize("card", ["B1", "R5"])
def test_while_a_drawn_card_is_considered_every_other_one_is_wrong(card: str) -> None:
    at = table("R5 B1 | G1", draw=f"R2 {PILE}", illegal_play="penalty").draw(0)
    assert at.phase == "drawn"
    at.play(0, card)
    assert (at.hand(0), at.turn, at.phase) == ("R5 B1 R2 G3 G4", 1, "play")


@rule("3", illegal_play="penalty")
def test_the_drawn_card_itself_is_played_as_ever_and_passing_costs_nothing() -> None:
    hands, draw = "B5 B1 | G1", f"R2 {PILE}"
    assert table(hands, draw=draw, illegal_play="penalty").draw(0).play(0, "R2").hand(0) == "B5 B1"
    assert table(hands, draw=draw, illegal_play="penalty").draw(0).pass_turn(0).hand(0) == "B5 B1 R2"


@rule("3", illegal_play="penalty")
@rule("3", play_drawn_card="forced")
def test_also_where_the_drawn_card_must_be_played() -> None:
    at = table("R5 B1 | G1", draw=f"R2 {PILE}", illegal_play="penalty", play_drawn_card="forced").draw(0).play(0, "R5")
    assert (at.hand(0), at.turn) == ("R5 B1 R2 G3 G4", 1)


@rule("3", illegal_play="penalty")
@rule("5")
@pytest.mark.parametrize("card", ["R5", "B5", "WD4"])
def test_facing_a_draw_card_a_card_is_wrong_and_the_draw_card_is_taken_besides(card: str) -> None:
    at = fined(f"WD4 B1 B2 | {card} Y1 Y2 | G1").play(0, "WD4", "green")
    at.play(1, card, "red" if card == "WD4" else None)
    assert (at.hand(1), at.turn, at.phase) == (f"{card} Y1 Y2 G3 G4 G5 G6 G7 G8", 2, "play")
    assert (at.top, at.color) == ("WD4", "green")


@rule("3", illegal_play="penalty")
@rule("5", stacking="same_kind")
def test_what_does_not_stack_is_fined_and_the_sum_taken_besides() -> None:
    at = (
        fined("RD2 B1 B2 | GD2 Y1 Y2 | R5 Y3 Y4 | G1", stacking="same_kind").play(0, "RD2").play(1, "GD2").play(2, "R5")
    )
    assert (at.hand(2), at.turn, at.phase) == ("R5 Y3 Y4 G3 G4 G5 G6 G7 G8", 3, "play")


@rule("3", illegal_play="penalty")
@rule("5", stacking="same_kind")
def test_what_stacks_is_never_fined() -> None:
    at = (
        fined("RD2 B1 B2 | GD2 Y1 Y2 | R5", stacking="same_kind", action_match="color_only")
        .play(0, "RD2")
        .play(1, "GD2")
    )
    assert not at.happened(e.IllegalPlayPenalized)
    assert (at.hand(1), at.pending.amount) == ("Y1 Y2", 4)
    wild = fined("WD4 B1 B2 | WD4 G1 Y2 | R5", stacking="same_kind", wild_draw_bluff="refused").play(0, "WD4", "green")
    assert wild.play(1, "WD4", "red").pending.amount == 8


@rule("3", illegal_play="penalty")
@rule("5", wild_draw_bluff="refused")
def test_a_bluff_that_is_refused_is_a_wrong_card_too() -> None:
    at = fined("WD4 R1 B2 | Y1 Y2", wild_draw_bluff="refused").play(0, "WD4", "green")
    assert (at.hand(0), at.turn, at.phase, at.color) == ("WD4 R1 B2 G3 G4", 1, "play", "red")


@rule("3", illegal_play="penalty")
@rule("5", wild_draw_bluff="allowed")
def test_a_bluff_that_is_allowed_is_none() -> None:
    assert fined("WD4 R1 B2 | Y1 Y2").play(0, "WD4", "green").phase == "answer"


@rule("3", action_match="color_only")
@rule("3", illegal_play="penalty")
def test_an_action_on_another_color_is_wrong_where_it_goes_on_its_color_only() -> None:
    at = fined("BS Y1 Y2 | G1 G2", "RS", action_match="color_only").play(0, "BS")
    assert (at.hand(0), at.turn) == ("BS Y1 Y2 G3 G4", 1)


@rule("3", illegal_play="penalty")
@rule("6")
def test_a_wrong_card_begins_a_turn_and_closes_the_window_of_another() -> None:
    at = fined("R5 Y1 | B1 B2 | G1 G2").play(0, "R5")
    assert at.uno(0) == "open"
    at.play(1, "B1")
    assert at.uno(0) == "none"
    with at.refuses("nothing-to-catch"):
        at.catch(2, 0)


@rule("3", illegal_play="penalty")
@rule("6", uno_trigger="unnoticed")
def test_and_makes_the_penalty_fall_that_nobody_has_noticed() -> None:
    at = fined("R5 Y1 | B1 B2 | G1 G2", uno_trigger="unnoticed").play(0, "R5").play(1, "B1")
    assert (at.hand(0), at.hand(1)) == ("Y1 G3 G4", "B1 B2 G5 G6")


@rule("3", illegal_play="penalty")
@rule("6")
@pytest.mark.parametrize(("penalty", "cards"), [(2, 4), (0, 2)])
@pytest.mark.parametrize("before", [True, False])
def test_a_call_made_for_a_card_that_goes_back_is_void(before: bool, penalty: int, cards: int) -> None:
    at = fined("B5 Y1 | G1 G2", illegal_play_penalty=penalty)
    at = at.call_uno(0).play(0, "B5") if before else at.play(0, "B5", uno=True)
    assert (at.cards(0), at.uno(0), at.turn) == (cards, "none", 1)


@rule("3", illegal_play="penalty")
@rule("6")
def test_a_wrong_card_in_an_extra_turn_ends_ones_own_window() -> None:
    at = fined("RS Y1 | G1 G2").play(0, "RS")
    assert (at.turn, at.uno(0)) == (0, "open")
    at.play(0, "Y1")
    assert (at.hand(0), at.uno(0), at.turn) == ("Y1 G3 G4", "none", 1)


@rule("3", illegal_play="penalty")
def test_a_last_card_that_does_not_fit_wins_nothing() -> None:
    at = fined("B5 | G1 G2").play(0, "B5")
    assert (at.status, at.hand(0), at.turn) == ("playing", "B5 G3 G4", 1)


@rule("3", illegal_play="penalty")
@rule("8")
def test_of_a_penalty_that_the_piles_do_not_hold_the_rest_is_dropped_and_the_turn_is_lost() -> None:
    at = table("B5 Y1 Y2 | G1 G2", "R7", "G9", illegal_play="penalty").play(0, "B5")
    assert (at.hand(0), at.turn) == ("B5 Y1 Y2 G9", 1)
    none = table("B5 Y1 Y2 | G1 G2", "R7", "", illegal_play="penalty").play(0, "B5")
    assert (none.hand(0), none.turn) == ("B5 Y1 Y2", 1)


@rule("3", illegal_play="penalty")
@rule("3", force_play=True)
def test_a_draw_that_is_refused_costs_nothing() -> None:
    at = fined("R5 Y1 Y2 | G1", force_play=True)
    with at.refuses("must-play"):
        at.draw(0)


@rule("3", illegal_play="penalty")
@rule("2")
def test_while_a_color_is_asked_for_a_card_is_refused_and_costs_nothing() -> None:
    opened = opening("W Y9 Y8", illegal_play="penalty")
    with opened.refuses("must-choose-color"):
        opened.play(1, "G1")


@rule("3", illegal_play="penalty")
@rule("7", jump_in="any")
def test_a_wrong_jump_in_costs_its_own_price_and_no_turn() -> None:
    at = fined("R1 B1 | G1 G2 | R9 B9", "R3", jump_in="any").jump_in(2, "R9")
    assert (at.hand(2), at.turn) == ("R9 B9 G3", 0)


def on_pile(rest: str, **options: Any) -> Table:
    hands, pile = f"WPU B1 B2 | {rest} | RS Y3 Y2 | Y1 B4 B6", "R7 G3 G4 G5 G6 G7 G8 G9"
    return table(hands, "B3", pile, preset="party", illegal_play="penalty", **options).play(0, "WPU")


@rule("3", illegal_play="penalty")
@rule("4")
def test_a_wrong_card_for_the_mini_pile_costs_the_penalty_and_the_pile_is_taken_besides() -> None:
    at = on_pile("G5 R2 GS").play(1, "G5")
    assert sorted(at.hand(1).split()) == ["G3", "G4", "G5", "GS", "R2", "R7"]
    assert (at.phase, at.turn, at.color, at.top) == ("play", 2, "red", "WPU")
    assert at.happened(e.PileTaken)[0].seat == 1


@rule("3", illegal_play="penalty")
@rule("4")
def test_what_fits_the_mini_pile_is_never_fined() -> None:
    at = on_pile("G5 R2 GS").play(1, "R2")
    assert (at.phase, at.turn, at.pile_cards) == ("pile_up", 2, "R7 R2")
    with at.refuses("not-your-turn"):
        at.play(1, "G5")


@rule("3", illegal_play="penalty")
@rule("4")
def test_the_penalty_is_drawn_by_who_is_linked_too() -> None:
    at = table("B5 Y1 | G1 G2 | B1 B2", "R3", PILE, preset="party", illegal_play="penalty", link=(0, 2)).play(0, "B5")
    assert (at.cards(0), at.cards(2), at.turn) == (4, 4, 1)


@rule("3", illegal_play="penalty")
@rule("5")
def test_facing_a_wild_draw_color_the_penalty_is_drawn_first_and_then_until_the_color_comes() -> None:
    hands, pile = "R1/WDC R1/T4 R2/T5 | G1/P7 G2/V2 | Y1/P5", "R5/T1 R6/O2 R7/O3 R8/V8 R9/V9"
    at = table(hands, "R3/P2", pile, preset="flip", side="dark", illegal_play="penalty")
    at.play(0, "WDC", "orange").play(1, "P7")
    assert (at.hand(1), at.turn) == ("P7 V2 T1 O2 O3", 2)


@rule("3", illegal_play="penalty")
@rule("9", seven_zero=True)
def test_a_seven_that_fits_and_names_nobody_is_refused_and_one_that_does_not_fit_is_fined() -> None:
    at = fined("R7 B7 Y1 | G1 G2", "R5", seven_zero=True)
    with at.refuses("targets-required"):
        at.play(0, "R7")
    with at.refuses("bad-targets"):
        at.play(0, "R7", targets=(0,))
    at.play(0, "B7", targets=(1,))
    assert (at.hand(0), at.hand(1), at.turn) == ("R7 B7 Y1 G3 G4", "G1 G2", 1)


@rule("3", illegal_play="penalty")
@rule("8")
def test_who_shows_a_wrong_card_and_could_have_laid_another_has_not_passed_and_the_round_goes_on() -> None:
    """There is nothing to draw; the circle of passes begins anew, for seat 1 can play."""
    at = table("B1 B2 | R1 G1 | Y1 Y2", "R7", illegal_play="penalty")
    at.pass_turn(0).play(1, "G1").pass_turn(2)
    assert (at.status, at.turn) == ("playing", 0)
    at.pass_turn(0)
    assert (at.status, at.turn) == ("playing", 1)
    assert at.play(1, "R1").turn == 2
