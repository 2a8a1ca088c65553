"""Section 9: a player leaves, or is removed by the host, at any moment."""

from collections import Counter

import pytest

from service.engine import commands as c
from service.engine import events as e
from tests.rulebook.table import Table, lobby, match, opening, rule, table

PILE = "G3 G4 G5 G6 G7 G8 G9"
HOW = pytest.mark.parametrize("kicked", [False, True])


def goes(at: Table, seat: int, kicked: bool) -> Table:
    """The player leaves, or the host removes them."""
    return at.kick(at.state.host, seat) if kicked else at.leave(seat)


@rule("9")
@HOW
def test_in_the_lobby_the_seat_is_free_again(kicked: bool) -> None:
    at = goes(lobby(3, seats=3), 1, kicked)
    assert at.status == "lobby"
    at.do(c.Join("new"))
    assert at.state.players[1].name == "new"
    with at.refuses("game-full"):
        at.do(c.Join("late"))


@rule("9")
def test_the_last_to_leave_the_lobby_closes_it() -> None:
    at = lobby(2).leave(0)
    assert (at.status, at.state.host) == ("lobby", 1)
    assert at.leave(1).status == "abandoned"


@rule("9")
@HOW
def test_the_hand_goes_to_the_bottom_of_the_draw_pile(kicked: bool) -> None:
    at = goes(table("R1 R2 | G1 G2 G3 | B1 B2", draw="Y8 Y9"), 1, kicked)
    assert at.pile.startswith("Y8 Y9 ")
    assert Counter(at.pile.split()[2:]) == Counter(["G1", "G2", "G3"])
    assert (at.hand(1), at.turn) == ("", 0)


@rule("9")
def test_it_goes_there_in_random_order() -> None:
    """From the seed of the round, so that nobody knows what will be drawn."""
    kept = 0
    for number in range(20):
        at = match(3, bytes([number]) * 32)
        hand = at.hand(1)
        assert sorted(at.leave(1).pile.split()[-7:]) == sorted(hand.split())
        kept += at.pile.endswith(hand)
    assert kept <= 2


@rule("9")
@HOW
@pytest.mark.parametrize(("direction", "turn"), [(1, 2), (-1, 0)])
def test_the_turn_of_who_leaves_passes_on(kicked: bool, direction: int, turn: int) -> None:
    at = goes(table("R1 R2 | G1 G2 | B1 B2", draw=PILE, turn=1, direction=direction), 1, kicked)
    assert (at.turn, at.phase, at.state.direction) == (turn, "play", direction)


@rule("9")
@HOW
def test_who_leaves_with_a_drawn_card_has_passed(kicked: bool) -> None:
    at = table("B1 B2 | G1 G2 | Y1 Y2", draw="R5 G9", turn=1).draw(1)
    assert at.phase == "drawn"
    goes(at, 1, kicked)
    assert (at.turn, at.phase) == (2, "play")
    assert sorted(at.pile.split()) == ["G1", "G2", "G9", "R5"]


@rule("9")
@HOW
def test_the_seats_of_the_others_and_their_scores_stay_and_play_goes_past_the_gap(kicked: bool) -> None:
    at = goes(table("R1 R2 | G1 G2 | R3 R4", draw=PILE, scores=(1, 2, 3)), 1, kicked)
    assert at.scores == [1, 2, 3]
    assert at.play(0, "R1").turn == 2
    assert at.play(2, "R3").turn == 0


@rule("9")
def test_a_skip_passes_over_the_gap() -> None:
    at = table("RS R2 | G1 | B1 B2 | Y1 Y2", draw=PILE).leave(1)
    assert at.play(0, "RS").turn == 3


@rule("9")
@HOW
def test_a_pending_answer_is_taken_as_the_time_out_would(kicked: bool) -> None:
    """Facing a draw card that is to draw; the cards go under the pile with the rest of the hand."""
    at = table("WD4 R1 R2 | G1 | B1 B2", draw=PILE).play(0, "WD4", "blue")
    goes(at, 1, kicked)
    assert (at.turn, at.phase, at.color) == (2, "play", "blue")
    assert at.happened(e.CardsDrawn)[0].cards == ("G3", "G4", "G5", "G6")
    assert Counter(at.pile.split()) == Counter([*PILE.split(), "G1"])


@rule("9")
@HOW
@pytest.mark.parametrize("rest", ["R1 R2", "B1 B2"])
def test_who_played_a_wild_draw_four_may_leave_before_it_is_answered(kicked: bool, rest: str) -> None:
    at = table(f"Y1 Y2 | WD4 {rest} | G1 G2", draw=PILE, turn=1).play(1, "WD4", "blue")
    goes(at, 1, kicked)
    assert (at.turn, at.phase) == (2, "answer")
    judged = at.challenge(2)
    is_guilty = judged.happened(e.ChallengeJudged)[0].guilty
    assert is_guilty is (rest == "R1 R2")
    assert judged.cards(1) == 0
    assert (judged.cards(2), judged.turn) == ((2, 2) if is_guilty else (8, 0))


