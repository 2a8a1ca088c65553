"""What a request says, in the order in which it is judged: size and media type, JSON, token, version, shape.

Raises: `MalformedJson`, `BadShape`, the token exceptions of `seats`, and what werkzeug raises (413, 415).
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from secrets import token_hex
from typing import Any

import msgspec
from flask import g, request
from gunicorn.http.errors import ParseException
from marshmallow import Schema, ValidationError
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge, UnsupportedMediaType

from service.desk import Ask, Desk
from service.problems import BadShape, Flaw, MalformedJson
from service.seats import Claim, TokenInvalid, TokenMissing, TokenOfOtherGame

MOST_BYTES = 64 * 1024
ETAG = re.compile(r'(?:W/)?"v([0-9]{1,15})\.([0-9]{1,3}|public)(?:-gzip)?"', re.ASCII)
REQUEST_ID = re.compile(r"[A-Za-z0-9_-]{8,64}", re.ASCII)
MINIMAL = re.compile(r'return\s*=\s*"?minimal"?', re.ASCII | re.IGNORECASE)
decode = msgspec.json.Decoder().decode
MOST_SHAPED = 4_096
"""Bodies that are remembered with what their schemas made of them."""
LONGEST_SHAPED = 256
"""Bytes of a body that is remembered, less one."""


def request_id() -> str:
    """The caller's name for this request if it is a sane one, else ours."""
    known = g.get("request_id")
    if known is None:
        given = request.headers.get("X-Request-ID", "")
        known = g.request_id = given if REQUEST_ID.fullmatch(given) else token_hex(12)
    return str(known)


def body() -> Any:
    """The body's JSON; nothing at all is an empty object."""
    raw = whole_body()
    if not raw:
        return {}
    if not request.is_json:
        raise UnsupportedMediaType
    try:
        return decode(raw)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise MalformedJson from error


def whole_body() -> bytes:
    """The body's bytes, all that were announced."""
    try:
        raw = request.get_data()
    except ParseException as error:
        raise BadRequest from error
    if len(raw) > MOST_BYTES:
        raise RequestEntityTooLarge
    if len(raw) < (request.content_length or 0):
        raise BadRequest
    return raw


def shaped(schema: Schema, data: Any) -> dict[str, Any]:
    """What a schema makes of a body; raises `BadShape`."""
    return judged(schema, data, "")


def shaped_again(schema: Schema, data: Any) -> Mapping[str, Any]:
    """As `shaped`, for bodies that say the same few things over and over and nothing secret; not to be changed."""
    said = whole_body()
    return shaped_once(schema, said) if len(said) < LONGEST_SHAPED else shaped(schema, data)


@lru_cache(MOST_SHAPED)
def shaped_once(schema: Schema, said: bytes) -> Mapping[str, Any]:
    return shaped(schema, decode(said) if said else {})


def query(schema: Schema) -> dict[str, Any]:
    """What a schema makes of the query; raises `BadShape`."""
    return judged(schema, request.args.to_dict(), "/query")


def judged(schema: Schema, data: Any, pointer: str) -> dict[str, Any]:
    try:
        loaded: dict[str, Any] = schema.load(data)
    except ValidationError as error:
        raise BadShape(list(flaws(error.messages, pointer))) from error
    return loaded


def flaws(messages: object, pointer: str) -> Iterator[Flaw]:
    """Marshmallow's nested messages, flat."""
    if isinstance(messages, Mapping):
        for key, below in messages.items():
            step = "" if key == "_schema" else "/" + str(key).replace("~", "~0").replace("/", "~1")
            yield from flaws(below, pointer + step)
    elif isinstance(messages, list | tuple):
        for message in messages:
            yield from flaws(message, pointer)
    else:
        yield Flaw(pointer, str(messages))


def claim(desk: Desk, game_id: str) -> Claim | None:
    """Whose token came along, if one did; raises `TokenInvalid`, `TokenOfOtherGame`."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer":
        raise TokenInvalid
    claimed = desk.seats.claim(token.strip())
    if claimed.game_id != game_id:
        raise TokenOfOtherGame
    return claimed


def ask_of_seat(desk: Desk, game_id: str, must_name_version: bool = False) -> Ask:
    """A seat's question; raises `TokenMissing` and as `claim`."""
    claimed = claim(desk, game_id)
    if claimed is None:
        raise TokenMissing
    return Ask(game_id, claimed, versions(), must_name_version and "If-Match" not in request.headers)


def ask_of_anybody(game_id: str) -> Ask:
    return Ask(game_id, versions=versions())


def versions() -> frozenset[int] | None:
    """The versions that If-Match names; None: any."""
    header = request.headers.get("If-Match")
    if header is None or header.strip() == "*":
        return None
    return frozenset(int(tag[1]) for tag in tags(header))


def knows(etag: str) -> bool:
    """Whether If-None-Match names what would be sent."""
    header = request.headers.get("If-None-Match")
    if header is None:
        return False
    return header.strip() == "*" or any(etag == f'"v{tag[1]}.{tag[2]}"' for tag in tags(header))


def tags(header: str) -> Iterator[re.Match[str]]:
    for part in header.split(","):
        if tag := ETAG.fullmatch(part.strip()):
            yield tag


def wants_little() -> bool:
    """`Prefer: return=minimal`."""
    header = request.headers.get("Prefer")
    return header is not None and any(MINIMAL.fullmatch(part.strip()) for part in re.split("[,;]", header))
