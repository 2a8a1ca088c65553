"""A load that is known beforehand: whole rounds played by the engine first, then sent again as plain requests.

Each table is set up exactly through the sandbox, so the service repeats what the engine did, and the load generator
need not read a single reply to know the next legal command."""

import json
import random
import socket
from collections.abc import Iterator, Sequence
from http.client import HTTPConnection
from time import perf_counter
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import gevent
from gevent import socket as cooperative

from benchmarks.moves import any_move
from service.engine import Setup, apply, set_table
from service.engine import commands as c
from service.engine.cards import FACES, Code, Kind
from service.engine.codec import encode
from service.engine.rulesets import RULESETS
from service.engine.state import GameState, Seed

PLAYERS = 4
Request = bytes
Script = list[tuple[int, str, dict[str, Any]]]


class Table(NamedTuple):
    """A sandbox table as its JSON body, the commands of one round (seat, path, body), and the bytes of its state."""

    body: dict[str, Any]
    script: Script
    size: int


class Timing(NamedTuple):
    """Requests a second, and seconds of the median and of the 99th percentile."""

    rate: float
    median: float
    slow: float
    refused: int


def deck(dice: random.Random) -> list[Code]:
    """A shuffled deck whose last card can lie open."""
    cards = [Code(card) for card in RULESETS["classic"].deck.cards()]
    dice.shuffle(cards)
    number = next(place for place, card in enumerate(cards) if FACES[card].kind is Kind.NUMBER)
    cards.append(cards.pop(number))
    return cards


def table(dice: random.Random) -> Table:
    cards = deck(dice)
    hands = [cards[seat * 7 : seat * 7 + 7] for seat in range(PLAYERS)]
    pile, discard = cards[PLAYERS * 7 : -1], cards[-1:]
    names = tuple(f"Player {seat}" for seat in range(PLAYERS))
    setup = Setup(
        "classic",
        {},
        names,
        Seed(bytes(32)),
        hands=tuple(map(tuple, hands)),
        discard=tuple(discard),
        draw_pile=tuple(pile),
        exact=True,
        turn=0,
    )
    body = {"preset": "classic", "players": PLAYERS, "hands": hands, "discard": discard, "draw_pile": pile}
    state = set_table(setup).state
    return Table(body | {"exact": True, "turn": 0}, list(script(state, dice)), len(encode(state)))


def script(state: GameState, dice: random.Random) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """A round played at random, up to where it ends or chance would be needed again."""
    while len(state.draw_pile) > 6:
        command = any_move(state, dice)
        if isinstance(command, c.Deal):
            return
        yield spelled(command)
        state = apply(state, command).state


def spelled(command: c.Request) -> tuple[int, str, dict[str, Any]]:
    match command:
        case c.Play(seat, card, color):
            return seat, "play", {"card": card} | ({"color": color} if color else {})
        case c.CatchUno(seat, target):
            return seat, "catch", {"seat": target}
        case c.CallUno(seat):
            return seat, "call-uno", {}
        case _:
            return command.seat, type(command).__name__.lower(), {}


def post(base: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
    connection = HTTPConnection(urlsplit(base).netloc, timeout=30)
    connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    reply = connection.getresponse()
    told: dict[str, Any] = json.loads(reply.read())
    connection.close()
    if reply.status != 201:
        raise SystemExit(f"POST {path}: {reply.status} {told}")
    return told


def spell(method: str, path: str, token: str, body: dict[str, Any] | None = None) -> Request:
    """A whole HTTP/1.1 request."""
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
    if body is None:
        return f"{head}\r\n".encode()
    data = json.dumps(body)
    return f"{head}Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n{data}".encode()


def send(base: str, scripts: Sequence[Sequence[Request]], connections: int) -> Timing:
    """Sends the scripts over so many connections, each script in its order over one of them."""
    place = urlsplit(base)
    address = (place.hostname or "", place.port or 80)
    waits: list[float] = []
    refused: list[bytes] = []
    queue = iter(scripts)

    def drive() -> None:
        with cooperative.create_connection(address) as line:
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for requests in queue:
                for request in requests:
                    begun = perf_counter()
                    line.sendall(request)
                    status = answered(line)
                    waits.append(perf_counter() - begun)
                    if status != b"200":
                        refused.append(status)

    begun = perf_counter()
    gevent.joinall([gevent.spawn(drive) for _ in range(connections)], raise_error=True)
    taken = perf_counter() - begun
    waits.sort()
    return Timing(len(waits) / taken, waits[len(waits) // 2], waits[len(waits) * 99 // 100], len(refused))


def answered(line: "cooperative.socket") -> bytes:
    """Reads one reply; its status."""
    return whole_reply(line)[0]


def whole_reply(line: "cooperative.socket") -> tuple[bytes, int]:
    """Reads one reply; its status, and the bytes of its body."""
    data = line.recv(65536)
    while (end := data.find(b"\r\n\r\n")) < 0:
        data += line.recv(65536)
    head = data[:end].lower()
    start = head.index(b"content-length:") + 15
    stop = head.find(b"\r\n", start)
    size = int(head[start : stop if stop > 0 else None])
    missing = size - (len(data) - end - 4)
    while missing > 0:
        missing -= len(line.recv(65536))
    return data[9:12], size


def reply_size(base: str, request: Request) -> int:
    """The bytes of a reply's body."""
    place = urlsplit(base)
    with cooperative.create_connection((place.hostname or "", place.port or 80)) as line:
        line.sendall(request)
        status, size = whole_reply(line)
    if status != b"200":
        raise SystemExit(f"the first command was refused: {status!r}")
    return size
