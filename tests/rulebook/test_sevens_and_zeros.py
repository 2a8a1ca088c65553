"""Section 9: a seven swaps two hands, a zero passes them all on."""

from functools import partial

import pytest

from service.engine import events as e
from service.engine.choices import BadOption
from service.engine.presets import PRESETS, choose
from tests.rulebook.table import Table, opening, rule, table

PILE = "G3 G4 G5 G6 G8 G9 B3 B4 B5 B6"
sevens = partial(table, draw=PILE, seven_zero=True)


def hands(at: Table) -> list[str]:
    return [at.hand(seat) for seat in range(len(at.state.players))]


@rule("9", seven_zero=False)
def test_by_default_a_seven_and_a_zero_are_numbers_like_others() -> None:
    at = table("R7 B1 | R0 G2 G3 | Y1", "R3", PILE, seven_zero=False).play(0, "R7").play(1, "R0")
    assert hands(at) == ["B1", "G2 G3", "Y1"]
    named = table("R7 B1 | G1", "R3")
    with named.refuses("targets-required"):
        named.play(0, "R7", targets=(1,))


@rule("9", seven_zero=True)
def test_a_seven_swaps_the_hand_with_that_of_the_player_it_names() -> None:
    at = sevens("R7 B1 B2 | G1 G2 | Y1 Y2 Y3 Y4", "R3").play(0, "R7", targets=(2,))
    assert hands(at) == ["Y1 Y2 Y3 Y4", "G1 G2", "B1 B2"]
    assert (at.turn, at.phase, at.top, at.color) == (1, "play", "R7", "red")
    (swapped,) = at.happened(e.HandsSwapped)
    assert (swapped.seat, swapped.target, swapped.sources) == (0, 2, (2, 1, 0))


@rule("9", seven_zero=True)
@pytest.mark.parametrize(
    ("targets", "reason"),
    [((), "targets-required"), ((1, 2), "targets-required"), ((0,), "bad-targets"), ((3,), "bad-targets")],
)
def test_a_seven_names_one_other_player_who_sits_there(targets: tuple[int, ...], reason: str) -> None:
    at = sevens("R7 B1 B2 | G1 G2 | Y1 Y2", "R3")
    with at.refuses(reason):
        at.play(0, "R7", targets=targets)


@rule("9", seven_zero=True)
def test_nobody_swaps_with_who_has_left() -> None:
    at = sevens("R7 B1 B2 | G1 G2 | Y1 Y2", "R3").leave(1)
    with at.refuses("bad-targets"):
        at.play(0, "R7", targets=(1,))


@rule("9", seven_zero=True)
@pytest.mark.parametrize("card", ["R5", "R0"])
def test_no_other_card_names_anybody(card: str) -> None:
    at = sevens(f"{card} B1 B2 | G1 G2", "R3")
    with at.refuses("targets-required"):
        at.play(0, card, targets=(1,))


@rule("9", seven_zero=True)
@pytest.mark.parametrize(
    ("direction", "after", "sources"),
    [(1, ["Y1", "B1 B2", "G1 G2 G3"], (2, 0, 1)), (-1, ["G1 G2 G3", "Y1", "B1 B2"], (1, 2, 0))],
)
def test_a_zero_passes_every_hand_on_in_the_direction_of_play(
    direction: int, after: list[str], sources: tuple[int, ...]
) -> None:
    at = sevens("R0 B1 B2 | G1 G2 G3 | Y1", "R3", direction=direction).play(0, "R0")
    assert hands(at) == after
    assert at.happened(e.HandsSwapped)[0].sources == sources
    assert (at.turn, at.phase) == (1 if direction == 1 else 2, "play")


@rule("9", seven_zero=True)
def test_a_zero_passes_over_the_gap_that_somebody_has_left() -> None:
    at = sevens("R0 B1 B2 | G1 G2 G3 | Y1 Y2 | Y4 Y5", "R3").leave(1).play(0, "R0")
    assert hands(at) == ["Y4 Y5", "", "B1 B2", "Y1 Y2"]


@rule("9", seven_zero=True)
def test_between_two_a_zero_swaps_the_hands() -> None:
    assert hands(sevens("R0 B1 B2 | G1 G2 G3", "R3").play(0, "R0")) == ["G1 G2 G3", "B1 B2"]


@rule("9", seven_zero=True)
@pytest.mark.parametrize("targets", [(), (1,)])
def test_a_seven_as_the_last_card_swaps_nothing_whether_it_names_anybody_or_not(targets: tuple[int, ...]) -> None:
    over = sevens("R7 | G1 G2 | Y1", "R3").play(0, "R7", targets=targets)
    assert (over.status, over.scores) == ("round_over", [1 + 2 + 1, 0, 0])
    assert not over.happened(e.HandsSwapped)


@rule("9", seven_zero=True)
def test_a_zero_as_the_last_card_passes_nothing_on() -> None:
    over = sevens("R0 | G1 G2 | Y1", "R3").play(0, "R0")
    assert (over.status, over.scores) == ("round_over", [4, 0, 0])


