"""What holds of every game after every step, whatever was done before."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations, product
from random import Random

from msgspec.structs import replace

from service.engine import LegalMove, Refused, apply, event_view, legal, view, violation
from service.engine import commands as c
from service.engine import events as e
from service.engine.cards import COLORS, FACES, Card, Code, Color, Side, code_on, two_sided
from service.engine.codec import Decoder, encode
from service.engine.decisions import waiting_for
from service.engine.evolve import fold
from service.engine.history import EventView
from service.engine.house import hands
from service.engine.pace import is_skipped
from service.engine.refusals import pair_refusal
from service.engine.rulesets import RULESETS
from service.engine.state import Answer, Awaiting, GameState, PileUp, Pointing, RoundOver, Seed, Turn, code, seated
from service.engine.view import GameView
from tests.engine.walker import cards_in

SEED = Seed(bytes(32))
OTHER_SEED = Seed(b"\x01" * 32)
DECISIVE = {"play", "draw", "pass", "challenge", "choose_color", "point"}
decoded = Decoder(GameState)
Viewer = int | None


@dataclass
class Game:
    """A game and its whole history."""

    state: GameState
    events: list[e.Event] = field(default_factory=list)

    def do(self, command: c.Command, by_itself: bool = False) -> bool:
        """Carries a command out; False: it was refused, and nothing has changed."""
        before, refusal = self.state, violation(self.state, command)
        kept = encode(before)
        try:
            outcome = apply(self.state, command, by_itself=by_itself)
        except Refused as refused:
            assert refused.violation is refusal
            assert encode(before) == kept
            return False
        assert refusal is None
        assert outcome.events
        self.events += outcome.events
        self.state = outcome.state
        for event in outcome.events:
            check_event(self.state, event)
        return True


def check(game: Game) -> None:
    check_history(game)
    check_table(game)


def check_table(game: Game) -> None:
    """All but that the history leads here."""
    check_cards(game)
    check_decision(game.state)
    check_judge(game.state)
    assert decoded(encode(game.state)) == game.state
    for viewer in viewers(game.state):
        check_secrecy(seen(game.state, viewer), game.state, viewer)
        check_hidden_hands_do_not_matter(game.state, viewer)


def check_history(game: Game) -> None:
    assert fold(game.events) == game.state
    assert game.state.seq == len(game.events)


def check_cards(game: Game) -> None:
    """Each card of the deal is in exactly one place."""
    deals = [event for event in game.events if isinstance(event, e.RoundDealt)]
    if not deals:
        assert not list(cards_in(game.state))
        return
    state, deal = game.state, deals[-1]
    dealt = cards_of(deal)
    piles = [player.hand for player in state.players] + [state.draw_pile, state.discard]
    piles += [state.awaiting.cards] if isinstance(state.awaiting, PileUp) else []
    assert Counter(card for pile in piles for card in pile) == dealt
    deck = hands.composition(state.options, RULESETS[state.game].deck)
    if not state.sandbox and deck.dark is None:
        assert dealt == Counter(deck.cards())
    elif not state.sandbox:
        for side in Side:
            assert Counter(code_on(side, card) for card in dealt.elements()) == Counter(deck.on(side))
        assert not any(all(FACES[code_on(side, card)].wild for side in Side) for card in dealt)
        assert hands.pairs_anew(state) or all(dealt == cards_of(deal) for deal in deals)


def cards_of(deal: e.RoundDealt) -> Counter[Card]:
    return Counter(card for pile in (*deal.hands, deal.draw_pile, deal.discard) for card in pile)


def check_decision(state: GameState) -> None:
    """Exactly one decision is open, and whoever it asks can act on it, nobody else."""
    owners = waiting_for(state)
    actions = {seat: {move.action for move in legal(state, seat)} for seat in seated(state)}
    if owners:
        assert len(owners) == 1 or isinstance(state.awaiting, Pointing)
        assert all(actions[seat] & DECISIVE for seat in owners)
        assert state.stuck < len(actions)
        assert not is_skipped(state)
    if state.link is not None:
        assert all(seat in actions for seat in state.link) and len({*state.link}) == 2
    for seat, able in actions.items():
        assert seat in owners or not able & DECISIVE
        assert "deal" in able if isinstance(state.awaiting, RoundOver) else not owners or "deal" not in able


def check_judge(state: GameState) -> None:
    """`legal` lists exactly what `apply` accepts."""
    for seat in range(len(state.players) + 1):
        listed = set(named_by(legal(state, seat), state, seat))
        for command in everything(state, seat):
            accepted = violation(state, command) is None
            if accepted and (is_penalized(state, command) or swaps_nothing(state, command)):
                continue
            assert accepted == (command in listed), (command, violation(state, command), legal(state, seat))
            if accepted:
                assert apply(state, command).events


def is_penalized(state: GameState, command: c.Command) -> bool:
    """A card that does not fit, a wrong call or a wrong catch may be accepted, at a cost, and is no move that is
    listed."""
    if not isinstance(command, c.Play | c.CallUno | c.CatchUno):
        return False
    return any(is_penalty(event) for event in apply(state, command).events)


def is_penalty(event: e.Event) -> bool:
    return isinstance(event, e.IllegalPlayPenalized) or getattr(event, "wrong", False)


def swaps_nothing(state: GameState, command: c.Command) -> bool:
    """A seven that is the last card may come with a target, and need not."""
    return isinstance(command, c.Play) and len(command.targets) == 1 and len(state.players[command.seat].hand) == 1


def named_by(moves: tuple[LegalMove, ...], state: GameState, seat: int) -> Iterator[c.Command]:
    """The commands that legal moves stand for."""
    for move in moves:
        match move.action:
            case "play" | "jump_in":
                kind = c.Play if move.action == "play" else c.JumpIn
                colors = COLORS[state.side] if "color" in (move.needs or ()) else (None,)
                calls = (False, True) if len(state.players[seat].hand) == 2 else (False,)
                for card, color, uno in product(move.cards, colors, calls):
                    for targets in targets_of(state, seat, card) if "targets" in (move.needs or ()) else [()]:
                        yield kind(seat, card, color, uno, targets)
            case "suggest":
                yield from (c.Suggest(seat, card) for card in RULESETS[state.game].deck.on(state.side))
            case "point":
                yield from (c.Point(seat, target) for target in move.seats)
            case "draw":
                yield c.Draw(seat)
            case "pass":
                yield c.Pass(seat)
            case "challenge":
                yield c.Challenge(seat)
            case "choose_color":
                yield from (c.ChooseColor(seat, color) for color in COLORS[state.side])
            case "call_uno":
                yield c.CallUno(seat)
            case "catch":
                yield from (c.CatchUno(seat, target) for target in move.seats)
            case "deal":
                yield c.Deal(seat, SEED)
            case _:
                raise AssertionError(move.action)


def targets_of(state: GameState, seat: int, card: Code) -> list[tuple[int, ...]]:
    """The pairs that a card may link, or the players that a seven may swap with."""
    if FACES[card].value == 7:
        return [(target,) for target in seated(state) if target != seat]
    pairs = permutations(range(-1, len(state.players) + 1), 2)
    return [pair for pair in pairs if not pair_refusal(state, seat, pair)]


def everything(state: GameState, seat: int) -> Iterator[c.Command]:
    """Every command of the table that a seat could ask for."""
    deck, foreign = RULESETS[state.game].deck, COLORS[state.side.other][:1]
    for named in {"R0", *deck.on(Side.LIGHT), *deck.on(Side.DARK)}:
        for color in (None, *COLORS[state.side], *foreign):
            for kind in (c.Play, c.JumpIn):
                yield kind(seat, Code(named), color)
                yield kind(seat, Code(named), color, True)
    if "WDT" in deck.copies:
        for pair in (*permutations(range(-1, len(state.players) + 1), 2), (0, 0), (0,), (0, 1, 2)):
            yield c.Play(seat, Code("WDT"), Color.RED, targets=pair)
        yield c.Play(seat, Code("R1"), targets=(0, 1))
    for named in ("R7", "G7", "R6"):
        for targets in ((0, 1), *((target,) for target in range(-1, len(state.players) + 1))):
            yield from (kind(seat, Code(named), targets=targets) for kind in (c.Play, c.JumpIn))
    yield from (c.Suggest(seat, Code(named)) for named in ("R5", "P5", "WD4", "WDC"))
    yield from (c.Point(seat, target) for target in range(-1, len(state.players) + 1))
    yield c.Draw(seat)
    yield c.Pass(seat)
    yield c.Challenge(seat)
    yield c.CallUno(seat)
    yield c.Deal(seat, SEED)
    yield from (c.ChooseColor(seat, color) for color in Color)
    yield from (c.CatchUno(seat, target) for target in range(-1, len(state.players) + 1))


def viewers(state: GameState) -> tuple[Viewer, ...]:
    return (None, *seated(state))


def seen(state: GameState, viewer: Viewer) -> GameView:
    return view(state, viewer, game_id="g", version=1, server_time="now")


def check_secrecy(shown: object, state: GameState, viewer: Viewer) -> None:
    """What is sent holds no card but those of its viewer's own hand."""
    own = () if viewer is None else tuple(code(state, card) for card in state.players[viewer].hand)
    assert not Counter(cards_in(shown)) - Counter((*own, *own[-1:]))


