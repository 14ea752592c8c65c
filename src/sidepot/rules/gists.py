"""A cited rule in our own words: its own line, or one line per part; for a choice of the house, that choice."""

from __future__ import annotations

from sidepot.errors import BadNotation, Cite
from sidepot.rules.index import find_rule, find_rules, numbered_2013
from sidepot.rules.meanings import CHOICES, does
from sidepot.rules.rulebook import Rulebook


def gists_of(cite: Cite, house: Rulebook | None = None) -> tuple[str, ...]:
    """A rule in our words, one line for each part. If the citation names a part, only that part.

    Empty if the rule is not in the index.

    >>> gists_of(Cite("TDA-2024", "RP-8-B"))
    ('At most three minutes per hand are taken off the clock.',)
    """
    if cite.edition == "HOUSE":
        if house is None or cite.number not in CHOICES:
            return ()
        return (f"This house {does(house, cite.number).text}.",)
    if numbered := numbered_2013(str(cite)):
        return tuple([rule.gist for rule in numbered])
    try:
        return (find_rule(str(cite)).gist,)
    except BadNotation:
        pass
    try:
        found = find_rules(str(cite))
    except BadNotation:
        return ()
    own = [rule for rule in found if rule.edition == cite.edition] or list(found)
    return tuple([rule.gist for rule in own])
