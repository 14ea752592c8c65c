"""Words and chips that differ and come at the same moment, or in an unknown order."""

from __future__ import annotations

from typing import Literal

import msgspec

from sidepot.floor.acting.act_points import WORDS_WITH_CHIPS
from sidepot.floor.acting.amounts import meanings_of
from sidepot.floor.acting.legal import and_also, as_option
from sidepot.floor.acting.scene import Scene
from sidepot.rules.act_choices import WordsWithChips
from sidepot.rules.clauses import Sentence, in_a_row, say
from sidepot.rules.ruling import Option, Ruling, left_open
from sidepot.rules.texts import cite

Order = Literal["", "together", "not known"]


def rule_on_both(scene: Scene, order: Order, by_words: Ruling, by_chips: Ruling) -> Ruling:
    """Rule on words and chips that came together, given the rulings on each of them. Rule: TDA-2024 40-A; TDA-2013 1.

    If they came at the same moment, clear and reasonable words count; otherwise, the chips count. If the order is
    unknown, or the house has no rule, the director decides.
    """
    decides = (cite(WORDS_WITH_CHIPS, scene.rulebook, "words_with_chips"),)
    if (by_words.verdict, by_words.amount) == (by_chips.verdict, by_chips.amount):
        return and_also(by_words, first=say("The words and the chips agree."), cites=decides)
    clear = _is_clear(scene, by_words)
    if scene.rulebook.words_with_chips is WordsWithChips.WORDS and order == "together":
        if clear:
            return and_also(
                by_words, first=say("Clear words outweigh chips put out at the same moment."), decides=decides
            )
        unclear = say("The words were not clear, so the chips put out at the same moment count.")
        return and_also(by_chips, first=unclear, decides=decides)
    because = (
        say("Words and chips came at the same moment and differ, so the director decides which count.")
        if order == "together"
        else say("Words and chips differ, and nobody knows which came first, so the director decides which count.")
    )
    words = _ways(by_words, say("This goes by the words."))
    chips = _ways(by_chips, say("This goes by the chips."))
    options = _apart((*words, *chips) if clear else (*chips, *words))
    return left_open(because, (*decides, *by_words.cites, *by_chips.cites), *options)


def _is_clear(scene: Scene, by_words: Ruling) -> bool:
    """Whether the words are official, have one meaning, and leave nothing open."""
    said = scene.said
    meanings = scene.meanings or (meanings_of(said.amount, scene.spot) if said.amount is not None else ())
    return said.official and not by_words.is_open and len(set(meanings)) < 2


def _ways(ruling: Ruling, goes_by: Sentence) -> tuple[Option, ...]:
    """The ruling as options, the recommended one first, with what they go by."""
    if not ruling.is_open:
        return (as_option(ruling, in_a_row(goes_by, ruling.reason)),)
    options = sorted(ruling.options, key=lambda one: one.verdict != ruling.recommended)
    return tuple([msgspec.structs.replace(one, when=in_a_row(goes_by, one.offered)) for one in options])


def _apart(options: tuple[Option, ...]) -> tuple[Option, ...]:
    """The options with distinct verdicts: two raises are named by their amounts."""
    found: dict[str, Option] = {}
    for one in options:
        same = found.get(one.verdict)
        if same is not None and same.amount == one.amount:
            continue
        name = one.verdict if same is None else f"{one.verdict} to {one.amount}"
        found[name] = msgspec.structs.replace(one, verdict=name)
    return tuple(found.values())
