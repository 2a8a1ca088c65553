"""UNO Party, sections 1, 2, 4 and 9: its deck and opening, pointing, and its scores."""

from collections import Counter
from functools import partial
from typing import Any

import pytest

from service.engine import events as e
from service.engine import view
from service.engine.history import event_view
from service.engine.presets import PRESETS
from service.engine.rulesets import RULESETS
from tests.rulebook.table import Table, lobby, match, opening, rule, table

party = partial(table, preset="party")
opened = partial(opening, preset="party")
PILE = "G3 G4 G5 G6 G7 G8 G9 B3 B4 B5 B6 B7 Y1 Y2 Y3 Y4 Y5 Y6"
FOUR = "RPT R1 R2 | G1 G2 | B1 B2 | Y1 Y2"


def pointing(hands: str = FOUR, **options: Any) -> Table:
    return party(hands, "R3", PILE, **options).play(0, "RPT")


def points(at: Table, *fingers: str) -> Table:
    """`01`: seat 0 points at seat 1."""
    for finger in fingers:
        at.do_point(int(finger[0]), int(finger[1]))
    return at


@rule("1")
def test_the_deck_of_party_has_four_of_each_number_and_three_of_each_action_and_29_wilds() -> None:
    deck = RULESETS["party"].deck
    colored = {f"{color}{number}": 4 for color in "RYGB" for number in range(1, 10)}
    colored |= {f"{color}{symbol}": 3 for color in "RYGB" for symbol in ("S", "R", "D2", "PT")}
    assert Counter(deck.copies) == Counter(colored | {"W": 8, "WD4": 7, "WPU": 7, "WDT": 7})
    assert deck.size == 221


@rule("1")
@rule("2", min_players=6)
def test_six_to_sixteen_play_unless_fewer_are_agreed() -> None:
    five = lobby(5, seats=16, preset="party")
    with five.refuses("too-few-players"):
        five.deal(0)
    assert match(16, preset="party", seats=16).status == "playing"
    assert match(3, preset="party", min_players=3, seats=16).status == "playing"


@rule("1", deck={"W": 0, "WDT": 4})
@rule("1", deck={"R1": 10})
def test_the_owner_of_another_box_says_how_many_cards_are_in_it() -> None:
    dealt = match(6, preset="party", seats=16, deck={"W": 0, "WDT": 4, "R1": 10})
    state = dealt.state
    cards = Counter([*state.draw_pile, *state.discard, *(card for each in state.players for card in each.hand)])
    assert cards == Counter({**RULESETS["party"].deck.copies, "W": 0, "WDT": 4, "R1": 10}) - Counter()


@rule("2", opening_action="ignore")
def test_an_opening_card_that_is_no_number_is_ignored_and_stays_underneath() -> None:
    at = opened("RS WPU WD4 RPT R4 G1", "G5 B1 | G6 G1 | Y1 Y2")
    assert (at.top, at.turn, at.state.direction, at.phase) == ("R4", 1, 1, "play")
    assert at.state.discard == ("RS", "WPU", "WD4", "RPT", "R4")
    assert [event.ignored for event in at.happened(e.OpeningCard)] == [True, True, True, True, False]


@rule("2", opening_action="ignore")
def test_an_opening_action_can_be_ignored_in_the_classic_game_too() -> None:
    at = opening("RD2 WD4 R4 G1", opening_action="ignore")
    assert (at.top, at.turn, at.cards(1)) == ("R4", 1, 2)


@rule("2", opening_action="resolve")
def test_an_opening_action_can_act() -> None:
    assert opened("RS R4", "G5 B1 | G6 G1 | Y1 Y2", opening_action="resolve").turn == 2


@rule("10")
def test_the_preset_of_party() -> None:
    assert PRESETS["party"].differs == {
        "min_players": 6, "max_players": 16, "opening_action": "ignore", "jump_in": "numbers",
        "wild_counts_as_match": True,
    }  # fmt: skip


@rule("4")
def test_after_a_point_taken_all_players_point_at_another_the_cards_player_too() -> None:
    at = pointing()
    assert (at.phase, at.waiting) == ("point", [0, 1, 2, 3])
    for seat in range(4):
        assert at.moves(seat) == {"point"}
        with at.refuses("cannot-point-at-self"):
            at.do_point(seat, seat)
        with at.refuses("must-point"):
            at.draw(seat)
    with at.refuses("no-such-seat"):
        at.do_point(0, 4)
    points(at, "12")
    assert at.waiting == [0, 2, 3]
    with at.refuses("already-pointed"):
        at.do_point(1, 3)


