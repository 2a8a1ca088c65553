"""UNO Flip, sections 4 and 9: the flip, its actions, what is seen of the other side, and its scores."""

from functools import partial
from typing import Any

import pytest

from service.engine import events as e
from service.engine import view
from service.engine.presets import PRESETS
from tests.rulebook.table import Table, opening, rule, table

flip = partial(table, preset="flip")
opened = partial(opening, preset="flip")
HANDS = "RF/O9 R1/P4 B2/T6 | G1/P7 G2/O2 G3/V3 | Y1/T8 Y2/O3 Y3/V4"
DRAW = "R5/P1 R6/T2 R7/O3 R8/V8 R9/V9 B1/P2 B3/T3"


@rule("4")
@rule("4", flip_top="pile")
def test_the_discard_pile_is_turned_over_as_a_whole_and_the_other_face_of_the_oldest_is_the_new_top() -> None:
    at = flip(HANDS, "R1/P5 G2/T9 R3/T2", DRAW).play(0, "RF")
    assert (at.state.side, at.top, at.color) == ("dark", "P5", "pink")
    assert at.state.discard == ("RF/O9", "R3/T2", "G2/T9", "R1/P5")


@rule("4", flip_top="played_card")
def test_the_flip_itself_can_stay_on_top() -> None:
    at = flip(HANDS, "R1/P5 R3/T2", DRAW, flip_top="played_card").play(0, "RF")
    assert (at.top, at.color, at.turn) == ("O9", "orange", 1)
    assert at.state.discard == ("R1/P5", "R3/T2", "RF/O9")


@rule("4")
def test_the_draw_pile_is_turned_over_too_and_every_hand() -> None:
    at = flip(HANDS, "R1/P5 R3/T2", DRAW).play(0, "RF")
    assert at.pile == "T3 P2 V9 V8 O3 T2 P1"
    assert [at.hand(seat) for seat in range(3)] == ["P4 T6", "P7 O2 V3", "T8 O3 V4"]


@rule("4")
@pytest.mark.parametrize(("direction", "turn"), [(1, 1), (-1, 2)])
def test_then_the_next_player_plays_on_the_new_top(direction: int, turn: int) -> None:
    at = flip(HANDS, "R1/P5 R3/T2", DRAW, direction=direction).play(0, "RF")
    assert (at.turn, at.phase, at.state.direction) == (turn, "play", direction)


@rule("4")
def test_a_flip_back_shows_the_light_side_again() -> None:
    at = flip("RF/O9 R1/P4 | G1/PF G2/O2 | Y1/T8 Y2/O3", "R1/P5", DRAW).play(0, "RF").play(1, "PF")
    assert at.state.side == "light"
    assert (at.top, at.turn) == ("RF", 2)
    assert at.state.discard == ("G1/PF", "R1/P5", "RF/O9")


@rule("4")
@pytest.mark.parametrize("exposed", ["PSE", "PD5", "PR", "PF"])
def test_an_exposed_action_does_not_act(exposed: str) -> None:
    at = flip(HANDS, f"R1/{exposed} R3/T2", DRAW).play(0, "RF")
    assert (at.top, at.turn, at.cards(1), at.state.direction) == (exposed, 1, 3, 1)


@rule("4")
@rule("4", flip_exposed_wild="flipper")
@pytest.mark.parametrize("exposed", ["W", "WDC"])
def test_an_exposed_wild_has_no_color_and_the_player_of_the_flip_names_one(exposed: str) -> None:
    at = flip(HANDS, f"R1/{exposed} R3/T2", DRAW).play(0, "RF")
    assert (at.top, at.color, at.turn, at.phase) == (exposed, None, 0, "color")
    with at.refuses("not-your-turn"):
        at.play(1, "P7")
    with at.refuses("color-not-on-side"):
        at.choose_color(0, "red")
    at.choose_color(0, "pink")
    assert (at.color, at.turn, at.phase) == ("pink", 1, "play")
    with at.refuses("not-challengeable"):
        at.challenge(1)


@rule("4", flip_exposed_wild="next_player")
def test_the_next_player_can_be_who_names_the_color_of_an_exposed_wild() -> None:
    at = flip(HANDS, "R1/W R3/T2", DRAW, flip_exposed_wild="next_player").play(0, "RF")
    assert (at.turn, at.phase) == (1, "color")
    assert at.choose_color(1, "pink").turn == 1


@rule("4")
def test_a_color_named_on_the_old_side_never_carries_over() -> None:
    at = flip("BF/O9 R1/P4 B2/T6 | G1/P7 G2/O2", "R1/P5 W/T1", DRAW, color="blue").play(0, "BF")
    assert (at.color, at.top) == ("pink", "P5")


