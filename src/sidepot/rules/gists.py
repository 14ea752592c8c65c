"""A cited rule in our own words: its own line, or one line per part; or, if the house chooses, its choice."""

from __future__ import annotations

from typing import Final

from sidepot.errors import BadNotation, Cite
from sidepot.rules.index import find_rules
from sidepot.rules.meanings import CHOICES, does
from sidepot.rules.rulebook import Rulebook

MOST_GISTS: Final = 5
"""The lines of a rule under a ruling; only the lists of misdeals have more."""


def gists_of(cite: Cite, house: Rulebook | None = None) -> tuple[str, ...]:
    """A rule in our words, with one line for each of its parts if it has none of its own; empty if it is not in the
    index.

    >>> gists_of(Cite("TDA-2024", "RP-8-B"))
    ('At most three minutes of each hand come off the clock.',)
    """
    if cite.edition == "HOUSE":
        if house is None or cite.number not in CHOICES:
            return ()
        return (f"This house {does(house, cite.number).text}.",)
    try:
        found = find_rules(str(cite))
    except BadNotation:
        return ()
    own = [rule for rule in found if rule.edition == cite.edition] or list(found)
    own = [rule for rule in own if rule.id == str(cite)] or own
    return tuple([rule.gist for rule in own])
