"""Deals at the final table: a player offers one, the tables stop, all see the figures, and all must agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from sidepot.errors import Conflict, NotDue, SidepotError
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.events import Offer
from sidepot.rules.clauses import Sentence, names, say
from sidepot.tournament import commands as c
from sidepot.tournament.deals import least_kept
from sidepot.tournament.do_end import deal_for
from sidepot.tournament.entrants import Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sidepot.games.unit import Unit
    from sidepot.room.tournament.state import RoomTournamentState
    from sidepot.room.tournament.unit_of_work import UnitOfWork

WAITS: Final = 90_000  # milliseconds to answer, once the figures are known


def offer(work: UnitOfWork, command: s.OfferDeal) -> None:
    """Offer a deal. A player may do so once per level. The tables stop when their current hands are over."""
    state, tournament = work.state, work.tournament
    if state.offer is not None:
        raise NotDue("another deal is being offered; answer it first", code="deal_offered")
    if not state.is_on or state.paused:
        raise NotDue("a deal is only possible while the tournament is running", code="not_begun")
    if not tournament.structure.pays.deals:
        raise NotDue("this tournament allows no deals", code="no_deals")
    if tournament.deal is not None:
        raise NotDue("a deal has already been made", code="deal_made")
    entrant = tournament.entrants.get(work.by)
    if entrant is None or entrant.status is not Status.SEATED:
        raise NotDue("only players who are still in can make a deal", code="not_in_play")
    if len(tournament.tables) > 1 or state.may_come_back():
        raise NotDue("a deal is only possible at the final table, after late entry", code="no_final_table")
    if tournament.left > len(tournament.prizes()):
        raise NotDue(
            f"a deal is only possible once all {tournament.left} remaining players are in the money", code="no_prizes"
        )
    if state.offered.get(work.by) == tournament.reading(work.now).level:
        raise NotDue("each player may offer only one deal per level", code="deal_offered")
    least = max(least_kept(tournament.structure.pays, tournament.prizes()[: tournament.left], tournament.left), 1)
    if command.first < least:
        raise Conflict(f"at least {least} must be left for the winner (`first`)", code="no_first")
    _figures(state, c.MakeDeal("icm" if command.by == "amounts" else command.by, command.amounts, command.first))
    work.offer = Offer(state.offers + 1, work.by, command.by, work.now + WAITS, command.amounts, command.first)
    work.add_news(say("{player} offers a deal: the current hands are finished first", work.by), "deal", player=work.by)


def _figures(state: RoomTournamentState, command: c.MakeDeal) -> tuple[tuple[str, int], ...]:
    """The payment of each player by the current chips. Raises SidepotError if the deal is refused."""
    players, deal = deal_for(state.tournament, command)
    return tuple(zip(players, deal.amounts, strict=True))


def _command(offered: Offer) -> c.MakeDeal:
    return c.MakeDeal("icm" if offered.by == "amounts" else offered.by, offered.amounts, offered.first)


def look(work: UnitOfWork) -> None:
    """Compute the payments of the offered deal as soon as no hand is in progress. Bots accept the deal.

    If the payments change because a player was disqualified, all players must answer again.
    """
    state = work.state
    offered = state.offer if not isinstance(work.offer, Offer) else work.offer
    if work.offer is None or offered is None or work.tournament.is_hand_on:
        return
    try:
        figures = _figures(state, _command(offered))
    except SidepotError as error:
        _drop(work, (error.detail,))  # pages have no other words for it
        return
    if offered.figures:
        if figures != offered.figures:
            _drop(work, say("the chips have changed since the figures were worked out; offer it anew"))
        return
    bots = tuple([player for player, _ in figures if player in state.bots])
    work.offer = replace(offered, until=work.now + WAITS, figures=figures, agreed=(*bots, offered.player))
    money = work.tournament.structure.money
    shares, rest = shares_sentence(figures, money), money.part(offered.first)
    work.add_news(say("The deal: {shares}; {rest} for the winner", shares, rest), "deal")
    _make_if_agreed(work, work.offer)


def shares_sentence(figures: Sequence[tuple[str, int]], money: Unit) -> Sentence:
    """A sentence with the payment of each player, such as `Ann €12, Bo €8`."""
    return (
        ", ".join(["{} {}"] * len(figures)),
        *[part for player, amount in figures for part in (player, money.part(amount))],
    )


def answer(work: UnitOfWork, command: s.AnswerDeal) -> None:
    """Record that a player accepts or refuses the offered deal."""
    offered = work.state.offer
    if offered is None or offered.number != command.offer:
        raise NotDue("this deal is no longer offered", code="no_offer")
    entrant = work.tournament.entrants.get(work.by)
    if entrant is None or entrant.status is not Status.SEATED:
        raise NotDue("only players who are still in can answer", code="not_in_play")
    if not command.yes:
        _drop(work, say("{player} does not agree", work.by))
        return
    if not offered.figures:
        raise NotDue("the amounts are not known until the current hand is over", code="hand_on")
    if work.by in offered.agreed:
        raise NotDue("you have already agreed", code="done_already")
    work.offer = replace(offered, agreed=(*offered.agreed, work.by))
    work.add_news(say("{player} agrees to the deal", work.by), "deal", player=work.by)
    _make_if_agreed(work, work.offer)


def _make_if_agreed(work: UnitOfWork, offered: Offer) -> None:
    if {player for player, _ in offered.figures} - set(offered.agreed):
        return
    work.do(_command(offered))
    work.offer = None


def lapse(work: UnitOfWork) -> None:
    """End the offer, because the time to answer is over."""
    offered = work.state.offer
    if offered is not None and work.now >= offered.until:
        missing = [player for player, _ in offered.figures if player not in offered.agreed]
        text = say("{players} have not answered", names(missing)) if missing else say("nobody has answered")
        _drop(work, say("{player} has not answered", missing[0]) if len(missing) == 1 else text)


def _drop(work: UnitOfWork, why: Sentence) -> None:
    work.offer = None
    work.add_news(say("There is no deal: {reason}", why), "deal")
