"""The readers of a tournament and what each may see, for routes, sockets, files, printed pages and displays.

A view is built from the scopes of its reader. Each scope lists its fields; a field that no list contains is shown to
nobody.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal

Public = Literal["", "names", "numbers"]


class Reader(StrEnum):
    """A reader of a tournament: the public, a player with a slip, a display, or a staff member with a role."""

    STRANGER = "stranger"
    PLAYER = "player"
    DISPLAY = "display"
    DEALER = "dealer"
    FLOOR = "floor"
    DESK = "desk"
    DIRECTOR = "director"


class Scope(StrEnum):
    """A part of a tournament that some readers may see."""

    TERMS = "terms"  # the announcement, and whether one can enter
    STANDINGS = "standings"  # the clock, counts, chips, seats and places
    PRIZES = "prizes"  # the pool, the prizes, and the amount paid to each place
    NAMES = "names"  # names instead of numbers, and texts of the staff, which may contain names
    COURSE = "course"  # news, offered deals, and the entries and purchases of each player
    TABLES = "tables"  # the tools of the staff: tables, tasks, history, penalties
    MONEY = "money"  # the income, the payments and debts of each player, and handed-out winnings
    CODES = "codes"  # the codes of all slips
    COPIES = "copies"  # the whole log, and the PINs


Scopes = frozenset[Scope]

OF_STAFF: Final[Scopes] = frozenset((Scope.TABLES, Scope.MONEY, Scope.CODES, Scope.COPIES))
_WALL: Final[Scopes] = frozenset((Scope.TERMS, Scope.STANDINGS, Scope.PRIZES, Scope.NAMES))
_HERE: Final[Scopes] = _WALL | {Scope.COURSE}
_PUBLIC: Final[dict[Public, Scopes]] = {
    "": frozenset((Scope.TERMS,)),
    "numbers": _WALL - {Scope.NAMES},
    "names": _WALL,
}
_FLOOR: Final[Scopes] = _HERE | {Scope.TABLES, Scope.MONEY, Scope.CODES}
_BY_READER: Final[dict[Reader, Scopes]] = {
    Reader.STRANGER: frozenset(),
    Reader.PLAYER: _WALL,
    Reader.DISPLAY: _WALL,
    Reader.DEALER: frozenset((Scope.STANDINGS, Scope.NAMES, Scope.TABLES)),
    Reader.FLOOR: _FLOOR,
    Reader.DESK: _FLOOR,
    Reader.DIRECTOR: _FLOOR | {Scope.COPIES},
}


def scopes_for(reader: Reader, public: Public, *, live: bool) -> Scopes:
    """The scopes (parts) of a tournament that a reader may see.

    `public` says what the public may see of a live tournament.

    Everybody may see all of an online tournament, except the scopes in `OF_STAFF`, which are for its staff.

    >>> sorted(scopes_for(Reader.STRANGER, "", live=True)), Scope.MONEY in scopes_for(Reader.DEALER, "names", live=True)
    ([<Scope.TERMS: 'terms'>], False)
    """
    return _BY_READER[reader] | (_PUBLIC[public] if live else _HERE)
