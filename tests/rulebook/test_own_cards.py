"""Section 9: each scores their own cards, won rounds count, or the points of a card are others."""

from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from service.engine.choices import BadOption
from service.engine.presets import PRESETS, choose
from tests.rulebook.table import Table, rule, table

PILE = "G3 G4 G5 G6 G8 G9 B3 B4 B5 B6"
own = partial(table, draw=PILE, scoring="own_cards")


@rule("9", scoring="winner_takes")
def test_by_default_the_winner_scores_the_cards_of_the_others() -> None:
    over = table("R5 | W | G2", scoring="winner_takes").play(0, "R5")
    assert (over.points, over.scores) == ((52, 0, 0), [52, 0, 0])


@rule("9", scoring="own_cards")
def test_it_can_be_agreed_that_each_scores_what_is_left_in_their_own_hand() -> None:
    over = own("R5 | W G1 | G2", scores=(7, 20, 30)).play(0, "R5")
    assert (over.points, over.scores, over.rounds_won) == ((0, 51, 2), [7, 71, 32], [1, 0, 0])
    assert over.status == "round_over"


@rule("9", scoring="own_cards")
@pytest.mark.parametrize(("before", "winners"), [((90, 60, 30), (2,)), ((20, 60, 30), (0,)), ((32, 60, 30), (0, 2))])
def test_once_somebody_reaches_the_target_the_lowest_total_wins_and_ties_share(
    before: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    over = own("R5 | W | G2", scores=before, target_score=100).play(0, "R5")
    assert (over.status, over.winners) == ("finished", winners)


@rule("9", scoring="own_cards")
@pytest.mark.parametrize(("left", "status"), [("G9", "round_over"), ("G9 G1", "finished")])
def test_the_target_is_reached_and_not_passed(left: str, status: str) -> None:
    assert own(f"R5 | {left}", scores=(0, 490)).play(0, "R5").status == status


@rule("9", scoring="own_cards")
@rule("9", target_score=0)
def test_a_single_round_is_won_by_the_lowest_total() -> None:
    over = own("R5 | W | G2", target_score=0).play(0, "R5")
    assert (over.status, over.winners) == ("finished", (0,))


@rule("9", scoring="own_cards")
def test_who_must_draw_for_a_last_card_scores_what_was_drawn() -> None:
    over = own("RD2 | Y1 | G2").play(0, "RD2")
    assert over.points == (0, 1 + 3 + 4, 2)


@rule("9", scoring="own_cards")
def test_who_has_left_scores_nothing_and_wins_nothing() -> None:
    over = own("R5 | W | G2 | W", scores=(90, 0, 30, 60), target_score=100).leave(1).play(0, "R5")
    assert (over.points, over.status, over.winners) == ((0, 0, 2, 50), "finished", (2,))


@rule("9", scoring="own_cards")
def test_nor_does_the_high_total_of_who_has_left_end_the_match() -> None:
    over = own("R5 | Y1 | G2", scores=(10, 99, 30), target_score=100).leave(1).play(0, "R5")
    assert (over.status, over.scores[0], over.scores[2]) == ("round_over", 10, 32)


@rule("9", scoring="own_cards")
@rule("4", flip_last_card="flip_then_score")
def test_a_flip_as_the_last_card_turns_the_own_cards_over_before_they_count() -> None:
    over = table("RF/O9 | R1/WDC | G1/P7", "R3/P2", "R5/T1", preset="flip", scoring="own_cards").play(0, "RF")
    assert over.points == (0, 60, 7)


@rule("9", scoring="own_cards")
@rule("4", flip_last_card="score_old_side")
def test_or_the_old_side_of_the_own_cards_counts() -> None:
    options = {"flip_last_card": "score_old_side", "scoring": "own_cards"}
    over = table("RF/O9 | R1/WDC | G1/P7", "R3/P2", "R5/T1", preset="flip", **options).play(0, "RF")
    assert over.points == (0, 1, 1)


@rule("9", scoring="own_cards")
@rule("9", round_limit=1)
def test_at_the_limit_of_turns_the_lowest_hand_wins_and_scores_its_own_cards_too() -> None:
    over = table("B5 B1 | G1 G2 | Y9", "R7", "G3 G3 G3", round_limit=1, scoring="own_cards").draw(0).draw(1).draw(2)
    assert (over.points, over.rounds_won) == ((9, 6, 12), [0, 1, 0])


@rule("9", scoring="own_cards")
@rule("8", stalemate="lowest_hand")
def test_so_it_does_in_a_stalemate() -> None:
    at = table("B5 B1 | G1 G2 | Y9", "R7", scoring="own_cards", stalemate="lowest_hand")
    at.pass_turn(0).pass_turn(1).pass_turn(2)
    assert (at.points, at.rounds_won) == ((6, 3, 9), [0, 1, 0])


@rule("9", scoring="own_cards")
@rule("8", stalemate="void")
def test_a_round_that_is_void_scores_no_own_cards() -> None:
    at = table("B5 B1 | G1 G2", "R7", scoring="own_cards").pass_turn(0).pass_turn(1)
    assert (at.points, at.scores) == ((0, 0), [0, 0])


@rule("10")
@rule("9", scoring="own_cards")
def test_it_is_the_alternative_of_the_collection_of_flip_rules() -> None:
    over = table("R5 | WD2/P1 | G2", "R3", "R6", preset="flip-gamerules", scoring="own_cards").play(0, "R5")
    assert over.points == (0, 50, 2)


def having_won(at: Table, *rounds: int) -> Table:
    """The same table after so many rounds that each has won."""
    players = tuple(replace(player, rounds_won=won) for player, won in zip(at.state.players, rounds, strict=True))
    return Table(replace(at.state, players=players))


@rule("9", scoring="rounds")
@rule("9", target_rounds=3)
@pytest.mark.parametrize(("before", "status"), [((1, 2), "round_over"), ((2, 2), "finished")])
def test_it_can_be_agreed_that_the_first_to_win_three_rounds_wins_the_match(
    before: tuple[int, int], status: str
) -> None:
    over = having_won(table("R5 | W", scoring="rounds"), *before).play(0, "R5")
    assert (over.status, over.points, over.scores) == (status, (0, 0), [0, 0])
    assert over.rounds_won == [before[0] + 1, 2]
    if status == "finished":
        assert over.winners == (0,)


@rule("9", scoring="rounds")
@rule("9", target_rounds=1)
@rule("9", target_rounds=100)
@pytest.mark.parametrize(
    ("target", "won", "status"), [(1, 0, "finished"), (100, 98, "round_over"), (100, 99, "finished")]
)
def test_or_another_number_of_rounds(target: int, won: int, status: str) -> None:
    over = having_won(table("R5 | W", scoring="rounds", target_rounds=target), won, 99).play(0, "R5")
    assert over.status == status


@rule("9", scoring="rounds")
@pytest.mark.parametrize("target", [0, 1])
def test_where_rounds_count_the_points_that_were_agreed_on_do_not(target: int) -> None:
    assert table("R5 | W", scoring="rounds", target_score=target).play(0, "R5").status == "round_over"


@rule("8", stalemate="void")
@rule("9", scoring="rounds")
def test_a_void_round_is_won_by_nobody() -> None:
    at = table("B5 B1 | G1 G2", "R7", scoring="rounds", target_rounds=1).pass_turn(0).pass_turn(1)
    assert (at.status, at.rounds_won) == ("round_over", [0, 0])


@rule("8", stalemate="lowest_hand")
def test_it_can_be_agreed_that_the_lowest_hand_wins_a_stalemate_and_scores_the_cards_of_the_others() -> None:
    at = table("B5 B1 | G1 G2 | Y9", "R7", stalemate="lowest_hand").pass_turn(0).pass_turn(1)
    assert at.status == "playing"
    at.pass_turn(2)
    assert (at.status, at.points, at.rounds_won) == ("round_over", (0, 6 + 9, 0), [0, 1, 0])


@rule("8", stalemate="lowest_hand")
def test_the_lowest_hand_is_that_of_the_fewest_points_and_not_cards() -> None:
    at = table("B9 | G1 G2 G3", "R7", stalemate="lowest_hand").pass_turn(0).pass_turn(1)
    assert at.rounds_won == [0, 1]


@rule("8", stalemate="lowest_hand")
@pytest.mark.parametrize(("dealer", "winner"), [(0, 1), (1, 2), (2, 0)])
def test_of_equal_hands_the_one_in_turn_first_after_the_dealer_wins(dealer: int, winner: int) -> None:
    at = table("B3 | G1 G2 | Y3", "R7", stalemate="lowest_hand", dealer=dealer).pass_turn(0).pass_turn(1).pass_turn(2)
    assert at.rounds_won.index(1) == winner


@rule("2", initial_direction="counterclockwise")
@rule("8", stalemate="lowest_hand")
def test_that_is_the_right_of_the_dealer_where_play_goes_counterclockwise() -> None:
    options: dict[str, Any] = {"stalemate": "lowest_hand", "initial_direction": "counterclockwise"}
    at = table("B3 | G1 G2 | Y3", "R7", direction=-1, **options).pass_turn(0).pass_turn(2).pass_turn(1)
    assert at.rounds_won == [0, 0, 1]


@rule("8", stalemate="lowest_hand")
@rule("9", target_score=0)
def test_a_stalemate_that_is_won_ends_a_match_of_a_single_round() -> None:
    at = table("B3 | G1", "R7", stalemate="lowest_hand", target_score=0).pass_turn(0).pass_turn(1)
    assert (at.status, at.winners) == ("finished", (1,))


@rule("1")
@rule("9", points={"wild": 20, "wild_draw_four": 25})
def test_it_can_be_agreed_what_a_card_of_a_kind_counts() -> None:
    over = table("R5 | W | WD4 | RS G9", points={"wild": 20, "wild_draw_four": 25}).play(0, "R5")
    assert over.points == (20 + 25 + 20 + 9, 0, 0, 0)


@rule("9", points={"draw_two": 0, "skip": 500})
def test_a_card_can_count_nothing_or_as_much_as_a_match() -> None:
    over = table("R5 | BD2 | BS", points={"draw_two": 0, "skip": 500}).play(0, "R5")
    assert (over.points, over.status) == ((500, 0, 0), "finished")


@rule("9", points={})
def test_without_it_they_count_as_printed() -> None:
    assert table("R5 | W WD4 RS", points={}).play(0, "R5").points == (120, 0)


@rule("9", points={"wild_draw_color": 5, "flip": 1})
def test_in_flip_the_side_that_is_up_counts_so() -> None:
    points = {"wild_draw_color": 5, "flip": 1}
    over = table("RF/O9 | R1/WDC G2/PF | W/P7", "R3/P2", "R5/T1", preset="flip", points=points).play(0, "RF")
    assert over.points == (5 + 1 + 7, 0, 0)


@rule("9")
def test_points_are_of_kinds_that_the_game_has_and_in_bounds() -> None:
    for points in ({"number": 5}, {"flip": 5}, {"wild": 501}, {"wild": -1}):
        with pytest.raises(BadOption) as refused:
            choose(PRESETS["classic"], {"points": points})
        assert refused.value.name == f"points/{next(iter(points))}"


@rule("10")
@rule("9", points={"skip": 20, "reverse": 20, "draw_two": 20, "wild": 20, "wild_draw_four": 20})
def test_in_classic_farsi_every_action_and_wild_counts_twenty() -> None:
    over = table("R5 | W WD4 | RS BR GD2 | Y9 R0", preset="classic-farsi").play(0, "R5")
    assert over.points == (20 * 5 + 9, 0, 0, 0)


@rule("9", points={"draw_two": 0})
@rule("9", scoring="own_cards")
def test_the_lowest_hand_goes_by_the_points_that_were_agreed_on() -> None:
    options: dict[str, Any] = {"stalemate": "lowest_hand", "scoring": "own_cards", "points": {"draw_two": 0}}
    at = table("BD2 | G1", "R7", **options).pass_turn(0).pass_turn(1)
    assert (at.points, at.rounds_won) == ((0, 1), [1, 0])
