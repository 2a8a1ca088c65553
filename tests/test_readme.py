"""The README: its tour works when it is pasted line by line."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
ADDRESS = "http://127.0.0.1:8000"
STRICT = "set -o pipefail; trap 'echo \"failed: $BASH_COMMAND\" >&2; exit 1' ERR\n"


def section(title: str) -> str:
    """The text under a heading, up to the next one of its rank."""
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", README, re.MULTILINE | re.DOTALL)
    assert found, f"the README has no section {title}"
    return found[1]


def tour() -> str:
    blocks = re.findall(r"^```bash\n(.*?)^```$", section("A tour"), re.MULTILINE | re.DOTALL)
    return "".join(blocks)


@pytest.mark.parametrize("shell", [["bash"], ["bash", "--norc", "--noprofile", "-i"]], ids=["script", "terminal"])
def test_the_tour_works_as_it_is_pasted(base: str, shell: list[str]) -> None:
    """bash reads its standard input line by line, as it reads a terminal; `-i` has history expansion, too."""
    assert ADDRESS in tour()
    pasted = STRICT + tour().replace(ADDRESS, base)
    done = subprocess.run(shell, input=pasted, capture_output=True, text=True, timeout=120, start_new_session=True)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    for told in (
        "Ada deals round 1.",
        'status = "playing"',
        "me = absent",
        '"legal_moves"',
        'code = "not-your-turn"',
        'code = "validation-failed"',
        '"pointer": "/card"',
        "\n204\n",
        'status = "abandoned"',
    ):
        assert told in done.stdout, (told, done.stdout, done.stderr)


def test_each_line_of_the_tour_is_a_whole_command() -> None:
    for line in tour().splitlines():
        checked = subprocess.run(["bash", "-n"], input=line, capture_output=True, text=True)
        assert checked.returncode == 0, (line, checked.stderr)


def test_the_tour_needs_only_curl_and_python() -> None:
    assert not re.search(r"\b(jq|wget|http|httpie)\b(?!:)", tour())
