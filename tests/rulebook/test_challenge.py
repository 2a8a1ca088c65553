"""Section 5: wild draw four, honest or not, and the challenge."""

from typing import Any

import pytest

from service.engine import events as e
from service.engine.history import event_view
from tests.rulebook.table import Table, rule, table

PILE = "G3 G4 G5 G6 G7 G8 G9"


def faced(rest: str, top: str = "R7", color: str | None = None, **options: Any) -> Table:
    """Seat 0 has laid a wild draw four, keeping these cards; it named green."""
    hands = f"WD4 {rest} | Y1 Y2 | B1 B2"
    return table(hands, top, PILE, color=color, **options).play(0, "WD4", "green")


def guilty(challenged: Table) -> bool:
    (judged,) = challenged.happened(e.ChallengeJudged)
    return judged.guilty


@rule("5")
@pytest.mark.parametrize(
    ("rest", "top", "verdict"),
    [
        ("B1 Y2", "R7", False),
        ("B1 R2", "R7", True),
        ("B7 Y7", "R7", False),  # a number that matches does not forbid it
        ("BS Y2", "RS", False),  # nor does a symbol
        ("RS Y2", "BS", False),
        ("W WD4", "R7", False),  # nor do other wilds
        ("R7 B1", "R7", True),
    ],
)
def test_guilty_is_who_holds_a_card_of_the_color_that_was_active_before(rest: str, top: str, verdict: bool) -> None:
    assert guilty(faced(rest, top).challenge(1)) is verdict


@rule("5")
@pytest.mark.parametrize(("rest", "verdict"), [("B1 Y2", True), ("R1 G2", False)])
def test_on_a_wild_the_color_that_was_named_counts(rest: str, verdict: bool) -> None:
    assert guilty(faced(rest, "W", "blue").challenge(1)) is verdict


@rule("5")
def test_the_color_that_is_named_with_it_does_not_count() -> None:
    assert not guilty(faced("G1 G2").challenge(1))


@rule("5")
def test_who_accepts_draws_four_and_loses_the_turn() -> None:
    accepted = faced("R1 B2").draw(1)
    assert accepted.hand(1) == "Y1 Y2 G3 G4 G5 G6"
    assert (accepted.turn, accepted.phase, accepted.color, accepted.top) == (2, "play", "green", "WD4")


@rule("5")
def test_a_guilty_player_draws_four_and_the_challenger_has_a_normal_turn() -> None:
    judged = faced("R1 B2").challenge(1)
    assert judged.hand(0) == "R1 B2 G3 G4 G5 G6"
    assert (judged.hand(1), judged.turn, judged.phase) == ("Y1 Y2", 1, "play")
    with judged.refuses("illegal-play"):
        judged.play(1, "Y1")
    drawn = judged.draw(1)
    assert drawn.hand(1) == "Y1 Y2 G7" and drawn.phase == "drawn"


@rule("5")
def test_if_the_player_is_not_guilty_the_challenger_draws_six_and_loses_the_turn() -> None:
    judged = faced("B1 B2").challenge(1)
    assert judged.hand(1) == "Y1 Y2 G3 G4 G5 G6 G7 G8"
    assert (judged.hand(0), judged.turn, judged.phase) == ("B1 B2", 2, "play")


@rule("5")
@pytest.mark.parametrize("rest", ["R1 B2", "B1 B2"])
def test_the_card_stays_and_the_color_stands_whatever_the_verdict(rest: str) -> None:
    judged = faced(rest).challenge(1)
    assert (judged.top, judged.color) == ("WD4", "green")


@rule("5")
@pytest.mark.parametrize("rest", ["R1 B2", "B1 B2"])
def test_the_challenger_alone_is_shown_the_hand_as_it_was_and_the_verdict_is_public(rest: str) -> None:
    judged = faced(rest).challenge(1)
    (event,) = judged.happened(e.ChallengeJudged)
    shown = {seat: event_view(judged.state, event, 1, "now", seat) for seat in (None, 0, 1, 2)}
    assert shown[1].cards == tuple(rest.split())
    for seat in (None, 0, 2):
        assert not shown[seat].cards
        assert shown[seat].reason == shown[1].reason


@rule("5")
def test_only_who_faces_the_card_challenges_it_and_only_once() -> None:
    at = faced("R1 B2")
    for seat in (0, 2):
        with at.refuses("not-the-target"):
            at.challenge(seat)
    at.challenge(1)
    with at.refuses("not-challengeable"):
        at.challenge(1)


@rule("5")
def test_nothing_else_is_challenged() -> None:
    at = table("W R5 | Y1 Y2", draw=PILE)
    with at.refuses("not-challengeable"):
        at.challenge(0)
    at.play(0, "W", "green")
    with at.refuses("not-challengeable"):
        at.challenge(1)


@rule("5")
def test_a_bluff_that_is_accepted_has_no_consequence() -> None:
    accepted = faced("R1 B2").draw(1)
    assert accepted.hand(0) == "R1 B2"
    with accepted.refuses("not-challengeable"):
        accepted.challenge(1)


