"""Where house rules meet: two or three of them at one table."""

from functools import partial
from typing import Any

import pytest

from service.engine import events as e
from tests.rulebook.table import rule, table

PILE = "G3 G4 G5 G6 G7 G8 G9 B3 B4 B5 B6 B7"
STACKING = ("same_kind", "draw_four_on_two", "any")
jumping = partial(table, draw=PILE, jump_in="any")
dark = partial(table, preset="flip", side="dark")


@rule("5", stacking="off")
@rule("7", jump_in="any")
def test_who_jumps_in_with_a_draw_two_makes_the_player_after_draw_at_once() -> None:
    at = jumping("R1 B1 | G1 G2 | RD2 W | Y1 | Y2", "RD2", stacking="off").jump_in(2, "RD2")
    assert (at.hand(3), at.turn, at.phase) == ("Y1 G3 G4", 4, "play")


@rule("5")
@rule("7", jump_in="any")
@pytest.mark.parametrize("stacking", STACKING)
def test_with_stacking_the_player_after_who_jumped_in_answers(stacking: str) -> None:
    at = jumping("R1 B1 | G1 G2 | RD2 W | YD2 Y2", "RD2", stacking=stacking).jump_in(2, "RD2")
    assert (at.turn, at.phase, at.pending.amount, at.pending.by_seat) == (3, "answer", 2, 2)
    at.play(3, "YD2").draw(0)
    assert at.cards(0) == 6


@rule("5")
@rule("7", jump_in="any")
@pytest.mark.parametrize("stacking", STACKING)
@pytest.mark.parametrize("illegal_play", ["reject", "penalty"])
def test_nobody_jumps_in_while_a_draw_card_is_faced_and_it_costs_nothing(stacking: str, illegal_play: str) -> None:
    at = jumping("RD2 B1 B2 | G1 G2 | RD2 W | Y1", stacking=stacking, illegal_play=illegal_play).play(0, "RD2")
    for card in ("RD2", "W"):
        with at.refuses("jump-in-closed"):
            at.jump_in(2, card, "red" if card == "W" else None)
    with at.refuses("not-your-turn"):
        at.play(2, "RD2")
    at.draw(1)
    assert at.turn == 2
    with at.refuses("jump-in-closed"):
        at.jump_in(2, "RD2")


@rule("5")
@rule("7", jump_in="any")
def test_when_the_sum_is_taken_jumping_in_is_open_again() -> None:
    at = jumping("RD2 B1 B2 | G1 G2 | Y1 Y2 | RD2 Y4", stacking="same_kind").play(0, "RD2").draw(1)
    assert (at.turn, at.phase) == (2, "play")
    at.jump_in(3, "RD2")
    assert (at.turn, at.pending.amount) == (0, 2)


@rule("7", jump_in="any")
@pytest.mark.parametrize(("direction", "skipped", "turn"), [(1, 3, 4), (-1, 1, 0)])
def test_who_jumps_in_with_a_skip_skips_the_player_after(direction: int, skipped: int, turn: int) -> None:
    at = jumping("R1 B1 | G1 G2 | RS Y2 | Y1 | Y4", "RS", direction=direction).jump_in(2, "RS")
    assert at.turn == turn
    assert [event.seat for event in at.happened(e.TurnSkipped)] == [skipped]


@rule("7", jump_in="any")
def test_who_jumps_in_with_a_reverse_turns_the_direction_and_play_goes_on_from_there() -> None:
    at = jumping("R1 B1 | G1 G2 | RR Y2 | Y1", "RR").jump_in(2, "RR")
    assert (at.turn, at.state.direction) == (1, -1)


@rule("5")
@rule("7", jump_in="any")
def test_a_wild_draw_four_that_jumps_in_is_faced_and_challenged() -> None:
    hands = "R1 B1 | G1 G2 | WD4 R2 R4 | Y1 Y2"
    at = jumping(hands, "WD4", color="red").jump_in(2, "WD4", "blue")
    assert (at.turn, at.phase, at.pending.challengeable) == (3, "answer", True)
    assert at.challenge(3).cards(2) == 6


@rule("6")
@rule("7", jump_in="numbers")
def test_a_call_made_for_a_play_that_a_jump_in_came_before_is_void() -> None:
    at = jumping("R1 B1 | R3 G1 G2 | Y1 Y2", "R3").call_uno(0).jump_in(1, "R3")
    assert (at.turn, at.cards(0), at.uno(0)) == (2, 2, "none")


