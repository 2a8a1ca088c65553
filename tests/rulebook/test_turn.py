"""Section 3: what a player in turn may do, with its options; section 1: how cards are named."""

import pytest

from service.engine import events as e
from tests.rulebook.table import rule, table


@rule("3")
@pytest.mark.parametrize(
    ("card", "top"),
    [
        ("R5", "R7"), ("RS", "R7"), ("R0", "RD2"),  # the same color
        ("B7", "R7"), ("G0", "Y0"),  # the same number
        ("BS", "RS"), ("GR", "RR"), ("YD2", "BD2"),  # the same symbol
    ],
)  # fmt: skip
def test_a_card_of_the_active_color_or_with_the_same_number_or_symbol_is_played(card: str, top: str) -> None:
    laid = table(f"{card} Y1 Y2 | G8 G9 | B8 B9", top, "Y8 Y9").play(0, card)
    assert laid.top == card
    assert laid.hand(0) == "Y1 Y2"


@rule("3")
@pytest.mark.parametrize(("card", "top"), [("B5", "R7"), ("BS", "R7"), ("B7", "RS"), ("GR", "RS"), ("Y2", "RD2")])
def test_any_other_card_is_refused_and_changes_nothing(card: str, top: str) -> None:
    at = table(f"{card} Y1 | G8 G9", top)
    with at.refuses("illegal-play"):
        at.play(0, card)


@rule("3")
@pytest.mark.parametrize("top", ["R7", "BS", "WD4"])
@pytest.mark.parametrize("wild", ["W", "WD4"])
def test_a_wild_is_played_on_anything(wild: str, top: str) -> None:
    laid = table(f"{wild} Y1 Y2 | G8 G9", top, color="red").play(0, wild, "green")
    assert (laid.top, laid.color) == (wild, "green")


@rule("3")
def test_a_wild_on_top_is_matched_by_the_color_that_was_named_and_not_by_symbol() -> None:
    at = table("R5 B5 | G8 G9", "W", color="blue")
    with at.refuses("illegal-play"):
        at.play(0, "R5")
    assert at.play(0, "B5").color == "blue"


@rule("3")
def test_a_wild_comes_with_its_color_and_no_other_card_does() -> None:
    at = table("W WD4 R5 | G8 G9")
    for card, color in (("W", None), ("WD4", None), ("R5", "red"), ("R5", "blue")):
        with at.refuses("color-required"):
            at.play(0, card, color)


@rule("3")
def test_the_active_color_is_that_of_the_card_just_laid() -> None:
    laid = table("B7 Y1 | R1 B2 | G1", "R7").play(0, "B7")
    assert laid.color == "blue"
    with laid.refuses("illegal-play"):
        laid.play(1, "R1")
    assert laid.play(1, "B2").top == "B2"


@rule("3")
def test_only_who_is_in_turn_plays_draws_or_passes() -> None:
    at = table("R5 R6 | R1 R2 | R3 R4", draw="G1")
    for act in (lambda: at.play(1, "R1"), lambda: at.draw(2), lambda: at.pass_turn(1)):
        with at.refuses("not-your-turn"):
            act()


@rule("3")
def test_only_a_card_of_the_hand_is_played() -> None:
    at = table("R5 R6 | R1 R2")
    with at.refuses("card-not-in-hand"):
        at.play(0, "R1")


@rule("3")
@rule("3", voluntary_draw=True)
def test_a_player_draws_one_card_also_while_holding_a_playable_one() -> None:
    drawn = table("R5 B1 | G1", draw="G2 G3").draw(0)
    assert (drawn.hand(0), drawn.pile, drawn.turn) == ("R5 B1 G2", "G3", 1)


@rule("3", voluntary_draw=False)
def test_a_draw_with_a_playable_card_can_be_refused() -> None:
    at = table("R5 B1 | G1", draw="G2", voluntary_draw=False)
    with at.refuses("must-play"):
        at.draw(0)
    assert at.moves(0) == {"play", "call_uno"}
    assert table("B5 B1 | G1", draw="G2", voluntary_draw=False).draw(0).hand(0) == "B5 B1 G2"


@rule("3")
@rule("3", play_drawn_card="optional")
def test_a_drawn_card_that_is_playable_may_be_played() -> None:
    drawn = table("B5 B1 | G1", draw="R2 G3").draw(0)
    assert (drawn.turn, drawn.phase, drawn.moves(0)) == (0, "drawn", {"play", "pass"})
    drawn.play(0, "R2")
    assert (drawn.hand(0), drawn.top, drawn.turn) == ("B5 B1", "R2", 1)


@rule("3")
@rule("3", play_drawn_card="optional")
def test_a_drawn_card_that_is_playable_may_be_kept() -> None:
    kept = table("B5 B1 | G1", draw="R2 G3").draw(0).pass_turn(0)
    assert (kept.hand(0), kept.turn, kept.top) == ("B5 B1 R2", 1, "R7")


@rule("3")
def test_after_a_draw_no_other_card_is_played_and_no_other_drawn() -> None:
    drawn = table("R5 B1 | G1", draw="R2 G3").draw(0)
    with drawn.refuses("must-play-drawn-card"):
        drawn.play(0, "R5")
    with drawn.refuses("already-drawn"):
        drawn.draw(0)


