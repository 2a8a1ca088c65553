"""Clients generated from the specification: they are built, and each makes one call."""

import importlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
SPEC = ROOT / "openapi.yaml"
NPM = Path(__file__).parent
MODULES = NPM / "node_modules"
COMPILER = (
    "--strict",
    "--target",
    "es2022",
    "--module",
    "es2022",
    "--skipLibCheck",
    "--lib",
    "es2022,dom",
)


@pytest.fixture(scope="module")
def python_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The package that openapi-python-client makes."""
    folder = tmp_path_factory.mktemp("client")
    config = folder / "config.yml"
    config.write_text("project_name_override: uno-client\npackage_name_override: uno_client\npost_hooks: []\n")
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--path", str(SPEC), "--config", str(config)]
    made = subprocess.run(
        [*command, "--output-path", str(folder / "made"), "--fail-on-warning"], capture_output=True, text=True
    )
    assert made.returncode == 0, made.stdout + made.stderr
    sys.path.insert(0, str(folder / "made"))
    yield importlib.import_module("uno_client")
    sys.path.remove(str(folder / "made"))


def test_a_generated_python_client_creates_a_game(python_client: Any, base: str) -> None:
    tags = (Path(python_client.__file__).parent / "api").glob("*/create_game.py")
    tag = next(tags).parent.name
    create_game = importlib.import_module(f"uno_client.api.{tag}.create_game")
    body = create_game.sync.__annotations__["body"]
    body = body if isinstance(body, type) else create_game.CreateGame
    with python_client.Client(base_url=base) as client:
        grant = create_game.sync(client=client, body=body(name="Ada"))
    assert grant.seat == 0 and grant.game.players[0].name == "Ada"
    assert grant.token and grant.game.me.hand == []


def test_generated_typescript_types_type_a_call_that_works(base: str, tmp_path: Path) -> None:
    """openapi-typescript writes the types, tsc checks a call against them, Node makes the call."""
    types = tmp_path / "schema.d.ts"
    node(str(MODULES / "openapi-typescript/bin/cli.js"), str(SPEC), "--output", str(types))
    script = tmp_path / "call.ts"
    script.write_text((NPM / "call.ts").read_text())
    node(str(MODULES / "typescript/bin/tsc"), *COMPILER, str(script))
    script.with_suffix(".js").rename(tmp_path / "call.mjs")
    told = json.loads(node(str(tmp_path / "call.mjs"), base))
    assert told["status"] == "lobby" and told["players"] == ["Ada"]
    assert told["hand_size"] == 5


def node(*arguments: str) -> str:
    """Runs the Node that comes with the environment."""
    program = Path(sys.executable).parent / "node"
    done = subprocess.run([str(program), *arguments], cwd=NPM, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_no_body_of_the_specification_is_a_union_or_null() -> None:
    spec = yaml.safe_load(SPEC.read_text())
    found = [path for path, key in keys(spec, "") if key in ("oneOf", "anyOf", "allOf", "nullable")]
    found += [path for path, value in values(spec, "") if value in ("null", ["null"])]
    assert found == []


def keys(node: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(node, dict):
        for name, inner in node.items():
            yield f"{path}/{name}", name
            yield from keys(inner, f"{path}/{name}")
    elif isinstance(node, list):
        for place, inner in enumerate(node):
            yield from keys(inner, f"{path}/{place}")


def values(node: Any, path: str) -> Iterator[tuple[str, Any]]:
    """What stands under `type` anywhere."""
    if isinstance(node, dict):
        for name, inner in node.items():
            if name == "type" and isinstance(inner, str | list):
                yield from ((path, word) for word in ([inner] if isinstance(inner, str) else inner))
            yield from values(inner, f"{path}/{name}")
    elif isinstance(node, list):
        for place, inner in enumerate(node):
            yield from values(inner, f"{path}/{place}")
