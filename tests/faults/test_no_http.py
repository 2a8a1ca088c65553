"""What is no HTTP, or breaks off: a problem document and a closed connection, and nothing of it in the log."""

import socket
from urllib.parse import urlsplit

import pytest

from benchmarks.serving import Served
from tests.client import Reply

CREATE = b"POST /v1/games HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
RULESETS = b"GET /v1/rulesets HTTP/1.1\r\nHost: a\r\n"
CHUNKED = CREATE + b"Transfer-Encoding: chunked\r\n\r\n"
SECRET = b"never-to-be-logged"


def sent(base: str, request: bytes) -> Reply:
    """Sends bytes and no more; reads the first reply."""
    place = urlsplit(base)
    assert place.hostname and place.port
    with socket.create_connection((place.hostname, place.port), timeout=10) as line:
        line.sendall(request)
        line.shutdown(socket.SHUT_WR)
        with line.makefile("rb") as answer:
            status = int(answer.readline().split()[1])
            headers = {}
            while (field := answer.readline().strip()) != b"":
                name, _, value = field.decode().partition(": ")
                headers[name.lower()] = value
            return Reply(status, headers, answer.read(int(headers["content-length"])))


@pytest.mark.parametrize(
    ("request_", "status", "code"),
    [
        (b"\x16\x03\x01 no HTTP at all\r\n\r\n", 400, "bad-request"),
        (b"GET /v1/\xff\xfe HTTP/1.1\r\nHost: a\r\n\r\n", 400, "bad-request"),
        (b"G@T / HTTP/1.1\r\nHost: a\r\n\r\n", 400, "bad-request"),
        (b"GET / HTTP/9.9\r\nHost: a\r\n\r\n", 400, "bad-request"),
        (RULESETS + b"Authorization: Bearer " + SECRET + b"\x7f\r\n\r\n", 400, "bad-request"),
        (RULESETS + b"Authorization: Bearer " + SECRET + b"\x00\r\n\r\n", 400, "bad-request"),
        (RULESETS + b"X: " + b"a" * 9000 + b"\r\n\r\n", 431, "header-fields-too-large"),
        (
            RULESETS + b"".join(b"X-%d: a\r\n" % number for number in range(80)) + b"\r\n",
            431,
            "header-fields-too-large",
        ),
        (b"GET /v1/games?cursor=" + b"a" * 5000 + b" HTTP/1.1\r\nHost: a\r\n\r\n", 414, "uri-too-long"),
        (CREATE + b"Content-Length: -1\r\n\r\n", 400, "bad-request"),
        (CREATE + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", 400, "bad-request"),
        (CREATE + b"Transfer-Encoding: gzip\r\n\r\n", 400, "bad-request"),
        (CREATE + b"Expect: a miracle\r\nContent-Length: 2\r\n\r\n{}", 417, "expectation-failed"),
        (CREATE + b"Content-Length: 100\r\n\r\n{}", 400, "bad-request"),
        (CHUNKED + b"ZZ\r\n{}\r\n0\r\n\r\n", 400, "bad-request"),
        (CHUNKED + b"2\r\n{}nothing ends here", 400, "bad-request"),
        (CHUNKED + b"20\r\n{}", 400, "bad-request"),
        (CHUNKED + b"%x\r\n" % 70_000 + b"x" * 70_000 + b"\r\n0\r\n\r\n", 413, "content-too-large"),
        (CHUNKED + b"2\r\n{}\r\n0\r\n\r\n", 422, "validation-failed"),
        (b"FOO /v1/games HTTP/1.1\r\nHost: a\r\n\r\n", 405, "method-not-allowed"),
        (b"OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", 404, "not-found"),
    ],
)
def test_what_is_no_http_gets_a_problem_document(base: str, request_: bytes, status: int, code: str) -> None:
    reply = sent(base, request_)
    assert (reply.status, reply.code) == (status, code)
    assert reply.body["type"] == f"/problems/{code}" and reply.body["request_id"]


def test_nothing_of_what_was_sent_is_logged(base: str, running: Served) -> None:
    sent(base, RULESETS + b"Authorization: Bearer " + SECRET + b"\x7f\r\n\r\n")
    sent(base, b"GET /" + SECRET + b"\xff HTTP/1.1\r\nHost: a\r\n\r\n")
    assert SECRET not in running.log.read_bytes()
