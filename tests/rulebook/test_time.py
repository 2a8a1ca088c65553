"""Section 11: the time for a decision is over, and the table moves for whoever it waits for."""

from functools import partial

import pytest

from service.engine import bot_seat, time_allowed
from service.engine import commands as c
from service.engine import events as e
from service.engine.cards import Code
from service.engine.pace import BOT_DELAY
from service.engine.state import Turn
from tests.rulebook.table import Table, lobby, match, opening, rule, table

timed = partial(table, turn_seconds=30)
PILE = "Y1 Y2 Y3 Y4 Y5 Y6 Y8 Y9"


def kinds(at: Table) -> list[str]:
    """What has happened, by its names."""
    return [e.type_of(event) for event in at.events]


@rule("11")
@pytest.mark.parametrize(("seconds", "allowed"), [(0, None), (5, 5_000), (86_400, 86_400_000)])
def test_a_decision_may_take_as_long_as_was_agreed(seconds: int, allowed: int | None) -> None:
    assert time_allowed(table("R1 R2 | G1 G2", turn_seconds=seconds).state) == allowed


@rule("11", turn_seconds=0)
def test_without_a_limit_a_decision_takes_as_long_as_its_player_likes() -> None:
    assert time_allowed(match(2).state) is None


@rule("11", turn_seconds=86_400)
def test_a_limit_can_be_a_day() -> None:
    assert time_allowed(match(2, turn_seconds=86_400).state) == 24 * 60 * 60 * 1000


@rule("11")
def test_nobody_is_hurried_in_the_lobby_or_after_a_round() -> None:
    waiting = lobby(2, turn_seconds=5)
    assert time_allowed(waiting.state) is None
    with waiting.refuses("not-started"):
        waiting.time_out()
    counted = timed("R5 | G1").play(0, "R5")
    assert (counted.status, time_allowed(counted.state)) == ("round_over", None)
    with counted.refuses("round-over"):
        counted.time_out()
    over = timed("R5 | G1", target_score=0).play(0, "R5")
    with over.refuses("game-over"):
        over.time_out()


@rule("11")
def test_in_a_turn_the_player_draws_and_passes() -> None:
    at = timed("R1 B2 | G1 G2", draw=PILE).time_out()
    assert kinds(at) == ["timed_out", "cards_drawn", "turn_passed", "turn_started"]
    assert at.events[0] == e.TimedOut(0, 1)
    assert (at.turn, at.hand(0), at.top) == (1, "R1 B2 Y1", "R7")


@rule("11")
def test_a_card_that_is_drawn_so_is_not_played_though_it_could_be() -> None:
    at = timed("B1 B2 | G1 G2", draw="R5 " + PILE).time_out()
    assert (at.turn, at.phase, at.hand(0)) == (1, "play", "B1 B2 R5")


@rule("11")
def test_with_a_card_that_was_drawn_already_the_player_passes() -> None:
    at = timed("B1 B2 | G1 G2", draw="R5 " + PILE).draw(0)
    assert at.phase == "drawn"
    at.time_out()
    assert kinds(at) == ["timed_out", "turn_passed", "turn_started"]
    assert (at.turn, at.hand(0)) == (1, "B1 B2 R5")


@rule("11")
@pytest.mark.parametrize(
    "options", [{"play_drawn_card": "forced"}, {"force_play": True}, {"voluntary_draw": False}], ids=str
)
def test_nobody_plays_a_card_by_doing_nothing_whatever_the_house_rules_force(options: dict[str, object]) -> None:
    at = timed("R1 B2 | G1 G2", draw="R5 " + PILE, **options).time_out()
    assert (at.turn, at.hand(0), at.top) == (1, "R1 B2 R5", "R7")
    considering = timed("B1 B2 | G1 G2", draw="R5 " + PILE, **options).draw(0).time_out()
    assert (considering.turn, considering.hand(0)) == (1, "B1 B2 R5")


@rule("11")
def test_a_draw_is_what_it_is_for_everybody() -> None:
    at = timed("B1 B2 | G1 G2", draw="Y1 Y2 R5 Y3", draw_until_playable=True).time_out()
    assert (at.turn, at.hand(0)) == (1, "B1 B2 Y1 Y2 R5")


@rule("11")
@rule("8")
def test_where_nothing_is_left_to_draw_the_player_passes() -> None:
    at = timed("R1 B2 | G1 G2").time_out()
    assert kinds(at) == ["timed_out", "turn_passed", "turn_started"]
    assert (at.turn, at.hand(0)) == (1, "R1 B2")


