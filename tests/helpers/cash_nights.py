"""Cash nights for tests: one with a clock of its own, and random commands to it."""

from __future__ import annotations

from random import Random
from typing import Any

from sidepot.errors import SidepotError
from sidepot.games.unit import Unit
from sidepot.room.cash import commands as c
from sidepot.room.cash.closing import open_lines, payments
from sidepot.room.cash.events import CashEvent
from sidepot.room.cash.machine import CashNight
from sidepot.room.cash.terms import CashGame, CashTerms
from sidepot.table.settlement import BOX, Payment

MINUTE = 60_000
GAMES = (
    CashGame("No Limit Hold'em 1/2", 40_00, 200_00, seats=4, charge="rake"),
    CashGame("Pot Limit Omaha 2/2", 100_00, seats=3, charge="time", amount=5_00),
)
TERMS = CashTerms("Friday", GAMES, Unit(2, "EUR"), chips=(100, 500, 2500, 10_000))
NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")


class Night:
    """A night, its log and its clock."""

    def __init__(self, terms: CashTerms = TERMS) -> None:
        self.now = 1_000_000
        self.night, first = CashNight.open("1", terms, now=self.now)
        self.log: list[CashEvent] = [first]

    def say(self, command: c.CashCommand, minutes: int = 0, **more: Any) -> CashEvent:
        """Give a command some minutes later."""
        self.now += minutes * MINUTE
        more.setdefault("by", "" if isinstance(command, c.ROOM_ONLY) else "Host")
        event = self.night.decide(command, now=self.now, **more)
        self.log.append(event)
        return event

    def buys(self, player: str, table: int, chips: int, **more: Any) -> None:
        """A player sits down and buys in."""
        self.say(c.Sit(player, table))
        self.say(c.Buy(player, chips, **more))

    def line(self, number: int = 0) -> Any:
        """A line of the books, by default the last."""
        return self.night.lines[number - 1]


def random_command(chance: Random, night: CashNight) -> c.CashCommand:
    """A command that may be right or wrong."""
    player, other, third = (chance.choice(NAMES) for _ in range(3))
    game, table, line = chance.randint(1, 3), chance.randint(1, 4), chance.randint(1, len(night.lines) + 1)
    chips = chance.choice((0, 100, 40_00, 100_00, 150_00, 200_00, 500_00))
    some = max(chips, 100)
    count = chance.choice(((), ((500, 3), (2500, 2))))
    yes = chance.random() < 0.5
    return chance.choice(
        [
            lambda: c.PutOnList(player, game, yes, other == "Ann"),
            lambda: c.TakeOffList(player, game),
            lambda: c.CallNext(game, chance.choice(("", player))),
            lambda: c.Pass(player, game),
            lambda: c.ToEnd(player, game),
            lambda: c.OpenTable(game, must_move=chance.choice((0, 0, 1))),
            lambda: c.CloseTable(table),
            lambda: c.Sit(player, table, chance.randint(-1, 3)),
            lambda: c.Move(player, table),
            lambda: c.WantTable(player, table, yes),
            lambda: c.Leave(player, chips, count),
            lambda: c.Buy(player, chips, chance.choice((0, 100, 50_00)), yes),
            lambda: c.CashOut(player, 0 if count else chips, count, yes),
            lambda: c.TakeTime(table),
            lambda: c.Drop(table, 0 if count else chips, count),
            lambda: c.PayIn(player, some),
            lambda: c.PayOut(player, some),
            lambda: c.Settle(player, other, some),
            lambda: c.FillBank(chips),
            lambda: c.CountBank(chips, why=chance.choice(("", "counted twice"))),
            lambda: c.EmptyBank(),
            lambda: c.Expense(some, "pizza", chance.choice(("", player))),
            lambda: c.MissingChips("under the table"),
            lambda: c.Correct(line, "a slip", chance.choice((-1, chips))),
            lambda: c.Agree(table, "cash, within a week", 7 * 24 * 60 * MINUTE, 500, NAMES),
            lambda: c.WriteMarker(player, other, some, (other, third)),
            lambda: c.Lend(player, other, some, (third,)),
            lambda: c.Restrict(player) if other == "Ann" else c.TakeTime(table),
            lambda: c.PayMarker(line),
            lambda: c.End(chance.choice(("", "they pay on Monday"))),
        ]
    )()


def close(found: Night) -> None:
    """Close a night as its open lines say, one after the other, and end it."""
    night = found.night
    while still := open_lines(night):
        one = still[0]
        if one.what in ("seat", "chips"):
            found.say(c.CashOut(one.player, one.chips, on_account=True))
        elif one.what == "missing":
            found.say(c.MissingChips("they are gone"))
        elif one.what == "bank":
            found.say(c.EmptyBank() if one.chips > 0 else c.FillBank(-one.chips))
        else:
            payment = payments(night)[0]
            if payment.payer == BOX and payment.chips > night.cash:
                found.say(c.FillBank(payment.chips - night.cash))
            found.say(payment_of(payment))
    found.say(c.End())


def payment_of(one: Payment) -> c.CashCommand:
    """The command that records a payment of the settlement."""
    if one.payee == BOX:
        return c.PayIn(one.payer, one.chips)
    return c.PayOut(one.payee, one.chips) if one.payer == BOX else c.Settle(one.payer, one.payee, one.chips)


def at_random(seed: int, commands: int) -> Night:
    """A night after many random commands, most of them wrong, some with long pauses."""
    chance, found = Random(seed), Night()
    for command in (c.OpenTable(1), c.OpenTable(2), c.Agree(1, "cash", 0, 500, NAMES)):
        found.say(command)
    while commands:
        commands -= 1
        found.now += chance.choice((0, 1000, 5 * MINUTE, 20 * MINUTE))
        if 0 < found.night.alarm() <= found.now:
            found.say(c.Tick())
        command = random_command(chance, found.night)
        if isinstance(command, c.End) and commands > 200:
            continue  # a night takes a while
        try:
            found.say(command)
        except SidepotError:
            continue
        if found.night.over:
            break
    return found
