"""UNO Party, sections 4 and 9: the mini-pile, and drawing together."""

from functools import partial
from typing import Any

import pytest

from service.engine import events as e
from service.engine import view
from tests.rulebook.table import Table, rule, table

party = partial(table, preset="party")
PILE = "R7 G3 G4 G5 G6 G7 G8 G9 B3 B5 B6 B7"
HANDS = "WPU B1 B2 | G5 R2 GS | RS Y3 Y2 | Y1 B4 B6"


def piled(hands: str = HANDS, draw: str = PILE, top: str = "B3", **options: Any) -> Table:
    return party(hands, top, draw, **options).play(0, "WPU")


def linked(
    hands: str, link: tuple[int, ...] = (1, 2), draw: str = "G4 G5 G6 G7 G8 G9 B4 B5 B6 B7 B8 B9 Y4 Y5", **options: Any
) -> Table:
    return party(hands, "R3", draw, link=link, **options)


@rule("4")
def test_the_top_of_the_draw_pile_is_turned_up_and_the_others_add_to_it_from_the_next_player_on() -> None:
    at = piled()
    assert (at.phase, at.turn, at.pile_cards, at.color) == ("pile_up", 1, "R7", "red")
    assert at.moves(1) == {"play"}
    at.play(1, "R2")
    assert (at.turn, at.pile_cards) == (2, "R7 R2")


@rule("4")
def test_a_wild_pile_up_names_no_color() -> None:
    at = party(HANDS, "B3", PILE)
    with at.refuses("color-required"):
        at.play(0, "WPU", "red")


@rule("4")
def test_only_a_card_of_its_color_or_a_wild_goes_onto_it_and_a_player_who_can_must() -> None:
    at = piled()
    for card in ("G5", "GS"):
        with at.refuses("not-for-the-pile"):
            at.play(1, card)
    with at.refuses("must-add-to-pile"):
        at.draw(1)
    with at.refuses("must-add-to-pile"):
        at.pass_turn(1)
    with at.refuses("not-your-turn"):
        at.play(2, "RS")


@rule("4")
def test_a_card_on_the_mini_pile_has_no_effect_and_a_wild_changes_nothing() -> None:
    at = piled("WPU B1 B2 | RS W R2 | RD2 Y3 | R4 B4").play(1, "RS")
    assert (at.turn, at.pile_cards) == (2, "R7 RS")
    at.play(2, "RD2")
    assert (at.turn, at.cards(3)) == (3, 2)
    again = piled("WPU B1 B2 | W R2 G1 | WD4 Y3 R1 | R4 B4").play(1, "W")
    assert (again.color, again.turn, again.pile_cards) == ("red", 2, "R7 W")
    with again.refuses("not-for-the-pile"):
        again.play(2, "WD4", "blue")
    again.play(2, "WD4")
    assert (again.phase, again.turn, again.color) == ("pile_up", 3, "red")


@rule("4")
def test_wilds_that_are_turned_up_stay_under_it() -> None:
    at = piled(draw="WD4 W G7 B5")
    assert (at.pile_cards, at.color, at.pile) == ("WD4 W G7", "green", "B5")


@rule("4")
def test_the_first_who_cannot_add_takes_it_all_at_once_and_the_player_after_is_in_turn() -> None:
    at = piled().play(1, "R2").play(2, "RS")
    assert at.hand(3) == "Y1 B4 B6 R7 R2 RS"
    assert (at.phase, at.turn, at.color, at.top) == ("play", 0, "red", "WPU")
    with at.refuses("illegal-play"):
        at.play(0, "B1")
    at = piled("WPU B1 | G5 GS | RS Y3 | Y1 B4")
    assert (at.hand(1), at.turn) == ("G5 GS R7", 2), "no one need be able to add"


@rule("4")
def test_after_a_mini_pile_its_color_or_a_wild_matches() -> None:
    at = piled("WPU R1 B2 | G5 GS | B1 R5 WPU | Y1 B4")
    with at.refuses("illegal-play"):
        at.play(2, "B1")
    assert at.play(2, "R5").top == "R5"


