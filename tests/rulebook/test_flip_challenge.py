"""UNO Flip, sections 5 and 6: its wild draw cards, and the penalty that needs nobody who catches."""

from functools import partial
from typing import Any

import pytest

from service.engine import events as e
from tests.rulebook.table import Table, rule, table

flip = partial(table, preset="flip")
dark = partial(table, preset="flip", side="dark")
PILE = "R5/T1 R6/W R7/O3 R8/V8 R9/V9 B1/P2 B3/T3"


def wild_two(rest: str, **options: Any) -> Table:
    return flip(f"WD2/P1 {rest} | G1 G2 | B1 B2", "R3/P2", PILE, **options).play(0, "WD2", "blue")


def wild_color(rest: str, pile: str = PILE, **options: Any) -> Table:
    return dark(f"R1/WDC {rest} | G1/P7 G2/V2 | Y1/P5 Y2/P3", "R3/P2", pile, **options).play(0, "WDC", "orange")


@rule("5")
def test_who_accepts_a_wild_draw_two_draws_two_and_loses_the_turn() -> None:
    at = wild_two("R1 B2").draw(1)
    assert (at.hand(1), at.turn, at.color) == ("G1 G2 R5 R6", 2, "blue")


@rule("5")
def test_guilty_of_a_wild_draw_two_its_player_draws_two_and_the_challenger_has_a_normal_turn() -> None:
    at = wild_two("R1 B2").challenge(1)
    assert (at.hand(0), at.hand(1), at.turn, at.phase) == ("R1 B2 R5 R6", "G1 G2", 1, "play")


@rule("5")
def test_not_guilty_of_a_wild_draw_two_the_challenger_draws_four_and_loses_the_turn() -> None:
    at = wild_two("G1 B2").challenge(1)
    assert (at.cards(0), at.hand(1), at.turn) == (2, "G1 G2 R5 R6 R7 R8", 2)


@rule("5")
def test_who_accepts_a_wild_draw_color_draws_until_the_color_comes_and_keeps_all() -> None:
    """A wild on the way does not end it."""
    at = wild_color("R1/T4 B2/T6").draw(1)
    assert (at.hand(1), at.turn, at.color) == ("P7 V2 T1 W O3", 2, "orange")


@rule("5")
def test_guilty_of_a_wild_draw_color_its_player_draws_until_the_color() -> None:
    at = wild_color("R1/P4 B2/T6").challenge(1)
    assert (at.hand(0), at.hand(1), at.turn, at.phase) == ("P4 T6 T1 W O3", "P7 V2", 1, "play")


@rule("5")
def test_not_guilty_of_a_wild_draw_color_the_challenger_draws_until_the_color_and_two_more() -> None:
    at = wild_color("R1/T4 B2/T6").challenge(1)
    assert (at.hand(1), at.cards(0), at.turn) == ("P7 V2 T1 W O3 V8 V9", 2, 2)


@rule("5")
@rule("8")
def test_a_draw_to_the_color_goes_on_through_a_reshuffle() -> None:
    hands = "R1/WDC R1/T4 | G1/P7 | Y1/P5"
    at = dark(hands, "R4/O9 R3/P2", "R5/T1").play(0, "WDC", "orange").draw(1)
    assert at.happened(e.DeckReshuffled)
    assert at.hand(1).startswith("P7 T1") and at.hand(1).endswith("O9")


@rule("5")
@rule("8")
def test_a_draw_to_the_color_ends_when_nothing_is_left_to_draw() -> None:
    at = dark("R1/WDC R1/T4 | G1/P7 | Y1/P5", "R4/T9 R3/P2", "R5/T1").play(0, "WDC", "orange").draw(1)
    assert sorted(at.hand(1).split()) == ["P2", "P7", "T1", "T9"]
    assert (at.pile, at.top, at.turn) == ("", "WDC", 2)


