"""The service beside the bare handler: the same load, the same gunicorn settings, the same Redis, one run.

Ratios are what counts: each pair of measurements is taken back to back, several times, and the median is told."""

import random
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from statistics import median
from typing import NamedTuple

from benchmarks import load
from benchmarks.load import Request, Table, Timing
from benchmarks.serving import gunicorn, private_redis

CONNECTIONS = 16
PAIRS = 5
GAMES = 60
LOOKS = 3_000


class Loads(NamedTuple):
    """One way of sending the same requests to the service and to the yardstick."""

    service: Sequence[Sequence[Request]]
    bare: Sequence[Sequence[Request]]


def commands(service: str, bare: str, tables: Sequence[Table]) -> Loads:
    """Fresh games on both sides, and the same commands for them."""
    ours, theirs = [], []
    for table in tables:
        game = load.post(service, "/v1/sandbox/games", table.body)
        other = load.post(bare, "/games", {})["game_id"]
        tokens = {seat["seat"]: seat["token"] for seat in game["seats"]}
        path = f"/v1/games/{game['game_id']}"
        ours.append([load.spell("POST", f"{path}/{verb}", tokens[seat], body) for seat, verb, body in table.script])
        theirs.append(
            [load.spell("POST", f"/games/{other}/{verb}", tokens[seat], body) for seat, verb, body in table.script]
        )
    return Loads(ours, theirs)


def looks(service: str, bare: str, tables: Sequence[Table]) -> Loads:
    """Every seat of many games looks at its view, over and over."""
    ours, theirs = [], []
    for table in tables:
        game = load.post(service, "/v1/sandbox/games", table.body)
        other = load.post(bare, "/games", {})["game_id"]
        for seat in game["seats"]:
            times = max(1, LOOKS // (len(tables) * len(game["seats"])))
            ours.append([load.spell("GET", f"/v1/games/{game['game_id']}", seat["token"])] * times)
            theirs.append([load.spell("GET", f"/games/{other}", seat["token"])] * times)
    return Loads(ours, theirs)


def mixed(service: str, bare: str, tables: Sequence[Table]) -> Loads:
    """A command, then a look at the game by the seat that gave it: what a simple client does."""
    one, other = commands(service, bare, tables), looks(service, bare, tables)

    def shuffle(scripts: Sequence[Sequence[Request]], seen: Sequence[Sequence[Request]]) -> list[list[Request]]:
        return [
            [step for request in script for step in (request, look[0])]
            for script, look in zip(scripts, seen, strict=False)
        ]

    return Loads(shuffle(one.service, other.service), shuffle(one.bare, other.bare))


def compare(name: str, prepare: Callable[[], Loads], service: str, bare: str) -> float:
    """Prints and returns the median ratio of the rates."""
    pairs = []
    for _ in range(PAIRS):
        loads = prepare()
        pairs.append((load.send(service, loads.service, CONNECTIONS), load.send(bare, loads.bare, CONNECTIONS)))
    ratio = median(ours.rate / theirs.rate for ours, theirs in pairs)
    print(
        f"{name}: {told([ours for ours, _ in pairs])}; bare {told([theirs for _, theirs in pairs])}; ratio {ratio:.2f}"
    )
    if refused := sum(ours.refused + theirs.refused for ours, theirs in pairs):
        raise SystemExit(f"{refused} requests were refused: nothing was measured")
    return ratio


def told(timings: Sequence[Timing]) -> str:
    rate, middle, slow = (median(values) for values in zip(*(timing[:3] for timing in timings), strict=True))
    return f"{rate:.0f}/s (p50 {middle * 1000:.1f} ms, p99 {slow * 1000:.1f} ms)"


def report() -> None:
    dice = random.Random(7)
    tables = [load.table(dice) for _ in range(GAMES)]
    with ExitStack() as servers:
        redis_url = servers.enter_context(private_redis())
        settings = {
            "REDIS_URL": redis_url,
            "UNO_SECRET_KEYS": "benchmark-" * 4,
            "UNO_SANDBOX": "1",
            "WEB_CONCURRENCY": "1",
        }
        service = servers.enter_context(gunicorn("app:create_app()", settings)).base
        blob, reply = sizes(service, tables[0])
        sized = settings | {"BARE_BLOB": str(blob), "BARE_REPLY": str(reply)}
        bare = servers.enter_context(gunicorn("benchmarks.bare:create_app()", sized)).base
        print(f"one worker each, {CONNECTIONS} connections, blobs of {blob} and replies of {reply} bytes")
        compare("commands (target 0.60)", lambda: commands(service, bare, tables), service, bare)
        compare("getGame (target 0.70)", lambda: looks(service, bare, tables), service, bare)
        compare("mixed", lambda: mixed(service, bare, tables), service, bare)


def sizes(service: str, table: Table) -> tuple[int, int]:
    """Bytes of a stored game and of a command's reply, for the yardstick to carry as much."""
    game = load.post(service, "/v1/sandbox/games", table.body)
    seat, verb, body = table.script[0]
    token = next(one["token"] for one in game["seats"] if one["seat"] == seat)
    reply = load.reply_size(service, load.spell("POST", f"/v1/games/{game['game_id']}/{verb}", token, body))
    return table.size, reply