@rule("4", pile_up_decline=False)
def test_by_default_nobody_declines() -> None:
    assert piled(pile_up_decline=False).moves(1) == {"play"}


@rule("4", pile_up_decline=True)
def test_it_can_be_agreed_that_who_could_add_may_take_it_instead() -> None:
    at = piled(pile_up_decline=True)
    assert at.moves(1) == {"play", "draw"}
    at.draw(1)
    assert (at.hand(1), at.turn, at.phase) == ("G5 R2 GS R7", 2, "play")


@rule("4")
def test_no_jump_in_draw_or_challenge_while_it_runs() -> None:
    at = piled(jump_in="any")
    with at.refuses("jump-in-closed"):
        at.jump_in(2, "RS")
    with at.refuses("not-challengeable"):
        at.challenge(1)


@rule("4")
def test_emptying_ones_hand_onto_it_wins_the_round() -> None:
    over = piled("WPU B1 B2 | R2 | RS Y3").play(1, "R2")
    assert (over.status, over.scores) == ("round_over", [0, 1 + 2 + 20 + 3, 0])
    assert sorted(over.state.discard) == ["B3", "R2", "R7", "WPU"]


@rule("4")
def test_a_draw_two_that_empties_a_hand_onto_it_makes_nobody_draw() -> None:
    assert piled("WPU B1 B2 | RD2 | RS Y3").play(1, "RD2").cards(2) == 2


@rule("4")
@rule("8")
def test_turning_up_goes_on_through_a_reshuffle() -> None:
    at = piled("WPU B1 B2 | G5 R2 | RS Y3", draw="W", top="R4 B3")
    assert at.state.discard == ("WPU",)
    assert at.pile_cards.startswith("W ") and at.color in ("red", "blue")


@rule("4")
def test_if_nothing_can_be_turned_up_the_player_names_a_color_instead() -> None:
    at = party("WPU B1 B2 | G5 R2 | RS Y3", "W", "W WD4", color="red").play(0, "WPU")
    assert (at.phase, at.turn) == ("color", 0)
    at.choose_color(0, "green")
    assert (at.turn, at.phase, at.color) == (1, "play", "green")


@rule("4")
def test_a_wild_pile_up_as_the_last_card_does_nothing_more() -> None:
    assert party("WPU | G1 | B1", "R3", PILE).play(0, "WPU").status == "round_over"


@rule("6")
def test_adding_a_card_opens_the_window_and_a_call_is_made_before_or_with_it() -> None:
    at = piled("WPU B1 B2 | R2 G1 | R4 Y3 | Y1 B4").play(1, "R2")
    assert at.uno(1) == "open"
    assert at.catch(3, 1).cards(1) == 3
    called = piled("WPU B1 B2 | R2 G1 | R4 Y3 | Y1 B4").call_uno(1).play(1, "R2")
    assert called.uno(1) == "called"
    assert piled("WPU B1 B2 | R2 G1 | R4 Y3 | Y1 B4").play(1, "R2", uno=True).uno(1) == "called"


@rule("9")
def test_who_must_add_and_leaves_takes_it_and_the_player_after_is_in_turn() -> None:
    at = piled().leave(1)
    assert (at.phase, at.turn) == ("play", 2)
    assert "R7" in at.pile.split()
    other = piled().leave(2)
    assert (other.phase, other.turn) == ("pile_up", 1)


@rule("4")
def test_a_wild_drawn_together_names_a_color_and_two_players_who_draw_together_from_then_on() -> None:
    at = party("WDT GD2 B2 | B5 G2 | R9 B3 | Y1 R4", "R3", "Y9 Y8 Y7").play(0, "WDT", "blue", targets=(1, 2))
    assert (at.state.link, at.color, at.turn) == ((1, 2), "blue", 1)
    at.draw(1)
    assert (at.hand(1), at.hand(2), at.turn) == ("B5 G2 Y9", "R9 B3 Y8", 2)


