"""The desk, before the match: open a game, sit down, agree on the rules, list what is open."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeVar

from msgspec import UNSET, UnsetType

from service.desk import (
    EVERY_GAME,
    Ask,
    AtTable,
    Change,
    Desk,
    Settled,
    Table,
    listings,
    refuse_closed,
    refuse_ended,
    refuse_version,
    seen,
    settled,
)
from service.engine import apply, start
from service.engine.choices import BadOption, Value
from service.engine.commands import ChangeSettings, Join
from service.engine.events import PlayerJoined
from service.engine.house.hands import seats_allowed
from service.engine.presets import PRESETS, choose, resolved
from service.engine.rulesets import deck_of
from service.engine.state import GameState, Visibility, seated
from service.engine.view import GameView, Shown
from service.opening import opened
from service.play import Tell, Wish, act, always
from service.receipts import TEN_MINUTES, Keyed
from service.record import Record, instant, record_of
from service.seats import (
    RECOVERY_LENGTH,
    Claim,
    admits,
    code_of,
    plain,
    recovered,
    seated_with,
)
from service.store import Cursor

T = TypeVar("T")
TellGrant = Callable[["SeatGrant"], T]


class BadSeats(ValueError):
    """A number of seats that the options or the deck do not allow."""


class BadCursor(ValueError):
    """No place in a listing."""


class UnknownJoinCode(Exception):
    """No game has this code."""


class SeatGrant(Shown, frozen=True):
    """A seat and what proves it; sent once."""

    game_id: str
    join_code: str
    seat: int
    token: str
    recovery_code: str
    game: GameView


class OpenGame(Shown, frozen=True):
    """A game that anybody may join."""

    game_id: str
    preset: str
    game: str
    host_name: str
    players: int
    seats: int
    created_at: str


class OpenGames(Shown, frozen=True):
    items: tuple[OpenGame, ...]
    next_cursor: str | UnsetType = UNSET


class Settings(NamedTuple):
    """What is agreed before a match; None: as it is, or as the preset says."""

    preset: str | None = None
    options: Mapping[str, object] = {}
    seats: int | None = None
    visibility: str | None = None
    decision: str | None = None


class Newcomer(NamedTuple):
    """Who wants to sit down."""

    name: str
    seat: int | None = None
    join_code: str | None = None
    decision: str | None = None


class Loser(NamedTuple):
    """Who has lost a token, and still has the code."""

    recovery_code: str
    decision: str | None = None


def visibility(wish: str | None, now: Visibility = Visibility.UNLISTED) -> Visibility:
    return now if wish is None else Visibility(wish)


def create(desk: Desk, name: str, wishes: Settings, keyed: Keyed | None, tell: TellGrant[T]) -> T:
    """A new game, its creator on seat 0; raises `BadOption`, `BadSeats`, and as `opened`."""
    preset = wishes.preset or "classic"
    chosen = choose(PRESETS[preset], wishes.options)
    seats = seats_for(preset, chosen, wishes.seats)
    outcome = start(preset, chosen, seats, visibility(wishes.visibility), name)
    recovery = code_of(desk.dice(RECOVERY_LENGTH))

    def tell_host(table: Table) -> T:
        return tell(grant(desk, table, 0, recovery, table.record.created_at))

    return opened(desk, outcome, lambda record: seated_with(record, 0, recovery), keyed, tell_host)


def seats_for(preset: str, chosen: Mapping[str, Value], wish: int | None, now: int | None = None) -> int:
    """How many seats a game gets: what is wished, else what it has now as far as it is allowed, else as many as can
    be. Raises `BadOption`, `BadSeats`."""
    allowed = seats_allowed(chosen, deck_of(PRESETS[preset].game, chosen).size)
    if not allowed:
        raise BadOption("hand_size", "The deck has too few cards for hands of this size and so many players.")
    if wish is None:
        return allowed[-1] if now is None else min(max(now, allowed[0]), allowed[-1])
    if wish not in allowed:
        raise BadSeats(f"seats is at least {allowed[0]} and at most {allowed[-1]} with these options.")
    return wish


def update(desk: Desk, ask: Ask, wishes: Callable[[], Settings], tell: Tell[T]) -> T:
    """The host changes the settings; `wishes` are asked for once nothing else can be refused."""

    def wish(state: GameState, seat: int) -> Wish:
        wanted = wishes()
        return Wish(settings_change(state, seat, wanted), wanted.decision)

    return act(desk, ask, always, wish, tell)


def settings_change(state: GameState, seat: int, wishes: Settings) -> ChangeSettings:
    """What the host's wishes make of the settings; another preset starts from its own options. Raises `BadOption`,
    `BadSeats`."""
    preset = wishes.preset or state.preset
    kept = resolved(state.game, state.options) if preset == state.preset else {}
    chosen = choose(PRESETS[preset], {**kept, **wishes.options})
    seats = seats_for(preset, chosen, wishes.seats, state.seats)
    return ChangeSettings(seat, preset, chosen, seats, visibility(wishes.visibility, state.visibility))


def join(desk: Desk, ask: Ask, newcomer: Callable[[], Newcomer], tell: TellGrant[T]) -> T:
    """A seat in a game that has not begun; `newcomer` is asked for once nothing else can be refused."""
    recovery = code_of(desk.dice(RECOVERY_LENGTH))

    def decide(table: Table) -> Change:
        try:
            refuse_ended(table.state)
            if table.state.visibility is Visibility.PRIVATE:
                admits(table.record, newcomer().join_code)  # before anything that tells how the game stands
            refuse_version(table, ask)
            return seated_down(table.record, newcomer(), recovery)
        except Exception as error:
            raise AtTable(table, None) from error

    def tell_newcomer(done: Settled) -> T:
        seat = next(event.seat for event in done.events if isinstance(event, PlayerJoined))
        return tell(grant(desk, done.table, seat, recovery, done.at))

    return settled(desk, ask, decide, tell_newcomer, TEN_MINUTES)


def seated_down(record: Record, newcomer: Newcomer, recovery: str) -> Change:
    admits(record, newcomer.join_code)
    refuse_closed(record.state, newcomer.decision)
    outcome = apply(record.state, Join(newcomer.name, newcomer.seat))
    seat = next(event.seat for event in outcome.events if isinstance(event, PlayerJoined))
    after = Record(outcome.state, record.created_at, record.join_code, record.keys)
    return Change(seated_with(after, seat, recovery), outcome.events)


def join_by_code(desk: Desk, ask: Ask, newcomer: Newcomer, tell: TellGrant[T]) -> T:
    """As `join`, found by the code alone; raises `UnknownJoinCode`."""
    code = plain(newcomer.join_code or "")
    ids = desk.seats.game_ids(code)
    found = [game_id for game_id, stored in zip(ids, desk.store.load_many(ids), strict=True) if stored]
    if not found:
        raise UnknownJoinCode
    return join(desk, ask._replace(game_id=found[0]), lambda: newcomer, tell)


def recover(desk: Desk, ask: Ask, loser: Callable[[], Loser], tell: TellGrant[T]) -> T:
    """A new token for a seat whose token was lost; older ones are good no more. Raises `RecoveryCodeWrong`."""
    granted: list[tuple[int, str]] = []

    def decide(table: Table) -> Change:
        try:
            code, decision = loser()
            record, seat = recovered(table.record, code)
            refuse_version(table, ask)
            refuse_closed(table.state, decision)
        except Exception as error:
            raise AtTable(table, None) from error
        granted[:] = [(seat, code)]
        return Change(record)

    def tell_seat(done: Settled) -> T:
        seat, code = granted[0]
        return tell(grant(desk, done.table, seat, plain(code), done.at))

    return settled(desk, ask, decide, tell_seat, TEN_MINUTES)


def grant(desk: Desk, table: Table, seat: int, recovery: str, now: int) -> SeatGrant:
    return SeatGrant(
        table.game_id,
        table.record.join_code,
        seat,
        token(desk, table, seat),
        recovery,
        seen(table, seat, now),
    )


def token(desk: Desk, table: Table, seat: int) -> str:
    return desk.seats.token(Claim(table.game_id, seat, table.record.keys[seat].generation))


def open_games(desk: Desk, preset: str | None, cursor: str | None, limit: int) -> OpenGames:
    """Open games, newest first. Entries that are not true any more are dropped. Raises `BadCursor`."""
    index = preset or EVERY_GAME
    found = desk.store.open_games(index, place_of(cursor) if cursor else None, limit)
    items = []
    for (_, game_id), stored in zip(found, desk.store.load_many([name for _, name in found]), strict=True):
        record = record_of(stored.blob) if stored else None
        if record is not None and index in listings(record):
            items.append(open_game(game_id, record))
        else:
            desk.store.unlist(index, game_id)
    return OpenGames(tuple(items), cursor_of(found[-1]) if len(found) == limit else UNSET)


def cursor_of(place: Cursor) -> str:
    return urlsafe_b64encode(f"{place[0]}:{place[1]}".encode()).decode().rstrip("=")


def place_of(cursor: str) -> Cursor:
    """Raises `BadCursor`."""
    try:
        rank, _, game_id = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode().partition(":")
        return int(rank), game_id
    except ValueError as error:
        raise BadCursor from error


def open_game(game_id: str, record: Record) -> OpenGame:
    state = record.state
    return OpenGame(
        game_id,
        state.preset,
        state.game,
        state.players[state.host].name,
        len(seated(state)),
        state.seats,
        instant(record.created_at),
    )
