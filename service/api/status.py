"""How the service is, and what its problems mean."""

from flask import Response
from flask_smorest import Blueprint

from schemas.problems import Health, ProblemExplanation
from service.api.reply import PUBLIC, UNKEPT, reply
from service.api.spec import STORED, Operation, serve
from service.desk import Desk
from service.problems import explanation, problem_row

OK = {"status": "ok"}
PROBLEM = Operation(
    "getProblem",
    "See what a problem means",
    "The `type` of every problem document leads here.",
    "status",
    ProblemExplanation(),
    problems=("unknown-problem",),
)
HEALTH = Operation("getHealth", "Is the service alive?", "Asks nothing of the storage.", "status", Health())
READINESS = Operation(
    "getReadiness",
    "Can the service work?",
    "Asks the storage.",
    "status",
    Health(),
    problems=STORED,
)


def routes(desk: Desk) -> Blueprint:
    signs = Blueprint("status", __name__, description="The service itself.")

    def get_problem(code: str) -> Response:
        return reply(explanation(problem_row(code)), cache=PUBLIC)

    def get_health() -> Response:
        return reply(OK, cache=UNKEPT)

    def get_readiness() -> Response:
        desk.store.ping()
        return reply(OK, cache=UNKEPT)

    serve(signs, "GET", "/problems/<code>", PROBLEM, get_problem)
    serve(signs, "GET", "/healthz", HEALTH, get_health)
    serve(signs, "GET", "/readyz", READINESS, get_readiness)
    return signs
