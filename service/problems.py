"""Every failure of the service: its code, its status, and what it means. One table, `PROBLEMS`.

Engine, store and desk raise what they know; `problem_of` finds the row of a cause. A cause without a row is a defect
and becomes `internal-error`.
"""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import NamedTuple

from service.catalog import UnknownCard, UnknownPreset
from service.desk import AtTable, Busy, DecisionClosed, NoSuchGame, VersionMismatch, VersionRequired
from service.engine import BadSetup, Refused, Violation
from service.engine.choices import BadOption
from service.lobby import BadCursor, BadSeats, UnknownJoinCode
from service.play import Unnamed
from service.receipts import KeyReused
from service.seats import (
    JoinCodeRequired,
    JoinCodeWrong,
    RecoveryCodeWrong,
    TokenInvalid,
    TokenMissing,
    TokenOfOtherGame,
    TokenRevoked,
)
from service.store import StoreFull, StoreUnavailable
from service.stream import TicketInvalid
from service.waits import NoRoom
from service.watch import NoSuchRound

INTERNAL = "internal-error"
INVALID = "validation-failed"


class Row(NamedTuple):
    """A kind of problem: the code names it, the explanation is for whoever meets it."""

    code: str
    status: HTTPStatus
    title: str
    explanation: str


class Flaw(NamedTuple):
    """What is wrong with a field; `pointer` is a JSON pointer into the body, or `/query/<name>`,
    or `/headers/<name>`."""

    pointer: str
    detail: str


class BadShape(Exception):
    """A body or query that does not fit its schema."""

    def __init__(self, flaws: Sequence[Flaw]) -> None:
        super().__init__(f"{len(flaws)} flaws")
        self.flaws = flaws


class SandboxOff(Exception):
    """Sandbox games are not switched on here."""


class UnknownProblem(Exception):
    """No problem has this code."""


class MalformedJson(Exception):
    """The body is no JSON."""


class Problem(NamedTuple):
    """A failure, ready to be told: the members of a problem document beside those of the request."""

    row: Row
    detail: str
    flaws: Sequence[Flaw] = ()
    retry_after: int | None = None
    table: AtTable | None = None


TABLE = (
    (400, "bad-request", "The request cannot be understood as HTTP."),
    (400, "malformed-json", "The body is not one JSON value in UTF-8, of reasonable depth and numbers."),
    (401, "token-required", "This needs the token of a seat: Authorization: Bearer <token>."),
    (401, "token-invalid", "This is no seat token of this service."),
    (401, "ticket-invalid", "This is no stream ticket of this game, or it was used, or it has expired."),
    (401, "token-revoked", "The seat was left, or recovered with its code: an older token opens it no more."),
    (403, "token-of-other-game", "The token belongs to a seat of another game."),
    (403, "join-code-required", "A private game is joined with its join code."),
    (403, "join-code-wrong", "This is not the join code of this game."),
    (403, "recovery-code-wrong", "No seat of this game has this recovery code."),
    (404, "not-found", "There is nothing at this address."),
    (404, "game-not-found", "There is no such game, or it has expired."),
    (404, "unknown-join-code", "No game has this join code."),
    (404, "unknown-preset", "There is no preset of this name."),
    (404, "unknown-card", "The game has no card of this code."),
    (404, "unknown-problem", "There is no problem of this code."),
    (404, "round-not-found", "There is no such round, or it is not over."),
    (404, "sandbox-off", "Sandbox games are not switched on here (UNO_SANDBOX)."),
    (405, "method-not-allowed", "The address does not take this method; see Allow."),
    (409, "decision-closed", "The decision named by decision_id is not open any more; nothing was done."),
    (412, "version-mismatch", "The game is at another version than If-Match names; nothing was done."),
    (413, "content-too-large", "The body is larger than 64 KiB."),
    (414, "uri-too-long", "The address is longer than 4,094 bytes."),
    (415, "unsupported-media-type", "A body is sent as Content-Type: application/json."),
    (417, "expectation-failed", "Of the expectations that a request can have, 100-continue alone is met."),
    (422, "validation-failed", "The request does not have the shape that is asked for; errors says where."),
    (
        422,
        "idempotency-key-reused",
        "This key named another request of the caller, or one that cannot be answered again; take a new one.",
    ),
    (428, "version-required", "Settings are changed with If-Match, so that nobody's change is lost."),
    (431, "header-fields-too-large", "There are more than 64 header fields, or one is longer than 8,190 bytes."),
    (500, "internal-error", "The service has failed. It was logged."),
    (503, "busy", "Other requests changed the game at the same time; try again."),
    (503, "stream-capacity", "As many wait here as can; try again, or ask without waiting."),
    (503, "storage-unavailable", "The storage cannot be reached now; try again."),
    (503, "storage-full", "The storage is full; try again later."),
)
"""What is refused beside the rules."""


