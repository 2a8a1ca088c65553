"""A request that is named and sent again is answered as it was, and done once."""

from typing import Any

import pytest

from service.api.play import VERBS
from tests.api.acts import ACTS, Act
from tests.api.conftest import Lobby, Opened
from tests.client import Reply, ask, lasting, set_table

KEY = "a-key-of-the-tests_1"
SAME = ("content-type", "cache-control", "etag", "location", "preference-applied", "vary", "content-length")


def kept(reply: Reply) -> tuple[int, bytes, list[str | None]]:
    """What of a reply is the same when it is sent again."""
    return reply.status, reply.raw, [reply.headers.get(name) for name in SAME]


def is_repeated(first: Reply, again: Reply) -> bool:
    """The second reply is the first one, and says so."""
    assert first.status < 300, first
    assert "idempotency-replayed" not in first.headers
    assert kept(again) == kept(first)
    assert again.headers["x-request-id"] != first.headers["x-request-id"]
    return again.headers.get("idempotency-replayed") == "true"


def test_there_is_an_act_for_every_verb() -> None:
    assert set(ACTS) == {verb.path for verb in VERBS}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_a_command_that_is_sent_again_is_answered_again_and_done_once(base: str, act: Act) -> None:
    table = act.table(base)
    first = act.done(table, Idempotency_Key=KEY)
    after = table.view()
    assert is_repeated(first, act.done(table, Idempotency_Key=KEY))
    assert lasting(table.view()) == lasting(after)


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_the_answer_is_kept_when_the_game_has_ended(base: str, act: Act) -> None:
    table = act.table(base)
    first = act.done(table, Idempotency_Key=KEY)
    host = table.view()["host_seat"]
    assert table.ask("DELETE", "", host).status == 204
    assert is_repeated(first, act.done(table, Idempotency_Key=KEY, If_Match='"v1.0"'))


def test_the_receipt_comes_before_the_version_that_is_named(base: str) -> None:
    table = ACTS["draw"].table(base)
    first = table.ask("POST", "/draw", 0, None, Idempotency_Key=KEY, If_Match='"v1.0"')
    assert is_repeated(first, table.ask("POST", "/draw", 0, None, Idempotency_Key=KEY, If_Match='"v1.0"'))
    assert table.ask("POST", "/draw", 0, None, Idempotency_Key="another-key", If_Match='"v1.0"').status == 412


def test_a_key_is_the_same_with_quotes_and_without(base: str) -> None:
    table = ACTS["draw"].table(base)
    first = table.ask("POST", "/draw", 0, None, Idempotency_Key=KEY)
    assert is_repeated(first, table.ask("POST", "/draw", 0, None, Idempotency_Key=f'"{KEY}"'))


@pytest.mark.parametrize(
    "key", ["", "short-7", "x" * 65, "with space", "umlaut-ä", '"half-quoted', f"{KEY}, {KEY}", "'single-quotes'", '""']
)
@pytest.mark.parametrize("path", ["/v1/games", "/v1/join", "/v1/sandbox/games", "{game}/draw", "{game}/recover"])
def test_what_is_no_key_is_refused_and_nothing_is_done(base: str, key: str, path: str) -> None:
    table = ACTS["draw"].table(base)
    named = {"Idempotency-Key": key.encode().decode("latin-1")}
    reply = ask(base, "POST", path.format(game=table.path), {}, table.tokens[0] if "{" in path else "", named)
    assert (reply.status, reply.code) == (422, "validation-failed")
    assert [error["pointer"] for error in reply.body["errors"]] == ["/headers/Idempotency-Key"]
    assert table.view()["version"] == 1


@pytest.mark.parametrize(
    ("verb", "body"),
    [("play", {"card": "W", "color": "red"}), ("play", {"card": "B1"}), ("draw", {}), ("draw", {"x": 1})],
)
def test_a_key_of_another_request_is_refused(base: str, verb: str, body: dict[str, Any]) -> None:
    table = ACTS["play"].table(base)
    assert table.ask("POST", "/play", 0, {"card": "R5"}, Idempotency_Key=KEY).status == 200
    reply = table.ask("POST", f"/{verb}", 0, body, Idempotency_Key=KEY)
    assert (reply.status, reply.code) == (422, "idempotency-key-reused")
    assert reply.body["version"] == table.view()["version"] == 2


def test_a_body_may_be_written_otherwise_the_second_time(base: str) -> None:
    table = ACTS["play"].table(base)
    first = table.ask("POST", "/play", 0, b'{"card":"W","color":"red"}', Idempotency_Key=KEY)
    assert is_repeated(
        first, table.ask("POST", "/play", 0, b'{ "color": "red", "card": "\\u0057" }', Idempotency_Key=KEY)
    )
    drawn = table.ask("POST", "/draw", 1, None, Idempotency_Key=KEY)
    assert is_repeated(drawn, table.ask("POST", "/draw", 1, {}, Idempotency_Key=KEY))


