"""What goes over HTTP of the club: its people, who was sent away, and what a host says about them."""

from __future__ import annotations

from typing import Literal

import msgspec

from sidepot.privacy import PrivateStruct
from sidepot.validation import quantities as q


class ClubPerson(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody of the club: the account, its name and role; `here`: connected to this server."""

    account: str
    name: str
    role: str
    here: bool = False


class ClubBan(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who was sent away: `since` when, `until` when (0: for good), by whom and why; `over`: it has ended.

    `watches`: they may look on.
    """

    account: str
    player: str
    reason: str
    since: int
    until: int = 0
    watches: bool = False
    by: str = ""
    over: bool = False


class Club(msgspec.Struct, frozen=True):
    """The club as its hosts see it: people with a role and those who are here, and all bans, the last one first."""

    people: list[ClubPerson]
    bans: list[ClubBan]


class BanForm(PrivateStruct, frozen=True, forbid_unknown_fields=True):
    """A player to send away: by the `account`, or by the name that a `table` shows, or that is their own.

    `until` is in milliseconds since 1970; 0: for good. `watches`: they may look on.
    """

    SHOWN = ("player", "until")

    reason: str
    player: str = ""
    table: str = ""
    account: str = ""
    until: q.Moment = 0
    watches: bool = False


class RoleForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An account, and its role from now on: `staff` (a host), `member`, or `guest` for none."""

    account: str
    role: Literal["staff", "member", "guest"]


class AccountForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An account of the club."""

    account: str
