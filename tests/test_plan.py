"""The code is built as the plan of the house says; each check is shown to find what it looks for."""

import ast
import shutil
import subprocess

import pytest

import service.problems
from service.engine import options
from service.engine.choices import Option
from tests import plan
from tests.plan import ROOMS, ROOT

MODULES = plan.sources()
ENGINE = {name: source for name, source in MODULES.items() if plan.covers("service.engine.*", name)}
ROWS = {constant: row.name for constant, row in vars(options).items() if isinstance(row, Option)}
RULESETS = ["ruleset"]
"""What a ruleset is comes before every game; the games do not know each other."""


def docstring(module: str) -> str:
    return ast.get_docstring(ast.parse(MODULES[module])) or ""


ORDERS = {
    "service.engine": plan.reading_order(docstring("service.engine")),
    "service.engine.house": plan.reading_order(docstring("service.engine.house")),
    "service.engine.rulesets": RULESETS,
}


def test_every_module_has_a_room() -> None:
    assert plan.homeless(MODULES, ROOMS) == []


def test_a_new_module_has_no_room() -> None:
    planted = {"service.utils": "", "service.robots.careful": "", "service.engine.house.new": "", "app": ""}
    assert plan.homeless(planted, ROOMS) == ["service.utils is in no room", "service.robots.careful is in no room"]


def test_every_room_imports_what_it_may() -> None:
    assert plan.forbidden_imports(MODULES, ROOMS) == []


@pytest.mark.parametrize(
    ("module", "source", "name"),
    [
        ("service.engine.run", "import random", "random"),
        ("service.engine.run", "from datetime import UTC", "datetime"),
        ("service.engine.run", "def f():\n    import os.path", "os"),
        ("service.engine.run", "import math", "math"),
        ("service.engine.run", "from service import store", "service.store"),
        ("service.engine.run", "import flask.json", "flask"),
        ("service.engine.run", "from ..store import Store", "..store"),
        ("service.store.redis", "from service.engine.codec import encode", "service.engine.codec"),
        ("service.store", "import redis", "redis"),
        ("service.lobby", "import secrets", "secrets"),
        ("service.lobby", "from service.engine import decide", "service.engine.decide"),
        ("service.lobby", "from service.engine.legal import legal", "service.engine.legal"),
        ("service.desk", "from service import lobby", "service.lobby"),
        ("service.watch", "from flask import request", "flask"),
        ("service.bots.greedy", "from service.engine.state import GameState", "service.engine.state"),
        ("service.bots.greedy", "from service.engine import apply", "service.engine"),
        ("schemas.play", "from service.desk import Desk", "service.desk"),
        ("service.api.lobby", "from service.engine import apply", "service.engine"),
        ("service.api.lobby", "from service.store.redis import RedisStore", "service.store.redis"),
        ("service.settings", "from service import problems", "service.problems"),
    ],
)
def test_an_import_out_of_place_is_found(module: str, source: str, name: str) -> None:
    assert plan.forbidden_imports({**MODULES, module: source}, ROOMS) == [f"{module} imports {name}"]


def test_a_name_that_the_door_gives_is_the_doors() -> None:
    modules = {"a": "__all__ = ['b']", "a.b": "", "a.c": ""}
    assert plan.imported("from service import x\nfrom a import b", {"service": ""}) == {"service", "a"}
    assert [plan.member_of("a", name, modules) for name in "bcd"] == ["a", "a.c", "a"]


def test_the_table_is_as_narrow_as_the_code() -> None:
    assert plan.unneeded(MODULES, ROOMS) == []


def test_a_row_that_nobody_needs_is_found() -> None:
    rooms = {"service.bots": plan.room("msgspec"), "service.record": plan.room("datetime", "time")}
    assert plan.unneeded({"service.record": "import datetime"}, rooms) == [
        "service.bots has no module",
        "service.bots need not import msgspec",
        "service.record need not import time",
    ]


@pytest.mark.parametrize("package", ["service.engine", "service.engine.house"])
def test_the_reading_order_lists_every_module(package: str) -> None:
    assert plan.unlisted(MODULES, package, ORDERS[package]) == []


def test_a_module_that_the_reading_order_forgets_is_found() -> None:
    order = plan.reading_order("The rules.\n\nRead in this order: `cards`, `state` (a value).\n\nAnd `start`.")
    assert order == ["cards", "state"]
    modules = ["service.engine", "service.engine.cards", "service.engine.house.turns"]
    assert plan.unlisted(modules, "service.engine", order) == ["house", "state"]


def test_inside_the_engine_imports_go_down_the_reading_order() -> None:
    assert plan.upward_imports(MODULES, ORDERS) == []


