"""Expenses, adjustments, payments and undoing: whatever people do to the books of a night, they add up to zero."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings
from needs import SERVE

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

from nights import date_of
from room_stores import KINDS, fresh_place, wait
from room_tables import START

from sidepot.bots.bot_names import MARK
from sidepot.room.store.accounts import Account, Accounts
from sidepot.room.store.league import league_of
from sidepot.room.store.ledger import DAY
from sidepot.room.store.ledger import Account as Sum
from sidepot.room.store.night_books import NightBooks, books_of, summed, without_bots
from sidepot.room.store.night_changes import (
    Adjustment,
    Change,
    Expense,
    Paid,
    Points,
    UndoChange,
    What,
    in_force,
    last_change,
    moves_of,
    split,
    write_change,
)
from sidepot.room.store.night_files import as_csv, changes_as_csv, league_as_csv, payments_as_csv
from sidepot.room.store.rows import HOUSE, BookChange
from sidepot.room.store.store import Store, open_store

PEOPLE = ["ann", "bo", "cy", "di"]
BOTS = [f"~Ada {MARK}", f"~Hugo {MARK}"]
FIELDS = ("result", "bots", "expenses", "adjustments", "paid", "open")


@given(st.lists(st.integers(0, 10**12), min_size=1, max_size=9).filter(any), st.integers(0, 10**12))
def test_a_split_gives_everything_away_in_fair_parts(weights: list[int], chips: int) -> None:
    named = {f"P{at}": weight for at, weight in enumerate(weights)}
    parts = split(chips, named)
    total = sum(weights)
    assert sum(parts.values()) == chips
    assert all(abs(parts[who] * total - chips * weight) < total for who, weight in named.items())
    if chips <= total:
        assert all(parts[who] <= weight for who, weight in named.items())


RESULTS = st.lists(st.integers(-100, 100), min_size=len(PEOPLE) + len(BOTS), max_size=len(PEOPLE) + len(BOTS))


@given(RESULTS)
def test_without_bots_nobody_pays_more_than_lost_or_gets_more_than_won(amounts: list[int]) -> None:
    results = dict(zip([*PEOPLE, *BOTS], amounts, strict=True))
    results[HOUSE] = -sum(amounts)
    bots = without_bots(results)
    assert sum(bots.values()) == 0
    after = {who: result + bots.get(who, 0) for who, result in results.items()}
    assert not any(after[bot] for bot in BOTS)
    for who, result in results.items():
        assert min(result, 0) <= after[who] <= max(result, 0)
    if not any(results[bot] for bot in BOTS):
        assert not bots


WHO = st.sampled_from([*PEOPLE, HOUSE])
AMONG = st.lists(WHO, min_size=1, max_size=5, unique=True).map(tuple)
CHIPS = st.integers(1, 1000)
WHAT = st.one_of(
    st.builds(Expense, st.just("Pizza"), CHIPS, WHO, AMONG),
    st.builds(Adjustment, st.just("Miscounted"), CHIPS, WHO, AMONG),
    st.builds(UndoChange, st.integers(1, 12)),
    st.integers(0, 4).map(UndoChange),  # in place of a number, one of the payments that are due: it is made
)


@given(RESULTS, st.lists(WHAT, max_size=12))
@settings(deadline=None)
def test_the_books_add_up_to_zero_whatever_is_changed(amounts: list[int], some: list[What]) -> None:
    results = dict(zip([*PEOPLE, *BOTS], amounts, strict=True))
    results[HOUSE] = -sum(amounts)
    sums = [Sum(who, "stack", result, 0) for who, result in results.items()]
    names = {who: who for who in results}
    changes: list[Change] = []
    book = partial(summed, sums, names, bots=without_bots(results))
    found = book()
    for number, what in enumerate(some, 1):
        if isinstance(what, UndoChange) and what.number < len(found.payments):  # a payment that is due is made
            one = found.payments[what.number]
            what = Paid(one.payer, one.payee, one.chips)
        changes.append(Change(number, 0, "ann", "2026-11-26", (), what))
        assert sum(moves_of(what).values()) == 0
        before, found = found, book(changes=in_force(changes))
        lines = [found.house_balance, *found.lines.values()]
        for field in FIELDS:
            assert sum(getattr(line, field) for line in lines) == 0
        balances = {HOUSE: found.house_balance.open, **{who: line.open for who, line in found.lines.items()}}
        assert not any(balances[bot] for bot in BOTS)
        for one in found.payments:
            assert one.chips > 0
            balances[one.payer] += one.chips
            balances[one.payee] -= one.chips
        assert not any(balances.values())  # the payments settle everything
        if isinstance(what, Paid):
            assert len(found.payments) == len(before.payments) - 1
    kept = in_force(changes)
    undone = [Change(100 + at, 0, "bo", "2026-11-26", (), UndoChange(one.number)) for at, one in enumerate(kept)]
    assert in_force([*changes, *undone]) == []  # everything can be undone
    redone = [Change(200 + at, 0, "bo", "2026-11-26", (), UndoChange(one.number)) for at, one in enumerate(undone)]
    assert in_force([*changes, *undone, *redone]) == kept  # and the undoing, too


def test_a_payment_that_is_made_changes_no_other() -> None:
    """There are several ways to settle this with four payments; the one that was begun is finished."""
    amounts = {"a": 30, "b": 30, "c": -20, "d": -20, "e": -20}
    sums = [Sum(who, "stack", max(chips, 0), max(-chips, 0)) for who, chips in amounts.items()]
    names = {who: who for who in amounts}
    due = list(summed(sums, names).payments)
    changes: list[Change] = []
    while due:
        one = due.pop(len(due) // 2)
        what = Paid(one.payer, one.payee, one.chips)
        changes.append(Change(len(changes) + 1, 0, "a", "2026-11-26", (), what))
        assert list(summed(sums, names, changes=changes).payments) == due
    late = Change(9, 0, "a", "2026-11-26", (), Expense("Taxi", 20, "a", ("e",)))
    assert [str(one) for one in summed(sums, names, changes=[*changes, late]).payments] == ["e pays a 20"]


# ---- in the store


async def write_night(store: Store) -> str:
    """Ann and Bo with a bot at table 1, Bo and Cy at table 2. Returns the night."""
    for name in ("Ann", "Bo", "Cy", "Ida"):
        await Accounts(store).add(Account(f"of {name}", name, "player", 1, data=b"" if name == "Ida" else b"played"))

    async def post(table: str, at: int, **chips: int) -> None:
        changes = [
            BookChange(f"~Ada {MARK}" if name == "bot" else f"of {name}", "stack", amount)
            for name, amount in chips.items()
        ]
        await store.append(table, await store.head(table), [b"x"], at, (), changes)

    await post("table/1", START, Ann=60, Bo=-20, bot=-40)
    await post("table/2", START + 1, Bo=100, Cy=-100)
    return date_of(START, 0)


async def change(store: Store, period: str, what: What, *tables: str, by: str = "of Ann") -> int:
    """Make a change. Returns its number."""
    number = await store.ask(last_change) + 1
    assert await store.write(partial(write_change, Change(number, START, by, period, tables, what), {"of Ida": "Ida"}))
    return number


async def look(store: Store, period: str, viewer: str | None = None, *tables: str) -> NightBooks:
    me = viewer or ""
    return await store.ask(lambda connection: books_of(viewer, me, period, 0, connection, tables))


def due(books: NightBooks) -> list[str]:
    return [f"{one.payer} {one.payee} {one.chips}" for one in books.payments]


@pytest.mark.parametrize("kind", KINDS)
def test_a_night_is_settled_as_a_whole_or_by_table(kind: str, tmp_path: Path) -> None:
    async def run() -> None:
        async with open_store(place) as store:
            night = await write_night(store)
            books = await look(store, night)
            assert [(one.id, one.players) for one in books.tables] == [("table/1", 3), ("table/2", 2)]
            # at table 1 a bot lost 40 of the 60 that Ann won, so that Bo's 20 are all she gets
            assert {line.player: (line.result, line.bots, line.open) for line in books.players} == {
                "Ann": (60, -40, 20), "Bo": (80, 0, 80), "Cy": (-100, 0, -100), f"Ada {MARK}": (-40, 40, 0),
            }  # fmt: skip
            assert due(books) == ["Cy Bo 80", "Cy Ann 20"]
            assert due(await look(store, night, None, "table/1")) == ["Bo Ann 20"]
            assert due(await look(store, night, None, "table/1", "table/2")) == ["Cy Bo 80", "Cy Ann 20"]

            pizza = await change(store, night, Expense("Pizza", 24, "of Ida", ("of Ann", "of Bo", "of Cy")))
            paid = await change(store, night, Paid("of Bo", "of Ann", 20), "table/1")
            books = await look(store, night)
            assert due(books) == ["Cy Bo 92", "Cy Ida 16", "Ann Ida 8"]
            assert due(await look(store, night, None, "table/1")) == []  # the pizza is the night's, not the table's
            await change(store, night, UndoChange(paid))
            assert due(await look(store, night, None, "table/1")) == ["Bo Ann 20"]
            await change(store, night, UndoChange(paid + 1))
            assert due(await look(store, night, None, "table/1")) == []
            assert (await look(store, night[:7])).payments == books.payments == (await look(store, night[:4])).payments
            rent = await change(store, night[:7], Adjustment("Rent", 30, HOUSE, ("of Ann", "of Bo", "of Cy")))
            assert (await look(store, night)).payments == books.payments  # the rent is the month's
            assert (await look(store, night[:7])).house_balance.adjustments == 30
            await change(store, night, UndoChange(pizza))
            assert due(await look(store, night)) == ["Cy Bo 100"]  # what Bo paid to Ann is back
            books = await look(store, night[:7])
            assert [(one.number, one.undone_by, one.by) for one in books.changes] == [
                (pizza, 6, "Ann"), (paid, 0, "Ann"), (3, 4, "Ann"), (4, 0, "Ann"), (rent, 0, "Ann"), (6, 0, "Ann"),
            ]  # fmt: skip
            assert books.last == 6 and books.balance == 0
            assert changes_as_csv(books).splitlines()[1].endswith(f',Ann,{night},expense,Pizza,"Ann; Bo; Cy",Ida,24,6')
            assert payments_as_csv(books).splitlines()[1].startswith("Bo,Ann,20,20")
            assert as_csv(books).splitlines()[0].endswith(",result,bots,expenses,adjustments,paid,open")

            stale = Change(6, START, "of Bo", night, (), UndoChange(paid))
            assert not await store.write(partial(write_change, stale, {}))  # somebody else was faster
            await Accounts(store).remove("of Ida")
            assert (await look(store, night)).changes[0].what == Expense("Pizza", 24, "Ida", ("Ann", "Bo", "Cy"))

    with fresh_place(kind, tmp_path) as place:
        wait(run())


def test_amounts_are_added_in_the_finest_unit_and_divided_in_their_own(tmp_path: Path) -> None:
    """A table of whole chips with a bot, a table of cents, and a pizza in cents."""

    async def run() -> None:
        async with open_store(tmp_path / "room.db") as store:
            night = await write_night(store)
            bot = f"~Ada {MARK}"
            changes = [
                BookChange("of Ann", "stack", 2),
                BookChange("of Bo", "stack", 1),
                BookChange("of Cy", "stack", -2),
                BookChange(bot, "stack", -1),
            ]
            await store.append("table/3", 0, [b"x"], START, (), changes)
            books = await look(store, night, None, "table/3")
            assert books.decimals == 0 and {line.player: line.bots for line in books.players if line.bots} == {
                "Ann": -1, f"Ada {MARK}": 1,
            }  # fmt: skip
            changes = [BookChange("of Ann", "stack", -150, 2), BookChange("of Bo", "stack", 150, 2)]
            await store.append("table/4", 0, [b"x"], START, (), changes)
            books = await look(store, night, None, "table/3", "table/4")
            assert books.decimals == 2
            assert {line.player: (line.result, line.bots, line.open) for line in books.players} == {
                "Bo": (250, 0, 250), "Ann": (50, -100, -50), "Cy": (-200, 0, -200), f"Ada {MARK}": (-100, 100, 0),
            }  # fmt: skip
            assert as_csv(books).splitlines()[1].startswith("Bo,0,0,2.50,")
            pizza = Change(1, START, "of Ann", night, ("table/1",), Expense("Pizza", 1000, "of Bo", THREE), 2)
            assert await store.write(partial(write_change, pizza, {}))
            books = await look(store, night, None, "table/1")
            assert books.decimals == 2 and books.changes[0].what == Expense("Pizza", 1000, "Bo", ("Ann", "Bo", "Cy"))
            assert {line.player: line.expenses for line in books.players if line.expenses} == {
                "Ann": -334, "Bo": 667, "Cy": -333,
            }  # fmt: skip
            await store.write(
                partial(write_change, Change(2, START, "of Ann", night, (), Paid("of Cy", "of Bo", 2)), {})
            )
            books = await look(store, night)
            assert books.changes[1].what == Paid("Cy", "Bo", 200)
            assert sum(line.open for line in books.players) + books.house_balance.open == 0

    wait(run())


THREE = ("of Ann", "of Bo", "of Cy")


def test_players_see_of_the_settlement_what_concerns_them(tmp_path: Path) -> None:
    """Ann sat at table 1 alone: of Cy she sees nothing but the payment to her, although Bo sees all of it."""

    async def run() -> None:
        async with open_store(tmp_path / "room.db") as store:
            night = await write_night(store)
            await change(store, night, Expense("Cake", 30, "of Cy", ("of Bo", "of Cy")))
            cab = await change(store, night, Expense("Cab", 20, "of Ann", ("of Ann", "of Bo")))
            await change(store, night, UndoChange(cab))
            everything = await look(store, night)
            assert await look(store, night, "of Bo") == _seen_by(everything, "Bo")
            mine = await look(store, night, "of Ann")
            assert mine.partly and {line.player: line.open for line in mine.players} == {
                "Ann": 20, "Bo": 0, f"Ada {MARK}": 0,
            }  # fmt: skip
            assert {line.player: line.result for line in mine.players}["Bo"] == -20  # at her table
            assert [one for one in due(everything) if "Ann" in one] == due(mine) and len(due(mine)) == 1
            assert [one.what for one in mine.changes] == [Expense("Cab", 20, "Ann", ("Ann", "Bo")), UndoChange(cab)]
            assert [one.id for one in mine.tables] == ["table/1"]
            nothing = await look(store, night, "of Ida")
            assert not nothing.players and not nothing.payments and not nothing.changes

    wait(run())


def _seen_by(books: NightBooks, name: str) -> NightBooks:
    """The whole books, with what is marked as the reader's."""
    import msgspec

    replace = msgspec.structs.replace
    return replace(
        books,
        players=[replace(line, you=line.player == name) for line in books.players],
        payments=[replace(one, yours=one.payee == name) for one in books.payments],
    )


