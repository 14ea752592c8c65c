"""The event of a tournament of the room: a command, and all the steps that it caused."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from sidepot.room.tournament.commands import TournamentCommand
from sidepot.tournament.steps import Step
from sidepot.validation.codec import Codec


class News(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of news with its rule, for the `tables` of these numbers, or for all tables if there are none.

    `kind`: move, break, level, bubble, race, out, staff, deal or note. `player`: whom it is about. `said` is the
    text as data, for pages in other languages.
    """

    at: int
    text: str
    kind: str = "note"
    cite: str = ""
    player: str = ""
    tables: tuple[int, ...] = ()
    by: str = ""
    said: list[Any] = []  # lists, as they are read back


class Offer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A deal that is offered: number, by whom and how, until when.

    `figures` are what each would be paid: none while hands are still on; `agreed` are those who have said yes.
    """

    number: int
    player: str
    by: str
    until: int
    amounts: tuple[tuple[str, int], ...] = ()
    first: int = 0
    figures: tuple[tuple[str, int], ...] = ()
    agreed: tuple[str, ...] = ()


class TournamentEvent(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Event `seq` of a tournament's log: a command, `by` whom and `at` which time, and all that it caused.

    `steps` are those of the library's tournament, which have a count, and events, of their own.

    `accounts` and `bots` are those of players who enter by it, `news` the lines for all. `offer` is the deal that is
    offered from then on, if it changes. `called_off`: why it ends before it has begun.
    """

    seq: int
    at: int
    by: str = ""
    id: str = ""
    command: TournamentCommand
    steps: tuple[Step, ...] = ()
    accounts: dict[str, str] = {}
    bots: dict[str, str] = {}
    news: tuple[News, ...] = ()
    offer: Offer | msgspec.UnsetType | None = msgspec.UNSET
    called_off: str = ""

    def __repr__(self) -> str:
        return f"<TournamentEvent {self.seq} by {self.by!r}: {type(self.command).__name__}, {len(self.steps)} steps>"


_JSON: Final = Codec[TournamentEvent](TournamentEvent, "a record of a tournament")
encode_event, decode_event = _JSON.encode, _JSON.decode
