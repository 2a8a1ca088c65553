"""Random commands, legal and not, in games of random options: what must always hold, holds after each of them."""

import os
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec import Struct
from msgspec.structs import replace

from service.bots import LEVELS
from service.engine import Setup, legal, set_table, start
from service.engine import commands as c
from service.engine.cards import COLORS, FACES, Card, Code, Color, Deck, Side
from service.engine.choices import BadOption, Option, Value
from service.engine.decisions import waiting_for
from service.engine.house.hands import seats_allowed
from service.engine.presets import PRESETS, Preset, choose, rows_of
from service.engine.rulesets import RULESETS
from service.engine.state import GameOver, GameState, Lobby, RoundOver, Seed, Visibility, seated
from service.engine.view import MeView
from tests.engine.invariants import Game, check, check_secrecy, named_by, seen
from tests.engine.walker import cards_in

LONGEST = 20_000
"""Moves in which every round has ended, even at random."""
STEPS = 8
GAMES = os.environ.get("UNO_TEST_GAMES", "")
"""As many games, other ones each time; without it always the same sixty."""
SEATS = st.integers(0, 5)
ANY_COLOR = st.sampled_from(Color)
SEEDS = st.binary(min_size=32, max_size=32).map(Seed)


def value_of(row: Option[Any]) -> st.SearchStrategy[Value]:
    match row.type:
        case "boolean":
            return st.booleans()
        case "integer":
            return st.integers(row.least, row.most) | st.just(row.default)
        case "object":
            decks, points = ({}, {"W": 0}, {"R5": 9, "WD4": 12}), ({}, {"wild": 20}, {"skip": 0, "reverse": 500})
            return st.sampled_from(points if row.keys else decks)
        case _:
            return st.sampled_from(row.values)


Rules = tuple[str, dict[str, Value]]
"""A preset, and the options in which its game differs from the defaults."""


def chosen(preset: Preset, wishes: dict[str, Value]) -> Rules | None:
    """The rules of a game, or None where they cannot be together."""
    try:
        options = choose(preset, wishes)
    except BadOption:
        return None
    return (preset.name, options) if seats_allowed(options, RULESETS[preset.game].deck.size) else None


def rules_of(preset: Preset) -> st.SearchStrategy[Rules]:
    wishes = st.fixed_dictionaries({}, optional={row.name: value_of(row) for row in rows_of(preset.game)})
    return wishes.map(lambda each: chosen(preset, each)).filter(bool)  # type: ignore[return-value]


def deck_of(rules: Rules) -> Deck:
    return RULESETS[PRESETS[rules[0]].game].deck


RULES: st.SearchStrategy[Rules] = st.sampled_from([*PRESETS.values()]).flatmap(rules_of)
CARDS = st.sampled_from(sorted(FACES)).map(Code)
COMMANDS: st.SearchStrategy[c.Command] = st.one_of(
    st.builds(c.Play, SEATS, CARDS, st.none() | ANY_COLOR, st.booleans()),
    st.builds(c.JumpIn, SEATS, CARDS, st.none() | ANY_COLOR, st.booleans()),
    st.builds(c.Play, SEATS, st.just(Code("WDT")), ANY_COLOR, targets=st.tuples(SEATS, SEATS)),
    st.builds(c.Play, SEATS, CARDS, targets=st.tuples(SEATS)),
    st.builds(c.Suggest, SEATS, CARDS),
    st.builds(c.Point, SEATS, SEATS),
    st.builds(c.Draw, SEATS),
    st.builds(c.Pass, SEATS),
    st.builds(c.CallUno, SEATS),
    st.builds(c.CatchUno, SEATS, SEATS),
    st.builds(c.Challenge, SEATS),
    st.builds(c.ChooseColor, SEATS, ANY_COLOR),
    st.builds(c.Deal, SEATS, SEEDS),
    st.builds(c.Join, st.just("Cy"), st.none() | SEATS),
    RULES.flatmap(
        lambda rules: st.builds(
            c.ChangeSettings, SEATS, *map(st.just, rules), st.integers(1, 10), st.sampled_from(Visibility)
        )
    ),
)


@st.composite
def setups(draw: st.DrawFn, rules: Rules, seed: Seed) -> Setup:
    """Small hands and few cards to draw, in the middle of a round, or where it opens with any card."""
    deck, opens = deck_of(rules), draw(st.booleans())
    side = Side.DARK if deck.dark is not None and not opens and draw(st.booleans()) else Side.LIGHT
    cards, most = st.sampled_from(sorted(deck.on(side))), min(4, int(str(rules[1].get("max_players", 10))))
    least = 4 if rules[1].get("teams") else 2
    small = st.lists(cards, min_size=1, max_size=3).map(tuple)
    hands = draw(st.lists(small, min_size=least, max_size=max(least, most)).map(tuple))
    pile = tuple(draw(st.lists(cards, max_size=3)))
    names = tuple(f"P{seat}" for seat in range(len(hands)))
    linked = "WDT" in deck.copies and len(hands) > 2 and draw(st.booleans())
    table = Setup(*rules, names, seed, 0, hands, exact=True, side=side, link=(0, 2) if linked else ())
    if opens:
        return replace(table, draw_pile=(draw(st.sampled_from(("W", "RR", "B5")) | cards), *pile, Code("G1")))
    top = draw(cards)
    color = None if FACES[top].color else COLORS[side][0]
    return replace(table, discard=(top,), draw_pile=pile, active_color=color)


