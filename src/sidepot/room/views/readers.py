"""The readers of a tournament, and what each may see. Routes, sockets, files, paper and displays all ask here.

A view is built from the scopes of its reader, by lists of what each scope holds: a field that is in
no list is shown to nobody.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal

Public = Literal["", "names", "numbers"]


class Reader(StrEnum):
    """A reader of a tournament: anybody, a player with a slip, a display, or one of the staff by their role."""

    STRANGER = "stranger"
    PLAYER = "player"
    DISPLAY = "display"
    DEALER = "dealer"
    FLOOR = "floor"
    DESK = "desk"
    DIRECTOR = "director"


class Scope(StrEnum):
    """A part of a tournament that a reader may see."""

    TERMS = "terms"  # what is announced, and whether one can enter
    STANDINGS = "standings"  # the clock, counts, chips, seats and places
    PRIZES = "prizes"  # the pool, the prizes, and what a place was paid
    NAMES = "names"  # names in place of numbers, and the words of the staff, who may name somebody
    COURSE = "course"  # the news, deals that are offered, and how often each has entered and bought
    TABLES = "tables"  # what the staff work with: tables, tasks, history, penalties
    MONEY = "money"  # what came in, what each has paid and owes, and what was handed out
    CODES = "codes"  # the codes of other people's slips
    COPIES = "copies"  # the whole record, and the PINs


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


def scopes_for(reader: Reader, public: Public, *, real: bool) -> Scopes:
    """The scopes of a reader; `public` is what everybody may read of a tournament with `real` chips.

    A tournament at the tables of the room is open to everybody; only its staff see the scopes of `OF_STAFF`.

    >>> sorted(scopes_for(Reader.STRANGER, "", real=True)), Scope.MONEY in scopes_for(Reader.DEALER, "names", real=True)
    ([<Scope.TERMS: 'terms'>], False)
    """
    return _BY_READER[reader] | (_PUBLIC[public] if real else _HERE)
