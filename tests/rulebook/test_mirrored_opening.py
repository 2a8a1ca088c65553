"""Section 2: play can begin counterclockwise, and the whole opening is mirrored."""

from functools import partial

import pytest

from service.engine import events as e
from tests.rulebook.table import Table, match, opening, rule, table

TWO = "R1 R2 | G1 G2"
FIVE = "R1 R2 | G1 G2 | B1 B2 | Y1 Y2 | R3 R4"
mirrored = partial(opening, initial_direction="counterclockwise")


def direction(at: Table) -> str:
    return str(at.seen().direction)


@rule("2", initial_direction="clockwise")
def test_by_default_play_begins_clockwise() -> None:
    opened = opening("R7 G9", FIVE, initial_direction="clockwise")
    assert (opened.turn, direction(opened)) == (1, "clockwise")


@rule("2", initial_direction="counterclockwise")
@pytest.mark.parametrize(("dealer", "first"), [(0, 4), (2, 1)])
def test_it_can_be_agreed_that_the_right_of_the_dealer_plays_first(dealer: int, first: int) -> None:
    opened = mirrored("R7 G9", FIVE, dealer)
    assert (opened.turn, direction(opened)) == (first, "counterclockwise")
    assert opened.draw(first).turn == first - 1


@rule("2", initial_direction="counterclockwise")
@pytest.mark.parametrize(("dealer", "skipped", "first"), [(0, 4, 3), (1, 0, 4)])
def test_then_an_opening_skip_skips_the_right_of_the_dealer(dealer: int, skipped: int, first: int) -> None:
    opened = mirrored("RS G9", FIVE, dealer)
    assert opened.turn == first
    assert [event.seat for event in opened.happened(e.TurnSkipped)] == [skipped]


@rule("2", initial_direction="counterclockwise")
def test_then_an_opening_draw_two_is_drawn_by_the_right_of_the_dealer() -> None:
    opened = mirrored("RD2 G8 G9 B9", FIVE)
    assert (opened.hand(4), opened.cards(1), opened.turn) == ("R3 R4 G8 G9", 2, 3)


@rule("2", initial_direction="counterclockwise")
@rule("5", stacking="same_kind")
def test_and_answered_there_where_draw_cards_are_stacked() -> None:
    opened = mirrored("RD2 G8 G9 B9 B8", "R1 R2 | G1 G2 | GD2 B2", stacking="same_kind")
    assert (opened.turn, opened.phase) == (2, "answer")
    assert opened.play(2, "GD2").draw(1).cards(1) == 6


@rule("2", initial_direction="counterclockwise")
@rule("2", opening_reverse="dealer")
@pytest.mark.parametrize("dealer", [0, 3])
def test_then_an_opening_reverse_turns_it_clockwise_and_the_dealer_plays_first(dealer: int) -> None:
    opened = mirrored("RR G9", FIVE, dealer)
    assert (opened.turn, direction(opened)) == (dealer, "clockwise")


@rule("2", initial_direction="counterclockwise")
@rule("2", opening_reverse="right_of_dealer")
@pytest.mark.parametrize(("dealer", "first"), [(0, 1), (4, 0)])
def test_or_the_left_of_the_dealer_where_it_would_be_the_right(dealer: int, first: int) -> None:
    opened = mirrored("RR G9", FIVE, dealer, opening_reverse="right_of_dealer")
    assert (opened.turn, direction(opened)) == (first, "clockwise")


@rule("2", initial_direction="counterclockwise")
@rule("2", opening_wild="first_player")
def test_then_the_right_of_the_dealer_names_the_color_of_an_opening_wild_and_plays() -> None:
    opened = mirrored("W G9", FIVE)
    assert (opened.turn, opened.phase) == (4, "color")
    assert opened.choose_color(4, "red").turn == 4


@rule("2", initial_direction="counterclockwise")
@rule("2", opening_wild="dealer")
def test_or_the_dealer_names_it_and_the_right_of_the_dealer_plays() -> None:
    opened = mirrored("W G9", FIVE, opening_wild="dealer")
    assert opened.turn == 0
    assert opened.choose_color(0, "red").turn == 4


@rule("2", initial_direction="counterclockwise")
@rule("9")
def test_if_that_player_leaves_the_next_one_counterclockwise_is_in_turn() -> None:
    opened = mirrored("W G9", FIVE).leave(4)
    assert (opened.turn, opened.phase, opened.color) == (3, "play", "red")


@rule("2", initial_direction="counterclockwise")
@pytest.mark.parametrize("card", ["RS", "RR", "RD2"])
@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("option", ["dealer", "right_of_dealer"])
def test_between_two_an_opening_action_gives_the_dealer_the_first_turn_all_the_same(
    card: str, dealer: int, option: str
) -> None:
    assert mirrored(f"{card} B8 B9", TWO, dealer, opening_reverse=option).turn == dealer


@rule("2", initial_direction="counterclockwise")
def test_the_deal_itself_still_passes_to_the_left_and_every_round_begins_so() -> None:
    hands = "RR Y1 | R2 | G1 G2"
    at = table(hands, direction=-1, initial_direction="counterclockwise", opening_action="ignore")
    assert direction(at.play(0, "RR").play(1, "R2")) == "clockwise"
    at.deal(2)
    assert (at.state.dealer, at.turn, direction(at)) == (1, 0, "counterclockwise")


@rule("2", initial_direction="counterclockwise")
def test_the_cards_are_dealt_as_ever() -> None:
    """From the same seed the same hands: only play is mirrored."""
    first = match(3, first_dealer="host", opening_action="ignore")
    other = match(3, first_dealer="host", opening_action="ignore", initial_direction="counterclockwise")
    assert [first.hand(seat) for seat in range(3)] == [other.hand(seat) for seat in range(3)]
    assert (first.turn, other.turn) == (1, 2)


@rule("2", initial_direction="counterclockwise")
@rule("2", opening_action="ignore")
def test_an_action_that_is_ignored_turns_nothing() -> None:
    opened = mirrored("RR RS R7 G9", FIVE, opening_action="ignore")
    assert (opened.turn, direction(opened)) == (4, "counterclockwise")


@rule("2", initial_direction="counterclockwise")
@rule("2", opening_flip="flip")
@pytest.mark.parametrize(("under", "phase"), [("O9", "play"), ("W", "color")])
def test_after_an_opening_flip_the_right_of_the_dealer_starts_on_the_dark_side(under: str, phase: str) -> None:
    hands = "R1/P1 R2/P2 | G1/T1 G2/T2 | B1/O1 B2/O2"
    opened = mirrored(f"RF/{under} B3/P5", hands, preset="flip")
    assert (opened.state.side, opened.turn, opened.phase) == ("dark", 2, phase)


@rule("2", initial_direction="counterclockwise")
@rule("10")
def test_classic_farsi_is_mirrored() -> None:
    assert opening("R7 G9", FIVE, preset="classic-farsi").turn == 4
