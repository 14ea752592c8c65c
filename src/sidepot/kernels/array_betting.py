"""A betting round over arrays: the compilable counterpart of `hand.betting`, with the same names and rules.

That module explains the meaning and the rules. The state of a round is in the record of its table.
"""

from __future__ import annotations

from typing import Final

from sidepot.hand.betting_terms import BINDS, FIXED_LIMIT, FULL, HALF, HALF_ALONE, LIFTED, NO_LIMIT, SPREAD_LIMIT
from sidepot.kernels.bits import count, index, lowest, next_seat
from sidepot.kernels.jit import once, part
from sidepot.kernels.records import Form, Table

_FIXED, _NO_LIMIT, _SPREAD = FIXED_LIMIT, NO_LIMIT, SPREAD_LIMIT
_FULL, _HALF, _HALF_ALONE = FULL, HALF, HALF_ALONE
_BINDS, _LIFTED = BINDS, LIFTED

NOT_YET: Final = -1  # the level at which a seat has acted that has not acted


@part
def one_or_none(mask: int) -> bool:
    """Whether at most one seat is in a mask."""
    return not mask & (mask - 1)


@part
def owes_call(form: Form, table: Table) -> bool:
    """Whether the only seat with chips still has to match another seat's bet."""
    if not table.able:
        return False
    mine = table.bets[index(lowest(table.able))]
    for seat in range(form.seats):
        if table.bets[seat] > mine:
            return True
    return False


@part
def lift_or_cap(form: Form, table: Table) -> None:
    """Allow no more raises in this round, unless the house lifts the cap on raises when two players remain."""
    if form.cap_heads_up == _LIFTED:
        table.capped = 1 if count(table.able) > 2 else 0
    else:
        table.capped = 1 if form.cap_heads_up == _BINDS or count(table.began) > 2 else 0


@part
def open_round(form: Form, table: Table, unit: int) -> None:
    """Start a betting round, with no bets made yet."""
    for seat in range(form.seats):
        table.bets[seat] = 0
        table.acted[seat] = NOT_YET
    table.extra = table.alt = table.price = table.level = table.full_at = table.raises = table.capped = 0
    table.to_act = table.began = table.able
    table.actor = -1
    table.unit = unit
    table.full_raise = form.low if form.low else unit
    table.checked = 0


@once
def open_at_blinds(form: Form, table: Table) -> None:
    """Start the first round after the posted blinds."""
    price = form.price
    table.price = table.level = table.full_at = price
    table.raises = form.raises
    table.full_raise = max(table.full_raise, price)
    if form.high and table.full_raise > form.high:
        table.full_raise = form.high
    table.to_act = table.able
    if form.bets and form.raises >= form.bets:
        lift_or_cap(form, table)
    if form.assumed:
        posted = 0
        for seat in range(form.seats):
            posted += table.bets[seat]
        table.extra = max(form.assumed - posted, 0)
    elif form.small_left >= 0:
        table.extra = form.big_blind


@part
def pass_on(form: Form, table: Table, seat: int) -> None:
    """Give the action to the next seat clockwise from `seat` that must still act."""
    table.actor = next_seat(table.to_act, seat, form.seats)


@part
def begin(form: Form, table: Table, first: int) -> None:
    """Give the action to the first seat from `first` on that may act."""
    if one_or_none(table.able) and not owes_call(form, table):
        table.to_act = 0
    pass_on(form, table, first - 1)


@part
def open_for_bring_in(table: Table, price: int) -> None:
    """Set the price of the bring-in. The bring-in counts as a raise only if it is as large as the bet."""
    table.price = price
    if price >= table.full_raise:
        table.level = table.full_at = price
        table.raises = 1


@once
def fold(form: Form, table: Table) -> None:
    """Fold the hand of the actor."""
    gone = ~(1 << table.actor)
    table.live &= gone
    table.able &= gone
    table.to_act &= gone
    if one_or_none(table.live) or (one_or_none(table.able) and not owes_call(form, table)):
        table.to_act = 0
    pass_on(form, table, table.actor)


