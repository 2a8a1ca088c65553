"""Makes the commands of a golden: the same plan gives the same ones."""

import random
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, count
from types import MappingProxyType
from typing import NamedTuple

from service.engine import LegalMove, Refused, apply, legal
from service.engine import commands as c
from service.engine.cards import COLORS, FACES, PAIRING, Code, Color, Kind, Side, code_on
from service.engine.choices import PARTY, Value
from service.engine.decisions import waiting_for
from service.engine.events import OpeningCard
from service.engine.house import laying
from service.engine.presets import PRESETS, choose
from service.engine.refusals import pair_refusal
from service.engine.rulesets import RULESETS
from service.engine.state import GameOver, GameState, RoundOver, Seed, Visibility, code, seated
from tests.goldens.notation import SECOND, Golden, Header, matters, opened, options_of

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo")
WEIGHTS = {
    "play": 30,
    "draw": 2,
    "pass": 4,
    "challenge": 2,
    "choose_color": 8,
    "call_uno": 3,
    "catch": 1,
    "deal": 1,
    "jump_in": 5,
    "point": 5,
    "suggest": 1,
}
PLAIN: dict[str, Callable[[int], c.Command]] = {
    "draw": c.Draw,
    "pass": c.Pass,
    "challenge": c.Challenge,
    "call_uno": c.CallUno,
}
UNPLAYED = frozenset({"max_players", "inactive_faces", "turn_seconds"})
"""Options that change no event: the desk decides with two how many seats there are and when time is over, the view
with one what is seen."""


class Plan(NamedTuple):
    """`lobby`: what happens before the deal, else everybody sits down. `opens`: the kind of the first card turned up.
    `slips`, `leaves` and `idles`: how often somebody tries a card that may be refused, leaves the game, or does nothing
    until time is over. `ended`: by its host, after the last round. `most`: commands. `draws`: the weight of a draw
    among what can be done."""

    players: int
    options: Mapping[str, Value] = MappingProxyType({})
    rounds: int = 1
    opens: Kind | None = None
    lobby: tuple[c.Command, ...] = ()
    slips: float = 0.1
    leaves: float = 0.0
    ended: bool = False
    most: int = 150
    preset: str = "classic"
    draws: int = WEIGHTS["draw"]
    idles: float = 0.0


