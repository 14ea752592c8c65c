"""Find the topic that people mean by what they say: `dealer mucked my hand` finds `killed hand`.

`search_phrases.toml` has what people call each topic, and `search_phrases_de.toml` the same in German. The language
with more words of the text is searched. Words are reduced to stems and grouped by meaning (English words as in
`sidepot.rules.finding`); unknown words are taken as misspelt. A topic scores by the phrases that are most like the text
(cosine of rare words and of neighbouring words), and by how much of the text its phrases know at all.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from difflib import get_close_matches
from functools import cache
from itertools import chain, pairwise
from math import log, sqrt
from typing import Final, Literal, NamedTuple, get_args

import msgspec

from sidepot.floor.rulings import TOPICS
from sidepot.floor.topic import Topic
from sidepot.rules.finding import meaning
from sidepot.validation.reader import package_toml

Way = Literal["settle", "desk"]
"""A part of the program that answers what the floor does not rule on."""

MOST: Final = 6
_FIRST: Final = 3  # a way among the first three is shown
_LIKEST: Final = (1.0, 0.3, 0.15)  # the weights of the phrases of a topic that are most like the text
_SAME: Final = 3.0  # added for the phrase itself
_ENOUGH: Final = 3.0  # how often a word must be in the phrases of a topic to count half
_KNOWN: Final = 3.0  # the weight of how much of the text the phrases of a topic know
_RARE: Final = 0.7  # less than 1: a rare word does not drown the others
_PAIR: Final = 0.4  # the weight of two neighbouring words, of the sum of their rarities
_WORST: Final = 0.4  # a topic with less than this part of the best score is not shown
_MISSPELT: Final = 0.8  # how alike an unknown word and the word meant must be
_OTHER_LETTERS: Final = 3  # how many letters may be in only one of them

_LEAST: Final = 4  # letters that a German stem keeps
_GERMAN_ENDINGS: Final = (
    "ungen", "ung", "sten", "ern", "est", "ten", "er", "en", "em", "es", "st", "te", "e", "n", "s", "t",
)  # fmt: skip
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})

_WORD: Final = re.compile(r"all-in|[a-z0-9]+")
_NUMBER: Final = re.compile(r"\d\d+k?|\dk")
_SEAT: Final = re.compile(r"\b(seat|table|sitz|platz|tisch) \d+")  # which one it is does not matter

Vector = dict[object, float]
Language = Literal["en", "de"]


class Found(NamedTuple):
    """The answer to a search.

    - `topics`: the topics that the text may mean, best first
    - `ways`: other parts of the program that may have an answer
    """

    topics: list[Topic]
    ways: tuple[Way, ...]


def search(text: str) -> Found:
    """Find the topics for a text in everyday words. There are at most six topics, and the best one is first.

    If no topic is found, all `ways` are returned.

    >>> [topic.name for topic in search("they bet out of turn and I folded").topics][:1]
    ['out of turn']
    >>> search("odd chip").ways
    ('settle',)
    """
    scores = max(_index("en"), _index("de"), key=lambda one: one.known_words(text)).scores(text)
    order = sorted(scores, key=lambda name: (-scores[name], name))
    if not order:
        return Found([], get_args(Way))
    near = [name for name in order if scores[name] >= _WORST * scores[order[0]]]
    ways = tuple([way for way in get_args(Way) if way in near[:_FIRST]])
    return Found([TOPICS[name] for name in near if name in TOPICS][:MOST], ways)


class _Index:
    """The phrases of all topics and ways as vectors, and how rare each word is."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._data = _data(language)
        self._apart = re.compile(rf"(?:\b|(?=n't))(?:{'|'.join(map(re.escape, self._data.joined))})\b")
        names = _names if language == "en" else lambda name: (name,)
        phrases = [(name, [*texts, *names(name)]) for name, texts in self._data.phrases.items()]
        texts = [(name, self._words_of(text)) for name, texts in phrases for text in texts]
        self._groups = {_plain(word): name for name, words in self._data.same.items() for word in words}
        self.spelling = {word: self._meaning(word) for word in dict.fromkeys(chain(*[words for _, words in texts]))}
        rows = [(name, [self.spelling[word] for word in words]) for name, words in texts]
        counts = Counter(word for _, words in rows for word in set(words))
        self.rarity = {word: log(1 + len(rows) / count) ** _RARE for word, count in counts.items()}
        self.known: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for name, words in rows:
            self.known[name].update(set(words))
        self.average = sum(words.total() for words in self.known.values()) / len(self.known)
        having = Counter(word for words in self.known.values() for word in words)
        self.telling = {word: log(1 + len(self.known) / count) for word, count in having.items()}
        self.rows = [(name, self._vector(words)) for name, words in rows]
        # the rows that have a word or a pair of words
        self.places: defaultdict[object, list[tuple[int, float]]] = defaultdict(list)
        for row, (_, vector) in enumerate(self.rows):
            for key, weight in vector.items():
                self.places[key].append((row, weight))

    def known_words(self, text: str) -> int:
        """How many words of a text belong to the language of the index."""
        words = _WORD.findall(_plain(text))
        return sum(word in self._data.empty or self._meaning(word) in self.rarity for word in words)

    def scores(self, text: str) -> dict[str, float]:
        """The score of each topic and way that has a word of the text."""
        asked_for = [self._spelt(word) for word in self._words_of(text)]
        words = [word for word in asked_for if word]
        asked = self._vector(words)
        alike: defaultdict[str, list[float]] = defaultdict(list)
        likeness: defaultdict[int, float] = defaultdict(float)
        for key, weight in asked.items():
            for row, other in self.places.get(key, ()):
                likeness[row] += weight * other
        for row, score in likeness.items():
            name, phrase = self.rows[row]
            alike[name].append(score + _SAME * (phrase == asked))
        unknown = log(1 + len(self.known))
        whole = sum(self.telling.get(word, unknown) for word in set(words)) + unknown * asked_for.count("")
        return {
            name: sum(weight * score for weight, score in zip(_LIKEST, sorted(scores, reverse=True), strict=False))
            + _KNOWN * self._known_part(name, words) / whole
            for name, scores in alike.items()
        }

    def _known_part(self, name: str, words: list[str]) -> float:
        counts = self.known[name]
        # a topic with many phrases must have a word more often
        share = _ENOUGH * (1 + counts.total() / self.average) / 2
        return sum(self.telling[word] * counts[word] / (counts[word] + share) for word in set(words))

    def _spelt(self, word: str) -> str:
        """The meaning of the word, or of the known word most like it; "" if there is none."""
        if self._meaning(word) in self.rarity:
            return self._meaning(word)
        letters = set(word)
        alike = [known for known in self.spelling if len(letters.symmetric_difference(known)) <= _OTHER_LETTERS]
        return next((self.spelling[near] for near in get_close_matches(word, alike, 1, _MISSPELT)), "")

    def _meaning(self, word: str) -> str:
        """The group of a word, here or (in English) among the words of the rules, or else its stem."""
        if _NUMBER.fullmatch(word):
            return "number"
        if self._language == "en":
            return self._groups.get(word) or meaning(word)
        return self._groups.get(word) or self._groups.get(_german_stem(word)) or _german_stem(word)

    def _words_of(self, text: str) -> list[str]:
        """The words of a text that distinguish topics; words of the data that count as one are joined."""
        plain = self._apart.sub(lambda apart: self._data.joined[apart[0]], _SEAT.sub(r"\1", _plain(text)))
        return [word for word in _WORD.findall(plain) if word not in self._data.empty]

    def _vector(self, words: list[str]) -> Vector:
        """The weights of the words and of neighbouring pairs of words, scaled to length 1."""
        vector: Vector = {word: self.rarity[word] for word in words}
        for pair in pairwise(words):
            vector[pair] = _PAIR * (self.rarity[pair[0]] + self.rarity[pair[1]])
        length = sqrt(sum(weight * weight for weight in vector.values())) or 1.0
        return {key: weight / length for key, weight in vector.items()}


class _Phrases(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The data of the search (`search_phrases.toml`)."""

    empty: frozenset[str]
    joined: dict[str, str]
    same: dict[str, tuple[str, ...]]
    phrases: dict[str, tuple[str, ...]]


@cache
def _data(language: Language) -> _Phrases:
    data = package_toml("sidepot.floor", "search_phrases.toml" if language == "en" else "search_phrases_de.toml")
    found = msgspec.convert(data, _Phrases)
    return msgspec.structs.replace(found, empty=frozenset(map(_plain, found.empty)))


@cache
def _index(language: Language) -> _Index:
    return _Index(language)


def _plain(text: str) -> str:
    """A text in small letters, without umlauts."""
    return text.lower().replace("\u2019", "'").translate(_UMLAUTS)


def _german_stem(word: str) -> str:
    """A German word without its ending.

    >>> [_german_stem(word) for word in ("karten", "einsatz", "zeigst", "tisches")]
    ['kart', 'einsatz', 'zeig', 'tisch']
    """
    for ending in _GERMAN_ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST:
            return word.removesuffix(ending)
    return word


def _names(name: str) -> tuple[str, ...]:
    return (name, TOPICS[name].title) if name in TOPICS else ()
