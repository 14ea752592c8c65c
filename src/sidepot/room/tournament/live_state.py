"""What the staff and the players of a tournament with real chips and cards said, beside its steps: wishes, notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from sidepot.room.tournament import commands as s
from sidepot.tournament import commands as c

if TYPE_CHECKING:
    from sidepot.room.tournament.events import TournamentEvent

OPEN: Final = "open"


class Asked(msgspec.Struct, frozen=True):
    """A wish of a player: `state` is open, done or refused; then `by` whom and `why`."""

    number: int
    about: str
    player: str
    at: int
    n: int = 0
    state: str = OPEN
    by: str = ""
    why: str = ""
    closed_at: int = 0


def granted(one: Asked) -> c.AnyCommand | None:
    """The act by which a wish of a player is granted; None where somebody only has to come."""
    match one.about:
        case "enter":
            return c.Register(one.player)
        case "rebuy":
            return c.Rebuy(one.player)
        case "add_on":
            return c.AddOn(one.player)
        case "reenter":
            return c.Reenter(one.player)
        case "out":
            return c.Out(one.player, at=one.at)
        case "count":
            return c.Count(((one.player, one.n),), one.at)
        case _:
            return None


def is_moot(one: Asked, done: c.AnyCommand) -> bool:
    """Whether what a player asked for is done by an act that was told without it, or is known better by now."""
    wanted = granted(one)
    if isinstance(done, c.Count):
        return isinstance(wanted, c.Count) and one.player in dict(done.stacks)
    return wanted is not None and type(wanted) is type(done) and getattr(done, "player", "") == one.player


KEPT_ASKS: Final = 2000  # wishes that are kept, the latest


class ActNote(msgspec.Struct, frozen=True):
    """A step: the record that has it, in which role it was told, why, and which line of what is to do it was."""

    seq: int
    role: str = ""
    why: str = ""
    todo: str = ""


class Aside(msgspec.Struct, frozen=True):
    """A line of what is to do that is set aside: why, by whom, when."""

    why: str
    by: str
    at: int


class Given(msgspec.Struct, frozen=True):
    """What a player has been given of what they have won, by whom and when last."""

    amount: int
    by: str
    at: int


class Beside(NamedTuple):
    """What the staff said that is no step, `after` which step: a line was set aside (`on`) or is to do again.

    `text` is what it said then. `asked`: a wish of a player that was not granted. `given`: to whom, and how much.
    `renamed`: somebody who has another name, and the one before; `role` is that of the staff. `refused`: so many who
    waited to be entered. `check_in`: it was opened, or closed.
    """

    seq: int
    after: int
    at: int
    by: str
    why: str
    text: str = ""
    on: bool = True
    asked: Asked | None = None
    given: tuple[str, int] | None = None
    renamed: tuple[str, str] | None = None
    role: str = ""
    refused: int = 0
    check_in: bool | None = None


class LiveState:
    """All that the staff and the players said.

    It has a note of each step, the step of each record, the wishes by number, the lines that are set aside, and what
    was said `beside` the steps; what each was `given` of what they have won; and the names that they had `before`.
    """

    __slots__ = ("aside", "asks", "before", "beside", "check_in", "given", "last", "notes", "step_of")

    def __init__(self) -> None:
        self.notes: dict[int, ActNote] = {}
        self.step_of: dict[int, int] = {}
        self.asks: dict[int, Asked] = {}
        self.aside: dict[str, Aside] = {}
        self.given: dict[str, Given] = {}
        self.before: dict[str, tuple[str, ...]] = {}
        self.beside: list[Beside] = []
        self.check_in = True  # whether players may say their names themselves
        self.last = 1  # the last step, of which the first one opened the tournament

    def open_asks(self) -> list[Asked]:
        """The wishes that nobody has seen to yet, the first one first."""
        return [one for one in self.asks.values() if one.state == OPEN]

    def checked_in(self) -> list[Asked]:
        """Those who have checked in and wait to be entered, the first one first."""
        return [one for one in self.open_asks() if one.about == "enter"]

    def note(self, entry: TournamentEvent) -> None:
        """Take a record in."""
        command = entry.command
        if entry.steps:
            self.last = entry.steps[-1].number
        match command:
            case s.Redraft() | s.Act():
                self._note_steps(entry, command)
            case s.HandOut(player, amount):
                before = self.given.get(player)
                whole = amount + (before.amount if before is not None else 0)
                self.given[player] = Given(whole, entry.by, entry.at)
                self._put_beside(entry, given=(player, amount))
            case s.Rename(player, was, role):
                self.before[player] = (*self.before.get(player, ()), was)
                self._put_beside(entry, renamed=(player, was), role=role)
            case s.PutAsk():
                self.asks[entry.seq] = Asked(entry.seq, command.about, command.player, entry.at, command.n)
                if len(self.asks) > KEPT_ASKS:
                    del self.asks[next(iter(self.asks))]
            case s.CloseAsk():
                self._close(entry, command.ask, "done" if command.done else "refused", command.why)
                if not command.done:
                    self._put_beside(entry, why=command.why, asked=self.asks.get(command.ask))
            case s.RefuseAll(why, role):
                waiting = self.checked_in()
                for one in waiting:
                    self._close(entry, one.number, "refused", why)
                self._put_beside(entry, why=why, refused=len(waiting), role=role)
            case s.SetCheckIn(on, role):
                self.check_in = on
                self._put_beside(entry, check_in=on, role=role)
            case s.SetAside(todo, why, on, text):
                self._put_beside(entry, why=why, text=text, on=on)
                if on:
                    self.aside[todo] = Aside(why, entry.by, entry.at)
                else:
                    self.aside.pop(todo, None)
            case _:
                pass

    def _note_steps(self, entry: TournamentEvent, command: s.Redraft | s.Act) -> None:
        note = ActNote(entry.seq)
        if isinstance(command, s.Act):
            note = ActNote(entry.seq, command.role, command.why, command.todo)
            self.aside.pop(command.todo, None)
            if self.asks:
                self._close_moot(entry, command)
        for step in entry.steps:
            self.notes[step.number] = note
        if entry.steps:
            self.step_of[entry.seq] = entry.steps[0].number

    def _put_beside(self, entry: TournamentEvent, *, why: str = "", **fields: Any) -> None:
        self.beside.append(Beside(entry.seq, self.last, entry.at, entry.by, why, **fields))
        del self.beside[:-KEPT_ASKS]

    def _close_moot(self, entry: TournamentEvent, command: s.Act) -> None:
        """An act sees to the wish that it grants, and to those that are moot by it."""
        for number in (command.ask, *[one.number for one in self.open_asks() if is_moot(one, command.do)]):
            self._close(entry, number, "done", "")

    def _close(self, entry: TournamentEvent, number: int, state: str, why: str) -> None:
        found = self.asks.get(number)
        if found is not None:
            self.asks[number] = msgspec.structs.replace(found, state=state, by=entry.by, why=why, closed_at=entry.at)