SPARSE = dict.fromkeys(RULESETS["classic"].deck.copies, 0) | {"R1": 1, "G2": 11}
"""A deck of which one card fits no other: if it is turned up, nobody can play."""
SETTLED: dict[str, Value] = {"min_players": 3, "hand_size": 4, "uno_penalty": 4}
PLANS: dict[str, Plan] = {
    "two-by-the-book": Plan(2),
    "two-reverse-is-nothing-more": Plan(2, {"two_player_reverse": "noop", "hand_size": 12}, opens=Kind.REVERSE),
    "two-match-of-several-rounds": Plan(2, {"target_score": 150, "hand_size": 5}, rounds=9, most=350),
    "three-forced-to-play-what-they-draw": Plan(
        3, {"first_dealer": "host", "play_drawn_card": "forced", "hand_size": 5}, opens=Kind.SKIP
    ),
    "three-one-card-each": Plan(3, {"hand_size": 1, "target_score": 0, "uno_penalty": 1}, rounds=2),
    "three-settings-changed-and-ended": Plan(
        3,
        {"hand_size": 3},
        lobby=(
            c.Join("Bo", 2),
            c.Join("Cy"),
            c.Join("Di", 0),
            c.Join("Di", 3),
            c.Join("Di"),
            c.Play(0, Code("R5")),
            c.ChangeSettings(2, "classic", {}, 3, Visibility.PUBLIC),
            c.ChangeSettings(0, "classic", SETTLED, 4, Visibility.PRIVATE),
            c.ChangeSettings(0, "classic", {}, 2, Visibility.PRIVATE),
            c.Kick(0, 0),
            c.Kick(0, 1),
            c.Deal(0, Seed(bytes(32))),
            c.Join("Ed"),
            c.Join("Flo"),
            c.Leave(2),
            c.Join("Gus", 2),
        ),
        ended=True,
    ),
    "four-never-play-what-they-draw": Plan(4, {"first_dealer": "random", "play_drawn_card": "never"}, slips=0.2),
    "four-must-play": Plan(4, {"force_play": True, "wild_counts_as_match": True, "hand_size": 10}, opens=Kind.DRAW_TWO),
    "five-draw-until-playable": Plan(
        5, {"draw_until_playable": True, "opening_reverse": "right_of_dealer"}, opens=Kind.REVERSE
    ),
    "six-dealer-names-the-color": Plan(6, {"opening_wild": "dealer", "voluntary_draw": False}, opens=Kind.WILD),
    "six-first-player-names-the-color": Plan(6, {"wild_draw_legal_if": "always"}, opens=Kind.WILD),
    "seven-wild-goes-back": Plan(7, {"opening_wild": "redraw", "uno_penalty": 0}, opens=Kind.WILD),
    "eight-refuse-bluffs": Plan(
        8,
        {"wild_draw_bluff": "refused", "wild_draw_legal_if": "nothing_playable", "max_players": 8},
        opens=Kind.WILD_DRAW_FOUR,
    ),
    "flip-two-by-the-book": Plan(2, preset="flip", rounds=2, most=300),
    "flip-three-opens-with-a-flip": Plan(
        3, {"flip_pairing": "per_round", "hand_size": 5}, rounds=2, opens=Kind.FLIP, preset="flip", most=300
    ),
    "flip-four-flip-stays-on-top": Plan(4, {"flip_top": "played_card"}, preset="flip", most=300),
    "flip-four-next-player-names-the-color": Plan(
        4, {"flip_exposed_wild": "next_player", "hand_size": 5}, preset="flip", most=300
    ),
    "flip-three-old-side-is-scored": Plan(
        3, {"flip_last_card": "score_old_side", "hand_size": 3}, preset="flip", most=150
    ),
    "flip-five-opening-flip-goes-back": Plan(5, {"opening_flip": "redraw"}, opens=Kind.FLIP, preset="flip", most=300),
    "flip-farsi-four": Plan(4, opens=Kind.REVERSE, preset="flip-farsi", slips=0.2, most=400),
    "flip-gamerules-three": Plan(3, opens=Kind.WILD, preset="flip-gamerules", most=300),
    "flip-two-backs-hidden": Plan(2, {"inactive_faces": "hidden"}, preset="flip", most=200),
    "flip-two-backs-for-all": Plan(2, {"inactive_faces": "everyone", "hand_size": 4}, preset="flip", most=200),
    "three-unnoticed": Plan(3, {"uno_trigger": "unnoticed", "hand_size": 4}, most=200),
    "party-six-by-the-book": Plan(6, preset="party", most=600, slips=0.02),
    "party-three-point-and-pile-up": Plan(
        3,
        {"min_players": 3, "hand_size": 5, "pile_up_decline": True},
        preset="party",
        most=400,
    ),
    "party-four-forced-mirrors": Plan(
        4, {"min_players": 3, "link_mirrors": "forced", "deck": {"WDT": 30, "W": 0}}, preset="party", most=500
    ),
    "party-four-nobody-links-themselves": Plan(
        4, {"min_players": 3, "link_self": False, "deck": {"WDT": 30}}, preset="party", most=500
    ),
    "party-eight-some-leave": Plan(8, preset="party", leaves=0.02, most=600),
    "party-five-opening-acts": Plan(
        5, {"min_players": 5, "opening_action": "resolve"}, opens=Kind.SKIP, preset="party", most=500
    ),
    "four-jump-in-any": Plan(4, {"jump_in": "any", "jump_in_penalty": 3, "hand_size": 10}, slips=0.2, most=400),
    "three-at-most-four-turns": Plan(3, {"round_limit": 4}, most=100),
    "three-opening-action-ignored": Plan(3, {"opening_action": "ignore", "hand_size": 3}, opens=Kind.REVERSE, most=150),
    "farsi-three": Plan(3, preset="classic-farsi", most=700),
    "mobile-four": Plan(4, rounds=2, preset="mobile", most=400),
    "four-counterclockwise": Plan(
        4, {"initial_direction": "counterclockwise", "opening_reverse": "right_of_dealer"}, opens=Kind.REVERSE
    ),
    "three-actions-on-their-color": Plan(3, {"action_match": "color_only", "hand_size": 10}, slips=0.2),
    "three-illegal-plays-cost-four": Plan(3, {"illegal_play": "penalty", "illegal_play_penalty": 4}, slips=0.2),
    "three-advice-costs-one": Plan(3, {"suggestion_penalty": 1, "hand_size": 4}),
    "three-stack-the-same-kind": Plan(3, {"stacking": "same_kind", "hand_size": 12}, opens=Kind.DRAW_TWO),
    "four-stack-anything": Plan(4, {"stacking": "any", "hand_size": 10}, most=300),
    "flip-three-stack-anything": Plan(3, {"stacking": "any", "hand_size": 10}, preset="flip", most=300),
    "party-six-stack-a-wild": Plan(6, {"stacking": "draw_four_on_two"}, preset="party", most=700, slips=0.02),
    "three-sevens-and-zeros": Plan(3, {"seven_zero": True}, rounds=2, most=300),
    "four-in-teams": Plan(4, {"teams": True, "target_score": 100, "hand_size": 5}, rounds=9, most=500),
    "three-own-cards": Plan(3, {"scoring": "own_cards", "target_score": 150, "hand_size": 5}, rounds=9, most=500),
    "three-two-rounds-win": Plan(3, {"scoring": "rounds", "target_rounds": 2, "hand_size": 4}, rounds=9, most=400),
    "four-eliminated": Plan(
        4,
        {"scoring": "elimination", "target_score": 60, "hand_size": 5, "points": {"wild": 10, "skip": 40}},
        rounds=20,
        leaves=0.003,
        most=900,
    ),
    "three-grace-and-false-alarms": Plan(
        3,
        {"uno_grace_ms": 3_000, "false_uno_penalty": 1, "false_catch_penalty": 2, "hand_size": 4},
        slips=0.2,
        most=300,
    ),
    "two-stuck-and-the-lowest-hand-wins": Plan(2, {"stalemate": "lowest_hand", "hand_size": 5, "deck": SPARSE}),
    "three-idle-and-back": Plan(3, {"turn_seconds": 30, "idle_limit": 1, "hand_size": 4}, idles=0.2, most=200),
    "four-idle-and-skipped": Plan(4, {"turn_seconds": 5, "on_idle": "skip", "hand_size": 5}, idles=0.3, most=300),
    "five-idle-and-removed": Plan(
        5, {"turn_seconds": 86_400, "on_idle": "remove", "idle_limit": 2, "hand_size": 5}, idles=0.3, most=300
    ),
    "party-six-do-not-point": Plan(6, {"turn_seconds": 60, "idle_limit": 3}, preset="party", idles=0.15, most=600),
    "nine-some-leave": Plan(9, {"hand_size": 4, "first_dealer": "random"}, rounds=2, leaves=0.02, most=250),
    "ten-with-a-thin-draw-pile": Plan(
        10,
        {"hand_size": 10, "min_players": 10, "draw_until_playable": True},
        lobby=(*map(c.Join, NAMES[1:9]), c.Deal(0, Seed(bytes(32))), c.Join(NAMES[9])),
        most=400,
    ),
}


