"""What each event does to a tournament. Trusted: whoever applies one has checked it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from sidepot.errors import Conflict
from sidepot.table import events as at_table
from sidepot.table.table import Table
from sidepot.tournament import events as e
from sidepot.tournament.entrants import NOWHERE, Entrant, Status

if TYPE_CHECKING:
    from sidepot.tournament.tournament import Tournament


def _stands(event: Tournament, player: str, status: Status) -> Entrant:
    """A player stands otherwise from now on; how many stand how is counted."""
    entrant = event.entrants[player]
    event.counts[entrant.status] -= 1
    event.counts[status] += 1
    entrant.status = status
    if status is Status.BUSTED:
        event.busted[player] = None
    else:
        event.busted.pop(player, None)
    event.waiting.pop(player, None)
    if status is Status.ALTERNATE:
        event.waiting[player] = None
    return entrant


def opened(event: Tournament, what: e.Opened) -> None:
    raise Conflict("a tournament is opened once")


# ---- entries


def registered(event: Tournament, what: e.Registered) -> None:
    terms = event.structure.entry
    status = Status.ALTERNATE if what.alternate else Status.REGISTERED
    last = next(reversed(event.entrants.values()), None)
    number = last.number + 1 if last is not None else 1  # who took his entry back had one of his own
    head = terms.bounty
    if what.alternate:
        event.waiting[what.player] = None
    event.entries += 1
    event.entrants[what.player] = Entrant(what.player, number, status, head=head, due=event.structure.stack)
    event.counts[status] += 1
    event.collected += terms.buy_in
    event.fees += terms.fee
    event.bounties += terms.bounty


def withdrew(event: Tournament, what: e.Withdrew) -> None:
    terms = event.structure.entry
    entrant = event.entrants.pop(what.player)
    event.counts[entrant.status] -= 1
    event.entries -= entrant.entries
    event.waiting.pop(what.player, None)
    event.collected -= terms.buy_in
    event.fees -= terms.fee
    event.bounties -= terms.bounty


def pinned(event: Tournament, what: e.Pinned) -> None:
    event.entrants[what.player].pin = (what.table, what.seat) if what.table else None
    event.hall.stale.update(event.tables)


def reentered(event: Tournament, what: e.Reentered) -> None:
    terms = event.structure.entry
    entrant = _stands(event, what.player, Status.ALTERNATE)
    entrant.entries += 1
    event.entries += 1
    entrant.rebought = 0
    entrant.due = event.structure.stack
    entrant.head = terms.bounty
    _unrank(event, what.player)
    event.collected += terms.buy_in
    event.fees += terms.fee
    event.bounties += terms.bounty


def _unrank(event: Tournament, player: str) -> None:
    event.round_busts = [bust for bust in event.round_busts if bust.player != player]
    for at, group in enumerate(event.groups):
        if player in group:
            event.groups[at : at + 1] = [rest] if (rest := tuple([one for one in group if one != player])) else []
            return


def rebought(event: Tournament, what: e.Rebought) -> None:
    entrant = event.entrants[what.player]
    if entrant.status is Status.BUSTED:
        _stands(event, what.player, Status.SEATED if entrant.table else Status.ALTERNATE)
        entrant.due = 0 if entrant.table else what.chips  # whose table was broken gets them with another seat
        _unrank(event, what.player)
    entrant.rebuys += 1
    entrant.rebought += 1
    if what.owed:
        entrant.owes += what.cost + what.fee
    event.collected += what.cost
    event.fees += what.fee


def pledge_paid(event: Tournament, what: e.PledgePaid) -> None:
    event.entrants[what.player].owes -= what.money


def added_on(event: Tournament, what: e.AddedOn) -> None:
    event.entrants[what.player].addons += 1
    event.collected += what.cost
    event.fees += what.fee


# ---- seats


def drawn(event: Tournament, what: e.Drawn) -> None:
    event.draws.append(what.record)


def redrawn(event: Tournament, what: e.Redrawn) -> None:
    event.redrawn_at = what.left


def table_opened(event: Tournament, what: e.TableOpened) -> None:
    rules = event.structure.table_rules(what.level, f"table {what.table}")
    event.tables[what.table] = Table(msgspec.structs.replace(rules, seats=what.seats) if what.seats else rules)
    event.levels[what.table] = what.level
    event.totals[what.table] = 0
    event.last_table = max(event.last_table, what.table)
    event.hall.stale.add(what.table)


def table_closed(event: Tournament, what: e.TableClosed) -> None:
    del event.tables[what.table]
    del event.levels[what.table]
    event.in_play -= event.totals.pop(what.table)
    event.halted.pop(what.table, None)
    event.signals.pop(what.table, None)
    event.hall.stale.add(what.table)
    event.round_played.discard(what.table)
    event.eliminated.discard(what.table)


def table_event(event: Tournament, what: e.AtTable) -> None:
    """Something happened at a table: done there, unless it was the table itself that did it, and booked here."""
    event.tables[what.table].apply(what.event)
    book(event, what)


def book(event: Tournament, what: e.AtTable) -> None:
    """What an event at a table changes in the event: who sits where, and which chips came into play or left it."""
    number, happened = what.table, what.event
    event.hall.stale.add(number)
    kind = type(happened)
    if kind is at_table.HandDone or kind is at_table.HandVoided:
        event.signals.pop(number, None)
        if kind is at_table.HandDone:
            event.hands += 1
            if event.hand_for_hand:
                event.round_played.add(number)
    elif isinstance(happened, at_table.Sat):
        entrant = _stands(event, happened.player, Status.SEATED)
        event.issued += happened.chips - entrant.carried
        entrant.carried = entrant.due = 0
        entrant.table = number
    elif isinstance(happened, at_table.Left):
        entrant = event.entrants[happened.player]
        entrant.carried = happened.chips
        entrant.table = NOWHERE
    elif isinstance(happened, at_table.Bought):
        event.issued += happened.chips
    elif isinstance(happened, at_table.Coloured):
        for _, _, chips in happened.rows:
            event.issued += max(chips, 0)
            event.removed += max(-chips, 0)
    if kind is not at_table.HandBegun:
        table = event.tables[number]
        total = table.carried + sum([place.stack for place in table.places.values()])
        event.in_play += total - event.totals[number]
        event.totals[number] = total


def moved(event: Tournament, what: e.Moved) -> None:
    event.moves.append(what.move)


# ---- the clock and the hands


def clock_set(event: Tournament, what: e.ClockSet) -> None:
    event.clock = what.clock


def level_set(event: Tournament, what: e.LevelSet) -> None:
    event.levels[what.table] = what.level


def signalled(event: Tournament, what: e.Signalled) -> None:
    event.signals[what.table] = what.level


def hand_for_hand(event: Tournament, what: e.HandForHand) -> None:
    event.hand_for_hand = what.on
    on = {number for number, table in event.tables.items() if table.is_hand_on}
    event.round_played = set(event.tables).difference(on) if what.on and on else set()  # who is ready waits for these


def round_done(event: Tournament, what: e.RoundDone) -> None:
    event.round_played = set()
    event.round_busts = []


def halted(event: Tournament, what: e.Halted) -> None:
    if what.on:
        event.halted[what.table] = what.because
    else:
        event.halted.pop(what.table, None)


# ---- going out


def busted(event: Tournament, what: e.Busted) -> None:
    _stands(event, what.player, Status.OUT if what.final else Status.BUSTED)
    event.eliminated.add(what.table)
    event.hall.stale.add(what.table)
    if event.hand_for_hand:
        event.round_busts.append(what)


def ranked(event: Tournament, what: e.Ranked) -> None:
    event.groups.extend(what.groups)


def went_out(event: Tournament, what: e.WentOut) -> None:
    _stands(event, what.player, Status.OUT)


def bounty_won(event: Tournament, what: e.BountyWon) -> None:
    event.entrants[what.player].head = 0
    for player, cash, head in what.shares:
        event.entrants[player].bounties += cash
        event.entrants[player].head += head


def penalised(event: Tournament, what: e.Penalised) -> None:
    event.entrants[what.player].penalty += what.hands


def served(event: Tournament, what: e.Served) -> None:
    for player in what.players:
        event.entrants[player].penalty -= 1


def disqualified(event: Tournament, what: e.Disqualified) -> None:
    _stands(event, what.player, Status.DISQUALIFIED)


def chips_removed(event: Tournament, what: e.ChipsRemoved) -> None:
    event.removed += what.chips
    event.entrants[what.player].carried -= what.chips


def raced(event: Tournament, what: e.Raced) -> None:
    event.races.append((what.table, what.sheet))


def told(event: Tournament, what: e.DeckChanged | e.DealersPushed | e.Note) -> None:
    """Only told: nothing changes by it."""


def deal_made(event: Tournament, what: e.DealMade) -> None:
    event.deal = what


def ended(event: Tournament, what: e.Ended) -> None:
    event.ended = True


def undone(event: Tournament, what: e.Undone | e.Redone) -> None:
    raise Conflict("what is undone or done again is no event among others")


APPLY: Final[dict[type, Callable[[Tournament, Any], None]]] = {
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
    e.DeckChanged: told,
    e.DealersPushed: told,
    e.Note: told,
    e.DealMade: deal_made,
    e.Ended: ended,
    e.Undone: undone,
    e.Redone: undone,
}
