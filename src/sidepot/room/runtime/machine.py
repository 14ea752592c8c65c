"""What the runtime needs of a machine. It knows nothing of poker: a counter could be one.

A machine is pure: it decides commands by its state and the time, which is an argument; and its events, applied in
order, make the same machine again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, Protocol, TypeVar

MOST_WAITING: Final = 256  # commands that wait at one machine
MOST_OF_ONE: Final = 32  # those of one person
MOST_REFUSED: Final = 100  # refused commands that a machine remembers


class Event(Protocol):
    """The effects of one command: event number `seq` of the machine's log, at `at` (milliseconds since 1970)."""

    @property
    def seq(self) -> int: ...

    @property
    def at(self) -> int: ...


C = TypeVar("C")  # the commands of a machine
C_contra = TypeVar("C_contra", contravariant=True)
E = TypeVar("E", bound=Event)  # its events


class Machine(Protocol[C_contra, E]):
    """A machine. `seq` and `at` are those of its last event; `frozen` is why it takes no commands, "" if it does."""

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
        """Decide a command; return its event, already applied. Raises SidepotError if it is refused: nothing changed.

        After any other error the machine must be loaded again.
        """
        ...

    def apply(self, event: E, /) -> None:
        """Apply the next event of the log, when the machine is rebuilt."""

    def known(self, id: str, /) -> int | None:
        """The number of the event that the command with this id made; None if it made none."""

    def alarm(self) -> int:
        """When the machine wants a `Kind.tick`, in milliseconds since 1970; 0: at no time, for now."""
        ...


M = TypeVar("M", bound=Machine[Any, Any])
M_co = TypeVar("M_co", bound=Machine[Any, Any], covariant=True)


@dataclass(frozen=True)
class Kind(Generic[C]):
    """Settings that all machines of one kind share.

    `label` comes before an id in messages to the host. `tick` is the command that a machine gets when its alarm rings;
    `freeze` makes the command that stops it, from a reason. `points` is the prefix of its crash points. The rest are
    the limits of its inbox.
    """

    label: str
    tick: C
    freeze: Callable[[str], C]
    points: str = ""
    most_waiting: int = MOST_WAITING
    most_of_one: int = MOST_OF_ONE
    most_refused: int = MOST_REFUSED
