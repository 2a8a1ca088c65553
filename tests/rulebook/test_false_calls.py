"""Section 6: a wrong call, a wrong catch, and some time to call."""

from functools import partial

import pytest

from service.engine import commands as c
from service.engine import events as e
from service.engine.cards import Code, Color
from service.engine.choices import BadOption
from service.engine.presets import PRESETS, choose
from tests.rulebook.table import Table, rule, table

PILE = "G3 G4 G5 G6 G7 G8 G9 B3 B4 B5 B6 B7"
calls = partial(table, draw=PILE, false_uno_penalty=2)
catches = partial(table, draw=PILE, false_catch_penalty=2)


@rule("6", false_uno_penalty=0)
def test_a_wrong_call_is_refused_by_default() -> None:
    at = table("R5 Y1 Y2 | G1 G2", draw=PILE, false_uno_penalty=0)
    with at.refuses("uno-not-callable"):
        at.call_uno(0)


@rule("6", false_uno_penalty=2)
@pytest.mark.parametrize(("seat", "cards"), [(0, 5), (1, 4), (2, 3)])
def test_it_can_be_agreed_that_a_wrong_call_costs_cards_and_no_turn(seat: int, cards: int) -> None:
    """Seat 0 has too many cards, seat 1 is not in turn, seat 2 has one that was not just left."""
    at = calls("R5 Y1 Y2 | G1 G2 | B1").call_uno(seat)
    assert (at.cards(seat), at.uno(seat), at.turn, at.phase) == (cards, "none", 0, "play")
    assert [type(event) for event in at.events] == [e.UnoCalled, e.CardsDrawn]
    assert at.happened(e.UnoCalled)[0].wrong and at.happened(e.CardsDrawn)[0].cause == "false_uno"


@rule("6", false_uno_penalty=10)
@pytest.mark.parametrize("penalty", [1, 10])
def test_it_can_cost_another_number(penalty: int) -> None:
    assert calls("R5 Y1 Y2 | G1 G2", false_uno_penalty=penalty).call_uno(0).cards(0) == 3 + penalty


@rule("6", false_uno_penalty=2)
def test_a_right_call_costs_nothing() -> None:
    before = calls("R5 Y1 | G1 G2").call_uno(0)
    assert (before.cards(0), before.uno(0)) == (2, "called")
    after = calls("R5 Y1 | G1 G2").play(0, "R5").call_uno(0)
    assert (after.cards(0), after.uno(0)) == (1, "called")


@rule("6", false_uno_penalty=2)
def test_a_call_that_was_made_already_is_refused_and_costs_nothing() -> None:
    at = calls("R5 Y1 | G1 G2").call_uno(0)
    with at.refuses("uno-not-callable"):
        at.call_uno(0)
    at.play(0, "R5")
    with at.refuses("uno-not-callable"):
        at.call_uno(0)


@rule("6", false_uno_penalty=2)
@pytest.mark.parametrize("hand", ["R5 Y1 Y2", "R5"])
def test_a_call_with_a_play_that_leaves_another_number_is_refused_with_the_play(hand: str) -> None:
    at = calls(f"{hand} | G1 G2")
    with at.refuses("uno-not-callable"):
        at.play(0, "R5", uno=True)


@rule("6", false_uno_penalty=2)
def test_a_call_that_comes_too_late_costs_too() -> None:
    at = calls("R5 Y1 | R1 G2 | B1 B2").play(0, "R5").play(1, "R1").call_uno(0)
    assert (at.hand(0), at.uno(0), at.uno(1)) == ("Y1 G3 G4", "none", "open")


@rule("5")
@rule("6", false_uno_penalty=2)
def test_facing_a_draw_card_without_stacking_a_call_is_wrong_and_the_card_is_still_faced() -> None:
    at = calls("WD4 B1 B2 | Y1 Y2 | G1").play(0, "WD4", "green").call_uno(1)
    assert (at.hand(1), at.turn, at.phase, at.pending.amount) == ("Y1 Y2 G3 G4", 1, "answer", 4)
    assert at.draw(1).cards(1) == 8


@rule("6", false_uno_penalty=2)
def test_a_wrong_call_closes_no_window_of_another() -> None:
    at = calls("R5 Y1 | G1 G2 | B1 B2").play(0, "R5").call_uno(2)
    assert (at.cards(2), at.uno(0)) == (4, "open")
    assert at.catch(1, 0).cards(0) == 3


@rule("6", false_uno_penalty=2)
@rule("3")
def test_a_wrong_call_while_a_drawn_card_is_considered_leaves_it_to_be_played_or_not() -> None:
    at = table("B5 B1 | G1", draw=f"R2 {PILE}", false_uno_penalty=2).draw(0).call_uno(0)
    assert (at.hand(0), at.phase, at.turn) == ("B5 B1 R2 G3 G4", "drawn", 0)
    assert at.play(0, "R2").hand(0) == "B5 B1 G3 G4"


