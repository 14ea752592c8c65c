"""Apply events that only live tournaments have: real chips and cards, corrected busts, reports from the tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from sidepot.table import events as at_table
from sidepot.tournament import events as e
from sidepot.tournament.entrants import Status
from sidepot.tournament.reports import How, Largest, Stock
from sidepot.tournament.state import TournamentState
from sidepot.tournament.statuses import set_status, unrank

AMONG: Final = 3  # of the last two, the one who knocks out the third has more than anybody before


# ---- real chips and cards


def real_cards(tournament: TournamentState, event: e.RealCards) -> None:
    tournament.reports.live = True
    tournament.reports.since = event.at
    for table in tournament.tables.values():
        for player in table.places:
            tournament.reports.stacks.setdefault(player, Stock(How.KNOWN, event.at))
    tournament.all_tables.stale.update(tournament.tables)


def book_real(tournament: TournamentState, number: int, happened: at_table.Event) -> None:
    """Update, after an event at a table, which stacks are known exactly and which are estimates."""
    reports = tournament.reports
    if isinstance(happened, at_table.Adjusted):
        _drift(tournament, number, happened.chips)
    elif reports.live and isinstance(happened, at_table.Sat):
        reports.stacks.setdefault(happened.player, Stock(How.KNOWN, happened.at))
        reports.outs.pop(happened.player, None)
    elif reports.live and isinstance(happened, at_table.Bought):
        place = tournament.tables[number].places[happened.player]
        if place.stack == happened.chips:  # all that there is was bought now
            reports.stacks[happened.player] = Stock(How.KNOWN, happened.at)
            reports.outs.pop(happened.player, None)


def _drift(tournament: TournamentState, number: int, chips: int) -> None:
    """Record that the record of a table exceeds the chips given out at it by this amount."""
    adrift = tournament.reports.adrift
    adrift[number] = adrift.get(number, 0) + chips
    if not adrift[number]:
        del adrift[number]


# ---- going out


def winner_reported(tournament: TournamentState, event: e.WinnerReported) -> None:
    if event.step:
        set_estimated(tournament, event.by, tournament.reports.returned.pop(event.step).at)
        return
    known = tournament.reports.outs[event.player]
    tournament.reports.outs[event.player] = msgspec.structs.replace(
        known, by=event.by, bounty=event.bounty, head=tournament.entrants[event.player].head or known.head
    )
    set_estimated(tournament, event.by, known.at)
    note_largest(tournament, [winner for winner, _ in event.by])


def unbusted(tournament: TournamentState, event: e.Unbusted) -> None:
    known = tournament.reports.outs.pop(event.player)
    entrant = tournament.entrants[event.player]
    unrank(tournament, event.player)
    tournament.reports.stacks[event.player] = Stock(How.ESTIMATED, known.at)
    largest = tournament.reports.largest
    if largest is not None and largest.how is How.ESTIMATED and largest.player in dict(known.by):
        tournament.reports.largest = None  # it had the chips that come back
        note_largest(tournament, tournament.reports.stacks, back=1)
    tournament.reports.heads.pop(known.table, None)
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


def reordered(tournament: TournamentState, event: e.Reordered) -> None:
    """Give the finishing places of the named players to the same players in another order, best first.

    With `alike`, they all share one place.
    """
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


def round_reported(tournament: TournamentState, event: e.RoundReported) -> None:
    tournament.round_played = set(tournament.tables)
    tournament.hands += len(tournament.tables)
    for number in tournament.tables:
        tournament.reports.hands[number] = e.HandsReported(number, 1, event.at)


# ---- reports from the tables


def counted(tournament: TournamentState, event: e.Counted) -> None:
    for player, _ in event.stacks:
        tournament.reports.stacks[player] = Stock(How.KNOWN, event.at)
    note_largest(tournament, [player for player, _ in event.stacks])


def drifted(tournament: TournamentState, event: e.Drifted) -> None:
    _drift(tournament, event.table, event.chips)
    _drift(tournament, event.to_table, -event.chips)


def difference_accepted(tournament: TournamentState, event: e.DifferenceAccepted) -> None:
    tournament.reports.accepted += event.chips
    _drift(tournament, event.table, -event.chips)


def button_reported(tournament: TournamentState, event: e.ButtonReported) -> None:
    if event.seat < 0:
        tournament.reports.buttons.pop(event.table, None)
    else:
        tournament.reports.buttons[event.table] = event
    tournament.all_tables.stale.add(event.table)


def hands_reported(tournament: TournamentState, event: e.HandsReported) -> None:
    tournament.reports.hands[event.table] = event
    tournament.hands += event.n
    known = tournament.reports.buttons.get(event.table)
    if known is not None and known.at <= event.at and not known.frozen:
        button_reported(tournament, e.ButtonReported(event.table, -1))
    if tournament.hand_for_hand:
        tournament.round_played.add(event.table)


def headcount_reported(tournament: TournamentState, event: e.HeadcountReported) -> None:
    tournament.reports.heads[event.table] = event


# ---- estimates


def note_largest(tournament: TournamentState, players: Iterable[str], back: int = 0) -> None:
    """Update the largest stack of the tournament after a change of these players' stacks.

    `back` is the number of eliminated players who are about to get their seats back.
    """
    reports, left = tournament.reports, tournament.left + back
    if left < AMONG:
        return
    for player in players:
        entrant, how = tournament.entrants.get(player), reports.stacks.get(player, Stock()).how
        chips = tournament.chips_of(entrant) if entrant is not None and entrant.is_in and how is not How.UNKNOWN else 0
        if chips > (reports.largest.chips if reports.largest is not None else 0):
            reports.largest = Largest(player, chips, how, left)


def set_estimated(tournament: TournamentState, by: tuple[tuple[str, int], ...], at: int) -> None:
    """Record that, since the time `at`, the stacks of the winners are no longer known exactly.

    `by` lists each winner of a busted player's chips, with the chips.
    """
    for player, _ in by:
        old = tournament.reports.stacks.get(player)
        if old is not None and old.how is not How.UNKNOWN:
            tournament.reports.stacks[player] = Stock(How.ESTIMATED, max(old.at, at))
