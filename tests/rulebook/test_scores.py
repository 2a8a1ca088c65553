"""Section 9: what a round is worth, and when the match is won."""

import pytest

from service.engine import events as e
from tests.rulebook.table import match, rule, table


@rule("9")
@rule("1")
@pytest.mark.parametrize(
    ("left", "points"),
    [
        ("R0", 0), ("G1", 1), ("B9", 9), ("Y5 Y6", 11),
        ("RS", 20), ("GR", 20), ("BD2", 20),
        ("W", 50), ("WD4", 50),
        ("R0 G9 YS BR GD2 W WD4", 0 + 9 + 20 + 20 + 20 + 50 + 50),
    ],
)  # fmt: skip
def test_the_winner_scores_every_card_left_in_the_hand_of_the_other(left: str, points: int) -> None:
    over = table(f"R5 | {left}").play(0, "R5")
    assert over.scores == [points, 0]
    (ended,) = over.happened(e.RoundEnded)
    assert (ended.winner, ended.points) == (0, (points, 0))


@rule("9")
def test_the_winner_scores_the_cards_of_all_others() -> None:
    over = table("G1 W | R5 | B3 BS | Y9", turn=1, scores=(100, 200, 300, 400)).play(1, "R5")
    assert over.scores == [100, 200 + 1 + 50 + 3 + 20 + 9, 300, 400]
    assert [player.rounds_won for player in over.state.players] == [0, 1, 0, 0]


@rule("9")
def test_a_round_ends_the_moment_a_hand_is_empty() -> None:
    over = table("R5 | R1 | R2").play(0, "R5")
    assert (over.status, over.turn) == ("round_over", None)
    for act in (lambda: over.play(1, "R1"), lambda: over.draw(1), lambda: over.pass_turn(1)):
        with over.refuses("round-over"):
            act()


@rule("9")
@rule("9", target_score=500)
@pytest.mark.parametrize(("before", "left", "won"), [(490, "G9", False), (490, "G9 G1", True), (490, "W", True)])
def test_who_reaches_five_hundred_first_wins_the_match(before: int, left: str, won: bool) -> None:
    over = table(f"R5 | {left}", scores=(before, 499)).play(0, "R5")
    assert over.status == ("finished" if won else "round_over")
    if won:
        assert over.winners == (0,)
        with over.refuses("game-over"):
            over.deal(0)


@rule("9", target_score=0)
def test_a_match_can_be_a_single_round() -> None:
    over = table("R5 | R0", target_score=0).play(0, "R5")
    assert (over.status, over.scores, over.winners) == ("finished", [0, 0], (0,))


@rule("9", target_score=10_000)
@pytest.mark.parametrize(("target", "status"), [(9, "finished"), (10, "round_over"), (10_000, "round_over")])
def test_a_match_can_go_to_another_number_of_points(target: int, status: str) -> None:
    assert table("R5 | G9", target_score=target).play(0, "R5").status == status


@rule("9")
def test_scores_add_up_over_the_rounds() -> None:
    over = table("R5 | G9", scores=(20, 30)).play(0, "R5")
    assert over.scores == [29, 30]
    over.deal(0)
    assert over.scores == [29, 30]


@rule("9")
def test_a_new_match_starts_at_nothing() -> None:
    assert match(4).scores == [0, 0, 0, 0]
