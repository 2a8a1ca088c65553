"""The server of a data folder, shared by processes that come and go as they like."""

import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from service.store import Stored
from service.store.embedded import EmbeddedError, User, is_free, kept_secret, socket_of, wait_until_stopped
from service.store.redis import RedisStore, connect

ROOT = Path(__file__).parents[2]
GEVENT = "from gevent import monkey; monkey.patch_all()\n"
PROCESS = """
import sys
from service.store.embedded import User
from service.store.redis import RedisStore, connect
url = User(sys.argv[1]).url  # kept by nobody: the share must last all the same
store = RedisStore(connect(url), 60)
print("ready", store.create(sys.argv[2], b"1", [b"a"]), flush=True)
sys.stdin.read()
"""


class Process:
    """Another user of the folder; ends when its input does, or by a signal."""

    def __init__(self, folder: str, game_id: str = "a", start: str = "") -> None:
        command = [sys.executable, "-c", start + PROCESS, folder, game_id]
        self._popen = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ready(self) -> "Process":
        assert self._popen.stdout is not None
        assert self._popen.stdout.readline().startswith(b"ready"), "it did not start"
        return self

    def end(self, how: int | None = None) -> None:
        if how is not None:
            self._popen.send_signal(how)
        self._popen.communicate()


@pytest.fixture
def process(folder: str) -> Iterator[Callable[..., Process]]:
    """Starts users; at the end of the test none is left."""
    with ExitStack() as ends:

        def start(game_id: str = "a", code: str = "") -> Process:
            made = Process(folder, game_id, code)
            ends.callback(made.end)
            return made

        yield start


def processes_of(folder: str) -> dict[str, list[int]]:
    """The servers and supervisors that run for a folder, by /proc."""
    found: dict[str, list[int]] = {"server": [], "supervisor": []}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
            place = os.readlink(entry / "cwd")
        except OSError:
            continue
        if place == os.path.realpath(folder):
            is_supervisor = any(word.endswith(b"embedded.py") for word in words)
            found["supervisor" if is_supervisor else "server"].append(int(entry.name))
    return found


def the_server(folder: str) -> int:
    (server,) = processes_of(folder)["server"]
    return server


def nothing_runs(folder: str) -> bool:
    return not any(processes_of(folder).values())


def eventually(holds: Callable[[], bool], seconds: float = 5) -> None:
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, "it did not come true"
        time.sleep(0.02)


def store_of(user: User) -> RedisStore:
    return RedisStore(connect(user.url), 60)


def test_processes_of_a_folder_share_a_server_and_the_last_to_leave_stops_it(
    folder: str, process: Callable[..., Process]
) -> None:
    one, other = process("a").ready(), process("b").ready()
    server = the_server(folder)
    assert not {os.getsid(pid) for pids in processes_of(folder).values() for pid in pids} & {os.getsid(0)}
    one.end()
    user = User(folder)
    assert [store_of(user).load(name) for name in "ab"] == [Stored(1, b"1")] * 2
    other.end()
    time.sleep(0.5)
    assert the_server(folder) == server
    assert store_of(user).load("a") is not None
    user.leave()
    eventually(lambda: nothing_runs(folder))


def test_the_next_start_finds_every_game_again(folder: str) -> None:
    for version in range(1, 4):
        user = User(folder)
        store = store_of(user)
        if version == 1:
            assert store.create("a", b"1", [b"1"])
        assert store.commit("a", version, b"%d" % (version + 1), version + 1, [b"%d" % (version + 1)])
        user.leave()
        wait_until_stopped(folder)
        assert not processes_of(folder)["server"]
    user = User(folder)
    assert store_of(user).read("a", 0, 10) == (Stored(4, b"4"), [(number, b"%d" % number) for number in range(1, 5)])
    user.leave()


def test_who_comes_while_the_server_is_being_stopped_gets_a_new_one(folder: str) -> None:
    for number in range(12):
        user = User(folder)
        store = store_of(user)
        assert store.load(f"g{number}") is None
        assert store.create(f"g{number}", b"", [])
        assert store.load_many([f"g{earlier}" for earlier in range(number)]) == [Stored(1, b"")] * number
        user.leave()
        time.sleep(number * 0.02)


