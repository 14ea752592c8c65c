"""The rule that a refusal cites, with its number in the house's own book.

Rarely executed, like the refusals. If no book of the house has the rule, it keeps the number of its source, usually the
TDA rules of 2013.
"""

from __future__ import annotations

from typing import Final

from sidepot.errors import Cite
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.texts import Point, cite

IN_TURN: Final = Cite("TDA-2013", "37-A")
REOPENING: Final = Cite("TDA-2013", "41-B")
RAISE_SIZE: Final = Cite("TDA-2013", "41-A")
LIMIT_CAP: Final = Cite("TDA-2013", "45")
FACE_UP: Final = Cite("TDA-2013", "15")
TABLE_ALL: Final = Cite("TDA-2013", "16")
BRING_IN_OWED: Final = Cite("TDA-2013", "29")
STUB: Final = Cite("TDA-2013", "RP-4")
MISDEAL: Final = Cite("TDA-2013", "34-B")
RABBIT: Final = Cite("TDA-2013", "28")

_REOPENING: Final = Point(
    "reopening of the betting", {"TDA-2013": "41-B", "TDA-2024": "47-A", "TS": "10", "RRP-11": "no-limit/least-raise"}
)
_REOPENING_BY_HALF: Final = Point(
    "reopening of the betting at limit",
    {"TDA-2013": "41-B", "TDA-2024": "47-B", "TS": "11", "RRP-11": "betting/half-raise-limit"},
)
_RAISE_SIZE: Final = Point(
    "size of a raise", {"TDA-2013": "41-A", "TDA-2024": "43-A", "RRP-11": "no-limit/least-raise"}
)
_BET_SIZE: Final = Point("size of a bet at limit", {"TDA-2013": "41-A", "TDA-2024": "43-A", "PG": "39"})
_POINTS: Final = {
    IN_TURN: Point("action in turn", {"TDA-2013": "37-A", "TDA-2024": "50-A"}),
    REOPENING: _REOPENING,
    RAISE_SIZE: _RAISE_SIZE,
    LIMIT_CAP: Point(
        "cap on raises",
        {
            "TDA-2013": "45",
            "TDA-2024": "48",
            "PG": "40",
            "RRP-11": "betting/cap",
            "WSOP-2026": "100",
            "WSOP-LIVE-2026": "130",
        },
    ),
    FACE_UP: Point("hands face up", {"TDA-2013": "15", "TDA-2024": "16"}),
    TABLE_ALL: Point("showdown order", {"TDA-2013": "16", "TDA-2024": "17-A"}),
    BRING_IN_OWED: Point("bring-in of an absent player", {"TDA-2013": "29", "TDA-2024": "30"}),
    STUB: Point("disordered stub", {"TDA-2013": "RP-4", "TDA-2024": "RP-4"}),
    MISDEAL: Point("re-deal", {"TDA-2013": "34-B", "TDA-2024": "35-C", "RRP-11": "misdeals/list"}),
    RABBIT: Point("rabbit hunting", {"TDA-2013": "28", "TDA-2024": "28", "RRP-11": "house/rabbit-hunting"}),
}
_AT_LIMIT: Final = {REOPENING: _REOPENING_BY_HALF, RAISE_SIZE: _BET_SIZE}


def own(rulebook: Rulebook, rule: Cite, *, at_limit: bool = False) -> Cite:
    """The rule `rule` as the house's own books number it. The book with the highest precedence decides.

    `at_limit` means fixed or spread limit, for which some books have a separate rule.

    >>> from sidepot.rules.houses import ROBERTS, TDA_2026
    >>> str(own(TDA_2026, REOPENING)), str(own(ROBERTS, IN_TURN))
    ('TDA-2026:49-A', 'TDA-2013:37-A')
    """
    point = _AT_LIMIT.get(rule) if at_limit else None
    point = point or _POINTS.get(rule)
    return cite(point, rulebook) if point else rule
