"""Conduct: the catalogue of offences, what they cost, the penalty log, and which text stands above which."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

import sidepot.cases
from sidepot.cases.run import Case, read_cases, run_case
from sidepot.errors import BadNotation
from sidepot.floor.conduct import precedence
from sidepot.floor.conduct.offence import OffenceFacts, rule_on_offence
from sidepot.floor.conduct.offences import (
    CASH_LADDER,
    HANDS,
    LADDER,
    NOTHING,
    OFFENCES,
    REVOKED,
    ROUNDS,
    Code,
    Offence,
    find_offence,
    hands_missed,
)
from sidepot.floor.conduct.penalty_log import (
    COLUMNS,
    Away,
    Entry,
    PenaltyLog,
    enter,
    entry_of,
    from_json,
    hand_over,
    hands_for,
    hands_left,
    is_away,
    is_out,
    may_ask,
    seats_to_kill,
    times_before,
    to_csv,
    to_json,
)
from sidepot.floor.rulings import TOPICS as ALL_TOPICS
from sidepot.floor.rulings import rule_on
from sidepot.floor.topic import Topic
from sidepot.rules.floor_choices import BreakSeats, Devices, FinalTable, Halting, HandStart, Penalties
from sidepot.rules.houses import CASH, HOUSES, SOUTH_DAKOTA, TDA_2013, TDA_2024
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling, choose, overrule
from sidepot.rules.texts import TEXTS, cite

FOLDER = Path(sidepot.cases.__file__).parent


def read_file(name: str) -> list[Case]:
    return read_cases((FOLDER / f"floor_{name}.toml").read_text(encoding="utf-8"), name)


CASES = [case for name in ("conduct", "tournament") for case in read_file(name)]
CHOICES: dict[str, list[Any]] = {
    "devices": list(Devices),
    "dodging_anywhere": [False, True],
    "penalties": list(Penalties),
    "hand_start": list(HandStart),
    "final_table": list(FinalTable),
    "halting": list(Halting),
    "break_seats": list(BreakSeats),
    "hand_for_hand": [False, True],
    "reentry_forfeits": [False, True],
    "texts": [house.texts for house in HOUSES.values()],
    "jurisdiction": ["", "SD"],
}
FOLDERS = ("sidepot.floor.conduct.", "sidepot.floor.tournament.")
TOPICS = [topic for topic in ALL_TOPICS.values() if topic.rule.__module__.startswith(FOLDERS)]


def strategy_of(kind: Any) -> st.SearchStrategy[Any]:
    """Any value that a field of facts may take."""
    if kind is bool:
        return st.booleans()
    if kind is int:
        return st.integers(-3, 40) | st.integers(-(10**18), 10**18)
    if kind is str:
        return st.text(max_size=8)
    if getattr(kind, "__origin__", None) is tuple:
        return st.lists(strategy_of(get_args(kind)[0]), max_size=6).map(tuple)
    return st.sampled_from([choice for part in get_args(kind) for choice in (get_args(part) or (part,))])


def facts_of(topic: Topic) -> st.SearchStrategy[msgspec.Struct]:
    hints = get_type_hints(topic.facts)
    fields = {field: strategy_of(hints[field]) for field in topic.facts.__struct_fields__}
    return st.fixed_dictionaries(fields).map(lambda values: topic.facts(**values))


def rulebooks() -> st.SearchStrategy[Rulebook]:
    changes = st.fixed_dictionaries(
        {},
        optional={
            field: st.sampled_from(values)
            for field, values in CHOICES.items()
            if field not in ("texts", "jurisdiction")
        },
    )
    return st.builds(lambda house, change: house.but(**change), st.sampled_from(list(HOUSES.values())), changes)


@pytest.mark.more
@each("topic", TOPICS, ids=lambda topic: topic.name)
def test_any_facts_give_a_ruling_or_are_refused(topic: Topic) -> None:
    @given(facts_of(topic), rulebooks())
    def rule(facts: msgspec.Struct, rulebook: Rulebook) -> None:
        try:
            made = topic.rule(facts, rulebook)
        except BadNotation:
            return
        assert isinstance(made, Ruling)
        assert made.because.endswith(".")
        for option in made.options:
            assert choose(made, option.verdict).because.endswith(".")
        if made.penalty is not None:
            find_offence(made.penalty.offence)

    rule()


@each("topic", TOPICS, ids=lambda topic: topic.name)
def test_every_question_is_one_of_a_field_and_ends_like_a_question(topic: Topic) -> None:
    assert set(topic.asks) <= set(topic.facts.__struct_fields__)
    assert set(topic.facts.__struct_fields__) - set(topic.asks) <= {"seat"}
    assert all(question.endswith("?") for question in topic.asks.values())


@each(
    ("facts", "message"),
    [
        ({"topic": "offence", "offence": "abuse", "times": -1}, "times: expected the number of earlier offences, 0 or"),
        ({"topic": "offence", "offence": "abuse", "players": 23}, "players: expected 2 to"),
        ({"topic": "offence", "offence": "abuse", "hands": 0}, "hands: expected at least 1 missed hand, not 0"),
        ({"topic": "penalty served", "hands": 0}, "hands: expected a penalty of at least 1 hand, not 0"),
        ({"topic": "penalty served", "hands": 9, "deals": -1}, "expected 0 or more"),
        ({"topic": "penalty served", "hands": 9, "deals": 4, "redeals": -1}, "expected 0 or more"),
        ({"topic": "penalty served", "hands": 9, "deals": 0, "redeals": 1}, "at most 0"),
        ({"topic": "all-in for less", "price": -1, "stack": 5}, "price and front: expected 0 or more"),
        ({"topic": "all-in for less", "price": 9, "front": -1, "stack": 5}, "price and front: expected 0 or more"),
        ({"topic": "all-in for less", "price": 9, "stack": 0}, "stack: expected at least 1 chip to call with, not 0"),
        ({"topic": "all-in for less", "price": 9, "stack": 5, "seat": -2}, "seat: expected 0 or more"),
        (
            {"topic": "all-in for less", "price": 9, "stack": 5, "front": 4},
            "front and stack together must be less than the price of 9",
        ),
        ({"topic": "final table", "full": 9, "left": 1}, "left: expected at least 2 players for a final table"),
        ({"topic": "final table", "full": 9, "left": -2}, "left: expected at least 2 players for a final table"),
        ({"topic": "halt play", "tables": ()}, "tables: expected the number of players at each table, 1"),
        ({"topic": "hand for hand", "hands": -1}, "expected 0 or more"),
        ({"topic": "hand for hand", "busted": -1}, "expected 0 or more"),
        ({"topic": "re-entry", "given_up": -1}, "given_up: expected 0 or more chips, not -1"),
    ],
)
def test_impossible_facts_are_refused(facts: dict[str, Any], message: str) -> None:
    topic = next(topic for topic in TOPICS if topic.name == facts["topic"])
    with pytest.raises(BadNotation, match=message):
        rule_on(msgspec.convert(facts, topic.facts), TDA_2013)


@each(("field", "value"), [(field, value) for field, values in CHOICES.items() for value in values])
def test_each_choice_of_a_house_is_needed_by_one_of_these_cases(field: str, value: Any) -> None:
    assert any(run_case(case, {field: value}) for case in CASES)


def ruling(house: Rulebook = TDA_2024, **facts: Any) -> Ruling:
    topic = next(topic for topic in TOPICS if topic.name == facts["topic"])
    made = topic.rule(msgspec.convert(facts, topic.facts), house)
    assert isinstance(made, Ruling)
    return made


def test_the_least_that_can_be_is_ruled_on() -> None:
    assert ruling(topic="penalty served", hands=1, deals=1).verdict == "comes back"
    assert ruling(topic="penalty served", hands=1).verdict == "stays away"
    one = choose(ruling(topic="offence", offence="delay"), HANDS)
    two = choose(ruling(topic="offence", offence="delay", hands=2), HANDS)
    assert (one.because, two.because) == (
        "The player delayed the game. The player misses at least 1 hand; the director decides how many.",
        "The player delayed the game. The player misses 2 hands.",
    )
    assert ruling(topic="all-in for less", price=2, stack=1).amount == 1
    assert ruling(topic="device").verdict == "allowed"
    first = ruling(topic="hand for hand", hands=0)
    assert "that makes 0 minutes so far" in first.steps[2] and len(first.steps) == 3
    assert Away("Ann", 1).waits is False


# ---- the catalogue


def test_the_catalogue_has_each_code_once() -> None:
    assert sorted(offence.code for offence in OFFENCES) == sorted(get_args(Code))
    assert all(offence.gist.endswith(".") for offence in OFFENCES)


@each("house", HOUSES.values(), ids=lambda house: house.name)
def test_every_house_finds_a_rule_for_each_offence_and_each_matter(house: Rulebook) -> None:
    for offence in OFFENCES:
        assert cite(offence.point, house).edition in house.texts
    for matter, (point, field) in precedence.MATTERS.items():
        assert point.title in (matter, "all-in for less", "what a short call leaves")
        assert precedence.speaking(point, house, field)
    assert set(precedence.MATTERS) == set(get_args(precedence.Matter))


def test_both_editions_of_the_tda_speak_of_each_offence() -> None:
    assert [offence.code for offence in OFFENCES if not {"TDA-2013", "TDA-2024"} <= set(offence.point.numbers)] == []
    assert {text for offence in OFFENCES for text in offence.point.numbers} <= set(TEXTS)


def test_a_misspelt_offence_is_corrected() -> None:
    with pytest.raises(BadNotation, match="soft play"):
        find_offence("softplay")
    with pytest.raises(BadNotation, match="the choices are acting out of turn"):
        find_offence("")


@given(st.sampled_from(get_args(Code)), st.integers(0, 12), st.integers(2, 22), rulebooks(), st.booleans())
def test_a_repeated_offence_is_not_punished_less(
    code: Code, times: int, players: int, rulebook: Rulebook, moving: bool
) -> None:
    facts = OffenceFacts(offence=code, times=times, players=players, moving=moving)
    again = msgspec.structs.replace(facts, times=times + 1)
    first, second = rule_on_offence(facts, rulebook), rule_on_offence(again, rulebook)
    assert first.penalty is not None and first.penalty.offence == code
    assert first.recommended != NOTHING
    if first.penalty.will:
        assert NOTHING not in [option.verdict for option in first.options]
    if first.is_open:
        order = [option.verdict for option in second.options]
        assert order.index(first.recommended) <= order.index(second.recommended)


@given(st.integers(2, 22), st.sampled_from(list(ROUNDS)))
def test_a_round_is_a_hand_for_each_player(players: int, rounds: str) -> None:
    facts = OffenceFacts(offence="abuse", players=players)
    missed = hands_for(rounds, facts)
    assert missed == players * int(rounds[0]) == hands_missed(players, ROUNDS[rounds])
    assert f" {missed} hands" in choose(rule_on_offence(facts, TDA_2013), rounds).because


def test_cheating_leaves_every_penalty_to_the_director_but_none() -> None:
    made = ruling(topic="offence", offence="cheating")
    assert tuple(option.verdict for option in made.options) == LADDER[1:]


# ---- the penalty log


def entry(player: str = "Ann", hands: int = 0, **more: Any) -> Entry:
    return Entry(
        **{"player": player, "offence": "abuse", "ruling": "1 round", "by": "TD", "reason": "loud", "hands": hands}
        | more
    )


def test_nine_hands_are_missed_and_then_no_more() -> None:
    log = enter(PenaltyLog(), entry(hands=9))
    for left in range(9, 0, -1):
        assert hands_left(log, "Ann") == left
        assert seats_to_kill(log, {0: "Bob", 4: "Ann"}) == (4,)
        log = hand_over(log, ["Ann", "Bob"])
    assert not is_away(log, "Ann")
    assert seats_to_kill(log, {0: "Bob", 4: "Ann"}) == ()
    assert hand_over(log, ["Ann"]) == log


def test_a_misdeal_is_dealt_again_and_counts_once() -> None:
    log = enter(PenaltyLog(), entry(hands=2))
    first = seats_to_kill(log, {4: "Ann"})
    again = seats_to_kill(log, {4: "Ann"})  # the hand has not come to its end: nothing was counted
    assert first == again == (4,)
    assert hands_left(hand_over(log, ["Ann"]), "Ann") == 1


@pytest.mark.parametrize("hand", [1, 17])
def test_a_penalty_given_in_a_hand_begins_with_the_next(hand: int) -> None:
    log = enter(PenaltyLog(), entry(hands=3, hand=hand))
    assert not is_away(log, "Ann")
    assert seats_to_kill(log, {4: "Ann"}) == ()
    log = hand_over(log, ["Ann"])
    assert is_away(log, "Ann")
    assert hands_left(log, "Ann") == 3


def test_hands_count_at_the_player_s_own_table_only() -> None:
    log = enter(PenaltyLog(), entry(hands=3))
    assert hand_over(log, ["Bob", "Carol"]) == log


def test_a_second_penalty_is_added_to_the_first() -> None:
    log = enter(enter(enter(PenaltyLog(), entry(hands=3)), entry("Bob", 2)), entry(hands=9))
    assert (hands_left(log, "Ann"), hands_left(log, "Bob"), hands_left(log, "Carol")) == (12, 2, 0)
    assert len(log.entries) == 3


@given(
    st.lists(st.tuples(st.sampled_from("ABC"), st.integers(0, 4)), max_size=5),
    st.lists(st.sets(st.sampled_from("ABC"))),
)
def test_as_many_hands_are_missed_as_were_given(given_out: list[tuple[str, int]], hands: list[set[str]]) -> None:
    log = PenaltyLog()
    for player, number in given_out:
        log = enter(log, entry(player, number))
    for table in hands:
        log = hand_over(log, table)
    for player in "ABC":
        due = sum(number for who, number in given_out if who == player)
        assert hands_left(log, player) == max(due - sum(player in table for table in hands), 0)
    assert from_json(to_json(log)) == log


def test_a_chosen_ruling_is_entered_with_its_hands() -> None:
    facts = OffenceFacts(offence="soft play", players=9, times=1, live_hand=True)
    due = rule_on_offence(facts, TDA_2013)
    with pytest.raises(BadNotation, match="the director has not chosen an option yet; '2 rounds'"):
        entry_of(due, facts, player="Ann", by="TD")
    made = entry_of(choose(due), facts, player="Ann", by="TD", hand=5)
    assert (made.ruling, made.hands, made.hand, made.rules) == ("2 rounds", 18, 5, ("TDA-2013:61", "TDA-2013:58-B"))
    mild = entry_of(overrule(due, "verbal warning", "It was not known."), facts, player="Ann", by="TD")
    assert (mild.hands, mild.reason, mild.rules[0]) == (0, "It was not known.", "TDA-2013:1")
    some = msgspec.structs.replace(facts, hands=4)
    assert entry_of(choose(rule_on_offence(some, TDA_2013), HANDS), some, player="Ann", by="TD").hands == 4


def test_the_log_knows_repeats_who_is_out_and_who_may_ask() -> None:
    log = enter(enter(PenaltyLog(), entry()), entry(offence="delay"))
    assert times_before(log, "Ann") == 2
    assert times_before(log, "Ann", "delay") == 1
    assert times_before(log, "Bob") == 0
    assert not is_out(log, "Ann") and may_ask(log, "Ann")
    log = enter(log, entry(offence="collusion", ruling="disqualification"))
    log = enter(log, entry("Bob", offence="asking too often", ruling="loss of the right to ask"))
    assert is_out(log, "Ann") and not is_out(log, "Bob")
    assert may_ask(log, "Ann") and not may_ask(log, "Bob")
    carol = enter(log, entry("Carol", offence="chips in transit", ruling="loss of the chips, and disqualification"))
    assert is_out(carol, "Carol")


def test_the_table_has_a_line_for_each_entry() -> None:
    log = enter(PenaltyLog(), entry('Ann "the clock", jr.', 9, rules=("TDA-2013:58-A", "TDA-2013:58-B")))
    head, line = csv.reader(StringIO(to_csv(log)))
    assert tuple(head) == COLUMNS
    assert line == ["0", 'Ann "the clock", jr.', "abuse", "1 round", "9", "TD", "loud", "TDA-2013:58-A TDA-2013:58-B"]


@each(
    ("change", "message"),
    [
        ({"player": " "}, "player is missing: an entry of the penalty log needs"),
        ({"reason": ""}, "reason is missing: an entry of the penalty log needs"),
        ({"by": ""}, "by is missing: an entry of the penalty log needs who"),
        ({"ruling": ""}, "ruling is missing: an entry of the penalty log needs"),
        ({"offence": "yawning"}, "no offence"),
        ({"hands": -1}, "expected 0 or more"),
        ({"hand": -1}, "expected 0 or more"),
    ],
)
def test_an_entry_says_who_what_and_why(change: dict[str, Any], message: str) -> None:
    with pytest.raises(BadNotation, match=message):
        entry(**change)


@pytest.mark.parametrize("text", ["", "[]", '{"entries": 3}', '{"away": [{"player": "Ann", "left": 0}]}', "\ud800"])
def test_a_broken_log_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        from_json(text)
    with pytest.raises(BadNotation, match="left: expected at least 1 hand for Ann to miss, not 0"):
        Away("Ann", 0)


# ---- which text decides


def test_the_law_comes_before_the_house_and_the_house_before_the_books() -> None:
    point = precedence.SHORT_CALL
    assert str(precedence.speaking(point, SOUTH_DAKOTA)[0]) == "SD:1"
    assert str(precedence.speaking(point, CASH)[0]) == "TS:3"
    own = SOUTH_DAKOTA.but(out_of_turn="unless the action changed")
    matter, field = precedence.MATTERS["acting out of turn"]
    assert [str(text) for text in precedence.speaking(matter, own, field)][:2] == ["HOUSE:out_of_turn", "PG:115"]


@given(rulebooks(), st.sampled_from(get_args(precedence.Matter)))
def test_the_first_text_is_the_one_that_rulings_cite(rulebook: Rulebook, matter: precedence.Matter) -> None:
    point, field = precedence.MATTERS[matter]
    assert precedence.speaking(point, rulebook, field)[0] == cite(point, rulebook, *([field] if field else []))


@each("house", [house for house in HOUSES.values() if house.penalties is Penalties.SUSPENSION])
@each("offence", OFFENCES, ids=lambda offence: offence.code)
def test_no_hands_are_missed_and_no_chips_are_lost_in_a_cash_game(house: Rulebook, offence: Offence) -> None:
    found = rule_on_offence(OffenceFacts(offence=offence.code, times=2), house)
    assert found.recommended in {option.verdict for option in found.options} <= {*CASH_LADDER, REVOKED}
    assert found.penalty and not found.penalty.will
