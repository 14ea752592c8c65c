"""Forms and answers of the HTTP interface."""

from __future__ import annotations

from typing import Literal

import msgspec

from sidepot.privacy import PrivateStruct
from sidepot.room.runtime.lobby import TableSummary
from sidepot.room.table.changeable import Changeable
from sidepot.room.views.messages import PROTOCOL
from sidepot.room.views.tournament_schema import TournamentLine
from sidepot.table.agreement import Agreement

# ---- accounts


class Me(msgspec.Struct, frozen=True):
    """Your account.

    - `csrf`: send this in the header `x-csrftoken` of every POST
    - `offer`: a name that nobody uses
    - `kept`: whether the account has a password; if it has none, you can sign up, even if you are the host
    """

    name: str
    role: str
    csrf: str
    offer: str
    kept: bool = False
    protocol: int = PROTOCOL


class Who(msgspec.Struct, frozen=True):
    """Your account: its name and its role."""

    name: str
    role: str


class GuestForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guest's name. If it is empty, a free name is chosen."""

    name: str = ""


class NameForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Your new name."""

    name: str


class LogInForm(PrivateStruct, frozen=True, forbid_unknown_fields=True):
    """The name and the password with which you log in."""

    SHOWN = ("name",)

    name: str
    password: str


class TokenForm(PrivateStruct, frozen=True, forbid_unknown_fields=True):
    """The token of a host link."""

    token: str


# ---- addresses


class RoomAddress(msgspec.Struct, frozen=True):
    """An address of the room, and the `name` of its network ("" if unknown)."""

    address: str
    name: str = ""


class Invite(msgspec.Struct, frozen=True, omit_defaults=True):
    """The room's addresses, most likely first.

    - `only_here`: whether only this machine can reach the room
    - `lan`: the state of the switch for the local network ("" if there is no switch)
    - `is_owner`: whether you may use the switch
    - `opened`: how many other devices have opened the room on the local network
    - `port`: the room's port on its machine
    """

    ways: list[RoomAddress]
    only_here: bool = False
    lan: Literal["", "on", "off"] = ""
    is_owner: bool = False
    opened: int = 0
    port: int = 0


class LanForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the room should listen on the local network."""

    on: bool


# ---- the tables


class Tables(msgspec.Struct, frozen=True):
    """The tables of the room, for the lobby.

    - `mine`: the tables where you sit or wait
    - `tournaments`: the tournaments that are open for entry
    """

    tables: list[TableSummary]
    mine: list[str] = []
    tournaments: list[TournamentLine] = []


class Opened(msgspec.Struct, frozen=True, omit_defaults=True):
    """The `id` of a new table or, for a sit-and-go, the id of its `tournament`."""

    id: str
    tournament: str = ""


class LockMade(msgspec.Struct, frozen=True):
    """The name of the lock of a stored password, to be used as `lock` in `change_terms`."""

    lock: str


class PasswordForm(PrivateStruct, frozen=True, forbid_unknown_fields=True):
    """The password of a table."""

    password: str


class Hands(msgspec.Struct, frozen=True):
    """The numbers of the hands that have records."""

    hands: list[int]


class _Choice(msgspec.Struct, frozen=True):
    """A choice for opening a table."""

    id: str
    title: str


class BookListed(_Choice, frozen=True):
    """A rulebook for cash tables, or for tournaments (`is_tournament`)."""

    is_tournament: bool


class GameForm(_Choice, frozen=True):
    """A game in another form, such as `low` or `high-low-8`. `halves` means that the pot may be split."""

    form: str
    halves: bool


class Listed(_Choice, frozen=True):
    """A game or mix for a table.

    - `kind`: board, draw or stud ("" for a mix)
    - `limit`: its usual limit (nl, pl or fl)
    - `blinds`: whether it is played with blinds
    - `bring_in`: whether it is played with a bring-in
    - `halves`: whether the pot may be split
    - `sevens`: whether it can have the seven-deuce bounty
    - `forms`: the other forms in which the game can be played, each with its own name
    - `menu`: the games of a mix, with their limits (`nl holdem`)
    """

    seats: tuple[int, int]
    mix: bool = False
    kind: str = ""
    limit: str = ""
    blinds: bool = True
    bring_in: bool = False
    halves: bool = False
    sevens: bool = False
    forms: tuple[GameForm, ...] = ()
    menu: tuple[str, ...] = ()


class TableTerms(msgspec.Struct, frozen=True, omit_defaults=True):
    """The terms of the next hand at a table, or of a tournament.

    - `opened`: when the table or tournament opened
    - `changed`: when the host announced these terms (0 for the terms at the opening)
    - `asked`: whether players must accept the terms
    - `accepted`: when you accepted the terms (0: you did not, or it is not known)
    - `values`: the terms that a host may change
    - `game`: the game with its limit
    """

    title: str
    agreement: Agreement
    opened: int = 0
    asked: bool = False
    accepted: int = 0
    changed: int = 0
    values: Changeable | None = None
    game: Listed | None = None


class Games(msgspec.Struct, frozen=True):
    """The games to choose from."""

    games: list[Listed]
    books: list[BookListed] = []


class EmptyAnswer(msgspec.Struct, frozen=True):
    """The answer to a request that succeeded and has nothing to return."""
