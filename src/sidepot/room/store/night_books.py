"""The results of a night, a month or a year: who won what, who owes whom, the league, and all of this as files.

`viewer` is the account of the user (None: a host, who sees everything). Players see the tables and nights at which
they sat. If there were other tables too, they see only the part of the settlement that concerns them.

**Bots.** Their chips are nobody's money: bots neither pay nor are paid. So at each table of each night, what bots lost
was paid by nobody, and the winners get that much less, in proportion to what they won; what bots won is owed to nobody,
and the losers pay that much less, in proportion to what they lost.

>>> without_bots({"ann": 70, "bo": 30, "cy": -72, "~Ada (bot)": -28})
{'~Ada (bot)': 28, 'ann': -20, 'bo': -8}
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final, TypeVar

import msgspec
from sqlalchemy import Connection

from sidepot.bots.bot_names import is_bot_name
from sidepot.room.store.ledger import (
    CASH,
    DAY,
    Account,
    BotTableRow,
    NightRow,
    Period,
    accounts_in,
    at_bot_tables,
    decimals_in,
    last_before,
    names_of,
    night_of,
    nights_between,
    span_of,
    tables_between,
    tables_in,
)
from sidepot.room.store.night_changes import (
    Adjustment,
    Change,
    Expense,
    Paid,
    Points,
    UndoChange,
    What,
    changes_in,
    in_force,
    last_change,
    parties_of,
    payments_elsewhere,
    select_changes,
    split,
    undone_by,
)
from sidepot.room.store.rows import BANK, BOUGHT, CASHED, HOUSE, NAMED, PAID, RESERVE
from sidepot.table import settlement
from sidepot.table.ledger import SIDE_GAMES
from sidepot.table.settlement import Payment

DAYS: Final = 62  # most nights on a page
_ON_TABLE: Final = ("stack", *SIDE_GAMES)
_TAKEN_OFF: Final = "petty"
_TOURNAMENT: Final = ("entry", "prize", "bounty")
_SETTLING: Final = (PAID, BANK, RESERVE)  # money that changed hands at a cash night with real chips
ONE_NIGHT: Final = len("2026-11-26")  # of a period


class Night(msgspec.Struct, frozen=True):
    """A night of the club's books. Amounts are in units of `10 ** -decimals`.

    - `moved`: the chips that losers lost to winners
    - `mine`: the viewer's own result (0 if they did not play)
    """

    date: str
    begins: int
    ends: int
    tables: int
    players: int
    moved: int
    mine: int
    decimals: int


class PartyBalance(msgspec.Struct, frozen=True, kw_only=True):
    """How much a party is still to get or to pay. The amount is `open`, the sum of all other fields.

    - `result`: the result from play
    - `bots`: cancels what was won from bots or lost to them, and a bot's whole result
    - `expenses`, `adjustments`: the totals of these changes
    - `paid`: payments made minus payments received
    - `open`: what the party is to get (below zero: to pay)
    """

    result: int
    bots: int
    expenses: int
    adjustments: int
    paid: int
    open: int


_B = TypeVar("_B", bound=PartyBalance)


class PlayerLine(PartyBalance, frozen=True, kw_only=True):
    """A player's line in a night or a month.

    - `bought`, `cashed`, `on_table`: the chips bought, the chips cashed out, and the change of chips on the table
    - `taken_off`: chips for refreshments and tips
    - `tournaments`: prizes minus entries
    - `credit`: claims minus debts at open stakes
    - `result`: the sum of all amounts above
    - `seven_deuce`, `stand_up`, `bomb_pot`: the parts of the result that were won or lost in side games
    """

    player: str
    bought: int
    cashed: int
    on_table: int
    taken_off: int
    tournaments: int
    credit: int
    seven_deuce: int
    stand_up: int
    bomb_pot: int
    bot: bool
    you: bool


class NightPayment(msgspec.Struct, frozen=True):
    """A payment that is due. `yours` means that the viewer is to get it, and may mark it as paid."""

    payer: str
    payee: str
    chips: int
    yours: bool


class NightTable(msgspec.Struct, frozen=True):
    """A table of a night. `id` is its id in the books, and `title` is "" before its first hand."""

    id: str
    title: str
    players: int


class ChangeLine(msgspec.Struct, frozen=True):
    """A change of the books: who made it (`by`) and when (`at`), its period and tables, and what was changed.

    - `what`: the content of the change, with parties given by name
    - `undone_by`: the number of the change that undid it (0 if it is in force)
    - `yours`: the viewer made it
    """

    number: int
    at: int
    by: str
    period: str
    tables: tuple[str, ...]
    what: What
    undone_by: int
    yours: bool


class PaidElsewhere(msgspec.Struct, frozen=True):
    """A payment that also covers nights or tables outside this settlement, in units of `10 ** -decimals`.

    - `period`: the night, month or year of the payment
    - `tables`: the tables of the payment (empty: all tables)
    """

    period: str
    tables: tuple[str, ...]
    payer: str
    payee: str
    chips: int
    decimals: int


class NightBooks(msgspec.Struct, frozen=True):
    """The results of a night, a month or a year. Amounts are in units of `10 ** -decimals`.

    - `house`, `house_balance`: the accounts of the house, and what the house is to get
    - `payments`: the payments that are still due (payments made are in `changes`)
    - `fewest`: no settlement needs fewer payments
    - `balance`: the sum of all results, which is 0 unless the books are wrong
    - `tables`: the tables of a night, to choose from
    - `changes`: all changes, in order
    - `elsewhere`: payments that do not count here because they cover more: the whole night, or the month
    - `last`: the number of the last change in any period, which a new change must name
    - `partly`: the viewer sat at only some of the tables, and sees only the payments and changes that concern them
    """

    period: str
    begins: int
    ends: int
    players: list[PlayerLine]
    house: dict[str, int]
    house_balance: PartyBalance
    payments: list[NightPayment]
    fewest: bool
    balance: int
    tables: list[NightTable]
    changes: list[ChangeLine]
    elsewhere: list[PaidElsewhere]
    last: int
    partly: bool
    decimals: int


def nights_before(
    viewer: str | None, me: str, until: int, shift: int, connection: Connection
) -> tuple[list[Night], int]:
    """The nights before the time `until`, latest first, and the `until` for the next page (0 if there is none).

    Only nights at which the `viewer` sat are included (None: all nights). `me` is the user's key in the books, and
    `shift` is what must be added to times so that nights begin at midnight UTC.
    """
    last = last_before(viewer, until)(connection)
    if last is None:
        return [], 0
    ends = ((last + shift) // DAY + 1) * DAY - shift
    span = Period(ends - DAYS * DAY, ends, shift)
    tables = tables_between(viewer, span)(connection)
    decimals = decimals_in(viewer, span)(connection)
    by_night: defaultdict[int, list[NightRow]] = defaultdict(list)
    for row in nights_between(viewer, span, decimals)(connection):
        by_night[row.night].append(row)
    found = [
        Night(
            night_of(number), number * DAY - shift, (number + 1) * DAY - shift, tables.get(number, 0), len(rows),
            sum(max(row.result, 0) for row in rows), sum(row.result for row in rows if row.player == me), decimals,
        )
        for number, rows in by_night.items()
    ]  # fmt: skip
    return found, span.begins if last_before(viewer, span.begins)(connection) is not None else 0


# ---- who owes whom


def is_bot(party: str) -> bool:
    """Whether a party of the books is a bot of the room."""
    return party.startswith(NAMED) and is_bot_name(party)


def without_bots(results: Mapping[str, int]) -> dict[str, int]:
    """The amounts that cancel the bots' share in the results of one table, so that bots neither pay nor get anything.

    The caller adds these amounts to the results. Their sum is 0.
    """
    found = {who: -result for who, result in results.items() if is_bot(who) and result}
    lost = sum(found.values())  # by bots
    sign = 1 if lost > 0 else -1
    others = {who: sign * result for who, result in results.items() if not is_bot(who) and sign * result > 0}
    if lost and sum(others.values()) >= abs(lost):  # always, where the books balance
        found.update({who: -sign * part for who, part in split(abs(lost), others).items() if part})
    return found


def bots_by_night(rows: Iterable[BotTableRow], decimals: int) -> dict[int, dict[str, int]]:
    """For each night, the amounts that cancel the bots' share in the results of all tables (`without_bots`).

    They are in units of `10 ** -decimals`. The amounts of a table are first divided in the table's own unit.
    """
    found: defaultdict[int, defaultdict[str, int]] = defaultdict(lambda: defaultdict(int))
    for (night, _, own), some in groupby(rows, key=lambda row: (row.night, row.stream, row.decimals)):
        for who, chips in without_bots({row.player: row.result for row in some}).items():
            found[night][who] += chips * 10 ** (decimals - own)
    return {night: dict(sums) for night, sums in found.items()}


def payments_due(balances: Mapping[str, int], paid: Sequence[Payment]) -> tuple[Payment, ...]:
    """The payments that are still due for these balances, after the payments `paid`.

    As far as possible, a payment changes no other payment: the payments made are subtracted from the ones that settle
    the balances. If fewer payments are enough, or somebody has paid too much, all open amounts are settled again.
    """
    plan = settlement.settle(balances)
    if not paid:
        return plan
    rest = {(one.payer, one.payee): one.chips for one in plan}
    left = defaultdict(int, balances)
    for made in paid:
        left[made.payer] += made.chips
        left[made.payee] -= made.chips
        pair = made.payer, made.payee
        rest[pair] = rest.get(pair, 0) - made.chips
    kept = tuple(Payment(payer, payee, chips) for (payer, payee), chips in rest.items() if chips)
    anew = settlement.settle(left)
    return anew if len(anew) < len(kept) or any(one.chips < 0 for one in kept) else kept


class Ledger(msgspec.Struct, frozen=True):
    """The books of a period.

    - `lines`: the line of each party, by the party's key
    - `house`, `house_balance`: the accounts of the house, and what the house is to get
    - `payments`: the payments that are due
    - `fewest`: no settlement needs fewer payments
    - `balance`: the sum of all results
    - `names`: the name of each party, by the party's key
    """

    lines: dict[str, PlayerLine]
    house: dict[str, int]
    house_balance: PartyBalance
    payments: tuple[Payment, ...]
    fewest: bool
    balance: int
    decimals: int
    names: dict[str, str]  # of each party its own, also where two have the same name


def summed(
    accounts: Iterable[Account],
    names: Mapping[str, str],
    me: str = "",
    *,
    bots: Mapping[str, int] | None = None,
    changes: Sequence[Change] = (),
    decimals: int = 0,
) -> Ledger:
    """Add up accounts and the changes in force, in units of `10 ** -decimals`.

    `bots` has amounts that cancel out what the bots won or lost. `me` is the user's key in the books.
    """
    house: dict[str, int] = {}
    of: defaultdict[str, list[Account]] = defaultdict(list)
    settled: defaultdict[str, int] = defaultdict(int)
    for one in accounts:
        if one.kind in _SETTLING:
            settled[one.player] += one.came - one.went
        elif one.player == HOUSE:
            house[one.kind] = one.came - one.went
        else:
            of[one.player].append(one)
    added = _added(changes, decimals)
    called = distinct_names(names)
    who_added = sorted({who for sums in (*added.values(), settled) for who in sums} - {HOUSE})
    results = {who: sum(one.came - one.went for one in some) for who, some in of.items()}
    results = {HOUSE: sum(house.values()), **results, **dict.fromkeys([one for one in who_added if one not in of], 0)}
    balances = {who: _balance(who, result, bots or {}, added, settled[who]) for who, result in results.items()}
    balance = sum(results.values()) + sum(settled.values())  # an expense leaves the club, and so does its money
    planned = {who: one.open - added["paid"].get(who, 0) for who, one in balances.items()}
    paid = [
        Payment(what.payer, what.payee, what.chips)
        for what in [one.what_in(decimals) for one in changes]
        if isinstance(what, Paid)
    ]
    return Ledger(
        {who: _line(who, called[who], of.get(who, ()), one, me) for who, one in balances.items() if who != HOUSE},
        {kind: chips for kind, chips in sorted(house.items()) if chips},
        balances[HOUSE],
        payments_due(planned, paid) if not sum(planned.values()) else (),
        sum(1 for chips in planned.values() if chips) <= settlement.EXACT,
        balance,
        decimals,
        called,
    )


def _added(changes: Iterable[Change], decimals: int) -> dict[str, dict[str, int]]:
    """What the changes add to each party, by the field of `PartyBalance`."""
    fields = {Expense: "expenses", Adjustment: "adjustments", Paid: "paid"}
    found: dict[str, dict[str, int]] = {name: defaultdict(int) for name in fields.values()}
    for change in changes:
        for who, chips in change.moves(decimals).items():
            found[fields[type(change.what)]][who] += chips
    return found


def _balance(
    who: str, result: int, bots: Mapping[str, int], added: Mapping[str, Mapping[str, int]], settled: int
) -> PartyBalance:
    parts = {"result": result, "bots": bots.get(who, 0), **{name: sums.get(who, 0) for name, sums in added.items()}}
    parts["paid"] += settled
    return PartyBalance(**parts, open=sum(parts.values()))


def _line(who: str, name: str, accounts: Sequence[Account], balance: PartyBalance, me: str) -> PlayerLine:
    net = {one.kind: one.came - one.went for one in accounts}
    cash = next((one for one in accounts if one.kind == CASH), None)
    apart = (CASH, BOUGHT, CASHED, *_ON_TABLE, _TAKEN_OFF, *_TOURNAMENT)
    bought, cashed = -net.get(BOUGHT, 0), net.get(CASHED, 0)  # with real chips; corrections are taken out
    return PlayerLine(
        **msgspec.structs.asdict(balance),
        player=name,
        bought=bought + (cash.went if cash is not None else 0),
        cashed=cashed + (cash.came if cash is not None else 0),
        on_table=sum(net.get(kind, 0) for kind in _ON_TABLE),
        taken_off=net.get(_TAKEN_OFF, 0),
        tournaments=sum(net.get(kind, 0) for kind in _TOURNAMENT),
        **{game: net.get(game, 0) for game in SIDE_GAMES},
        credit=sum(chips for kind, chips in net.items() if kind not in apart),
        bot=is_bot(who),
        you=bool(me) and who == me,
    )


def distinct_names(names: Mapping[str, str]) -> dict[str, str]:
    """The name of each party, made distinct from all other names: the second Ann is "Ann (2)"."""
    taken = {settlement.HOUSE}
    found = {HOUSE: settlement.HOUSE}
    for who, name in sorted(names.items(), key=lambda one: (one[0].startswith(NAMED), one[0])):
        if who == HOUSE:
            continue
        number, unique = 1, name
        while unique in taken:
            number += 1
            unique = f"{name} ({number})"
        taken.add(unique)
        found[who] = unique
    return found


# ---- the books for a reader


def ledger_of(
    viewer: str | None, me: str, period: str, offset: int, tables: Sequence[str], connection: Connection
) -> tuple[Ledger, list[Change]]:
    """The books of a period at these tables (all tables if empty), and all changes that belong to it.

    Only tables at which the `viewer` sat count (None: all tables). `me` is the user's key in the books, and `offset` is
    the user's time zone, in minutes from UTC. Raises BadNotation if `period` is no night, month or year.
    """
    span = span_of(period, offset)
    changes = select_changes(changes_in(period, connection), lambda one: one.counts_at(tables))
    decimals = max([decimals_in(None, span, tables)(connection), *[one.decimals for one in changes]])
    accounts = accounts_in(viewer, span, decimals, tables)(connection)
    bots: defaultdict[str, int] = defaultdict(int)
    for sums in bots_by_night(at_bot_tables(viewer, span, tables)(connection), decimals).values():
        for who, chips in sums.items():
            bots[who] += chips
    parties = {one.player for one in accounts}.union(*[{one.by, *parties_of(one.what)} for one in changes])
    names = names_of(parties)(connection)
    return summed(accounts, names, me, bots=bots, changes=in_force(changes), decimals=decimals), changes


def sees_part(viewer: str | None, span: Period, tables: Sequence[str], connection: Connection) -> bool:
    """Whether there are tables on these nights that the viewer may not see."""
    if viewer is None:
        return False
    return tables_between(viewer, span, tables)(connection) != tables_between(None, span, tables)(connection)


def books_of(
    viewer: str | None, me: str, period: str, offset: int, connection: Connection, tables: Sequence[str] = ()
) -> NightBooks:
    """The books of a night, a month or a year at these tables (all tables if empty), as the `viewer` may see them.

    A `viewer` of None is a host, who sees everything. `me` is the user's key in the books, and `offset` is the user's
    time zone, in minutes from UTC. Raises BadNotation if `period` is none of these.
    """
    span = span_of(period, offset)
    listed = tables_in(viewer, span)(connection) if len(period) == ONE_NIGHT else []
    is_partly = sees_part(viewer, span, tables, connection)
    ledger, changes = ledger_of(None, me, period, offset, tables, connection)
    payments, shown = ledger.payments, ledger
    if is_partly:
        shown, _ = ledger_of(viewer, me, period, offset, tables, connection)
        payments = tuple(one for one in payments if me in (one.payer, one.payee))
        changes = select_changes(changes, lambda one: me in parties_of(one.what))
    elsewhere = payments_elsewhere(period, tables, connection)
    if is_partly:
        elsewhere = [one for one in elsewhere if me in parties_of(one.what)]
    return NightBooks(
        period,
        span.begins,
        span.ends,
        sorted(_lines_for(shown, ledger, me, is_partly), key=lambda line: (line.bot, -line.result, line.player)),
        shown.house,
        _play_only(shown.house_balance) if is_partly else ledger.house_balance,
        [_payment(one, ledger.names, me) for one in payments],
        ledger.fewest,
        ledger.balance,
        [NightTable(*one) for one in listed],
        _change_lines(changes, ledger, me),
        _elsewhere(elsewhere, ledger, connection),
        last_change(connection),
        is_partly,
        ledger.decimals,
    )


def _lines_for(shown: Ledger, whole: Ledger, me: str, is_partly: bool) -> list[PlayerLine]:
    """The lines that a reader sees. At tables that the reader did not see in full, other players have only what was
    played.
    """
    if not is_partly:
        return list(shown.lines.values())
    seen = {
        who: line for who, line in shown.lines.items() if line.bought or line.result or line.cashed or line.on_table
    }
    own = [whole.lines[me]] if me in whole.lines else []
    return [*own, *[_play_only(line) for who, line in seen.items() if who != me]]


def _play_only(line: _B) -> _B:
    return msgspec.structs.replace(line, bots=0, expenses=0, adjustments=0, paid=0, open=0)


def _payment(one: Payment, names: Mapping[str, str], me: str) -> NightPayment:
    return NightPayment(names[one.payer], names[one.payee], one.chips, bool(me) and one.payee == me)


def _change_lines(changes: Sequence[Change], ledger: Ledger, me: str) -> list[ChangeLine]:
    undone = undone_by(changes)
    return [
        ChangeLine(
            one.number, one.at, ledger.names.get(one.by, ""), one.period, one.tables,
            named(one.what_in(ledger.decimals), ledger.names),
            undone.get(one.number, 0), bool(me) and one.by == me,
        )
        for one in changes
    ]  # fmt: skip


def _elsewhere(changes: Sequence[Change], ledger: Ledger, connection: Connection) -> list[PaidElsewhere]:
    names = {
        **distinct_names(names_of({who for one in changes for who in parties_of(one.what)})(connection)),
        **ledger.names,
    }
    return [
        PaidElsewhere(one.period, one.tables, names[paid.payer], names[paid.payee], paid.chips, one.decimals)
        for one in changes
        for paid in [one.what]
        if isinstance(paid, Paid)
    ]


def named(what: What, names: Mapping[str, str]) -> What:
    """The content of a change, with the names of its parties in place of their keys."""
    match what:
        case Expense() | Adjustment():
            among = tuple(names[one] for one in what.among)
            return msgspec.structs.replace(what, to=names[what.to], among=among)
        case Paid():
            return msgspec.structs.replace(what, payer=names[what.payer], payee=names[what.payee])
        case Points() | UndoChange():
            return what
