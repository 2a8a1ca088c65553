"""Who may act for a seat: seat tokens, join codes and recovery codes.

A token names game, seat and generation, and is signed; nothing of it is stored. What is stored is the seat's present
generation: raising it kills every older token. A game's id is derived from its join code, so that the code finds the
game without an index.

Raises: `TokenInvalid`, `TokenMissing`, `TokenRevoked`, `TokenOfOtherGame`, `RecoveryCodeWrong`, `JoinCodeRequired`,
`JoinCodeWrong`.
"""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from itsdangerous import BadSignature, Signer
from msgspec.structs import replace

from service.engine.events import Departure, Event
from service.engine.state import Visibility, takes_part
from service.record import Record, SeatKey, with_key

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LOOKALIKES = str.maketrans("OIL", "011", " -")
JOIN_LENGTH = 8
RECOVERY_LENGTH = 20
ID_BYTES = 15
MOST_READ = 20_000
"""Good tokens that a process remembers: a player sends the same one over and over."""


class TokenInvalid(Exception):
    """Not a token of this service."""


class TokenMissing(Exception):
    """No token, where one is needed."""


class TokenRevoked(Exception):
    """A token of an older generation: the seat was left, or recovered."""


class TokenOfOtherGame(Exception):
    """A good token, of another game."""


class RecoveryCodeWrong(Exception):
    """No seat of the game has this code."""


class JoinCodeRequired(Exception):
    """A private game is joined with its code."""


class JoinCodeWrong(Exception):
    """Not the code of this game."""


class Claim(NamedTuple):
    """What a token says; that it is still good says the record."""

    game_id: str
    seat: int
    generation: int


class Seats:
    """Signs and reads tokens. The first of `keys` signs, all of them verify."""

    def __init__(self, keys: Sequence[str]) -> None:
        self._keys = [key.encode() for key in keys]
        self._signer = Signer(self._keys[::-1], salt="uno.seat", digest_method=hashlib.sha256, key_derivation="hmac")
        self.claim = lru_cache(MOST_READ)(self.read)

    def token(self, claim: Claim) -> str:
        return self._signer.sign(".".join(map(str, claim))).decode()

    def read(self, token: str) -> Claim:
        """What a token says, as `claim` remembers it; raises `TokenInvalid`."""
        try:
            game_id, seat, generation = self._signer.unsign(token).decode().split(".")
        except (BadSignature, UnicodeError) as error:
            raise TokenInvalid from error
        return Claim(game_id, int(seat), int(generation))

    def game_id(self, join_code: str) -> str:
        return self.game_ids(join_code)[0]

    def game_ids(self, join_code: str) -> list[str]:
        """The ids that a game of this code can have, one a key, the newest first."""
        return [derived(key, join_code) for key in self._keys]

    def places(self, name: str) -> list[tuple[str, str]]:
        """Join code and id of the game that a request of this name opens, one a key, the newest first."""
        codes = [opening_code(key, name) for key in self._keys]
        return [(code, derived(key, code)) for key, code in zip(self._keys, codes, strict=True)]


def opening_code(key: bytes, name: str) -> str:
    """As hard to guess as a random one, but for who has the key."""
    return code_of(hmac.digest(key, b"uno.opening:" + name.encode(), "sha256")[:JOIN_LENGTH])


def derived(key: bytes, join_code: str) -> str:
    digest = hmac.digest(key, b"uno.game:" + join_code.encode(), "sha256")
    return urlsafe_b64encode(digest[:ID_BYTES]).decode()


def code_of(dice: bytes) -> str:
    """A code of as many characters as there are random bytes."""
    return "".join(ALPHABET[byte & 31] for byte in dice)


def plain(code: str) -> str:
    """A code as it is kept, however it was typed."""
    return code.upper().translate(LOOKALIKES)


def hashed(code: str) -> bytes:
    return hashlib.sha256(plain(code).encode("utf-8")).digest()


def seat_of(record: Record, claim: Claim) -> int:
    """The seat that a claim opens now; raises `TokenRevoked`."""
    keys = record.keys
    if claim.seat >= len(keys) or keys[claim.seat].generation != claim.generation:
        raise TokenRevoked
    return claim.seat


def viewer_of(record: Record, claim: Claim | None) -> int | None:
    """As whom a game is seen; raises `TokenMissing` where the public sees nothing, and `TokenRevoked`."""
    if claim is not None:
        return seat_of(record, claim)
    if record.state.visibility is Visibility.PRIVATE:
        raise TokenMissing
    return None


def seated_with(record: Record, seat: int, recovery: str) -> Record:
    """The record after somebody sat down, or a sandbox made a seat without a recovery code."""
    generation = record.keys[seat].generation if seat < len(record.keys) else 0
    key = SeatKey(generation, hashed(recovery) if recovery else b"")
    return with_keys(record, with_key(record.keys, seat, key))


def vacated(record: Record, seat: int) -> Record:
    """The record after a seat was given up: neither tokens nor recovery code are good any more."""
    key = SeatKey(record.keys[seat].generation + 1)
    return with_keys(record, with_key(record.keys, seat, key))


def without_leavers(record: Record, events: Iterable[Event]) -> Record:
    """The record after what has happened: whoever has gone by it has given the seat up."""
    for event in events:
        if isinstance(event, Departure):
            record = vacated(record, event.seat)
    return record


def recovered(record: Record, recovery_code: str) -> tuple[Record, int]:
    """The record with older tokens revoked, and the seat whose code this is; raises `RecoveryCodeWrong`."""
    given = hashed(recovery_code)
    found = [seat for seat, key in enumerate(record.keys) if hmac.compare_digest(key.recovery, given)]
    if not found or not takes_part(record.state, found[0]):
        raise RecoveryCodeWrong
    key = record.keys[found[0]]
    renewed = with_key(record.keys, found[0], SeatKey(key.generation + 1, key.recovery))
    return with_keys(record, renewed), found[0]


def with_keys(record: Record, keys: tuple[SeatKey, ...]) -> Record:
    return replace(record, keys=keys)


def admits(record: Record, join_code: str | None) -> None:
    """Raises `JoinCodeRequired` or `JoinCodeWrong`."""
    if join_code is None:
        if record.state.visibility is Visibility.PRIVATE:
            raise JoinCodeRequired
    elif not hmac.compare_digest(plain(join_code).encode("utf-8"), record.join_code.encode()):
        raise JoinCodeWrong