@rule("4")
@pytest.mark.parametrize("targets", [(), (1,), (1, 1), (1, 9), (0, 1, 2)])
def test_it_names_two_different_players(targets: tuple[int, ...]) -> None:
    at = party("WDT GD2 B2 | B5 G2 | R9 B3", "R3", PILE)
    with at.refuses("targets-required" if len(targets) != 2 else "bad-targets"):
        at.play(0, "WDT", "blue", targets=targets)


@rule("4")
def test_no_other_card_names_players() -> None:
    at = party("W R2 B2 | B5 G2 | R9 B3", "R3", PILE)
    with at.refuses("targets-required"):
        at.play(0, "R2", targets=(1, 2))


@rule("4")
def test_not_the_pair_that_is_linked_already_and_a_new_pair_replaces_the_old_one() -> None:
    at = linked("WDT GD2 B2 | B5 G2 | R9 B3 | Y1")
    for again in ((1, 2), (2, 1)):
        with at.refuses("bad-targets"):
            at.play(0, "WDT", "blue", targets=again)
    assert at.play(0, "WDT", "blue", targets=(0, 1)).state.link == (0, 1)


@rule("4", link_self=True)
def test_the_player_may_be_one_of_the_two() -> None:
    assert party("WDT B2 | B5 | R9", "R3", PILE).play(0, "WDT", "blue", targets=(0, 2)).state.link == (0, 2)


@rule("4", link_self=False)
def test_it_can_be_agreed_that_nobody_links_themselves() -> None:
    at = party("WDT B2 | B5 | R9", "R3", PILE, link_self=False)
    with at.refuses("bad-targets"):
        at.play(0, "WDT", "blue", targets=(0, 2))
    at.play(0, "WDT", "blue", targets=(1, 2))


@rule("4")
@rule("4", link_mirrors="all")
@pytest.mark.parametrize(
    ("hands", "act", "first", "count"),
    [
        ("RD2 R1 | G1 G2 | B1 B2 | Y1", lambda at: at.play(0, "RD2"), 1, 2),
        ("WD4 B1 B2 | G1 G2 | B1 B2 | Y1", lambda at: at.play(0, "WD4", "blue").draw(1), 1, 4),
        ("WD4 B1 B2 | G1 G2 | B1 B2 | Y1", lambda at: at.play(0, "WD4", "blue").challenge(1), 1, 6),
        ("Y8 B2 | G1 G2 | B1 B2 | Y1", lambda at: at.draw(0).draw(1), 1, 1),
        ("R5 B2 | R1 B2 | B1 B2 | Y1", lambda at: at.play(0, "R5").play(1, "R1").catch(3, 1), 1, 2),
        ("R5 B2 | R1 B2 | B1 B2 | Y1", lambda at: at.jump_in(1, "R1"), 1, 1),
    ],
)
def test_every_draw_of_one_of_the_two_is_mirrored_and_not_mirrored_back(
    hands: str, act: Any, first: int, count: int
) -> None:
    at = linked(hands, link=(1, 3))
    before = at.cards(3)
    act(at)
    drawn = [(event.seat, event.cause) for event in at.happened(e.CardsDrawn)]
    assert (drawn[-2][0], drawn[-1]) == (first, (3, "link"))
    assert at.cards(3) == before + count


@rule("4")
def test_a_mirrored_draw_costs_no_turn() -> None:
    at = linked("RD2 R1 | G1 G2 | B1 B2 | Y1").play(0, "RD2")
    assert at.turn == 2 and at.cards(2) == 4


@rule("4", link_mirrors="forced")
def test_it_can_be_agreed_that_a_draw_of_choice_is_not_mirrored() -> None:
    at = linked("Y8 B2 | G1 G2 | B1 B2 | Y1", link_mirrors="forced").draw(0).draw(1)
    assert (at.cards(1), at.cards(2)) == (3, 2)
    assert linked("RD2 R1 | G1 G2 | B1 B2 | Y1", link_mirrors="forced").play(0, "RD2").cards(2) == 4


