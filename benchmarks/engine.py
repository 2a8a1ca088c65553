"""The engine alone: random matches a second, and microseconds for what one request asks of it."""

import random
from collections import defaultdict
from collections.abc import Callable
from time import perf_counter
from typing import Any

from benchmarks.moves import any_move
from service.engine import apply, legal, start, view
from service.engine.codec import Decoder, encode
from service.engine.commands import Deal, Join
from service.engine.state import GameOver, GameState, Seed, Turn, Visibility

decode = Decoder(GameState)


def table(players: int, dice: random.Random) -> GameState:
    """A fresh game, dealt."""
    state = start("classic", {}, players, Visibility.UNLISTED, "Player 0").state
    for number in range(1, players):
        state = apply(state, Join(f"Player {number}")).state
    return apply(state, Deal(0, Seed(dice.randbytes(32)))).state


class Watch:
    """Adds up what each named step has taken."""

    def __init__(self) -> None:
        self.taken: dict[str, float] = defaultdict(float)
        self.times: dict[str, int] = defaultdict(int)

    def __call__(self, name: str, step: Callable[..., Any], *args: Any, **named: Any) -> Any:
        begun = perf_counter()
        value = step(*args, **named)
        self.taken[name] += perf_counter() - begun
        self.times[name] += 1
        return value

    def microseconds(self) -> dict[str, float]:
        return {name: self.taken[name] / self.times[name] * 1e6 for name in self.taken}


def measure(players: int = 4, commands: int = 20_000, seed: int = 1) -> tuple[dict[str, float], int]:
    """Microseconds by step over random play, and the largest state in bytes."""
    dice, watch, largest = random.Random(seed), Watch(), 0
    state = table(players, dice)
    for _ in range(commands):
        if isinstance(state.awaiting, GameOver):
            state = table(players, dice)
        command = any_move(state, dice)
        state = watch("apply", apply, state, command).state
        seat = state.awaiting.seat if isinstance(state.awaiting, Turn) else command.seat
        watch("legal", legal, state, seat)
        watch("view", view, state, seat, game_id="g" * 22, version=1, server_time="2026-01-01T00:00:00.000Z")
        blob = watch("encode", encode, state)
        watch("decode", decode, blob)
        largest = max(largest, len(blob))
    return watch.microseconds(), largest


def matches_a_second(players: int = 4, seconds: float = 5, seed: int = 2) -> tuple[float, float]:
    """Random matches, and commands, a second."""
    dice, played, commands = random.Random(seed), 0, 0
    begun = perf_counter()
    while perf_counter() - begun < seconds:
        state = table(players, dice)
        while not isinstance(state.awaiting, GameOver):
            state = apply(state, any_move(state, dice)).state
            commands += 1
        played += 1
    taken = perf_counter() - begun
    return played / taken, commands / taken


def report() -> None:
    steps, largest = measure()
    print("engine, 4 players, microseconds: " + ", ".join(f"{name} {taken:.1f}" for name, taken in steps.items()))
    print(f"  together {sum(steps.values()):.0f} of 250; largest state {largest} of 2048 bytes")
    matches, commands = matches_a_second()
    print(f"  random matches a second: {matches:.1f} ({commands:.0f} commands a second, choosing included)")
