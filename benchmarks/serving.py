"""A service started for the time of a measurement or a test, on a free port and with a data folder of its own."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from service.store.embedded import User

ROOT = Path(__file__).parents[1]
LONGEST_START = 60


class Served(NamedTuple):
    """A running service: its base URL, the process that was started, and where its output goes."""

    base: str
    pid: int
    log: Path


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until_ready(base: str, process: "subprocess.Popen[bytes]", log: Path, seconds: float) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if process.poll() is not None:
            raise RuntimeError(f"the service stopped with {process.returncode}: {log.read_text()[-2000:]}")
        try:
            urllib.request.urlopen(base + "/readyz", timeout=2).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError(f"the service did not get ready: {log.read_text()[-2000:]}")


@contextmanager
def served(
    command: Sequence[str], settings: Mapping[str, str] | None = None, seconds: float = LONGEST_START
) -> Iterator[Served]:
    """A service run by `command`, stopped at the end; `settings` come on top of the environment."""
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory(prefix="uno-") as folder:
        environment = os.environ | {"PORT": str(port), "UNO_DATA_DIR": f"{folder}/data"} | dict(settings or {})
        log = Path(folder) / "log"
        with log.open("wb") as output:
            process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=output, stderr=output)
        try:
            wait_until_ready(base, process, log, seconds)
            yield Served(base, process.pid, log)
        finally:
            stop(process)


def stop(process: "subprocess.Popen[bytes]") -> None:
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(timeout=30)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextmanager
def gunicorn(app: str, settings: Mapping[str, str] | None = None) -> Iterator[Served]:
    """An application under gunicorn with the project's configuration."""
    command = [sys.executable, "-m", "gunicorn", "-c", "gunicorn.conf.py", app]
    with served(command, settings) as running:
        yield running


@contextmanager
def private_redis() -> Iterator[str]:
    """The URL of a Valkey for this process and those that it starts."""
    with tempfile.TemporaryDirectory(prefix="uno-") as folder:
        user = User(folder)
        yield user.url
        user.leave()
        time.sleep(1)
