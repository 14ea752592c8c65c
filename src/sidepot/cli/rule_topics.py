"""The topics of the floor by what they are about, to list and to find one by a number or a word."""

from __future__ import annotations

from functools import cache
from typing import Final

from sidepot.floor.rulings import TOPICS
from sidepot.floor.topic import Topic

# the folders of `sidepot.floor`, in the order in which a person is asked
TITLES: Final = {
    "acting": "Words and chips, in turn",
    "turns": "Out of turn, passed over, odd folds",
    "deal": "Misdeals, exposed cards, the board, the stub",
    "hands": "Hands tabled, mucked, killed, absent, asked for; disputes",
    "claims": "Amounts, counts, hidden chips, the clock",
    "conduct": "Penalties and conduct; which text decides",
    "event": "The event: levels, tables, announcements",
}

# words by which a topic is looked for that its questions do not have
ALSO: Final = {
    "act": "call bet raise all-in string bet oversized chip half a raise declared silent motion tap wave",
    "misdeal": "boxed card",
    "offence": "penalty rabbit phone language abuse",
}


@cache
def groups() -> dict[str, tuple[Topic, ...]]:
    """The topics of each group, in order; each topic once."""
    return {
        title: tuple(topic for topic in TOPICS.values() if topic.rule.__module__.split(".")[2] == folder)
        for folder, title in TITLES.items()
    }


def search(word: str) -> list[Topic]:
    """The topics that speak of something, those first that have it in their name or title."""
    words = word.lower().replace("-", " ").split()
    named = [topic for topic in TOPICS.values() if _all_in(words, _names(topic))]
    asked = [topic for topic in TOPICS.values() if _all_in(words, _everything(topic))]
    return list({topic.name: topic for topic in (*named, *asked)}.values()) if words else []


def _all_in(words: list[str], text: str) -> bool:
    plain = text.lower().replace("-", " ")
    return all(word in plain for word in words)


def _names(topic: Topic) -> str:
    return f"{topic.name} {topic.title} {ALSO.get(topic.name, '')}"


def _everything(topic: Topic) -> str:
    from sidepot.cli.rule_fields import fields_of

    choices = [choice for field in fields_of(topic) for choice in field.choices]
    return " ".join([_names(topic), *topic.asks.values(), *choices])
