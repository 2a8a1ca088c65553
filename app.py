"""The service: `gunicorn 'app:create_app()'`, or `flask --app 'app:create_app()' run`."""

import atexit
import logging
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager

import click
from flask import Flask

from service.api import open_doors
from service.desk import Desk
from service.seats import Seats
from service.settings import Settings, SettingsError, read, refuse_start
from service.store.embedded import EmbeddedError, User, kept_secret
from service.store.redis import RedisStore, connect
from service.timers import Sweeper
from service.waits import Waits

LOG = "uno"
SHARES: list[User] = []
"""This process's shares in embedded servers; they end with it."""


def create_app(settings: Settings | None = None, desk: Desk | None = None) -> Flask:
    """The whole service. What cannot start ends the process with one sentence."""
    with in_a_sentence():
        settings = settings or read()
        app = Flask(LOG, static_folder=None)
        app.logger.setLevel(settings.log_level.upper())
        desk = desk or desk_of(settings)
        app.extensions["uno"] = desk
        open_doors(app, desk, settings.sandbox, settings.cors_origins)
        return app


@contextmanager
def in_a_sentence() -> Iterator[None]:
    """A wrong setting, or an embedded server that does not start, is no defect: its user gets no traceback."""
    try:
        yield
    except (SettingsError, EmbeddedError) as error:
        refuse_start(error)


def desk_of(settings: Settings) -> Desk:
    """The desk; under Flask's command line it is set up when first needed, as `flask openapi` never needs it."""
    if click.get_current_context(silent=True) is not None:
        return Later(settings)  # type: ignore[return-value]
    return desk(settings)


def desk(settings: Settings) -> Desk:
    """The desk of this process, and what looks after games that nobody asks for."""
    waits = Waits(settings.max_waits)
    ready = Desk(store(settings), Seats(keys(settings)), milliseconds, secrets.token_bytes, waits)
    sweeper = Sweeper(ready, logging.getLogger(LOG))
    sweeper.start()
    atexit.register(sweeper.stop)
    return ready


def store(settings: Settings) -> RedisStore:
    return RedisStore(connect(settings.redis_url or embedded(settings)), settings.game_ttl)


def embedded(settings: Settings) -> str:
    """The URL of the embedded server."""
    SHARES.append(User(settings.data_dir, settings.durability))
    return SHARES[-1].url


def keys(settings: Settings) -> tuple[str, ...]:
    return settings.secret_keys or (kept_secret(settings.data_dir, secrets.token_urlsafe(32)),)


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


class Later:
    """A desk that is set up at the first question."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def __getattr__(self, name: str) -> object:
        with in_a_sentence():
            ready = desk(self._settings)
        self.__dict__.update({field: getattr(ready, field) for field in Desk.__slots__})
        return self.__dict__[name]
