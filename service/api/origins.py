"""Web pages of other origins: what a browser lets them ask, and what of a reply it shows them.

There are no cookies, so a page can do nothing here that its author could not do without a browser: every origin is
welcome, unless whoever runs the service names those that are.
"""

from collections.abc import Sequence

from flask import Flask, Response, request
from flask_cors import CORS

EVERY = "*"
METHODS = ("GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS")
HEARD = (
    "Authorization",
    "Content-Type",
    "If-Match",
    "If-None-Match",
    "Idempotency-Key",
    "Prefer",
    "Last-Event-ID",
    "X-Request-ID",
)
SHOWN = (
    "ETag",
    "Location",
    "Retry-After",
    "RateLimit",
    "RateLimit-Policy",
    "Idempotency-Replayed",
    "Date",
    "Link",
    "Preference-Applied",
    "X-Request-ID",
)
DAY = 86_400
TO_ALL = (("Access-Control-Allow-Origin", EVERY), ("Access-Control-Expose-Headers", ", ".join(SHOWN)))


def open_to(app: Flask, origins: Sequence[str]) -> None:
    """Lets pages of these origins in; of none, if there are none."""
    if not origins:
        return
    if EVERY in origins:
        app.after_request(shown_to_all)
        return
    CORS(
        app,
        origins=list(origins),
        methods=list(METHODS),
        allow_headers=list(HEARD),
        expose_headers=list(SHOWN),
        max_age=DAY,
        always_send=False,
        vary_header=False,
        intercept_exceptions=False,  # failures are replies here like any other
    )
    app.after_request(varied)


def shown_to_all(response: Response) -> Response:
    """What is the same for every page costs nothing to find out: the library would at each reply. It is said to who
    is no page too: a cache may keep what the next page asks for."""
    response.headers.extend(TO_ALL)
    if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
        response.headers.extend(preflight(request.headers.get("Access-Control-Request-Headers", "")))
    return response


def preflight(asked: str) -> dict[str, str]:
    """What a page may send; of the headers that it asks for, those that are heard."""
    heard = {name.lower() for name in HEARD}
    welcome = sorted(name for name in {word.strip().lower() for word in asked.split(",")} if name in heard)
    headers = {"Access-Control-Allow-Headers": ", ".join(welcome)} if welcome else {}
    return headers | {"Access-Control-Allow-Methods": ", ".join(METHODS), "Access-Control-Max-Age": str(DAY)}


def varied(response: Response) -> Response:
    """Replies to some origins are not those to others, nor to nobody."""
    response.vary.add("Origin")
    return response
