"""Replies: the engine's views and the desk's answers, encoded as they are."""

from typing import Any

import msgspec
from flask import Response, request

from service.api.request import request_id

PRIVATE = "private, no-cache"
UNKEPT = "no-store"
PUBLIC = "public, max-age=300"
encode = msgspec.json.Encoder().encode


def etag(version: int, viewer: int | None) -> str:
    """Names a game at a version, as somebody sees it."""
    return f'"v{version}.{"public" if viewer is None else viewer}"'


def reply(value: Any, status: int = 200, cache: str = PRIVATE, tag: str | None = None, **headers: str) -> Response:
    """A JSON reply; `headers` are named with underscores."""
    response = Response(encode(value), status, mimetype="application/json")
    add = response.headers.add
    add("Cache-Control", cache)
    if cache == PRIVATE:
        add("Vary", "Authorization")
    if tag is not None:
        add("ETag", tag)
    for name, text in headers.items():
        add(name.replace("_", "-"), text)
    return response


def nothing(status: int, **headers: str) -> Response:
    """A reply without a body."""
    response = Response(status=status)
    del response.headers["Content-Type"]
    for name, text in headers.items():
        response.headers[name.replace("_", "-")] = text
    return response


def signed(response: Response) -> Response:
    """What every reply says."""
    response.headers.add("X-Request-ID", request_id())
    response.headers.add("X-Content-Type-Options", "nosniff")
    return methods_alone(response) if request.method == "OPTIONS" and "Allow" in response.headers else response


def methods_alone(response: Response) -> Response:
    """What a path can be asked for: there is no more to say."""
    if response.status_code == 200:
        response.status_code = 204
        response.headers.remove("Content-Type")
        response.headers.remove("Content-Length")
        response.headers["Allow"] = ", ".join(sorted(response.allow))
    return response
