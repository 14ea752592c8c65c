"""What the tables tell: counts, buttons, hands and heads. Source: PG-23; TDA-2013 10-A, 58-B; TDA-2024 RP-8."""

from __future__ import annotations

from collections.abc import Sequence

from sidepot.errors import Conflict, NotDue
from sidepot.table.dealing import waits_for_blinds
from sidepot.tournament import commands as c
from sidepot.tournament import events as e
from sidepot.tournament.cited import CHIPS, FROZEN
from sidepot.tournament.entrants import Status
from sidepot.tournament.head_counts import record_of
from sidepot.tournament.heard import How, Stock
from sidepot.tournament.stocks import differences
from sidepot.tournament.underway import Doing


def real_cards(doing: Doing) -> None:
    """From the first report on the tournament is one of real cards. Raises NotDue where a hand is dealt here."""
    tournament = doing.tournament
    if tournament.heard.real:
        return
    on = next((number for number, table in tournament.tables.items() if table.is_hand_on), None)
    if on is not None:
        raise NotDue(f"a hand is on at table {on}: what happens there is known from it", code="hand_on")
    doing.emit(e.RealCards(doing.now))


def check_at(doing: Doing, at: int | None) -> int:
    """The time at which something happened; None is now. Raises Conflict for a time to come, or before the start."""
    if at is None:
        return doing.now
    if at > doing.now:
        raise Conflict(f"it happened between 0 and {doing.now} ms, not at {at}", code="bad_moment")
    return at


def count(doing: Doing, command: c.Count) -> None:
    """Take the stacks of players at any tables; with a reason the differences of whole tables are accepted."""
    tournament = doing.tournament
    told = dict(command.stacks)
    if not told or len(told) < len(command.stacks):
        raise Conflict("a count names one player at least, and each once", CHIPS, code="told_twice")
    for player, chips in told.items():
        entrant = doing.entrant(player)
        if entrant.status is not Status.SEATED:
            raise Conflict(f"{player} is {entrant.status}, and has no chips to count", CHIPS, code="not_in_play")
        if chips < 1:
            raise Conflict(f"{player} has {chips}: a player without chips is out", CHIPS, code="bad_count")
        chip_set = doing.table(entrant.table).rules.chips
        if not chip_set.can_make(chips):
            raise Conflict(f"{player} cannot have {chips} in chips of {chip_set}: count again", CHIPS, code="bad_count")
    at = check_at(doing, command.at)
    later = next((one for one in told if is_later(tournament.heard.stacks.get(one), at)), None)
    if later is not None:
        raise NotDue(f"{later} was counted later than that: count again", CHIPS, code="counted_since")
    real_cards(doing)
    doing.count(told, at)
    if command.why:
        _accept(doing, {tournament.entrants[player].table for player in told}, command.why)


def is_later(stock: Stock | None, at: int) -> bool:
    """Whether a stack was told after that time."""
    return stock is not None and stock.how is How.KNOWN and stock.at > at


def accept(doing: Doing, command: c.AcceptCount) -> None:
    """Accept what a count came to. Raises NotDue where nothing differs, or not all stacks there are known."""
    if not command.why.strip():
        raise Conflict("a difference is accepted for a reason: say why", CHIPS, code="no_reason")
    if command.table:
        doing.table(command.table)
    found = [one for one in differences(doing.tournament) if command.table in (0, one.table)]
    if not found:
        raise NotDue("the count and the record do not differ", CHIPS, code="no_difference")
    if not command.table and sum([one.chips for one in found]) == 0:
        _accept(doing, {one.table for one in found}, command.why, whole=False)
        return
    if not any(one.is_counted for one in found):
        raise NotDue("not every stack there is known: count them first", CHIPS, code="stack_not_known")
    _accept(doing, {one.table for one in found}, command.why)


def _accept(doing: Doing, tables: set[int], why: str, *, whole: bool = True) -> None:
    for one in differences(doing.tournament):
        if one.table in tables and (one.is_counted or not whole):
            doing.emit(e.DifferenceAccepted(one.table, one.chips, why))


def button_at(doing: Doing, command: c.ButtonAt) -> None:
    """Take down where the button is."""
    table = doing.table(command.table)
    if command.seat >= table.rules.seats:
        raise Conflict(f"table {command.table} has no seat {command.seat + 1}", code="unknown_seat")
    if command.frozen and not waits_for_blinds(table.rules.stakes):
        raise Conflict(
            f"the button of table {command.table} never waits: its games all have blinds, or none have",
            FROZEN,
            code="no_mix",
        )
    at = check_at(doing, command.at)
    real_cards(doing)
    doing.emit(e.ButtonReported(command.table, command.seat, at, frozen=command.frozen))


def hands(doing: Doing, command: c.Hands) -> None:
    """Count hands of a table: players with a penalty have missed them (58-B)."""
    tournament = doing.tournament
    table = doing.table(command.table)
    at = check_at(doing, command.at)
    real_cards(doing)
    serve(doing, [player for player in table.places if tournament.entrants[player].penalty], command.n)
    doing.emit(e.HandsReported(command.table, command.n, at))


def serve(doing: Doing, players: Sequence[str], hands: int) -> None:
    """Count so many hands for players with a penalty."""
    entrants = doing.tournament.entrants
    missed = tuple([(player, min(hands, entrants[player].penalty)) for player in players])
    if missed:
        doing.emit(e.Served(missed))


def heads(doing: Doing, command: c.Heads) -> None:
    """Take down how many sit at a table, beside the record."""
    table = doing.table(command.table)
    if command.n > table.rules.seats:
        raise Conflict(f"table {command.table} has {table.rules.seats} seats, not {command.n} heads", code="bad_count")
    at = check_at(doing, command.at)
    real_cards(doing)
    doing.emit(e.HeadcountReported(command.table, command.n, record_of(doing.tournament, command.table), at))
