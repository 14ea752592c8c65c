"""What the runtime asks of a machine and of its event log: nothing of what the machine is about.

A machine is pure: it decides commands, and the events that it has decided make the same machine again. The time is an
argument. Of poker the runtime knows nothing: a counter of ten lines runs as a table does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from sidepot.errors import SidepotError

MOST_WAITING: Final = 256  # commands that wait at one machine
MOST_OF_ONE: Final = 32  # of them by one person
MOST_REFUSED: Final = 100  # commands of one table whose refusal is kept in mind


class Event(Protocol):
    """What happened by one command: number `seq` of the machine's log, at `at` (milliseconds since 1970)."""

    @property
    def seq(self) -> int: ...

    @property
    def at(self) -> int: ...


C = TypeVar("C")  # the commands of a machine
C_contra = TypeVar("C_contra", contravariant=True)
E = TypeVar("E", bound=Event)  # its events


class Machine(Protocol[C_contra, E]):
    """What decides. `seq` and `at` are those of its last event, `frozen` says why it takes no commands, if so."""

    @property
    def id(self) -> str: ...

    @property
    def seq(self) -> int: ...

    @property
    def at(self) -> int: ...

    @property
    def frozen(self) -> str: ...

    def decide(
        self, command: C_contra, /, *, now: int, by: str = "", id: str = "", staff: bool = False, account: str = ""
    ) -> E:
        """The event that a command makes, already applied. Raises SidepotError if it is refused: nothing changed.

        After any other error, do not use the machine again: load it from its log.
        """
        ...

    def apply(self, event: E, /) -> None:
        """Take in the next event of the log."""

    def known(self, id: str, /) -> int | None:
        """The number of the event that the command of that id made; None if it made none."""

    def alarm(self) -> int:
        """When the machine wants a `Kind.tick`, in milliseconds since 1970; 0: never, as things are."""
        ...


M = TypeVar("M", bound=Machine[Any, Any])
M_co = TypeVar("M_co", bound=Machine[Any, Any], covariant=True)
E_contra = TypeVar("E_contra", bound=Event, contravariant=True)
Written = Callable[[object, "SidepotError | None"], None]  # what the store came to, and why it refused


class EventLog(Protocol[M, E_contra]):
    """The stored events of one machine."""

    def append(self, machine: M, event: E_contra, written: Written, /) -> None:
        """Have the store write the last event, and all that is written with it; `written` is called later, or now.

        Raises SidepotError if the store takes nothing.
        """

    async def load(self) -> M:
        """The machine as its log makes it. Raises StoreError, and whatever an event raises that does not follow."""
        ...


@dataclass(frozen=True)
class Kind(Generic[C]):
    """Settings that all machines of one kind share.

    `label` comes before an id in words to the host; `tick` is the command when its alarm rings, `freeze` makes the
    command that stops it with a reason. `points` comes before the names of its crash points. The rest are the bounds
    of its inbox.
    """

    label: str
    tick: C
    freeze: Callable[[str], C]
    points: str = ""
    most_waiting: int = MOST_WAITING
    most_of_one: int = MOST_OF_ONE
    most_refused: int = MOST_REFUSED
