"""What goes over HTTP, one struct each: the forms that are sent to the room, and its answers."""

from __future__ import annotations

import msgspec

from sidepot.privacy import PrivateStruct
from sidepot.room.runtime.lobby import TableSummary
from sidepot.room.views.messages import PROTOCOL
from sidepot.room.views.tournament_page import TournamentLine
from sidepot.table.agreement import Agreement

# ---- who one is


class Me(msgspec.Struct, frozen=True):
    """Your account; `csrf` goes into the header `x-csrftoken` of every POST, and `offer` is a name that is free.

    `kept`: your name is kept by a password; where it is not, also as the host, you can sign up by it.
    """

    name: str
    role: str
    csrf: str
    offer: str
    kept: bool = False
    protocol: int = PROTOCOL


class Who(msgspec.Struct, frozen=True):
    """Your account now."""

    name: str
    role: str


class GuestForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guest's name; where it is left out one is found."""

    name: str = ""


class NameForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name that you want from now on."""

    name: str


class LogInForm(PrivateStruct, frozen=True, forbid_unknown_fields=True):
    """A name, and its password."""

    SHOWN = ("name",)

    name: str
    password: str


class TokenForm(PrivateStruct, frozen=True, forbid_unknown_fields=True):
    """The token of a host link."""

    token: str


# ---- the ways here


class Way(msgspec.Struct, frozen=True):
    """An address of the room, and the `name` of the network by which it is reached ("" for none)."""

    address: str
    name: str = ""


class Invite(msgspec.Struct, frozen=True, omit_defaults=True):
    """The ways here, the likeliest first; where there is none for another machine, `why`, and what to do."""

    ways: list[Way]
    why: str = ""


# ---- the tables


class Tables(msgspec.Struct, frozen=True):
    """The tables of the room, as the lobby shows them; `mine` are those at which you sit, or which you have entered.

    `tournaments` are those that one can enter now.
    """

    tables: list[TableSummary]
    mine: list[str] = []
    tournaments: list[TournamentLine] = []


class Opened(msgspec.Struct, frozen=True, omit_defaults=True):
    """The `id` of a table or tournament that was opened. A sit-and-go is a `tournament`, and there is no `id`."""

    id: str
    tournament: str = ""


class TableTerms(msgspec.Struct, frozen=True, omit_defaults=True):
    """The terms of a table since it was `opened`.

    `asked`: a player who sits down accepts them first. `accepted` is when you did, where this server knows it; 0: you
    did not.
    """

    title: str
    agreement: Agreement
    opened: int = 0
    asked: bool = False
    accepted: int = 0


class PasswordForm(PrivateStruct, frozen=True, forbid_unknown_fields=True):
    """The password of a table."""

    password: str


class Hands(msgspec.Struct, frozen=True):
    """The numbers of the hands whose records can be had."""

    hands: list[int]


class _Choice(msgspec.Struct, frozen=True):
    """Something that a table can be opened with."""

    id: str
    title: str


class BookListed(_Choice, frozen=True):
    """A book of rules that a table may be played by, and whether it is one for events."""

    event: bool


class Listed(_Choice, frozen=True):
    """A game, or a mix, that a table can be opened with."""

    seats: tuple[int, int]
    mix: bool = False


class Games(msgspec.Struct, frozen=True):
    """The games to choose from."""

    games: list[Listed]
    books: list[BookListed] = []


class Nothing(msgspec.Struct, frozen=True):
    """It is done, and there is no more to say."""
