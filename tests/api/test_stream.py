"""Events as they happen: streams, and the tickets that open them."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.api.conftest import Opened
from tests.client import Table, ask, lasting, set_table
from tests.reading import Message, Reading

HANDS = [["R5", "W", "B1"], ["G1", "R9", "GS"]]
READERS = 8


@pytest.fixture
def table(base: str) -> Table:
    return set_table(base, hands=HANDS, discard=["R3"], turn=0, draw_pile=["G9", "G8", "G7", "G6"])


def reading(table: Table, seat: int | None = None, **headers: str) -> Reading:
    return Reading(table.base, table.path, "" if seat is None else table.tokens[seat], **headers)


def test_a_stream_begins_with_a_snapshot_and_goes_on_with_what_happens(table: Table) -> None:
    with reading(table, 0) as stream:
        assert (stream.status, stream.headers["content-type"].split(";")[0]) == (200, "text/event-stream")
        assert (stream.headers["cache-control"], stream.headers["x-accel-buffering"]) == ("no-store", "no")
        first = next(stream)
        assert (first.event, lasting(first.data)) == ("snapshot", lasting(table.view(0)))
        assert 1_000 <= stream.retry <= 4_000
        acted = table.act(0, "play", card="R5").body["events"]
        told = [next(stream) for _ in acted]
        assert [message.data for message in told] == acted
        assert [message.event for message in told] == ["card_played", "turn_started"]
        assert [message.id for message in told] == [first.id + 1, first.id + 2]


def test_whoever_knows_an_event_is_told_those_after_it(table: Table) -> None:
    table.act(0, "draw")
    events = table.events()
    for known in ({"Last_Event_ID": "2"}, {"Last_Event_ID": " 2 "}):
        with reading(table, **known) as stream:
            assert [next(stream).data for _ in events[2:]] == events[2:]
    with Reading(table.base, f"{table.path}/events/stream?after=0") as stream:
        assert [next(stream).data for _ in events] == events
    with Reading(table.base, f"{table.path}/events/stream?after=1", Last_Event_ID="3") as stream:
        assert next(stream).id == 4, "a browser returns with an old address and a new header"


@pytest.mark.parametrize("known", ["999999999999", "x", "-1", "1.5", ""])
def test_whoever_knows_what_never_was_gets_a_snapshot(table: Table, known: str) -> None:
    with reading(table, Last_Event_ID=known) as stream:
        assert next(stream).event == "snapshot"


def test_cards_are_streamed_to_their_holder_alone(table: Table) -> None:
    with reading(table, 0) as mine, reading(table, 1) as theirs, reading(table) as everybodys:
        streams = (mine, theirs, everybodys)
        hands = [next(stream).data.get("me", {}).get("hand") for stream in streams]
        assert hands == [*HANDS, None]
        table.act(0, "draw")
        drawn = [next(stream) for stream in streams]
        assert [message.data.get("cards") for message in drawn] == [["G9"], None, None]
        assert len({message.id for message in drawn}) == 1


def test_readers_at_every_worker_are_told_what_one_of_them_does(table: Table) -> None:
    streams = [reading(table, number % 2) for number in range(READERS)]
    for stream in streams:
        next(stream)
    acted = table.act(0, "play", card="R5").body["events"]
    for stream in streams:
        with stream:
            assert [next(stream).data for _ in acted] == acted


def test_readers_who_come_and_go_while_others_play_miss_nothing_and_get_nothing_twice(base: str) -> None:
    table = set_table(
        base, players=3, hands=[["R5"] * 3] * 3, exact=True, discard=["R3"], turn=0, draw_pile=["G9"] * 90
    )

    def play() -> None:
        for number in range(60):
            table.act(number % 3, "draw")
        table.ask("DELETE", "", 0)

    def follow(pause: int) -> list[int]:
        """Leaves after every few messages, and returns."""
        known: list[int] = []
        while True:
            with reading(table, 1, Last_Event_ID=str(known[-1] if known else 0)) as stream:
                if stream.status == 204:
                    return known
                for message, _ in zip(stream, range(pause), strict=False):
                    known.append(message.id)

    with ThreadPoolExecutor(5) as pool:
        player = pool.submit(play)
        readers = [pool.submit(follow, pause) for pause in (1, 3, 7, 1_000)]
        player.result()
        whole = [event["seq"] for event in table.events()]
        assert len(whole) > 100
        for reader in readers:
            assert reader.result() == whole


def test_a_match_that_is_over_ends_its_streams_and_nobody_need_return(table: Table) -> None:
    with reading(table, 0) as stream:
        next(stream)
        assert table.ask("DELETE", "", 0).status == 204
        *_, last = stream
        assert last.event == "match_ended"
    with reading(table, 0, Last_Event_ID=str(last.id)) as stream:
        assert (stream.status, stream.rest().raw) == (204, b"")
    with reading(table, 0, Last_Event_ID=str(last.id - 1)) as stream:
        assert [message.id for message in stream] == [last.id]
    with reading(table, 0) as stream:
        assert [message.event for message in stream] == ["snapshot"]


def test_whoever_loses_the_seat_loses_the_stream_and_sees_nothing_more(opened: Opened) -> None:
    game = opened("Ada", "Bo", "Cy", "Di")
    streams = [Reading(game.base, game.path, token) for token in game.tokens]
    for stream in streams:
        next(stream)
    assert game.ask("POST", "/kick", 0, {"seat": 1}).status == 200
    assert game.ask("POST", "/leave", 2).status == 200
    assert game.ask("POST", "/recover", None, {"recovery_code": game.grants[3]["recovery_code"]}).status == 200
    assert [message.event for message in streams[1]] == []
    assert "player_left" not in [message.event for message in streams[2]]
    assert {message.event for message in streams[3]} <= {"player_kicked", "player_left"}
    assert [next(streams[0]).event for _ in range(2)] == ["player_kicked", "player_left"]
    for stream, token in zip(streams, game.tokens, strict=True):
        stream.__exit__()
        if token != game.tokens[0]:
            with Reading(game.base, game.path, token) as again:
                assert again.rest().code == "token-revoked"


def test_a_game_that_turns_private_is_streamed_to_its_seats_alone(opened: Opened) -> None:
    game = opened("Ada")
    with Reading(game.base, game.path) as everybodys, Reading(game.base, game.path, game.tokens[0]) as mine:
        next(everybodys), next(mine)
        assert game.ask("PATCH", "", 0, {"visibility": "private"}, If_Match="*").status == 200
        assert list(everybodys) == []
        assert next(mine).event == "settings_changed"
    with Reading(game.base, game.path) as again:
        assert again.rest().code == "token-required"


def test_a_stream_that_cannot_be_is_refused_as_any_request(base: str, table: Table) -> None:
    other = set_table(base)
    assert ask(base, "GET", "/v1/games/nothing/events/stream").code == "game-not-found"
    assert ask(base, "GET", f"/v1/games/{'x' * 20}/events/stream").code == "game-not-found"
    assert ask(base, "GET", f"{table.path}/events/stream", token="x").code == "token-invalid"
    assert ask(base, "GET", f"{table.path}/events/stream", token=other.tokens[0]).code == "token-of-other-game"
    for query in ("after=x", "after=-1", "after=", "ticket=", f"ticket={'x' * 101}"):
        reply = ask(base, "GET", f"{table.path}/events/stream?{query}")
        assert reply.body["errors"][0]["pointer"] == "/query/" + query.partition("=")[0]


def test_the_head_of_a_stream_is_told_without_the_stream(table: Table) -> None:
    reply = table.ask("HEAD", "/events/stream", 0)
    assert (reply.status, reply.raw) == (200, b"")
    assert reply.headers["content-type"].startswith("text/event-stream")


def ticket(table: Table, seat: int) -> str:
    reply = table.ask("POST", "/stream-tickets", seat)
    assert (reply.status, reply.headers["cache-control"], reply.body["expires_in"]) == (201, "no-store", 60)
    return str(reply.body["ticket"])


def with_ticket(table: Table, text: str, more: str = "") -> Reading:
    return Reading(table.base, f"{table.path}/events/stream?ticket={text}{more}")


def test_a_ticket_opens_one_stream_of_its_seat(table: Table) -> None:
    text = ticket(table, 1)
    with with_ticket(table, text) as stream:
        assert next(stream).data["me"]["hand"] == HANDS[1]
        table.act(0, "draw")
        assert "cards" not in next(stream).data
    for used in (text, "x" * 32):
        with with_ticket(table, used) as again:
            reply = again.rest()
            assert (reply.status, reply.code) == (401, "ticket-invalid")
            assert reply.headers["www-authenticate"].startswith("Bearer")
    with with_ticket(table, ticket(table, 1), "&after=1") as stream:
        assert next(stream).id == 2


def test_a_ticket_that_is_used_at_once_by_many_opens_one_stream(table: Table) -> None:
    text = ticket(table, 0)
    with ThreadPoolExecutor(READERS) as pool:
        streams = list(pool.map(lambda _: with_ticket(table, text), range(READERS)))
    assert sorted(stream.status for stream in streams) == [200] + [401] * (READERS - 1)
    for stream in streams:
        stream.__exit__()


def test_a_ticket_is_of_one_game_and_of_a_seat_that_is_still_held(base: str, opened: Opened, table: Table) -> None:
    other = set_table(base)
    with with_ticket(other, ticket(table, 0)) as stream:
        assert stream.rest().code == "ticket-invalid"
    game = opened("Ada", "Bo")
    made = game.ask("POST", "/stream-tickets", 1).body["ticket"]
    assert game.ask("POST", "/leave", 1).status == 200
    with Reading(game.base, f"{game.path}/events/stream?ticket={made}") as stream:
        assert stream.rest().code == "token-revoked"
    assert game.ask("POST", "/stream-tickets", 1).code == "token-revoked"
    assert game.ask("POST", "/stream-tickets").code == "token-required"


def test_nothing_that_opens_a_seat_is_in_an_event(opened: Opened) -> None:
    game = opened("Ada")
    with Reading(game.base, game.path, game.tokens[0]) as stream:
        told: list[Message] = [next(stream)]
        threading.Thread(target=game.join, args=("Bo",)).start()
        told.append(next(stream))
    assert told[1].event == "player_joined"
    secrets = [game.grants[0]["token"], game.grants[0]["recovery_code"]]
    assert not any(secret in str(told) for secret in secrets)