@rule("4")
@pytest.mark.parametrize(("top", "fits"), [("RF/P1", True), ("B3/P1", True), ("R3/P1", False)])
def test_a_flip_matches_by_color_or_on_another_flip(top: str, fits: bool) -> None:
    at = flip("BF/O9 R1/P4 | G1/P7", top, DRAW)
    if fits:
        assert at.play(0, "BF").state.side == "dark"
    else:
        with at.refuses("illegal-play"):
            at.play(0, "BF")


@rule("4")
def test_a_draw_one_and_a_draw_five_make_the_next_player_draw_and_lose_the_turn() -> None:
    one = flip("RD1 R1 | G1 | B1", "R3", DRAW).play(0, "RD1")
    assert (one.hand(1), one.turn) == ("G1 R5", 2)
    five = flip("R1/PD5 R1/P4 | G1/T1 | B1/V1", "R3/P3", DRAW, side="dark").play(0, "PD5")
    assert (five.hand(1), five.turn) == ("T1 P1 T2 O3 V8 V9", 2)


@rule("4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_after_a_skip_everyone_the_same_player_plays_again(players: int) -> None:
    others = " | ".join(["G1/T1 G2/T2"] * (players - 1))
    at = flip(f"R1/PSE R2/P4 R3/P5 | {others}", "R3/P3", DRAW, side="dark").play(0, "PSE")
    assert (at.turn, at.phase) == (0, "play")
    assert at.play(0, "P4").turn == 1


@rule("6")
def test_a_skip_everyone_does_not_close_the_window() -> None:
    at = flip("R1/PSE R2/T4 | G1/T1 G2/T2 | B1/V1 B2/V2", "R3/P3", DRAW, side="dark").play(0, "PSE")
    assert at.uno(0) == "open"
    assert at.catch(2, 0).cards(0) == 3


@rule("4")
@pytest.mark.parametrize(
    ("card", "drawn", "side"), [("RD1/P1", 1, "light"), ("R1/PD5", 5, "dark"), ("WD2/P1", 2, "light")]
)
def test_a_drawing_card_played_as_the_last_still_makes_the_next_player_draw(card: str, drawn: int, side: str) -> None:
    over = flip(f"{card} | G1/T1 | B1/V1", "R3/P3", DRAW, side=side)
    named = card.split("/")[side == "dark"]
    over.play(0, named, "red" if named == "WD2" else None)
    assert (over.status, over.cards(1)) == ("round_over", 1 + drawn)


@rule("4")
def test_a_wild_draw_color_played_as_the_last_card_is_drawn_for_too() -> None:
    over = flip("R1/WDC | G1/T1 | B1/V1", "R3/P3", DRAW, side="dark").play(0, "WDC", "orange")
    assert (over.status, over.hand(1)) == ("round_over", "T1 P1 T2 O3")


@rule("4")
@rule("4", flip_last_card="flip_then_score")
def test_a_flip_as_the_last_card_flips_first_and_the_new_side_is_scored() -> None:
    over = flip("RF/P4 | G1/WDC G2/O2 | WD2/PSE Y2/PD5", "R3/P2", DRAW).play(0, "RF")
    assert (over.status, over.state.side, over.scores) == ("round_over", "dark", [60 + 2 + 30 + 20, 0, 0])


@rule("4", flip_last_card="score_old_side")
def test_a_flip_as_the_last_card_can_leave_the_old_side_to_be_scored() -> None:
    over = flip("RF/P4 | G1/WDC G2/O2 | WD2/PSE Y2/PD5", "R3/P2", DRAW, flip_last_card="score_old_side").play(0, "RF")
    assert (over.status, over.state.side, over.scores) == ("round_over", "light", [1 + 2 + 50 + 2, 0, 0])


@rule("4")
def test_an_exposed_wild_asks_nobody_when_the_round_is_over() -> None:
    assert flip("RF/P4 | G1/T1", "R3/W", DRAW).play(0, "RF").status == "round_over"


@rule("9")
@pytest.mark.parametrize(
    ("left", "side", "points"),
    [
        ("G7/T1", "light", 7), ("G7/T1", "dark", 1),
        ("GS/T1", "light", 20), ("GR/T1", "light", 20), ("GD1/T1", "light", 10), ("GF/T1", "light", 20),
        ("W/T1", "light", 40), ("WD2/T1", "light", 50),
        ("G7/TD5", "dark", 20), ("G7/TR", "dark", 20), ("G7/TSE", "dark", 30), ("G7/TF", "dark", 20),
        ("G7/W", "dark", 40), ("G7/WDC", "dark", 60),
    ],
)  # fmt: skip
def test_cards_count_by_the_side_on_which_the_round_ends(left: str, side: str, points: int) -> None:
    over = flip(f"R1/P4 | {left}", "R3/P2", DRAW, side=side).play(0, "R1" if side == "light" else "P4")
    assert over.scores == [points, 0]


@rule("8")
def test_a_reshuffle_keeps_the_side() -> None:
    at = flip("R1/T4 R2/T6 | G1/P7", "R1/V5 R4/O5 R3/P2", "", side="dark").draw(0)
    assert at.state.side == "dark" and at.top == "P2"
    assert at.happened(e.DeckReshuffled)


@rule("1")
def test_of_cards_that_show_the_same_face_the_one_held_longest_is_played() -> None:
    at = flip("R5/P1 R5/T2 R5/O3 | G1/P7", "R3/P2", DRAW).play(0, "R5")
    assert at.state.players[0].hand == ("R5/T2", "R5/O3")


@rule("1")
def test_of_cards_that_show_the_same_face_the_drawn_one_is_played_while_it_is_considered() -> None:
    at = flip("R5/P1 B1/T2 | G1/P7", "R3/P2", "R5/V9 R6/V8").draw(0).play(0, "R5")
    assert at.state.players[0].hand == ("R5/P1", "B1/T2")
    assert at.state.discard[-1] == "R5/V9"


def seen(at: Table, viewer: int | None) -> Any:
    return view(at.state, viewer, game_id="g", version=1, server_time="now")


@rule("4")
@rule("4", inactive_faces="opponents")
def test_everyone_else_sees_the_inactive_faces_of_a_hand_sorted_and_its_holder_does_not() -> None:
    at = flip("B2/T6 RF/O9 R1/P4 | G1/P7 G2/O2", "R1/P5", DRAW)
    for viewer in (None, 1):
        assert seen(at, viewer).players[0].backs == ("O9", "P4", "T6")
    assert not seen(at, 0).players[0].backs
    assert seen(at, 0).players[1].backs == ("O2", "P7")
    assert {seen(at, viewer).draw_top_back for viewer in (None, 0, 1)} == {"P1"}
    at.play(0, "RF")
    assert seen(at, 1).players[0].backs == ("B2", "R1")


@rule("4", inactive_faces="everyone")
def test_everybody_can_be_who_sees_them() -> None:
    at = flip("B2/T6 RF/O9 | G1/P7 G2/O2", "R1/P5", DRAW, inactive_faces="everyone")
    assert seen(at, 0).players[0].backs == ("O9", "T6")


@rule("4", inactive_faces="hidden")
def test_nobody_can_be_who_sees_them() -> None:
    at = flip("B2/T6 RF/O9 | G1/P7 G2/O2", "R1/P5", DRAW, inactive_faces="hidden")
    for viewer in (None, 0, 1):
        shown = seen(at, viewer)
        assert not shown.draw_top_back and not any(player.backs for player in shown.players)


@rule("9")
def test_the_hand_of_a_leaver_keeps_its_faces_under_the_pile() -> None:
    at = flip("B2/T6 RF/O9 | G1/P7 G2/O2 | Y1/V1", "R1/P5", "R5/P1", side="dark", turn=2).leave(1)
    assert sorted(at.state.draw_pile) == ["G1/P7", "G2/O2", "R5/P1"]


@rule("10")
@pytest.mark.parametrize(
    ("preset", "differs"),
    [
        ("flip", {}),
        (
            "flip-farsi",
            {
                "opening_reverse": "right_of_dealer", "voluntary_draw": False, "play_drawn_card": "forced",
                "uno_trigger": "unnoticed", "wild_draw_bluff": "refused",
            },
        ),
        ("flip-gamerules", {"opening_wild": "dealer", "wild_draw_legal_if": "nothing_playable"}),
    ],
)  # fmt: skip
def test_the_presets_of_flip(preset: str, differs: dict[str, Any]) -> None:
    assert PRESETS[preset].game == "flip" and PRESETS[preset].differs == differs


@rule("9")
def test_a_leaver_is_answered_for_on_the_side_that_is_up() -> None:
    at = flip("RF/O9 G1/V1 G2/V2 R1/P4 | G1/P7 | Y1/T8", "R1/W R3/T2", DRAW).play(0, "RF").leave(0)
    assert (at.color, at.turn, at.phase) == ("purple", 1, "play")
