"""The houses of clubs that tests register."""

from __future__ import annotations

from sidepot.rules.houses import BASES, OWN_HOUSES
from sidepot.rules.meanings import OWN_TITLES


def forget_own_houses() -> None:
    """Take back all that `own_houses.adopt` has registered."""
    for name in tuple(OWN_HOUSES):
        for known in (OWN_HOUSES, BASES, OWN_TITLES):
            known.pop(name, None)