@pytest.mark.parametrize(
    "body", [b"9" * 40, b"1e300", b"[" * 300 + b"]" * 300, b'{"card": ' + b"8" * 30 + b"}", b"null"]
)
def test_an_odd_body_with_a_key_has_the_wrong_shape_and_no_more(base: str, body: bytes) -> None:
    table = ACTS["play"].table(base)
    assert table.ask("POST", "/play", 0, body, Idempotency_Key=KEY).code == "validation-failed"
    assert ask(base, "POST", "/v1/games", body, headers={"Idempotency-Key": KEY}).code == "validation-failed"


def test_a_refused_command_is_judged_anew(base: str) -> None:
    table = ACTS["draw"].table(base)
    assert table.ask("POST", "/draw", 1, None, Idempotency_Key=KEY).code == "not-your-turn"
    assert table.act(0, "play", card="R5").status == 200
    reply = table.ask("POST", "/draw", 1, None, Idempotency_Key=KEY)
    assert reply.status == 200 and "idempotency-replayed" not in reply.headers


def test_each_seat_has_keys_of_its_own(base: str) -> None:
    table = ACTS["draw"].table(base)
    assert table.ask("POST", "/draw", 0, None, Idempotency_Key=KEY).status == 200
    assert table.ask("POST", "/pass", 0, None, Idempotency_Key="another-key").status == 200
    other = table.ask("POST", "/draw", 1, None, Idempotency_Key=KEY)
    assert other.status == 200 and "idempotency-replayed" not in other.headers
    assert ask(base, "POST", f"{table.path}/draw", None, "", {"Idempotency-Key": KEY}).code == "token-required"


def test_a_short_reply_is_short_again_and_a_whole_one_is_whole(base: str) -> None:
    table = ACTS["draw"].table(base)
    first = table.ask("POST", "/draw", 0, None, Idempotency_Key=KEY, Prefer="return=minimal")
    assert "game" not in first.body
    assert is_repeated(first, table.ask("POST", "/draw", 0, None, Idempotency_Key=KEY))
    whole = table.ask("POST", "/pass", 0, None, Idempotency_Key="another-key")
    again = table.ask("POST", "/pass", 0, None, Idempotency_Key="another-key", Prefer="return=minimal")
    assert is_repeated(whole, again) and "game" in again.body


def test_a_game_is_opened_once_and_its_token_works(base: str) -> None:
    named = {"Idempotency-Key": f"open-{id(base)}-once"}
    body = {"name": "Ada", "visibility": "public", "seats": 3}
    first = ask(base, "POST", "/v1/games", body, headers=named)
    assert is_repeated(first, ask(base, "POST", "/v1/games", body, headers=named))
    game = f"/v1/games/{first.body['game_id']}"
    assert ask(base, "GET", game, token=first.body["token"]).body["version"] == 1
    assert ask(base, "POST", "/v1/join", {"join_code": first.body["join_code"], "name": "Bo"}).status == 201
    assert is_repeated(first, ask(base, "POST", "/v1/games", body, headers=named))
    other = ask(base, "POST", "/v1/games", body | {"name": "Cy"}, headers=named)
    assert (other.status, other.code) == (422, "idempotency-key-reused")
    assert ask(base, "POST", "/v1/games", body).body["game_id"] != first.body["game_id"]


def test_a_sandbox_table_is_set_up_once_beside_a_game_of_the_same_key(base: str) -> None:
    named = {"Idempotency-Key": f"sandbox-{id(base)}-once"}
    game = ask(base, "POST", "/v1/games", {"name": "Ada"}, headers=named)
    first = ask(base, "POST", "/v1/sandbox/games", {"players": 2}, headers=named)
    assert game.status == first.status == 201
    assert is_repeated(first, ask(base, "POST", "/v1/sandbox/games", {"players": 2}, headers=named))


@pytest.mark.parametrize("by_code", [False, True])
@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_a_seat_is_taken_once_and_its_token_works(opened: Opened, base: str, by_code: bool, visibility: str) -> None:
    game = opened("Ada", visibility=visibility)
    body = {"name": "Bo", "join_code": game.grants[0]["join_code"]}
    path = "/v1/join" if by_code else f"{game.path}/join"
    first = ask(base, "POST", path, body, headers={"Idempotency-Key": KEY})
    assert is_repeated(first, ask(base, "POST", path, body, headers={"Idempotency-Key": KEY}))
    assert len(game.ask("GET", "", 0).body["players"]) == 2
    assert ask(base, "GET", game.path, token=first.body["token"]).body["me"]["seat"] == 1
    assert game.ask("POST", "/deal", 0).status == 200
    assert is_repeated(first, ask(base, "POST", path, body, headers={"Idempotency-Key": KEY}))
    other = ask(base, "POST", path, body | {"name": "Cy"}, headers={"Idempotency-Key": KEY})
    assert other.code == "idempotency-key-reused"
    assert ("version" in other.body) == (visibility == "unlisted")


