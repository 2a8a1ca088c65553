"""Tables set up exactly: what is named holds, what is left out follows the rules, what cannot be is refused."""

from collections import Counter
from typing import Any

import pytest

from service.engine import BadSetup, Setup, set_table
from service.engine import events as e
from service.engine.cards import FACES, Card, Code, Color, Side, code_on
from service.engine.evolve import fold
from service.engine.rulesets import RULESETS
from service.engine.state import ColorChoice, GameState, Seed, Turn

SEED = Seed(bytes(range(32)))
COPIES = RULESETS["classic"].deck.copies
THREE = ("Ada", "Bo", "Cy")


def codes(text: str) -> tuple[Code, ...]:
    return tuple(map(Code, text.split()))


def setup(hands: str | None = None, discard: str | None = None, draw_pile: str = "", **named: Any) -> Setup:
    """Hands are separated by bars."""
    parts = None if hands is None else tuple(codes(hand) for hand in hands.split("|"))
    top = None if discard is None else codes(discard)
    fields = {"preset": "classic", "options": {}, "names": THREE, "seed": SEED, **named}
    return Setup(**fields, hands=parts, discard=top, draw_pile=codes(draw_pile))


def table(*piles: Any, **named: Any) -> GameState:
    return set_table(setup(*piles, **named)).state


def every_card(state: GameState) -> Counter[Card]:
    hands = [card for player in state.players for card in player.hand]
    return Counter([*hands, *state.draw_pile, *state.discard])


REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"dealer": 3}, "/dealer", "There are seats 0 to 2."),
    ({"dealer": -1}, "/dealer", "There are seats 0 to 2."),
    ({"turn": 3, "discard": "R3"}, "/turn", "There are seats 0 to 2."),
    ({"turn": -1, "discard": "R3"}, "/turn", "There are seats 0 to 2."),
    ({"scores": (1, 2)}, "/scores", "There are 3 players, each needs a score."),
    ({"hands": "R1|R2"}, "/hands", "There are 3 players, each needs a hand."),
    ({"hands": "R1|R2|R3|R4"}, "/hands", "There are 3 players, each needs a hand."),
    ({"hands": "R1||R3"}, "/hands/1", "A hand holds at least one card."),
    ({"turn": 1}, "/turn", "Without a discard pile the round opens by the rules, which decide this."),
    ({"turn": 1, "discard": ""}, "/turn", "Without a discard pile the round opens by the rules, which decide this."),
    (
        {"active_color": Color.RED},
        "/active_color",
        "Without a discard pile the round opens by the rules, which decide this.",
    ),
    ({"discard": "R3 Q7"}, "/discard/1", "Q7 is no card of this game."),
    ({"draw_pile": "R3 R4 r5"}, "/draw_pile/2", "r5 is no card of this game."),
    ({"hands": "R1|R2 R3 WD2|R4"}, "/hands/1/2", "WD2 is no card of this game."),
    ({"hands": "R0|R1|R0"}, "/hands/2/0", "The deck has no more R0; with exact it need not."),
    ({"discard": "R5 R5", "draw_pile": "R5"}, "/draw_pile/0", "The deck has no more R5; with exact it need not."),
    ({"discard": "W"}, "/active_color", "The top card is a wild: name the active color."),
    ({"discard": "W R3", "active_color": Color.BLUE}, "/active_color", "The top card is red."),
]


@pytest.mark.parametrize(("named", "pointer", "why"), REFUSED)
def test_a_table_that_cannot_be_is_refused(named: dict[str, Any], pointer: str, why: str) -> None:
    with pytest.raises(BadSetup) as refusal:
        table(**named)
    assert (refusal.value.pointer, refusal.value.why, str(refusal.value)) == (pointer, why, why)


@pytest.mark.parametrize(("named", "pointer", "why"), [case for case in REFUSED if "no more" not in case[2]])
def test_exact_or_not_it_cannot_be(named: dict[str, Any], pointer: str, why: str) -> None:
    with pytest.raises(BadSetup) as refusal:
        table(**{"hands": "R1|R2|R3", **named}, exact=True)
    assert (refusal.value.pointer, refusal.value.why) == (pointer, why)


