"""The entrants of a tournament: their status, and what they have paid and won."""

from __future__ import annotations

from enum import StrEnum

import msgspec

NOWHERE = 0  # a player without a table: tables are counted from 1


class Status(StrEnum):
    """The status of a player who has entered, such as waiting, seated or out."""

    REGISTERED = "registered"  # entered, without a seat yet
    ALTERNATE = "alternate"  # waits for a free seat
    SEATED = "seated"
    BUSTED = "busted"  # without chips; may buy or enter again
    OUT = "out"
    DISQUALIFIED = "disqualified"


IN_TOURNAMENT = (Status.REGISTERED, Status.ALTERNATE, Status.SEATED)


class Entrant(msgspec.Struct):
    """A player who has entered.

    - `carried`: the chips on the way from one table to another
    - `entries`, `rebuys`, `addons`: how many of each the player has bought
    - `owes`: the money that the player owes for announced rebuys (rule T26)
    - `head`: the bounty on the player
    - `bounties`: the money that the player won from bounties on other players
    - `penalty`: the number of hands still to miss
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
    """A line of the standings.

    `place` is 0 for a player who is still in. Players who share several places are listed with the best of these
    places.
    """

    player: str
    place: int
    stack: int
    paid: int = 0
    bounties: int = 0
