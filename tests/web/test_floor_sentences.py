"""Why the floor decides so, and what the dealer does, as data: the frequent sentences, which pages translate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from sidepot.cases import ruling_cases
from sidepot.cases.run import load_cases, run_case
from sidepot.floor.reason_words import clauses_in, reason_sentence, sentences
from sidepot.rules.clauses import plain
from sidepot.rules.ruling import Ruling
from sidepot.web.routes.floor import RuleForm, ruled


def told_by(ruling: Ruling) -> Iterator[str]:
    yield ruling.because
    yield from ruling.steps
    for option in ruling.options:
        yield option.because


@pytest.mark.long
def test_each_sentence_is_said_by_rulings_of_the_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    rule_on = ruling_cases.rule_on

    def heard(facts: Any, rulebook: Any) -> Ruling:
        ruling = rule_on(facts, rulebook)
        told.extend(told_by(ruling))
        return ruling

    monkeypatch.setattr(ruling_cases, "rule_on", heard)
    for case in load_cases():
        if isinstance(case.body, ruling_cases.RulingCase):
            assert run_case(case) == []
    forms = {sentence for text in told for who in ("", "A", "B") for sentence, *_ in clauses_in(text, who)}
    assert sentences() - forms == set()
    known = [(text, said) for text in told if (said := reason_sentence(text))]
    assert 2 * len(known) > len(told)
    for text, said in known:
        assert plain(said, commas=False).replace(",", "") == text.replace(",", "")


def test_a_ruling_tells_its_reason_and_its_steps_as_data() -> None:
    spot = "NL 200/400: A 1200; B to act"
    told = ruled(RuleForm("act", {"spot": spot, "said": "raise to 3000"}))
    assert told.because_sentence and told.because == plain(told.because_sentence, commas=False)
    assert ("Have {} put in {} more.", "B", 3000) in told.step_sentences
    assert len(told.step_sentences) == len(told.steps) and ("Announce: raise to {}.", 3000) in told.step_sentences
