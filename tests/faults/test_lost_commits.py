"""The line to Redis breaks after a change was written and before its writer hears of it."""

import select
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app import create_app
from service.settings import Settings
from tests.valkey import Valkey

KEY = {"Idempotency-Key": "a-key-of-the-tests_1"}
PLAIN = {"players": ["Ada", "Bo"], "hands": [["R5", "B1"], ["G1", "G2"]], "discard": ["R3"], "turn": 0}


class Line:
    """A way to the server that swallows the next replies to scripts that write, as often as `cuts` says, and breaks
    then."""

    def __init__(self, path: Path, server: Path) -> None:
        self.path, self.server, self.cuts = path, server, 0
        self.door = socket.socket(socket.AF_UNIX)
        self.door.bind(str(path))
        self.door.listen()
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        while True:
            try:
                client, _ = self.door.accept()
            except OSError:
                return
            threading.Thread(target=self.carry, args=(client,), daemon=True).start()

    def carry(self, client: socket.socket) -> None:
        with client, socket.socket(socket.AF_UNIX) as server:
            server.connect(str(self.server))
            other = {client: server, server: client}
            while True:
                for side in select.select([client, server], [], [])[0]:
                    data = side.recv(1 << 20)
                    if not data:
                        return
                    other[side].sendall(data)
                    if side is client and b"EVALSHA" in data and b":events" in data and self.cuts:
                        self.cuts -= 1
                        server.recv(1 << 20)  # it is written now
                        return


@pytest.fixture
def valkey() -> Iterator[Valkey]:
    with Valkey() as server:
        yield server


@pytest.fixture
def line(valkey: Valkey) -> Iterator[Line]:
    made = Line(valkey.folder / "line", valkey.socket)
    yield made
    made.door.close()


@pytest.fixture
def client(line: Line) -> Any:
    """A service whose scripts the server knows."""
    settings = Settings(redis_url=f"unix://{line.path}", secret_keys=("a secret of the tests",), sandbox=True)
    warm = create_app(settings).test_client()
    game = warm.post("/v1/games", json={"name": "Ada"}).json["game_id"]
    assert warm.post(f"/v1/games/{game}/join", json={"name": "Bo"}).status_code == 201
    return warm


def table(client: Any) -> tuple[str, dict[str, str]]:
    """The address of a table, and what the seat in turn sends along."""
    made = client.post("/v1/sandbox/games", json=PLAIN).json
    return f"/v1/games/{made['game_id']}", {"Authorization": f"Bearer {made['seats'][0]['token']}"}


def test_a_command_that_the_client_library_repeats_is_done_once_also_without_a_key(client: Any, line: Line) -> None:
    path, seat = table(client)
    line.cuts = 1
    reply = client.post(f"{path}/draw", headers=seat)
    assert (reply.status_code, reply.json["version"], line.cuts) == (200, 2, 0)
    assert client.get(path).json["version"] == 2


def test_a_command_that_was_answered_with_503_and_done_is_answered_when_it_is_sent_again(
    client: Any, line: Line
) -> None:
    path, seat = table(client)
    line.cuts = 2
    lost = client.post(f"{path}/draw", headers=seat | KEY)
    assert (lost.status_code, lost.json["code"]) == (503, "storage-unavailable")
    assert client.get(path).json["version"] == 2, "it was done all the same"
    reply = client.post(f"{path}/draw", headers=seat | KEY)
    assert (reply.status_code, reply.json["version"]) == (200, 2)
    assert reply.headers["Idempotency-Replayed"] == "true"
    assert client.get(path).json["version"] == 2


@pytest.mark.parametrize("cuts", [1, 2])
def test_openings_and_joins_too(client: Any, line: Line, cuts: int) -> None:
    line.cuts = cuts
    first = client.post("/v1/games", json={"name": "Ada"}, headers=KEY)
    assert first.status_code == (201 if cuts == 1 else 503)
    game = client.post("/v1/games", json={"name": "Ada"}, headers=KEY)
    assert game.status_code == 201 and (cuts == 2 or game.data == first.data)
    path = f"/v1/games/{game.json['game_id']}"
    line.cuts = cuts
    assert client.post(f"{path}/join", json={"name": "Bo"}, headers=KEY).status_code == (201 if cuts == 1 else 503)
    assert client.get(path).json["version"] == 2, "it was done all the same"
    joined = client.post(f"{path}/join", json={"name": "Bo"}, headers=KEY)
    assert (joined.status_code, joined.json["seat"]) == (201, 1)
    assert client.get(path).json["version"] == 2
