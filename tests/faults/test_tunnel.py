"""Two matches over a line that drops, delays, doubles and cuts: nothing is done twice, nothing acknowledged is lost."""

import random
import threading
import time
from http.client import HTTPException
from typing import Any
from uuid import uuid4

import pytest

from tests.client import Reply, ask
from tests.faults.tunnel import MISFORTUNES, Tunnel

VERBS = {"play": "play", "draw": "draw", "pass": "pass", "challenge": "challenge", "choose_color": "choose-color"}
VERBS |= {"call_uno": "call-uno", "catch": "catch", "deal": "deal"}
WAIT = 2
LAST_STEPS = 1_500


class Phone(threading.Thread):
    """A client as the API guide describes it: it follows the events, moves when it may, and insists under one key."""

    def __init__(self, base: str, seat: dict[str, Any], seed: int) -> None:
        super().__init__()
        self.base, self.path, self.token = base, f"/v1/games/{seat['game_id']}", seat["token"]
        self.seat: int = seat["seat"]
        self.dice = random.Random(seed)
        self.events: list[dict[str, Any]] = []
        self.view: dict[str, Any] = seat["game"]
        self.acknowledged: list[dict[str, Any]] = []
        self.refused = 0
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            for _ in range(LAST_STEPS):
                if self.view["status"] == "finished":
                    return
                self.step()
            raise AssertionError("the match does not end")
        except BaseException as error:
            self.failure = error

    def step(self) -> None:
        self.view = insist(self.base, "GET", self.path, token=self.token).body
        moves = [move for move in self.view["me"]["legal_moves"] if move["action"] in VERBS]
        decisive = [move for move in moves if move["action"] not in ("call_uno", "catch")]
        if decisive or (moves and self.dice.random() < 0.3):
            plays = [move for move in moves if move["action"] == "play"]
            self.act(self.dice.choice(plays if plays and self.dice.random() < 0.9 else moves))
        else:
            self.follow(WAIT)

    def act(self, move: dict[str, Any]) -> None:
        body: dict[str, Any] = {"decision_id": self.view["decision_id"]}
        if "cards" in move:
            body["card"] = self.dice.choice(move["cards"])
        if "seats" in move:
            body["seat"] = self.dice.choice(move["seats"])
        if "color" in move.get("needs", ()):
            body["color"] = self.dice.choice(("red", "yellow", "green", "blue"))
        done = insist(self.base, "POST", f"{self.path}/{VERBS[move['action']]}", body, self.token)
        if done.status == 200:
            self.acknowledged.append(done.body)
        else:
            assert done.status == 409, done
            self.refused += 1

    def follow(self, wait: int) -> None:
        """The events that are new, or none after a while."""
        after = self.events[-1]["seq"] if self.events else 0
        page = insist(self.base, "GET", f"{self.path}/events?after={after}&wait={wait}", token=self.token).body
        self.events += page["items"]

    def catch_up(self) -> None:
        while not self.events or self.events[-1]["type"] != "match_ended":
            self.follow(0)


def insist(base: str, method: str, path: str, body: Any = None, token: str = "") -> Reply:
    """Sends a request, under one key, until it is answered."""
    key = {} if method == "GET" else {"Idempotency-Key": uuid4().hex}
    for tried in range(200):
        try:
            reply = ask(base, method, path, body, token, key)
            assert reply.body is not None
        except (OSError, HTTPException, ValueError):
            time.sleep(min(0.01 * tried, 0.2))
            continue
        if reply.status != 503:
            return reply
    raise AssertionError(f"{method} {path} is not answered")


def table(base: str, seed: int) -> list[Phone]:
    """Two who sit down over the bad line, at a short match."""
    options = {"target_score": 50, "hand_size": 5}
    ada = insist(base, "POST", "/v1/games", {"name": "Ada", "seats": 2, "options": options}).body
    bo = insist(base, "POST", "/v1/join", {"name": "Bo", "join_code": ada["join_code"]}).body
    return [Phone(base, seat, seed + number) for number, seat in enumerate((ada, bo))]


@pytest.mark.slow
def test_over_a_line_that_drops_delays_doubles_and_cuts_every_command_is_done_once(base: str) -> None:
    tunnel = Tunnel(base, seed=6)
    tunnel.start()
    tables = [table(tunnel.base, 10), table(tunnel.base, 20)]
    phones = [phone for each in tables for phone in each]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
        assert phone.failure is None, phone.failure
        phone.catch_up()
    tunnel.close()
    for each in tables:
        check(base, each)
    assert {*tunnel.befell} == {*MISFORTUNES}


def check(base: str, phones: list[Phone]) -> None:
    """What both phones know, put together, is what the service knows."""
    final = ask(base, "GET", phones[0].path).body
    assert all(standing(phone.view) == standing(final) for phone in phones)
    done = sorted(reply["version"] for phone in phones for reply in phone.acknowledged)
    assert done == list(range(3, final["version"] + 1))  # 1: opened, 2: joined
    for phone in phones:
        told = everything_told(base, phone)
        assert phone.events == told
        assert [event["seq"] for event in told] == list(range(1, len(told) + 1))
        for reply in phone.acknowledged:
            assert reply["events"] == told[reply["events"][0]["seq"] - 1 : reply["events"][-1]["seq"]]
        assert phone.acknowledged


def standing(view: dict[str, Any]) -> list[Any]:
    """How a match stands, the same for everybody: who is connected is no part of it."""
    players = [(player["name"], player["card_count"], player["score"]) for player in view["players"]]
    return [view["version"], view["status"], view["winner_seats"], view["last_round"], players]


def everything_told(base: str, phone: Phone) -> list[dict[str, Any]]:
    """Every event as this seat may see it."""
    told: list[dict[str, Any]] = []
    while True:
        page = ask(base, "GET", f"{phone.path}/events?after={len(told)}", token=phone.token).body
        told += page["items"]
        if not page["has_more"]:
            return told