def picked(name: str, plan: Plan) -> Golden:
    """A whole game of some rounds: the first that is short, and in which each of the plan's options matters."""
    return next(golden for golden in goldens(name, plan) if worth_keeping(golden, plan))


def goldens(name: str, plan: Plan) -> Iterator[Golden]:
    for seed in range(1_000):
        options = choose(PRESETS[plan.preset], plan.options)
        header = Header(plan.preset, options, plan.players, Visibility.UNLISTED, NAMES[0], seed)
        yield Golden(header, tuple(commands(header, plan, random.Random(f"{name} {seed}"))))


def worth_keeping(golden: Golden, plan: Plan) -> bool:
    promised = {name for options in options_of(golden) for name in options} - UNPLAYED
    if plan.preset == PARTY:
        promised -= PRESETS[PARTY].differs.keys() - plan.options.keys() | {"min_players"}
    return len(golden.commands) < plan.most and all(matters(golden, name) for name in promised)


def commands(header: Header, plan: Plan, rng: random.Random) -> Iterator[c.Command]:
    state = opened(header).state
    for command in plan.lobby or everybody(plan):
        yield command
        state = after(state, command)
    following: c.Command | None = first_deal(state, plan, rng)
    for moment in range(len(plan.lobby or everybody(plan)), plan.most):
        if following is None:
            break
        yield following
        state = after(state, following, moment * SECOND)
        following = next_command(state, plan, rng, (moment + 1) * SECOND)


def everybody(plan: Plan) -> tuple[c.Command, ...]:
    return tuple(c.Join(player) for player in NAMES[1 : plan.players])


def after(state: GameState, command: c.Command, now: int = 0) -> GameState:
    try:
        return apply(state, command, now).state
    except Refused:
        return state


