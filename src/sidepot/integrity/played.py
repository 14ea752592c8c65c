"""A hand as integrity looks at it: who sat where, what happened, and how long each answer took."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from sidepot.hand.events import Event


class Played(NamedTuple):
    """A hand that is over.

    `label` is where it is found again: a table and a number, or a file. `players` are known by account, or by name, in
    the order of the seats of the hand. `took`: the milliseconds of the answers that were given by hand, by the number
    of the event in the `log`. `bots` are players who are programs that the host seated.
    `names` are what the players were called in it, where they are known by account.
    """

    label: str
    players: Sequence[str]
    log: Sequence[Event]
    took: Mapping[int, int] = MappingProxyType({})
    bots: frozenset[str] = frozenset()
    names: Sequence[str] = ()
    where: tuple[str, int] | None = None  # the table and the number, of a room
