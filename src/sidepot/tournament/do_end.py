"""The end of a tournament: deals, and the places of the last players. Source: T58D."""

from __future__ import annotations

from sidepot.errors import Conflict, NotDue
from sidepot.table import events as at_table
from sidepot.tournament import commands as c
from sidepot.tournament import events as e
from sidepot.tournament import money
from sidepot.tournament.deals import DEAL, Deal, agreed_deal, chip_chop, even_deal, icm_deal
from sidepot.tournament.do_clock import close_round
from sidepot.tournament.do_race import colour_up
from sidepot.tournament.do_seats import share_pots
from sidepot.tournament.entrants import Status
from sidepot.tournament.real_tables import check_known
from sidepot.tournament.state import TournamentState
from sidepot.tournament.structure import Kind, Structure
from sidepot.tournament.unit_of_work import UnitOfWork
from sidepot.tournament.views import is_open


def make_deal(work: UnitOfWork, command: c.MakeDeal) -> None:
    """Divide the remaining prizes among the remaining players: by ICM, by chips, evenly, or in agreed amounts."""
    tournament = work.tournament
    check_deal(tournament)
    share_pots(work, *tournament.tables)
    players, deal = _signed(work) or deal_for(tournament, command)
    work.emit(e.DealMade(players, deal))


def _signed(work: UnitOfWork) -> tuple[tuple[str, ...], Deal] | None:
    """The deal as originally made, if the command is carried out again. Raises Conflict if its players have changed."""
    made: e.DealMade | None = work.was(e.DealMade)
    if made is None:
        return None
    tournament = work.tournament
    left = {one.player for one in tournament.players_in()}
    if left != set(made.players):
        raise Conflict(
            "the remaining players are not the players who made the deal; undo the deal first", DEAL, code="deal_made"
        )
    if sum(made.deal.amounts) + made.deal.kept != sum(money.prizes(tournament)[: len(left)]):
        raise Conflict("the prizes have changed since the deal; undo the deal first", DEAL, code="deal_made")
    return made.players, made.deal


def check_deal(tournament: TournamentState) -> None:
    """Raise NotDue if no deal can be made now."""
    if not tournament.structure.pays.deals:
        raise NotDue("this tournament does not allow deals", code="no_deals")
    if tournament.deal is not None:
        raise NotDue("a deal has already been made; undo it to make another", code="deal_made")
    if tournament.is_hand_on:
        raise NotDue("a hand is in progress; make the deal when the hand is over", code="hand_on")
    back = [*tournament.busted, *tournament.waiting]
    if back:
        raise NotDue(
            f"{back[0]} may still come back or is waiting for a seat, so no deal is possible yet",
            code="players_may_return",
        )


def deal_for(tournament: TournamentState, command: c.MakeDeal) -> tuple[tuple[str, ...], Deal]:
    """Return the remaining players in stack order, and the deal that a command would make now.

    Raises the errors that the command would raise.
    """
    left = {one.player: tournament.stack_of(one.player) for one in tournament.players_in()}
    prizes = money.prizes(tournament)[: len(left)]
    if len(left) < 2 or not prizes:
        raise NotDue("there is no money to divide", code="no_prizes")
    players = sorted(left, key=lambda player: -left[player])
    if not command.amounts and command.by != "even":
        check_known(tournament, "for a deal by chips")
    stacks = {player: left[player] for player in players}
    return tuple(players), _deal(command, stacks, prizes, tournament.structure)


def _deal(command: c.MakeDeal, stacks: dict[str, int], prizes: tuple[int, ...], structure: Structure) -> Deal:
    if command.amounts:
        if len(dict(command.amounts)) < len(command.amounts):
            raise Conflict("a player is named twice; give one amount for each player", code="named_twice")
        return agreed_deal(stacks, prizes, dict(command.amounts), command.first, unit=structure.money)
    made = {"icm": icm_deal, "chips": chip_chop, "even": even_deal}.get(command.by)
    if made is None:
        raise Conflict(
            f"expected a deal by 'icm', 'chips' or 'even', or a list of amounts, not {command.by!r}",
            code="unknown_deal",
        )
    return made(tuple(stacks.values()), prizes, command.first, structure.pays.round_to)


