"""What can be said to a table of the room: by people, by its host, and by the room itself, one struct each.

Each is data, as it comes off the wire and as it is kept in the log. Amounts are chips, seats are those of the table,
0-based, and times are milliseconds.

>>> decode(b'{"type":"act","turn":7,"command":{"type":"raise_to","to":60}}')
Act(turn=7, command=RaiseTo(to=60))
"""

from __future__ import annotations

from typing import Final

import msgspec

from sidepot.codec import Codec
from sidepot.errors import BadNotation
from sidepot.hand import commands
from sidepot.hand.commands import Command, Declare, Discard, Show
from sidepot.room.tables.room_terms import RoomTerms, Strength
from sidepot.table.table_rules import Straddle


class _Saying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Anything that is said to a table."""


# ---- by people


class Sit(_Saying, frozen=True, tag="sit"):
    """Take a seat with chips (-1: any seat; 0: the usual buy-in); in an event, enter it. `waits`: for the big blind."""

    seat: int = -1
    chips: int = 0
    waits: bool = True


class Leave(_Saying, frozen=True, tag="leave"):
    """Leave the table; from a hand that is on, when it is over. In an event: take the entry back before it starts."""


class SitOut(_Saying, frozen=True, tag="sit_out"):
    """Sit out from the next hand on; in an event: be absent."""


class ComeBack(_Saying, frozen=True, tag="come_back"):
    """Be dealt in again."""

    waits: bool = True


class Buy(_Saying, frozen=True, tag="buy"):
    """Buy chips: at once between hands, when the hand is over in one."""

    chips: int


class TopUp(_Saying, frozen=True, tag="top_up"):
    """Have the stack filled up to so much before each hand; 0: no longer."""

    to: int


class ChooseGame(_Saying, frozen=True, tag="choose_game"):
    """Name the game of the next hand, at dealer's choice."""

    game: str


class DoStraddle(_Saying, frozen=True, tag="straddle"):
    """Straddle the next hand."""

    kind: Straddle
    chips: int


class AskCut(_Saying, frozen=True, tag="ask_cut"):
    """Ask to cut the pack of the hands to come, or no longer. Rule: PG-50."""

    wants: bool = True


class CutPack(_Saying, frozen=True, tag="cut"):
    """Cut the pack that was just shuffled, by a text of 1 to 100 characters. Rule: PG-50."""

    text: str


class Act(_Saying, frozen=True, gc=False, tag="act"):
    """Act in a hand, on the decision numbered `turn`: a late answer is never taken for the next question."""

    turn: int
    command: Command

    def __repr__(self) -> str:
        """Without the cards that he throws away, or plays, and what he declares in the closed hand: logs show this."""
        hides = isinstance(self.command, (Discard, Show, Declare))
        command = f"{type(self.command).__name__}(...)" if hides else repr(self.command)
        return f"Act(turn={self.turn}, command={command})"


# ---- by the host


class Pause(_Saying, frozen=True, tag="pause"):
    """No new hand begins, and no clock runs, until `Resume`."""


class Resume(_Saying, frozen=True, tag="resume"):
    """Play goes on."""


class Close(_Saying, frozen=True, tag="close"):
    """Close the table, once the hand that is on is over: everybody leaves with his chips."""


class Remove(_Saying, frozen=True, tag="remove"):
    """Have a player leave the table, when his hand is over."""

    player: str


class AddBot(_Saying, frozen=True, tag="add_bot"):
    """Seat a bot."""

    name: str
    strength: Strength = Strength.REGULAR
    seat: int = -1
    chips: int = 0


# ---- by the room


class Open(_Saying, frozen=True, tag="open"):
    """Open the table: the first entry of its stream."""

    terms: RoomTerms


class Tick(_Saying, frozen=True, tag="tick"):
    """The time has come for which the table asked (`RoomTable.alarm`): a hand begins, somebody has no time left."""


class Came(_Saying, frozen=True, tag="came"):
    """A player's connection is there (again)."""

    player: str


class Went(_Saying, frozen=True, tag="went"):
    """A player's last connection is gone."""

    player: str


class Restarted(_Saying, frozen=True, tag="restarted"):
    """The room was started again: clocks that ran have what they had when it stopped, and a grace."""


class Freeze(_Saying, frozen=True, tag="freeze"):
    """Something went wrong here that the room cannot mend: nothing happens until the host says `Resume`."""

    reason: str


BY_PEOPLE = Sit | Leave | SitOut | ComeBack | Buy | TopUp | ChooseGame | DoStraddle | AskCut | CutPack | Act
BY_HOST = Pause | Resume | Close | Remove | AddBot
BY_ROOM = Open | Tick | Came | Went | Restarted | Freeze
Saying = BY_PEOPLE | BY_HOST | BY_ROOM

HOST_ONLY: Final = (Pause, Resume, Close, Remove, AddBot)
ROOM_ONLY: Final = (Open, Tick, Came, Went, Restarted, Freeze)

MOST_CHIPS: Final = 10**12  # that anybody may name: as every program reads them alike

# Of numbers that are said: the least and the most. Not in the structs, which also read what older logs have.
_CHIPS: Final = (0, MOST_CHIPS)
_SOME: Final = (1, MOST_CHIPS)
_SEAT: Final = (-1, MOST_CHIPS)  # how many seats there are the table says
BOUNDS: Final[dict[type, dict[str, tuple[int, int]]]] = {
    Sit: {"seat": _SEAT, "chips": _CHIPS},
    Buy: {"chips": _SOME},
    TopUp: {"to": _CHIPS},
    DoStraddle: {"chips": _SOME},
    Act: {"turn": _CHIPS},
    AddBot: {"seat": _SEAT, "chips": _CHIPS},
    commands.RaiseTo: {"to": _SOME},
    commands.ChooseRuns: {"runs": _SOME},
    commands.Declare: {"ways": (1, 3)},
    commands.Buy: {"amount": _SOME},
    commands.OfferMarker: {"to": _CHIPS},
    commands.Borrow: {"amount": _SOME, "lender": _SEAT},
}


def check_bounds(said: Saying | Command) -> None:
    """Raise BadNotation for a number that nobody can mean: it is never taken for another one.

    >>> check_bounds(Sit(seat=-2))
    Traceback (most recent call last):
        ...
    sidepot.errors.BadNotation: `seat` of `sit` is a number from -1 to 1000000000000, not -2
    """
    kind = type(said)
    for name, (least, most) in BOUNDS.get(kind, {}).items():
        value = getattr(said, name)
        if not least <= value <= most:
            tag = kind.__struct_config__.tag
            raise BadNotation(
                f"`{name}` of `{tag}` is a number from {least} to {most}, not {value}", code="out_of_bounds"
            )
    if isinstance(said, Act):
        check_bounds(said.command)


_JSON: Final = Codec[Saying](Saying, "something that is said to a table", "a list of what is said to tables")
encode = _JSON.encode
decode = _JSON.decode
