"""The paths of the course: which topics a dealer, a floor person and a player learn, in which order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Final

import msgspec

from sidepot.errors import BadNotation
from sidepot.quiz.question import Question
from sidepot.quiz.questions import questions
from sidepot.validation.reader import package_toml

TEST: Final = 50  # questions of a final test
PASSED: Final = 40  # right answers that pass it


class LearningPath(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A path through the questions: the people that it is meant for, and its topics in the order of learning.

    - `changed`: whether the TDA's editions differ on all questions of the path
    """

    title: str
    topics: tuple[str, ...]
    changed: bool = False


@cache
def paths() -> Mapping[str, LearningPath]:
    """All paths by name."""
    return msgspec.convert(package_toml("sidepot.quiz", "paths.toml"), dict[str, LearningPath])


def find_path(name: str) -> LearningPath:
    """The path with this name. Raises BadNotation if there is none."""
    if name not in paths():
        raise BadNotation(f"there is no path {name!r:.60}; the paths are {', '.join(paths())}")
    return paths()[name]


def questions_on(path: str, house: str, topic: str = "") -> tuple[Question, ...]:
    """The questions of a path by the rules of a house. They are sorted by topic, and easy questions are first.

    With `topic`, only the questions about this topic. Raises BadNotation for an unknown path or house, or if no
    question is left.
    """
    found = find_path(path)
    order = {name: at for at, name in enumerate(found.topics)}
    asked = [
        one
        for one in questions(house)
        if one.topic in order and topic in ("", one.topic) and (one.changed or not found.changed)
    ]
    if not asked:
        about = f" about {topic}" if topic else ""
        raise BadNotation(f"there is no question{about} for the path {path} by the rules of {house}")
    turn: Counter[tuple[int, str]] = Counter()
    keys = {}
    for one in asked:
        keys[one.id] = (one.level, turn[one.level, one.topic], order[one.topic])
        turn[one.level, one.topic] += 1
    return tuple(sorted(asked, key=lambda one: keys[one.id]))


def final_test(path: str, house: str, seed: int) -> tuple[Question, ...]:
    """Draw the questions of a final test: at most 50, with as many topics as possible.

    The same seed draws the same test. Raises BadNotation for an unknown path or house, or if there is no question.
    """
    random = Random(seed)
    by_topic: dict[str, list[Question]] = {}
    for question in questions_on(path, house):
        by_topic.setdefault(question.topic, []).append(question)
    for one in by_topic.values():
        random.shuffle(one)
    drawn: list[Question] = []
    while len(drawn) < TEST and any(by_topic.values()):
        topics = [name for name, left in by_topic.items() if left]
        random.shuffle(topics)
        drawn += [by_topic[name].pop() for name in topics[: TEST - len(drawn)]]
    random.shuffle(drawn)
    return tuple(drawn)


def needed(count: int) -> int:
    """The number of right answers that pass a test of `count` questions: four fifths, rounded up.

    >>> needed(50), needed(11)
    (40, 9)
    """
    return -(-count * PASSED // TEST)
