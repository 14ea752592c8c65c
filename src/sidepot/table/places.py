"""A place at the table (taken, left or waited for): the player, the stack, and whether the player is dealt in.

Source: TS-1, TS-2, SD-9; PG-42, PG-44; OS-4.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from operator import attrgetter
from typing import Final

import msgspec

_SEAT: Final = attrgetter("seat")


class State(StrEnum):
    """Whether a player is dealt in and, if not, the reason."""

    IN = "in"
    WAITS = "waits"  # new or back: waits for the big blind
    POSTS = "posts"  # new or back: posts what is owed, and is dealt in
    OUT = "out"  # sits out; in a tournament: is absent
    BUSTED = "busted"  # without chips: has to buy, or leave (SD-9)


class Place(msgspec.Struct):
    """A seated player.

    - `owes_small`, `owes_big`: whether the player owes a missed small or big blind
    - `new`: whether the player has not been dealt in since sitting down or moving
    - `asked`: the chips that are added when the hand is over
    - `top_up`: the size to which the stack is filled up before each hand (0: never)
    - `leaving`: whether the player leaves when the hand is over
    - `put_out`: whether the host has removed the player
    - `restricted`: at open stakes, whether the player may neither add nor borrow before having a full buy-in (OS-4)
    - `short`: whether the last buy-in was less than the minimum (Robert's)
    - `paid_until`: the time until which the seat is paid for
    - `bought`, `petty`, `charged`, `hands`: the totals of this session
    """

    player: str
    seat: int
    stack: int = 0
    state: State = State.IN
    new: bool = True
    owes_small: bool = False
    owes_big: bool = False
    asked: int = 0
    top_up: int = 0
    leaving: bool = False
    put_out: bool = False
    restricted: bool = False
    short: bool = False
    since: int = 0
    paid_until: int = 0
    bought: int = 0
    petty: int = 0
    charged: int = 0
    hands: int = 0

    @property
    def owes(self) -> bool:
        """Whether the player must wait or post before being dealt in."""
        return self.new or self.owes_small or self.owes_big


def by_seat(places: Iterable[Place]) -> list[Place]:
    """These places in seat order."""
    return sorted(places, key=_SEAT)


class Gone(msgspec.Struct, frozen=True):
    """A player who has left. If the player returns quickly, these facts still count (PG-44).

    - `chips`: the chips taken away
    - `at`: the time of leaving
    - `petty`: the chips taken off the table earlier, for refreshments and tips
    - `paid_until`: the time until which the seat is paid for
    """

    chips: int
    at: int
    petty: int = 0
    paid_until: int = 0


class Waiting(msgspec.Struct, frozen=True):
    """A name on a waiting list: for a seat or, with `interest`, for a game that is not in play."""

    player: str
    interest: bool = False
    at: int = 0


def in_order(waiting: list[Waiting]) -> list[str]:
    """The names in the order in which they are called: first the waiting list for a seat, then the interest lists."""
    return [one.player for one in sorted(waiting, key=lambda one: one.interest)]


def ahead_of(waiting: list[Waiting], player: str) -> list[str]:
    """The names ahead of this player on the waiting list for a seat (all of them, if the player is not on it)."""
    going = [one.player for one in waiting if not one.interest]
    return going[: going.index(player)] if player in going else going
