"""The specification says what is served, and replies are what it says."""

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
import yaml
from marshmallow import RAISE, Schema, fields

from app import create_app
from schemas import catalog, game, lobby, play, problems, sandbox, stream, watch
from service.api import failures
from service.api.spec import Operation, every_example
from service.desk import Desk
from service.problems import PROBLEMS, problem_of_status
from service.seats import Seats
from service.settings import Settings
from tests.client import ask, set_table

METHODS = {"get", "post", "patch", "delete"}
IDS = set(
    """listRulesets getRuleset listCards getCard createGame listGames getGame updateGame endGame joinGame joinByCode
recoverSeat leaveGame kickPlayer deal play draw pass callUno catchUno challenge chooseColor jumpIn point suggest
listEvents getRound streamEvents createStreamTicket createSandboxGame getProblem getHealth getReadiness""".split()  # noqa: SIM905
)


@pytest.fixture(scope="module")
def spec() -> Any:
    with open("openapi.yaml") as file:
        return yaml.safe_load(file)


def operations(spec: Any) -> Iterator[Any]:
    for path in spec["paths"].values():
        yield from (operation for method, operation in path.items() if method in METHODS)


def nodes(value: Any) -> Iterator[tuple[str, Any]]:
    """Every member of a document, at any depth."""
    if isinstance(value, dict):
        for key, below in value.items():
            yield key, below
            yield from nodes(below)
    elif isinstance(value, list):
        for below in value:
            yield from nodes(below)


def test_the_file_is_what_is_served(base: str, spec: Any) -> None:
    assert ask(base, "GET", "/openapi.json").body == spec
    assert spec["openapi"] == "3.1.0"


def test_the_spec_is_written_without_any_storage() -> None:
    nowhere = Settings(redis_url="redis://127.0.0.1:1", secret_keys=("k" * 16,))
    app = create_app(nowhere)
    with open("openapi.yaml") as file:
        text = file.read()
    reply = app.test_client().get("/openapi.json")
    assert reply.json == yaml.safe_load(text)
    assert not re.search(r"[&*]id\d|!!", text)


def test_every_operation_is_named_and_described(spec: Any) -> None:
    every = list(operations(spec))
    assert sorted(operation["operationId"] for operation in every) == sorted(IDS)
    for operation in every:
        assert operation["summary"] and operation["description"] and operation["tags"]
        assert "security" in operation
    assert spec["components"]["securitySchemes"]["seatToken"]["scheme"] == "bearer"


def test_there_are_no_unions_and_no_nulls(spec: Any) -> None:
    for key, value in nodes(spec):
        assert key not in {"oneOf", "anyOf", "allOf", "nullable"}
        assert value is not None
        if key == "type":
            assert not isinstance(value, list), value


def test_every_body_and_reply_has_an_example(spec: Any) -> None:
    for operation in operations(spec):
        contents = [operation.get("requestBody", {}).get("content", {})]
        contents += [response.get("content", {}) for response in operation["responses"].values()]
        for content in contents:
            for media in content.values():
                assert "example" in media or media["examples"], operation["operationId"]


def test_every_problem_response_says_its_codes(spec: Any) -> None:
    for operation in operations(spec):
        failing = {status: response for status, response in operation["responses"].items() if int(status) >= 400}
        assert "500" in failing
        for status, response in failing.items():
            (media,) = response["content"].items()
            assert media[0] == "application/problem+json"
            assert {PROBLEMS[code].status.value for code in media[1]["examples"]} == {int(status)}


def test_every_request_that_changes_something_can_be_named_and_sent_again(spec: Any) -> None:
    """But for a ticket, which changes no game: another one is as good."""
    key = {"$ref": "#/components/parameters/Idempotency-Key"}
    for path in spec["paths"].values():
        for method, operation in path.items():
            if method not in METHODS:
                continue
            changes = method != "get" and operation["operationId"] != "createStreamTicket"
            assert (key in operation.get("parameters", [])) == changes, operation["operationId"]
            succeeds = next(reply for status, reply in operation["responses"].items() if int(status) < 300)
            assert ("Idempotency-Replayed" in succeeds["headers"]) == changes
            refused = operation["responses"].get("422", {"content": {"application/problem+json": {"examples": {}}}})
            (media,) = refused["content"].values()
            assert ("idempotency-key-reused" in media["examples"]) == changes


def test_every_reference_leads_somewhere(spec: Any) -> None:
    for key, value in nodes(spec):
        if key == "$ref":
            target = spec
            for step in value.removeprefix("#/").split("/"):
                target = target[step]


def test_open_words_are_open(spec: Any) -> None:
    """A new kind, phase, type or code must not break a client that was generated before it."""
    for name in ("GameView", "Player", "LegalMove", "Event", "Problem", "Card", "Pending"):
        for field in spec["components"]["schemas"][name]["properties"].values():
            assert "enum" not in field


def test_house_rules_are_described_one_by_one(spec: Any) -> None:
    wishes = spec["components"]["schemas"]["OptionWishes"]["properties"]
    assert wishes["hand_size"] | {"description": ""} == {
        "type": "integer",
        "minimum": 1,
        "maximum": 15,
        "description": "",
    }
    assert wishes["hand_size"]["description"].endswith("Default: 7.")
    assert wishes["first_dealer"]["enum"] == ["cut", "random", "host"]
    assert all(option["description"] for option in wishes.values())


