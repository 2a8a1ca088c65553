"""Why a command is refused: the one judge. What it lets pass is listed by `legal`, and carried out by `decide`."""

from typing import assert_never

from service.engine import commands as c
from service.engine.cards import COLORS, FACES, NAMELESS, PAIRING, Card, Code, Color
from service.engine.decisions import waiting_for
from service.engine.house import debts, laying, turns
from service.engine.rulesets import RULESETS
from service.engine.seating import deal_refusal, join_refusal, kick_refusal, settings_refusal
from service.engine.state import (
    Answer,
    ColorChoice,
    GameOver,
    GameState,
    Lobby,
    PileUp,
    Pointing,
    Turn,
    Uno,
    held,
    is_seated,
    takes_part,
)
from service.engine.violations import Violation

PLAYING = (Turn, Answer, ColorChoice, Pointing, PileUp)


def violation(state: GameState, command: c.Command, now: int = 0) -> Violation | None:
    """Why the rules refuse a command at `now`, in milliseconds since 1970, or None."""
    if isinstance(state.awaiting, GameOver):
        return Violation.GAME_ABANDONED if state.awaiting.abandoned else Violation.GAME_OVER
    if isinstance(command, c.Join):
        return join_refusal(state, command)
    if isinstance(command, c.TimeOut):
        return playing_refusal(state)
    if not is_seated(state, command.seat) and not isinstance(command, c.Leave | c.Kick | c.End):
        return Violation.ELIMINATED if takes_part(state, command.seat) else Violation.NOT_SEATED
    if not takes_part(state, command.seat):
        return Violation.NOT_SEATED
    match command:
        case c.JumpIn():
            return jump_refusal(state, command)
        case c.Play():
            return play_refusal(state, command)
        case c.Suggest(seat, card):
            return suggestion_refusal(state, seat, card)
        case c.Point(seat, target):
            return point_refusal(state, seat, target)
        case c.Draw(seat):
            return draw_refusal(state, seat)
        case c.Pass(seat):
            return pass_refusal(state, seat)
        case c.CallUno(seat):
            return call_refusal(state, seat)
        case c.CatchUno(seat, target):
            return catch_refusal(state, seat, target, now)
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
        case PileUp(owner):
            return Violation.MUST_ADD_TO_PILE if owner == seat else Violation.NOT_YOUR_TURN
        case Pointing(_, at):
            return Violation.MUST_POINT if at[seat] is None else Violation.NOT_YOUR_TURN
        case _:
            return not_playing(state)


def play_refusal(state: GameState, command: c.Play) -> Violation | None:
    """Where a card that does not fit costs a penalty it is not refused (`illegal_play`)."""
    seat, fines = command.seat, laying.fines_illegal_plays(state)
    if not (lays_on_pending(state, seat) or (fines and faces_pending(state, seat))) and (
        refusal := turn_refusal(state, seat)
    ):
        return refusal
    card = held(state, seat, command.card)
    if card is None:
        return Violation.CARD_NOT_IN_HAND
    if fines and fit_refusal(state, seat, card):
        return None
    if not isinstance(state.awaiting, PileUp) and (refusal := naming_refusal(state, command)):
        return refusal
    return fit_refusal(state, seat, card) or named_on_pile(state, command) or call_with_play_refusal(state, command)


def faces_pending(state: GameState, seat: int) -> bool:
    """Whether a seat must deal with a draw card, or with a mini-pile."""
    return isinstance(state.awaiting, Answer | PileUp) and state.awaiting.seat == seat


def lays_on_pending(state: GameState, seat: int) -> bool:
    """Whether a seat may lay a card on the mini-pile, or on the draw card that it faces, as far as the rules go."""
    match state.awaiting:
        case PileUp(owner):
            return owner == seat
        case Answer(owner, card=card):
            return owner == seat and laying.stackable(state, card)
        case _:
            return False


def fit_refusal(state: GameState, seat: int, card: Card) -> Violation | None:
    """Why a card of the hand cannot be laid by the seat that must act, on whatever lies there."""
    match state.awaiting:
        case PileUp() as pile:
            return None if laying.adds_to_pile(state, pile, card) else Violation.NOT_FOR_THE_PILE
        case Answer(_, card=pending):
            return None if laying.stacks(state, pending, card) else Violation.MUST_ANSWER
        case _:
            return card_refusal(state, seat, card)


def named_on_pile(state: GameState, command: c.Play) -> Violation | None:
    """The mini-pile has its color: nothing is named there."""
    named = command.color is not None or command.targets
    return Violation.NOT_FOR_THE_PILE if isinstance(state.awaiting, PileUp) and named else None


def naming_refusal(state: GameState, command: c.Play) -> Violation | None:
    """Why what is named with a card is too much or too little."""
    face = FACES[command.card]
    if (command.color is not None) is not ("color" in needs_of(state, command.seat, command.card)):
        return Violation.COLOR_REQUIRED
    if command.color is not None and (refusal := color_refusal(state, command.color)):
        return refusal
    if face.kind in PAIRING:
        return pair_refusal(state, command.seat, command.targets)
    if laying.swaps_hands(state, face):
        return swap_refusal(state, command)
    return Violation.TARGETS_REQUIRED if command.targets else None


def needs_of(state: GameState, seat: int, card: Code) -> tuple[str, ...]:
    """What a seat must name with a card of its hand: `color`, `targets`."""
    face = FACES[card]
    color = ("color",) if face.wild and face.kind not in NAMELESS else ()
    targets = laying.names_players(state, face, len(state.players[seat].hand))
    return (*color, "targets") if targets else color