@rule("7", jump_in="any")
@rule("3", action_match="color_only")
def test_an_identical_action_jumps_in_also_where_actions_go_on_their_color_only() -> None:
    assert jumping("R1 B1 | G1 G2 | RS Y2 | Y1", "RS", action_match="color_only").jump_in(2, "RS").turn == 0


@rule("3", force_play=True)
@rule("3", play_drawn_card="never")
def test_who_must_play_and_never_plays_a_drawn_card_keeps_it() -> None:
    drawn = table("B5 B1 | G1", draw="R2", force_play=True, play_drawn_card="never").draw(0)
    assert (drawn.hand(0), drawn.turn) == ("B5 B1 R2", 1)


@rule("3", force_play=True)
@rule("3", play_drawn_card="optional")
@pytest.mark.parametrize("play_drawn_card", ["optional", "forced"])
def test_who_must_play_plays_a_drawn_card_that_fits(play_drawn_card: str) -> None:
    drawn = table("B5 B1 | G1", draw="R2", force_play=True, play_drawn_card=play_drawn_card).draw(0)
    assert drawn.moves(0) == {"play"}
    assert drawn.play(0, "R2").turn == 1


@rule("3", draw_until_playable=True)
@rule("3", force_play=True)
@rule("8")
def test_a_draw_that_goes_on_takes_what_there_is_and_then_the_circle_of_passes_begins() -> None:
    at = table("B5 B1 | G1 G2", "Y1 R7", "G3", draw_until_playable=True, force_play=True).draw(0)
    assert (sorted(at.hand(0).split()), at.turn, at.pile) == (["B1", "B5", "G3", "Y1"], 1, "")
    with at.refuses("nothing-to-draw"):
        at.draw(1)
    at.pass_turn(1)
    assert at.status == "playing", "seat 0 has drawn, and that was no pass of the circle"
    assert at.pass_turn(0).status == "round_over"


@rule("3", draw_until_playable=True)
@rule("3", illegal_play="penalty")
def test_a_card_other_than_the_one_that_the_draw_went_on_for_is_wrong() -> None:
    at = table("R5 B1 | G1", draw="G1 G2 R2 B8 B9", draw_until_playable=True, illegal_play="penalty")
    at.draw(0).play(0, "R5")
    assert (at.hand(0), at.turn) == ("R5 B1 G1 G2 R2 B8 B9", 1)


@rule("4", two_player_reverse="skip")
@rule("6")
def test_between_two_a_reverse_and_a_skip_everyone_leave_the_window_open_until_the_other_begins_a_turn() -> None:
    hands = "R1/PR R2/PSE R3/P4 | G1/T1 G2/P2"
    at = dark(hands, "R3/P3", "R5/T1 R6/T2 R7/O3").play(0, "PR").play(0, "PSE")
    assert (at.turn, at.hand(0), at.uno(0)) == (0, "P4", "open")
    caught = dark(hands, "R3/P3", "R5/T1 R6/T2 R7/O3").play(0, "PR").play(0, "PSE").catch(1, 0)
    assert (caught.hand(0), caught.turn) == ("P4 T1 T2", 0)
    assert at.play(0, "P4").status == "round_over"


@rule("4", two_player_reverse="noop")
@rule("6")
def test_where_a_reverse_does_nothing_more_the_other_begins_a_turn_and_closes_it() -> None:
    hands = "R1/PR R3/P4 | G1/PSE G2/P2 G3/T4"
    at = dark(hands, "R3/P3", "R5/T1", two_player_reverse="noop").play(0, "PR")
    assert (at.turn, at.uno(0)) == (1, "open")
    at.play(1, "PSE")
    assert (at.turn, at.uno(0)) == (1, "none")


@rule("4", two_player_reverse="skip")
@rule("6", uno_trigger="unnoticed")
def test_the_extra_turn_of_a_reverse_lets_no_penalty_fall() -> None:
    hands = "R1/PR R2/PSE R3/T4 | G1/T1 G2/P2"
    at = dark(hands, "R3/P3", "R5/T1 R6/T2 R7/O3", uno_trigger="unnoticed").play(0, "PR").play(0, "PSE")
    assert at.uno(0) == "open"
    at.call_uno(0).draw(0)
    assert at.turn == 1 and at.cards(0) == 2


