"""How the event ends: deals, and the last places. Source: issue of payouts and deals; T58D."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.errors import Conflict, NotDue
from sidepot.tournament import commands as c
from sidepot.tournament import events as e
from sidepot.tournament.deals import Deal, agreed_deal, chip_chop, even_deal, icm_deal
from sidepot.tournament.do_entries import is_entry_open, is_rebuy_open
from sidepot.tournament.do_rounds import close_round
from sidepot.tournament.do_seats import share_pots
from sidepot.tournament.doing import Doing
from sidepot.tournament.entrants import Status
from sidepot.tournament.structure import Kind

if TYPE_CHECKING:
    from sidepot.tournament.tournament import Tournament


def make_deal(doing: Doing, command: c.MakeDeal) -> None:
    """Those who are left divide what is left: by the model, by chips, or as they say."""
    event = doing.event
    if event.deal is not None:
        raise NotDue("a deal has been made; undo it to make another")
    if any(table.is_hand_on for table in event.tables.values()):
        raise NotDue("a hand is on: a deal is made between hands")
    back = [*event.busted, *event.waiting]
    if back:
        raise NotDue(f"{back[0]} may still come back or gets a seat: a deal is made when it is known who is left")
    share_pots(doing, *event.tables)
    left = {one.player: event.stack_of(one.player) for one in event.players_in()}
    prizes = event.prizes()[: len(left)]
    if len(left) < 2 or not prizes:
        raise NotDue("there is nothing to divide")
    players = sorted(left, key=lambda player: -left[player])
    stacks = {player: left[player] for player in players}
    doing.emit(e.DealMade(tuple(players), _deal(command, stacks, prizes)))


def _deal(command: c.MakeDeal, stacks: dict[str, int], prizes: tuple[int, ...]) -> Deal:
    if command.amounts:
        if len(dict(command.amounts)) < len(command.amounts):
            raise Conflict("the amounts name each player once")
        return agreed_deal(stacks, prizes, dict(command.amounts), command.first)
    made = {"icm": icm_deal, "chips": chip_chop, "even": even_deal}.get(command.by)
    if made is None:
        raise Conflict(f"a deal is made by 'icm', 'chips' or 'even', or its amounts are told, not by {command.by!r}")
    return made(tuple(stacks.values()), prizes, command.first)


def end_event(doing: Doing, command: c.End) -> None:
    """The event ends as it stands; those who are left share nothing: they are ranked by their chips.

    In a satellite all have won the same if there is a seat for each.
    """
    event = doing.event
    if any(table.is_hand_on for table in event.tables.values()):
        raise NotDue("a hand is on: the event ends between hands")
    if not event.is_seated:
        raise NotDue("the event has not begun")
    share_pots(doing, *event.tables)
    close_round(doing)
    if all_have_seats(event):
        _rank_alike(doing)
    else:
        _rank_left(doing)


def _rank_left(doing: Doing) -> None:
    event = doing.event
    stacks: dict[int, list[str]] = {}
    for one in event.players_in():
        stacks.setdefault(event.stack_of(one.player), []).append(one.player)
    doing.emit(e.Ranked(tuple([tuple(stacks[stack]) for stack in sorted(stacks)])))
    doing.emit(e.Ended(doing.now))


def close(doing: Doing) -> None:
    """The event is over when one is left, or in a satellite as many as win a seat."""
    event = doing.event
    if not event.is_seated or event.ended or event.hand_for_hand and event.round_busts:
        return
    if event.counts[Status.BUSTED] or event.counts[Status.ALTERNATE]:
        return
    left = event.left
    if left > 1 and not all_have_seats(event):
        return
    if any(table.is_hand_on for table in event.tables.values()):
        return
    if left <= 1:
        _rank_left(doing)
    elif not (is_entry_open(doing) or is_rebuy_open(doing)):
        _rank_alike(doing)


def all_have_seats(event: Tournament) -> bool:
    """Whether no more are left in a satellite than win a seat."""
    return event.structure.kind is Kind.SATELLITE and event.left <= event.seats_won


def _rank_alike(doing: Doing) -> None:
    doing.emit(e.Ranked((tuple([one.player for one in doing.event.players_in()]),)))
    doing.emit(e.Ended(doing.now))