def pair_refusal(state: GameState, seat: int, targets: tuple[int, ...]) -> Violation | None:
    if len(targets) != 2:
        return Violation.TARGETS_REQUIRED
    return None if laying.may_link(state, seat, targets) else Violation.BAD_TARGETS


def swap_refusal(state: GameState, command: c.Play) -> Violation | None:
    """A seven names another player; as the last card it need not, for it swaps nothing."""
    if len(command.targets) != 1:
        optional = not command.targets and len(state.players[command.seat].hand) == 1
        return None if optional else Violation.TARGETS_REQUIRED
    (target,) = command.targets
    return None if target != command.seat and is_seated(state, target) else Violation.BAD_TARGETS


def call_with_play_refusal(state: GameState, command: c.Play) -> Violation | None:
    two = len(state.players[command.seat].hand) == 2
    return Violation.UNO_NOT_CALLABLE if command.uno and not two else None


def jump_refusal(state: GameState, command: c.JumpIn) -> Violation | None:
    """Why nobody can jump in now. A card that does not fit is no reason: it costs the penalty (rules, section 7)."""
    if not laying.jump_in_allowed(state):
        return Violation.JUMP_IN_DISABLED
    if refusal := jump_in_closed(state, command.seat):
        return refusal
    card = held(state, command.seat, command.card)
    if card is None:
        return Violation.CARD_NOT_IN_HAND
    if refusal := naming_refusal(state, command) or call_with_play_refusal(state, command):
        return refusal
    hand = state.players[command.seat].hand
    return laying.refusal(state, command.seat, hand, hand.index(card)) if laying.jumps_in(state, card) else None


def jump_in_closed(state: GameState, seat: int) -> Violation | None:
    """Out of turn, and before the player in turn acts."""
    if refusal := playing_refusal(state):
        return refusal
    match state.awaiting:
        case Turn(owner, drawn) if drawn is None and owner != seat:
            return None
        case _:
            return Violation.JUMP_IN_CLOSED


def suggestion_refusal(state: GameState, seat: int, card: Code) -> Violation | None:
    """It does not ask who holds the card: that would tell."""
    if not debts.suggestion_penalty(state):
        return Violation.SUGGESTIONS_DISABLED
    if refusal := playing_refusal(state):
        return refusal
    if not may_be_advised(state) or seat in waiting_for(state):
        return Violation.SUGGESTIONS_CLOSED
    return None if card in RULESETS[state.game].deck.on(state.side) else Violation.NO_SUCH_CARD


def may_be_advised(state: GameState) -> bool:
    """Whether the player who must act may lay a card."""
    return isinstance(state.awaiting, Turn) or any(lays_on_pending(state, seat) for seat in waiting_for(state))


def point_refusal(state: GameState, seat: int, target: int) -> Violation | None:
    pointing = state.awaiting
    if not isinstance(pointing, Pointing):
        return playing_refusal(state) or Violation.NOBODY_POINTS
    if pointing.at[seat] is not None:
        return Violation.ALREADY_POINTED
    if target == seat:
        return Violation.CANNOT_POINT_AT_SELF
    return None if is_seated(state, target) else Violation.NO_SUCH_SEAT


def card_refusal(state: GameState, seat: int, card: Card) -> Violation | None:
    """Why a card of the hand cannot be laid by the seat whose turn it is."""
    drawn = state.awaiting.drawn if isinstance(state.awaiting, Turn) else None
    if drawn is not None and drawn != card:
        return Violation.MUST_PLAY_DRAWN_CARD
    hand = state.players[seat].hand
    return laying.refusal(state, seat, hand, hand.index(card))


def draw_refusal(state: GameState, seat: int) -> Violation | None:
    """Facing a draw card it is always possible: what is not there is dropped (rules, section 8)."""
    awaiting = state.awaiting
    if isinstance(awaiting, Answer) and awaiting.seat == seat:
        return None
    if isinstance(awaiting, PileUp) and awaiting.seat == seat and debts.may_take_pile(state):
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
    """A call that is no time for is refused, or costs a penalty; one that was made is never made again."""
    if refusal := playing_refusal(state):
        return refusal
    fined = debts.false_uno_penalty(state) and state.players[seat].uno is not Uno.CALLED
    return None if fined or may_call(state, seat) else Violation.UNO_NOT_CALLABLE


def may_call(state: GameState, seat: int) -> bool:
    """Rules, section 6: with two cards in one's own turn, or with one while the window is open."""
    player = state.players[seat]
    own_turn = lays_on_pending(state, seat) or (isinstance(state.awaiting, Turn) and state.awaiting.seat == seat)
    about_to_play = own_turn and len(player.hand) == 2
    return player.uno is Uno.OPEN or (about_to_play and player.uno is Uno.NONE)


def playing_refusal(state: GameState) -> Violation | None:
    return None if isinstance(state.awaiting, PLAYING) else not_playing(state)


def catch_refusal(state: GameState, seat: int, target: int, now: int) -> Violation | None:
    if refusal := playing_refusal(state):
        return refusal
    if target == seat:
        return Violation.CANNOT_CATCH_SELF
    if not is_seated(state, target):
        return Violation.NO_SUCH_SEAT
    if state.players[target].uno is not Uno.OPEN:
        return None if debts.false_catch_penalty(state) else Violation.NOTHING_TO_CATCH
    too_early = debts.falls_too_early(state, state.players[target].since, now)
    return Violation.TOO_EARLY_TO_CATCH if too_early else None


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
