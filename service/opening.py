"""The desk, for a new game: a code that no other has, and a place in the store.

A request that is named finds the same place each time: code and id are derived from its name. No other trace of it is
needed, and no script touches two games.
"""

from collections.abc import Callable
from typing import TypeVar

from service.deadlines import wound
from service.desk import Desk, Table, entries, relist, schedule
from service.engine import Outcome
from service.receipts import TEN_MINUTES, Keyed, KeyReused, receipt, refuse_done
from service.record import Record, encode
from service.seats import JOIN_LENGTH, code_of

T = TypeVar("T")


def opened(
    desk: Desk,
    outcome: Outcome,
    with_seats: Callable[[Record], Record],
    keyed: Keyed | None,
    tell: Callable[[Table], T],
) -> T:
    """A new game in the store; `tell` makes what its creator is told. Raises `Answered`, `KeyReused`."""
    now = desk.clock()
    while True:
        code, game_id = place(desk, keyed)
        record = wound(None, with_seats(Record(outcome.state, now, code)), now)
        told = tell(Table(game_id, 1, record, now))
        kept = receipt(keyed, keyed.packed(told), TEN_MINUTES) if keyed else None
        schedule(desk, game_id, None, record)
        if desk.store.create(game_id, encode(record), entries(outcome.events, now), kept):
            relist(desk, game_id, None, record)
            return told


def place(desk: Desk, keyed: Keyed | None) -> tuple[str, str]:
    """A code and the game's id. Raises `Answered`, and `KeyReused` where the game is there and the receipt is not any
    more: another game would be a second one."""
    if keyed is None:
        code = code_of(desk.dice(JOIN_LENGTH))
        return code, desk.seats.game_id(code)
    places = desk.seats.places(keyed.name)
    for _, game_id in places:
        stored, blob = desk.store.load_with(game_id, keyed.name)
        refuse_done(blob, keyed)
        if stored:
            raise KeyReused
    return places[0]