@pytest.mark.parametrize("number", [0, 1, 3, 6, 8])
def test_a_draw_pile_must_be_enough_to_deal_from(number: int) -> None:
    with pytest.raises(BadSetup) as refusal:
        table(discard="R3", draw_pile="R1 " * number, exact=True, options={"hand_size": 3})
    assert (refusal.value.pointer, refusal.value.why) == ("/draw_pile", "There are too few cards to deal.")
    assert table(discard="R3", draw_pile="R1 " * 9, exact=True, options={"hand_size": 3}).draw_pile == ()


@pytest.mark.parametrize("seats", [9, 10])
def test_a_deck_must_be_enough_to_deal_from(seats: int) -> None:
    """Nine players could be dealt twelve cards each, but not fifteen."""
    with pytest.raises(BadSetup) as refusal:
        table(names=tuple("ABCDEFGHIJ"[:seats]), options={"hand_size": 15})
    assert refusal.value.pointer == "/draw_pile"


@pytest.mark.parametrize(
    ("draw_pile", "options"),
    [("", {}), ("WD4", {}), ("WD4 WD4", {}), ("W WD4", {"opening_wild": "redraw"})],
)
def test_a_draw_pile_must_hold_a_card_that_opens(draw_pile: str, options: dict[str, str]) -> None:
    with pytest.raises(BadSetup) as refusal:
        table("R1|R2|R3", draw_pile=draw_pile, exact=True, options=options)
    assert (refusal.value.pointer, refusal.value.why) == (
        "/draw_pile",
        "No card of the draw pile can open the round.",
    )


def test_without_exact_the_rest_of_the_deck_lies_in_the_draw_pile() -> None:
    state = table("R5 W|G1|B2 B2", "R3 Y3", "Y1 Y2")
    assert [player.hand for player in state.players] == [("R5", "W"), ("G1",), ("B2", "B2")]
    assert state.discard == ("R3", "Y3")
    assert state.draw_pile[:2] == ("Y1", "Y2")
    assert every_card(state) == COPIES
    assert sum(every_card(state).values()) == 108


def test_with_exact_there_is_only_what_is_named() -> None:
    state = table("R5 R5 R5|G1|B2", "R3", "Y1 Y2", exact=True)
    assert state.draw_pile == ("Y1", "Y2")
    assert every_card(state) == Counter(codes("R5 R5 R5 G1 B2 R3 Y1 Y2"))


def test_with_exact_the_draw_pile_may_be_empty() -> None:
    assert table("R5|G1|B2", "R3", exact=True).draw_pile == ()


def test_the_rest_of_the_deck_follows_from_the_seed() -> None:
    assert table("R5|G1|B2", "R3") == table("R5|G1|B2", "R3")
    other = table("R5|G1|B2", "R3", seed=Seed(bytes(32)))
    assert other.draw_pile != table("R5|G1|B2", "R3").draw_pile
    assert every_card(other) == COPIES


def test_hands_that_are_left_out_are_dealt_from_the_dealers_left() -> None:
    state = table(None, "R3", "Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8", options={"hand_size": 2}, dealer=1)
    assert [player.hand for player in state.players] == [("Y2", "Y5"), ("Y3", "Y6"), ("Y1", "Y4")]
    assert state.draw_pile[:2] == ("Y7", "Y8")
    assert every_card(state) == COPIES


def test_hands_are_dealt_by_the_rules_where_nothing_is_named() -> None:
    outcome = set_table(setup())
    dealt = next(event for event in outcome.events if isinstance(event, e.RoundDealt))
    assert [len(hand) for hand in dealt.hands] == [7, 7, 7]
    assert every_card(outcome.state) == COPIES
    assert outcome.state.discard


@pytest.mark.parametrize("names", [("Ada", "Bo"), THREE, tuple("ABCDEFGHIJ")])
def test_every_table_has_108_cards_however_many_sit_there(names: tuple[str, ...]) -> None:
    assert every_card(table(names=names)) == COPIES


@pytest.mark.parametrize(("names", "seat"), [(THREE, 1), (("Ada", "Bo"), 1)])
def test_with_a_discard_pile_seat_1_is_in_turn(names: tuple[str, ...], seat: int) -> None:
    assert table(None, "R3", names=names).awaiting == Turn(seat)