@rule("2")
@rule("9", seven_zero=True)
@pytest.mark.parametrize("card", ["R7", "R0"])
def test_an_opening_one_moves_no_hand(card: str) -> None:
    opened = opening(f"{card} G9", seven_zero=True)
    assert (hands(opened), opened.turn) == (["R1 R2", "G1 G2", "B1 B2"], 1)


@rule("3")
@rule("9", seven_zero=True)
def test_one_that_was_just_drawn_acts_too() -> None:
    at = table("B1 B2 | G1 | Y1", "R3", f"R7 {PILE}", seven_zero=True).draw(0).play(0, "R7", targets=(2,))
    assert (hands(at), at.turn) == (["Y1", "G1", "B1 B2"], 1)


@rule("9", seven_zero=True)
def test_it_is_of_the_classic_game_only() -> None:
    for preset in ("flip", "party"):
        with pytest.raises(BadOption):
            choose(PRESETS[preset], {"seven_zero": True})


@rule("6")
@rule("9")
def test_a_hand_that_becomes_one_card_by_a_swap_opens_the_window_for_its_new_holder() -> None:
    at = sevens("R7 B1 | G1 G2 | Y1 Y2 Y3", "R3").play(0, "R7", targets=(2,))
    assert (at.uno(0), at.uno(2)) == ("none", "open")
    with at.refuses("nothing-to-catch"):
        at.catch(1, 0)
    assert at.catch(0, 2).hand(2) == "B1 G3 G4"


@rule("6")
@rule("9")
@pytest.mark.parametrize("before", [True, False])
def test_the_call_of_who_laid_the_seven_does_not_go_over_to_the_new_holder(before: bool) -> None:
    at = sevens("R7 B1 | G1 G2 | Y1 Y2 Y3", "R3")
    at = at.call_uno(0).play(0, "R7", targets=(2,)) if before else at.play(0, "R7", uno=True, targets=(2,))
    assert (at.uno(0), at.uno(2)) == ("none", "open")


@rule("6")
@rule("9")
def test_the_new_holder_calls_as_long_as_the_window_is_open() -> None:
    at = sevens("R7 B1 | G1 G2 | Y1 Y2 Y3", "R3").play(0, "R7", targets=(2,)).call_uno(2)
    assert at.uno(2) == "called"
    late = sevens("R7 B1 | R1 G2 | Y1 Y2 Y3", "R3").play(0, "R7", targets=(2,)).play(1, "R1")
    assert late.uno(2) == "none"
    with late.refuses("uno-not-callable"):
        late.call_uno(2)


@rule("6")
@rule("9")
def test_who_laid_the_seven_and_gets_one_card_for_more_has_a_window_too() -> None:
    at = sevens("R7 B1 B2 | G1 | Y1 Y2 Y3", "R3").play(0, "R7", targets=(1,))
    assert (at.hand(0), at.hand(1), at.uno(0), at.uno(1)) == ("G1", "B1 B2", "open", "none")
    assert at.catch(2, 0).cards(0) == 3


@rule("6")
@rule("9")
def test_it_cannot_be_called_with_a_seven_that_leaves_two_for_it_is_not_known_yet_to_be_one() -> None:
    at = sevens("R7 B1 B2 | G1 | Y1 Y2 Y3", "R3")
    with at.refuses("uno-not-callable"):
        at.play(0, "R7", uno=True, targets=(1,))
    assert at.play(0, "R7", targets=(1,)).call_uno(0).uno(0) == "called"


def called_one(card: str, others: str = "B1 B2") -> Table:
    """Seat 1 has one card left, has called, and seat 2 is about to lay a card; it is seat 2's turn."""
    return sevens(f"{others} | R5 G1 | {card} Y1 Y2", "R3", turn=1).play(1, "R5", uno=True)


@rule("6")
@rule("9")
def test_a_call_is_void_when_the_single_card_is_swapped_for_more() -> None:
    at = called_one("R7").play(2, "R7", targets=(1,))
    assert (at.hand(1), at.uno(1)) == ("Y1 Y2", "none")
    assert (at.hand(2), at.uno(2)) == ("G1", "open")


@rule("6")
@rule("9")
@pytest.mark.parametrize(("uno", "own"), [(False, "open"), (True, "called")])
def test_of_two_single_cards_that_are_swapped_each_holder_keeps_the_call_that_was_made(uno: bool, own: str) -> None:
    at = sevens("B1 B2 | R5 G1 | R7 Y1", "R3", turn=1).play(1, "R5", uno=True)
    at.play(2, "R7", uno=uno, targets=(1,))
    assert (at.hand(1), at.hand(2)) == ("Y1", "G1")
    assert (at.uno(1), at.uno(2)) == ("called", own)