def test_a_killed_user_leaves_no_orphan_and_stops_nobodys_server(folder: str, process: Callable[..., Process]) -> None:
    first, second = process("a").ready(), process("b").ready()
    server = the_server(folder)
    first.end(signal.SIGKILL)
    time.sleep(0.5)
    assert the_server(folder) == server
    second.end(signal.SIGKILL)
    eventually(lambda: nothing_runs(folder))


def test_a_killed_server_is_started_again_for_its_users_with_every_acknowledged_write(folder: str) -> None:
    user = User(folder)
    store = store_of(user)
    store.create("a", b"1", [b"a"])
    for version in range(1, 200):
        assert store.commit("a", version, b"", version + 1, [b"e"])
    killed = the_server(folder)
    os.kill(killed, signal.SIGKILL)
    eventually(lambda: processes_of(folder)["server"] not in ([], [killed]))
    eventually(lambda: is_back(store))
    found = store.load("a")
    assert found is not None and found.version == 200
    user.leave()
    eventually(lambda: nothing_runs(folder))


def is_back(store: RedisStore) -> bool:
    try:
        store.ping()
    except Exception:
        return False
    return True


def test_a_killed_supervisor_is_replaced_by_the_next_user_beside_the_same_server(folder: str) -> None:
    """Two servers on one folder would ruin its files."""
    user = User(folder)
    server = the_server(folder)
    (supervisor,) = processes_of(folder)["supervisor"]
    os.kill(supervisor, signal.SIGKILL)
    eventually(lambda: is_free(Path(folder) / "supervisor.lock"))
    second = User(folder)
    assert the_server(folder) == server
    assert len(processes_of(folder)["supervisor"]) == 1
    user.leave()
    second.leave()
    eventually(lambda: nothing_runs(folder))


def test_everything_killed_at_once_is_started_again_with_its_data(folder: str, process: Callable[..., Process]) -> None:
    one = process("a").ready()
    running = processes_of(folder)
    for pid in running["supervisor"] + running["server"]:
        os.kill(pid, signal.SIGKILL)
    one.end(signal.SIGKILL)
    user = User(folder)
    assert store_of(user).load("a") == Stored(1, b"1")
    user.leave()


