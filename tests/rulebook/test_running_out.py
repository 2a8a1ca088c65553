"""Section 8: the draw pile is empty."""

from service.engine import events as e
from tests.rulebook.table import rule, table


@rule("8")
def test_all_discards_but_the_top_are_shuffled_into_a_new_draw_pile() -> None:
    at = table("R5 B1 | G1 G2", top="B3 W Y5 WD4 R7").draw(0)
    (shuffled,) = at.happened(e.DeckReshuffled)
    assert sorted(shuffled.draw_pile) == ["B3", "W", "WD4", "Y5"]
    assert at.state.discard == ("R7",)
    assert at.cards(0) == 3 and len(at.pile.split()) == 3


@rule("8")
def test_wilds_lose_their_color_and_the_active_color_stays() -> None:
    at = table("B5 Y1 | G1 G2", top="W W", color="blue").draw(0)
    assert at.hand(0) == "B5 Y1 W"
    assert (at.color, at.top) == ("blue", "W")
    assert at.play(0, "W", "green").color == "green"


@rule("8")
def test_a_forced_draw_reshuffles_on_its_way() -> None:
    at = table("RD2 Y1 | G1 | B1", top="B3 B4 R7", draw="G9").play(0, "RD2")
    hand = at.hand(1).split()
    assert hand[:2] == ["G1", "G9"]
    assert hand[2] in ("B3", "B4", "R7")
    assert at.state.discard == ("RD2",)


@rule("8")
def test_a_reshuffle_happens_when_a_card_is_needed_and_not_before() -> None:
    at = table("B5 B1 | G1", top="B3 R7", draw="G9").draw(0)
    assert at.pile == "" and not at.happened(e.DeckReshuffled)
    assert at.state.discard == ("B3", "R7")


@rule("8")
def test_if_both_are_empty_a_draw_gives_what_there_is_and_the_rest_is_dropped() -> None:
    at = table("RD2 Y1 Y2 | G1 | B1", top="R7", draw="").play(0, "RD2")
    assert at.hand(1) == "G1 R7"
    assert at.turn == 2
    wild = table("WD4 Y1 Y2 | G1 | B1", top="R7", draw="G9").play(0, "WD4", "red").draw(1)
    assert (wild.hand(1), wild.turn) == ("G1 G9 R7", 2)


@rule("8")
def test_a_penalty_that_finds_nothing_to_draw_is_dropped() -> None:
    at = table("R5 Y1 | G1 | B1", top="R7", draw="").play(0, "R5").catch(1, 0)
    assert at.hand(0) == "Y1 R7"


@rule("8")
def test_a_player_who_cannot_play_and_can_draw_nothing_passes() -> None:
    at = table("B1 B2 | R1 R2", top="R7")
    assert at.moves(0) == {"pass", "call_uno"}
    with at.refuses("nothing-to-draw"):
        at.draw(0)
    assert at.pass_turn(0).turn == 1


@rule("8")
def test_a_player_who_can_play_does_not_pass_without_having_drawn() -> None:
    at = table("R1 B2 | G1 G2", top="R7")
    with at.refuses("must-play"):
        at.pass_turn(0)


@rule("8")
@rule("9")
def test_when_a_whole_circle_has_passed_the_round_is_void_without_points_and_the_next_is_dealt() -> None:
    at = table("B1 B2 | G1 G2 | Y1 Y2", top="R7", scores=(10, 20, 30))
    at.pass_turn(0).pass_turn(1)
    assert at.status == "playing"
    at.pass_turn(2)
    assert (at.status, at.scores) == ("round_over", [10, 20, 30])
    (ended,) = at.happened(e.RoundEnded)
    assert (ended.winner, ended.points) == (None, (0, 0, 0))
    at.deal(1)
    assert (at.status, at.state.dealer, at.state.round) == ("playing", 1, 2)


@rule("8")
def test_a_play_begins_the_circle_anew() -> None:
    """After it there is a card to draw again, the one that lay on top."""
    at = table("B1 B2 | R1 G2 G3 | Y1 Y2", top="R7").pass_turn(0).play(1, "R1")
    with at.refuses("cannot-pass"):
        at.pass_turn(2)
    assert at.draw(2).hand(2) == "Y1 Y2 R7"


@rule("8")
def test_a_void_round_does_not_end_the_match_even_if_it_has_a_single_round() -> None:
    at = table("B1 B2 | G1 G2", top="R7", target_score=0).pass_turn(0).pass_turn(1)
    assert at.status == "round_over"


@rule("5")
@rule("8")
def test_a_lost_challenge_draws_what_there_is_and_the_rest_is_dropped() -> None:
    at = table("WD4 B1 B2 | G1 | Y1", top="R7", draw="G7 G8").play(0, "WD4", "red").challenge(1)
    assert (at.hand(1), at.turn) == ("G1 G7 G8 R7", 2)


@rule("5")
@rule("8")
def test_who_is_guilty_draws_what_there_is_and_the_rest_is_dropped() -> None:
    at = table("WD4 R1 B2 | G1 | Y1", top="R7", draw="G7").play(0, "WD4", "green").challenge(1)
    assert (at.hand(0), at.hand(1), at.turn) == ("R1 B2 G7 R7", "G1", 1)


@rule("4")
@rule("8")
def test_a_last_draw_card_makes_the_next_player_draw_what_there_is() -> None:
    over = table("RD2 | G1 | B1", top="R7", draw="").play(0, "RD2")
    assert (over.hand(1), over.scores) == ("G1 R7", [1 + 7 + 1, 0, 0])


@rule("8")
def test_the_circle_goes_round_in_the_direction_of_play() -> None:
    at = table("B1 B2 | G1 G2 | Y1 Y2", top="R7", direction=-1).pass_turn(0).pass_turn(2)
    assert (at.status, at.turn) == ("playing", 1)
    assert at.pass_turn(1).status == "round_over"


@rule("8")
def test_a_pass_after_drawing_is_no_part_of_a_circle() -> None:
    at = table("B1 B2 | G1 G2", top="R7", draw="R5").draw(0).pass_turn(0)
    at.pass_turn(1)
    assert at.status == "playing"
    with at.refuses("must-play"):
        at.pass_turn(0)


@rule("8")
def test_the_hands_that_lay_there_go_back_into_the_deck_of_the_next_round() -> None:
    at = table("B1 B2 | G1 G2", top="R7").pass_turn(0).pass_turn(1).deal(0)
    (deal,) = at.happened(e.RoundDealt)
    assert [len(hand) for hand in deal.hands] == [7, 7]
    assert len(deal.draw_pile) == 108 - 14


@rule("8")
def test_a_forced_draw_of_the_last_cards_is_no_pass_of_a_circle() -> None:
    at = table("RD2 Y1 Y2 | G1 | B1", top="R7", draw="G9").play(0, "RD2").pass_turn(2).pass_turn(0)
    assert (at.status, at.turn, at.hand(1)) == ("playing", 1, "G1 G9 R7")
    assert at.play(1, "R7").turn == 2
