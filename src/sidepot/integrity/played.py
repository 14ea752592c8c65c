"""A hand for integrity checks: the players, the events, and how long each answer took."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from sidepot.hand.events import Event


class Played(NamedTuple):
    """A finished hand.

    - `label`: the source of the hand: a table and a number, or a file
    - `players`: accounts or names, by seat
    - `names`: the players' names in this hand, if `players` are accounts
    - `took`: the milliseconds that people took to act, by the index of the event in the `log`
    - `bots`: programs that the host seated
    """

    label: str
    players: Sequence[str]
    log: Sequence[Event]
    took: Mapping[int, int] = MappingProxyType({})
    bots: frozenset[str] = frozenset()
    names: Sequence[str] = ()
    where: tuple[str, int] | None = None  # the table and the number in a room
