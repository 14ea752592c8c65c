"""Markers and loans with real chips, by the rules of open stakes (OS-4 to OS-13): who owes whom, and until when."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from sidepot.errors import Cite, Conflict, IllegalAction, NotDue
from sidepot.room.cash import events as e
from sidepot.room.cash.lists import seated
from sidepot.room.cash.money import LONGEST, RESTRICTED, write_line
from sidepot.room.cash.terms import check_text
from sidepot.rules.clauses import refuse, say

if TYPE_CHECKING:
    from sidepot.room.cash import commands as c
    from sidepot.room.cash.state import CashState

Facts = Sequence[e.AnyFact]
MARKER: Final = Cite("OS", "6")
REFUSED: Final = Cite("OS", "7")
LOAN: Final = Cite("OS", "8")
AGREED_BEFORE: Final = Cite("OS", "12")


def agree(night: CashState, command: c.Agree, now: int) -> Facts:
    """Record the players' agreement on markers at a table, before anybody at the table has bought chips."""
    if command.table not in night.tables:
        raise Conflict(f"there is no table {command.table}", code="no_table")
    check_text(command.terms, LONGEST)
    if night.tables[command.table].was_played:
        raise NotDue("markers must be agreed on before play", AGREED_BEFORE, code="no_agreement")
    missing = [one for one in night.at_table(command.table).values() if one not in command.players]
    if missing:
        raise refuse(
            IllegalAction,
            say("{player} has not agreed to these terms", missing[0]),
            AGREED_BEFORE,
            code="terms_not_accepted",
        )
    return [e.Agreed(command.table, command.terms, command.due_ms, command.threshold, command.players)]


def agree_too(night: CashState, command: c.AgreeToo, now: int) -> Facts:
    """Record that a player who came later agrees to the terms of the table."""
    table = seated(night, command.player).table
    agreed = _agreed_at(night, table)
    if command.player in agreed.players:
        raise Conflict("this would change nothing", code="no_change")
    return [replace(agreed, players=(*agreed.players, command.player))]


def write_marker(night: CashState, command: c.WriteMarker, now: int) -> Facts:
    """Record a marker that all players in the pot accepted, or had to accept because it is below the threshold."""
    agreed, table = _agreement(night, command.player)
    _check_other(night, command.player, command.holder, table)
    if command.chips >= agreed.threshold or command.holder not in agreed.players:
        if command.refused:
            raise refuse(
                IllegalAction,
                say("{player} refused the marker: bet cash or go all-in instead", command.refused[0]),
                REFUSED, code="marker_refused",
            )  # fmt: skip
        if command.holder not in command.agreed:
            raise refuse(
                IllegalAction, say("all players in the pot must agree; {player} is missing", command.holder),
                MARKER, code="terms_not_accepted",
            )  # fmt: skip
    return [_owed(night, "marker", command, command.holder, command.agreed, now)]


def lend(night: CashState, command: c.Lend, now: int) -> Facts:
    """Record a loan by a player who was not in the pot. The players in the pot must accept the chips."""
    _, table = _agreement(night, command.player)
    _check_other(night, command.player, command.lender, table)
    if command.lender in command.pot:
        raise refuse(
            IllegalAction, say("{player} is in the pot: only players out of the pot may lend", command.lender),
            LOAN, code="cannot_lend",
        )  # fmt: skip
    return [_owed(night, "loan", command, command.lender, command.pot, now)]


def restrict(night: CashState, command: c.Restrict, now: int) -> Facts:
    """Bar a player from credit, and from buying less than a full buy-in.

    This is for a player who won all-in with less than a full buy-in.
    """
    seated(night, command.player)
    if command.player in night.restricted:
        raise Conflict("this would change nothing", code="no_change")
    return [e.Restricted(command.player)]


def pay_marker(night: CashState, command: c.PayMarker, now: int) -> Facts:
    """Record that a marker or loan was paid, in part or in full."""
    marker = night.line(command.line)
    if marker is None or marker not in night.markers():
        raise Conflict(f"line {command.line} is not a marker", code="no_debt")
    owed = night.unpaid(marker)
    chips = command.chips or owed
    if not owed or chips > owed:
        raise refuse(
            Conflict, say("only {chips} of this marker are still owed", night.terms.unit.part(owed)), code="no_debt"
        )
    return [write_line(night, "marker_paid", chips, player=marker.player, other=marker.other, of=marker.number)]


def _agreement(night: CashState, player: str) -> tuple[e.Agreed, int]:
    """What the player's table has agreed on, and the table.

    Raises NotDue unless the player agreed too, and IllegalAction if the player may take no credit.
    """
    place = seated(night, player)
    agreed = _agreed_at(night, place.table)
    if player not in agreed.players:
        raise refuse(
            NotDue, say("{player} has not agreed to the terms for markers at this table", player),
            AGREED_BEFORE, code="no_agreement",
        )  # fmt: skip
    if player in night.restricted:
        raise refuse(
            IllegalAction,
            say("{player} was all-in for less than a full buy-in and may only buy enough chips to have one", player),
            RESTRICTED, code="credit_restricted",
        )  # fmt: skip
    return agreed, place.table


def _agreed_at(night: CashState, table: int) -> e.Agreed:
    agreed = night.tables[table].agreed
    if agreed is None:
        raise NotDue(
            "the players at this table did not agree on markers before play", AGREED_BEFORE, code="no_agreement"
        )
    return agreed


def _owed(
    night: CashState, kind: e.Kind, command: c.WriteMarker | c.Lend, other: str, consent: tuple[str, ...], now: int
) -> e.Written:
    """The line of a marker or loan, which is due as the maker's table has agreed."""
    agreed, table = _agreement(night, command.player)
    due = now + agreed.due_ms if agreed.due_ms else 0
    return write_line(
        night, kind, command.chips, player=command.player, other=other, table=table, due=due, agreed=consent,
        raised=command.raised,
    )  # fmt: skip


def _check_other(night: CashState, player: str, other: str, table: int) -> None:
    if player == other:
        raise Conflict("name two different players", code="named_twice")
    if seated(night, other).table != table:
        raise Conflict(f"{other} is not seated at this table", code="not_seated")