def check_event(state: GameState, event: e.Event) -> None:
    """An event looks the same to all whom it does not concern, whatever cards it holds that they may not see."""
    told = {viewer: told_of(state, event, viewer) for viewer in (None, *range(len(state.players)))}
    others = {viewer: each for viewer, each in told.items() if viewer is None or viewer != insider(event)}
    assert len({str(each) for each in others.values()}) == 1
    assert not any(list(cards_in(each)) for each in others.values())
    assert all(told_of(state, with_other_backs(event), viewer) == each for viewer, each in told.items())
    disguised = event_in_disguise(event)
    assert all(told_of(state, disguised, viewer) == each for viewer, each in others.items())


def told_of(state: GameState, event: e.Event, viewer: Viewer) -> EventView:
    return event_view(state, event, 1, "now", viewer)


def insider(event: e.Event) -> int | None:
    """The seat that an event shows cards to."""
    return event.seat if isinstance(event, e.CardsDrawn | e.ChallengeJudged) else None


def with_other_backs(event: e.Event) -> e.Event:
    """The same event with other inactive faces, which nobody is told of."""
    match event:
        case e.CardsDrawn(cards=cards, side=side):
            return replace(event, cards=tuple(other_back(card, side) for card in cards))
        case e.ChallengeJudged(evidence=cards, side=side):
            return replace(event, evidence=tuple(other_back(card, side) for card in cards))
        case e.CardPlayed(card=card, side=side) | e.IllegalPlayPenalized(card=card, side=side):
            return replace(event, card=other_back(card, side))
        case e.OpeningCard(card=card):
            return replace(event, card=other_back(card, Side.LIGHT))
        case _:
            return event


