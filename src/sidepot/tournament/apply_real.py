"""What the events of a tournament with real chips and cards do to it: one function per event, and `APPLY_REAL`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from sidepot.table import events as at_table
from sidepot.tournament import events as e
from sidepot.tournament.entrants import Status
from sidepot.tournament.heard import How, Stock
from sidepot.tournament.lists import set_status, unrank
from sidepot.tournament.state import TournamentState


def real_cards(tournament: TournamentState, event: e.RealCards) -> None:
    tournament.heard.real = True
    tournament.heard.since = event.at
    for table in tournament.tables.values():
        for player in table.places:
            tournament.heard.stacks.setdefault(player, Stock(How.KNOWN, event.at))
    tournament.hall.stale.update(tournament.tables)


def book_real(tournament: TournamentState, number: int, happened: at_table.Event) -> None:
    """Book what an event of a table says about the stacks that are known."""
    told = tournament.heard
    if isinstance(happened, at_table.Adjusted):
        _drift(tournament, number, happened.chips)
    elif told.real and isinstance(happened, at_table.Sat):
        told.stacks.setdefault(happened.player, Stock(How.KNOWN, happened.at))
        told.outs.pop(happened.player, None)
    elif told.real and isinstance(happened, at_table.Bought):
        place = tournament.tables[number].places[happened.player]
        if place.stack == happened.chips:  # all that there is was bought now
            told.stacks[happened.player] = Stock(How.KNOWN, happened.at)
            told.outs.pop(happened.player, None)


def _drift(tournament: TournamentState, number: int, chips: int) -> None:
    adrift = tournament.heard.adrift
    adrift[number] = adrift.get(number, 0) + chips
    if not adrift[number]:
        del adrift[number]


# ---- going out


def fell(tournament: TournamentState, event: e.Fell) -> None:
    told = tournament.heard
    told.outs[event.player] = event
    told.stacks.pop(event.player, None)
    told.heads.pop(event.table, None)
    _estimated(tournament, event.by, event.at)
    if not event.by and event.table in tournament.tables:
        for player in tournament.tables[event.table].places:
            if player != event.player:
                told.stacks[player] = Stock(How.UNKNOWN, event.at)


def _estimated(tournament: TournamentState, by: tuple[tuple[str, int], ...], at: int) -> None:
    for player, _ in by:
        old = tournament.heard.stacks.get(player)
        if old is not None and old.how is not How.UNKNOWN:
            tournament.heard.stacks[player] = Stock(How.ESTIMATED, max(old.at, at))


def winner_told(tournament: TournamentState, event: e.WinnerTold) -> None:
    known = tournament.heard.outs[event.player]
    tournament.heard.outs[event.player] = msgspec.structs.replace(
        known, by=event.by, bounty=event.bounty, head=tournament.entrants[event.player].head or known.head
    )
    _estimated(tournament, event.by, known.at)


def unbusted(tournament: TournamentState, event: e.Unbusted) -> None:
    known = tournament.heard.outs.pop(event.player)
    entrant = tournament.entrants[event.player]
    unrank(tournament, event.player)
    tournament.heard.stacks[event.player] = Stock(How.ESTIMATED, known.at)
    tournament.heard.heads.pop(known.table, None)
    if entrant.table:  # the seat was kept
        set_status(tournament, event.player, Status.SEATED)
        return
    set_status(tournament, event.player, Status.ALTERNATE)
    entrant.carried = known.stack
    _drift(tournament, known.table if known.table in tournament.tables else 0, known.stack)


def bounty_returned(tournament: TournamentState, event: e.BountyReturned) -> None:
    tournament.entrants[event.player].head = event.head
    for player, cash, head in event.shares:
        tournament.entrants[player].bounties -= cash
        tournament.entrants[player].head -= head


def placed(tournament: TournamentState, event: e.Placed) -> None:
    if event.shared:
        tournament.groups[event.index] = (*tournament.groups[event.index], event.player)
    else:
        tournament.groups.insert(event.index, (event.player,))


def reordered(tournament: TournamentState, event: e.Reordered) -> None:
    """The players named take the places that they hold among them, the best first."""
    named = set(event.players)
    slots: list[tuple[str, ...]] = []
    held: list[int] = []
    for group in tournament.groups:
        rest = tuple([player for player in group if player not in named])
        if rest:
            slots.append(rest)
        for _ in range(len(group) - len(rest)):
            held.append(len(slots))
            slots.append(())
    if event.alike:
        slots[held[-1]] = event.players
    else:
        for at, player in zip(reversed(held), event.players, strict=True):
            slots[at] = (player,)
    tournament.groups = [group for group in slots if group]


def round_told(tournament: TournamentState, event: e.RoundTold) -> None:
    tournament.round_played = set(tournament.tables)
    tournament.hands += len(tournament.tables)
    for number in tournament.tables:
        tournament.heard.hands[number] = e.HandsTold(number, 1, event.at)


# ---- what the tables tell


def counted(tournament: TournamentState, event: e.Counted) -> None:
    for player, _ in event.stacks:
        tournament.heard.stacks[player] = Stock(How.KNOWN, event.at)


def drifted(tournament: TournamentState, event: e.Drifted) -> None:
    _drift(tournament, event.table, event.chips)
    _drift(tournament, event.to_table, -event.chips)


def difference_accepted(tournament: TournamentState, event: e.DifferenceAccepted) -> None:
    tournament.heard.accepted += event.chips
    _drift(tournament, event.table, -event.chips)


def button_told(tournament: TournamentState, event: e.ButtonTold) -> None:
    if event.seat < 0:
        tournament.heard.buttons.pop(event.table, None)
    else:
        tournament.heard.buttons[event.table] = event
    tournament.hall.stale.add(event.table)


def hands_told(tournament: TournamentState, event: e.HandsTold) -> None:
    tournament.heard.hands[event.table] = event
    tournament.hands += event.n
    known = tournament.heard.buttons.get(event.table)
    if known is not None and known.at <= event.at and not known.frozen:
        button_told(tournament, e.ButtonTold(event.table, -1))
    if tournament.hand_for_hand:
        tournament.round_played.add(event.table)


def heads_told(tournament: TournamentState, event: e.HeadsTold) -> None:
    tournament.heard.heads[event.table] = event


# ---- changes


def terms_changed(tournament: TournamentState, event: e.TermsChanged) -> None:
    told = tournament.heard
    if event.structure is not None:
        tournament.set_structure(event.structure)
        tournament.chances = None
    if event.added is not None:
        told.added = event.added
    if event.seats is not None:
        told.seats = event.seats
        tournament.hall.stale.update(tournament.tables)
    if event.break_order is not None:
        told.order = event.break_order


def check_in_opened(tournament: TournamentState, event: e.CheckInOpened) -> None:
    tournament.heard.draft = False


def locked(tournament: TournamentState, event: e.Locked) -> None:
    locks = tournament.heard.locks.setdefault(event.table, {})
    if event.on:
        locks[event.seat] = event.why
    else:
        del locks[event.seat]
        if not locks:
            del tournament.heard.locks[event.table]
    tournament.hall.stale.add(event.table)


def refunded(tournament: TournamentState, event: e.Refunded) -> None:
    entrant = tournament.entrants.pop(event.player)
    tournament.counts[entrant.status] -= 1
    tournament.entries -= entrant.entries
    tournament.waiting.pop(event.player, None)
    tournament.busted.pop(event.player, None)
    tournament.heard.stacks.pop(event.player, None)
    tournament.collected -= event.collected
    tournament.fees -= event.fees
    tournament.bounties -= event.bounties


def not_shown(tournament: TournamentState, event: e.NotShown) -> None:
    set_status(tournament, event.player, Status.OUT).out_at = event.at
    tournament.heard.stacks.pop(event.player, None)


def announced(tournament: TournamentState, event: e.Announced) -> None:
    tournament.heard.announced = event


def clock_called(tournament: TournamentState, event: e.ClockCalled) -> None:
    tournament.heard.called = event


def cancelled(tournament: TournamentState, event: e.Cancelled) -> None:
    tournament.heard.cancelled = event.why
    tournament.ended = True
    tournament.collected = tournament.fees = tournament.bounties = 0


APPLY_REAL: Final[dict[type, Callable[[TournamentState, Any], None]]] = {
    e.RealCards: real_cards,
    e.Fell: fell,
    e.WinnerTold: winner_told,
    e.Unbusted: unbusted,
    e.BountyReturned: bounty_returned,
    e.Placed: placed,
    e.Reordered: reordered,
    e.RoundTold: round_told,
    e.Counted: counted,
    e.Drifted: drifted,
    e.DifferenceAccepted: difference_accepted,
    e.ButtonTold: button_told,
    e.HandsTold: hands_told,
    e.HeadsTold: heads_told,
    e.TermsChanged: terms_changed,
    e.CheckInOpened: check_in_opened,
    e.Locked: locked,
    e.Refunded: refunded,
    e.NotShown: not_shown,
    e.Announced: announced,
    e.ClockCalled: clock_called,
    e.Cancelled: cancelled,
}
