"""What a house decides is its own: the texts that it plays by say whose rule it is, and not what the ruling is."""

from __future__ import annotations

import re
from enum import StrEnum

import msgspec
import pytest
from each import each
from own_cases import own_cases

from sidepot.cases.ruling_cases import RulingCase
from sidepot.cases.run import Case
from sidepot.errors import BadNotation
from sidepot.floor.conduct.offence import OffenceFacts
from sidepot.floor.conduct.precedence import WhichTextFacts
from sidepot.floor.deal.misdeal import Misdeal
from sidepot.floor.fact_fields import fields_of
from sidepot.floor.hands.killed import StudMuck
from sidepot.floor.procedure.blinds_to_post import StraddleFacts
from sidepot.floor.procedure.seats_and_races import MovedPlayer
from sidepot.floor.rulings import TOPICS, read_facts, rule_on
from sidepot.rules.floor_choices import DealError
from sidepot.rules.houses import HOUSES, TDA_2013
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import overrule

# For these the text is the data: which penalty may or will follow, and which text stands above which. Of upcards that
# were mixed only Robert's speaks: a house that does not play by it has no such rule.
# Only the WSOP fixes the size of a straddle, and moves the high card at stud.
BY_TEXT = (OffenceFacts, WhichTextFacts, StudMuck, StraddleFacts, MovedPlayer)
ORDERS = {texts: None for house in HOUSES.values() for texts in (house.texts, tuple(reversed(house.texts)))}


def ruling_cases() -> list[Case]:
    return [case for case in own_cases() if isinstance(case.body, RulingCase) and case.body.expect.refused is None]


@pytest.mark.long
def test_no_ruling_hangs_on_the_order_of_the_texts() -> None:
    for case in ruling_cases():
        assert isinstance(case.body, RulingCase)
        facts = read_facts(case.body.facts)
        if isinstance(facts, BY_TEXT):
            continue
        house = case.house_rules()
        before = rule_on(facts, house)
        for texts in ORDERS:
            after = rule_on(facts, house.but(texts=texts))
            assert msgspec.structs.replace(after, cites=before.cites) == before, (case.id, texts)


def test_a_ruling_that_is_set_aside_twice_still_tells_of_both() -> None:
    first = rule_on(read_facts({"topic": "killed hand", "identifiable": True}), HOUSES["tda-2013"])
    second = overrule(first, "live", "All saw the cards.", by="Ann")
    third = overrule(second, "dead", "They had been seen wrong.", by="Bob")
    assert third.overruled is not None and third.overruled.before == second.overruled
    assert second.overruled is not None and second.overruled.verdict == first.verdict
    assert third.cites == second.cites, "the rule of fairness is named once"


@pytest.mark.long
def test_an_open_ruling_says_so_to_the_dealer() -> None:
    """No ruling that is open leaves the dealer without a word about what comes now."""
    for case in ruling_cases():
        assert isinstance(case.body, RulingCase)
        for house in HOUSES.values():
            try:
                ruling = rule_on(read_facts(case.body.facts), house)
            except BadNotation:
                continue
            assert ruling.steps or not ruling.is_open, (case.id, house.name)


HE = re.compile(r"\b(?:he|his|him|himself)\b|(?:^|\. )Who(?:ever)? [a-z]", re.IGNORECASE)


@pytest.mark.long
def test_the_words_of_a_ruling_are_for_everybody() -> None:
    """What a player did is told of `they`, the player or the name; no sentence begins with a `who` that is nobody."""
    for topic in TOPICS.values():
        assert not [asked for asked in topic.asks.values() if re.search(r"\b(?:he|his|him)\b", asked, re.I)], topic.name
    for case in ruling_cases():
        assert isinstance(case.body, RulingCase)
        facts = read_facts(case.body.facts)
        for house in (case.house_rules(), *HOUSES.values()):
            try:
                ruling = rule_on(facts, house)
            except BadNotation:
                continue
            told = [ruling.because, *ruling.steps]
            told += [text for option in ruling.options for text in (option.because, *option.steps)]
            assert not [text for text in told if HE.search(text)], case.id


def test_no_value_of_a_fact_or_of_a_house_is_about_him() -> None:
    told = [(topic.name, choice) for topic in TOPICS.values() for one in fields_of(topic) for choice in one.choices]
    told += [(field, str(value)) for field in Rulebook.__struct_fields__ for value in _all_of(getattr(TDA_2013, field))]
    assert [one for one in told if HE.search(one[1])] == []


def _all_of(value: object) -> list[object]:
    return list(type(value)) if isinstance(value, StrEnum) else [value]


@each("house", HOUSES)
def test_no_ruling_names_a_rule_twice(house: str) -> None:
    for error in DealError:
        for actions in ((), ("call", "raise")):
            ruling = rule_on(Misdeal(error=error, actions=actions), HOUSES[house])
            assert len(set(ruling.cites)) == len(ruling.cites)
