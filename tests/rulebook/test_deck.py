"""Section 1: the cards of the classic game, their codes, and the seats."""

from collections import Counter

import pytest

from service.engine import commands as c
from service.engine.cards import FACES, Color, Face, Kind
from tests.rulebook.table import Table, lobby, match, rule, table

ZEROS = "R0 Y0 G0 B0"
TWICE = """
    R1 R2 R3 R4 R5 R6 R7 R8 R9 RS RR RD2
    Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 YS YR YD2
    G1 G2 G3 G4 G5 G6 G7 G8 G9 GS GR GD2
    B1 B2 B3 B4 B5 B6 B7 B8 B9 BS BR BD2
"""
FOUR_TIMES = "W WD4"


def everything(at: Table) -> Counter[str]:
    hands = [at.hand(seat) for seat in range(len(at.state.players))]
    return Counter(" ".join([*hands, at.pile, *at.state.discard]).split())


@rule("1")
@pytest.mark.parametrize("players", [2, 7, 10])
def test_a_game_has_108_cards_one_zero_of_a_color_and_two_of_the_rest_and_four_of_each_wild(players: int) -> None:
    cards = everything(match(players))
    assert cards == Counter(ZEROS.split() + TWICE.split() * 2 + FOUR_TIMES.split() * 4)
    assert cards.total() == 108


@rule("1")
@pytest.mark.parametrize(
    ("code", "face"),
    [
        ("R0", Face(Color.RED, Kind.NUMBER, 0)),
        ("Y9", Face(Color.YELLOW, Kind.NUMBER, 9)),
        ("GS", Face(Color.GREEN, Kind.SKIP)),
        ("BR", Face(Color.BLUE, Kind.REVERSE)),
        ("RD2", Face(Color.RED, Kind.DRAW_TWO)),
        ("W", Face(None, Kind.WILD)),
        ("WD4", Face(None, Kind.WILD_DRAW_FOUR)),
    ],
)
def test_a_code_is_the_letter_of_the_color_and_the_symbol(code: str, face: Face) -> None:
    assert FACES[code] == face


@rule("1")
def test_no_other_color_is_named_in_the_classic_game() -> None:
    at = table("W R1 R2 | G1 G2")
    for color in ("pink", "teal", "orange", "purple"):
        with at.refuses("color-not-on-side"):
            at.play(0, "W", color)


@rule("1")
def test_the_order_of_the_seats_is_the_order_of_joining() -> None:
    assert [player.name for player in lobby(4).state.players] == ["P0", "P1", "P2", "P3"]


@rule("1")
@rule("2")
def test_who_joins_after_somebody_has_left_the_lobby_takes_the_first_free_seat() -> None:
    at = lobby(4).leave(1).leave(2).do(c.Join("new"))
    assert [player.name for player in at.state.players] == ["P0", "new", "", "P3"]


@rule("1")
@pytest.mark.parametrize(("direction", "turn"), [(1, 0), (-1, 2)])
def test_the_left_of_the_last_seat_is_the_first(direction: int, turn: int) -> None:
    at = table("R1 R2 | G1 G2 | B1 B2 | R3 R4", turn=3, direction=direction)
    assert at.play(3, "R3").turn == turn
