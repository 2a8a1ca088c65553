"""The cards of each game and the codes that name them (rules, section 1)."""

from collections import Counter

import pytest

from service.engine.cards import (
    FACES,
    Card,
    Code,
    Color,
    Deck,
    Face,
    Kind,
    Side,
    code_on,
    face_on,
    two_sided,
)
from service.engine.house.ending import value_of
from service.engine.rulesets import RULESETS
from service.engine.state import GameState, Player, Presence

CLASSIC = RULESETS["classic"]
ONE_OF_EACH_COLOR = ("R{}", "Y{}", "G{}", "B{}")
COPIES = {"0": 1, **dict.fromkeys("123456789", 2), "S": 2, "R": 2, "D2": 2}


def test_the_classic_deck_has_108_cards() -> None:
    assert CLASSIC.deck.size == len(CLASSIC.deck.cards()) == 108


def test_the_classic_deck_is_composed_as_printed() -> None:
    expected = {color.format(symbol): count for color in ONE_OF_EACH_COLOR for symbol, count in COPIES.items()}
    assert dict(CLASSIC.deck.copies) == {**expected, "W": 4, "WD4": 4}
    assert Counter(CLASSIC.deck.cards()) == CLASSIC.deck.copies


def test_an_unshuffled_deck_is_always_the_same() -> None:
    deck = Deck({Code("R5"): 2, Code("W"): 1, Code("B0"): 0})
    assert deck.cards() == ("R5", "R5", "W")
    assert deck.size == 3


def test_every_face_has_a_code_of_its_own() -> None:
    assert len(FACES) == 4 * (10 + 6) + 4 * (10 + 4) + 6
    assert {face.code for face in FACES.values()} == set(FACES)


@pytest.mark.parametrize("code", FACES)
def test_a_code_names_one_face_and_the_face_says_its_code(code: str) -> None:
    assert FACES[code].code == code


@pytest.mark.parametrize(
    ("code", "face"),
    [
        ("R0", Face(Color.RED, Kind.NUMBER, 0)),
        ("Y9", Face(Color.YELLOW, Kind.NUMBER, 9)),
        ("GS", Face(Color.GREEN, Kind.SKIP)),
        ("RR", Face(Color.RED, Kind.REVERSE)),
        ("BD2", Face(Color.BLUE, Kind.DRAW_TWO)),
        ("W", Face(None, Kind.WILD)),
        ("WD4", Face(None, Kind.WILD_DRAW_FOUR)),
        ("YD1", Face(Color.YELLOW, Kind.DRAW_ONE)),
        ("BF", Face(Color.BLUE, Kind.FLIP)),
        ("P1", Face(Color.PINK, Kind.NUMBER, 1)),
        ("TD5", Face(Color.TEAL, Kind.DRAW_FIVE)),
        ("OSE", Face(Color.ORANGE, Kind.SKIP_EVERYONE)),
        ("VF", Face(Color.PURPLE, Kind.FLIP)),
        ("WD2", Face(None, Kind.WILD_DRAW_TWO)),
        ("WDC", Face(None, Kind.WILD_DRAW_COLOR)),
    ],
)
def test_a_code_is_the_letter_of_the_color_and_a_symbol(code: str, face: Face) -> None:
    assert FACES[code] == face
    assert face.code == code


@pytest.mark.parametrize(
    "code",
    [
        "",
        "R",
        "R10",
        "r5",
        "R5 ",
        " R5",
        "RW",
        "WS",
        "D2",
        "X5",
        "WD1",
        "RD4",
        "PS",
        "RSE",
        "PD1",
        "R7/P1",
        "R-1",
        "R٥",
    ],
)
def test_nothing_else_is_a_code(code: str) -> None:
    assert code not in FACES


def test_a_card_with_two_sides_is_named_by_both_the_light_one_first() -> None:
    card = two_sided(Code("R7"), Code("TD5"))
    assert card == "R7/TD5"
    assert [code_on(side, card) for side in Side] == ["R7", "TD5"]
    assert face_on(Side.DARK, card) == Face(Color.TEAL, Kind.DRAW_FIVE)
    assert [code_on(side, Card("R7")) for side in Side] == ["R7", "R7"], "a card with one side shows it always"


def test_only_a_wild_has_no_color_and_only_a_number_has_a_value() -> None:
    assert {face.code for face in FACES.values() if face.wild} == {"W", "WD4", "WD2", "WDC", "WPU", "WDT"}
    assert all((face.value is None) is not (face.kind is Kind.NUMBER) for face in FACES.values())


@pytest.mark.parametrize(
    ("code", "points"),
    [("R0", 0), ("Y1", 1), ("G9", 9), ("BS", 20), ("RR", 20), ("YD2", 20), ("W", 50), ("WD4", 50)],
)
def test_a_card_left_in_a_hand_counts_its_points(code: str, points: int) -> None:
    player = Player("Ada", Presence.SEATED, (Card("R1"), Card(code)))
    table = GameState("classic", "classic", {}, 2, players=(player,))
    assert value_of(table, 0, CLASSIC.points) == points + 1


@pytest.mark.parametrize("game", RULESETS)
def test_every_kind_of_a_deck_has_points_and_an_effect(game: str) -> None:
    ruleset = RULESETS[game]
    kinds = {FACES[code].kind for side in Side for code in ruleset.deck.on(side)}
    assert kinds == ruleset.effects.keys()
    assert kinds - {Kind.NUMBER} == ruleset.points.keys()
    assert kinds >= ruleset.openings.keys() | ruleset.last_effects.keys()