@rule("3")
def test_a_drawn_wild_is_playable_and_names_its_color() -> None:
    drawn = table("B5 B1 | G1 G2", draw="W G3").draw(0)
    assert drawn.phase == "drawn"
    assert drawn.play(0, "W", "green").color == "green"


@rule("3")
def test_if_a_drawn_card_is_not_playable_the_turn_passes() -> None:
    drawn = table("R5 B1 | G1 | Y1", draw="G2").draw(0)
    assert (drawn.turn, drawn.phase) == (1, "play")
    assert [event.seat for event in drawn.happened(e.TurnPassed)] == [0]


@rule("3")
def test_nobody_passes_before_drawing() -> None:
    at = table("B5 B1 | G1", draw="G2")
    with at.refuses("cannot-pass"):
        at.pass_turn(0)


@rule("3", play_drawn_card="forced")
def test_a_drawn_card_that_is_playable_can_have_to_be_played() -> None:
    drawn = table("B5 B1 | G1", draw="R2", play_drawn_card="forced").draw(0)
    assert drawn.moves(0) == {"play"}
    with drawn.refuses("must-play-drawn-card"):
        drawn.pass_turn(0)
    assert drawn.play(0, "R2").turn == 1


@rule("3", play_drawn_card="never")
def test_a_drawn_card_can_be_one_that_is_not_played_in_that_turn() -> None:
    drawn = table("B5 B1 | G1", draw="R2", play_drawn_card="never").draw(0)
    assert (drawn.hand(0), drawn.turn) == ("B5 B1 R2", 1)


@rule("3", draw_until_playable=False)
def test_one_draw_is_one_card() -> None:
    assert table("B5 B1 | G1", draw="G2 G3 R4").draw(0).hand(0) == "B5 B1 G2"


@rule("3", draw_until_playable=True)
def test_a_draw_can_go_on_until_a_playable_card_comes() -> None:
    drawn = table("B5 B1 | G1", draw="G2 G3 R4 R5", draw_until_playable=True).draw(0)
    assert (drawn.hand(0), drawn.pile, drawn.phase) == ("B5 B1 G2 G3 R4", "R5", "drawn")
    with drawn.refuses("must-play-drawn-card"):
        drawn.play(0, "B1")
    assert drawn.play(0, "R4").hand(0) == "B5 B1 G2 G3"


@rule("3", draw_until_playable=True)
@rule("8")
def test_a_draw_that_goes_on_reshuffles_and_ends_where_nothing_is_left() -> None:
    at = table("B5 B1 | G1", top="Y1 Y2 R7", draw="G2", draw_until_playable=True)
    at.draw(0)
    assert sorted(at.hand(0).split()) == ["B1", "B5", "G2", "Y1", "Y2"]
    assert (at.pile, at.top, at.turn) == ("", "R7", 1)
    through = table("B5 B1 | G1", top="Y1 R2 R7", draw="G2", draw_until_playable=True).draw(0)
    assert through.phase == "drawn" and through.hand(0).endswith("R2")


@rule("3", draw_until_playable=True)
@rule("3", play_drawn_card="never")
def test_a_draw_that_goes_on_ends_the_turn_where_the_drawn_card_is_never_played() -> None:
    drawn = table("B5 B1 | G1", draw="G2 R4 R5", draw_until_playable=True, play_drawn_card="never").draw(0)
    assert (drawn.hand(0), drawn.turn) == ("B5 B1 G2 R4", 1)


@rule("3", force_play=False)
def test_nobody_has_to_play() -> None:
    kept = table("R5 B1 | G1", draw="R2").draw(0).pass_turn(0)
    assert (kept.hand(0), kept.turn) == ("R5 B1 R2", 1)


@rule("3", force_play=True)
def test_a_draw_or_a_pass_with_a_playable_card_can_be_refused() -> None:
    at = table("R5 B1 | G1", draw="R2", force_play=True)
    with at.refuses("must-play"):
        at.draw(0)
    drawn = table("B5 B1 | G1", draw="R2", force_play=True).draw(0)
    with drawn.refuses("must-play"):
        drawn.pass_turn(0)
    assert drawn.play(0, "R2").turn == 1


@rule("3", force_play=True)
def test_a_player_who_must_play_draws_with_nothing_to_play() -> None:
    assert table("B5 B1 | G1", draw="G2", force_play=True).draw(0).turn == 1


@rule("1")
def test_of_equal_cards_the_one_held_longest_is_played() -> None:
    laid = table("R5 B1 R5 | G1").play(0, "R5")
    assert laid.hand(0) == "B1 R5"


@rule("1")
def test_of_equal_cards_the_drawn_one_is_played_while_it_is_considered() -> None:
    drawn = table("R5 B1 | G1", draw="R5").draw(0)
    assert drawn.play(0, "R5").hand(0) == "R5 B1"


@rule("1")
@pytest.mark.parametrize(("direction", "order"), [(1, [1, 2, 3, 0]), (-1, [3, 2, 1, 0])])
def test_clockwise_is_ascending_seats(direction: int, order: list[int]) -> None:
    at = table("R1 R2 | R3 R4 | R5 R6 | R7 R8", direction=direction, draw="B1 B2 B3 B4")
    turns = []
    for _ in range(4):
        assert at.turn is not None
        at.draw(at.turn)
        turns.append(at.turn)
    assert turns == order
    assert not at.happened(e.DirectionReversed)