@rule("6")
@rule("9")
def test_who_got_away_with_one_card_and_gets_another_one_for_it_can_be_caught_again() -> None:
    """Seat 1 had not called, and the window had closed when seat 2 began its turn."""
    at = sevens("B1 B2 | R5 G1 | R7 Y1", "R3", turn=1).play(1, "R5").play(2, "R7", uno=True, targets=(1,))
    assert (at.hand(1), at.hand(2)) == ("Y1", "G1")
    assert (at.uno(1), at.uno(2)) == ("open", "called")


@rule("6")
@rule("9")
def test_a_zero_opens_the_window_of_who_gets_a_single_card_and_clears_the_call_of_who_gave_it() -> None:
    at = sevens("B1 B2 B3 | R5 G1 | R0 Y1 Y2", "R3", turn=1).play(1, "R5", uno=True).play(2, "R0")
    assert hands(at) == ["Y1 Y2", "B1 B2 B3", "G1"]
    assert [at.uno(seat) for seat in range(3)] == ["none", "none", "open"]
    assert at.catch(1, 2).cards(2) == 3


@rule("6")
@rule("9")
def test_single_cards_that_a_zero_passes_on_are_called_or_not_by_who_holds_them_now() -> None:
    at = sevens("B1 B2 B3 | R5 G1 | R0 Y1", "R3", turn=1).play(1, "R5", uno=True).play(2, "R0")
    assert hands(at) == ["Y1", "B1 B2 B3", "G1"]
    assert [at.uno(seat) for seat in range(3)] == ["open", "none", "open"]
    own = sevens("B1 B2 B3 | R5 G1 | R0 Y1", "R3", turn=1).play(1, "R5", uno=True).play(2, "R0", uno=True)
    assert [own.uno(seat) for seat in range(3)] == ["open", "none", "called"]


@rule("6")
@rule("9")
def test_the_new_holder_who_is_in_turn_is_caught_until_that_turn_is_over() -> None:
    at = sevens("R7 B1 | G1 G2 G3", "R3").play(0, "R7", targets=(1,))
    assert (at.turn, at.hand(1), at.uno(1)) == (1, "B1", "open")
    assert at.catch(0, 1).hand(1) == "B1 G3 G4"


@rule("6", uno_trigger="unnoticed")
@rule("9")
def test_the_penalty_that_falls_by_itself_falls_for_the_new_holder() -> None:
    at = sevens("R7 B1 | R1 G2 | Y1 Y2 Y3", "R3", uno_trigger="unnoticed").play(0, "R7", targets=(2,)).play(1, "R1")
    assert (at.hand(2), at.cards(0)) == ("B1 G3 G4", 3)


@rule("7", jump_in="any")
@rule("9")
def test_who_jumps_in_with_a_seven_swaps_and_play_goes_on_from_there() -> None:
    at = sevens("R1 B1 | G1 G2 | R7 W Y2 | Y1 Y3 Y4 Y5", "R7", jump_in="any")
    with at.refuses("targets-required"):
        at.jump_in(2, "R7")
    at.jump_in(2, "R7", targets=(0,))
    assert hands(at) == ["W Y2", "G1 G2", "R1 B1", "Y1 Y3 Y4 Y5"]
    assert (at.turn, at.phase) == (3, "play")


@rule("7", jump_in="numbers")
@rule("9")
def test_who_jumps_in_with_a_zero_passes_all_hands_on() -> None:
    at = sevens("R1 B1 | G1 G2 | R0 W Y2 | Y1 Y3 Y4 Y5", "R0", jump_in="numbers").jump_in(2, "R0")
    assert hands(at) == ["Y1 Y3 Y4 Y5", "R1 B1", "G1 G2", "W Y2"]
    assert at.turn == 3


@rule("7", jump_in="any")
@rule("9")
def test_a_wrong_seven_goes_back_and_swaps_nothing() -> None:
    at = sevens("R1 B1 | G1 G2 | B7 W Y2", "R7", jump_in="any").jump_in(2, "B7", targets=(0,))
    assert (hands(at), at.turn) == (["R1 B1", "G1 G2", "B7 W Y2 G3"], 0)


@rule("10")
@rule("9")
def test_the_mobile_preset_has_sevens_stacking_and_jumping_in() -> None:
    at = table("R7 B1 B2 | G1 G2 G3 | WD4 Y1 Y2 RD2", "R3", PILE, preset="mobile").play(0, "R7", targets=(1,))
    assert hands(at)[:2] == ["G1 G2 G3", "B1 B2"]
    stacked = table("R7 B1 B2 | RD2 G1 | WD4 Y1 Y2", "R3", PILE, preset="mobile", turn=1).play(1, "RD2")
    assert stacked.play(2, "WD4", "red").pending.amount == 6
    assert table("R1 B1 | G1 G2 | RS Y1", "RS", PILE, preset="mobile").jump_in(2, "RS").turn == 1
    assert table("R1 B1 | G1 G2", "R3", PILE, preset="mobile").draw(0).cards(0) == 3, "nobody must play"
