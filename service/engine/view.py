"""What a viewer sees: built up from what is public, plus the viewer's own hand; never stripped down from the state.

`viewer` is a seat, or None for everybody else. No public field depends on a hidden hand.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import UNSET, Struct, UnsetType

from service.engine.cards import Card, Code, Side, code_on
from service.engine.choices import Value
from service.engine.decisions import phase_of, status_of, turn_of, waiting_for
from service.engine.house import hands, laying
from service.engine.legal import LegalMove, legal
from service.engine.presets import resolved
from service.engine.rulesets import RULESETS
from service.engine.state import (
    Answer,
    GameOver,
    GameState,
    PileUp,
    Presence,
    Uno,
    Visibility,
    code,
    drawn_by,
)

Seats = tuple[int, ...]


class Shown(Struct, frozen=True, gc=False):
    """Base of what is sent: a JSON object; what is `UNSET` is absent."""


class Contact(NamedTuple):
    """Whether a seat's player is there, and when they were last heard of (RFC 3339), if ever."""

    connected: bool
    last_seen: str | UnsetType = UNSET


UNTOLD: tuple[UnsetType, UnsetType] = (UNSET, UNSET)


class PlayerView(Shown, frozen=True):
    seat: int
    name: str
    kind: str
    card_count: int
    uno: Uno
    score: int
    rounds_won: int
    control: str
    connected: bool | UnsetType = UNSET
    last_seen: str | UnsetType = UNSET
    left: bool | UnsetType = UNSET
    out: bool | UnsetType = UNSET
    team: int | UnsetType = UNSET
    backs: tuple[Code, ...] | UnsetType = UNSET


class PendingView(Shown, frozen=True):
    card: Code
    by_seat: int
    challengeable: bool
    stackable: bool
    amount: int | UnsetType = UNSET


class PileView(Shown, frozen=True):
    color: str
    cards: tuple[Code, ...]


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
    side: Side | UnsetType = UNSET
    draw_top_back: Code | UnsetType = UNSET
    pending: PendingView | UnsetType = UNSET
    pile: PileView | UnsetType = UNSET
    link: Seats | UnsetType = UNSET
    winner_seats: Seats | UnsetType = UNSET
    last_round: RoundView | UnsetType = UNSET
    deadline_at: str | UnsetType = UNSET
    remaining_ms: int | UnsetType = UNSET
    me: MeView | UnsetType = UNSET


def view(
    state: GameState,
    viewer: int | None,
    *,
    game_id: str,
    version: int,
    server_time: str,
    now: int = 0,
    join_code: str | UnsetType = UNSET,
    deadline_at: str | UnsetType = UNSET,
    remaining_ms: int | UnsetType = UNSET,
    contacts: Sequence[Contact] = (),
) -> GameView:
    """The table as `viewer` sees it at `now`, in milliseconds since 1970. `join_code` is for those who may see it: the
    caller knows who does, and when the time for the decision is over. `contacts` by seat, as far as they are known."""
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
        players=tuple(player_view(state, seat, viewer, contacts) for seat in everybody(state)),
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
        side=state.side if dealt and has_backs(state) else UNSET,
        draw_top_back=back_of_pile(state),
        pending=pending_view(state, awaiting) if isinstance(awaiting, Answer) else UNSET,
        pile=pile_view(state, awaiting) if isinstance(awaiting, PileUp) else UNSET,
        link=state.link or UNSET,
        winner_seats=awaiting.winners if isinstance(awaiting, GameOver) else UNSET,
        last_round=round_view(state) if state.last_round else UNSET,
        deadline_at=deadline_at,
        remaining_ms=remaining_ms,
        me=UNSET if viewer is None else me_view(state, viewer, now),
    )


def decision_id(state: GameState) -> str:
    """Names the open decision: it changes when another one opens, and only then."""
    return f"d{state.decision}"


def everybody(state: GameState) -> Sequence[int]:
    """The seats that are or were taken."""
    return [seat for seat, player in enumerate(state.players) if player.presence is not Presence.VACANT]


def has_backs(state: GameState) -> bool:
    return RULESETS[state.game].deck.dark is not None


def backs(state: GameState, seat: int, viewer: int | None) -> tuple[Code, ...] | UnsetType:
    """The other side of a hand, for who may see it; sorted, so that it does not tell the order of the cards."""
    if not state.round or not has_backs(state) or not hands.shows_backs(state, seat, viewer):
        return UNSET
    return tuple(sorted(code_on(state.side.other, card) for card in state.players[seat].hand))


def back_of_pile(state: GameState) -> Code | UnsetType:
    """The other side of the card that is drawn next."""
    if not state.draw_pile or not has_backs(state) or not hands.shows_back_of_pile(state):
        return UNSET
    return code_on(state.side.other, state.draw_pile[0])


def player_view(state: GameState, seat: int, viewer: int | None, contacts: Sequence[Contact]) -> PlayerView:
    player, team = state.players[seat], hands.team_of(state, seat)
    connected, last_seen = contacts[seat] if seat < len(contacts) else UNTOLD
    return PlayerView(
        seat=seat,
        name=player.name,
        kind="human",
        card_count=len(player.hand),
        uno=player.uno,
        score=player.score,
        rounds_won=player.rounds_won,
        control="autopilot" if player.autopilot else "player",
        connected=connected,
        last_seen=last_seen,
        left=True if player.presence is Presence.LEFT else UNSET,
        out=True if player.presence is Presence.OUT else UNSET,
        team=UNSET if team is None else team,
        backs=backs(state, seat, viewer),
    )


def pending_view(state: GameState, answer: Answer) -> PendingView:
    amount = UNSET if answer.amount is None else answer.amount
    stackable = laying.stackable(state, answer.card)
    return PendingView(answer.card, answer.by, answer.challengeable, stackable, amount)


def pile_view(state: GameState, pile: PileUp) -> PileView:
    return PileView(pile.color, tuple(code(state, card) for card in pile.cards))


def round_view(state: GameState) -> RoundView:
    result = state.last_round
    assert result is not None
    return RoundView(result.number, result.points, UNSET if result.winner is None else result.winner)


def me_view(state: GameState, seat: int, now: int) -> MeView:
    drawn = drawn_by(state, seat)
    shown = UNSET if drawn is None else Card(code(state, drawn))
    return MeView(seat, own_hand(state, seat), legal(state, seat, now), shown)


def own_hand(state: GameState, seat: int) -> tuple[Card, ...]:
    return tuple(Card(code(state, card)) for card in state.players[seat].hand)
