"""Every house rule's row: what it may be, and what is refused (rules, sections 2 to 9)."""

import pytest

from service.engine.choices import BadOption, Value
from service.engine.options import ROWS
from service.engine.presets import PRESETS, choose, resolved, rows_of
from service.engine.rulesets import RULESETS

CLASSIC = PRESETS["classic"]
WORDS = {
    "first_dealer": ("cut", "random", "host"),
    "opening_reverse": ("dealer", "right_of_dealer"),
    "opening_wild": ("first_player", "dealer", "redraw"),
    "play_drawn_card": ("optional", "forced", "never"),
    "wild_draw_legal_if": ("no_color", "nothing_playable", "always"),
    "wild_draw_bluff": ("allowed", "refused"),
    "two_player_reverse": ("skip", "noop"),
    "uno_trigger": ("caught", "unnoticed"),
    "opening_flip": ("flip", "redraw"),
    "flip_pairing": ("per_match", "per_round"),
    "flip_top": ("pile", "played_card"),
    "flip_exposed_wild": ("flipper", "next_player"),
    "flip_last_card": ("flip_then_score", "score_old_side"),
    "inactive_faces": ("opponents", "everyone", "hidden"),
    "opening_action": ("resolve", "ignore"),
    "jump_in": ("off", "numbers", "any"),
    "link_mirrors": ("all", "forced"),
    "initial_direction": ("clockwise", "counterclockwise"),
    "action_match": ("symbol", "color_only"),
    "illegal_play": ("reject", "penalty"),
    "stacking": ("off", "same_kind", "draw_four_on_two", "any"),
    "scoring": ("winner_takes", "own_cards", "rounds", "elimination"),
    "stalemate": ("void", "lowest_hand"),
    "on_idle": ("bot", "skip", "remove"),
}
NUMBERS = {
    "hand_size": (7, 1, 15),
    "min_players": (2, 2, 16),
    "max_players": (10, 2, 16),
    "jump_in_penalty": (1, 0, 10),
    "round_limit": (0, 0, 1_000),
    "uno_penalty": (2, 0, 10),
    "target_score": (500, 0, 10_000),
    "target_rounds": (3, 1, 100),
    "illegal_play_penalty": (2, 0, 10),
    "suggestion_penalty": (0, 0, 10),
    "uno_grace_ms": (0, 0, 60_000),
    "false_uno_penalty": (0, 0, 10),
    "false_catch_penalty": (0, 0, 10),
    "turn_seconds": (0, 0, 86_400),
    "idle_limit": (2, 1, 20),
}
SWITCHES = {
    "voluntary_draw": True,
    "draw_until_playable": False,
    "force_play": False,
    "wild_counts_as_match": False,
    "link_self": True,
    "pile_up_decline": False,
    "seven_zero": False,
    "teams": False,
}
EVERY_NAME = [*WORDS, *NUMBERS, *SWITCHES, "deck", "points"]


def test_the_rows_are_the_options_of_the_rules() -> None:
    assert ROWS.keys() == set(EVERY_NAME)
    assert all(row.name == name for name, row in ROWS.items())


@pytest.mark.parametrize("name", ROWS)
def test_a_row_says_what_it_is_about(name: str) -> None:
    row = ROWS[name]
    assert row.doc.endswith(".")
    assert row.games <= {preset.game for preset in PRESETS.values()}
    assert row.checked(row.default) == row.default
    assert {*row.depends_on} <= ROWS.keys() - {name}


@pytest.mark.parametrize(("name", "words"), WORDS.items())
def test_a_word_is_one_of_its_words_the_default_first(name: str, words: tuple[str, ...]) -> None:
    row = ROWS[name]
    assert (row.type, row.values, row.default) == ("string", words, words[0])
    assert [row.checked(word) for word in words] == list(words)


@pytest.mark.parametrize(("name", "bounds"), NUMBERS.items())
def test_a_number_has_a_default_and_both_bounds(name: str, bounds: tuple[int, int, int]) -> None:
    row = ROWS[name]
    default, least, most = bounds
    assert (row.type, row.default, row.least, row.most) == ("integer", default, least, most)
    assert [row.checked(least, "any"), row.checked(most, "any")] == [least, most]


@pytest.mark.parametrize(("name", "default"), SWITCHES.items())
def test_a_switch_is_on_or_off(name: str, default: bool) -> None:
    row = ROWS[name]
    assert (row.type, row.default) == ("boolean", default)
    assert row.checked(True) is True
    assert row.checked(False) is False


