"""Claims and the clock: whatever is told gives a ruling, the clock is a value, and estimates are near."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidepot.errors import BadNotation
from sidepot.floor.acting.wrong_bets import WrongBet, rule_on_wrong_bet
from sidepot.floor.claims.accepted import AcceptedAction, rule_on_accepted
from sidepot.floor.claims.stacks import HiddenChips, StackCount, at_a_glance, estimate, rule_on_hidden
from sidepot.floor.claims.time_call import Clock, ClockCall, ClockRun, Phase, clock_of, rule_on_clock
from sidepot.floor.rulings import rule_on
from sidepot.rules.floor_choices import Accepted, ClockEnd, CountRight, WrongBets
from sidepot.rules.houses import HOUSES, ROBERTS, TDA_2013, TDA_2024
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Act, Kill, choose

ANY = st.integers(-3, 10**15) | st.integers(0, 100)
MAYBE = st.none() | ANY
SEATS = st.integers(-3, 9)
MISTAKES = st.sampled_from(["below the minimum", "pot announced too high", "pot announced too low"])
ASKERS = st.sampled_from(["player at the table", "player of another table", "dealer", "director"])
HOUSE = st.builds(
    lambda house, accepted, count, wrong, end, own, seconds: house.but(
        accepted_action=accepted,
        count_right=count,
        wrong_bets=wrong,
        clock_no_bet=end,
        clock_by_director=own,
        clock_seconds=seconds,
    ),
    st.sampled_from(list(HOUSES.values())),
    st.sampled_from(list(Accepted)),
    st.sampled_from(list(CountRight)),
    st.sampled_from(list(WrongBets)),
    st.sampled_from(list(ClockEnd)),
    st.booleans(),
    st.integers(0, 90),
)
FACTS = st.one_of(
    st.builds(
        AcceptedAction,
        true=ANY,
        announced=MAYBE,
        pushed=MAYBE,
        stack=MAYBE,
        misunderstood=st.none() | st.booleans(),
        acted_on=st.booleans(),
        seat=SEATS,
    ),
    st.builds(
        StackCount,
        facing_all_in=st.booleans(),
        in_turn=st.booleans(),
        owner_counts=st.booleans(),
        stack=MAYBE,
        unit=ANY,
    ),
    st.builds(HiddenChips, bet=ANY, hidden=ANY, called=st.booleans(), in_view=st.booleans(), caller=MAYBE),
    st.builds(
        WrongBet,
        mistake=MISTAKES,
        made=ANY,
        right=ANY,
        substantial=st.booleans(),
        street_over=st.booleans(),
        all_in=st.booleans(),
    ),
    st.builds(ClockCall, asker=ASKERS, at_seat=st.booleans(), reasonable_time=st.booleans(), seconds=MAYBE),
    st.builds(
        ClockRun,
        acted_seconds=MAYBE,
        acted_ms=MAYBE,
        facing_bet=st.booleans(),
        seconds=MAYBE,
        countdown=MAYBE,
        seat=SEATS,
    ),
)


@given(FACTS, HOUSE)
def test_any_facts_give_a_ruling_or_a_clear_error(facts: Any, house: Rulebook) -> None:
    try:
        ruling = rule_on(facts, house)
    except BadNotation:
        return
    assert ruling.house == house.name
    assert min(ruling.change, ruling.add) >= 0
    assert all(min(option.change, option.add) >= 0 for option in ruling.options)


# ---- claims


@given(st.integers(1, 10**6), MAYBE, st.none() | st.integers(0, 10**6), st.none() | st.integers(0, 10**6))
def test_a_caller_ends_with_the_true_amount_or_all_he_has(
    true: int, announced: int | None, pushed: int | None, stack: int | None
) -> None:
    try:
        ruling = rule_on_accepted(AcceptedAction(true=true, announced=announced, pushed=pushed, stack=stack), TDA_2013)
    except BadNotation:
        assert (announced or 0) < 0 or (stack is not None and (pushed or 0) > stack)
        return
    assert ruling.amount == (true if stack is None else min(true, stack))
    assert (pushed or 0) == ruling.amount - ruling.add + ruling.change


@given(st.integers(1, 10**6), st.integers(0, 10**6), st.booleans())
def test_a_protected_caller_gets_his_chips_back_or_they_stay(true: int, pushed: int, acted_on: bool) -> None:
    facts = AcceptedAction(true=true, pushed=pushed, misunderstood=True, acted_on=acted_on)
    ruling = rule_on_accepted(facts, ROBERTS)
    assert ruling.recommended == ("call" if acted_on else "call taken back")
    for option in ruling.options:
        assert pushed == (option.amount or 0) - option.add + option.change


@pytest.mark.parametrize(("pushed", "protected"), [(799, True), (800, False), (801, False)])
def test_eighty_percent_is_no_gross_misunderstanding(pushed: int, protected: bool) -> None:
    assert rule_on_accepted(AcceptedAction(true=1000, pushed=pushed), ROBERTS).is_open == protected


@given(st.integers(0, 10**9), st.integers(1, 10**6))
def test_an_estimate_is_near_and_in_full_units(stack: int, unit: int) -> None:
    told = estimate(stack, unit)
    assert abs(told - stack) * 2 <= unit
    assert told % unit == 0 or told == stack < unit
    assert (told == 0) == (stack == 0)


@given(st.integers(0, 10**12), st.integers(1, 10**6))
def test_an_estimate_at_a_glance_is_no_count(stack: int, unit: int) -> None:
    told = at_a_glance(stack, unit)
    assert 2 * abs(told - stack) <= max(unit, stack // 10 + 1)
    assert stack <= 40 * unit or len(str(told).rstrip("0")) <= 3


@pytest.mark.parametrize(("stack", "unit"), [(-1, 100), (100, 0), (100, -5)])
def test_an_impossible_stack_or_unit_is_refused(stack: int, unit: int) -> None:
    with pytest.raises(BadNotation, match="expected a stack of 0 or more and a unit of 1 or more"):
        estimate(stack, unit)
    with pytest.raises(BadNotation, match="expected a stack of 0 or more and a unit of 1 or more"):
        at_a_glance(stack, unit)


@given(st.integers(1, 10**6), st.integers(1, 10**6), st.none() | st.integers(1, 10**6))
def test_found_chips_are_at_stake_only_for_who_can_call_them(bet: int, hidden: int, caller: int | None) -> None:
    ruling = rule_on_hidden(HiddenChips(bet=bet, hidden=hidden, caller=caller), TDA_2024)
    assert ruling.is_open == (caller is None or caller > bet)
    if ruling.is_open:
        whole = choose(ruling, "part of the action")
        assert whole.amount == min(bet + hidden, caller or bet + hidden) == bet + whole.add
        assert choose(ruling).amount == bet


@given(MISTAKES, st.integers(1, 500), st.integers(1, 500), st.booleans(), st.booleans())
def test_a_director_is_recommended_what_the_rule_of_2024_says(
    mistake: Any, made: int, right: int, substantial: bool, street_over: bool
) -> None:
    facts = WrongBet(mistake=mistake, made=made, right=right, substantial=substantial, street_over=street_over)
    if (made > right) != (mistake == "pot announced too high") or made == right:
        with pytest.raises(BadNotation):
            rule_on_wrong_bet(facts, TDA_2024)
        return
    ruling = rule_on_wrong_bet(facts, TDA_2024)
    assert ruling.amount == (right if ruling.verdict == "corrected" else made)
    assert choose(rule_on_wrong_bet(facts, TDA_2013)).verdict == ruling.verdict
    assert made == ruling.amount - ruling.add + ruling.change


# ---- the clock


@given(st.integers(0, 10**12), st.integers(0, 300), st.integers(0, 60), st.integers(-1000, 400_000))
def test_a_clock_runs_down_and_ends(started: int, seconds: int, countdown: int, passed: int) -> None:
    clock = Clock(started, seconds, countdown)
    now = started + passed
    whole = (seconds + countdown) * 1000
    assert clock.left(now) == min(whole, max(whole - passed, 0))
    assert (clock.phase(now) is Phase.UP) == (passed > whole)
    assert (clock.phase(now) is Phase.RUNNING) == (passed < seconds * 1000)
    assert clock.left(clock.ends) == 0 and clock.phase(clock.ends) is Phase.COUNTDOWN


def test_a_clock_does_not_run_backwards() -> None:
    with pytest.raises(BadNotation, match="seconds and countdown: expected 0 or more"):
        Clock(0, -1, 5)
    with pytest.raises(BadNotation, match="seconds and countdown: expected 0 or more"):
        clock_of(TDA_2013, 0, countdown=-5)


def test_the_clock_of_a_house_and_of_its_director() -> None:
    assert clock_of(TDA_2013, 7) == Clock(7, 50, 10)
    assert clock_of(TDA_2024, 7, seconds=15) == Clock(7, 15, 5)


@given(st.integers(0, 100_000), st.booleans(), st.sampled_from([TDA_2013, TDA_2024]))
def test_only_a_player_who_acts_in_time_keeps_the_hand(acted: int, facing_bet: bool, house: Rulebook) -> None:
    ruling = rule_on_clock(ClockRun(acted_ms=acted, facing_bet=facing_bet, seat=4), house)
    in_time = acted <= clock_of(house, 0).ends
    checked = not facing_bet and house.clock_no_bet is ClockEnd.CHECK
    assert ruling.effects == (() if in_time else (Act(4, "check"),) if checked else (Kill(4),))
    assert ruling.verdict == ("in time" if in_time else "check" if checked else "dead hand")


def test_contradictions_about_the_time() -> None:
    with pytest.raises(BadNotation, match="give either acted_seconds or acted_ms, not both"):
        rule_on_clock(ClockRun(acted_seconds=1, acted_ms=1000), TDA_2013)
    with pytest.raises(BadNotation, match="the time of the action must be 0 or more: the clock"):
        rule_on_clock(ClockRun(acted_seconds=-1), TDA_2013)
