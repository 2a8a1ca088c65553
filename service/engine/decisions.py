"""The decision that is open, in the words of the API: status, phase, whose turn, who must act."""

from service.engine.house.turns import next_seat
from service.engine.state import (
    Answer,
    ColorChoice,
    GameOver,
    GameState,
    Lobby,
    PileUp,
    Pointing,
    RoundOver,
    Turn,
    seated,
)


def status_of(state: GameState) -> str:
    match state.awaiting:
        case Lobby():
            return "lobby"
        case RoundOver():
            return "round_over"
        case GameOver(_, abandoned):
            return "abandoned" if abandoned else "finished"
        case _:
            return "playing"


def phase_of(state: GameState) -> str | None:
    """The phase while playing, else None."""
    match state.awaiting:
        case Turn(_, drawn):
            return "play" if drawn is None else "drawn"
        case Answer():
            return "answer"
        case ColorChoice():
            return "color"
        case Pointing():
            return "point"
        case PileUp():
            return "pile_up"
        case _:
            return None


def turn_of(state: GameState) -> int | None:
    match state.awaiting:
        case Turn(seat) | Answer(seat) | PileUp(seat):
            return seat
        case Pointing(by):
            return next_seat(state, by)
        case ColorChoice(_, after):
            return next_seat(state, after)
        case _:
            return None


def waiting_for(state: GameState) -> tuple[int, ...]:
    """The seats that must act now, while playing."""
    match state.awaiting:
        case Turn(seat) | Answer(seat) | ColorChoice(seat) | PileUp(seat):
            return (seat,)
        case Pointing(_, at):
            return tuple(seat for seat in seated(state) if at[seat] is None)
        case _:
            return ()
