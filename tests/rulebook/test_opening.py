"""Section 2: the opening card, with its options."""

import pytest

from service.engine import Setup, set_table
from service.engine import events as e
from service.engine.state import Seed
from tests.rulebook.table import Table, codes, opening, rule

TWO = "R1 R2 | G1 G2"
FIVE = "R1 R2 | G1 G2 | B1 B2 | Y1 Y2 | R3 R4"


@rule("2")
@pytest.mark.parametrize(("hands", "dealer", "first"), [(TWO, 0, 1), (TWO, 1, 0), (FIVE, 0, 1), (FIVE, 4, 0)])
def test_after_a_number_the_left_of_the_dealer_plays_first(hands: str, dealer: int, first: int) -> None:
    opened = opening("R7 G9", hands, dealer)
    assert (opened.turn, opened.phase, opened.color, opened.top) == (first, "play", "red", "R7")
    assert opened.pile == "G9"


@rule("2")
@pytest.mark.parametrize(("hands", "dealer", "first"), [(FIVE, 0, 2), (FIVE, 3, 0), (FIVE, 4, 1)])
def test_an_opening_skip_skips_the_left_of_the_dealer(hands: str, dealer: int, first: int) -> None:
    opened = opening("RS", hands, dealer)
    assert opened.turn == first
    assert [skipped.seat for skipped in opened.happened(e.TurnSkipped)] == [(dealer + 1) % 5]


@rule("2")
def test_an_opening_draw_two_makes_the_left_of_the_dealer_draw_and_lose_the_turn() -> None:
    opened = opening("RD2 G8 G9 B9", FIVE, 4)
    assert opened.hand(0) == "R1 R2 G8 G9"
    assert (opened.turn, opened.pile) == (1, "B9")


@rule("2")
@rule("2", opening_reverse="dealer")
@pytest.mark.parametrize("dealer", [0, 2, 4])
def test_an_opening_reverse_turns_the_direction_and_the_dealer_plays_first(dealer: int) -> None:
    opened = opening("RR", FIVE, dealer)
    assert (opened.turn, opened.state.direction) == (dealer, -1)


@rule("2", opening_reverse="right_of_dealer")
@pytest.mark.parametrize(("dealer", "first"), [(0, 4), (3, 2)])
def test_an_opening_reverse_can_give_the_first_turn_to_the_right_of_the_dealer(dealer: int, first: int) -> None:
    opened = opening("RR", FIVE, dealer, opening_reverse="right_of_dealer")
    assert (opened.turn, opened.state.direction) == (first, -1)


@rule("2")
@pytest.mark.parametrize("card", ["RS", "RR", "RD2"])
@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("option", ["dealer", "right_of_dealer"])
def test_with_two_players_an_opening_action_gives_the_dealer_the_first_turn(
    card: str, dealer: int, option: str
) -> None:
    opened = opening(f"{card} B8 B9", TWO, dealer, opening_reverse=option)
    assert opened.turn == dealer


@rule("2")
@rule("2", opening_wild="first_player")
def test_the_first_player_names_the_color_of_an_opening_wild_and_then_plays() -> None:
    opened = opening("W", FIVE, 1)
    assert (opened.turn, opened.phase, opened.color) == (2, "color", None)
    assert opened.moves(2) == {"choose_color"}
    with opened.refuses("must-choose-color"):
        opened.play(2, "B1")
    with opened.refuses("must-choose-color"):
        opened.draw(2)
    with opened.refuses("not-asked"):
        opened.choose_color(1, "red")
    opened.choose_color(2, "yellow")
    assert (opened.turn, opened.phase, opened.color, opened.top) == (2, "play", "yellow", "W")
    with opened.refuses("no-color-asked"):
        opened.choose_color(2, "red")
    with opened.refuses("illegal-play"):
        opened.play(2, "B1")


@rule("2", opening_wild="dealer")
def test_the_dealer_can_be_who_names_the_color_of_an_opening_wild() -> None:
    opened = opening("W", FIVE, 1, opening_wild="dealer")
    assert (opened.turn, opened.phase) == (1, "color")
    opened.choose_color(1, "blue")
    assert (opened.turn, opened.phase, opened.color) == (2, "play", "blue")
    assert opened.play(2, "B1").turn == 3


@rule("2", opening_wild="redraw")
def test_an_opening_wild_can_go_back_and_another_card_is_turned_up() -> None:
    opened = opening("W R5 G6 B7", FIVE, opening_wild="redraw")
    assert opened.top != "W" and opened.phase == "play"
    assert "W" in opened.pile.split()
    assert opened.happened(e.OpeningCard)[0].card == "W"


@rule("2")
@pytest.mark.parametrize("wild", ["first_player", "dealer", "redraw"])
def test_an_opening_wild_draw_four_goes_back_and_another_card_is_turned_up(wild: str) -> None:
    opened = opening("WD4 R5 G6 B7 Y8", FIVE, opening_wild=wild)
    first, *others = opened.happened(e.OpeningCard)
    assert first.card == "WD4" and first.back_to is not None
    assert others[-1].back_to is None and others[-1].card == opened.top != "WD4"
    assert sorted((*opened.pile.split(), opened.top)) == ["B7", "G6", "R5", "WD4", "Y8"]
    assert opened.turn == 1


@rule("2")
def test_a_card_that_goes_back_comes_to_a_place_by_chance() -> None:
    """From the seed of the round, so that no player knows where."""
    places = set()
    for number in range(40):
        hands, pile = (codes("R1"), codes("R2")), codes("WD4 R5 G6 B7 Y8")
        setup = Setup("classic", {}, ("A", "B"), Seed(bytes([number]) * 32), 0, hands, None, pile, exact=True)
        places.add(Table(*set_table(setup)).pile.split().index("WD4"))
    assert len(places) >= 4


@rule("2")
@pytest.mark.parametrize(("card", "color"), [("B7", "blue"), ("YS", "yellow"), ("GR", "green"), ("RD2", "red")])
@pytest.mark.parametrize("hands", [TWO, FIVE])
def test_the_opening_card_lies_on_top_and_its_color_is_active(card: str, color: str, hands: str) -> None:
    opened = opening(f"{card} W W W", hands)
    assert (opened.state.discard, opened.color) == ((card,), color)
    assert opened.pile == ("W" if card == "RD2" else "W W W")
