"""The director's console in one glance: the clock, what to do, and who is where, without scrolling."""

from __future__ import annotations

from typing import Any

import pytest
from evening_scenes import TODO, evening, players, told
from page_browser import PlayedRoom, done

WIDE = {"width": 1440, "height": 900}
TABLET = {"width": 1024, "height": 768}
NAMES = (
    "Anna Berger", "Bruno", "Clara Schmitt", "Dieter", "Emil", "Franz-Josef Oberhuber", "Greta", "Hannes", "Ines",
    "Jonas", "Katja", "Lukas", "Marie", "Nils", "Olga", "Peter Müller", "Quentin", "Rosa", "Stefan", "Tanja", "Uwe",
    "Vera", "Wolf", "Xaver", "Yvonne", "Zoe", "Ali",
)  # fmt: skip
UNSEEN = """() => [...document.querySelectorAll("#strip b, #left, .desk-card, .desk-seat .desk-name, .desk-stack")]
    .filter((one) => {
        const { top, bottom, left, right, width } = one.getBoundingClientRect();
        if (!width || top < 0 || left < 0 || bottom > innerHeight || right > innerWidth) return one.textContent;
        const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return !one.contains(at) && !at?.contains(one);
    }).map((one) => one.textContent)"""


@pytest.mark.parametrize("size", [WIDE, TABLET], ids=["desk", "tablet"])
def test_clock_tasks_and_27_players_are_seen_without_scrolling(browser: Any, size: dict[str, int]) -> None:
    tables = [
        {
            "number": at + 1,
            "players": 9,
            "button": 3,
            "button_known": True,
            "seats": [
                {"seat": seat, "player": name, "chips": 12_500, "how": "known"}
                for seat, name in enumerate(NAMES[9 * at : 9 * at + 9])
            ],
        }
        for at in range(3)
    ]
    room = PlayedRoom("Eve", role="host")
    counts = {"players": 27, "entries": 27, "left": 27, "tables": 3, "average": 10_000}
    told(room, evening(tables=tables, todo=TODO[:1], counts=counts), players())
    page = room.open(browser, "/desk/7", size=size)
    page.locator(".desk-seat .desk-name", has_text=NAMES[-1]).wait_for()
    assert page.locator(".desk-seat .desk-name").count() == 27
    assert page.evaluate(UNSEEN) == []
    done(room, page)
