"""Random moves among those that the engine lists, as a client would choose them."""

import random
from itertools import combinations

from service.engine import commands as c
from service.engine import legal
from service.engine.cards import COLORS, FACES, Code
from service.engine.decisions import waiting_for
from service.engine.house.hands import favourite_color
from service.engine.legal import LegalMove
from service.engine.rulesets import RULESETS
from service.engine.state import GameState, RoundOver, Seed, seated

PLAIN = {"draw": c.Draw, "pass": c.Pass, "challenge": c.Challenge, "call_uno": c.CallUno}


def owner(state: GameState) -> int:
    """A seat that must act; after a round the host."""
    return next(iter(waiting_for(state)), state.host)


def any_move(state: GameState, dice: random.Random) -> c.Request:
    """A command of a seat that must act; a playable card is laid rather than another drawn."""
    seat = owner(state)
    if isinstance(state.awaiting, RoundOver):
        return c.Deal(seat, Seed(dice.randbytes(32)))
    moves = legal(state, seat)
    plays = [move for move in moves if move.action == "play"]
    return command(state, seat, dice.choice(plays or list(moves)), dice)


def greedy_move(state: GameState, dice: random.Random) -> c.Request:
    """The card that counts most is got rid of first, in the color held most, and UNO is called; nobody challenges."""
    seat = owner(state)
    plays = [move for move in legal(state, seat) if move.action == "play"]
    if isinstance(state.awaiting, RoundOver) or not plays:
        quiet = [move for move in legal(state, seat) if move.action not in ("challenge", "call_uno", "catch")]
        return any_move(state, dice) if not quiet or quiet[0].action == "deal" else command(state, seat, quiet[0], dice)
    worth = {named: points(state, named) for move in plays for named in move.cards or ()}
    best = max(worth, key=lambda named: worth[named])
    needs = next(move.needs or () for move in plays if best in (move.cards or ()))
    color = favourite_color(state, seat) if "color" in needs else None
    two = len(state.players[seat].hand) == 2
    return c.Play(seat, best, color, two, pair(state, dice) if "targets" in needs else ())


def points(state: GameState, named: Code) -> int:
    face = FACES[named]
    return face.value if face.value is not None else RULESETS[state.game].points[face.kind]


def command(state: GameState, seat: int, move: LegalMove, dice: random.Random) -> c.Request:
    """A move with what must be named beside it, by chance."""
    needs, color = move.needs or (), dice.choice(COLORS[state.side])
    match move.action:
        case "play" | "jump_in":
            assert isinstance(move.cards, tuple)
            kind = c.Play if move.action == "play" else c.JumpIn
            targets = pair(state, dice) if "targets" in needs else ()
            return kind(seat, dice.choice(move.cards), color if "color" in needs else None, targets=targets)
        case "catch" | "point":
            assert isinstance(move.seats, tuple)
            return (c.CatchUno if move.action == "catch" else c.Point)(seat, dice.choice(move.seats))
        case "choose_color":
            return c.ChooseColor(seat, color)
        case action:
            return PLAIN[action](seat)


def pair(state: GameState, dice: random.Random) -> tuple[int, int]:
    """Two players who are not linked already."""
    return dice.choice([each for each in combinations(seated(state), 2) if {*each} != {*(state.link or ())}])