@rule("5")
def test_guilt_is_fixed_when_the_card_is_played() -> None:
    """Caught without UNO meanwhile, its player holds red cards that were not there."""
    at = table("WD4 B1 | Y1 Y2 | B1 B2", draw=f"R1 R2 {PILE}").play(0, "WD4", "green").catch(2, 0)
    assert at.hand(0) == "B1 R1 R2"
    judged = at.challenge(1)
    assert not guilty(judged)
    assert judged.happened(e.ChallengeJudged)[0].evidence == ("B1",)


@rule("5")
def test_the_challenge_works_against_the_direction_too() -> None:
    at = table("WD4 B1 B2 | Y1 Y2 | B1 B2", draw=PILE, direction=-1).play(0, "WD4", "green")
    assert at.turn == 2
    judged = at.challenge(2)
    assert (judged.cards(2), judged.turn) == (8, 1)


@rule("5")
def test_between_two_players_who_accepts_gives_the_turn_back() -> None:
    at = table("WD4 B1 B2 | Y1 Y2", draw=PILE).play(0, "WD4", "green")
    assert at.draw(1).turn == 0


@rule("5", wild_draw_legal_if="no_color")
def test_a_card_that_matches_by_number_is_no_guilt_where_the_color_counts() -> None:
    assert not guilty(faced("B7 Y2", wild_draw_legal_if="no_color").challenge(1))


@rule("5", wild_draw_legal_if="nothing_playable")
@pytest.mark.parametrize(
    ("rest", "top", "verdict"), [("B7 Y2", "R7", True), ("B1 Y2", "R7", False), ("BS Y2", "RS", True)]
)
def test_any_playable_card_can_be_what_makes_it_dishonest(rest: str, top: str, verdict: bool) -> None:
    assert guilty(faced(rest, top, wild_draw_legal_if="nothing_playable").challenge(1)) is verdict


@rule("5", wild_draw_legal_if="always")
def test_it_can_be_honest_whatever_is_held() -> None:
    assert not guilty(faced("R1 R7", wild_draw_legal_if="always").challenge(1))


@rule("5", wild_counts_as_match=True)
@pytest.mark.parametrize("rest", ["W B1", "WD4 B1"])
def test_another_wild_in_the_hand_can_make_it_dishonest(rest: str) -> None:
    assert guilty(faced(rest, wild_counts_as_match=True).challenge(1))
    assert not guilty(faced("B1 B2", wild_counts_as_match=True).challenge(1))


@rule("5", wild_counts_as_match=False)
def test_another_wild_is_no_guilt_by_default() -> None:
    assert not guilty(faced("W B1").challenge(1))


@rule("5", wild_draw_bluff="allowed")
def test_an_illegal_one_can_be_played_and_the_challenge_polices_it() -> None:
    assert faced("R1 B2", wild_draw_bluff="allowed").moves(1) == {"draw", "challenge"}


@rule("5", wild_draw_bluff="refused")
def test_an_illegal_one_can_be_refused_and_then_nobody_challenges() -> None:
    at = table("WD4 R1 B2 | Y1 Y2", draw=PILE, wild_draw_bluff="refused")
    with at.refuses("wild-draw-not-legal"):
        at.play(0, "WD4", "green")
    honest = faced("B1 B2", wild_draw_bluff="refused")
    assert honest.moves(1) == {"draw"}
    with honest.refuses("not-challengeable"):
        honest.challenge(1)
    assert honest.draw(1).cards(1) == 6


@rule("5", wild_draw_bluff="refused")
@rule("5", wild_draw_legal_if="nothing_playable")
def test_what_is_refused_follows_what_is_legal() -> None:
    at = table("WD4 B7 | Y1", wild_draw_bluff="refused", wild_draw_legal_if="nothing_playable")
    with at.refuses("wild-draw-not-legal"):
        at.play(0, "WD4", "green")
    assert table("WD4 R1 | Y1", wild_draw_bluff="refused", wild_draw_legal_if="always").play(0, "WD4", "red")


@rule("5")
@pytest.mark.parametrize(("rest", "challenges", "skipped"), [("B1", False, [1]), ("B1", True, [1]), ("R1", True, [])])
def test_everybody_is_told_of_the_challenge_and_of_a_lost_turn(rest: str, challenges: bool, skipped: list[int]) -> None:
    at = faced(f"{rest} B2")
    at = at.challenge(1) if challenges else at.draw(1)
    assert [event.seat for event in at.happened(e.TurnSkipped)] == skipped
    assert [(event.seat, event.target) for event in at.happened(e.ChallengeMade)] == [(1, 0)] * challenges


@rule("3")
@rule("5")
@pytest.mark.parametrize(("held", "verdict"), [("R5 B1", True), ("B5 B1", False)])
def test_a_wild_draw_four_just_drawn_is_honest_or_not_like_any_other(held: str, verdict: bool) -> None:
    drawn = table(f"{held} | Y1 Y2", draw=f"WD4 {PILE}").draw(0)
    assert drawn.phase == "drawn"
    assert guilty(drawn.play(0, "WD4", "green").challenge(1)) is verdict
