"""Who plays: entries, second ones, rebuys, add-ons, absences, penalties. Source: T7, T26, T58D; TDA-2013 58-B."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sidepot.errors import Cite, Conflict, IllegalAction, NotDue
from sidepot.table.events import Bought
from sidepot.table.places import State
from sidepot.tournament import commands as c
from sidepot.tournament import events as e
from sidepot.tournament.do_seats import leave, seat_new
from sidepot.tournament.doing import Doing
from sidepot.tournament.entrants import NOWHERE, Entrant, Status
from sidepot.tournament.structure import ANY, ROUNDS

if TYPE_CHECKING:
    from sidepot.tournament.tournament import Tournament

LATE: Final = Cite("TDA-2013", "7")
REBUYS: Final = Cite("TDA-2013", "26")
PENALTIES: Final = Cite("TDA-2013", "58-B")
OUT_OF_EVENT: Final = Cite("TDA-2013", "58-D")


# ---- what is open


def is_entry_open(doing: Doing) -> bool:
    """Whether players may enter: before the start anybody, after it through the late levels; after a deal nobody."""
    event = doing.event
    if event.deal is not None:
        return False
    reading = doing.reading
    return not event.clock.begun or event.structure.is_entry_open(reading.level, on_break=reading.is_break)


def is_rebuy_open(doing: Doing) -> bool:
    """Whether rebuys are sold."""
    if doing.event.deal is not None:
        return False
    reading = doing.reading
    return doing.event.structure.is_rebuy_open(reading.level, on_break=reading.is_break)


def may_rebuy(doing: Doing, entrant: Entrant) -> bool:
    """Whether a player has a rebuy left, and they are sold."""
    rebuys = doing.event.structure.entry.rebuys
    return is_rebuy_open(doing) and (rebuys == ANY or entrant.rebought < rebuys)


def may_reenter(doing: Doing, entrant: Entrant) -> bool:
    """Whether a player who is out may enter again."""
    reentries = doing.event.structure.entry.reentries
    return is_entry_open(doing) and (reentries == ANY or entrant.entries <= reentries)


# ---- entries


def register(doing: Doing, command: c.Register) -> None:
    """A new player: he gets a seat with the draw, or at once where seats have been drawn and one is free (T7)."""
    event = doing.event
    player = command.player
    if not player.strip():
        raise Conflict("a player has a name")
    known = event.entrants.get(player)
    if known is not None:
        again = "; he may enter again" if not known.is_in and may_reenter(doing, known) else ""
        raise Conflict(f"{player} has entered, and is {known.status}{again}")
    _undivided(event)
    if not is_entry_open(doing):
        raise NotDue(f"registration is closed: {_late(doing)}", LATE)
    most = event.structure.entry.most
    if most and len(event.entrants) >= most:
        raise NotDue(f"the event is full: {most} have entered")
    if event.is_seated and event.structure.kind in ROUNDS:
        raise NotDue(f"seats are drawn, and in a {event.structure.kind} nobody comes late")
    doing.emit(e.Registered(player, doing.now, alternate=event.is_seated))
    if event.is_seated:
        seat_new(doing, player, command.seed)


def _undivided(event: Tournament) -> None:
    """Raise NotDue where the prizes are divided, and so nothing more is paid into them."""
    if event.deal is not None:
        raise NotDue("a deal has been made: nobody enters or buys chips after it")


def _late(doing: Doing) -> str:
    levels = doing.event.structure.entry.late_levels
    return f"it was open through level {levels}" if levels else "it was open till the start"


def withdraw(doing: Doing, command: c.Withdraw) -> None:
    """An entry is taken back, and paid back, until its player has a seat in an event that has begun."""
    entrant = doing.entrant(command.player)
    seated = entrant.status is Status.SEATED and not doing.event.clock.begun
    if not seated and entrant.status not in (Status.REGISTERED, Status.ALTERNATE) or entrant.entries > 1:
        raise NotDue(f"{command.player} is {entrant.status}: an entry is paid back until its player has a seat")
    if seated:
        leave(doing, command.player)
        doing.emit(e.ChipsRemoved(command.player, entrant.carried))
    doing.emit(e.Withdrew(command.player))


def reenter(doing: Doing, command: c.Reenter) -> None:
    """Who is out enters again, with a full stack and a new seat (T7)."""
    event = doing.event
    player = command.player
    entrant = doing.entrant(player)
    if entrant.status is Status.DISQUALIFIED:
        raise IllegalAction(f"{player} was disqualified, and does not enter again", OUT_OF_EVENT)
    if entrant.is_in:
        raise Conflict(f"{player} is in the event: he has gone out before he enters again")
    _undivided(event)
    if not may_reenter(doing, entrant):
        reentries = event.structure.entry.reentries
        why = f"{_late(doing)}" if not is_entry_open(doing) else f"{reentries} may be had, and {player} has had them"
        raise NotDue(f"{player} cannot enter again: {why}" if reentries else "this event has no re-entries", LATE)
    if entrant.table:
        leave(doing, player)
    doing.emit(e.Reentered(player, doing.now))
    seat_new(doing, player, command.seed)


# ---- chips


def rebuy(doing: Doing, command: c.Rebuy) -> None:
    """Chips for who has few or none; announced before a hand they are behind, and have to be paid (T26)."""
    event = doing.event
    terms = event.structure.entry
    player = command.player
    entrant = doing.entrant(player)
    if not terms.rebuys:
        raise NotDue("this event has no rebuys", REBUYS)
    _undivided(event)
    if not is_rebuy_open(doing):
        raise NotDue(f"rebuys were sold through level {terms.rebuy_levels}", REBUYS)
    if not may_rebuy(doing, entrant):
        raise NotDue(f"{terms.rebuys} rebuys may be had, and {player} has had them", REBUYS)
    if entrant.status not in (Status.SEATED, Status.BUSTED):
        raise Conflict(f"{player} is {entrant.status}, and has no seat to buy at")
    stack = _idle_stack(doing, entrant) if entrant.table else 0
    if stack > event.structure.rebuy_below:
        raise IllegalAction(
            f"{player} has {stack}, and one may buy again with {event.structure.rebuy_below} or less", REBUYS
        )
    doing.emit(e.Rebought(player, terms.rebuy_chips, terms.rebuy_cost, terms.rebuy_fee, command.pledge, doing.now))
    if entrant.table:
        _give(doing, entrant, terms.rebuy_chips)
    else:
        seat_new(doing, player)


def pay_pledge(doing: Doing, command: c.PayPledge) -> None:
    """A rebuy that was announced is paid."""
    entrant = doing.entrant(command.player)
    if not entrant.owes:
        raise NotDue(f"{command.player} owes nothing", REBUYS)
    doing.emit(e.PledgePaid(command.player, entrant.owes))


def add_on(doing: Doing, command: c.AddOn) -> None:
    """The add-on, once for everybody, in its break."""
    event = doing.event
    terms = event.structure.entry
    entrant = doing.entrant(command.player)
    if terms.addon_item < 0:
        raise NotDue("this event has no add-on")
    _undivided(event)
    if event.clock.at(doing.now).item != terms.addon_item:
        raise NotDue(f"the add-on is sold in the break that is item {terms.addon_item + 1} of the schedule")
    if entrant.addons:
        raise NotDue(f"{command.player} has taken the add-on")
    if entrant.status is not Status.SEATED:
        raise Conflict(f"{command.player} is {entrant.status}, and has no seat to buy at")
    _idle_stack(doing, entrant)
    doing.emit(e.AddedOn(command.player, terms.addon_chips, terms.addon_cost, terms.addon_fee, doing.now))
    _give(doing, entrant, terms.addon_chips)


def _idle_stack(doing: Doing, entrant: Entrant) -> int:
    """What a player has who is in no hand now. Raises NotDue while he is."""
    table = doing.table(entrant.table)
    if table.is_in_hand(entrant.player):
        raise NotDue(f"{entrant.player} is in the hand that is on: chips come between hands", REBUYS)
    return table.stack_of(entrant.player)


def _give(doing: Doing, entrant: Entrant, chips: int) -> None:
    doing.tell(entrant.table, lambda table: table.apply(Bought(entrant.player, chips, doing.now)))


def go_out(doing: Doing, command: c.GoOut) -> None:
    """Who has no chips says that he does not come back."""
    entrant = doing.entrant(command.player)
    if e.WentOut(command.player) in doing.events:
        return  # the time to come back has run out just now, and he is out already
    if entrant.status is not Status.BUSTED:
        raise NotDue(f"{command.player} is {entrant.status}")
    settle(doing, entrant)


def settle(doing: Doing, entrant: Entrant) -> None:
    """Who has no chips is out for good, and his seat is free."""
    doing.emit(e.WentOut(entrant.player))
    if entrant.table != NOWHERE:
        leave(doing, entrant.player)


def close_chances(doing: Doing) -> None:
    """Who has lost everything, and can neither buy nor enter again any more, is out.

    A player who could when it was lost still can, as long as the same things are open.
    """
    event = doing.event
    chances = is_entry_open(doing), is_rebuy_open(doing)
    if event.chances == chances:
        return
    event.chances = chances
    for player in list(event.busted):
        entrant = event.entrants[player]
        table = event.tables.get(entrant.table)
        if table is not None and table.is_in_hand(entrant.player):
            event.chances = None  # to be looked at again
            continue
        if not may_rebuy(doing, entrant) and not may_reenter(doing, entrant):
            settle(doing, entrant)


def close_entry(doing: Doing, command: c.CloseEntry) -> None:
    """Nobody comes any more. What follows from the clock is done with any command; this one does nothing besides.

    Raises NotDue while somebody may still come, and where nobody waits for it.
    """
    if is_entry_open(doing) or is_rebuy_open(doing):
        raise NotDue("players may still enter, or buy again", REBUYS)
    if not doing.events and not doing.event.busted:
        raise NotDue("nobody in the event is without chips")


# ---- conduct


def absent(doing: Doing, command: c.Absent) -> None:
    """A player is away: he is dealt in, posts, and his hands are killed (TDA-2013 29)."""
    doing.tell(_table_of(doing, command.player), lambda table: table.sit_out(command.player, doing.now))


def present(doing: Doing, command: c.Present) -> None:
    """A player is back. Raises NotDue for who was disqualified, and leaves after the hand (TDA-2013 58-D)."""
    number = _table_of(doing, command.player)
    if doing.entrant(command.player).status is Status.DISQUALIFIED:
        raise NotDue(f"{command.player} was disqualified, and leaves when this hand is over")
    if doing.table(number).place_of(command.player).state is not State.OUT:
        raise NotDue(f"{command.player} is at his seat")
    doing.tell(number, lambda table: table.come_back(command.player))


def _table_of(doing: Doing, player: str) -> int:
    entrant = doing.entrant(player)
    if not entrant.table:
        raise Conflict(f"{player} is {entrant.status}, and sits nowhere")
    return entrant.table


def penalise(doing: Doing, command: c.Penalise) -> None:
    """Missed hands; a round is one hand for each player at the table, himself included. Rule: TDA-2013 58-B."""
    number = _table_of(doing, command.player)
    if command.hands < 0 or command.rounds < 0 or not command.hands + command.rounds:
        raise Conflict("a penalty is of some hands or rounds, and none of them is negative", PENALTIES)
    table = doing.table(number)
    at_table = sum([table.in_play(place) for place in table.places.values()])
    doing.emit(e.Penalised(command.player, command.hands + command.rounds * at_table, command.why))


def disqualify(doing: Doing, command: c.Disqualify) -> None:
    """A player is put out: his chips leave play, after the hand that he is in. Rule: TDA-2013 58-D."""
    entrant = doing.entrant(command.player)
    if entrant.status is Status.DISQUALIFIED:
        raise NotDue(f"{command.player} was disqualified")
    was_in = entrant.is_in
    doing.emit(e.Disqualified(command.player, command.why))
    if entrant.table:
        leave(doing, command.player)
    if was_in:
        doing.emit(e.Ranked(((command.player,),)))
