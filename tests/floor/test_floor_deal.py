"""The deal on the floor: whatever is told of a deal, a ruling comes of it or a plain refusal, and never two answers."""

from __future__ import annotations

from typing import Any, Final, get_type_hints

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from sidepot.cards import cards, text
from sidepot.errors import BadNotation
from sidepot.floor.conduct.offences import find_offence
from sidepot.floor.deal.boards import FourCardFlop, rule_on_four_cards
from sidepot.floor.deal.deal_errors import MISTAKES, check_seats, was_acted_on
from sidepot.floor.deal.misdeal import Misdeal, rule_on_misdeal
from sidepot.floor.deal.premature import PrematureCard, rule_on_premature
from sidepot.floor.deal.redeal import dead_seats
from sidepot.floor.deal.short_stub import ShortStubFacts
from sidepot.floor.rulings import TOPICS as ALL_TOPICS
from sidepot.floor.rulings import read_facts, rule_on
from sidepot.floor.topic import Topic
from sidepot.rules.floor_choices import DealError, ExtraFlopCard, Premature
from sidepot.rules.houses import HOME, HOUSES, TDA_2013, TDA_2024
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import DISCRETION, Redeal, Ruling, Void, choose

HERE: Final = "sidepot.floor.deal."
TOPICS: Final = [topic for topic in ALL_TOPICS.values() if topic.rule.__module__.startswith(HERE)]
FIELDS: Final = (
    "draw_misdeals",
    "finish_in_order",
    "repair_deals",
    "misdeals_in_a_row",
    "fouled_deck_voids",
    "missing_card_stands",
    "show_one_show_all",
    "button_completed",
    "wrong_button_corrected",
    "absent_plays_redeal",
    "away",
    "four_card_flop",
    "flop_without_burn",
    "premature",
)
SMALL: Final = st.integers(-3, 9)
FEW: Final = st.integers(0, 3)


@st.composite
def any_facts(draw: st.DrawFn, topic: Topic) -> Any:
    """Facts of this topic with any values that their types allow, numbers mostly small."""
    told = {}
    for field, kind in get_type_hints(topic.facts).items():
        if field in topic.facts.__struct_fields__:
            values = SMALL | st.integers() if kind is int else st.from_type(kind)
            if kind == tuple[int, ...]:
                values = st.lists(SMALL, max_size=3).map(tuple)
            if field == "cards":
                values = st.text() | st.lists(st.sampled_from("As Kd 7c 2h ?? Jo".split()), max_size=5).map("".join)
            told[field] = draw(values)
    return topic.facts(**told)


@st.composite
def any_house(draw: st.DrawFn) -> Rulebook:
    """A house, or one that has made some choices of the deal itself."""
    house = draw(st.sampled_from(list(HOUSES.values())))
    own: dict[str, Any] = {"misdeals": draw(st.lists(st.sampled_from(list(DealError)), unique=True))}
    for field in FIELDS:
        own[field] = draw(FEW if field == "misdeals_in_a_row" else st.from_type(type(getattr(house, field))))
    kept = draw(st.sets(st.sampled_from(list(own))))
    return house.but(**{field: own[field] for field in kept})


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.name)
@given(data=st.data())
def test_any_facts_give_a_ruling_or_a_refusal(topic: Topic, data: st.DataObject) -> None:
    facts, house = data.draw(any_facts(topic)), data.draw(any_house())
    try:
        ruling = rule_on(facts, house)
    except BadNotation:
        return
    assert ruling.steps and ruling.because.endswith(".")
    if ruling.penalty is not None:
        assert find_offence(ruling.penalty.offence)
    may_touch = getattr(facts, "live", False) or getattr(facts, "seat", -1) >= 0
    for verdict in [option.verdict for option in ruling.options] or [""]:
        final = choose(ruling, verdict) if verdict else ruling
        assert may_touch or not final.effects
    assert rule_on(facts, house) == ruling


NEEDED: dict[type, dict[str, object]] = {
    Misdeal: {"error": "two boxed cards"},
    ShortStubFacts: {"stub": 3, "needed": 4},
}


@each("topic", TOPICS, ids=lambda topic: topic.name)
def test_every_question_is_about_a_field_and_facts_come_from_data(topic: Topic) -> None:
    assert set(topic.asks) <= set(topic.facts.__struct_fields__)
    assert all(question.endswith("?") for question in topic.asks.values())
    data = {"topic": topic.name} | NEEDED.get(topic.facts, {})
    assert isinstance(rule_on(read_facts(data), TDA_2013), Ruling)


def test_every_mistake_of_the_deal_is_known() -> None:
    assert set(MISTAKES) == set(DealError)


# ---- misdeals


@each("house", HOUSES.values(), ids=lambda house: house.name)
@each("error", DealError)
def test_a_list_is_a_list(house: Rulebook, error: DealError) -> None:
    """What a house lists is a misdeal; what it does not list is none, unless the floor says so."""
    strict = house.but(repair_deals=False)
    found = rule_on_misdeal(Misdeal(error=error, live=True), strict)
    if error in house.misdeals:
        assert (found.verdict, found.effects) == ("misdeal", (Redeal(),))
    else:
        assert found.verdict != "misdeal"
        assert not any(isinstance(effect, Redeal) for effect in found.effects)


@each("house", HOUSES.values(), ids=lambda house: house.name)
@each("error", DealError)
def test_a_misdeal_cites_a_text_that_says_so(house: Rulebook, error: DealError) -> None:
    """Not, for two boxed cards, the rule on one, which is set aside."""
    found = rule_on_misdeal(Misdeal(error=error), house.but(repair_deals=False))
    if found.verdict == "misdeal":
        lists = ("34-A", "35-A", "37-A", "88/misdeal", "misdeals/list", "tournament/stud-exposed", "109")
        number = found.cites[0].number
        assert (
            number[:-1] if number[:-1] in ("34-A", "35-A", "37-A") else number
        ) in lists  # 35-A7: its place on the list


