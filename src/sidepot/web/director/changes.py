"""What an act would change, in words: as data too, so that a page says it in its own language."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from sidepot.rules.clauses import Said, plain, say
from sidepot.tournament.preview import Change

WHAT: Final = {
    said[0]: said
    for said in (
        say("players left"), say("prize pool"), say("prizes"), say("chips in play"), say("level"), say("clock"),
        say("time left"), say("break"), say("hand for hand"), say("schedule"), say("over"), say("players"),
        say("stopped"), say("button"), say("place"), say("status"), say("seat"), say("stack"), say("bounties"),
        say("penalty"),
    )
}  # fmt: skip
OF_PRIZES: Final = ("prize pool", "prizes", "bounties")
VALUES: Final = {
    said[0]: said
    for said in (
        say("yes"), say("no"), say("runs"), say("stands"), say("registered"), say("alternate"), say("seated"),
        say("busted"), say("out"), say("disqualified"),
    )
}  # fmt: skip
_AT: Final = re.compile(r"(?:table (\d+))? ?(?:seat (\d+))?")
_NONE: Final = "\N{EN DASH}"


class Changed(msgspec.Struct, frozen=True):
    """One thing that would be otherwise: of `whom`, `what`, and how; in words (`text`), also as data."""

    whom: str
    what: str
    before: str
    after: str
    text: str
    said: Said


class ByChance(msgspec.Struct, frozen=True):
    """What chance decides: nobody sees the result before. In words (`text`), also as data."""

    text: str
    said: Said


def drawn(said: Said) -> ByChance:
    """Put a draw into words, and keep it as data for the pages."""
    return ByChance(plain(said), said)


def changed(one: Change) -> Changed:
    """A change as the pages are told of it."""
    what = WHAT.get(one.what, (one.what,))
    about = say("{} {}", _place(one.whom) or one.whom, what) if one.whom else what
    said = say("{}: {} \N{RIGHTWARDS ARROW} {}", about, _value(one.before), _value(one.after))
    return Changed(one.whom, one.what, one.before, one.after, plain(said), said)


def _value(value: str) -> str | int | Said:
    if not value:
        return _NONE
    return VALUES.get(value) or _place(value) or (int(value) if value.isdecimal() else value)


def _place(text: str) -> Said:
    found = _AT.fullmatch(text)
    table, seat = found.groups() if found else (None, None)
    if table and seat:
        return say("table {}, seat {}", table, seat)
    if table:
        return say("table {}", table)
    return say("seat {}", seat) if seat else ()
