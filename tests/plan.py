"""The plan of the house as data, and the checks that read source text against it.

A check takes sources by module name and answers with complaints, none where all is well.
"""

import ast
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
Sources = Mapping[str, str]
Rooms = Mapping[str, frozenset[str]]

STDLIB = "the standard library"
CLOCKS_AND_DICE = frozenset({"datetime", "random", "secrets", "time", "uuid"})
"""Of the standard library, what a room is allowed by name only: the desk is given its clock and its dice."""
PLAIN = sys.stdlib_module_names - CLOCKS_AND_DICE
OURS = ("app", "schemas", "service")
IMPURE = frozenset({"__import__", "breakpoint", "eval", "exec", "input", "open", "print"})
ENVIRONMENT = frozenset({"environ", "environb", "getenv", "getenvb", "putenv", "unsetenv"})
LONGEST = 340
"""Lines of a file; about 250 are meant."""


def room(*names: str, engine: str = "", desk: str = "") -> frozenset[str]:
    inside = {f"service.engine.{name}" for name in engine.split()} | {f"service.{name}" for name in desk.split()}
    return frozenset(inside | {*names})


ROOMS: Rooms = {
    "app": room("*"),
    "schemas.*": room(STDLIB, "marshmallow", "schemas.*", engine="cards choices events options presets rulesets state"),
    "service": room(),
    "service.settings": room(STDLIB),
    "service.engine.*": room("collections", "enum", "functools", "hmac", "itertools", "types", "typing")
    | room("msgspec", "service.engine.*"),
    "service.store.*": room(STDLIB),
    "service.store.redis": room("redis", "service.store", "service.store.line", "service.store.listener"),
    "service.store.line": room("hiredis", "redis", "time"),
    "service.store.listener": room("redis", "service.store"),
    "service.store.embedded": room("time"),
    "service.record": room("datetime", engine="codec events state"),
    "service.seats": room(STDLIB, "itsdangerous", "msgspec", engine="events state", desk="record"),
    "service.bots.*": room("collections", "itertools", "random", "service.bots.*", engine="cards commands legal view"),
    "service.deadlines": room(STDLIB, "msgspec", "random", engine="commands events state")
    | room(desk="bots engine record seats"),
    "service.timers": room(STDLIB, desk="deadlines desk store"),
    "service.receipts": room(STDLIB, engine="codec state", desk="record seats store"),
    "service.waits": room(STDLIB, desk="store"),
    "service.presence": room(STDLIB, engine="view", desk="record seats store"),
    "service.desk": room(STDLIB, "msgspec", engine="events state view")
    | room(desk="deadlines engine presence receipts record seats store waits"),
    "service.opening": room(STDLIB, desk="deadlines desk engine receipts record seats"),
    "service.play": room(STDLIB, "msgspec", desk="desk engine record seats")
    | room(engine="cards commands events history refusals state view"),
    "service.lobby": room(STDLIB, "msgspec", desk="desk engine opening play receipts record seats store")
    | room(engine="choices commands events house.hands presets rulesets state view"),
    "service.watch": room(STDLIB, engine="events history view", desk="deadlines desk engine record seats store"),
    "service.stream": room(STDLIB, engine="history state view", desk="desk seats store watch"),
    "service.sandbox": room(STDLIB, engine="cards presets state view")
    | room(desk="desk engine lobby opening receipts record seats"),
    "service.catalog": room(STDLIB, "msgspec", engine="cards choices house.hands presets rulesets view"),
    "service.examples": room(STDLIB, "msgspec", desk="catalog desk engine lobby play record sandbox stream watch")
    | room(engine="cards commands events state"),
    "service.problems": room(STDLIB, engine="choices", desk="catalog desk engine lobby play receipts seats store")
    | room(desk="stream waits watch"),
    "service.api.*": room(STDLIB, "flask", "flask_smorest", "schemas.*", "service.api.*")
    | room(desk="catalog desk lobby play problems receipts sandbox stream watch"),
    "service.api.spec": room("apispec", "marshmallow", "service.examples"),
    "service.api.play": room("marshmallow"),
    "service.api.request": room("gunicorn", "marshmallow", "msgspec", "secrets", "service.seats", "werkzeug"),
    "service.api.receipts": room("msgspec"),
    "service.api.origins": room("flask_cors"),
    "service.api.reply": room("msgspec"),
    "service.api.stream": room("msgspec"),
    "service.api.failures": room("msgspec", "secrets", "werkzeug"),
    "service.api.docs": room("werkzeug"),
    "service.worker": room(STDLIB, "gevent", "gunicorn", "service.api.failures", "service.problems"),
}
"""What each room may import. A name that ends in `.*` means what is inside too; several rows add up."""

