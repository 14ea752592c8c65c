"""A command on its way into a machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from sidepot.errors import SidepotError

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
