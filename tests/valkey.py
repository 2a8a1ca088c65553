"""A Valkey server of a test's own, that can be stopped, started again, and frozen."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis

from service.store.embedded import server_binary


class Valkey:
    """On a Unix socket in a folder of its own; everything it holds survives `stop` and `start`."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="uno-"))
        self.socket = self.folder / "s"
        self.url = f"unix://{self.socket}"

    def __enter__(self) -> "Valkey":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder)

    def start(self) -> None:
        options = ["--port", "0", "--unixsocket", str(self.socket), "--dir", str(self.folder), "--appendonly", "yes"]
        self.process = subprocess.Popen([server_binary(), *options], stdout=subprocess.DEVNULL)
        until = time.monotonic() + 20
        while True:
            try:
                self.ask("PING")
                return
            except redis.RedisError:
                assert time.monotonic() < until, "the server did not start"
                time.sleep(0.05)

    def ask(self, *command: str) -> object:
        with redis.Redis(unix_socket_path=str(self.socket)) as client:
            return client.execute_command(*command)

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()

    @contextmanager
    def frozen(self) -> Iterator[None]:
        os.kill(self.process.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self.process.pid, signal.SIGCONT)
