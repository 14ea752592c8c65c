"""The browser and address from which people sat down, to detect one person in two seats without storing addresses.

A row has hashes of address and browser (`web.security.devices`), which can only be compared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection, and_, delete, false, func, or_, select

from sidepot.room.store.schema import hand_of, sitting
from sidepot.room.store.transaction import insert_new

KEPT: Final = 8  # most hands reported for a pair
LONG_AGO: Final = 180 * 24 * 60 * 60 * 1000  # milliseconds

Place = tuple[str, int]  # position of a hand: its stream, its number


class SharedSittings(NamedTuple):
    """Two accounts that sat down from the same address or browser, at `seen` of the `of` tables where both played."""

    first: str
    second: str
    seen: int
    of: int


def sat_down(at: int, stream: str, account: str, address: str, browser: str) -> Callable[[Connection], bool]:
    """A write that records the address and the browser from which an account sat down. It also deletes old records."""
    row = {"at": at, "stream": stream, "account": account, "address": address, "browser": browser}

    def act(connection: Connection) -> bool:
        connection.execute(delete(sitting).where(sitting.c.at < at - LONG_AGO))
        return insert_new(connection, sitting, row)

    return act


def others_of(stream: str, account: str, browser: str, since: int) -> Callable[[Connection], list[str]]:
    """A query for the other accounts that have sat down at a table from the same browser since the time `since`."""
    query = select(sitting.c.account).distinct().where(
        sitting.c.at >= since, sitting.c.stream == stream, sitting.c.browser == browser, sitting.c.account != account
    )  # fmt: skip
    return lambda connection: [str(one) for one in connection.scalars(query)]


def seen_from(among: Sequence[str], address: str, browser: str) -> Callable[[Connection], list[str]]:
    """A query for the accounts in `among` that have ever sat down from this address or browser."""
    same = [column == one for column, one in ((sitting.c.address, address), (sitting.c.browser, browser)) if one]
    query = select(sitting.c.account).distinct().where(sitting.c.account.in_(among), or_(false(), *same))
    return lambda connection: [str(one) for one in connection.scalars(query)]


def shared_by(what: str, connection: Connection) -> list[SharedSittings]:
    """The pairs of accounts that sat down at the same table from the same "address" or "browser" (`what`)."""
    one, other = sitting.alias(), sitting.alias()
    same = and_(
        one.c.stream == other.c.stream, one.c[what] == other.c[what], one.c.account < other.c.account, one.c[what] != ""
    )
    query = select(one.c.account, other.c.account, func.count(one.c.at.distinct())).select_from(one.join(other, same))
    count = select(sitting.c.account, func.count()).group_by(sitting.c.account)
    whole = {str(who): int(number) for who, number in connection.execute(count)}
    pairs = connection.execute(query.group_by(one.c.account, other.c.account))
    return [SharedSittings(first, second, int(seen), whole.get(first, 0)) for first, second, seen in pairs]


def hands_together(first: str, second: str, connection: Connection) -> tuple[int, list[Place]]:
    """The number of hands that two accounts have played together, and the positions of the latest of them."""
    one, other = hand_of.alias(), hand_of.alias()
    same = and_(one.c.at == other.c.at, one.c.stream == other.c.stream, one.c.number == other.c.number)
    both = (one.c.account == first) & (other.c.account == second) & (one.c.seat >= 0) & (other.c.seat >= 0)
    joined = one.join(other, same)
    count = connection.scalar(select(func.count()).select_from(joined).where(both)) or 0
    last = select(one.c.stream, one.c.number).select_from(joined).where(both).order_by(one.c.at.desc()).limit(KEPT)
    return count, [(str(stream), int(number)) for stream, number in connection.execute(last)]
