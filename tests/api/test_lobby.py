"""Opening, joining, agreeing, leaving: before the match."""

import pytest

from tests.api.conftest import Opened
from tests.client import ask


def test_the_creator_is_host_on_seat_0(opened: Opened) -> None:
    grant = opened("  Ada  ").grants[0]
    assert grant["seat"] == 0
    assert grant["game"]["host_seat"] == 0
    assert grant["game"]["players"][0]["name"] == "Ada"
    assert grant["game"]["status"] == "lobby"
    assert len(grant["join_code"]) == 8
    assert len(grant["recovery_code"]) == 20


def test_creating_says_where_the_game_is_and_keeps_the_grant_out_of_caches(base: str) -> None:
    reply = ask(base, "POST", "/v1/games", {"name": "Ada"})
    assert reply.headers["location"] == f"/v1/games/{reply.body['game_id']}"
    assert reply.headers["cache-control"] == "no-store"
    assert reply.headers["etag"] == '"v1.0"'


def test_seats_are_as_many_as_rules_and_deck_allow(opened: Opened) -> None:
    assert opened("Ada").grants[0]["game"]["seats"] == 10
    assert opened("Ada", options={"hand_size": 15}).grants[0]["game"]["seats"] == 7
    assert opened("Ada", options={"max_players": 4}).grants[0]["game"]["seats"] == 4
    assert opened("Ada", seats=3).grants[0]["game"]["seats"] == 3


@pytest.mark.parametrize(
    ("wishes", "pointer"),
    [
        ({"name": " "}, "/name"),
        ({"name": "a\u0007"}, "/name"),
        ({"name": "x" * 33}, "/name"),
        ({"name": 7}, "/name"),
        ({"seats": 11}, "/seats"),
        ({"seats": 1}, "/seats"),
        ({"seats": True}, "/seats"),
        ({"seats": 8, "options": {"hand_size": 15}}, "/seats"),
        ({"options": {"hand_size": 15, "min_players": 8}}, "/options/hand_size"),
        ({"options": {"hand_size": 16}}, "/options/hand_size"),
        ({"options": {"hand_size": "7"}}, "/options/hand_size"),
        ({"options": {"voluntary_draw": 1}}, "/options/voluntary_draw"),
        ({"options": {"first_dealer": "me"}}, "/options/first_dealer"),
        ({"options": {"no/such~one": 1}}, "/options/no~1such~0one"),
        ({"options": {"min_players": 5, "max_players": 4}}, "/options/min_players"),
        ({"options": []}, "/options"),
        ({"preset": "chess"}, "/preset"),
        ({"visibility": "secret"}, "/visibility"),
        ({"bots": 2}, "/bots"),
        ({"name": None}, "/name"),
    ],
)
def test_what_has_no_shape_is_refused_where_it_is_wrong(base: str, wishes: dict, pointer: str) -> None:
    reply = ask(base, "POST", "/v1/games", {"name": "Ada"} | wishes)
    assert (reply.status, reply.code) == (422, "validation-failed")
    assert pointer in [error["pointer"] for error in reply.body["errors"]]


def test_seats_are_taken_in_order_or_as_named(opened: Opened) -> None:
    game = opened("Ada", "Bo", seats=4)
    assert game.join("Cy", seat=3).body["seat"] == 3
    assert game.join("Di", seat=3).code == "seat-taken"
    assert game.join("Di", seat=9).code == "no-such-seat"
    assert game.join("Di").body["seat"] == 2
    assert game.join("Ed").code == "game-full"


def test_a_join_code_is_read_however_it_is_typed(opened: Opened, base: str) -> None:
    game = opened("Ada")
    code = game.grants[0]["join_code"]
    typed = f" {code[:4].lower()}-{code[4:]} ".replace("0", "o").replace("1", "l")
    reply = ask(base, "POST", "/v1/join", {"join_code": typed, "name": "Bo"})
    assert (reply.status, reply.body["game_id"]) == (201, game.grants[0]["game_id"])
    assert ask(base, "POST", "/v1/join", {"join_code": "00000000", "name": "Bo"}).code == "unknown-join-code"


def test_the_join_code_is_shown_to_the_seated_in_the_lobby_alone(opened: Opened) -> None:
    game = opened("Ada", "Bo")
    assert "join_code" in game.ask("GET", "", 1).body
    assert "join_code" not in game.ask("GET").body
    game.ask("POST", "/deal", 0)
    assert "join_code" not in game.ask("GET", "", 1).body


