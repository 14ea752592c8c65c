"""The search of the floor understands everyday words, misspelt ones too, and names other parts of the program."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from sidepot.errors import BadNotation
from sidepot.floor.finding import search
from sidepot.floor.rulings import TOPICS
from sidepot.floor.topic_groups import topic_named
from sidepot.validation.reader import package_toml

HERE = Path(__file__).parent
WAYS = ("settle", "desk")


def first_three(text: str) -> list[str]:
    """The topics among the first three, and the ways."""
    found = search(text)
    return [*[topic.name for topic in found.topics[:3]], *found.ways]


@pytest.mark.parametrize(("file", "least"), [("everyday_phrases.toml", 950), ("everyday_phrases_de.toml", 65)])
def test_everyday_words_have_their_topic_among_the_first_three(file: str, least: int) -> None:
    everyday = tomllib.loads((HERE / file).read_text(encoding="utf-8"))
    missed = [
        f"{text}: {first_three(text)}, not {names}"
        for text, names in everyday.items()
        if not set(names) & set(first_three(text))
    ]
    assert len(everyday) > least and len(missed) <= len(everyday) / 50, "\n".join(missed)


@pytest.mark.parametrize("file", ["search_phrases.toml", "search_phrases_de.toml"])
def test_every_topic_has_phrases_and_is_found_by_each_of_them(file: str) -> None:
    phrases = package_toml("sidepot.floor", file)["phrases"]
    assert set(phrases) == {*TOPICS, *WAYS}
    for name, texts in phrases.items():
        assert len(texts) == len(set(texts)) >= 5, name
        shared = [text for text in texts if sum(text in others for others in phrases.values()) > 1]
        lost = [text for text in texts if text not in shared and name not in first_three(text)]
        assert len(lost) <= len(texts) / 20 + 1, f"{name}: {lost}"


def test_every_topic_is_found_by_its_name_and_title() -> None:
    assert [name for name in TOPICS if name not in first_three(name)] == []
    assert [name for name, topic in TOPICS.items() if name not in first_three(topic.title)] == []


def test_misspelt_words_are_understood() -> None:
    for text, topic in {
        "rabit hunting": "rabbit hunting",
        "exposd card": "exposed card",
        "undrcall": "undercall",
        "missdeal": "misdeal",
        "colusion": "offence",
    }.items():
        assert topic in first_three(text), text


def test_neither_the_amount_nor_the_seat_nor_an_apostrophe_changes_what_is_found() -> None:
    assert search("he bet 700 out of turn, seat 3").topics == search("he bet 12k out of turn, seat 8").topics
    assert search("he can't show").topics == search("he cant show").topics == search("he cannot show").topics


def test_questions_in_german_are_understood_with_and_without_umlauts() -> None:
    for text, topic in {
        "übersprungen": "skipped",
        "uebersprungen": "skipped",
        "Wer muss zuerst zeigen?": "showdown order",
        "Karte aufgedekt": "exposed card",
        "NEBENPOT": "side pots",
    }.items():
        assert topic in first_three(text), text
    assert search("wer bekommt den ungeraden Chip").ways == ("settle",)


def test_other_questions_are_sent_to_other_parts_of_the_program() -> None:
    for text in ("odd chip", "side pots", "who wins"):
        assert search(text).ways == ("settle",), text
    for text in ("chip race", "dead button", "payouts", "antes"):
        assert search(text).ways == ("desk",), text
    for text in ("string bet", "flashed", "dealer error", "cash on the table", "wallet", "insurance", "straddle"):
        assert search(text).topics and not search(text).ways, text
    with pytest.raises(BadNotation) as refused:
        topic_named("odd chip")
    assert "`sidepot settle`" in str(refused.value) and "`sidepot tournament`" in str(refused.value)


def test_words_without_a_topic_find_all_other_ways() -> None:
    for text in ("xyzzy", "", "the", "?!"):
        assert search(text) == ([], WAYS), text