@rule("5")
@rule("9")
@pytest.mark.parametrize("verdict", [True, False])
def test_the_opener_may_leave_and_the_first_target_still_challenges(verdict: bool) -> None:
    hands = f"WD4 {'R1' if verdict else 'B1'} B2 | WD4 Y1 Y2 | B3 B4 | G1"
    at = table(hands, draw=PILE, stacking="same_kind").play(0, "WD4", "green").leave(0)
    assert (at.turn, at.pending.challengeable, at.pending.amount) == (1, True, 4)
    at.challenge(1)
    assert (at.cards(1), at.turn) == ((3, 1) if verdict else (9, 2))


@rule("4")
@rule("5", stacking="any")
def test_a_bluff_that_opened_is_never_judged_when_a_last_card_is_laid_on_it() -> None:
    over = table("WD4 R1 B2 | RD2 | Y1 Y2", draw=PILE, stacking="any").play(0, "WD4", "green").play(1, "RD2")
    assert (over.status, over.cards(0), over.cards(2)) == ("round_over", 2, 2 + 6)
    assert over.rounds_won == [0, 1, 0]


@rule("4")
@rule("5", stacking="same_kind")
@rule("8")
def test_a_last_card_on_the_sum_makes_the_next_player_draw_what_there_is() -> None:
    over = table("RD2 B1 B2 | GD2 | Y1", "R7", "G9", stacking="same_kind").play(0, "RD2").play(1, "GD2")
    assert sorted(over.hand(2).split()) == ["G9", "R7", "RD2", "Y1"]
    assert over.status == "round_over"


@rule("5", stacking="same_kind")
@rule("6", uno_trigger="unnoticed")
def test_stacking_begins_a_turn_and_lets_the_unnoticed_penalty_fall_on_who_laid_before() -> None:
    at = table("RD2 Y1 | GD2 Y2 Y3 | B1", draw=PILE, stacking="same_kind", uno_trigger="unnoticed")
    at.play(0, "RD2").play(1, "GD2")
    assert (at.hand(0), at.turn, at.pending.amount) == ("Y1 G3 G4", 2, 4)


@rule("5", stacking="same_kind")
@rule("3", illegal_play="penalty")
@rule("3", force_play=True)
def test_facing_the_sum_a_card_that_would_fit_the_color_is_wrong_and_taking_the_sum_is_not() -> None:
    options: dict[str, Any] = {"stacking": "same_kind", "illegal_play": "penalty", "force_play": True}
    wrong = table("RD2 B1 B2 | GD2 R1 Y2 | B3", draw=PILE, **options).play(0, "RD2").play(1, "R1")
    assert (wrong.cards(1), wrong.turn) == (3 + 2 + 2, 2)
    taken = table("RD2 B1 B2 | GD2 R1 Y2 | B3", draw=PILE, **options).play(0, "RD2").draw(1)
    assert (taken.cards(1), taken.turn) == (3 + 2, 2)


@rule("3", illegal_play="penalty")
@rule("4")
def test_who_must_add_to_a_mini_pile_and_shows_a_wrong_last_card_wins_nothing() -> None:
    hands = "WPU B1 B2 | R2 G1 | G5 R4 | Y1 B4"
    at = table(hands, "B3", "R7 G3 G4 G6", preset="party", illegal_play="penalty").play(0, "WPU").play(1, "R2")
    at.play(2, "G5")
    assert sorted(at.hand(2).split()) == ["G3", "G4", "G5", "R2", "R4", "R7"]
    assert (at.phase, at.turn, at.color) == ("play", 3, "red")
    assert at.uno(1) == "none", "who added the last card but one was not caught in time"


@rule("3", illegal_play="penalty")
@rule("4", pile_up_decline=True)
def test_taking_a_mini_pile_by_choice_is_not_fined() -> None:
    hands = "WPU B1 B2 | R2 G1 | G5 R4"
    at = table(hands, "B3", "R7 G3 G4", preset="party", illegal_play="penalty", pile_up_decline=True).play(0, "WPU")
    assert at.draw(1).hand(1) == "R2 G1 R7"


@rule("3", illegal_play="penalty")
@rule("6", false_uno_penalty=2)
def test_a_call_with_a_wrong_card_is_not_fined_besides() -> None:
    at = table("B5 Y1 | G1 G2", draw=PILE, illegal_play="penalty", false_uno_penalty=2).play(0, "B5", uno=True)
    assert (at.cards(0), at.uno(0), at.turn) == (4, "none", 1)


