"""Web pages of other origins: what a browser lets them ask, and what of a reply it shows them.

There are no cookies, so a page can do nothing here that its author could not do without a browser: every origin is
welcome, unless whoever runs the service names those that are.
"""

from collections.abc import Sequence

from flask import Flask, Response
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


def open_to(app: Flask, origins: Sequence[str]) -> None:
    """Lets pages of these origins in; of none, if there are none."""
    if not origins:
        return
    everybody = EVERY in origins
    CORS(
        app,
        origins=list(origins),
        methods=list(METHODS),
        allow_headers=list(HEARD),
        expose_headers=list(SHOWN),
        max_age=DAY,
        send_wildcard=everybody,
        always_send=everybody,  # a cache may keep what the next page asks for
        vary_header=False,
        intercept_exceptions=False,  # failures are replies here like any other
    )
    if not everybody:
        app.after_request(varied)


def varied(response: Response) -> Response:
    """Replies to some origins are not those to others, nor to nobody."""
    response.vary.add("Origin")
    return response
