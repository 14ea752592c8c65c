"""Apply events to a tournament: one function per event; `APPLY` maps events to functions.

Events are trusted here, because their commands were checked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from sidepot.errors import Conflict
from sidepot.table import events as at_table
from sidepot.table.table import Table
from sidepot.tournament import events as e
from sidepot.tournament.apply_live import (
    book_real,
    bounty_returned,
    button_reported,
    counted,
    difference_accepted,
    drifted,
    hands_reported,
    headcount_reported,
    note_largest,
    real_cards,
    reordered,
    round_reported,
    set_estimated,
    unbusted,
    winner_reported,
)
from sidepot.tournament.entrants import NOWHERE, Entrant, Status
from sidepot.tournament.flights import stack_forward
from sidepot.tournament.reports import How, Penalty, Stock
from sidepot.tournament.state import TournamentState
from sidepot.tournament.statuses import set_status, unrank


def opened(tournament: TournamentState, event: e.Opened) -> None:
    raise Conflict("the tournament is already open")


# ---- entries


def registered(tournament: TournamentState, event: e.Registered) -> None:
    terms = tournament.structure.entry
    status = Status.ALTERNATE if event.alternate else Status.REGISTERED
    last = next(reversed(tournament.entrants.values()), None)
    number = last.number + 1 if last is not None else 1  # numbers of withdrawn entries are not used again
    head = terms.head
    if event.alternate:
        tournament.waiting[event.player] = None
    tournament.entries += 1
    tournament.entrants[event.player] = Entrant(event.player, number, status, head=head, due=tournament.structure.stack)
    tournament.counts[status] += 1
    tournament.collected += terms.buy_in
    tournament.fees += terms.fee
    tournament.bounties += terms.bounty


def withdrew(tournament: TournamentState, event: e.Withdrew) -> None:
    terms = tournament.structure.entry
    entrant = tournament.entrants.pop(event.player)
    tournament.reports.stacks.pop(event.player, None)
    tournament.counts[entrant.status] -= 1
    tournament.entries -= entrant.entries
    tournament.waiting.pop(event.player, None)
    tournament.collected -= terms.buy_in
    tournament.fees -= terms.fee
    tournament.bounties -= terms.bounty


def pinned(tournament: TournamentState, event: e.Pinned) -> None:
    tournament.entrants[event.player].pin = (event.table, event.seat) if event.table else None
    tournament.all_tables.stale.update(tournament.tables)


def reentered(tournament: TournamentState, event: e.Reentered) -> None:
    terms = tournament.structure.entry
    _keep_bounty_open(tournament, event.player)
    entrant = set_status(tournament, event.player, Status.ALTERNATE)
    entrant.entries += 1
    tournament.entries += 1
    entrant.rebought = 0
    entrant.due = tournament.structure.stack
    entrant.head = terms.head
    unrank(tournament, event.player)
    tournament.collected += terms.buy_in
    tournament.fees += terms.fee
    tournament.bounties += terms.bounty


def rebought(tournament: TournamentState, event: e.Rebought) -> None:
    entrant = tournament.entrants[event.player]
    if entrant.status is Status.BUSTED:
        _keep_bounty_open(tournament, event.player)
        set_status(tournament, event.player, Status.SEATED if entrant.table else Status.ALTERNATE)
        entrant.due = 0 if entrant.table else event.chips  # without a table, the chips come with the next seat
        unrank(tournament, event.player)
    entrant.rebuys += 1
    entrant.rebought += 1
    if event.owed:
        entrant.owes += event.cost + event.fee
    tournament.collected += event.cost
    tournament.fees += event.fee


def _keep_bounty_open(tournament: TournamentState, player: str) -> None:
    """Take a bounty whose winner is not named yet off the head of a player who returns. It can still be won."""
    entrant, bust = tournament.entrants[player], tournament.reports.outs.get(player)
    if bust is not None and not bust.by and entrant.head:
        tournament.reports.returned[bust.step] = msgspec.structs.replace(bust, head=entrant.head)
        del tournament.reports.outs[player]
        entrant.head = 0


def pledge_paid(tournament: TournamentState, event: e.PledgePaid) -> None:
    tournament.entrants[event.player].owes -= event.money


def added_on(tournament: TournamentState, event: e.AddedOn) -> None:
    tournament.entrants[event.player].addons += 1
    tournament.collected += event.cost
    tournament.fees += event.fee


# ---- seats


def drawn(tournament: TournamentState, event: e.Drawn) -> None:
    tournament.draws.append(event.record)


def redrawn(tournament: TournamentState, event: e.Redrawn) -> None:
    tournament.redrawn_at = event.left


def table_opened(tournament: TournamentState, event: e.TableOpened) -> None:
    rules = tournament.structure.table_rules(event.level, f"table {event.table}")
    tournament.tables[event.table] = Table(msgspec.structs.replace(rules, seats=event.seats) if event.seats else rules)
    tournament.reports.finals += (event.table,) if event.seats else ()
    tournament.levels[event.table] = event.level
    tournament.totals[event.table] = 0
    tournament.last_table = max(tournament.last_table, event.table)
    tournament.all_tables.stale.add(event.table)


def table_closed(tournament: TournamentState, event: e.TableClosed) -> None:
    del tournament.tables[event.table]
    del tournament.levels[event.table]
    tournament.in_play -= tournament.totals.pop(event.table)
    tournament.halted.pop(event.table, None)
    tournament.signals.pop(event.table, None)
    tournament.all_tables.stale.add(event.table)
    tournament.round_played.discard(event.table)
    tournament.eliminated.discard(event.table)
    tournament.reports.close(event.table)


def table_event(tournament: TournamentState, event: e.AtTable) -> None:
    """Apply an event at a table to the table, and to the tournament."""
    tournament.tables[event.table].apply(event.event)
    book(tournament, event)


def book(tournament: TournamentState, event: e.AtTable) -> None:
    """Update the tournament after an event at a table: its seats, and chips that entered or left play."""
    number, happened = event.table, event.event
    tournament.all_tables.stale.add(number)
    kind = type(happened)
    if kind is at_table.HandDone or kind is at_table.HandVoided:
        tournament.signals.pop(number, None)
        if kind is at_table.HandDone:
            tournament.hands += 1
            if tournament.hand_for_hand:
                tournament.round_played.add(number)
    elif isinstance(happened, at_table.Sat):
        entrant = set_status(tournament, happened.player, Status.SEATED)
        tournament.issued += happened.chips - entrant.carried
        entrant.carried = entrant.due = 0
        entrant.table = number
    elif isinstance(happened, at_table.Left):
        entrant = tournament.entrants[happened.player]
        entrant.carried = happened.chips
        entrant.table = NOWHERE
    elif isinstance(happened, at_table.Bought):
        tournament.issued += happened.chips
    elif isinstance(happened, at_table.Coloured):
        for _, _, chips in happened.rows:
            tournament.issued += max(chips, 0)
            tournament.removed += max(-chips, 0)
    if tournament.reports.live or kind is at_table.Adjusted:
        book_real(tournament, number, happened)
    if kind is not at_table.HandBegun:
        table = tournament.tables[number]
        total = table.carried + sum([place.stack for place in table.places.values()])
        tournament.in_play += total - tournament.totals[number]
        tournament.totals[number] = total


def moved(tournament: TournamentState, event: e.Moved) -> None:
    tournament.moves.append(event.move)


# ---- the clock and the hands


def clock_set(tournament: TournamentState, event: e.ClockSet) -> None:
    tournament.clock = event.clock


def level_set(tournament: TournamentState, event: e.LevelSet) -> None:
    tournament.levels[event.table] = event.level


def signalled(tournament: TournamentState, event: e.Signalled) -> None:
    tournament.signals[event.table] = event.level


def hand_for_hand(tournament: TournamentState, event: e.HandForHand) -> None:
    tournament.hand_for_hand = event.on
    tournament.reports.round_since = event.at
    on = {number for number, table in tournament.tables.items() if table.is_hand_on}
    tournament.round_played = (
        set(tournament.tables).difference(on) if event.on and on else set()
    )  # the other tables wait for these


def round_done(tournament: TournamentState, event: e.RoundDone) -> None:
    tournament.round_played = set()
    tournament.round_busts = []
    tournament.reports.round_since = event.at


def halted(tournament: TournamentState, event: e.Halted) -> None:
    if event.on:
        tournament.halted[event.table] = event.because
    else:
        tournament.halted.pop(event.table, None)


# ---- going out


def busted(tournament: TournamentState, event: e.Busted) -> None:
    entrant = set_status(tournament, event.player, Status.OUT if event.final else Status.BUSTED)
    tournament.eliminated.add(event.table)
    tournament.all_tables.stale.add(event.table)
    entrant.out_at = event.at
    if tournament.hand_for_hand and event.at >= tournament.reports.round_since:
        tournament.round_busts.append(event)
    if event.step:
        _reported_out(tournament, event)


def _reported_out(tournament: TournamentState, event: e.Busted) -> None:
    """Keep how a player busted according to the report.

    The winners' stacks become estimates; if no winners are named, all stacks are unknown.
    """
    reports = tournament.reports
    reports.outs[event.player] = event
    reports.stacks.pop(event.player, None)
    reports.heads.pop(event.table, None)
    set_estimated(tournament, event.by, event.at)
    note_largest(tournament, [winner for winner, _ in event.by])
    if not event.by and event.table in tournament.tables:
        for player in tournament.tables[event.table].places:
            if player != event.player:
                reports.stacks[player] = Stock(How.UNKNOWN, event.at)


def ranked(tournament: TournamentState, event: e.Ranked) -> None:
    groups = tournament.groups
    if event.shared:
        groups[event.index] += event.groups[0]
    else:
        at = len(groups) if event.index < 0 else event.index
        groups[at:at] = event.groups


def went_out(tournament: TournamentState, event: e.WentOut) -> None:
    set_status(tournament, event.player, Status.OUT)


def bounty_won(tournament: TournamentState, event: e.BountyWon) -> None:
    if not event.step:
        tournament.entrants[event.player].head = 0
    for player, cash, head in event.shares:
        tournament.entrants[player].bounties += cash
        tournament.entrants[player].head += head


def penalised(tournament: TournamentState, event: e.Penalised) -> None:
    entrant = tournament.entrants[event.player]
    entrant.penalty += event.hands
    old = tournament.reports.penalties.get(event.player, Penalty(0, event.at))
    tournament.reports.penalties[event.player] = Penalty(old.hands + event.hands, old.at)


def served(tournament: TournamentState, event: e.Served) -> None:
    for player, hands in event.missed:
        tournament.entrants[player].penalty -= hands
        if not tournament.entrants[player].penalty:
            tournament.reports.penalties.pop(player, None)


def disqualified(tournament: TournamentState, event: e.Disqualified) -> None:
    entrant = set_status(tournament, event.player, Status.DISQUALIFIED)
    entrant.out_at = event.at or entrant.out_at


def chips_removed(tournament: TournamentState, event: e.ChipsRemoved) -> None:
    tournament.removed += event.chips
    tournament.entrants[event.player].carried -= event.chips


def raced(tournament: TournamentState, event: e.Raced) -> None:
    tournament.races.append((event.table, event.sheet))


def reports(tournament: TournamentState, event: e.LateChanged | e.DeckChanged | e.DealersPushed | e.Note) -> None:
    """Apply an event that changes no state but stays in the log."""


def deal_made(tournament: TournamentState, event: e.DealMade) -> None:
    tournament.deal = event


def ended(tournament: TournamentState, event: e.Ended) -> None:
    tournament.ended = True


def undone(tournament: TournamentState, event: e.Undone | e.Redone) -> None:
    raise Conflict("an undo or redo is a step, not an event, and cannot be applied as one")


# ---- envelopes


def sealed(tournament: TournamentState, event: e.EnvelopesSealed) -> None:
    tournament.envelopes = msgspec.structs.replace(tournament.envelopes, seal=event.seal)


def were_filled(tournament: TournamentState, event: e.EnvelopesFilled) -> None:
    tournament.envelopes = msgspec.structs.replace(tournament.envelopes, values=event.values, is_filled=True)


def envelope_won(tournament: TournamentState, event: e.EnvelopeWon) -> None:
    envelopes = tournament.envelopes
    unopened = (*envelopes.unopened, (event.player, event.winners))
    tournament.envelopes = msgspec.structs.replace(envelopes, unopened=unopened)


def envelope_opened(tournament: TournamentState, event: e.EnvelopeOpened) -> None:
    envelopes = tournament.envelopes
    values = list(envelopes.values)
    values.remove(event.value)
    tournament.envelopes = msgspec.structs.replace(
        envelopes, values=tuple(values), unopened=envelopes.unopened[1:], seal=event.key, opened=envelopes.opened + 1
    )
    for player, cash in event.shares:
        tournament.entrants[player].bounties += cash


# ---- flights


def flight_brought(tournament: TournamentState, event: e.FlightBrought) -> None:
    tournament.flights = (*tournament.flights, event.flight)
    tournament.entries += event.entries
    tournament.collected += event.money
    tournament.fees += event.fees
    tournament.bounties += event.bounties


def qualified(tournament: TournamentState, event: e.Qualified) -> None:
    known = tournament.entrants.get(event.player)
    if known is not None:  # through in another flight, too
        known.due = stack_forward(tournament.structure.flight_stacks, known.due, event.chips)
        known.head += event.head
        return
    last = next(reversed(tournament.entrants.values()), None)
    number = last.number + 1 if last is not None else 1
    tournament.entrants[event.player] = Entrant(event.player, number, head=event.head, due=event.chips)
    tournament.counts[Status.REGISTERED] += 1


# ---- changes


def terms_changed(tournament: TournamentState, event: e.TermsChanged) -> None:
    reports = tournament.reports
    if event.structure is not None:
        tournament.set_structure(event.structure)
        tournament.chances = None
    if event.added is not None:
        reports.added = event.added
    if event.seats is not None:
        reports.seats = event.seats
        tournament.all_tables.stale.update(tournament.tables)
    if event.break_order is not None:
        reports.order = event.break_order


def check_in_opened(tournament: TournamentState, event: e.CheckInOpened) -> None:
    tournament.reports.draft = False


def locked(tournament: TournamentState, event: e.Locked) -> None:
    locks = tournament.reports.locks.setdefault(event.table, {})
    if event.on:
        locks[event.seat] = event.why
    else:
        del locks[event.seat]
        if not locks:
            del tournament.reports.locks[event.table]
    tournament.all_tables.stale.add(event.table)


def table_named(tournament: TournamentState, event: e.TableNamed) -> None:
    names = {**tournament.reports.names, event.table: event.name}
    tournament.reports.names = {table: name for table, name in sorted(names.items()) if name}


def refunded(tournament: TournamentState, event: e.Refunded) -> None:
    entrant = tournament.entrants.pop(event.player)
    tournament.counts[entrant.status] -= 1
    tournament.entries -= entrant.entries
    tournament.waiting.pop(event.player, None)
    tournament.busted.pop(event.player, None)
    tournament.reports.stacks.pop(event.player, None)
    tournament.collected -= event.collected
    tournament.fees -= event.fees
    tournament.bounties -= event.bounties


def not_shown(tournament: TournamentState, event: e.NotShown) -> None:
    set_status(tournament, event.player, Status.OUT).out_at = event.at
    tournament.reports.stacks.pop(event.player, None)


def announced(tournament: TournamentState, event: e.Announced) -> None:
    tournament.reports.announced = event


def clock_called(tournament: TournamentState, event: e.ClockCalled) -> None:
    tournament.reports.called = event if event.seconds else None


def cancelled(tournament: TournamentState, event: e.Cancelled) -> None:
    tournament.reports.cancelled = event.why
    tournament.ended = True
    tournament.collected = tournament.fees = tournament.bounties = 0


# ---- all events


APPLY: Final[dict[type, Callable[[TournamentState, Any], None]]] = {
    e.Opened: opened,
    e.Registered: registered,
    e.Withdrew: withdrew,
    e.Pinned: pinned,
    e.Reentered: reentered,
    e.Rebought: rebought,
    e.PledgePaid: pledge_paid,
    e.AddedOn: added_on,
    e.Drawn: drawn,
    e.Redrawn: redrawn,
    e.TableOpened: table_opened,
    e.TableClosed: table_closed,
    e.AtTable: table_event,
    e.Moved: moved,
    e.ClockSet: clock_set,
    e.LevelSet: level_set,
    e.Signalled: signalled,
    e.HandForHand: hand_for_hand,
    e.RoundDone: round_done,
    e.Halted: halted,
    e.Busted: busted,
    e.Ranked: ranked,
    e.WentOut: went_out,
    e.BountyWon: bounty_won,
    e.Penalised: penalised,
    e.Served: served,
    e.Disqualified: disqualified,
    e.ChipsRemoved: chips_removed,
    e.Raced: raced,
    e.LateChanged: reports,
    e.DeckChanged: reports,
    e.DealersPushed: reports,
    e.Note: reports,
    e.DealMade: deal_made,
    e.Ended: ended,
    e.Undone: undone,
    e.Redone: undone,
    e.EnvelopesSealed: sealed,
    e.EnvelopesFilled: were_filled,
    e.EnvelopeWon: envelope_won,
    e.EnvelopeOpened: envelope_opened,
    e.FlightBrought: flight_brought,
    e.Qualified: qualified,
    e.RealCards: real_cards,
    e.WinnerReported: winner_reported,
    e.Unbusted: unbusted,
    e.BountyReturned: bounty_returned,
    e.Reordered: reordered,
    e.RoundReported: round_reported,
    e.Counted: counted,
    e.Drifted: drifted,
    e.DifferenceAccepted: difference_accepted,
    e.ButtonReported: button_reported,
    e.HandsReported: hands_reported,
    e.HeadcountReported: headcount_reported,
    e.TermsChanged: terms_changed,
    e.CheckInOpened: check_in_opened,
    e.Locked: locked,
    e.TableNamed: table_named,
    e.Refunded: refunded,
    e.NotShown: not_shown,
    e.Announced: announced,
    e.ClockCalled: clock_called,
    e.Cancelled: cancelled,
}


def apply(tournament: TournamentState, event: e.Event) -> None:
    """Change the state by one event."""
    APPLY[type(event)](tournament, event)