@rule("9")
@HOW
@pytest.mark.parametrize(("hand", "color"), [("G1 G2 R3", "green"), ("B1 R2 B3", "blue"), ("W W", "red")])
def test_a_pending_color_is_the_one_that_the_leaver_holds_most_of(kicked: bool, hand: str, color: str) -> None:
    at = opening("W Y9", f"R1 R2 | {hand} | B1 B2")
    assert (at.turn, at.phase) == (1, "color")
    goes(at, 1, kicked)
    assert (at.color, at.turn, at.phase) == (color, 2, "play")


@rule("9")
def test_the_dealer_may_leave_while_the_color_is_asked_for() -> None:
    at = opening("W Y9", "R1 R2 | G1 G2 | B1 B2").leave(0)
    assert (at.turn, at.phase) == (1, "color")
    assert at.choose_color(1, "green").turn == 1


@rule("9")
@HOW
def test_who_must_answer_stays_in_turn_when_another_leaves(kicked: bool) -> None:
    at = table("WD4 R1 R2 | G1 | B1 B2 | Y1", draw=PILE).play(0, "WD4", "blue")
    goes(at, 2, kicked)
    assert (at.turn, at.phase) == (1, "answer")
    assert at.draw(1).turn == 3


@rule("9")
@HOW
def test_who_leaves_cannot_be_caught_any_more(kicked: bool) -> None:
    at = table("R1 | R5 G1 | B1 B2 | Y1 Y2", draw=PILE, turn=1).play(1, "R5")
    assert at.uno(1) == "open"
    goes(at, 1, kicked)
    with at.refuses("no-such-seat"):
        at.catch(0, 1)


@rule("9")
@HOW
@pytest.mark.parametrize("seat", [1, 2])
def test_between_rounds_the_others_deal_on(kicked: bool, seat: int) -> None:
    at = goes(table("R5 | G1 | B1 | Y1").play(0, "R5"), seat, kicked)
    assert at.status == "round_over"
    at.deal(3)
    assert at.state.dealer == (2 if seat == 1 else 1), "one seat to the left, past who has left"
    assert at.cards(seat) == 0 and at.cards(3) in (7, 9)


@rule("9")
@HOW
@pytest.mark.parametrize("phase", ["turn", "drawn", "answer", "color", "round_over"])
def test_who_is_left_alone_wins_the_match(kicked: bool, phase: str) -> None:
    at = {
        "turn": lambda: table("R1 R2 | G1 G2", draw=PILE, turn=1),
        "drawn": lambda: table("B1 B2 | G1 G2", draw="R5", turn=1).draw(1),
        "answer": lambda: table("WD4 R1 R2 | G1", draw=PILE).play(0, "WD4", "blue"),
        "color": lambda: opening("W Y9", "R1 R2 | G1 G2"),
        "round_over": lambda: table("R5 | G1").play(0, "R5"),
    }[phase]()
    goes(at, 1, kicked)
    assert (at.status, at.winners) == ("finished", (0,))


@rule("9")
def test_of_three_two_may_leave() -> None:
    at = table("R1 R2 | G1 G2 | B1 B2", draw=PILE).leave(0)
    assert (at.status, at.turn) == ("playing", 1)
    at.leave(1)
    assert (at.status, at.winners) == ("finished", (2,))


@rule("9")
@pytest.mark.parametrize(("leaver", "host"), [(0, 1), (2, 0)])
def test_the_seat_of_a_host_who_leaves_passes_to_the_left(leaver: int, host: int) -> None:
    at = table("R1 R2 | G1 G2 | B1 B2", draw=PILE).leave(leaver)
    assert at.state.host == host


@rule("9")
def test_it_passes_to_the_left_also_where_a_lower_seat_was_taken_again() -> None:
    at = lobby(3).leave(0).do(c.Join("new"))
    assert (at.state.host, at.state.players[0].name) == (1, "new")
    assert at.leave(1).state.host == 2


@rule("9")
def test_only_the_host_removes_a_player_and_not_themself() -> None:
    at = table("R1 R2 | G1 G2 | B1 B2")
    with at.refuses("host-only"):
        at.kick(1, 2)
    with at.refuses("cannot-kick-self"):
        at.kick(0, 0)
    for nobody in (-1, 3, 7):
        with at.refuses("no-such-seat"):
            at.kick(0, nobody)


@rule("9")
def test_who_has_left_does_nothing_more() -> None:
    at = table("R1 R2 | G1 G2 | B1 B2", draw=PILE).leave(1)
    for command in (c.Draw(1), c.Leave(1), c.CallUno(1), c.Deal(1, at.state.seed), c.CatchUno(1, 0)):
        with at.refuses("not-seated"):
            at.do(command)


@rule("9")
def test_the_cards_of_who_has_left_do_not_count() -> None:
    at = table("R1 | G9 G9 | B1", draw=PILE).leave(1).play(0, "R1")
    assert at.scores == [1, 0, 0]


@rule("8")
@rule("9")
def test_a_circle_of_passes_is_one_of_those_who_are_left() -> None:
    at = table("B1 B2 | G1 | Y1 Y2 | G5 G6", top="R7").leave(1)
    assert at.draw(0).cards(0) == 3, "the hand of who left can be drawn"
    at.pass_turn(2).pass_turn(3)
    assert at.status == "playing"
    at.pass_turn(0)
    assert at.status == "round_over"
