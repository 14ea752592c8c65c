"""A live tournament in a room of two processes: each of them is console, display and seat page."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from needs import POSIX, POSTGRES, SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

import httpx
from room_halls import until
from room_stores import wait
from test_shared_servers import server
from wire import Wire

from sidepot.room.audit.auditor import audit
from sidepot.room.store.place import Place
from sidepot.web.app import make_app
from sidepot.web.auth.identities import new_host_token
from sidepot.web.state import AppState

pytestmark = [POSTGRES.mark, POSIX.mark]
EVENT = "/api/tournaments/1"


class Browser:
    """Somebody's browser at one process."""

    def __init__(self, app_state: AppState) -> None:
        self.app_state = app_state
        self.said = 0
        self._http = httpx.AsyncClient(transport=httpx.ASGITransport(make_app(app_state)), base_url="http://room")

    async def get(self, path: str) -> Any:
        """A page, as data."""
        answer = await self._http.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def post(self, path: str, data: Any, status: int = 200) -> Any:
        """Send a form."""
        csrf = (await self.get("/api/me"))["csrf"]
        answer = await self._http.post(path, json=data, headers={"x-csrftoken": csrf})
        assert answer.status_code == status, answer.text
        return answer.json()

    async def do(self, kind: str, status: int = 200, key: str = "", **fields: Any) -> Any:
        """An act of the staff."""
        self.said += 1
        form = {"id": key or f"c{self.said}", "do": {"type": kind, **fields}}
        return await self.post(f"{EVENT}/do", form, status)

    async def enter(self, pin: str, name: str) -> None:
        """Give a PIN."""
        await self.post(f"{EVENT}/enter", {"pin": pin, "name": name})


@asynccontextmanager
async def evening(place: Place) -> AsyncIterator[tuple[AppState, AppState, Browser, dict[str, str]]]:
    """Two processes, and an evening at the first; its host there, and the PINs of the roles."""
    wire = Wire()
    async with server(place, wire, "a") as one, server(place, wire, "b") as two:
        host = Browser(one)
        await host.post("/api/guest", {"name": "Hilda"})
        await host.post("/api/host", {"token": await new_host_token(one)})
        opened = await host.post("/api/tournaments", {"title": "Friday", "preset": "regular", "live": True})
        assert opened["id"] == "1"
        await until(lambda: [line.id for line in two.registry.tournaments.lines()] == ["1"])
        yield one, two, host, {pin["role"]: pin["pin"] for pin in opened["pins"]}


def run(work: Awaitable[None]) -> None:
    """Run a test to its end."""

    async def go() -> None:
        await work

    wait(go())


def names(tables: Any) -> list[str]:
    """Who sits at the tables."""
    return sorted(seat["player"] for table in tables["tables"] for seat in table["seats"] if seat.get("player"))


@pytest.mark.long
def test_it_is_led_from_any_process_and_goes_on_at_the_next(place: Place) -> None:
    async def work() -> None:
        async with evening(place) as (one, two, host, pins):
            floor = Browser(two)
            await floor.enter(pins["floor"], "Eve")
            counter = Browser(two)
            await counter.enter(pins["desk"], "Cass")
            for player in ("Ann", "Bob", "Cy"):
                await host.do("register", player=player)
            for player in ("Di", "Ed", "Flo"):
                assert (await counter.do("register", player=player))["step"]
            both = await asyncio.gather(host.do("register", player="Gus"), counter.do("register", player="gus"))
            assert [bool(told.get("already")) for told in both].count(True) == 1  # one name, one player
            await host.do("draw_seats")
            await host.do("start")
            everybody = ["Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus"]
            for browser in (host, floor):
                found = names(await browser.get(f"{EVENT}/tables"))
                assert found in (everybody, [*everybody[:-1], "gus"])
                assert (await browser.get(f"{EVENT}/director"))["counts"]["left"] == 7

            first = await floor.do("out", player="Ann", by=["Bob"], key="same")
            assert await floor.do("out", player="Ann", by=["Bob"], key="same") == first
            told = await host.do("out", player="Ann", by=["Bob"])
            assert (told["already"]["by"], told["already"]["step"]) == ("Eve", first["step"])
            told = await floor.do("start")  # what the other process has done, told over the bus
            assert told["already"]["by"] == "Hilda"

            await one.registry.tournaments.give("1", "b")
            await until(lambda: two.registry.tournaments.here("1") is not None)
            second = await host.do("out", player="Bob", by=["Cy"])
            assert second["step"] == first["step"] + 1
            for browser in (host, floor):
                assert (await browser.get(f"{EVENT}/director"))["counts"]["left"] == 5
            assert (await host.do("out", player="Ann", by=["Bob"]))["already"]["by"] == "Eve"

    run(work())
    assert audit(place).holds


