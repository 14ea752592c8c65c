"""The names of players in live tournaments, kept outside the event logs so that they can be erased.

Several processes may change them. Each change increments a counter (`version_key`), and is allowed only for a process
that has seen all earlier changes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from sidepot.room.store.schema import person
from sidepot.room.store.transaction import step, swap


class Person(NamedTuple):
    """A person of a tournament: the number, the name ("" if it was erased), and the number of the valid slip."""

    number: int
    name: str
    slip: int


def version_key(tournament: str) -> str:
    """The key of the setting that counts the changes of a tournament's persons."""
    return f"persons/{tournament}"


def read_persons(tournament: str) -> Callable[[Connection], list[Person]]:
    """A query for all persons of a tournament, by number."""

    def ask(connection: Connection) -> list[Person]:
        query = select(person.c.number, person.c.name, person.c.slip).where(person.c.tournament == tournament)
        return [Person(*row) for row in connection.execute(query.order_by(person.c.number))]

    return ask


def add_persons(tournament: str, persons: Sequence[Person], seen: str | None) -> Callable[[Connection], str | None]:
    """A write that adds persons if `seen` is the current counter. It returns the new counter, or None if it is not."""

    def act(connection: Connection) -> str | None:
        counted = _count(connection, tournament, seen)
        if counted is not None:
            _add(connection, tournament, persons)
        return counted

    return act


def replace_persons(tournament: str, persons: Sequence[Person]) -> Callable[[Connection], str]:
    """A write that replaces all persons. It returns the new counter."""

    def act(connection: Connection) -> str:
        counted = step(connection, version_key(tournament))
        connection.execute(delete(person).where(person.c.tournament == tournament))
        _add(connection, tournament, persons)
        return counted

    return act


def change_persons(tournament: str, persons: Sequence[Person], seen: str | None) -> Callable[[Connection], str | None]:
    """A write that changes names and slips if `seen` is the current counter. An empty name erases the old one.

    It returns the new counter, or None if `seen` is not the current one.
    """

    def act(connection: Connection) -> str | None:
        counted = _count(connection, tournament, seen)
        for one in persons if counted is not None else ():
            query = update(person).where(person.c.tournament == tournament, person.c.number == one.number)
            connection.execute(query.values(name=one.name, slip=one.slip))
        return counted

    return act


def _add(connection: Connection, tournament: str, persons: Sequence[Person]) -> None:
    rows = [{"tournament": tournament, "number": one.number, "name": one.name, "slip": one.slip} for one in persons]
    if rows:
        connection.execute(insert(person), rows)


def _count(connection: Connection, tournament: str, seen: str | None) -> str | None:
    new = str(int(seen or 0) + 1)
    return new if swap(connection, version_key(tournament), seen, new) else None
