"""A person in Swagger UI: creates a game, authorizes, deals and plays a card, and nothing leaves the machine."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, Request, sync_playwright

from tests.client import ask

ARTEFACTS = Path(__file__).parents[2] / "artifacts"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
HERE = ("127.0.0.1", "localhost")


def chromium() -> str | None:
    """The system's browser; without one playwright's own is used."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.fixture(scope="module")
def asked() -> list[str]:
    """Every address that the page asked for."""
    return []


@pytest.fixture(scope="module")
def page(running: Any, asked: list[str]) -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1280, "height": 1400})
        page.set_default_timeout(20_000)

        def note(request: Request) -> None:
            asked.append(request.url)

        page.on("request", note)
        page.goto(running.base + "/docs")
        yield page
        browser.close()


def operation(page: Page, name: str) -> Locator:
    """An operation's block, opened."""
    block = page.locator(f"div.opblock[id$='-{name}']")
    block.scroll_into_view_if_needed()
    if "is-open" not in (block.get_attribute("class") or ""):
        block.locator(".opblock-summary-control").click()
    return block


def execute(page: Page, name: str, body: dict[str, Any] | None = None, **parameters: str) -> tuple[int, Any]:
    """Fills an operation in, as a person would, and reads its reply off the page."""
    block = operation(page, name)
    tryout = block.locator(".try-out__btn")
    if tryout.count() and "cancel" not in (tryout.get_attribute("class") or ""):
        tryout.click()
    for parameter, value in parameters.items():
        block.locator(f"tr[data-param-name='{parameter}'] input").first.fill(value)
    if body is not None:
        block.locator("textarea.body-param__text").fill(json.dumps(body))
    block.locator("button.execute").click()
    live = block.locator(".live-responses-table")
    live.locator(".response-col_status").last.wait_for()
    status = re.search(r"\d{3}", live.locator("tbody .response-col_status").first.inner_text())
    shown = live.locator("tbody .highlight-code code").first.inner_text()
    assert status is not None
    return int(status[0]), json.loads(shown)


def authorize(page: Page, token: str) -> None:
    page.locator(".auth-wrapper .authorize").first.click()
    dialog = page.locator(".dialog-ux")
    dialog.locator("input").first.fill(token)
    dialog.locator("button.authorize").click()
    dialog.locator("button.btn-done").click()


def test_a_person_creates_a_game_authorizes_deals_and_plays_a_card(page: Page, asked: list[str], base: str) -> None:
    status, grant = execute(page, "createGame", {"name": "Ada", "options": {"first_dealer": "host"}})
    assert status == 201
    game_id = grant["game_id"]
    friend = ask(base, "POST", f"/v1/games/{game_id}/join", {"name": "Bo"}).body
    authorize(page, grant["token"])

    status, dealt = execute(page, "deal", game_id=game_id)
    assert status == 200 and dealt["game"]["status"] == "playing"

    played = bring_to_turn_and_play(page, base, game_id, friend["token"])
    assert "card_played" in [event["type"] for event in played["events"]]

    ARTEFACTS.mkdir(exist_ok=True)
    operation(page, "play").scroll_into_view_if_needed()
    page.screenshot(path=ARTEFACTS / "swagger-ui.png")
    strangers = [url for url in asked if urlsplit(url).hostname not in HERE and not url.startswith(("data:", "blob:"))]
    assert strangers == []


def bring_to_turn_and_play(page: Page, base: str, game_id: str, friend: str) -> Any:
    """Ada plays on the page as soon as she can; Bo, elsewhere, does what he must."""
    for _ in range(60):
        status, view = execute(page, "getGame", game_id=game_id)
        assert status == 200
        moves = {move["action"]: move for move in view["me"]["legal_moves"]}
        if not moves.keys() & {"play", "draw", "pass", "choose_color"}:
            make_the_friend_move(base, game_id, friend)
        elif "play" in moves:
            return play_first(page, game_id, moves["play"])
        elif "choose_color" in moves:
            execute(page, "chooseColor", {"color": "red"}, game_id=game_id)
        else:
            execute(page, "draw" if "draw" in moves else "pass", game_id=game_id)
    raise AssertionError("Ada never had a card to play")


def play_first(page: Page, game_id: str, move: dict[str, Any]) -> Any:
    color = {"color": "red"} if move.get("needs") else {}
    status, played = execute(page, "play", {"card": move["cards"][0]} | color, game_id=game_id)
    assert status == 200
    return played


def make_the_friend_move(base: str, game_id: str, token: str) -> None:
    view = ask(base, "GET", f"/v1/games/{game_id}", token=token).body
    moves = {move["action"] for move in view["me"]["legal_moves"]}
    verb, body = ("choose-color", {"color": "red"}) if "choose_color" in moves else ("draw", None)
    if not moves & {"draw", "choose_color"}:
        verb = "pass"
    assert ask(base, "POST", f"/v1/games/{game_id}/{verb}", body, token).status == 200


def test_the_token_survives_a_reload_and_an_operation_has_a_link_of_its_own(page: Page) -> None:
    page.reload()
    page.locator(".auth-wrapper .authorize.locked").first.wait_for()
    address = page.url.split("#")[0]
    link = operation(page, "draw").locator("a.nostyle").first.get_attribute("href")
    assert link and link.startswith("#/")
    page.goto(address + link)
    page.reload()
    page.locator("div.opblock[id$='-draw'].is-open").wait_for()


def test_try_it_out_is_on_from_the_start(page: Page) -> None:
    page.goto(page.url.split("#")[0])
    page.reload()
    block = operation(page, "listRulesets")
    block.locator("button.execute").wait_for()
