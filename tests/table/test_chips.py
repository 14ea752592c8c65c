"""Chips: an amount made of them is that amount and no other way takes fewer; changes keep the value."""

from __future__ import annotations

import time
from contextlib import suppress

import msgspec
import pytest
from each import each
from hypothesis import assume, example, given
from hypothesis import strategies as st

from sidepot.errors import BadNotation, Conflict
from sidepot.table.chip_text import read_chips, read_pile
from sidepot.table.chips import ChipSet, plain_chips
from sidepot.table.colour import Why, colour_up, exchange_late, forfeit
from sidepot.table.denominations import COLOURS, Chip
from sidepot.table.making import fewest
from sidepot.table.piles import Pile

values = st.lists(st.integers(1, 60), min_size=1, max_size=5, unique=True)
limits = st.dictionaries(st.integers(1, 40), st.none() | st.integers(0, 6), min_size=1, max_size=4)
usual_values = st.sampled_from([(1, 5, 25, 100), (25, 100, 500, 1000, 5000), (20, 50, 100), (10, 20, 50), (100, 500)])


@st.composite
def piles(draw: st.DrawFn, chips: ChipSet, most: int = 40) -> Pile:
    return Pile.of({value: draw(st.integers(0, most)) for value in chips.values})


def slow_fewest(amount: int, limits: dict[int, int | None]) -> int | None:
    """The fewest chips, by adding one chip after the other to every pile that was found; None for no way."""
    found: dict[int, set[tuple[tuple[int, int], ...]]] = {0: {()}}
    for count in range(amount + 1):
        if amount in found:
            return count
        grown: dict[int, set[tuple[tuple[int, int], ...]]] = {}
        for total, some in found.items():
            for pile in some:
                for value, limit in limits.items():
                    has = dict(pile)
                    has[value] = has.get(value, 0) + 1
                    if total + value <= amount and (limit is None or has[value] <= limit):
                        grown.setdefault(total + value, set()).add(tuple(sorted(has.items())))
        found = grown
    return None


# ---- an amount of chips


@given(amount=st.integers(0, 60), limits=limits)
@example(amount=60, limits={20: None, 50: None})
@example(amount=30, limits={20: None, 50: None})
@example(amount=40, limits={25: None, 20: 1, 5: None})  # fewer than wanted of the 20s: 25 and three 5s
@example(amount=21, limits={10: 1, 7: None})
def test_no_way_takes_fewer_chips(amount: int, limits: dict[int, int | None]) -> None:
    assume(min(limits) >= 4 or amount <= 25)  # else the slow one is too slow
    made = fewest(amount, limits)
    least = slow_fewest(amount, limits)
    if made is None:
        assert least is None
    else:
        assert sum(value * count for value, count in made.items()) == amount
        assert sum(made.values()) == least
        assert all(limits[value] is None or count <= (limits[value] or 0) for value, count in made.items())


def test_no_amount_below_nothing_is_made() -> None:
    assert fewest(-25, {25: None}) is None
    assert fewest(0, {25: None}) == {}
    assert not plain_chips(25).can_make(-25)


@pytest.mark.parametrize(
    "call",
    [
        lambda: ChipSet(tuple(Chip(value) for value in (53, 59, 61, 67, 71, 73, 79, 83, 89, 97))).make(123_457),
        lambda: plain_chips(1, 10**12).can_make(10**15 + 7),
        lambda: plain_chips(1, 10**12).usable(10**12 + 9),
        lambda: Pile.of({6: 10**6, 10: 10**6, 15: 10**6}).pay(30_999_999),
        lambda: plain_chips(10**6, 10**6 + 1).can_make(5),
        lambda: plain_chips(5000).most(10**15 - 1),
    ],
)
def test_odd_sets_take_no_time(call: object) -> None:
    start = time.thread_time()
    call()  # type: ignore[operator]
    assert time.thread_time() - start < 2