@pytest.mark.long
def test_names_slips_pins_and_displays_are_the_same_at_all(place: Place) -> None:
    async def work() -> None:
        async with evening(place) as (one, two, host, pins):
            for player in ("Ann", "Bob"):
                await host.do("register", player=player)
            phone, staff, person = Browser(two), Browser(two), f"{EVENT}/persons"
            await staff.enter(pins["director"], "Eve")
            slip = (await host.post(person, {"player": "Ann"}))["token"]
            assert (await phone.get(f"/api/seat/{slip}"))["player"] == "Ann"
            await staff.post(person, {"player": "Ann", "name": "Anna"})
            assert (await Browser(one).get(f"/api/seat/{slip}"))["player"] == "Anna"
            taken = await host.post(person, {"player": "Bob", "name": "anna"}, 409)
            assert taken["code"] == "name_taken"
            new = (await staff.post(person, {"player": "Anna", "slip": True}))["token"]
            assert new != slip and (await Browser(one).get(f"/api/seat/{new}"))["player"] == "Anna"
            actor = one.registry.tournaments.here("1")
            assert actor is not None and actor.persons is not None
            persons = actor.persons
            await until(lambda: persons.names() == ["Anna", "Bob"])  # those who follow at the owner are told so, too

            door = await phone.post(f"{EVENT}/checkin", {"id": "first", "name": "Zoe"})
            assert (await host.get(f"{EVENT}/advice"))["todo"][0]["text"] == "Zoe would like to enter"
            await host.do("paid", player="Zoe")
            assert (await phone.get(f"/api/seat/{door['token']}"))["state"]["player"] == "Zoe"

            display = await Browser(two).post("/api/screens", {})
            await host.post(f"/api/screens/{display['code']}", {"tournament": "1", "views": [{"layout": "clock"}]})
            for app_state in (one, two):
                shown = await Browser(app_state).get(f"/api/screens/{display['token']}")
                assert shown["state"]["title"] == "Friday"

            await host.post(f"{EVENT}/pins", {"renew": "director"})
            assert (await staff.get(f"{EVENT}/role"))["role"] == ""
            await staff.post(f"{EVENT}/enter", {"pin": pins["director"], "name": "Eve"}, 403)

    run(work())


@pytest.mark.long
def test_a_copy_of_another_room_goes_on_once(place: Place) -> None:
    async def work() -> None:
        async with evening(place) as (_, two, host, _pins):
            for player in ("Ann", "Bob"):
                await host.do("register", player=player)
            answer = await host._http.get(f"{EVENT}/archive.copy")
            assert answer.status_code == 200, answer.text
            there = Browser(two)
            await there.post("/api/guest", {"name": "Hugo"})
            await there.post("/api/host", {"token": await new_host_token(two)})
            csrf = (await there.get("/api/me"))["csrf"]
            headers = {"x-csrftoken": csrf}
            copy = "/api/tournaments/copy"
            refused = await there._http.post(copy, content=answer.content, headers=headers)
            assert (refused.status_code, refused.json()["code"]) == (409, "done_already")
            other = answer.content.replace(b'"seed":"', b'"seed":"00', 1)
            went = await there._http.post(copy, content=other, headers=headers)
            assert went.status_code == 200, went.text
            tournament = went.json()["id"]
            assert two.registry.tournaments.here(tournament) is not None
            players = await host.get(f"/api/tournaments/{tournament}/players")
            assert sorted(one["player"] for one in players["players"]) == ["Ann", "Bob"]

    run(work())
