"""The effects of each command to a live tournament besides its steps, which are already applied (`apply.EFFECTS`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.room.tournament import commands as s
from sidepot.room.tournament.live_state import (
    KEPT_ASKS,
    Accepted,
    ActNote,
    BagEntry,
    PaidOut,
    PostponedTask,
    StaffRequest,
    is_moot,
)

if TYPE_CHECKING:
    from sidepot.room.tournament.events import TournamentEvent
    from sidepot.room.tournament.state import RoomTournamentState


def acted(state: RoomTournamentState, event: TournamentEvent, command: s.Act) -> None:
    """Record who gave the command and why. The command's task is no longer postponed, and its requests are done."""
    live = state.live
    live.note_steps(event, ActNote(event.seq, command.role, command.why, command.todo))
    live.aside.pop(command.todo, None)
    if live.asks:
        for number in (command.ask, *[one.number for one in live.open_asks() if is_moot(one, command.do)]):
            live.close(event, number, "done")


def redrafted(state: RoomTournamentState, event: TournamentEvent, command: s.Redraft) -> None:
    """Replace the terms of the draft."""
    state.live.note_steps(event, ActNote(event.seq))
    state.terms, state.agreement = command.terms, ""


def handed_out(state: RoomTournamentState, event: TournamentEvent, command: s.HandOut) -> None:
    """Add an amount to the winnings that the player has received."""
    live, player = state.live, command.player
    before = live.given.get(player)
    live.given[player] = PaidOut(command.amount + (before.amount if before is not None else 0), event.by, event.at)
    live.put_beside(event, command)


def bag_put(state: RoomTournamentState, event: TournamentEvent, command: s.PutBag) -> None:
    """Record the bag of a player. An earlier bag of this player stays in the history."""
    live = state.live
    before = live.bags.get(command.player)
    live.bags[command.player] = BagEntry(command.bag, event.by, event.at)
    live.put_beside(event, command, bag=before.bag if before is not None else None)


def bag_taken(state: RoomTournamentState, event: TournamentEvent, command: s.TakeBag) -> None:
    """Forget the bag of a player."""
    before = state.live.bags.pop(command.player, None)
    state.live.put_beside(event, command, bag=before.bag if before is not None else None)


def bags_accepted(state: RoomTournamentState, event: TournamentEvent, command: s.AcceptBags) -> None:
    """Record the difference of the bags that a director accepted."""
    state.live.accepted = Accepted(command.difference, command.why, event.by, event.at)
    state.live.put_beside(event, command)


def carried_over(state: RoomTournamentState, event: TournamentEvent, command: s.CarryOver) -> None:
    """Close a flight whose bags go to day 2, or open it again."""
    state.live.carried = command.final
    state.live.put_beside(event, command)


def gathered(state: RoomTournamentState, event: TournamentEvent, command: s.Gather) -> None:
    """Record the results of the flights."""
    state.live.note_steps(event, ActNote(event.seq))
    state.live.gathered = command.flights


def renamed(state: RoomTournamentState, event: TournamentEvent, command: s.Rename) -> None:
    """Keep the mark of the person's former name."""
    before = state.live.before
    before[command.player] = (*before.get(command.player, ()), command.was)
    state.live.put_beside(event, command)


def asked(state: RoomTournamentState, event: TournamentEvent, command: s.PutAsk) -> None:
    """Record a player's request."""
    asks = state.live.asks
    asks[event.seq] = StaffRequest(event.seq, command.about, command.player, event.at, command.n)
    if len(asks) > KEPT_ASKS:
        del asks[next(iter(asks))]


def ask_closed(state: RoomTournamentState, event: TournamentEvent, command: s.CloseAsk) -> None:
    """Close a player's request."""
    live = state.live
    live.close(event, command.ask, "done" if command.done else "refused", command.why)
    if not command.done:
        live.put_beside(event, command, asked=live.asks.get(command.ask))


def all_refused(state: RoomTournamentState, event: TournamentEvent, command: s.RefuseAll) -> None:
    """Refuse all players who wait to be entered."""
    live = state.live
    waiting = live.checked_in()
    for one in waiting:
        live.close(event, one.number, "refused", command.why)
    live.put_beside(event, command, refused=len(waiting))


def check_in_set(state: RoomTournamentState, event: TournamentEvent, command: s.SetCheckIn) -> None:
    """Open or close the check-in."""
    state.live.check_in = command.on
    state.live.put_beside(event, command)


def set_aside(state: RoomTournamentState, event: TournamentEvent, command: s.SetAside) -> None:
    """Postpone a task, or make it due again."""
    state.live.put_beside(event, command)
    if command.on:
        state.live.aside[command.todo] = PostponedTask(command.why, event.by, event.at)
    else:
        state.live.aside.pop(command.todo, None)
