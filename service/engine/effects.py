"""What a laid face does: one function an effect; each ruleset's table says which kind has which.

An effect knows who laid the card, not whose turn it was: an opening card acts as if the dealer had laid it.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from service.engine import drawing, piling
from service.engine import events as e
from service.engine.cards import Card
from service.engine.house import debts, ending, laying, turns
from service.engine.run import Run
from service.engine.state import Answer, ColorChoice, GameState, code, face, seated


class Laid(NamedTuple):
    """A card on the table: who laid it, and the state in which it was still in the hand."""

    seat: int
    card: Card
    before: GameState
    targets: tuple[int, ...] = ()


Effect = Callable[[Run, Laid], None]


def next_plays(run: Run, laid: Laid) -> None:
    run.turn(turns.next_seat(run.state, laid.seat))


def owed(laid: Laid) -> int:
    """What its player faced, if the card was laid on a draw card (rules, section 5)."""
    faced = laid.before.awaiting
    return (faced.amount or 0) if isinstance(faced, Answer) else 0


def numbers(run: Run, laid: Laid) -> None:
    """A number may be a seven or a zero that moves hands (`seven_zero`; rules, section 9)."""
    shown = face(run.state, laid.card)
    if laying.swaps_hands(run.state, shown):
        (target,) = laid.targets
        swap(run, laid.seat, target, {laid.seat: target, target: laid.seat})
    elif laying.passes_hands_on(run.state, shown):
        swap(run, laid.seat, None, {turns.next_seat(run.state, seat): seat for seat in seated(run.state)})
    next_plays(run, laid)


def swap(run: Run, seat: int, target: int | None, sources: Mapping[int, int]) -> None:
    """Hands change places: `sources` say whose hand a seat has then."""
    places = tuple(sources.get(place, place) for place in range(len(run.state.players)))
    run.emit(e.HandsSwapped(seat, target, places, debts.reckoned_from(run.state, run.now)))


def skips_next(run: Run, laid: Laid) -> None:
    target = turns.next_seat(run.state, laid.seat)
    run.skip(target)
    run.turn(turns.next_seat(run.state, target))


def plays_again(run: Run, laid: Laid) -> None:
    """Everybody else is skipped, however many they are."""
    run.turn(laid.seat)


def flips(run: Run, laid: Laid) -> None:
    """Everything turns over, and the next player plays on the new top: an action that is exposed does not act, a wild
    needs a color first (rules, section 4)."""

    turns_over(run, laid, turns.names_exposed_color(run.state, laid.seat), turns.flip_stays_on_top(run.state))


def turns_over(run: Run, laid: Laid, chooser: int, keeps_top: bool) -> None:
    """The next player plays on what is on top then, once `chooser` has named the color of a wild."""
    run.flip(keeps_top, lambda top: ColorChoice(chooser, after=laid.seat) if top.wild else None)
    if not isinstance(run.state.awaiting, ColorChoice):
        next_plays(run, laid)


def flips_last(run: Run, laid: Laid) -> None:
    if ending.flips_last(run.state):
        run.flip(turns.flip_stays_on_top(run.state))


def starts_pointing(run: Run, laid: Laid) -> None:
    """It ends a link before anybody draws (rules, section 4)."""
    if run.state.link is not None:
        run.emit(e.LinkEnded())
    run.emit(e.PointingStarted(laid.seat))


def piles_up(run: Run, laid: Laid) -> None:
    piling.start(run, laid.seat)


def links(run: Run, laid: Laid) -> None:
    first, second = laid.targets
    run.emit(e.PlayersLinked(laid.seat, (first, second)))
    next_plays(run, laid)


def reverses(run: Run, laid: Laid) -> None:
    """With two players left it works as a skip (`two_player_reverse`; rules, section 4)."""
    run.emit(e.DirectionReversed(-run.state.direction))
    follow = skips_next if turns.reverse_skips(run.state) else next_plays
    follow(run, laid)


def next_draws(count: int, cause: e.Cause) -> Effect:
    """The next player draws, and that is all: so it is with the last card (rules, section 4)."""

    def effect(run: Run, laid: Laid) -> None:
        drawing.draw(run, turns.next_seat(run.state, laid.seat), count + owed(laid), cause)

    return effect


def next_draws_and_loses_turn(count: int, cause: e.Cause) -> Effect:
    """At once, unless the next player may lay another draw card on it."""
    draws = next_draws(count, cause)

    def effect(run: Run, laid: Laid) -> None:
        if laying.stackable(run.state, code(run.state, laid.card)):
            asks_next(run, laid, count + owed(laid))
            return
        draws(run, laid)
        skips_next(run, laid)

    return effect


def next_draws_to_color(cause: e.Cause) -> Effect:
    """The next player draws until the active color comes, and that is all."""

    def effect(run: Run, laid: Laid) -> None:
        drawing.draw_to(run, turns.next_seat(run.state, laid.seat), laying.place_of_color, cause, False)

    return effect


def next_answers(count: int | None) -> Effect:
    """The next player accepts the draw or challenges it; guilt and its proof are fixed now (rules, section 5). Without
    a count it is a draw until the active color comes. Laid on another draw card it is always legal."""

    def effect(run: Run, laid: Laid) -> None:
        if stacked := owed(laid):
            asks_next(run, laid, stacked + (count or 0))
            return
        hand = laid.before.players[laid.seat].hand
        run.emit(
            e.DrawPending(
                seat=turns.next_seat(run.state, laid.seat),
                by=laid.seat,
                card=code(run.state, laid.card),
                amount=count,
                challengeable=debts.challengeable(run.state),
                guilty=laying.bluffs(laid.before, hand, hand.index(laid.card)),
                evidence=run.state.players[laid.seat].hand,
            )
        )

    return effect


def asks_next(run: Run, laid: Laid, amount: int) -> None:
    """The next player takes the sum, or lays another draw card; there is nothing to challenge."""
    target = turns.next_seat(run.state, laid.seat)
    run.emit(e.DrawPending(target, laid.seat, code(run.state, laid.card), amount, False, False, ()))


def opens_as_laid_by_dealer(effect: Effect) -> Effect:
    """The opening card acts as if the dealer had laid it (rules, section 2)."""

    def opening(run: Run, laid: Laid) -> None:
        run.emit(e.OpeningCard(laid.card))
        effect(run, laid)

    return opening


def opens_reversed(run: Run, laid: Laid) -> None:
    run.emit(e.OpeningCard(laid.card))
    run.emit(e.DirectionReversed(-run.state.direction))
    run.turn(turns.first_after_reverse(run.state))


def opens_flipped(run: Run, laid: Laid) -> None:
    """The deal is turned over; what is exposed does not act, and the color of a wild is the first player's to name."""
    run.emit(e.OpeningCard(laid.card))
    turns_over(run, laid, turns.next_seat(run.state, laid.seat), keeps_top=False)


def opens_wild(run: Run, laid: Laid) -> None:
    first = turns.next_seat(run.state, laid.seat)
    chooser = turns.names_opening_color(run.state, first)
    run.emit(e.OpeningCard(laid.card, asks=ColorChoice(chooser, after=laid.seat)))
