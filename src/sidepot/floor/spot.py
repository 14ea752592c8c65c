"""The spot: the facts of a betting round that the floor needs to rule on an action.

It consists of plain numbers, from a live hand (`spot_of`), a line of text (`spot_line.read_spot`) or a case. All
amounts are chips; totals are for the betting round.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from sidepot.errors import BadNotation, NotDue
from sidepot.hand.betting_terms import FIXED_LIMIT, NO_LIMIT, POT_LIMIT
from sidepot.hand.due import Due
from sidepot.rules.clauses import Sentence, say
from sidepot.validation.type_checks import check_fields

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand

Structure = Literal["no limit", "pot limit", "fixed limit", "spread limit"]
MUCH = 10**15  # more than any stack
_AMOUNTS: Final = ("price", "front", "stack", "full", "least", "most", "pot")
_amounts: Final = attrgetter(*_AMOUNTS)


class Acted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Another player who has acted in this round, and may have to act again.

    - `at`: the price when that player acted
    - `reopened`: whether the raises since then allow that player to raise again
    - `name`: the player's name, if known
    - `seat`: the player's seat, if known
    """

    name: str = ""
    seat: int = -1
    at: int = 0
    reopened: bool = False


class Spot(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player's situation in a betting round.

    - `price`: the total that keeps the player in
    - `front`: the player's chips in front
    - `stack`: the player's chips behind (None: enough for anything)
    - `full`: the minimum size of a bet or raise
    - `least`: the minimum total of a bet or raise (0: the player may not raise; None: `price` and `full` decide)
    - `most`: the maximum total of a bet or raise (None: there is no limit, or the pot decides)
    - `pot`: all chips in the pots and in front of the players
    - `opening`: whether the player faces the opening bet of the round, or the big blind
    - `chip`: the smallest chip in play
    - `players`: the number of players still in the hand
    - `seat`: the player's seat in a live hand, otherwise -1
    - `alone`: whether all other players are all-in
    - `acted`: the other players who have acted and may have to act again (None if unknown)
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
                raise BadNotation(f"{field}: expected 0 or more chips, not {amount}")
        if self.chip < 1:
            raise BadNotation(f"chip: expected the smallest chip in play, 1 or more, not {self.chip}")
        if self.players < 1:
            raise BadNotation(f"players: expected 2 or more in the hand, not {self.players}")
        if self.seat < -1:
            raise BadNotation(f"seat: expected 0 or more, or -1 if it is unknown, not {self.seat}")

    @property
    def who(self) -> str:
        """The player's name. If it is unknown, "the player"."""
        return self.name or "the player"

    @property
    def to_call(self) -> int:
        """The chips that the player must add to stay in, assuming the stack is large enough."""
        return max(self.price - self.front, 0)

    @property
    def is_facing_bet(self) -> bool:
        """Whether there is something to call."""
        return self.price > self.front

    @property
    def all_in(self) -> int:
        """The total of a player who goes all-in (more than any stack if the stack is unknown)."""
        return self.front + (MUCH if self.stack is None else self.stack)

    @property
    def least_raise(self) -> int:
        """The minimum total of a full bet or raise, regardless of the stack. 0 if the player may not raise."""
        return self.price + self.full if self.least is None else self.least

    @property
    def most_raise(self) -> int:
        """The maximum total that the limit allows for a bet or raise."""
        if self.most is not None:
            return max(self.most, self.least_raise)
        if self.limit == "pot limit":
            return max(self.price + self.pot + self.to_call, self.least_raise)
        return self.least_raise if self.limit == "fixed limit" else MUCH

    @property
    def may_raise(self) -> bool:
        """Whether the player may bet or raise, regardless of the stack."""
        return self.least_raise > 0


def moves(spot: Spot, change: int, add: int, *, is_more: bool = True) -> tuple[Sentence, ...]:
    """The dealer's steps for chips that the player gets back (`change`) or adds (`add`).

    `is_more` says whether there are already chips in front of the player.
    """
    if is_more:
        add_more = (
            say("Have {player} put in {amount} more.", spot.name, add)
            if spot.name
            else say("Have the player put in {amount} more.", add)
        )
    else:
        add_more = (
            say("Have {player} put in {amount}.", spot.name, add)
            if spot.name
            else say("Have the player put in {amount}.", add)
        )
    back = (
        say("Give {amount} back to {player}.", change, spot.name)
        if spot.name
        else say("Give {amount} back to the player.", change)
    )
    return (*((add_more,) if add else ()), *((back,) if change else ()))


def announce(act: Sentence) -> Sentence:
    """The step in which the dealer announces an action."""
    return say("Announce: {act}.", act)


def spot_of(hand: Hand, seat: int | None = None, *, names: Sequence[str] = (), is_known: bool = True) -> Spot:
    """The spot of the seat to act in a live hand, or of another seat in the same round, if it acts out of turn.

    - `names`: the players' names by seat, for a round from a line of text, where rulings do not name seats
    - `is_known`: whether the player's stack is known

    Raises NotDue if no betting round is in progress.
    """
    if hand.due not in (Due.ACT, Due.BRING_IN):
        raise NotDue("no betting round is in progress")
    seat = hand.seat if seat is None else seat
    betting = hand.betting
    front, stack = betting.bets[seat], betting.stacks[seat]
    low, high = betting.bounds(seat, MUCH)
    if seat == hand.seat and not hand.may_raise() and stack + front > betting.price:
        low = high = 0  # another reason than the chips bars the raise
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
    """The other players who have acted in this round and have chips left."""
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