@rule("5")
@pytest.mark.parametrize(("rest", "guilty"), [("R1/P4", True), ("R1/T2", False), ("WD2/P1", True)])
def test_the_color_that_was_active_before_on_the_side_that_is_up_decides(rest: str, guilty: bool) -> None:
    (judged,) = wild_color(rest).challenge(1).happened(e.ChallengeJudged)
    assert judged.guilty is guilty


@rule("5")
def test_an_exposed_wild_draw_color_is_no_card_that_somebody_must_answer() -> None:
    at = flip("RF/O9 R1/P4 | G1/P7", "R1/WDC", PILE).play(0, "RF").choose_color(0, "pink")
    assert (at.turn, at.phase) == (1, "play")


@rule("5")
def test_a_wild_of_the_dark_side_names_a_color_of_the_dark_side() -> None:
    at = dark("R1/WDC R2/W R1/T4 | G1/P7", "R3/P2", PILE)
    for card in ("W", "WDC"):
        with at.refuses("color-not-on-side"):
            at.play(0, card, "red")
    light = flip("W/T1 R1/T4 | G1/P7", "R3/P2", PILE)
    with light.refuses("color-not-on-side"):
        light.play(0, "W", "teal")


@rule("5", wild_draw_bluff="refused")
@pytest.mark.parametrize("preset", ["flip-farsi"])
def test_where_bluffs_are_refused_the_other_wild_draw_cards_are_too(preset: str) -> None:
    light = table("WD2/P1 R1/T4 | G1/P7", "R3/P2", PILE, preset=preset)
    with light.refuses("wild-draw-not-legal"):
        light.play(0, "WD2", "blue")
    at = table("R1/WDC R1/P4 | G1/P7", "R3/P2", PILE, preset=preset, side="dark")
    with at.refuses("wild-draw-not-legal"):
        at.play(0, "WDC", "teal")


@rule("6", uno_trigger="caught")
def test_without_a_catch_there_is_no_penalty() -> None:
    at = table("R5 Y1 | R1 G2", draw="G3 G4 G5", uno_trigger="caught").play(0, "R5").play(1, "R1")
    assert (at.hand(0), at.uno(0)) == ("Y1", "none")


@rule("6", uno_trigger="unnoticed")
def test_the_penalty_can_fall_by_itself_when_the_next_player_plays() -> None:
    at = table("R5 Y1 | R1 G2", draw="G3 G4 G5", uno_trigger="unnoticed").play(0, "R5")
    assert at.uno(0) == "open"
    at.play(1, "R1")
    assert (at.hand(0), at.uno(0)) == ("Y1 G3 G4", "none")
    assert [type(event) for event in at.events[:3]] == [e.UnoMissed, e.CardsDrawn, e.CardPlayed]


@rule("6", uno_trigger="unnoticed")
def test_then_a_reminder_by_another_player_saves() -> None:
    at = table("R5 Y1 | R1 G2 | B1 B2", draw="G3 G4 G5", uno_trigger="unnoticed").play(0, "R5").catch(2, 0)
    assert (at.hand(0), at.uno(0)) == ("Y1", "called")
    assert at.play(1, "R1").hand(0) == "Y1"


@rule("6", uno_trigger="unnoticed")
def test_a_call_saves_as_ever() -> None:
    at = table("R5 Y1 | R1 G2", draw="G3 G4 G5", uno_trigger="unnoticed").play(0, "R5").call_uno(0).play(1, "R1")
    assert at.hand(0) == "Y1"


@rule("6", uno_trigger="unnoticed")
@rule("8")
def test_a_penalty_that_takes_the_last_cards_leaves_none_to_draw() -> None:
    at = table("R5 Y1 | G1 G2", top="R7", draw="", uno_trigger="unnoticed", uno_penalty=10).play(0, "R5").draw(1)
    assert (at.hand(0), at.hand(1), at.turn) == ("Y1 R7", "G1 G2", 0)
