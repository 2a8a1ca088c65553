"""Thousands of open streams, and what they cost: memory each, and what a command takes beside them.

`python -m benchmarks.streams`. The players of 500 tables read their streams at both workers while commands go on at
some of these tables; each command is told to four of them. The yardstick is the same load with no stream open."""

import random
import resource
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import NamedTuple
from urllib.parse import urlsplit

import gevent
from gevent import socket

from benchmarks import load
from benchmarks.load import Request, Table, Timing
from benchmarks.serving import gunicorn, private_redis

STREAMS = 2_000
WORKERS = 2
SCRIPTS = 20
ROUNDS = 3
CONNECTIONS = 4
SPARE_FILES = 500


class Game(NamedTuple):
    """A table that was set up: its path, its tokens by seat, and the requests that play it."""

    path: str
    tokens: dict[int, str]
    script: Sequence[Request]


class Reader:
    """One open stream; counts the events that it is told."""

    def __init__(self, base: str, path: str, token: str) -> None:
        place = urlsplit(base)
        self.line = socket.create_connection((place.hostname or "", place.port or 80))
        self.line.sendall(load.spell("GET", f"{path}/events/stream", token))
        self.told = 0
        self.greenlet = gevent.spawn(self.read)

    def read(self) -> None:
        while piece := self.line.recv(65536):
            self.told += piece.count(b"id: ")


def raise_limit() -> None:
    """As many files as the system lets this process open."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < STREAMS + SPARE_FILES:
        raise SystemExit(f"{STREAMS} streams need more than the {hard} files that may be open here")
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def set_up(base: str, table: Table) -> Game:
    made = load.post(base, "/v1/sandbox/games", table.body)
    path, tokens = f"/v1/games/{made['game_id']}", {seat["seat"]: seat["token"] for seat in made["seats"]}
    script = [load.spell("POST", f"{path}/{verb}", tokens[seat], body) for seat, verb, body in table.script]
    return Game(path, tokens, script)


def memory(master: int) -> int:
    """Bytes that the workers hold, what they share counted once."""
    children = Path(f"/proc/{master}/task/{master}/children").read_text().split()
    return sum(proportional(pid) for pid in children)


def proportional(pid: str) -> int:
    rows = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(row.split()[1]) * 1024 for row in rows if row.startswith("Pss:"))


def play(base: str, games: Sequence[Game]) -> Timing:
    return load.send(base, [game.script for game in games], CONNECTIONS)


def told(timings: Sequence[Timing]) -> str:
    rate, middle, slow = (median(values) for values in zip(*(timing[:3] for timing in timings), strict=True))
    return f"{rate:.0f}/s (p50 {middle * 1000:.1f} ms, p99 {slow * 1000:.1f} ms)"


def ratio(with_streams: Sequence[Timing], without: Sequence[Timing], which: str) -> float:
    return median(getattr(timing, which) for timing in with_streams) / median(
        getattr(timing, which) for timing in without
    )


def measure(base: str, master: int, tables: Sequence[Table]) -> None:
    without = [play(base, [set_up(base, table) for table in tables]) for _ in range(ROUNDS + 1)][1:]
    games = [set_up(base, tables[number % len(tables)]) for number in range(STREAMS // load.PLAYERS)]
    before = memory(master)
    readers = [Reader(base, game.path, token) for game in games for token in game.tokens.values()]
    wait_for(readers, 1)
    each = (memory(master) - before) / len(readers)
    parts = [games[number * SCRIPTS : (number + 1) * SCRIPTS] for number in range(ROUNDS)]
    beside = [play(base, part) for part in parts]
    if refused := sum(timing.refused for timing in (*without, *beside)):
        raise SystemExit(f"{refused} requests were refused: nothing was measured")
    gevent.sleep(1)
    report_on(readers, each, beside, without)


def wait_for(readers: Sequence[Reader], events: int) -> None:
    with gevent.Timeout(120):
        while min(reader.told for reader in readers) < events:
            gevent.sleep(0.1)
    gevent.sleep(1)


def report_on(readers: Sequence[Reader], each: float, beside: Sequence[Timing], without: Sequence[Timing]) -> None:
    open_still = sum(not reader.greenlet.dead for reader in readers)
    print(f"{open_still} streams open, {sum(reader.told for reader in readers)} events told")
    print(f"memory: {each / 1024:.1f} KiB a stream")
    print(f"commands: {told(without)} without streams, {told(beside)} beside them")
    ratios = ", ".join(f"{which} {ratio(beside, without, which):.2f}" for which in ("rate", "median", "slow"))
    print(f"ratios: {ratios}")
    if open_still < len(readers):
        raise SystemExit("some streams have ended")


def report() -> None:
    raise_limit()
    dice = random.Random(7)
    tables = [load.table(dice) for _ in range(SCRIPTS)]
    settings = {"UNO_SECRET_KEYS": "benchmark-" * 4, "UNO_SANDBOX": "1", "WEB_CONCURRENCY": str(WORKERS)}
    with ExitStack() as servers:
        settings["REDIS_URL"] = servers.enter_context(private_redis())
        service = servers.enter_context(gunicorn("app:create_app()", settings))
        measure(service.base, service.pid, tables)


if __name__ == "__main__":
    report()
