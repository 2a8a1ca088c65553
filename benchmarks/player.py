"""A client of the API that knows nothing but HTTP: `python -m benchmarks.player BASE NAME [GAME_ID]`.

Plays one match to its end, choosing among its legal moves at random; prints one line of JSON: its requests, the
refusals it met, and the last view it saw. It acts only when it is asked to, so that two such clients never race.
"""

import http.client
import json
import random
import sys
import time
from typing import Any
from urllib.parse import urlsplit

PATHS = {"call_uno": "call-uno", "choose_color": "choose-color"}
COLORS = ("red", "yellow", "green", "blue")
Json = dict[str, Any]


class Client:
    """One keep-alive connection; counts requests and refusals."""

    def __init__(self, base: str) -> None:
        self.connection = http.client.HTTPConnection(urlsplit(base).netloc, timeout=30)
        self.token = ""
        self.requests = self.refusals = 0

    def ask(self, method: str, path: str, body: Json | None = None, etag: str = "") -> tuple[int, Json, str]:
        """Status, body and ETag of the reply."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if etag:
            headers["If-None-Match"] = etag
        self.connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        reply = self.connection.getresponse()
        raw = reply.read()
        self.requests += 1
        if reply.status >= 400:
            self.refusals += 1
            print(f"{method} {path} {body}: {reply.status} {raw!r}", file=sys.stderr)
        return reply.status, json.loads(raw or b"{}"), reply.headers.get("ETag", "")


def choose(view: Json, dice: random.Random) -> tuple[str, Json] | None:
    """Path and body of a random legal move, or None where this player is not asked."""
    me = view["me"]
    host_deals = view["status"] in ("lobby", "round_over") and me["seat"] == view["host_seat"]
    if not host_deals and me["seat"] not in view.get("waiting_for", ()):
        return None
    moves = me["legal_moves"]
    if not moves:
        return None
    moves = [single for move in moves for single in spread(move)]
    urgent = [move for move in moves if move["action"] in ("catch", "call_uno")]
    return spelled(dice.choice(urgent if urgent and dice.random() < 0.9 else moves), view, dice)


def spread(move: Json) -> list[Json]:
    """One move for each card or seat that it may be done with."""
    named = [{"card": card} for card in move.get("cards", ())] + [{"seat": seat} for seat in move.get("seats", ())]
    return [move | one for one in named or [{}]]


def spelled(move: Json, view: Json, dice: random.Random) -> tuple[str, Json]:
    body: Json = {"decision_id": view["decision_id"]}
    body |= {name: move[name] for name in ("card", "seat") if name in move}
    if "color" in move.get("needs", ()):
        body["color"] = dice.choice(COLORS)
    if move["action"] == "play" and len(view["me"]["hand"]) == 2:
        body["uno"] = dice.random() < 0.5
    return PATHS.get(move["action"], move["action"]), body


def play(client: Client, game_id: str, dice: random.Random) -> Json:
    """Plays until the match is over; the last view."""
    path, etag, view = f"/v1/games/{game_id}", "", {}
    while True:
        status, body, tag = client.ask("GET", path, etag=etag)
        if status == 304:
            time.sleep(0.01)
            continue
        view, etag = body, tag
        if view["status"] in ("finished", "abandoned"):
            return view
        if move := choose(view, dice):
            client.ask("POST", f"{path}/{move[0]}", move[1])


def sit_down(client: Client, name: str, game_id: str | None) -> Json:
    path, body = (f"/v1/games/{game_id}/join", {"name": name}) if game_id else ("/v1/games", {"name": name, "seats": 2})
    status, grant, _ = client.ask("POST", path, body)
    if status != 201:
        raise SystemExit(f"cannot sit down: {status} {grant}")
    client.token = grant["token"]
    return grant


def main() -> None:
    base, name, *rest = sys.argv[1:]
    client, dice = Client(base), random.Random()
    grant = sit_down(client, name, rest[0] if rest else None)
    print(grant["game_id"], flush=True)
    view = play(client, grant["game_id"], dice)
    print(json.dumps({"requests": client.requests, "refusals": client.refusals, "view": view}), flush=True)


if __name__ == "__main__":
    main()
