"""The persons of a live tournament. The event log has only numbers; the names are stored apart.

A *mark* is a number in two brackets (`mark_of`). Only marks are in the log, the state, the views and the messages. A
route turns names into marks before it makes a command, and marks into names when it encodes its answer
(`Persons.fill_names`). A name can be changed or erased without changing the log. A text with such brackets is refused.

The staff are persons of their own, even if a player has the same name: they have high numbers, and no slips. (A slip is
the paper by which a player opens the seat page.) A name from before a rename has its own number, so that the log can
show the old name, which can be erased as well.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final
from unicodedata import normalize

import msgspec

from sidepot.errors import BadNotation, Conflict
from sidepot.room.store.club_persons import BY_NAME
from sidepot.room.store.persons import (
    Person,
    add_persons,
    change_persons,
    link_person,
    read_persons,
    version_key,
)
from sidepot.validation.lookalikes import skeleton, why_misread
from sidepot.validation.shown_text import JOINS, without_joins

if TYPE_CHECKING:
    from sidepot.room.store.store import Store

OPENS: Final = "\u27e8"
CLOSES: Final = "\u27e9"
LONGEST_NAME: Final = 60
MOST: Final = 20_000  # persons per tournament
STAFF_FROM: Final = 900_000_000  # numbers of staff are higher than this
FORMER_FROM: Final = 800_000_000  # numbers of former names are higher than this
_MARK: Final = re.compile(f"{OPENS}([0-9]{{1,9}}){CLOSES}")
_ERASED: Final = re.compile("(player|staff)([0-9]{1,9})")
_BYTES: Final = re.compile(_MARK.pattern.encode())
_ENCODER: Final = msgspec.json.Encoder()


def mark_of(number: int) -> str:
    """The mark that stands for a person in the event log.

    >>> mark_of(17), number_of(mark_of(17)), number_of("Ann")
    ('⟨17⟩', 17, 0)
    """
    return f"{OPENS}{number}{CLOSES}"


def number_of(mark: str) -> int:
    """The number in a mark (0 if the text is not a mark)."""
    found = _MARK.fullmatch(mark)
    return int(found[1]) if found is not None else 0


def is_former(number: int) -> bool:
    """Whether a number belongs to a former name rather than to a person."""
    return FORMER_FROM < number < STAFF_FROM


def marks_in(data: bytes) -> frozenset[str]:
    """The marks in a text.

    >>> sorted(marks_in('{"player":"\u27e817\u27e9"}'.encode())) == [mark_of(17)]
    True
    """
    return frozenset([mark_of(int(found)) for found in _BYTES.findall(data)])


def key_of(name: str) -> str:
    """The key by which a name is found. It is the same for all spellings of a name.

    >>> key_of("P0") == key_of("p0 "), key_of("Ann Lee") == key_of("annlee")
    (True, True)
    """
    return JOINS.sub("", normalize("NFC", "".join(name.split()).casefold()))


def check_person(name: str) -> str:
    """Return a name, normalized for storage. Raises BadNotation if the name is not allowed."""
    typed = " ".join(name.split())
    found, plain = normalize("NFC", typed), without_joins(typed)
    if not plain or len(found) > LONGEST_NAME or not plain.isprintable():
        raise BadNotation(f"a name must have 1 to {LONGEST_NAME} printable characters", code="bad_name")
    if because := why_misread(plain):
        raise BadNotation(because, code="bad_name")
    check_brackets(found)
    return found


def check_brackets(text: str) -> None:
    """Raise BadNotation if a text looks like a mark."""
    if OPENS in text or CLOSES in text:
        raise BadNotation(f"a name must not contain {OPENS} or {CLOSES}, which mark players here", code="bad_text")


def names_in(rows: Iterable[Person]) -> Callable[[bytes], bytes]:
    """Return a function that replaces the marks in JSON with the names of these people."""
    names = {one.number: one.name for one in rows}
    return lambda data: fill_marks(data, names.__getitem__)


def fill_marks(data: bytes, name: Callable[[int], str]) -> bytes:
    """Replace each mark in a JSON text with what `name` returns for the person's number."""
    return _BYTES.sub(lambda found: _ENCODER.encode(name(int(found[1])))[1:-1], data)


