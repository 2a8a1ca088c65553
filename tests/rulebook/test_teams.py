"""Section 9: two teams of two."""

from functools import partial

import pytest

from service.engine import BadSetup
from service.engine import commands as c
from service.engine.choices import BadOption
from service.engine.house.hands import seats_allowed
from service.engine.presets import PRESETS, choose
from tests.rulebook.table import lobby, match, rule, table

PILE = "G3 G4 G5 G6 G8 G9 B3 B4 B5 B6"
teams = partial(table, draw=PILE, teams=True)


@rule("9", teams=False)
def test_by_default_everybody_plays_alone() -> None:
    over = table("R5 | W | G1 G2 | Y9", teams=False).play(0, "R5")
    assert (over.scores, over.rounds_won) == ([50 + 3 + 9, 0, 0, 0], [1, 0, 0, 0])
    assert not any(isinstance(player.team, int) for player in over.seen().players)


@rule("9", teams=True)
def test_the_seats_0_and_2_play_against_1_and_3() -> None:
    assert [player.team for player in teams("R5 | W | G1 | Y9").seen().players] == [0, 1, 0, 1]
    assert [player.team for player in match(4, teams=True).seen().players] == [0, 1, 0, 1]


@rule("9", teams=True)
def test_teams_are_of_four_players_no_more_and_no_less() -> None:
    assert list(seats_allowed({"teams": True}, 108)) == [4]
    three = lobby(3, seats=4, teams=True)
    with three.refuses("too-few-players"):
        three.deal(0)
    four = three.do(c.Join("P3"))
    with four.refuses("game-full"):
        four.do(c.Join("P4"))
    assert four.deal(0).status == "playing"
    with pytest.raises(BadSetup):
        teams("R5 | W | G1")


@rule("9", teams=True)
@pytest.mark.parametrize("options", [{"max_players": 3}, {"min_players": 5}])
def test_a_game_without_room_for_four_has_no_teams(options: dict[str, int]) -> None:
    with pytest.raises(BadOption) as refused:
        choose(PRESETS["classic"], {"teams": True, **options})
    assert refused.value.name == "teams"


@rule("9", teams=True)
@rule("9", scoring="winner_takes")
@pytest.mark.parametrize("turn", [0, 2])
def test_the_last_card_of_a_partner_ends_the_round_for_the_team_and_the_cards_of_the_opponents_count(turn: int) -> None:
    hands = "R5 | W Y1 | W WD4 | Y9" if turn == 0 else "W WD4 | W Y1 | R5 | Y9"
    over = teams(hands, turn=turn, scores=(10, 20, 10, 20)).play(turn, "R5")
    assert over.points == (60, 0, 60, 0)
    assert (over.scores, over.rounds_won) == ([70, 20, 70, 20], [1, 0, 1, 0])
    assert over.status == "round_over"


@rule("9", teams=True)
def test_the_other_team_scores_the_same_way() -> None:
    over = teams("G1 | R5 | G2 | W", turn=1).play(1, "R5")
    assert (over.scores, over.rounds_won) == ([0, 3, 0, 3], [0, 1, 0, 1])


@rule("9", teams=True)
def test_both_partners_win_the_match() -> None:
    over = teams("R5 | W | G2 | W", scores=(400, 0, 400, 0)).play(0, "R5")
    assert (over.status, over.winners) == ("finished", (0, 2))


@rule("9", teams=True)
@rule("9", target_score=0)
def test_a_single_round_is_won_by_both_too() -> None:
    over = teams("R1 | R5 | G2 | W", turn=1, target_score=0).play(1, "R5")
    assert (over.status, over.winners) == ("finished", (1, 3))


@rule("9", teams=True)
def test_a_draw_two_as_the_last_card_counts_in_the_hand_of_an_opponent() -> None:
    over = teams("RD2 | Y1 | G2 | Y2").play(0, "RD2")
    assert (over.hand(1), over.points) == ("Y1 G3 G4", (1 + 3 + 4 + 2, 0, 10, 0))


@rule("9", teams=True)
@rule("6")
def test_a_partner_catches_too() -> None:
    assert teams("R5 Y1 | R1 R2 | G1 G2 | B1 B2").play(0, "R5").catch(2, 0).cards(0) == 3


@rule("9", teams=True)
@rule("9", seven_zero=True)
@pytest.mark.parametrize("target", [1, 2])
def test_a_seven_swaps_with_a_partner_as_with_an_opponent(target: int) -> None:
    at = teams("R7 B1 B2 | Y1 Y2 Y3 | G1 G2 G4 | Y9 Y8", "R3", seven_zero=True).play(0, "R7", targets=(target,))
    assert at.hand(target) == "B1 B2"
    assert at.hand(0) == ("Y1 Y2 Y3" if target == 1 else "G1 G2 G4")


