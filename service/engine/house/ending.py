"""What a round is worth and when the match is won (rules, section 9)."""

from collections.abc import Mapping

from service.engine import options
from service.engine.cards import Kind
from service.engine.house import hands, turns
from service.engine.state import GameState, face, seated

Worth = Mapping[Kind, int]


def worth(state: GameState, printed: Worth) -> Worth:
    """What a card of a kind counts in this game."""
    return {**printed, **{Kind(kind): points for kind, points in options.POINTS.of(state.options).items()}}


def points_of(state: GameState, winner: int, counts: Worth) -> tuple[int, ...]:
    """Points by seat: the winner scores every card left in the hands of the others, or each their own. The points of a
    team stand at both of its seats."""
    left = [value_of(state, seat, counts) for seat in range(len(state.players))]
    own = hands.side_of(state, winner)
    match options.SCORING.of(state.options):
        case "winner_takes":
            taken = sum(left) - sum(left[seat] for seat in own)
            return tuple(taken if seat in own else 0 for seat in range(len(left)))
        case "rounds":
            return (0,) * len(left)
        case _:
            own_cards = {seat: sum(left[each] for each in hands.side_of(state, seat)) for seat in seated(state)}
            return tuple(own_cards.get(seat, 0) for seat in range(len(left)))


def value_of(state: GameState, seat: int, counts: Worth) -> int:
    faces = [face(state, card) for card in state.players[seat].hand]
    return sum(shown.value if shown.value is not None else counts[shown.kind] for shown in faces)


def limit_reached(state: GameState) -> bool:
    """Whether everybody has had as many turns as a round may have."""
    limit = options.ROUND_LIMIT.of(state.options)
    return bool(limit) and state.turns > limit * len(seated(state))


def stalemate_is_won(state: GameState) -> bool:
    """Whether the lowest hand wins a round in which nobody can play or draw."""
    return options.STALEMATE.of(state.options) == "lowest_hand"


def lowest(state: GameState, counts: Worth) -> int:
    """Who holds the fewest points; of equals the one who would be in turn first."""
    order = turns.round_from(state, state.dealer)
    return min(order, key=lambda seat: value_of(state, seat, counts))


def flips_last(state: GameState) -> bool:
    """Whether a flip that is the last card turns over before the cards are counted."""
    return options.FLIP_LAST_CARD.of(state.options) == "flip_then_score"


def put_out(state: GameState, points: tuple[int, ...]) -> tuple[int, ...]:
    """Who is out of the match with the points of a round: whoever reaches the target, where that eliminates. If nobody
    would be left, those with the lowest total are, and have won."""
    if options.SCORING.of(state.options) != "elimination":
        return ()
    totals = {seat: state.players[seat].score + points[seat] for seat in seated(state)}
    reached = {seat for seat, total in totals.items() if total >= options.TARGET_SCORE.of(state.options)}
    if len(reached) == len(totals):
        reached -= {seat for seat, total in totals.items() if total == min(totals.values())}
    return tuple(sorted(reached))


def match_winners(state: GameState, round_winner: int) -> tuple[int, ...]:
    """Who has won the match with the round just counted, nobody yet if empty."""
    target = options.TARGET_SCORE.of(state.options)
    match options.SCORING.of(state.options):
        case "winner_takes":
            return hands.side_of(state, round_winner) if state.players[round_winner].score >= target else ()
        case "rounds":
            enough = state.players[round_winner].rounds_won >= options.TARGET_ROUNDS.of(state.options)
            return hands.side_of(state, round_winner) if enough else ()
        case "own_cards":
            return lowest_totals(state) if any(state.players[seat].score >= target for seat in seated(state)) else ()
        case _:
            return last_side(state) or (lowest_totals(state) if reached_by_all(state, target) else ())


def lowest_totals(state: GameState) -> tuple[int, ...]:
    """Who has the lowest total; equals share."""
    totals = {seat: state.players[seat].score for seat in seated(state)}
    return tuple(seat for seat, total in totals.items() if total == min(totals.values()))


def reached_by_all(state: GameState, target: int) -> bool:
    return all(state.players[seat].score >= target for seat in seated(state))


def last_side(state: GameState) -> tuple[int, ...]:
    """Those who are left at the table, if they win together: one player, or one team; else nobody."""
    left = tuple(seated(state))
    return left if hands.side_of(state, left[0]) == left else ()
