"""The topics of the floor by group, and search by words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, Literal

from sidepot.errors import BadNotation
from sidepot.floor.fact_fields import fields_of
from sidepot.floor.rulings import TOPICS, find_topic
from sidepot.floor.topic import Topic
from sidepot.rules.finding import stems

# the folders of `sidepot.floor`, in the order in which a person is asked
TITLES: Final = {
    "acting": "Words and chips, in turn",
    "turns": "Out of turn, skipped, unusual folds",
    "deal": "Misdeals, exposed cards, the board, the stub",
    "hands": "Hands: tabled, mucked, killed, absent, shown; disputes",
    "claims": "Amounts, counts, hidden chips, the clock",
    "conduct": "Penalties and conduct; which text decides",
    "tournament": "The tournament: levels, tables, announcements",
}

Way = Literal["settle", "desk"]
ELSEWHERE: Final[dict[Way, str]] = {
    "settle": "odd chip, side pot, side pots, who wins, who wins how much, split pot, pot split, high low split, "
    "best hand, which hand wins, tie, chopped pot, rake",
    "desk": "chip race, color up, colour up, dead button, button, balance, balancing, break a table, seat change, "
    "payout, payouts, prize, prizes, chop, icm, deal, bounty, bounties, antes, blind levels, schedule, re-entry",
}
"""Search phrases that the floor does not rule on, with the part of the program that answers each."""

OTHER_WAYS: Final = (
    "who wins how much is for `sidepot settle`, a rule by its words for `sidepot rules find`, seats, buttons, chip "
    "races and prizes for `sidepot tournament`; with no argument `sidepot rule` asks you step by step"
)
COMMONEST: Final = (
    "act", "out of turn", "undercall", "wrong bet", "skipped", "exposed card", "misdeal", "premature card",
    "mucked at showdown", "ask to see", "clock", "offence",
)  # fmt: skip
"""The commonest topics, to begin with."""

_MOST: Final = 6


@cache
def groups() -> dict[str, tuple[Topic, ...]]:
    """The topics of each group, in order; each topic occurs once."""
    return {
        title: tuple(topic for topic in TOPICS.values() if topic.rule.__module__.split(".")[2] == folder)
        for folder, title in TITLES.items()
    }


def group_of(topic: Topic) -> str:
    """The title of the group of a topic."""
    return next(title for title, topics in groups().items() if topic in topics)


def search(word: str) -> list[Topic]:
    """The topics about a word: by name, by common names, by title and questions, or else by the rarest words.

    >>> [topic.name for topic in search("string bet")][:1]
    ['act']
    """
    words = word.lower().replace("-", " ").split()
    if not words:
        return []
    called = [topic for topic in TOPICS.values() if _is_phrase(words, topic.wording.phrases)]
    same = [topic for topic in TOPICS.values() if topic.name.replace("-", " ").split() == words]
    named = [topic for topic in TOPICS.values() if _all_in(words, _names(topic))]
    asked = [topic for topic in TOPICS.values() if _all_in(words, _everything(topic))]
    found = list({topic.name: topic for topic in (*same, *called, *named, *asked)}.values())
    return found or _by_best_words(word)


def ways_for(text: str) -> tuple[Way, ...]:
    """Other parts of the program that may have an answer: those that the text names or, if no topic fits, all.

    >>> ways_for("chip race"), ways_for("string bet"), ways_for("xyzzy")
    (('desk',), (), ('settle', 'desk'))
    """
    words = text.lower().replace("-", " ").split()
    meant = tuple([way for way, phrases in ELSEWHERE.items() if _is_phrase(words, phrases.split(", "))])
    return meant or (() if search(text) else tuple(ELSEWHERE))


def _is_phrase(words: list[str], phrases: Sequence[str]) -> bool:
    """Whether the words are one of the phrases, in any order, or share its meaning."""
    asked = _meaning(" ".join(words))
    return any(
        sorted(phrase.split()) == sorted(words) or len(asked) > 1 and _meaning(phrase) == asked
        for phrase in (one.replace("-", " ") for one in phrases)
    )


@cache
def _meaning(phrase: str) -> tuple[str, ...]:
    return tuple(sorted(stems(phrase)))


def _by_best_words(text: str) -> list[Topic]:
    """The topics that share the rarest words with a text, by stems: the best, and those with half of its score."""
    asked = set(stems(text))
    scores = {name: sum(1 / len(_having(stem)) for stem in asked & own) for name, own in _stems_of().items()}
    best = max(scores.values(), default=0.0)
    found = [name for name in sorted(scores, key=lambda name: -scores[name]) if best and 2 * scores[name] >= best]
    return [TOPICS[name] for name in found[:_MOST]]


@cache
def _stems_of() -> dict[str, frozenset[str]]:
    """The stems of the names and phrases of each topic."""
    return {
        name: frozenset(stems(f"{_names(topic)} {', '.join(topic.wording.phrases)}")) for name, topic in TOPICS.items()
    }


@cache
def _having(stem: str) -> tuple[str, ...]:
    return tuple(name for name, own in _stems_of().items() if stem in own)


def topic_named(name: str) -> Topic:
    """The topic with this name. Raises BadNotation with topics of similar names or meanings if there is none."""
    try:
        return find_topic(name)
    except BadNotation as error:
        near = [topic.name for topic in search(name)][:_MOST] or list(error.near)
        hint = f"did you mean {' or '.join(near)}?" if near else "`sidepot rule --topics` lists them all"
        if ways_for(name):
            hint += f" ({OTHER_WAYS})" if near else f"; {OTHER_WAYS}"
        raise BadNotation(error.detail, code=error.code, hint=hint, near=near) from None


def _all_in(words: list[str], text: str) -> bool:
    plain = text.lower().replace("-", " ")
    return all(word in plain for word in words)


def _names(topic: Topic) -> str:
    return f"{topic.name} {topic.title} {topic.wording.words}"


def _everything(topic: Topic) -> str:
    choices = [choice for field in fields_of(topic) for choice in field.choices]
    return " ".join([_names(topic), *topic.asks.values(), *choices])
