"""The kinds of a tournament in card-room words, the most telling first.

>>> from sidepot.tournament.presets import find_preset
>>> kinds_of(find_preset("mystery"))
('mystery bounty', 'freeze-out')
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sidepot.tournament.schedule import MINUTE
from sidepot.tournament.structure import Kind, Structure

HYPER: Final = 4 * MINUTE  # a turbo whose levels are shorter than this is a hyper
_BY_KIND: Final = {
    Kind.SATELLITE: "satellite",
    Kind.SHOOTOUT: "shoot-out",
    Kind.HEADS_UP: "heads-up bracket",
    Kind.FLIGHT: "flight",
}


def kinds_of(structure: Structure) -> tuple[str, ...]:
    """What a tournament with this structure is called, such as `turbo` and `rebuy`.

    It is a `freeze-out` if it has neither re-entries nor rebuys.
    """
    return tuple(_kinds(structure))


def _kinds(structure: Structure) -> Iterator[str]:
    entry = structure.entry
    if structure.kind in _BY_KIND:
        yield _BY_KIND[structure.kind]
    if structure.flights:
        yield "flights"
    if structure.at_full:
        yield "sit-and-go"
    if entry.bounty:
        yield "mystery bounty" if entry.mystery else "progressive bounty" if entry.progressive else "bounty"
    if structure.turbo:
        yield "hyper" if max(level.ms for level in structure.levels) < HYPER else "turbo"
    if len(structure.mix.games) > 1:
        yield "mixed games"
    if entry.reentries:
        yield "re-entry"
    if entry.rebuys:
        yield "rebuy"
    elif not entry.reentries:
        yield "freeze-out"
