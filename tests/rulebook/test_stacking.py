"""Section 5: a draw card laid on a draw card."""

from typing import Any

import pytest

from service.engine import events as e
from tests.rulebook.table import Table, opening, rule, table

PILE = "G3 G4 G5 G6 G7 G8 G9 B3 B4 B5 B6 B7"


def two(hands: str, stacking: str = "same_kind", **options: Any) -> Table:
    """Seat 0 has laid a red draw two."""
    return table(hands, draw=PILE, stacking=stacking, **options).play(0, "RD2")


def four(hands: str, stacking: str = "same_kind", **options: Any) -> Table:
    """Seat 0 has laid a wild draw four on a red card, and named green."""
    return table(hands, draw=PILE, stacking=stacking, **options).play(0, "WD4", "green")


@rule("5", stacking="off")
def test_without_stacking_a_draw_two_acts_at_once() -> None:
    at = two("RD2 B1 B2 | GD2 Y1 | Y2", "off")
    assert (at.hand(1), at.turn, at.phase) == ("GD2 Y1 G3 G4", 2, "play")


@rule("5", stacking="off")
def test_without_stacking_a_wild_draw_four_is_answered_by_no_card() -> None:
    at = four("WD4 B1 B2 | WD4 GD2 Y1 | Y2", "off")
    assert not at.pending.stackable and at.moves(1) == {"draw", "challenge"}
    for card, color in (("WD4", "red"), ("GD2", None)):
        with at.refuses("must-answer"):
            at.play(1, card, color)


@rule("5", stacking="same_kind")
def test_the_sum_of_the_draw_twos_goes_on_until_a_player_takes_it_and_loses_the_turn() -> None:
    at = two("RD2 B1 B2 | GD2 Y1 Y2 | BD2 Y3 Y4 | R1 R2 R3")
    assert (at.turn, at.phase, at.pending.amount, at.pending.by_seat) == (1, "answer", 2, 0)
    at.play(1, "GD2")
    assert (at.turn, at.phase, at.pending.amount, at.pending.by_seat) == (2, "answer", 4, 1)
    at.play(2, "BD2")
    assert (at.turn, at.pending.amount) == (3, 6)
    at.draw(3)
    assert (at.hand(3), at.turn, at.phase) == ("R1 R2 R3 G3 G4 G5 G6 G7 G8", 0, "play")
    assert (at.top, at.color) == ("BD2", "blue")
    assert [at.cards(seat) for seat in range(3)] == [2, 2, 2]
    assert [event.seat for event in at.happened(e.TurnSkipped)] == [3]


@rule("5", stacking="same_kind")
@pytest.mark.parametrize("held", ["GD2 Y1 Y2", "Y1 Y2 Y3"])
def test_the_next_player_is_left_an_answer_whether_or_not_there_is_a_card_to_lay(held: str) -> None:
    at = two(f"RD2 B1 B2 | {held} | R1")
    assert (at.turn, at.phase, at.cards(1)) == (1, "answer", 3)
    assert at.pending.stackable and not at.pending.challengeable
    at.draw(1)
    assert (at.hand(1), at.turn) == (f"{held} G3 G4", 2)


@rule("5", stacking="same_kind")
def test_only_the_move_of_who_faces_it_tells_what_can_be_laid() -> None:
    with_card, without = two("RD2 B1 B2 | GD2 Y1 Y2 | R1"), two("RD2 B1 B2 | Y3 Y1 Y2 | R1")
    assert with_card.moves(1) == {"play", "draw"} and without.moves(1) == {"draw"}
    assert with_card.seen() == without.seen()


@rule("5", stacking="same_kind")
@pytest.mark.parametrize("card", ["RS", "RR", "R5", "W", "WD4"])
def test_nothing_but_its_kind_answers_a_draw_two_whatever_its_color(card: str) -> None:
    at = two(f"RD2 B1 B2 | {card} Y1 Y2 | R1")
    with at.refuses("must-answer"):
        at.play(1, card, "red" if card[0] == "W" else None)
    with at.refuses("not-challengeable"):
        at.challenge(1)


@rule("5", stacking="same_kind")
def test_another_player_does_not_answer_and_nobody_passes() -> None:
    at = two("RD2 B1 B2 | GD2 Y1 Y2 | BD2 Y3")
    for seat in (0, 2):
        with at.refuses("not-your-turn"):
            at.draw(seat)
    with at.refuses("not-your-turn"):
        at.play(2, "BD2")
    with at.refuses("must-answer"):
        at.pass_turn(1)


@rule("5", stacking="same_kind")
def test_wild_draw_fours_add_up_and_the_one_that_is_laid_on_names_its_color() -> None:
    at = four("WD4 B1 B2 | WD4 Y1 Y2 | B3 B4 B5")
    with at.refuses("color-required"):
        at.play(1, "WD4")
    at.play(1, "WD4", "yellow")
    assert (at.pending.amount, at.turn, at.color, at.pending.challengeable) == (8, 2, "yellow", False)
    at.draw(2)
    assert (at.cards(2), at.turn, at.phase) == (3 + 8, 0, "play")


