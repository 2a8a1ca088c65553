"""The cellar: bytes in, bytes out. Knows no rule of any game.

A game is two keys in one cluster slot: its state (version and blob) and the stream of its events, whose ids are
`<number>-0`. They are written together by one script or not at all, and live and die together. Receipts of a game are
in the same slot, a key each, so that the server itself lets go of each at its time; they are written by the same script
as what they are of, and none outlives its game. So are stream tickets, and the notes of who was heard of when.

Whoever waits for a game to change is woken by each commit, in whatever process it was made.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

Cursor = tuple[int, str]
"""A place in a listing: the rank of a game and its id."""


class Stored(NamedTuple):
    """A game as it is stored; the version grows by one with each commit. `notes`: of whom was heard and when, in turn,
    where they were asked for."""

    version: int
    blob: bytes
    notes: Sequence[bytes] = ()


Read = tuple[Stored, list[tuple[int, bytes]]]
"""A game and some of its events, by their numbers."""


class Note(NamedTuple):
    """Somebody is heard of at `at`, in milliseconds since 1970. It is written down if the game is there and the server
    can write; it fails nothing."""

    who: str
    at: int


class Receipt(NamedTuple):
    """Bytes that are kept with a change and found again by their name; `life` in milliseconds."""

    name: str
    blob: bytes
    life: int


class Lease(NamedTuple):
    """A game that somebody looks after, for now. `until` marks it, in milliseconds since 1970."""

    game_id: str
    until: float


class StoreUnavailable(Exception):
    """The server cannot be reached, or cannot serve now. Trying again after `retry_after` seconds makes sense."""

    retry_after = 1


class StoreFull(StoreUnavailable):
    """The server has no memory left for a write; nothing was written."""

    retry_after = 30


class Watch(Protocol):
    """Somebody who waits for a game. A change is never missed; being woken for nothing is possible."""

    def wait(self, seconds: float) -> bool:
        """Returns when the game may have changed since the last call (True), or after so many seconds."""

    def read(self, after: int, limit: int) -> Read | None:
        """As `Store.read`, not older than what `wait` has told; those who wait for the same game share the trip."""

    def wake(self) -> None:
        """Ends this wait and all later ones."""

    def leave(self) -> None:
        """Nothing is heard any more; done twice it does nothing."""


class Store(Protocol):
    """Every method raises `StoreUnavailable`; each is one trip."""

    def create(self, game_id: str, blob: bytes, events: Sequence[bytes], receipt: Receipt | None = None) -> bool:
        """Writes a new game at version 1 with its events from number 1 on; False: the id is taken."""

    def load(self, game_id: str, note: Note | None = None) -> Stored | None:
        """The game with its notes, this one included, or None where there is no game (any more)."""

    def load_with(self, game_id: str, name: str, note: Note | None = None) -> tuple[Stored | None, bytes | None]:
        """As `load`, and a receipt of the game, as of the same moment; None for what there is not."""

    def commit(
        self,
        game_id: str,
        expected: int,
        blob: bytes,
        first_seq: int,
        events: Sequence[bytes],
        receipt: Receipt | None = None,
    ) -> bool:
        """Writes version `expected` + 1; False: another was faster, or the game is gone. Renews the game's life."""

    def read(self, game_id: str, after: int, limit: int, note: Note | None = None) -> Read | None:
        """The game and at most `limit` of its events numbered above `after`, as of one moment."""

    def watch(self, game_id: str) -> Watch:
        """Begins to listen; no trip, and no failure while the server is away. Whoever reads afterwards has missed
        nothing. To be left."""

    def keep_ticket(self, game_id: str, name: str, blob: bytes, life: int) -> None:
        """Keeps a ticket for `life` milliseconds."""

    def take_ticket(self, game_id: str, name: str) -> bytes | None:
        """A ticket, once; None if there is none (any more)."""

    def event(self, game_id: str, seq: int) -> bytes | None:
        """One event by its number."""

    def load_many(self, game_ids: Sequence[str]) -> list[Stored | None]:
        """Several games, in the order asked for."""

    def list_open(self, index: str, game_id: str, rank: int) -> None:
        """Puts a game into a listing; the higher the rank, the earlier it comes."""

    def unlist(self, index: str, game_id: str) -> None:
        """Takes a game out of a listing."""

    def open_games(self, index: str, before: Cursor | None, limit: int) -> list[Cursor]:
        """At most `limit` entries of a listing, highest rank first, that come after the cursor."""

    def schedule(self, game_id: str, at: int) -> None:
        """Has the game claimed at `at`, in milliseconds since 1970, or earlier."""

    def claim(self, now: int) -> list[Lease]:
        """Games whose time has come, given to nobody else for some seconds."""

    def release(self, lease: Lease, at: int | None) -> None:
        """Has the game claimed again at `at`, or not at all, unless it was scheduled since it was claimed."""

    def ping(self) -> None:
        """Returns if the server answers."""