def end_tournament(work: UnitOfWork, command: c.End) -> None:
    """End the tournament now. The remaining players are ranked by their chips.

    In a satellite, these players share the first place if there is a seat for each of them. In a flight, players keep
    their chips for the final day. If the final day ends before its seats are drawn, players are ranked by the chips
    from their flights.
    """
    tournament = work.tournament
    if tournament.envelopes.unopened:
        raise NotDue("an envelope was won but not opened; open it first", code="envelope_unopened")
    if tournament.is_hand_on:
        raise NotDue("a hand is in progress; end the tournament when the hand is over", code="hand_on")
    if not tournament.is_seated and not (tournament.flights and tournament.left):  # a final day ranks by the bags
        raise NotDue("the tournament has not begun", code="not_begun")
    share_pots(work, *tournament.tables)
    close_round(work)
    _bag(work)
    if all_have_seats(tournament):
        _rank_alike(work)
    else:
        _rank_left(work)


def _bag(work: UnitOfWork) -> None:
    """In a flight, remove the chips that the final day does not use. Rule: TDA-2013 23.

    They leave play in the break before it, or earlier if the flight ends earlier. With real chips, the tables report
    this, and are only asked for chips whose break is reached. The last player has all chips, whatever was reported.
    """
    tournament = work.tournament
    if tournament.structure.kind is not Kind.FLIGHT:
        return
    live, is_last = tournament.reports.live, tournament.left == 1
    if live and is_last:
        _all_chips(work)
    asked = live and not is_last
    due = tournament.chips_at(work.reading.level if asked else tournament.structure.flight_levels)
    for number, table in tournament.tables.items():
        if any(place.stack for place in table.seated()) and set(table.rules.chips.values).difference(due.values):
            colour_up(work, c.Race(number), due)


def _all_chips(work: UnitOfWork) -> None:
    """Give the last player of a flight all chips that were issued."""
    tournament = work.tournament
    last = tournament.players_in()[0]
    missing = -sum(tournament.reports.adrift.values())
    if last.table and missing:
        work.emit(e.AtTable(last.table, at_table.Adjusted(last.player, missing, "the last player has all chips")))
    work.emit(e.Counted(((last.player, tournament.stack_of(last.player)),), work.now))


def _rank_left(work: UnitOfWork) -> None:
    tournament = work.tournament
    stacks: dict[int, list[str]] = {}
    for one in tournament.players_in():
        stack = tournament.stack_of(one.player) if tournament.is_seated else one.due
        stacks.setdefault(stack, []).append(one.player)
    work.emit(e.Ranked(tuple([tuple(stacks[stack]) for stack in sorted(stacks)])))
    work.emit(e.Ended(work.now))


def close(work: UnitOfWork) -> None:
    """End the tournament if only one player is left or, in a satellite, if there is a seat for every player left."""
    tournament = work.tournament
    if not tournament.is_seated or tournament.ended or tournament.hand_for_hand and tournament.round_busts:
        return
    if tournament.counts[Status.BUSTED] or tournament.counts[Status.ALTERNATE] or tournament.envelopes.unopened:
        return
    if money.bounties_open(tournament):
        return  # *To do* asks who won them; `End` leaves them to the winner
    left = tournament.left
    if left > 1 and not all_have_seats(tournament):
        return
    if tournament.is_hand_on:
        return
    if left <= 1:
        _bag(work)
        _rank_left(work)
    elif not any(is_open(tournament, work.reading)):
        _rank_alike(work)


def all_have_seats(tournament: TournamentState) -> bool:
    """Whether a satellite has a seat for every remaining player."""
    return tournament.structure.kind is Kind.SATELLITE and tournament.left <= money.seats_won(tournament)


def _rank_alike(work: UnitOfWork) -> None:
    work.emit(e.Ranked((tuple([one.player for one in work.tournament.players_in()]),)))
    work.emit(e.Ended(work.now))
