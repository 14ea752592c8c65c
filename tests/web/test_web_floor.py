"""`/api/floor`: the topics and their questions, and rulings, as `sidepot rule` makes them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from each import each
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from sidepot.errors import SidepotError
from sidepot.floor.rulings import TOPICS
from sidepot.floor.topic_groups import TITLES
from sidepot.rules.houses import HOUSES
from sidepot.web.routes.floor import OverruleForm, RuleForm, floor, ruled, search_floor

LINE = "NL 200/400: A 1200; B to act"


def told(handler: Any, **given: Any) -> Any:
    return asyncio.run(handler.fn(**given))


def test_all_topics_are_told_with_their_questions() -> None:
    found = told(floor)
    assert [one.topic for one in found.topics] == list(TOPICS) and len(found.commonest) == 14
    assert {one.group for one in found.topics} == set(TITLES.values())
    assert [house.id for house in found.houses] == list(HOUSES) and all(house.title for house in found.houses)
    assert found.house in HOUSES
    act = next(one for one in found.topics if one.topic == "act")
    facts = {fact.name: fact for fact in act.facts}
    assert facts["spot"].required and facts["spot"].kind == "betting"
    assert facts["order"].only_with == ("said", "chips") and facts["motion"].only_without == ("said", "chips")
    assert facts["moved"].default == "left" and "left" in facts["moved"].choices
    undercall = next(one for one in found.topics if one.topic == "prior chips")
    assert next(fact for fact in undercall.facts if fact.name == "moved").only_with == ("prior",)


def test_topics_are_found_by_a_word() -> None:
    assert told(search_floor, find="dropped").topics[0] == "disordered stub"
    assert told(search_floor, find="").topics == []
    assert told(search_floor, find="chip race").ways == ("desk",)
    assert told(search_floor, find="rathole").rules[0].id == "TDA-2024:63"


def test_answers_as_they_are_typed_and_values_are_ruled_on_alike() -> None:
    typed = ruled(RuleForm("act", {"spot": LINE, "chips": "1000,1000", "last": "no"}))
    valued = ruled(RuleForm("act", {"spot": LINE, "chips": [[1000, 1000]], "last": False}))
    assert typed == valued
    assert (typed.headline, typed.amount, typed.change) == ("B calls 1200 and gets 800 back.", 1200, 800)
    assert typed.rules[0].cite == "TDA-2024:45-A" and typed.rules[0].gists and typed.steps and typed.notice
    assert (
        ruled(RuleForm("clock", {"acted_seconds": 61})).verdict
        == ruled(RuleForm("clock", {"acted_seconds": "61"})).verdict
    )


def test_the_director_takes_an_option_or_decides_otherwise() -> None:
    facts = {"offence": "phone"}
    found = ruled(RuleForm("offence", facts, house="tda-2024"))
    assert found.is_open and found.recommended in [one.verdict for one in found.options] and found.house == "tda-2024"
    taken = ruled(RuleForm("offence", facts, choose=""))
    assert taken.chosen and taken.verdict == taken.recommended and len(taken.options) == len(found.options)
    assert ruled(RuleForm("offence", facts, choose="no penalty")).verdict == "no penalty"
    aside = ruled(RuleForm("act", {"spot": LINE, "chips": "5000"}, overrule=OverruleForm("void", "a fire", by="Eve")))
    assert (aside.verdict, aside.because, aside.before) == ("void", "a fire", "call")


@each(
    ("form", "why"),
    [
        (RuleForm("nonsense"), "no topic"),
        (RuleForm("act", {"chips": "1000"}), r"act: spot is missing: give spot: \.\.\. \(How does the"),
        (RuleForm("act", {"spot": LINE, "shoes": "red"}), "unknown fact 'shoes'"),
        (RuleForm("act", {"spot": LINE, "last": 3}), "true or false"),
        (RuleForm("act", {"spot": LINE, "last": "perhaps"}), "yes or no"),
        (RuleForm("act", {"spot": "NL 1/2 A", "said": "raise"}), "colon"),
        (RuleForm("clock", house="nonsense"), "nonsense"),
        (RuleForm("clock", choose="nonsense"), "nothing to choose"),
        (RuleForm("clock", overrule=OverruleForm("void", " ")), "reason"),
    ],
)
def test_an_impossible_incident_is_refused_with_a_reason(form: RuleForm, why: str) -> None:
    with pytest.raises(SidepotError, match=why):
        ruled(form)
