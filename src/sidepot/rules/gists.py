"""A rule that is cited, in our own words: a line for each of its parts, or what the house does."""

from __future__ import annotations

from sidepot.errors import BadNotation, Cite
from sidepot.rules.index import find_rules
from sidepot.rules.meanings import CHOICES, does
from sidepot.rules.rulebook import Rulebook


def gists_of(cite: Cite, house: Rulebook | None = None) -> tuple[str, ...]:
    """A rule in our words, a line for each part of it; empty where the index has nothing."""
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
