"""A table set up exactly, for tests of integrators and ours (api guide, sandbox)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import NamedTuple

from service.engine import events as e
from service.engine.cards import COLORS, FACES, Card, Code, Color, Deck, Side, face_on, two_sided
from service.engine.choices import PARTY, Value
from service.engine.contradictions import TEAM_PLAYERS
from service.engine.house.hands import hand_size, in_teams, most_players
from service.engine.house.turns import first_direction
from service.engine.presets import PRESETS
from service.engine.rounds import can_open, one_at_a_time, open_round
from service.engine.rulesets import RULESETS, deck_of
from service.engine.run import Run
from service.engine.shuffle import paired, shuffled
from service.engine.state import Frozen, GameState, Seed, Visibility

Hands = tuple[tuple[Card, ...], ...]


class Setup(Frozen, frozen=True):
    """What is named of a table; `None`, or an empty `scores`: left to the rules. `options` are chosen already. A card
    with two sides is named by both faces, or by the one that is up."""

    preset: str
    options: dict[str, Value]
    names: tuple[str, ...]
    seed: Seed
    dealer: int = 0
    hands: tuple[tuple[Code, ...], ...] | None = None
    discard: tuple[Code, ...] | None = None
    draw_pile: tuple[Code, ...] = ()
    exact: bool = False
    direction: int | None = None
    active_color: Color | None = None
    turn: int | None = None
    scores: tuple[int, ...] = ()
    side: Side = Side.LIGHT
    link: tuple[int, ...] = ()


class BadSetup(ValueError):
    """A table that cannot be: where (a JSON pointer) and why."""

    def __init__(self, pointer: str, why: str) -> None:
        super().__init__(why)
        self.pointer = pointer
        self.why = why


class Piles(NamedTuple):
    """The cards that are named, and in `rest` those that are named nowhere."""

    hands: Hands | None
    discard: tuple[Card, ...]
    draw_pile: tuple[Card, ...]
    rest: tuple[Card, ...]


def lay_out(setup: Setup) -> Run:
    """The game dealt and playing; raises `BadSetup`."""
    refuse_bad_seats(setup)
    refuse_bad_side(setup)
    piles = piles_of(setup)
    run = seated_table(setup)
    hands, draw_pile = hands_and_pile(run.state, setup, piles)
    color = opening_color(setup, piles.discard)
    run.emit(
        e.RoundDealt(
            1,
            setup.dealer,
            first_direction(setup.options) if setup.direction is None else setup.direction,
            setup.seed,
            hands,
            draw_pile,
            piles.discard,
            color,
            setup.side,
        )
    )
    if setup.link:
        first, second = setup.link
        run.emit(e.PlayersLinked(first, (first, second)))
    if piles.discard:
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
    most = most_players(setup.options)
    if seats > most:
        raise BadSetup("/players", f"There are at most {most} players in this game.")
    if in_teams(setup.options) and seats != TEAM_PLAYERS:
        raise BadSetup("/players", f"Two teams are {TEAM_PLAYERS} players.")
    for pointer, seat in (("/dealer", setup.dealer), ("/turn", setup.turn)):
        if seat is not None and not 0 <= seat < seats:
            raise BadSetup(pointer, f"There are seats 0 to {seats - 1}.")
    if setup.link and (len(setup.link) != 2 or not {*setup.link} <= {*range(seats)} or len({*setup.link}) == 1):
        raise BadSetup("/link", f"Two different seats of 0 to {seats - 1} are linked.")
    if setup.link and PRESETS[setup.preset].game != PARTY:
        raise BadSetup("/link", "Nobody is linked in this game.")
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


def refuse_bad_side(setup: Setup) -> None:
    if setup.side is Side.LIGHT:
        return
    if RULESETS[PRESETS[setup.preset].game].deck.dark is None:
        raise BadSetup("/side", "The cards of this game have one side.")
    if not setup.discard:
        raise BadSetup("/side", "Without a discard pile the round opens by the rules, on the light side.")


def piles_of(setup: Setup) -> Piles:
    """Every named card, whole; raises `BadSetup` for what is none, or not there any more."""
    deck, named = deck_of(PRESETS[setup.preset].game, setup.options), named_codes(setup)
    left = {side: Counter(deck.on(side)) for side in Side}
    for pointer, text in named:
        for side, code in faces_named(deck, setup.side, pointer, text):
            left[side][code] -= 1
            if left[side][code] < 0 and not setup.exact:
                raise BadSetup(pointer, f"The deck has no more {code}; with exact it need not.")
    cards = {pointer: Card(text) for pointer, text in named}
    if deck.dark is not None:
        cards |= completed(setup, deck, {pointer: text for pointer, text in named if "/" not in text}, left)
    return Piles(
        None if setup.hands is None else tuple(pile(cards, f"/hands/{seat}") for seat in range(len(setup.hands))),
        pile(cards, "/discard"),
        pile(cards, "/draw_pile"),
        () if setup.exact else rest_of(setup, deck, left),
    )


def pile(cards: Mapping[str, Card], pointer: str) -> tuple[Card, ...]:
    """The cards that are named under a pointer."""
    return tuple(card for place, card in cards.items() if place.rpartition("/")[0] == pointer)


def faces_named(deck: Deck, up: Side, pointer: str, text: str) -> list[tuple[Side, Code]]:
    """The faces that a code names: both of a card with two sides, light first, or the one that is up."""
    codes = tuple(map(Code, text.split("/")))
    sides = (up,) if len(codes) == 1 else tuple(Side)
    known = len(codes) <= (1 if deck.dark is None else 2)
    if not known or any(code not in deck.on(side) for side, code in zip(sides, codes, strict=True)):
        raise BadSetup(pointer, f"{text} is no card of this game.")
    if len(codes) == 2 and all(FACES[code].wild for code in codes):
        raise BadSetup(pointer, "No card is wild on both sides.")
    return list(zip(sides, codes, strict=True))


def completed(
    setup: Setup, deck: Deck, halves: Mapping[str, Code], left: Mapping[Side, Counter[Code]]
) -> dict[str, Card]:
    """Cards of which one face is named: the other is one of those that are left, and never wild."""
    other = setup.side.other
    everything = [code for code in deck.faces(other) if not FACES[code].wild]
    free = [code for code in left[other].elements() if not FACES[code].wild]
    behind = cycle((*shuffled(setup.seed, "behind", free), *everything))
    cards = {}
    for pointer, code in halves.items():
        back = next(behind)
        left[other][back] -= 1
        cards[pointer] = two_sided(code, back) if setup.side is Side.LIGHT else two_sided(back, code)
    return cards


def rest_of(setup: Setup, deck: Deck, left: Mapping[Side, Counter[Code]]) -> tuple[Card, ...]:
    """The cards of the deck that are named nowhere, shuffled."""
    light, dark = (tuple(left[side].elements()) for side in Side)
    if deck.dark is None:
        return shuffled(setup.seed, "deal:1", tuple(map(Card, light)))
    wilds = sum(FACES[code].wild for code in (*light, *dark))
    if wilds > len(light):
        raise BadSetup("/exact", "What is left cannot be paired without a card that is wild on both sides.")
    return shuffled(setup.seed, "deal:1", paired(setup.seed, "pairing:1", light, dark))


def hands_and_pile(state: GameState, setup: Setup, piles: Piles) -> tuple[Hands, tuple[Card, ...]]:
    """Hands that are left out are dealt from the draw pile by the rules."""
    draw_pile = piles.draw_pile + piles.rest
    return (piles.hands, draw_pile) if piles.hands is not None else dealt(state, setup, draw_pile)


def dealt(state: GameState, setup: Setup, pile: tuple[Card, ...]) -> tuple[Hands, tuple[Card, ...]]:
    hands, rest = one_at_a_time(state, setup.dealer, pile)
    if any(len(hand) < hand_size(state) for hand in hands):
        raise BadSetup("/draw_pile", "There are too few cards to deal.")
    return hands, rest


def opening_color(setup: Setup, discard: tuple[Card, ...]) -> Color | None:
    """The color that is active at the start: the top's own, or the one named for a wild."""
    if not discard:
        return None
    shown = face_on(setup.side, discard[-1]).color
    if shown is None and setup.active_color is None:
        raise BadSetup("/active_color", "The top card is a wild: name the active color.")
    if shown is not None and setup.active_color not in (None, shown):
        raise BadSetup("/active_color", f"The top card is {shown}.")
    if setup.active_color is not None and setup.active_color not in COLORS[setup.side]:
        raise BadSetup("/active_color", f"The {setup.side} side has no such color.")
    return shown or setup.active_color


def refuse_closed_pile(state: GameState) -> None:
    if not any(can_open(state, card) for card in state.draw_pile):
        raise BadSetup("/draw_pile", "No card of the draw pile can open the round.")
