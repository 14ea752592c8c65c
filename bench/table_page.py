"""The page of a table: its first paint, its memory after each hundred hands, and its frames while chips move.

python bench/table_page.py    # needs Playwright, Chromium and the tests' helpers; --hands 500 (0: no memory)
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / "helpers"), str(ROOT / "tools")]

from page_browser import PHONE, chromium  # noqa: E402 - it lies in the folders above
from page_room import open_room  # noqa: E402 - it lies in the folders above
from page_scenes import Scene, at_table, c  # noqa: E402 - it lies in the folders above
from room_tables import cash, terms  # noqa: E402 - it lies in the folders above
from table_messages import event  # noqa: E402 - it lies in the folders above

from sidepot.bots.random_player import random_player  # noqa: E402 - it lies in the folders above
from sidepot.room.table import commands as s  # noqa: E402 - it lies in the folders above

HUNDRED = 100
SECONDS = 6
# Each frame of the next seconds, as the page draws them.
FRAMES = """seconds => new Promise((done) => {
    const times = [];
    const look = (now) => {
        times.push(now);
        if (now - times[0] < 1000 * seconds) requestAnimationFrame(look);
        else done(times);
    };
    requestAnimationFrame(look);
})"""


SLOW = 4  # times slower than this machine: a phone
# When something was seen first, when the seats were there, and how much came over the wire, in milliseconds and bytes.
PAINT = """() => {
    const [painted] = performance.getEntriesByName("first-contentful-paint");
    const loaded = performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"));
    return [painted.startTime, loaded.reduce((sum, one) => sum + one.transferSize, 0)];
}"""


def measure_paint(browser: Any, rounds: int = 5) -> None:
    """The first paint of the page of a table on a slow phone, without anything kept from before."""
    with tempfile.TemporaryDirectory() as folder, open_room(Path(folder), demo=True) as room:
        for _ in range(rounds):
            context = browser.new_context(viewport=PHONE)
            page = context.new_page()
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
            page.goto(f"{room.address}/table/1")
            page.wait_for_selector(".seat", timeout=0)
            seats = page.evaluate("performance.now()")
            painted, size = page.evaluate(PAINT)
            print(
                f"first paint after {painted:.0f} ms, seats after {seats:.0f} ms, {size:,} bytes on the wire"
                f" ({SLOW} times slower, load {os.getloadavg()[0]:.0f})",
                flush=True,
            )
            context.close()


def memory_of(line: Any) -> tuple[float, int, int]:
    """Megabytes of the page's heap once all that can go is gone, its elements and its listeners."""
    line.send("HeapProfiler.collectGarbage")
    found = {one["name"]: one["value"] for one in line.send("Performance.getMetrics")["metrics"]}
    return found["JSHeapUsedSize"] / 2**20, int(found["Nodes"]), int(found["JSEventListeners"])


def play_hand(scene: Scene, rng: Random) -> list[bytes]:
    """The next hand of nine at random to its end: what the page of somebody who looks on is told."""
    told = []
    player = random_player(rng)
    if scene.room.hand is None:
        told.append(event(scene.room, scene.deal()))
    while scene.room.hand is not None:
        who, _ = scene.room.to_decide()
        may = scene.room.options_of(who)
        told.append(event(scene.room, scene.tick() if may is None else scene.act(player(scene.room.hand, may))))
    return told


def measure_memory(browser: Any, hands: int) -> None:
    """The memory of the page after each hundred hands."""
    scene = Scene(terms(cash(seats=9)))
    scene.seat(9)
    room, page = at_table(browser, scene, "Zoe", reduced_motion="reduce")  # no all-in is run out street by street
    line = page.context.new_cdp_session(page)
    line.send("Performance.enable")
    rng = Random(1)
    for number in range(1, hands + 1):
        for told in play_hand(scene, rng):
            room.tell(told)
        for place in list(scene.room.table.seated()):  # a player without chips buys more
            if not place.stack:
                room.tell(event(scene.room, scene.say(s.Buy(chips=200), place.player)))
        if number % HUNDRED == 0 or number == 10:
            page.wait_for_function(
                "n => document.querySelector('.facts')?.textContent.includes(n)", arg=f"{number:,}", timeout=0
            )
            megabytes, nodes, listeners = memory_of(line)
            print(f"after {number:4} hands: {megabytes:6.2f} MB, {nodes:6} nodes, {listeners:5} listeners", flush=True)
    page.context.close()


def measure_frames(browser: Any) -> None:
    """Frames a second while nine bets move in and the next ones come, and how many of them took too long."""
    scene = Scene(terms(cash(seats=9)))
    scene.seat(9)
    scene.deal()
    before = scene.told("Zoe")
    told = []
    while scene.room.hand is not None and len(scene.room.hand.boards[0]) < 4:
        who, _ = scene.room.to_decide()
        may = scene.room.options_of(who)
        assert may is not None
        command = c.Call() if may.call else c.RaiseTo(may.raise_min) if may.may_raise else c.Check()
        told.append(event(scene.room, scene.act(command)))
    room, page = at_table(browser, scene, "Zoe")
    for moving in (False, True):
        page.evaluate(f"window.frames_seen = ({FRAMES})({SECONDS})")
        for _ in range(10):
            for message in (*before, *told) if moving else ():
                room.tell(message)
                page.wait_for_timeout(10)
        times = page.evaluate("window.frames_seen")
        gaps = sorted([after - now for now, after in pairwise(times)])
        late = sum([gap > 1.5 * 1000 / 60 for gap in gaps])
        name = "nine players move chips" if moving else "nothing moves"
        rate = len(gaps) / SECONDS
        print(
            f"{name}: {rate:.0f} frames a second, {late} of {len(gaps)} late, the worst {gaps[-1]:.0f} ms", flush=True
        )
    page.context.close()


def main() -> None:
    """Measure all of it."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--hands", type=int, default=500)
    hands = asked.parse_args().hands
    with chromium() as browser:
        measure_paint(browser)
        measure_frames(browser)
        if hands:
            measure_memory(browser, hands)


if __name__ == "__main__":
    main()
