"""The topics of the floor by group, to list and to find one by a number or a word."""

from __future__ import annotations

from functools import cache
from typing import Final

from sidepot.errors import BadNotation
from sidepot.floor.fact_fields import fields_of
from sidepot.floor.rulings import TOPICS, find_topic
from sidepot.floor.topic import Topic

# the folders of `sidepot.floor`, in the order in which a person is asked
TITLES: Final = {
    "acting": "Words and chips, in turn",
    "turns": "Out of turn, passed over, odd folds",
    "deal": "Misdeals, exposed cards, the board, the stub",
    "hands": "Hands tabled, mucked, killed, absent, asked for; disputes",
    "claims": "Amounts, counts, hidden chips, the clock",
    "conduct": "Penalties and conduct; which text decides",
    "tournament": "The tournament: levels, tables, announcements",
}

# words by which a topic is looked for that its questions do not have
ALSO: Final = {
    "act": "call bet raise all-in string bet oversized overchip single tiny chip half a raise declared silent motion "
    "tap wave gesture verbal fold check",
    "prior chips": "chips of the blinds pushed forward",
    "undercall": "short call too few chips underbet",
    "wrong bet": "underbet pot limit minimum short raise",
    "out of turn": "ahead of turn before too early",
    "misdeal": "boxed card redeal",
    "disordered stub": "deck dropped",
    "premature card": "turn river flop",
    "short stub": "not enough cards burns run out deck draw stud community card",
    "rabbit hunting": "next card would have come",
    "wrong seat": "drawn sat down",
    "new deck": "deck change setup cards damaged",
    "rebuy": "rebuys re-buy buy chips behind",
    "killed hand": "protect dealer took the cards",
    "tabled hand": "miscalled cards speak misread show",
    "ask to see": "show",
    "absent player": "late blind seat",
    "accepted action": "misheard misunderstood count wrong amount",
    "clock call": "time stalling slow",
    "clock": "time",
    "offence": "penalty rabbit phone language abuse angle slow roll collusion",
    "talk": "chat written words message silence one player to a hand advice",
    "broken table": "moved balance blinds",
    "new level": "blinds up clock",
}
COMMONEST: Final = (
    "act", "out of turn", "undercall", "wrong bet", "skipped", "exposed card", "misdeal", "premature card",
    "mucked at showdown", "ask to see", "clock", "offence",
)  # fmt: skip
"""The topics that a floor is asked most often, to begin with."""

_MOST: Final = 6


@cache
def groups() -> dict[str, tuple[Topic, ...]]:
    """The topics of each group, in order; each topic once."""
    return {
        title: tuple(topic for topic in TOPICS.values() if topic.rule.__module__.split(".")[2] == folder)
        for folder, title in TITLES.items()
    }


def group_of(topic: Topic) -> str:
    """The title of the group that a topic stands in."""
    return next(title for title, topics in groups().items() if topic in topics)


def search(word: str) -> list[Topic]:
    """The topics that speak of something, those first that have it in their name or title."""
    words = word.lower().replace("-", " ").split()
    named = [topic for topic in TOPICS.values() if _all_in(words, _names(topic))]
    asked = [topic for topic in TOPICS.values() if _all_in(words, _everything(topic))]
    return list({topic.name: topic for topic in (*named, *asked)}.values()) if words else []


def topic_named(name: str) -> Topic:
    """The topic of that name. Raises BadNotation, with those that are near in name or speak of it."""
    try:
        return find_topic(name)
    except BadNotation as error:
        if error.near:
            raise
        near = [topic.name for topic in search(name)][:_MOST]
        hint = f"did you mean {' or '.join(near)}?" if near else "`sidepot rule --topics` lists them all"
        raise BadNotation(error.said, code=error.code, hint=hint, near=near) from None


def _all_in(words: list[str], text: str) -> bool:
    plain = text.lower().replace("-", " ")
    return all(word in plain for word in words)


def _names(topic: Topic) -> str:
    return f"{topic.name} {topic.title} {ALSO.get(topic.name, '')}"


def _everything(topic: Topic) -> str:
    choices = [choice for field in fields_of(topic) for choice in field.choices]
    return " ".join([_names(topic), *topic.asks.values(), *choices])
