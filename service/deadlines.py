"""When the time for a decision is over, and what happens then. The engine knows no clock: that a decision opened, and
when, is kept in the record beside the state, for as long as the same decision is open.
"""

import hmac
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from service.bots import LEVELS
from service.engine import apply, bot_seat, time_allowed, view
from service.engine.commands import Command, TimeOut
from service.engine.events import Event
from service.engine.state import GameState
from service.record import Record
from service.seats import without_leavers

LEVEL = "greedy"
"""The bot that plays for who is away."""


class Struck(NamedTuple):
    """A record after the time for its decision was over, and what has happened."""

    record: Record
    events: Sequence[Event]


def deadline(record: Record) -> int | None:
    """When the time for the open decision is over, in milliseconds since 1970; None: never."""
    allowed = time_allowed(record.state) if record.since else None
    return None if allowed is None else record.since + allowed


def wound(before: Record | None, after: Record, now: int) -> Record:
    """A record that was changed, with the moment when its decision opened: the same, if it was open before."""
    if time_allowed(after.state) is None:
        since = 0
    elif before is not None and before.since and before.state.decision == after.state.decision:
        since = before.since
    else:
        since = now
    return after if after.since == since else replace(after, since=since)


def is_over(record: Record, now: int) -> bool:
    due = deadline(record)
    return due is not None and due <= now


def struck(record: Record, now: int) -> Struck:
    """The table moves for a player, whose time is over or who is away."""
    outcome = apply(record.state, move_of(record.state, now), now, by_itself=True)
    after = without_leavers(replace(record, state=outcome.state), outcome.events)
    return Struck(wound(record, after, now), outcome.events)


def move_of(state: GameState, now: int) -> Command:
    """A bot is shown what its player would be shown, and no more."""
    seat = bot_seat(state)
    if seat is None:
        return TimeOut()
    shown = view(state, seat, game_id="", version=0, server_time="", now=now)
    return LEVELS[LEVEL](shown, dice_of(state, seat)) or TimeOut()


def dice_of(state: GameState, seat: int) -> Random:
    """The same for a seat as long as the same decision is open, and nobody else can tell them."""
    return Random(hmac.digest(state.seed, f"bot:{state.decision}:{seat}".encode(), "sha256"))  # noqa: S311
