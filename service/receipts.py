"""Receipts: what a caller who names a request gets again when it is sent again.

A request with an `Idempotency-Key` leaves its reply in the store, in the same script as the change that it made. Sent
again it is answered from there, whatever has become of the game. A receipt is its caller's alone: of the seat, as long
as the same player sits there, or of nobody, for those who have no seat yet.

What is kept is squeezed with phrases that replies are made of, to a third of what it would be without. A file of
phrases belongs to the receipts that were written with it and never changes; better ones get a new number.

Raises: `Answered`, which is no failure, and `KeyReused`.
"""

import hashlib
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from service.engine.codec import Decoder, UnreadableBlob, encode
from service.engine.state import Frozen
from service.record import Record
from service.seats import Claim
from service.store import Receipt

DAY = 24 * 60 * 60 * 1000
TEN_MINUTES = 10 * 60 * 1000
"""How long receipts are kept, in milliseconds: the short life is of those that hold a token."""
NAME_BYTES = 12
MARK_BYTES = 8
NO_TOKEN = -1
PHRASES = {number: (Path(__file__).parent / "phrases" / f"{number}.txt").read_bytes() for number in (1, 2)}
NEWEST = max(PHRASES)


class Reply(Frozen, frozen=True):
    """An HTTP reply: everything of it that is the same when it is sent again."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


class Kept(Frozen, frozen=True):
    """A receipt. `fingerprint`: of the request; `sitter` marks who sat on the caller's seat; `ended`: the generation of
    the caller's token, if the command has ended it."""

    fingerprint: bytes
    reply: Reply
    sitter: bytes = b""
    ended: int = NO_TOKEN


class Keyed(NamedTuple):
    """A request that was named. `name` finds its receipt in its game, or the game that it opens; `fingerprint` is of
    operation and body; `packed` turns what its caller is told into a reply."""

    name: str
    fingerprint: bytes
    packed: Callable[[Any], Reply]


class Answered(Exception):
    """The request was carried out before: this is its reply."""

    def __init__(self, reply: Reply) -> None:
        super().__init__(reply.status)
        self.reply = reply


class KeyReused(Exception):
    """The caller has named another request so, or one whose receipt is gone and must not be done twice."""


kept_of = Decoder(Kept)


def name_of(scope: str, key: str) -> str:
    """How a receipt is found; of the key nothing is stored."""
    digest = hashlib.sha256(f"{scope}\n{key}".encode()).digest()
    return urlsafe_b64encode(digest[:NAME_BYTES]).decode()


def receipt(keyed: Keyed, reply: Reply, life: int, sitter: bytes = b"", ended: int = NO_TOKEN) -> Receipt:
    """A receipt as it is stored."""
    kept = Kept(keyed.fingerprint, reply, sitter, ended)
    return Receipt(keyed.name, squeezed(encode(kept)), life)


def squeezed(blob: bytes) -> bytes:
    squeezer = zlib.compressobj(1, zdict=PHRASES[NEWEST])
    return bytes([NEWEST]) + squeezer.compress(blob) + squeezer.flush()


def unsqueezed(blob: bytes) -> bytes:
    """Raises `UnreadableBlob`."""
    try:
        return zlib.decompressobj(zdict=PHRASES[blob[0]]).decompress(blob[1:])
    except (LookupError, zlib.error) as error:
        raise UnreadableBlob("a receipt that this version of the service cannot read") from error


def receipt_of_seat(keyed: Keyed, reply: Reply, life: int, claim: Claim, before: Record, after: Record) -> Receipt:
    """The receipt of a seat's command. One that gave the seat up ended the token that it came with."""
    seat = claim.seat
    ended = NO_TOKEN if after.keys[seat].generation == claim.generation else claim.generation
    return receipt(keyed, reply, life, sitter_of(before, seat), ended)


def sitter_of(record: Record, seat: int) -> bytes:
    """Marks the player on a seat: a recovery changes tokens, but not who sits there."""
    return record.keys[seat].recovery[:MARK_BYTES]


def refuse_done(blob: bytes | None, keyed: Keyed) -> None:
    """For a caller without a seat. Raises `Answered` for a request that was carried out before, `KeyReused` for another
    one of the same name."""
    if blob is not None:
        answer(kept_of(unsqueezed(blob)), keyed)


def refuse_done_by(blob: bytes | None, keyed: Keyed, claim: Claim, record: Record) -> None:
    """For a seat's caller; raises as `refuse_done`. A token that is dead is answered for the command that ended it, and
    for nothing else; who sits here now is not answered for who sat here before."""
    if blob is None:
        return
    kept = kept_of(unsqueezed(blob))
    if sits(claim, record):
        if kept.sitter == sitter_of(record, claim.seat):
            answer(kept, keyed)
    elif kept.ended == claim.generation and kept.fingerprint == keyed.fingerprint:
        answer(kept, keyed)


def answer(kept: Kept, keyed: Keyed) -> NoReturn:
    raise Answered(kept.reply) if kept.fingerprint == keyed.fingerprint else KeyReused


def sits(claim: Claim, record: Record) -> bool:
    """The token is still good."""
    return claim.seat < len(record.keys) and record.keys[claim.seat].generation == claim.generation
