"""Rulings on hands: tabled, mucked, killed, fouled, absent; asking to see a hand; disputed pots."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, get_type_hints

import msgspec
import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st
from own_cases import own_cases

from sidepot.cases.ruling_cases import RulingCase
from sidepot.cases.run import Case, run_case
from sidepot.errors import BadNotation
from sidepot.floor.hands import dead, dispute, see_hand
from sidepot.floor.hands.absentees import AbsentPlayer, rule_on_absent
from sidepot.floor.hands.at_showdown import MuckedAtShowdown, rule_on_mucked
from sidepot.floor.hands.dispute import HEARD, TOO_LATE, Dispute, rule_on_dispute
from sidepot.floor.hands.divided import DividedPot
from sidepot.floor.hands.killed import KilledHand, rule_on_killed
from sidepot.floor.hands.see_hand import OFTEN, AskToSee, rule_on_asking
from sidepot.floor.rulings import TOPICS as ALL_TOPICS
from sidepot.floor.rulings import read_facts, rule_on
from sidepot.floor.topic import Topic
from sidepot.rules.floor_choices import Disputes, HandStart, LiveAt, Mucking, SeeHand, StayUntil
from sidepot.rules.houses import CASH, HOME, HOUSES, ROBERTS, TDA_2013, TDA_2024
from sidepot.rules.rulebook import Reading, Rulebook
from sidepot.rules.ruling import DISCRETION, Effect, Kill, Redeal, Ruling, Void, choose

HERE = "sidepot.floor.hands."
TOPICS = {name: topic for name, topic in ALL_TOPICS.items() if topic.rule.__module__.startswith(HERE)}
FIELDS: dict[str, type[StrEnum] | type[bool]] = {
    "live_at": LiveAt,
    "dead_hand_dealt": bool,
    "stay_until": StayUntil,
    "mucking": Mucking,
    "killed_by_mistake_lives": bool,
    "see_hand": SeeHand,
    "disputes": Disputes,
    "hand_start": HandStart,
    "face_up_all_in": bool,
    "reading": Reading,
}


def values_of(field: str) -> list[Any]:
    kind = FIELDS[field]
    return [False, True] if kind is bool else list(kind)


def hand_cases() -> list[Case]:
    return [case for case in own_cases() if case.file.endswith("floor_hands.toml")]


rulebooks = st.builds(
    lambda house, changes: house.but(**changes),
    st.sampled_from(list(HOUSES.values())),
    st.fixed_dictionaries({}, optional={field: st.sampled_from(values_of(field)) for field in FIELDS}),
)


def facts_of(topic: Topic) -> st.SearchStrategy[Any]:
    """Any values that its fields can take, also such as cannot stand together: those are refused."""
    fields: dict[str, st.SearchStrategy[Any]] = {}
    for field, kind in get_type_hints(topic.facts).items():
        fields[field] = st.integers(-3, 1000) if kind is int else st.from_type(kind)
    return st.fixed_dictionaries({"topic": st.just(topic.name)}, optional=fields)


@pytest.mark.parametrize("topic", TOPICS.values(), ids=list(TOPICS))
@given(data=st.data())
def test_any_facts_give_a_ruling_or_are_refused(topic: Topic, data: st.DataObject) -> None:
    rulebook = data.draw(rulebooks)
    told = data.draw(facts_of(topic))
    try:
        facts = read_facts(told)
        ruling = rule_on(facts, rulebook)
    except BadNotation:
        return
    assert isinstance(ruling, Ruling)
    assert ruling.house == rulebook.name
    assert len(set(ruling.cites)) == len(ruling.cites)
    seat = getattr(facts, "seat", -1)
    chosen = [choose(ruling, option.verdict) for option in ruling.options]
    for decided in (ruling, *chosen):
        assert decided.because.endswith(".")
        assert decided.change >= 0 and decided.add >= 0
        assert all(_is_of_the_hand(effect, seat, facts) for effect in decided.effects)
        if decided.verdict == dead.LIVE:
            assert not decided.effects


def _is_of_the_hand(effect: Effect, seat: int, facts: msgspec.Struct) -> bool:
    """The hand of the seat that was told is killed, now or dealt again; or a hand that is kept here is off."""
    if isinstance(effect, Kill):
        return effect.seat == seat >= 0
    if isinstance(effect, Redeal):
        return effect.dead == (seat,) and seat >= 0
    return isinstance(effect, Void) and getattr(facts, "live", False)


@each("topic", TOPICS.values(), ids=list(TOPICS))
def test_a_person_is_asked_for_every_fact_and_nothing_else(topic: Topic) -> None:
    unasked = ("seat", "live") if topic.facts is DividedPot else ("seat",)
    assert [*topic.asks] == [field for field in topic.facts.__struct_fields__ if field not in unasked]
    assert all(question.endswith("?") for question in topic.asks.values())


def test_there_are_fifteen_topics() -> None:
    assert len(TOPICS) == 15


@each(("field", "value"), [(field, value) for field in FIELDS for value in values_of(field)])
def test_every_choice_is_proved_by_a_verdict_and_not_by_what_is_cited(field: str, value: Any) -> None:
    """Some case comes out otherwise with another value, even if nobody looks at whose rule it is."""
    found = False
    for case in hand_cases():
        assert isinstance(case.body, RulingCase)
        expect = msgspec.structs.replace(case.body.expect, cites=None)
        blind = msgspec.structs.replace(case, body=msgspec.structs.replace(case.body, expect=expect))
        found = found or bool(run_case(blind, {field: value}))
    assert found


# ---- the chips of a killed hand


@given(called=st.integers(0, 10**6), uncalled=st.integers(0, 10**6), rulebook=rulebooks)
def test_of_a_killed_hand_just_the_uncalled_chips_come_back(called: int, uncalled: int, rulebook: Rulebook) -> None:
    ruling = rule_on_killed(KilledHand(called=called, uncalled=uncalled, seat=0), rulebook)
    assert (ruling.amount or 0, ruling.change) == (called, uncalled)
    assert ruling.effects == (Kill(0, refund=True),)


# ---- what is dead in one house and live in another


@pytest.mark.parametrize(
    ("mucking", "dead_from"),
    [
        (Mucking.MIXED, None),
        (Mucking.TOUCHED, "touching the muck"),
        (Mucking.LINE, "over the line"),
        (Mucking.FLOOR, "touching the muck"),
    ],
)
def test_how_far_unseen_cards_may_go(mucking: Mucking, dead_from: str | None) -> None:
    far = ("pushed forward", "over the line", "touching the muck", "in the muck")
    rulebook = TDA_2013.but(mucking=mucking)
    rulings = [rule_on_mucked(MuckedAtShowdown(where=where), rulebook) for where in far]  # type: ignore[arg-type]
    got = [ruling.recommended or ruling.verdict for ruling in rulings]
    first_dead = far.index(dead_from) if dead_from else len(far)
    assert got == [dead.LIVE] * first_dead + [dead.DEAD] * (len(far) - first_dead)


@given(rulebook=rulebooks)
def test_an_unseen_hand_that_cannot_be_identified_is_dead_everywhere(rulebook: Rulebook) -> None:
    facts = MuckedAtShowdown(where="in the muck", identifiable=False)
    assert rule_on_mucked(facts, rulebook).verdict == dead.DEAD


@each("house", [*HOUSES.values(), ROBERTS.but(texts=HOME.texts)], ids=lambda house: str(house.name))
@each("mucking", Mucking)
def test_the_house_and_not_its_texts_decides_about_the_muck(house: Rulebook, mucking: Mucking) -> None:
    own = house.but(mucking=mucking)
    mucked = rule_on_mucked(MuckedAtShowdown(where="in the muck"), own)
    killed = rule_on_killed(KilledHand(cause="touched the muck", identifiable=True), own)
    assert mucked.is_open == killed.is_open == (mucking is Mucking.FLOOR)
    for ruling in (mucked, killed):
        assert (str(ruling.cites[0]) == "HOUSE:mucking") == (mucking is not house.mucking)


@pytest.mark.parametrize("see", SeeHand)
def test_a_winner_may_ask_where_the_house_says_so(see: SeeHand) -> None:
    found = {
        rule_on_asking(AskToSee(winner=True, mucked=True, suspicion=True), house.but(see_hand=see)).verdict
        for house in HOUSES.values()
    }
    assert found == {see_hand.SHOWN_LIVE if see is SeeHand.CALLED_HAND else DISCRETION}


@pytest.mark.parametrize("house", [TDA_2013, TDA_2024], ids=lambda house: str(house.name))
def test_arriving_later_is_never_better(house: Rulebook) -> None:
    moments = ("before the first card", "before the last card", "after the last card", "not at all")
    got = [rule_on_absent(AbsentPlayer(arrives=moment), house).verdict for moment in moments]  # type: ignore[arg-type]
    assert got == sorted(got, reverse=True)  # live, then dead
    assert (got[0], got[-1]) == (dead.LIVE, dead.DEAD)


# ---- asking to see a hand, disputes


@given(times=st.integers(0, 50))
def test_the_right_is_in_doubt_from_a_number_of_times_on(times: int) -> None:
    ruling = rule_on_asking(AskToSee(times=times), CASH)
    assert ruling.is_open == (times >= OFTEN) == (ruling.penalty is not None)


@each("house", HOUSES.values(), ids=list(HOUSES))
def test_a_hand_that_was_not_mucked_is_live_when_it_is_shown(house: Rulebook) -> None:
    ruling = rule_on_asking(AskToSee(suspicion=True), house)
    shown = choose(ruling, see_hand.SHOWN_LIVE) if ruling.is_open else ruling
    assert shown.verdict == see_hand.SHOWN_LIVE


@given(seconds=st.integers(0, 10**4), house=st.sampled_from([TDA_2013, TDA_2024]))
def test_only_at_a_break_does_the_time_matter(seconds: int, house: Rulebook) -> None:
    assert rule_on_dispute(Dispute(seconds=seconds), house).verdict == HEARD
    late = house is TDA_2024 and seconds > dispute.BREAK_SECONDS
    assert rule_on_dispute(Dispute(at_break=True, seconds=seconds), house).verdict == (TOO_LATE if late else HEARD)
