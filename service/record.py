"""What is stored of a game: the record, saved whole with every change, and the entries of its event stream."""

from datetime import UTC, datetime

from service.engine.codec import Decoder, encode
from service.engine.events import Event
from service.engine.state import Frozen, GameState

__all__ = ["Entry", "Record", "SeatKey", "encode", "entry_of", "instant", "record_of", "with_key"]


class SeatKey(Frozen, frozen=True):
    """What proves a seat: tokens of this `generation` are good; `recovery` is a hash, empty where there is no code."""

    generation: int = 0
    recovery: bytes = b""


class Record(Frozen, frozen=True):
    """A game and what is known of it outside of the rules; `keys` by seat. `since`: when the open decision was opened,
    in milliseconds since 1970, where its time is limited, else 0."""

    state: GameState
    created_at: int
    join_code: str
    keys: tuple[SeatKey, ...] = ()
    since: int = 0


class Entry(Frozen, frozen=True):
    """An event and when it happened, in milliseconds since 1970."""

    at: int
    event: Event


record_of = Decoder(Record)
entry_of = Decoder(Entry)


def with_key(keys: tuple[SeatKey, ...], seat: int, key: SeatKey) -> tuple[SeatKey, ...]:
    """The keys with another one for a seat."""
    padded = keys + (SeatKey(),) * (seat + 1 - len(keys))
    return (*padded[:seat], key, *padded[seat + 1 :])


def instant(milliseconds: int) -> str:
    """RFC 3339, in UTC, to the millisecond."""
    moment = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return moment.isoformat(timespec="milliseconds")[:-6] + "Z"
