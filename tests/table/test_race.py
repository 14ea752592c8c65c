"""The chip race and the draw for the first button: chips add up, nobody is raced out, the highest cards win."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from sidepot.cards import STANDARD_DECK, Deck, card, cards, rank_of
from sidepot.errors import Conflict
from sidepot.rules.table_choices import FirstButton, RaceRounding
from sidepot.table.chips import ChipSet, plain_chips
from sidepot.table.colour import Why
from sidepot.table.draw import FirstDraw, draw_button, drawn_seat
from sidepot.table.piles import Pile
from sidepot.table.race import announce, deal_race, odd_chips, prizes, race

SETS = (plain_chips(25, 100, 500), plain_chips(1, 5, 25), plain_chips(20, 50, 100), plain_chips(500, 1000))
tables = st.sampled_from(SETS).flatmap(
    lambda chips: st.tuples(
        st.just(chips),
        st.dictionaries(
            st.integers(0, 9), st.tuples(*[st.integers(0, 12)] * len(chips.values)), min_size=1, max_size=10
        ),
    )
)
Table = tuple[ChipSet, dict[int, tuple[int, ...]]]


def stacks_of(table: Table) -> dict[int, Pile]:
    chips, counts = table
    return {seat: Pile.of(dict(zip(chips.values, some, strict=True))) for seat, some in counts.items()}


@given(table=tables, rounding=st.sampled_from(RaceRounding), seed=st.integers(0, 10**9))
def test_a_race(table: Table, rounding: RaceRounding, seed: int) -> None:
    chips, stacks = table[0], stacks_of(table)
    removed, smallest = chips.values[:2]
    odd = odd_chips(stacks, chips)
    dealt = deal_race(odd, Deck(below=Random(seed).randrange))
    sheet = race(stacks, chips, dealt, rounding)

    # chips add up, seat by seat and in all, and the ledger says the same
    assert sheet.before == sum(pile.total for pile in stacks.values())
    assert (
        sheet.after == sheet.before + sheet.issued - sheet.taken == sheet.before + sum(row.amount for row in sheet.rows)
    )
    for seat in sheet.seats:
        before = stacks[seat.seat]
        assert seat.after.total == before.total - seat.taken + seat.won + seat.kept_in
        assert seat.exchanged + seat.taken == before.count(removed) * removed
        assert [row.seat for row in seat.rows] == [seat.seat] * len(seat.rows)

        # whoever had chips has chips, all of them are in play, and nobody won more than one
        assert seat.after.total >= smallest
        chips.without(removed).check(seat.after)
        assert seat.won in (0, smallest) and seat.kept_in in (0, smallest)
        assert seat.kept_in == 0 or seat.after == Pile.of({smallest: 1}) and not seat.won
    assert [seat.seat for seat in sheet.seats] == sorted(seat for seat, pile in stacks.items() if pile.counts)

    # as many chips are won as the odd ones make, by the seats with the highest cards
    total = sum(seat.taken for seat in sheet.seats)
    down, rest = divmod(total, smallest)
    more = {RaceRounding.DOWN: 0, RaceRounding.UP: rest > 0, RaceRounding.NEAREST: 2 * rest >= smallest}[rounding]
    racing = [seat for seat in sheet.seats if seat.odd]
    winners = [seat for seat in racing if seat.won]
    assert len(winners) == min(down + more, len(racing))
    lowest = min((max(seat.cards) for seat in winners), default=99)
    assert all(max(seat.cards) < lowest for seat in racing if not seat.won)

    # in steps of one size the most that rounding changes is one chip; keeping players in is beside it
    if smallest % removed == 0:
        kept = sum(row.amount for row in sheet.rows if row.why is Why.KEPT_IN)
        assert abs(sheet.after - kept - sheet.before) < smallest
    assert announce(odd, chips, rounding) and sheet.lines


@given(tables)
def test_as_much_as_possible_is_handed_in_at_value(table: Table) -> None:
    chips, stacks = table[0], stacks_of(table)
    removed, smallest = chips.values[:2]
    for odd in odd_chips(stacks, chips):
        assert odd.handed + odd.odd == odd.stack.count(removed)
        assert odd.got.total == odd.handed * removed
        assert not any(count * removed % smallest == 0 for count in range(1, odd.odd + 1))


def test_cards_are_dealt_from_seat_one_each_seat_all_at_once() -> None:
    stacks = {7: Pile.of({25: 1}), 0: Pile.of({25: 3}), 2: Pile.of({25: 4}), 3: Pile.of({25: 6})}
    odd = odd_chips(stacks, plain_chips(25, 100))
    assert deal_race(odd, Deck(cards("As2s3s4s5s6s"))) == {0: cards("As2s3s"), 3: cards("4s5s"), 7: cards("6s")}


def test_the_same_race_comes_of_the_same_cards() -> None:
    stacks = {seat: Pile.of({25: seat + 1, 100: 2}) for seat in range(3)}
    chips = plain_chips(25, 100)
    dealt = deal_race(odd_chips(stacks, chips), Deck(below=Random(5).randrange))
    assert race(stacks, chips, dealt) == race(stacks, chips, dict(reversed(dealt.items())))


CHIPS = plain_chips(25, 100)
TWO = {0: Pile.of({25: 2}), 1: Pile.of({25: 2})}


@each(
    ("call", "message"),
    [
        (
            lambda: race(TWO, CHIPS, {0: cards("AsKs"), 1: cards("Qs")}),
            r"seat 2 has 2 odd chips .* not 1 \(TDA-2013:23-A",
        ),
        (lambda: race(TWO, CHIPS, {}), "seat 1 has 2 odd chips"),
        (lambda: race(TWO, CHIPS, {0: cards("AsKs"), 1: cards("QsJs"), 4: cards("Ts")}), "seat 5 has 0 odd chips"),
        (lambda: race(TWO, CHIPS, {0: cards("AsKs"), 1: cards("QsAs")}), "As was dealt twice"),
        (
            lambda: race(TWO, CHIPS, {0: cards("AsKs"), 1: cards("Qs??")}),
            r"is not one of the 52 cards that a race uses",
        ),
        (
            lambda: race(TWO, CHIPS, {0: cards("AsKs"), 1: cards("QsJo")}),
            "is not one of the 52 cards that a race uses",
        ),
        (lambda: race({-1: Pile.of({25: 1})}, CHIPS, {}), "`seat` must not be negative, but is -1"),
        (lambda: race({0: Pile.of({50: 1})}, CHIPS, {}), "no 50 chip"),
        (lambda: race(TWO, plain_chips(25), {}), "is already the largest chip"),
        (lambda: race(TWO, CHIPS, {}, removed=100), "is the smallest chip; exchange"),
        (lambda: race(TWO, CHIPS, {}, removed=7), "no 7 chip"),
    ],
)
def test_a_race_that_cannot_be(call: Callable[[], object], message: str) -> None:
    with pytest.raises(Conflict, match=message):
        call()


def test_more_odd_chips_than_a_pack_has_cards() -> None:
    stacks = {seat: Pile.of({5: 19}) for seat in range(3)}
    odd = odd_chips(stacks, plain_chips(5, 100))
    with pytest.raises(Conflict, match="; race to a smaller denomination, or change some chips at equal value first"):
        deal_race(odd, Deck(STANDARD_DECK[::-1]))
    with pytest.raises(Conflict, match="; race to a smaller denomination, or change some chips at equal value first"):
        race(stacks, plain_chips(5, 100), dict.fromkeys(range(3), STANDARD_DECK[:19]))


def test_no_odd_chips_no_race() -> None:
    stacks = {0: Pile.of({25: 4}), 1: Pile.of({100: 1})}
    sheet = race(stacks, CHIPS, {})
    assert sheet.before == sheet.after == 200
    assert sheet.rows == ()
    assert announce(odd_chips(stacks, CHIPS), CHIPS)[-1] == "There are no odd chips, so nothing is raced for."


def test_chips_of_20_in_a_set_of_50() -> None:
    """Denominations that do not divide each other: five of 20 make two of 50, and what is left is raced for."""
    chips = plain_chips(20, 50)
    stacks = {0: Pile.of({20: 9}), 1: Pile.of({20: 4, 50: 1})}
    odd = odd_chips(stacks, chips)
    assert [(str(each.got), each.odd) for each in odd] == [("50x2", 4), ("no chips", 4)]
    assert prizes(odd, chips, RaceRounding.DOWN) == 3  # and two players can win two of them
    sheet = race(stacks, chips, {0: cards("2c2d2h2s"), 1: cards("AcAdAhAs")}, RaceRounding.DOWN)
    assert [seat.won for seat in sheet.seats] == [50, 50]


# ---- the first button

seats = st.lists(st.integers(0, 9), min_size=2, max_size=10, unique=True)


@given(seats=seats, rule=st.sampled_from(FirstButton), seed=st.integers(0, 10**9))
def test_a_draw_is_fair_to_its_cards(seats: list[int], rule: FirstButton, seed: int) -> None:
    drawn = draw_button(seats, rule, Deck(below=Random(seed).randrange))
    got = [seat for seat, _ in drawn.dealt]
    assert got == [seats[at % len(seats)] for at in range(len(got))]
    if rule is FirstButton.HIGH_CARD:
        assert len(got) == len(seats)
        assert (drawn.seat, max(dealt for _, dealt in drawn.dealt)) in drawn.dealt
    else:
        jacks = [rank_of(dealt) == rank_of(card("Js")) for _, dealt in drawn.dealt]
        assert jacks == [False] * (len(jacks) - 1) + [True]
        assert drawn.seat == got[-1]
    # the record is the draw
    again = draw_button(seats, rule, Deck([dealt for _, dealt in drawn.dealt]))
    assert again == drawn == FirstDraw(rule, drawn.dealt, drawn.seat)
    with pytest.raises(Conflict, match="according to these cards, seat"):
        FirstDraw(rule, drawn.dealt, drawn.seat + 1)


@each(
    ("rule", "dealt", "message"),
    [
        (FirstButton.HIGH_CARD, "", "the draw for the first button uses 52 face-up cards; none was dealt"),
        (FirstButton.HIGH_CARD, "0As", "deal one card each to at least two different seats, not to"),
        (FirstButton.HIGH_CARD, "0As 0Ks", "deal one card each to at least two different seats, not to seats 1, 1"),
        (FirstButton.HIGH_CARD, "0As 1As", "As was dealt twice"),
        (FirstButton.HIGH_CARD, "0As 1??", "is not one of them"),
        (FirstButton.HIGH_CARD, "0As 1Jo", "is not one of them"),
        (
            FirstButton.FIRST_JACK,
            "0As 1Ks",
            r"cards must be dealt round the table until the first jack, and none after it",
        ),
        (
            FirstButton.FIRST_JACK,
            "0Js 1Ks",
            "cards must be dealt round the table until the first jack, and none after it",
        ),
        (
            FirstButton.FIRST_JACK,
            "0Js 1Jh",
            "cards must be dealt round the table until the first jack, and none after it",
        ),
    ],
)
def test_cards_no_draw_can_have(rule: FirstButton, dealt: str, message: str) -> None:
    with pytest.raises(Conflict, match=message):
        drawn_seat(rule, [(int(one[0]), card(one[1:])) for one in dealt.split()])


def test_a_draw_needs_two_seats_and_cards_enough() -> None:
    deck = Deck(cards("AsKs"))
    for some in ((), (1,), (1, 1), (-1, 2)):
        with pytest.raises(Conflict, match="drawing for the first button needs at least two different seats, not"):
            draw_button(some, FirstButton.HIGH_CARD, deck)
    with pytest.raises(Conflict, match="3 cards are needed"):
        draw_button((0, 1, 2), FirstButton.HIGH_CARD, deck)
    assert len(deck) == 2
    with pytest.raises(Conflict, match="all cards were dealt, but no jack appeared"):
        draw_button((0, 1), FirstButton.FIRST_JACK, deck)
