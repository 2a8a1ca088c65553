"""What can be played."""

from tests.client import ask


def test_presets_are_listed_and_explained(base: str) -> None:
    preset = ask(base, "GET", "/v1/rulesets").body["items"][0]
    assert preset["preset"] == "classic"
    assert (preset["min_players"], preset["max_players"], preset["deck_size"]) == (2, 10, 108)
    details = ask(base, "GET", "/v1/rulesets/classic").body
    options = {option["name"]: option for option in details["options"]}
    assert options["hand_size"]["minimum"] == 1
    assert options["first_dealer"]["values"] == ["cut", "random", "host"]
    assert options["voluntary_draw"]["default"] is True
    assert ask(base, "GET", "/v1/rulesets/chess").code == "unknown-preset"


def test_the_options_of_a_preset_are_those_of_a_game(base: str) -> None:
    options = ask(base, "GET", "/v1/rulesets/classic").body["options"]
    game = ask(base, "POST", "/v1/games", {"name": "Ada"}).body["game"]
    assert game["options"] == {option["name"]: option["default"] for option in options}


def test_every_card_is_explained(base: str) -> None:
    cards = ask(base, "GET", "/v1/cards").body["items"]
    assert sum(card["copies"] for card in cards) == 108
    assert len({card["code"] for card in cards}) == len(cards) == 54
    for card in cards:
        assert ask(base, "GET", f"/v1/cards/{card['code']}?game=classic").body == card
    wild = ask(base, "GET", "/v1/cards/W").body
    assert wild == {"code": "W", "game": "classic", "kind": "wild", "points": 50, "copies": 4}


def test_what_is_not_there_is_said(base: str) -> None:
    assert ask(base, "GET", "/v1/cards/R10").code == "unknown-card"
    assert ask(base, "GET", "/v1/cards?game=chess").body["errors"][0]["pointer"] == "/query/game"


def test_the_cards_of_flip_are_listed_on_both_sides_with_their_points_and_copies(base: str) -> None:
    cards = ask(base, "GET", "/v1/cards?game=flip").body["items"]
    for side in ("light", "dark"):
        faces = [card for card in cards if card["side"] == side]
        assert sum(card["copies"] for card in faces) == 112
        assert len({card["code"] for card in faces}) == len(faces) == 4 * 13 + 2
    points = {card["code"]: card["points"] for card in cards}
    assert (points["RD1"], points["PD5"], points["PSE"], points["W"], points["WD2"], points["WDC"]) == (
        10, 20, 30, 40, 50, 60,
    )  # fmt: skip
    assert ask(base, "GET", "/v1/cards/PSE?game=flip").body["color"] == "pink"
    assert ask(base, "GET", "/v1/cards/PSE").code == "unknown-card"
    assert "side" not in ask(base, "GET", "/v1/cards/W").body


def test_every_preset_is_a_game_that_can_be_opened_with_the_options_it_names(base: str) -> None:
    presets = ask(base, "GET", "/v1/rulesets").body["items"]
    assert {"classic", "flip", "flip-farsi", "flip-gamerules"} <= {preset["preset"] for preset in presets}
    for preset in presets:
        options = ask(base, "GET", f"/v1/rulesets/{preset['preset']}").body["options"]
        game = ask(base, "POST", "/v1/games", {"name": "Ada", "preset": preset["preset"]}).body["game"]
        assert (game["game"], game["seats"]) == (preset["game"], preset["max_players"])
        assert game["options"] == {option["name"]: option["default"] for option in options}
        assert ("flip_top" in game["options"]) is (preset["game"] == "flip")


def test_an_option_of_another_game_is_refused_by_its_name(base: str) -> None:
    reply = ask(base, "POST", "/v1/games", {"name": "Ada", "options": {"flip_top": "pile"}})
    assert (reply.status, reply.body["errors"][0]["pointer"]) == (422, "/options/flip_top")
