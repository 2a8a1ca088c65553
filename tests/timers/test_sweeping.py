"""Games that nobody asks for: swept by whoever comes first, and by the record, whatever the list says."""

import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from app import create_app
from service.desk import Desk
from service.settings import Settings
from service.store import Lease, StoreUnavailable
from service.store.redis import LEASE
from service.timers import Sweeper, sweep
from tests.timers.conftest import BEGIN, House

LIMIT = 30_000
LOG = logging.getLogger("tests")


class Failing:
    """A store of which one method fails."""

    def __init__(self, store: Any, name: str, error: Exception) -> None:
        self._store, self._name, self._error = store, name, error

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name == self._name:
            raise self._error
        method: Callable[..., Any] = getattr(self._store, name)
        return method


def test_a_game_whose_time_is_over_goes_on_though_nobody_asks(house: House) -> None:
    table = house.table()
    house.clock.pass_by(LIMIT - 1)
    sweep(house.desk, LOG)
    assert "timed_out" not in table.stored()
    house.clock.pass_by(1)
    sweep(house.desk, LOG)
    assert table.stored()[-4:] == ["timed_out", "cards_drawn", "turn_passed", "turn_started"]
    assert house.deadlines() == {table.game_id: BEGIN + 2 * LIMIT}


def test_it_goes_on_and_on_until_it_comes_to_rest(house: House) -> None:
    table = house.table({"turn_seconds": 30, "idle_limit": 1, "on_idle": "bot"})
    for _ in range(10):
        house.clock.pass_by(LIMIT)
        sweep(house.desk, LOG)
    assert (table.stored().count("timed_out"), table.stored()[-1]) == (4, "round_ended")
    assert house.deadlines() == {}


def test_a_firing_that_comes_late_does_not_hit_the_next_decision(house: House) -> None:
    table = house.table()
    house.clock.pass_by(LIMIT - 1)
    assert table.act(0, "play", card="R5").status_code == 200
    house.clock.pass_by(1)
    assert house.deadlines() == {table.game_id: BEGIN + LIMIT}, "the list still says when it was to be over"
    sweep(house.desk, LOG)
    assert "timed_out" not in table.stored()
    assert house.deadlines() == {table.game_id: BEGIN + 2 * LIMIT - 1}


def test_a_round_that_is_over_and_a_game_that_is_gone_are_dropped_from_the_list(house: House) -> None:
    ended, gone = house.table(hands=[["R5"], ["G1"]]), house.table()
    ended.act(0, "play", card="R5")
    house.valkey.ask("DEL", f"uno:{{{gone.game_id}}}:state", f"uno:{{{gone.game_id}}}:events")
    assert house.deadlines().keys() == {ended.game_id, gone.game_id}
    house.clock.pass_by(LIMIT)
    sweep(house.desk, LOG)
    assert house.deadlines() == {}


def test_a_deadline_is_listed_before_the_change_that_opens_the_decision(house: House) -> None:
    table = house.table(hands=[["R5"], ["G1"]])
    table.act(0, "play", card="R5")
    house.clock.pass_by(LIMIT)
    sweep(house.desk, LOG)
    dying = replace(house.desk, store=Failing(house.store, "commit", StoreUnavailable("gone")))
    house.client = house_of(dying)
    assert table.act(0, "deal").json["code"] == "storage-unavailable"
    assert house.deadlines() == {table.game_id: BEGIN + 2 * LIMIT}
    assert table.view()["status"] == "round_over"
    house.clock.pass_by(LIMIT)
    sweep(house.desk, LOG)
    assert house.deadlines() == {}, "nothing was to be done"


def house_of(desk: Desk) -> Any:
    return create_app(Settings(sandbox=True), desk).test_client()


def test_what_a_sweeper_had_claimed_when_it_died_is_done_by_another(house: House) -> None:
    table = house.table()
    house.clock.pass_by(LIMIT)
    assert [lease.game_id for lease in house.store.claim(house.clock())] == [table.game_id]
    sweep(house.desk, LOG)
    assert "timed_out" not in table.stored()
    house.clock.pass_by(LEASE + 1)
    sweep(house.desk, LOG)
    assert table.stored().count("timed_out") == 1


def test_many_who_sweep_at_once_do_each_thing_once(house: House) -> None:
    tables = [house.table() for _ in range(12)]
    for _ in range(3):
        house.clock.pass_by(LIMIT)
        start = threading.Barrier(4)

        def sweep_along(start: threading.Barrier = start) -> None:
            start.wait()
            sweep(house.desk, LOG)

        threads = [threading.Thread(target=sweep_along) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert [table.stored().count("timed_out") for table in tables] == [3] * len(tables)


def test_many_who_look_at_once_do_it_once(house: House) -> None:
    table = house.table()
    house.clock.pass_by(LIMIT)
    start = threading.Barrier(6)
    turns = []

    def look() -> None:
        client = house_of(house.desk)
        start.wait()
        turns.append(client.get(f"/v1/games/{table.game_id}").json["turn_seat"])

    threads = [threading.Thread(target=look) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (turns, table.stored().count("timed_out")) == ([1] * 6, 1)


def test_a_game_that_cannot_go_on_does_not_hold_up_the_others(house: House, caplog: pytest.LogCaptureFixture) -> None:
    sick, well = house.table(), house.table()
    house.valkey.ask("HSET", f"uno:{{{sick.game_id}}}:state", "blob", "garbage")
    house.clock.pass_by(LIMIT)
    with caplog.at_level(logging.ERROR):
        sweep(house.desk, LOG)
    assert "A game cannot go on by itself." in caplog.text
    assert well.stored().count("timed_out") == 1
    assert house.deadlines()[sick.game_id] == BEGIN + LIMIT + 60_000


class Flaky:
    """A store that is away at first; it tells when it was asked."""

    def __init__(self, outages: int) -> None:
        self.outages, self.asked, self.enough = outages, 0, threading.Event()

    def claim(self, now: int) -> list[Lease]:
        self.asked += 1
        if self.asked <= self.outages:
            raise StoreUnavailable("away")
        if self.asked > self.outages + 2:
            self.enough.set()
        return []


def test_a_sweeper_outlives_every_outage_and_ends_when_it_is_told_to(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("service.timers.TICK", 0.01)
    store = Flaky(outages=3)
    sweeper = Sweeper(replace(house.desk, store=store), LOG)
    with caplog.at_level(logging.WARNING):
        sweeper.start()
        assert store.enough.wait(10)
    sweeper.stop()
    assert not sweeper._thread.is_alive()
    assert caplog.text.count("Deadlines wait for the storage") == 1, "an outage is told of once"
    asked = store.asked
    assert not threading.Event().wait(0.1) and store.asked == asked