@given(data=st.data(), kinds=usual_values, amount=st.integers(0, 60_000), least=st.integers(0, 20))
def test_made_chips_are_worth_the_amount(data: st.DataObject, kinds: tuple[int, ...], amount: int, least: int) -> None:
    chips = plain_chips(*kinds)
    most = chips.most(amount)
    assert chips.can_make(most) and not any(chips.can_make(more) for more in range(most + 1, amount + 1))
    if not chips.can_make(amount):
        for make in (chips.make, chips.usable):
            with pytest.raises(Conflict, match=r"the nearest (are|is) \d+"):
                make(amount)
        return
    usable = chips.usable(amount, least=least)
    assert chips.make(amount).total == usable.total == amount
    assert chips.make(amount).chips <= usable.chips
    stock = data.draw(piles(chips))
    players = data.draw(st.integers(1, 4))
    if fewest(amount, {value: stock.count(value) // players for value in kinds}) is None:
        with pytest.raises(Conflict, match="cannot be made"):
            chips.usable(amount, least=least, stock=stock, players=players)
        return
    each = chips.usable(amount, least=least, stock=stock, players=players)
    assert each.total == amount
    assert all(each.count(value) * players <= stock.count(value) for value in kinds)


def test_a_mix_has_about_as_many_small_chips_as_are_wanted() -> None:
    chips = plain_chips(25, 100, 500, 1_000, 5_000)
    assert str(chips.usable(30_000, least=12)) == "25x12 100x12 500x13 1000x12 5000x2"
    assert str(chips.usable(1_000)) == "25x8 100x8"
    assert str(chips.usable(100)) == "25x4"
    assert str(chips.usable(0)) == "no chips"
    assert str(chips.usable(775, least=0)) == str(chips.make(775)) == "25x3 100x2 500x1"


@given(data=st.data(), kinds=usual_values)
def test_paying_and_changing_keeps_the_value(data: st.DataObject, kinds: tuple[int, ...]) -> None:
    chips = plain_chips(*kinds)
    pile = data.draw(piles(chips))
    price = data.draw(st.integers(0, pile.total))
    paid = pile.pay(price)
    if paid is None:
        assert fewest(price, dict(pile.counts)) is None
    else:
        assert paid.total == price and (pile - paid) + paid == pile
    if chips.can_make(pile.total - price):
        assert chips.change(pile, price).total == pile.total - price


def test_change_is_given_on_what_is_enough() -> None:
    chips = plain_chips(25, 100, 500)
    assert str(chips.change(Pile.of({100: 3}), 300)) == "no chips"
    with pytest.raises(Conflict, match=r"100x2 \(200 in all\) cannot pay a price of 225"):
        chips.change(Pile.of({100: 2}), 225)
    with pytest.raises(Conflict, match="cannot pay a price of -1"):
        chips.change(Pile.of({100: 2}), -1)
    with pytest.raises(Conflict, match="there is no 50 chip"):
        chips.change(Pile.of({50: 2}), 25)


@given(amounts=st.lists(st.integers(1, 40).map(lambda number: number * 25), min_size=1, max_size=6))
def test_chips_that_no_blind_needs(amounts: list[int]) -> None:
    chips = plain_chips(5, 25, 100, 500)
    gone = chips.unneeded(amounts)
    assert gone[:1] == (5,)
    assert (25 in gone) == all(amount % 100 == 0 for amount in amounts)
    assert (100 in gone) == all(amount % 500 == 0 for amount in amounts)
    assert 500 not in gone


# ---- sets and piles


def test_a_set_knows_its_chips() -> None:
    chips = read_chips("T25 Green, 100 black,1k, 5000 light blue")
    assert chips.values == (25, 100, 1000, 5000)
    assert chips.smallest == 25
    assert chips.above(100) == 1000
    assert str(chips) == "25 Green, 100 black, 1000, 5000 light blue"
    assert [chips.find(name).value for name in ("green", "T25", "1K", "Light Blue", " 100 ")] == [
        25,
        25,
        1000,
        5000,
        100,
    ]
    assert str(chips.without(25)) == "100 black, 1000, 5000 light blue"
    assert chips.tell(read_pile("25x2 1000x1", chips)) == "1 of 1000, 2 Green"
    assert msgspec.json.decode(msgspec.json.encode(chips), type=ChipSet) == chips
    assert hash(chips) == hash(read_chips(str(chips)))


@each(
    ("call", "message"),
    [
        (lambda: ChipSet(()), "a chip set needs 1 to 20 denominations, not 0"),
        (lambda: plain_chips(*range(1, 23)), "a chip set needs 1 to 20 denominations, not 22"),
        (lambda: ChipSet((Chip(5), Chip(1))), "list each denomination once, smallest first, not"),
        (lambda: ChipSet((Chip(5), Chip(5))), "each denomination once"),
        (lambda: Chip(0), "value: expected 1 to"),
        (lambda: Chip(10**13), "value: expected 1 to"),
        (lambda: Chip(5, "25"), "colour: expected a name such as 'green' or 'light blue', not"),
        (lambda: Chip(5, "red, blue"), "colour: expected a name such as 'green' or 'light blue', not"),
        (lambda: ChipSet((Chip(5, "red"), Chip(25, "Red"))), "a colour can have only one denomination, but"),
        (lambda: plain_chips(5).without(5), "removing 5 would leave no chips"),
        (lambda: plain_chips(5).without(25), "there is no 25 chip; the set has 5 red"),
        (lambda: plain_chips(5).above(5), "is already the largest chip"),
        (lambda: plain_chips(5).make(-5), "an amount of chips cannot be negative: "),
        (
            lambda: plain_chips(5).usable(5, least=-1),
            "expected at least 1 player and at least 0 chips of each kind, not",
        ),
        (
            lambda: plain_chips(5).usable(5, players=0),
            "expected at least 1 player and at least 0 chips of each kind, not",
        ),
        (
            lambda: plain_chips(5).usable(10, stock=Pile.of({5: 3}), players=2),
            "10 cannot be made with 5x1, of which each of 2 players has so many",
        ),
        (lambda: plain_chips(6, 10, 15).make(29), "the nearest are 28 and 30"),
        (lambda: plain_chips(10).make(3), "the nearest is 10"),
        (lambda: Pile(((25, 0),)), "expected 1 to 1000000, not 0"),
        (lambda: Pile(((25, 1), (5, 1))), "list each denomination of a pile once, smallest first, not"),
        (lambda: Pile(((-5, 1),)), "expected 1 to 1000000000000, not -5"),
        (lambda: Pile.of({25: 3}) - Pile.of({25: 4}), "25x3 has 3 chips of 25, not 4"),
        (lambda: Pile() - Pile.of({25: 4}), "no chips has 0 chips of 25, not 4"),
    ],
)
def test_impossible_chip_calls_are_refused(call: object, message: str) -> None:
    with pytest.raises((Conflict, BadNotation), match=message):
        call()  # type: ignore[operator]


@given(data=st.data(), kinds=usual_values)
def test_a_pile_is_read_as_it_is_written(data: st.DataObject, kinds: tuple[int, ...]) -> None:
    chips = plain_chips(*kinds)
    pile = data.draw(piles(chips))
    text = str(pile) if pile.counts else ""
    assert read_pile(text) == read_pile(text, chips) == pile
    assert (pile + pile) - pile == pile
    assert (pile + pile).total == 2 * pile.total


@each(
    ("text", "counts"),
    [
        ("25x4 100x10", {25: 4, 100: 10}),
        ("T25", {25: 1}),
        ("t25 T25", {25: 2}),
        ("25 x 4, 100 * 10", {25: 4, 100: 10}),
        ("5k\u00d72", {5000: 2}),
        ("greenx4, red", {25: 4, 5: 1}),
        ("25, 100", {25: 1, 100: 1}),
        ("", {}),
    ],
)
def test_piles_are_read_in_many_notations(text: str, counts: dict[int, int]) -> None:
    assert read_pile(text, plain_chips()) == Pile.of(counts)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1,500x3", "is ambiguous: write numbers without commas, and put a space between chips"),
        ("gren x4", "did you mean 'green'"),
        ("50x4", "unknown chip '50'; the choices are 1 white"),
        ("25x99999999", "expected chips with the denomination first, as in '25x4 100x10', not"),
        ("25x1000001", "expected 1 to 1000000, not 1000001"),
    ],
)
def test_piles_that_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(BadNotation, match=message):
        read_pile(text, plain_chips())