def other_back(card: Card, side: Side) -> Card:
    if "/" not in card:
        return card
    front = code_on(side, card)
    return two_sided(front, Code("V9")) if side is Side.LIGHT else two_sided(Code("B9"), front)


def event_in_disguise(event: e.Event) -> e.Event:
    """The same event with other cards where the table does not see them."""
    match event:
        case e.CardsDrawn(cards=cards):
            return replace(event, cards=other(cards))
        case e.ChallengeJudged(evidence=cards) | e.DrawPending(evidence=cards):
            return replace(event, evidence=other(cards))
        case e.RoundDealt(hands=hands, draw_pile=pile):
            return replace(event, hands=tuple(map(other, hands)), draw_pile=other(pile), seed=OTHER_SEED)
        case e.DeckReshuffled(draw_pile=pile):
            return replace(event, draw_pile=other(pile))
        case e.Pointed(target=target):
            return replace(event, target=target + 1)
        case e.PlayerLeft(under=cards) | e.PlayerKicked(under=cards):
            return replace(event, under=other(cards))
        case _:
            return event


def other(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Other cards, as many, of the same sort."""
    two = any("/" in card for card in cards)
    first, second = (Card("R1/P1"), Card("W/V9")) if two else (Card("R0"), Card("WD4"))
    return tuple(first if card != first else second for card in cards)


def check_hidden_hands_do_not_matter(state: GameState, viewer: Viewer) -> None:
    """Two games that differ only in what a viewer cannot see look the same to them."""
    assert seen(in_disguise(state, viewer, Random(state.seq)), viewer) == seen(state, viewer)


def in_disguise(state: GameState, viewer: Viewer, dice: Random) -> GameState:
    """The same table with everything that is hidden dealt anew: faces of the hands of others, of the draw pile, and
    what follows from them."""
    piles = [player.hand for player in state.players] + [state.draw_pile]
    fronts, backs = [], []
    for place, pile in enumerate(piles):
        for depth, card in enumerate(pile):
            fronts.append(None if place == viewer else code(state, card))
            backs.append(None if "/" in card and back_is_seen(state, place, depth, viewer) else back_of(state, card))
    fronts, backs = iter(mixed(fronts, dice)), iter(mixed(backs, dice))
    dealt = [tuple(rebuilt(state, card, next(fronts), next(backs)) for card in pile) for pile in piles]
    players = tuple(replace(player, hand=hand) for player, hand in zip(state.players, dealt[:-1], strict=True))
    disguised = replace(state, players=players, draw_pile=dealt[-1], seed=OTHER_SEED)
    return replace(disguised, awaiting=awaiting_in_disguise(disguised, viewer))


def back_is_seen(state: GameState, place: int, depth: int, viewer: Viewer) -> bool:
    if place < len(state.players):
        return hands.shows_backs(state, place, viewer)
    return depth == 0 and hands.shows_back_of_pile(state)


def back_of(state: GameState, card: Card) -> Code:
    return code_on(state.side.other, card)


def mixed(faces: list[Code | None], dice: Random) -> list[Code | None]:
    """The hidden faces change places; None stays where it is."""
    pool = [each for each in faces if each is not None]
    dice.shuffle(pool)
    return [None if each is None else pool.pop() for each in faces]


def rebuilt(state: GameState, card: Card, front: Code | None, back: Code | None) -> Card:
    """A card with other faces where they are hidden."""
    front = code(state, card) if front is None else front
    if "/" not in card:
        return Card(front)
    back = back_of(state, card) if back is None else back
    return two_sided(front, back) if state.side is Side.LIGHT else two_sided(back, front)


def awaiting_in_disguise(state: GameState, viewer: Viewer) -> Awaiting:
    match state.awaiting:
        case Turn(seat, drawn) if drawn is not None:
            return Turn(seat, state.players[seat].hand[-1])
        case Pointing(at=at) as pointing:
            hidden = [None if target is None or seat == viewer else target + 1 for seat, target in enumerate(at)]
            return replace(pointing, at=tuple(at[seat] if seat == viewer else each for seat, each in enumerate(hidden)))
        case Answer() as answer:
            return replace(answer, guilty=not answer.guilty, evidence=state.players[answer.by].hand)
        case awaiting:
            return awaiting