@rule("11")
@rule("8")
def test_who_could_have_played_does_not_make_the_round_void_by_doing_nothing() -> None:
    at = timed("R1 B2 | G1 G2").time_out().pass_turn(1)
    assert (at.status, at.turn) == ("playing", 0)
    stuck = timed("B1 B2 | G1 G2").time_out().pass_turn(1)
    assert stuck.status == "round_over"


@rule("11")
def test_facing_a_draw_card_the_player_draws() -> None:
    at = timed("WD4 R1 R2 | G1 G2 | B1 B2", draw=PILE).play(0, "WD4", "blue").time_out()
    assert kinds(at) == ["timed_out", "cards_drawn", "turn_skipped", "turn_started"]
    assert (at.turn, at.cards(1)) == (2, 6)


@rule("11")
def test_facing_draw_cards_that_were_stacked_the_player_draws_them_all() -> None:
    at = timed("RD2 R1 R2 | GD2 G1 | B1 B2", draw=PILE, stacking="same_kind").play(0, "RD2").play(1, "GD2").time_out()
    assert (at.turn, at.cards(2)) == (0, 6)


@rule("11")
def test_the_color_is_the_one_that_the_player_holds_most_of() -> None:
    at = opening("W Y9", "R1 R2 | G1 B2 B3 | Y1 Y2", turn_seconds=30)
    assert at.phase == "color"
    at.time_out()
    assert kinds(at) == ["timed_out", "color_named", "turn_started"]
    assert (at.color, at.turn, at.phase) == ("blue", 1, "play")


@rule("11")
def test_after_the_color_the_turn_has_a_time_of_its_own() -> None:
    at = opening("W Y9", "R1 R2 | G1 B2 B3", turn_seconds=30).time_out()
    assert (at.turn, time_allowed(at.state)) == (1, 30_000)
    assert at.time_out().hand(1) == "G1 B2 B3 Y9"


@rule("11")
def test_who_has_not_pointed_has_no_finger_and_those_of_the_others_count() -> None:
    at = timed("RPT B1 B2 | G1 G2 | Y1 Y2", draw=PILE, preset="party", min_players=3).play(0, "RPT").do_point(1, 0)
    at.time_out()
    assert kinds(at) == ["timed_out", "timed_out", "points_counted", "cards_drawn", "turn_started"]
    assert [event.seat for event in at.happened(e.TimedOut)] == [0, 2]
    assert [at.cards(seat) for seat in range(3)] == [3, 2, 2]
    assert at.turn == 1


@rule("11")
def test_the_mini_pile_is_taken() -> None:
    at = timed("WPU B1 B2 | G5 R2 | RS Y3", top="B3", draw="R7 " + PILE, preset="party", min_players=3)
    at.play(0, "WPU").time_out()
    assert kinds(at) == ["timed_out", "pile_taken", "turn_started"]
    assert (at.turn, at.hand(1)) == (2, "G5 R2 R7")


@rule("11")
@rule("6")
def test_a_turn_that_times_out_closes_the_window_of_who_has_not_called_uno() -> None:
    at = timed("R1 R2 | G1 G2 | B1 B2", draw=PILE).play(0, "R1")
    assert at.uno(0) == "open"
    at.time_out()
    assert (at.uno(0), at.happened(e.UnoMissed)) == ("none", [e.UnoMissed(0)])


@rule("11")
@rule("9")
def test_a_turn_that_times_out_is_one_of_the_turns_of_a_round() -> None:
    at = timed("R1 B2 | G1 G2", draw=PILE, round_limit=1).time_out().time_out()
    assert at.status == "round_over"


@rule("11", idle_limit=2)
def test_after_two_such_moves_in_a_row_a_player_is_away() -> None:
    at = timed("R1 B2 | G1 G2", draw=PILE).time_out()
    assert not at.state.players[0].autopilot
    at.draw(1).time_out()
    assert kinds(at) == ["timed_out", "cards_drawn", "turn_passed", "turn_started", "autopilot_on"]
    assert at.events[0] == e.TimedOut(0, 2)
    assert at.state.players[0].autopilot and not at.state.players[1].autopilot


@rule("11", idle_limit=1)
def test_one_such_move_can_be_enough() -> None:
    at = timed("R1 B2 | G1 G2", draw=PILE, idle_limit=1).time_out()
    assert at.happened(e.AutopilotOn) == [e.AutopilotOn(0)]