def test_a_match_that_began_takes_nobody_in(opened: Opened) -> None:
    game = opened("Ada", "Bo")
    assert game.ask("POST", "/deal", 0).status == 200
    reply = game.join("Cy")
    assert (reply.status, reply.code) == (409, "already-started")


def test_a_private_game_opens_to_its_code_and_shows_itself_to_its_seats(opened: Opened) -> None:
    game = opened("Ada", visibility="private")
    for path in ("", "/events", "/rounds/1"):
        reply = game.ask("GET", path)
        assert (reply.status, reply.code) == (401, "token-required")
        assert reply.headers["www-authenticate"] == "Bearer"
    assert game.join("Bo").code == "join-code-required"
    wrong = game.join("Bo", join_code="00000000")
    assert (wrong.status, wrong.code) == (403, "join-code-wrong")
    assert "version" not in wrong.body
    assert game.join("Bo", join_code=game.grants[0]["join_code"]).status == 201
    assert game.ask("GET", "", 1).status == 200


def test_settings_change_by_the_host_with_if_match(opened: Opened) -> None:
    game = opened("Ada", "Bo", options={"target_score": 100})
    change = {"options": {"hand_size": 5}, "seats": 3}
    assert game.ask("PATCH", "", 0, change).code == "version-required"
    assert game.ask("PATCH", "", 0, change, If_Match='"v1.0"').code == "version-mismatch"
    assert game.ask("PATCH", "", 1, change, If_Match='"v1.0"').code == "host-only"
    reply = game.ask("PATCH", "", 0, change, If_Match='"v2.0"')
    assert reply.status == 200
    options = reply.body["game"]["options"]
    assert (options["hand_size"], options["target_score"], reply.body["game"]["seats"]) == (5, 100, 3)
    assert game.ask("PATCH", "", 0, {"options": {"hand_size": 15, "max_players": 2}}, If_Match="*").status == 200
    assert game.ask("GET").body["seats"] == 2


def test_seats_follow_when_bigger_hands_allow_fewer(opened: Opened) -> None:
    game = opened("Ada")
    game.ask("PATCH", "", 0, {"options": {"hand_size": 15}}, If_Match="*")
    assert game.ask("GET").body["seats"] == 7


def test_settings_are_closed_once_the_match_began(opened: Opened) -> None:
    game = opened("Ada", "Bo")
    game.ask("POST", "/deal", 0)
    assert game.ask("PATCH", "", 0, {"seats": 5}, If_Match="*").code == "already-started"


def test_the_host_kicks_and_the_token_is_good_no_more(opened: Opened) -> None:
    game = opened("Ada", "Bo")
    assert game.ask("POST", "/kick", 1, {"seat": 0}).code == "host-only"
    assert game.ask("POST", "/kick", 0, {"seat": 0}).code == "cannot-kick-self"
    assert game.ask("POST", "/kick", 0, {"seat": 5}).code == "no-such-seat"
    assert game.ask("POST", "/kick", 0, {"seat": 1}).status == 200
    assert game.ask("GET", "", 1).code == "token-revoked"
    assert game.join("Cy").body["seat"] == 1
    assert game.ask("GET", "", 1).code == "token-revoked"
    assert game.ask("GET", "", 2).body["me"]["seat"] == 1


def test_who_leaves_sees_what_everybody_sees_and_is_gone(opened: Opened) -> None:
    game = opened("Ada", "Bo")
    reply = game.ask("POST", "/leave", 0)
    assert reply.status == 200
    assert reply.headers["etag"] == '"v3.public"'
    assert "me" not in reply.body["game"]
    assert reply.body["game"]["host_seat"] == 1
    assert game.ask("POST", "/leave", 0).code == "token-revoked"
    gone = game.ask("POST", "/recover", None, {"recovery_code": game.grants[0]["recovery_code"]})
    assert gone.code == "recovery-code-wrong"


def test_a_recovery_code_brings_a_new_token_and_kills_the_old(opened: Opened) -> None:
    game = opened("Ada", "Bo")
    wrong = game.ask("POST", "/recover", None, {"recovery_code": "0" * 20})
    assert (wrong.status, wrong.code) == (403, "recovery-code-wrong")
    reply = game.ask("POST", "/recover", None, {"recovery_code": game.grants[1]["recovery_code"].lower()})
    assert (reply.status, reply.body["seat"]) == (200, 1)
    assert reply.headers["cache-control"] == "no-store"
    assert reply.body["recovery_code"] == game.grants[1]["recovery_code"]
    assert game.ask("GET", "", 1).code == "token-revoked"
    game.grants[1] = reply.body
    assert game.ask("GET", "", 1).status == 200
    assert game.ask("GET", "", 0).status == 200


