"""Properties of pots, betting rights and results: what holds for every table, every deal and every line of play.

Hands are drawn as seeds: a seed makes a random table (`random_setups`) and plays it at random, so that a failing
example is one number. `SIDEPOT_SOAK=1` draws fifty times as many examples.
"""

from __future__ import annotations

import random
from itertools import pairwise
from math import lcm

from few_examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from random_setups import EXAMPLES, played
from slow_betting import Right, returned_by_chip
from universal.oracles import pots_by_chip
from universal.slow_awards import check_award, rake_of, rake_of_pots

from sidepot.cards import STANDARD_DECK, Deck
from sidepot.games.catalog import HOLDEM
from sidepot.games.limits import NoLimit
from sidepot.games.rake import Rake, Rounding, Sharing
from sidepot.games.stakes import Stakes
from sidepot.hand.betting import betting_of
from sidepot.hand.betting_terms import CUMULATIVE, FIXED_LIMIT, FULL, HALF, HALF_ALONE, NO_LIMIT, Terms
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.events import Awarded, PassedOut
from sidepot.hand.hand import Hand
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.pots import cut, pots, uncalled
from sidepot.hand.setup import Setup
from sidepot.rules.houses import CASH, TDA_2013
from sidepot.rules.rulebook import Rulebook

seeds = st.integers(0, 2**32)
few = settings(max_examples=EXAMPLES, deadline=None)
some = settings(max_examples=examples(3) * EXAMPLES, deadline=None)
many = settings(max_examples=examples(8) * EXAMPLES, deadline=None)


# ---- pots


@st.composite
def middles(draw: st.DrawFn) -> tuple[tuple[int, ...], int, int]:
    """What 2 to 22 seats put in, who is live (somebody), and dead money."""
    put = draw(st.lists(st.integers(0, 40) | st.sampled_from((0, 10, 20)), min_size=2, max_size=22))
    live = draw(st.integers(1, (1 << len(put)) - 1))
    return tuple(put), live, draw(st.integers(0, 5))


@many
@given(middles())
def test_pots_are_those_of_the_oracle(middle: tuple[tuple[int, ...], int, int]) -> None:
    """Rule: SD-3, PG-19: any number of side pots, any number of seats."""
    put, live, dead = middle
    found = pots(put, live, dead)
    assert [(pot.amount, pot.eligible) for pot in found] == pots_by_chip(put, live, dead)
    assert sum(pot.amount for pot in found) == sum(put) + dead
    for lower, upper in pairwise(found):
        assert upper.eligible & ~lower.eligible == 0
        assert upper.eligible != lower.eligible
        assert lower.floor <= upper.floor


@many
@given(middles())
def test_each_pot_holds_the_layer_above_its_floor(middle: tuple[tuple[int, ...], int, int]) -> None:
    """Paying the pots from the last to the main one empties the middle."""
    put, live, dead = middle
    left = list(put)
    for at, pot in reversed(list(enumerate(pots(put, live, dead)))):
        before = sum(left)
        cut(left, pot.floor)
        assert before - sum(left) == pot.amount - (dead if at == 0 else 0)
    assert not any(left)


@many
@given(middles(), st.booleans(), st.integers(0, 2**22 - 1))
def test_uncalled_is_what_the_oracle_gives_back(
    middle: tuple[tuple[int, ...], int, int], all_in: bool, kept: int
) -> None:
    """Rule: SD-2, TS-4, PG-8: to one live seat, or to each folded one above all who are all-in; then no more."""
    put, live, _ = middle
    found = uncalled(put, live, all_in=all_in, kept=kept)
    assert dict(found) == returned_by_chip(put, live, all_in=all_in, kept=kept)
    assert len(dict(found)) == len(found)
    rest = list(put)
    for seat, chips in found:
        rest[seat] -= chips
    assert uncalled(rest, live, all_in=all_in, kept=kept) == []
    assert not any(live >> seat & 1 for seat, _ in found) or len(found) == 1


