"""Section 3: advice to the player in turn, at a price."""

from functools import partial

import pytest

from service.engine import events as e
from tests.rulebook.table import opening, rule, table

PILE = "G3 G4 G5 G6 G7 G8 G9 B3 B4 B5 B6 B7"
advised = partial(table, draw=PILE, suggestion_penalty=2)
party = partial(advised, preset="party")


@rule("3", suggestion_penalty=0)
def test_by_default_nobody_suggests_anything() -> None:
    at = table("R5 B1 | G1 G2", draw=PILE, suggestion_penalty=0)
    with at.refuses("suggestions-disabled"):
        at.suggest(1, "R5")


@rule("3", suggestion_penalty=2)
def test_it_can_be_agreed_that_a_player_suggests_a_card_and_everybody_hears_it_and_it_costs_two() -> None:
    at = advised("R5 B1 | G1 G2 | Y1 Y2").suggest(2, "R5")
    assert (at.hand(2), at.turn, at.phase) == ("Y1 Y2 G3 G4", 0, "play")
    assert [type(event) for event in at.events] == [e.SuggestionMade, e.CardsDrawn]
    (made,) = at.happened(e.SuggestionMade)
    assert (made.seat, made.target, made.card) == (2, 0, "R5")
    assert at.happened(e.CardsDrawn)[0].cause == "suggestion_penalty"


@rule("3", suggestion_penalty=10)
@pytest.mark.parametrize("penalty", [1, 10])
def test_it_can_cost_another_number(penalty: int) -> None:
    assert advised("R5 B1 | G1 G2", suggestion_penalty=penalty).suggest(1, "R5").cards(1) == 2 + penalty


@rule("3", suggestion_penalty=2)
@pytest.mark.parametrize("card", ["R5", "B9", "WD4", "G1", "RD2"])
def test_any_card_of_the_game_is_suggested_whoever_holds_it_and_whether_or_not_it_fits(card: str) -> None:
    assert advised("R5 B1 | G1 G2 | Y1").suggest(1, card).cards(1) == 4


@rule("3", suggestion_penalty=2)
@pytest.mark.parametrize(("preset", "card"), [("classic", "RPT"), ("classic", "RF"), ("flip", "R0"), ("party", "B0")])
def test_what_is_no_card_of_the_game_is_refused(preset: str, card: str) -> None:
    at = advised("R5 B1 | G1 G2 | Y1", preset=preset)
    with at.refuses("no-such-card"):
        at.suggest(1, card)


@rule("3", suggestion_penalty=2)
@pytest.mark.parametrize(("side", "card", "other"), [("light", "R5", "P5"), ("dark", "P5", "R5")])
def test_in_flip_it_is_a_card_of_the_side_that_is_up(side: str, card: str, other: str) -> None:
    at = table("R5/P1 B1/P2 | G1/T1 G2/T2", "R7/P3", "R8/T3 R9/T4", preset="flip", side=side, suggestion_penalty=1)
    with at.refuses("no-such-card"):
        at.suggest(1, other)
    assert at.suggest(1, card).cards(1) == 3


@rule("3", suggestion_penalty=2)
def test_the_player_in_turn_suggests_nothing_nor_who_has_left() -> None:
    at = advised("R5 B1 | G1 G2 | Y1 Y2").leave(2)
    with at.refuses("suggestions-closed"):
        at.suggest(0, "R5")
    with at.refuses("not-seated"):
        at.suggest(2, "R5")


@rule("3", suggestion_penalty=2)
def test_while_a_drawn_card_is_considered_it_is_suggested_too() -> None:
    at = table("B5 B1 | G1", draw=f"R2 {PILE}", suggestion_penalty=2).draw(0).suggest(1, "R2")
    assert (at.cards(1), at.turn, at.phase) == (3, 0, "drawn")
    assert at.play(0, "R2").hand(0) == "B5 B1"


