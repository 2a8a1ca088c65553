"""Streams and waits, and what can happen to them: servers that go, workers that end, readers that do not read."""

import os
import secrets
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import NamedTuple

import pytest
from werkzeug.serving import make_server

from app import create_app, milliseconds
from benchmarks.serving import Served, gunicorn
from service import presence, stream
from service.desk import Desk
from service.seats import Seats
from service.settings import Settings
from service.store.redis import RedisStore, connect
from tests.client import Table, ask, set_table
from tests.faults.test_redis import service, valkey  # noqa: F401
from tests.reading import Reading
from tests.valkey import Valkey

SMALL = 4096


def long_table(base: str) -> Table:
    """A table at which one can draw for long: each draw is three events."""
    hands, pile = [["R5"] * 2] * 2, ["G9"] * 900
    return set_table(base, hands=hands, exact=True, discard=["R3"], turn=0, draw_pile=pile)


def draw(table: Table, times: int, first: int = 0) -> list[float]:
    """Draws in turn; the seconds that each took."""
    taken = []
    for number in range(first, first + times):
        begun = time.monotonic()
        assert table.act(number % 2, "draw").status == 200
        taken.append(time.monotonic() - begun)
    return taken


class Flask(NamedTuple):
    """The service in this process, under Flask's own server: threads instead of greenlets."""

    base: str
    valkey: Valkey


@pytest.fixture
def flask(monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """With a short beat, and little room between service and readers."""
    monkeypatch.setattr(stream, "BEAT_SECONDS", 0.2)
    monkeypatch.setattr(presence, "EVERY", 100)
    monkeypatch.setattr(presence, "CONNECTED", 1_500)
    with Valkey() as storage, socket.create_server(("127.0.0.1", 0)) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL)
        desk = Desk(RedisStore(connect(storage.url), 60), Seats(["k" * 16]), milliseconds, secrets.token_bytes)
        app = create_app(Settings(sandbox=True), desk)
        server = make_server("127.0.0.1", 0, app, threaded=True, fd=listening.fileno())
        server.log = lambda *_: None  # type: ignore[method-assign]
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield Flask(f"http://127.0.0.1:{listening.getsockname()[1]}", storage)
        desk.waits.end()
        server.shutdown()
        thread.join()
        server.server_close()


def test_a_stream_without_news_beats_and_keeps_its_reader_present(flask: Flask) -> None:
    table = set_table(flask.base)
    with Reading(table.base, table.path, table.tokens[1]) as reading:
        next(reading)
        begun = time.monotonic()
        for _ in range(15):
            reading.beat()
        assert 2 < time.monotonic() - begun < 6
        assert [player["connected"] for player in table.view()["players"]] == [False, True]
        assert table.act(table.view()["turn_seat"], "draw").status == 200
        assert next(reading).event == "cards_drawn"
    time.sleep(2.5)
    assert not table.view()["players"][1]["connected"]


def test_a_command_makes_two_trips_also_where_its_seat_is_written_down(flask: Flask) -> None:
    table = long_table(flask.base)
    draw(table, 2)
    time.sleep(0.2)
    flask.valkey.ask("CONFIG", "RESETSTAT")
    draw(table, 1)
    calls = flask.valkey.ask("INFO", "commandstats")
    assert isinstance(calls, dict)
    assert calls["cmdstat_hset"]["calls"] == 2, "the game, and who was heard of"
    assert calls["cmdstat_evalsha"]["calls"] == 2
    assert not {"cmdstat_hmset", "cmdstat_set", "cmdstat_exists"} & set(calls)


def test_the_stream_of_a_game_that_expires_ends(flask: Flask) -> None:
    table = set_table(flask.base)
    with Reading(table.base, table.path, table.tokens[0]) as reading:
        next(reading)
        flask.valkey.ask("DEL", f"uno:{{{table.path.rsplit('/', 1)[1]}}}:state")
        assert list(reading) == []


