"""The interface between the runtime and a machine. The runtime knows nothing about poker: a counter could be a machine.

A machine is pure. It decides commands from its state and from the time, which is an argument. Its events, applied in
order, make the same machine again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, Protocol, TypeVar

import msgspec

from sidepot.errors import SidepotError

MOST_WAITING: Final = 256  # commands that may wait at one machine
MOST_OF_ONE: Final = 32  # and of one person
MOST_REFUSED: Final = 100  # refusals that a machine remembers


class Event(Protocol):
    """Event number `seq` of a machine's log. It is what one command changed at the time `at` (ms since 1970)."""

    @property
    def seq(self) -> int: ...

    @property
    def at(self) -> int: ...


C = TypeVar("C")  # the type of a machine's commands
C_contra = TypeVar("C_contra", contravariant=True)
E = TypeVar("E", bound=Event)  # the type of its events


class Machine(Protocol[C_contra, E]):
    """A state that only events change. Commands cause these events.

    - `seq`, `at`: the number and the time of the last event
    - `frozen`: why the machine takes no commands ("" if it takes them)
    """

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
        """Decide a command. Returns its event, which has already been applied.

        - `now`: the time in milliseconds since 1970
        - `by`: the sender's name ("" for the room itself)
        - `account`: the id of the sender's account ("" for a bot or the room)
        - `id`: identifies a command that may be sent again ("" for a command that may not)
        - `staff`: whether the sender is a host

        Raises SidepotError, with nothing changed, if the command is refused. After any other error, the machine must be
        reloaded.
        """
        ...

    def apply(self, event: E, /) -> None:
        """Apply the next event of the log during a replay."""

    @property
    def ids(self) -> Mapping[str, int]:
        """The ids of the last commands, each with the number of the event that the command made.

        Commands without an id are left out.
        """

    def alarm(self) -> int:
        """When the machine wants its `Kind.tick` command, in milliseconds since 1970 (0: never)."""
        ...


M = TypeVar("M", bound=Machine[Any, Any])
M_co = TypeVar("M_co", bound=Machine[Any, Any], covariant=True)


@dataclass(frozen=True)
class Kind(Generic[C]):
    """What all machines of one kind have in common.

    - `label`: the word before an id in messages to the host
    - `tick`: the command for a machine whose alarm rings
    - `freeze`: returns the command that freezes a machine for a given reason
    - `points`: the prefix of the machine's crash points
    - `joins`: whether a command may be written together with others that wait (None: each is written by itself)
    - `most_waiting`, `most_of_one`, `most_refused`: the limits of the inbox
    """

    label: str
    tick: C
    freeze: Callable[[str], C]
    points: str = ""
    joins: Callable[[C], bool] | None = None
    most_waiting: int = MOST_WAITING
    most_of_one: int = MOST_OF_ONE
    most_refused: int = MOST_REFUSED


Done = Callable[[int, SidepotError | None], object]  # called with the number of the event, or with the error


class Submitted(msgspec.Struct, frozen=True):
    """A command that waits for its machine, and who sent it.

    - `by`: the sender's name ("" for the room itself)
    - `id`: identifies a command that may be sent again ("" for a command that may not)
    - `staff`: whether the sender is a host
    - `done`: is called with the number of the event, or with the error
    - `account`: the id of the sender's account ("" for a bot or the room)
    """

    command: Any
    by: str
    id: str
    staff: bool
    done: Done
    account: str = ""