def refused() -> list[tuple[str, object]]:
    """Every row with what it may not be."""
    shared: list[object] = [None, [], {}, 1.0, b"skip", ("skip",)]
    wrong = {name: [*shared, "", "Skip", f"{words[0]} ", 0, 1, True, False] for name, words in WORDS.items()}
    wrong |= {
        name: [*shared, least - 1, most + 1, True, False, str(least), 10**30]
        for name, (_, least, most) in NUMBERS.items()
    }
    wrong |= {name: [*shared, 0, 1, "true", "false", ""] for name in SWITCHES}
    return [(name, value) for name, values in wrong.items() for value in values]


@pytest.mark.parametrize(("name", "value"), refused())
def test_a_value_that_a_row_may_not_have_is_refused(name: str, value: object) -> None:
    preset = next(preset for preset in PRESETS.values() if preset.game in ROWS[name].games)
    with pytest.raises(BadOption) as refusal:
        choose(preset, {name: value})
    assert refusal.value.name == name
    assert refusal.value.why == str(refusal.value)
    assert refusal.value.why.startswith(f"{name} is ")


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("hand_size", True, "hand_size is an integer."),
        ("hand_size", 16, "hand_size is at least 1 and at most 15."),
        ("turn_seconds", 1, "turn_seconds is 0, or at least 5 and at most 86400."),
        ("turn_seconds", 4, "turn_seconds is 0, or at least 5 and at most 86400."),
        ("force_play", 1, "force_play is a boolean."),
        ("play_drawn_card", 1, "play_drawn_card is a string."),
        ("play_drawn_card", "often", "play_drawn_card is one of: optional, forced, never."),
        ("jump_ahead", True, "classic has no option of this name."),
    ],
)
def test_a_refusal_says_what_it_should_be(name: str, value: object, why: str) -> None:
    with pytest.raises(BadOption) as refusal:
        choose(CLASSIC, {name: value})
    assert (refusal.value.name, refusal.value.why) == (name, why)


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (None, "deck"), ([], "deck"), ("W", "deck"),
        ({"W": -1}, "deck/W"), ({"W": 41}, "deck/W"), ({"W": True}, "deck/W"), ({"W": "8"}, "deck/W"),
    ],
)  # fmt: skip
def test_a_deck_is_a_number_for_each_card(value: object, name: str) -> None:
    assert choose(CLASSIC, {"deck": {"W": 0, "R5": 40}}) == {"deck": {"W": 0, "R5": 40}}
    with pytest.raises(BadOption) as refusal:
        choose(CLASSIC, {"deck": value})
    assert refusal.value.name == name


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (None, "points"), ({"W": 20}, "points/W"), ({"number": 5}, "points/number"),
        ({"wild_draw_two": 9}, "points/wild_draw_two"),
        ({"wild": -1}, "points/wild"), ({"wild": 501}, "points/wild"), ({"wild": True}, "points/wild"),
    ],
)  # fmt: skip
def test_points_are_a_number_for_each_kind_that_has_some(value: object, name: str) -> None:
    assert choose(CLASSIC, {"points": {"wild": 0, "skip": 500}}) == {"points": {"wild": 0, "skip": 500}}
    with pytest.raises(BadOption) as refusal:
        choose(CLASSIC, {"points": value})
    assert refusal.value.name == name


@pytest.mark.parametrize("game", RULESETS)
def test_the_kinds_that_points_are_for_are_those_of_the_game(game: str) -> None:
    assert {*ROWS["points"].keys[game]} == {kind.value for kind in RULESETS[game].points}


@pytest.mark.parametrize(("game", "most"), [("classic", 10), ("flip", 10), ("party", 16)])
def test_a_number_may_have_narrower_bounds_in_a_game(game: str, most: int) -> None:
    assert ROWS["max_players"].bounds(game)[1] == most
    choose(PRESETS[game], {"max_players": most})
    with pytest.raises(BadOption):
        choose(PRESETS[game], {"max_players": most + 1})


@pytest.mark.parametrize("name", ["", "Hand_size", "hand-size", "hand_size "])
def test_a_name_that_no_row_has_is_refused(name: str) -> None:
    with pytest.raises(BadOption) as refusal:
        choose(CLASSIC, {name: 7})
    assert refusal.value.name == name


