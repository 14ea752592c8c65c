"""The names of a room: taken names, reserved names, and friendly names for guests.

`validation.lookalikes` decides which names look alike.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable
from random import SystemRandom
from typing import Final

from sidepot.errors import BadNotation, Conflict
from sidepot.validation.lookalikes import skeleton

RESERVED: Final = (
    "admin administrator bot croupier dealer director floor floorman floorperson host house manager mod moderator "
    "operator root security server sidepot staff supervisor support system"
).split()
_FILLERS: Final = "the of your room table".split()


_OF_THE_ROOM: Final = frozenset(skeleton(word) for word in RESERVED)
_WITH_THEM: Final = _OF_THE_ROOM | {skeleton(word) for word in _FILLERS}


def check_reserved(name: str) -> None:
    """Raise BadNotation for a name that could pass for the room's dealer or staff, with or without a number.

    >>> check_reserved("The Dealer 2")
    Traceback (most recent call last):
        ...
    sidepot.errors.BadNotation: the name 'The Dealer 2' looks like a role of the room; choose another one
    """
    plain = [one for one in unicodedata.normalize("NFKD", name) if not unicodedata.combining(one)]
    spaced = "".join(one if one.isalnum() else " " for one in plain)
    for words in (spaced.split(), spaced.translate(_NO_DIGITS).split()):
        found = [skeleton(word) for word in words]
        whole = "".join(found)
        if whole.removeprefix("the") in _OF_THE_ROOM or _OF_THE_ROOM & {*found} and {*found} <= _WITH_THEM:
            raise BadNotation(f"the name {name!r} looks like a role of the room; choose another one", code="bad_name")


_NO_DIGITS: Final = str.maketrans(dict.fromkeys("0123456789", " "))


class Names:
    """The names that are taken, by skeleton: names that look alike have the same skeleton."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = Counter(skeleton(name) for name in taken)

    def is_free(self, name: str) -> bool:
        """Whether neither this name nor a name that looks like it is taken."""
        return not self._taken[skeleton(name)]

    def check(self, name: str) -> None:
        """Raise Conflict if this name, or a name that looks like it, is taken."""
        if not self.is_free(name):
            raise Conflict(
                f"the name {name!r} is taken, or looks too much like one that is; choose another", code="name_taken"
            )

    def take(self, name: str) -> None:
        """Take a name. Raises Conflict if this name, or a name that looks like it, is taken."""
        self.check(name)
        self._taken[skeleton(name)] += 1

    def note(self, name: str) -> None:
        """Record that a name was taken on another server."""
        self._taken[skeleton(name)] += 1

    def give_back(self, *names: str) -> None:
        """Make these names free again."""
        for name in names:
            self._taken[one := skeleton(name)] -= 1
            if self._taken[one] <= 0:
                del self._taken[one]


# ---- friendly names for guests

_RANDOM: Final = SystemRandom()

_FIRST: Final = (
    *("Calm", "Quick", "Sunny", "Quiet", "Lucky", "Bold", "Merry", "Clever", "Patient", "Brave", "Gentle", "Nimble"),
    *("Bright", "Steady", "Wily", "Jolly", "Format", "Keen", "Lively", "Mellow", "Plucky", "Proud", "Silent", "Witty"),
)
_SECOND: Final = (
    *("Otter", "Heron", "Badger", "Fox", "Lynx", "Robin", "Hare", "Raven", "Beaver", "Falcon", "Marten", "Owl"),
    *("Swift", "Trout", "Wren", "Stoat", "Crane", "Finch", "Mole", "Seal", "Tiger", "Whale", "Ibex", "Newt"),
)


def friendly_name() -> str:
    """A friendly name, such as Quiet Otter."""
    return f"{_RANDOM.choice(_FIRST)} {_RANDOM.choice(_SECOND)}"


def numbered_name() -> str:
    """A friendly name with a number, so that it is hardly ever taken."""
    return f"{friendly_name()} {_RANDOM.randrange(10, 10_000)}"
