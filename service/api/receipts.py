"""Requests that are named by an `Idempotency-Key`, and replies that are sent again."""

import hashlib
import re
from typing import Any

import msgspec
from flask import Response, request

from service.desk import Ask
from service.problems import BadShape, Flaw
from service.receipts import Answered, Keyed, Reply, name_of

KEY = re.compile(r'"([A-Za-z0-9_-]{8,64})"|([A-Za-z0-9_-]{8,64})', re.ASCII)
"""Bare, or quoted as a string of structured fields: the same key."""
NO_KEY = Flaw("/headers/Idempotency-Key", "8 to 64 characters of A-Z, a-z, 0-9, _ and -, in quotes or without.")
FINGERPRINT_BYTES = 16
OWN = frozenset({"content-length"})
"""What a reply that is sent again gets anew."""
encode = msgspec.json.Encoder(order="sorted").encode


def keyed(ask: Ask, sent: Any) -> Ask:
    """The question with its name, if the request has one; `sent` is the body. Raises `BadShape`."""
    header = request.headers.get("Idempotency-Key")
    if header is None:
        return ask
    key = KEY.fullmatch(header.strip())
    if key is None:
        raise BadShape([NO_KEY])
    scope = str(ask.claim.seat) if ask.claim else operation()
    return ask._replace(keyed=Keyed(name_of(scope, key[1] or key[2]), fingerprint(sent), packed))


def operation() -> str:
    return f"{request.method} {request.path}"


def fingerprint(sent: Any) -> bytes:
    """Of operation and body; how JSON is written, and in which order its members come, makes no difference."""
    return hashlib.sha256(operation().encode() + b"\n" + encode(sent)).digest()[:FINGERPRINT_BYTES]


def packed(response: Response) -> Reply:
    headers = [pair for pair in response.headers.items() if pair[0].lower() not in OWN]
    return Reply(response.status_code, tuple(headers), response.get_data())


def replayed(done: Answered) -> Response:
    """The first reply, byte for byte."""
    reply = done.reply
    response = Response(reply.body, reply.status)
    response.headers.clear()
    response.headers.extend(reply.headers)
    response.headers["Idempotency-Replayed"] = "true"
    return response