@pytest.mark.parametrize("house", HOUSES.values(), ids=lambda house: house.name)
@given(data=st.data())
def test_after_substantial_action_nothing_is_dealt_again(house: Rulebook, data: st.DataObject) -> None:
    error = data.draw(st.sampled_from(list(DealError)))
    found = rule_on_misdeal(Misdeal(error=error, substantial=True, live=True), house)
    options = [choose(found, option.verdict) for option in found.options]
    for ruling in (found, *options):
        assert ruling.verdict in ("play on", "no misdeal", "void", "replaced", DISCRETION)
        assert not any(isinstance(effect, Redeal) for effect in ruling.effects)


@each("error", DealError)
def test_friends_put_right_what_can_be_put_right(error: DealError) -> None:
    found = rule_on_misdeal(Misdeal(error=error), HOUSES["home"])
    impossible = (DealError.NO_SHUFFLE, DealError.ODD_CARD)
    harmless = error is DealError.BUTTON_TWICE
    assert found.verdict == ("misdeal" if error in impossible else "no misdeal" if harmless else "put right")


@given(in_a_row=st.integers(1, 9), most=st.integers(0, 5))
def test_more_misdeals_in_a_row_than_allowed_pass_the_deal(in_a_row: int, most: int) -> None:
    house = HOUSES["home"].but(misdeals_in_a_row=most)
    found = rule_on_misdeal(Misdeal(error=DealError.NO_SHUFFLE, in_a_row=in_a_row, live=True), house)
    passes = most > 0 and in_a_row > most
    assert found.verdict == ("deal passes" if passes else "misdeal")
    assert found.effects == ((Void(),) if passes else (Redeal(),))


def test_an_absent_player_is_killed_once() -> None:
    assert dead_seats((4, 2), (3,), TDA_2013) == (2, 3, 4)
    assert dead_seats((4, 2), (3,), TDA_2024) == (2, 4)
    assert dead_seats((4, 2), (3,), HOUSES["cash"]) == ()


@pytest.mark.parametrize("seats", [(-1,), (2, 2)])
def test_seats_that_cannot_be(seats: tuple[int, ...]) -> None:
    with pytest.raises(
        BadNotation, match=r"absent and back: expected (seats counted from 0, not -1|each seat once, not 2, 2)"
    ):
        check_seats(absent=seats, back=())


def test_substantial_action_may_be_given_with_the_list_of_actions() -> None:
    assert was_acted_on((), None, TDA_2013) is False
    assert was_acted_on((), True, TDA_2013) is True
    assert was_acted_on(("fold", "call"), None, TDA_2013) is True
    assert was_acted_on(("fold", "call"), True, TDA_2013) is True
    with pytest.raises(BadNotation, match="fold, call is substantial action"):
        was_acted_on(("fold", "call"), False, TDA_2013)


# ---- boards


@given(four=st.lists(st.integers(0, 51), min_size=4, max_size=4, unique=True), drawn=st.integers(0, 3))
def test_the_card_that_is_drawn_and_the_flop_are_the_four(four: list[int], drawn: int) -> None:
    found = rule_on_four_cards(FourCardFlop(cards=text(four), drawn=drawn), TDA_2013)
    burn, _, flop = found.because.removeprefix("The ").partition(" was drawn")
    assert cards(burn) == (four[drawn],)
    assert cards(flop.partition("the flop is ")[2].removesuffix(".")) == tuple(four[:drawn] + four[drawn + 1 :])


def test_a_house_that_deals_the_flop_again_draws_nothing() -> None:
    house = TDA_2013.but(four_card_flop=ExtraFlopCard.REDEAL)
    found = rule_on_four_cards(FourCardFlop(cards="AsKd7c2h", drawn=1, live=True), house)
    assert found.verdict == "dealt again"
    assert "7c" not in found.because


@each("choice", Premature)
@each("street", ["flop", "turn", "river"])
def test_a_board_card_that_was_seen_too_early_never_plays(choice: Premature, street: Any) -> None:
    house = TDA_2013.but(premature=choice)
    pending = rule_on_premature(PrematureCard(street=street), house).steps
    done = rule_on_premature(PrematureCard(street=street, finished=True), house).steps
    assert pending[0] == done[0] == "Leave the burn card in place."
    finish = [step for step in pending if step not in done]
    assert len(finish) == 1 and finish[0].startswith("Finish the betting")
    assert [step for step in pending if step != finish[0]] == list(done)
    again = [step for step in pending if step.startswith("Deal a") or "what would have been" in step]
    assert len(again) == 1 and pending.index(finish[0]) < pending.index(again[0])
    assert sum("into" in step and step.endswith("cut.") for step in pending) == 1
    assert sum("without another burn" in step for step in pending) == 1


@each(("count", "other"), [("too few", "too many"), ("too many", "missing")])
@each("facts", [{}, {"in_order": True}])
@each("house", [HOME, TDA_2013], ids=lambda house: house.name)
def test_only_the_steps_for_this_number_of_cards_are_given(
    house: Rulebook, facts: dict[str, bool], count: str, other: str
) -> None:
    ruling = rule_on(read_facts({"topic": "wrong number of cards", "count": count} | facts), house)
    repaired = choose(ruling, "put right") if ruling.is_open else ruling
    told = " ".join(repaired.steps)
    assert ("draw" in told or "back" in told) == (count == "too many")
    assert ("deal the player" in told.lower()) == (count == "too few")
    assert other not in told and "If " not in told and "if " not in told
