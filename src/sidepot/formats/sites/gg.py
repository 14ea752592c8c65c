"""GGPoker: cash and tournament hands, which name other players by a code."""

from __future__ import annotations

import re
from typing import ClassVar, Final

from sidepot.formats.sites.stars_text import StarsText

_GAME: Final = re.compile(r".*(?<![\w-])(Hold'?em|Omaha|PLO|Short ?Deck)", re.I)
_BEFORE: Final = 7  # letters of `5 Card `, or `6+ `


class GG(StarsText):
    """`Poker Hand #OM181427446: Omaha Pot Limit ($0.5/$1) - 2020/04/14 07:56:19`."""

    site: ClassVar[str] = "GGPoker"
    marks: ClassVar[tuple[str, ...]] = ("Poker Hand #",)
    start: ClassVar[re.Pattern[str]] = re.compile(
        r"\ufeff?Poker Hand #(?P<name>[A-Z]*\d+): (?P<title>.*?) ?(?:- Level ?\d+ ?)?"
        r"\((?P<money>[^\s()]*[\d.,]+(?:/[^\s()]*[\d.,]+)?)"
        r"(?:\([^()]*\))?\) - (?P<when>[\d/]+ [\d:]+)"
    )

    def title(self, head: re.Match[str]) -> str:
        """A tournament has a name of its own before the game, which may have the words of another game."""
        title = head["title"]
        found = _GAME.match(title) if title.startswith("Tournament ") else None
        return title if found is None else title[max(found.start(1) - _BEFORE, 0) :]
