"""Options at their bounds, and where two of them meet."""

from typing import Any

import pytest

from service.engine import commands as c
from service.engine import events as e
from service.engine.house.hands import seats_allowed
from service.engine.presets import PRESETS, choose
from service.engine.rulesets import RULESETS
from tests.rulebook.table import lobby, match, opening, rule, table

PILE = "G3 G4 G5 G6 G7 G8 G9"


@rule("2", hand_size=1)
@rule("6")
def test_a_single_card_that_was_dealt_and_not_left_by_playing_is_neither_called_nor_caught() -> None:
    dealt = opening("R7 G9", "R1 | R2 | R3", hand_size=1)
    assert [dealt.uno(seat) for seat in range(3)] == ["none"] * 3
    with dealt.refuses("uno-not-callable"):
        dealt.call_uno(1)
    with dealt.refuses("nothing-to-catch"):
        dealt.catch(2, 1)
    assert dealt.play(1, "R2").status == "round_over"


@rule("2")
def test_a_deal_that_leaves_no_card_to_open_is_refused() -> None:
    """Nine hands of twelve are the whole deck; so such a game has eight seats at most."""
    assert list(seats_allowed({"hand_size": 12}, 108)) == [2, 3, 4, 5, 6, 7, 8]
    assert list(seats_allowed({"hand_size": 11}, 108)) == [2, 3, 4, 5, 6, 7, 8, 9]
    nine = lobby(9, hand_size=12)
    with nine.refuses("deck-too-small"):
        nine.deal(0)
    assert match(9, hand_size=11).status == "playing"


@rule("2", min_players=16)
def test_the_largest_party_waits_for_sixteen() -> None:
    waiting = lobby(15, 16, "party", min_players=16)
    with waiting.refuses("too-few-players"):
        waiting.deal(0)
    assert waiting.do(c.Join("P15")).deal(0).status == "playing"


@rule("2", max_players=16)
def test_no_party_has_more_than_sixteen_seats() -> None:
    chosen = choose(PRESETS["party"], {"max_players": 16})
    assert max(seats_allowed(chosen, RULESETS["party"].deck.size)) == 16


@rule("2", first_dealer="host")
def test_whoever_is_host_when_the_match_starts_deals_first() -> None:
    assert lobby(4, first_dealer="host").leave(0).deal(1).state.dealer == 1


@rule("2", opening_wild="redraw")
def test_a_card_turned_up_instead_of_a_wild_acts() -> None:
    """The wild comes back above or under the only other card; turned up again it goes back again."""
    opened = opening("W RS", "R1 R2 | G1 G2 | B1 B2", opening_wild="redraw")
    assert (opened.top, opened.pile, opened.turn) == ("RS", "W", 2)


@rule("3", voluntary_draw=False)
def test_where_nobody_draws_holding_a_playable_card_a_drawn_one_may_still_be_kept() -> None:
    kept = table("B5 B1 | G1", draw="R2", voluntary_draw=False).draw(0).pass_turn(0)
    assert (kept.hand(0), kept.turn) == ("B5 B1 R2", 1)


@rule("3", voluntary_draw=False)
@rule("3", force_play=True)
@pytest.mark.parametrize("options", [{"voluntary_draw": False}, {"force_play": True}])
@pytest.mark.parametrize("card", ["W", "WD4", "B7", "R1"])
def test_a_playable_card_is_one_of_the_color_or_the_number_or_any_wild(card: str, options: dict[str, Any]) -> None:
    at = table(f"{card} B1 | G1", draw="G2", **options)
    with at.refuses("must-play"):
        at.draw(0)


@rule("3", draw_until_playable=True)
@rule("3", voluntary_draw=True)
def test_a_voluntary_draw_goes_on_too_until_a_playable_card_comes() -> None:
    drawn = table("R5 B1 | G1", draw="G2 Y3 W R4", draw_until_playable=True).draw(0)
    assert (drawn.hand(0), drawn.phase, drawn.pile) == ("R5 B1 G2 Y3 W", "drawn", "R4")


@rule("3", draw_until_playable=True)
@rule("3", play_drawn_card="forced")
def test_the_card_that_a_draw_went_on_for_can_have_to_be_played() -> None:
    drawn = table("B5 B1 | G1", draw="G2 R4", draw_until_playable=True, play_drawn_card="forced").draw(0)
    with drawn.refuses("must-play-drawn-card"):
        drawn.pass_turn(0)
    assert drawn.play(0, "R4").turn == 1


@rule("3", play_drawn_card="forced")
@pytest.mark.parametrize(("card", "turn"), [("W", "play"), ("WD4", "answer")])
def test_a_drawn_wild_can_have_to_be_played_and_names_a_color(card: str, turn: str) -> None:
    drawn = table("B5 B1 | G1 G2", draw=f"{card} {PILE}", play_drawn_card="forced").draw(0)
    with drawn.refuses("color-required"):
        drawn.play(0, card)
    assert drawn.play(0, card, "blue").phase == turn


