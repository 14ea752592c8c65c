"""The items of a hand in the room: heading, shuffles, cuts, and events.

>>> encode(Cut(deck=0, by="Ann", text="my lucky socks", at=17))
b'{"type":"cut","deck":0,"by":"Ann","text":"my lucky socks","at":17}'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from sidepot.hand import events
from sidepot.validation import quantities as q
from sidepot.validation.codec import Codec


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="heading", omit_defaults=True):
    """The start of a hand. Amounts are in units of `10 ** -decimals`.

    - `hand`: the number of the hand at the table, from 1
    - `players`: the players dealt in, in seat order of the hand
    """

    table: str
    hand: int
    players: tuple[str, ...]
    decimals: q.Decimals = 0


class Shuffled(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="shuffled"):
    """A shuffle: its number `deck` in the hand (from 0), and the root that commits to its order."""

    deck: int
    cards: int
    root: str


class Cut(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="cut"):
    """A cut: the first `at` cards moved to the bottom. Rule: PG-50.

    `text`, typed by the player `by`, determined the number of these cards.
    """

    deck: int
    by: str
    text: str
    at: int


Item = Heading | Shuffled | Cut | events.Event
OF_THE_ROOM: Final = (Heading, Shuffled, Cut)

_JSON: Final = Codec[Item](Item, "an item of a hand")
encode, decode = _JSON.encode, _JSON.decode


def interleave(happened: Iterable[events.Event], shuffles: Sequence[Shuffled]) -> list[Item]:
    """The events of a batch in order, with each shuffle before the event that needed it."""
    waiting = list(shuffles)[::-1]
    items: list[Item] = []
    for event in happened:
        if waiting and isinstance(event, (events.Reshuffled, events.Restubbed, events.Redealt)):
            items.append(waiting.pop())
        items.append(event)
    return items
