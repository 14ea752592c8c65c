"""Cases of banned players: whether they may sit down or watch, and the answer they get."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from sidepot.cases.expected import Problems, differ
from sidepot.errors import BadNotation, SidepotError
from sidepot.rules.rulebook import Rulebook
from sidepot.table.bans import Ban, check_ban, check_new

HOUR: Final = 60 * 60 * 1000


class BanTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The terms of a ban.

    - `hours`: how long it lasts (0: for good)
    - `watches`: whether the player may still watch
    """

    reason: str
    hours: int = 0
    watches: bool = False


class BanExpected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a case expects: the rule of the refusal ("" for none), and the message to the player."""

    refused: str
    message: str | None = None


class BanCase(msgspec.Struct, frozen=True, tag="ban", tag_field="kind"):
    """A player who wants to `sit` down or to `watch`.

    - `after`: the hours since the beginning of the ban; if not given, there is no ban
    """

    does: Literal["sit", "watch"]
    expect: BanExpected
    ban: BanTerms | None = None
    after: int = 0


def prepare_ban(body: BanCase) -> None:
    """Raise BadNotation or Conflict for an impossible ban, or for a case that happens before the ban."""
    if body.after < 0:
        raise BadNotation("`after` must be 0 or more hours since the ban")
    if body.expect.message is not None and not body.expect.refused:
        raise BadNotation("`message` needs `refused`: give the rule that the refusal cites")
    ban = _ban(body)
    if ban is not None:
        check_new(ban)


def run_ban(body: BanCase, _rulebook: Rulebook) -> Problems:
    """Let the player come to the table, and return the differences from the case."""
    problems: Problems = []
    refused = message = ""
    try:
        check_ban(_ban(body), body.after * HOUR, watching=body.does == "watch")
    except SidepotError as error:
        refused, message = str(error.cite), error.message
    differ(problems, "refused", body.expect.refused, refused)
    if body.expect.message is not None:
        differ(problems, "message", body.expect.message, message)
    return problems


def _ban(body: BanCase) -> Ban | None:
    if body.ban is None:
        return None
    return Ban("Bo", body.ban.reason, until=body.ban.hours * HOUR, watches=body.ban.watches)