class Persons:
    """The people in one tournament, found by mark or by name."""

    def __init__(self, tournament: str, store: Store, known: Iterable[Person] = (), version: str | None = None) -> None:
        self._tournament = tournament
        self._store = store
        self._by_number: dict[int, Person] = {}
        self._numbers: dict[str, int] = {}  # of players
        self._staff: dict[str, int] = {}
        self._former: dict[str, int] = {}
        self._looks: dict[tuple[bool, str], int] = {}  # by the skeleton of a name: who looks so, of staff or players
        self.changes = 0  # counts the changes to persons
        self._nameless: Persons | None = None
        self._version: str | None = None  # how many changes are known here
        self._adding = asyncio.Lock()
        self._know(known, version)
        self.is_behind = False  # another process may have made changes that are not known here yet
        self.changed: Callable[[], object] = lambda: None  # called after each change made here

    def _know(self, persons: Iterable[Person], version: str | None) -> None:
        self._by_number = {one.number: one for one in persons}
        self._numbers, self._staff, self._former, self._looks = {}, {}, {}, {}
        for one in self._by_number.values():
            self._note(one)
        self._version = version
        self.changes += 1

    def _keys(self, one: Person) -> dict[str, int]:
        """The index of names for this person: that of players or of staff. Former names are in neither."""
        if is_former(one.number):
            return self._former
        return self._staff if one.number > STAFF_FROM else self._numbers

    def _note(self, one: Person) -> None:
        """Add a person to the index of names."""
        if one.name:
            self._keys(one)[key_of(one.name)] = one.number
            if not is_former(one.number):
                self._looks.setdefault((one.number > STAFF_FROM, skeleton(one.name)), one.number)

    def _forget(self, one: Person) -> None:
        """Remove a person from the index of names."""
        self._keys(one).pop(key_of(one.name), None)
        look = one.number > STAFF_FROM, skeleton(one.name)
        if self._looks.get(look) == one.number:
            del self._looks[look]

    @classmethod
    async def load(cls, tournament: str, store: Store) -> Persons:
        """Load the people of a tournament from the store."""
        found = cls(tournament, store)
        await found._load()
        return found

    async def _load(self) -> None:
        version = await self._store.get(version_key(self._tournament))  # read first: later changes are looked up again
        self._know(await self._store.ask(read_persons(self._tournament)), version)

    async def refresh(self) -> None:
        """Read the changes that other processes have made."""
        if await self._store.get(version_key(self._tournament)) != self._version:
            async with self._adding:
                await self._load()

    def __len__(self) -> int:
        return len(self._by_number)

    def without_names(self) -> Persons:
        """A copy for people who may not see names. It shows each person as a number."""
        if self._nameless is None or self._nameless.changes != self.changes:
            rows = [Person(one.number, "", one.slip) for one in self._by_number.values()]
            self._nameless = Persons(self._tournament, self._store, rows)
            self._nameless.changes = self.changes
        return self._nameless

    # ---- names and numbers

    def find(self, name: str, *, staff: bool = False) -> str:
        """The mark of the player or staff member with this name ("" if there is none).

        Upper and lower case count as the same.
        """
        keys = self._staff if staff else self._numbers
        known = self._by_number.get(number_of(name))
        if known is not None and self._keys(known) is keys:
            return name
        number = keys.get(key_of(name))
        erased = _ERASED.fullmatch(key_of(name)) if number is None else None
        if erased is not None and (erased[1] == "staff") == staff:
            found = self._by_number.get(int(erased[2]) + STAFF_FROM * staff)
            number = found.number if found is not None and not found.name and self._keys(found) is keys else None
        return mark_of(number) if number is not None else ""

    def name(self, mark: str) -> str:
        """The name for a mark. Any text that is not a mark is returned unchanged."""
        return self._shown(int(found[1])) if (found := _MARK.fullmatch(mark)) else mark

    def _shown(self, number: int) -> str:
        found = self._by_number.get(number)
        if found is not None and found.name:
            return found.name
        if is_former(number):
            return f"Former name {number - FORMER_FROM}"
        return f"Staff {number - STAFF_FROM}" if number > STAFF_FROM else f"Player {number}"

    def has_name(self, mark: str) -> bool:
        """Whether a person has a name.

        A person who entered without a name, or whose name was erased, has only a number.
        """
        found = self._by_number.get(number_of(mark))
        return found is not None and bool(found.name)

    def names(self) -> list[str]:
        """All known names of players."""
        return [one.name for one in self._by_number.values() if one.name and one.number < FORMER_FROM]

    def rows(self) -> list[Person]:
        """All people, by number."""
        return sorted(self._by_number.values())

    def slip(self, mark: str) -> int:
        """The number of a person's valid slip (-1 if there is no such person)."""
        found = self._by_number.get(number_of(mark))
        return found.slip if found is not None and found.number < FORMER_FROM else -1

    def text(self, text: str) -> str:
        """Replace the marks in a text with names."""
        return _MARK.sub(lambda found: self._shown(int(found[1])), text)

    def fill_names(self, data: bytes) -> bytes:
        """Return a JSON text with names in place of the marks."""
        return fill_marks(data, self._shown)

    # ---- changes

    async def enter(self, names: Sequence[str], *, staff: bool = False, club: int = BY_NAME) -> list[str]:
        """Return the marks by which the log knows these persons.

        A new name gets a new mark. It is linked to a person of the club: the one with the number `club`, the one of
        that name (BY_NAME), or a new one (NEW). Staff names are checked when their owners log in
        (`check_staff_name`), not with each action. Raises BadNotation if a name is not allowed, and Conflict if it is
        taken.
        """
        wanted = [name if self.find(name, staff=staff) == name else check_person(name) for name in names]
        async with self._adding:
            while new := [one._replace(club=club) for one in self._new(wanted, STAFF_FROM * staff)]:
                if added := await self._add(new, players=not staff):
                    for one in added:
                        self._note(one)
                    self.changed()
                    break
        return [self.find(name, staff=staff) for name in wanted]

    async def _add(self, new: Sequence[Person], *, players: bool = False) -> list[Person]:
        """Add persons. Returns them as stored (none if another process was faster)."""
        added = await self._store.write(add_persons(self._tournament, new, self._version, players=players))
        if not await self._made(added and added[0]) or added is None:
            return []
        self._by_number.update({one.number: one for one in added[1]})
        return added[1]

    async def enter_nameless(self, count: int) -> list[str]:
        """Enter new players without names. They are shown as numbers, and are linked to no person of the club.

        Returns the marks of these players. Raises Conflict if the tournament has too many people.
        """
        async with self._adding:
            while True:
                if len(self._by_number) + count > MOST:
                    raise Conflict(f"a tournament has at most {MOST} people", code="tournament_full")
                last = self._last(0)
                added = await self._add([Person(number, "", 0) for number in range(last + 1, last + count + 1)])
                if added or not count:
                    self.changed()
                    return [mark_of(one.number) for one in added]

    async def enter_staff(self, name: str) -> str:
        """Return the mark of a staff member. A new name gets a new mark.

        The event log contains this mark in place of the name.
        """
        return self.find(name, staff=True) or (await self.enter([name], staff=True))[0]

    def _new(self, names: Sequence[str], after: int) -> list[Person]:
        """Give each new name a number above `after`."""
        last = self._last(after)
        found: dict[str, str] = {}
        for name in names:
            if not self.find(name, staff=after > 0) and key_of(name) not in found:
                if not after:
                    self._check_looks(name, among=found.values())
                found[key_of(name)] = name
        if len(self._by_number) + len(found) > MOST:
            raise Conflict(f"a tournament has at most {MOST} people", code="tournament_full")
        return [Person(number, name, 0) for number, name in enumerate(found.values(), last + 1)]

    def _last(self, after: int) -> int:
        """The highest number in use in the group (players, staff or former names) that begins above `after`."""
        end = {0: FORMER_FROM, FORMER_FROM: STAFF_FROM}.get(after, 10 * STAFF_FROM)
        return max([after, *[one for one in self._by_number if after < one <= end]])

    def check_rename(self, mark: str, name: str) -> str:
        """Check a person's new name, and return it normalized.

        Raises BadNotation if the name is not allowed, and Conflict if it is taken or there is no such person.
        """
        found = check_person(name)
        self._check_free(self._known(mark), found)
        return found

    async def keep_name(self, mark: str) -> str:
        """Store a person's old name before a rename. Returns a mark for the old name.

        Raises Conflict if the tournament has too many people.
        """
        async with self._adding:
            while True:
                number = self._last(FORMER_FROM) + 1
                known = self._known(mark)
                former = Person(number, known.name, 0, known.club)
                if len(self._by_number) >= MOST:
                    raise Conflict(f"a tournament has at most {MOST} people", code="tournament_full")
                if await self._add([former]):
                    break
            self.changed()
        return mark_of(number)

    async def rename(self, mark: str, name: str) -> None:
        """Rename a person. Raises BadNotation if the name is not allowed, and Conflict if it is taken."""
        kept = check_person(name)

        def change(old: Person) -> Person:
            self._check_free(old, kept)
            return old._replace(name=kept)

        await self._change([mark], change)

    async def erase(self, *marks: str) -> None:
        """Erase all names of these people, including former names. Only their numbers remain."""
        await self._change(marks, lambda old: old._replace(name=""))

    async def link(self, mark: str, club: int) -> None:
        """Link a player to another person of the club, or to a new person (NEW as `club`)."""
        async with self._adding:
            while True:
                linked = await self._store.write(link_person(self._tournament, self._known(mark), club, self._version))
                if await self._made(linked and linked[0]) and linked is not None:
                    self._by_number[linked[1].number] = linked[1]
                    self.changed()
                    return

    def club(self, mark: str) -> int:
        """The number of the person in the club that a mark is linked to (0 if there is none)."""
        found = self._by_number.get(number_of(mark))
        return found.club if found is not None else 0

    async def new_slip(self, mark: str) -> None:
        """Issue a new slip for a person. All slips printed earlier become invalid. Raises Conflict for staff."""

        def change(old: Person) -> Person:
            if old.number > STAFF_FROM:
                raise Conflict("staff have no slips", code="no_slip")
            return old._replace(slip=old.slip + 1)

        await self._change([mark], change)

    def _known(self, mark: str) -> Person:
        found = self._by_number.get(number_of(mark))
        if found is None:
            raise Conflict("no such player in this tournament", code="not_entered")
        return found

    def _check_free(self, whom: Person, name: str) -> None:
        """Raise Conflict if a name is taken, or looks like a name that is taken."""
        staff = whom.number > STAFF_FROM
        other = self.find(name, staff=staff) if name else ""
        if other not in ("", mark_of(whom.number)):
            raise Conflict(f"another player is already named {self.name(other)}", code="name_taken")
        self._check_looks(name, staff=staff, own=whom.number)

    def check_staff_name(self, name: str) -> str:
        """Check the name of a staff member who logs in, and return it normalized.

        Raises BadNotation if the name is not allowed, and Conflict if it is new and looks like another person's name.
        """
        found = check_person(name)
        if not self.find(found, staff=True):
            self._check_looks(found, staff=True)
        return found

    def _check_looks(self, name: str, *, staff: bool = False, own: int = 0, among: Iterable[str] = ()) -> None:
        """Raise Conflict if a name looks like another person's name."""
        look = skeleton(name)
        if look and (self._looks.get((staff, look), own) != own or look in map(skeleton, among)):
            raise Conflict(
                f"the name {name!r} is too similar to another name here; choose a different spelling",
                code="name_taken",
            )

    async def _change(self, marks: Sequence[str], change: Callable[[Person], Person]) -> None:
        if not marks:
            return
        async with self._adding:
            while True:
                old = [self._known(mark) for mark in marks]
                new = [change(one) for one in old]
                if await self._made(await self._store.write(change_persons(self._tournament, new, self._version))):
                    break
            for before, after in zip(old, new, strict=True):
                self._by_number[after.number] = after
                self._forget(before)
                self._note(after)
            self.changed()

    async def _made(self, version: str | None) -> bool:
        """Whether the change was stored. If not, another process was faster, and its changes must be read first."""
        if version is None:
            await self._load()
            return False
        self._version = version
        self.changes += 1
        return True


class NoPersons(Persons):
    """Replaces `Persons` in an online tournament, whose log contains names instead of marks."""

    def without_names(self) -> Persons:
        """Return this object itself, because everybody may see names online."""
        return self

    def name(self, mark: str) -> str:
        """Return the name itself."""
        return mark

    def text(self, text: str) -> str:
        """Return the text unchanged."""
        return text

    def fill_names(self, data: bytes) -> bytes:
        """Return the JSON unchanged."""
        return data
