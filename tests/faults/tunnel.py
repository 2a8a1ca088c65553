"""A bad line between client and service: it drops replies, delays, sends twice, and cuts connections.

One request a connection, as `tests.client` makes them; which misfortune befalls it is the dice's.
"""

import random
import socket
import threading
import time
from collections import Counter
from contextlib import suppress
from urllib.parse import urlsplit

MISFORTUNES = ("none", "delayed", "never_sent", "reply_lost", "reply_cut", "sent_twice")
WEIGHTS = (50, 10, 10, 15, 10, 10)
LONGEST_DELAY = 0.15
PATIENCE = 40.0
"""Seconds that an answer may take: a long poll takes 25 at most."""


class Tunnel(threading.Thread):
    """Listens at `base` and hands requests on to a service; `befell` counts what happened to them."""

    def __init__(self, service: str, seed: int) -> None:
        super().__init__(daemon=True)
        place = urlsplit(service)
        self.service = (str(place.hostname), int(place.port or 80))
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.base = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.dice = random.Random(seed)
        self.befell: Counter[str] = Counter()

    def run(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                misfortune = self.dice.choices(MISFORTUNES, WEIGHTS)[0]
                self.befell[misfortune] += 1
                threading.Thread(target=self.carry, args=(client, misfortune), daemon=True).start()

    def close(self) -> None:
        self.listener.close()

    def carry(self, client: socket.socket, misfortune: str) -> None:
        """One request, and its reply if it gets through."""
        with client, suppress(OSError):
            client.settimeout(PATIENCE)
            request = whole_request(client)
            match misfortune:
                case "never_sent":
                    return
                case "delayed":
                    time.sleep(random.uniform(0, LONGEST_DELAY))
                case "sent_twice":
                    threading.Thread(target=self.ask, args=(request,), daemon=True).start()
            reply = self.ask(request)
            match misfortune:
                case "reply_lost":
                    return
                case "reply_cut":
                    client.sendall(reply[: len(reply) // 2])
                case _:
                    client.sendall(reply)

    def ask(self, request: bytes) -> bytes:
        """The service's whole reply."""
        with suppress(OSError), socket.create_connection(self.service, PATIENCE) as line:
            line.sendall(request)
            return everything(line)
        return b""


def whole_request(line: socket.socket) -> bytes:
    """A request with all of its body, which is to be answered on a connection of its own."""
    data = b""
    while b"\r\n\r\n" not in data:
        data += received(line)
    head, _, body = data.partition(b"\r\n\r\n")
    announced = next((int(each[15:]) for each in head.lower().split(b"\r\n") if each.startswith(b"content-length:")), 0)
    while len(body) < announced:
        body += received(line)
    first, _, rest = head.partition(b"\r\n")
    return first + b"\r\nConnection: close\r\n" + rest + b"\r\n\r\n" + body


def received(line: socket.socket) -> bytes:
    """Some bytes more; raises `ConnectionError` at the end."""
    data = line.recv(65_536)
    if not data:
        raise ConnectionError("the line was cut")
    return data


def everything(line: socket.socket) -> bytes:
    data = b""
    while more := line.recv(65_536):
        data += more
    return data
