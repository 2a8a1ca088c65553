"""The specification: one `Operation` a route, turned into what OpenAPI wants to read.

flask-smorest collects and writes it; bodies are judged and replies are encoded elsewhere, so nothing here costs a
request anything.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import flask_smorest
from apispec import APISpec
from flask.typing import ResponseReturnValue
from flask_smorest import Blueprint
from marshmallow import Schema

from schemas.problems import Problem
from service.api import failures
from service.examples import GAME_ID, examples
from service.problems import PROBLEMS, Row, explanation

BODY = ("malformed-json", "content-too-large", "unsupported-media-type", "validation-failed")
SEAT = ("token-required", "token-invalid", "token-revoked", "token-of-other-game")
ALWAYS = ("bad-request", "uri-too-long", "header-fields-too-large", "internal-error")
STORED = ("storage-unavailable",)
WRITTEN = ("busy", "storage-full")
FREE, OPTIONAL, REQUIRED = "free", "optional", "required"
SECURITY: dict[str, list[dict[str, list[str]]]] = {
    FREE: [],
    OPTIONAL: [{}, {"seatToken": []}],
    REQUIRED: [{"seatToken": []}],
}
KEY, REPLAYED = "Idempotency-Key", "Idempotency-Replayed"
IN_HEADER: dict[str, dict[str, Any]] = {
    KEY: {"pattern": "^[A-Za-z0-9_-]{8,64}$", "examples": ["5f1c7f9e-6c0f-4b8e-9d57-0a3f6f8b2c11"]},
}
IN_PATH: dict[str, dict[str, Any]] = {
    "game_id": {"description": "The game's id."},
    "number": {"description": "The round's number.", "schema": {"type": "integer", "minimum": 1}, "example": 1},
    "preset": {"description": "The preset's name.", "example": "classic"},
    "code": {"description": "The code."},
}


class Operation(NamedTuple):
    """A route as its users see it. `example` names one of the examples, else the reply's schema does; `problems` are
    codes; `sends` and `hears` are headers of the reply and of the request. `text_example`: where the reply is no JSON;
    `otherwise`: other good ends, by their status."""

    id: str
    summary: str
    description: str
    tag: str
    reply: Schema | None = None
    status: int = 200
    example: str = ""
    body: Schema | None = None
    body_example: dict[str, Any] | None = None
    body_required: bool = True
    query: Schema | None = None
    token: str = FREE
    problems: Sequence[str] = ()
    sends: Sequence[str] = ()
    hears: Sequence[str] = ()
    media_type: str = "application/json"
    text_example: str = ""
    otherwise: Mapping[int, str] = {}


class Api(flask_smorest.Api):  # type: ignore[misc]
    """flask-smorest's API; every operation names its own problems."""

    DEFAULT_ERROR_RESPONSE_NAME = None


View = Callable[..., ResponseReturnValue]


def serve(routes: Blueprint, method: str, rule: str, operation: Operation, view: View) -> None:
    """Hangs a view in, with its description."""
    routes.add_url_rule(
        rule,
        operation.id,
        routes.doc(**documented(operation))(view),
        methods=[method],
        tags=[operation.tag],
        parameters=[{"in": "path", "name": name, **IN_PATH[name]} for name in IN_PATH if f"<{name}>" in rule],
    )


def documented(operation: Operation) -> dict[str, Any]:
    """The operation object."""
    doc: dict[str, Any] = {
        "operationId": operation.id,
        "summary": operation.summary,
        "description": operation.description,
        "security": [dict(each) for each in SECURITY[operation.token]],
        "responses": {operation.status: success(operation), **unexpected(operation), **failing(operation)},
    }
    if operation.body is not None:
        doc["requestBody"] = {
            "required": operation.body_required,
            "content": {"application/json": {"schema": operation.body, "example": operation.body_example or {}}},
        }
    parameters: list[Any] = list(operation.hears)
    if operation.query is not None:
        parameters.append({"in": "query", "schema": operation.query})
    if parameters:
        doc["parameters"] = parameters
    return doc


def success(operation: Operation) -> dict[str, Any]:
    sends = [*operation.sends, *([REPLAYED] if KEY in operation.hears else []), "X-Request-ID"]
    doc: dict[str, Any] = {"description": operation.summary, "headers": {name: name for name in sends}}
    if operation.reply is not None:
        name = operation.example or type(operation.reply).__name__
        doc["content"] = {operation.media_type: {"schema": operation.reply, "examples": referred(name)}}
    if operation.text_example:
        doc["content"] = {operation.media_type: {"schema": {"type": "string"}, "example": operation.text_example}}
    return doc


def unexpected(operation: Operation) -> dict[str, Any]:
    """The other good ends."""
    bare = {"X-Request-ID": "X-Request-ID"}
    ends = {str(status): {"description": text, "headers": bare} for status, text in operation.otherwise.items()}
    return unchanged(operation) | ends


