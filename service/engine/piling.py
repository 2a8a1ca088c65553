"""The mini-pile of a wild pile up (rules, section 4)."""

from service.engine import events as e
from service.engine.house import laying, turns
from service.engine.run import Run
from service.engine.state import GameState, PileUp, face


def start(run: Run, seat: int) -> None:
    """Cards are turned up in front of `seat` until one has a color. Where none can be, its player names a color."""
    state = run.state
    if all(face(state, card).wild for card in state.draw_pile + state.discard[:-1]):
        run.emit(e.PileStarted(seat, (), None))
        return
    while run.refill():
        pile = run.state.draw_pile
        place = next((place for place, card in enumerate(pile) if not face(run.state, card).wild), None)
        cards = pile if place is None else pile[: place + 1]
        run.emit(e.PileStarted(seat, cards, face(run.state, cards[-1]).color))
        if place is not None:
            break
    go_on(run, seat)


def go_on(run: Run, seat: int) -> None:
    """The player after `seat` adds a card; who has none to add takes the pile at once."""
    pile = run.state.awaiting
    assert isinstance(pile, PileUp)
    after = turns.next_seat(run.state, seat)
    if can_add(run.state, after, pile):
        run.emit(e.TurnStarted(after, on_pile=True))
    else:
        take(run, after)


def can_add(state: GameState, seat: int, pile: PileUp) -> bool:
    return any(laying.adds_to_pile(state, pile, card) for card in state.players[seat].hand)


def take(run: Run, seat: int) -> None:
    """The whole mini-pile; the player after is in turn."""
    run.emit(e.PileTaken(seat))
    run.turn(turns.next_seat(run.state, seat))
