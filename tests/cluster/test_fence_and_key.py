"""What the fence rules out by itself, and what the key of `record` is for: a small room in every order of events.

Three processes and one table. Each may decide a command and write it later, be put out at any moment and go on without
knowing it, take the table of one that was put out, and hand it over. What the model leaves away is time: the log needs
none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from each import each

DECIDED = 3  # entries in all: more of them show nothing new
ALL = range(3)


class Process(NamedTuple):
    """A process: whether it is up by its row; the last number that it knows of the table (-1: it does not have it).

    `decided`: it has decided the next entry, which is not written.
    """

    up: bool = True
    knows: int = -1
    decided: bool = False


class Room(NamedTuple):
    """The processes, who has the table by its place, and the log: who wrote each entry (number, process, was up)."""

    processes: tuple[Process, ...]
    owner: int
    log: tuple[tuple[int, int, bool], ...]
    left: int

    def having(self, at: int, one: Process, **more: object) -> Room:
        """The same room with another process at that place."""
        found = (*self.processes[:at], one, *self.processes[at + 1 :])
        return self._replace(processes=found, **more)


START = Room((Process(knows=1), Process(), Process()), 0, ((1, 0, True),), DECIDED)


def after(room: Room, *, fence: bool, key: bool, careful: bool) -> Iterator[Room]:
    """Every state that can come next. `careful`: a table is taken only from a process that was put out."""
    numbers = {number for number, _, _ in room.log}
    for at in ALL:
        one = room.processes[at]
        if one.up:
            yield room.having(at, one._replace(up=False))
        if one.knows >= 0 and not one.decided and room.left:
            yield room.having(at, one._replace(decided=True), left=room.left - 1)
        if one.decided:
            yield written(room, at, numbers, fence=fence, key=key)
        is_free = not room.processes[room.owner].up or not careful
        if one.up and one.knows < 0 and is_free and at != room.owner:
            yield room._replace(owner=at)
        if (
            room.owner == at and one.up and one.knows < 0 and room.left
        ):  # it reads, and writes first that it has the table
            yield room.having(at, one._replace(knows=max(numbers), decided=True), left=room.left - 1)
        if room.owner == at and one.up and one.knows >= 0 and not one.decided:
            for to in ALL:
                if to != at and room.processes[to].up and room.processes[to].knows < 0:
                    yield room.having(at, one._replace(knows=-1), owner=to)


def written(room: Room, at: int, numbers: set[int], *, fence: bool, key: bool) -> Room:
    """What was decided goes to the database, in one transaction with the fence."""
    one = room.processes[at]
    number = one.knows + 1
    if fence and not one.up:
        return room.having(at, one._replace(knows=-1, decided=False))  # it ends
    if key and number in numbers:
        return room.having(at, one._replace(knows=-1, decided=False))  # it is told, and reads the table again
    return room.having(at, one._replace(knows=number, decided=False), log=(*room.log, (number, at, one.up)))


def found(**build: bool) -> set[str]:
    """What goes wrong anywhere, in a build with these protections."""
    seen, open_ones, wrong = {START}, [START], set()
    while open_ones:
        room = open_ones.pop()
        numbers = [number for number, _, _ in room.log]
        if len(numbers) > len(set(numbers)):
            wrong.add("two entries of one number")
        if sorted(set(numbers)) != list(range(1, len(set(numbers)) + 1)):
            wrong.add("a number is missing")
        if not all(was_up for _, _, was_up in room.log):
            wrong.add("written by one that was put out")
        for then in after(room, **build):
            if then not in seen:
                seen.add(then)
                open_ones.append(then)
    return wrong


@each(
    ("fence", "key", "careful", "wrong"),
    [
        (True, True, True, set()),
        (True, False, True, set()),  # the key alone is not missed, in whatever order things happen
        (False, True, True, {"written by one that was put out"}),
        (False, False, True, {"written by one that was put out", "two entries of one number"}),
        (True, False, False, {"two entries of one number"}),  # a mistake about who has a table: the key is for that
        (True, True, False, set()),
    ],
)
def test_each_protection_is_needed(fence: bool, key: bool, careful: bool, wrong: set[str]) -> None:
    assert found(fence=fence, key=key, careful=careful) == wrong
