"""Deadlines of real services on one Valkey: nobody calls, a worker is killed, a command races the clock."""

import os
import random
import shlex
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from benchmarks.serving import Served, gunicorn, served
from service.store.redis import SHARDS
from tests.client import Table, set_table
from tests.valkey import Valkey

SECONDS = 5
TABLES = 12
TIMED = {
    "options": {"turn_seconds": SECONDS, "idle_limit": 20},
    "hands": [["R5", "B1"], ["G1", "G2"]],
    "discard": ["R3"],
    "turn": 0,
}


@pytest.fixture(scope="module")
def valkey() -> Iterator[Valkey]:
    with Valkey() as server:
        yield server


def settings(valkey: Valkey) -> dict[str, str]:
    return {
        "REDIS_URL": valkey.url,
        "UNO_SECRET_KEYS": "a secret of the tests",
        "UNO_SANDBOX": "1",
        "WEB_CONCURRENCY": "1",
    }


def when(event: dict[str, Any]) -> float:
    """Seconds since 1970."""
    return datetime.fromisoformat(event["at"]).timestamp()


def deadline(view: dict[str, Any]) -> float:
    return datetime.fromisoformat(view["deadline_at"]).timestamp()


def timed_out(table: Table) -> list[dict[str, Any]]:
    return [event for event in table.events() if event["type"] == "timed_out"]


def sleep_until(moment: float) -> None:
    time.sleep(max(0.0, moment - time.time()))


def killed(service: Served) -> None:
    """A whole service, its workers first, without a chance to tidy up."""
    children = Path(f"/proc/{service.pid}/task/{service.pid}/children").read_text().split()
    os.kill(service.pid, signal.SIGSTOP)  # a master starts other workers
    for pid in (*map(int, children), service.pid):
        os.kill(pid, signal.SIGKILL)


@pytest.mark.slow
def test_what_is_due_is_done_once_within_a_second_also_when_one_of_the_services_is_killed(valkey: Valkey) -> None:
    with ExitStack() as both:
        first, second = (both.enter_context(gunicorn("app:create_app()", settings(valkey))) for _ in range(2))
        tables = [set_table(base, **TIMED) for base in (first.base, second.base) for _ in range(TABLES // 2)]
        dues = [deadline(table.view()) for table in tables]
        sleep_until(max(dues) + 1.5)
        killed(first)
        sleep_until(max(dues) + SECONDS + 4)
        for table, due in zip((table._replace(base=second.base) for table in tables), dues, strict=True):
            fired, again = timed_out(table)
            assert (fired["seat"], again["seat"]) == (0, 1)
            assert due <= when(fired) < due + 1
            assert when(fired) + SECONDS <= when(again) < when(fired) + SECONDS + 1


@pytest.mark.slow
def test_of_a_command_and_the_deadline_that_it_races_one_is_carried_out(valkey: Valkey) -> None:
    with gunicorn("app:create_app()", settings(valkey) | {"WEB_CONCURRENCY": "2"}) as service:
        tables = [set_table(service.base, **TIMED) for _ in range(2 * TABLES)]
        views = [table.view(0) for table in tables]

        def race(table: Table, view: dict[str, Any]) -> int:
            sleep_until(deadline(view) + random.uniform(-0.05, 0.25))
            reply = table.act(0, "play", card="R5", decision_id=view["decision_id"])
            assert reply.status == 200 or reply.code == "decision-closed"
            return reply.status

        with ThreadPoolExecutor(len(tables)) as pool:
            statuses = list(pool.map(race, tables, views))
        for table, status in zip(tables, statuses, strict=True):
            types = [event["type"] for event in table.events()]
            assert (types.count("card_played"), types.count("timed_out")) == ((1, 0) if status == 200 else (0, 1))
            assert len(types) == table.events()[-1]["seq"]


@pytest.mark.slow
def test_one_who_is_away_is_played_for_though_nobody_calls(valkey: Valkey) -> None:
    with gunicorn("app:create_app()", settings(valkey)) as service:
        setup = TIMED | {"options": {"turn_seconds": SECONDS, "idle_limit": 1}, "draw_pile": ["Y1", "Y2", "Y4"]}
        table = set_table(service.base, **setup)
        sleep_until(deadline(table.view()) + 1.2)
        assert table.act(1, "draw").status == 200
        begun = time.time()
        sleep_until(begun + 2.2)
        played = [event for event in table.events() if event["type"] == "card_played"]
        assert [event["card"] for event in played] == ["R5"]
        assert begun + 0.9 < when(played[0]) < begun + 2


@pytest.mark.slow
def test_flasks_own_server_keeps_time_too(valkey: Valkey) -> None:
    flask = f"exec {shlex.quote(sys.executable)} -m flask --app 'app:create_app()' run --port $PORT"
    with served(["sh", "-c", flask], settings(valkey)) as service:
        table = set_table(service.base, **TIMED)
        due = deadline(table.view())
        sleep_until(due + 1.5)
        [fired] = timed_out(table)
        assert due <= when(fired) < due + 1


@pytest.mark.slow
def test_deadlines_survive_an_outage_and_a_service_that_keeps_them_stops_in_order(valkey: Valkey) -> None:
    with gunicorn("app:create_app()", settings(valkey)) as service:
        table = set_table(service.base, **TIMED)
        due = deadline(table.view())
        with valkey.frozen():
            sleep_until(due + 1)
        until = time.time() + 8
        while something_is_overdue(valkey) and time.time() < until:
            time.sleep(0.1)
        assert not something_is_overdue(valkey)
        assert len(timed_out(table)) == 1
        assert "Traceback" not in service.log.read_text()
        begun = time.monotonic()
    assert time.monotonic() - begun < 5


def something_is_overdue(valkey: Valkey) -> bool:
    """Whether a time is listed that has been over for more than a second."""
    late = str(int(time.time() * 1000) - 1000)
    return any(valkey.ask("ZCOUNT", f"uno:deadlines:{shard}", "-inf", late) for shard in range(SHARDS))
