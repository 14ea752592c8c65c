"""SwC Poker: PokerStars' words without a currency, and bomb pots."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

import re
from typing import ClassVar, Final

from sidepot.formats.reasons import ONE_BOARD
from sidepot.formats.sites.site_record import Record
from sidepot.formats.sites.stars import StarsText
from sidepot.hand.setup import Post

_TOURNAMENT: Final = re.compile(r"Tournament \(.*\)#\d+, [\d.,]+\+[\d.,]+ ")
_NUMBER: Final = re.compile(r"Tournament \(.*\)#(\d+), ([\d.,]+\+[\d.,]+)")


class Swc(StarsText):
    """Hands of SwC: `SwCPoker Hand #183: Hold'em No Limit (0.02/0.04) - 2023/06/27 14:47:48 UTC`."""

    site: ClassVar[str] = "SwC"
    marks: ClassVar[tuple[str, ...]] = ("SwCPoker Hand #",)
    start: ClassVar[re.Pattern[str]] = re.compile(
        r"\ufeff?\s*SwCPoker Hand #(?P<name>\d+):\s+(?P<title>.*?) \((?P<money>[\d.,]+/[\d.,]+)\) - "
        r"(?P<when>[\d/]+ [\d:]+.*)"
    )

    def title(self, head: re.Match[str]) -> str:
        """The game, without the preceding name of a tournament, which may contain another game's words."""
        return _TOURNAMENT.sub("", head["title"]).partition(" - Level")[0]

    def tournament_in(self, head: re.Match[str]) -> tuple[str, str, str]:
        """The tournament's number, buy-in and level, from a line such as
        `Tournament (Freeroll [50 Chips])#194, 0+0 ... - Level I`.
        """
        _, _, level = super().tournament_in(head)
        found = _NUMBER.search(head[0])
        return (found[1], found[2], level) if found is not None else ("", "", level)

    def record(self, head: re.Match[str]) -> Record:
        """The record of the hand. In a bomb pot, everybody antes, and nobody posts a blind.

        If there are two boards, the text prints only one.
        """
        self.is_bomb = {one.post for one in self.posts} == {Post.ANTE}
        if self.is_bomb and "Double Board" in self.table and len(self.boards) == 1 and len(self.shown) > 1:
            self.unresolved = ONE_BOARD
        return super().record(head)
