"""A round from the deal to the count, and the match around it (rules, sections 2, 8 and 9)."""

from collections.abc import Mapping
from itertools import count

from service.engine import events as e
from service.engine.cards import Card, Kind, Side
from service.engine.effects import Laid
from service.engine.house import ending, hands, turns
from service.engine.rulesets import RULESETS, deck_of
from service.engine.rulesets.ruleset import Ruleset
from service.engine.run import Run
from service.engine.shuffle import one_of, paired, shuffled
from service.engine.state import GameState, Seed, Turn, face, seated


def ruleset_of(state: GameState) -> Ruleset:
    return RULESETS[state.game]


def start_match(run: Run, seed: Seed) -> None:
    run.emit(e.MatchStarted())
    deal(run, dealer_of_first_round(run, seed), seed)


def dealer_of_first_round(run: Run, seed: Seed) -> int:
    players = seated(run.state)
    match hands.first_dealer(run.state):
        case "host":
            return run.state.host
        case "random":
            return players[one_of(seed, "dealer", len(players))]
        case _:
            return cut_for_dealer(run, seed, players)


def cut_for_dealer(run: Run, seed: Seed, players: list[int]) -> int:
    """Each player cuts one card, the highest number deals; ties cut again (rules, section 2)."""
    for attempt in count(1):
        deck = shuffled(seed, f"cut:{attempt}", deck_of(run.state.game, run.state.options).cards())
        cuts = list(zip(players, deck, strict=False))
        for seat, card in cuts:
            run.emit(e.DealerCut(seat, face(run.state, card).code))
        highest = max(rank_of_cut(run.state, card) for _, card in cuts)
        players = [seat for seat, card in cuts if rank_of_cut(run.state, card) == highest]
        if len(players) == 1:
            break
    return players[0]


def rank_of_cut(state: GameState, card: Card) -> int:
    """Actions count 0."""
    return face(state, card).value or 0


def deal_next(run: Run, seed: Seed) -> None:
    """The deal passes one seat to the left."""
    deal(run, turns.neighbour(run.state, run.state.dealer, 1), seed)


def deal(run: Run, dealer: int, seed: Seed) -> None:
    number = run.state.round + 1
    deck = whole_deck(run.state, seed)
    dealt, rest = dealt_hands(run.state, dealer, seed, number, deck)
    direction = turns.first_direction(run.state.options)
    run.emit(e.RoundDealt(number, dealer, direction, seed, dealt, rest))
    open_round(run)


def whole_deck(state: GameState, seed: Seed) -> tuple[Card, ...]:
    """The cards of a round, in the order of the unshuffled deck. Those with two sides stay paired for the match: they
    are gathered from the table (rules, section 1)."""
    deck = deck_of(state.game, state.options)
    if deck.dark is None:
        return deck.cards()
    gathered = sorted((*state.draw_pile, *state.discard, *(card for each in state.players for card in each.hand)))
    if len(gathered) == deck.size and not hands.pairs_anew(state):
        return tuple(gathered)
    return paired(seed, f"pairing:{state.round + 1}", deck.faces(Side.LIGHT), deck.faces(Side.DARK))


def dealt_hands(
    state: GameState, dealer: int, seed: Seed, number: int, cards: tuple[Card, ...]
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """Hands by seat and the draw pile; shuffled again in the rare case that no card of the pile could open."""
    for attempt in count(1):
        deck = shuffled(seed, f"deal:{number}:{attempt}", cards)
        dealt, rest = one_at_a_time(state, dealer, deck)
        if any(can_open(state, card) for card in rest):
            break
    return dealt, rest


def one_at_a_time(
    state: GameState, dealer: int, deck: tuple[Card, ...]
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """Card by card, from the dealer's left to the dealer."""
    players = seated(state)
    first = players.index(dealer) + 1
    order = players[first:] + players[:first]
    cards = len(order) * hands.hand_size(state)
    dealt = {seat: deck[place : cards : len(order)] for place, seat in enumerate(order)}
    return tuple(dealt.get(seat, ()) for seat in range(len(state.players))), deck[cards:]


def can_open(state: GameState, card: Card) -> bool:
    kind = face(state, card).kind
    if turns.opening_action_ignored(state) and kind is not Kind.NUMBER:
        return False
    if kind is Kind.WILD and turns.opening_wild_goes_back(state):
        return False
    if kind is Kind.FLIP and turns.opening_flip_goes_back(state):
        return False
    return kind in ruleset_of(state).openings


def open_round(run: Run) -> None:
    """Turns up the opening card; one that cannot open goes back to a random place, or is ignored and stays underneath,
    and another is turned."""
    while not can_open(run.state, run.state.draw_pile[0]):
        state = run.state
        if turns.opening_action_ignored(state):
            run.emit(e.OpeningCard(state.draw_pile[0], ignored=True))
            continue
        place = one_of(state.seed, f"opening:{state.seq}", len(state.draw_pile))
        run.emit(e.OpeningCard(state.draw_pile[0], back_to=place))
    state = run.state
    card = state.draw_pile[0]
    ruleset_of(state).openings[face(state, card).kind](run, Laid(state.dealer, card, state))


def end_if_too_long(run: Run) -> None:
    """Where a round has a limit of turns, the lowest hand wins it when they are over (`round_limit`)."""
    awaiting = run.state.awaiting
    if isinstance(awaiting, Turn) and awaiting.drawn is None and ending.limit_reached(run.state):
        end_round(run, lowest(run.state), limit=True)


def lowest(state: GameState) -> int:
    return ending.lowest(state, worth(state))


def worth(state: GameState) -> Mapping[Kind, int]:
    """What the cards of a kind count in this game."""
    return ending.worth(state, ruleset_of(state).points)


def end_round(run: Run, winner: int, limit: bool = False, stuck: bool = False) -> None:
    """The round is counted; it may have been the last."""
    state = run.state
    points = ending.points_of(state, winner, worth(state))
    run.emit(
        e.RoundEnded(
            state.round,
            winner,
            points,
            tuple(player.hand for player in state.players),
            state.side,
            limit,
            stuck,
            partners=tuple(seat for seat in hands.side_of(state, winner) if seat != winner),
            out=ending.put_out(state, points),
        )
    )
    winners = ending.match_winners(run.state, winner)
    if winners:
        run.emit(e.MatchEnded(winners))


def end_stuck(run: Run) -> None:
    """Nobody can play or draw any more: no points, next deal, or the lowest hand wins (rules, section 8)."""
    if ending.stalemate_is_won(run.state):
        end_round(run, lowest(run.state), stuck=True)
    else:
        void_round(run)


def end_deserted(run: Run) -> None:
    """Nobody plays for themselves any more: no points, and the next deal waits for whoever comes back (rules, section
    11)."""
    void_round(run, idle=True)


def void_round(run: Run, idle: bool = False) -> None:
    state = run.state
    hands = tuple(player.hand for player in state.players)
    run.emit(e.RoundEnded(state.round, None, (0,) * len(hands), hands, state.side, idle=idle))
