"""The persons of the club: one number each over the years, at live tournaments and cash nights; and their account of
the room, so that online tournaments count, too.

A person is found by name when somebody enters a tournament. Two numbers that turn out to be one person are merged; a
merge is a row that can be undone. An erased person keeps the number,
so that the standings do not change.

Several processes may write. Each write first increments a counter (`COUNTER`), which no two can do at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from sqlalchemy import Connection, delete, func, insert, select, update

from sidepot.errors import Conflict, SidepotError
from sidepot.room.store.schema import avatar, club_merge, club_person, person
from sidepot.room.store.transaction import step
from sidepot.validation.lookalikes import name_key
from sidepot.validation.quantities import MOST_PERSONS

if TYPE_CHECKING:
    from sidepot.room.store.store import Store

T = TypeVar("T")
COUNTER: Final = "club/persons"
BY_NAME: Final = 0  # whoever has this name; a new person if nobody, or if several have it
NEW: Final = -1
PARTY: Final = "#"  # before a number: the key of a person in the books


class ClubPerson(NamedTuple):
    """A person of the club.

    - `name`: the person's name ("" if it was erased)
    - `account`: the person's account ("" for none)
    """

    number: int
    name: str
    account: str


class ClubMerge(NamedTuple):
    """A merge of the person `person` into the person `into`. `undone` is when it was undone (0: it is in force)."""

    number: int
    at: int
    by: str
    person: int
    into: int
    undone: int


class Club:
    """All people and merges of the club at one moment."""

    def __init__(self, persons: Iterable[ClubPerson], merges: Iterable[ClubMerge]) -> None:
        self.persons = {one.number: one for one in persons}
        self.merges = tuple(merges)
        self._into = {one.person: one.into for one in self.merges if not one.undone}

    def root(self, number: int) -> int:
        """The number that a person has after all merges.

        >>> club = Club([], [ClubMerge(1, 0, "", 7, 3, 0), ClubMerge(2, 0, "", 3, 2, 0), ClubMerge(3, 0, "", 9, 2, 5)])
        >>> club.root(7), club.root(9)
        (2, 9)
        """
        while number in self._into:
            number = self._into[number]
        return number

    @cached_property
    def groups(self) -> dict[int, list[int]]:
        """All numbers of each person, including those of people merged into that person.

        The key is the number in use, which also comes first in the list.
        """
        found: defaultdict[int, list[int]] = defaultdict(list)
        for number in self.persons:
            found[self.root(number)].append(number)
        return {root: sorted(some, key=lambda one: (one != root, one)) for root, some in found.items()}

    @cached_property
    def of_account(self) -> dict[str, int]:
        """The number of the person that each account is linked to."""
        return {one.account: self.root(one.number) for one in self.persons.values() if one.account}

    def account(self, root: int) -> str:
        """The account of the person whose number after all merges is `root` ("" for none).

        After a merge of two people with accounts, it is the account of the remaining person.
        """
        found = [self.persons[one].account for one in self.groups.get(root, ())]
        return next((one for one in found if one), "")

    def name(self, number: int) -> str:
        """The name of a person or, if it was erased, the number."""
        root = self.root(number)
        found = self.persons.get(root)
        return found.name if found is not None and found.name else f"Person {root}"

    def party(self, number: int) -> str:
        """The key of a person in the books. It is the person's account or, without an account, a key made from the
        number.
        """
        root = self.root(number)
        return self.account(root) or f"{PARTY}{root}"


def read_club(connection: Connection) -> Club:
    """Read all people and merges."""
    persons = select(club_person.c.number, club_person.c.name, club_person.c.account).order_by(club_person.c.number)
    return Club(
        [ClubPerson(*row) for row in connection.execute(persons)],
        [ClubMerge(*row) for row in connection.execute(select(club_merge).order_by(club_merge.c.number))],
    )


def photo_key(number: int) -> str:
    """The key of a person's picture among the avatars."""
    return f"{PARTY}{number}"