@pytest.mark.parametrize(
    ("module", "source", "name"),
    [
        ("service.engine.cards", "from service.engine.state import GameState", "service.engine.state"),
        ("service.engine.cards", "from service.engine import state", "service.engine.state"),
        ("service.engine.evolve", "from service.engine.house.turns import next_seat", "service.engine.house.turns"),
        ("service.engine.decide", "from service.engine import apply", "service.engine"),
        ("service.engine.house.laying", "from service.engine.house import turns", "service.engine.house.turns"),
        ("service.engine.house.turns", "import service.engine.effects", "service.engine.effects"),
        (
            "service.engine.rulesets.ruleset",
            "from service.engine.rulesets import classic",
            "service.engine.rulesets.classic",
        ),
        ("service.engine.rulesets.classic", "from service.engine.rulesets import RULESETS", "service.engine.rulesets"),
    ],
)
def test_an_import_up_the_reading_order_is_found(module: str, source: str, name: str) -> None:
    complaint = f"{module} imports {name}, which is not read before it"
    assert plan.upward_imports({**MODULES, module: source}, ORDERS) == [complaint]


@pytest.mark.parametrize("module", ENGINE)
def test_the_engine_is_pure(module: str) -> None:
    assert plan.impurities(ENGINE[module]) == []


def test_what_is_not_pure_is_found() -> None:
    source = "def f():\n    global x\n    print(1)\n    say = print\n    self.open()\n    return open('x')"
    found = ["line 2: global x", "line 3: print", "line 4: print", "line 6: open"]
    assert sorted(plan.impurities(source)) == found


def test_options_are_read_in_the_house_only() -> None:
    assert plan.option_readers(MODULES, ROWS) == []


@pytest.mark.parametrize(
    "source",
    [
        "options.HAND_SIZE",
        "from service.engine.options import ROWS, HAND_SIZE",
        "row.of(state.options)",
        "resolved(state.game, state.options)",
        "options.resolved(state.game, state.options)",
        "state.options['hand_size']",
        "state.options[name]",
        "state.options.get('hand_size', 7)",
    ],
)
def test_an_option_read_elsewhere_is_found(source: str) -> None:
    [complaint] = plan.option_readers({"service.engine.decide": source}, ROWS)
    assert complaint.startswith("service.engine.decide, line 1: ")
    assert plan.option_readers({"service.engine.presets": source}, ROWS) == []


@pytest.mark.parametrize("source", ["spec.options['info']", "said.get('options')", "presets.PRESETS", "state.options"])
def test_what_reads_no_option_is_let_be(source: str) -> None:
    assert plan.option_readers({"service.lobby": source}, ROWS) == []


def test_the_environment_is_read_by_the_settings_only() -> None:
    assert plan.environment_readers(MODULES, {"service.settings"}) == []


@pytest.mark.parametrize("source", ["os.environ['X']", "os.getenv('X')", "from os import environ as e", "os.environ"])
def test_a_reader_of_the_environment_is_found(source: str) -> None:
    complaint = ["service.desk, line 1: reads the environment"]
    assert plan.environment_readers({"service.desk": source, "service.settings": source}, {"service.settings"}) == (
        complaint
    )


def test_the_table_of_failures_knows_failures_only() -> None:
    assert plan.no_failures(MODULES["service.problems"], vars(service.problems), {"Violation"}) == []


def test_what_the_table_of_failures_should_not_know_is_found() -> None:
    source = "from http import HTTPMethod, HTTPStatus\nfrom service.desk import Desk, Busy"
    assert plan.no_failures(source, {"Desk": object, "Busy": KeyError}, ()) == ["HTTPMethod", "Desk"]


def test_files_are_short() -> None:
    assert plan.too_long(MODULES) == []


def test_a_long_file_is_found() -> None:
    assert plan.too_long({"a": "x\n" * 3, "b": "x\n" * 4}, 3) == ["b has 4 lines"]


def committed() -> list[str]:
    """The files of the repository, none where it is not one."""
    git = shutil.which("git")
    found = git and subprocess.run([git, "ls-files"], cwd=ROOT, capture_output=True, text=True)
    return found.stdout.splitlines() if found else []


def test_the_top_level_is_the_owners() -> None:
    files = committed()
    if not files:
        pytest.skip("no git repository here")
    assert plan.unexpected(files, plan.TOP_LEVEL) == []


def test_what_lies_around_at_the_top_level_is_found() -> None:
    assert plan.unexpected(["app.py", "notes.md", "utils/x.py", "tests/y.py"], plan.TOP_LEVEL) == ["notes.md", "utils"]