@rule("11", idle_limit=20)
def test_twenty_can_be_needed() -> None:
    at = timed("R1 B2 | G1 G2", draw="Y1 " * 60, idle_limit=20)
    for _ in range(19):
        at.time_out().draw(1)
    assert not at.state.players[0].autopilot
    assert at.time_out().happened(e.AutopilotOn) == [e.AutopilotOn(0)]


@rule("11")
def test_whatever_a_player_does_they_are_there_again_and_the_count_begins_anew() -> None:
    at = timed("R1 R2 | G7 G2 | B1 B2", draw="G4 " + PILE, turn=1).time_out().draw(2).play(0, "R1").catch(1, 0)
    assert kinds(at)[0] == "player_back"
    assert at.state.players[1].idle == 0
    at.time_out()
    assert (at.happened(e.TimedOut), at.happened(e.AutopilotOn)) == ([e.TimedOut(1, 1)], [])


@rule("11")
def test_what_is_refused_is_not_done() -> None:
    at = timed("R1 R2 | G7 G2", draw=PILE).time_out()
    with at.refuses("not-your-turn"):
        at.draw(0)
    assert at.state.players[0].idle == 1


def away(hands: str, draw: str = "Y1 " * 40, **options: object) -> Table:
    """Seat 1 is away; seat 0 is in turn."""
    return timed(hands, draw=draw, turn=1, idle_limit=1, **options).time_out()


@rule("11", on_idle="bot")
def test_a_bot_plays_for_who_is_away() -> None:
    at = away("R1 R2 R3 | G7 G2", on_idle="bot")
    assert bot_seat(at.state) is None, "it is another player's turn"
    assert at.draw(0).turn == 1
    assert (bot_seat(at.state), time_allowed(at.state)) == (1, BOT_DELAY)
    at.by_itself(c.Play(1, Code("G7")))
    assert kinds(at)[0] == "card_played"
    assert at.state.players[1].autopilot


@rule("11", on_idle="bot")
def test_the_seat_is_the_players_again_when_they_do_something() -> None:
    at = away("R1 R2 R3 | G7 G2", on_idle="bot").draw(0).play(1, "G7")
    assert kinds(at)[:2] == ["autopilot_off", "card_played"]
    assert (at.state.players[1].autopilot, at.state.players[1].idle) == (False, 0)
    assert time_allowed(at.draw(0).state) == 30_000


@rule("11", on_idle="bot")
def test_it_is_also_theirs_again_out_of_turn() -> None:
    at = away("R1 R2 | G7 G2", on_idle="bot").play(0, "R1").catch(1, 0)
    assert kinds(at)[:2] == ["autopilot_off", "uno_caught"]
    assert (at.turn, bot_seat(at.state), time_allowed(at.state)) == (1, None, 30_000)


@rule("11", on_idle="bot")
def test_who_has_pointed_by_a_bot_does_not_hurry_the_others() -> None:
    at = away("RPT B1 B2 | G1 G2 | Y1 Y2", preset="party", min_players=3).draw(2).play(0, "RPT")
    assert (at.waiting, bot_seat(at.state), time_allowed(at.state)) == ([0, 1, 2], 1, BOT_DELAY)
    at.by_itself(c.Point(1, 0))
    assert (at.waiting, bot_seat(at.state), time_allowed(at.state)) == ([0, 2], None, 30_000)


@rule("11", on_idle="skip")
def test_who_is_away_is_skipped_at_once() -> None:
    at = away("R1 R2 R3 | G7 G2", on_idle="skip")
    assert at.happened(e.AutopilotOn) == [e.AutopilotOn(1, skipped=True)]
    at.draw(0)
    assert kinds(at)[-4:] == ["timed_out", "cards_drawn", "turn_passed", "turn_started"]
    assert (at.turn, at.cards(1), bot_seat(at.state)) == (0, 4, None)


@rule("11", on_idle="skip")
def test_who_is_skipped_draws_for_a_wild_draw_four_at_once() -> None:
    at = away("WD4 R2 R3 | G7 G2 | B1 B2", on_idle="skip").draw(2).play(0, "WD4", "blue")
    assert (at.turn, at.cards(1)) == (2, 7)


