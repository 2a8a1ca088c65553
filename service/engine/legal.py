"""The one judge: `violation` says why a command is refused, `legal` lists what it lets pass."""

from collections.abc import Callable
from typing import assert_never

from msgspec import UNSET, Struct, UnsetType

from service.engine import commands as c
from service.engine.cards import COLORS, FACES, Card, Code, Color
from service.engine.house import hands, laying, turns
from service.engine.rulesets import RULESETS
from service.engine.state import (
    Answer,
    ColorChoice,
    GameOver,
    GameState,
    Lobby,
    RoundOver,
    Turn,
    Uno,
    code,
    held,
    is_seated,
    seated,
)
from service.engine.violations import Violation


class LegalMove(Struct, frozen=True, gc=False):
    """An action that is accepted now: with any of `cards` or `seats`, where `needs` says what must be named beside."""

    action: str
    cards: tuple[Code, ...] | UnsetType = UNSET
    needs: tuple[str, ...] | UnsetType = UNSET
    seats: tuple[int, ...] | UnsetType = UNSET


def violation(state: GameState, command: c.Command) -> Violation | None:
    """Why the rules refuse a command, or None."""
    if isinstance(state.awaiting, GameOver):
        return Violation.GAME_ABANDONED if state.awaiting.abandoned else Violation.GAME_OVER
    if isinstance(command, c.Join):
        return join_refusal(state, command)
    if not is_seated(state, command.seat):
        return Violation.NOT_SEATED
    match command:
        case c.Play():
            return play_refusal(state, command)
        case c.Draw(seat):
            return draw_refusal(state, seat)
        case c.Pass(seat):
            return pass_refusal(state, seat)
        case c.CallUno(seat):
            return call_refusal(state, seat)
        case c.CatchUno(seat, target):
            return catch_refusal(state, seat, target)
        case c.Challenge(seat):
            return challenge_refusal(state, seat)
        case c.ChooseColor(seat, color):
            return choice_refusal(state, seat) or color_refusal(state, color)
        case c.Deal(seat):
            return deal_refusal(state, seat)
        case c.Leave():
            return None
        case c.Kick(seat, target):
            return kick_refusal(state, seat, target)
        case c.ChangeSettings():
            return settings_refusal(state, command)
        case c.End(seat):
            return None if seat == state.host else Violation.HOST_ONLY
        case _:
            assert_never(command)


def not_playing(state: GameState) -> Violation:
    return Violation.NOT_STARTED if isinstance(state.awaiting, Lobby) else Violation.ROUND_OVER


def turn_refusal(state: GameState, seat: int) -> Violation | None:
    """Why a seat cannot act in a turn of its own."""
    match state.awaiting:
        case Turn(owner):
            return None if owner == seat else Violation.NOT_YOUR_TURN
        case Answer(owner):
            return Violation.MUST_ANSWER if owner == seat else Violation.NOT_YOUR_TURN
        case ColorChoice(owner):
            return Violation.MUST_CHOOSE_COLOR if owner == seat else Violation.NOT_YOUR_TURN
        case _:
            return not_playing(state)


def play_refusal(state: GameState, command: c.Play) -> Violation | None:
    seat = command.seat
    if refusal := turn_refusal(state, seat):
        return refusal
    card = held(state, seat, command.card)
    if card is None:
        return Violation.CARD_NOT_IN_HAND
    if (command.color is None) is FACES[command.card].wild:
        return Violation.COLOR_REQUIRED
    if command.color is not None and (refusal := color_refusal(state, command.color)):
        return refusal
    if refusal := card_refusal(state, seat, card):
        return refusal
    return Violation.UNO_NOT_CALLABLE if command.uno and len(state.players[seat].hand) != 2 else None


def card_refusal(state: GameState, seat: int, card: Card) -> Violation | None:
    """Why a card of the hand cannot be laid by the seat whose turn it is."""
    drawn = state.awaiting.drawn if isinstance(state.awaiting, Turn) else None
    if drawn is not None and drawn != card:
        return Violation.MUST_PLAY_DRAWN_CARD
    hand = state.players[seat].hand
    return laying.refusal(state, hand, hand.index(card))


def draw_refusal(state: GameState, seat: int) -> Violation | None:
    """Facing a draw card it is always possible: what is not there is dropped (rules, section 8)."""
    awaiting = state.awaiting
    if isinstance(awaiting, Answer) and awaiting.seat == seat:
        return None
    if refusal := turn_refusal(state, seat):
        return refusal
    if isinstance(awaiting, Turn) and awaiting.drawn is not None:
        return Violation.ALREADY_DRAWN
    return turns.draw_refusal(state, seat)