@rule("4")
def test_each_player_draws_as_many_cards_as_fingers_point_at_them_from_the_next_in_direction() -> None:
    at = points(pointing(), "12", "20", "32", "02")
    drawn = [(event.seat, event.cards) for event in at.happened(e.CardsDrawn)]
    assert drawn == [(2, ("G3", "G4", "G5")), (0, ("G6",))]
    assert (at.phase, at.turn) == ("play", 1), "nobody loses a turn"
    at = points(pointing(direction=-1), "12", "23", "32", "02")
    assert [event.seat for event in at.happened(e.CardsDrawn)] == [3, 2]
    assert at.turn == 3


@rule("4")
def test_nobody_draws_more_than_five() -> None:
    hands = "RPT R1 R2 | " + " | ".join(["G1 G2"] * 7)
    at = points(pointing(hands), *(f"{seat}1" for seat in (0, 2, 3, 4, 5, 6, 7)), "10")
    assert (at.cards(1), at.cards(0)) == (2 + 5, 2 + 1)


@rule("4")
def test_at_whom_somebody_points_is_seen_by_nobody_until_all_have() -> None:
    at = points(pointing(), "12")
    (event,) = at.happened(e.Pointed)
    for viewer in (None, 0, 2, 3):
        told = event_view(at.state, event, 1, "now", viewer)
        assert told.seat == 1 and not told.target_seat and "Cy" not in told.text
    shown = {str(view(at.state, seat, game_id="g", version=1, server_time="now").waiting_for) for seat in range(4)}
    assert shown == {"(0, 2, 3)"}
    points(at, "20", "30", "01")
    (counted,) = at.happened(e.PointsCounted)
    assert counted.at == (1, 2, 0, 0)
    assert "P1 at P2" in event_view(at.state, counted, 1, "now", None).text


@rule("4")
def test_a_point_taken_as_the_last_card_does_nothing_more() -> None:
    over = party("RPT | G1 | B1", "R3", PILE).play(0, "RPT")
    assert (over.status, over.scores) == ("round_over", [2, 0, 0])


@rule("4")
@rule("6")
def test_pointing_does_not_close_the_window_and_fingers_clear_a_call() -> None:
    at = pointing("RPT R1 | G1 G2 | B1 B2")
    assert at.uno(0) == "open"
    points(at, "12", "21")
    assert at.uno(0) == "open"
    assert at.catch(1, 0).cards(0) == 3
    called = points(party("RPT R1 | G1 G2 | B1 B2", "R3", PILE).play(0, "RPT", uno=True), "10", "20", "01")
    assert (called.cards(0), called.uno(0)) == (3, "none")


@rule("9")
@pytest.mark.parametrize("kicked", [False, True])
def test_who_leaves_points_at_nobody_and_fingers_at_them_cost_nothing(kicked: bool) -> None:
    at = points(pointing(), "12", "23", "31")
    at = points(pointing(), "21", "32", "02")
    assert at.waiting == [1]
    at.kick(0, 1) if kicked else at.leave(1)
    assert (at.phase, at.turn) == ("play", 2)
    assert [at.cards(seat) for seat in range(4)] == [2, 0, 4, 2]


@rule("9")
def test_who_made_all_point_may_leave_and_the_others_point_on() -> None:
    at = points(pointing(), "12")
    at.leave(0)
    assert at.waiting == [2, 3]
    points(at, "21", "31")
    assert (at.turn, at.cards(1), at.cards(2)) == (1, 4, 3)


@rule("9")
@pytest.mark.parametrize(
    ("left", "points"), [("G9", 9), ("RPT", 20), ("GS", 20), ("W", 50), ("WD4", 50), ("WPU", 50), ("WDT", 50)]
)
def test_numbers_count_their_face_and_actions_20_and_wilds_50(left: str, points: int) -> None:
    assert party(f"R5 | {left} | G1", "R3").play(0, "R5").scores == [points + 1, 0, 0]


@rule("9", round_limit=0)
def test_a_round_has_no_limit_by_default() -> None:
    at = table("B1 B2 | G1 G2", "R7", "Y1 Y2 Y3 Y4 Y5 Y6 Y8 Y9")
    for turn in range(8):
        at.draw(turn % 2)
    assert at.status == "playing"


@rule("9", round_limit=2)
def test_a_round_can_have_a_limit_of_turns_after_which_the_lowest_hand_wins_it() -> None:
    at = table("B1 W | G1 G2 | Y9 B9", "R7", "Y1 Y2 Y3 Y4 Y5 Y6", round_limit=2)
    for turn in range(5):
        at.draw(turn % 3)
        assert at.status == "playing"
    at.draw(2)
    assert at.status == "round_over"
    (ended,) = at.happened(e.RoundEnded)
    assert (ended.winner, ended.limit) == (1, True)
    assert at.hand(1) == "G1 G2 Y2 Y5"
    assert ended.points == (0, 1 + 50 + 1 + 4 + 9 + 9 + 3 + 6, 0), "the winner's own cards count nothing"
