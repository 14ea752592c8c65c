"""Data of a live tournament in addition to its steps: requests of players, notes and postponed tasks of the staff."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from sidepot.room.tournament import commands as s
from sidepot.tournament import commands as c

if TYPE_CHECKING:
    from sidepot.room.tournament.events import TournamentEvent
    from sidepot.room.tournament.state import RoomTournamentState

OPEN: Final = "open"


class Asked(msgspec.Struct, frozen=True):
    """A request of a player. Its `state` is open, done or refused; then `by` and `why` are set."""

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
    """The command that grants a player's request. None if somebody only has to come to the table."""
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
    """Whether a request no longer matters: a command did what the player asked for without naming it, or a newer count
    replaced it.
    """
    wanted = granted(one)
    if isinstance(done, c.Count):
        return isinstance(wanted, c.Count) and one.player in dict(done.stacks)
    return wanted is not None and type(wanted) is type(done) and getattr(done, "player", "") == one.player


KEPT_ASKS: Final = 2000  # how many requests are kept


class ActNote(msgspec.Struct, frozen=True):
    """The note to a step: the number of its event, its author's role and reason, and its task."""

    seq: int
    role: str = ""
    why: str = ""
    todo: str = ""


class Aside(msgspec.Struct, frozen=True):
    """A postponed task: why, by whom, and when."""

    why: str
    by: str
    at: int


class Given(msgspec.Struct, frozen=True):
    """The winnings that a player has received: how much, from whom, and when last."""

    amount: int
    by: str
    at: int


class Beside(NamedTuple):
    """An entry of the history that is not a step: a command about money, names or tasks, given after step `after`.

    `asked` is the request that was refused, `refused` how many check-ins were.
    """

    seq: int
    after: int
    at: int
    by: str
    command: s.LiveCommand
    asked: Asked | None = None
    refused: int = 0


class LiveState:
    """The data of a live tournament apart from its steps.

    It has a note of each step, the first step of each event, the requests by number, the postponed tasks (`aside`), the
    history's other entries (`beside`), the winnings `given` to each player, and former names (`before`).
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
        self.check_in = True  # whether players may enter their own names
        self.last = 1  # the last step; the first one opened the tournament

    def open_asks(self) -> list[Asked]:
        """The open requests, the oldest first."""
        return [one for one in self.asks.values() if one.state == OPEN]

    def checked_in(self) -> list[Asked]:
        """The players who have checked in and wait to be entered, the first one first."""
        return [one for one in self.open_asks() if one.about == "enter"]

    def put_beside(
        self, event: TournamentEvent, command: s.LiveCommand, asked: Asked | None = None, refused: int = 0
    ) -> None:
        """Add an entry to the history that is not a step."""
        self.beside.append(Beside(event.seq, self.last, event.at, event.by, command, asked, refused))
        del self.beside[:-KEPT_ASKS]

    def close(self, event: TournamentEvent, number: int, state: str, why: str = "") -> None:
        """Close a request, if there is one with this number."""
        found = self.asks.get(number)
        if found is not None:
            self.asks[number] = msgspec.structs.replace(found, state=state, by=event.by, why=why, closed_at=event.at)

    def note_steps(self, event: TournamentEvent, note: ActNote) -> None:
        """Attach a note to each step of an event."""
        for step in event.steps:
            self.notes[step.number] = note
        if event.steps:
            self.last, self.step_of[event.seq] = event.steps[-1].number, event.steps[0].number


# ---- what each command changes besides its steps, which are already applied (`apply.EFFECTS`)


def acted(state: RoomTournamentState, event: TournamentEvent, command: s.Act) -> None:
    """Note who gave the command and why. Its task is no longer postponed, and the requests that it handles are done."""
    live = state.live
    live.note_steps(event, ActNote(event.seq, command.role, command.why, command.todo))
    live.aside.pop(command.todo, None)
    if live.asks:
        for number in (command.ask, *[one.number for one in live.open_asks() if is_moot(one, command.do)]):
            live.close(event, number, "done")


def redrafted(state: RoomTournamentState, event: TournamentEvent, command: s.Redraft) -> None:
    """Replace the terms of the draft."""
    state.live.note_steps(event, ActNote(event.seq))
    state.terms, state.agreement = command.terms, ""


def handed_out(state: RoomTournamentState, event: TournamentEvent, command: s.HandOut) -> None:
    """Add to the winnings that the player has received."""
    live, player = state.live, command.player
    before = live.given.get(player)
    live.given[player] = Given(command.amount + (before.amount if before is not None else 0), event.by, event.at)
    live.put_beside(event, command)


def renamed(state: RoomTournamentState, event: TournamentEvent, command: s.Rename) -> None:
    """Keep the number of the former name."""
    before = state.live.before
    before[command.player] = (*before.get(command.player, ()), command.was)
    state.live.put_beside(event, command)


def asked(state: RoomTournamentState, event: TournamentEvent, command: s.PutAsk) -> None:
    """Keep the request of a player."""
    asks = state.live.asks
    asks[event.seq] = Asked(event.seq, command.about, command.player, event.at, command.n)
    if len(asks) > KEPT_ASKS:
        del asks[next(iter(asks))]


def ask_closed(state: RoomTournamentState, event: TournamentEvent, command: s.CloseAsk) -> None:
    """Close the request of a player."""
    live = state.live
    live.close(event, command.ask, "done" if command.done else "refused", command.why)
    if not command.done:
        live.put_beside(event, command, asked=live.asks.get(command.ask))


def all_refused(state: RoomTournamentState, event: TournamentEvent, command: s.RefuseAll) -> None:
    """Refuse all who wait to be entered."""
    live = state.live
    waiting = live.checked_in()
    for one in waiting:
        live.close(event, one.number, "refused", command.why)
    live.put_beside(event, command, refused=len(waiting))


def check_in_set(state: RoomTournamentState, event: TournamentEvent, command: s.SetCheckIn) -> None:
    """Open or close the check-in."""
    state.live.check_in = command.on
    state.live.put_beside(event, command)


def set_aside(state: RoomTournamentState, event: TournamentEvent, command: s.SetAside) -> None:
    """Postpone a task, or make it due again."""
    state.live.put_beside(event, command)
    if command.on:
        state.live.aside[command.todo] = Aside(command.why, event.by, event.at)
    else:
        state.live.aside.pop(command.todo, None)
