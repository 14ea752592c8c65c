"""The books of the club: what each entry posts, the rows of it in the store, and what a night comes to."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

from nights import date_of
from room_halls import FAST, act, open_hall, until
from room_stores import KINDS, fresh_place, post_books, wait
from room_tables import START, Led, bots, cash, check_same, terms
from sqlalchemy import text

from sidepot.cli.app import run as run_cli
from sidepot.games.rake import Rake
from sidepot.games.stakes import Stakes
from sidepot.room.audit.auditor import audit
from sidepot.room.store import night_books
from sidepot.room.store.accounts import Account, Accounts
from sidepot.room.store.ledger import DAY, names_of, shift_of, span_of
from sidepot.room.store.ledger import Account as Sum
from sidepot.room.store.night_books import books_of, nights_before, summed, without_bots
from sidepot.room.store.night_files import journal_of
from sidepot.room.store.place import place_at
from sidepot.room.store.rows import BookChange
from sidepot.room.store.store import Store, open_store
from sidepot.room.table.commands import Buy, Leave, Sit
from sidepot.table.ledger import SIDE_GAMES
from sidepot.table.settlement import Payment
from sidepot.table.table_rules import TimeCharge

LATEST = 2**53
RAKE = Rake(10, cap=8)


def played(rng: Random, *, hands: int = 6, **more: Any) -> Led:
    """A table at which Ann and Bo, who have accounts, and a bot have played."""
    stakes = (Stakes(blinds=(1, 2), rake=more.pop("rake", None)),)
    led = Led(terms(cash(buy_in=(20, 300), stakes=stakes, **more), bots=bots(1)))
    for player in ("Ann", "Bo"):
        led.say(Sit(), player, account=f"of {player}")
    for _ in range(hands):
        for player in list(led.room.busted):
            led.say(Buy(100), player)
        led.play_hand(rng)
    return led


@pytest.mark.parametrize(
    "more", [{}, {"rake": RAKE}, {"time_charge": TimeCharge(2, 60_000)}], ids=["plain", "rake", "charges"]
)
def test_the_books_have_what_is_on_the_table_and_what_is_the_houses(more: dict[str, Any]) -> None:
    led = played(Random(4), **more)
    table = led.room.table
    whose = {"Ann": "of Ann", "Bo": "of Bo", "Bot 1": "~Bot 1"}
    for name, player in whose.items():
        assert led.books[player, "stack"] == table.places[name].stack
        assert led.books[player, "cash"] == table.ledger.balance(f"cash:{name}")
    for kind in ("rake", "charges"):
        assert led.books["", kind] == table.ledger.balance(kind)
    if more:
        assert led.books["", "rake"] + led.books["", "charges"] > 0
    assert sum(led.books.values()) == 0
    check_same(led.room, led.folded())


def test_what_side_games_moved_has_accounts_of_its_own() -> None:
    """Bomb pots, seven-deuce and the stand-up game are parts of what is on the table, and each adds up to zero."""
    led = played(Random(7), hands=40, bomb_every=2, bomb_ante=4, seven_deuce=5, stand_up=3)
    of_games = {game: {who: chips for (who, kind), chips in led.books.items() if kind == game} for game in SIDE_GAMES}
    for game, moved in of_games.items():
        assert sum(moved.values()) == 0, game
    assert any(of_games["bomb_pot"].values())
    for name, player in (("Ann", "of Ann"), ("Bo", "of Bo"), ("Bot 1", "~Bot 1")):
        there = sum(led.books.get((player, kind), 0) for kind in ("stack", *SIDE_GAMES))
        assert there == led.room.table.places[name].stack
    check_same(led.room, led.folded())


def test_side_games_are_parts_of_the_result_and_of_what_is_on_the_table() -> None:
    accounts = [
        Sum("ann", "cash", 0, 100), Sum("ann", "stack", 90, 0), Sum("ann", "seven_deuce", 20, 5),
        Sum("ann", "bomb_pot", 0, 30), Sum("bo", "cash", 0, 0), Sum("bo", "stand_up", 25, 0),
    ]  # fmt: skip
    lines = summed(accounts, {"ann": "Ann", "bo": "Bo"}).lines
    ann, bo = lines["ann"], lines["bo"]
    assert (ann.on_table, ann.result, ann.seven_deuce, ann.bomb_pot, ann.stand_up, ann.credit) == (
        75,
        -25,
        15,
        -30,
        0,
        0,
    )
    assert (bo.on_table, bo.result, bo.stand_up) == (25, 25, 25)


def test_a_rename_is_the_same_player_of_the_books() -> None:
    led = played(Random(5), hands=1)
    led.say(Leave(), "Ann", account="of Ann")
    while "Ann" in led.room.table.places:
        led.tick() if led.room.hand is None else led.play_hand(Random(6))
    led.say(Sit(), "Anna", account="of Ann")
    assert "~Anna" not in {player for player, _ in led.books}
    assert sum(chips for (player, _), chips in led.books.items() if player == "of Ann") == sum(
        led.books["of Ann", kind] for kind in ("stack", "cash")
    )


# ---- nights


def test_a_night_goes_from_noon_to_noon() -> None:
    span = span_of("2026-11-26", 60)
    assert span.ends - span.begins == DAY
    assert [date_of(at, 60) for at in (span.begins - 1, span.begins, span.ends - 1, span.ends)] == [
        "2026-11-25", "2026-11-26", "2026-11-26", "2026-11-27",
    ]  # fmt: skip
    month = span_of("2026-12", -300)
    assert (month.ends - month.begins) // DAY == 31 and date_of(month.ends, -300) == "2027-01-01"


def test_bots_neither_pay_nor_are_paid() -> None:
    """Ann is 70 up, Bo 50 down, the bot 28 down, the rake is 8: Bo pays all that anybody gets."""
    bot = "~Rob (bot)"
    sums = [
        Sum("", "rake", 8, 0), Sum("a", "cash", 270, 200), Sum("b", "cash", 0, 100), Sum("b", "stack", 150, 100),
        Sum(bot, "stack", 0, 28), Sum("a", "stack", 200, 200),
    ]  # fmt: skip
    bots = without_bots({"": 8, "a": 70, "b": -50, bot: -28})
    assert bots == {bot: 28, "a": -25, "": -3}
    found = summed(sums, {"a": "Ann", "b": "Bo", bot: bot[1:]}, "a", bots=bots)
    assert [(line.player, line.result, line.open, line.you, line.bot) for line in found.lines.values()] == [
        ("Ann", 70, 45, True, False), ("Bo", -50, -50, False, False), ("Rob (bot)", -28, 0, False, True),
    ]  # fmt: skip
    assert (found.house, found.house_balance.open, found.balance) == ({"rake": 8}, 5, 0)
    assert found.payments == (Payment("b", "a", 45), Payment("b", "", 5))


def test_books_that_do_not_balance_are_told_and_not_settled() -> None:
    found = summed([Sum("a", "cash", 5, 0)], {"a": "=Ann"})
    assert found.balance == 5 and found.payments == ()


async def write_nights(store: Store) -> None:
    """Ann and Bo at table 1 on two nights, Cy and Bo at table 2 on the second; and a guest who is gone since."""
    accounts = Accounts(store)
    for name in ("Ann", "Bo", "Cy"):
        await accounts.add(Account(f"of {name}", name, "player", 1, data=b"played"))

    async def post(table: str, at: int, **chips: int) -> None:
        after = await store.head(table)
        changes = [BookChange(f"of {name}", "stack", amount) for name, amount in chips.items()]
        await store.append(table, after, [b"x"], at, (), changes)

    await post("table/1", START, Ann=10, Bo=-10)
    await post("table/1", START + DAY, Ann=5, Bo=-5)
    await post("table/1", START + DAY + 1, Ann=-30, Bo=30)
    await post("table/2", START + DAY, Cy=-7, Bo=7)
    await accounts.remove("of Cy")


@pytest.mark.parametrize("kind", KINDS)
def test_a_player_sees_the_nights_and_tables_at_which_they_sat(kind: str, tmp_path: Path) -> None:
    async def run() -> None:
        async with open_store(place) as store:
            await write_nights(store)
            first, second = date_of(START, 0), date_of(START + DAY, 0)

            async def listed(viewer: str | None) -> list[tuple[str, int, int, int, int]]:
                found, more = await store.ask(partial(nights_before, viewer, viewer or "", LATEST, shift_of(0)))
                assert more == 0
                return [(one.date, one.tables, one.players, one.moved, one.mine) for one in found]

            async def results(viewer: str | None, period: str) -> dict[str, int]:
                books = await store.ask(partial(books_of, viewer, viewer or "", period, 0))
                assert books.balance == 0
                return {line.player: line.result for line in books.players}

            assert await listed(None) == [(second, 2, 3, 32, 0), (first, 1, 2, 10, 0)]
            assert await listed("of Ann") == [(second, 1, 2, 25, -25), (first, 1, 2, 10, 10)]
            assert await listed("of Cy") == [(second, 1, 2, 7, -7)]
            assert await listed("nobody") == []
            assert await results(None, second) == {"Bo": 32, "Ann": -25, "Cy": -7}
            assert await results("of Ann", second) == {"Bo": 25, "Ann": -25}
            assert await results("of Cy", second[:7]) == {"Bo": 7, "Cy": -7}
            assert await results("nobody", second) == {}
            assert await store.ask(names_of({"of Cy", "~Old", "of X"})) == {
                "of Cy": "Cy", "~Old": "Old", "of X": "somebody",
            }  # fmt: skip
            journal = (await store.ask(partial(journal_of, "of Cy", second, 0))).splitlines()
            assert len(journal) == 3 and journal[1].endswith(",2,1,Bo,stack,7")

    with fresh_place(kind, tmp_path) as place:
        wait(run())


def test_long_ago_nights_are_found_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(night_books, "DAYS", 3)

    async def run() -> None:
        async with open_store(tmp_path / "room.db") as store:
            for number, at in enumerate((START, START + 10 * DAY, START + 11 * DAY)):
                await store.append(
                    "table/1", number, [b"x"], at, (), [BookChange("a", "stack", 5), BookChange("b", "stack", -5)]
                )
            ask = partial(nights_before, None, "")
            found, more = await store.ask(partial(ask, LATEST, shift_of(0)))
            assert len(found) == 2 and more
            found, more = await store.ask(partial(ask, more, shift_of(0)))
            assert [one.date for one in found] == [date_of(START, 0)] and not more

    wait(run())


# ---- the rows


def store_of(kind: str, led: Led) -> Any:
    async def write(store: Store) -> None:
        await store.append("table/t1", 0, led.log, START)
        await post_books(store, "table/t1")

    return write


def test_a_hall_writes_the_books_and_the_auditor_finds_what_was_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def run() -> None:
        async with open_hall(tmp_path / "room.db") as hall:
            table = await hall.open(terms(timing=FAST), "Host")
            actor = hall.actor(table)
            for player in ("Ann", "Bo"):
                await actor.say(Sit(waits=False), by=player, account=f"of {player}")
            while len(actor.machine.hands) < 2:
                await until(lambda: bool(actor.machine.to_decide()[0]) and not actor.is_busy)
                await act(actor)
            night = date_of(actor.machine.at, 0)
            books = await hall.store.ask(partial(books_of, None, "", night, 0))
            assert len(books.players) == 2 and sum(line.result for line in books.players) == 0
            assert sum(line.bought for line in books.players) == sum(line.on_table for line in books.players) > 0

    def change(words: str) -> list[str]:
        async def act() -> None:
            async with open_store(tmp_path / "room.db") as store:

                def write(connection: Any) -> None:
                    connection.execute(text(words))

                await store.write(write)

        wait(act())
        found = audit(place_at(tmp_path / "room.db"))
        return [*found.faults, *[fault for one in found.tables for fault in one.faults]]

    wait(run())
    assert audit(place_at(tmp_path / "room.db")).holds
    assert run_cli(["nights", "--data", str(tmp_path), "--json"]) == 0
    night = json.loads(capsys.readouterr().out)[0]["date"]
    assert run_cli(["nights", night, "--data", str(tmp_path), "--offset", "0"]) == 0
    assert run_cli(["nights", night, "--data", str(tmp_path), "--csv", "players"]) == 0
    assert "player,bought" in capsys.readouterr().out
    found = change("UPDATE posting SET chips = chips + 1 WHERE player = 'of Ann' AND kind = 'cash'")
    assert (
        found[0] == "the ledger does not balance: its postings add up to 1"
        and "differ from those in the ledger" in found[1]
    )
    change("UPDATE posting SET chips = chips - 1 WHERE player = 'of Ann' AND kind = 'cash'")
    columns = "at, 'table/99', seq, player, kind, chips, decimals"
    copy = f"INSERT INTO posting SELECT {columns} FROM posting WHERE kind = 'none' UNION"
    found = change(f"{copy} SELECT 5, 'table/99', 1, 'of Ann', 'cash', 0, 0")
    assert found == ["1 postings of the ledger belong to no table"]
    change("DELETE FROM posting WHERE stream = 'table/99'")
    found = change("DELETE FROM posting WHERE kind = 'cash' OR seq = 2")
    assert any("its postings are missing from the ledger" in one for one in found)