def test_the_host_ends_the_game_and_it_stays_readable(opened: Opened) -> None:
    game = opened("Ada", "Bo")
    assert game.ask("DELETE", "", 1).code == "host-only"
    reply = game.ask("DELETE", "", 0)
    assert (reply.status, reply.raw) == (204, b"")
    assert game.ask("GET", "", 1).body["status"] == "abandoned"
    assert "decision_id" not in game.ask("GET").body
    for ended in (
        game.ask("POST", "/deal", 0),
        game.ask("POST", "/leave", 1),
        game.ask("DELETE", "", 0),
        game.join("Cy"),
    ):
        assert (ended.status, ended.code) == (410, "game-abandoned")


def listed(base: str, **wanted: str) -> dict[str, dict]:
    """Every open game, by its id, read page by page."""
    found, path = {}, "/v1/games?limit=2&" + "&".join(f"{name}={value}" for name, value in wanted.items())
    while path:
        page = ask(base, "GET", path)
        assert page.status == 200, page
        found |= {game["game_id"]: game for game in page.body["items"]}
        link = page.headers.get("link", "")
        assert bool(link) == ("next_cursor" in page.body)
        path = link[1 : link.index(">")] if link else ""
    return found


def test_public_games_with_a_free_seat_are_listed_newest_first(opened: Opened, base: str) -> None:
    games = [opened("Ada", visibility="public", seats=2) for _ in range(5)]
    hidden = opened("Ada", visibility="unlisted")
    ids = [game.grants[0]["game_id"] for game in games]
    found = listed(base, preset="classic")
    assert [name for name in found if name in ids] == ids[::-1]
    assert hidden.grants[0]["game_id"] not in found
    assert found[ids[0]] | {"created_at": ""} == {
        "game_id": ids[0],
        "preset": "classic",
        "game": "classic",
        "host_name": "Ada",
        "players": 1,
        "seats": 2,
        "created_at": "",
    }


def test_a_listing_follows_the_game(opened: Opened, base: str) -> None:
    game = opened("Ada", visibility="public", seats=2)
    name = game.grants[0]["game_id"]
    assert name in listed(base)
    game.join("Bo")
    assert name not in listed(base)
    game.ask("POST", "/leave", 1)
    assert name in listed(base)
    game.ask("PATCH", "", 0, {"visibility": "private"}, If_Match="*")
    assert name not in listed(base)
    game.ask("PATCH", "", 0, {"visibility": "public", "seats": 3}, If_Match="*")
    game.join("Bo")
    assert name in listed(base)
    game.ask("POST", "/deal", 0)
    assert name not in listed(base)


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=101", "limit=x", "limit=1_0", "preset=chess", "cursor=%2A", "cursor=AAAA"]
)
def test_a_query_is_judged(base: str, query: str) -> None:
    reply = ask(base, "GET", f"/v1/games?{query}")
    assert reply.code == "validation-failed"
    assert reply.body["errors"][0]["pointer"] == "/query/" + query.partition("=")[0]


def test_a_private_game_tells_strangers_nothing_of_its_version(opened: Opened) -> None:
    lobby = opened("Ada", visibility="private")
    for version in ('"v1.0"', '"v17.0"'):
        assert lobby.ask("POST", "/join", None, {"name": "x"}, If_Match=version).code == "join-code-required"
        wrong = {"recovery_code": "W" * 20}
        assert lobby.ask("POST", "/recover", None, wrong, If_Match=version).code == "recovery-code-wrong"


@pytest.mark.parametrize("name", ["\u200b", "\ufeff", "\u00ad", "\u202eevil", "\u200c\u200d", " \u200d "])
def test_a_name_that_nobody_sees_or_that_turns_the_line_is_refused(base: str, name: str) -> None:
    reply = ask(base, "POST", "/v1/games", {"name": name})
    assert (reply.status, reply.body["errors"][0]["pointer"]) == (422, "/name")


@pytest.mark.parametrize("name", ["\u0645\u06cc\u200c\u0646\u0627", "\U0001f469\u200d\U0001f680", "A B"])
def test_a_name_may_be_written_with_joiners(base: str, name: str) -> None:
    assert ask(base, "POST", "/v1/games", {"name": name}).body["game"]["players"][0]["name"] == name


def test_joining_by_code_may_name_the_decision_that_was_seen(base: str, opened: Opened) -> None:
    code = opened("Ada").grants[0]["join_code"]
    late = ask(base, "POST", "/v1/join", {"name": "Bo", "join_code": code, "decision_id": "d99"})
    assert late.code == "decision-closed"