def unchanged(operation: Operation) -> dict[str, Any]:
    """What who knows the reply already is told instead of it."""
    if "If-None-Match" not in operation.hears:
        return {}
    return {"304": {"description": "It is as it was.", "headers": {name: name for name in ("ETag", "X-Request-ID")}}}


def referred(*names: str) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/examples/{name}"} for name in names}


def failing(operation: Operation) -> dict[str, Any]:
    """A response for each status that the operation's problems have."""
    by_status: dict[int, list[str]] = {}
    for code in (*codes_of(operation), *ALWAYS):
        by_status.setdefault(PROBLEMS[code].status.value, []).append(code)
    return {str(status): failure(status, sorted(set(codes))) for status, codes in sorted(by_status.items())}


def codes_of(operation: Operation) -> list[str]:
    codes = list(operation.problems)
    codes += BODY if operation.body is not None else ()
    codes += ("validation-failed",) if operation.query is not None else ()
    codes += ("idempotency-key-reused",) if KEY in operation.hears else ()
    codes += SEAT if operation.token != FREE else ()
    return codes


def failure(status: int, codes: Sequence[str]) -> dict[str, Any]:
    headers = {401: ["WWW-Authenticate"], 503: ["Retry-After"]}.get(status, [])
    return {
        "description": "One of: " + ", ".join(f"`{code}`" for code in codes) + ".",
        "headers": {name: name for name in [*headers, "X-Request-ID"]},
        "content": {failures.MEDIA_TYPE: {"schema": Problem, "examples": referred(*codes)}},
    }


def problem_example(row: Row) -> dict[str, Any]:
    flaws = [{"pointer": "/card", "detail": "There is no card of this code."}]
    return {
        "type": f"/problems/{row.code}",
        "title": row.title,
        "status": row.status.value,
        "detail": row.explanation,
        "instance": f"/v1/games/{GAME_ID}/play",
        "code": row.code,
        "request_id": "6b0f8f0be2a54c2a9a1d",
    } | ({"errors": flaws} if row.code == "validation-failed" else {})


def every_example() -> dict[str, Any]:
    """Examples of all replies, by the name of the schema."""
    own = {"ProblemExplanation": explanation(PROBLEMS["not-your-turn"]), "Health": {"status": "ok"}}
    return examples() | own


def describe_parts(spec: APISpec) -> None:
    """What operations refer to."""
    spec.options["info"] = {"description": ABOUT, "license": {"name": "MIT"}}
    spec.options["servers"] = [{"url": "/"}]
    spec.components.security_scheme("seatToken", {"type": "http", "scheme": "bearer", "description": TOKENS})
    for name, text in REQUEST_HEADERS.items():
        schema = {"type": "string", **IN_HEADER.get(name, {})}
        spec.components.parameter(name, "header", {"schema": schema, "description": text})
    for name, text in REPLY_HEADERS.items():
        spec.components.header(name, {"schema": {"type": "string"}, "description": text})
    for name, value in every_example().items():
        spec.components.example(name, {"value": value})
    for code, row in PROBLEMS.items():
        spec.components.example(code, {"summary": row.title, "value": problem_example(row)})


ABOUT = """Card games of the UNO family for any program: open a game, share its code, play.

Opening or joining a game returns a **seat token**; send it as `Authorization: Bearer <token>` with everything that
seat does. A game's view lists the `legal_moves` of its caller: every one of them is accepted, nothing else is.

Failures are problem documents (RFC 9457) with a `code`; `GET /problems/{code}` explains each. What the rules refuse is
409, what has the wrong shape is 422. Members that do not apply are absent, never null; expect new ones, and new values
of `kind`, `phase`, `type` and `code`.
"""
TOKENS = "The token of a seat, from createGame, joinGame, joinByCode or recoverSeat."
REQUEST_HEADERS = {
    "If-Match": "Acts only on a version that it names: the ETag of the view that was seen, several of them, or `*`.",
    "If-None-Match": "The ETag of the view that is known already; if it is still that one, the reply is 304.",
    KEY: "Names this request, so that it can be sent again: what was done once is answered again, and not done again. "
    "Random, and a new one for each new request: 8 to 64 of `A-Z`, `a-z`, `0-9`, `_`, `-`, in quotes or without.",
    "Last-Event-ID": "The number of the last event that is known; a browser sends it by itself when it returns.",
    "Prefer": "`return=minimal` leaves the game out of the reply.",
}
REPLY_HEADERS = {
    "ETag": 'The game\'s version and its viewer, as in `"v12.0"`; If-Match and If-None-Match take it.',
    REPLAYED: "`true`: the request was carried out before, and this is the reply of then, byte for byte.",
    "Link": 'The next page, as `<...>; rel="next"`.',
    "Location": "Where the new game is.",
    "Preference-Applied": "The preference that was followed.",
    "Retry-After": "Seconds after which trying again makes sense.",
    "WWW-Authenticate": "`Bearer`.",
    "X-Request-ID": "Names the request in the service's logs.",
}
