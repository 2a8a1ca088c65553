"""A seat acts: what it says, what it is told, and what is refused."""

import pytest

from tests.api.conftest import Opened
from tests.client import lasting, set_table

HANDS = [["R5", "W", "B1"], ["G1", "R9", "GS"]]


def test_a_command_tells_what_it_caused_and_how_the_game_is_now(base: str) -> None:
    table = set_table(base, hands=HANDS, discard=["R3"], turn=0)
    reply = table.act(0, "play", card="R5")
    assert reply.status == 200
    assert reply.body["version"] == 2
    assert [event["type"] for event in reply.body["events"]] == ["card_played", "turn_started"]
    assert reply.body["events"][0]["card"] == "R5"
    assert lasting(reply.body["game"]) == lasting(table.view(0))
    assert reply.headers["etag"] == '"v2.0"'
    assert reply.headers["cache-control"] == "private, no-cache"


def test_a_refusal_says_what_can_be_done_instead(base: str) -> None:
    table = set_table(base, hands=HANDS, discard=["R3"], turn=0)
    problem = table.act(0, "play", card="B1")
    assert (problem.status, problem.code) == (409, "illegal-play")
    assert problem.body["version"] == 1
    assert problem.body["decision_id"] == table.view(0)["decision_id"]
    assert problem.body["allowed_actions"] == ["play", "draw"]
    assert problem.body["instance"] == f"{table.path}/play"
    assert problem.body["type"] == "/problems/illegal-play"
    assert table.view()["version"] == 1


@pytest.mark.parametrize(
    ("verb", "body", "pointer"),
    [
        ("play", {}, "/card"),
        ("play", {"card": "W"}, "/color"),
        ("play", {"card": "W", "color": "mauve"}, "/color"),
        ("play", {"card": "R5", "color": "red"}, "/color"),
        ("play", {"card": "Q1"}, "/card"),
        ("play", {"card": 5}, "/card"),
        ("play", {"card": "R5", "uno": "yes"}, "/uno"),
        ("play", {"card": "R5", "targets": [1]}, "/targets"),
        ("play", [], ""),
        ("draw", {"count": 2}, "/count"),
        ("draw", {"decision_id": 5}, "/decision_id"),
        ("catch", {}, "/seat"),
        ("catch", {"seat": "1"}, "/seat"),
        ("catch", {"seat": 1.0}, "/seat"),
        ("choose-color", {"color": "RED"}, "/color"),
    ],
)
def test_the_shape_is_judged_before_the_rules(base: str, verb: str, body: object, pointer: str) -> None:
    table = set_table(base, hands=HANDS, discard=["R3"], turn=0)
    reply = table.ask("POST", f"/{verb}", 1, body)
    assert (reply.status, reply.code) == (422, "validation-failed")
    assert [error["pointer"] for error in reply.body["errors"]] == [pointer]


def test_a_command_without_fields_takes_no_body_at_all(base: str) -> None:
    table = set_table(base, hands=HANDS, discard=["R3"], turn=0, draw_pile=["G7", "B8"])
    assert table.ask("POST", "/draw", 0).status == 200
    assert table.ask("POST", "/draw", 1, b"", Content_Type="text/plain").status == 200


def test_only_the_challenger_is_shown_the_hand(base: str) -> None:
    table = set_table(base, hands=[["WD4", "R9", "G2"], ["B5", "G1"], ["Y1", "Y2"]], players=3, discard=["R3"], turn=0)
    table.act(0, "play", card="WD4", color="blue")
    reply = table.act(1, "challenge")
    assert sorted(reply.body["revealed_hand"]) == ["G2", "R9"]
    for seat in (0, 2, None):
        judged = [e for e in table.ask("GET", "/events", seat).body["items"] if e["type"] == "challenge_judged"]
        assert "cards" not in judged[0]
    assert "revealed_hand" not in table.act(1, "draw").body


def test_drawn_cards_are_shown_to_who_drew_them(base: str) -> None:
    table = set_table(base, hands=HANDS, discard=["R3"], turn=0, draw_pile=["G7"])
    drawn = table.act(0, "draw").body["events"][0]
    assert (drawn["cards"], drawn["count"]) == (["G7"], 1)
    others = [e for e in table.ask("GET", "/events", 1).body["items"] if e["type"] == "cards_drawn"]
    assert "cards" not in others[0]


@pytest.mark.parametrize("header", ['"v1.0"', 'W/"v1.1"', '"v1.public-gzip"', '"v9.0", "v1.0"', "*"])
def test_if_match_names_the_version_acted_on(base: str, header: str) -> None:
    table = set_table(base, hands=HANDS, discard=["R3"], turn=0)
    assert table.ask("POST", "/draw", 0, None, If_Match=header).status == 200