@rule("3")
@rule("5", wild_draw_bluff="refused")
def test_a_drawn_wild_draw_four_that_would_be_refused_is_not_playable_and_the_turn_passes() -> None:
    drawn = table("R5 B1 | G1", draw="WD4", wild_draw_bluff="refused").draw(0)
    assert (drawn.hand(0), drawn.turn) == ("R5 B1 WD4", 1)
    honest = table("B5 B1 | G1", draw="WD4", wild_draw_bluff="refused").draw(0)
    assert (honest.turn, honest.phase) == (0, "drawn")


@rule("3", draw_until_playable=True)
@rule("5", wild_draw_bluff="refused")
def test_a_draw_goes_on_past_a_wild_draw_four_that_would_be_refused() -> None:
    drawn = table("R5 B1 | G1", draw="WD4 G2 R4 R6", draw_until_playable=True, wild_draw_bluff="refused").draw(0)
    assert (drawn.hand(0), drawn.pile) == ("R5 B1 WD4 G2 R4", "R6")


@rule("3", draw_until_playable=True)
@rule("5", wild_draw_bluff="refused")
def test_a_drawn_wild_draw_four_is_judged_by_the_hand_and_not_by_what_lies_below_it() -> None:
    drawn = table("B5 B1 | G1", draw="WD4 R4", draw_until_playable=True, wild_draw_bluff="refused").draw(0)
    assert (drawn.hand(0), drawn.pile, drawn.phase) == ("B5 B1 WD4", "R4", "drawn")


def guilty(rest: str, **options: Any) -> bool:
    judged = table(f"WD4 {rest} | Y1 Y2", draw=PILE, **options).play(0, "WD4", "green").challenge(1)
    (event,) = judged.happened(e.ChallengeJudged)
    return bool(event.guilty)


@rule("5", wild_draw_legal_if="nothing_playable")
@pytest.mark.parametrize(("rest", "verdict"), [("W B1", True), ("WD4 B1", True), ("B1 Y2", False), ("R1 B1", True)])
def test_where_anything_playable_counts_a_wild_does_too_for_it_is_always_playable(rest: str, verdict: bool) -> None:
    assert guilty(rest, wild_draw_legal_if="nothing_playable") is verdict


@rule("5", wild_counts_as_match=True)
def test_where_a_wild_counts_a_number_that_matches_still_does_not() -> None:
    assert not guilty("B7 Y2", wild_counts_as_match=True)
    assert guilty("R1 Y2", wild_counts_as_match=True)


@rule("5", wild_draw_legal_if="always")
@rule("5", wild_draw_bluff="refused")
def test_what_is_always_legal_is_never_refused() -> None:
    at = table("WD4 R1 R7 | Y1 Y2", draw=PILE, wild_draw_legal_if="always", wild_draw_bluff="refused")
    assert at.play(0, "WD4", "green").moves(1) == {"draw"}


@rule("5", wild_counts_as_match=True)
@rule("5", wild_draw_bluff="refused")
def test_another_wild_in_the_hand_can_be_why_it_is_refused() -> None:
    at = table("WD4 W B1 | Y1", draw=PILE, wild_counts_as_match=True, wild_draw_bluff="refused")
    with at.refuses("wild-draw-not-legal"):
        at.play(0, "WD4", "green")
    assert at.play(0, "W", "green").turn == 1


@rule("6", uno_penalty=10)
@rule("8")
def test_of_a_penalty_that_the_piles_do_not_hold_the_rest_is_dropped() -> None:
    at = table("R5 Y1 | G1 G2", top="B8 R7", draw="G9", uno_penalty=10).play(0, "R5").catch(1, 0)
    assert sorted(at.hand(0).split()) == ["B8", "G9", "R7", "Y1"]
    assert (at.pile, at.top) == ("", "R5")


@rule("7", jump_in_penalty=10)
def test_a_wrong_jump_in_costs_ten_cards_at_most() -> None:
    pile = " ".join(["G3"] * 12)
    at = table("R1 B1 | G1 G2 | R9 B9", "R3", pile, jump_in="numbers", jump_in_penalty=10).jump_in(2, "R9")
    assert (at.cards(2), len(at.pile.split()), at.turn) == (12, 2, 0)


@rule("9", target_score=0)
def test_a_single_round_is_won_by_who_wins_it_whatever_the_scores_were() -> None:
    over = table("R5 | G9", scores=(0, 400), target_score=0).play(0, "R5")
    assert (over.status, over.winners) == ("finished", (0,))


@rule("9", round_limit=1000)
def test_the_longest_limit_is_a_thousand_turns_for_each_player() -> None:
    pile = " ".join(["G3"] * 2_000)
    at = table("B5 B1 | G1 G2", draw=pile, round_limit=1_000, play_drawn_card="never", target_score=10_000)
    for turn in range(1_999):
        at.draw(turn % 2)
    assert at.status == "playing"
    assert at.draw(1).status == "round_over"
    assert at.happened(e.RoundEnded)[0].winner == 1, "it holds 3 points and a thousand threes, the other 6 and as many"
