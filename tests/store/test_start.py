"""gunicorn with the project's configuration, around an application as small as can be."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from http.client import HTTPResponse
from pathlib import Path

import pytest

from service.settings import START_REFUSED
from tests.store.test_embedded import eventually, nothing_runs, the_server

ROOT = Path(__file__).parents[2]
APP = """
import os
from service.settings import SettingsError, read, refuse_start
from service.store.embedded import EmbeddedError, User
from service.store.redis import RedisStore, connect

def create_app():
    try:
        if "SMALL_FAILS" in os.environ:
            raise SettingsError("It was asked for.")
        settings = read()
        store = RedisStore(connect(User(settings.data_dir, settings.durability).url), settings.game_ttl)
    except (SettingsError, EmbeddedError) as error:
        refuse_start(error)

    def app(environ, start_response):
        store.create("g", b"kept", [])
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [b"%d " % os.getpid(), store.load("g").blob]
    return app
"""


class Server:
    """gunicorn in a process of its own."""

    def __init__(self, folder: str, place: Path, settings: Mapping[str, str]) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        (place / "small.py").write_text(APP)
        ours = {"PORT": str(self.port), "UNO_DATA_DIR": folder, "WEB_CONCURRENCY": "3", "UNO_LOG_LEVEL": "warning"}
        path = f"{place}{os.pathsep}{ROOT}"
        command = [sys.executable, "-m", "gunicorn", "-c", str(ROOT / "gunicorn.conf.py"), "small:create_app()"]
        environment = os.environ | ours | {"PYTHONPATH": path} | settings
        self.popen = subprocess.Popen(
            command, env=environment, stderr=subprocess.PIPE, text=True, start_new_session=True
        )

    def ask(self) -> tuple[HTTPResponse, bytes]:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", timeout=5) as reply:
            return reply, reply.read()

    def is_up(self) -> bool:
        try:
            return self.ask()[0].status == 200
        except OSError:
            return False

    def end(self, how: int = signal.SIGTERM) -> tuple[int, str]:
        """The status, and what was told."""
        self.popen.send_signal(how)
        return self.told()

    def interrupt(self) -> tuple[int, str]:
        """Ctrl-C of a terminal: all processes hear it."""
        os.killpg(self.popen.pid, signal.SIGINT)
        return self.told()

    def told(self) -> tuple[int, str]:
        _, errors = self.popen.communicate(timeout=30)
        return self.popen.returncode, errors


@pytest.fixture
def serve(folder: str, tmp_path: Path) -> Iterator[Callable[..., Server]]:
    started: list[Server] = []

    def start(**settings: str) -> Server:
        started.append(Server(folder, tmp_path, settings))
        return started[-1]

    yield start
    for server in started:
        if server.popen.poll() is None:
            server.end()


def test_the_workers_share_a_server_that_has_stopped_when_gunicorn_has(
    folder: str, serve: Callable[..., Server]
) -> None:
    for _ in range(2):
        gunicorn = serve()
        eventually(gunicorn.is_up, 20)
        reply, body = gunicorn.ask()
        assert body.endswith(b"kept")
        assert reply.headers["Server"] == "gunicorn", "no version is told"
        assert the_server(folder)
        begun = time.monotonic()
        assert gunicorn.end() == (0, "")
        assert time.monotonic() - begun < 8
        eventually(lambda: nothing_runs(folder), 1)


def test_ctrl_c_ends_it_in_order_and_without_a_traceback(folder: str, serve: Callable[..., Server]) -> None:
    gunicorn = serve(UNO_LOG_LEVEL="info", WEB_CONCURRENCY="2")
    eventually(gunicorn.is_up, 20)
    eventually(lambda: len({gunicorn.ask()[1].split()[0] for _ in range(10)}) == 2, 20)
    status, told = gunicorn.interrupt()
    assert status == 0
    assert f"Serving at http://127.0.0.1:{gunicorn.port}, Swagger UI at" in told
    assert "Traceback" not in told and "KeyboardInterrupt" not in told
    eventually(lambda: nothing_runs(folder), 1)


@pytest.mark.parametrize("workers", ["1", "3"])
def test_a_killed_worker_is_replaced_beside_the_same_server(
    folder: str, serve: Callable[..., Server], workers: str
) -> None:
    gunicorn = serve(WEB_CONCURRENCY=workers)
    eventually(gunicorn.is_up, 20)
    server = the_server(folder)
    for _ in range(3):
        os.kill(int(gunicorn.ask()[1].split()[0]), signal.SIGKILL)
        time.sleep(0.3)
        eventually(gunicorn.is_up)
    assert the_server(folder) == server


def test_a_killed_master_leaves_no_orphan(folder: str, serve: Callable[..., Server]) -> None:
    gunicorn = serve()
    eventually(gunicorn.is_up, 20)
    gunicorn.end(signal.SIGKILL)
    eventually(lambda: nothing_runs(folder), 15)


def test_a_port_that_is_taken_ends_the_start_with_a_sentence(serve: Callable[..., Server]) -> None:
    """Also by another service of the same kind, which would share it silently."""
    first = serve()
    eventually(first.is_up, 20)
    status, told = serve(PORT=str(first.port), UNO_DATA_DIR=f"{first.port}").told()
    assert status == START_REFUSED
    assert told == (
        f"uno: Nothing can be served at 127.0.0.1:{first.port}: Address already in use. Set HOST and PORT otherwise.\n"
    )
    assert first.is_up()


def test_a_host_that_is_none_ends_the_start_with_a_sentence(serve: Callable[..., Server]) -> None:
    status, told = serve(HOST="999.1.1.1").told()
    assert status == START_REFUSED
    assert told.startswith("uno: Nothing can be served at 999.1.1.1:")


def test_a_wrong_setting_ends_the_start_with_its_sentence(serve: Callable[..., Server]) -> None:
    status, told = serve(UNO_SANDBOX="maybe").told()
    assert status == START_REFUSED
    assert told == "uno: UNO_SANDBOX is on or off, not 'maybe'.\n"


def test_an_embedded_server_that_cannot_be_had_ends_the_start_with_a_sentence(
    folder: str, serve: Callable[..., Server]
) -> None:
    Path(folder).touch()
    status, told = serve().told()
    assert (status, told) == (START_REFUSED, f"uno: The data folder {folder} cannot be used: File exists.\n")
    Path(folder).unlink()


def test_a_damaged_secret_ends_the_start_with_a_sentence_and_the_server_with_it(
    folder: str, serve: Callable[..., Server]
) -> None:
    Path(folder).mkdir()
    (Path(folder) / "secret").touch()
    status, told = serve().told()
    assert status == START_REFUSED
    assert told.startswith("uno: ") and told.endswith("every seat token that was given out ends.\n")
    eventually(lambda: nothing_runs(folder))


def test_a_worker_that_cannot_start_ends_gunicorn(serve: Callable[..., Server]) -> None:
    status, told = serve(WEB_CONCURRENCY="1", SMALL_FAILS="1").told()
    assert status == START_REFUSED
    assert told.startswith("uno: It was asked for.\n")
    assert "Traceback" not in told
