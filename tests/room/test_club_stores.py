"""The persons, journal, seasons and rulings of a club, in SQLite and in PostgreSQL; two processes at once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from nights import date_of
from room_stores import KINDS, fresh_place, wait

from sidepot.errors import Conflict
from sidepot.room.runtime.persons import Persons
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.store.club_persons import NEW, ClubPersons
from sidepot.room.store.floor_log import FloorLog, RulingRow
from sidepot.room.store.journal import journal_of, lines_of
from sidepot.room.store.night_books import books_of
from sidepot.room.store.persons import version_key
from sidepot.room.store.place import Place
from sidepot.room.store.seasons import Seasons
from sidepot.room.store.store import open_store
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.terms import TournamentTerms
from sidepot.tournament import commands as c
from sidepot.tournament.league import LinearPoints, RootPoints, Season
from sidepot.tournament.presets import find_preset


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    with fresh_place(request.param, tmp_path) as found:
        yield found


def test_many_who_enter_at_once_are_one_person_each(place: Place) -> None:
    async def run() -> None:
        async with open_store(place) as store:
            desks = [await Persons.load(str(number), store) for number in range(1, 7)]
            await asyncio.gather(*[desk.enter([name]) for desk in desks for name in ("Ann Lee", "Bo")])
            club = ClubPersons(store)
            assert sorted(one.name for one in (await club.read()).persons.values()) == ["Ann Lee", "Bo"]
            again = await Persons.load("1", store)
            assert again.club(again.find("ann lee")) == desks[5].club(desks[5].find("Ann Lee"))
            [mark] = await desks[0].enter(["Bo 2"], club=NEW)
            bo = desks[0].club(desks[0].find("Bo"))
            merge = await club.merge(desks[0].club(mark), bo, at=5, by="")
            assert (await club.read()).root(desks[0].club(mark)) == bo
            [later] = await desks[1].enter(["bo 2"])
            assert desks[1].club(later) == bo  # the name of a merged person finds the one who stays
            await club.undo(merge, at=6)
            assert (await club.read()).root(desks[0].club(mark)) != bo
            there = await club.erase(bo, version_key)
            assert sorted(there) == [str(number) for number in range(1, 7)]
            for desk in desks:
                await desk.refresh()
                assert "Bo" not in desk.names() and "Ann Lee" in desk.names()

    wait(run())


def test_the_journal_of_a_live_tournament(place: Place) -> None:
    async def run() -> None:
        async with open_store(place) as store:
            hall = TableRegistry(store)
            await hall.start()
            terms = TournamentTerms(title="Friday", structure=find_preset("knockout"), live=True)
            actor = hall.tournaments.actor(await hall.tournaments.open(terms, by="Host"))
            marks = await actor.persons.enter(["Ann", "Bo", "Cy"])
            for mark in marks:
                await actor.say(s.Act(c.Register(mark)), by="Host", staff=True)
            for command in (c.DrawSeats(), c.Start(), c.Out(marks[0], (marks[1],)), c.End()):
                await actor.say(s.Act(command), by="Host", staff=True)
            period = date_of(hall.clock(), 0)
            journal = await store.ask(partial(journal_of, period, 0))
            sums = {one.name: one.balance for one in journal.accounts}
            assert journal.balance == 0 and sums["the bank"] == -16_500
            assert sums["the prize pools"] == sums["the bounties"] == 0
            assert sums["Ann"] + sums["Bo"] + sums["Cy"] == 16_500 - sums["the house"]
            lines = await store.ask(partial(lines_of, period, 0, "#2"))
            assert lines.name == "Bo" and lines.balance == sums["Bo"] > 0
            books = await store.ask(partial(books_of, None, "", period, 0))
            assert {one.payee: one.chips for one in books.payments} == {
                name: chips for name, chips in sums.items() if name in ("Ann", "Bo", "Cy") and chips
            }
            await hall.stop()

    wait(run())


def test_a_season_that_changed_meanwhile_is_not_overwritten(place: Place) -> None:
    async def run() -> None:
        async with open_store(place) as store:
            seasons = Seasons(store)
            terms = Season(title="Friday", series="Friday", points=LinearPoints())
            assert await asyncio.gather(*[seasons.add(terms) for _ in range(3)]) == [1, 2, 3]
            row = await seasons.get(2)
            assert row is not None and (row.version, row.token, row.names, row.season) == (1, "", "none", terms)
            other = Season(title="Sunday", series="Sunday", points=RootPoints())
            await seasons.change(row._replace(season=other, token="secret", names="short"))
            with pytest.raises(Conflict, match="changed"):
                await seasons.change(row)
            found = await seasons.at("secret")
            assert found is not None and (found.number, found.version, found.season) == (2, 2, other)
            assert await seasons.at("") is None
            await seasons.remove(1)
            assert [one.number for one in await seasons.all()] == [3, 2]

    wait(run())


def test_the_log_of_rulings_gives_no_number_twice(place: Place) -> None:
    one = RulingRow(0, 5, "7", "Ann", "String bet", "It is a call.", "TDA-2024:44", "tda-2024", "/floor")

    async def run() -> None:
        async with open_store(place) as store:
            logs = [FloorLog(store) for _ in range(2)]
            numbers = await asyncio.gather(*[log.add(one) for log in logs for _ in range(3)])
            assert sorted(numbers) == [1, 2, 3, 4, 5, 6]
            assert await logs[0].keep_photo(6, "abc", b"photo") and await logs[1].photo("abc") == b"photo"
            assert (await logs[1].before(7, 1))[0] == one._replace(number=6, tag="abc")
            assert await logs[1].erase(6) and not await logs[0].erase(6)
            assert await logs[0].photo("abc") is None and await logs[0].photo("") is None
            assert await logs[0].count() == 5 and not await logs[0].keep_photo(6, "abc", b"photo")
            last = await logs[0].add(one)
            assert last > 6  # a number is never given twice
            assert [each.number for each in await logs[1].before(2**53, 3)] == [last, 5, 4]

    wait(run())
