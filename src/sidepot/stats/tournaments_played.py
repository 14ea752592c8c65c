"""A player's tournaments, from the summaries among the histories: cost and winnings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

import msgspec

from sidepot.formats.sites.tournament_summary import DECIMALS, TournamentSummary
from sidepot.validation.decimals import unscaled


class TournamentPlayed(msgspec.Struct, frozen=True, gc=False, order=True):
    """A player's result in one tournament. Tickets are counted neither in `cost` nor in `got`.

    - `cost`: what the player paid, including rebuys, add-ons and re-entries
    """

    player: str
    currency: str
    site: str
    number: str
    cost: int
    got: int


class TournamentRates(msgspec.Struct, frozen=True, kw_only=True):
    """All tournaments of a player in one currency.

    - `paid`: the number of tournaments with a prize
    - `itm`: these tournaments as a share of all tournaments
    - `roi`: the net result divided by the cost
    - amounts: decimal text in the currency, which is empty if a site names none, as for play money
    """

    player: str
    currency: str
    events: int
    paid: int
    cost: str
    got: str
    net: str
    roi: float | None
    itm: float


def tournaments_of(summary: TournamentSummary, player: str = "") -> Iterator[TournamentPlayed]:
    """The result of a tournament for the file's owner, or for `player`, if the summary names this player as eliminated.

    For players other than the owner, the file does not say what they paid for rebuys.
    """
    wanted = player or summary.hero
    mine = [one for one in summary.finishes if one.name == wanted and not one.is_playing]
    net = summary.net_of(wanted) if mine else None
    if net is None:
        return
    got = sum([one.prize + one.bounties for one in mine])
    yield TournamentPlayed(wanted, summary.currency, summary.site, summary.number, got - net, got)


def tournament_rates(played: Iterable[TournamentPlayed]) -> list[TournamentRates]:
    """The totals for each player and currency. A tournament found in two files is counted once."""
    once = {(one.player, one.currency, one.site, one.number): one for one in played}
    groups = groupby(sorted(once.values()), key=lambda one: (one.player, one.currency))
    return [_rates(player, currency, list(some)) for (player, currency), some in groups]


def _rates(player: str, currency: str, some: list[TournamentPlayed]) -> TournamentRates:
    cost, got = sum([one.cost for one in some]), sum([one.got for one in some])
    return TournamentRates(
        player=player,
        currency=currency,
        events=len(some),
        paid=sum([one.got > 0 for one in some]),
        cost=unscaled(cost, DECIMALS),
        got=unscaled(got, DECIMALS),
        net=unscaled(got - cost, DECIMALS),
        roi=(got - cost) / cost if cost else None,
        itm=sum([one.got > 0 for one in some]) / len(some),
    )
