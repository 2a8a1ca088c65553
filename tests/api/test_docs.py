"""Swagger UI, from here alone."""

import re

from tests.client import ask


def test_the_reader_loads_from_here_alone(base: str) -> None:
    page = ask(base, "GET", "/docs")
    assert page.status == 200
    assert "default-src 'self'" in page.headers["content-security-policy"]
    links = re.findall(r'(?:src|href)="([^"]+)"', page.raw.decode())
    assert len(links) == 4
    for link in links:
        assert ask(base, "GET", f"/{link}").status == 200


def test_the_reader_is_set_up_to_try_things_out(base: str) -> None:
    script = ask(base, "GET", "/docs/start.js").raw.decode()
    for setting in ("deepLinking: true", "persistAuthorization: true", "tryItOutEnabled: true", "validatorUrl: null"):
        assert setting in script


def test_the_front_door_leads_to_the_reader(base: str) -> None:
    reply = ask(base, "GET", "/")
    assert (reply.status, reply.headers["location"]) == (302, "docs")


def test_nothing_else_of_the_machine_is_served(base: str) -> None:
    for path in ("/docs/assets/../__init__.py", "/docs/assets/%2e%2e/__init__.py", "/docs/assets/none.js"):
        assert ask(base, "GET", path).code == "not-found"
