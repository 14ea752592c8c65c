"""Entries to a live tournament: registering, taking it back, coming again, chips that are sold, bots."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from sidepot.bots.bot_names import bot_names
from sidepot.errors import Conflict, NotDue
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.online.flights import check_entry
from sidepot.table.agreement import check_accepted
from sidepot.tournament import commands as c

if TYPE_CHECKING:
    from sidepot.room.tournament.state import EventState
    from sidepot.room.tournament.unit_of_work import Work


def register(work: Work, said: s.Register) -> None:
    """Enter; after the draw with a seat at once, if one is free. Raises Conflict for terms that were not accepted."""
    event = work.event
    check_entry(event)
    if said.accepts or work.account and event.terms.agreed:
        check_accepted(event.version, said.accepts or accepted(event, work.account)[0])
    work.do(c.Register(work.by))
    _bind(work)


def accepted(event: EventState, account: str) -> tuple[str, int]:
    """The version of the terms that an account has accepted, and when; ("", 0) for none."""
    return event.accepted.get(account, ("", 0))


def to_accept(event: EventState, account: str) -> str:
    """The version that an account accepts before it enters; "" where it has, or nobody has to."""
    return event.version if event.terms.agreed and accepted(event, account)[0] != event.version else ""


def _bind(work: Work) -> None:
    if work.account:
        work.accounts[work.by] = work.account


def _entered(work: Work) -> str:
    """The player who speaks. Raises Conflict for somebody who has not entered."""
    if work.by not in work.tournament.entrants:
        raise Conflict(f"{work.by} has not entered", code="not_entered")
    return work.by


def take_back(work: Work, said: s.TakeBack) -> None:
    """Take the entry back, until one has a seat; the money is returned."""
    work.do(c.Withdraw(_entered(work)))


def reenter(work: Work, said: s.Reenter) -> None:
    """Enter again."""
    work.do(c.Reenter(_entered(work)))


def rebuy(work: Work, said: s.Rebuy) -> None:
    """Buy chips again."""
    work.do(c.Rebuy(_entered(work)))


def add_on(work: Work, said: s.AddOn) -> None:
    """Take the add-on."""
    work.do(c.AddOn(_entered(work)))


def go_out(work: Work, said: s.LeaveEvent) -> None:
    """Be out for good."""
    work.do(c.GoOut(_entered(work)))


def add_bots(work: Work, said: s.AddBots) -> None:
    """Have bots enter."""
    check_entry(work.event)
    enter_bots(work, said.count, said.strength)


def enter_bots(work: Work, count: int, strength: str) -> None:
    """Have so many bots enter, or as many as there is room for. Raises NotDue where there is none."""
    most = work.event.terms.structure.entry.most
    if most:
        room = most - len(work.tournament.entrants)
        if room < 1:
            raise NotDue(f"the tournament is full: {most} have entered", code="event_full")
        count = min(count, room)
    rng = Random(f"{work.tournament.seed}/{work.tournament.version}")
    for name in bot_names(work.tournament.entrants, rng, count):
        work.do(c.Register(name), by="")
        work.bots[name] = strength