@rule("6", false_uno_penalty=2)
def test_when_the_round_is_over_a_call_is_refused() -> None:
    over = calls("R5 | Y1").play(0, "R5")
    with over.refuses("round-over"):
        over.call_uno(1)


@rule("6", false_uno_penalty=2)
@rule("8")
def test_of_its_price_what_the_piles_do_not_hold_is_dropped() -> None:
    assert table("R5 Y1 Y2 | G1", "R7", "G9", false_uno_penalty=2).call_uno(0).hand(0) == "R5 Y1 Y2 G9"
    assert table("R5 Y1 Y2 | G1", "R7", "", false_uno_penalty=2).call_uno(0).hand(0) == "R5 Y1 Y2"


@rule("6", false_catch_penalty=0)
def test_a_wrong_catch_is_refused_by_default() -> None:
    at = table("R5 Y1 Y2 | G1 G2", draw=PILE, false_catch_penalty=0)
    with at.refuses("nothing-to-catch"):
        at.catch(1, 0)


@rule("6", false_catch_penalty=2)
def test_it_can_be_agreed_that_a_wrong_catch_costs_cards() -> None:
    at = catches("R5 Y1 Y2 | G1 G2 | B1").catch(1, 0)
    assert (at.hand(1), at.cards(0), at.turn) == ("G1 G2 G3 G4", 3, 0)
    assert [type(event) for event in at.events] == [e.UnoCaught, e.CardsDrawn]
    (caught,) = at.happened(e.UnoCaught)
    assert (caught.seat, caught.target, caught.wrong) == (1, 0, True)
    assert at.happened(e.CardsDrawn)[0].cause == "false_catch"


@rule("6", false_catch_penalty=10)
@pytest.mark.parametrize("penalty", [1, 10])
def test_a_wrong_catch_can_cost_another_number(penalty: int) -> None:
    assert catches("R5 Y1 Y2 | G1", false_catch_penalty=penalty).catch(1, 0).cards(1) == 1 + penalty


@rule("6", false_catch_penalty=2)
def test_a_right_catch_costs_only_who_is_caught_and_a_second_one_is_wrong() -> None:
    at = catches("R5 Y1 | G1 G2 | B1 B2").play(0, "R5").catch(1, 0)
    assert (at.cards(0), at.cards(1)) == (3, 2)
    assert at.catch(2, 0).cards(2) == 4


@rule("6", false_catch_penalty=2)
def test_it_is_wrong_to_catch_who_has_called_and_too_late_when_the_window_is_closed() -> None:
    assert catches("R5 Y1 | G1 G2").play(0, "R5", uno=True).catch(1, 0).cards(1) == 4
    late = catches("R5 Y1 | R1 G2 G4 | B1").play(0, "R5").play(1, "R1").catch(2, 0)
    assert (late.cards(0), late.cards(2)) == (1, 3)


@rule("6", false_catch_penalty=2)
def test_to_catch_oneself_or_nobody_is_refused_as_ever() -> None:
    at = catches("R5 Y1 Y2 | G1 G2 | B1").leave(2)
    with at.refuses("cannot-catch-self"):
        at.catch(1, 1)
    for nobody in (2, 7):
        with at.refuses("no-such-seat"):
            at.catch(1, nobody)


@rule("6", false_catch_penalty=2)
def test_a_wrong_catch_clears_the_call_of_who_made_it_and_closes_no_window() -> None:
    at = catches("R5 Y1 | R1 G2 | B1 B2").play(0, "R5", uno=True).play(1, "R1").catch(0, 2)
    assert (at.hand(0), at.uno(0), at.uno(1)) == ("Y1 G3 G4", "none", "open")


@rule("6", false_catch_penalty=2)
@rule("6", uno_trigger="unnoticed")
def test_where_a_catch_is_a_reminder_a_wrong_one_costs_too() -> None:
    at = catches("R5 Y1 | G1 G2 | B1 B2", uno_trigger="unnoticed").play(0, "R5").catch(1, 0)
    assert (at.cards(0), at.cards(1), at.uno(0)) == (1, 2, "called")
    assert at.catch(2, 0).cards(2) == 4


def just_left(now: int = 5_000, grace: int = 1_000, card: str = "R5", **options: int) -> Table:
    """Seat 0 has one card left since `now`."""
    at = table(f"{card} Y1 | R1 G2 | B1 B2", draw=PILE, uno_grace_ms=grace, **options)
    return at.do(c.Play(0, Code(card)), now)