@rule("5", stacking="same_kind")
def test_a_draw_two_does_not_go_on_a_wild_draw_four_by_kind() -> None:
    at = four("WD4 B1 B2 | GD2 Y1 Y2 | B3")
    with at.refuses("must-answer"):
        at.play(1, "GD2")


@rule("5", stacking="draw_four_on_two")
def test_a_wild_draw_four_can_be_agreed_to_go_on_a_draw_two_and_not_the_other_way_round() -> None:
    at = two("RD2 B1 B2 | GD2 WD4 Y1 | YD2 WD4 Y2 | B3", "draw_four_on_two").play(1, "WD4", "yellow")
    assert (at.pending.amount, at.color, at.turn) == (6, "yellow", 2)
    with at.refuses("must-answer"):
        at.play(2, "YD2")
    assert at.play(2, "WD4", "red").pending.amount == 10


@rule("5", stacking="draw_four_on_two")
def test_then_a_draw_two_still_goes_on_a_draw_two() -> None:
    at = two("RD2 B1 B2 | GD2 WD4 Y1 | B3", "draw_four_on_two").play(1, "GD2")
    assert at.pending.amount == 4


@rule("5", stacking="any")
def test_both_ways_can_be_agreed_and_the_color_is_that_of_the_last_card() -> None:
    at = four("WD4 B1 B2 | RD2 Y1 Y2 | WD4 Y3 Y4 | BD2 R1", "any").play(1, "RD2")
    assert (at.pending.amount, at.color, at.top) == (6, "red", "RD2")
    at.play(2, "WD4", "yellow").play(3, "BD2")
    assert (at.pending.amount, at.color, at.turn) == (12, "blue", 0)


@rule("3", action_match="color_only")
@rule("5", stacking="same_kind")
def test_stacking_goes_by_kind_also_where_actions_go_on_their_color_only() -> None:
    at = two("RD2 B1 B2 | GD2 Y1 Y2 | B3", action_match="color_only").play(1, "GD2")
    assert at.pending.amount == 4


@rule("5")
def test_a_wild_draw_that_is_stacked_is_always_legal_and_cannot_be_challenged() -> None:
    """Its player holds red, the color that was active; bluffs are refused, and this is none."""
    at = two("RD2 B1 B2 | WD4 R1 R2 | Y1 Y2", "draw_four_on_two", wild_draw_bluff="refused").play(1, "WD4", "red")
    assert (at.pending.amount, at.pending.challengeable) == (6, False)
    with at.refuses("not-challengeable"):
        at.challenge(2)


@rule("5")
def test_the_one_that_opened_is_challenged_by_its_first_target() -> None:
    guilty = four("WD4 R1 B2 | WD4 Y1 Y2 | B3").challenge(1)
    assert (guilty.cards(0), guilty.cards(1), guilty.turn, guilty.phase) == (6, 3, 1, "play")
    honest = four("WD4 B1 B2 | WD4 Y1 Y2 | B3").challenge(1)
    assert (honest.cards(0), honest.cards(1), honest.turn, honest.phase) == (2, 9, 2, "play")


@rule("5")
def test_whoever_lays_on_it_has_given_the_challenge_away_for_all() -> None:
    at = four("WD4 R1 B2 | WD4 Y1 Y2 | B3 B4").play(1, "WD4", "red")
    with at.refuses("not-challengeable"):
        at.challenge(2)


@rule("5")
def test_a_challenger_who_was_right_has_a_normal_turn_and_faces_nothing_more() -> None:
    at = four("WD4 R1 B2 | WD4 Y1 Y2 | B3 B4").challenge(1).play(1, "WD4", "blue")
    assert (at.pending.amount, at.turn, at.pending.challengeable) == (4, 2, True)


@rule("2")
@rule("5")
def test_an_opening_draw_two_is_answered_too() -> None:
    opened = opening(f"RD2 {PILE}", "R1 R2 | GD2 G2 | B1 B2", stacking="same_kind")
    assert (opened.turn, opened.phase, opened.pending.amount, opened.pending.by_seat) == (1, "answer", 2, 0)
    stacked = opened.play(1, "GD2").draw(2)
    assert (stacked.cards(2), stacked.turn) == (6, 0)
    taken = opening(f"RD2 {PILE}", "R1 R2 | GD2 G2 | B1 B2", stacking="same_kind").draw(1)
    assert (taken.hand(1), taken.turn) == ("GD2 G2 G3 G4", 2)


@rule("4")
@rule("5")
def test_a_last_card_laid_on_the_sum_makes_the_next_player_draw_it_all_and_ends_the_round() -> None:
    over = two("RD2 B1 B2 | GD2 | Y1").play(1, "GD2")
    assert (over.status, over.hand(2)) == ("round_over", "Y1 G3 G4 G5 G6")
    assert over.scores == [0, (1 + 2) + (1 + 3 + 4 + 5 + 6), 0]


