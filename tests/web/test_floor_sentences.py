"""Why the floor decides so, and what the dealer does, as data: whole sentences with gaps, which pages translate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from sidepot.cases import ruling_cases
from sidepot.cases.run import load_cases, run_case
from sidepot.rules.clauses import Sentence, plain
from sidepot.rules.ruling import Ruling
from sidepot.web.catalogues import FOLDER, read_po
from sidepot.web.routes.floor import RuleForm, ruled


def sentences_of(ruling: Ruling) -> Iterator[Sentence]:
    for decided in (ruling, *ruling.options):
        yield decided.reason
        yield from decided.instructions


def messages_in(sentence: Sentence) -> Iterator[str]:
    """The messages of a sentence and of its parts; a part that is a text is shown as it is."""
    message, *parts = sentence
    if any(letter.isalpha() for letter in message.replace("{}", "")):
        yield message
    for part in parts:
        if isinstance(part, tuple):
            yield from messages_in(part)


@pytest.mark.long
def test_each_sentence_of_the_rulings_of_the_cases_is_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[Sentence] = []
    rule_on = ruling_cases.rule_on

    def recorded(facts: Any, rulebook: Any) -> Ruling:
        ruling = rule_on(facts, rulebook)
        found.extend(sentences_of(ruling))
        return ruling

    monkeypatch.setattr(ruling_cases, "rule_on", recorded)
    for case in load_cases():
        if isinstance(case.body, ruling_cases.RulingCase):
            assert run_case(case) == []
    german: dict[str, Any] = {}
    for domain in ("room", "floor"):
        german |= read_po((FOLDER / "de" / "LC_MESSAGES" / f"{domain}.po").read_text("utf-8"))
    assert {message for sentence in found for message in messages_in(sentence)} - german.keys() == set()
    for sentence in set(found):
        text = plain(sentence)
        assert "{" not in text and "  " not in text and text[0].isupper() | text[0].isdecimal() | (text[0] == '"'), text


def test_a_ruling_has_its_reason_and_its_steps_as_data() -> None:
    spot = "NL 200/400: A 1200; B to act"
    ruling = ruled(RuleForm("act", {"spot": spot, "said": "raise to 3000"}))
    assert ruling.because_sentence and ruling.because == plain(ruling.because_sentence, commas=False)
    assert ("Have {player} put in {amount}.", "B", 3000) in ruling.step_sentences
    assert ("Announce: {act}.", ("raise to {amount}", 3000)) in ruling.step_sentences
    assert len(ruling.step_sentences) == len(ruling.steps)


def test_a_ruling_comes_back_from_json_as_it_was() -> None:
    case = next(case for case in load_cases() if case.id == "ACT-SHORT-8")
    assert isinstance(case.body, ruling_cases.RulingCase)
    ruling = ruling_cases.rule_on(ruling_cases.read_facts(case.body.facts), case.house_rules())
    assert any(isinstance(part, tuple) for part in ruling.reason)
    assert msgspec.json.decode(msgspec.json.encode(ruling), type=Ruling) == ruling
