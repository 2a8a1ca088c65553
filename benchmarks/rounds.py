"""How long rounds are when everybody plays at random or greedily, in commands: one that does not end shows here."""

import os
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import product, repeat

from benchmarks.moves import any_move, greedy_move
from service.engine import apply, start
from service.engine.commands import Deal, Join
from service.engine.presets import PRESETS
from service.engine.state import GameOver, GameState, RoundOver, Seed, Visibility

GAMES = {"classic": (2, 4, 10), "flip": (2, 4, 10), "party": (6, 8, 16)}
ROUNDS = {"random": {"classic": 10_000, "flip": 10_000, "party": 2_000}, "greedy": {"party": 100}}
SHARES = 20
WAYS = {"random": any_move, "greedy": greedy_move}
LONGEST = 20_000


def dealt(preset: str, players: int, dice: random.Random) -> GameState:
    options = dict(PRESETS[preset].differs)
    state = start(preset, options, players, Visibility.UNLISTED, "Player 0").state
    for number in range(1, players):
        state = apply(state, Join(f"Player {number}")).state
    return apply(state, Deal(0, Seed(dice.randbytes(32)))).state


def length(preset: str, players: int, way: str, dice: random.Random) -> int:
    """Commands of one round after its deal; at most `LONGEST`."""
    state, move = dealt(preset, players, dice), WAYS[way]
    for commands in range(LONGEST):
        if isinstance(state.awaiting, RoundOver | GameOver):
            return commands
        state = apply(state, move(state, dice)).state
    return LONGEST


def share(preset: str, players: int, way: str, seed: int) -> list[int]:
    dice = random.Random(seed)
    return [length(preset, players, way, dice) for _ in range(ROUNDS[way][preset] // SHARES)]


def lengths(preset: str, players: int, way: str) -> Iterator[int]:
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for each in pool.map(share, repeat(preset), repeat(players), repeat(way), range(SHARES)):
            yield from each


def report() -> None:
    for preset, tables in GAMES.items():
        for players, way in product(tables, [way for way in WAYS if preset in ROUNDS[way]]):
            found = sorted(lengths(preset, players, way))
            median, most = found[len(found) // 2], found[len(found) * 99 // 100]
            left = sum(each == LONGEST for each in found)
            ended = f"{left} were not over by then" if left else "all ended"
            print(
                f"{preset}, {players} players, {len(found)} {way} rounds, commands: "
                f"median {median}, 99th percentile {most}, longest {found[-1]}; {ended}"
            )
