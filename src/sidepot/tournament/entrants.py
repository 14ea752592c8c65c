"""Who has entered a tournament: how he stands, and what he has paid and won."""

from __future__ import annotations

from enum import StrEnum

import msgspec

NOWHERE = 0  # the table of a player who has none: tables are counted from 1


class Status(StrEnum):
    """How a player stands in the event."""

    REGISTERED = "registered"  # has entered, and no seat yet
    ALTERNATE = "alternate"  # waits until a seat is free
    SEATED = "seated"
    BUSTED = "busted"  # without chips, and may buy some or enter again
    OUT = "out"
    DISQUALIFIED = "disqualified"


IN_TOURNAMENT = (Status.REGISTERED, Status.ALTERNATE, Status.SEATED)


class Entrant(msgspec.Struct):
    """A player of the event. `carried` are chips on their way from one table to another.

    `entries`, `rebuys` and `addons` count what he has paid for, `owes` is money for rebuys that he announced (T26).
    `head` is the bounty on him, `bounties` what he has won of others'. He misses `penalty` hands more.
    """

    player: str
    number: int
    status: Status = Status.REGISTERED
    table: int = NOWHERE
    carried: int = 0
    entries: int = 1
    rebuys: int = 0
    addons: int = 0
    owes: int = 0
    head: int = 0
    bounties: int = 0
    penalty: int = 0
    pin: tuple[int, int] | None = None
    due: int = 0  # chips that he gets with his seat
    rebought: int = 0  # of this entry

    @property
    def is_in(self) -> bool:
        """Whether he is still in the event: he has chips, or gets them with his seat."""
        return self.status in IN_TOURNAMENT


class Standing(msgspec.Struct, frozen=True):
    """A line of the standings: `place` is 0 while a player is in; who share places all have the best of them."""

    player: str
    place: int
    stack: int
    paid: int = 0
    bounties: int = 0
