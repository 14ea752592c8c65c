"""Words and chips become one action: whatever is said and put out, in any spot, there is a ruling or a reason."""

from __future__ import annotations

import random
from typing import Any

import pytest
from each import each
from few_examples import examples
from hypothesis import example, given, settings
from hypothesis import strategies as st
from random_setups import EVERY_GAME, EXAMPLES, LIMITS, random_house, random_setup

from sidepot.cards import Deck
from sidepot.errors import BadNotation
from sidepot.floor.acting.act import Gesture, rule_on_act
from sidepot.floor.acting.chip_standards import short_all_in, silent_standard
from sidepot.floor.acting.legal import RAISES, greatest_total, least_total, legal_total
from sidepot.floor.acting.phrases import PHRASES
from sidepot.floor.acting.prior import Moved
from sidepot.floor.spot import Spot, spot_of
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.rules.houses import HOUSES, SOUTH_DAKOTA, TDA_2013, TDA_2024
from sidepot.rules.rulebook import FiftyPercent, LastChips, RaiseAmount, Rulebook, TwoMotions, UnclearAmount, WrongWords
from sidepot.rules.ruling import Act, Option, Ruling

soup = settings(max_examples=examples(10) * EXAMPLES, deadline=None)

# ---- anything that may be said and done

SPOKEN = sorted({word for phrase in PHRASES for word in phrase})
FILLERS = "I to by more total the your if and no not make it hundred thousand k million five 800 1,200 1.2 ... ? ,"
sentences = st.lists(st.sampled_from(SPOKEN + FILLERS.split()), max_size=8).map(" ".join)
phrases = st.sampled_from(sorted(" ".join(phrase) for phrase in PHRASES))
words = st.one_of(st.just(""), sentences, phrases, st.text(max_size=40), st.text("0123456789.,k $", max_size=20))
chip = st.sampled_from((1, 5, 25, 100, 500, 1000, 5000)) | st.integers(-1, 10**18)
motion = st.lists(chip, max_size=6).map(tuple)
amounts = st.sampled_from((0, 100, 200, 400, 1000, 1200)) | st.integers(-1, 10**18)


STRUCTURES: tuple[Any, ...] = ("no limit", "no limit", "pot limit", "fixed limit", "spread limit")
LINES = ("NL 200/400: A 1200; B to act", "PL 1/2: SB to act", "FL 4/8 turn: A 8; B to act")


def spot_of_facts(facts: dict[str, Any]) -> Spot:
    try:
        return Spot(**facts)
    except BadNotation:
        return Spot()


