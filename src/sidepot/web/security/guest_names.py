"""Names for guests who have not thought of one."""

from __future__ import annotations

from random import SystemRandom
from typing import Final

_RANDOM: Final = SystemRandom()

_FIRST: Final = (
    *("Calm", "Quick", "Sunny", "Quiet", "Lucky", "Bold", "Merry", "Clever", "Patient", "Brave", "Gentle", "Nimble"),
    *("Bright", "Steady", "Wily", "Jolly", "Kind", "Keen", "Lively", "Mellow", "Plucky", "Proud", "Silent", "Witty"),
)
_SECOND: Final = (
    *("Otter", "Heron", "Badger", "Fox", "Lynx", "Robin", "Hare", "Raven", "Beaver", "Falcon", "Marten", "Owl"),
    *("Swift", "Trout", "Wren", "Stoat", "Crane", "Finch", "Mole", "Seal", "Tiger", "Whale", "Ibex", "Newt"),
)


def offer() -> str:
    """A friendly name, such as Quiet Otter; where it is taken, ask for `another`."""
    return f"{_RANDOM.choice(_FIRST)} {_RANDOM.choice(_SECOND)}"


def another() -> str:
    """A friendly name with a number, hardly ever taken."""
    return f"{offer()} {_RANDOM.randrange(10, 10_000)}"