def test_no_member_of_a_body_has_a_default_that_a_generated_client_would_send(spec: Any) -> None:
    """A change of one house rule would reset all others."""
    bodies = {name for name in spec["components"]["schemas"] if name.startswith(("Create", "Update", "Join", "Option"))}
    assert {"CreateGame", "UpdateGame", "OptionWishes"} <= bodies
    for name in bodies - {"OptionDoc"}:
        for field in spec["components"]["schemas"][name]["properties"].values():
            assert "default" not in field


def strict(schema: Schema) -> Schema:
    """A schema that knows every member or complains."""
    schema.unknown = RAISE
    for field in schema.fields.values():
        while isinstance(field, fields.List):
            field = field.inner
        if isinstance(field, fields.Nested):
            strict(field.schema)
    return schema


SHAPES = {
    "GameView": game.GameView,
    "SeatGrant": lobby.SeatGrant,
    "CommandResult": play.CommandResult,
    "ChallengeResult": play.CommandResult,
    "EventPage": watch.EventPage,
    "FinishedRound": watch.FinishedRound,
    "StreamTicket": stream.StreamTicket,
    "OpenGames": lobby.OpenGames,
    "SandboxGrant": sandbox.SandboxGrant,
    "Rulesets": catalog.Rulesets,
    "RulesetDetails": catalog.RulesetDetails,
    "Cards": catalog.Cards,
    "Card": catalog.Card,
    "ProblemExplanation": problems.ProblemExplanation,
    "Health": problems.Health,
}


def test_examples_have_the_shape_that_is_described() -> None:
    assert set(SHAPES) == set(every_example())
    for name, value in every_example().items():
        assert strict(SHAPES[name]()).validate(value) == {}, name


@pytest.mark.parametrize(
    ("path", "shape"),
    [
        ("/v1/rulesets", catalog.Rulesets),
        ("/v1/rulesets/classic", catalog.RulesetDetails),
        ("/v1/cards", catalog.Cards),
        ("/v1/cards/W", catalog.Card),
        ("/v1/games", lobby.OpenGames),
        ("/problems/busy", problems.ProblemExplanation),
        ("/healthz", problems.Health),
        ("/readyz", problems.Health),
        ("/nothing", problems.Problem),
    ],
)
def test_replies_to_everybody_have_the_shape_that_is_described(base: str, path: str, shape: type[Schema]) -> None:
    assert strict(shape()).validate(ask(base, "GET", path).body) == {}


def test_replies_of_a_game_have_the_shape_that_is_described(base: str) -> None:
    granted = ask(base, "POST", "/v1/games", {"name": "Ada", "visibility": "public"}).body
    assert strict(lobby.SeatGrant()).validate(granted) == {}
    table = set_table(base, hands=[["WD4", "R9"], ["B5", "G1"], ["Y1"]], players=3, discard=["R3"], turn=0)
    view, result = strict(game.GameView()), strict(play.CommandResult())
    replies = [table.act(0, "play", card="WD4", color="blue")]
    for reply in (table.act(2, "draw"), table.act(0, "play", card="Q")):
        assert strict(problems.Problem()).validate(reply.body) == {}
    assert view.validate(table.view(1)) == view.validate(table.view()) == {}
    replies += [table.act(1, "challenge"), table.act(1, "play", card="B5", uno=True), table.act(2, "draw")]
    for reply in replies:
        assert result.validate(reply.body) == {}, reply
    assert strict(watch.EventPage()).validate(table.ask("GET", "/events", 1).body) == {}
    won = set_table(base, hands=[["R5"], ["G1"]], discard=["R3"], turn=0)
    assert result.validate(won.act(0, "play", card="R5").body) == {}
    assert view.validate(won.view(1)) == {}
    assert strict(watch.FinishedRound()).validate(won.ask("GET", "/rounds/1").body) == {}


def test_a_defect_is_a_problem_too_and_tells_nothing() -> None:
    """A store that breaks in an unforeseen way."""

    class Broken:
        def ping(self) -> None:
            raise RuntimeError("a secret of the house")

    broken = Desk(Broken(), Seats(["k" * 16]), lambda: 0, bytes)  # type: ignore[arg-type]
    client = create_app(Settings(secret_keys=("k" * 16,)), broken).test_client()
    reply = client.get("/readyz")
    assert (reply.status_code, reply.mimetype) == (500, "application/problem+json")
    assert reply.json["code"] == "internal-error"
    assert b"secret" not in reply.data


def test_a_problem_document_keeps_what_is_absent_absent() -> None:
    app = create_app(Settings(redis_url="redis://127.0.0.1:1", secret_keys=("k" * 16,)))
    with app.test_request_context("/x"):
        sent = json.loads(msgspec.json.encode(failures.document(problem_of_status(404))))
    assert set(sent) == {"type", "title", "status", "detail", "instance", "code", "request_id"}
    assert Operation("a", "b", "c", "d").problems == ()
