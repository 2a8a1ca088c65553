"""How gunicorn runs the service: `gunicorn 'app:create_app()'`.

gevent workers (ours: `service.worker`), because a stream or a silent connection must not hold one; each loads
the application itself, after gevent has patched the standard library. Times are in seconds.
"""

import gc
import resource
import secrets
import socket
from typing import Any

from service.settings import SettingsError, read, refuse_start
from service.store.embedded import EmbeddedError, User, kept_secret, wait_until_stopped

try:
    settings = read()
except SettingsError as error:
    refuse_start(error)

COMMANDS = 2_000
"""Connections of a worker beside those that wait: however many do, commands find one."""
FILES = 500
"""Other files of a worker: its connections to Redis, and what it has open itself."""
bind = f"[{settings.host}]:{settings.port}" if ":" in settings.host else f"{settings.host}:{settings.port}"
workers = settings.workers
worker_class = "service.worker.Worker"
worker_connections = settings.max_waits + COMMANDS
reuse_port = True
preload_app = False
control_socket_disable = True
timeout = 90  # a worker may have to wait for the embedded server to load what it holds
graceful_timeout = 5
keepalive = 75
backlog = 2048
limit_request_line = 4094
limit_request_fields = 64
limit_request_field_size = 8190
loglevel = settings.log_level
accesslog = None
proc_name = "uno"


def on_starting(server: Any) -> None:
    """What the workers would have to find out each for itself: one of them failing beside another is a traceback."""
    if not server.master_pid:  # else it takes over from a master that still listens
        refuse_taken_port()
    make_room(server)
    server.log.info("Serving at http://%s, Swagger UI at http://%s/docs", bind, bind)
    if settings.redis_url:
        return
    try:
        server.share = User(settings.data_dir, settings.durability)
        if not settings.secret_keys:
            kept_secret(settings.data_dir, secrets.token_urlsafe(32))
    except EmbeddedError as error:
        refuse_start(error)


def make_room(server: Any) -> None:
    """Every connection is an open file, and systems start programs with a limit that is far too low."""
    needed = worker_connections + FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    most = needed if hard == unlimited else min(needed, hard)
    if soft != unlimited and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    if most < needed:
        server.log.warning("Only %s files may be open at once, %s may be needed: lower UNO_MAX_WAITS.", most, needed)


def refuse_taken_port() -> None:
    """Workers share their port: another service on it would not be noticed, and would get half of the requests."""
    try:
        place = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        with socket.socket(place[0]) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place[4])
    except OSError as error:
        refuse_start(SettingsError(f"Nothing can be served at {bind}: {error.strerror}. Set HOST and PORT otherwise."))


def post_worker_init(worker: Any) -> None:
    """What is loaded now stays: the collector need not look at it again, nor often at the rest."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def on_exit(server: Any) -> None:
    """In a container nothing outlives this process: let the embedded server, if it has no other users, end in order."""
    if hasattr(server, "share"):
        server.share.leave()
        wait_until_stopped(settings.data_dir)
