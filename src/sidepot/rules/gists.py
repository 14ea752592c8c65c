"""A cited rule in our own words: one line per part, or the house's choice."""

from __future__ import annotations

from sidepot.errors import BadNotation, Cite
from sidepot.rules.finding import stems
from sidepot.rules.index import find_rules
from sidepot.rules.meanings import CHOICES, does
from sidepot.rules.rulebook import Rulebook


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


def gists_about(cite: Cite, house: Rulebook | None, about: str, most: int) -> tuple[str, ...]:
    """A rule in our words; of more parts than `most` those nearest to the matter `about` which it is cited."""
    found = gists_of(cite, house)
    if len(found) <= most:
        return found
    asked = set(stems(about))
    shared = {gist: len(asked & set(stems(gist))) for gist in found}
    best = max(shared.values())
    near = sorted([gist for gist in found if 2 * shared[gist] > best], key=lambda gist: -shared[gist])
    return tuple((near or found)[:most])
