"""Section 2: who deals, how many cards, and how a match begins."""

from collections import Counter

import pytest

from service.engine import Setup, set_table
from service.engine import commands as c
from service.engine import events as e
from service.engine.cards import FACES
from service.engine.house.hands import seats_allowed
from service.engine.rulesets import RULESETS
from service.engine.state import Seed
from tests.rulebook.table import SEED, Table, codes, lobby, match, rule, table

SEEDS = [Seed(bytes([number]) * 32) for number in range(60)]
DECK = RULESETS["classic"].deck


def by_the_cut(cuts: list[e.DealerCut], players: list[int]) -> int:
    """Who deals, as the rules say: by the highest number, actions count 0, ties cut again."""
    while len(players) > 1:
        now, cuts = cuts[: len(players)], cuts[len(players) :]
        assert [cut.seat for cut in now] == players
        numbers = {cut.seat: FACES[cut.card].value or 0 for cut in now}
        players = [seat for seat in players if numbers[seat] == max(numbers.values())]
    assert not cuts
    return players[0]


@rule("2")
@rule("2", first_dealer="cut")
def test_each_player_cuts_a_card_and_the_highest_number_deals_and_ties_cut_again() -> None:
    rounds = []
    for seed in SEEDS:
        dealt = match(4, seed)
        cuts = dealt.happened(e.DealerCut)
        assert dealt.state.dealer == by_the_cut(cuts, [0, 1, 2, 3])
        rounds.append(len(cuts))
    assert min(rounds) == 4 < max(rounds), "some of these seeds tie"


@rule("2", first_dealer="random")
def test_anybody_may_deal_first_by_chance() -> None:
    dealers = Counter()
    for seed in SEEDS:
        dealt = match(3, seed, first_dealer="random")
        assert not dealt.happened(e.DealerCut)
        dealers[dealt.state.dealer] += 1
    assert set(dealers) == {0, 1, 2} and min(dealers.values()) > 8


@rule("2", first_dealer="host")
def test_the_host_may_deal_first() -> None:
    assert {match(3, seed, first_dealer="host").state.dealer for seed in SEEDS} == {0}


@rule("2")
@pytest.mark.parametrize(("dealer", "after"), [(0, 1), (1, 2), (2, 0)])
def test_the_deal_passes_one_seat_to_the_left(dealer: int, after: int) -> None:
    over = table("R5 | G1 | B1", dealer=dealer).play(0, "R5")
    assert over.status == "round_over"
    assert over.deal(2).state.dealer == after
    assert over.state.round == 2


@rule("2")
def test_the_deal_passes_to_the_left_also_when_play_went_the_other_way() -> None:
    assert table("R5 | G1 | B1", direction=-1, dealer=1).play(0, "R5").deal(0).state.dealer == 2


@rule("2")
def test_every_round_begins_clockwise_with_the_whole_deck_and_no_call() -> None:
    over = table("R5 | G1 | B1", direction=-1).play(0, "R5").deal(0)
    assert over.state.direction == 1 or over.happened(e.DirectionReversed)
    everything = [*over.state.draw_pile, *over.state.discard, *(card for p in over.state.players for card in p.hand)]
    assert Counter(everything) == Counter(DECK.cards())
    assert {over.uno(seat) for seat in range(3)} == {"none"}


def dealt_sizes(dealt: Table) -> set[int]:
    (deal,) = dealt.happened(e.RoundDealt)
    return {len(hand) for hand in deal.hands}


@rule("2")
@rule("2", hand_size=7)
def test_everybody_gets_seven_cards() -> None:
    assert all(dealt_sizes(match(players)) == {7} for players in range(2, 11))


@pytest.mark.parametrize("size", [1, 5, 15])
@rule("2", hand_size=1)
@rule("2", hand_size=15)
def test_everybody_gets_as_many_cards_as_was_agreed(size: int) -> None:
    assert dealt_sizes(match(7, hand_size=size)) == {size}


@rule("2")
def test_a_deal_that_exceeds_the_deck_is_refused() -> None:
    """8 players with 13 cards each and one to open are 105 of 108; with 14 they would be 113."""
    assert dealt_sizes(match(8, hand_size=13)) == {13}
    too_many = lobby(8, hand_size=14)
    with too_many.refuses("deck-too-small"):
        too_many.deal(0)


@rule("2")
def test_cards_are_dealt_one_at_a_time_from_the_left_of_the_dealer_to_the_dealer() -> None:
    pile = codes("R1 R2 R3 G1 G2 G3 B7 B8")
    setup = Setup("classic", {"hand_size": 2}, ("A", "B", "C"), SEED, 1, None, None, pile, exact=True)
    dealt = Table(*set_table(setup))
    assert [dealt.hand(seat) for seat in range(3)] == ["R2 G2", "R3 G3", "R1 G1"]
    assert (dealt.top, dealt.pile) == ("B7", "B8")


@rule("2", min_players=2)
def test_two_are_enough_for_a_match() -> None:
    alone = lobby(1)
    with alone.refuses("too-few-players"):
        alone.deal(0)
    assert match(2).status == "playing"


@rule("2", min_players=10)
def test_a_match_can_wait_for_more_players() -> None:
    nine = lobby(9, min_players=10)
    with nine.refuses("too-few-players"):
        nine.deal(0)
    nine.do(c.Join("P9"))
    assert nine.deal(0).status == "playing"


@rule("2", max_players=2)
@rule("2", max_players=10)
def test_no_more_players_than_was_agreed_can_have_seats() -> None:
    assert list(seats_allowed({"max_players": 2}, DECK.size)) == [2]
    assert list(seats_allowed({}, DECK.size)) == list(range(2, 11))
    full = lobby(2, seats=2, max_players=2)
    with full.refuses("game-full"):
        full.do(c.Join("late"))


@rule("2")
def test_only_the_host_starts_the_match_and_any_seat_deals_the_next_round() -> None:
    waiting = lobby(3)
    with waiting.refuses("host-only"):
        waiting.deal(1)
    over = table("R5 | G1 | B1").play(0, "R5")
    assert over.moves(0) == over.moves(1) == over.moves(2) == {"deal"}
    over.deal(2)
    with over.refuses("round-not-over"):
        over.deal(0)


@rule("2")
def test_nobody_joins_a_match_that_has_started() -> None:
    dealt = match(3)
    with dealt.refuses("already-started"):
        dealt.do(c.Join("late"))
