"""Tables set up exactly, for test suites of integrators and ours."""

from flask import Response
from flask_smorest import Blueprint

from schemas import sandbox as bodies
from service import sandbox
from service.api.receipts import keyed
from service.api.reply import UNKEPT, etag, reply
from service.api.request import ask_of_anybody, body, shaped
from service.api.spec import STORED, Operation, serve
from service.desk import Desk
from service.problems import SandboxOff

TABLE = bodies.CreateSandboxGame()
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
    hears=("Idempotency-Key",),
)


def granted(made: sandbox.SandboxGrant) -> Response:
    return reply(made, 201, UNKEPT, etag(made.game.version, None), Location=f"/v1/games/{made.game_id}")


def routes(desk: Desk, switched_on: bool) -> Blueprint:
    tables = Blueprint("sandbox", __name__, description="Tables set up by hand.")

    def create_sandbox_game() -> Response:
        if not switched_on:
            raise SandboxOff
        sent = body()
        ask = keyed(ask_of_anybody(""), sent)
        return sandbox.create(desk, shaped(TABLE, sent), ask.keyed, granted)

    serve(tables, "POST", "/sandbox/games", CREATE, create_sandbox_game)
    return tables