HOUSE = tuple(f"service.engine.{room}" for room in ("options", "contradictions", "presets", "house.*"))
RESOLVERS = ("service.engine.presets", "service.engine.view", "service.catalog", "service.lobby")
"""Who may ask for every option at once: to show them, or to keep them when the host changes some."""

OWNERS = {"app.py", "service", "schemas", "tests", "openapi.yaml", "Dockerfile", "requirements.txt"}
READERS = {"README.md", "LICENSE", "CHANGELOG.md", "docs", "benchmarks", "deploy"}
TOOLS = {"Makefile", "pyproject.toml", "gunicorn.conf.py", ".ci", ".dockerignore", ".gitignore"}
PINS = {"requirements.in", "requirements-dev.in", "requirements-dev.txt"}
TOP_LEVEL = OWNERS | READERS | TOOLS | PINS
"""What may lie at the top: what the owner asked for, and what readers, tools and pins need."""


def sources() -> dict[str, str]:
    """Every module of the service, of its schemas, and the door."""
    paths = [ROOT / "app.py", *(ROOT / "service").rglob("*.py"), *(ROOT / "schemas").rglob("*.py")]
    return {name_of(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in sorted(paths)}


def name_of(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def covers(pattern: str, name: str) -> bool:
    inside = pattern.endswith("*") and f"{name}.".startswith(pattern[:-1])
    return inside or name == pattern


def imported(source: str, modules: Sources) -> set[str]:
    """What is imported anywhere in a source: our modules by their whole name, others by their first word.

    A relative import keeps its dots, and no room may have it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            found |= {member_of(base, alias.name, modules) for alias in node.names}
    return {name if name.split(".")[0] in OURS or name[0] == "." else name.split(".")[0] for name in found}


def member_of(base: str, name: str, modules: Sources) -> str:
    """`from a import b` is `a.b` where that is a module, unless `a` gives the name to something of its own."""
    member = f"{base}.{name}"
    return member if member in modules and name not in given(modules.get(base, "")) else base


@cache
def given(source: str) -> frozenset[str]:
    """The names in a source's `__all__`."""
    lists = [
        node.value
        for node in ast.parse(source).body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    ]
    return frozenset(name for names in lists for name in ast.literal_eval(names))


def allows(permission: str, name: str) -> bool:
    return name in PLAIN if permission == STDLIB else covers(permission, name)


def permissions(module: str, rooms: Rooms) -> set[str]:
    return {permission for row, allowed in rooms.items() if covers(row, module) for permission in allowed}


def forbidden_imports(modules: Sources, rooms: Rooms) -> list[str]:
    return [
        f"{module} imports {name}"
        for module, source in modules.items()
        for name in sorted(imported(source, modules))
        if not any(allows(permission, name) for permission in permissions(module, rooms))
    ]


def homeless(modules: Sources, rooms: Rooms) -> list[str]:
    """A new module has no room until it is given a row."""
    return [f"{module} is in no room" for module in modules if not any(covers(row, module) for row in rooms)]


def unneeded(modules: Sources, rooms: Rooms) -> list[str]:
    """The table stays as narrow as the code: a row without a module, a permission that nobody uses."""
    complaints = []
    for row, allowed in rooms.items():
        inside = [source for module, source in modules.items() if covers(row, module)]
        used = {name for source in inside for name in imported(source, modules)}
        complaints += [] if inside else [f"{row} has no module"]
        complaints += [f"{row} need not import {name}" for name in sorted(allowed) if not uses(used, name)]
    return complaints


def uses(used: Collection[str], permission: str) -> bool:
    return permission == "*" or any(allows(permission, name) for name in used)


def reading_order(docstring: str) -> list[str]:
    """The modules that a docstring lists, in its order: from "Read in this order" to the end of the paragraph."""
    listed = docstring.split("Read in this order:")[-1].split("\n\n")[0]
    return re.findall(r"`(\w+)`", listed)


def place(module: str, orders: Mapping[str, list[str]]) -> tuple[float, ...]:
    """Where a module stands in the reading orders; a package's door comes after what is inside."""
    package, _, inside = module.removeprefix("service.engine").lstrip(".").partition(".")
    first = rank(orders["service.engine"], package)
    return first, rank(orders.get(f"service.engine.{package}", []), inside)


def rank(order: list[str], name: str) -> float:
    if not name:
        return float("inf")
    return order.index(name) if name in order else len(order)


def upward_imports(modules: Sources, orders: Mapping[str, list[str]]) -> list[str]:
    """Inside the engine a module imports only what is read before it."""
    engine = {name: source for name, source in modules.items() if covers("service.engine.*", name)}
    return [
        f"{module} imports {name}, which is not read before it"
        for module, source in engine.items()
        for name in sorted(imported(source, modules))
        if covers("service.engine.*", name) and not place(name, orders) < place(module, orders)
    ]


def unlisted(modules: Collection[str], package: str, order: list[str]) -> list[str]:
    """Where a reading order and the modules of a package differ."""
    there = {name.removeprefix(f"{package}.").split(".")[0] for name in modules if name.startswith(f"{package}.")}
    return sorted(there ^ set(order))


def impurities(source: str) -> list[str]:
    """What reaches out of the engine without an import, or keeps something between two calls."""
    return [found for node in ast.walk(ast.parse(source)) if (found := impurity(node))]


def impurity(node: ast.AST) -> str:
    match node:
        case ast.Name(name) if name in IMPURE:
            return f"line {node.lineno}: {name}"
        case ast.Global(names):
            return f"line {node.lineno}: global {', '.join(names)}"
        case _:
            return ""


def environment_readers(modules: Sources, allowed: Collection[str]) -> list[str]:
    return [
        f"{module}, line {node.lineno}: reads the environment"
        for module, source in modules.items()
        if module not in allowed
        for node in ast.walk(ast.parse(source))
        if (isinstance(node, ast.Attribute) and node.attr in ENVIRONMENT)
        or (isinstance(node, ast.ImportFrom) and any(alias.name in ENVIRONMENT for alias in node.names))
    ]


def option_readers(modules: Sources, rows: Mapping[str, str]) -> list[str]:
    """Who reads an option's value outside of the house; `rows` are the options' names by their constants."""
    return [
        f"{module}, line {node.lineno}: {found}"
        for module, source in modules.items()
        for node in nodes(source)
        if (found := reading(node, rows)) and not any(covers(pattern, module) for pattern in allowed(found))
    ]


def nodes(source: str) -> Iterator[ast.expr | ast.stmt]:
    return (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.expr | ast.stmt))


def allowed(found: str) -> tuple[str, ...]:
    return RESOLVERS if found == "resolved" else HOUSE


def reading(node: ast.AST, rows: Mapping[str, str]) -> str:
    """What of an option is read here, if any: its row, its value by its row or by its name, or all of them."""
    match node:
        case ast.ImportFrom("service.engine.options", names):
            return ", ".join(alias.name for alias in names if alias.name in rows)
        case ast.Attribute(ast.Name("options"), name) if name in rows:
            return name
        case ast.Call(ast.Attribute(_, "of")):
            return "of"
        case ast.Call(ast.Name("resolved") | ast.Attribute(_, "resolved")):
            return "resolved"
        case ast.Subscript(ast.Attribute(_, "options"), key) | ast.Call(
            ast.Attribute(ast.Attribute(_, "options"), "get"), [key, *_]
        ):
            return "" if isinstance(key, ast.Constant) and key.value not in rows.values() else f"[{ast.unparse(key)}]"
        case _:
            return ""


def no_failures(source: str, namespace: Mapping[str, object], besides: Collection[str]) -> list[str]:
    """What a table of failures imports of our rooms that is no exception, and of HTTP that is not the status."""
    complaints = []
    for node in ast.walk(ast.parse(source)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.ImportFrom) else []
        if isinstance(node, ast.ImportFrom) and node.module == "http":
            complaints += [name for name in names if name != "HTTPStatus"]
        elif isinstance(node, ast.ImportFrom) and str(node.module).startswith("service"):
            complaints += [name for name in names if name not in besides and not is_failure(namespace[name])]
    return complaints


def is_failure(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Exception)


def too_long(texts: Mapping[str, str], longest: int = LONGEST) -> list[str]:
    lengths = {name: len(text.splitlines()) for name, text in texts.items()}
    return [f"{name} has {length} lines" for name, length in lengths.items() if length > longest]


def unexpected(files: Collection[str], expected: Collection[str]) -> list[str]:
    """What lies at the top level beside what is expected there."""
    return sorted({file.split("/")[0] for file in files} - set(expected))