def pass_refusal(state: GameState, seat: int) -> Violation | None:
    refusal = turn_refusal(state, seat)
    if refusal or not isinstance(state.awaiting, Turn):
        return refusal
    return turns.pass_refusal(state, seat, state.awaiting.drawn)


def call_refusal(state: GameState, seat: int) -> Violation | None:
    """Rules, section 6: with two cards in one's own turn, or with one while the window is open."""
    player = state.players[seat]
    about_to_play = isinstance(state.awaiting, Turn) and state.awaiting.seat == seat and len(player.hand) == 2
    if player.uno is Uno.OPEN or (about_to_play and player.uno is Uno.NONE):
        return playing_refusal(state)
    return playing_refusal(state) or Violation.UNO_NOT_CALLABLE


def playing_refusal(state: GameState) -> Violation | None:
    return None if isinstance(state.awaiting, Turn | Answer | ColorChoice) else not_playing(state)


def catch_refusal(state: GameState, seat: int, target: int) -> Violation | None:
    if refusal := playing_refusal(state):
        return refusal
    if target == seat:
        return Violation.CANNOT_CATCH_SELF
    if not is_seated(state, target):
        return Violation.NO_SUCH_SEAT
    return None if state.players[target].uno is Uno.OPEN else Violation.NOTHING_TO_CATCH


def challenge_refusal(state: GameState, seat: int) -> Violation | None:
    awaiting = state.awaiting
    if not isinstance(awaiting, Answer):
        return playing_refusal(state) or Violation.NOT_CHALLENGEABLE
    if not awaiting.challengeable:
        return Violation.NOT_CHALLENGEABLE
    return None if awaiting.seat == seat else Violation.NOT_THE_TARGET


def choice_refusal(state: GameState, seat: int) -> Violation | None:
    awaiting = state.awaiting
    if not isinstance(awaiting, ColorChoice):
        return playing_refusal(state) or Violation.NO_COLOR_ASKED
    return None if awaiting.seat == seat else Violation.NOT_ASKED


def color_refusal(state: GameState, color: Color) -> Violation | None:
    return None if color in COLORS[state.side] else Violation.COLOR_NOT_ON_SIDE


def deal_refusal(state: GameState, seat: int) -> Violation | None:
    lobby = isinstance(state.awaiting, Lobby)
    if not lobby and not isinstance(state.awaiting, RoundOver):
        return Violation.ROUND_NOT_OVER
    if lobby and seat != state.host:
        return Violation.HOST_ONLY
    players = len(seated(state))
    if lobby and players < hands.least_players(state):
        return Violation.TOO_FEW_PLAYERS
    enough = players * hands.hand_size(state) < RULESETS[state.game].deck.size
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


Refusal = Callable[[GameState, int], Violation | None]
PLAIN: tuple[tuple[LegalMove, Refusal], ...] = (
    (LegalMove("draw"), draw_refusal),
    (LegalMove("pass"), pass_refusal),
    (LegalMove("challenge"), challenge_refusal),
    (LegalMove("choose_color", needs=("color",)), choice_refusal),
    (LegalMove("call_uno"), call_refusal),
)
DEAL = LegalMove("deal")


def legal(state: GameState, seat: int) -> tuple[LegalMove, ...]:
    """What the rules let a seat do in the game now. Every move listed is accepted, nothing unlisted is."""
    if not is_seated(state, seat):
        return ()
    if playing_refusal(state) is not None:
        return (DEAL,) if deal_refusal(state, seat) is None else ()
    moves = card_moves(state, seat)
    moves += [move for move, refusal in PLAIN if refusal(state, seat) is None]
    others = tuple(other for other in seated(state) if catch_refusal(state, seat, other) is None)
    return (*moves, LegalMove("catch", seats=others)) if others else tuple(moves)


def card_moves(state: GameState, seat: int) -> list[LegalMove]:
    if turn_refusal(state, seat) is not None:
        return []
    colored: list[Code] = []
    wild: list[Code] = []
    for named in dict.fromkeys(code(state, card) for card in state.players[seat].hand):
        card = held(state, seat, named)
        if card is not None and card_refusal(state, seat, card) is None:
            (wild if FACES[named].wild else colored).append(named)
    moves = [LegalMove("play", cards=tuple(colored))] if colored else []
    return [*moves, LegalMove("play", cards=tuple(wild), needs=("color",))] if wild else moves
