"""The end of a cash night: what is still open, line by line, and the fewest payments that settle it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sidepot.errors import Conflict
from sidepot.room.cash import events as e
from sidepot.room.cash.terms import check_text
from sidepot.room.store.rows import HOUSE
from sidepot.rules.clauses import Sentence, refuse, say
from sidepot.table.settlement import BOX, Payment
from sidepot.table.settlement import settle as settlement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sidepot.room.cash import commands as c
    from sidepot.room.cash.state import CashState

OWED: Final = "owed"


class OpenLine(NamedTuple):
    """An open item that keeps the night from ending.

    - `what`: the kind of the item
    - `player`: the player whom it concerns ("" if it concerns nobody)
    - `chips`: the amount
    - `sentence`: the item in words, as data for translation
    """

    what: str
    player: str
    chips: int
    sentence: Sentence


def open_lines(night: CashState) -> list[OpenLine]:
    """All open items of the night, in the order in which to close them. There are none if every balance is 0."""
    unit = night.terms.unit
    found = [
        OpenLine("seat", player, 0, say("{player} still sits at table {table}", player, str(place.table)))
        for player, place in night.seats.items()
    ]
    found += [
        OpenLine("chips", player, chips, say("{player} still has {chips} of chips", player, unit.part(chips)))
        for player, chips in night.away.items()
    ]
    if not found and night.in_play:
        missing = (
            say("{chips} of chips are not back", unit.part(night.in_play)) if night.in_play > 0
            else say("{chips} more in chips came back than was sold", unit.part(-night.in_play))
        )  # fmt: skip
        found.append(OpenLine("missing", "", night.in_play, missing))
    found += [
        OpenLine(
            OWED, player, chips,
            say("{player} is to get {chips}", player, unit.part(chips)) if chips > 0
            else say("{player} owes {chips}", player, unit.part(-chips)),
        )
        for player in night.accounts if player != HOUSE and (chips := night.balance(player))
    ]  # fmt: skip
    if night.cash:
        holds = (
            say("the bank holds {chips}", unit.part(night.cash)) if night.cash > 0
            else say("{chips} are missing in the bank", unit.part(-night.cash))
        )  # fmt: skip
        found.append(OpenLine("bank", "", night.cash, holds))
    return found


def payments(night: CashState) -> tuple[Payment, ...]:
    """The fewest payments after which nobody owes anything, including payments to and from the bank."""
    parties = {player: night.balance(player) for player in night.accounts if player != HOUSE}
    debts = [(one.player, one.other, night.unpaid(one)) for one in night.markers()]
    return settlement({**parties, BOX: -sum(parties.values())}, debts)


def end(night: CashState, command: c.End, now: int) -> Sequence[e.AnyFact]:
    """End the night. Every balance must be 0.

    If a reason is given, players may still owe money or be owed money.
    """
    still = open_lines(night)
    hard = [one for one in still if one.what != OWED]
    if hard or still and not command.why:
        raise refuse(Conflict, (hard or still)[0].sentence, code="lines_open")
    if command.why:
        check_text(command.why, 200)
    return [e.Ended(command.why)]
