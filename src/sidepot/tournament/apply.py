"""What each event does to a tournament: one function per event, and `APPLY`, the table of them.

Events are trusted here: the command has been checked, or the log is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from sidepot.errors import Conflict
from sidepot.table import events as at_table
from sidepot.table.table import Table
from sidepot.tournament import events as e
from sidepot.tournament.apply_kinds import KINDS
from sidepot.tournament.apply_real import APPLY_REAL, book_real
from sidepot.tournament.entrants import NOWHERE, Entrant, Status
from sidepot.tournament.heard import Penalty
from sidepot.tournament.lists import set_status, unrank
from sidepot.tournament.state import TournamentState


def opened(tournament: TournamentState, event: e.Opened) -> None:
    raise Conflict("a tournament is opened once")


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
    tournament.heard.stacks.pop(event.player, None)
    tournament.counts[entrant.status] -= 1
    tournament.entries -= entrant.entries
    tournament.waiting.pop(event.player, None)
    tournament.collected -= terms.buy_in
    tournament.fees -= terms.fee
    tournament.bounties -= terms.bounty


def pinned(tournament: TournamentState, event: e.Pinned) -> None:
    tournament.entrants[event.player].pin = (event.table, event.seat) if event.table else None
    tournament.hall.stale.update(tournament.tables)


def reentered(tournament: TournamentState, event: e.Reentered) -> None:
    terms = tournament.structure.entry
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
        set_status(tournament, event.player, Status.SEATED if entrant.table else Status.ALTERNATE)
        entrant.due = 0 if entrant.table else event.chips  # without a table, the chips come with the next seat
        unrank(tournament, event.player)
    entrant.rebuys += 1
    entrant.rebought += 1
    if event.owed:
        entrant.owes += event.cost + event.fee
    tournament.collected += event.cost
    tournament.fees += event.fee


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
    tournament.heard.finals += (event.table,) if event.seats else ()
    tournament.levels[event.table] = event.level
    tournament.totals[event.table] = 0
    tournament.last_table = max(tournament.last_table, event.table)
    tournament.hall.stale.add(event.table)


def table_closed(tournament: TournamentState, event: e.TableClosed) -> None:
    del tournament.tables[event.table]
    del tournament.levels[event.table]
    tournament.in_play -= tournament.totals.pop(event.table)
    tournament.halted.pop(event.table, None)
    tournament.signals.pop(event.table, None)
    tournament.hall.stale.add(event.table)
    tournament.round_played.discard(event.table)
    tournament.eliminated.discard(event.table)
    tournament.heard.close(event.table)


def table_event(tournament: TournamentState, event: e.AtTable) -> None:
    """Apply an event of a log at its table, and book it here."""
    tournament.tables[event.table].apply(event.event)
    book(tournament, event)


def book(tournament: TournamentState, event: e.AtTable) -> None:
    """Book an event of a table: who sits where, and the chips that came into play or left it."""
    number, happened = event.table, event.event
    tournament.hall.stale.add(number)
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
    if tournament.heard.real or kind is at_table.Adjusted:
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
    tournament.heard.round_since = event.at
    on = {number for number, table in tournament.tables.items() if table.is_hand_on}
    tournament.round_played = (
        set(tournament.tables).difference(on) if event.on and on else set()
    )  # the other tables wait for these


def round_done(tournament: TournamentState, event: e.RoundDone) -> None:
    tournament.round_played = set()
    tournament.round_busts = []
    tournament.heard.round_since = event.at


def halted(tournament: TournamentState, event: e.Halted) -> None:
    if event.on:
        tournament.halted[event.table] = event.because
    else:
        tournament.halted.pop(event.table, None)


# ---- going out


def busted(tournament: TournamentState, event: e.Busted) -> None:
    entrant = set_status(tournament, event.player, Status.OUT if event.final else Status.BUSTED)
    tournament.eliminated.add(event.table)
    tournament.hall.stale.add(event.table)
    entrant.out_at = event.at
    if tournament.hand_for_hand and event.at >= tournament.heard.round_since:
        tournament.round_busts.append(event)


def ranked(tournament: TournamentState, event: e.Ranked) -> None:
    tournament.groups.extend(event.groups)


def went_out(tournament: TournamentState, event: e.WentOut) -> None:
    set_status(tournament, event.player, Status.OUT)


def bounty_won(tournament: TournamentState, event: e.BountyWon) -> None:
    tournament.entrants[event.player].head = 0
    for player, cash, head in event.shares:
        tournament.entrants[player].bounties += cash
        tournament.entrants[player].head += head


def penalised(tournament: TournamentState, event: e.Penalised) -> None:
    entrant = tournament.entrants[event.player]
    entrant.penalty += event.hands
    old = tournament.heard.penalties.get(event.player, Penalty(0, event.at))
    tournament.heard.penalties[event.player] = Penalty(old.hands + event.hands, old.at)


def served(tournament: TournamentState, event: e.Served) -> None:
    for player, hands in event.missed:
        tournament.entrants[player].penalty -= hands
        if not tournament.entrants[player].penalty:
            tournament.heard.penalties.pop(player, None)


def disqualified(tournament: TournamentState, event: e.Disqualified) -> None:
    entrant = set_status(tournament, event.player, Status.DISQUALIFIED)
    entrant.out_at = event.at or entrant.out_at


def chips_removed(tournament: TournamentState, event: e.ChipsRemoved) -> None:
    tournament.removed += event.chips
    tournament.entrants[event.player].carried -= event.chips


def raced(tournament: TournamentState, event: e.Raced) -> None:
    tournament.races.append((event.table, event.sheet))


def told(tournament: TournamentState, event: e.LateChanged | e.DeckChanged | e.DealersPushed | e.Note) -> None:
    """For the record alone: nothing changes."""


def deal_made(tournament: TournamentState, event: e.DealMade) -> None:
    tournament.deal = event


def ended(tournament: TournamentState, event: e.Ended) -> None:
    tournament.ended = True


def undone(tournament: TournamentState, event: e.Undone | e.Redone) -> None:
    raise Conflict("an undo or redo is a step of its own: it cannot be applied as an event")


APPLY: Final[dict[type, Callable[[TournamentState, Any], None]]] = {
    **KINDS,
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
    e.LateChanged: told,
    e.DeckChanged: told,
    e.DealersPushed: told,
    e.Note: told,
    e.DealMade: deal_made,
    e.Ended: ended,
    e.Undone: undone,
    e.Redone: undone,
    **APPLY_REAL,
}


def apply(tournament: TournamentState, event: e.Event) -> None:
    """Change the state by one event."""
    APPLY[type(event)](tournament, event)
