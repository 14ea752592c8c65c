"""A cited rule in our own words, one line per part; or, if the house chooses, its choice."""

from __future__ import annotations

from typing import Final

from sidepot.errors import BadNotation, Cite
from sidepot.rules.index import find_rules
from sidepot.rules.meanings import CHOICES, does
from sidepot.rules.rulebook import Rulebook

MOST_GISTS: Final = 5
"""The lines of a rule under a ruling; only the lists of misdeals have more."""


def gists_of(cite: Cite, house: Rulebook | None = None) -> tuple[str, ...]:
    """A rule in our words, a line for each part; empty if it is not in the index."""
    if cite.edition == "HOUSE":
        if house is None or cite.number not in CHOICES:
            return ()
        return (f"This house {does(house, cite.number).text}.",)
    try:
        found = find_rules(str(cite))
    except BadNotation:
        return ()
    own = [rule for rule in found if rule.edition == cite.edition] or list(found)
    return tuple([rule.gist for rule in own])
