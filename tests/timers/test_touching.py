"""When a decision's time is over: what is told of it, what prolongs it, and what is done at the next touch."""

import pytest

from service.engine.pace import BOT_DELAY
from service.record import instant
from tests.timers.conftest import BEGIN, HANDS, House, Table
from tests.valkey import Valkey

LIMIT = 30_000
UNO = {"hands": [["R5", "B1"], ["G1", "R9", "GS"], ["Y1", "Y2", "Y3"]], "players": 3}
POINTING = {"preset": "party", "hands": [["RPT", "B1"], ["G1", "G2"], ["Y1", "Y2"]], "players": 3}


def test_a_view_says_how_long_there_is_time(house: House) -> None:
    table = house.table()
    house.clock.pass_by(1_234)
    view = table.view()
    assert view["deadline_at"] == instant(BEGIN + LIMIT)
    assert view["remaining_ms"] == LIMIT - 1_234
    assert view["server_time"] == instant(BEGIN + 1_234)


def test_without_a_limit_there_is_no_deadline_and_the_storage_hears_nothing_of_one(house: House) -> None:
    table = house.table({})
    assert table.act(0, "draw").status_code == 200
    assert not {"deadline_at", "remaining_ms"} & table.view().keys()
    assert house.valkey.ask("KEYS", "uno:deadlines:*") == []


def test_a_lobby_and_a_round_that_is_over_have_no_deadline(house: House) -> None:
    made = house.client.post("/v1/games", json={"name": "Ada", "options": {"turn_seconds": 5}}).json
    assert "deadline_at" not in made["game"]
    table = house.table(hands=[["R5"], ["G1"]])
    assert "deadline_at" not in table.act(0, "play", card="R5").json["game"]


def test_another_decision_has_the_whole_time_again(house: House) -> None:
    table = house.table()
    house.clock.pass_by(20_000)
    assert table.act(0, "play", card="R5").json["game"]["deadline_at"] == instant(BEGIN + 20_000 + LIMIT)


def test_a_catch_does_not_prolong_the_decision_of_another(house: House) -> None:
    table = house.table(**UNO)
    table.act(0, "play", card="R5")
    house.clock.pass_by(20_000)
    caught = table.act(2, "catch", seat=0).json
    assert caught["events"][0]["type"] == "uno_caught"
    assert caught["game"]["remaining_ms"] == 10_000


def test_a_finger_does_not_prolong_the_pointing(house: House) -> None:
    table = house.table({"turn_seconds": 30, "min_players": 3}, **POINTING)
    table.act(0, "play", card="RPT")
    house.clock.pass_by(20_000)
    assert table.act(1, "point", seat=0).json["game"]["remaining_ms"] == 10_000
    house.clock.pass_by(10_000)
    assert table.view()["phase"] == "play"
    assert table.stored().count("timed_out") == 2


def test_a_refused_command_and_a_new_token_do_not_prolong_it(house: House) -> None:
    made = house.client.post("/v1/games", json={"name": "Ada", "options": {"turn_seconds": 30}}).json
    path = f"/v1/games/{made['game_id']}"
    bo = house.client.post(f"{path}/join", json={"name": "Bo"}).json
    token = {"Authorization": f"Bearer {made['token']}"}
    assert house.client.post(f"{path}/deal", headers=token).status_code == 200
    house.clock.pass_by(20_000)
    granted = house.client.post(f"{path}/recover", json={"recovery_code": bo["recovery_code"]}).json
    assert granted["game"]["remaining_ms"] == 10_000


def test_who_looks_after_the_deadline_sees_the_game_as_it_has_become(house: House) -> None:
    table = house.table()
    before = table.view()
    house.clock.pass_by(LIMIT - 1)
    assert table.view()["turn_seat"] == 0
    house.clock.pass_by(1)
    after = table.view()
    assert (after["turn_seat"], after["version"]) == (1, before["version"] + 1)
    assert after["remaining_ms"] == LIMIT
    assert table.view()["version"] == after["version"]
    assert table.stored()[-4:] == ["timed_out", "cards_drawn", "turn_passed", "turn_started"]


def test_a_view_that_is_known_is_not_known_any_more_when_time_is_over(house: House) -> None:
    table = house.table()
    tag = table.ask("GET", "", 0).headers["ETag"]
    assert table.ask("GET", "", 0, None, If_None_Match=tag).status_code == 304
    house.clock.pass_by(LIMIT)
    assert table.ask("GET", "", 0, None, If_None_Match=tag).status_code == 200


def test_who_asks_for_events_gets_what_has_become_due(house: House) -> None:
    table = house.table()
    house.clock.pass_by(LIMIT)
    events = table.ask("GET", "/events").json["items"]
    assert [event["type"] for event in events][-4:] == ["timed_out", "cards_drawn", "turn_passed", "turn_started"]
    assert events[-4] | {"text": ""} == {
        "seq": len(events) - 3, "at": instant(BEGIN + LIMIT), "type": "timed_out", "text": "", "seat": 0, "count": 1,
    }  # fmt: skip


