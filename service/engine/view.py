"""What a viewer sees: built up from what is public, plus the viewer's own hand; never stripped down from the state.

`viewer` is a seat, or None for everybody else. No public field depends on a hidden hand.
"""

from collections.abc import Sequence

from msgspec import UNSET, Struct, UnsetType

from service.engine.cards import Card, Code
from service.engine.decisions import phase_of, status_of, turn_of, waiting_for
from service.engine.legal import LegalMove, legal
from service.engine.options import Value, resolved
from service.engine.state import (
    Answer,
    GameOver,
    GameState,
    Presence,
    Turn,
    Uno,
    Visibility,
    code,
)

Seats = tuple[int, ...]


class Shown(Struct, frozen=True, gc=False):
    """Base of what is sent: a JSON object; what is `UNSET` is absent."""


class PlayerView(Shown, frozen=True):
    seat: int
    name: str
    kind: str
    card_count: int
    uno: Uno
    score: int
    rounds_won: int
    control: str
    left: bool | UnsetType = UNSET


class PendingView(Shown, frozen=True):
    card: Code
    amount: int
    by_seat: int
    challengeable: bool
    stackable: bool


class RoundView(Shown, frozen=True):
    number: int
    points: Seats
    winner_seat: int | UnsetType = UNSET


class MeView(Shown, frozen=True):
    seat: int
    hand: tuple[Card, ...]
    legal_moves: tuple[LegalMove, ...]
    drawn_card: Card | UnsetType = UNSET


class GameView(Shown, frozen=True):
    """api.md's GameView. The fields up to `join_code` are known outside of the engine and given to `view`."""

    game_id: str
    version: int
    server_time: str
    status: str
    preset: str
    game: str
    options: dict[str, Value]
    visibility: Visibility
    host_seat: int
    seats: int
    round: int
    players: tuple[PlayerView, ...]
    join_code: str | UnsetType = UNSET
    sandbox: bool | UnsetType = UNSET
    decision_id: str | UnsetType = UNSET
    dealer_seat: int | UnsetType = UNSET
    direction: str | UnsetType = UNSET
    phase: str | UnsetType = UNSET
    turn_seat: int | UnsetType = UNSET
    waiting_for: Seats | UnsetType = UNSET
    active_color: str | UnsetType = UNSET
    discard_top: Code | UnsetType = UNSET
    discard_count: int | UnsetType = UNSET
    draw_count: int | UnsetType = UNSET
    pending: PendingView | UnsetType = UNSET
    winner_seats: Seats | UnsetType = UNSET
    last_round: RoundView | UnsetType = UNSET
    me: MeView | UnsetType = UNSET


def view(
    state: GameState,
    viewer: int | None,
    *,
    game_id: str,
    version: int,
    server_time: str,
    join_code: str | UnsetType = UNSET,
) -> GameView:
    """The table as `viewer` sees it. `join_code` is for those who may see it: the caller knows who does."""
    dealt = state.round > 0
    phase, turn = phase_of(state), turn_of(state)
    awaiting = state.awaiting
    return GameView(
        game_id=game_id,
        version=version,
        server_time=server_time,
        status=status_of(state),
        preset=state.preset,
        game=state.game,
        options=resolved(state.game, state.options),
        visibility=state.visibility,
        host_seat=state.host,
        seats=state.seats,
        round=state.round,
        players=tuple(player_view(state, seat) for seat in everybody(state)),
        join_code=join_code,
        sandbox=state.sandbox or UNSET,
        decision_id=UNSET if isinstance(awaiting, GameOver) else decision_id(state),
        dealer_seat=state.dealer if dealt else UNSET,
        direction=("clockwise" if state.direction == 1 else "counterclockwise") if dealt else UNSET,
        phase=phase or UNSET,
        turn_seat=UNSET if turn is None else turn,
        waiting_for=waiting_for(state) if phase else UNSET,
        active_color=state.color or UNSET,
        discard_top=code(state, state.discard[-1]) if state.discard else UNSET,
        discard_count=len(state.discard) if dealt else UNSET,
        draw_count=len(state.draw_pile) if dealt else UNSET,
        pending=pending_view(awaiting) if isinstance(awaiting, Answer) else UNSET,
        winner_seats=awaiting.winners if isinstance(awaiting, GameOver) else UNSET,
        last_round=round_view(state) if state.last_round else UNSET,
        me=UNSET if viewer is None else me_view(state, viewer),
    )


def decision_id(state: GameState) -> str:
    """Names the open decision: it changes when another one opens, and only then."""
    return f"d{state.decision}"


def everybody(state: GameState) -> Sequence[int]:
    """The seats that are or were taken."""
    return [seat for seat, player in enumerate(state.players) if player.presence is not Presence.VACANT]


def player_view(state: GameState, seat: int) -> PlayerView:
    player = state.players[seat]
    return PlayerView(
        seat=seat,
        name=player.name,
        kind="human",
        card_count=len(player.hand),
        uno=player.uno,
        score=player.score,
        rounds_won=player.rounds_won,
        control="player",
        left=True if player.presence is Presence.LEFT else UNSET,
    )


def pending_view(answer: Answer) -> PendingView:
    return PendingView(answer.card, answer.amount, answer.by, answer.challengeable, stackable=False)


def round_view(state: GameState) -> RoundView:
    result = state.last_round
    assert result is not None
    return RoundView(result.number, result.points, UNSET if result.winner is None else result.winner)


def me_view(state: GameState, seat: int) -> MeView:
    awaiting = state.awaiting
    drawn = awaiting.drawn if isinstance(awaiting, Turn) and awaiting.seat == seat else None
    return MeView(seat, own_hand(state, seat), legal(state, seat), drawn or UNSET)


def own_hand(state: GameState, seat: int) -> tuple[Card, ...]:
    return tuple(Card(code(state, card)) for card in state.players[seat].hand)
