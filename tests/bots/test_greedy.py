"""The greedy bot: what it does at a table, and that every round that it plays comes to an end."""

from random import Random

import pytest

from service.bots import LEVELS
from service.engine import apply, start, view
from service.engine import commands as c
from service.engine.cards import Code, Color
from service.engine.choices import BadOption, Row, Value
from service.engine.decisions import waiting_for
from service.engine.house.hands import seats_allowed
from service.engine.presets import PRESETS, Preset, choose, rows_of
from service.engine.rulesets import deck_of
from service.engine.state import GameOver, GameState, RoundOver, Seed, Visibility
from tests.rulebook.table import Table, opening, table

ROUNDS = 25
MOST_SEATS = 6
LONGEST = 5_000
LATE = 10**12
"""A time at which every grace is over."""


def move(at: Table, seat: int) -> c.Command | None:
    return LEVELS["greedy"](view(at.state, seat, game_id="g", version=1, server_time="now", now=LATE), Random(0))


def test_it_plays_actions_before_numbers_high_ones_before_low_ones_and_wilds_last() -> None:
    assert move(table("W R1 RS R9 B5 | G1 G2"), 0) == c.Play(0, Code("RS"))
    assert move(table("W R1 R9 B5 | G1 G2"), 0) == c.Play(0, Code("R9"))
    assert move(table("W B1 B2 G5 | G1 G2"), 0) == c.Play(0, Code("W"), Color.BLUE)


def test_it_calls_uno_with_the_card_that_leaves_one() -> None:
    assert move(table("R1 B5 | G1 G2"), 0) == c.Play(0, Code("R1"), uno=True)
    forgotten = table("R1 B5 | R2 G2", draw="Y1 Y2 Y3", two_player_reverse="noop").play(0, "R1")
    assert move(forgotten, 1) == c.CatchUno(1, 0)
    again = table("RS B5 | G1 G2").play(0, "RS")
    assert (again.turn, again.uno(0)) == (0, "open")
    assert move(again, 0) == c.CallUno(0)


def test_it_draws_where_nothing_fits_plays_what_it_has_drawn_and_passes_where_it_cannot() -> None:
    at = table("B1 B2 | G1 G2", draw="R5 R6")
    assert move(at, 0) == c.Draw(0)
    at.draw(0)
    assert move(at, 0) == c.Play(0, Code("R5"))
    assert move(table("B1 B2 | G1 G2"), 0) == c.Pass(0)


def test_it_doubts_a_wild_draw_card_of_a_full_hand() -> None:
    few = table("WD4 R1 R2 | G1 G2", draw="Y1 Y2 Y3 Y4").play(0, "WD4", "blue")
    assert move(few, 1) == c.Draw(1)
    many = table("WD4 R1 R2 R3 R4 R5 R6 | G1 G2", draw="Y1 Y2 Y3 Y4").play(0, "WD4", "blue")
    assert move(many, 1) == c.Challenge(1)


def test_it_stacks_where_it_can() -> None:
    at = table("RD2 R1 R2 | GD2 G1 G3 | B1 B2", draw="Y1 Y2 Y3 Y4", stacking="same_kind").play(0, "RD2")
    assert move(at, 1) == c.Play(1, Code("GD2"))


def test_it_names_the_color_that_it_holds_most_of() -> None:
    assert move(opening("W Y9", "R1 R2 | G1 B2 B3"), 1) == c.ChooseColor(1, Color.BLUE)


def test_it_aims_at_whoever_has_the_fewest_cards() -> None:
    at = table("RPT B1 B2 | G1 G2 G3 | Y1 Y2 | Y3 Y4 Y5", preset="party", min_players=3, draw="R1 R2 R3 R4")
    at.play(0, "RPT")
    assert (move(at, 0), move(at, 1)) == (c.Point(0, 2), c.Point(1, 0))
    swap = table("R7 B1 B2 | G1 G2 G3 | Y1 Y2", seven_zero=True)
    assert move(swap, 0) == c.Play(0, Code("R7"), targets=(2,))


@pytest.mark.parametrize(("link", "pair"), [((), (2, 3)), ((2, 3), (2, 1))])
def test_it_links_two_others_who_are_not_linked_already(link: tuple[int, ...], pair: tuple[int, ...]) -> None:
    hands = "WDT B1 B2 | G1 G2 G3 G4 | Y1 Y2 | Y3 Y4 Y5"
    at = table(hands, preset="party", min_players=3, link=link, draw="R1 R2 R3 R4")
    assert move(at, 0) == c.Play(0, Code("WDT"), Color.BLUE, targets=pair)
    assert at.do(move(at, 0)).state.link == pair


def test_it_adds_to_a_mini_pile_without_naming_anything() -> None:
    hands = "WPU B1 B2 | W G5 G6 | RS Y3"
    at = table(hands, top="B3", draw="R7 G3 G4", preset="party", min_players=3).play(0, "WPU")
    assert move(at, 1) == c.Play(1, Code("W"))


def value_of(row: Row, dice: Random) -> Value:
    match row.type:
        case "boolean":
            return dice.random() < 0.5
        case "integer":
            return dice.choice((row.least, row.default, dice.randint(row.least, row.most)))  # type: ignore[arg-type]
        case "string":
            return dice.choice(row.values)
        case _:
            return {}


def rules(preset: Preset, dice: Random) -> tuple[dict[str, Value], int]:
    """Options drawn by lot that can be together, and a number of players."""
    while True:
        wishes = {row.name: value_of(row, dice) for row in dice.sample(rows_of(preset.game), 12)}
        try:
            options = choose(preset, wishes)
        except BadOption:
            continue
        seats = [each for each in seats_allowed(options, deck_of(preset.game, options).size) if each <= MOST_SEATS]
        if seats:
            return options, 4 if options.get("teams") else dice.choice(seats)


def dealt(preset: Preset, dice: Random) -> GameState:
    options, players = rules(preset, dice)
    state = start(preset.name, options, players, Visibility.UNLISTED, "P0").state
    for seat in range(1, players):
        state = apply(state, c.Join(f"P{seat}")).state
    return apply(state, c.Deal(0, Seed(dice.randbytes(32)))).state


@pytest.mark.parametrize("number", range(ROUNDS))
@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.name)
def test_a_round_that_bots_play_comes_to_its_end_by_any_rules(preset: Preset, number: int) -> None:
    at = Table(dealt(preset, Random(f"{preset.name} {number}")))
    for _ in range(LONGEST):
        if isinstance(at.state.awaiting, RoundOver | GameOver):
            return
        at.by_itself(move(at, waiting_for(at.state)[-1]))
    pytest.fail("the round does not end")
