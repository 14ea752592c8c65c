"""A tournament as one reader sees it: each view is built from the fields of the reader's scopes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace

from sidepot.room.views.readers import Scope, Scopes
from sidepot.room.views.tournament_fields import EventLine, PublicEvent, TableLine

T = TypeVar("T", bound=msgspec.Struct)

EVENT_FIELDS: Final[Mapping[Scope, tuple[str, ...]]] = {
    Scope.TERMS: ("id", "phase", "about", "entry_open"),
    Scope.STANDINGS: (
        "players", "entries", "registered", "left", "average", "average_bets", "hand_for_hand", "rebuys_open",
        "started_at", "level", "stakes", "next_stakes", "stakes_said", "next_said", "is_break", "level_until",
        "level_left", "next_break", "time_left", "chips", "addon_open", "tables", "stacks", "out", "flights", "bags",
    ),
    Scope.PRIZES: ("pool", "prizes", "jump"),
    Scope.COURSE: ("bots", "waiting", "offer", "news", "envelopes", "seal", "why"),
}  # fmt: skip
LINE_FIELDS: Final[Mapping[Scope, tuple[str, ...]]] = {
    Scope.TERMS: (
        "id", "title", "phase", "game", "kind", "starts_at", "buy_in", "fee", "most", "entry_open", "real", "locked",
        "password_of", "flight", "final", "flights", "public",
    ),
    Scope.STANDINGS: ("players", "left", "level", "tables"),
    Scope.NAMES: ("winner",),
}  # fmt: skip
_WITHOUT_CLOCK: Final = {"break": "running", "paused": "running", "deal": "running"}


def only(shown: T, scopes: Scopes, fields: Mapping[Scope, tuple[str, ...]]) -> T:
    """The same struct with the fields of these scopes; all others have their usual values."""
    return type(shown)(**{name: getattr(shown, name) for scope in scopes for name in fields.get(scope, ())})


def event_seen(state: PublicEvent, scopes: Scopes) -> PublicEvent:
    """How a tournament stands, for a reader with these scopes."""
    found = only(state, scopes, EVENT_FIELDS)
    if Scope.COURSE in scopes:
        return found
    tables = [TableLine(one.number, "", one.players, final=one.final) for one in found.tables]
    out = [replace(one, paid=one.paid if Scope.PRIZES in scopes else 0, bounties=0) for one in found.out]
    return replace(found, phase=_phase(state.phase, scopes), tables=tuple(tables), out=tuple(out))


def line_seen(line: EventLine, scopes: Scopes) -> EventLine:
    """The line of a tournament in the list of all, for a reader with these scopes."""
    return replace(only(line, scopes, LINE_FIELDS), phase=_phase(line.phase, scopes))


def _phase(phase: str, scopes: Scopes) -> str:
    """The phase; without the clock a break or a pause is no other phase than play."""
    return phase if Scope.STANDINGS in scopes else _WITHOUT_CLOCK.get(phase, phase)