def test_what_is_named_of_the_table_holds() -> None:
    state = table("R1|R2|R3", "G9 W", dealer=2, direction=-1, active_color=Color.GREEN, turn=0, scores=(10, 20, 30))
    assert (state.dealer, state.direction, state.color, state.awaiting) == (2, -1, Color.GREEN, Turn(0))
    assert [player.score for player in state.players] == [10, 20, 30]
    assert (state.round, state.sandbox, state.host) == (1, True, 0)


@pytest.mark.parametrize(("discard", "color"), [("R3", None), ("R3", Color.RED), ("W BD2", None)])
def test_the_active_color_is_the_tops_own(discard: str, color: Color | None) -> None:
    expected = Color.RED if discard == "R3" else Color.BLUE
    assert table(None, discard, active_color=color).color is expected


def test_no_card_acts_that_lies_there_already() -> None:
    outcome = set_table(setup("R1|R2|R3", "RD2", turn=1))
    assert [type(event) for event in outcome.events[-2:]] == [e.RoundDealt, e.TurnStarted]
    assert [len(player.hand) for player in outcome.state.players] == [1, 1, 1]


@pytest.mark.parametrize(
    ("opening", "awaiting"),
    [
        ("R3", Turn(1)),
        ("RS", Turn(2)),
        ("RR", Turn(0)),
        ("RD2", Turn(2)),
        ("W", ColorChoice(1, 0)),
        ("WD4 R3", Turn(1)),
    ],
)
def test_without_a_discard_pile_the_round_opens_by_the_rules(opening: str, awaiting: object) -> None:
    assert table("R1|R2|R3", None, f"{opening} Y1 Y2", exact=True).awaiting == awaiting


def test_an_empty_discard_pile_is_none() -> None:
    assert table("R1|R2|R3", "", "R4") == table("R1|R2|R3", None, "R4")


def test_the_events_of_a_set_up_table_are_its_history() -> None:
    outcome = set_table(setup("R5|G1|B2", "R3", scores=(1, 2, 3)))
    assert fold(outcome.events) == outcome.state


def flip_table(*piles: Any, **named: Any) -> GameState:
    return table(*piles, **{"preset": "flip", **named})


@pytest.mark.parametrize("side", Side)
def test_what_is_left_of_a_deck_with_two_sides_is_all_there_and_never_wild_on_both(side: Side) -> None:
    deck = RULESETS["flip"].deck
    named = {Side.LIGHT: ("R7/TD5 W|R1|G1/W", "B2"), Side.DARK: ("R7/TD5 W|P1|G1/W", "T2")}[side]
    state = flip_table(*named, side=side)
    cards = list(every_card(state).elements())
    for each in Side:
        assert Counter(code_on(each, card) for card in cards) == Counter(deck.on(each))
    assert not [card for card in cards if all(FACES[code_on(each, card)].wild for each in Side)]
    assert state.players[0].hand[0] == "R7/TD5" and state.side is side


def test_the_other_face_of_a_card_is_one_that_is_left_and_no_wild() -> None:
    state = flip_table("R7 R8|R1 WD2|G1/P1 G2/P1", "B2")
    behind = [code_on(Side.DARK, card) for player in state.players for card in player.hand]
    assert "W" not in behind and "WDC" not in behind
    assert behind[-2:] == ["P1", "P1"] and behind.count("P1") == 2


def test_without_the_rest_of_the_deck_any_faces_are_there() -> None:
    state = flip_table("W W W W W|R1|G1", "B2", exact=True)
    assert all("/" in card for card in every_card(state))


def test_a_rest_that_cannot_be_paired_is_refused() -> None:
    """All colored faces of the light side are named with a colored one of the dark side behind them, save a few."""
    deck = RULESETS["flip"].deck
    light = [code for code in deck.faces(Side.LIGHT) if not FACES[code].wild]
    with pytest.raises(BadSetup, match="wild on both sides") as refused:
        flip_table("R1|R2|R3", "R4", " ".join(code for code in light if code not in ("R1", "R2", "R3", "R4")))
    assert refused.value.pointer == "/exact"
