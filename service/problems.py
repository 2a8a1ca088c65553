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
from service.engine.options import BadOption
from service.lobby import BadSeats, UnknownJoinCode
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
    """What is wrong with a field; `pointer` is a JSON pointer into the body, or `/query/<name>`."""

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
    return code.replace("-", " ").capitalize()


def rows(status: HTTPStatus, **explained: str) -> list[Row]:
    codes = [(name.replace("_", "-"), text) for name, text in explained.items()]
    return [Row(code, status, titled(code), text) for code, text in codes]


PROBLEMS: Mapping[str, Row] = {
    row.code: row
    for row in (
        *rows(
            HTTPStatus.BAD_REQUEST,
            bad_request="The request cannot be understood as HTTP.",
            malformed_json="The body is not JSON: it must be one JSON value in UTF-8, of reasonable depth and numbers.",
        ),
        *rows(
            HTTPStatus.UNAUTHORIZED,
            token_required="This needs the token of a seat: Authorization: Bearer <token>.",
            token_invalid="This is no seat token of this service.",
            token_revoked="The seat was left, or recovered with its code: an older token opens it no more.",
        ),
        *rows(
            HTTPStatus.FORBIDDEN,
            token_of_other_game="The token belongs to a seat of another game.",
            join_code_required="A private game is joined with its join code.",
            join_code_wrong="This is not the join code of this game.",
            recovery_code_wrong="No seat of this game has this recovery code.",
        ),
        *rows(
            HTTPStatus.NOT_FOUND,
            not_found="There is nothing at this address.",
            game_not_found="There is no such game, or it has expired.",
            unknown_join_code="No game has this join code.",
            unknown_preset="There is no preset of this name.",
            unknown_card="The game has no card of this code.",
            unknown_problem="There is no problem of this code.",
            round_not_found="There is no such round, or it is not over.",
            sandbox_off="Sandbox games are not switched on here (UNO_SANDBOX).",
        ),
        *rows(HTTPStatus.METHOD_NOT_ALLOWED, method_not_allowed="The address does not take this method; see Allow."),
        *rows(
            HTTPStatus.CONFLICT,
            decision_closed="The decision named by decision_id is not open any more; nothing was done.",
        ),
        *rows(
            HTTPStatus.PRECONDITION_FAILED,
            version_mismatch="The game is at another version than If-Match names; nothing was done.",
        ),
        *rows(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, body_too_large="The body is larger than 64 KiB."),
        *rows(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
            unsupported_media_type="A body is sent as Content-Type: application/json.",
        ),
        *rows(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            validation_failed="The request does not have the shape that is asked for; errors says where.",
        ),
        *rows(
            HTTPStatus.PRECONDITION_REQUIRED,
            version_required="Settings are changed with If-Match, so that nobody's change is lost.",
        ),
        *rows(HTTPStatus.INTERNAL_SERVER_ERROR, internal_error="The service has failed. It was logged."),
        *rows(
            HTTPStatus.SERVICE_UNAVAILABLE,
            busy="Other requests changed the game at the same time; try again.",
            storage_unavailable="The storage cannot be reached now; try again.",
            storage_full="The storage is full; try again later.",
        ),
        *of_rules(),
    )
}

CAUSES: Mapping[type[BaseException], str] = {
    AtTable: INTERNAL,
    BadOption: INVALID,
    BadSeats: INVALID,
    BadSetup: INVALID,
    BadShape: INVALID,
    Busy: "busy",
    DecisionClosed: "decision-closed",
    JoinCodeRequired: "join-code-required",
    JoinCodeWrong: "join-code-wrong",
    MalformedJson: "malformed-json",
    NoSuchGame: "game-not-found",
    NoSuchRound: "round-not-found",
    RecoveryCodeWrong: "recovery-code-wrong",
    SandboxOff: "sandbox-off",
    StoreFull: "storage-full",
    StoreUnavailable: "storage-unavailable",
    TokenInvalid: "token-invalid",
    TokenMissing: "token-required",
    TokenOfOtherGame: "token-of-other-game",
    TokenRevoked: "token-revoked",
    UnknownCard: "unknown-card",
    UnknownJoinCode: "unknown-join-code",
    UnknownPreset: "unknown-preset",
    UnknownProblem: "unknown-problem",
    VersionMismatch: "version-mismatch",
    VersionRequired: "version-required",
}

STATUSES: Mapping[int, str] = {
    400: "bad-request",
    404: "not-found",
    405: "method-not-allowed",
    413: "body-too-large",
    415: "unsupported-media-type",
}
"""What the web framework refuses by itself."""


def problem_of(error: BaseException) -> Problem:
    """The problem that a failure is."""
    if isinstance(error, AtTable) and error.__cause__ is not None:
        return problem_of(error.__cause__)._replace(table=error)
    if isinstance(error, Refused):
        row = PROBLEMS[error.violation.value]
        return Problem(row, row.explanation)
    row = PROBLEMS[CAUSES.get(type(error), INTERNAL)]
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
        case BadSetup():
            return (Flaw(error.pointer, error.why),)
        case BadSeats():
            return (Flaw("/seats", str(error)),)
        case _:
            return ()


def retry_after(error: BaseException) -> int | None:
    match error:
        case StoreUnavailable():
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
