"""The entrants of a tournament: their status, and what they have paid and won."""

from __future__ import annotations

from enum import StrEnum

import msgspec

NOWHERE = 0  # a player without a table: tables are counted from 1


class Status(StrEnum):
    """Whether somebody who has entered waits, is seated, is out, and so on."""

    REGISTERED = "registered"  # entered, without a seat yet
    ALTERNATE = "alternate"  # waits for a free seat
    SEATED = "seated"
    BUSTED = "busted"  # without chips; may buy or enter again
    OUT = "out"
    DISQUALIFIED = "disqualified"


IN_TOURNAMENT = (Status.REGISTERED, Status.ALTERNATE, Status.SEATED)


class Entrant(msgspec.Struct):
    """A player who has entered. `carried` holds the chips on the way from one table to another.

    `entries`, `rebuys` and `addons` count purchases; `owes` is money for announced rebuys (T26). `head` is the bounty
    on the player, `bounties` the money won from bounties on others. `penalty` is the number of hands still to miss.
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
    due: int = 0  # chips that come with the seat
    rebought: int = 0  # in this entry
    out_at: int = -1  # when the last chips were lost

    @property
    def is_in(self) -> bool:
        """Whether the player is still in: they have chips, or will get chips with a seat."""
        return self.status in IN_TOURNAMENT


class Standing(msgspec.Struct, frozen=True):
    """A line of the standings. `place` is 0 for a player still in. Players who share places have the best of these."""

    player: str
    place: int
    stack: int
    paid: int = 0
    bounties: int = 0