@rule("9", teams=True)
@rule("9", seven_zero=True)
def test_what_is_swapped_away_to_a_partner_counts_for_nobody() -> None:
    hands = "R7 W B2 | R1 R2 | R4 B3 | Y9"
    over = teams(hands, "R3", seven_zero=True).play(0, "R7", targets=(2,)).play(1, "R1").draw(2).draw(3).play(0, "R4")
    over = over.play(1, "R2")
    assert (over.status, over.rounds_won) == ("round_over", [0, 1, 0, 1])
    assert over.points == (0, 3 + 50 + 2 + 3, 0, 58)


@rule("9", teams=True)
def test_a_partner_plays_on_alone_and_wins_for_the_team() -> None:
    at = teams("R5 R6 | W Y1 | G1 | Y9").leave(2)
    assert at.status == "playing"
    over = at.play(0, "R5").draw(1).draw(3).play(0, "R6")
    assert over.status == "round_over"
    assert (over.scores[0], over.scores[1], over.scores[3]) == (50 + 1 + 3 + 9 + 4, 0, 0)


@rule("9", teams=True)
@pytest.mark.parametrize(("leavers", "winners"), [((1, 3), (0, 2)), ((2, 0), (1, 3))])
def test_when_only_one_team_is_left_at_the_table_it_has_won(leavers: tuple[int, int], winners: tuple[int, int]) -> None:
    first, second = leavers
    at = teams("R5 R6 | W Y1 | G1 G2 | Y9 Y8").leave(first)
    assert at.status == "playing"
    at.leave(second)
    assert (at.status, at.winners) == ("finished", winners)


@rule("9", teams=True)
def test_also_between_rounds() -> None:
    at = teams("R5 | W Y1 | G1 G2 | Y9 Y8").play(0, "R5").leave(1).leave(3)
    assert (at.status, at.winners) == ("finished", (0, 2))


@rule("9", teams=True)
def test_one_of_each_team_play_on() -> None:
    at = teams("R5 R6 | W Y1 | G1 G2 | Y9 Y8").leave(2).leave(3)
    assert (at.status, at.turn) == ("playing", 0)
    at.leave(1)
    assert at.status == "finished" and 0 in at.winners and not {1, 3} & {*at.winners}


@rule("9", teams=True)
@rule("9", scoring="rounds")
@rule("9", target_rounds=1)
def test_a_round_counts_as_won_for_both() -> None:
    over = teams("R5 | W | G1 | Y9", scoring="rounds", target_rounds=1).play(0, "R5")
    assert (over.rounds_won, over.scores, over.winners) == ([1, 0, 1, 0], [0, 0, 0, 0], (0, 2))


@rule("9", teams=True)
@rule("9", scoring="own_cards")
def test_where_the_own_cards_count_those_of_both_partners_stand_at_both_seats() -> None:
    over = teams("R5 | W Y1 | G2 | Y9", scoring="own_cards").play(0, "R5")
    assert over.points == (2, 60, 2, 60)
    assert (over.scores, over.rounds_won) == ([2, 60, 2, 60], [1, 0, 1, 0])


@rule("9", teams=True)
@rule("9", scoring="own_cards")
def test_then_the_team_with_the_lower_total_wins_at_the_target() -> None:
    over = teams("R5 | W | G2 | Y9", scoring="own_cards", scores=(480, 450, 480, 450), target_score=500).play(0, "R5")
    assert (over.status, over.winners) == ("finished", (0, 2))
    against = teams("R5 | W | W | Y9", scoring="own_cards", scores=(480, 400, 480, 400), target_score=500)
    assert against.play(0, "R5").winners == (1, 3)


@rule("9", teams=True)
@rule("9", scoring="elimination")
def test_a_team_goes_out_as_one_and_the_other_has_won() -> None:
    over = teams("R5 | W | G2 | Y9", scoring="elimination", scores=(480, 450, 480, 450), target_score=500).play(0, "R5")
    assert (over.status, over.winners) == ("finished", (0, 2))


@rule("9", teams=True)
@rule("8", stalemate="lowest_hand")
def test_the_lowest_hand_of_a_stalemate_wins_for_the_team() -> None:
    at = table("B9 B8 | G9 G8 | Y1 Y2 | B7", "R3", teams=True, stalemate="lowest_hand")
    at.pass_turn(0).pass_turn(1).pass_turn(2).pass_turn(3)
    assert at.points == (17 + 7, 0, 24, 0)
    assert at.rounds_won == [1, 0, 1, 0]


@rule("9", teams=True)
@rule("9", round_limit=1)
def test_the_lowest_hand_at_the_limit_wins_for_the_team() -> None:
    at = table("B9 B8 | G9 G8 | Y1 Y2 | B7", "R3", "G1 G1 G1 G1", teams=True, round_limit=1)
    at.draw(0).draw(1).draw(2).draw(3)
    assert at.points == (18 + 8, 0, 26, 0)
    assert at.rounds_won == [1, 0, 1, 0]


@rule("9", teams=True)
@rule("3", suggestion_penalty=2)
def test_partners_advise_each_other_at_the_price_of_others() -> None:
    assert teams("R5 R6 | W Y1 | G1 G2 | Y9 Y8", suggestion_penalty=2).suggest(2, "R5").cards(2) == 4
