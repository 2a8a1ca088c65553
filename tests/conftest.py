"""A real service for the tests that speak HTTP: gunicorn, two workers, the embedded Valkey, sandbox on."""

from collections.abc import Iterator

import pytest

from benchmarks.serving import Served, gunicorn

SETTINGS = {"UNO_SANDBOX": "1", "WEB_CONCURRENCY": "2", "UNO_LOG_LEVEL": "warning"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-goldens", action="store_true", help="write the rounds of tests/goldens anew")


@pytest.fixture(scope="session")
def running() -> Iterator[Served]:
    """One service for the whole run; a test that hurts it asks for `own_service`."""
    with gunicorn("app:create_app()", SETTINGS) as service:
        yield service


@pytest.fixture
def base(running: Served) -> str:
    """The base URL of the shared service."""
    return running.base


@pytest.fixture
def own_service() -> Iterator[Served]:
    """A service that the test may hurt."""
    with gunicorn("app:create_app()", SETTINGS) as service:
        yield service
