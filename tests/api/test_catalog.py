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
