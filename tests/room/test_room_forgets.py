"""What a table keeps in memory of players who have left for good: nothing, after a stated time."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from needs import SERVE
from room_tables import Led, cash, check_chips, check_same, deep, terms

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

from sidepot.hand.commands import Call, Check, Muck, Show
from sidepot.hand.due import Due
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.store.store import open_store
from sidepot.room.table import commands as s
from sidepot.room.table.play.people import LEAST_REMEMBERED, LEFT, SILENCE, forget_old
from sidepot.rules.houses import OPEN_STAKES
from sidepot.table.table_rules import OpenStakes, TimeCharge

GUESTS = 20
OPEN = {"rulebook": OPEN_STAKES, "open_stakes": OpenStakes(threshold=4)}


def names_in(what: object) -> list[str]:
    """Every text in a value, wherever it lies."""
    if isinstance(what, str):
        return [what]
    if isinstance(what, dict):
        return [name for pair in what.items() for one in pair for name in names_in(one)]
    if isinstance(what, (list, tuple)):
        return [name for one in what for name in names_in(one)]
    fields = getattr(what, "__struct_fields__", ())
    return [name for field in fields for name in names_in(getattr(what, field))]


def kept_of_guests(led: Led) -> int:
    """How many texts the table has that are of a guest: names, accounts of the bank, ids of commands."""
    return sum("Guest" in name for name in names_in(deep(led.room)))


def play_hand(led: Led) -> None:
    """A hand in which nobody bets: all check, or call the big blind, and muck if they may."""
    if led.room.hand is None:
        led.deal()
    while led.room.hand is not None:
        may = led.room.options_of(led.room.to_decide()[0])
        if may is None:
            led.tick()
        elif may.due is Due.SHOW:
            led.act(Muck() if may.may_muck else Show())
        else:
            led.act(Check() if may.may_check else Call())


def come_and_go(led: Led, first: int = 0, count: int = GUESTS) -> None:
    """Guests sit down one after the other, play a hand with Ann and Bo, and leave."""
    for number in range(first, first + count):
        name = f"Guest {number}"
        led.say(s.Sit(chips=60), name, key=f"{name}/sit")
        play_hand(led)
        led.say(s.Leave(), name, key=f"{name}/leave")


def opened(**more: object) -> Led:
    led = Led(terms(cash(buy_in=(40, 2000), **more)))
    led.sit("Ann", "Bo", chips=1500)
    return led


@pytest.mark.parametrize("more", [{}, {"time_charge": TimeCharge(1, 600_000)}])
def test_nothing_is_kept_of_guests_who_left_long_ago(more: dict[str, object]) -> None:
    led = opened(**more)
    come_and_go(led)
    assert kept_of_guests(led) > 5 * GUESTS
    led.now += max(SILENCE, LEFT) + 1
    for _ in range(2):
        play_hand(led)
    assert kept_of_guests(led) == 0
    check_chips(led.room)
    check_same(led.folded(), led.room)


def test_at_open_stakes_those_who_are_owed_their_chips_are_kept() -> None:
    led = opened(**OPEN)
    come_and_go(led)
    led.now += LEFT + SILENCE
    play_hand(led)
    assert not led.room.table.gone
    assert all(led.room.table.ledger.credit(f"Guest {number}") for number in range(GUESTS))


def test_a_table_at_which_nothing_happens_forgets_by_the_sweep() -> None:
    led = opened()
    come_and_go(led)
    before = led.room.table.ledger.issued, led.room.table.ledger.redeemed
    forget_old(led.room, led.now + max(SILENCE, LEFT) + 1)
    assert not led.room.ids and not led.room.recent_ids and not led.room.table.gone
    assert not any("Guest" in account for account in led.room.table.ledger.accounts)
    assert (led.room.table.ledger.issued, led.room.table.ledger.redeemed) == before
    check_chips(led.room)


def test_the_hall_sweeps_every_table(tmp_path: Path) -> None:
    async def play() -> tuple[int, int]:
        now = [1_700_000_000_000]
        async with open_store(tmp_path / "room.db") as store:
            hall = TableRegistry(store, now=lambda: now[0])
            await hall.start()
            table = await hall.open(terms(), "Ann")
            await hall.actor(table).say(s.Sit(), by="Ann", id="a/1")
            hall.forget()
            before = len(hall.actor(table).machine.ids)
            now[0] += SILENCE + 1
            hall.forget()
            after = len(hall.actor(table).machine.ids)
            await hall.stop()
            return before, after

    assert asyncio.run(play()) == (1, 0)


def test_a_player_who_comes_back_in_time_is_known() -> None:
    led = opened()
    come_and_go(led, count=1)
    chips = led.room.table.gone["Guest 0"].chips
    led.now += led.room.table.rules.rathole_ms - 1000
    play_hand(led)
    assert led.room.table.gone["Guest 0"].chips == chips
    assert led.room.table.ledger.statement("Guest 0").redeemed == chips


def test_a_table_remembers_commands_for_a_bounded_time() -> None:
    """However many accounts come and go: their commands are known for so long, and then not at all."""
    led = opened()
    most = 0
    for group in range(12):
        come_and_go(led, 5 * group, 5)
        led.now += SILENCE // 2
        most = max(most, len(led.room.ids))
    assert most <= 3 * 2 * 5
    assert len(led.room.recent_ids) <= 3 * 5
    assert most < LEAST_REMEMBERED