@given(st.text(alphabet="0125xkT, greenblack\u00d7\u0663-", max_size=20))
def test_any_text_is_a_pile_or_bad_notation(text: str) -> None:
    for read in (read_pile, lambda told: read_pile(told, plain_chips()), read_chips):
        with suppress(BadNotation):
            assert read(text).chips is not None  # type: ignore[operator]


def test_sets_that_cannot_be_read() -> None:
    for text, message in (
        ("green 25", "expected chips as a value and a colour, as in '25 green, 100 black', not"),
        ("25 x, 100 x", "one denomination"),
        ("25, 25", "once"),
    ):
        with pytest.raises(BadNotation, match=message):
            read_chips(text)
    assert [chip.colour for chip in plain_chips().chips] == [COLOURS[value] for value in plain_chips().values]


# ---- colouring up, late exchanges, forfeits


@given(data=st.data(), kinds=usual_values)
def test_a_colour_up_keeps_the_value_and_makes_fewer_chips(data: st.DataObject, kinds: tuple[int, ...]) -> None:
    chips = plain_chips(*kinds)
    stack = data.draw(piles(chips))
    handed = Pile.of({value: data.draw(st.integers(0, count)) for value, count in stack.counts})
    try:
        done = colour_up(2, stack, handed, chips)
    except Conflict:
        assert chips.make(handed.total).chips == handed.chips
        return
    assert done.after.total == stack.total and done.got.total == handed.total
    assert done.after.chips < stack.chips
    assert done.rows == ()


