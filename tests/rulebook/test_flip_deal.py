"""UNO Flip, sections 1 and 2: the double deck, how its faces are paired, and the opening."""

from collections import Counter
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from service.engine import events as e
from service.engine.cards import FACES, Color, Side, code_on
from service.engine.rulesets import RULESETS
from service.engine.state import Turn
from tests.rulebook.table import Table, match, opening, rule, table

flip = partial(table, preset="flip")
opened = partial(opening, preset="flip")


def cards_of(dealt: Table) -> list[str]:
    state = dealt.state
    return [*state.draw_pile, *state.discard, *(card for player in state.players for card in player.hand)]


def faces(colors: str, symbols: str, wild_draw: str) -> Counter[str]:
    return Counter({color + symbol: 2 for color in colors for symbol in symbols.split()} | {"W": 4, wild_draw: 4})


@rule("1")
def test_each_side_has_two_each_of_one_to_nine_and_of_four_actions_and_four_of_each_wild() -> None:
    deck = RULESETS["flip"].deck
    assert deck.size == 112
    light, dark = Counter(deck.faces(Side.LIGHT)), Counter(deck.faces(Side.DARK))
    assert light == faces("RYGB", "1 2 3 4 5 6 7 8 9 D1 R S F", "WD2")
    assert dark == faces("PTOV", "1 2 3 4 5 6 7 8 9 D5 R SE F", "WDC")


@rule("1")
def test_no_card_is_wild_on_both_sides() -> None:
    for number in range(30):
        cards = cards_of(match(4, bytes([number]) * 32, preset="flip"))
        assert Counter(code_on(Side.DARK, card) for card in cards) == Counter(RULESETS["flip"].deck.faces(Side.DARK))
        assert not [card for card in cards if all(FACES[code_on(side, card)].wild for side in Side)]


@rule("1")
def test_the_pairing_follows_from_the_seed_of_the_game() -> None:
    first, again, other = (match(2, bytes([number]) * 32, preset="flip") for number in (1, 1, 2))
    assert sorted(cards_of(first)) == sorted(cards_of(again)) != sorted(cards_of(other))


def next_round(number: int, **options: Any) -> tuple[list[str], list[str]]:
    """The cards of a round and those of the one after, dealt with another seed: its first player goes out at once."""
    dealt = match(2, bytes([number]) * 32, preset="flip", **options)
    before = sorted(cards_of(dealt))
    first, *others = dealt.state.players[0].hand
    players = (replace(dealt.state.players[0], hand=(first,)), dealt.state.players[1])
    pile, face = (*dealt.state.draw_pile, *others), FACES[code_on(Side.LIGHT, first)]
    last = replace(dealt.state, players=players, draw_pile=pile, color=face.color or Color.RED, awaiting=Turn(0))
    over = Table(last).play(0, face.code, "red" if face.wild else None)
    return before, sorted(cards_of(over.deal(0, bytes([number + 100]) * 32)))


@rule("1", flip_pairing="per_match")
def test_the_faces_of_a_card_belong_together_for_the_match() -> None:
    before, after = next_round(3, opening_flip="redraw", opening_wild="redraw")
    assert before == after


@rule("1", flip_pairing="per_round")
def test_the_faces_of_a_card_can_belong_together_for_a_round() -> None:
    before, after = next_round(3, flip_pairing="per_round", opening_flip="redraw", opening_wild="redraw")
    assert before != after


@rule("2")
def test_every_round_starts_on_the_light_side() -> None:
    over = flip("R1/P4 | G1/V1", "R3/P2", side="dark").play(0, "P4")
    assert (over.status, over.state.side) == ("round_over", "dark")
    over.deal(0)
    assert over.state.side == "light" or over.happened(e.SidesFlipped)


@rule("2")
def test_an_opening_draw_one_makes_the_left_of_the_dealer_draw_one_and_lose_the_turn() -> None:
    at = opened("RD1/P3 R5/P1 R6/T2", "R1 R2 | G1 G2 | B1 B2")
    assert (at.hand(1), at.turn) == ("G1 G2 R5", 2)


@rule("2")
@rule("2", opening_flip="flip")
def test_an_opening_flip_turns_the_deal_over_and_play_starts_on_the_dark_side_left_of_the_dealer() -> None:
    at = opened("RF/P3 R5/P1 R6/T2", "R1/P4 R2/P5 | G1/T1 G2/O2 | B1/V1 B2/V5", dealer=2)
    assert (at.state.side, at.top, at.color, at.turn, at.phase) == ("dark", "P3", "pink", 0, "play")
    assert (at.hand(0), at.pile) == ("P4 P5", "T2 P1")


@rule("2", opening_flip="flip")
@pytest.mark.parametrize("exposed", ["PSE", "PD5", "PR", "PF"])
def test_what_an_opening_flip_exposes_does_not_act(exposed: str) -> None:
    at = opened(f"RF/{exposed} R5/P1", "R1/P4 R2/P5 | G1/T1 G2/O2 | B1/V1 B2/V5")
    assert (at.top, at.turn, at.state.direction, at.cards(1), at.state.side) == (exposed, 1, 1, 2, "dark")


@rule("2", opening_flip="flip")
@pytest.mark.parametrize("exposed", ["W", "WDC"])
def test_if_it_is_wild_the_first_player_names_the_color(exposed: str) -> None:
    at = opened(f"RF/{exposed} R5/P1", "R1/P4 R2/P5 | G1/T1 G2/O2 | B1/V1 B2/V5")
    assert (at.turn, at.phase, at.color) == (1, "color", None)
    with at.refuses("color-not-on-side"):
        at.choose_color(1, "red")
    assert at.choose_color(1, "orange").turn == 1


@rule("2", opening_flip="redraw")
def test_an_opening_flip_can_go_back_and_another_card_is_turned_up() -> None:
    at = opened("RF/P3 R5/P1 R6/T2 R7/O3", "R1 R2 | G1 G2", opening_flip="redraw")
    assert (at.state.side, at.top != "RF", "RF" in at.pile) == ("light", True, True)


@rule("2")
def test_an_opening_wild_draw_two_goes_back() -> None:
    at = opened("WD2/P3 R5/P1 R6/T2", "R1 R2 | G1 G2")
    assert at.top in ("R5", "R6") and "WD2" in at.pile
