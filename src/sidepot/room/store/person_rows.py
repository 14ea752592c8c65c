"""The names of those who play in tournaments with real chips and cards, beside the streams: they can be erased."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from sidepot.room.store.schema import person


class Person(NamedTuple):
    """Somebody who plays: their number in the tournament, the name ("": erased), and which slip counts."""

    number: int
    name: str
    slip: int


def read_persons(event: str) -> Callable[[Connection], list[Person]]:
    """A question: all persons of a tournament, by number."""

    def ask(connection: Connection) -> list[Person]:
        query = select(person.c.number, person.c.name, person.c.slip).where(person.c.event == event)
        return [Person(*row) for row in connection.execute(query.order_by(person.c.number))]

    return ask


def add_persons(event: str, persons: Sequence[Person]) -> Callable[[Connection], None]:
    """An act: these play, too."""

    def act(connection: Connection) -> None:
        rows = [{"event": event, "number": one.number, "name": one.name, "slip": one.slip} for one in persons]
        if rows:
            connection.execute(insert(person), rows)

    return act


def replace_persons(event: str, persons: Sequence[Person]) -> Callable[[Connection], None]:
    """An act: these play, and nobody else."""

    def act(connection: Connection) -> None:
        connection.execute(delete(person).where(person.c.event == event))
        add_persons(event, persons)(connection)

    return act


def change_person(event: str, one: Person) -> Callable[[Connection], None]:
    """An act: somebody has another name, or slip; without a name they are erased."""

    def act(connection: Connection) -> None:
        query = update(person).where(person.c.event == event, person.c.number == one.number)
        connection.execute(query.values(name=one.name, slip=one.slip))

    return act