def read_pictures(connection: Connection, club: Club) -> dict[int, tuple[str, str]]:
    """The picture of each person who has one, as drawing and tag.

    It is the person's own picture or, without one, the avatar of the person's account.
    """
    query = select(avatar.c.account, avatar.c.drawing, avatar.c.tag)
    there = {who: (drawing, tag) for who, drawing, tag in connection.execute(query)}
    found = {}
    for root, group in club.groups.items() if there else ():
        keys = [*map(photo_key, group), club.account(root)]
        key = next((one for one in keys if one in there), None)
        if key is not None:
            found[root] = there[key]
    return found


def _erase_pictures(connection: Connection, numbers: Iterable[int]) -> None:
    connection.execute(delete(avatar).where(avatar.c.account.in_([photo_key(one) for one in numbers])))


class Played(NamedTuple):
    """A player of a live tournament: the person of the club, the tournament, and the player's number in it."""

    club: int
    tournament: str
    number: int


def read_played(connection: Connection) -> list[Played]:
    """Read all players of live tournaments who are linked to a person of the club."""
    query = select(person.c.club, person.c.tournament, person.c.number).where(person.c.club != 0)
    return [Played(*row) for row in connection.execute(query.order_by(person.c.tournament, person.c.number))]


def named(connection: Connection, name: str) -> list[int]:
    """The numbers of the people with this name in any spelling, without people merged into somebody else."""
    key = name_key(name)
    numbers = connection.scalars(select(club_person.c.number).where(club_person.c.name_key == key)) if key else ()
    return sorted({_root(connection, number) for number in numbers})


def _root(connection: Connection, number: int) -> int:
    query = select(club_merge.c.into).where(club_merge.c.undone == 0)
    while (into := connection.scalar(query.where(club_merge.c.person == number))) is not None:
        number = into
    return number


# ---- writing, within the transaction of somebody who enters


def known_or_new(connection: Connection, name: str, wanted: int) -> int:
    """The club's number of a person who enters a tournament under this name.

    `wanted` is the number itself, NEW for a new person, or BY_NAME for the only person with this name. If nobody or
    several people have the name, a new person is added: two people can be merged later, but one person cannot be split.
    """
    step(connection, COUNTER)
    if wanted > 0 and connection.scalar(select(club_person.c.number).where(club_person.c.number == wanted)):
        return _root(connection, wanted)
    known = named(connection, name) if wanted != NEW else []
    return known[0] if len(known) == 1 else _add(connection, name)


def _add(connection: Connection, name: str, account: str = "") -> int:
    number = (connection.scalar(select(func.max(club_person.c.number))) or 0) + 1
    row = {"number": number, "name": name, "name_key": name_key(name), "account": account}
    connection.execute(insert(club_person), row)
    return number


def follow_rename(connection: Connection, tournament: str, number: int, club: int, name: str) -> None:
    """Rename a person of the club, because a tournament has renamed the player. Persons who have played elsewhere
    keep the name.
    """
    mine = (person.c.tournament == tournament) & (person.c.number == number)
    was = connection.scalar(select(person.c.name).where(mine))
    others = select(person.c.number).where(person.c.club == club, person.c.tournament != tournament).limit(1)
    if was != name and connection.execute(others).first() is None:
        step(connection, COUNTER)
        same = update(club_person).where(club_person.c.number == club, club_person.c.name == was)
        connection.execute(same.values(name=name, name_key=name_key(name)))


def forget_unused(connection: Connection, club: int) -> None:
    """Erase a person of the club who has no account, and whose name has been erased in every tournament."""
    named_rows = select(person.c.number).where(person.c.club == club, person.c.name != "").limit(1)
    if connection.execute(named_rows).first() is None:
        step(connection, COUNTER)
        alone = update(club_person).where(club_person.c.number == club, club_person.c.account == "")
        if connection.execute(alone.values(name="", name_key="")).rowcount:
            _erase_pictures(connection, [club])


# ---- what hosts do


