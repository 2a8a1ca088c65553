"""The commands at the table: a row each, one way for all."""

from collections.abc import Callable
from typing import Any, NamedTuple

from flask import Response
from flask_smorest import Blueprint
from marshmallow import Schema

from schemas import lobby as lobby_bodies
from schemas import play as bodies
from service import play
from service.api.reply import etag, reply
from service.api.request import ask_of_seat, body, shaped, wants_little
from service.api.spec import REQUIRED, STORED, WRITTEN, Operation, View, serve
from service.desk import Desk
from service.engine.cards import Code, Color
from service.engine.commands import (
    CallUno,
    CatchUno,
    Challenge,
    ChooseColor,
    Command,
    Deal,
    Draw,
    Kick,
    Leave,
    Pass,
    Play,
)
from service.engine.state import Seed

Body = dict[str, Any]
Dice = Callable[[int], bytes]
SEED_BYTES = 32
RESULT = bodies.CommandResult()
PLAIN = bodies.Command()
COMMAND = (
    "game-not-found",
    "game-abandoned",
    "game-over",
    "not-seated",
    "version-mismatch",
    "decision-closed",
    *STORED,
    *WRITTEN,
)
PLAYING = ("not-started", "round-over")
TURN = (*PLAYING, "not-your-turn", "must-answer", "must-choose-color")


class Verb(NamedTuple):
    """A command's row: its address, what it takes, and what it becomes. `codes`: how the rules can refuse it."""

    path: str
    id: str
    summary: str
    description: str
    command: Callable[[int, Body, Dice], Command]
    codes: tuple[str, ...]
    body: Schema = PLAIN
    example: Body | None = None
    host_only: play.HostOnly = play.never
    tag: str = "play"


def the_deal(seat: int, _: Body, dice: Dice) -> Command:
    return Deal(seat, Seed(dice(SEED_BYTES)))


def the_play(seat: int, said: Body, _: Dice) -> Command:
    color = said.get("color")
    return Play(seat, Code(said["card"]), Color(color) if color else None, said.get("uno", False))


VERBS = (
    Verb(
        "deal",
        "deal",
        "Deal a round",
        "In the lobby the host starts the match with it; when a round is over, any seat deals the next one.",
        the_deal,
        ("host-only", "round-not-over", "too-few-players", "deck-too-small"),
        host_only=play.in_lobby,
    ),
    Verb(
        "play",
        "play",
        "Play a card",
        "Lays a card that matches the top of the discard pile by color or by symbol, or a wild, which names a color. "
        "`uno` calls UNO in the same breath.",
        the_play,
        (
            *TURN,
            "card-not-in-hand",
            "color-required",
            "must-play-drawn-card",
            "illegal-play",
            "wild-draw-not-legal",
            "uno-not-callable",
        ),
        bodies.Play(),
        {"card": "R5"},
    ),
    Verb(
        "draw",
        "draw",
        "Draw a card",
        "Draws one card, which may be played now if it matches; facing a draw card, takes what it asks for.",
        lambda seat, _, __: Draw(seat),
        (*TURN, "already-drawn", "must-play", "nothing-to-draw"),
    ),
    Verb(
        "pass",
        "pass",
        "End the turn",
        "After drawing a card that could be played, or where nothing can be played and nothing drawn.",
        lambda seat, _, __: Pass(seat),
        (*TURN, "cannot-pass", "must-play", "must-play-drawn-card"),
    ),
    Verb(
        "call-uno",
        "callUno",
        "Call UNO",
        "With two cards in one's own turn, or with one card just left and nobody quicker.",
        lambda seat, _, __: CallUno(seat),
        (*PLAYING, "uno-not-callable"),
    ),
    Verb(
        "catch",
        "catchUno",
        "Catch a player who forgot UNO",
        "The player who has one card and has not called UNO draws the penalty.",
        lambda seat, said, _: CatchUno(seat, said["seat"]),
        (*PLAYING, "cannot-catch-self", "no-such-seat", "nothing-to-catch"),
        bodies.CatchUno(),
        {"seat": 1},
    ),
    Verb(
        "challenge",
        "challenge",
        "Doubt a wild draw four",
        "Guilty: its player draws, and the challenger has a normal turn. Not guilty: the challenger draws two more. "
        "Only the challenger's reply holds `revealed_hand`.",
        lambda seat, _, __: Challenge(seat),
        (*PLAYING, "not-challengeable", "not-the-target"),
    ),
    Verb(
        "choose-color",
        "chooseColor",
        "Name the color of an opening wild",
        "By the seat that is asked for it (phase `color`).",
        lambda seat, said, _: ChooseColor(seat, Color(said["color"])),
        (*PLAYING, "no-color-asked", "not-asked"),
        bodies.ChooseColor(),
        {"color": "blue"},
    ),
    Verb(
        "leave",
        "leaveGame",
        "Leave the game",
        "In the lobby the seat is free again. Later the hand goes under the draw pile and the others play on. "
        "The token is good no more; the reply shows the game as everybody sees it.",
        lambda seat, _, __: Leave(seat),
        (),
        tag="lobby",
    ),
    Verb(
        "kick",
        "kickPlayer",
        "Remove a player",
        "By the host; otherwise as if the player had left.",
        lambda seat, said, _: Kick(seat, said["seat"]),
        ("host-only", "cannot-kick-self", "no-such-seat"),
        lobby_bodies.KickPlayer(),
        {"seat": 1},
        play.always,
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
        hears=("If-Match", "Prefer"),
    )


def view(desk: Desk, verb: Verb) -> View:
    def command(game_id: str) -> Response:
        sent = body()
        ask = ask_of_seat(desk, game_id)

        def wish(_: object, seat: int) -> play.Wish:
            said = shaped(verb.body, sent)
            return play.Wish(verb.command(seat, said, desk.dice), said.get("decision_id"))

        return told(play.act(desk, ask, verb.host_only, wish))

    return command


def told(acted: play.Acted) -> Response:
    """The reply to a command."""
    minimal = wants_little()
    response = reply(play.result(acted, minimal), tag=etag(acted.settled.table.version, acted.viewer))
    if minimal:
        response.headers["Preference-Applied"] = "return=minimal"
    return response
