"""GGPoker: cash and tournament hands, which name other players by a code."""

from __future__ import annotations

import re
from typing import ClassVar

from sidepot.formats.sites.dialect import Dialect


class GG(Dialect):
    """`Poker Hand #OM181427446: Omaha Pot Limit ($0.5/$1) - 2020/04/14 07:56:19`."""

    site: ClassVar[str] = "GGPoker"
    marks: ClassVar[tuple[str, ...]] = ("Poker Hand #",)
    start: ClassVar[re.Pattern[str]] = re.compile(
        r"\ufeff?Poker Hand #(?P<name>[A-Z]*\d+): (?P<title>.*?) ?(?:- Level ?\d+ ?)?"
        r"\((?P<money>[^\s()]*[\d.,]+/[^\s()]*[\d.,]+)"
        r"(?:\([^()]*\))?\) - (?P<when>[\d/]+ [\d:]+)"
    )
    after_name: ClassVar[tuple[str, ...]] = (": ", " ")