@rule("4")
def test_a_drawn_card_may_be_played_though_the_other_has_drawn_after_it() -> None:
    at = linked("Y8 B2 | B1 G2 | B1 B2 | Y1", draw="R9 G8", link=(0, 2)).draw(0)
    assert (at.phase, at.hand(0), at.hand(2)) == ("drawn", "Y8 B2 R9", "B1 B2 G8")
    assert at.play(0, "R9").turn == 1


@rule("4")
def test_taking_a_mini_pile_is_not_drawing() -> None:
    at = party("WPU B1 | G5 GS | B1 Y3 | Y1 B4", "B3", PILE, link=(1, 3)).play(0, "WPU")
    assert (at.cards(1), at.cards(3)) == (3, 2)


@rule("4")
def test_a_point_taken_ends_the_link_before_its_draws() -> None:
    at = linked("RPT R1 | G1 G2 | B1 B2").play(0, "RPT")
    assert at.state.link is None
    for seat, target in ((0, 1), (1, 0), (2, 1)):
        at.do_point(seat, target)
    assert (at.cards(1), at.cards(2)) == (4, 2)


@rule("4")
def test_the_end_of_the_round_ends_it() -> None:
    over = linked("R1 | G1 G2 | B1 B2").play(0, "R1")
    assert over.state.link is None
    assert over.deal(0).state.link is None


@rule("4")
@rule("8")
def test_in_the_middle_of_a_mirrored_draw_the_cards_may_run_out() -> None:
    at = linked("RD2 R1 | G1 | B1", draw="G8 G9").play(0, "RD2")
    assert (at.hand(1), at.hand(2)) == ("G1 G8 G9", "B1 R3")


@rule("9")
@pytest.mark.parametrize("leaver", [1, 2])
def test_a_link_with_who_leaves_ends(leaver: int) -> None:
    at = linked("R1 R2 | G1 G2 | B1 B2").leave(leaver)
    assert at.state.link is None
    assert [type(event) for event in at.events[:1]] == [e.LinkEnded]


@rule("4")
def test_a_wild_drawn_together_as_the_last_card_links_nobody() -> None:
    assert party("WDT | G1 | B1", "R3", PILE).play(0, "WDT", "red", targets=(1, 2)).state.link is None


@rule("4")
def test_everybody_sees_the_link_and_the_mini_pile() -> None:
    at = party(HANDS, "B3", PILE, link=(1, 3)).play(0, "WPU")
    for viewer in (None, 0, 2):
        shown = view(at.state, viewer, game_id="g", version=1, server_time="now")
        assert shown.link == (1, 3)
        assert (shown.pile.color, shown.pile.cards) == ("red", ("R7",))


@rule("4")
@rule("9")
@pytest.mark.parametrize("options", [{}, {"link_self": False}])
@pytest.mark.parametrize("forced", [{"play_drawn_card": "forced"}, {"force_play": True}])
def test_a_card_that_finds_no_pair_is_not_playable(options: dict[str, Any], forced: dict[str, Any]) -> None:
    """Two players are left, and they are linked already, or nobody may link themselves: nobody is stuck with it."""
    hands, draw = "R1 R2 | B1 B2 | G1 G2", "WDT R5 R7"
    link = () if options else (0, 1)
    at = party(hands, "Y9", draw, link=link, **options, **forced).leave(2).draw(0)
    assert (at.hand(0), at.turn, at.phase) == ("R1 R2 WDT", 1, "play")
    held = party("R1 WDT | B1 B2 | G1 G2", "Y9", draw, link=link, **options, **forced).leave(2)
    with held.refuses("bad-targets"):
        held.play(0, "WDT", "red", targets=(0, 1))
    assert held.draw(0).cards(0) == 3
