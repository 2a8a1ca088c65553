"""Games over HTTP, opened as people open them."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from tests.client import Reply, ask


class Lobby(NamedTuple):
    """A game that was opened, and what each of its seats was granted."""

    base: str
    path: str
    grants: list[Any]

    @property
    def tokens(self) -> list[str]:
        return [grant["token"] for grant in self.grants]

    def ask(self, method: str, path: str = "", seat: int | None = None, body: Any = None, **headers: str) -> Reply:
        token = "" if seat is None else self.tokens[seat]
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return ask(self.base, method, self.path + path, body, token, named)

    def join(self, name: str, **more: Any) -> Reply:
        reply = self.ask("POST", "/join", None, {"name": name, **more})
        if reply.status == 201:
            self.grants.append(reply.body)
        return reply


Opened = Callable[..., Lobby]


@pytest.fixture
def opened(base: str) -> Opened:
    """Opens a game for these players; the rest of the body is named."""

    def open_game(*names: str, **wishes: Any) -> Lobby:
        first, *others = names or ("Ada",)
        reply = ask(base, "POST", "/v1/games", {"name": first, **wishes})
        assert reply.status == 201, reply
        lobby = Lobby(base, f"/v1/games/{reply.body['game_id']}", [reply.body])
        for name in others:
            code = {"join_code": lobby.grants[0]["join_code"]} if wishes.get("visibility") == "private" else {}
            assert lobby.join(name, **code).status == 201
        return lobby

    return open_game
