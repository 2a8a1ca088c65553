"""Looking on: the game, its events, its finished rounds."""

from flask import Response, request
from flask_smorest import Blueprint

from schemas import game as shapes
from schemas import watch as bodies
from service import watch
from service.api.reply import PRIVATE, etag, nothing, reply
from service.api.request import claim, knows, query
from service.api.spec import OPTIONAL, STORED, Operation, serve
from service.desk import Desk, seen

GAME_QUERY = bodies.GameQuery()
EVENTS_QUERY = bodies.EventsQuery()
GAME = Operation(
    "getGame",
    "See the game",
    "With a seat's token as that seat sees it, else as everybody does; a private game is seen by its seats alone. "
    "With `wait` and If-None-Match the reply comes when there is another version, or is 304 after that time.",
    "watch",
    shapes.GameView(),
    query=GAME_QUERY,
    token=OPTIONAL,
    problems=("game-not-found", "stream-capacity", *STORED),
    sends=("ETag",),
    hears=("If-None-Match",),
)
EVENTS = Operation(
    "listEvents",
    "See what has happened",
    "From the first event on, in order and without gaps. Every viewer gets the same events; only `cards` differ. "
    "With `wait` the reply comes when there is an event after `after`, or without any after that time.",
    "watch",
    bodies.EventPage(),
    query=EVENTS_QUERY,
    token=OPTIONAL,
    problems=("game-not-found", "stream-capacity", *STORED),
)
ROUND = Operation(
    "getRound",
    "See a finished round",
    "Who won it, what it scored, and the cards that were left.",
    "watch",
    bodies.FinishedRound(),
    token=OPTIONAL,
    problems=("game-not-found", "round-not-found", *STORED),
)


def known(version: int, viewer: int | None) -> bool:
    return knows(etag(version, viewer))


def routes(desk: Desk) -> Blueprint:
    views = Blueprint("watch", __name__, description="Looking on.")

    def get_game(game_id: str) -> Response:
        claimed = claim(desk, game_id)
        seconds = query(GAME_QUERY)["wait"] if request.query_string else 0  # most ask for nothing
        table, viewer = watch.look_for_change(desk, game_id, claimed, known, seconds)
        tag = etag(table.version, viewer)
        if knows(tag):
            return nothing(304, ETag=tag, Cache_Control=PRIVATE, Vary="Authorization")
        return reply(seen(table, viewer, desk.clock()), tag=tag)

    def list_events(game_id: str) -> Response:
        claimed = claim(desk, game_id)
        said = query(EVENTS_QUERY)
        return reply(watch.events(desk, game_id, claimed, said["after"], said["limit"], said["wait"]))

    def get_round(game_id: str, number: str) -> Response:
        digits = number.isascii() and number.isdigit() and len(number) < 10
        return reply(watch.round_of(desk, game_id, claim(desk, game_id), int(number) if digits else 0))

    serve(views, "GET", "/games/<game_id>", GAME, get_game)
    serve(views, "GET", "/games/<game_id>/events", EVENTS, list_events)
    serve(views, "GET", "/games/<game_id>/rounds/<number>", ROUND, get_round)
    return views
