"""Whatever goes wrong becomes a problem document (RFC 9457)."""

from collections.abc import Mapping
from secrets import token_hex

import msgspec
from flask import Flask, Response, current_app, request
from msgspec import UNSET, Struct, UnsetType
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from service.api.receipts import replayed
from service.api.request import request_id
from service.problems import INTERNAL, Problem, problem_of, problem_of_status
from service.receipts import Answered

STORAGE = ("storage-unavailable", "storage-full")
"""Nothing that a caller can mend: whoever runs the service finds in the log what the server has said."""
MEDIA_TYPE = "application/problem+json"
encode = msgspec.json.Encoder().encode


class FlawDocument(Struct, frozen=True):
    pointer: str
    detail: str


class Document(Struct, frozen=True):
    """A problem as it is sent."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    request_id: str
    instance: str | UnsetType = UNSET
    version: int | UnsetType = UNSET
    decision_id: str | UnsetType = UNSET
    allowed_actions: list[str] | UnsetType = UNSET
    errors: list[FlawDocument] | UnsetType = UNSET


def tell_all(app: Flask) -> None:
    """Every failure, expected or not, is told this way; what was done before is no failure."""
    app.register_error_handler(Exception, told)
    app.register_error_handler(Answered, replayed)
    app.register_error_handler(HTTPException, told_by_status)


def told(error: Exception) -> Response:
    problem = problem_of(error)
    if problem.row.code == INTERNAL:
        current_app.logger.error("%s %s %s", request_id(), request.method, request.path, exc_info=error)
    if problem.row.code in STORAGE:
        current_app.logger.warning("%s %s: %s", request_id(), problem.row.code, error.__cause__ or error)
    return problem_reply(problem)


def told_by_status(error: HTTPException) -> Response | HTTPException:
    if error.code is None or error.code < 400:
        return error
    methods = error.valid_methods if isinstance(error, MethodNotAllowed) else None
    headers = {"Allow": ", ".join(sorted(methods))} if methods else {}
    return problem_reply(problem_of_status(error.code), headers)


def problem_reply(problem: Problem, headers: Mapping[str, str] = {}) -> Response:
    response = Response(encode(document(problem)), problem.row.status.value, headers, mimetype=MEDIA_TYPE)
    response.headers["Cache-Control"] = "no-store"
    if problem.retry_after is not None:
        response.headers["Retry-After"] = str(problem.retry_after)
    if problem.row.status == 401:
        needs_one = problem.row.code == "token-required"
        response.headers["WWW-Authenticate"] = "Bearer" if needs_one else 'Bearer error="invalid_token"'
    return response


def bare_document(problem: Problem) -> bytes:
    """A problem of what was no request: there is no address that it is about."""
    row = problem.row
    return encode(
        Document(f"/problems/{row.code}", row.title, row.status.value, problem.detail, row.code, token_hex(12))
    )


def document(problem: Problem) -> Document:
    row, table = problem.row, problem.table
    return Document(
        f"/problems/{row.code}",
        row.title,
        row.status.value,
        problem.detail,
        row.code,
        request_id(),
        request.path,
        table.version if table else UNSET,
        (table.decision_id if table else None) or UNSET,
        table.allowed_actions if table else UNSET,
        [FlawDocument(flaw.pointer, flaw.detail) for flaw in problem.flaws] or UNSET,
    )
