"""The changes that people make to the books of a night: expenses, adjustments, payments, league points, and undoing.

Every change is a row of `night_change`, with who made it and when. Rows are only ever added: an `UndoChange` takes a
change out of the books, and undoing it puts the change back. Each change moves chips from some parties to others, so
the books always add up to zero.

A change belongs to a period: a night (2026-11-26), a month (2026-11) or a year (2026). It counts in this period and in
those around it: the pizza of a night counts in its month, the rent of a month not in its nights.

A change has its own unit (`decimals`), in which it is divided.

A party is known by the key of the books: the id of an account, `~` and a name, or "" for the house.

>>> moves_of(Expense("Pizza", 25, "ida", ("ann", "bo", "ida")))
{'ida': 17, 'ann': -9, 'bo': -8}
>>> split(10, {"ann": 70, "bo": 20, "cy": 10})
{'ann': 7, 'bo': 2, 'cy': 1}
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, func, select

from sidepot.room.store.parties import PartyIndex, read_parties
from sidepot.room.store.schema import former, night_change
from sidepot.room.store.transaction import insert_new
from sidepot.validation import quantities as q

MOST_CHANGES: Final = 1000  # of one period
MOST_PARTIES: Final = 100  # that share one expense
MOST_TABLES: Final = 100  # that are settled together by choice
LONGEST_TEXT: Final = 80

Party = Annotated[str, msgspec.Meta(max_length=64)]
Parties = Annotated[tuple[Party, ...], msgspec.Meta(min_length=1, max_length=MOST_PARTIES)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_TEXT)]
Tables = Annotated[tuple[Annotated[str, msgspec.Meta(max_length=64)], ...], msgspec.Meta(max_length=MOST_TABLES)]
Number = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
PointsOfRank = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class _Split(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    text: Text
    chips: q.SomeChips
    to: Party
    among: Parties


class Expense(_Split, frozen=True, tag="expense"):
    """An expense that one person (`to`) paid for several people (`among`), who share it equally."""


class Adjustment(_Split, frozen=True, tag="adjustment"):
    """Chips that several people (`among`) give to one person (`to`) in equal parts, for the reason `text`."""


class Paid(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="paid"):
    """A payment that was made."""

    payer: Party
    payee: Party
    chips: q.SomeChips


class Points(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="points"):
    """The points for each rank of a night, first rank first. They apply to all nights of a year."""

    points: Annotated[tuple[PointsOfRank, ...], msgspec.Meta(max_length=30)]


class UndoChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="undo"):
    """A change that cancels the earlier change with this number."""

    number: Number


What = Expense | Adjustment | Paid | Points | UndoChange


class Change(msgspec.Struct, frozen=True):
    """A change of the books, made at the time `at` by the account `by`.

    `tables` are the streams of the tables to which the change belongs (empty: the whole period). The change counts if
    all of these tables are settled together.
    """

    number: int
    at: int
    by: str
    period: str
    tables: tuple[str, ...]
    what: What
    decimals: q.Decimals = 0

    def moves(self, decimals: int) -> dict[str, int]:
        """The chips that each party gains by the change (below zero for a loss), in units of `10 ** -decimals`.

        `decimals` must be at least the number of decimals of the change.
        """
        return {who: chips * 10 ** (decimals - self.decimals) for who, chips in moves_of(self.what).items()}

    def what_in(self, decimals: int) -> What:
        """The content of the change, with its amount in units of `10 ** -decimals`.

        `decimals` must be at least the number of decimals of the change.
        """
        if isinstance(self.what, Points | UndoChange):
            return self.what
        return msgspec.structs.replace(self.what, chips=self.what.chips * 10 ** (decimals - self.decimals))

    def counts_at(self, tables: Sequence[str]) -> bool:
        """Whether the change counts when only these tables are settled (all tables if empty)."""
        return not tables or bool(self.tables) and set(self.tables) <= set(tables)

    def reaches(self, tables: Sequence[str]) -> bool:
        """Whether the change concerns some of these tables (all tables if empty), and other tables as well."""
        return not self.counts_at(tables) and (not self.tables or bool(set(self.tables) & set(tables)))


# ---- what changes do


def split(chips: int, weights: Mapping[str, int]) -> dict[str, int]:
    """Divide chips in proportion to these weights.

    Each remaining chip goes to whoever is furthest below the exact share. In a tie, it goes to the first of them.
    """
    total = sum(weights.values())
    parts = {who: chips * weight // total for who, weight in weights.items()}
    missing = sorted(weights, key=lambda who: -(chips * weights[who] % total))
    for who in missing[: chips - sum(parts.values())]:
        parts[who] += 1
    return parts


def moves_of(what: What) -> dict[str, int]:
    """The chips that each party gains by a change (below zero for a loss). Their sum is 0."""
    moves: defaultdict[str, int] = defaultdict(int)
    match what:
        case Expense() | Adjustment():
            moves[what.to] += what.chips
            for who, part in split(what.chips, Counter(what.among)).items():  # two who became one have two parts
                moves[who] -= part
        case Paid():
            moves[what.payer] += what.chips
            moves[what.payee] -= what.chips
        case _:
            pass
    return dict(moves)


def undone_by(changes: Iterable[Change]) -> dict[int, int]:
    """The number of each change that was undone, mapped to the number of the `UndoChange` that undid it."""
    found: dict[int, int] = {}
    for change in sorted(changes, key=lambda one: -one.number):
        what = change.what
        if isinstance(what, UndoChange) and what.number < change.number and change.number not in found:
            found.setdefault(what.number, change.number)
    return found


def in_force(changes: Sequence[Change]) -> list[Change]:
    """The changes in force. No other change has undone them."""
    undone = undone_by(changes)
    return [one for one in changes if one.number not in undone and not isinstance(one.what, UndoChange)]


def select_changes(changes: Iterable[Change], belongs: Callable[[Change], bool]) -> list[Change]:
    """The changes for which `belongs` is true, and the changes that undo them."""
    found: dict[int, Change] = {}
    for one in changes:
        what = one.what
        is_there = what.number in found if isinstance(what, UndoChange) else belongs(one)
        if is_there:
            found[one.number] = one
    return list(found.values())


def points_chosen(changes: Sequence[Change], year: str) -> tuple[int, ...]:
    """The points for each rank that were last chosen for a year (empty if none were chosen)."""
    chosen = [one.what.points for one in in_force(changes) if isinstance(one.what, Points) and one.period == year]
    return chosen[-1] if chosen else ()


def parties_of(what: What) -> set[str]:
    """The parties whose chips a change moves."""
    match what:
        case Expense() | Adjustment():
            return {what.to, *what.among}
        case Paid():
            return {what.payer, what.payee}
        case _:
            return set()


# ---- the store


class _Stored(msgspec.Struct, frozen=True):
    tables: tuple[str, ...]
    what: What
    decimals: int


def changes_in(period: str, connection: Connection) -> list[Change]:
    """The changes of a period, and of the shorter periods in it, in order."""
    return _read(connection, night_change.c.period.startswith(period, autoescape=True))


def payments_elsewhere(period: str, tables: Sequence[str], connection: Connection) -> list[Change]:
    """The payments in force that do not count here, because they cover more than this period and these tables.

    For one table, these are payments for the whole night. For a night, they are payments for the month or the year.
    `tables` is empty for all tables.
    """
    longer = [period[: len(form)] for form in ("2026", "2026-11") if len(form) < len(period)]
    wider = _read(connection, night_change.c.period.in_(longer))
    own = changes_of(period, connection)
    paid = [one for one in (*in_force(wider), *in_force(own)) if isinstance(one.what, Paid)]
    return [one for one in paid if one.period != period or one.reaches(tables)]


def changes_of(period: str, connection: Connection) -> list[Change]:
    """The changes that belong to exactly this period, in order."""
    return _read(connection, night_change.c.period == period)


def _read(connection: Connection, which: ColumnElement[bool]) -> list[Change]:
    """The changes in order, with the present parties."""
    rows = connection.execute(select(night_change).where(which).order_by(night_change.c.number)).all()
    parties = read_parties(connection) if rows else None
    found = []
    for number, at, by, period, data in rows:
        stored = msgspec.json.decode(data, type=_Stored)
        what = _of_parties(stored.what, parties) if parties is not None else stored.what
        found.append(Change(int(number), int(at), str(by), str(period), stored.tables, what, stored.decimals))
    return found


def _of_parties(what: What, parties: PartyIndex) -> What:
    match what:
        case Expense() | Adjustment():
            among = tuple([parties.of(one) for one in what.among])
            return msgspec.structs.replace(what, to=parties.of(what.to), among=among)
        case Paid():
            return msgspec.structs.replace(what, payer=parties.of(what.payer), payee=parties.of(what.payee))
        case _:
            return what


def last_change(connection: Connection) -> int:
    """The number of the last change in any period (0 if there is none)."""
    return connection.scalar(select(func.max(night_change.c.number))) or 0


def write_change(change: Change, names: Mapping[str, str], connection: Connection) -> bool:
    """Write a change with the next number. Returns False, with nothing written, if another change came first.

    `names` has the names of accounts that never played. The books keep these names even when the accounts are closed.
    """
    if last_change(connection) != change.number - 1:
        return False
    data = msgspec.json.encode(_Stored(change.tables, change.what, change.decimals))
    row = {"number": change.number, "at": change.at, "by": change.by, "period": change.period, "data": data}
    is_written = insert_new(connection, night_change, row)
    for number, name in names.items():
        insert_new(connection, former, {"account": number, "name": name})
    return is_written