@rule("4")
@rule("9", scoring="own_cards")
def test_own_cards_that_a_linked_player_draws_for_a_last_card_count_too() -> None:
    options: dict[str, Any] = {"preset": "party", "link": (1, 2), "scoring": "own_cards"}
    over = table("RD2 | Y1 | G2", "R3", "G4 G5 G6 G7", **options).play(0, "RD2")
    assert over.points == (0, 1 + 4 + 5, 2 + 6 + 7)


@rule("9", seven_zero=True)
@rule("9", scoring="own_cards")
def test_a_swapped_hand_is_the_own_one() -> None:
    over = table("R7 W | R5 | G1", "R3", seven_zero=True, scoring="own_cards").play(0, "R7", targets=(2,)).play(1, "R5")
    assert over.points == (1, 0, 50)


@rule("4")
@rule("5", stacking="same_kind")
def test_a_sum_that_is_taken_is_drawn_by_who_is_linked_too() -> None:
    hands = "RD2 B1 B2 | GD2 Y1 Y2 | B3 B4 | G1"
    at = table(hands, "R3", PILE, preset="party", link=(2, 3), stacking="same_kind")
    at.play(0, "RD2").play(1, "GD2").draw(2)
    assert (at.cards(2), at.cards(3), at.turn) == (6, 5, 3)


@rule("5", stacking="same_kind")
@rule("9", round_limit=1)
def test_a_limit_of_turns_waits_until_the_sum_is_taken() -> None:
    at = table("RD2 B1 B2 | G1 Y2", draw=PILE, stacking="same_kind", round_limit=1, turn=1)
    at.draw(1).play(0, "RD2")
    assert (at.status, at.phase) == ("playing", "answer")
    assert at.draw(1).status == "round_over"


@rule("9", teams=True)
@rule("5", stacking="same_kind")
def test_a_sum_goes_on_to_a_partner_too() -> None:
    at = table("RD2 B1 B2 | GD2 Y1 Y2 | B3 B4 | G1", draw=PILE, teams=True, stacking="same_kind")
    at.play(0, "RD2").play(1, "GD2").draw(2)
    assert (at.cards(2), at.turn) == (6, 3)


@rule("10")
@rule("5", stacking="same_kind")
@rule("3", illegal_play="penalty")
def test_classic_farsi_as_a_whole() -> None:
    """Counterclockwise; a draw two of another color stacks; an action of another color is fined."""
    at = table("RD2 B1 B2 | Y1 Y2 Y3 | GD2 W Y4", draw=PILE, preset="classic-farsi", direction=-1).play(0, "RD2")
    assert (at.turn, at.phase) == (2, "answer")
    at.play(2, "GD2")
    assert (at.turn, at.pending.amount) == (1, 4)
    at.draw(1)
    fined = table("BS B1 | Y1 | Y4", "RS", PILE, preset="classic-farsi", direction=-1).play(0, "BS")
    assert (fined.hand(0), fined.turn) == ("BS B1 G3 G4", 2)
    assert [event.card for event in fined.happened(e.IllegalPlayPenalized)] == ["BS"]


@rule("3", play_drawn_card="forced")
@rule("5", wild_draw_bluff="refused")
def test_a_drawn_card_that_fits_no_more_forces_nobody() -> None:
    """The fine for a false call has brought a card of the active color: now the wild would be a bluff."""
    options = {"play_drawn_card": "forced", "wild_draw_bluff": "refused", "false_uno_penalty": 1}
    at = table("G1 G2 G3 | B1 B2", draw="WD4 R5 Y1", **options).draw(0)
    with at.refuses("must-play-drawn-card"):
        at.pass_turn(0)
    at.call_uno(0)
    assert (at.hand(0), at.phase, at.moves(0)) == ("G1 G2 G3 WD4 R5", "drawn", {"pass"})
    assert at.pass_turn(0).turn == 1


@rule("3", force_play=True)
@rule("5", wild_draw_bluff="refused")
def test_so_it_is_where_all_must_play() -> None:
    options = {"force_play": True, "wild_draw_bluff": "refused", "false_uno_penalty": 1}
    at = table("G1 G2 G3 | B1 B2", draw="WD4 R5 Y1", **options).draw(0)
    with at.refuses("must-play"):
        at.pass_turn(0)
    assert at.call_uno(0).pass_turn(0).turn == 1