def test_more_players_than_may_sit_down_cannot_be_needed() -> None:
    assert choose(CLASSIC, {"min_players": 4, "max_players": 4}) == {"min_players": 4, "max_players": 4}
    with pytest.raises(BadOption) as refusal:
        choose(CLASSIC, {"min_players": 5, "max_players": 4})
    assert refusal.value.name == "min_players"


@pytest.mark.parametrize(
    ("game", "wishes", "name"),
    [
        ("classic", {"teams": True, "min_players": 5}, "teams"),
        ("classic", {"teams": True, "max_players": 3}, "teams"),
        ("party", {"teams": True}, "teams"),
        ("flip", {"scoring": "elimination", "target_score": 0}, "target_score"),
        ("classic", {"uno_trigger": "unnoticed", "uno_grace_ms": 1}, "uno_grace_ms"),
        ("flip-farsi", {"uno_grace_ms": 500}, "uno_grace_ms"),
    ],
)
def test_rules_that_contradict_each_other_are_refused(game: str, wishes: dict[str, Value], name: str) -> None:
    with pytest.raises(BadOption) as refusal:
        choose(PRESETS[game], wishes)
    assert refusal.value.name == name
    assert refusal.value.why.endswith(".")


@pytest.mark.parametrize(
    ("game", "wishes"),
    [
        ("classic", {"teams": True, "min_players": 4, "max_players": 4}),
        ("party", {"teams": True, "min_players": 3}),
        ("flip", {"scoring": "own_cards", "target_score": 0}),
        ("flip", {"scoring": "elimination", "target_score": 1}),
        ("flip-farsi", {"uno_trigger": "caught", "uno_grace_ms": 500}),
    ],
)
def test_rules_that_go_together_are_not(game: str, wishes: dict[str, Value]) -> None:
    assert choose(PRESETS[game], wishes).items() >= wishes.items() - {("uno_trigger", "caught")}


def test_a_game_keeps_what_differs_from_the_defaults_only() -> None:
    defaults = {row.name: row.default for row in rows_of("classic")}
    assert choose(CLASSIC, {}) == choose(CLASSIC, defaults) == {}
    assert choose(CLASSIC, {"hand_size": 7, "uno_penalty": 3}) == {"uno_penalty": 3}


def test_a_wish_is_more_than_the_preset_and_may_bring_the_default_back() -> None:
    preset = CLASSIC._replace(differs={"uno_penalty": 1, "hand_size": 5})
    assert choose(preset, {}) == {"uno_penalty": 1, "hand_size": 5}
    assert choose(preset, {"uno_penalty": 2, "hand_size": 6}) == {"hand_size": 6}
    assert preset.differs == {"uno_penalty": 1, "hand_size": 5}


def test_what_is_resolved_names_every_option_of_the_game() -> None:
    chosen: dict[str, Value] = {"hand_size": 3, "force_play": True, "first_dealer": "host"}
    holds = resolved("classic", chosen)
    assert holds == {row.name: row.default for row in rows_of("classic")} | chosen
    assert resolved("flip", {}) == {row.name: row.default for row in rows_of("flip")}


def test_an_option_of_another_game_is_none() -> None:
    of = {game: {row.name for row in rows_of(game)} for game in ("classic", "flip", "party")}
    assert of["flip"] - of["classic"] == {
        "opening_flip", "flip_pairing", "flip_top", "flip_exposed_wild", "flip_last_card", "inactive_faces",
    }  # fmt: skip
    assert of["party"] - of["classic"] == {"link_self", "link_mirrors", "pile_up_decline"}
    assert of["classic"] - of["flip"] == {"deck", "seven_zero"}
    assert of["classic"] - of["party"] == {"seven_zero"}
    with pytest.raises(BadOption, match=r"classic has no option of this name\."):
        choose(CLASSIC, {"flip_top": "pile"})


def test_an_option_of_another_game_is_unknown() -> None:
    assert rows_of("canasta") == []
    assert resolved("canasta", {"hand_size": 3}) == {}


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.name)
def test_a_preset_differs_by_what_its_game_allows(preset: object) -> None:
    assert isinstance(preset, type(CLASSIC))
    assert choose(preset, {}) == dict(preset.differs)
    assert PRESETS[preset.name] is preset


@pytest.mark.parametrize("seconds", [0, 5, 86_400])
def test_a_number_with_a_gap_is_nothing_or_enough(seconds: int) -> None:
    assert ROWS["turn_seconds"].checked(seconds) == seconds