def test_the_host_deals_and_ends_once(opened: Opened) -> None:
    game = opened("Ada", "Bo")
    first = game.ask("POST", "/deal", 0, None, Idempotency_Key=KEY)
    assert is_repeated(first, game.ask("POST", "/deal", 0, None, Idempotency_Key=KEY))
    ended = game.ask("DELETE", "", 0, None, Idempotency_Key="end-of-the-game")
    assert is_repeated(ended, game.ask("DELETE", "", 0, None, Idempotency_Key="end-of-the-game"))
    assert game.ask("DELETE", "", 0, None, Idempotency_Key="another-key").code == "game-abandoned"
    assert is_repeated(first, game.ask("POST", "/deal", 0, None, Idempotency_Key=KEY))


def test_settings_are_changed_once(opened: Opened) -> None:
    game = opened("Ada", seats=4)
    first = game.ask("PATCH", "", 0, {"seats": 5}, Idempotency_Key=KEY, If_Match='"v1.0"')
    assert is_repeated(first, game.ask("PATCH", "", 0, {"seats": 5}, Idempotency_Key=KEY, If_Match='"v1.0"'))


def test_who_leaves_is_answered_again_though_the_token_is_dead(opened: Opened) -> None:
    game = opened("Ada", "Bo")
    named = {"Idempotency_Key": KEY}
    first = game.ask("POST", "/leave", 1, None, **named)
    assert is_repeated(first, game.ask("POST", "/leave", 1, None, **named))
    assert game.ask("POST", "/leave", 1, {"decision_id": "d1"}, **named).code == "token-revoked"
    assert game.ask("POST", "/draw", 1, None, **named).code == "token-revoked"
    game.join("Cy")
    assert is_repeated(first, game.ask("POST", "/leave", 1, None, **named))


def test_who_takes_a_freed_seat_is_not_answered_for_who_sat_there(opened: Opened) -> None:
    game = opened("Ada", "Bo")
    game.ask("POST", "/leave", 1, None, Idempotency_Key=KEY)
    assert game.join("Cy").body["seat"] == 1
    left = game.ask("POST", "/leave", 2, None, Idempotency_Key=KEY)
    assert left.status == 200 and "idempotency-replayed" not in left.headers
    assert game.ask("GET", "", 0).body["version"] == 5


def test_a_dead_token_is_answered_for_nothing_but_its_own_end(opened: Opened) -> None:
    game = opened("Ada", "Bo")
    assert game.ask("POST", "/deal", 0, None, Idempotency_Key=KEY).status == 200
    assert recover(game, 0).status == 200
    assert game.ask("POST", "/deal", 0, None, Idempotency_Key=KEY).code == "token-revoked"


def recover(game: Lobby, seat: int, **headers: str) -> Reply:
    return game.ask("POST", "/recover", None, {"recovery_code": game.grants[seat]["recovery_code"]}, **headers)


def test_a_lost_reply_to_a_recovery_is_sent_again_though_the_old_token_is_dead(opened: Opened, base: str) -> None:
    game = opened("Ada", "Bo")
    first = recover(game, 1, Idempotency_Key=KEY)
    assert is_repeated(first, recover(game, 1, Idempotency_Key=KEY))
    assert game.ask("GET", "", 1).code == "token-revoked"
    assert ask(base, "GET", game.path, token=first.body["token"]).status == 200
    once_more = recover(game, 1, Idempotency_Key="another-key")
    assert once_more.status == 200 and once_more.body["token"] != first.body["token"]
    assert ask(base, "GET", game.path, token=first.body["token"]).code == "token-revoked"


def test_a_command_of_before_a_recovery_is_answered_to_the_new_token(opened: Opened) -> None:
    game = opened("Ada", "Bo")
    first = game.ask("POST", "/deal", 0, None, Idempotency_Key=KEY)
    game.grants[0] = recover(game, 0).body
    assert is_repeated(first, game.ask("POST", "/deal", 0, None, Idempotency_Key=KEY))


def test_the_host_frees_a_lost_seat_and_its_player_takes_it_anew(opened: Opened) -> None:
    game = opened("Ada", "Bo")
    first = game.ask("POST", "/kick", 0, {"seat": 1}, Idempotency_Key=KEY)
    assert is_repeated(first, game.ask("POST", "/kick", 0, {"seat": 1}, Idempotency_Key=KEY))
    assert recover(game, 1).code == "recovery-code-wrong"
    joined = game.join("Bo", seat=1)
    assert (joined.status, joined.body["seat"]) == (201, 1)
    assert game.ask("GET", "", 1).code == "token-revoked"
    assert game.ask("GET", "", 2).body["me"]["seat"] == 1
    assert is_repeated(first, game.ask("POST", "/kick", 0, {"seat": 1}, Idempotency_Key=KEY))
    assert recover(game, 2).status == 200
    assert recover(game, 1).code == "recovery-code-wrong"


def test_a_read_takes_no_notice_of_a_key(base: str) -> None:
    table = set_table(base)
    assert table.ask("GET", "", None, None, Idempotency_Key="?").status == 200
