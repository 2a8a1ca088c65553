"""Values to bytes and back: msgpack, behind one byte that numbers the schema, so that a game outlives a deployment.

A new schema number comes with a decoder of the old one in its row of `Decoder`; fields added at the end of a value,
with a default, need none.
"""

from typing import Generic, TypeVar

import msgspec

from service.engine.state import Frozen

SCHEMA = 1
T = TypeVar("T", bound=Frozen)
_encode = msgspec.msgpack.Encoder().encode
_prefix = bytes([SCHEMA])


class UnreadableBlob(ValueError):
    """Bytes that this version of the service did not write and cannot read."""


def encode(value: Frozen) -> bytes:
    return _prefix + _encode(value)


class Decoder(Generic[T]):
    """Reads blobs of one type; raises `UnreadableBlob`."""

    def __init__(self, type_: type[T]) -> None:
        self._decode = msgspec.msgpack.Decoder(type_).decode

    def __call__(self, blob: bytes) -> T:
        if blob[:1] != _prefix:
            raise UnreadableBlob(f"a blob of schema {blob[:1].hex() or 'none'}, not {SCHEMA}")
        try:
            return self._decode(memoryview(blob)[1:])
        except (msgspec.MsgspecError, RecursionError) as error:
            raise UnreadableBlob(str(error)) from error