@pytest.mark.parametrize("header", ['"v2.0"', "garbage", '"v01x"', "", "v1.0", '"v99999999999999999999.0"'])
def test_another_version_is_a_mismatch_and_nothing_is_done(base: str, header: str) -> None:
    table = set_table(base, hands=HANDS, discard=["R3"], turn=0)
    reply = table.ask("POST", "/draw", 0, None, If_Match=header)
    assert (reply.status, reply.code) == (412, "version-mismatch")
    assert table.view()["version"] == 1


def test_a_version_is_judged_before_shape_and_rules_and_after_the_token(base: str) -> None:
    table = set_table(base, hands=HANDS, discard=["R3"], turn=0)
    assert table.ask("POST", "/play", 1, {"card": 1}, If_Match='"v7.0"').code == "version-mismatch"
    assert table.ask("POST", "/play", None, {"card": 1}, If_Match='"v7.0"').code == "token-required"
    assert table.ask("POST", "/kick", 1, {"seat": "x"}, If_Match='"v7.0"').code == "host-only"


def test_a_decision_that_closed_is_not_taken_again(base: str) -> None:
    table = set_table(base, hands=HANDS, discard=["R3"], turn=0)
    seen = table.view(0)["decision_id"]
    assert table.act(0, "play", card="R5", decision_id=seen).status == 200
    for verb in ("draw", "pass", "call-uno", "challenge"):
        reply = table.act(1, verb, decision_id=seen)
        assert (reply.status, reply.code) == (409, "decision-closed")
    assert table.act(1, "draw", decision_id=table.view(1)["decision_id"]).status == 200


@pytest.mark.parametrize("header", ["return=minimal", "respond-async, return=minimal", 'RETURN="minimal"; a=b'])
def test_prefer_minimal_leaves_the_game_out(base: str, header: str) -> None:
    table = set_table(base, hands=HANDS, discard=["R3"], turn=0)
    reply = table.ask("POST", "/draw", 0, None, Prefer=header)
    assert set(reply.body) == {"version", "events"}
    assert reply.headers["preference-applied"] == "return=minimal"


def test_a_token_opens_its_own_game_alone(base: str) -> None:
    table, other = (set_table(base, hands=HANDS, discard=["R3"], turn=0) for _ in range(2))
    for method, path in (("POST", "/draw"), ("GET", ""), ("GET", "/events")):
        reply = table._replace(tokens=other.tokens).ask(method, path, 0)
        assert (reply.status, reply.code) == (403, "token-of-other-game")


@pytest.mark.parametrize(
    "header", ["Bearer garbage", "Bearer ", "Basic YTpi", "Bearer a.0.0.b", "\u00e9", "Bearer a b"]
)
def test_a_token_that_is_none_is_refused(base: str, header: str) -> None:
    table = set_table(base, hands=HANDS, discard=["R3"], turn=0)
    for method, path in (("POST", "/draw"), ("GET", "")):
        reply = table.ask(method, path, None, None, Authorization=header)
        assert (reply.status, reply.code) == (401, "token-invalid")
        assert reply.headers["www-authenticate"].startswith("Bearer")


def test_an_altered_token_is_refused(base: str) -> None:
    table = set_table(base, hands=HANDS, discard=["R3"], turn=0)
    game_id, _, rest = table.tokens[0].partition(".")
    forged = f"{game_id}.1{rest[1:]}"
    assert table.ask("GET", "", None, None, Authorization=f"Bearer {forged}").code == "token-invalid"


def test_the_host_deals_first_and_later_anybody(opened: Opened) -> None:
    game = opened("Ada", "Bo")
    assert game.ask("POST", "/deal", 1).code == "host-only"
    assert game.ask("POST", "/play", 0, {"card": "R5"}).code == "not-started"
    assert game.ask("POST", "/deal", 0).status == 200
    assert game.ask("POST", "/deal", 1).code == "round-not-over"


def test_a_game_that_is_over_is_over(base: str) -> None:
    table = set_table(base, hands=[["R5"], ["G1"]], discard=["R3"], turn=0, options={"target_score": 0})
    assert table.act(0, "play", card="R5").body["game"]["winner_seats"] == [0]
    reply = table.act(1, "draw")
    assert (reply.status, reply.code) == (409, "game-over")


def test_there_is_no_game_of_another_id(base: str) -> None:
    table = set_table(base)
    lost = table._replace(path="/v1/games/AAAAAAAAAAAAAAAAAAAA")
    assert lost.ask("GET", "").code == "game-not-found"
    assert lost.ask("POST", "/draw", 0).code == "token-of-other-game"
    for name in ("x", "%7Bx%7D", "%00", "..%2F..", "%C3%A9"):
        assert table._replace(path=f"/v1/games/{name}").ask("GET", "").status == 404