@rule("4")
@rule("5")
def test_a_last_wild_draw_four_laid_on_the_sum_leaves_no_challenge_either() -> None:
    over = four("WD4 R1 B2 | WD4 | Y1 WD4").play(1, "WD4", "red")
    assert (over.status, over.cards(2)) == ("round_over", 2 + 8)


@rule("4")
@rule("5")
@pytest.mark.parametrize(("card", "color", "drawn"), [("RD2", None, 2), ("WD4", "red", 4)])
def test_a_last_card_that_opens_leaves_no_answer(card: str, color: str | None, drawn: int) -> None:
    over = table(f"{card} | GD2 WD4 | Y1", draw=PILE, stacking="any").play(0, card, color)
    assert (over.status, over.cards(1)) == ("round_over", 2 + drawn)


@rule("5")
@rule("8")
def test_of_a_sum_that_the_piles_do_not_hold_the_rest_is_dropped() -> None:
    at = table("RD2 B1 B2 | GD2 Y1 Y2 | B3", top="R7", draw="G9", stacking="same_kind").play(0, "RD2").play(1, "GD2")
    assert at.pending.amount == 4
    at.draw(2)
    assert sorted(at.hand(2).split()) == ["B3", "G9", "R7", "RD2"]
    assert (at.pile, at.turn) == ("", 0)


@rule("3", force_play=True)
@rule("5")
def test_stacking_is_a_may_also_for_who_must_play() -> None:
    at = two("RD2 B1 B2 | GD2 R1 Y2 | B3", force_play=True).draw(1)
    assert (at.cards(1), at.turn) == (5, 2)


@rule("3", voluntary_draw=False)
@rule("5")
def test_taking_the_sum_is_no_voluntary_draw_and_nothing_of_it_is_played() -> None:
    at = two("RD2 B1 B2 | GD2 R1 Y2 | B3", voluntary_draw=False, play_drawn_card="forced").draw(1)
    assert (at.hand(1), at.turn, at.phase) == ("GD2 R1 Y2 G3 G4", 2, "play")


@rule("3", draw_until_playable=True)
@rule("5")
def test_the_sum_is_drawn_and_not_until_a_playable_card_comes() -> None:
    at = table("RD2 B1 B2 | Y1 | B3", draw="G1 G2 G3 R1", stacking="same_kind", draw_until_playable=True)
    assert at.play(0, "RD2").draw(1).hand(1) == "Y1 G1 G2"


@rule("5")
@rule("9")
def test_the_first_target_may_leave_and_has_taken_the_sum() -> None:
    at = two("RD2 B1 B2 | GD2 Y1 Y2 | BD2 B3 | R1").play(1, "GD2").leave(2)
    assert (at.turn, at.phase) == (3, "play")
    assert at.happened(e.CardsDrawn)[0].cards == ("G3", "G4", "G5", "G6")


@rule("5")
@rule("9")
@pytest.mark.parametrize("leaver", [0, 1])
def test_whoever_has_laid_a_part_of_the_sum_may_leave_and_the_sum_stays(leaver: int) -> None:
    at = two("RD2 B1 B2 | GD2 Y1 Y2 | BD2 B3 B4 | R1").play(1, "GD2").leave(leaver)
    assert (at.turn, at.phase, at.pending.amount) == (2, "answer", 4)
    at.play(2, "BD2")
    assert (at.turn, at.pending.amount) == (3, 6)


@rule("5")
def test_between_two_the_sum_comes_back() -> None:
    at = two("RD2 B1 B2 | GD2 Y1 Y2").play(1, "GD2")
    assert (at.turn, at.pending.amount) == (0, 4)
    at.draw(0)
    assert (at.cards(0), at.turn) == (6, 1)


@rule("5")
def test_the_sum_goes_on_in_the_direction_of_play() -> None:
    at = two("RD2 B1 B2 | GD2 Y1 | BD2 Y3 Y4", direction=-1)
    assert (at.turn, at.play(2, "BD2").turn) == (2, 1)


@rule("6")
@pytest.mark.parametrize("stacks", [True, False])
def test_an_answer_closes_the_window_of_who_laid_the_card(stacks: bool) -> None:
    at = two("RD2 B1 | GD2 Y1 Y2 | B3 B4")
    assert at.uno(0) == "open"
    at = at.play(1, "GD2") if stacks else at.draw(1)
    with at.refuses("nothing-to-catch"):
        at.catch(2, 0)


@rule("6")
def test_who_stacks_the_last_card_but_one_calls_with_it_before_it_or_is_caught() -> None:
    hands = "RD2 B1 B2 | GD2 Y1 | B3 B4"
    assert two(hands).play(1, "GD2", uno=True).uno(1) == "called"
    assert two(hands).call_uno(1).play(1, "GD2").uno(1) == "called"
    caught = two(hands).play(1, "GD2").catch(2, 1)
    assert (caught.cards(1), caught.turn, caught.phase, caught.pending.amount) == (3, 2, "answer", 4)
