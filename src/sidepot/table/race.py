"""The chip race: the smallest chips leave play, at value if possible; the odd ones are raced for.

First, each seat exchanges chips at value as far as possible. Each odd chip that is left gets one card, from seat 1 on,
each seat getting all its cards at once; the highest cards by suit win one chip each, at most one per player. A player
who is left with nothing gets one chip of the smallest kind still in play. Source: T23a, T23b, T23c, T23d; Robert's,
tournaments.

>>> from sidepot.cards import cards
>>> from sidepot.table.chip_text import read_pile
>>> from sidepot.table.chips import plain_chips
>>> stacks = {0: read_pile("25x3 100x4"), 1: read_pile("25x1"), 3: read_pile("25x2 500x1")}
>>> cards_of = {0: cards("9c4d2h"), 1: cards("As"), 3: cards("KdKh")}
>>> sheet = race(stacks, plain_chips(25, 100, 500), cards_of)
>>> [(seat.seat, seat.won, seat.kept_in, seat.after.total) for seat in sheet.seats]
[(0, 0, 0, 400), (1, 100, 0, 100), (3, 100, 0, 600)]
>>> sheet.before, sheet.issued, sheet.taken, sheet.after
(1050, 200, 150, 1100)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import lcm

import msgspec

from sidepot.cards import STANDARD_DECK, Deck, find_duplicate, text
from sidepot.errors import Conflict
from sidepot.rules.table_choices import RaceRounding
from sidepot.table.chips import ChipSet
from sidepot.table.colour import RULES, Row, Why
from sidepot.table.piles import Pile


class OddChips(msgspec.Struct, frozen=True):
    """A seat's chips at a colour-up.

    - `handed`: the number of chips that are exchanged at value
    - `got`: the chips that the seat gets in exchange
    - `odd`: the number of odd chips, each of which gets a card
    """

    seat: int
    stack: Pile
    handed: int
    got: Pile  # at value, in chips of the smallest kind still in play
    odd: int


class RaceSeat(msgspec.Struct, frozen=True):
    """What a race did to one seat. Amounts are values in chips, except that `odd` is a number of physical chips."""

    seat: int
    before: int
    exchanged: int
    odd: int
    cards: tuple[int, ...]
    taken: int  # the value of the odd chips, which leave play
    won: int
    kept_in: int  # the chip of a player who would have nothing left
    after: Pile

    @property
    def rows(self) -> tuple[Row, ...]:
        """The entries for the ledger. Chips exchanged at equal value have none."""
        rows = ((Why.RACED_OFF, -self.taken), (Why.WON, self.won), (Why.KEPT_IN, self.kept_in))
        return tuple(Row(self.seat, why, amount) for why, amount in rows if amount)


class RaceSheet(msgspec.Struct, frozen=True):
    """The result of a race, to be shown at the table and booked in the ledger."""

    removed: int
    smallest: int
    rounding: RaceRounding
    seats: tuple[RaceSeat, ...]

    @property
    def before(self) -> int:
        """The value of all chips on the table before the race."""
        return sum(seat.before for seat in self.seats)

    @property
    def after(self) -> int:
        """The value of all chips on the table after the race."""
        return sum(seat.after.total for seat in self.seats)

    @property
    def taken(self) -> int:
        """The value that left play: the odd chips."""
        return sum(seat.taken for seat in self.seats)

    @property
    def issued(self) -> int:
        """The value that entered play: chips won, and chips given to keep players in."""
        return sum(seat.won + seat.kept_in for seat in self.seats)

    @property
    def rows(self) -> tuple[Row, ...]:
        """The entries for the ledger. Their sum is the value that entered play minus the value that left it."""
        return tuple(row for seat in self.seats for row in seat.rows)

    @property
    def rack(self) -> tuple[tuple[int, int], ...]:
        """How many chips of each denomination the rack gains (below zero: gives out).

        >>> from sidepot.table.chip_text import read_pile
        >>> from sidepot.table.chips import plain_chips
        >>> race({0: read_pile("25x5 100x1")}, plain_chips(25, 100), {}, RaceRounding.DOWN).rack
        ((25, 5), (100, -1))
        """
        taken = sum([seat.odd + seat.exchanged // self.removed for seat in self.seats])
        given = sum([seat.exchanged + seat.won + seat.kept_in for seat in self.seats]) // self.smallest
        return ((self.removed, taken), (self.smallest, -given))

    @property
    def lines(self) -> tuple[str, ...]:
        """The result as the dealer announces it, seat by seat, and then the total."""
        return (
            *[_seat_text(seat, self.smallest) for seat in self.seats],
            f"Chips of {self.removed} are out of play. On the table: {self.before} before, {self.after} now.",
        )


def odd_chips(stacks: Mapping[int, Pile], chips: ChipSet, removed: int | None = None) -> tuple[OddChips, ...]:
    """The chips that each seat hands in when the smallest chips leave play. As many as possible are exchanged at value;
    odd chips remain for a race.

    - `stacks`: the chips of each seat; seats without chips are out of the tournament
    - `chips`: the set that still includes the smallest chip
    - `removed`: the denomination that leaves play

    Rule: TDA-2013 23-A; TDA-2024 24-A. Raises Conflict if `removed` is not the smallest denomination.
    """
    kind = chips.smallest if removed is None else removed
    if kind in chips.values and kind != chips.smallest:
        raise Conflict(
            f"chips of {kind} cannot be raced off, because {chips.smallest} is the smallest chip; "
            "exchange them at equal value"
        )
    smallest = chips.above(kind)
    group = lcm(kind, smallest) // kind  # this many make whole chips of the next kind
    found = []
    for seat, stack in sorted(stacks.items()):
        if seat < 0:
            raise Conflict(f"`seat` must not be negative, but is {seat} (the first seat is 0)")
        chips.check(stack)
        count = stack.count(kind)
        handed = count - count % group
        if stack.counts:
            found.append(OddChips(seat, stack, handed, Pile.of({smallest: handed * kind // smallest}), count - handed))
    return tuple(found)


def prizes(odd: Sequence[OddChips], chips: ChipSet, rounding: RaceRounding = RaceRounding.NEAREST) -> int:
    """The number of larger chips that can be won in the race for the odd chips.

    `rounding` says whether one more chip is raced for if a remainder is left: always (`UP`), never (`DOWN`), or if it
    is worth at least half a larger chip (`NEAREST`).
    """
    removed, smallest = chips.values[:2]
    total = removed * sum(each.odd for each in odd)
    more = {RaceRounding.NEAREST: smallest // 2, RaceRounding.UP: smallest - 1, RaceRounding.DOWN: 0}[rounding]
    return (total + more) // smallest


def deal_race(odd: Sequence[OddChips], deck: Deck) -> dict[int, tuple[int, ...]]:
    """Deal the cards of a race: one for each odd chip. Seat 1 gets all its cards first, then seat 2, and so on.

    Raises Conflict if one deck has too few cards.
    """
    _enough(odd, len(deck))
    return {each.seat: deck.draw(each.odd) for each in odd if each.odd}


def race(
    stacks: Mapping[int, Pile],
    chips: ChipSet,
    cards: Mapping[int, Sequence[int]],
    rounding: RaceRounding = RaceRounding.NEAREST,
    removed: int | None = None,
    seats_won: Sequence[int] | None = None,
) -> RaceSheet:
    """Take the smallest chips out of play, and race for the odd chips with these `cards`, which `deal_race` deals.

    The highest cards win, and suits break ties. Each player wins at most one chip of the next kind. A player with no
    chips left gets a chip in addition to the chips raced for. No cards are needed if the odd chips are not worth a
    larger chip, or if `seats_won` lists the seats that won a chip. Rule: TDA-2013 23; TDA-2024 24.

    - `rounding`: whether one more chip is raced for if a remainder is left
    - `removed`: the denomination that leaves play (None: the smallest)

    Raises Conflict if stacks, cards and chips do not fit together.
    """
    odd = odd_chips(stacks, chips, removed)
    kind, smallest = chips.values[:2]
    to_win = prizes(odd, chips, rounding)
    winners: list[int] = []
    if seats_won is not None:
        winners = _check_winners(odd, seats_won, to_win)
    elif to_win or cards:
        _check_cards(odd, cards)
        racing = [each.seat for each in odd if each.odd]
        winners = sorted(racing, key=lambda seat: max(cards[seat]), reverse=True)[:to_win]
    seats = []
    for each in odd:
        left = each.stack - Pile.of({kind: each.handed + each.odd}) + each.got
        won = smallest * (each.seat in winners)
        kept_in = 0 if left.counts or won else smallest
        seats.append(
            RaceSeat(
                each.seat,
                each.stack.total,
                each.got.total,
                each.odd,
                tuple(cards.get(each.seat, ())),
                each.odd * kind,
                won,
                kept_in,
                left + Pile.of({smallest: (won + kept_in) // smallest}),
            )
        )
    return RaceSheet(kind, smallest, rounding, tuple(seats))


def announce(odd: Sequence[OddChips], chips: ChipSet, rounding: RaceRounding = RaceRounding.NEAREST) -> tuple[str, ...]:
    """What the dealer announces before dealing: that chips stay in view, the exchanges, and the number of chips to race
    for.

    Rule: TDA-2013 23-A, 23-B; TDA-2024 24-A, 24-B.
    """
    old, new = chips.chips[:2]
    count = sum(each.odd for each in odd)
    lines = [
        f"Chips of {old} leave play; {new} is then the smallest.",
        "All chips where everybody can see them, please, and stay to watch the race if you can.",
    ]
    for each in odd:
        parts = [f"{each.handed} for {each.got}"] if each.handed else []
        if each.odd:
            parts.append(f"{each.odd} odd, {each.odd} card{'s' * (each.odd > 1)}")
        if parts:
            lines.append(f"Seat {each.seat + 1}: {'; '.join(parts)}.")
    if not count:
        return (*lines, "There are no odd chips, so nothing is raced for.")
    won = min(prizes(odd, chips, rounding), len([each for each in odd if each.odd]))
    if not won:
        return (*lines, f"{count} odd chips, {count * old.value} in all, make no chip and are removed without a race.")
    what = f"{won} chip{'s' * (won > 1)} of {new.value}"
    return (*lines, f"{count} odd chips, {count * old.value} in all: the race is for {what}, one to a player at most.")


# ---- checks and text


def _enough(odd: Sequence[OddChips], cards: int) -> None:
    need = sum(each.odd for each in odd)
    if need > cards:
        raise Conflict(
            f"{need} odd chips need {need} cards, but there are {cards}; race to a smaller "
            "denomination, or change some chips at equal value first",
            RULES[Why.WON],
        )


def _check_winners(odd: Sequence[OddChips], won: Sequence[int], to_win: int) -> list[int]:
    """Raise Conflict unless these seats had odd chips, and each chip that was raced for went to one of them."""
    racing = [each.seat for each in odd if each.odd]
    strange = next((seat for seat in won if seat not in racing), None)
    if strange is not None:
        raise Conflict(f"seat {strange + 1} has no odd chips and cannot win a chip", RULES[Why.WON], code="bad_winner")
    most = min(to_win, len(racing))
    if len(set(won)) != len(won) or len(won) != most:
        raise Conflict(
            f"expected {most} different seats, which get one chip each, not {len(set(won))}",
            RULES[Why.WON],
            code="bad_winner",
        )
    return list(won)


def _check_cards(odd: Sequence[OddChips], cards: Mapping[int, Sequence[int]]) -> None:
    """Raise Conflict unless there is one card for each odd chip, all from one deck."""
    _enough(odd, len(STANDARD_DECK))
    need = {each.seat: each.odd for each in odd}
    for seat in sorted({*need, *cards}):
        got = len(cards.get(seat, ()))
        if got != need.get(seat, 0):
            raise Conflict(
                f"seat {seat + 1} has {need.get(seat, 0)} odd chips and must get as many cards, not {got}",
                RULES[Why.WON],
            )
    dealt = [card for some in cards.values() for card in some]
    strange = [card for card in dealt if card not in STANDARD_DECK]
    if strange:
        raise Conflict(f"{text(strange[:1])} is not one of the 52 cards that a race uses")
    twice = find_duplicate(dealt)
    if twice is not None:
        raise Conflict(f"{text((twice,))} was dealt twice")


def _seat_text(seat: RaceSeat, smallest: int) -> str:
    parts = []
    if seat.exchanged:
        parts.append(f"{seat.exchanged} changed at value")
    if seat.odd:
        shown = text(seat.cards) or f"{seat.taken} removed"
        parts.append(f"{shown}, wins {seat.won or 'nothing'}")
    if seat.kept_in:
        parts.append(f"nothing left, so it gets one chip of {smallest}")
    return f"Seat {seat.seat + 1}: {'; '.join([*parts, f'{seat.after.total} in all'])}."
