"""Budgets of tries, in the database where several processes are one room: some at once, then one in a while."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, select, text, update

from sidepot.room.store.schema import guess
from sidepot.room.store.transaction import insert_new

_NOW: Final = text("SELECT (extract(epoch from clock_timestamp()) * 1000)::bigint")

Key = tuple[str, ...]  # what is counted


class Budget(NamedTuple):
    """`most` tries at once, and then one after `every` so many seconds."""

    most: float
    every: float


Budgets = Mapping[Key, Budget]


def take(budgets: Budgets) -> Callable[[Connection], float]:
    """An act: take a try from each of the budgets, or from none; the seconds until that is possible, 0.0: it is."""

    def act(connection: Connection) -> float:
        now = _now(connection)
        found: dict[str, float] = {}
        longest = 0.0
        for key, budget in _rows(budgets):
            left = _left(connection, key, budget, now)
            longest = max(longest, (1 - left) * budget.every)
            found[key] = left - 1
        if longest > 0:
            return longest
        for key, left in found.items():
            connection.execute(update(guess).where(guess.c.key == key).values(left=left, at=now))
        return 0.0

    return act


def give_back(budgets: Budgets) -> Callable[[Connection], None]:
    """An act: return a try to each of the budgets."""

    def act(connection: Connection) -> None:
        now = _now(connection)
        for key, budget in _rows(budgets):
            left = min(_left(connection, key, budget, now) + 1, budget.most)
            connection.execute(update(guess).where(guess.c.key == key).values(left=left, at=now))

    return act


def forget_budgets(older: float) -> Callable[[Connection], None]:
    """An act: forget the budgets that nobody has touched for so many seconds: they are whole again."""

    def act(connection: Connection) -> None:
        connection.execute(delete(guess).where(guess.c.at < _now(connection) - round(older * 1000)))

    return act


def _rows(budgets: Budgets) -> list[tuple[str, Budget]]:
    """The keys as they are kept, always in one order: no two processes wait for each other."""
    return sorted(
        (sha256("\0".join(key).encode("utf-8", "surrogatepass")).hexdigest(), budgets[key]) for key in budgets
    )


def _left(connection: Connection, key: str, budget: Budget, now: int) -> float:
    """The tries that are left by now. The row is this transaction's until its end."""
    insert_new(connection, guess, {"key": key, "left": budget.most, "at": now})
    query = select(guess.c.left, guess.c.at).where(guess.c.key == key).with_for_update()
    left, at = connection.execute(query).one()
    return min(float(left) + (now - int(at)) / 1000 / budget.every, budget.most)


def _now(connection: Connection) -> int:
    return int(connection.scalar(_NOW) or 0)
