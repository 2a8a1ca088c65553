"""The notation of the rulebook: tables laid out by card codes, and what players do at them.

`table("R5 G3 | B2 W", top="R7")` has two players in the middle of a round, seat 0 in turn; `opening(...)` opens a round
with the first card of its draw pile, dealt by seat 0; `match(3)` is a game that was dealt from its lobby. A card with
two sides is `R7/TD5`, or one face if the other does not matter; what is read off a table are the faces that are up.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from service.engine import Refused, Setup, apply, legal, set_table, start, view
from service.engine import commands as c
from service.engine import events as e
from service.engine.cards import FACES, Code, Color, Side
from service.engine.decisions import phase_of, status_of, waiting_for
from service.engine.presets import PRESETS, choose
from service.engine.state import GameOver, GameState, PileUp, Seed, Visibility, code
from service.engine.view import GameView, PendingView

SEED = Seed(b"rulebook" * 4)


def rule(section: str, **value: Any) -> pytest.MarkDecorator:
    """The section of the rules that a case holds, and the value of an option that it is about, if it is."""
    for option, of in value.items():
        of = tuple(of.items()) if isinstance(of, dict) else of
        return pytest.mark.rule(section, option=option, value=of)
    return pytest.mark.rule(section)


def codes(words: str) -> tuple[Code, ...]:
    return tuple(map(Code, words.split()))


class Table:
    """A game; `events` are those of the last command."""

    def __init__(self, state: GameState, events: tuple[e.Event, ...] = ()) -> None:
        self.state, self.events = state, events

    def do(self, command: c.Command, now: int = 0) -> "Table":
        """`now`: the time, in milliseconds."""
        self.state, self.events = apply(self.state, command, now)
        return self

    def play(
        self, seat: int, card: str, color: str | None = None, uno: bool = False, targets: tuple[int, ...] = ()
    ) -> "Table":
        return self.do(c.Play(seat, Code(card), Color(color) if color else None, uno, targets))

    def jump_in(
        self, seat: int, card: str, color: str | None = None, uno: bool = False, targets: tuple[int, ...] = ()
    ) -> "Table":
        return self.do(c.JumpIn(seat, Code(card), Color(color) if color else None, uno, targets))

    def suggest(self, seat: int, card: str) -> "Table":
        return self.do(c.Suggest(seat, Code(card)))

    def do_point(self, seat: int, target: int) -> "Table":
        return self.do(c.Point(seat, target))

    def draw(self, seat: int) -> "Table":
        return self.do(c.Draw(seat))

    def pass_turn(self, seat: int) -> "Table":
        return self.do(c.Pass(seat))

    def call_uno(self, seat: int) -> "Table":
        return self.do(c.CallUno(seat))

    def catch(self, seat: int, target: int) -> "Table":
        return self.do(c.CatchUno(seat, target))

    def challenge(self, seat: int) -> "Table":
        return self.do(c.Challenge(seat))

    def choose_color(self, seat: int, color: str) -> "Table":
        return self.do(c.ChooseColor(seat, Color(color)))

    def deal(self, seat: int, seed: bytes = SEED) -> "Table":
        return self.do(c.Deal(seat, Seed(seed)))

    def leave(self, seat: int) -> "Table":
        return self.do(c.Leave(seat))

    def kick(self, seat: int, target: int) -> "Table":
        return self.do(c.Kick(seat, target))

    def time_out(self) -> "Table":
        """The time for the open decision is over."""
        return self.do(c.TimeOut())

    def by_itself(self, command: c.Command) -> "Table":
        """A move that the table makes for a player who is away."""
        self.state, self.events = apply(self.state, command, by_itself=True)
        return self

    @contextmanager
    def refuses(self, reason: str) -> Iterator[None]:
        """What is done inside is refused for this reason, and changes nothing."""
        before = self.state
        with pytest.raises(Refused) as refused:
            yield
        assert refused.value.violation.value == reason
        assert self.state is before

    def hand(self, seat: int) -> str:
        return " ".join(code(self.state, card) for card in self.state.players[seat].hand)

    def cards(self, seat: int) -> int:
        return len(self.state.players[seat].hand)

    def uno(self, seat: int) -> str:
        return self.state.players[seat].uno

    def moves(self, seat: int) -> set[str]:
        """What a seat may do now."""
        return {move.action for move in legal(self.state, seat)}

    def happened(self, kind: type) -> list[Any]:
        """The events of this kind that the last command caused."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def turn(self) -> int | None:
        """Who must act."""
        return next(iter(waiting_for(self.state)), None)

    @property
    def waiting(self) -> list[int]:
        """All who must act."""
        return [*waiting_for(self.state)]

    @property
    def pile_cards(self) -> str:
        """The mini-pile."""
        assert isinstance(self.state.awaiting, PileUp)
        return " ".join(self.state.awaiting.cards)

    @property
    def phase(self) -> str | None:
        return phase_of(self.state)

    def seen(self, viewer: int | None = None) -> GameView:
        """The table as a seat sees it, or everybody else."""
        return view(self.state, viewer, game_id="g", version=1, server_time="now")

    @property
    def pending(self) -> PendingView:
        """The draw card that somebody faces, as everybody sees it."""
        pending = self.seen().pending
        assert isinstance(pending, PendingView)
        return pending

    @property
    def status(self) -> str:
        return status_of(self.state)

    @property
    def top(self) -> str:
        return code(self.state, self.state.discard[-1])

    @property
    def color(self) -> str | None:
        return self.state.color

    @property
    def pile(self) -> str:
        return " ".join(code(self.state, card) for card in self.state.draw_pile)

    @property
    def scores(self) -> list[int]:
        return [player.score for player in self.state.players]

    @property
    def points(self) -> tuple[int, ...]:
        """What the round that is just over was worth, by seat."""
        (ended,) = self.happened(e.RoundEnded)
        assert isinstance(ended, e.RoundEnded)
        return ended.points

    @property
    def rounds_won(self) -> list[int]:
        return [player.rounds_won for player in self.state.players]

    @property
    def out(self) -> list[int]:
        """The seats that are out of the match."""
        return [player.seat for player in self.seen().players if player.out is True]

    @property
    def winners(self) -> tuple[int, ...]:
        assert isinstance(self.state.awaiting, GameOver)
        return self.state.awaiting.winners


