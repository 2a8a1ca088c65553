"""Several clients at once: what the same turn is asked twice is done once."""

from concurrent.futures import ThreadPoolExecutor

from tests.client import Table, ask, set_table

STORM = 20
HANDS = [["G5", "B1", "B2"], ["G6", "G1", "GS"]]


def test_of_twenty_parallel_draws_of_the_same_turn_exactly_one_is_applied(base: str) -> None:
    table = set_table(base, turn=0, hands=HANDS, discard=["R3"], draw_pile=["G9"])
    before = table.view()
    with ThreadPoolExecutor(STORM) as pool:
        replies = list(pool.map(lambda _: table.act(0, "draw"), range(STORM)))
    assert sorted(reply.status for reply in replies) == [200] + [409] * (STORM - 1)
    assert {reply.code for reply in replies if reply.status == 409} == {"not-your-turn"}
    after = table.view()
    assert after["version"] == before["version"] + 1
    assert after["draw_count"] == before["draw_count"] - 1


def test_of_twenty_parallel_draws_that_name_a_version_the_others_are_told_that_it_is_gone(base: str) -> None:
    table = set_table(base, turn=0, hands=HANDS, discard=["R3"], draw_pile=["R9"])
    version = table.ask("GET", "", 0).headers["etag"]
    with ThreadPoolExecutor(STORM) as pool:
        replies = list(pool.map(lambda _: table.ask("POST", "/draw", 0, If_Match=version), range(STORM)))
    assert sorted(reply.status for reply in replies) == [200] + [412] * (STORM - 1)


def test_players_who_join_at_once_get_a_seat_each_and_no_more_than_there_are(base: str) -> None:
    game = ask(base, "POST", "/v1/games", {"name": "Host", "seats": 6}).body
    path = f"/v1/games/{game['game_id']}/join"
    with ThreadPoolExecutor(STORM) as pool:
        replies = list(pool.map(lambda number: ask(base, "POST", path, {"name": f"P{number}"}), range(STORM)))
    seats = sorted(reply.body["seat"] for reply in replies if reply.status == 201)
    assert seats == sorted(set(seats)) and set(seats) <= {1, 2, 3, 4, 5}
    assert {reply.code for reply in replies if reply.status != 201} <= {"game-full", "busy"}
    assert len(seats) == 5 or any(reply.status == 503 for reply in replies)


def one_event_a_number(table: Table) -> list[int]:
    return [event["seq"] for event in table.events()]


def test_the_numbers_of_the_events_have_no_gap_after_a_storm(base: str) -> None:
    table = set_table(base, turn=0, hands=HANDS, discard=["R3"], draw_pile=["G9"])
    with ThreadPoolExecutor(STORM) as pool:
        list(pool.map(lambda number: table.act(number % 2, ("draw", "pass")[number % 3 == 0]), range(3 * STORM)))
    numbers = one_event_a_number(table)
    assert numbers == list(range(1, len(numbers) + 1))
