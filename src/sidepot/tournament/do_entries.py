"""Entries, re-entries, rebuys, add-ons, absences and penalties. Source: T7, T26, T58D; TDA-2013 58-B."""

from __future__ import annotations

from typing import Final

from sidepot.errors import Cite, Conflict, IllegalAction, NotDue
from sidepot.rules.clauses import refuse, say
from sidepot.table import commands as t
from sidepot.table.places import State
from sidepot.tournament import commands as c
from sidepot.tournament import events as e
from sidepot.tournament.cited import NEW_PLAYERS
from sidepot.tournament.clock import Reading
from sidepot.tournament.do_seats import leave, seat_new
from sidepot.tournament.entrants import NOWHERE, Entrant, Status
from sidepot.tournament.state import TournamentState
from sidepot.tournament.structure import ANY, ROUNDS
from sidepot.tournament.unit_of_work import UnitOfWork
from sidepot.tournament.views import is_open
from sidepot.validation.lookalikes import why_misread
from sidepot.validation.shown_text import without_joins

REBUYS: Final = Cite("TDA-2013", "26")
PENALTIES: Final = Cite("TDA-2013", "58-B")
DISQUALIFIED: Final = Cite("TDA-2013", "58-D")


# ---- open purchases


def chances(tournament: TournamentState, reading: Reading, entrant: Entrant) -> tuple[bool, bool]:
    """Whether a player may still rebuy, and whether they may still re-enter."""
    (entry_open, rebuy_open), terms = is_open(tournament, reading), tournament.structure.entry
    rebuys = rebuy_open and (terms.rebuys == ANY or entrant.rebought < terms.rebuys)
    return rebuys, entry_open and (terms.reentries == ANY or entrant.entries <= terms.reentries)


# ---- entries


def register(work: UnitOfWork, command: c.Register) -> None:
    """Enter a player. The player gets a seat in the draw or, after the draw, at once if a seat is free (rule T7)."""
    tournament = work.tournament
    player = command.player
    if not player.strip():
        raise Conflict("give the player's name", code="bad_name")
    _check_name(tournament, player)
    known = tournament.entrants.get(player)
    if known is not None:
        whether_again = (
            "; a re-entry is possible" if not known.is_in and chances(tournament, work.reading, known)[1] else ""
        )
        raise Conflict(f"{player} has already entered and is {known.status}{whether_again}", code="entered_already")
    _undivided(tournament)
    if tournament.reports.draft:
        raise NotDue("the tournament is still a draft; open the check-in first", code="draft")
    if tournament.clock.begun and not tournament.is_seated:
        raise NotDue(
            "a clock that was started without players takes no entries; create a tournament instead", code="clock_only"
        )
    if tournament.flights:
        raise NotDue(
            "players can enter the final day only through its flights", NEW_PLAYERS, code="registration_closed"
        )
    if not is_open(tournament, work.reading)[0]:
        raise NotDue(f"registration is closed: {_late(work)}", NEW_PLAYERS, code="registration_closed")
    most = tournament.structure.entry.most
    if most and len(tournament.entrants) >= most:
        raise NotDue(f"the tournament is full: {most} players have entered", code="tournament_full")
    if tournament.is_seated and tournament.structure.kind in ROUNDS:
        raise NotDue(
            f"the seats are drawn, and a {tournament.structure.kind} has no late entries", code="registration_closed"
        )
    work.emit(e.Registered(player, work.now, alternate=tournament.is_seated))
    if tournament.is_seated:
        seat_new(work, player, command.seed)


def _check_name(tournament: TournamentState, player: str) -> None:
    """Raise Conflict for a misleading name, or one that differs from another only in case and spaces, if people type
    names.

    A room is stricter, because strangers choose names in it. In a live tournament, a director sees all names.
    """
    if not tournament.reports.live or player in tournament.entrants:
        return
    if because := why_misread(without_joins(player)):
        raise Conflict(because, code="bad_name")
    plain = "".join(player.split()).casefold()
    for other in tournament.entrants:
        if "".join(other.split()).casefold() == plain:
            raise Conflict(
                f"{other!r} has entered already; if {player!r} is another player, confirm it", code="entered_already"
            )


def _undivided(tournament: TournamentState) -> None:
    """Raise NotDue after a deal, because no more money can be added to prizes that are divided."""
    if tournament.deal is not None:
        raise NotDue("the players have agreed on a deal, so nobody can enter or buy chips", code="deal_made")


def _late(work: UnitOfWork) -> str:
    levels = work.tournament.structure.entry.late_levels
    return f"it was open through level {levels}" if levels else "it was open until the start"