class Table(RuleBasedStateMachine):
    """Starts in a lobby, or with small hands in the middle of a round, where what is rare comes soon."""

    game: Game

    @initialize(data=st.data(), rules=RULES, seed=SEEDS, in_the_middle=st.booleans())
    def open(self, data: st.DataObject, rules: Rules, seed: Seed, in_the_middle: bool) -> None:
        if in_the_middle:
            laid = set_table(data.draw(setups(rules, seed)))
            self.game = Game(laid.state, list(laid.events))
        else:
            self.sit_down(rules, data.draw(st.integers(2, 6)))
            self.game.do(c.Deal(0, seed))

    def sit_down(self, rules: Rules, players: int) -> None:
        allowed = seats_allowed(rules[1], deck_of(rules).size)
        seats = min(max(players, allowed[0]), allowed[-1])
        begun = start(*rules, seats, Visibility.PUBLIC, "Ada")
        self.game = Game(begun.state, list(begun.events))
        for number in range(2, players + 1):
            self.game.do(c.Join(f"P{number}"))

    @rule(command=COMMANDS)
    def ask(self, command: c.Command) -> None:
        """Whatever anybody may ask for, legal or not."""
        self.game.do(command)

    @rule(seat=SEATS, leaver=SEATS)
    def depart(self, seat: int, leaver: int) -> None:
        self.game.do(c.Leave(seat) if seat == leaver else c.Kick(seat, leaver))

    @rule(seed=st.integers(0, 2**32))
    def play(self, seed: int) -> None:
        """Some legal moves, by whoever has one."""
        dice = Random(seed)
        for _ in range(STEPS):
            if self.move(dice, calm=False):
                check(self.game)

    @rule(times=st.integers(1, 4))
    def time_out(self, times: int) -> None:
        """Nobody does anything."""
        for _ in range(times):
            self.game.do(c.TimeOut())

    @rule(away=st.booleans())
    def play_by_bot(self, away: bool) -> None:
        """A bot can always do something for whoever must act, and what it picks is accepted."""
        for _ in range(STEPS):
            if not (late := waiting_for(self.game.state)):
                return
            shown = seen(self.game.state, late[-1])
            picked = LEVELS["greedy"](shown, Random(0))
            assert picked and self.game.do(picked, by_itself=away)

    @precondition(lambda self: is_played_with_a_whole_deck(self.game.state))
    @rule(seed=st.integers(0, 2**32))
    def finish_the_round(self, seed: int) -> None:
        """Every round ends, even if players move at random."""
        dice = Random(seed)
        for _ in range(LONGEST):
            if isinstance(self.game.state.awaiting, RoundOver | GameOver):
                return
            assert self.move(dice, calm=True)
        raise AssertionError("the round does not end")

    def move(self, dice: Random, calm: bool) -> bool:
        """One legal move at random, if there is one; `calm`: nobody draws who can play, and nobody gives advice."""
        state = self.game.state
        moves = [move for seat in seated(state) for move in named_by(legal(state, seat), state, seat)]
        plays = [move for move in moves if not isinstance(move, c.Draw | c.Pass | c.Suggest)]
        return bool(moves) and self.game.do(dice.choice(plays if calm and plays else moves))

    @invariant()
    def holds(self) -> None:
        check(self.game)


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=int(GAMES or 60),
    derandomize=not GAMES,
    stateful_step_count=25,
    deadline=None,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)


def is_played_with_a_whole_deck(state: GameState) -> bool:
    """With a handful of cards there are tables where nobody can ever lay the last one."""
    return not state.sandbox and not isinstance(state.awaiting, Lobby | RoundOver | GameOver)


class Leak(Struct):
    """A view that shows what it must not, three steps down."""

    inside: dict[str, tuple[MeView, ...] | None]


def dealt(preset: str = "classic") -> Game:
    begun = start(preset, {}, 2, Visibility.PUBLIC, "Ada")
    game = Game(begun.state, list(begun.events))
    assert game.do(c.Join("Bo")) and game.do(c.Deal(0, Seed(bytes(32))))
    return game


def test_the_walker_finds_cards_wherever_they_are() -> None:
    me = MeView(0, (Card("R5"), Card("WD4")), (), Card("G2"))
    assert list(cards_in(Leak({"a": (me, me), "b": None}))) == ["R5", "WD4", "G2"] * 2
    assert not list(cards_in(Leak({"a": (), "b": None})))


@pytest.mark.parametrize("preset", PRESETS)
def test_a_leak_that_is_planted_is_found(preset: str) -> None:
    state = dealt(preset).state
    honest = seen(state, 1)
    check_secrecy(honest, state, 1)
    assert honest.me
    other = replace(honest, me=replace(honest.me, hand=state.players[0].hand))
    extra = replace(honest, me=replace(honest.me, hand=(*state.players[1].hand, *state.draw_pile[:3])))
    for leaking in (other, extra):
        with pytest.raises(AssertionError):
            check_secrecy(leaking, state, 1)
        with pytest.raises(AssertionError):
            check_secrecy(leaking, state, None)


def test_a_card_that_is_lost_is_found() -> None:
    game = dealt()
    game.state = replace(game.state, draw_pile=game.state.draw_pile[1:])
    with pytest.raises(AssertionError):
        check(game)