def test_a_league_counts_points_by_rank(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_store(tmp_path / "room.db") as store:
            night = await write_night(store)
            year = night[:4]

            async def post(at: int, **chips: int) -> None:
                changes = [BookChange(f"of {name}", "stack", amount) for name, amount in chips.items()]
                await store.append("table/1", await store.head("table/1"), [b"x"], at, (), changes)

            await post(START + DAY, Ann=40, Bo=40, Cy=-80)

            async def league(viewer: str | None = None) -> list[tuple[str, int, int, int | None]]:
                found = await store.ask(partial(league_of, viewer, viewer or "", year, 0))
                return [(one.player, one.nights, one.points, one.result) for one in found.players]

            assert await league() == [("Bo", 2, 0, 120), ("Ann", 2, 0, 60), ("Cy", 2, 0, -180)]
            assert await league("of Ann") == [("Ann", 2, 0, 60)]  # she did not sit at every table
            first = await change(store, year, Points((3, 2, 1)))
            # Bo is first, then Ann and Bo share the first rank, and nobody has the second
            assert await league() == [("Bo", 2, 6, 120), ("Ann", 2, 5, 60), ("Cy", 2, 2, -180)]
            assert await league("of Ann") == [("Bo", 2, 6, None), ("Ann", 2, 5, 60), ("Cy", 2, 2, None)]
            assert await league("of Ida") == []
            again = await change(store, year, Points((10,)))
            assert [one[2] for one in await league()] == [20, 10, 0]
            await change(store, year, UndoChange(again))
            assert [one[2] for one in await league()] == [6, 5, 2]
            await change(store, year, UndoChange(first))
            assert [one[2] for one in await league()] == [0, 0, 0]
            found = await store.ask(partial(league_of, None, "", year, 0))
            assert league_as_csv(found).splitlines()[:2] == ["player,nights,points,result,best", "Bo,2,0,120,80"]

    wait(run())
