"""Section 9: what a table is like where somebody has left, and whom it concerns when."""

from collections.abc import Callable

import pytest

from service.engine import commands as c
from service.engine import events as e
from tests.rulebook.table import Table, lobby, match, opening, rule, table

PILE = "G3 G4 G5 G6 G7 G8 G9"
FOUR = "{0} R1 R2 | G1 G2 | B1 B2 | Y1 Y2"
Made = Callable[[], Table]


def over(dealer: int = 0) -> Table:
    return table("R5 | G1 | B1 | Y1", dealer=dealer).play(0, "R5")


@rule("2")
@rule("9")
@pytest.mark.parametrize(("gone", "dealer"), [((1,), 2), ((1, 2), 3), ((2,), 1), ((3,), 1)])
def test_the_deal_passes_to_the_left_past_empty_seats(gone: tuple[int, ...], dealer: int) -> None:
    at = over()
    for seat in gone:
        at.leave(seat)
    assert at.deal(0).state.dealer == dealer


@rule("2")
@rule("9")
@pytest.mark.parametrize(("leaving", "dealer"), [(0, 1), (3, 0)])
def test_a_dealer_who_leaves_between_rounds_is_followed_by_the_left_of_that_seat(leaving: int, dealer: int) -> None:
    at = over(dealer=leaving).leave(leaving)
    assert at.deal(2).state.dealer == dealer


@rule("2")
@rule("9")
def test_a_dealer_who_leaves_during_the_round_is_followed_by_the_left_of_that_seat() -> None:
    at = table("R5 | G1 G2 | B1 B2 | Y1", dealer=2).leave(2).leave(3).play(0, "R5")
    assert at.deal(1).state.dealer == 0


@rule("2")
@rule("9")
def test_an_empty_seat_is_dealt_no_cards_and_has_no_turn() -> None:
    at = over().leave(2).deal(0)
    (deal,) = at.happened(e.RoundDealt)
    assert [len(hand) for hand in deal.hands] == [7, 7, 0, 7]
    assert at.turn in (0, 1, 3)


@rule("4")
@rule("9")
@pytest.mark.parametrize(("direction", "gone", "victim"), [(1, 1, 2), (-1, 3, 2)])
def test_effects_act_on_the_next_player_past_empty_seats(direction: int, gone: int, victim: int) -> None:
    two = table(FOUR.format("RD2"), draw=PILE, direction=direction).leave(gone).play(0, "RD2")
    assert two.cards(victim) == 4
    four = table(FOUR.format("WD4"), draw=PILE, direction=direction).leave(gone).play(0, "WD4", "blue")
    assert (four.turn, four.phase) == (victim, "answer")
    turned = table(FOUR.format("RR"), draw=PILE, direction=direction).leave(gone).play(0, "RR")
    assert turned.turn == (3 if direction == 1 else 1)


@rule("2", opening_wild="dealer")
@rule("9")
def test_a_dealer_who_leaves_instead_of_naming_the_color_names_the_one_they_hold_most_of() -> None:
    at = opening("W Y9", "R1 R2 | G1 G2 | B1 R3 B3", dealer=2, opening_wild="dealer")
    assert (at.turn, at.phase) == (2, "color")
    at.leave(2)
    assert (at.color, at.turn, at.phase) == ("blue", 0, "play")


@rule("2", opening_wild="dealer")
@rule("9")
def test_the_first_player_may_leave_while_the_dealer_is_asked_for_the_color() -> None:
    at = opening("W Y9", "R1 R2 | G1 G2 | B1 B2", opening_wild="dealer").leave(1)
    assert (at.turn, at.phase) == (0, "color")
    at.choose_color(0, "red")
    assert (at.turn, at.phase) == (2, "play")


@rule("9")
def test_of_colors_held_equally_often_the_first_is_named() -> None:
    """Red, yellow, green, blue; a wild has none."""
    at = opening("W Y9", "R1 R2 | B1 B2 Y1 Y2 G3 W W W | B1 B2").leave(1)
    assert at.color == "yellow"


@rule("9")
def test_who_considers_a_drawn_card_does_so_when_another_leaves() -> None:
    drawn = table("B5 B1 | G1 G2 | Y1 Y2", draw="R2 G9").draw(0).leave(1)
    assert (drawn.turn, drawn.phase, drawn.moves(0)) == (0, "drawn", {"play", "pass"})
    assert drawn.play(0, "R2").turn == 2