def withdraw(work: UnitOfWork, command: c.Withdraw) -> None:
    """Withdraw an entry and return the money. This is possible until the player has a seat and the tournament has
    begun.
    """
    entrant = work.entrant(command.player)
    if work.tournament.flights:
        raise NotDue(
            f"{command.player} entered through a flight, so the entry cannot be paid back here",
            NEW_PLAYERS, code="seated_already",
        )  # fmt: skip
    seated = entrant.status is Status.SEATED and not work.tournament.clock.begun
    if not seated and entrant.status not in (Status.REGISTERED, Status.ALTERNATE) or entrant.entries > 1:
        raise NotDue(
            f"{command.player} is {entrant.status}; an entry can be paid back only before the player has a seat",
            code="seated_already",
        )
    if seated:
        leave(work, command.player)
        work.emit(e.ChipsRemoved(command.player, entrant.carried))
    work.emit(e.Withdrew(command.player))


def reenter(work: UnitOfWork, command: c.Reenter) -> None:
    """Enter an eliminated player again, with a full stack and a new seat (rule T7)."""
    tournament = work.tournament
    player = command.player
    entrant = work.entrant(player)
    if entrant.status is Status.DISQUALIFIED:
        raise IllegalAction(f"{player} was disqualified and cannot enter again", DISQUALIFIED, code="disqualified")
    if entrant.is_in:
        raise Conflict(
            f"{player} is still in the tournament; only players who are out can enter again", code="still_in"
        )
    _undivided(tournament)
    if not chances(tournament, work.reading, entrant)[1]:
        reentries = tournament.structure.entry.reentries
        why = (
            _late(work)
            if not is_open(tournament, work.reading)[0]
            else f"{reentries} re-entries are allowed, and {player} has used them"
        )
        raise NotDue(
            f"{player} cannot enter again: {why}" if reentries else "this tournament has no re-entries",
            NEW_PLAYERS,
            code="no_reentry",
        )
    if entrant.table:
        leave(work, player)
    work.emit(e.Reentered(player, work.now))
    seat_new(work, player, command.seed)


# ---- chips


def rebuy(work: UnitOfWork, command: c.Rebuy) -> None:
    """Sell chips to a player who has few chips or none.

    If the player announced the rebuy before a hand, its chips play in that hand and must be paid for (rule T26).
    """
    tournament = work.tournament
    terms = tournament.structure.entry
    player = command.player
    entrant = work.entrant(player)
    if not terms.rebuys:
        raise NotDue("this tournament has no rebuys", REBUYS, code="no_rebuy")
    _undivided(tournament)
    if not is_open(tournament, work.reading)[1]:
        over = say("rebuys ended with level {level}", str(terms.rebuy_levels))
        raise refuse(NotDue, over, REBUYS, code="no_rebuy")
    if not chances(tournament, work.reading, entrant)[0]:
        used = say("{player} has used all {rebuys} rebuys", player, str(terms.rebuys))
        raise refuse(NotDue, used, REBUYS, code="no_rebuy")
    if entrant.status not in (Status.SEATED, Status.BUSTED):
        raise Conflict(f"{player} is {entrant.status} and has no seat, so they cannot buy chips", code="not_in_play")
    stack = _idle_stack(work, entrant) if entrant.table else 0
    if stack > tournament.structure.rebuy_below and not tournament.reports.live:  # a real one was counted long ago
        raise refuse(
            IllegalAction,
            say(
                "{player} has {stack}; a rebuy is possible with {most} or less",
                player,
                stack,
                tournament.structure.rebuy_below,
            ),
            REBUYS,
            code="too_many_chips",
        )
    work.emit(e.Rebought(player, terms.rebuy_chips, terms.rebuy_cost, terms.rebuy_fee, command.pledge, work.now))
    if entrant.table:
        _give(work, entrant, terms.rebuy_chips)
    else:
        seat_new(work, player)


def pay_pledge(work: UnitOfWork, command: c.PayPledge) -> None:
    """Take the payment for the rebuys that a player has announced."""
    entrant = work.entrant(command.player)
    if not entrant.owes:
        raise NotDue(f"{command.player} owes nothing", REBUYS, code="no_debt")
    work.emit(e.PledgePaid(command.player, entrant.owes))


def add_on(work: UnitOfWork, command: c.AddOn) -> None:
    """Sell the add-on to a player: only once, and only in its break."""
    tournament = work.tournament
    terms = tournament.structure.entry
    entrant = work.entrant(command.player)
    if terms.addon_item < 0:
        raise NotDue("this tournament has no add-on", code="no_addon")
    _undivided(tournament)
    if work.reading.item != terms.addon_item:
        raise NotDue(
            f"the add-on is sold only during the break at item {terms.addon_item + 1} of the schedule", code="no_addon"
        )
    if entrant.addons:
        raise NotDue(f"{command.player} has already taken the add-on", code="no_addon")
    if entrant.status is not Status.SEATED:
        raise Conflict(
            f"{command.player} is {entrant.status} and has no seat, so they cannot buy chips", code="not_in_play"
        )
    _idle_stack(work, entrant)
    work.emit(e.AddedOn(command.player, terms.addon_chips, terms.addon_cost, terms.addon_fee, work.now))
    _give(work, entrant, terms.addon_chips)