@rule("11", on_idle="skip")
def test_those_who_are_there_can_still_point_and_who_is_away_does_not_keep_them_waiting() -> None:
    at = away("RPT B1 B2 | G1 G2 | Y1 Y2", on_idle="skip", preset="party", min_players=3).draw(2).play(0, "RPT")
    assert at.waiting == [0, 1, 2]
    at.do_point(0, 2)
    assert (at.phase, at.waiting) == ("point", [1, 2])
    at.do_point(2, 0)
    assert "points_counted" in kinds(at)
    assert [at.cards(seat) for seat in range(3)] == [3, 4, 4], "seat 1 was skipped in its turn, too"
    assert at.turn == 2


@rule("11", on_idle="skip")
def test_the_turn_is_theirs_again_after_they_have_done_something() -> None:
    at = away("B1 R2 | G7 G2 | R3 R4", on_idle="skip").play(2, "R3").catch(1, 2)
    assert kinds(at)[0] == "autopilot_off"
    assert at.draw(0).turn == 1


@rule("11", on_idle="remove")
def test_who_is_away_is_removed_as_if_they_had_left() -> None:
    at = away("R1 R2 R3 | G7 G2 | B1 B2", draw=PILE, on_idle="remove")
    assert kinds(at) == ["timed_out", "cards_drawn", "turn_passed", "turn_started", "player_left"]
    assert (at.turn, at.cards(1), at.state.players[1].presence) == (2, 0, "left")
    assert sorted(at.pile.split()[-3:]) == ["G2", "G7", "Y1"]
    assert at.draw(2).turn == 0


@rule("11", on_idle="remove")
@rule("9")
def test_who_is_left_alone_by_that_has_won_the_match() -> None:
    at = away("R1 R2 R3 | G7 G2", on_idle="remove")
    assert (at.status, at.winners) == ("finished", (0,))


@rule("11", on_idle="remove")
def test_if_all_do_not_point_the_last_of_them_has_won() -> None:
    at = timed("RPT B1 B2 | G1 G2 | Y1 Y2", draw=PILE, preset="party", min_players=3, idle_limit=1, on_idle="remove")
    at.play(0, "RPT").time_out()
    assert [event.seat for event in at.happened(e.PlayerLeft)] == [0, 1]
    assert (at.status, at.winners) == ("finished", (2,))


@rule("11")
def test_who_is_away_and_leaves_has_not_come_back() -> None:
    at = away("R1 R2 R3 | G7 G2 | B1 B2").leave(1)
    assert kinds(at) == ["player_left"]
    assert not at.state.players[1].autopilot


@rule("11")
@pytest.mark.parametrize("on_idle", ["bot", "skip"])
def test_where_everybody_is_away_each_has_the_usual_time_to_come_back_and_then_the_round_is_void(on_idle: str) -> None:
    at = away("R1 R2 R3 | G7 G2", on_idle=on_idle).time_out()
    assert [player.autopilot for player in at.state.players] == [True, True]
    assert isinstance(at.state.awaiting, Turn)
    assert (at.turn, bot_seat(at.state), time_allowed(at.state)) == (1, None, 30_000)
    assert at.time_out().turn == 0
    at.time_out()
    assert at.happened(e.RoundEnded)[0].idle
    assert (at.status, at.scores, time_allowed(at.state)) == ("round_over", [0, 0], None)


@rule("11")
@pytest.mark.parametrize("on_idle", ["bot", "skip"])
def test_whoever_comes_back_deals_and_those_who_are_away_stay_so(on_idle: str) -> None:
    at = match(2, turn_seconds=5, idle_limit=1, on_idle=on_idle)
    for _ in range(4):
        at.time_out()
    assert at.status == "round_over"
    at.deal(1)
    assert kinds(at)[:2] == ["autopilot_off", "round_dealt"]
    assert [player.autopilot for player in at.state.players] == [True, False]


@rule("11")
def test_one_who_comes_back_in_time_keeps_the_round_going() -> None:
    at = away("R1 R2 R3 | G7 G2", on_idle="skip").time_out()
    assert at.turn == 1
    at.play(1, "G7")
    assert (at.status, at.turn) == ("playing", 1), "seat 0 is still away, and is skipped"


@rule("11", on_idle="bot")
def test_a_player_is_away_from_round_to_round() -> None:
    at = away("R1 | G7 G2", on_idle="bot", draw=PILE).play(0, "R1")
    assert at.status == "round_over"
    assert at.deal(0).state.players[1].autopilot
