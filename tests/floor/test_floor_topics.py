"""Every topic of the floor is whole: its ruling names its rule, its questions are plain, and a case proves it."""

from __future__ import annotations

import inspect
import re
from functools import cache

import pytest
from each import each
from own_cases import own_cases

from sidepot.cases.ruling_cases import RulingCase
from sidepot.errors import BadNotation
from sidepot.floor.rulings import TOPICS
from sidepot.floor.topic import Topic
from sidepot.floor.topic_groups import COMMONEST, groups, search, topic_named, ways_for

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


def test_the_commonest_twelve_are_topics() -> None:
    assert len(set(COMMONEST)) == 12 and set(COMMONEST) <= set(TOPICS)


def test_other_questions_are_sent_to_other_parts_of_the_program() -> None:
    for word in ("odd chip", "side pots", "who wins"):
        assert ways_for(word) == ("settle",), word
    for word in ("chip race", "dead button", "payouts", "antes"):
        assert ways_for(word) == ("desk",), word
    for word in ("string bet", "flashed", "dealer error", "cash on the table", "wallet", "insurance", "straddle"):
        assert search(word) and not ways_for(word), word
    assert not search("xyzzy") and ways_for("xyzzy") == ("settle", "desk")
    with pytest.raises(BadNotation) as refused:
        topic_named("chip race")
    assert "`sidepot settle`" in str(refused.value) and "`sidepot tournament`" in str(refused.value)


def test_topics_are_found_by_everyday_words() -> None:
    for words, topic in {
        "card on the floor": "misdeal",
        "how much is it": "count",
        "both busted": "out together",
        "blinds went up": "new level",
        "gross misunderstanding": "accepted action",
        "owes a blind": "owed blind",
        "one motion": "act",
    }.items():
        assert topic in [one.name for one in search(words)[:3]], words
