"""Tables set up exactly, for test suites of integrators and ours."""

from typing import Any

from flask import Response
from flask_smorest import Blueprint

from schemas import sandbox as bodies
from service import lobby
from service.api.reply import SECRET, etag, reply
from service.api.request import body, shaped
from service.api.spec import STORED, Operation, serve
from service.desk import Desk
from service.engine import Setup
from service.engine.cards import Code, Color
from service.engine.options import PRESETS, choose
from service.engine.state import Seed
from service.problems import SandboxOff

TABLE = bodies.CreateSandboxGame()
PLAYERS = 3
DIRECTIONS = {"clockwise": 1, "counterclockwise": -1}
CREATE = Operation(
    "createSandboxGame",
    "Set up a table",
    "Dealt and playing, every card where it is wanted. Only where the service runs with UNO_SANDBOX on.",
    "sandbox",
    bodies.SandboxGrant(),
    201,
    body=TABLE,
    body_example={"players": ["Ada", "Bo"], "hands": [["R5", "W"], ["G1", "G2"]], "discard": ["R3"], "turn": 0},
    problems=("sandbox-off", *STORED, "storage-full"),
    sends=("Location", "ETag"),
)


def routes(desk: Desk, switched_on: bool) -> Blueprint:
    tables = Blueprint("sandbox", __name__, description="Tables set up by hand.")

    def create_sandbox_game() -> Response:
        if not switched_on:
            raise SandboxOff
        said = shaped(TABLE, body())
        made = lobby.set_up(desk, lambda seed: setup(said, seed))
        return reply(made, 201, SECRET, etag(made.game.version, None), Location=f"/v1/games/{made.game_id}")

    serve(tables, "POST", "/sandbox/games", CREATE, create_sandbox_game)
    return tables


def setup(said: dict[str, Any], seed: Seed) -> Setup:
    """The engine's words for a body; raises `BadOption`."""
    preset = said.get("preset", "classic")
    color = said.get("active_color")
    hands = tuple(map(codes, said["hands"])) if "hands" in said else None
    return Setup(
        preset,
        choose(PRESETS[preset], said.get("options", {})),
        said.get("players") or tuple(f"Player {seat + 1}" for seat in range(len(hands or ()) or PLAYERS)),
        seed,
        dealer=said.get("dealer", 0),
        hands=hands,
        discard=codes(said["discard"]) if "discard" in said else None,
        draw_pile=codes(said.get("draw_pile", [])),
        exact=said.get("exact", False),
        direction=DIRECTIONS[said.get("direction", "clockwise")],
        active_color=Color(color) if color else None,
        turn=said.get("turn"),
        scores=tuple(said.get("scores", ())),
    )


def codes(named: list[str]) -> tuple[Code, ...]:
    return tuple(map(Code, named))
