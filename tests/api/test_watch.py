"""Looking on: views, events, rounds."""

from tests.client import ask, set_table

HANDS = [["R5", "W", "B1"], ["G1", "R9", "GS"]]


def test_a_view_that_is_known_is_not_sent_again(base: str) -> None:
    table = set_table(base, hands=HANDS, discard=["R3"], turn=0)
    mine, everybodys = table.ask("GET", "", 0), table.ask("GET", "")
    assert (mine.headers["etag"], everybodys.headers["etag"]) == ('"v1.0"', '"v1.public"')
    assert mine.headers["vary"] == "Authorization"
    for header in ('"v1.0"', 'W/"v1.0"', '"v1.0-gzip"', '"x", "v1.0"', "*"):
        known = table.ask("GET", "", 0, None, If_None_Match=header)
        assert (known.status, known.raw, known.headers["etag"]) == (304, b"", '"v1.0"')
    for header in ('"v1.public"', '"v2.0"', "garbage"):
        assert table.ask("GET", "", 0, None, If_None_Match=header).status == 200
    table.act(0, "draw")
    assert table.ask("GET", "", 0, None, If_None_Match='"v1.0"').status == 200


def test_a_view_shows_a_hand_to_its_owner_alone(base: str) -> None:
    table = set_table(base, hands=HANDS, discard=["R3"], turn=0)
    assert "me" not in table.view()
    assert table.view(1)["me"]["hand"] == HANDS[1]
    assert table.view()["sandbox"] is True


def test_events_come_in_pages_without_gaps(base: str) -> None:
    table = set_table(base, hands=HANDS, discard=["R3"], turn=0)
    table.act(0, "play", card="R5")
    whole = table.ask("GET", "/events").body
    assert [event["seq"] for event in whole["items"]] == list(range(1, whole["last_seq"] + 1))
    assert whole["has_more"] is False
    page = table.ask("GET", "/events?after=1&limit=2").body
    assert [event["seq"] for event in page["items"]] == [2, 3]
    assert (page["last_seq"], page["has_more"]) == (3, True)
    beyond = table.ask("GET", f"/events?after={10**12}").body
    assert beyond == {"items": [], "last_seq": whole["last_seq"], "has_more": False}


def test_events_are_asked_for_within_bounds(base: str) -> None:
    table = set_table(base, hands=HANDS, discard=["R3"], turn=0)
    for query in ("after=-1", "after=x", "limit=0", "limit=101", "after=1e3", "after="):
        reply = table.ask("GET", f"/events?{query}")
        assert reply.body["errors"][0]["pointer"] == "/query/" + query.partition("=")[0]


def test_a_finished_round_shows_the_hands_that_were_left(base: str) -> None:
    table = set_table(base, hands=[["R5"], ["G9", "W"], ["GS"]], players=3, discard=["R3"], turn=0)
    assert table.ask("GET", "/rounds/1").code == "round-not-found"
    table.act(0, "play", card="R5")
    assert table.ask("GET", "/rounds/1").body == {
        "number": 1,
        "winner_seat": 0,
        "points": [79, 0, 0],
        "final_hands": [[], ["G9", "W"], ["GS"]],
    }
    for number in ("0", "2", "x", "-1", "9" * 30, "%D9%A1"):
        assert table.ask("GET", f"/rounds/{number}").code == "round-not-found"


def test_the_service_says_how_it_is(base: str) -> None:
    for path in ("/healthz", "/readyz"):
        reply = ask(base, "GET", path)
        assert (reply.status, reply.body) == (200, {"status": "ok"})
