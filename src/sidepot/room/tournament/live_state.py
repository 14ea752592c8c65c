"""Data of a live tournament in addition to its steps: players' requests, the staff's notes and postponed tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from sidepot.room.tournament import commands as s
from sidepot.tournament import commands as c
from sidepot.tournament.bags import Bag, FlightResult

if TYPE_CHECKING:
    from sidepot.room.tournament.events import TournamentEvent

OPEN: Final = "open"


class StaffRequest(msgspec.Struct, frozen=True):
    """A player's request to the staff. `state` is open, done or refused.

    `by` is the person who closed the request, and `why` is the reason.
    """

    number: int
    about: str
    player: str
    at: int
    n: int = 0
    state: str = OPEN
    by: str = ""
    why: str = ""
    closed_at: int = 0


def granted(one: StaffRequest) -> c.AnyCommand | None:
    """The command that grants a player's request. Returns None if somebody only has to come to the table."""
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


def is_moot(one: StaffRequest, done: c.AnyCommand) -> bool:
    """Whether a request no longer matters, because the command `done` did what was requested or reported a newer
    count.
    """
    wanted = granted(one)
    if isinstance(done, c.Count):
        return isinstance(wanted, c.Count) and one.player in dict(done.stacks)
    return wanted is not None and type(wanted) is type(done) and getattr(done, "player", "") == one.player


KEPT_ASKS: Final = 2000  # how many requests are kept


class ActNote(msgspec.Struct, frozen=True):
    """A note on a step of a live tournament.

    - `seq`: the number of the step's event
    - `role`: the role of the person who gave the command
    - `why`: that person's reason
    - `todo`: the id of the task that the command carried out
    """

    seq: int
    role: str = ""
    why: str = ""
    todo: str = ""


class PostponedTask(msgspec.Struct, frozen=True):
    """Why and when a task was postponed, and who postponed it."""

    why: str
    by: str
    at: int


class PaidOut(msgspec.Struct, frozen=True):
    """The winnings that a player has received. `by` recorded the last payment, at the time `at`."""

    amount: int
    by: str
    at: int


class HistoryEntry(NamedTuple):
    """An entry of the history that is not a step: a command about money, names or tasks, given after step `after`.

    - `asked`: the request that the command refused
    - `refused`: the number of check-ins that the command refused
    - `bag`: the player's bag before the command
    """

    seq: int
    after: int
    at: int
    by: str
    command: s.LiveCommand
    asked: StaffRequest | None = None
    refused: int = 0
    bag: Bag | None = None


class BagEntry(NamedTuple):
    """A bag, the person who last entered or corrected it (`by`), and the time of this correction (`at`)."""

    bag: Bag
    by: str
    at: int


class Accepted(NamedTuple):
    """A difference of the bags that a director accepted, and why. If there are too many chips, it is above zero."""

    difference: int
    why: str
    by: str
    at: int


class LiveState:
    """What a live tournament records, apart from its steps.

    - `notes`: the note on each step
    - `step_of`: the first step of each event
    - `asks`: the players' requests, by number
    - `aside`: the postponed tasks, by id
    - `given`: the winnings that each player has received
    - `before`: the marks of each person's former names
    - `beside`: the entries of the history that are not steps
    - `bags`: in a flight, the bags by player
    - `accepted`: the difference between bags and chips that a director accepted
    - `carried`: the id of the day 2 to which the bags went ("": they have not gone yet)
    - `gathered`: on day 2, the results of its flights
    """

    __slots__ = (
        "accepted", "aside", "asks", "bags", "before", "beside", "carried", "check_in", "gathered", "given", "last",
        "notes", "step_of",
    )  # fmt: skip

    def __init__(self) -> None:
        self.notes: dict[int, ActNote] = {}
        self.step_of: dict[int, int] = {}
        self.asks: dict[int, StaffRequest] = {}
        self.aside: dict[str, PostponedTask] = {}
        self.given: dict[str, PaidOut] = {}
        self.before: dict[str, tuple[str, ...]] = {}
        self.beside: list[HistoryEntry] = []
        self.bags: dict[str, BagEntry] = {}
        self.accepted: Accepted | None = None
        self.carried = ""
        self.gathered: tuple[FlightResult, ...] = ()
        self.check_in = True  # whether players may enter their own names
        self.last = 1  # the last step; the first one opened the tournament

    def open_asks(self) -> list[StaffRequest]:
        """The open requests, oldest first."""
        return [one for one in self.asks.values() if one.state == OPEN]

    def checked_in(self) -> list[StaffRequest]:
        """The requests of players who have checked in and are waiting to be entered, oldest first."""
        return [one for one in self.open_asks() if one.about == "enter"]

    def put_beside(
        self,
        event: TournamentEvent,
        command: s.LiveCommand,
        asked: StaffRequest | None = None,
        refused: int = 0,
        bag: Bag | None = None,
    ) -> None:
        """Add to the history an entry that is not a step."""
        self.beside.append(HistoryEntry(event.seq, self.last, event.at, event.by, command, asked, refused, bag))
        del self.beside[:-KEPT_ASKS]

    def close(self, event: TournamentEvent, number: int, state: str, why: str = "") -> None:
        """Close the request with this number, if there is one."""
        found = self.asks.get(number)
        if found is not None:
            self.asks[number] = msgspec.structs.replace(found, state=state, by=event.by, why=why, closed_at=event.at)

    def note_steps(self, event: TournamentEvent, note: ActNote) -> None:
        """Attach a note to each step of an event."""
        for step in event.steps:
            self.notes[step.number] = note
        if event.steps:
            self.last, self.step_of[event.seq] = event.steps[-1].number, event.steps[0].number
