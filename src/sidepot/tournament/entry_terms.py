"""The terms of entry in a structure: what a player pays, and how long entry stays open. Source: T7, T26."""

from __future__ import annotations

from typing import Final

import msgspec

from sidepot.errors import Conflict
from sidepot.validation import quantities as q
from sidepot.validation.type_checks import check_fields

ANY: Final = -1  # of re-entries and rebuys: as many as one likes
IN_MONEY: Final = -1  # envelopes are opened from the first paid place on


class EntryTerms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The cost of entry, and how long it stays open.

    - `buy_in`: the part of the price that goes to the prizes
    - `bounty`: the part that goes on the player's head
    - `fee`: the part that goes to the house
    - `progressive`: whether half of a bounty goes on the head of its winner
    - `late_levels`: registration is open through this number of levels and the break after them (0: until the start)
    - `reentries`, `rebuys`: how many each player is allowed (-1: any number)
    - `rebuy_levels`: rebuys are sold through this number of levels
    - `rebuy_below`: the largest stack that may rebuy (-1: the starting stack)
    - `rebuy_chips`: the chips of a rebuy
    - `rebuy_cost`: the price of a rebuy, without its fee
    - `addon_item`: the item of the schedule (a break) in which each player may buy one add-on (-1: none)
    - `most`: the maximum number of players (0: any number)
    - `guarantee`: the minimum of the prize pool; the house adds what is missing
    - `mystery`: if bounties are in envelopes, the percentage of the total in the first envelope, the second, and so on
    - `mystery_left`: envelopes are opened once entry is closed and this number of players is left (0: as soon as entry
      is closed; -1: once everyone left is in the money)

    Envelopes without a percentage divide the rest of the bounties evenly. A player who knocks out another player opens
    an envelope drawn at random.
    """

    buy_in: q.Money = 0
    fee: q.Money = 0
    bounty: q.Money = 0
    progressive: bool = False
    late_levels: q.Levels = 0
    reentries: q.AnyTimes = 0
    rebuys: q.AnyTimes = 0
    rebuy_cost: q.Money = 0
    rebuy_fee: q.Money = 0
    rebuy_chips: q.Chips = 0
    rebuy_levels: q.Levels = 0
    rebuy_below: q.AnyChips = -1
    addon_cost: q.Money = 0
    addon_fee: q.Money = 0
    addon_chips: q.Chips = 0
    addon_item: q.AnyItem = -1
    most: q.Entries = 0
    guarantee: q.Money = 0
    mystery: tuple[q.Percent, ...] = ()
    mystery_left: q.AnyEntries = 0

    def __post_init__(self) -> None:
        check_fields(self)
        if self.progressive and not self.bounty:
            raise Conflict("`bounty` is missing: a progressive bounty needs an amount for each entry")
        _check_mystery(self)
        if self.reentries and not self.late_levels:
            raise Conflict("re-entries need `late_levels`, the number of levels with late registration")  # fmt: skip
        if self.rebuys:
            for name, value in (
                ("rebuy_cost", "the price of a rebuy"),
                ("rebuy_chips", "the chips of a rebuy"),
                ("rebuy_levels", "the number of levels with rebuys"),
            ):
                if not getattr(self, name):
                    raise Conflict(f"`{name}` is missing: a tournament with rebuys needs {value}")
        if self.addon_item >= 0 and not (self.addon_cost and self.addon_chips):
            raise Conflict(
                "`addon_cost` and `addon_chips` are missing: they give the price and the chips of the add-on"
            )
        if self.addon_item < 0 and (self.addon_cost or self.addon_chips):
            raise Conflict("`addon_item` is missing: it is the break in the schedule during which the add-on is sold")
        if self.most == 1:
            raise Conflict("`most` must be at least 2, or 0 for any number of players")

    @property
    def head(self) -> int:
        """The bounty on a player's head; 0 if the bounties are in envelopes."""
        return 0 if self.mystery else self.bounty

    @property
    def price(self) -> int:
        """The total price of an entry."""
        return self.buy_in + self.bounty + self.fee


def _check_mystery(entry: EntryTerms) -> None:
    if not entry.mystery:
        if entry.mystery_left:
            raise Conflict("`mystery` is missing: `mystery_left` needs the list of what the envelopes hold")
        return
    if not entry.bounty:
        raise Conflict("`bounty` is missing: it is the amount that each entry puts into the envelopes")
    if entry.progressive:
        raise Conflict("bounties can be progressive or in envelopes, but not both")
    if entry.mystery != tuple(sorted(entry.mystery, reverse=True)) or entry.mystery[-1] < 1:
        raise Conflict(f"`mystery` must list percentages of at least 1, largest first, not {list(entry.mystery)}")
    if sum(entry.mystery) > 99:
        raise Conflict(
            f"the first envelopes take {sum(entry.mystery)}% of the bounties, leaving nothing for the other envelopes"
        )
