"""The topics of the floor by group, and by name."""

from __future__ import annotations

from functools import cache
from typing import Final

from sidepot.errors import BadNotation
from sidepot.floor.finding import search
from sidepot.floor.rulings import TOPICS, find_topic
from sidepot.floor.topic import Topic

# the folders of `sidepot.floor`, in the order in which a person is asked
TITLES: Final = {
    "acting": "Words and chips, in turn",
    "turns": "Out of turn, skipped, unusual folds",
    "deal": "Misdeals, exposed cards, the board, the stub",
    "hands": "Hands: tabled, mucked, killed, absent, shown; disputes",
    "claims": "Amounts, counts, hidden chips, the clock",
    "procedure": "Procedure: the showdown, pots, the button and blinds, chips on the table",
    "conduct": "Penalties and conduct; which text decides",
    "tournament": "The tournament: levels, tables, announcements",
}

OTHER_WAYS: Final = (
    "who wins how much is for `sidepot settle`, a rule by its words for `sidepot rules find`, seats, buttons, chip "
    "races and prizes for `sidepot tournament`; with no argument `sidepot rule` asks you step by step"
)
COMMONEST: Final = (
    "act", "options", "out of turn", "undercall", "wrong bet", "skipped", "exposed card", "misdeal", "premature card",
    "mucked at showdown", "ask to see", "showdown order", "clock", "offence",
)  # fmt: skip
"""The most common topics, which are offered first."""

_NEAR: Final = 3


@cache
def groups() -> dict[str, tuple[Topic, ...]]:
    """The topics of each group, in order; each topic occurs once."""
    return {
        title: tuple(topic for topic in TOPICS.values() if topic.rule.__module__.split(".")[2] == folder)
        for folder, title in TITLES.items()
    }


def group_of(topic: Topic) -> str:
    """The title of the group that contains a topic."""
    return next(title for title, topics in groups().items() if topic in topics)


def topic_named(name: str) -> Topic:
    """The topic with this name. If there is none, raises BadNotation, which suggests topics with similar names or
    meanings.
    """
    try:
        return find_topic(name)
    except BadNotation as error:
        found = search(name)
        near = [topic.name for topic in found.topics[:_NEAR]] or list(error.near)
        hint = f"did you mean {' or '.join(near)}?" if near else "`sidepot rule --topics` lists them all"
        if found.ways:
            hint += f" ({OTHER_WAYS})" if near else f"; {OTHER_WAYS}"
        raise BadNotation(error.detail, code=error.code, hint=hint, near=near) from None