@pytest.mark.parametrize("asked", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_to_all_that_runs_does_not_take_the_server_from_its_users(folder: str, asked: signal.Signals) -> None:
    user = User(folder)
    store = store_of(user)
    store.create("a", b"1", [])
    for pids in processes_of(folder).values():
        for pid in pids:
            os.kill(pid, asked)
    time.sleep(0.2)
    eventually(lambda: is_back(store))
    assert store.load("a") == Stored(1, b"1")
    user.leave()
    eventually(lambda: nothing_runs(folder))


def test_a_storm_of_processes_starts_one_server(folder: str, process: Callable[..., Process]) -> None:
    users = [process(f"g{number}", (GEVENT, "")[number % 2]) for number in range(8)]
    for one in users:
        one.ready()
    assert the_server(folder)
    assert len(processes_of(folder)["supervisor"]) == 1
    for one in users:
        one.end(signal.SIGKILL)
    eventually(lambda: nothing_runs(folder))


@pytest.mark.parametrize("name", ["n" * 120, "a b%20c?d#e'\"", "ü" * 20])
def test_a_folder_of_any_name_serves(folder: str, name: str) -> None:
    inside = str(Path(folder) / name)
    user = User(inside)
    assert store_of(user).create("a", b"1", [])
    user.leave()
    wait_until_stopped(inside)
    second = User(inside)
    assert store_of(second).load("a") == Stored(1, b"1")
    second.leave()
    wait_until_stopped(inside)
    place = socket_of(Path(inside).resolve()).parent
    if place != Path(inside).resolve():
        place.rmdir()


def test_only_this_user_can_enter(folder: str) -> None:
    user = User(folder)
    inside = Path(folder)
    assert stat.S_IMODE(inside.stat().st_mode) == 0o700
    assert stat.S_IMODE((inside / "valkey.sock").stat().st_mode) == 0o700
    assert not [
        path for path in inside.rglob("*") if path.is_file() and path.stat().st_mode & 0o077 and path.suffix != ".log"
    ]
    user.leave()


def test_a_short_place_that_somebody_else_has_prepared_is_not_used(folder: str) -> None:
    inside = Path(folder).resolve() / ("n" * 120)
    place = socket_of(inside).parent
    place.rmdir()
    place.symlink_to(folder)
    with pytest.raises(EmbeddedError, match="not a folder of this user alone"):
        User(str(inside))
    wait_until_stopped(str(inside))
    place.unlink()


def test_a_folder_that_cannot_be_used_is_told_in_a_sentence(folder: str) -> None:
    Path(folder).touch()
    for use in (User, lambda name: kept_secret(name, "a secret that is long enough")):
        for name in (folder, f"{folder}/inside"):
            with pytest.raises(EmbeddedError, match=r"cannot be used: .+\.$"):
                use(name)
    Path(folder).unlink()
    (Path(folder) / "users.lock").mkdir(parents=True)
    with pytest.raises(EmbeddedError, match=r"cannot be used: Is a directory\.$"):
        User(folder)


def test_a_server_that_cannot_start_is_told_soon_and_not_tried_for_ever(folder: str) -> None:
    files = Path(folder) / "appendonlydir"
    files.mkdir(parents=True)
    (files / "appendonly.aof.manifest").write_text("no manifest at all\n")
    begun = time.monotonic()
    with pytest.raises(EmbeddedError, match=r"valkey\.log"):
        User(folder)
    assert time.monotonic() - begun < 5
    eventually(lambda: nothing_runs(folder))


def test_without_any_server_the_sentence_says_what_to_do(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(EmbeddedError, match="install valkey-server, or set REDIS_URL"):
        User(folder)


def test_a_share_lasts_as_long_as_its_process_even_if_nobody_keeps_it(folder: str) -> None:
    url = User(folder).url
    time.sleep(0.5)
    RedisStore(connect(url), 60).ping()
    (lock,) = [int(path.name) for path in Path("/proc/self/fd").iterdir() if leads_to(path, f"{folder}/users.lock")]
    os.close(lock)


def leads_to(path: Path, target: str) -> bool:
    try:
        return os.readlink(path) == os.path.realpath(target)
    except OSError:
        return False


def test_no_lock_is_left_to_a_program_that_a_user_starts(folder: str) -> None:
    user = User(folder)
    child = subprocess.Popen(["sleep", "30"], close_fds=False)
    user.leave()
    eventually(lambda: nothing_runs(folder))
    child.kill()
    child.wait()


def test_waiting_for_the_stop_does_not_wait_for_other_users(folder: str) -> None:
    user = User(folder)
    begun = time.monotonic()
    wait_until_stopped(folder)
    wait_until_stopped(f"{folder}/nowhere")
    assert time.monotonic() - begun < 1
    user.leave()


SECRET = """
import sys, secrets
from service.store.embedded import kept_secret
print(kept_secret(sys.argv[1], secrets.token_urlsafe()))
"""


def test_workers_that_start_at_once_keep_the_same_secret(folder: str) -> None:
    command = [sys.executable, "-c", SECRET, folder]
    started = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(6)]
    told = {one.communicate()[0].strip() for one in started}
    assert len(told) == 1
    assert told == {kept_secret(folder, "another secret, long enough")}
    assert stat.S_IMODE((Path(folder) / "secret").stat().st_mode) == 0o600


def test_a_damaged_secret_is_not_signed_with(folder: str) -> None:
    kept_secret(folder, "a secret that is long enough")
    (Path(folder) / "secret").write_text("")
    with pytest.raises(EmbeddedError, match="damaged"):
        kept_secret(folder, "another secret, long enough")
