"""A question of the quiz: an incident, its answers, and the rules that decide."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from sidepot.errors import Cite
from sidepot.floor.rulings import find_topic
from sidepot.quiz.shown_facts import ShownFact
from sidepot.rules.clauses import Sentence

MOST: Final = 4  # answers
ODD_CHIP: Final = "odd chip"
ODD_CHIP_TITLE: Final = "Who gets the odd chip?"
"""A topic of the quiz alone: the pots of a hand are settled, not ruled on."""

Wrong = Iterator[tuple[Sentence, Sentence]]
"""Wrong answers, each with the reason why it is wrong."""


class Answer(NamedTuple):
    """A possible answer, and why it is right or wrong."""

    text: Sentence
    because: Sentence
    is_right: bool


class Question(NamedTuple):
    """An incident, and the answers in the order in which they are shown.

    - `line`: the betting so far, if it matters
    - `facts`: the floor's questions with their answers
    - `level`: from 1 (easy) to 3
    - `changed`: whether the TDA's editions differ on this question
    """

    id: str
    house: str
    topic: str
    line: str
    facts: tuple[ShownFact, ...]
    answers: tuple[Answer, ...]
    cites: tuple[Cite, ...]
    level: int
    changed: bool

    @property
    def title(self) -> str:
        """The title of the topic."""
        return ODD_CHIP_TITLE if self.topic == ODD_CHIP else find_topic(self.topic).title

    @property
    def right(self) -> int:
        """The index of the right answer."""
        return next(at for at, answer in enumerate(self.answers) if answer.is_right)
