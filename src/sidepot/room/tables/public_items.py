"""What happened, as everybody may read it: the items of an entry by allow-list, what is not named is not told.

Items of a hand are those that are chained (`fair.sight.public`). Of what happened at the table, and in an event, these
kinds are told as they are: none of them says anything of a card that lies face down. What a player asked for himself
(chips for later, a stack to be filled up to) is his own affair; the seed of an event, from which seats and races are
drawn, is nobody's while it is played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sidepot.hand.view import SPECTATOR, redact
from sidepot.room.fair.items import OF_THE_ROOM
from sidepot.room.tables.sayings import Act
from sidepot.table import events as e
from sidepot.tournament import events as t

if TYPE_CHECKING:
    from sidepot.room.tables.entry import Entry

AT_TABLE: Final = frozenset(
    {
        e.Sat, e.Bought, e.SatOut, e.CameBack, e.Leaves, e.Left, e.Moved, e.Petty, e.Charged, e.Queued, e.Unqueued,
        e.ButtonDrawn, e.Chosen, e.Straddled, e.Coloured, e.PotGiven, e.Paid, e.HandDone, e.HandVoided,
    }
)  # fmt: skip
IN_EVENT: Final = frozenset(
    {
        t.Registered, t.Withdrew, t.Reentered, t.Rebought, t.AddedOn, t.LevelSet, t.ClockSet,
        t.Halted, t.Busted, t.Ranked, t.BountyWon, t.Penalised, t.Served, t.Disqualified, t.ChipsRemoved, t.Raced,
        t.DealMade, t.Note, t.Ended,
    }
)  # fmt: skip
_OVER: Final = (e.HandDone, e.HandVoided)


def public_items(entry: Entry) -> tuple[Any, ...]:
    """What an entry brought, to be encoded for all."""
    items = [item if isinstance(item, OF_THE_ROOM) else redact(item, SPECTATOR) for item in entry.items]
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
    """What happened at the table and in the event, in order; what is of the table as it is at a cash table."""
    found: list[e.Event | t.Event] = [*entry.table]
    for step in entry.steps:
        found += [event.event if isinstance(event, t.AtTable) else event for event in step.events]
    return found


def end_of_hand(happened: list[e.Event | t.Event]) -> int:
    """Where a hand is over in what happened: all that is told of the hand comes before."""
    return next((at for at, event in enumerate(happened) if isinstance(event, _OVER)), len(happened))


def _is_public(event: e.Event | t.Event) -> bool:
    return type(event) in AT_TABLE or type(event) in IN_EVENT