def first_deal(state: GameState, plan: Plan, rng: random.Random) -> c.Deal:
    """A deal whose first card turned up is of the kind that the plan wants."""
    deals = (c.Deal(state.host, Seed(rng.randbytes(32))) for _ in count())
    return next(deal for deal in deals if plan.opens in (None, first_turned_up(state, deal)))


def first_turned_up(state: GameState, deal: c.Deal) -> Kind:
    return next(
        FACES[code_on(Side.LIGHT, event.card)].kind
        for event in apply(state, deal).events
        if isinstance(event, OpeningCard)
    )


def next_command(state: GameState, plan: Plan, rng: random.Random, now: int) -> c.Command | None:
    """None: that was all."""
    if isinstance(state.awaiting, GameOver):
        return None
    if isinstance(state.awaiting, RoundOver):
        if state.round < plan.rounds:
            return c.Deal(rng.choice(seated(state)), Seed(rng.randbytes(32)))
        return c.End(state.host) if plan.ended else None
    if rng.random() < plan.leaves:
        return departure(state, rng)
    if plan.idles and rng.random() < plan.idles:
        return c.TimeOut()
    return slip(state, rng) if rng.random() < plan.slips else move(state, plan, rng, now)


def departure(state: GameState, rng: random.Random) -> c.Command:
    leaver = rng.choice(seated(state))
    return c.Leave(leaver) if leaver == state.host or rng.random() < 0.5 else c.Kick(state.host, leaver)


def slip(state: GameState, rng: random.Random) -> c.Command:
    """What may well be refused, mostly of who must act."""
    seat, other = rng.randrange(len(state.players)), rng.randrange(len(state.players))
    if rng.random() < 0.7:
        seat = waiting_for(state)[0]
    card = rng.choice([*(code(state, each) for each in state.players[seat].hand), Code("R5")])
    color = rng.choice(COLORS[state.side]) if FACES[card].wild is (rng.random() < 0.9) else None
    uno = rng.random() < 0.2
    targets = (seat, other) if FACES[card].kind in PAIRING else ()
    if laying.swaps_hands(state, FACES[card]):
        targets = (other,)
    plays: list[c.Command] = [c.Play(seat, card, color, uno, targets)] * 5
    if state.options.get("jump_in", "off") != "off":
        plays[0] = c.JumpIn(seat, card, color, uno)
    asks: list[c.Command] = [kind(seat) for kind in PLAIN.values()]
    if state.game == PARTY:
        asks.append(c.Point(seat, other))
    return rng.choice([*plays, *asks, c.CatchUno(seat, other), c.ChooseColor(seat, Color.RED)])


def pair(state: GameState, seat: int, rng: random.Random) -> tuple[int, int]:
    """Two players whom a card may link."""
    pairs = combinations(seated(state), 2)
    return rng.choice([each for each in pairs if pair_refusal(state, seat, each) is None])


def targets(state: GameState, seat: int, card: Code, rng: random.Random) -> tuple[int, ...]:
    """Whom to name with a card."""
    if FACES[card].kind in PAIRING:
        return pair(state, seat, rng)
    return (rng.choice([other for other in seated(state) if other != seat]),)


def move(state: GameState, plan: Plan, rng: random.Random, now: int) -> c.Command:
    """One of the legal moves of all players; an action of several moves of a seat weighs as often."""
    moves = [(seat, each) for seat in seated(state) for each in legal(state, seat, now)]
    weights = [{**WEIGHTS, "draw": plan.draws}[each.action] for _, each in moves]
    [(seat, chosen)] = rng.choices(moves, weights)
    return made(state, seat, chosen, rng)


def made(state: GameState, seat: int, chosen: LegalMove, rng: random.Random) -> c.Command:
    color = rng.choice(COLORS[state.side]) if chosen.needs else None
    match chosen.action:
        case "play" | "jump_in":
            kind = c.Play if chosen.action == "play" else c.JumpIn
            uno = len(state.players[seat].hand) == 2 and rng.random() < 0.4
            card = rng.choice(chosen.cards or ())
            named = color if "color" in (chosen.needs or ()) else None
            return kind(
                seat, card, named, uno, targets(state, seat, card, rng) if "targets" in (chosen.needs or ()) else ()
            )
        case "suggest":
            return c.Suggest(seat, rng.choice([*RULESETS[state.game].deck.on(state.side)]))
        case "point":
            return c.Point(seat, rng.choice(chosen.seats or ()))
        case "catch":
            return c.CatchUno(seat, rng.choice(chosen.seats or ()))
        case "choose_color":
            return c.ChooseColor(seat, color or Color.RED)
        case action:
            return PLAIN[action](seat)