def test_a_command_that_comes_too_late_is_judged_by_what_the_game_has_become(house: House) -> None:
    table = house.table()
    seen = table.ask("GET", "", 0)
    house.clock.pass_by(LIMIT)
    late = table.act(0, "play", card="R5")
    assert (late.status_code, late.json["code"], late.json["version"]) == (409, "not-your-turn", 2)
    assert table.stored().count("timed_out") == 1
    assert table.act(0, "play", card="R5", decision_id=seen.json["decision_id"]).json["code"] == "decision-closed"
    reply = table.ask("POST", "/play", 0, {"card": "R5"}, If_Match=seen.headers["ETag"])
    assert reply.json["code"] == "version-mismatch"
    assert table.act(1, "draw").status_code == 200, "the next player has the turn"


def test_the_version_that_a_late_command_names_is_gone(house: House) -> None:
    table = house.table()
    tag = table.ask("GET", "", 0).headers["ETag"]
    house.clock.pass_by(LIMIT)
    reply = table.ask("POST", "/play", 0, {"card": "R5"}, If_Match=tag)
    assert (reply.status_code, reply.json["code"], reply.json["version"]) == (412, "version-mismatch", 2)


def test_a_command_that_was_carried_out_in_time_is_answered_again_later(house: House) -> None:
    table, key = house.table(), {"Idempotency_Key": "a-key-of-the-tests_1"}
    first = table.ask("POST", "/draw", 0, None, **key)
    house.clock.pass_by(3 * LIMIT)
    again = table.ask("POST", "/draw", 0, None, **key)
    assert (again.status_code, again.data) == (200, first.data)


def test_however_late_a_touch_is_one_decision_is_made(house: House) -> None:
    table = house.table()
    house.clock.pass_by(100 * LIMIT)
    assert table.view()["turn_seat"] == 1
    assert table.stored().count("timed_out") == 1


def away(house: House, on_idle: str, **setup: object) -> Table:
    """A table whose seat 1 is away; seat 0 is in turn."""
    table = house.table({"turn_seconds": 30, "idle_limit": 1, "on_idle": on_idle}, turn=1, **setup)
    house.clock.pass_by(LIMIT)
    table.view()
    return table


def test_a_bot_plays_for_who_is_away_after_a_second(house: House) -> None:
    table = away(house, "bot")
    assert [player["control"] for player in table.view()["players"]] == ["player", "autopilot"]
    assert table.act(0, "play", card="R5").json["game"]["remaining_ms"] == BOT_DELAY
    house.clock.pass_by(BOT_DELAY)
    view = table.view()
    assert (view["turn_seat"], view["discard_top"], view["players"][1]["control"]) == (0, "R9", "autopilot")
    table.act(0, "draw")
    reply = table.act(1, "draw").json
    assert reply["events"][0]["type"] == "autopilot_off"
    assert reply["game"]["players"][1]["control"] == "player"


def test_who_comes_back_out_of_turn_has_the_usual_time_from_when_the_decision_opened(house: House) -> None:
    table = away(house, "bot", **UNO)
    table.act(2, "draw")
    table.act(0, "play", card="R5")
    house.clock.pass_by(400)
    assert table.act(1, "catch", seat=0).json["game"]["remaining_ms"] == LIMIT - 400


def test_who_is_removed_has_no_token_any_more(house: House) -> None:
    table = away(house, "remove", players=3, hands=[*HANDS, ["Y1", "Y2"]])
    assert table.view()["players"][1]["left"] is True
    reply = table.act(1, "draw")
    assert (reply.status_code, reply.json["code"]) == (401, "token-revoked")
    assert table.act(2, "draw").status_code == 200


@pytest.mark.parametrize("on_idle", ["bot", "skip"])
def test_a_game_that_everybody_has_left_alone_comes_to_rest(house: House, on_idle: str) -> None:
    table = away(house, on_idle)
    for _ in range(20):
        house.clock.pass_by(LIMIT)
        table.view()
    view = table.view()
    assert (view["status"], table.stored().count("timed_out")) == ("round_over", 4)
    assert "deadline_at" not in view
    assert table.stored()[-1] == "round_ended"


def test_where_nothing_can_be_written_the_game_is_shown_as_it_is_stored() -> None:
    with Valkey() as valkey:
        house = House(valkey)
        table = house.table()
        house.clock.pass_by(LIMIT)
        valkey.ask("CONFIG", "SET", "maxmemory", "1")
        view = table.view()
        assert (view["turn_seat"], view["remaining_ms"], view["version"]) == (0, 0, 1)
        assert table.ask("GET", "/events").status_code == 200
        assert table.act(0, "draw").json["code"] == "storage-full"
        valkey.ask("CONFIG", "SET", "maxmemory", "0")
        assert table.view()["turn_seat"] == 1