@rule("6", uno_grace_ms=0)
def test_by_default_a_catch_is_never_too_early() -> None:
    assert just_left(grace=0).do(c.CatchUno(1, 0), 5_000).cards(0) == 3


@rule("6", uno_grace_ms=60_000)
@pytest.mark.parametrize("grace", [1, 1_000, 60_000])
def test_so_long_after_the_card_was_played_a_catch_can_be_refused(grace: int) -> None:
    at = just_left(grace=grace)
    for now in (5_000, 5_000 + grace - 1):
        with at.refuses("too-early-to-catch"):
            at.do(c.CatchUno(1, 0), now)
    assert at.do(c.CatchUno(1, 0), 5_000 + grace).hand(0) == "Y1 G3 G4"


@rule("6", uno_grace_ms=60_000)
def test_the_time_is_for_calling_and_not_longer_than_the_window() -> None:
    called = just_left().do(c.CallUno(0), 5_500)
    with called.refuses("nothing-to-catch"):
        called.do(c.CatchUno(1, 0), 6_000)
    closed = just_left().do(c.Play(1, Code("R1")), 5_100)
    with closed.refuses("nothing-to-catch"):
        closed.do(c.CatchUno(2, 0), 6_000)


@rule("6", uno_grace_ms=60_000)
@rule("6", false_catch_penalty=2)
def test_a_catch_that_is_too_early_is_no_wrong_one() -> None:
    at = just_left(false_catch_penalty=2)
    with at.refuses("too-early-to-catch"):
        at.do(c.CatchUno(1, 0), 5_999)
    assert at.do(c.CatchUno(1, 0), 6_000).cards(0) == 3


@rule("6", uno_grace_ms=60_000)
@rule("9", seven_zero=True)
def test_after_a_swap_it_is_reckoned_from_the_swap() -> None:
    at = table("R7 B1 | G1 G2 | Y1 Y2 Y3", "R3", PILE, uno_grace_ms=1_000, seven_zero=True)
    at.do(c.Play(0, Code("R7"), targets=(2,)), 5_000)
    with at.refuses("too-early-to-catch"):
        at.do(c.CatchUno(1, 2), 5_999)
    assert at.do(c.CatchUno(1, 2), 6_000).cards(2) == 3


@rule("6", uno_grace_ms=60_000)
@rule("7", jump_in="numbers")
def test_after_a_jump_in_from_that() -> None:
    at = table("R1 B1 | G1 G2 | R3 W", "R3", PILE, uno_grace_ms=1_000, jump_in="numbers")
    at.do(c.JumpIn(2, Code("R3")), 5_000)
    with at.refuses("too-early-to-catch"):
        at.do(c.CatchUno(1, 2), 5_999)
    assert at.do(c.CatchUno(1, 2), 6_000).cards(2) == 3


@rule("4")
@rule("6", uno_grace_ms=60_000)
def test_and_on_the_mini_pile_from_the_card_that_was_added() -> None:
    hands = "WPU B1 B2 | R2 G1 | R4 Y3 Y4 | Y1 B4"
    at = table(hands, "B3", "R7 G3 G4 G5", preset="party", uno_grace_ms=1_000)
    at.do(c.Play(0, Code("WPU")), 4_000).do(c.Play(1, Code("R2")), 5_000)
    with at.refuses("too-early-to-catch"):
        at.do(c.CatchUno(3, 1), 5_999)
    assert at.do(c.CatchUno(3, 1), 6_000).cards(1) == 3


@rule("5")
@rule("6", uno_grace_ms=60_000)
def test_and_after_a_wild_draw_four_from_that_while_it_is_faced() -> None:
    at = table("WD4 Y1 | G1 G2 | B1", draw=PILE, uno_grace_ms=1_000)
    at.do(c.Play(0, Code("WD4"), Color("red")), 5_000)
    with at.refuses("too-early-to-catch"):
        at.do(c.CatchUno(1, 0), 5_999)
    assert at.do(c.CatchUno(2, 0), 6_000).cards(0) == 3


@rule("6", uno_grace_ms=60_000)
def test_where_a_catch_helps_there_is_no_grace() -> None:
    with pytest.raises(BadOption) as refused:
        choose(PRESETS["classic"], {"uno_grace_ms": 1, "uno_trigger": "unnoticed"})
    assert refused.value.name == "uno_grace_ms"
    with pytest.raises(BadOption):
        choose(PRESETS["flip-farsi"], {"uno_grace_ms": 60_000})


@rule("10")
@rule("6", uno_penalty=1)
def test_in_classic_farsi_a_forgotten_uno_costs_one() -> None:
    at = table("R5 Y1 | G1 G2", draw=PILE, preset="classic-farsi").play(0, "R5").catch(1, 0)
    assert at.hand(0) == "Y1 G3"
