"""Section 3: colored actions go on their symbol, or on their color only."""

from functools import partial

import pytest

from tests.rulebook.table import rule, table

PILE = "G3 G4 G5 G6 G8 G9 B3 B4 B5 B6"
color_only = partial(table, draw=PILE, action_match="color_only")


@rule("3", action_match="symbol")
@pytest.mark.parametrize(("card", "top"), [("BS", "RS"), ("BR", "RR"), ("BD2", "RD2")])
def test_by_default_an_action_goes_on_its_symbol(card: str, top: str) -> None:
    assert table(f"{card} Y1 Y2 | G1 | G2", top, PILE, action_match="symbol").play(0, card).top == card


@rule("3", action_match="color_only")
@pytest.mark.parametrize(("card", "top"), [("BS", "RS"), ("BR", "RR"), ("BD2", "RD2")])
def test_it_can_be_agreed_that_an_action_goes_on_its_color_only(card: str, top: str) -> None:
    at = color_only(f"{card} Y1 Y2 | G1 | G2", top)
    with at.refuses("illegal-play"):
        at.play(0, card)


@rule("3", action_match="color_only")
@pytest.mark.parametrize(("card", "top"), [("RS", "R7"), ("RR", "RS"), ("RD2", "RD2"), ("B7", "R7"), ("R7", "RS")])
def test_on_its_color_it_still_goes_and_numbers_go_by_number(card: str, top: str) -> None:
    assert color_only(f"{card} Y1 Y2 | G1 | G2", top).play(0, card).top == card


@rule("3", action_match="color_only")
def test_the_color_is_the_active_one_also_where_a_wild_named_it() -> None:
    assert color_only("BS Y1 Y2 | G1 | G2", "W", color="blue").play(0, "BS").turn == 2
    assert color_only("W Y1 Y2 | G1 | G2", "RS").play(0, "W", "blue").color == "blue"


@rule("3", action_match="color_only")
@rule("5", wild_draw_legal_if="nothing_playable")
@pytest.mark.parametrize(("rest", "cards"), [("BS Y1", 2), ("B7 Y1", 2), ("RS Y1", 6)])
def test_an_action_that_does_not_go_there_does_not_make_a_wild_draw_four_dishonest(rest: str, cards: int) -> None:
    at = color_only(f"WD4 {rest} | G1 G2 | Y2", "RS", wild_draw_legal_if="nothing_playable")
    assert at.play(0, "WD4", "green").challenge(1).cards(0) == cards


@rule("3", action_match="color_only")
@rule("3", play_drawn_card="forced")
def test_a_drawn_action_of_another_color_is_not_playable() -> None:
    drawn = table("B1 B2 | G1", "RS", "BS", action_match="color_only", play_drawn_card="forced").draw(0)
    assert (drawn.hand(0), drawn.turn) == ("B1 B2 BS", 1)


@rule("3", action_match="color_only")
@rule("3", force_play=True)
def test_nor_is_it_one_that_must_be_played() -> None:
    assert color_only("BS B2 | G1", "RS", force_play=True).draw(0).cards(0) == 3


@rule("3", action_match="color_only")
@pytest.mark.parametrize(("card", "top"), [("BF/P1", "RF/P2"), ("BD1/P1", "RD1/P2"), ("BS/P1", "RS/P2")])
def test_in_flip_too(card: str, top: str) -> None:
    at = table(f"{card} Y1/T1 | G1/T2", top, "R5/T3", preset="flip", action_match="color_only")
    with at.refuses("illegal-play"):
        at.play(0, card.split("/")[0])


@rule("3", action_match="color_only")
def test_in_party_too() -> None:
    at = table("BPT Y1 | G1 | G2", "RPT", PILE, preset="party", action_match="color_only")
    with at.refuses("illegal-play"):
        at.play(0, "BPT")
