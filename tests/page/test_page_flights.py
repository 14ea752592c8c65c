"""A final day and its flights on the pages: announced with the time of each flight, and called off before it begins."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

from page_browser import PHONE, PlayedRoom, done, sent, wait_until

FLIGHTS = ["1A", "1B", "1C"]
WIDE = "document.documentElement.scrollWidth > innerWidth"


def final_day(**more: Any) -> bytes:
    """The message that tells of a final day that has not begun."""
    about = {"title": "Weekend", "game": "No-limit hold'em", "flights": FLIGHTS, "flight_levels": 10}
    flights = [{"name": name, "tournament": str(at)} for at, name in enumerate(FLIGHTS, 2)]
    state = {"id": "1", "phase": "registering", "about": about, "flights": flights, **more}
    yours = {"name": "Ann", "may": [] if more else ["call_off"]}
    return json.dumps(
        {"type": "tournament", "tournament": "1", "seq": 9, "at": 0, "state": state, "yours": yours}
    ).encode()


def test_a_host_announces_the_times_of_flights_and_calls_their_final_day_off(browser: Any) -> None:
    room = PlayedRoom("Ann", role="host")
    presets = [{"name": "turbo", "title": "Turbo"}, {"name": "flights", "title": "Flights", "flights": FLIGHTS}]
    room.api["/api/tournaments/presets"] = (200, {"presets": presets})
    room.api["/api/tournaments"] = (200, {"tournaments": [], "mine": [], "id": "1"})
    room.greet = [final_day()]
    page = room.open(browser, "/tournaments", size=PHONE)
    page.get_by_role("button", name="Announce a tournament").click()
    selects = page.locator("dialog select")
    selects.first.wait_for()
    assert page.get_by_label("Flight 1A starts").count() == 0
    selects.nth(0).select_option("flights")
    page.get_by_label("Flight 1A starts").fill("2031-05-02T18:00")
    page.get_by_label("Flight 1C starts").fill("2031-05-03T12:30")
    selects.nth(1).select_option("at")
    page.locator("dialog input[type=datetime-local]").first.fill("2031-05-04T15:00")
    assert page.get_by_label("Flight 1A starts").input_value() == "2031-05-02T18:00", "it stays while others are filled"
    assert not page.evaluate(WIDE)
    boxes = [page.locator("dialog .field", has_text=f"Flight {name} starts").bounding_box() for name in FLIGHTS]
    gaps = [after["y"] - before["y"] - before["height"] for before, after in pairwise(boxes)]
    assert min(gaps) >= 8, "there is room between them"
    first, last = [page.evaluate(f"new Date('{at}').getTime()") for at in ("2031-05-02T18:00", "2031-05-03T12:30")]
    page.locator("dialog").get_by_role("button", name="Announce", exact=True).click()
    wait_until(page, lambda: any(path == "/api/tournaments" for path, _ in room.posts))
    _, form = next(post for post in room.posts if post[0] == "/api/tournaments")
    assert form["preset"] == "flights" and form["flights_at"] == [first, 0, last] and form["starts_at"] > last

    page.locator("#lead", has_text="The final day starts after 3 more flights").wait_for()
    page.get_by_role("button", name="Cancel the tournament").click()
    page.locator("dialog", has_text="Flights that have not started are cancelled too").wait_for()
    assert not page.evaluate(WIDE)
    page.get_by_label("Reason").fill("no hall")
    page.keyboard.press("Enter")
    assert sent(room, page, 1) == [{"type": "call_off", "reason": "no hall"}]
    room.tell(final_day(why="no hall"))
    page.locator("#lead", has_text="Cancelled: no hall. It ends after 3 more flights").wait_for()
    done(room, page)
