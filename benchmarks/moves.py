"""Random moves among those that the engine lists, as a client would choose them."""

import random

from service.engine import commands as c
from service.engine import legal
from service.engine.cards import COLORS, Color
from service.engine.legal import LegalMove
from service.engine.state import Answer, ColorChoice, GameState, RoundOver, Seed, Turn

PLAIN = {"draw": c.Draw, "pass": c.Pass, "challenge": c.Challenge, "call_uno": c.CallUno}


def owner(state: GameState) -> int:
    """The seat that must act; after a round the host."""
    match state.awaiting:
        case Turn(seat) | Answer(seat) | ColorChoice(seat):
            return seat
        case _:
            return state.host


def any_move(state: GameState, dice: random.Random) -> c.Request:
    """A command of the seat that must act; a playable card is laid rather than another drawn."""
    seat = owner(state)
    if isinstance(state.awaiting, RoundOver):
        return c.Deal(seat, Seed(dice.randbytes(32)))
    moves = legal(state, seat)
    plays = [move for move in moves if move.action == "play"]
    return command(seat, dice.choice(plays or list(moves)), COLORS[state.side], dice)


def command(seat: int, move: LegalMove, colors: tuple[Color, ...], dice: random.Random) -> c.Request:
    if move.action == "play":
        assert isinstance(move.cards, tuple)
        return c.Play(seat, dice.choice(move.cards), dice.choice(colors) if move.needs else None)
    if move.action == "catch":
        assert isinstance(move.seats, tuple)
        return c.CatchUno(seat, dice.choice(move.seats))
    if move.action == "choose_color":
        return c.ChooseColor(seat, dice.choice(colors))
    return PLAIN[move.action](seat)
