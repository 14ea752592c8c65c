"""The event of a cash night: a command, and the facts that it caused. Only facts change the state."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from sidepot.room.cash.commands import CashCommand, Count
from sidepot.room.cash.terms import CashGame, CashTerms
from sidepot.validation.codec import Codec

Kind = Literal[
    "buy_in", "top_up", "cash_out", "time", "drop", "pay_in", "pay_out", "settled", "float", "count", "difference",
    "handed_over", "expense", "missing", "marker", "loan", "marker_paid",
]  # fmt: skip


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the night's books, which never changes. The number of a line is also the number of its receipt.

    - `chips`: the amount, below zero in a counter-entry
    - `player`, `other`: the two players of the line, such as maker and holder of a marker, or payer and payee
    - `corrects`: the line that a counter-entry reverses
    - `of`: the marker that is paid
    - `expected`: what the bank should hold when it is counted
    - `agreed`, `due`: who agreed to a marker, and when it must be paid
    - `raised`: the marker was for a bet or raise, so that the player who made it gave up going all-in
    """

    number: int
    at: int
    by: str
    kind: Kind
    chips: int
    player: str = ""
    other: str = ""
    table: int = 0
    on_account: bool = False
    count: Count = ()
    text: str = ""
    why: str = ""
    corrects: int = 0
    of: int = 0
    expected: int = 0
    players: int = 0
    agreed: tuple[str, ...] = ()
    due: int = 0
    raised: bool = False


class Fact(msgspec.Struct, frozen=True, omit_defaults=True, tag=True):
    """A fact of the night, as a part of an event."""


class Opened(Fact, frozen=True):
    """The night was opened."""

    terms: CashTerms


class GameAdded(Fact, frozen=True):
    """A game was added."""

    game: CashGame


class Entered(Fact, frozen=True):
    """A player was entered, with the player's key in the club's books (`party`)."""

    player: str
    party: str


class Listed(Fact, frozen=True):
    """A player was put on a list, or the player's entry was changed."""

    player: str
    game: int
    going: bool = True
    phone: bool = False


class Unlisted(Fact, frozen=True):
    """A player was taken off a list."""

    player: str
    game: int


class Called(Fact, frozen=True):
    """A player was called to a free seat. The seat is held until the time `until` (ms since 1970)."""

    player: str
    game: int
    until: int


class CallEnded(Fact, frozen=True):
    """A call ended. The player kept the place on the list. If `to_end` is true, the player went to the end of the
    list.
    """

    player: str
    game: int
    to_end: bool = False


class TableOpened(Fact, frozen=True):
    """A table was opened."""

    table: int
    game: int
    seats: int
    must_move: int = 0


class TableClosed(Fact, frozen=True):
    """A table was closed."""

    table: int


class Sat(Fact, frozen=True):
    """A player took a seat and left the list of the game."""

    player: str
    table: int
    seat: int


class Moved(Fact, frozen=True):
    """A player moved to another table with all their chips."""

    player: str
    table: int
    seat: int


class Wanted(Fact, frozen=True):
    """A player asked to change to a table. If `on` is false, the player withdrew the request."""

    player: str
    table: int
    on: bool = True


class Brought(Fact, frozen=True):
    """A player came back with chips kept from an earlier seat."""

    player: str
    chips: int


class Left(Fact, frozen=True):
    """A player left the seat with this number of chips. If `keeps` is true, the chips were not cashed out."""

    player: str
    chips: int
    keeps: bool = False


class Agreed(Fact, frozen=True):
    """The players of a table agreed on the terms of markers before play."""

    table: int
    terms: str
    due_ms: int = 0
    threshold: int = 0
    players: tuple[str, ...] = ()


class Restricted(Fact, frozen=True):
    """A player was barred from credit and from buying less than a full buy-in. If `on` is false, the bar was lifted."""

    player: str
    on: bool = True


class Written(Fact, frozen=True):
    """A line was written in the books."""

    line: Line


class Ended(Fact, frozen=True):
    """The night is over."""

    why: str = ""


class Frozen(Fact, frozen=True):
    """The night was stopped after an error or, with an empty `why`, resumed."""

    why: str = ""


AnyFact = (
    Opened | GameAdded | Entered | Listed | Unlisted | Called | CallEnded | TableOpened | TableClosed | Sat | Moved
    | Wanted | Brought | Left | Agreed | Restricted | Written | Ended | Frozen
)  # fmt: skip


class CashEvent(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Event number `seq` of a night's log.

    - `at`: the time, in milliseconds since 1970
    - `by`: who gave the command
    - `facts`: the facts that the command caused
    """

    seq: int
    at: int
    by: str = ""
    id: str = ""
    command: CashCommand
    facts: tuple[AnyFact, ...] = ()

    def __repr__(self) -> str:
        return f"<CashEvent {self.seq} by {self.by!r}: {type(self.command).__name__}, {len(self.facts)} facts>"


_JSON: Final = Codec[CashEvent](CashEvent, "a record of a cash night")
encode_event, decode_event = _JSON.encode, _JSON.decode
