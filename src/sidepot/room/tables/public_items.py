"""The public events: the items of an entry by allow-list; kinds that are not named are not told.

Items of a hand are those that are chained (`fair.sight.public`). Of the events at the table, and in a tournament, these
kinds are told as they are: none of them tells a card that lies face down. A player's own requests
(chips for later, a stack to be filled up to) are private; the seed of a tournament, from which seats and races are
drawn, is nobody's while it is played.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from sidepot.hand.view import PLAIN, SPECTATOR, redact
from sidepot.room.fair.items import OF_THE_ROOM
from sidepot.room.tables.commands import Act, React
from sidepot.room.tables.shown import HandShowed
from sidepot.room.tables.talking import reacted
from sidepot.room.tables.told_parts import chips, name, number
from sidepot.table import events as e
from sidepot.tournament import events as t

if TYPE_CHECKING:
    from sidepot.room.tables.events import Entry


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
IN_TOURNAMENT: Final = frozenset(
    {
        t.Registered, t.Withdrew, t.Reentered, t.Rebought, t.AddedOn, t.LevelSet, t.ClockSet,
        t.Halted, t.Busted, t.Ranked, t.BountyWon, t.Penalised, t.Served, t.Disqualified, t.ChipsRemoved, t.Raced,
        t.DealMade, t.EnvelopesSealed, t.EnvelopesFilled, t.EnvelopeWon,
        t.EnvelopeOpened, t.FlightBrought, t.Qualified, t.Note, t.Ended,
    }
)  # fmt: skip
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
    if not entry.table and not entry.steps:
        return tuple(items)
    happened = happened_in(entry)
    end = end_of_hand(happened)
    before, after = ([one for one in some if _is_public(one)] for some in (happened[:end], happened[end:]))
    return (*before, *items, *after)


def is_act(entry: Entry) -> bool:
    """Whether it is a decision in a hand that goes on, and nothing besides: seats and people are as they were."""
    return type(entry.said) is Act and not (entry.table or entry.steps or entry.people)


def happened_in(entry: Entry) -> list[e.Event | t.Event]:
    """The events at the table and in the tournament, in order; the table's as at a cash table."""
    found: list[e.Event | t.Event] = [*entry.table]
    for step in entry.steps:
        found += [event.event if isinstance(event, t.AtTable) else event for event in step.events]
    return found


def end_of_hand(happened: list[e.Event | t.Event]) -> int:
    """The place in the events where a hand is over: all the hand's events come before."""
    return next((at for at, event in enumerate(happened) if isinstance(event, _OVER)), len(happened))


def _is_public(event: e.Event | t.Event) -> bool:
    return type(event) in AT_TABLE or type(event) in IN_TOURNAMENT
