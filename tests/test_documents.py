"""The documents agree with the code: what they list is what there is."""

import re
import subprocess
from pathlib import Path
from typing import get_args

import pytest

from schemas.sandbox import CreateSandboxGame
from service.api.play import VERBS
from service.engine import events
from service.engine.choices import Value
from service.engine.options import ROWS
from service.engine.presets import PRESETS
from service.problems import PROBLEMS
from service.settings import read

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("*.md")])
LINK = re.compile(r"(?<!!)\[[^\]]+\]\(([^)#\s]*)(#[^)\s]*)?\)")


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def tables(name: str, heading: str) -> list[list[str]]:
    """The cells of every table row under a heading, up to the next heading of its rank or a higher one."""
    rank = len(heading.split(" ")[0])
    found = re.search(rf"^{re.escape(heading)}.*?\n(.*?)(?=^#{{1,{rank}}} |\Z)", text(name), re.MULTILINE | re.DOTALL)
    assert found, f"{name} has no heading {heading}"
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in found[1].splitlines() if line[:1] == "|"]


def named(cell: str) -> list[str]:
    """The words in backticks."""
    return re.findall(r"`([^`]+)`", cell)


def anchors(document: Path) -> set[str]:
    """GitHub's anchors of a document's headings."""
    headings = re.findall(r"^#+ (.*)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_every_link_inside_the_repository_leads_somewhere(document: Path) -> None:
    for path, anchor in LINK.findall(document.read_text(encoding="utf-8")):
        if "://" in path:
            continue
        target = document.parent / path if path else document
        assert target.exists(), path
        assert not anchor or anchor[1:] in anchors(target), (path, anchor)


@pytest.mark.parametrize(("name", "heading"), [("README.md", "## Settings"), ("docs/operations.md", "## Settings")])
def test_the_settings_listed_are_those_that_are_read(name: str, heading: str) -> None:
    class Asked(dict[str, str]):
        """An environment that remembers what it was asked for."""

        def get(self, key: str, default: str = "") -> str:  # type: ignore[override]
            self[key] = default
            return default

    asked = Asked()
    read(asked)
    listed = [setting for row in tables(name, heading) for setting in named(row[0])]
    assert sorted(listed) == sorted(asked)


def test_the_guide_lists_every_problem_with_its_status() -> None:
    rows = {named(row[1])[0]: row[0] for row in tables("docs/api-guide.md", "## 7. Problems") if named(row[1])}
    assert rows == {code: str(row.status.value) for code, row in PROBLEMS.items()}


def test_the_guide_lists_every_event() -> None:
    listed = [kind for row in tables("docs/api-guide.md", "## 8. Events") for kind in named(row[0])]
    assert sorted(listed) == sorted(str(event.__struct_config__.tag) for event in get_args(events.Event))


def test_the_guide_lists_every_command() -> None:
    rows = tables("docs/api-guide.md", "## 5. Commands")
    listed = [request.removeprefix("POST …/") for row in rows for request in named(row[1])]
    assert sorted(listed) == sorted(verb.path for verb in VERBS)


def test_the_guide_lists_every_member_of_a_sandbox_table() -> None:
    listed = [member for row in tables("docs/api-guide.md", "## 10. Sandbox tables") for member in named(row[0])]
    assert sorted(listed) == sorted(CreateSandboxGame().fields)


def test_the_rules_list_every_option_with_its_values_and_default() -> None:
    told: dict[str, list[str]] = {}
    option = ""
    for row in tables("docs/rules.md", "### Options")[2:]:
        option = named(row[0])[0] if named(row[0]) else option
        told.setdefault(option, []).append(row[1])
    assert told == {name: values_of(name) for name in ROWS}


def test_the_rules_list_every_preset_with_its_differences() -> None:
    rows = tables("docs/rules.md", "### Presets")[2:]
    told = {named(row[0])[0]: (row[1], named(row[2])) for row in rows}
    assert told == {
        preset.name: (preset.game, [f"{name}: {written(value)}" for name, value in preset.differs.items()])
        for preset in PRESETS.values()
    }


def written(value: Value) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {count}" for name, count in value.items())
    return str(value).lower()


def values_of(name: str) -> list[str]:
    """An option's values as the rules write them, the default in bold."""
    row = ROWS[name]
    match row.type:
        case "integer":
            return [f"{f'0, or {row.gap}' if row.gap else row.least} to {row.most}, **{row.default}**"]
        case "object":
            return ["**`{}`**"]
        case "boolean":
            first = str(row.default).lower()
            return [f"**`{first}`**", "`false`" if first == "true" else "`true`"]
        case _:
            return [f"**`{row.values[0]}`**", *(f"`{value}`" for value in row.values[1:])]


def test_the_rules_have_the_sections_that_code_and_tests_cite() -> None:
    cited = {
        number
        for file in [*(ROOT / "service").rglob("*.py"), *(ROOT / "tests").glob("*/*.py")]
        for match in re.findall(r"rules?,? sections? ([\d, to and]+)", file.read_text(encoding="utf-8").lower())
        for number in re.findall(r"\d+", match)
    }
    sections = set(re.findall(r"^## (\d+)\.", text("docs/rules.md"), re.MULTILINE))
    assert cited and cited <= sections


def test_the_guides_example_works_as_it_is_pasted(base: str) -> None:
    blocks = re.findall(r"^```bash\n(.*?)^```$", text("docs/api-guide.md"), re.MULTILINE | re.DOTALL)
    pasted = "set -eo pipefail\n" + "".join(blocks).replace("http://127.0.0.1:8000", base)
    done = subprocess.run(["bash"], input=pasted, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert '"reason": "guilty"' in done.stdout
    assert done.stdout.splitlines()[-1] == "['R5', 'B1', 'Y1', 'Y2', 'Y3', 'Y4']"
