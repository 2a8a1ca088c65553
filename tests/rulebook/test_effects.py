"""Section 4: what a played card does."""

from typing import Any

import pytest

from service.engine import events as e
from tests.rulebook.table import Table, rule, table

FOUR = "{0} Y1 | G1 G2 | B1 B2 | Y8 Y9"
DRAW = "G8 G9 B8 B9"


def four(card: str, direction: int = 1, **options: Any) -> Table:
    return table(FOUR.format(card), draw=DRAW, direction=direction, **options).play(0, card)


@rule("4")
@pytest.mark.parametrize(("direction", "turn"), [(1, 1), (-1, 3)])
def test_after_a_number_the_next_player_is_in_turn(direction: int, turn: int) -> None:
    assert four("R5", direction).turn == turn


@rule("4")
@pytest.mark.parametrize(("direction", "skipped"), [(1, 1), (-1, 3)])
def test_a_skip_makes_the_next_player_lose_the_turn(direction: int, skipped: int) -> None:
    laid = four("RS", direction)
    assert laid.turn == 2
    assert [event.seat for event in laid.happened(e.TurnSkipped)] == [skipped]


@rule("4")
@pytest.mark.parametrize(("direction", "turn"), [(1, 3), (-1, 1)])
def test_a_reverse_turns_the_direction(direction: int, turn: int) -> None:
    laid = four("RR", direction)
    assert (laid.turn, laid.state.direction) == (turn, -direction)


@rule("4")
@rule("4", two_player_reverse="skip")
@pytest.mark.parametrize("card", ["RR", "RS"])
def test_with_two_players_a_reverse_works_as_a_skip(card: str) -> None:
    laid = table(f"{card} Y1 Y2 | G1 G2").play(0, card)
    assert laid.turn == 0
    assert [event.seat for event in laid.happened(e.TurnSkipped)] == [1]


@rule("4", two_player_reverse="noop")
def test_with_two_players_a_reverse_can_do_nothing_more() -> None:
    laid = table("RR Y1 Y2 | G1 G2", two_player_reverse="noop").play(0, "RR")
    assert (laid.turn, laid.state.direction) == (1, -1)
    assert not laid.happened(e.TurnSkipped)


@rule("4")
@rule("9")
def test_with_two_players_left_a_reverse_works_as_a_skip() -> None:
    at = table("RR Y1 Y2 | G1 G2 | B1 B2", turn=2)
    at.leave(1).draw(2)
    assert at.turn == 0
    assert at.play(0, "RR").turn == 0


@rule("4")
@pytest.mark.parametrize(("direction", "victim"), [(1, 1), (-1, 3)])
def test_a_draw_two_makes_the_next_player_draw_two_at_once_and_lose_the_turn(direction: int, victim: int) -> None:
    laid = four("RD2", direction)
    assert laid.hand(victim).endswith("G8 G9") and laid.cards(victim) == 4
    assert laid.turn == 2


@rule("4")
def test_a_draw_two_gives_its_victim_no_decision() -> None:
    laid = four("RD2")
    with laid.refuses("not-challengeable"):
        laid.challenge(1)
    with laid.refuses("not-your-turn"):
        laid.play(1, "G1")


@rule("4")
@pytest.mark.parametrize("color", ["red", "yellow", "green", "blue"])
def test_the_color_that_a_wild_names_becomes_active(color: str) -> None:
    laid = table("W Y1 | G1 G2 | B1 B2").play(0, "W", color)
    assert (laid.color, laid.turn, laid.phase) == (color, 1, "play")


@rule("4")
def test_after_a_wild_draw_four_the_next_player_must_answer() -> None:
    laid = table("WD4 Y1 Y2 | G1 G2 | B1 B2", draw=DRAW).play(0, "WD4", "blue")
    assert (laid.color, laid.turn, laid.phase, laid.moves(1)) == ("blue", 1, "answer", {"draw", "challenge"})
    with laid.refuses("must-answer"):
        laid.play(1, "G1")
    with laid.refuses("must-answer"):
        laid.pass_turn(1)


@rule("4")
def test_a_draw_two_played_as_the_last_card_still_makes_the_next_player_draw_and_those_cards_count() -> None:
    over = table("RD2 | G1 | B1", draw="G8 R9 Y1").play(0, "RD2")
    assert over.status == "round_over"
    assert over.hand(1) == "G1 G8 R9"
    assert over.scores == [1 + 8 + 9 + 1, 0, 0]
    assert not over.happened(e.TurnSkipped)


@rule("4")
def test_a_wild_draw_four_played_as_the_last_card_makes_the_next_player_draw_without_a_challenge() -> None:
    over = table("WD4 | G1 | B1", draw="G8 R9 Y1 W Y2").play(0, "WD4", "red")
    assert over.status == "round_over"
    assert over.hand(1) == "G1 G8 R9 Y1 W"
    assert over.scores == [1 + 8 + 9 + 1 + 50 + 1, 0, 0]
    with over.refuses("round-over"):
        over.challenge(1)


@rule("4")
def test_the_last_draw_card_acts_on_the_next_player_in_the_current_direction() -> None:
    assert table("RD2 | G1 | B1", draw="G8 R9", direction=-1).play(0, "RD2").hand(2) == "B1 G8 R9"


@rule("4")
@pytest.mark.parametrize("card", ["R5", "RS", "RR", "W"])
def test_any_other_last_card_ends_the_round_and_does_nothing_more(card: str) -> None:
    over = table(f"{card} | G1 | B1", draw=DRAW).play(0, card, "blue" if card == "W" else None)
    assert over.status == "round_over"
    assert (over.hand(1), over.hand(2)) == ("G1", "B1")
