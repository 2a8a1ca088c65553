"""gunicorn's worker, for what concerns connections: what it cannot read as HTTP gets a problem document too, and is not
logged; it ends in order, open waits and streams first, also by a terminal's Ctrl-C, which every process hears; and a
peer that takes nothing any more is given up.

The master imports this, unpatched: so nothing of the service is imported before the worker has loaded it.
"""

import errno
import socket
from typing import Any

import gevent
from gunicorn.http.errors import (
    ExpectationFailed,
    InvalidResponseHeader,
    InvalidResponseHeaderName,
    LimitRequestHeaders,
    LimitRequestLine,
    ParseException,
)
from gunicorn.util import write_nonblock
from gunicorn.workers.ggevent import GeventWorker

STATUSES: dict[type[BaseException], int] = {LimitRequestLine: 414, ExpectationFailed: 417, LimitRequestHeaders: 431}
OURS = (InvalidResponseHeader, InvalidResponseHeaderName)
"""What a reply must not hold: a defect of the service, not the caller's fault."""


SILENT_MILLISECONDS = 90_000
"""What a peer has not taken after so long, it takes no more: the system closes the connection. Longer than `keepalive`,
which closes what is idle."""
LAST_SECONDS = 0.5
"""While it ends, the worker waits so long for another request on a connection."""


class Worker(GeventWorker):  # type: ignore[misc]
    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        if hasattr(socket, "TCP_USER_TIMEOUT") and client.family != socket.AF_UNIX:
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENT_MILLISECONDS)
        super().handle(listener, client, addr)

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> Any:
        try:
            return super().handle_request(listener_name, req, sock, addr)
        except TimeoutError as error:  # gunicorn would log it as a defect
            raise ConnectionResetError(errno.ECONNRESET, "the peer takes nothing any more") from error

    def timeout_ctx(self) -> Any:
        return super().timeout_ctx() if self.alive else gevent.Timeout(LAST_SECONDS, False)

    def handle_exit(self, sig: int, frame: object) -> None:
        """SIGTERM: whoever waits is answered now, or returns to another worker."""
        super().handle_exit(sig, frame)
        gevent.spawn(self.end_waits)

    def end_waits(self) -> None:
        loaded = getattr(self, "wsgi", None)  # nothing, where the signal comes first
        desk = getattr(loaded, "extensions", {}).get("uno")
        if desk is not None:
            desk.waits.end()

    def handle_quit(self, sig: int, frame: object) -> None:
        """SIGINT and SIGQUIT, at any time since the start: what is being answered is answered."""
        self.handle_exit(sig, frame)

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answers; the connection is closed then."""
        refused = isinstance(exc, ParseException) and not isinstance(exc, OURS)
        if refused:
            self.log.info("Not HTTP: %s", type(exc).__name__)
        else:
            self.log.exception("A request failed outside of the application.")
        try:
            write_nonblock(client, message(STATUSES.get(type(exc), 400) if refused else 500))
        except OSError:
            self.log.debug("Nobody listens any more.")


def message(status: int) -> bytes:
    """A whole HTTP reply: the problem document of a status."""
    from service.api.failures import MEDIA_TYPE, bare_document
    from service.problems import problem_of_status

    problem = problem_of_status(status)
    body = bare_document(problem)
    head = (
        f"HTTP/1.1 {status} {problem.row.status.phrase}\r\n"
        "Connection: close\r\n"
        f"Content-Type: {MEDIA_TYPE}\r\n"
        "Cache-Control: no-store\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body
