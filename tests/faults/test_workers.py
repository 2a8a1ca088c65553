"""A worker killed in the middle of a storm: no acknowledged command is lost, and none is half done."""

import os
import random
import signal
import threading
import time
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest

from benchmarks.serving import Served
from tests.client import Table, set_table

TABLES = 6
SECONDS = 6
VERBS = {"play": "play", "draw": "draw", "pass": "pass", "challenge": "challenge", "choose_color": "choose-color"}


def workers_of(master: int) -> list[int]:
    """The process numbers of gunicorn's workers."""
    children = Path(f"/proc/{master}/task/{master}/children").read_text()
    return [int(pid) for pid in children.split() if "gunicorn" in Path(f"/proc/{pid}/cmdline").read_text()]


class Storm(threading.Thread):
    """Plays one table at random until told to stop, and keeps the version of each acknowledged command."""

    def __init__(self, table: Table, stop: threading.Event, seed: int) -> None:
        super().__init__()
        self.table, self.stop, self.dice = table, stop, random.Random(seed)
        self.acknowledged: list[tuple[int, list[int]]] = []
        self.lost_replies = 0

    def run(self) -> None:
        while not self.stop.is_set():
            try:
                self.step()
            except (OSError, HTTPException):
                self.lost_replies += 1

    def step(self) -> None:
        view = self.table.view()
        if view["status"] != "playing":
            seat, verb, body = 0, "deal", {}
        else:
            seat = view["waiting_for"][0]
            verb, body = self.choose(self.table.view(seat))
        reply = self.table.act(seat, verb, **body)
        if reply.status == 200:
            self.acknowledged.append((reply.body["version"], [event["seq"] for event in reply.body["events"]]))

    def choose(self, view: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        move = self.dice.choice([move for move in view["me"]["legal_moves"] if move["action"] in VERBS])
        body = {"card": self.dice.choice(move["cards"])} if "cards" in move else {}
        return VERBS[move["action"]], body | ({"color": "red"} if move.get("needs") else {})


def cards_on(table: Table) -> int:
    view = table.view()
    return view["draw_count"] + view["discard_count"] + sum(player["card_count"] for player in view["players"])


@pytest.mark.slow
def test_a_worker_killed_in_a_storm_loses_nothing_and_halves_nothing(own_service: Served) -> None:
    tables = [set_table(own_service.base, players=3) for _ in range(TABLES)]
    stop = threading.Event()
    storms = [Storm(table, stop, seed) for seed, table in enumerate(tables)]
    for storm in storms:
        storm.start()
    for _ in range(SECONDS):
        time.sleep(1)
        os.kill(random.choice(workers_of(own_service.pid)), signal.SIGKILL)
    time.sleep(1)
    stop.set()
    for storm in storms:
        storm.join()
    assert sum(len(storm.acknowledged) for storm in storms) > 100
    for storm in storms:
        check(storm)


def check(storm: Storm) -> None:
    events = storm.table.events()
    numbers = {event["seq"] for event in events}
    assert numbers == set(range(1, len(events) + 1)), "the events have no gap"
    versions = [version for version, _ in storm.acknowledged]
    assert versions == sorted(set(versions)), "each acknowledged command has a version of its own"
    assert all(set(seqs) <= numbers for _, seqs in storm.acknowledged), "no acknowledged event is missing"
    view = storm.table.view()
    assert view["version"] >= versions[-1]
    if view["status"] == "playing":
        assert cards_on(storm.table) == 108
