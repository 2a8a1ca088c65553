"""What the judge lets pass: the moves of a seat, listed."""

from collections.abc import Callable

from msgspec import UNSET, Struct, UnsetType

from service.engine.cards import Card, Code
from service.engine.house import laying
from service.engine.refusals import (
    catch_refusal,
    challenge_refusal,
    choice_refusal,
    draw_refusal,
    fit_refusal,
    jump_in_closed,
    lays_on_pending,
    may_call,
    needs_of,
    pass_refusal,
    playing_refusal,
    point_refusal,
    suggestion_refusal,
    turn_refusal,
)
from service.engine.seating import deal_refusal
from service.engine.state import (
    GameState,
    PileUp,
    Pointing,
    Uno,
    code,
    drawn_by,
    is_seated,
    seated,
)
from service.engine.violations import Violation


class LegalMove(Struct, frozen=True, gc=False):
    """An action that is accepted now: with any of `cards` or `seats`, where `needs` says what must be named beside."""

    action: str
    cards: tuple[Code, ...] | UnsetType = UNSET
    needs: tuple[str, ...] | UnsetType = UNSET
    seats: tuple[int, ...] | UnsetType = UNSET


Refusal = Callable[[GameState, int], Violation | None]
PLAIN: tuple[tuple[LegalMove, Refusal], ...] = (
    (LegalMove("draw"), draw_refusal),
    (LegalMove("pass"), pass_refusal),
    (LegalMove("challenge"), challenge_refusal),
    (LegalMove("choose_color", needs=("color",)), choice_refusal),
    (LegalMove("call_uno"), lambda state, seat: None if may_call(state, seat) else Violation.UNO_NOT_CALLABLE),
)
SUGGEST = LegalMove("suggest", needs=("card",))
DEAL = LegalMove("deal")


def legal(state: GameState, seat: int, now: int = 0) -> tuple[LegalMove, ...]:
    """What the rules let a seat do at `now`, in milliseconds since 1970. Every move listed is accepted; what is not is
    refused, or costs a penalty."""
    if not is_seated(state, seat):
        return ()
    if playing_refusal(state) is not None:
        return (DEAL,) if deal_refusal(state, seat) is None else ()
    moves = card_moves(state, seat)
    moves += [move for move, refusal in PLAIN if refusal(state, seat) is None]
    moves += [*jump_moves(state, seat), *point_moves(state, seat)]
    if suggestion_refusal(state, seat, code(state, state.discard[-1])) is None:
        moves.append(SUGGEST)
    others = tuple(other for other in seated(state) if may_catch(state, seat, other, now))
    return (*moves, LegalMove("catch", seats=others)) if others else tuple(moves)


def may_catch(state: GameState, seat: int, target: int, now: int) -> bool:
    """Whether a catch would not be wrong."""
    return state.players[target].uno is Uno.OPEN and catch_refusal(state, seat, target, now) is None


def card_moves(state: GameState, seat: int) -> list[LegalMove]:
    if not lays_on_pending(state, seat) and turn_refusal(state, seat) is not None:
        return []
    fitting = codes_held(state, seat, lambda card: fit_refusal(state, seat, card) is None)
    if isinstance(state.awaiting, PileUp):
        return [LegalMove("play", cards=tuple(fitting))] if fitting else []
    return grouped(state, seat, "play", fitting)


def codes_held(state: GameState, seat: int, fits: Callable[[Card], bool]) -> list[Code]:
    """The codes of the cards of a hand that fit, each once; of several cards of a code the one that `held` names."""
    named: dict[Code, Card] = {}
    for card in state.players[seat].hand:
        named.setdefault(code(state, card), card)
    drawn = drawn_by(state, seat)
    if drawn is not None:
        named[code(state, drawn)] = drawn
    return [each for each, card in named.items() if fits(card)]


def grouped(state: GameState, seat: int, action: str, codes: list[Code]) -> list[LegalMove]:
    """A move for each set of things that must be named beside a card."""
    groups: dict[tuple[str, ...], list[Code]] = {}
    for named in codes:
        groups.setdefault(needs_of(state, seat, named), []).append(named)
    return [LegalMove(action, tuple(groups[needs]), needs or UNSET) for needs in sorted(groups, key=len)]


def jump_moves(state: GameState, seat: int) -> list[LegalMove]:
    if not laying.jump_in_allowed(state) or jump_in_closed(state, seat) is not None:
        return []
    hand = state.players[seat].hand
    fitting = codes_held(
        state,
        seat,
        lambda card: laying.jumps_in(state, card) and laying.refusal(state, seat, hand, hand.index(card)) is None,
    )
    return grouped(state, seat, "jump_in", fitting)


def point_moves(state: GameState, seat: int) -> list[LegalMove]:
    if not isinstance(state.awaiting, Pointing):
        return []
    others = tuple(other for other in seated(state) if point_refusal(state, seat, other) is None)
    return [LegalMove("point", seats=others)] if others else []
