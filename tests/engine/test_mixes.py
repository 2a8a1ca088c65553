"""House rules in every mix of two: a covering array of all options, each of its rows played for fifty rounds at random.

The invariants of the state machine hold all the way: the cheap ones after each command, all of them now and then.
"""

from collections import Counter, OrderedDict
from collections.abc import Iterator, Mapping
from itertools import combinations, product
from random import Random
from typing import Any

import pytest
from allpairspy import AllPairs

from service.engine import LegalMove, Refused, apply, legal, start
from service.engine import commands as c
from service.engine.choices import BadOption, Option, Value
from service.engine.decisions import waiting_for
from service.engine.evolve import evolve, fold
from service.engine.house.hands import seats_allowed
from service.engine.presets import PRESETS, choose, rows_of
from service.engine.rulesets import RULESETS, deck_of
from service.engine.state import GameOver, GameState, RoundOver, Seed, Visibility, code, seated
from tests.engine.invariants import Game, check_event, check_table, named_by

ROUNDS = 50
LONGEST = 20_000
"""Commands in which every round has ended."""
SECOND = 1_000
SLIPS, ADVICE, LEAVES, LOOKS, ENDS = 0.05, 0.02, 0.001, 0.003, 0.2
"""How often somebody tries what may be refused, advises, or leaves, and how often everything is looked at: after a
command, and after a round."""
SHORT: Mapping[str, tuple[int, ...]] = {
    "min_players": (3, 4),
    "max_players": (4, 5),
    "hand_size": (1, 7, 9),
    "round_limit": (0, 1, 40),
    "uno_grace_ms": (0, 2_500),
    "target_score": (0, 500, 2_000),
}
"""Numbers with which rounds are short; three players at least, because UNO Party needs as many."""
Mix = dict[str, Value]


def values(row: Option[Any], game: str) -> list[Value]:
    """What an option is mixed with: every word, and of a number the least, the default and one more."""
    match row.type:
        case "boolean":
            return [False, True]
        case "integer":
            least, most = row.bounds(game)
            return list(SHORT.get(row.name) or sorted({least, min(max(row.default, least), most), min(3, most)}))
        case "object":
            return [{}, {"wild": 0, "skip": 30} if row.keys else {"W": 12, "R5": 9}]
        case _:
            return list(row.values)


def fits(game: str, names: list[str], chosen: list[Value]) -> bool:
    """Whether these choices, the first of a row, can hold together."""
    try:
        options = choose(PRESETS[game], {**SMALLEST, **dict(zip(names, chosen, strict=False))})
    except BadOption:
        return False
    return bool(seats_allowed(options, deck_of(game, options).size))


SMALLEST: Mix = {"min_players": 3, "max_players": 4}


def mixes(game: str) -> list[Mix]:
    """Rows to play: every two values that can hold together are in one of them. Where the search has given up a pair,
    because the rest of its row would not fit, the pair is played over the defaults."""
    domains = OrderedDict(domains_of(game))
    names = list(domains)
    rows = [dict(row._asdict()) for row in AllPairs(domains, filter_func=lambda row: fits(game, names, row))]
    return rows + [dict(pair) for pair in unmet(game, rows)]


def domains_of(game: str) -> dict[str, list[Value]]:
    return {row.name: values(row, game) for row in rows_of(game)}


Pair = tuple[tuple[str, Value], tuple[str, Value]]


def unmet(game: str, rows: list[Mix]) -> list[Pair]:
    """The pairs of values that can hold together, and are in no row."""
    domains = domains_of(game)
    met = {str(pair) for row in rows for pair in combinations(row.items(), 2)}
    pairs = (
        pair
        for one, other in combinations(domains, 2)
        for pair in product([(one, each) for each in domains[one]], [(other, each) for each in domains[other]])
    )
    return [pair for pair in pairs if str(pair) not in met and fits(game, *map(list, zip(*pair, strict=True)))]


MIXES = {f"{game}-{number}": (game, mix) for game in RULESETS for number, mix in enumerate(mixes(game), 1)}


