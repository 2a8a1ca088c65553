"""What a growing service costs: many games stored, a long game, and the memory of one. `python -m benchmarks.scale`.

Each figure is a ratio of two loads of the same commands in one run; of memory, bytes as the server counts them."""

import random
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from statistics import median
from typing import Any

import redis
from msgspec.structs import replace

from benchmarks import load
from benchmarks.load import Request, Table
from benchmarks.service import CONNECTIONS, GAMES, PAIRS, commands, told
from benchmarks.serving import gunicorn, private_redis
from service.record import Record, encode, record_of

FEW, MANY = 1_000, 200_000
BATCH = 1_000
EVENTS, ROUNDS = 20_000, 150
"""Of a game that has been played for very long."""
DEALT = 500
PLAYERS = ("Ada", "Bo", "Cy", "Di")


def keys_of(game_id: str) -> tuple[str, str]:
    return f"uno:{{{game_id}}}:state", f"uno:{{{game_id}}}:events"


def fill(server: Any, service: str, table: Table, games: int) -> None:
    """So many games more, each a copy of one that was set up."""
    game = load.post(service, "/v1/sandbox/games", table.body)["game_id"]
    dumps = [server.dump(key) for key in keys_of(game)]
    life = server.pttl(keys_of(game)[0])
    stored = server.dbsize()
    for start in range(0, games, BATCH):
        pipe = server.pipeline(transaction=False)
        for number in range(start, start + BATCH):
            for key, dump in zip(keys_of(f"copy-{stored}-{number}"), dumps, strict=True):
                pipe.restore(key, life, dump)
        pipe.execute()


def crowded(service: str, bare: str, server: Any, tables: Sequence[Table]) -> None:
    """Commands beside the yardstick, with few and with many games stored."""
    ratios = []
    for games in (FEW, MANY - FEW):
        fill(server, service, tables[0], games)
        pairs = []
        for _ in range(PAIRS):
            loads = commands(service, bare, tables)
            pairs.append((load.send(service, loads.service, CONNECTIONS), load.send(bare, loads.bare, CONNECTIONS)))
        ratios.append(median(ours.rate / theirs.rate for ours, theirs in pairs))
        print(f"{server.dbsize() // 2} games stored: {told([ours for ours, _ in pairs])}, to bare {ratios[-1]:.2f}")
    print(f"with {MANY} games to with {FEW} (target 0.95): {ratios[1] / ratios[0]:.2f}")


def aged(server: Any, game_id: str) -> None:
    """Makes a game one that has been played for very long: its events, and what its state remembers of them."""
    state_key, events_key = keys_of(game_id)
    record: Record = record_of(server.hget(state_key, "blob"))
    past = record.state.seq
    old = [entry[1][b"e"] for entry in server.xrange(events_key)]
    pipe = server.pipeline(transaction=False)
    for number in range(past + 1, EVENTS + 1):
        pipe.xadd(events_key, {"e": old[number % past]}, id=f"{number}-0")
    pipe.execute()
    ends = tuple(range(past, EVENTS, EVENTS // ROUNDS))
    state = replace(record.state, seq=EVENTS, decision=EVENTS, round=ROUNDS, round_ends=ends)
    server.hset(state_key, "blob", encode(replace(record, state=state)))


def scripts(service: str, tables: Sequence[Table], prepare: Callable[[str], None]) -> list[list[Request]]:
    """Tables set up, prepared, and the requests that play them."""
    made = []
    for table in tables:
        game = load.post(service, "/v1/sandbox/games", table.body)
        prepare(game["game_id"])
        tokens = {seat["seat"]: seat["token"] for seat in game["seats"]}
        path = f"/v1/games/{game['game_id']}"
        made.append([load.spell("POST", f"{path}/{verb}", tokens[seat], body) for seat, verb, body in table.script])
    return made


def long_played(service: str, server: Any, tables: Sequence[Table]) -> None:
    """The same commands early and late in a game."""
    pairs = []
    for _ in range(PAIRS):
        early = load.send(service, scripts(service, tables, lambda _: None), CONNECTIONS)
        late = load.send(service, scripts(service, tables, lambda game: aged(server, game)), CONNECTIONS)
        pairs.append((early, late))
    if refused := sum(early.refused + late.refused for early, late in pairs):
        raise SystemExit(f"{refused} requests were refused: nothing was measured")
    ratio = median(late.rate / early.rate for early, late in pairs)
    print(f"early in a game: {told([early for early, _ in pairs])}; after {EVENTS} events and {ROUNDS} rounds:")
    print(f"  {told([late for _, late in pairs])}; ratio (target 0.95) {ratio:.2f}")


def remembered(service: str, server: Any, tables: Sequence[Table]) -> None:
    """Bytes of a game of four: in its lobby, dealt, and when its first round has been played."""
    before = server.info("memory")["used_memory"]
    ids = [lobby(service) for _ in range(DEALT)]
    grown = (server.info("memory")["used_memory"] - before) / DEALT
    print(f"a lobby of four: keys of {keys_size(server, ids[0][0])} bytes, {grown:.0f} with all overhead")
    for game, token in ids:
        load.send(service, [[load.spell("POST", f"/v1/games/{game}/deal", token, {})]], 1)
    grown = (server.info("memory")["used_memory"] - before) / DEALT
    print(f"dealt: keys of {keys_size(server, ids[0][0])} bytes (target 6144), {grown:.0f} with all overhead")
    played = [load.post(service, "/v1/sandbox/games", table.body) for table in tables]
    for table, game in zip(tables, played, strict=True):
        tokens = {seat["seat"]: seat["token"] for seat in game["seats"]}
        path = f"/v1/games/{game['game_id']}"
        requests = [load.spell("POST", f"{path}/{verb}", tokens[seat], body) for seat, verb, body in table.script]
        load.send(service, [requests], 1)
    sizes = [keys_size(server, game["game_id"]) for game in played]
    print(f"after {median(len(table.script) for table in tables):.0f} commands: keys of {median(sizes):.0f} bytes")


def lobby(service: str) -> tuple[str, str]:
    """A game whose four players sit: its id, and the host's token."""
    host = load.post(service, "/v1/games", {"name": PLAYERS[0]})
    for name in PLAYERS[1:]:
        load.post(service, f"/v1/games/{host['game_id']}/join", {"name": name})
    return host["game_id"], host["token"]


def keys_size(server: Any, game_id: str) -> int:
    """What the server says of all keys of a game together."""
    return sum(server.memory_usage(key, samples=0) for key in server.scan_iter(f"uno:{{{game_id}}}*", BATCH))


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
            "BARE_BLOB": str(tables[0].size),
            "BARE_REPLY": "1900",
        }
        service = servers.enter_context(gunicorn("app:create_app()", settings)).base
        bare = servers.enter_context(gunicorn("benchmarks.bare:create_app()", settings)).base
        server: Any = redis.Redis.from_url(redis_url)
        remembered(service, server, tables)
        long_played(service, server, tables)
        crowded(service, bare, server, tables)


if __name__ == "__main__":
    report()