@st.composite
def odd_spots(draw: st.DrawFn) -> Spot | str:
    """A spot that may contradict itself; now and then a line of text."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.sampled_from(LINES) | words)
    return spot_of_facts(
        {
            "limit": draw(st.sampled_from(STRUCTURES)),
            "price": draw(amounts),
            "front": draw(st.just(0) | amounts),
            "stack": draw(st.none() | amounts),
            "full": draw(amounts),
            "least": draw(st.none() | st.just(0) | amounts),
            "most": draw(st.none() | st.none() | amounts),
            "pot": draw(amounts),
            "opening": draw(st.booleans()),
            "players": draw(st.integers(1, 4)),
            "seat": draw(st.integers(-1, 2)),
        }
    )


@st.composite
def spots(draw: st.DrawFn) -> Spot:
    """A spot as there are."""
    price = draw(st.sampled_from((0, 0, 400, 400, 600, 1200, 3700)))
    full = draw(st.sampled_from((200, 400, 800)))
    least = draw(st.sampled_from((None, None, None, 0, price + full // 2)))
    return Spot(
        limit=draw(st.sampled_from(STRUCTURES)),
        price=price,
        front=draw(st.sampled_from((0, 0, 200, 400, price))) if price else 0,
        stack=draw(st.none() | st.sampled_from((100, 700, 1500, 2000, 20000))),
        full=full,
        least=least,
        most=draw(st.sampled_from((None, None, price + 2 * full))),
        pot=price + draw(st.sampled_from((600, 5000))),
        opening=draw(st.booleans()),
        players=draw(st.integers(2, 4)),
        seat=draw(st.integers(-1, 2)),
    )


@st.composite
def houses(draw: st.DrawFn) -> Rulebook:
    """A house with its choices on words and chips mixed anew."""
    changes = {
        "fifty_percent": FiftyPercent,
        "two_motions": TwoMotions,
        "raise_amount": RaiseAmount,
        "last_chips": LastChips,
        "wrong_words": WrongWords,
        "unclear_amount": UnclearAmount,
    }
    house = draw(st.sampled_from(sorted(HOUSES.values(), key=lambda one: one.name)))
    return house.but(**{field: draw(st.sampled_from(tuple(kind))) for field, kind in changes.items()})


odd_gestures = st.builds(
    Gesture,
    spot=odd_spots(),
    said=words,
    chips=st.lists(motion, max_size=3).map(tuple),
    said_first=st.booleans(),
    prior=st.just(()) | motion,
    moved=st.sampled_from(tuple(Moved)),
    last=st.sampled_from((None, None, True, False)),
    motion=st.sampled_from(("", "", "", "tap", "wave", "push cards forward")),
    meanings=st.just(()) | st.just(()) | st.lists(amounts, max_size=3).map(tuple),
)


@st.composite
def likely_gestures(draw: st.DrawFn) -> Gesture:
    """What might be said and put out at a table."""
    spot = draw(spots())
    values = st.sampled_from((25, 100, 100, 500, 1000))
    chips = draw(st.lists(st.lists(values, min_size=1, max_size=4).map(tuple), max_size=2).map(tuple))
    has_prior = 0 < spot.front < spot.price and draw(st.booleans())
    prior = draw(st.sampled_from(((spot.front,), (100,) * (spot.front // 100), (1000,)))) if has_prior else ()
    return Gesture(
        spot=spot,
        said=draw(words | phrases | sentences) if not chips or draw(st.booleans()) else "",
        chips=chips,
        said_first=draw(st.sampled_from((True, True, False))),
        prior=prior,
        moved=draw(st.sampled_from(tuple(Moved))) if prior else Moved.LEFT,
        last=True if chips and spot.stack is None and draw(st.booleans()) else None,
        motion=draw(st.sampled_from(("", "tap", "wave", "push cards forward"))) if not chips else "",
    )


gestures = odd_gestures | likely_gestures() | likely_gestures() | likely_gestures()


def chips_that_stayed(gesture: Gesture, spot: Spot) -> int:
    """What lies there of an earlier bet."""
    if gesture.moved is Moved.ALL:
        return 0
    return sum(gesture.prior) or spot.front


def check_chips(ruling: Ruling | Option, gesture: Gesture, spot: Spot) -> None:
    """Every chip that was put out is counted, or goes back."""
    front = sum(gesture.prior) if gesture.prior and not spot.front else spot.front
    lies = chips_that_stayed(gesture, spot) + sum(map(sum, gesture.chips))
    counted = front if ruling.amount is None else ruling.amount
    assert lies + ruling.add == counted + ruling.change
    assert min(ruling.add, ruling.change) == 0 <= max(ruling.add, ruling.change)


@soup
@given(gestures, houses())
@example(Gesture(spot=Spot(price=400, full=400), said="raise to " + "9" * 300), TDA_2013)
@example(Gesture(spot=Spot(price=400, full=400), said="one k " * 60), TDA_2013)
@example(Gesture(spot=Spot(price=400, full=400), said="٣٤٥ \x00 ½ raise"), TDA_2013)
@example(Gesture(spot=Spot(), said="double"), TDA_2013)
def test_every_gesture_is_ruled_on_or_refused_in_words(gesture: Gesture, house: Rulebook) -> None:
    """No other error than BadNotation, and no chip is lost, whatever is said, put out and told of the spot."""
    try:
        ruling = rule_on_act(gesture, house)
    except BadNotation:
        return
    assert ruling.because.endswith((".", ")"))
    assert ruling.steps
    if isinstance(gesture.spot, str):
        return
    for one in ruling.options if ruling.is_open else (ruling, *ruling.options):
        check_chips(one, gesture, gesture.spot)


@soup
@given(gestures, houses())
def test_a_raise_lies_within_the_limit(gesture: Gesture, house: Rulebook) -> None:
    """Rule: PG-39. The least raise, or all-in for less, and never more than the limit and the chips allow."""
    spot = gesture.spot
    if isinstance(spot, str):
        return
    try:
        ruling = rule_on_act(gesture, house)
    except BadNotation:
        return
    for one in (ruling, *ruling.options):
        if one.verdict not in RAISES:
            continue
        assert one.amount is not None
        assert spot.price < one.amount <= spot.all_in or gesture.last and spot.stack is None
        if one.amount < least_total(spot):
            assert one.amount == spot.all_in or spot.stack is None
        elif one.amount > least_total(spot):
            assert one.amount <= greatest_total(spot)


# ---- in a live hand

WORDS_IN_PLAY = (
    "call", "check", "fold", "raise", "bet", "all-in", "pot", "complete", "min raise", "double it", "raise 7", "five",
    "raise to 40", "bet 25", "half pot", "pass", "shove", "12", "if he bets I call", "hmm", "",
)  # fmt: skip


def at_a_decision(seed: int) -> tuple[Hand, random.Random]:
    """A hand of a random game somewhere in a betting round, or over."""
    chance = random.Random(seed)
    game = chance.choice(EVERY_GAME)
    seats = chance.randint(game.seats[0], min(game.seats[1], 6))
    setup = random_setup(game, chance.choice(LIMITS), seats, random_house(chance), chance)
    hand = Hand(setup)
    dealer = Dealer(Deck(hand.plan.deck, below=chance.randrange), auto_show=True)
    for _ in range(chance.randrange(1, 14)):
        due = dealer.run(hand)
        if due is Due.ACT and not chance.randrange(4):
            break
        play(hand, due, chance)
    dealer.run(hand)
    return hand, chance


def play(hand: Hand, due: Due, chance: random.Random) -> None:
    """Go on with the hand, mostly by calling."""
    if due is Due.DRAW:
        hand.discard(hand.hole[hand.seat][: hand.plan.streets[hand.street].discard])
    elif due is Due.BRING_IN:
        hand.bring_in()
    elif due is Due.RUN:
        hand.choose_runs(1)
    elif due is Due.ACT and hand.may_raise() and not chance.randrange(4):
        hand.raise_to(chance.choice(hand.raise_bounds()))
    elif due is Due.ACT and not chance.randrange(8):
        hand.fold()
    elif due is Due.ACT:
        hand.check_or_call()


def do(hand: Hand, act: Act) -> None:
    """What a ruling says, done in the hand: it must be accepted as it stands."""
    assert act.seat == hand.seat
    if act.verb == "raise_to":
        hand.raise_to(act.to)
    else:
        {"fold": hand.fold, "check": hand.check, "call": hand.call}[act.verb]()


@settings(max_examples=examples(10) * EXAMPLES, deadline=None)
@given(st.integers(0, 2**32), houses())
def test_a_live_hand_takes_what_is_ruled(seed: int, house: Rulebook) -> None:
    """Any spot of any game: the action that it comes to is one that the hand accepts."""
    hand, chance = at_a_decision(seed)
    if hand.due is not Due.ACT:
        return
    spot = spot_of(hand)
    assert spot.stack is not None and spot.front <= spot.price
    stack = spot.stack
    values = [1, 2, 5, 25, max(spot.to_call, 1), max(spot.full, 1), max(stack, 1)]
    chips = tuple(
        tuple(chance.choice(values) for _ in range(chance.randint(1, 3))) for _ in range(chance.choice((0, 1, 1, 2)))
    )
    gesture = Gesture(spot=spot, said=chance.choice(WORDS_IN_PLAY), chips=chips, said_first=chance.random() < 0.8)
    try:
        ruling = rule_on_act(gesture, house)
    except BadNotation:
        assert sum(map(sum, chips)) > stack or gesture.said in ("", "hmm")
        return
    for one in ruling.options if ruling.is_open else (ruling,):
        for effect in one.effects:
            assert isinstance(effect, Act)
            after = hand.copy()
            do(after, effect)
            if one.verdict not in ("fold", "check") and after.due is Due.ACT and after.street == hand.street:
                assert after.betting.bets[spot.seat] == one.amount
    if not ruling.is_open and ruling.verdict not in ("call or fold", "taken back", "no action"):
        assert ruling.effects


@settings(max_examples=examples(10) * EXAMPLES, deadline=None)
@given(st.integers(0, 2**32))
@example(139)  # half a bet by one player opens, where a player who checked is still to act
def test_a_short_all_in_names_those_who_may_not_raise_again(seed: int) -> None:
    """Rule: TDA-2013 41-B; TS-9. Whoever is named is barred in the hand too, and nobody else who has acted."""
    hand, _ = at_a_decision(seed)
    if hand.due is not Due.ACT:
        return
    spot = spot_of(hand)
    if not spot.may_raise or not spot.price < spot.all_in < least_total(spot):
        return
    ruling = rule_on_act(Gesture(spot=spot, said="all-in"), hand.setup.rulebook)
    assert ruling.all_in and (ruling.verdict, ruling.amount) in [(verb, spot.all_in) for verb in RAISES]
    after = hand.betting.copy()
    after.raise_to(hand.seat, spot.all_in)
    others = [seat for seat in range(hand.plan.seats) if after.able >> seat & 1 and hand.betting.acted[seat] >= 0]
    barred = [seat for seat in others if not after.is_reopened(seat)]
    short = short_all_in(spot, spot.all_in, least_total(spot), hand.setup.rulebook)
    assert [one.seat for one in short.barred] == barred
    assert set(short.steps) <= set(ruling.instructions) and bool(short.steps) == bool(barred)
    assert all(f"seat {seat + 1}" in ruling.because for seat in barred)


# ---- which rule decides


@soup
@given(gestures)
def test_an_opening_bet_rests_on_no_rule_of_raises(gesture: Gesture) -> None:
    """Rule: TDA-2013 40 and 41 speak of raises, and 42 of a chip that is larger than it must be."""
    spot = gesture.spot
    try:
        ruling = rule_on_act(gesture, TDA_2013)
    except BadNotation:
        return
    if isinstance(spot, str) or ruling.verdict != "bet":
        return
    cites = [str(cite) for cite in ruling.cites]
    assert not [cite for cite in cites if cite.startswith(("TDA-2013:40", "TDA-2013:41-A"))]
    if "TDA-2013:42" in cites:
        assert len(gesture.chips[0]) == 1 and gesture.chips[0][0] > least_total(spot)


@given(spots(), st.integers(1, 60))
def test_an_amount_of_half_a_raise_binds_in_2013_as_in_2024(spot: Spot, hundreds: int) -> None:
    """Rule: TDA-2013 41-A, 37-A; TDA-2024 40-C, 43-A. Only of less than half, in words, does 2013 say nothing."""
    gesture = Gesture(spot=spot, said=f"{100 * hundreds} chips")
    try:
        before, after = rule_on_act(gesture, TDA_2013), rule_on_act(gesture, TDA_2024)
    except BadNotation:
        return
    total = 100 * hundreds if spot.is_facing_bet or 100 * hundreds > spot.price else spot.price + 100 * hundreds
    if not spot.price < total or not least_total(spot):
        return
    if before.is_open:
        assert 2 * (total - spot.price) < least_total(spot) - spot.price
    else:
        assert (before.verdict, before.amount) == (after.verdict, after.amount)


# ---- what may be bet


def test_the_least_raise_follows_or_is_asked_for() -> None:
    assert least_total(Spot(price=1200, full=800)) == 2000
    assert least_total(Spot(price=400)) == 800
    assert least_total(Spot()) == 1
    with pytest.raises(BadNotation, match="full is missing: give the size of a full raise, because"):
        least_total(Spot(price=1200, opening=False))
    with pytest.raises(BadNotation, match="least: expected a raise above the price of 1200, not 800"):
        least_total(Spot(price=1200, least=800))
    with pytest.raises(BadNotation, match="pot: expected the whole pot, with the bets in front of"):
        greatest_total(Spot(limit="pot limit", price=1200, full=800))


@given(
    st.integers(0, 50),
    st.integers(1, 50),
    st.integers(1, 120),
    st.sampled_from(("no limit", "fixed limit")),
    st.integers(),
)
def test_the_nearest_legal_total(price: int, full: int, stack: int, limit: str, wanted: int) -> None:
    spot = Spot(limit=limit, price=price, full=full, stack=stack)  # type: ignore[arg-type]
    low, high = min(price + full, stack), price + full if limit == "fixed limit" else stack
    legal = [total for total in range(price + 1, stack + 1) if low <= total <= max(low, min(high, stack))]
    found = legal_total(spot, wanted)
    assert found == (min(legal, key=lambda total: abs(total - wanted)) if legal else 0)


@given(st.lists(st.sampled_from((25, 100, 500, 1000)), min_size=2, max_size=8), st.integers(1, 3000))
def test_silent_chips_by_the_letter(values: list[int], price: int) -> None:
    """Rule: TDA-2013 43: take each chip away in turn, and then look at half of the raise."""
    total = sum(values)
    if total < price:
        return
    ruling = silent_standard(Spot(price=price, full=600), tuple(values), total, TDA_2013, last=False)
    one_too_many = any(total - value >= price for value in values)
    is_raise = one_too_many and 2 * (total - price) >= 600
    assert ruling.verdict == ("raise" if is_raise else "call")
    assert ruling.amount == (max(price + 600, total) if is_raise else price)


def test_last_chips_are_seen_from_the_stack() -> None:
    """Rule: TDA-2024 45-B."""
    for facts in ({"spot": Spot(price=1100, full=600, stack=1200)}, {"spot": Spot(price=1100, full=600), "last": True}):
        ruling = rule_on_act(Gesture(**facts, chips=((1000, 100, 100),)), TDA_2024)  # type: ignore[arg-type]
        assert (ruling.verdict, ruling.amount, str(ruling.cites[0])) == ("raise", 1200, "TDA-2024:45-B2")


def test_the_law_of_the_place_decides_a_short_call() -> None:
    spot = Spot(price=1200, full=1200, stack=900)
    for done in ({"said": "call"}, {"said": "all-in"}, {"chips": ((500, 400),)}):
        ruling = rule_on_act(Gesture(spot=spot, **done), SOUTH_DAKOTA)  # type: ignore[arg-type]
        assert (ruling.verdict, ruling.amount, str(ruling.cites[0])) == ("call", 900, "SD:1")


@each(
    ("facts", "message"),
    [
        ({}, "no action was given: enter words or chips, such as"),
        ({"said": "hmm?"}, "is a question, not an action"),
        ({"chips": ((0,),)}, "chips: each chip must be worth at least 1"),
        ({"chips": ((100,),), "motion": "tap"}, "what came first"),
        ({"last": True}, "cannot be the last"),
        ({"spot": Spot(price=400, full=400, stack=0), "said": "call"}, "stack: expected at least 1"),
        ({"spot": Spot(price=400, full=400, stack=300), "chips": ((500,),)}, "has only 300 and cannot put out 500"),
        ({"spot": Spot(price=400, full=400, stack=900), "chips": ((500,),), "last": True}, "not the last"),
        ({"moved": Moved.ALL, "chips": ((500,),)}, "prior is missing: give the chips of the earlier bet"),
        ({"prior": (500,), "chips": ((500,),)}, "front is missing: the earlier chips cover the price, so"),
        ({"said": "all-in"}, "the amount of the all-in is missing: give the stack, as"),
        ({"meanings": (500, 5000)}, "meanings: give the words that may have these meanings"),
        ({"meanings": (0,), "said": "five"}, "meanings: each amount must be at least 1"),
        ({"spot": "nowhere", "said": "call"}, "nowhere"),
    ],
)
def test_facts_that_cannot_be(facts: dict[str, object], message: str) -> None:
    with pytest.raises(BadNotation, match=message):
        rule_on_act(Gesture(**({"spot": Spot(price=400, full=400)} | facts)), TDA_2013)  # type: ignore[arg-type]
