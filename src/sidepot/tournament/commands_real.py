"""The commands of a director with real chips and cards, who is told now and then how the tables stand.

They may come late: `at` is the time at which it happened (None: now). One of them need not fit the others. Where
they differ, the record shows it until somebody counts again, or accepts it with a reason.
"""

from __future__ import annotations

from sidepot.tournament.command_kinds import Command, OfPlayer, OfTable
from sidepot.tournament.payouts import PayTerms
from sidepot.tournament.schedule import Item
from sidepot.tournament.structure import Structure
from sidepot.validation import quantities as q

# ---- players who go out


class Out(OfPlayer, frozen=True, tag="out", rename={"together": "with"}):
    """Tell that a player lost the last chips; places follow the time at which that happened.

    `by` are the players who won them; empty: not known, and it may be told later with a second `Out`. `with` is a
    player who went out in the same hand and is out already: `higher` says whether this one began it with more chips.
    Without it the two share their place.
    """

    by: tuple[str, ...] = ()
    at: q.Moment | None = None
    together: str = ""
    higher: bool | None = None


class Unbust(OfPlayer, frozen=True, tag="unbust"):
    """Take a player who was told to be out back in, to the old seat or to this one; nothing else changes."""

    table: q.AnyTable = 0
    seat: q.AnySeat = -1
    why: str = ""


class Reorder(Command, frozen=True, tag="reorder"):
    """Put the places of players who are out right, the best first; `alike`: they share one. Nothing else changes."""

    players: tuple[str, ...]
    alike: bool = False
    why: str = ""


class Round(Command, frozen=True, tag="round"):
    """Tell that every table has played its hand of hand for hand."""


# ---- what the tables tell


class Count(Command, frozen=True, tag="count"):
    """Tell the stacks of players, at any tables. They need not add up: with `why` the difference is accepted."""

    stacks: tuple[tuple[str, q.Chips], ...]
    at: q.Moment | None = None
    why: str = ""


class AcceptCount(Command, frozen=True, tag="accept_count"):
    """Accept the difference between the count and the record at a table, or (0) at all of them, for a reason."""

    table: q.AnyTable = 0
    why: str = ""


class BringBack(Command, frozen=True, tag="bring_back"):
    """Bring small chips back into play at a table, or (0) at all tables, at equal value: the clock was set back."""

    table: q.AnyTable = 0


class ButtonAt(OfTable, frozen=True, tag="button_at"):
    """Tell in which seat the button is, in the hand that is played or was just over.

    `frozen`: a mixed game is at one without blinds, and the button waits there for one with blinds (TDA-2013 10-B).
    """

    seat: q.Seat
    at: q.Moment | None = None
    frozen: bool = False


class Hands(OfTable, frozen=True, tag="hands"):
    """Tell that a table has played `n` hands since that was told last: penalties are served by them (58-B)."""

    n: q.SomeHands
    at: q.Moment | None = None


class Heads(OfTable, frozen=True, tag="heads"):
    """Tell how many players with chips sit at a table: asked before hand for hand, money and final table."""

    n: q.Seats
    at: q.Moment | None = None


# ---- what was announced, and changes


class InsertItem(Command, frozen=True, tag="insert_item"):
    """Insert a level or break before an item of the schedule that is still to come."""

    item: q.Item
    what: Item
    why: str = ""


class EditItem(Command, frozen=True, tag="edit_item"):
    """Change a level or break that is still to come."""

    item: q.Item
    what: Item
    why: str = ""


class RemoveItem(Command, frozen=True, tag="remove_item"):
    """Take a level or break that is still to come out of the schedule."""

    item: q.Item
    why: str = ""


class ChangeTerms(Command, frozen=True, tag="change_terms"):
    """Change what was announced: levels of late entry, guarantee, money `added` by the house, prizes, seats per table,
    the most entries, the order in which tables are broken (the first first). None: as it is.
    """

    why: str = ""
    late_levels: q.Levels | None = None
    guarantee: q.Money | None = None
    added: q.Money | None = None
    pays: PayTerms | None = None
    seats: q.Seats | None = None
    most: q.Entries | None = None
    break_order: tuple[q.Table, ...] | None = None


class ChangeStructure(Command, frozen=True, tag="change_structure"):
    """Play by another structure: in a draft, of which nobody has been told anything."""

    structure: Structure
    why: str = ""


class OpenCheckIn(Command, frozen=True, tag="open_check_in"):
    """Open the check-in of a draft: from now on players enter, and what changes has a reason."""


class Lock(OfTable, frozen=True, tag="lock"):
    """Lock a seat, or (-1) a table: nobody is given the seat; at a locked table nobody comes, and nobody goes."""

    seat: q.AnySeat = -1
    on: bool = True
    why: str = ""


class Refund(OfPlayer, frozen=True, tag="refund"):
    """Return all that a player has paid, after the start too: the chips leave play, and the entry does not count."""

    why: str


class NoShow(OfPlayer, frozen=True, tag="no_show"):
    """Take a player who never came off the seat: the chips leave play, the money stays in, unless it is refunded."""

    refund: bool = False
    why: str = ""


class Announce(Command, frozen=True, tag="announce"):
    """Announce something on all screens."""

    text: str


class CallClock(OfPlayer, frozen=True, tag="call_clock"):
    """Call the clock on a player: as long as the house gives, or so many seconds (TDA-2013 27)."""

    seconds: q.Seconds = 0


class Cancel(Command, frozen=True, tag="cancel"):
    """Cancel the tournament: all money is returned."""

    why: str
