"""A real room with a real evening: its display, the page of a player, the public page and the paper tell the same."""

from __future__ import annotations

import re
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from page_browser import PHONE, leave
from page_room import post

WALL = {"width": 1920, "height": 1080}


class Evening:
    """The evening, as its host directs it."""

    def __init__(self, room: Any) -> None:
        self.room = room
        told = post(
            room.host, "/api/tournaments", {"title": "Friday", "preset": "regular", "live": True, "public": "names"}
        )
        self.id = str(told["id"])
        self.acts = 0

    def do(self, **what: Any) -> Any:
        """Do something."""
        self.acts += 1
        return post(self.room.host, f"/api/tournaments/{self.id}/do", {"id": f"c{self.acts}", "do": what})

    def get(self, path: str) -> Any:
        """A view of it."""
        answer = self.room.host.get(f"/api/tournaments/{self.id}/{path}")
        assert answer.status_code == 200, answer.text
        return answer.json()


def page_of(browser: Any, address: str, size: dict[str, int]) -> Any:
    page = browser.new_context(viewport=size).new_page()
    page.goto(address)
    return page


@pytest.mark.long
def test_display_phone_and_paper_tell_the_same(browser: Any, room: Any) -> None:
    evening = Evening(room)
    door = page_of(browser, f"{room.address}/e/{evening.id}", PHONE)
    door.get_by_label("Your name").fill("Ann")
    door.get_by_label(re.compile("I accept the house rules")).check()
    door.get_by_role("button", name="Enter", exact=True).click()
    door.wait_for_url("**/s/**")
    door.locator("#place", has_text="at the desk").wait_for()
    evening.do(type="paid", player="Ann")
    for name in ("Bo", "Cy", "Di", "Ed"):
        evening.do(type="register", player=name)
    wall = page_of(browser, f"{room.address}/screen", WALL)
    wall.locator("#code", has_text=re.compile(r"^\w{4}$")).wait_for()
    code = wall.locator("#code").inner_text()
    phone = browser.new_context(viewport=PHONE)
    phone.add_cookies([
        {"name": one.name, "value": one.value or "", "url": room.address} for one in room.host.cookies.jar
    ])  # fmt: skip
    chooser = phone.new_page()
    chooser.goto(f"{room.address}/screens?tournament={evening.id}#{code}")
    for name in ("Check-in code", "Seats by name", "Plan of the room", "Payouts", "The final table"):
        chooser.get_by_role("checkbox", name=name).uncheck()
    chooser.get_by_role("button", name="Show", exact=True).click()
    chooser.locator("#done", has_text="shows this").wait_for()
    wall.locator("#title", has_text="Friday").wait_for()
    wall.locator(".figure", has_text="Entered").filter(has_text="5").wait_for()
    evening.do(type="draw_seats")
    evening.do(type="start")
    wall.locator("#time", has_text=re.compile(r"^1?\d:\d\d$|^20:00$")).wait_for()
    door.locator("#place", has_text="Table").wait_for()
    evening.do(type="out", player="Cy", by=["Bo"])
    wall.locator(".figure", has_text="Players left").filter(has_text="4 / 5").wait_for()
    evening.do(type="announce", text="Food is here")
    wall.locator("#foot", has_text="Food is here").wait_for()
    door.get_by_role("button", name="Call the floor").click()
    door.locator("#asked li", has_text="Call the floor").filter(has_text="waiting").wait_for()
    asked = [one for one in evening.get("director")["todo"] if one["kind"] == "asked"]
    assert "Ann" in asked[0]["text"]
    public = page_of(browser, f"{room.address}/e/{evening.id}", PHONE)
    public.locator("#stacks li", has_text="Bo").wait_for()
    slips = room.host.get(f"/api/tournaments/{evening.id}/print/slips").text
    token = door.url.rsplit("/", 1)[-1]
    assert token and slips.count('<article class="slip">') == 4
    wall.reload()
    wall.locator("#title", has_text="Friday").wait_for()
    for page in (door, wall, chooser, public):
        leave(page)