@once
def put_in(form: Form, table: Table, amount: int) -> None:
    """Add chips for the actor: for a check, call or bring-in, or for a raise."""
    seat = index(table.actor)
    mine = 1 << table.actor
    left = table.stacks[seat] - amount
    table.stacks[seat] = left
    table.bets[seat] += amount
    table.put[seat] += amount
    table.pot += amount
    table.acted[seat] = table.level
    able = table.able if left else table.able & ~mine
    table.able = able
    to_act = table.to_act & able & ~mine
    if to_act == able and one_or_none(able) and not owes_call(form, table):
        to_act = 0
    table.to_act = to_act
    pass_on(form, table, table.actor)


@once
def raise_to(form: Form, table: Table, to: int) -> int:
    """Apply a bet, raise or completion to a total of `to` for the round. Returns this total, which must then be put
    in.
    """
    if form.kind == _FIXED:
        step = to - table.full_at
        size = table.unit
        if table.alt and step >= table.alt:
            table.unit = size = table.alt
            table.alt = 0
    else:
        step = to - table.level
        size = table.full_raise
    counted = step if form.reopening == _HALF else to - table.level if form.reopening == _HALF_ALONE else 0
    if step >= size or 2 * counted >= size:
        table.full_at = to
        table.raises += 1
        if step > size:
            table.full_raise = min(step, form.high) if form.high else step
        if form.bets and table.raises >= form.bets:
            lift_or_cap(form, table)
    table.price = table.level = to
    table.to_act = table.able
    return to


@once
def is_reopened(form: Form, table: Table, seat: int) -> bool:
    """Whether the seat may raise. It may if it has not acted yet, or if the raises since its last action are large
    enough.
    """
    acted = table.acted[index(seat)]
    if acted < 0 or (table.full_at > acted and form.reopening != _HALF):
        return True
    if form.reopening in (_FULL, _HALF_ALONE):
        return False
    size = table.unit if form.kind == _FIXED else table.full_raise
    raised = table.level - acted
    return bool(2 * raised >= size) if form.reopening == _HALF else bool(raised >= size)


@once
def assumed(form: Form, table: Table) -> int:
    """The chips that count as part of the pot for a pot-limit raise, although nobody has put them in."""
    if not table.extra or form.small_left < 0:
        return table.extra
    small, big = seat_left(form, table, form.small_left), seat_left(form, table, form.big_left)
    if table.actor == small or table.acted[index(big)] >= 0 or not table.live >> big & 1:
        return 0
    return int(max(form.big_blind - table.bets[index(small)], 0))


@part
def seat_left(form: Form, table: Table, places: int) -> int:
    """The seat that is this many places left of the button."""
    seat = table.button + places
    return seat - form.seats if seat >= form.seats else seat


@once
def may_raise(form: Form, table: Table) -> bool:
    """Whether the actor's chips allow a bet or raise."""
    seat = table.actor
    all_in = table.bets[index(seat)] + table.stacks[index(seat)]
    alone = table.able & ~(1 << seat) == 0
    if (all_in <= table.price) | (table.capped != 0) | alone:
        return False
    return is_reopened(form, table, seat)


@once
def bounds(form: Form, table: Table) -> tuple[int, int]:
    """The minimum and maximum total to bet or raise to. The actor must be allowed to bet or raise."""
    here = index(table.actor)
    all_in = table.bets[here] + table.stacks[here]
    if form.kind == _FIXED:
        full = table.full_at + table.unit
        most = table.full_at + table.alt if table.alt else full
    else:
        full = table.level + table.full_raise
        if form.kind == _NO_LIMIT:
            most = all_in
        elif form.kind == _SPREAD:
            most = table.price + form.high
        else:
            after_call = table.pot + assumed(form, table) + table.price - table.bets[here]
            most = max(full, table.price + after_call * form.numerator // form.denominator)
        if form.chip > 1:
            full += -full % form.chip
            if most < all_in:
                most = max(most + (-most % form.chip if form.rounds_up else -(most % form.chip)), full)
    return min(full, all_in), min(most, all_in)


@part
def nearest(form: Form, table: Table, to: int, low: int, high: int) -> int:
    """The largest allowed total not above `to`, or `low` if there is none, as in `hand.betting_terms.nearest`."""
    if to >= high:
        return high
    if table.alt:
        return low
    return max(to - to % form.chip, low) if form.chip > 1 else max(to, low)
