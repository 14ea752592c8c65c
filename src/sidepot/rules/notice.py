"""The link to the TDA's own words, and the notice for quotations.

Sidepot states every rule in its own words. The association asks anyone who copies its rules to put a notice on the
same page, with a link to its site; so all output that cites its rules links to them. Row LIC of the index.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sidepot.errors import Cite

LINK: Final = "https://www.pokertda.com"
NOTICE: Final = (
    "TDA Rules used by permission of the Poker TDA, Copyright 2013, http://www.pokertda.com, All rights reserved."
)


def notice_for(cites: Iterable[Cite]) -> str:
    """The copyright notice for output that cites rules of the TDA ("" if it cites none).

    >>> notice_for([Cite("TDA-2013", "42")])
    'TDA rules in our own words; the rules themselves: https://www.pokertda.com'
    """
    if any(cite.edition.startswith("TDA-") for cite in cites):
        return f"TDA rules in our own words; the rules themselves: {LINK}"
    return ""