def beside_rules() -> list[Row]:
    return [Row(code, HTTPStatus(status), titled(code), text) for status, code, text in TABLE]


def of_rules() -> list[Row]:
    """What the rules refuse is a conflict, but for who may ask and whether there still is a game."""
    status = {
        Violation.HOST_ONLY: HTTPStatus.FORBIDDEN,
        Violation.GAME_ABANDONED: HTTPStatus.GONE,
    }
    return [
        Row(each.value, status.get(each, HTTPStatus.CONFLICT), titled(each.value), each.sentence) for each in Violation
    ]


def titled(code: str) -> str:
    return code.replace("-", " ").capitalize().replace("json", "JSON").replace("Uno", "UNO").replace("Uri", "URI")


PROBLEMS: Mapping[str, Row] = {row.code: row for row in (*beside_rules(), *of_rules())}

CAUSES: Mapping[type[BaseException], str] = {
    AtTable: INTERNAL,
    BadCursor: INVALID,
    BadOption: INVALID,
    BadSeats: INVALID,
    BadSetup: INVALID,
    BadShape: INVALID,
    Busy: "busy",
    DecisionClosed: "decision-closed",
    JoinCodeRequired: "join-code-required",
    JoinCodeWrong: "join-code-wrong",
    KeyReused: "idempotency-key-reused",
    MalformedJson: "malformed-json",
    NoRoom: "stream-capacity",
    NoSuchGame: "game-not-found",
    NoSuchRound: "round-not-found",
    RecoveryCodeWrong: "recovery-code-wrong",
    SandboxOff: "sandbox-off",
    StoreFull: "storage-full",
    StoreUnavailable: "storage-unavailable",
    TicketInvalid: "ticket-invalid",
    TokenInvalid: "token-invalid",
    TokenMissing: "token-required",
    TokenOfOtherGame: "token-of-other-game",
    TokenRevoked: "token-revoked",
    UnknownCard: "unknown-card",
    UnknownJoinCode: "unknown-join-code",
    UnknownPreset: "unknown-preset",
    UnknownProblem: "unknown-problem",
    Unnamed: INVALID,
    VersionMismatch: "version-mismatch",
    VersionRequired: "version-required",
}

STATUSES: Mapping[int, str] = {
    400: "bad-request",
    404: "not-found",
    405: "method-not-allowed",
    413: "content-too-large",
    414: "uri-too-long",
    415: "unsupported-media-type",
    417: "expectation-failed",
    431: "header-fields-too-large",
}
"""What the web framework refuses by itself."""


def problem_of(error: BaseException) -> Problem:
    """The problem that a failure is."""
    if isinstance(error, AtTable) and error.__cause__ is not None:
        return problem_of(error.__cause__)._replace(table=error if error.shown else None)
    if isinstance(error, Refused):
        row = PROBLEMS[error.violation.value]
        return Problem(row, row.explanation)
    row = PROBLEMS[next((CAUSES[cause] for cause in type(error).__mro__ if cause in CAUSES), INTERNAL)]
    return Problem(row, row.explanation, flaws_of(error), retry_after(error))


def problem_of_status(status: int) -> Problem:
    """The problem of a failure that has a status only."""
    row = PROBLEMS[STATUSES.get(status, "bad-request" if 400 <= status < 500 else INTERNAL)]
    return Problem(row, row.explanation)


def flaws_of(error: BaseException) -> Sequence[Flaw]:
    match error:
        case BadShape():
            return error.flaws
        case BadOption():
            return (Flaw(f"/options/{error.name}", error.why),)
        case BadSetup() | Unnamed():
            return (Flaw(error.pointer, error.why),)
        case BadCursor():
            return (Flaw("/query/cursor", "Not a cursor of this service."),)
        case BadSeats():
            return (Flaw("/seats", str(error)),)
        case _:
            return ()


def retry_after(error: BaseException) -> int | None:
    match error:
        case StoreUnavailable() | NoRoom():
            return error.retry_after
        case Busy():
            return 1
        case _:
            return None


def problem_row(code: str) -> Row:
    """Raises `UnknownProblem`."""
    try:
        return PROBLEMS[code]
    except KeyError:
        raise UnknownProblem from None


def explanation(row: Row) -> dict[str, str | int]:
    """A row as it is told to whoever asks."""
    return {"code": row.code, "status": row.status.value, "title": row.title, "explanation": row.explanation}
