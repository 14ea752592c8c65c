"""Seats without a person's name: some sites print a position, a number or a new random name in place of it.

Such a seat may be another person in each hand. So it is never counted as a person, and never joined with another name.
"""

from __future__ import annotations

import re
from typing import Final

SITES: Final = ("Bovada", "GGPoker", "Run It Once")
"""Bovada prints positions, GGPoker a code, and Run It Once names that change with each session."""

_SEATS: Final = "(?i)(?:(?:player|seat|spieler|joueur|jugador)[ _#+-]?[0-9]{1,2}|hero|you)"
_CODE: Final = "[0-9a-f]{6,8}"
_DIGIT: Final = ".*[0-9].*"

SQL: Final = f"""(site IN {SITES!r} OR regexp_full_match(player, '{_SEATS}')
OR regexp_full_match(player, '{_CODE}') AND regexp_full_match(player, '{_DIGIT}'))"""
"""Whether the columns `site` and `player` name an anonymous seat."""


def is_anonymous(site: str, player: str) -> bool:
    """Whether the name is that of an anonymous seat. The site has only anonymous seats, or the name is like `Player3`,
    `Seat+5` or `5ae0f1`.

    >>> is_anonymous("Bovada", "UTG+1"), is_anonymous("PokerStars", "5ae0f1"), is_anonymous("PokerStars", "Bo")
    (True, True, False)
    """
    is_code = re.fullmatch(_CODE, player) and re.fullmatch(_DIGIT, player)
    return bool(site in SITES or re.fullmatch(_SEATS, player) or is_code)
