"""gunicorn's worker, for two things: what it cannot read as HTTP gets a problem document too, and is not logged; and a
terminal's Ctrl-C, which every process hears, ends it in order.

The master imports this, unpatched: so nothing of the service is imported before the worker has loaded it.
"""

from typing import Any

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


class Worker(GeventWorker):  # type: ignore[misc]
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
