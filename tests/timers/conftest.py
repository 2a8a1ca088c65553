"""The whole service in one process, on a Valkey of the tests' own, by a clock that the test moves."""

import secrets
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from app import create_app
from service.desk import Desk
from service.engine.events import type_of
from service.record import entry_of
from service.seats import Seats
from service.settings import Settings
from service.store.redis import SHARDS, RedisStore, connect
from tests.valkey import Valkey

BEGIN = 1_700_000_000_000
HANDS = [["R5", "B1", "B2"], ["G1", "R9", "GS"]]
PLAIN = {"hands": HANDS, "discard": ["R3"], "turn": 0, "draw_pile": ["Y1", "Y2", "Y4", "Y5", "Y6", "Y8", "Y9"]}


class Clock:
    """Tells milliseconds since 1970."""

    def __init__(self) -> None:
        self.now = BEGIN

    def __call__(self) -> int:
        return self.now

    def pass_by(self, milliseconds: int) -> None:
        self.now += milliseconds


class House:
    """A service with its clock and its storage; `table` sets one up."""

    def __init__(self, valkey: Valkey) -> None:
        self.valkey, self.clock = valkey, Clock()
        self.store = RedisStore(connect(valkey.url), 60)
        self.desk = Desk(self.store, Seats(("k" * 16,)), self.clock, secrets.token_bytes)
        self.client: FlaskClient = create_app(Settings(sandbox=True), self.desk).test_client()

    def table(self, options: dict[str, Any] | None = None, **setup: Any) -> "Table":
        body = PLAIN | {"options": {"turn_seconds": 30} if options is None else options} | setup
        made = self.client.post("/v1/sandbox/games", json=body)
        assert made.status_code == 201, made.json
        return Table(self, made.json["game_id"], [seat["token"] for seat in made.json["seats"]])

    def deadlines(self) -> dict[str, float]:
        """The list of deadlines as it stands."""
        found: dict[str, float] = {}
        for shard in range(SHARDS):
            flat = self.valkey.ask("ZRANGE", f"uno:deadlines:{shard}", "0", "-1", "WITHSCORES")
            assert isinstance(flat, list)
            found |= {entry[0].decode(): float(entry[1]) for entry in pairs(flat)}
        return found


def pairs(flat: list[Any]) -> list[Any]:
    return flat if flat and isinstance(flat[0], list) else list(zip(flat[::2], flat[1::2], strict=True))


class Table:
    """A sandbox game of a house."""

    def __init__(self, house: House, game_id: str, tokens: list[str]) -> None:
        self.house, self.game_id, self.tokens = house, game_id, tokens

    def ask(self, method: str, path: str = "", seat: int | None = None, body: Any = None, **headers: str) -> Any:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if seat is not None:
            named["Authorization"] = f"Bearer {self.tokens[seat]}"
        url = f"/v1/games/{self.game_id}{path}"
        return self.house.client.open(url, method=method, json=body, headers=named)

    def view(self, seat: int | None = None) -> Any:
        return self.ask("GET", "", seat).json

    def act(self, seat: int, verb: str, /, **body: Any) -> Any:
        return self.ask("POST", f"/{verb}", seat, body)

    def stored(self) -> list[str]:
        """The types of all events, as the storage has them: nobody looks at the game for that."""
        found = self.house.store.read(self.game_id, 0, 1000)
        assert found is not None
        return [type_of(entry_of(blob).event) for _, blob in found[1]]


@pytest.fixture(scope="session")
def shared_valkey() -> Iterator[Valkey]:
    with Valkey() as server:
        yield server


@pytest.fixture
def house(shared_valkey: Valkey) -> House:
    shared_valkey.ask("FLUSHALL")
    return House(shared_valkey)
