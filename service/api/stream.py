"""Events as they happen, as server-sent events; and tickets for those who cannot send a header."""

import re
from collections.abc import Iterator

import msgspec
from flask import Response, request
from flask_smorest import Blueprint

from schemas import stream as bodies
from service import stream
from service.api.reply import UNKEPT, nothing, reply
from service.api.request import claim, query
from service.api.spec import OPTIONAL, REQUIRED, STORED, Operation, serve
from service.desk import Desk
from service.stream import News, Stream, Told

QUERY = bodies.StreamQuery()
MEDIA_TYPE = "text/event-stream"
SEQ = re.compile(r"[0-9]{1,12}", re.ASCII)
BEAT = b":\n\n"
LEAST_RETRY = 1_000
"""Milliseconds after which a reader returns; a random time on top, so that not all of them return at once."""
EXAMPLE = """retry: 1840

id: 17
event: turn_started
data: {"seq":17,"at":"2026-12-01T11:02:10.004Z","type":"turn_started","text":"It is Bo's turn.","seat":1}

:

id: 18
event: turn_passed
data: {"seq":18,"at":"2026-12-01T11:02:31.870Z","type":"turn_passed","text":"Bo passes.","seat":1}

"""
STREAM = Operation(
    "streamEvents",
    "Be told what happens",
    "Server-sent events: `id` is the event's number, `event` its type, `data` the Event as the caller may see it. "
    "Without a cursor the first is named `snapshot`, and its data is the GameView. A comment every 15 seconds. The "
    "stream ends when the match is over, when the game is gone, or when the token is good no more.",
    "stream",
    query=QUERY,
    token=OPTIONAL,
    problems=("game-not-found", "stream-capacity", "ticket-invalid", *STORED),
    hears=("Last-Event-ID",),
    media_type=MEDIA_TYPE,
    text_example=EXAMPLE,
    otherwise={204: "The match is over, and everything was told: there is no need to come back."},
)
TICKET = Operation(
    "createStreamTicket",
    "Get a ticket for a stream",
    "For browsers' EventSource, which cannot send a token: opens one stream of this seat, within a minute.",
    "stream",
    bodies.StreamTicket(),
    201,
    token=REQUIRED,
    problems=("game-not-found", *STORED, "storage-full"),
)
encode = msgspec.json.Encoder().encode


def routes(desk: Desk) -> Blueprint:
    streams = Blueprint("stream", __name__, description="Looking on, without asking again.")

    def stream_events(game_id: str) -> Response:
        claimed = claim(desk, game_id)
        said = query(QUERY)
        if claimed is None and "ticket" in said:
            claimed = stream.claim_of(desk, game_id, said["ticket"])
        known = last_event_id()
        opened = stream.opened(desk, game_id, claimed, said.get("after") if known is None else known)
        if opened is None:
            return nothing(204, Cache_Control=UNKEPT)
        return streamed(opened, LEAST_RETRY + 8 * desk.dice(1)[0])

    def create_stream_ticket(game_id: str) -> Response:
        return reply(stream.ticket(desk, game_id, claim(desk, game_id)), 201, UNKEPT)

    serve(streams, "GET", "/games/<game_id>/events/stream", STREAM, stream_events)
    serve(streams, "POST", "/games/<game_id>/stream-tickets", TICKET, create_stream_ticket)
    return streams


def last_event_id() -> int | None:
    """The last event that a reader who returns knows; what is no number of ours says nothing."""
    given = request.headers.get("Last-Event-ID", "").strip()
    return int(given) if SEQ.fullmatch(given) else None


def streamed(opened: Stream, retry: int) -> Response:
    """The reply that goes on; its end, whatever it is, closes the stream."""
    response = Response(spelled(opened, retry), mimetype=MEDIA_TYPE)
    response.headers["Cache-Control"] = UNKEPT
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(opened.close)
    if request.method == "HEAD":
        opened.close()
    return response


def spelled(opened: Stream, retry: int) -> Iterator[bytes]:
    """`retry` in milliseconds."""
    yield b"retry: %d\n\n" % retry
    for news in opened:
        yield piece(news)


def piece(news: News) -> bytes:
    return b"".join(map(block, news)) or BEAT


def block(told: Told) -> bytes:
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (told.seq, told.name.encode(), encode(told.value))