def test_a_colour_up_the_director_wants() -> None:
    chips = plain_chips(25, 100, 500)
    done = colour_up(0, read_pile("25x20 500x1"), read_pile("25x20"), chips, read_pile("100x5"))
    assert str(done.after) == "100x5 500x1"
    for handed, got, message in (
        ("25x21", None, "25x20 500x1 has 20 chips of 25, not 21"),
        ("25x4", "100x1 25x1", "chips must be changed at equal value"),
        ("25x4", "50x2", "no 50 chip"),
        ("500x1", "100x5", "must reduce the number of chips"),
    ):
        with pytest.raises(Conflict, match=message):
            colour_up(0, read_pile("25x20 500x1"), read_pile(handed), chips, None if got is None else read_pile(got))
    with pytest.raises(Conflict, match="`seat` must not be negative, but is -1"):
        colour_up(-1, read_pile("25x20"), read_pile("25x20"), chips)


@given(old=st.dictionaries(st.sampled_from([5, 10, 25, 50, 7]), st.integers(1, 50), min_size=1), new=st.integers(0, 3))
def test_late_chips_are_changed_as_far_as_they_go(old: dict[int, int], new: int) -> None:
    chips = plain_chips(100, 500)
    stack = Pile.of({**old, 100: new})
    done = exchange_late(4, stack, chips)
    assert done.handed == Pile.of(old)
    assert (
        done.after.total == stack.total - done.lost + done.kept_in == stack.total + sum(row.amount for row in done.rows)
    )
    assert done.after.counts
    assert done.kept_in == (100 if not new and not done.got.counts else 0)
    best = max(amount for amount in range(0, done.handed.total + 1, 100) if fewest(amount, old) is not None)
    assert done.got.total == best
    chips.check(done.after)


def test_only_chips_out_of_play_are_late() -> None:
    with pytest.raises(Conflict, match="these denominations are still in play: 100 black, 500 purple"):
        exchange_late(0, read_pile("100x1"), plain_chips(100, 500))


def test_a_forfeit_is_of_what_one_has() -> None:
    done = forfeit(1, 500, 200)
    assert [(row.why, row.amount, str(row.cite)) for row in done.rows] == [(Why.FORFEITED, -200, "TDA-2013:55")]
    for chips in (0, -1, 501):
        with pytest.raises(Conflict, match="the player can forfeit at most 500"):
            forfeit(1, 500, chips)
