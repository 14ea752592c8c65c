"""The pictures of a live tournament: a display, the page of a player, and the console on a desk and a phone.

python tools/pictures_live.py    # docs/pictures/{screen,seat,console,console-phone}.png; needs Playwright, Chromium
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pictures import CHROMIUM, DESK, PHONE, open_page, take
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


def console(browser: Any, host: Any, address: str, tournament: str) -> None:
    """The console while two tables are uneven: what is to do, the tables, the players; on a phone, who won."""
    tables = host.request.get(f"{address}/api/tournaments/{tournament}/tables").json()["tables"]
    short = min(tables, key=lambda one: one["players"])
    first, second, winner = [seat["player"] for seat in short["seats"] if seat.get("player")][:3]
    for player in (first, second):
        do = {"type": "out", "player": player, "by": [winner]}
        post(host, address, f"/api/tournaments/{tournament}/do", {"id": f"out-{player}", "do": do})
    kept = host.context.storage_state()
    desk = open_page(browser, DESK, kept)
    desk.goto(f"{address}/desk/{tournament}")
    desk.wait_for_selector("#todo .desk-card")
    take(desk, "console")
    phone = open_page(browser, PHONE, kept)
    phone.goto(f"{address}/desk/{tournament}")
    phone.locator("[data-tab=players]").click()
    phone.locator(f"[data-key={winner}] button").click()
    phone.wait_for_selector("dialog .desk-out")
    take(phone, "console-phone")


def main() -> None:
    """Take all of them."""
    with room() as told, sync_playwright() as driver:
        address = told["address"]
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        host = open_page(browser, WALL)
        host.goto(told["host_link"])
        host.locator("form button").click()
        tournament = post(
            host, address, "/api/tournaments", {"title": "Friday night", "preset": "regular", "live": True}
        )["id"]
        acts: list[dict[str, Any]] = [{"type": "register", "player": name} for name in NAMES]
        acts += [{"type": "draw_seats"}, {"type": "start"}, {"type": "out", "player": "Cy", "by": ["Bo"]}]
        acts += [{"type": "announce", "text": "Pizza is here in ten minutes"}]
        for at, do in enumerate(acts):
            post(host, address, f"/api/tournaments/{tournament}/do", {"id": f"c{at}", "do": do})
        wall = open_page(browser, WALL)
        wall.goto(f"{address}/screen")
        wall.wait_for_function("() => document.getElementById('code').textContent.length === 4")
        post(host, address, f"/api/screens/{wall.inner_text('#code')}", {"tournament": tournament})
        wall.wait_for_selector(".figure")
        take(wall, "screen")
        token = post(host, address, f"/api/tournaments/{tournament}/persons", {"player": "Ann"})["token"]
        phone = open_page(browser, PHONE)
        phone.goto(f"{address}/s/{token}")
        phone.wait_for_selector("#asks button")
        take(phone, "seat")
        console(browser, host, address, tournament)
        browser.close()


if __name__ == "__main__":
    main()
