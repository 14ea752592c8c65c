"""The pictures of the room in README.md and docs: a room with bots is opened, played at, and photographed.

python tools/pictures.py    # writes docs/pictures/{lobby,table,phone,replay,agreement}.png; needs Playwright, Chromium
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

from playwright.sync_api import sync_playwright

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-headless-shell") or "/usr/bin/chromium"
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 640}
PATIENCE = 240  # seconds until there was a picture worth taking
EMOJI = ".talk-faces { display: none !important; }"  # machines without a font for them would show boxes
ON_TURN = "document.body.classList.contains('your-turn')"
FLOP = f"{ON_TURN} && document.querySelectorAll('.board .card').length >= 3"
SHOWDOWN = "document.querySelectorAll('.board .card.lifted').length > 0"


@contextmanager
def room() -> Iterator[str]:
    """A new room with its three tables: the address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "sidepot", "serve", "--port", "0", "--data", folder, "--json", "--no-limits"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            assert server.stdout is not None
            yield str(json.loads(server.stdout.readline())["address"])
        finally:
            server.terminate()
            server.wait()


def open_page(browser: Any, size: dict[str, int], kept: Any = None) -> Any:
    """A page of this size, perhaps with what another one has kept of the person."""
    scale = 2 if size is PHONE else 1
    context = browser.new_context(
        viewport=size, device_scale_factor=scale, color_scheme="light", reduced_motion="reduce", bypass_csp=True,
        storage_state=kept,
    )  # fmt: skip
    return context.new_page()


def take(page: Any, name: str) -> None:
    """A picture of the page as it is."""
    page.add_style_tag(content=EMOJI)
    page.evaluate("document.fonts.ready")
    page.screenshot(path=PICTURES / f"{name}.png")
    print(f"docs/pictures/{name}.png written")


def sit_down(page: Any, address: str) -> None:
    """A guest with a name comes to the lobby, which is a picture, and sits down at its first table."""
    page.goto(address)
    page.get_by_label("Playing as").fill("Ann")
    page.wait_for_selector(".table-row")
    take(page, "lobby")
    page.locator(".table-row").first.get_by_role("button", name="Sit down").click()
    accept = page.locator("dialog button.strong")
    page.wait_for_selector("body.seated, dialog button.strong")
    if accept.count():
        accept.click()
    page.wait_for_selector("body.seated")


def play_until(page: Any, seen: str) -> None:
    """Check and call until this is seen."""
    until = monotonic() + PATIENCE
    while monotonic() < until:
        page.wait_for_function(f"({seen}) || ({ON_TURN})", timeout=1000 * PATIENCE)
        if page.evaluate(seen):
            return
        turn = page.evaluate("document.body.dataset.turn")
        page.keyboard.press("c")
        page.wait_for_function("turn => document.body.dataset.turn !== turn", arg=turn)
    raise SystemExit(f"this was not seen: {seen}")


def replay(page: Any, address: str) -> None:
    """The end of the hand that was won at the table last."""
    hands = page.request.get(f"{address}/api/tables/1/hands").json()["hands"]
    page.goto(f"{address}/hand/1/{hands[-1]}")
    page.wait_for_selector("#replay:not([hidden])")
    page.keyboard.press("End")
    page.wait_for_selector(".replay .card.lifted")
    take(page, "replay")


def main() -> None:
    """Take all of them."""
    with room() as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        desk = open_page(browser, DESK)
        sit_down(desk, address)
        play_until(desk, FLOP)
        take(desk, "table")
        phone = open_page(browser, PHONE, desk.context.storage_state())
        phone.goto(f"{address}/table/1")
        phone.wait_for_selector("body.your-turn")
        take(phone, "phone")
        phone.close()
        play_until(desk, SHOWDOWN)
        replay(desk, address)
        desk.goto(f"{address}/table/1/terms")
        desk.wait_for_selector("#terms[aria-busy=false]")
        take(desk, "agreement")
        browser.close()


if __name__ == "__main__":
    main()
