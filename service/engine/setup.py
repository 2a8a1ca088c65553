"""A table set up exactly, for tests of integrators and ours (api guide, sandbox)."""

from collections import Counter
from collections.abc import Mapping, Sequence

from service.engine import events as e
from service.engine.cards import FACES, Card, Code, Color, Deck
from service.engine.house.hands import hand_size
from service.engine.options import PRESETS, Value
from service.engine.rounds import can_open, one_at_a_time, open_round, ruleset_of
from service.engine.rulesets import RULESETS
from service.engine.run import Run
from service.engine.shuffle import shuffled
from service.engine.state import Frozen, GameState, Seed, Visibility

Hands = tuple[tuple[Card, ...], ...]


class Setup(Frozen, frozen=True):
    """What is named of a table; `None`, or an empty `scores`: left to the rules. `options` are chosen already."""

    preset: str
    options: dict[str, Value]
    names: tuple[str, ...]
    seed: Seed
    dealer: int = 0
    hands: tuple[tuple[Code, ...], ...] | None = None
    discard: tuple[Code, ...] | None = None
    draw_pile: tuple[Code, ...] = ()
    exact: bool = False
    direction: int = 1
    active_color: Color | None = None
    turn: int | None = None
    scores: tuple[int, ...] = ()


class BadSetup(ValueError):
    """A table that cannot be: where (a JSON pointer) and why."""

    def __init__(self, pointer: str, why: str) -> None:
        super().__init__(why)
        self.pointer = pointer
        self.why = why


def lay_out(setup: Setup) -> Run:
    """The game dealt and playing; raises `BadSetup`."""
    refuse_bad_seats(setup)
    refuse_unknown_codes(setup)
    run = seated_table(setup)
    hands, draw_pile = named_hands(run.state, setup)
    discard = tuple(Card(code) for code in setup.discard or ())
    color = opening_color(setup)
    run.emit(
        e.RoundDealt(
            1,
            setup.dealer,
            setup.direction,
            setup.seed,
            hands,
            draw_pile,
            discard,
            color,
        )
    )
    if discard:
        run.turn(1 % len(setup.names) if setup.turn is None else setup.turn)
    else:
        refuse_closed_pile(run.state)
        open_round(run)
    return run


def seated_table(setup: Setup) -> Run:
    game = PRESETS[setup.preset].game
    seats = len(setup.names)
    run = Run.begin(e.GameCreated(game, setup.preset, setup.options, seats, Visibility.UNLISTED, sandbox=True))
    for seat, name in enumerate(setup.names):
        run.emit(e.PlayerJoined(seat, name))
    run.emit(e.MatchStarted(setup.scores))
    return run


def refuse_bad_seats(setup: Setup) -> None:
    seats = len(setup.names)
    for pointer, seat in (("/dealer", setup.dealer), ("/turn", setup.turn)):
        if seat is not None and not 0 <= seat < seats:
            raise BadSetup(pointer, f"There are seats 0 to {seats - 1}.")
    if setup.scores and len(setup.scores) != seats:
        raise BadSetup("/scores", f"There are {seats} players, each needs a score.")
    if setup.hands is not None and len(setup.hands) != seats:
        raise BadSetup("/hands", f"There are {seats} players, each needs a hand.")
    for seat, hand in enumerate(setup.hands or ()):
        if not hand:
            raise BadSetup(f"/hands/{seat}", "A hand holds at least one card.")
    for pointer, given in (
        ("/turn", setup.turn),
        ("/active_color", setup.active_color),
    ):
        if given is not None and not setup.discard:
            raise BadSetup(
                pointer,
                "Without a discard pile the round opens by the rules, which decide this.",
            )


def named_codes(setup: Setup) -> list[tuple[str, Code]]:
    """Every code of the table with its JSON pointer."""
    piles: list[tuple[str, Sequence[Code]]] = [
        ("/discard", setup.discard or ()),
        ("/draw_pile", setup.draw_pile),
    ]
    piles += [(f"/hands/{seat}", hand) for seat, hand in enumerate(setup.hands or ())]
    return [(f"{pointer}/{place}", code) for pointer, pile in piles for place, code in enumerate(pile)]


def refuse_unknown_codes(setup: Setup) -> None:
    """Without `exact` the deck's counts hold too."""
    left = Counter(copies_in(setup))
    for pointer, code in named_codes(setup):
        if code not in FACES or code not in left:
            raise BadSetup(pointer, f"{code} is no card of this game.")
        left[code] -= 1
        if left[code] < 0 and not setup.exact:
            raise BadSetup(pointer, f"The deck has no more {code}; with exact it need not.")


def copies_in(setup: Setup) -> Mapping[Code, int]:
    return RULESETS[PRESETS[setup.preset].game].deck.copies


def named_hands(state: GameState, setup: Setup) -> tuple[Hands, tuple[Card, ...]]:
    """Hands and draw pile; hands that are left out are dealt from the draw pile by the rules."""
    pile = tuple(Card(code) for code in setup.draw_pile)
    if not setup.exact:
        pile += shuffled(setup.seed, "deal:1", rest_of(ruleset_of(state).deck, setup))
    if setup.hands is not None:
        return tuple(tuple(Card(code) for code in hand) for hand in setup.hands), pile
    return dealt(state, setup, pile)


def rest_of(deck: Deck, setup: Setup) -> list[Card]:
    left = Counter(deck.copies)
    left.subtract(code for _, code in named_codes(setup))
    return [Card(code) for code, count in left.items() for _ in range(count)]


def dealt(state: GameState, setup: Setup, pile: tuple[Card, ...]) -> tuple[Hands, tuple[Card, ...]]:
    hands, rest = one_at_a_time(state, setup.dealer, pile)
    if any(len(hand) < hand_size(state) for hand in hands):
        raise BadSetup("/draw_pile", "There are too few cards to deal.")
    return hands, rest


def opening_color(setup: Setup) -> Color | None:
    """The color that is active at the start: the top's own, or the one named for a wild."""
    if not setup.discard:
        return None
    shown = FACES[setup.discard[-1]].color
    if shown is None and setup.active_color is None:
        raise BadSetup("/active_color", "The top card is a wild: name the active color.")
    if shown is not None and setup.active_color not in (None, shown):
        raise BadSetup("/active_color", f"The top card is {shown}.")
    return shown or setup.active_color


def refuse_closed_pile(state: GameState) -> None:
    if not any(can_open(state, card) for card in state.draw_pile):
        raise BadSetup("/draw_pile", "No card of the draw pile can open the round.")