@many
@given(middles(), st.randoms(use_true_random=False))
def test_pots_do_not_depend_on_seats(middle: tuple[tuple[int, ...], int, int], chance: random.Random) -> None:
    put, live, dead = middle
    order = list(range(len(put)))
    chance.shuffle(order)
    moved = sum(1 << at for at, seat in enumerate(order) if live >> seat & 1)
    there = pots([put[seat] for seat in order], moved, dead)
    here = pots(put, live, dead)
    assert [(pot.amount, {order[seat] for seat in pot.seats}) for pot in there] == [
        (pot.amount, set(pot.seats)) for pot in here
    ]


# ---- the order in which chips go in


@some
@given(st.lists(st.integers(4, 60), min_size=2, max_size=6), seeds, st.sampled_from((CASH, TDA_2013)))
def test_order_of_all_ins_makes_no_difference(stacks: list[int], seed: int, house: Rulebook) -> None:
    """Rule: PG-14. The same cards, and all-in is all-in: on any street, whoever begins, whether others call or raise.

    Every stack is two big blinds at least, so that moving in is a full bet and reopens the betting.
    """
    cards = random.Random(seed).sample(STANDARD_DECK, 52)
    setup = seat_hand(HOLDEM, NoLimit(), Stakes(blinds=(1, 2)), house, stacks)
    results = {tuple(all_move_in(setup, cards, mover, street)) for mover in range(len(stacks)) for street in range(4)}
    assert len(results) == 1


def all_move_in(setup: Setup, cards: list[int], mover: int, street: int) -> list[int]:
    """The stacks after a hand in which all check or call until `mover` moves in on `street`, then all the others."""
    hand = Hand(setup)
    dealer = Dealer(Deck(cards), auto_show=True)
    moved = False
    while dealer.run(hand) is Due.ACT:
        moved |= hand.seat == mover and hand.street == street
        top = hand.max_raise_to()
        if moved and top:
            hand.raise_to(top)
        else:
            hand.check_or_call()
    assert hand.due is Due.DONE
    return hand.stacks


# ---- betting rights

RULES = {"full": FULL, "cumulative": CUMULATIVE, "half": HALF, "half alone": HALF_ALONE}


def ladder(start: int, steps: list[int]) -> list[int]:
    """Two deep stacks, and between them short ones that can each raise a little more than the one before."""
    return [150, *(start + sum(steps[:at]) for at in range(1, len(steps) + 1)), 150]


ladders = st.builds(ladder, st.sampled_from((4, 20)), st.lists(st.integers(1, 15), min_size=2, max_size=6))
tables = st.lists(st.integers(1, 150), min_size=2, max_size=9) | ladders


@settings(max_examples=examples(10) * EXAMPLES, deadline=None)
@given(
    st.sampled_from(sorted(RULES)),
    st.booleans(),
    tables,
    st.sampled_from(("", "blind", "bring-in")),
    seeds,
)
def test_raise_rights_agree_with_a_referee(
    rule: str, is_fixed: bool, stacks: list[int], forced: str, seed: int
) -> None:
    """Rule: TDA-2013 41-A, 41-B, TS-9: against a referee that remembers every raise of the round."""
    bet = 20
    chance = random.Random(seed)
    daring = chance.choice((0.4, 0.6, 0.9))
    betting = betting_of(Terms(FIXED_LIMIT if is_fixed else NO_LIMIT, RULES[rule]), list(stacks), bet)
    right = Right(rule, bet, bet if forced == "blind" else 0, is_fixed=is_fixed)
    least_price = 0
    if forced == "blind":
        betting.open_at(bet, 1)
    betting.begin(0)
    if forced == "bring-in" and betting.actor >= 0:
        least_price = 5
        right.acts(betting.actor)
        betting.bring_in(betting.actor, min(5, stacks[betting.actor]), 5)
    while betting.actor >= 0:
        seat = betting.actor
        assert betting.is_reopened(seat) is right.may_raise(seat)
        price = max(right.level(), least_price)
        assert betting.price == price
        all_in = betting.bets[seat] + betting.stacks[seat]
        others = [at for at in range(len(stacks)) if at != seat and betting.able >> at & 1]
        least = most = 0
        if right.may_raise(seat) and all_in > price and others:
            full = (right.base() if is_fixed else right.level()) + right.size()
            least = min(full, all_in)
            most = least if is_fixed else all_in
        assert betting.bounds(seat) == (least, most)
        if most and chance.random() < daring:
            to = chance.choice((least, most, chance.randint(least, most)))
            betting.raise_to(seat, to)
            right.raises_to(seat, to)
        elif chance.random() < 0.15 and betting.to_call(seat):
            betting.fold(seat)
        else:
            betting.put_in(seat, betting.to_call(seat))
            right.acts(seat)