def _idle_stack(work: UnitOfWork, entrant: Entrant) -> int:
    """A player's stack between hands. Raises NotDue while the player is in a hand."""
    table = work.table(entrant.table)
    if table.is_in_hand(entrant.player):
        raise NotDue(
            f"{entrant.player} is still playing a hand; sell the chips when the hand is over", REBUYS, code="in_hand"
        )
    return table.stack_of(entrant.player)


def _give(work: UnitOfWork, entrant: Entrant, chips: int) -> None:
    work.at_table(entrant.table, t.GiveChips(chips), entrant.player)


def go_out(work: UnitOfWork, command: c.GoOut) -> None:
    """Eliminate a player without chips who could buy in again but does not want to."""
    entrant = work.entrant(command.player)
    if e.WentOut(command.player) in work.events:
        return  # the clock has just closed rebuys, and the player is out by that
    if entrant.status is not Status.BUSTED:
        raise NotDue(
            f"{command.player} is {entrant.status}; only a player without chips can go out", code="not_in_play"
        )
    settle(work, entrant)


def settle(work: UnitOfWork, entrant: Entrant) -> None:
    """Eliminate for good a player who has no chips, and free the seat."""
    work.emit(e.WentOut(entrant.player))
    if entrant.table != NOWHERE:
        leave(work, entrant.player)


def close_chances(work: UnitOfWork) -> None:
    """Eliminate busted players who can no longer rebuy or re-enter.

    Players are checked only if entry or rebuys have opened or closed since the last call.
    """
    tournament = work.tournament
    now_open = is_open(tournament, work.reading)
    if tournament.chances == now_open:
        return
    tournament.chances = now_open
    for player in list(tournament.busted):
        entrant = tournament.entrants[player]
        table = tournament.tables.get(entrant.table)
        if table is not None and table.is_in_hand(entrant.player):
            tournament.chances = None  # look again next time
            continue
        if not any(chances(tournament, work.reading, entrant)):
            settle(work, entrant)


def close_entry(work: UnitOfWork, command: c.CloseEntry) -> None:
    """Close entry and rebuys once their time is over: players without chips are then out for good.

    They are eliminated by `close_chances`, which runs before this command. Raises NotDue while entry or rebuys are
    open, or if this would change nothing.
    """
    if any(is_open(work.tournament, work.reading)):
        raise NotDue(
            "players may still enter or buy again, so entry cannot be closed yet", REBUYS, code="registration_open"
        )
    if not work.events and not work.tournament.busted:
        raise NotDue("nobody in the tournament has busted, so nobody is waiting to buy in again", code="nobody_busted")


# ---- conduct


def absent(work: UnitOfWork, command: c.Absent) -> None:
    """Mark a player as absent. The player is dealt in and posts, and each hand is killed (TDA-2013 29)."""
    work.at_table(_table_of(work, command.player), t.SitOut(), command.player)


def present(work: UnitOfWork, command: c.Present) -> None:
    """Mark a player as back in their seat.

    Raises NotDue for a disqualified player, who leaves after the hand (TDA-2013 58-D).
    """
    number = _table_of(work, command.player)
    if work.entrant(command.player).status is Status.DISQUALIFIED:
        raise NotDue(f"{command.player} was disqualified and leaves after this hand", code="disqualified")
    if work.table(number).place_of(command.player).state is not State.OUT:
        raise NotDue(f"{command.player} is already in that seat", code="is_there")
    work.at_table(number, t.ComeBack(), command.player)


def _table_of(work: UnitOfWork, player: str) -> int:
    entrant = work.entrant(player)
    if not entrant.table:
        raise Conflict(f"{player} is {entrant.status} and is not seated at a table", code="not_in_play")
    return entrant.table


def penalise(work: UnitOfWork, command: c.Penalise) -> None:
    """Give a penalty in hands; a round is one hand for each player at the table. Rule: TDA-2013 58-B."""
    number = _table_of(work, command.player)
    if not command.hands and not command.rounds:
        raise Conflict("a penalty must last at least one hand or round", PENALTIES, code="bad_penalty")
    table = work.table(number)
    at_table = sum([table.in_play(place) for place in table.places.values()])
    work.emit(e.Penalised(command.player, command.hands + command.rounds * at_table, command.why, work.now))


def disqualify(work: UnitOfWork, command: c.Disqualify) -> None:
    """Disqualify a player: the chips leave play after the current hand. Rule: TDA-2013 58-D."""
    entrant = work.entrant(command.player)
    if entrant.status is Status.DISQUALIFIED:
        raise NotDue(f"{command.player} has already been disqualified", code="disqualified")
    was_in = entrant.is_in
    work.emit(e.Disqualified(command.player, command.why, work.now if was_in else 0))
    if entrant.table:
        leave(work, command.player)
    if was_in:
        work.emit(e.Ranked(((command.player,),)))
