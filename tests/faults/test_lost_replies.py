"""Requests whose replies are lost, sent again with their key: each is done once."""

import random
import signal
import socket
import threading
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from os import kill
from typing import Any
from urllib.parse import urlsplit

import pytest

from benchmarks.serving import Served
from tests.client import Reply, ask, set_table
from tests.faults.test_races import HANDS, STORM
from tests.faults.test_workers import Storm, workers_of

SECONDS = 8
TABLES = 6


def key() -> dict[str, str]:
    return {"Idempotency-Key": str(uuid.uuid4())}


def once(requests: Callable[[], Reply]) -> Reply:
    """Sends the same request twenty times at once; all replies are one."""
    with ThreadPoolExecutor(STORM) as pool:
        replies = list(pool.map(lambda _: requests(), range(STORM)))
    assert {(reply.status, reply.raw, reply.headers.get("etag")) for reply in replies} == {
        (replies[0].status, replies[0].raw, replies[0].headers.get("etag"))
    }
    assert replies[0].status < 300, replies[0]
    assert sum("idempotency-replayed" not in reply.headers for reply in replies) == 1
    return replies[0]


def test_of_twenty_parallel_draws_with_one_key_one_is_done_and_all_are_answered(base: str) -> None:
    table = set_table(base, turn=0, hands=HANDS, discard=["R3"], draw_pile=["G9"])
    before, named = table.view(), key()
    reply = once(lambda: ask(base, "POST", f"{table.path}/draw", None, table.tokens[0], named))
    after = table.view()
    assert reply.body["version"] == after["version"] == before["version"] + 1
    assert after["draw_count"] == before["draw_count"] - 1


def test_of_twenty_parallel_openings_with_one_key_there_is_one_game(base: str) -> None:
    named = key()
    granted = once(lambda: ask(base, "POST", "/v1/games", {"name": "Ada"}, headers=named)).body
    assert ask(base, "GET", f"/v1/games/{granted['game_id']}", token=granted["token"]).body["version"] == 1


@pytest.mark.parametrize("by_code", [False, True])
def test_of_twenty_parallel_joins_with_one_key_there_is_one_seat(base: str, by_code: bool) -> None:
    game = ask(base, "POST", "/v1/games", {"name": "Ada"}).body
    path, named = f"/v1/games/{game['game_id']}", key()
    body = {"name": "Bo", "join_code": game["join_code"]}
    granted = once(lambda: ask(base, "POST", "/v1/join" if by_code else f"{path}/join", body, headers=named)).body
    view = ask(base, "GET", path, token=granted["token"]).body
    assert (view["version"], view["me"]["seat"], len(view["players"])) == (2, 1, 2)


def test_of_twenty_parallel_leaves_with_one_key_all_are_answered(base: str) -> None:
    table = set_table(base, players=3)
    named = key()
    once(lambda: ask(base, "POST", f"{table.path}/leave", None, table.tokens[1], named))
    assert table.view()["version"] == 2


def hang_up(base: str, path: str, token: str, named: dict[str, str], body: bytes = b"") -> None:
    """Sends a whole request, and is gone before the reply."""
    place = urlsplit(base)
    fields = named | {"Host": "a", "Content-Type": "application/json", "Content-Length": str(len(body))}
    fields |= {"Authorization": f"Bearer {token}"} if token else {}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    with socket.create_connection((place.hostname, place.port), timeout=10) as line:
        line.sendall(f"POST {path} HTTP/1.1\r\n{head}\r\n".encode() + body)


def test_a_command_whose_reply_was_lost_is_done_once_whether_it_had_arrived_or_not(base: str) -> None:
    for pause in (0, 0, 0.001, 0.002, 0.004, 0.05):
        table = set_table(base, turn=0, hands=HANDS, discard=["R3"], draw_pile=["G9"])
        named = key()
        hang_up(base, f"{table.path}/draw", table.tokens[0], named)
        time.sleep(pause)
        reply = ask(base, "POST", f"{table.path}/draw", None, table.tokens[0], named)
        assert reply.status == 200
        assert reply.body["version"] == 2
        time.sleep(0.05)
        assert table.view()["version"] == 2, "the first one came late, or not"


def test_openings_joins_and_recoveries_whose_replies_were_lost_are_done_once(base: str) -> None:
    named = key()
    hang_up(base, "/v1/games", "", named, b'{"name": "Ada"}')
    game = ask(base, "POST", "/v1/games", {"name": "Ada"}, headers=named).body
    path, named = f"/v1/games/{game['game_id']}", key()
    hang_up(base, f"{path}/join", "", named, b'{"name": "Bo"}')
    joined = ask(base, "POST", f"{path}/join", {"name": "Bo"}, headers=named).body
    assert joined["seat"] == 1
    code, named = joined["recovery_code"], key()
    hang_up(base, f"{path}/recover", "", named, f'{{"recovery_code": "{code}"}}'.encode())
    again = ask(base, "POST", f"{path}/recover", {"recovery_code": code}, headers=named).body
    assert ask(base, "GET", path, token=joined["token"]).code == "token-revoked"
    assert ask(base, "GET", path, token=again["token"]).body["version"] == 3
    hang_up(base, f"{path}/leave", again["token"], named)
    assert ask(base, "POST", f"{path}/leave", None, again["token"], named).status == 200
    assert ask(base, "GET", path).body["version"] == 4


class Stubborn(Storm):
    """Sends each command until it is answered."""

    def step(self) -> None:
        view = self.insist("GET", "")
        seat = 0 if view["status"] != "playing" else view["waiting_for"][0]
        verb, body = "deal", {}
        if view["status"] == "playing":
            verb, body = self.choose(self.insist("GET", "", seat))
        done = self.insist("POST", f"/{verb}", seat, body, **key())
        self.acknowledged.append((done["version"], [event["seq"] for event in done["events"]]))

    def insist(self, method: str, path: str, seat: int | None = None, body: Any = None, **headers: str) -> Any:
        while True:
            try:
                reply = self.table.ask(method, path, seat, body, **headers)
            except (OSError, HTTPException):
                self.lost_replies += 1
                time.sleep(0.01)
            else:
                if reply.status != 503:
                    assert reply.status == 200, reply
                    return reply.body


@pytest.mark.slow
def test_commands_with_keys_are_done_exactly_once_while_workers_are_killed(own_service: Served) -> None:
    tables = [set_table(own_service.base, players=3) for _ in range(TABLES)]
    stop = threading.Event()
    storms = [Stubborn(table, stop, seed) for seed, table in enumerate(tables)]
    for storm in storms:
        storm.start()
    dice, until = random.Random(1), time.monotonic() + SECONDS
    while time.monotonic() < until:
        time.sleep(dice.uniform(0.5, 1.2))
        for pid in dice.sample(workers_of(own_service.pid), 1):
            kill(pid, signal.SIGKILL)
    stop.set()
    for storm in storms:
        storm.join()
    for storm in storms:
        check(storm)
    assert sum(len(storm.acknowledged) for storm in storms) > 200
    assert sum(storm.lost_replies for storm in storms) > TABLES


def check(storm: Stubborn) -> None:
    """Nobody else acts at this table: every version is one of its commands, and every command one version."""
    versions = [version for version, _ in storm.acknowledged]
    assert versions == list(range(2, len(versions) + 2))
    assert storm.insist("GET", "")["version"] == versions[-1]
    numbers = [event["seq"] for event in storm.table.events()]
    assert numbers == list(range(1, len(numbers) + 1))
    told = [seq for _, seqs in storm.acknowledged for seq in seqs]
    assert told == numbers[-len(told) :]