@pytest.mark.parametrize("game", RULESETS)
def test_every_two_values_that_fit_meet_in_some_mix(game: str) -> None:
    rows = [mix for of, mix in MIXES.values() if of == game]
    assert unmet(game, rows) == []
    assert unmet(game, rows[1:]) != []


@pytest.mark.parametrize("name", MIXES)
def test_a_mix_is_played_for_fifty_rounds(name: str) -> None:
    game, mix = MIXES[name]
    dice = Random(name)
    options = choose(PRESETS[game], mix)
    rounds = 0
    while rounds < ROUNDS:
        for table in match(game, options, dice):
            rounds += 1
            if dice.random() < ENDS:
                check_table(table)
            if rounds == ROUNDS:
                return


def match(game: str, options: Mix, dice: Random) -> Iterator[Game]:
    """A match from its first deal on; the table after each round."""
    allowed = seats_allowed(options, deck_of(game, options).size)
    seats = dice.choice(allowed)
    opened = start(game, options, seats, Visibility.PUBLIC, "P1")
    table = Game(opened.state, list(opened.events))
    for number in range(2, seats + 1):
        table.do(c.Join(f"P{number}"))
    while not isinstance(table.state.awaiting, GameOver):
        assert table.do(c.Deal(seated(table.state)[0], Seed(dice.randbytes(32))))
        play_round(table, dice)
        yield table


def play_round(table: Game, dice: Random) -> None:
    """To the end of the round, or of the match."""
    folded = table.state
    for moment in range(LONGEST):
        if isinstance(table.state.awaiting, RoundOver | GameOver):
            assert folded == table.state
            return
        folded = step(table, folded, command(table.state, dice, moment * SECOND), moment * SECOND, dice)
    raise AssertionError("the round does not end")


def step(table: Game, folded: GameState, command: c.Command, now: int, dice: Random) -> GameState:
    """One command, carried out or refused; what its events make of the state before."""
    try:
        table.state, events = apply(table.state, command, now)
    except Refused:
        return folded
    assert events
    table.events += events
    for event in events:
        folded = evolve(folded, event)
    held = Counter(card for player in table.state.players for card in player.hand)
    assert held.total() + len(table.state.draw_pile) <= deck_of(table.state.game, table.state.options).size
    if dice.random() < LOOKS:
        assert folded == table.state
        check_table(table)
        for event in events:
            check_event(table.state, event)
    return folded


def command(state: GameState, dice: Random, now: int) -> c.Command:
    chance = dice.random()
    if chance < SLIPS:
        return slip(state, dice)
    if chance < SLIPS + LEAVES:
        return c.Leave(dice.choice(seated(state)))
    seats = {*waiting_for(state), dice.choice(seated(state))}
    moves = [(seat, move) for seat in seats for move in legal(state, seat, now) if wanted(move, dice)]
    plays = [each for each in moves if each[1].action not in ("draw", "pass")]
    seat, move = dice.choice(plays if plays else moves or [everybody_waits(state)])
    return dice.choice([*named_by((move,), state, seat)])


def wanted(move: LegalMove, dice: Random) -> bool:
    return move.action != "suggest" or dice.random() < ADVICE


def everybody_waits(state: GameState) -> tuple[int, LegalMove]:
    raise AssertionError(f"nobody can move: {state.awaiting}")


def slip(state: GameState, dice: Random) -> c.Command:
    """What may be refused, or cost a penalty: mostly by who must act."""
    seat, other = dice.choice([*waiting_for(state), *seated(state)]), dice.choice(seated(state))
    cards = [code(state, card) for card in state.players[seat].hand]
    color = dice.choice([None, state.color])
    tries: list[c.Command] = [c.CallUno(seat), c.CatchUno(seat, other), c.Challenge(seat), c.Draw(seat), c.Pass(seat)]
    for kind in (c.Play, c.JumpIn):
        tries += [
            kind(seat, card, color, dice.random() < 0.2, (other,) if dice.random() < 0.2 else ()) for card in cards
        ]
    return dice.choice(tries)


def test_a_match_of_a_mix_is_the_fold_of_its_events() -> None:
    game, mix = MIXES["classic-2"]
    table = next(match(game, choose(PRESETS[game], mix), Random(0)))
    assert fold(table.events) == table.state