class ClubPersons:
    """The people of a room's club, in its store. Raises Conflict if a change makes no sense."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def read(self) -> Club:
        """Read all people and merges."""
        return await self._store.ask(read_club)

    async def named(self, name: str) -> list[int]:
        """The numbers of the people with this name in any spelling."""
        return await self._store.ask(lambda connection: named(connection, name))

    async def add(self, name: str, account: str = "") -> int:
        """Add a person. Returns the person's number."""

        def act(connection: Connection, club: Club) -> int:
            if len(club.persons) >= MOST_PERSONS:
                raise Conflict(f"a club has at most {MOST_PERSONS} people", code="club_full")
            _check_account(club, 0, account)
            return _add(connection, name, account)

        return await self._change(act)

    async def rename(self, number: int, name: str) -> None:
        """Give a person another name. Tournaments in which the person has played keep the old name."""

        def act(connection: Connection, club: Club) -> None:
            mine = update(club_person).where(club_person.c.number == _known(club, number))
            connection.execute(mine.values(name=name, name_key=name_key(name)))

        await self._change(act)

    async def link_account(self, number: int, account: str) -> None:
        """Link an account of the room to a person. If `account` is "", remove the link."""

        def act(connection: Connection, club: Club) -> None:
            root = _known(club, number)
            _check_account(club, root, account)
            for one in club.groups[root]:
                mine = update(club_person).where(club_person.c.number == one)
                connection.execute(mine.values(account=account if one == root else ""))

        await self._change(act)

    async def merge(self, number: int, into: int, *, at: int, by: str) -> int:
        """Merge a person into the person `into`, whose name and number remain. Returns the number of the merge."""

        def act(connection: Connection, club: Club) -> int:
            one, other = _known(club, number), _known(club, into)
            if one == other:
                raise Conflict("these are the same person already", code="same_person")
            row = {"number": len(club.merges) + 1, "at": at, "by": by, "person": one, "into": other, "undone": 0}
            connection.execute(insert(club_merge), row)
            return len(club.merges) + 1

        return await self._change(act)

    async def undo(self, merge: int, *, at: int) -> None:
        """Undo a merge. The two people are separate again."""

        def act(connection: Connection, club: Club) -> None:
            if not any(one.number == merge and not one.undone for one in club.merges):
                raise Conflict("there is no such merge to undo", code="nothing_to_undo")
            connection.execute(update(club_merge).where(club_merge.c.number == merge).values(undone=at))

        await self._change(act)

    async def erase(self, number: int, counter: Callable[[str], str], keep: Iterable[str] = ()) -> list[str]:
        """Erase the name of a person everywhere. Returns the tournaments that had the name.

        The link to an account remains, so that the standings do not change, and the account keeps its own name.
        `counter` returns the key of the setting that counts the changes to a tournament's people. Raises Conflict if an
        unfinished tournament (`keep`) needs the name.
        """

        def act(connection: Connection, club: Club) -> list[str]:
            group = club.groups[_known(club, number)]
            query = select(person.c.tournament).where(person.c.club.in_(group), person.c.name != "").distinct()
            there = [str(one) for one in connection.scalars(query)]
            if not set(there).isdisjoint(keep):
                raise Conflict("a name cannot be erased until the person's tournaments are over", code="tournament_on")
            for one in there:
                step(connection, counter(one))
            connection.execute(update(person).where(person.c.club.in_(group)).values(name=""))
            mine = update(club_person).where(club_person.c.number.in_(group))
            connection.execute(mine.values(name="", name_key=""))
            _erase_pictures(connection, group)
            return there

        return await self._change(act)

    async def _change(self, act: Callable[[Connection, Club], T]) -> T:
        def write(connection: Connection) -> T | SidepotError:
            try:
                with connection.begin_nested():
                    step(connection, COUNTER)
                    return act(connection, read_club(connection))
            except SidepotError as refused:  # returned: other writes of the transaction stay
                return refused

        found = await self._store.write(write)
        if isinstance(found, SidepotError):
            raise found
        return found


def _known(club: Club, number: int) -> int:
    if number not in club.persons:
        raise Conflict("the club has no such person", code="no_person")
    return club.root(number)


def _check_account(club: Club, root: int, account: str) -> None:
    if account and club.of_account.get(account, root) != root:
        raise Conflict("this account belongs to another person of the club", code="account_taken")
