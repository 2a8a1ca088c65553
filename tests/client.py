"""A small HTTP client of the tests: one request a call, any thread."""

import json
from http.client import HTTPConnection
from typing import Any, NamedTuple
from urllib.parse import urlsplit


class Reply(NamedTuple):
    status: int
    headers: dict[str, str]
    raw: bytes

    @property
    def body(self) -> Any:
        return json.loads(self.raw)

    @property
    def code(self) -> str:
        """The code of a problem document."""
        assert self.headers["content-type"] == "application/problem+json", self
        return self.body["code"]


def ask(
    base: str,
    method: str,
    path: str,
    body: Any = None,
    token: str = "",
    headers: dict[str, str] | None = None,
    timeout: float = 30,
) -> Reply:
    """Sends one request; a `bytes` body goes as it is, anything else as JSON."""
    named = {"Authorization": f"Bearer {token}"} if token else {}
    if body is not None:
        named["Content-Type"] = "application/json"
        body = body if isinstance(body, bytes) else json.dumps(body)
    connection = HTTPConnection(urlsplit(base).netloc, timeout=timeout)
    try:
        connection.request(method, path, body, named | (headers or {}))
        reply = connection.getresponse()
        return Reply(reply.status, {name.lower(): value for name, value in reply.getheaders()}, reply.read())
    finally:
        connection.close()


def lasting(view: Any) -> Any:
    """A view without what passes by itself: the time, and who is there."""
    passing = ("connected", "last_seen")
    players = [{name: value for name, value in player.items() if name not in passing} for player in view["players"]]
    return view | {"server_time": "", "players": players}


class Table(NamedTuple):
    """A sandbox game and the tokens of its seats."""

    base: str
    path: str
    tokens: list[str]

    def view(self, seat: int | None = None) -> Any:
        return self.ask("GET", "", seat).body

    def act(self, seat: int, verb: str, /, **body: Any) -> Reply:
        return self.ask("POST", "/" + verb, seat, body or None)

    def ask(self, method: str, path: str, seat: int | None = None, body: Any = None, /, **headers: str) -> Reply:
        token = "" if seat is None else self.tokens[seat]
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return ask(self.base, method, self.path + path, body, token, named)

    def events(self) -> list[dict[str, Any]]:
        """Every public event."""
        items: list[dict[str, Any]] = []
        while True:
            page = self.ask("GET", f"/events?after={len(items)}&limit=100").body
            items += page["items"]
            if not page["has_more"]:
                return items


def set_table(base: str, **setup: Any) -> Table:
    """A sandbox table, by default of two players, set up as the API guide says."""
    reply = ask(base, "POST", "/v1/sandbox/games", {"preset": "classic", "players": 2} | setup)
    assert reply.status == 201, reply
    seats = sorted(reply.body["seats"], key=lambda seat: seat["seat"])
    return Table(base, f"/v1/games/{reply.body['game_id']}", [seat["token"] for seat in seats])
