"""Section 9: who reaches the target is out, until one is left."""

from functools import partial

import pytest
from msgspec.structs import replace

from service.engine import commands as c
from service.engine import events as e
from service.engine.choices import BadOption
from service.engine.presets import PRESETS, choose
from service.engine.state import Presence
from tests.rulebook.table import SEED, Table, rule, table

PILE = "G3 G4 G5 G6 G8 G9 B3 B4 B5 B6"
knockout = partial(table, draw=PILE, scoring="elimination", target_score=100, opening_action="ignore")


def one_out(**options: object) -> Table:
    """Seat 0 has won a round that puts seat 1 out; 0, 2 and 3 are left."""
    return knockout("R5 | W | G2 | B1", scores=(10, 60, 30, 40), **options).play(0, "R5")


@rule("9", scoring="elimination")
def test_each_scores_the_own_cards_and_who_reaches_the_target_is_out() -> None:
    over = one_out()
    assert (over.status, over.points, over.scores) == ("round_over", (0, 50, 2, 1), [10, 110, 32, 41])
    assert over.out == [1]
    assert over.state.players[1].presence is Presence.OUT
    assert over.happened(e.RoundEnded)[0].out == (1,)


@rule("9", scoring="elimination")
@pytest.mark.parametrize(("left", "out"), [("G9", []), ("G9 G1", [1])])
def test_the_target_is_reached_and_not_passed(left: str, out: list[int]) -> None:
    assert knockout(f"R5 | {left} | B1", scores=(0, 90, 0)).play(0, "R5").out == out


@rule("9", scoring="elimination")
def test_who_is_out_is_not_dealt_in_any_more_and_play_goes_past() -> None:
    at = one_out().deal(3)
    assert (at.cards(1), at.scores[1]) == (0, 110)
    assert at.state.dealer == 2, "one seat to the left, past who is out"
    assert at.turn == 3


@rule("9", scoring="elimination")
@pytest.mark.parametrize(
    "command",
    [
        c.Draw(1), c.Pass(1), c.CallUno(1), c.CatchUno(1, 0), c.Challenge(1), c.Suggest(1, "R5"),
        c.Play(1, "R5"), c.JumpIn(1, "R5"), c.Deal(1, SEED), c.Point(1, 0),
    ],
)  # fmt: skip
@pytest.mark.parametrize("dealt", [True, False])
def test_who_is_out_does_nothing_more(command: c.Command, dealt: bool) -> None:
    at = one_out(suggestion_penalty=2, jump_in="any", false_uno_penalty=2)
    at = at.deal(0) if dealt else at
    with at.refuses("eliminated"):
        at.do(command)


def without(at: Table, seat: int) -> Table:
    """The same table in a round in which a seat was out from the beginning."""
    players = list(at.state.players)
    players[seat] = replace(players[seat], presence=Presence.OUT, hand=())
    return Table(replace(at.state, players=tuple(players)))


@rule("9", scoring="elimination")
def test_nobody_catches_or_removes_who_is_out() -> None:
    at = without(knockout("R5 B1 | G1 | Y1 Y2", false_catch_penalty=2), 1)
    with at.refuses("no-such-seat"):
        at.catch(0, 1)


@rule("9", scoring="elimination")
@rule("9", seven_zero=True)
def test_nobody_swaps_with_who_is_out_and_a_zero_passes_past() -> None:
    at = without(knockout("R7 R0 B1 | G1 | Y1 Y2 | Y4", "R3", seven_zero=True), 1)
    with at.refuses("bad-targets"):
        at.play(0, "R7", targets=(1,))
    at.play(0, "R0")
    assert [at.hand(seat) for seat in range(4)] == ["Y4", "", "R7 B1", "Y1 Y2"]


@rule("4")
@rule("9", scoring="elimination")
def test_nobody_points_at_or_links_who_is_out() -> None:
    at = without(table("RPT WDT B1 | G1 | Y1 Y2 | Y4", "R3", PILE, preset="party", scoring="elimination"), 1)
    with at.refuses("bad-targets"):
        at.play(0, "WDT", "red", targets=(0, 1))
    at.play(0, "RPT")
    assert at.waiting == [0, 2, 3]
    with at.refuses("no-such-seat"):
        at.do_point(0, 1)


@rule("4")
@rule("9", scoring="elimination")
def test_between_the_two_who_are_left_a_reverse_works_as_a_skip() -> None:
    assert without(knockout("RR B1 | G1 | Y1 Y2"), 1).play(0, "RR").turn == 0


@rule("8")
@rule("9", scoring="elimination")
def test_a_whole_circle_is_one_of_those_who_are_left() -> None:
    at = without(table("B1 B2 | R1 | Y1 Y2", "R7", scoring="elimination"), 1).pass_turn(0)
    assert (at.turn, at.status) == (2, "playing")
    assert at.pass_turn(2).status == "round_over"


@rule("9", scoring="elimination")
def test_the_last_who_is_left_has_won() -> None:
    over = knockout("R5 | W | W", scores=(99, 60, 50)).play(0, "R5")
    assert (over.status, over.winners, over.out) == ("finished", (0,), [1, 2])


