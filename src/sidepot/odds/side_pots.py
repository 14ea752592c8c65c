"""Pots from the chips of each hand: a main pot for all, and side pots for those who put in more.

Rule: TDA-2013 20 (side pots are split one by one), PG-68.
"""

from __future__ import annotations

from collections.abc import Sequence

from sidepot.errors import BadNotation


def layers(put: Sequence[int], extra: int = 0) -> list[tuple[int, tuple[int, ...]]]:
    """Each pot and the hands that may win it, the main pot first; `extra` chips lie in the main pot already.

    Chips that one hand alone has put in are no pot: they go back.

    >>> layers([100, 250, 250])
    [(300, (0, 1, 2)), (300, (1, 2))]
    """
    if any(chips < 0 for chips in (*put, extra)):
        raise BadNotation("no hand puts in fewer than 0 chips: name what each has put into the pot, as in 100,250,250")
    pots: list[tuple[int, tuple[int, ...]]] = []
    below = 0
    for level in sorted({chips for chips in put if chips}):
        in_it = tuple([at for at, chips in enumerate(put) if chips >= level])
        if len(in_it) > 1:
            pots.append(((level - below) * len(in_it) + (extra if not pots else 0), in_it))
        below = level
    if not pots:
        raise BadNotation("nobody contests a pot: two hands or more put in chips, as in 100,250,250")
    return pots
