"""A store on a Valkey of the tests' own, and processes that use an embedded one."""

import itertools
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.store.embedded import wait_until_stopped
from service.store.redis import RedisStore, connect
from tests.valkey import Valkey

TTL = 60
IDS = (f"game{number}" for number in itertools.count())


@pytest.fixture(scope="session")
def shared_valkey() -> Iterator[Valkey]:
    with Valkey() as server:
        yield server


@pytest.fixture
def valkey() -> Iterator[Valkey]:
    """A server that the test may hurt."""
    with Valkey() as server:
        yield server


@pytest.fixture
def store(shared_valkey: Valkey) -> RedisStore:
    return RedisStore(connect(shared_valkey.url), TTL)


@pytest.fixture
def game_id() -> str:
    return next(IDS)


@pytest.fixture
def folder() -> Iterator[str]:
    """A data folder; what was left in it is gone at the end, its server too."""
    path = Path(tempfile.mkdtemp(prefix="uno-"))
    yield str(path / "data")
    wait_until_stopped(str(path / "data"))
    shutil.rmtree(path)
