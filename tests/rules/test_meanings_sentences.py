"""The choices of houses as data, for pages in other languages: the same words, and all of them in the catalogues."""

from __future__ import annotations

import pytest

from sidepot.rules.clauses import Sentence, plain
from sidepot.rules.houses import HOUSES
from sidepot.rules.meanings import CHOICES, choice_texts, does

TEXTS = {*choice_texts(), "{} and {}"}


def templates(sentence: Sentence) -> list[str]:
    """The sentences that a page translates."""
    first, *parts = sentence
    return [str(first), *[text for part in parts if isinstance(part, tuple) for text in templates(part)]]


@pytest.mark.parametrize("name", HOUSES)
def test_the_sentence_of_a_choice_is_its_text_and_can_be_translated(name: str) -> None:
    for field in CHOICES:
        found = does(HOUSES[name], field)
        if not found.text:  # a list of which nothing is left
            continue
        assert plain(found.sentence, commas=False) == found.text
        assert {text for text in templates(found.sentence) if text != "{}, {}"} <= TEXTS
