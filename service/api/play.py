"""The commands at the table: a row each, one way for all."""

from typing import Any, NamedTuple

from flask import Response
from flask_smorest import Blueprint
from marshmallow import Schema

from schemas import lobby as lobby_bodies
from schemas import play as bodies
from service import play
from service.api.receipts import keyed
from service.api.reply import etag, reply
from service.api.request import ask_of_seat, body, shaped_again, wants_little
from service.api.spec import REQUIRED, STORED, WRITTEN, Operation, View, serve
from service.desk import Desk

Body = dict[str, Any]
RESULT = bodies.CommandResult()
PLAIN = bodies.Command()
COMMAND = (
    "game-not-found",
    "game-abandoned",
    "game-over",
    "not-seated",
    "eliminated",
    "version-mismatch",
    "decision-closed",
    *STORED,
    *WRITTEN,
)
PLAYING = ("not-started", "round-over")
TURN = (*PLAYING, "not-your-turn", "must-answer", "must-choose-color", "must-add-to-pile", "must-point")


class Verb(NamedTuple):
    """A command's row: its address, and what it takes. `codes`: how the rules can refuse it."""

    path: str
    id: str
    summary: str
    description: str
    codes: tuple[str, ...]
    body: Schema = PLAIN
    example: Body | None = None
    tag: str = "play"


VERBS = (
    Verb(
        "deal",
        "deal",
        "Deal a round",
        "In the lobby the host starts the match with it; when a round is over, any seat deals the next one.",
        ("host-only", "round-not-over", "too-few-players", "deck-too-small"),
    ),
    Verb(
        "play",
        "play",
        "Play a card",
        "Lays a card that matches the top of the discard pile by color or by symbol, or a wild, which names a color. "
        "`uno` calls UNO in the same breath.",
        (
            *TURN,
            "card-not-in-hand",
            "color-required",
            "color-not-on-side",
            "targets-required",
            "bad-targets",
            "not-for-the-pile",
            "must-play-drawn-card",
            "illegal-play",
            "wild-draw-not-legal",
            "uno-not-callable",
        ),
        bodies.Play(),
        {"card": "R5"},
    ),
    Verb(
        "jump-in",
        "jumpIn",
        "Play a card out of turn",
        "A card identical to the top one, before the player in turn acts; play goes on from there. A card that does "
        "not fit goes back, and costs the penalty. Name the decision or the version that was seen: who loses the race "
        "is then refused without a penalty.",
        (
            *PLAYING,
            "jump-in-disabled",
            "jump-in-closed",
            "card-not-in-hand",
            "color-required",
            "color-not-on-side",
            "targets-required",
            "bad-targets",
            "wild-draw-not-legal",
            "uno-not-callable",
        ),
        bodies.JumpIn(),
        {"card": "R5"},
    ),
    Verb(
        "suggest",
        "suggest",
        "Suggest a card",
        "To the player in turn, by anybody else; everybody hears it. It costs what `suggestion_penalty` says, and is "
        "refused where that is 0.",
        (*PLAYING, "suggestions-disabled", "suggestions-closed", "no-such-card"),
        bodies.Suggest(),
        {"card": "R5"},
    ),
    Verb(
        "point",
        "point",
        "Point at a player",
        "After a point taken, everybody at somebody else. Nobody sees at whom until all have pointed.",
        (*PLAYING, "nobody-points", "already-pointed", "cannot-point-at-self", "no-such-seat"),
        bodies.Point(),
        {"seat": 1},
    ),
    Verb(
        "draw",
        "draw",
        "Draw a card",
        "Draws one card, which may be played now if it matches; facing a draw card, takes what it asks for.",
        (*TURN, "already-drawn", "must-play", "nothing-to-draw"),
    ),
    Verb(
        "pass",
        "pass",
        "End the turn",
        "After drawing a card that could be played, or where nothing can be played and nothing drawn.",
        (*TURN, "cannot-pass", "must-play", "must-play-drawn-card"),
    ),
    Verb(
        "call-uno",
        "callUno",
        "Call UNO",
        "With two cards in one's own turn, or with one card just left and nobody quicker.",
        (*PLAYING, "uno-not-callable"),
    ),
    Verb(
        "catch",
        "catchUno",
        "Catch a player who forgot UNO",
        "The player who has one card and has not called UNO draws the penalty.",
        (*PLAYING, "cannot-catch-self", "no-such-seat", "too-early-to-catch", "nothing-to-catch"),
        bodies.CatchUno(),
        {"seat": 1},
    ),
    Verb(
        "challenge",
        "challenge",
        "Doubt a wild draw four",
        "Guilty: its player draws, and the challenger has a normal turn. Not guilty: the challenger draws two more. "
        "Only the challenger's reply holds `revealed_hand`.",
        (*PLAYING, "not-challengeable", "not-the-target"),
    ),
    Verb(
        "choose-color",
        "chooseColor",
        "Name the color of an opening wild",
        "By the seat that is asked for it (phase `color`).",
        (*PLAYING, "no-color-asked", "not-asked", "color-not-on-side"),
        bodies.ChooseColor(),
        {"color": "blue"},
    ),
    Verb(
        "leave",
        "leaveGame",
        "Leave the game",
        "In the lobby the seat is free again. Later the hand goes under the draw pile and the others play on. "
        "The token is good no more; the reply shows the game as everybody sees it.",
        (),
        tag="lobby",
    ),
    Verb(
        "kick",
        "kickPlayer",
        "Remove a player",
        "By the host; otherwise as if the player had left.",
        ("host-only", "cannot-kick-self", "no-such-seat"),
        lobby_bodies.KickPlayer(),
        {"seat": 1},
        "lobby",
    ),
)


def routes(desk: Desk) -> Blueprint:
    commands = Blueprint("play", __name__, description="At the table.")
    for verb in VERBS:
        serve(commands, "POST", f"/games/<game_id>/{verb.path}", operation(verb), view(desk, verb))
    return commands


def operation(verb: Verb) -> Operation:
    return Operation(
        verb.id,
        verb.summary,
        verb.description,
        verb.tag,
        RESULT,
        example="ChallengeResult" if verb.id == "challenge" else "",
        body=verb.body,
        body_example=verb.example,
        body_required=verb.example is not None,
        token=REQUIRED,
        problems=(*COMMAND, *verb.codes),
        sends=("ETag", "Preference-Applied"),
        hears=("If-Match", "Idempotency-Key", "Prefer"),
    )


def view(desk: Desk, verb: Verb) -> View:
    def command(game_id: str) -> Response:
        sent = body()
        ask = keyed(ask_of_seat(desk, game_id), sent)
        return play.command(desk, ask, verb.path, lambda: shaped_again(verb.body, sent), told)

    return command


def told(acted: play.Acted) -> Response:
    """The reply to a command."""
    minimal = wants_little()
    response = reply(play.result(acted, minimal), tag=etag(acted.settled.table.version, acted.viewer))
    if minimal:
        response.headers["Preference-Applied"] = "return=minimal"
    return response
