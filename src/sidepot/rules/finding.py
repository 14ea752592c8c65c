"""Find rules by what words mean: `chip on the floor` finds the rule on lost chips, in every book.

Words are reduced to stems and grouped by meaning (`words.toml`); rare words weigh more. The same question always finds
the same rules.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from math import log, sqrt
from typing import Final, NamedTuple

from sidepot.errors import BadNotation
from sidepot.rules.bookshelf import find_book
from sidepot.rules.index import find_rules, points, rules
from sidepot.rules.rows import Rule
from sidepot.validation.reader import package_toml

_WORD: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_ENDINGS: Final = ("ings", "ing", "ies", "ied", "ers", "er", "ed", "es", "s", "e", "y")
_LEAST: Final = 3  # letters that a stem keeps
_HEAD: Final = re.compile(r"(?:RP-)?\d+")
TITLE: Final = 2.0  # the weight of a word of the title; one of the gist has 1
WORDS: Final = 2.5  # the weight of a search word of the row
EXAMPLE: Final = 0.5  # an example of a rule comes after the rule


class Found(NamedTuple):
    """A rule that matches the search words, its score, and the same rule in other editions."""

    rule: Rule
    score: float
    also: tuple[Rule, ...]


class _Row(NamedTuple):
    rule: Rule
    weights: dict[str, float]
    length: float


def find(text: str, book: str = "", most: int = 10) -> tuple[Found, ...]:
    """The rules that match the search words best, at most `most` of them. They are from all books or from one.

    Raises BadNotation if the text has only words that say nothing about the topic, such as "the".

    >>> find("chip on the floor")[0].rule.id
    'TDA-2024:64'
    """
    asked = list(dict.fromkeys(stems(text)))
    if not asked:
        raise BadNotation(f"{text!r:.60} matches too many rules; give words for what happened, as in 'four card flop'")
    edition = find_book(book).edition if book else ""
    rarity = _rarity()
    asked = [word for word in asked if word in rarity]  # words without a rule do not count
    best: dict[str, list[tuple[float, Rule]]] = {}
    for row in _rows():
        if edition and row.rule.edition != edition:
            continue
        met = [(word, row.weights[word]) for word in asked if word in row.weights]
        if met:
            score = sum(rarity[word] * sqrt(weight) for word, weight in met)
            score *= (0.4 + 0.6 * len(met) / len(asked)) / (1 + row.length / 60)
            score *= EXAMPLE if "IA-" in row.rule.id else 1.0
            best.setdefault(_subject(row.rule), []).append((score, row.rule))
    found = []
    for group in best.values():
        group.sort(key=lambda one: -one[0])
        score, rule = group[0]
        found.append(Found(rule, round(score, 3), tuple(other for _, other in group[1:])))
    return tuple(sorted(found, key=lambda one: -one.score)[:most])


def stems(text: str) -> list[str]:
    """The words of a text in a form for comparison. Words such as "the" are left out.

    >>> stems("Chips on the floor"), stems("re-raised")
    (['chip', 'lost'], ['raise'])
    """
    empty, groups = _words()
    words = [word for word in _WORD.findall(text.lower().replace("\u2019", "'")) if word not in empty]
    return [stem for word in words for stem in _stems_of(word, groups)]


def _stems_of(word: str, groups: dict[str, str]) -> Iterable[str]:
    if word in groups or stem(word) in groups:
        return [meaning(word)]
    empty, _ = _words()
    return [groups.get(stem(part), stem(part)) for part in word.split("-") if part not in empty]


def meaning(word: str) -> str:
    """The group of synonyms that a word belongs to or, if there is none, the stem of the word.

    >>> meaning("shoved"), meaning("dealing")
    ('allin', 'deal')
    """
    _, groups = _words()
    return groups.get(word) or groups.get(stem(word)) or stem(word)


def stem(word: str) -> str:
    """A word without its ending.

    >>> [stem(word) for word in ("dealing", "dealt", "cards", "halves", "bet")]
    ['deal', 'dealt', 'card', 'halv', 'bet']
    """
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST:
            cut = word.removesuffix(ending)
            return cut[:-1] if len(cut) > _LEAST and cut[-1] == cut[-2] and cut[-1] not in "ls" else cut
    return word


@cache
def _words() -> tuple[frozenset[str], dict[str, str]]:
    """The empty words, and each word or stem with its group."""
    data = package_toml("sidepot.rules", "words.toml")
    groups = {}
    for name, members in data["groups"].items():
        for member in members:
            groups[member] = groups[stem(member)] = name
    return frozenset(data["empty"]), groups


@cache
def _rows() -> tuple[_Row, ...]:
    """Every rule with the weights of its words."""
    return tuple(_row(rule) for rule in (*rules(), *points()))


def _row(rule: Rule) -> _Row:
    weights: defaultdict[str, float] = defaultdict(float)
    for text, weight in ((rule.gist, 1.0), (rule.says, 0.5), (rule.title, TITLE), (" ".join(rule.words), WORDS)):
        for word in dict.fromkeys(stems(text)):
            weights[word] += weight
    return _Row(rule, dict(weights), float(len(rule.gist.split())))


@cache
def _rarity() -> dict[str, float]:
    """The rarity of each word, which is lower the more rules have it."""
    rows = _rows()
    counts = Counter(word for row in rows for word in row.weights)
    return {word: log(1 + len(rows) / count) for word, count in counts.items()}


@cache
def _subject(rule: Rule) -> str:
    """A key that rows of several editions share: the number of the whole rule in 2024, else the row's own id."""
    if rule.id.startswith("TDA-2024:"):
        head = _HEAD.match(rule.number)
        return f"2024:{head[0]}" if head else rule.id
    later = [row for row in _of_2024(rule) if _HEAD.match(row.number)]
    return _subject(later[0]) if later else rule.id


def _of_2024(rule: Rule) -> Sequence[Rule]:
    """The rows of 2024 for this row of 2013 or 2026."""
    if rule.id.startswith("TDA-2026:"):
        book = find_book("tda-2024").rules
        return [row for row in book if rule.was and (row.number == rule.was or row.number.startswith(f"{rule.was}-"))]
    number = re.match(r"(?:RP-)?\d+", rule.tda_2024)
    if not number:
        return ()
    return [row for row in find_rules(f"TDA-2024:{number[0]}") if row.edition == "TDA-2024"]
