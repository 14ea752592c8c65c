"""The spot: the facts of a betting round that the floor needs to rule on an act in it.

Plain numbers, so that a spot comes from a live hand (`spot_of`), from a line of text (`spot_line.read_spot`) or from a
case. All amounts are chips; totals are for the betting round.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from sidepot.errors import BadNotation, NotDue
from sidepot.hand.due import Due
from sidepot.hand.raising import FIXED_LIMIT, NO_LIMIT, POT_LIMIT
from sidepot.validation.type_checks import check_fields

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand

Structure = Literal["no limit", "pot limit", "fixed limit", "spread limit"]
MUCH = 10**15  # more than anybody has
_AMOUNTS: Final = ("price", "front", "stack", "full", "least", "most", "pot")
_amounts: Final = attrgetter(*_AMOUNTS)


class Acted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Another player who has acted in this round, and whose turn may come again.

    `at` was the price when they acted. `reopened`: so much was raised since that they may raise again already. `name`
    and `seat` say who it is, where that is known.
    """

    name: str = ""
    seat: int = -1
    at: int = 0
    reopened: bool = False


class Spot(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player's place in a betting round.

    `price` is what must lie in front of them to stay in, `front` what lies there of this round, `stack` what they have
    behind (None: enough for anything). `full` is the least size of a bet or raise. `least` and `most` are the totals
    between which they may bet or raise with chips enough: `least` 0 says that they may not, None that it follows from
    price and full; `most` None that there is no limit, or that it follows from the pot. `pot` is everything in the
    middle and in front of the players. `opening`: they face the opening bet of the round, or the big blind. `chip` is
    the smallest chip in play. `players` are still in the hand. `seat` is theirs in a live hand, -1 where there is none.
    `alone`: all the others are all-in. `acted` are the others who have acted and may have to act again; None where
    that is not told.
    """

    limit: Structure = "no limit"
    price: int = 0
    front: int = 0
    stack: int | None = None
    full: int = 0
    least: int | None = None
    most: int | None = None
    pot: int = 0
    opening: bool = True
    chip: int = 1
    players: int = 3
    name: str = ""
    seat: int = -1
    alone: bool = False
    acted: tuple[Acted, ...] | None = None

    def __post_init__(self) -> None:
        check_fields(self)
        for field, amount in zip(_AMOUNTS, _amounts(self), strict=True):
            if amount is not None and amount < 0:
                raise BadNotation(f"{field} is an amount of chips, not {amount}")
        if self.chip < 1:
            raise BadNotation(f"the smallest chip in play is worth 1 or more, not {self.chip}")
        if self.players < 1:
            raise BadNotation(f"{self.players} players cannot be in a hand")
        if self.seat < -1:
            raise BadNotation(f"there is no seat {self.seat}")

    @property
    def who(self) -> str:
        """The player, as the dealer would say: by name where that is known."""
        return self.name or "the player"

    @property
    def to_call(self) -> int:
        """The chips the player must add to stay in, as if the stack were enough."""
        return max(self.price - self.front, 0)

    @property
    def is_facing_bet(self) -> bool:
        """Whether there is something to call."""
        return self.price > self.front

    @property
    def all_in(self) -> int:
        """The total of a player who puts in everything; more than anybody has where the stack is not known."""
        return self.front + (MUCH if self.stack is None else self.stack)

    @property
    def least_raise(self) -> int:
        """The least total of a full bet or raise, 0 where they may not raise; they may have fewer chips than that."""
        return self.price + self.full if self.least is None else self.least

    @property
    def most_raise(self) -> int:
        """The greatest total the structure allows for a bet or raise."""
        if self.most is not None:
            return max(self.most, self.least_raise)
        if self.limit == "pot limit":
            return max(self.price + self.pot + self.to_call, self.least_raise)
        return self.least_raise if self.limit == "fixed limit" else MUCH

    @property
    def may_raise(self) -> bool:
        """Whether the player may bet or raise here, chips apart."""
        return self.least_raise > 0


def moves(spot: Spot, change: int, add: int) -> tuple[str, ...]:
    """The dealer's steps that have the player put chips in, or give some back."""
    put_in = (f"Have {spot.who} put in {add} more.",) if add else ()
    return (*put_in, f"Give {change} back to {spot.who}.") if change else put_in


def spot_of(hand: Hand, seat: int | None = None, *, names: Sequence[str] = (), is_known: bool = True) -> Spot:
    """The spot of the seat to act in a live hand, or of another seat in the same round (for its acts out of turn).

    `names` by seat are there when the round was told in words: its players are known by them, not by seats, and the
    stack may not be told. Raises NotDue while no betting round is on.
    """
    if hand.due not in (Due.ACT, Due.BRING_IN):
        raise NotDue("no betting round is on")
    seat = hand.seat if seat is None else seat
    betting = hand.betting
    front, stack = betting.bets[seat], betting.stacks[seat]
    low, high = betting.bounds(seat, MUCH)
    if seat == hand.seat and not hand.may_raise() and stack + front > betting.price:
        low = high = 0  # something besides the chips keeps it from raising
    kind = betting.terms.kind
    structure: Structure = (
        "no limit"
        if kind == NO_LIMIT
        else "pot limit"
        if kind == POT_LIMIT
        else "fixed limit"
        if kind == FIXED_LIMIT
        else "spread limit"
    )
    blinds_only = betting.aggressor < 0
    return Spot(
        limit=structure,
        price=betting.price,
        front=front,
        stack=stack if is_known else None,
        full=betting.unit if kind == FIXED_LIMIT else betting.full_raise,
        least=low,
        most=None if kind == NO_LIMIT else high,
        pot=betting.pot(),
        chip=betting.terms.chip,
        opening=blinds_only or (betting.raises <= 1 and betting.price == betting.full_at and not hand.plan.price),
        players=betting.live.bit_count(),
        name=names[seat] if names else "",
        seat=-1 if names else seat,
        alone=not betting.able & ~(1 << seat),
        acted=_others_who_acted(hand, seat, names),
    )


def _others_who_acted(hand: Hand, seat: int, names: Sequence[str]) -> tuple[Acted, ...]:
    """Those but the seat who have acted in this round and have chips left to act again."""
    betting = hand.betting
    found = [other for other, at in enumerate(betting.acted) if at >= 0 and other != seat and betting.able >> other & 1]
    return tuple(
        [
            Acted(
                name=names[other] if names else "",
                seat=-1 if names else other,
                at=betting.acted[other],
                reopened=betting.is_reopened(other),
            )
            for other in found
        ]
    )