def test_a_reader_that_does_not_read_delays_nobody_and_misses_nothing(flask: Flask) -> None:
    table = long_table(flask.base)
    with idle_reader(table) as line, Reading(table.base, f"{table.path}/events/stream?after=0") as other:
        taken = draw(table, 200)
        assert table.ask("DELETE", "", 0).status == 204
        whole = [event["seq"] for event in table.events()]
        assert [message.id for message in other] == whole
        text = everything(line)
    assert len(text) > 8 * SMALL, "it was really stuck"
    told = [int(row[3:]) for row in text.decode().splitlines() if row.startswith("id:")]
    assert told == whole
    assert sorted(taken)[len(taken) // 2] < 0.2 and max(taken) < 2


@contextmanager
def idle_reader(table: Table) -> Iterator[socket.socket]:
    """A stream that was asked for and is not read, with little room on its side too."""
    host, port = table.base.removeprefix("http://").split(":")
    with socket.socket() as line:
        line.settimeout(20)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        line.connect((host, int(port)))
        line.sendall(f"GET {table.path}/events/stream?after=0 HTTP/1.0\r\n\r\n".encode())
        assert line.recv(15).startswith(b"HTTP/1.")
        yield line


def everything(line: socket.socket) -> bytes:
    text = b""
    while piece := line.recv(65536):
        text += piece
    return text


def test_streams_outlive_the_storage_and_miss_nothing(valkey: Valkey, service: Served) -> None:  # noqa: F811
    table = long_table(service.base)
    streams = [Reading(service.base, table.path, table.tokens[number % 2]) for number in range(6)]
    seen = [[next(reading).id] for reading in streams]
    draw(table, 4)
    valkey.stop()
    time.sleep(1.5)
    valkey.start()
    draw(table, 4)
    assert table.ask("DELETE", "", 0).status == 204
    whole = [event["seq"] for event in table.events()]
    for reading, ids in zip(streams, seen, strict=True):
        with reading:
            ids += [message.id for message in reading]
            assert ids == whole[ids[0] - 1 :]


def test_a_wait_outlives_the_storage(valkey: Valkey, service: Served) -> None:  # noqa: F811
    table = long_table(service.base)
    after = table.ask("GET", "/events").body["last_seq"]
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(table.ask, "GET", f"/events?after={after}&wait=25", 1)
        time.sleep(0.5)
        valkey.stop()
        valkey.start()
        draw(table, 1)
        assert [event["seq"] for event in waiting.result().body["items"]] == [after + 1, after + 2, after + 3]


def test_a_service_that_is_stopped_answers_waits_and_ends_streams_at_once(own_service: Served) -> None:
    table = long_table(own_service.base)
    after = table.ask("GET", "/events").body["last_seq"]
    streams = [Reading(own_service.base, table.path, table.tokens[0]) for _ in range(8)]
    for reading in streams:
        next(reading)
    with ThreadPoolExecutor(8) as pool:
        waits = [pool.submit(table.ask, "GET", f"/events?after={after}&wait=25") for _ in range(8)]
        time.sleep(1)
        begun = time.monotonic()
        os.kill(own_service.pid, signal.SIGTERM)
        for wait in waits:
            assert (wait.result().status, wait.result().body["items"]) == (200, [])
        for reading in streams:
            with reading:
                assert list(reading) == []
        assert time.monotonic() - begun < 1.5
    eventually(lambda: worker_count(own_service.pid) == 0, 3)
    assert time.monotonic() - begun < 3.5


def worker_count(master: int) -> int:
    try:
        with open(f"/proc/{master}/task/{master}/children") as file:
            return len(file.read().split())
    except FileNotFoundError:
        return 0


def eventually(holds: Callable[[], bool], seconds: float = 10) -> None:
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.fixture
def crowded() -> Iterator[Served]:
    """A service that lets two wait."""
    settings = {"UNO_SANDBOX": "1", "WEB_CONCURRENCY": "1", "UNO_MAX_WAITS": "2"}
    with gunicorn("app:create_app()", settings) as served:
        yield served


def test_where_as_many_wait_as_may_others_are_refused_and_commands_are_not(crowded: Served) -> None:
    table = long_table(crowded.base)
    tag, after = table.ask("GET", "", 0).headers["etag"], table.ask("GET", "/events").body["last_seq"]
    streams = [Reading(crowded.base, table.path, table.tokens[0]) for _ in range(2)]
    for reading in streams:
        next(reading)
    for path, headers in (
        ("/events/stream", {}),
        (f"/events?after={after}&wait=20", {}),
        ("?wait=20", {"If-None-Match": tag}),
    ):
        reply = ask(crowded.base, "GET", table.path + path, token=table.tokens[0], headers=headers)
        assert (reply.status, reply.code) == (503, "stream-capacity")
        assert int(reply.headers["retry-after"]) >= 1
    assert table.ask("GET", "/events?wait=20").status == 200, "what is there is not waited for"
    assert table.ask("HEAD", "/events/stream", 0).status == 503
    draw(table, 2)
    for reading in streams:
        reading.__exit__()
    numbers = iter(range(2, 800))
    eventually(lambda: bool(draw(table, 1, next(numbers))) and is_admitted(table))


def is_admitted(table: Table) -> bool:
    with Reading(table.base, table.path, table.tokens[0]) as reading:
        return reading.status == 200