@rule("3", suggestion_penalty=2)
@rule("5", stacking="same_kind")
def test_and_to_who_faces_a_draw_card() -> None:
    at = advised("RD2 B1 B2 | GD2 G1 G2 | Y1", stacking="same_kind").play(0, "RD2")
    with at.refuses("suggestions-closed"):
        at.suggest(1, "GD2")
    at.suggest(0, "GD2")
    assert (at.cards(0), at.turn, at.phase, at.pending.amount) == (4, 1, "answer", 2)
    assert at.happened(e.SuggestionMade)[0].target == 1


@rule("3", suggestion_penalty=2)
@rule("4")
def test_and_to_who_adds_to_a_mini_pile() -> None:
    at = table("WPU B1 B2 | R2 G5 | RS Y3", "B3", "R7 G3 G4 G5", preset="party", suggestion_penalty=2)
    at.play(0, "WPU").suggest(2, "R2")
    assert (at.cards(2), at.turn, at.phase, at.pile_cards) == (4, 1, "pile_up", "R7")


@rule("3", suggestion_penalty=2)
def test_not_while_a_color_is_named_or_all_are_pointing_nor_when_the_round_is_over() -> None:
    color = opening(f"W {PILE}", suggestion_penalty=2)
    with color.refuses("suggestions-closed"):
        color.suggest(2, "R5")
    pointing = party("RPT R1 | G1 G2 | B1 B2", "R3").play(0, "RPT")
    with pointing.refuses("suggestions-closed"):
        pointing.suggest(2, "R5")
    over = advised("R5 | G1").play(0, "R5")
    with over.refuses("round-over"):
        over.suggest(1, "R5")


@rule("3", suggestion_penalty=2)
@rule("6")
def test_it_closes_no_window_and_clears_the_call_of_who_suggests() -> None:
    at = advised("R5 Y1 | R1 G2 | B1 B2").play(0, "R5")
    assert at.suggest(2, "R1").uno(0) == "open"
    called = advised("R5 Y1 | R1 G2 | B1 B2").play(0, "R5", uno=True).suggest(0, "R1")
    assert (called.cards(0), called.uno(0)) == (3, "none")


@rule("3", suggestion_penalty=2)
@rule("8")
def test_of_its_price_what_the_piles_do_not_hold_is_dropped() -> None:
    assert table("R5 B1 | G1 G2", "R7", "G9", suggestion_penalty=2).suggest(1, "R5").hand(1) == "G1 G2 G9"
    assert table("R5 B1 | G1 G2", "R7", "", suggestion_penalty=2).suggest(1, "R5").hand(1) == "G1 G2"


@rule("3", suggestion_penalty=2)
@rule("4", link_mirrors="all")
@rule("4", link_mirrors="forced")
@pytest.mark.parametrize("mirrors", ["all", "forced"])
def test_who_is_linked_draws_its_price_too_for_that_is_no_draw_of_a_turn(mirrors: str) -> None:
    at = party("R5 B1 | G1 G2 | Y1 Y2", "R3", link=(1, 2), link_mirrors=mirrors).suggest(1, "R5")
    assert (at.hand(1), at.hand(2), at.turn) == ("G1 G2 G3 G4", "Y1 Y2 G5 G6", 0)


@rule("3", suggestion_penalty=2)
def test_it_opens_no_new_decision() -> None:
    at = advised("R5 B1 | G1 G2 | Y1 Y2")
    before = at.seen().decision_id
    assert at.suggest(1, "R5").seen().decision_id == before


@rule("10")
@rule("3", suggestion_penalty=2)
def test_in_classic_farsi_advice_costs_two() -> None:
    assert advised("R5 B1 | G1 G2", preset="classic-farsi").suggest(1, "R5").cards(1) == 4
    plain = table("R5 B1 | G1 G2", draw=PILE, preset="classic-farsi").suggest(1, "R5")
    assert plain.cards(1) == 4


@rule("3", suggestion_penalty=2)
def test_nobody_advises_who_can_only_draw_or_challenge() -> None:
    at = table("WD4 B1 B2 | G1 G2 | Y1 Y2", suggestion_penalty=2).play(0, "WD4", "blue")
    with at.refuses("suggestions-closed"):
        at.suggest(2, "B5")
    assert "suggest" not in at.moves(2)
