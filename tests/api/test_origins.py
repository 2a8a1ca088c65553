"""Pages of other origins: preflights, and what a browser shows them of a reply."""

from typing import Any

import pytest

from app import create_app
from service.desk import Desk
from service.seats import Seats
from service.settings import Settings
from tests.client import Reply, ask, set_table

PAGE = "https://app.example.com"
SHOWN = {
    *("ETag", "Location", "Retry-After", "RateLimit", "RateLimit-Policy", "Idempotency-Replayed", "Date", "Link"),
    *("Preference-Applied", "X-Request-ID"),
}
HEARD = {
    *("Authorization", "Content-Type", "If-Match", "If-None-Match", "Idempotency-Key", "Prefer", "Last-Event-ID"),
    "X-Request-ID",
}


def listed(value: str) -> set[str]:
    return {word.strip() for word in value.split(",")}


def preflight(base: str, path: str, method: str, headers: str = "") -> Reply:
    asked = {"Access-Control-Request-Headers": headers} if headers else {}
    return ask(base, "OPTIONS", path, headers={"Origin": PAGE, "Access-Control-Request-Method": method} | asked)


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PATCH", "DELETE"])
def test_a_preflight_is_told_what_a_page_may_send_and_may_be_kept(base: str, method: str) -> None:
    reply = preflight(base, "/v1/games/x", method, ", ".join(sorted(HEARD)).lower())
    assert (reply.status, reply.raw) == (204, b"")
    assert reply.headers["access-control-allow-origin"] == "*"
    assert method in listed(reply.headers["access-control-allow-methods"])
    assert listed(reply.headers["access-control-allow-headers"]) == {name.lower() for name in HEARD}
    assert int(reply.headers["access-control-max-age"]) >= 600
    assert "access-control-allow-credentials" not in reply.headers


def test_a_preflight_is_told_of_no_header_that_is_not_heard(base: str) -> None:
    reply = preflight(base, "/v1/games", "POST", "x-other, prefer")
    assert reply.headers["access-control-allow-headers"] == "prefer"


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/v1/rulesets", None, 200),
        ("POST", "/v1/games", {"name": "Ada"}, 201),
        ("POST", "/v1/games", b"{", 400),
        ("POST", "/v1/games", b"x" * 100_000, 413),
        ("POST", "/v1/games", {}, 422),
        ("GET", "/v1/games/x", None, 404),
        ("GET", "/nothing", None, 404),
        ("PUT", "/v1/games", None, 405),
        ("POST", "{game}/draw", None, 401),
        ("POST", "{game}/play", {"card": "B1"}, 409),
        ("GET", "/docs", None, 200),
        ("GET", "/openapi.json", None, 200),
    ],
)
def test_replies_and_problems_are_shown_to_pages(base: str, method: str, path: str, body: Any, status: int) -> None:
    table = set_table(base, turn=0, hands=[["R5", "B1"], ["G1"]], discard=["R3"])
    token = table.tokens[0] if path.endswith("play") else ""
    for origin in ({"Origin": PAGE}, {}):
        reply = ask(base, method, path.format(game=table.path), body, token, origin)
        assert reply.status == status
        assert reply.headers["access-control-allow-origin"] == "*"
        assert listed(reply.headers["access-control-expose-headers"]) == SHOWN


class Broken:
    def ping(self) -> None:
        raise RuntimeError


def client(*origins: str, store: Any = None) -> Any:
    """A service without a storage that it could reach."""
    desk = Desk(store, Seats(["k" * 16]), lambda: 0, bytes) if store else None
    settings = Settings(redis_url="redis://127.0.0.1:1", secret_keys=("k" * 16,), cors_origins=origins)
    return create_app(settings, desk).test_client()


@pytest.mark.parametrize(("store", "status"), [(None, 503), (Broken(), 500)])
def test_failures_of_the_service_are_shown_to_pages_too(store: Any, status: int) -> None:
    reply = client("*", store=store).get("/readyz", headers={"Origin": PAGE})
    assert reply.status_code == status
    assert reply.headers.getlist("Access-Control-Allow-Origin") == ["*"]


def test_pages_that_are_named_are_welcome_and_others_are_not() -> None:
    some = client(PAGE, "http://localhost:5173")
    for origin in (PAGE, "http://localhost:5173"):
        for reply in (some.get("/healthz", headers={"Origin": origin}), some.get("/x", headers={"Origin": origin})):
            assert reply.headers.getlist("Access-Control-Allow-Origin") == [origin]
            assert "Origin" in reply.vary
    for origin in (
        "https://app.example.com.evil",
        "https://evil.example",
        "http://app.example.com",
        "null",
        PAGE + ":1",
    ):
        asked = {"Origin": origin, "Access-Control-Request-Method": "POST"}
        for reply in (some.get("/healthz", headers=asked), some.options("/v1/games", headers=asked)):
            assert reply.status_code < 300
            assert "Access-Control-Allow-Origin" not in reply.headers
            assert "Origin" in reply.vary, "a cache must not show this to a page that is welcome"
    assert "Access-Control-Allow-Origin" not in some.get("/healthz").headers


def test_no_page_is_welcome_where_that_is_switched_off() -> None:
    reply = client().get("/healthz", headers={"Origin": PAGE})
    assert not [name for name, _ in reply.headers if name.startswith("Access-Control")]
