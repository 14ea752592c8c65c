"""The pictures of an evening with real chips: a display, and the page of a player.

python tools/pictures_evening.py    # writes docs/pictures/{screen,seat}.png; needs Playwright, Chromium
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pictures import CHROMIUM, PHONE, open_page, take
from playwright.sync_api import sync_playwright

WALL = {"width": 1280, "height": 720}
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hilda", "Ivo", "Jo", "Kim", "Lea", "Max", "Nils", "Ola", "Pia")


@contextmanager
def room() -> Iterator[dict[str, str]]:
    """A new room: its address, and the link that makes one its host."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "sidepot", "serve", "--port", "0", "--data", folder, "--json", "--no-demo"]
        server = subprocess.Popen(
            [*command, "--no-limits"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        try:
            assert server.stdout is not None
            yield json.loads(server.stdout.readline())
        finally:
            server.terminate()
            server.wait()


def post(page: Any, address: str, path: str, data: Any) -> Any:
    """POST as the pages do."""
    token = page.request.get(f"{address}/api/me").json()["csrf"]
    return page.request.post(f"{address}{path}", data=data, headers={"x-csrftoken": token}).json()


def main() -> None:
    """Take both."""
    with room() as told, sync_playwright() as driver:
        address = told["address"]
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        host = open_page(browser, WALL)
        host.goto(told["host_link"])
        host.locator("form button").click()
        event = post(host, address, "/api/tournaments", {"title": "Friday night", "preset": "regular", "real": True})[
            "id"
        ]
        acts: list[dict[str, Any]] = [{"type": "register", "player": name} for name in NAMES]
        acts += [{"type": "draw_seats"}, {"type": "start"}, {"type": "out", "player": "Cy", "by": ["Bo"]}]
        acts += [{"type": "announce", "text": "Pizza is here in ten minutes"}]
        for at, do in enumerate(acts):
            post(host, address, f"/api/tournaments/{event}/do", {"id": f"c{at}", "do": do})
        wall = open_page(browser, WALL)
        wall.goto(f"{address}/screen")
        wall.wait_for_function("() => document.getElementById('code').textContent.length === 4")
        post(host, address, f"/api/screens/{wall.inner_text('#code')}", {"tournament": event})
        wall.wait_for_selector(".figure")
        take(wall, "screen")
        token = post(host, address, f"/api/tournaments/{event}/persons", {"player": "Ann"})["token"]
        phone = open_page(browser, PHONE)
        phone.goto(f"{address}/s/{token}")
        phone.wait_for_selector("#asks button")
        take(phone, "seat")
        browser.close()


if __name__ == "__main__":
    main()
