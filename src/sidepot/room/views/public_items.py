"""The public events: the items of an entry by allow-list; kinds that are not named are not told.

Items of a hand are those that are chained (`fair.sight.public`). Of the events at the table these kinds are told as
they are: none of them tells a card that lies face down. A player's own requests (chips for later, a stack to be filled
up to) are private.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from sidepot.hand.view import PLAIN, SPECTATOR, redact
from sidepot.room.fairness.items import OF_THE_ROOM
from sidepot.room.table.commands import React
from sidepot.room.table.events import is_act
from sidepot.room.views.schema import HandShowed, Reacted
from sidepot.room.views.told_parts import chips, name, number
from sidepot.table import events as e

if TYPE_CHECKING:
    from sidepot.room.table.events import Entry


def _coloured(event: e.Coloured) -> str:
    return "Small chips leave play" if event.rows else "Other chips are in play"


def _put_right(event: e.Adjusted) -> str:
    who, amount = name(event.player), chips(abs(event.chips))
    return f"gives {who} {amount}" if event.chips > 0 else f"takes {amount} from {who}"


# The events of a table that everybody is told, with their words; None: in words by `telling_entries`, or not at all.
AT_TABLE: Final[dict[type, Callable[[Any], str] | None]] = {
    e.Sat: lambda event: f"{name(event.player)} sits down in seat {number(event.seat + 1)} with {chips(event.chips)}",
    e.Bought: lambda event: f"{name(event.player)} buys {chips(event.chips)}",
    e.SatOut: lambda event: f"{name(event.player)} sits out",
    e.CameBack: lambda event: f"{name(event.player)} is back",
    e.Leaves: lambda event: f"{name(event.player)} {'is put out' if event.put_out else 'leaves'} after this hand",
    e.Left: lambda event: (
        f"{name(event.player)} leaves" + (f" with {chips(event.chips)}" if event.chips else " without chips")
    ),
    e.Moved: lambda event: f"{name(event.player)} goes to seat {number(event.seat + 1)}",
    e.Petty: lambda event: f"{name(event.player)} takes {chips(event.chips)} off the table",
    e.Charged: lambda event: f"{name(event.player)} pays {chips(event.chips)} for the seat",
    e.Queued: lambda event: f"{name(event.player)} waits for a seat",
    e.Unqueued: lambda event: f"{name(event.player)} waits no longer",
    e.ButtonDrawn: lambda event: f"Seat {number(event.seat + 1)} has drawn the first button",
    e.Chosen: None,
    e.Straddled: lambda event: f"{name(event.player)} straddles the next hand, {chips(event.chips)}",
    e.Coloured: _coloured,
    e.Adjusted: lambda event: f"The host {_put_right(event)}: {name(event.reason)}",
    e.PotGiven: lambda event: f"{name(event.player)} gets {chips(event.chips)} of the pot that waited",
    e.Paid: lambda event: f"{name(event.payer)} pays {name(event.payee)} {chips(event.chips)}",
    e.HandDone: None,
    e.HandVoided: lambda event: f"Hand {number(event.number)} is called off",
}
_OVER: Final = (e.HandDone, e.HandVoided)


def public_items(entry: Entry) -> tuple[Any, ...]:
    """An entry's effects, to be encoded for all."""
    if PLAIN.issuperset(map(type, entry.items)) and is_act(entry):
        return entry.items
    items = [item if isinstance(item, OF_THE_ROOM) else redact(item, SPECTATOR) for item in entry.items]
    if entry.showed:
        return (HandShowed(entry.by, entry.showed), *items)
    if isinstance(entry.said, React):
        return reacted(entry)
    if not entry.table:
        return tuple(items)
    end = end_of_hand(entry)
    before, after = ([one for one in some if type(one) in AT_TABLE] for some in (entry.table[:end], entry.table[end:]))
    return (*before, *items, *after)


def end_of_hand(entry: Entry) -> int:
    """The place in the events of an entry where a hand is over: all the hand's events come before."""
    return next((at for at, event in enumerate(entry.table) if isinstance(event, _OVER)), len(entry.table))


def reacted(entry: Entry) -> tuple[Reacted, ...]:
    """The emoji that an entry shows to the table."""
    said = entry.said
    return (Reacted(entry.by, said.emoji),) if isinstance(said, React) and not said.line else ()