@rule("9", scoring="elimination")
def test_who_wins_the_round_that_leaves_two_plays_on_with_the_other() -> None:
    at = knockout("R5 | W | G1", scores=(99, 60, 50)).play(0, "R5")
    assert (at.status, at.out) == ("round_over", [1])
    at.deal(2)
    assert (at.status, at.cards(1)) == ("playing", 0)
    assert {at.state.dealer, at.turn} <= {0, 2}


@rule("9", scoring="elimination")
@rule("8", stalemate="lowest_hand")
@pytest.mark.parametrize(
    ("scores", "winners"), [((95, 99, 95), (0,)), ((99, 99, 91), (2,)), ((95, 99, 92), (0, 2)), ((90, 99, 97), (0,))]
)
def test_if_all_would_be_out_at_once_the_lowest_total_wins(scores: tuple[int, ...], winners: tuple[int, ...]) -> None:
    """They hold 6, 3 and 9 points."""
    at = table(
        "B5 B1 | G1 G2 | Y9", "R7", scoring="elimination", stalemate="lowest_hand", target_score=100, scores=scores
    )
    at.pass_turn(0).pass_turn(1).pass_turn(2)
    assert (at.status, at.winners) == ("finished", winners)


@rule("9", scoring="elimination")
def test_the_dealer_may_be_out_and_the_deal_passes_on_as_ever() -> None:
    over = knockout("W | R5 | G2 | B1", scores=(60, 0, 30, 40), turn=1, dealer=0).play(1, "R5")
    assert over.out == [0]
    over.deal(2)
    assert (over.state.dealer, over.turn, over.cards(0)) == (1, 2, 0)


@rule("9", scoring="elimination")
def test_the_next_dealer_may_be_out_too() -> None:
    over = knockout("W | W | G2 | R5", scores=(60, 60, 30, 40), turn=3, dealer=0).play(3, "R5")
    assert over.out == [0, 1]
    assert over.deal(2).state.dealer == 2


@rule("9", scoring="elimination")
def test_a_host_who_is_out_stays_host_and_removes_and_ends_as_ever() -> None:
    over = knockout("W | R5 | G2 | B1", scores=(60, 0, 30, 40), turn=1).play(1, "R5")
    assert over.state.host == 0
    with over.refuses("host-only"):
        over.kick(1, 2)
    over.kick(0, 3)
    assert over.state.players[3].presence is Presence.LEFT
    assert over.do(c.End(0)).status == "abandoned"


@rule("9", scoring="elimination")
def test_a_host_who_is_out_may_leave_and_the_host_is_one_who_plays_on() -> None:
    over = knockout("W | W | G2 | R5", scores=(60, 60, 30, 40), turn=3).play(3, "R5").leave(0)
    assert (over.state.host, over.status) == (2, "round_over")
    assert over.deal(2).status == "playing"


@rule("9", scoring="elimination")
def test_who_is_out_may_leave_in_the_middle_of_a_round_and_nothing_changes() -> None:
    at = one_out().deal(0)
    turn, pile = at.turn, at.pile
    at.leave(1)
    assert (at.status, at.turn, at.pile) == ("playing", turn, pile)
    assert at.state.players[1].presence is Presence.LEFT


@rule("9", scoring="elimination")
@pytest.mark.parametrize("dealt", [True, False])
def test_the_last_but_one_may_leave_and_the_other_has_won(dealt: bool) -> None:
    over = knockout("R5 | W | G2", scores=(10, 60, 30)).play(0, "R5")
    over = over.deal(0) if dealt else over
    over.leave(2)
    assert (over.status, over.winners) == ("finished", (0,))


@rule("9", scoring="elimination")
def test_the_low_total_of_who_has_left_wins_nothing() -> None:
    over = knockout("R5 | G1 | W", scores=(90, 0, 60)).leave(1).play(0, "R5")
    assert (over.status, over.winners, over.points) == ("finished", (0,), (0, 0, 50))


@rule("9", scoring="elimination")
@rule("8", stalemate="void")
def test_a_void_round_puts_nobody_out() -> None:
    at = table("B5 B1 | G1 G2", "R7", scoring="elimination", scores=(499, 499)).pass_turn(0).pass_turn(1)
    assert (at.status, at.out) == ("round_over", [])


@rule("9", scoring="elimination")
@rule("9", target_score=0)
def test_elimination_needs_a_target() -> None:
    with pytest.raises(BadOption) as refused:
        choose(PRESETS["classic"], {"scoring": "elimination", "target_score": 0})
    assert refused.value.name == "target_score"


@rule("9", scoring="elimination")
@rule("9", round_limit=1)
def test_of_the_limit_of_turns_who_is_out_has_none() -> None:
    at = one_out(round_limit=1, play_drawn_card="never").deal(0)
    at.draw(3).draw(0).draw(2)
    assert at.status in ("round_over", "finished")


@rule("8")
@rule("9", round_limit=1)
def test_of_equal_hands_at_the_limit_the_one_in_turn_first_after_the_dealer_wins() -> None:
    at = table("B5 | G5 | Y5", "R7", "G1 G1 G1", round_limit=1, dealer=0, turn=1).draw(1).draw(2).draw(0)
    assert at.rounds_won == [0, 1, 0]
