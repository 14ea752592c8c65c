"""The dispatch of commands to functions, which check them and make events."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from sidepot.tournament import commands as c
from sidepot.tournament import (
    do_changes,
    do_clock,
    do_end,
    do_entries,
    do_envelopes,
    do_flights,
    do_hands,
    do_house,
    do_race,
    do_reports,
    do_seats,
)
from sidepot.tournament.events import Event
from sidepot.tournament.unit_of_work import UnitOfWork

HANDLERS: Final[dict[type, Callable[[UnitOfWork, Any], None]]] = {
    c.Register: do_entries.register,
    c.Withdraw: do_entries.withdraw,
    c.Reenter: do_entries.reenter,
    c.Rebuy: do_entries.rebuy,
    c.PayPledge: do_entries.pay_pledge,
    c.AddOn: do_entries.add_on,
    c.GoOut: do_entries.go_out,
    c.CloseEntry: do_entries.close_entry,
    c.Absent: do_entries.absent,
    c.Present: do_entries.present,
    c.Penalise: do_entries.penalise,
    c.Disqualify: do_entries.disqualify,
    c.Pin: do_seats.pin,
    c.DrawSeats: do_seats.draw,
    c.SeatAlternates: do_seats.seat_alternates,
    c.OpenTable: do_seats.open_table,
    c.MoveTo: do_seats.move_to,
    c.Balance: do_seats.balance,
    c.Break: do_seats.break_one,
    c.Redraw: do_seats.redraw,
    c.Halt: do_seats.halt,
    c.Start: do_clock.start,
    c.Pause: do_clock.pause,
    c.AddTime: do_clock.add_time,
    c.Jump: do_clock.jump,
    c.BreakNow: do_clock.break_now,
    c.GoHandForHand: do_clock.hand_for_hand,
    c.Signal: do_hands.signal,
    c.BeginHand: do_hands.begin,
    c.EndHand: do_hands.end,
    c.CountHand: do_hands.count,
    c.VoidHand: do_hands.void,
    c.SetButton: do_hands.set_button,
    c.Race: do_race.colour_up,
    c.LateChips: do_race.late_chips,
    c.ChangeDeck: do_clock.change_deck,
    c.PushDealers: do_clock.push_dealers,
    c.MakeDeal: do_end.make_deal,
    c.SealEnvelopes: do_envelopes.seal,
    c.OpenEnvelope: do_envelopes.open_one,
    c.BringFlight: do_flights.bring_flight,
    c.Qualify: do_flights.qualify,
    c.End: do_end.end_tournament,
    c.Out: do_reports.out,
    c.Unbust: do_reports.unbust,
    c.Reorder: do_reports.reorder,
    c.Round: do_reports.round_done,
    c.Count: do_reports.count,
    c.AcceptCount: do_reports.accept,
    c.BringBack: do_race.bring_all_back,
    c.ButtonAt: do_reports.button_at,
    c.Hands: do_reports.hands,
    c.Heads: do_reports.heads,
    c.InsertItem: do_changes.insert_item,
    c.EditItem: do_changes.edit_item,
    c.RemoveItem: do_changes.remove_item,
    c.ChangeTerms: do_changes.change_terms,
    c.ChangeStructure: do_changes.change_structure,
    c.OpenCheckIn: do_changes.open_check_in,
    c.Lock: do_house.lock,
    c.NameTable: do_house.name_table,
    c.Refund: do_house.refund,
    c.NoShow: do_house.no_show,
    c.Announce: do_house.announce,
    c.CallClock: do_house.call_clock,
    c.Cancel: do_house.cancel,
}


def carry_out(work: UnitOfWork, command: c.AnyCommand) -> None:
    """Carry out a command: first the effects of the clock, then the command, then what follows from it."""
    do_entries.close_chances(work)
    do_envelopes.fill(work)  # entry may have closed since the last command
    HANDLERS[type(command)](work, command)
    do_clock.end_round(work)
    do_envelopes.fill(work)  # after a bust, few enough players may be left
    do_end.close(work)


def follow(work: UnitOfWork, events: Iterable[Event]) -> None:
    """Apply recorded events instead of carrying out a command. `corrections` uses this to repeat a step of the clock
    exactly.
    """
    do_entries.close_chances(work)
    do_envelopes.fill(work)
    for event in events:
        work.emit(event)
    do_clock.end_round(work)
    do_envelopes.fill(work)
    do_end.close(work)
