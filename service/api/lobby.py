"""Games before the match: open, list, change, join, recover, end."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from flask import Response, request
from flask_smorest import Blueprint

from schemas import lobby as bodies
from service import lobby, play
from service.api.play import COMMAND, PLAIN, told
from service.api.play import RESULT as COMMAND_RESULT
from service.api.receipts import keyed
from service.api.reply import UNKEPT, etag, nothing, reply
from service.api.request import ask_of_anybody, ask_of_seat, body, query, shaped
from service.api.spec import REQUIRED, STORED, WRITTEN, Operation, serve
from service.desk import Desk
from service.lobby import Loser, Newcomer, SeatGrant, Settings

CREATE = bodies.CreateGame()
UPDATE = bodies.UpdateGame()
JOIN = bodies.JoinGame()
JOIN_BY_CODE = bodies.JoinByCode()
RECOVER = bodies.RecoverSeat()
GAMES_QUERY = bodies.GamesQuery()
GRANT = bodies.SeatGrant()
JOINING = (
    "already-started",
    "game-full",
    "seat-taken",
    "no-such-seat",
    "game-abandoned",
    "game-over",
    "version-mismatch",
)
OPERATIONS = {
    "createGame": Operation(
        "createGame",
        "Open a game",
        "Its creator sits on seat 0 and is its host. Share `join_code` with the others.",
        "lobby",
        GRANT,
        201,
        body=CREATE,
        body_example={"name": "Ada", "preset": "classic", "options": {"target_score": 200}, "seats": 4},
        problems=(*STORED, "storage-full"),
        sends=("Location", "ETag"),
        hears=("Idempotency-Key",),
    ),
    "listGames": Operation(
        "listGames",
        "List the public games that have a free seat",
        "Newest first. A page can hold fewer games than asked for; the last one has no `next_cursor`.",
        "lobby",
        bodies.OpenGames(),
        query=GAMES_QUERY,
        problems=STORED,
        sends=("Link",),
    ),
    "updateGame": Operation(
        "updateGame",
        "Change the settings",
        "By the host, before the match. What is left out stays; another preset starts from its own options.",
        "lobby",
        COMMAND_RESULT,
        body=UPDATE,
        body_example={"options": {"hand_size": 5}, "visibility": "public"},
        token=REQUIRED,
        problems=(*COMMAND, "host-only", "already-started", "too-few-seats", "version-required"),
        sends=("ETag", "Preference-Applied"),
        hears=("If-Match", "Idempotency-Key", "Prefer"),
    ),
    "endGame": Operation(
        "endGame",
        "End the game",
        "By the host, at any time. It stays readable as `abandoned`.",
        "lobby",
        None,
        204,
        body=PLAIN,
        body_required=False,
        token=REQUIRED,
        problems=(*COMMAND, "host-only"),
        hears=("If-Match", "Idempotency-Key"),
    ),
    "joinGame": Operation(
        "joinGame",
        "Take a seat",
        "Before the match. A private game asks for its join code.",
        "lobby",
        GRANT,
        201,
        body=JOIN,
        body_example={"name": "Bo"},
        problems=(
            "game-not-found",
            "join-code-required",
            "join-code-wrong",
            "decision-closed",
            *JOINING,
            *STORED,
            *WRITTEN,
        ),
        sends=("Location", "ETag"),
        hears=("If-Match", "Idempotency-Key"),
    ),
    "joinByCode": Operation(
        "joinByCode",
        "Take a seat with a join code",
        "Before the match; the code says which game.",
        "lobby",
        GRANT,
        201,
        body=JOIN_BY_CODE,
        body_example={"join_code": "7K3Q-X9PM", "name": "Bo"},
        problems=("unknown-join-code", "game-not-found", "decision-closed", *JOINING, *STORED, *WRITTEN),
        sends=("Location", "ETag"),
        hears=("If-Match", "Idempotency-Key"),
    ),
    "recoverSeat": Operation(
        "recoverSeat",
        "Get a new token for a seat",
        "With the recovery code that came with the first one. Older tokens are good no more; the code stays good.",
        "lobby",
        GRANT,
        body=RECOVER,
        body_example={"recovery_code": "4T9HW2ZKQ7M3XV8N5RPD"},
        problems=(
            "game-not-found",
            "recovery-code-wrong",
            "version-mismatch",
            "decision-closed",
            *STORED,
            *WRITTEN,
        ),
        sends=("ETag",),
        hears=("If-Match", "Idempotency-Key"),
    ),
}


def routes(desk: Desk) -> Blueprint:
    games = Blueprint("lobby", __name__, description="Before the match.")

    def route(method: str, rule: str) -> Callable[[Callable[..., Response]], None]:
        def hang(view: Callable[..., Response]) -> None:
            serve(games, method, rule, OPERATIONS[camel(view.__name__)], view)

        return hang

    @route("POST", "/games")
    def create_game() -> Response:
        sent = body()
        ask = keyed(ask_of_anybody(""), sent)
        said = shaped(CREATE, sent)
        return lobby.create(desk, said["name"], settings(said), ask.keyed, seated)

    @route("GET", "/games")
    def list_games() -> Response:
        said = query(GAMES_QUERY)
        return listed(lobby.open_games(desk, said.get("preset"), said.get("cursor"), said["limit"]))

    @route("PATCH", "/games/<game_id>")
    def update_game(game_id: str) -> Response:
        sent = body()
        ask = keyed(ask_of_seat(desk, game_id, must_name_version=True), sent)
        return lobby.update(desk, ask, lambda: settings(shaped(UPDATE, sent)), told)

    @route("DELETE", "/games/<game_id>")
    def end_game(game_id: str) -> Response:
        sent = body()
        ask = keyed(ask_of_seat(desk, game_id), sent)
        return play.command(desk, ask, "end", lambda: shaped(PLAIN, sent), lambda _: nothing(204))

    @route("POST", "/games/<game_id>/join")
    def join_game(game_id: str) -> Response:
        sent = body()
        ask = keyed(ask_of_anybody(game_id), sent)
        return lobby.join(desk, ask, lambda: newcomer(shaped(JOIN, sent)), seated)

    @route("POST", "/join")
    def join_by_code() -> Response:
        sent = body()
        ask = keyed(ask_of_anybody(""), sent)
        return lobby.join_by_code(desk, ask, newcomer(shaped(JOIN_BY_CODE, sent)), seated)

    @route("POST", "/games/<game_id>/recover")
    def recover_seat(game_id: str) -> Response:
        sent = body()
        ask = keyed(ask_of_anybody(game_id), sent)
        return lobby.recover(desk, ask, lambda: loser(shaped(RECOVER, sent)), granted)

    return games


def camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))


def settings(said: dict[str, Any]) -> Settings:
    return Settings(
        said.get("preset"),
        said.get("options", {}),
        said.get("seats"),
        said.get("visibility"),
        said.get("decision_id"),
    )


def newcomer(said: dict[str, Any]) -> Newcomer:
    return Newcomer(said["name"], said.get("seat"), said.get("join_code"), said.get("decision_id"))


def loser(said: dict[str, Any]) -> Loser:
    return Loser(said["recovery_code"], said.get("decision_id"))


def granted(grant: SeatGrant, status: int = 200) -> Response:
    return reply(grant, status, UNKEPT, etag(grant.game.version, grant.seat))


def seated(grant: SeatGrant) -> Response:
    """A new seat."""
    response = granted(grant, 201)
    response.headers["Location"] = f"/v1/games/{grant.game_id}"
    return response


def listed(page: lobby.OpenGames) -> Response:
    """A page, with a link to the next one."""
    if not page.next_cursor:
        return reply(page)
    query = urlencode(request.args.to_dict() | {"cursor": page.next_cursor})
    return reply(page, Link=f'<{request.path}?{query}>; rel="next"')
