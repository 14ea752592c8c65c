"""Write tournament summaries as JSON objects, or as table rows, one for each named player.

Amounts in JSON are integers in the smallest unit, with `decimals`. In a table they are written out: 4.50.

>>> from sidepot.formats.sites.tournament_summary import Finish
>>> won = Finish(place=1, name="Ann", prize=4050)
>>> summary = TournamentSummary(site="Winamax", number="77", line=1, buy_in=500, finishes=(won,))
>>> row = dict(zip(COLUMNS, rows_of(summary)[0]))
>>> row["place"], row["name"], str(row["prize"]), str(row["net"])
('1', 'Ann', '40.50', '35.50')
"""

from __future__ import annotations

from decimal import Decimal
from typing import Final

import msgspec

from sidepot.formats.sites.tournament_summary import DECIMALS, Finish, TournamentSummary
from sidepot.validation.decimals import unscaled

_OF_EVENT: Final = ("site", "number", "title", "game", "currency", "started", "ended", "entries")
_COSTS: Final = ("prize_pool", "buy_in", "bounty", "fee", "rebuy", "add_on")
_OF_PLAYER: Final = ("place", "name", "ticket", "rebuys", "add_ons", "re_entries")
_GOT: Final = ("prize", "bounties")
COLUMNS: Final = (*_OF_EVENT, *_COSTS, "hero", *_OF_PLAYER, *_GOT, "net")


def summary_document(summary: TournamentSummary) -> dict[str, object]:
    """Convert a summary to plain data for JSON, with each player's `net` result (tickets not counted)."""
    document: dict[str, object] = msgspec.to_builtins(summary)
    del document["line"]
    finishes = [msgspec.to_builtins(one) | {"net": _net(summary, one)} for one in summary.finishes]
    return document | {"finishes": finishes, "decimals": DECIMALS, "cost": summary.cost}


def rows_of(summary: TournamentSummary) -> list[list[str | Decimal]]:
    """A row for each named player, with the columns of `COLUMNS`. A summary without names has one row."""
    event = [str(getattr(summary, name)) for name in _OF_EVENT]
    costs = [_money(getattr(summary, name)) for name in _COSTS]
    return [[*event, *costs, summary.hero, *_cells(summary, one)] for one in summary.finishes or (None,)]


def _cells(summary: TournamentSummary, one: Finish | None) -> list[str | Decimal]:
    if one is None:
        return [""] * (len(_OF_PLAYER) + len(_GOT) + 1)
    cells = ["" if name == "place" and not one.place else str(getattr(one, name)) for name in _OF_PLAYER]
    net = _net(summary, one)
    return [*cells, *[_money(getattr(one, name)) for name in _GOT], _money(net)]


def _net(summary: TournamentSummary, one: Finish) -> int | None:
    """A player's net result; None while still playing."""
    return None if one.is_playing else summary.net_of(one.name)


def _money(amount: int | None) -> str | Decimal:
    return "" if amount is None else Decimal(unscaled(amount, DECIMALS))


def seen_by(summary: TournamentSummary, name: str) -> TournamentSummary:
    """The summary with only this player."""
    own = tuple([one for one in summary.finishes if one.name == name])
    return msgspec.structs.replace(summary, finishes=own, hero=name if own else summary.hero)


def without_names(summary: TournamentSummary) -> TournamentSummary:
    """The summary with Player1, Player2 and so on in place of the names, in order."""
    new = {name: f"Player{at}" for at, name in enumerate(dict.fromkeys(one.name for one in summary.finishes), 1)}
    finishes = tuple([msgspec.structs.replace(one, name=new[one.name]) for one in summary.finishes])
    hero = new.get(summary.hero, "Player" if summary.hero else "")
    return msgspec.structs.replace(summary, finishes=finishes, hero=hero)
