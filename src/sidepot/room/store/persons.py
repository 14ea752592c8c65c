"""The names of players in live tournaments, kept outside the event logs so that they can be erased.

Several processes may change them. Each change increments a counter (`version_key`), and is allowed only for a process
that has seen all earlier changes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from sidepot.room.store.club_persons import follow_rename, forget_unused, known_or_new
from sidepot.room.store.schema import person
from sidepot.room.store.transaction import step, swap


class Person(NamedTuple):
    """A person of a tournament.

    - `name`: the person's name ("" if it was erased)
    - `slip`: the number of the valid slip
    - `club`: the number of the club's person (0 for staff, and for the copy of an online tournament)
    """

    number: int
    name: str
    slip: int
    club: int = 0


def version_key(tournament: str) -> str:
    """The key of the setting that counts the changes to a tournament's people."""
    return f"persons/{tournament}"


def read_persons(tournament: str) -> Callable[[Connection], list[Person]]:
    """A query for all people in a tournament, by number."""

    def ask(connection: Connection) -> list[Person]:
        query = select(person.c.number, person.c.name, person.c.slip, person.c.club)
        query = query.where(person.c.tournament == tournament)
        return [Person(*row) for row in connection.execute(query.order_by(person.c.number))]

    return ask


def add_persons(
    tournament: str, persons: Sequence[Person], seen: str | None, *, players: bool = False
) -> Callable[[Connection], tuple[str, list[Person]] | None]:
    """A write that adds people, if nobody has changed the tournament's people since the caller read them.

    `seen` is the counter of changes (`version_key`) that the caller read (None: not set). The write returns the new
    counter and the people, or None if `seen` is out of date.

    With `players`, each person is linked to a person of the club. The person's `club` is an existing number, BY_NAME or
    NEW.
    """

    def act(connection: Connection) -> tuple[str, list[Person]] | None:
        counted = _count(connection, tournament, seen)
        if counted is None:
            return None
        found = _linked(connection, persons) if players else list(persons)
        _add(connection, tournament, found)
        return counted, found

    return act


def _linked(connection: Connection, persons: Sequence[Person]) -> list[Person]:
    return [one._replace(club=known_or_new(connection, one.name, one.club)) for one in persons]


def replace_persons(tournament: str, persons: Sequence[Person], players_until: int = 0) -> Callable[[Connection], str]:
    """A write that replaces all people of a tournament. It returns the new counter of changes (`version_key`).

    People with numbers up to `players_until` are linked to people of the club with the same name.
    """

    def act(connection: Connection) -> str:
        counted = step(connection, version_key(tournament))
        connection.execute(delete(person).where(person.c.tournament == tournament))
        players = [one for one in persons if one.number <= players_until and one.name]
        others = [one for one in persons if one.number > players_until or not one.name]
        _add(connection, tournament, [*_linked(connection, players), *others])
        return counted

    return act


def change_persons(tournament: str, persons: Sequence[Person], seen: str | None) -> Callable[[Connection], str | None]:
    """A write that changes names, slips and links, if nobody has changed the tournament's people meanwhile.

    `seen` is the counter of changes (`version_key`) that the caller read (None: not set). The write returns the new
    counter, or None if `seen` is out of date.

    An empty name erases the old name. A person of the club who played in no other tournament is renamed too. A person
    whose name was erased in every tournament is erased from the club (`forget_unused`).
    """

    def act(connection: Connection) -> str | None:
        counted = _count(connection, tournament, seen)
        for one in persons if counted is not None else ():
            if one.club and one.name:
                follow_rename(connection, tournament, one.number, one.club, one.name)
            query = update(person).where(person.c.tournament == tournament, person.c.number == one.number)
            connection.execute(query.values(name=one.name, slip=one.slip, club=one.club))
            if one.club and not one.name:
                forget_unused(connection, one.club)
        return counted

    return act


def link_person(
    tournament: str, one: Person, wanted: int, seen: str | None
) -> Callable[[Connection], tuple[str, Person] | None]:
    """A write that links a player to another person of the club: an existing number, or NEW.

    `seen` is the counter of changes to the tournament's people (`version_key`) that the caller read (None: not set).
    The write returns the new counter and the player, or None if `seen` is out of date.
    """

    def act(connection: Connection) -> tuple[str, Person] | None:
        counted = _count(connection, tournament, seen)
        if counted is None:
            return None
        linked = one._replace(club=known_or_new(connection, one.name, wanted))
        query = update(person).where(person.c.tournament == tournament, person.c.number == one.number)
        connection.execute(query.values(club=linked.club))
        return counted, linked

    return act


def _add(connection: Connection, tournament: str, persons: Sequence[Person]) -> None:
    rows = [{"tournament": tournament, **one._asdict()} for one in persons]
    if rows:
        connection.execute(insert(person), rows)


def _count(connection: Connection, tournament: str, seen: str | None) -> str | None:
    new = str(int(seen or 0) + 1)
    return new if swap(connection, version_key(tournament), seen, new) else None
