"""One command being carried out: the only mutable thing of the engine, alive for one `apply`.

Every change goes through `emit`, so that the events are the whole story.
"""

from collections.abc import Callable

from service.engine import events as e
from service.engine.cards import Face, face_on
from service.engine.evolve import begun, evolve
from service.engine.shuffle import shuffled
from service.engine.state import ColorChoice, GameState


class Run:
    """`now`: milliseconds since 1970, for the rules that ask what time it is."""

    __slots__ = ("events", "now", "state")

    def __init__(self, state: GameState, now: int = 0) -> None:
        self.state = state
        self.now = now
        self.events: list[e.Event] = []

    @classmethod
    def begin(cls, created: e.GameCreated) -> "Run":
        run = cls(begun(created))
        run.events.append(created)
        return run

    def emit(self, event: e.Event) -> None:
        self.state = evolve(self.state, event)
        self.events.append(event)

    def turn(self, seat: int) -> None:
        self.emit(e.TurnStarted(seat))

    def skip(self, seat: int) -> None:
        self.emit(e.TurnSkipped(seat))

    def draw(self, seat: int, count: int, cause: e.Cause) -> None:
        """Draws `count` cards, reshuffling on the way; what is not there is dropped (rules, section 8)."""
        while count > 0 and self.refill():
            cards = self.state.draw_pile[:count]
            self.emit(e.CardsDrawn(seat, cards, cause, side=self.state.side))
            count -= len(cards)

    def draw_to(
        self,
        seat: int,
        find: Callable[[GameState], int | None],
        cause: e.Cause,
        held: bool,
    ) -> bool:
        """Draws down to the place of the draw pile that `find` names, on through reshuffles, until one is found or
        nothing is left; `held`: the card found may be played now. Says whether it was found."""
        while self.refill():
            pile = self.state.draw_pile
            place = find(self.state)
            cards = pile if place is None else pile[: place + 1]
            self.emit(e.CardsDrawn(seat, cards, cause, held and place is not None, self.state.side))
            if place is not None:
                return True
        return False

    def refill(self) -> bool:
        """Makes a new draw pile of the discards where there is none; says whether there is one now.

        Rules, section 8: all discards but the top are shuffled; the active color stays."""
        state = self.state
        if state.draw_pile:
            return True
        if len(state.discard) < 2:
            return False
        self.emit(e.DeckReshuffled(shuffled(state.seed, f"reshuffle:{state.seq}", state.discard[:-1])))
        return True

    def flip(self, keeps_top: bool = False, asks: Callable[[Face], ColorChoice | None] | None = None) -> None:
        """Everything turns over; `asks` says of the new top who must name its color."""
        state = self.state
        side, top = state.side.other, state.discard[-1 if keeps_top else 0]
        self.emit(e.SidesFlipped(side, top, keeps_top, asks(face_on(side, top)) if asks else None))