# ---- results


@some
@given(seeds)
def test_each_pot_goes_to_the_best_hand(seed: int) -> None:
    """Rule: SD-6, PG-16, PG-97, PG-102, T20: every pot by brute force, its boards, halves and declarations apart."""
    log = played(seed).log
    hand = Hand(log[0].setup)  # type: ignore[union-attr]
    for event in log[1:]:
        if not isinstance(event, Awarded):
            hand.apply(event)
            continue
        pot = hand.layers[event.pot]
        seats = [seat for seat in pot.seats if hand.live >> seat & 1]
        hand.apply(event)
        assert event.amount == pot.amount
        check_award(hand, event, seats)


@some
@given(seeds)
def test_chips_go_to_players_the_house_or_the_next_deal(seed: int) -> None:
    """What was won is what was put in, less the rake; and the rake is what it is of all that was won. Rule: PG-46."""
    hand = played(seed)
    won = [event for event in hand.log if isinstance(event, Awarded)]
    left = [event.amount for event in hand.log if isinstance(event, PassedOut)]
    brought = sum(hand.setup.stacks) + hand.setup.carried
    assert sum(hand.stacks) + sum(event.rake for event in won) + sum(left) == brought
    rake = hand.setup.stakes.rake
    raked = sum(event.rake for event in won)
    assert not raked or rake is not None and raked <= (rake.cap if rake.cap is not None else raked)


@many
@given(
    st.integers(0, 20),
    st.integers(1, 40),
    st.none() | st.integers(0, 50),
    st.sampled_from((1, 2, 5, 25)),
    st.sampled_from(Rounding),
    st.integers(0, 3000),
    st.sampled_from((1, 5, 10)),
)
def test_a_rake_is_exact(
    part: int, more: int, cap: int | None, unit: int, rounding: Rounding, total: int, chip: int
) -> None:
    """In exact fractions, never above the cap nor what there is, and no less for more."""
    rake = Rake(part, cap, part + more, unit=unit, rounding=rounding)
    assert rake.of(total) == rake_of(rake, total)
    assert rake.of(total, chip) == rake_of(rake, total, chip) == rake.on_pots([total], chip)[0]
    assert 0 <= rake.of(total) <= min(total, total if cap is None else cap)
    assert rake.of(total) <= rake.of(total + 1)


@many
@given(
    st.tuples(st.integers(0, 20), st.integers(1, 40)),
    st.none() | st.integers(0, 60),
    st.sampled_from((1, 2, 5, 25)),
    st.sampled_from(Rounding),
    st.sampled_from(Sharing),
    st.lists(st.integers(1, 900), min_size=1, max_size=7),
    st.sampled_from((1, 5, 10)),
)
def test_pots_share_a_rake_as_the_oracle_has_it(
    part: tuple[int, int],
    cap: int | None,
    unit: int,
    rounding: Rounding,
    sharing: Sharing,
    amounts: list[int],
    chip: int,
) -> None:
    """One unit after the other from the pot that lacks most. The cap is paid in full where the percentages reach it."""
    rake = Rake(part[0], cap, sum(part), unit=unit, rounding=rounding, sharing=sharing)
    found = rake.on_pots(amounts, chip)
    assert found == rake_of_pots(rake, amounts, chip)
    step = lcm(unit, chip)
    assert all(0 <= one <= pot and one % step == 0 for one, pot in zip(found, amounts, strict=True))
    alone = [replace(rake, cap=None).of(pot, chip) for pot in amounts]
    if sharing is Sharing.PROPORTION:
        assert all(one <= own for one, own in zip(found, alone, strict=True))
        assert sum(found) == (sum(alone) if cap is None else min(sum(alone), cap - cap % step))
