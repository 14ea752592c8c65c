"""The stakes of a level of a tournament in words, and as data for pages in other languages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sidepot.games.mixes import MixGame
from sidepot.games.titles import Part, Parts, stakes_parts
from sidepot.rules.clauses import Said, plain

if TYPE_CHECKING:
    from sidepot.games.stakes import Stakes


def level_words(parts: Sequence[MixGame], stakes: Sequence[Stakes]) -> str:
    """The stakes of a level: in words for one game, of several how large the bets are."""
    return plain(level_said(parts, stakes), commas=False)


def level_said(parts: Sequence[MixGame], stakes: Sequence[Stakes]) -> Said:
    """The same as a sentence of data."""
    return listed(level_parts(parts, stakes))


def level_parts(parts: Sequence[MixGame], stakes: Sequence[Stakes]) -> Parts:
    """The same as data, for pages in other languages."""
    if len(parts) == 1:
        return tuple(stakes_parts(parts[0].limit, stakes[0]))
    bets = sorted({one.min_bet for one in stakes})
    if len(bets) == 1:
        return (("bets from {}", str(bets[0])),)
    return (("bets from {} to {}", str(bets[0]), str(bets[-1])),)


def listed(parts: Sequence[Part]) -> Said:
    """Parts of the stakes as one sentence. A number in it is a sentence without letters: pages write it their way."""
    said: list[Said] = [(sentence, *[(number,) for number in numbers]) for sentence, *numbers in parts]
    return said[0] if len(said) == 1 else (", ".join(["{}"] * len(said)), *said)
