"""The money of a live tournament as its staff see it: sums, what each player paid and won, and possible deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sidepot.errors import SidepotError
from sidepot.rules.clauses import plain, say
from sidepot.tournament.deals import chip_chop, even_deal, icm_deal, most_kept
from sidepot.tournament.real_tables import stock_of
from sidepot.tournament.reports import How
from sidepot.web.director.schemas import AmountLine, MoneyLine, MoneyView

if TYPE_CHECKING:
    from sidepot.room.views.tournament import TournamentView
    from sidepot.tournament.tournament import Tournament

LARGEST_DEAL: Final = 10  # players at once


def money_of(view: TournamentView, kept: int = 0) -> MoneyView:
    """All the money of a tournament. If few players remain, possible deals are included.

    `kept` is the amount that each deal sets aside for the winner.
    """
    machine, tournament = view.state, view.tournament
    prizes, deal, entry = view.prizes, tournament.deal, tournament.structure.entry
    players = []
    for line in view.standings.values():
        one = tournament.entrants[line.player]
        bought = one.rebuys * (entry.rebuy_cost + entry.rebuy_fee) + one.addons * (entry.addon_cost + entry.addon_fee)
        paid = one.entries * entry.price + bought - one.owes
        given = machine.live.given.get(line.player)
        players.append(
            MoneyLine(
                line.player,
                paid,
                one.owes,
                line.paid + line.bounties,
                line.place,
                given.amount if given is not None else 0,
            )
        )
    deals, uncounted, most = _deals(view, kept) if deal is None else ({}, [], 0)
    return MoneyView(
        pool=tournament.pool,
        prizes=prizes,
        lines=sums_of(tournament),
        players=players,
        deals=deals,
        uncounted=uncounted,
        made=[] if deal is None else [*zip(deal.players, deal.deal.amounts, strict=True)],
        kept=min(kept, most) if deal is None else deal.deal.kept,
        most_kept=most,
    )


def sums_of(tournament: Tournament) -> list[AmountLine]:
    """The totals of all payments and prizes, each with a label."""
    sums = (
        (say("Entries and chips for the prizes"), tournament.collected),
        (say("Added by the house"), tournament.reports.added),
        (say("Overlay"), tournament.overlay),
        (say("Bounties"), tournament.bounties),
        (say("Fees"), tournament.fees),
        (say("Owed by players"), sum([one.owes for one in tournament.entrants.values()])),
    )
    return [AmountLine(plain(sentence), amount, sentence) for sentence, amount in sums if amount]


def _deals(view: TournamentView, kept: int) -> tuple[dict[str, list[tuple[str, int]]], list[str], int]:
    """The shares in possible deals (icm, chips, even). If stacks are unknown, only even, and the players concerned.

    It also returns the most that can be kept for the winner, which `kept` does not exceed.
    """
    tournament = view.tournament
    left = [one for one in view.standings.values() if not one.place and one.stack > 0]
    if not 2 <= len(left) <= min(LARGEST_DEAL, len(view.prizes)) or len(left) != tournament.left or view.state.over:
        return {}, [], 0
    stacks, paid = [one.stack for one in left], view.prizes[: len(left)]
    uncounted = [one.player for one in left if stock_of(tournament, one.player).how is not How.KNOWN]
    most, step = most_kept(paid, len(left)), tournament.structure.pays.round_to
    found = {}
    for name, make in (("icm", icm_deal), ("chips", chip_chop), ("even", even_deal)):
        if uncounted and name != "even":
            continue
        try:
            found[name] = [
                *zip([one.player for one in left], make(stacks, paid, min(kept, most), step).amounts, strict=True)
            ]
        except SidepotError:
            continue
    return found, uncounted, most