def table(
    hands: str,
    top: str = "R7",
    draw: str = "",
    turn: int = 0,
    color: str | None = None,
    direction: int = 1,
    scores: tuple[int, ...] = (),
    dealer: int = 0,
    preset: str = "classic",
    side: str = "light",
    link: tuple[int, ...] = (),
    **options: Any,
) -> Table:
    """In the middle of a round; `top` may name older discards first, `draw` is the draw pile, next card first."""
    split = tuple(codes(hand) for hand in hands.split("|"))
    discard = codes(top)
    face = FACES[discard[-1].split("/")[-1 if side == "dark" else 0]]
    setup = Setup(
        preset,
        choose(PRESETS[preset], options),
        tuple(f"P{seat}" for seat in range(len(split))),
        SEED,
        dealer,
        split,
        discard,
        codes(draw),
        exact=True,
        direction=direction,
        active_color=Color(color) if color and face.wild else None,
        turn=turn,
        scores=scores,
        side=Side(side),
        link=link,
    )
    return Table(*set_table(setup))


def opening(
    pile: str, hands: str = "R1 R2 | G1 G2 | B1 B2", dealer: int = 0, preset: str = "classic", **options: Any
) -> Table:
    """A round that opens with the first card of the draw pile."""
    split = tuple(codes(hand) for hand in hands.split("|"))
    names = tuple(f"P{seat}" for seat in range(len(split)))
    chosen = choose(PRESETS[preset], options)
    return Table(*set_table(Setup(preset, chosen, names, SEED, dealer, split, None, codes(pile), exact=True)))


def lobby(players: int, seats: int = 10, preset: str = "classic", **options: Any) -> Table:
    """A game that nobody has dealt yet; seat 0 is its host."""
    opened = Table(*start(preset, choose(PRESETS[preset], options), seats, Visibility.UNLISTED, "P0"))
    for seat in range(1, players):
        opened.do(c.Join(f"P{seat}"))
    return opened


def match(players: int, seed: bytes = SEED, **options: Any) -> Table:
    """A game dealt from its lobby."""
    return lobby(players, **options).deal(0, seed)
