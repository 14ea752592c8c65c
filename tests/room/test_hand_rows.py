"""The rows by which hands are found: written as a hand is over, and once for those that an older sidepot dealt."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

from room_halls import FAST, Subscriber, act, open_hall, until
from room_stores import KINDS, fresh_place, list_hands, wait
from room_tables import terms

from sidepot.cards import text as cards_text
from sidepot.hand.events import Dealt
from sidepot.room.store.accounts import Account, Accounts
from sidepot.room.store.hands import (
    HandFilter,
    HandFound,
    figures_of,
    hands_of,
    keep_note,
    line_of,
    note_of,
    place_of_hand,
    was_there,
)
from sidepot.room.store.rows import HandListed, HandOf
from sidepot.room.store.store import Store, open_store
from sidepot.room.table import listing
from sidepot.room.table.commands import Sit
from sidepot.room.table.events import decode_table_event
from sidepot.table.events import HandBegun, HandDone


def listed(number: int, *of: HandOf, at: int = 0, game: str = "holdem", **more: Any) -> HandListed:
    told: dict[str, Any] = {"tournament": False, "pot": 10, "showdown": False, "decimals": 0, **more}
    told |= {"number": number, "at": at or number, "first": number, "last": number, "before": b"", "of": of}
    return HandListed("Kitchen", game, players=2, board="", **told)


async def found(
    store: Store, account: str = "u1", before: Any = None, limit: int = 50, **wanted: Any
) -> list[HandFound]:
    return await store.ask(hands_of(account, HandFilter(**wanted), before, limit))


async def numbers(store: Store, account: str = "u1", **wanted: Any) -> list[int]:
    return [one.number for one in await found(store, account, **wanted)]


@pytest.mark.parametrize("kind", KINDS)
def test_hands_are_found_by_what_they_were(kind: str, tmp_path: Path) -> None:
    """Five hands of u1, in one of which they looked on; and one of somebody else."""

    async def run(store: Store) -> None:
        mine = HandOf("u1", 1, 20, 2, voluntary=True, raised=True, showdown=True, won_there=True, cards="AhKd")
        some = [
            listed(1, mine, pot=40, showdown=True),
            listed(2, HandOf("u1", 0, -5, 2, voluntary=True), HandOf("u2", 1, 5, 2, walk=True)),
            listed(3, HandOf("u1"), HandOf("u2", 0, 7, 2), pot=30),
            listed(4, HandOf("u1", 0, -10, 5), game="omaha", pot=100),
            listed(5, HandOf("u1", 0, -100, 50), tournament=True),
            listed(6, HandOf("u2", 0, 1, 2)),
        ]
        await list_hands(store, "table/1", some)
        assert await numbers(store) == [5, 4, 3, 2, 1]
        assert await numbers(store, "u2") == [6, 3, 2]
        assert await numbers(store, "u3") == []
        assert await numbers(store, mine=True) == [5, 4, 2, 1]
        assert await numbers(store, game="omaha") == [4]
        assert await numbers(store, least=30) == [4, 3, 1]
        assert await numbers(store, least=30, most=40) == [3, 1]
        assert await numbers(store, showdown=True) == [1]
        assert await numbers(store, tournament=True) == [5]
        assert await numbers(store, stream="table/2") == []
        first = await found(store, limit=2)
        assert await numbers(store, before=first[-1].place) == [3, 2, 1]
        one = (await found(store))[-1]
        assert (one.seat, one.net, one.cards, one.pot, one.showdown, one.noted) == (1, 20, "AhKd", 40, True, False)
        assert await store.ask(was_there("u1", "table/1", 3)) and not await store.ask(was_there("u1", "table/1", 6))
        # a note is its account's alone
        await store.write(keep_note("u1", "table/1", 2, "bad call"))
        await store.write(keep_note("u1", "table/1", 2, "good fold"))
        assert await store.ask(note_of("u1", "table/1", 2)) == "good fold"
        assert await store.ask(note_of("u2", "table/1", 2)) == ""
        assert await numbers(store, noted=True) == [2] and await numbers(store, "u2", noted=True) == []
        await store.write(keep_note("u1", "table/1", 2, ""))
        assert await numbers(store, noted=True) == []
        # figures: 20/2 - 5/2 - 10/5 = 5.5 big blinds in three cash hands
        tallies = await store.ask(figures_of("u1", HandFilter(tournament=False)))
        assert [(one.game, one.hands, one.net, one.units) for one in tallies] == [
            ("holdem", 2, 15, 7.5),
            ("omaha", 1, -10, -2.0),
        ]
        holdem = tallies[0]
        assert (holdem.voluntary, holdem.raised, holdem.showdowns, holdem.won_there) == (2, 1, 1, 1)
        assert holdem.walks == 0 and [one.walks for one in await store.ask(figures_of("u2", HandFilter()))] == [1]
        points = await store.ask(line_of("u1", HandFilter(tournament=False), 3))
        assert [(point.hands, point.net, point.units) for point in points] == [(1, 20, 10.0), (2, 15, 7.5), (3, 5, 5.5)]

    async def opened() -> None:
        async with open_store(place) as store:
            await run(store)

    with fresh_place(kind, tmp_path) as place:
        wait(opened())


@pytest.mark.long
def test_a_long_line_has_few_points(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_store(tmp_path / "room.db") as store:
            await list_hands(store, "table/1", [listed(no, HandOf("u1", 0, 1, 2)) for no in range(1, 1002)])
            points = await store.ask(line_of("u1", HandFilter(), 1001))
            assert len(points) <= 200
            assert (points[-1].hands, points[-1].net, points[-1].units) == (1001, 1001, 500.5)

    wait(run())


def test_the_rows_are_written_with_the_end_of_the_hand(tmp_path: Path) -> None:
    """Three people, one of whom has no account; and one who looks on."""

    async def run() -> None:
        async with open_hall(tmp_path / "room.db") as hall:
            table = await hall.open(terms(timing=FAST), "Host")
            actor = hall.actor(table)
            for player in ("Ann", "Bo"):
                await actor.say(Sit(waits=False), by=player, account=f"of {player}")
            await actor.say(Sit(waits=False), by="Cy")
            rail = Subscriber("Rae")
            rail.account = "of Rae"
            actor.watch(rail)
            await until(lambda: bool(actor.machine.to_decide()[0]) and not actor.is_busy)
            number = actor.machine.begun.number
            while actor.machine.hand is not None and actor.machine.begun.number == number:
                await act(actor)
            at = actor.machine.hands[number]
            place = await hall.store.ask(place_of_hand(f"table/{table}", number))
            assert place is not None and (place.first, place.last, place.before) == at
            entries = [decode_table_event(one.data) for one in await hall.store.read(f"table/{table}", at[0] - 1)]
            begun = next(event for entry in entries for event in entry.table if isinstance(event, HandBegun))
            done = next(event for entry in entries for event in entry.table if isinstance(event, HandDone))
            for player in ("Ann", "Bo"):
                one = (await found(hall.store, f"of {player}"))[-1]
                seat = begun.players.index(player)
                net = done.stacks[seat] - begun.setup.stacks[seat]
                assert (one.seat, one.net, one.number, one.unit) == (seat, net, number, 2)
                items = [item for entry in entries[: at[1] - at[0] + 1] for item in entry.items]
                dealt = [card for item in items if isinstance(item, Dealt) and item.seat == seat for card in item.cards]
                assert one.cards == cards_text(dealt)
            seen = (await found(hall.store, "of Rae"))[-1]
            assert (seen.seat, seen.net, seen.cards) == (-1, 0, "")

    wait(run())


def test_a_mistake_in_the_rows_is_reported_and_play_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "to_list", lambda *_: 1 // 0)
    told: list[str] = []

    async def run() -> None:
        async with open_hall(tmp_path / "room.db", tell_host=lambda table, text: told.append(text)) as hall:
            table = await hall.open(terms(timing=FAST), "Host")
            actor = hall.actor(table)
            for player in ("Ann", "Bo"):
                await actor.say(Sit(waits=False), by=player, account=f"of {player}")
            await until(lambda: bool(actor.machine.to_decide()[0]) and not actor.is_busy)
            while len(actor.machine.hands) < 2:
                await until(lambda: bool(actor.machine.to_decide()[0]) and not actor.is_busy)
                await act(actor)
            assert not actor.machine.frozen and told
            assert await found(hall.store, "of Ann") == []

    wait(run())


def test_an_account_that_is_closed_takes_its_list_along(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_store(tmp_path / "room.db") as store:
            accounts = Accounts(store)
            await accounts.add(Account("u1", "Ann", "guest", 1))
            await list_hands(store, "table/1", [listed(1, HandOf("u1", 0, 1, 2), HandOf("u2", 1, -1, 2))])
            await store.write(keep_note("u1", "table/1", 1, "x"))
            await accounts.remove("u1")
            assert await numbers(store) == [] and await numbers(store, "u2") == [1]
            assert await store.ask(note_of("u1", "table/1", 1)) == ""

    wait(run())
