"""The stakes of a tournament level in words, and as data for pages in other languages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sidepot.games.mixes import MixGame
from sidepot.games.titles import Part, Parts, stakes_parts
from sidepot.games.unit import WHOLE, Unit
from sidepot.rules.clauses import Sentence, plain

if TYPE_CHECKING:
    from sidepot.games.stakes import Stakes


def level_words(parts: Sequence[MixGame], stakes: Sequence[Stakes]) -> str:
    """The stakes of a level in words. For a mix of games, these are only the sizes of the bets."""
    return plain(level_sentence(parts, stakes), commas=False)


def level_sentence(parts: Sequence[MixGame], stakes: Sequence[Stakes], unit: Unit = WHOLE) -> Sentence:
    """The stakes of a level as one sentence. It is data, for translation."""
    return listed(level_parts(parts, stakes, unit))


def level_parts(parts: Sequence[MixGame], stakes: Sequence[Stakes], unit: Unit = WHOLE) -> Parts:
    """The stakes of a level as data, for pages in other languages."""
    if len(parts) == 1:
        return tuple(stakes_parts(parts[0].limit, stakes[0], unit))
    bets = sorted({one.min_bet for one in stakes})
    if len(bets) == 1:
        return (("bets from {}", unit.show(bets[0])),)
    return (("bets from {} to {}", unit.show(bets[0]), unit.show(bets[-1])),)


def listed(parts: Sequence[Part]) -> Sentence:
    """Join the parts of the stakes into one sentence.

    Each number becomes a sentence of its own without words, so that pages can format it.
    """
    sentences: list[Sentence] = [(sentence, *[(number,) for number in numbers]) for sentence, *numbers in parts]
    return sentences[0] if len(sentences) == 1 else (", ".join(["{}"] * len(sentences)), *sentences)
