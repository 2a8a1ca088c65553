"""Why the rules refuse to let somebody sit down, remove a player, change the settings, or deal."""

from service.engine import commands as c
from service.engine.house import hands
from service.engine.rulesets import deck_of
from service.engine.state import GameState, Lobby, RoundOver, is_seated, seated
from service.engine.violations import Violation


def deal_refusal(state: GameState, seat: int) -> Violation | None:
    lobby = isinstance(state.awaiting, Lobby)
    if not lobby and not isinstance(state.awaiting, RoundOver):
        return Violation.ROUND_NOT_OVER
    if lobby and seat != state.host:
        return Violation.HOST_ONLY
    players = len(seated(state))
    if lobby and players < hands.least_players(state):
        return Violation.TOO_FEW_PLAYERS
    enough = players * hands.hand_size(state) < deck_of(state.game, state.options).size
    return None if enough else Violation.DECK_TOO_SMALL


def join_refusal(state: GameState, command: c.Join) -> Violation | None:
    if not isinstance(state.awaiting, Lobby):
        return Violation.ALREADY_STARTED
    if command.seat is not None and not 0 <= command.seat < state.seats:
        return Violation.NO_SUCH_SEAT
    if len(seated(state)) >= state.seats:
        return Violation.GAME_FULL
    return Violation.SEAT_TAKEN if command.seat is not None and is_seated(state, command.seat) else None


def kick_refusal(state: GameState, seat: int, target: int) -> Violation | None:
    if seat != state.host:
        return Violation.HOST_ONLY
    if target == seat:
        return Violation.CANNOT_KICK_SELF
    return None if is_seated(state, target) else Violation.NO_SUCH_SEAT


def settings_refusal(state: GameState, command: c.ChangeSettings) -> Violation | None:
    if command.seat != state.host:
        return Violation.HOST_ONLY
    if not isinstance(state.awaiting, Lobby):
        return Violation.ALREADY_STARTED
    return Violation.TOO_FEW_SEATS if command.seats <= max(seated(state)) else None
