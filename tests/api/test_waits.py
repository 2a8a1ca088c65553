"""Requests that wait for something to happen."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from tests.api.conftest import Opened
from tests.client import Reply, Table, ask, set_table

HANDS = [["R5", "W", "B1"], ["G1", "R9", "GS"]]
WAITING = 8


@pytest.fixture
def table(base: str) -> Table:
    return set_table(base, hands=HANDS, discard=["R3"], turn=0, draw_pile=["G9", "G8"])


@contextmanager
def taking(least: float, most: float) -> Iterator[None]:
    begun = time.monotonic()
    yield
    assert least <= time.monotonic() - begun < most


def last_seq(table: Table) -> int:
    return int(table.ask("GET", "/events").body["last_seq"])


def test_events_that_are_there_are_not_waited_for(table: Table) -> None:
    with taking(0, 2):
        assert table.ask("GET", "/events?after=0&wait=25").body == table.ask("GET", "/events").body
        assert table.ask("GET", f"/events?after={10**12}&wait=25").body["items"] == [], "these will not come"


def test_everybody_who_waits_for_events_is_told_when_they_happen(table: Table) -> None:
    after = last_seq(table)
    with ThreadPoolExecutor(WAITING) as pool, taking(1, 4):
        waiting = [pool.submit(table.ask, "GET", f"/events?after={after}&wait=25", seat % 2) for seat in range(WAITING)]
        time.sleep(1)
        assert not any(wait.done() for wait in waiting)
        acted = table.act(0, "draw")
        pages = [wait.result().body for wait in waiting]
    assert pages[0]["items"] == acted.body["events"]
    assert {tuple(event["seq"] for event in page["items"]) for page in pages} == {tuple(range(after + 1, after + 4))}
    assert [page["items"][0].get("cards") for page in pages[:2]] == [["G9"], None]


def test_where_nothing_happens_the_page_is_empty_after_the_wait(table: Table) -> None:
    after = last_seq(table)
    with taking(1, 2):
        page = table.ask("GET", f"/events?after={after}&wait=1").body
    assert page == {"items": [], "last_seq": after, "has_more": False}


def test_a_view_that_is_known_is_waited_for_until_there_is_another(table: Table) -> None:
    tag = table.ask("GET", "", 1).headers["etag"]

    def waited(_: int) -> Reply:
        return table.ask("GET", "?wait=25", 1, None, If_None_Match=tag)

    with ThreadPoolExecutor(WAITING) as pool, taking(0.5, 4):
        waiting = [pool.submit(waited, number) for number in range(WAITING)]
        threading.Timer(0.5, lambda: table.act(0, "draw")).start()
        for wait in waiting:
            assert (wait.result().status, wait.result().body["version"]) == (200, 2)


def test_a_view_that_stays_as_it_is_is_304_after_the_wait(table: Table) -> None:
    tag = table.ask("GET", "").headers["etag"]
    with taking(1, 2):
        reply = table.ask("GET", "?wait=1", None, None, If_None_Match=tag)
    assert (reply.status, reply.raw, reply.headers["etag"]) == (304, b"", tag)


def test_a_view_that_is_not_known_is_not_waited_for(table: Table) -> None:
    with taking(0, 2):
        assert table.ask("GET", "?wait=25", 0).status == 200
        assert table.ask("GET", "?wait=25", 0, None, If_None_Match='"v1.public"').status == 200


def test_whoever_loses_the_seat_while_waiting_is_told_so(opened: Opened) -> None:
    game = opened("Ada", "Bo")
    after = game.ask("GET", "/events").body["last_seq"]
    with ThreadPoolExecutor(1) as pool:
        wait = pool.submit(game.ask, "GET", f"/events?after={after}&wait=25", 1)
        time.sleep(0.5)
        assert game.ask("POST", "/kick", 0, {"seat": 1}).status == 200
        assert wait.result().code == "token-revoked"


@pytest.mark.parametrize("wait", ["-1", "26", "x", "1.5", ""])
def test_waits_are_asked_for_within_bounds(base: str, table: Table, wait: str) -> None:
    for path in (table.path, f"{table.path}/events"):
        reply = ask(base, "GET", f"{path}?wait={wait}")
        assert (reply.status, reply.body["errors"][0]["pointer"]) == (422, "/query/wait")


def test_a_player_is_connected_while_their_client_is_heard_of(table: Table) -> None:
    def there() -> list[tuple[bool, bool]]:
        return [(player["connected"], "last_seen" in player) for player in table.view()["players"]]

    assert there() == [(False, False), (False, False)]
    table.ask("GET", "", 1)
    assert there() == [(False, False), (True, True)]
    refused = table.act(0, "play", card="B1")
    assert refused.status == 409
    assert there() == [(True, True), (True, True)]


def test_presence_alone_is_no_new_version(table: Table) -> None:
    tag = table.ask("GET", "").headers["etag"]
    table.ask("GET", "", 0)
    assert table.ask("GET", "", None, None, If_None_Match=tag).status == 304


def test_whoever_has_left_is_not_there_nor_is_their_successor_before_they_come(opened: Opened) -> None:
    game = opened("Ada", "Bo")
    game.ask("GET", "", 1)
    assert game.ask("POST", "/leave", 1).status == 200
    game.join("Cy", seat=1)
    players = game.ask("GET", "", 0).body["players"]
    assert [(player["name"], player["connected"]) for player in players] == [("Ada", True), ("Cy", False)]
