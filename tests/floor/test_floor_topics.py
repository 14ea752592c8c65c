"""Every topic of the floor is whole: its ruling names its rule, its questions are plain, and a case proves it."""

from __future__ import annotations

import inspect
import re
from functools import cache

from each import each
from own_cases import own_cases

from sidepot.cases.ruling_cases import RulingCase
from sidepot.floor.rulings import TOPICS
from sidepot.floor.topic import Topic
from sidepot.floor.topic_groups import COMMONEST, groups

CITED = re.compile(r"\bRules?: ([A-Z]{2,}|Robert's)")


@cache
def proved() -> set[object]:
    """The topics that some case is about."""
    return {case.body.facts.get("topic") for case in own_cases() if isinstance(case.body, RulingCase)}


@each("topic", TOPICS.values(), ids=list(TOPICS))
def test_a_topic_is_whole(topic: Topic) -> None:
    assert CITED.search(inspect.getdoc(topic.rule) or ""), f"{topic.rule.__name__}: the docstring names no rule"
    assert inspect.getdoc(topic.facts)
    assert topic.title and not topic.title.endswith(".")
    assert all("?" in question for question in topic.asks.values())
    assert set(topic.asks) <= set(topic.facts.__struct_fields__)
    assert topic.name in proved()


def test_every_topic_stands_in_a_group_of_the_desk() -> None:
    assert {topic.name for topics in groups().values() for topic in topics} == set(TOPICS)
    assert all(groups().values())


def test_the_commonest_fourteen_are_topics() -> None:
    assert len(set(COMMONEST)) == 14 and set(COMMONEST) <= set(TOPICS)
