"""A reader of streams, for tests: one message after the other."""

import json
from collections.abc import Iterator
from http.client import HTTPConnection
from typing import Any, NamedTuple, Self
from urllib.parse import urlsplit

from tests.client import Reply


class Message(NamedTuple):
    id: int
    event: str
    data: Any


class Reading:
    """An open stream. `beats` counts the comments met, `retry` is what the stream has asked for."""

    def __init__(self, base: str, path: str, token: str = "", timeout: float = 20, **headers: str) -> None:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if token:
            named["Authorization"] = f"Bearer {token}"
        self._connection = HTTPConnection(urlsplit(base).netloc, timeout=timeout)
        self._connection.request("GET", f"{path}/events/stream" if "?" not in path else path, headers=named)
        self._answer = self._connection.getresponse()
        self.status = self._answer.status
        self.headers = {name.lower(): value for name, value in self._answer.getheaders()}
        self.beats = self.retry = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._answer.close()
        self._connection.close()

    def __iter__(self) -> Iterator[Message]:
        """Every message up to the stream's end."""
        while block := self._block():
            if "data" in block:
                yield Message(int(block["id"]), block["event"], json.loads(block["data"]))

    def __next__(self) -> Message:
        return next(iter(self))

    def beat(self) -> None:
        """Reads up to the next comment."""
        before = self.beats
        while self.beats == before:
            assert self._block(), "the stream has ended"

    def _block(self) -> dict[str, str]:
        """The lines of one block by their names; none at the end."""
        block = {}
        while line := self._answer.readline().decode():
            if line == "\n":
                break
            name, _, value = line.rstrip("\n").partition(":")
            block[name] = value.strip()
        self.beats += "" in block
        self.retry = int(block.get("retry", self.retry))
        return block

    def rest(self) -> Reply:
        """The whole reply, where it is no stream."""
        return Reply(self.status, self.headers, self._answer.read())