@rule("6")
@rule("9")
@pytest.mark.parametrize(("leaver", "uno"), [(1, "none"), (2, "open"), (3, "open")])
def test_the_window_closes_when_who_is_in_turn_leaves_for_that_is_to_pass(leaver: int, uno: str) -> None:
    at = table("R5 R1 | G1 G2 | B1 B2 | Y1 Y2", draw=PILE).play(0, "R5").leave(leaver)
    assert at.uno(0) == uno


@rule("6")
@rule("9")
def test_the_window_closes_when_who_must_answer_leaves_for_that_is_to_draw() -> None:
    at = table("WD4 R1 | G1 G2 | B1 B2", draw=PILE).play(0, "WD4", "blue").leave(1)
    assert (at.uno(0), at.turn, at.phase) == ("none", 2, "play")


@rule("9")
@pytest.mark.parametrize(
    "made",
    [
        lambda: table("WD4 R1 R2 | G1 G2", draw=PILE).play(0, "WD4", "blue"),
        lambda: opening("W Y9", "R1 R2 | G1 G2", opening_wild="dealer"),
        lambda: table("B1 B2 | G1 G2", draw="R5").draw(0),
        lambda: table("R5 R1 | G1 G2", draw=PILE).play(0, "R5"),
    ],
)
def test_the_other_wins_whatever_the_leaver_had_begun_and_nobody_scores(made: Made) -> None:
    at = made().leave(0)
    assert (at.status, at.winners, at.scores) == ("finished", (1,), [0, 0])
    with at.refuses("game-over"):
        at.draw(1)


@rule("9")
def test_who_is_left_alone_wins_whatever_the_scores() -> None:
    assert table("R1 R2 | G1 G2", draw=PILE, scores=(0, 499)).leave(1).winners == (0,)


@rule("9")
@pytest.mark.parametrize(
    "made",
    [
        lambda: lobby(3),
        lambda: table("R1 R2 | G1 G2 | B1 B2", draw=PILE),
        lambda: table("B1 B2 | G1 G2 | Y1 Y2", draw="R5 G9").draw(0),
        lambda: table("WD4 R1 R2 | G1 | B1 B2", draw=PILE).play(0, "WD4", "blue"),
        lambda: opening("W Y9", "R1 R2 | G1 G2 | B1 B2", dealer=2),
        lambda: table("R5 | G1 | B1").play(0, "R5"),
        lambda: match(3),
    ],
)
def test_a_host_who_leaves_at_any_moment_is_followed_by_the_left(made: Made) -> None:
    at = made().leave(0)
    assert at.state.host == 1
    with at.refuses("host-only"):
        at.kick(2, 1)
    at.kick(1, 2)


@rule("9")
def test_the_host_passes_on_past_empty_seats() -> None:
    at = table("R1 R2 | G1 G2 | B1 B2 | Y1 Y2", draw=PILE).leave(1).leave(0)
    assert at.state.host == 2


@rule("9")
def test_the_score_of_who_has_left_stays_and_wins_nothing() -> None:
    at = table("R5 | G1 | B9", draw=PILE, scores=(0, 499, 0)).leave(1).play(0, "R5")
    assert (at.scores, at.status) == ([9, 499, 0], "round_over")


@rule("9")
@pytest.mark.parametrize(("kicked", "fact"), [(False, e.PlayerLeft), (True, e.PlayerKicked)])
def test_everybody_is_told_who_has_left_or_was_removed_and_that_the_turn_was_passed(kicked: bool, fact: type) -> None:
    at = table("R1 R2 | G1 G2 | B1 B2", draw=PILE, turn=1)
    at = at.kick(0, 1) if kicked else at.leave(1)
    assert [(type(event), event.seat) for event in at.events] == [(e.TurnPassed, 1), (fact, 1), (e.TurnStarted, 2)]


@rule("9")
def test_the_host_alone_ends_a_game_and_then_it_has_no_winner() -> None:
    at = table("R1 R2 | G1 G2 | B1 B2", scores=(1, 2, 3))
    with at.refuses("host-only"):
        at.do(c.End(1))
    assert (at.do(c.End(0)).status, at.winners, at.scores) == ("abandoned", (), [1, 2, 3])
    with at.refuses("game-abandoned"):
        at.draw(0)
