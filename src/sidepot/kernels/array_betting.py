"""A betting round over arrays: the compilable counterpart of `hand.betting`, with the same names and rules.

That module explains the meaning and the rules. The chips of a table are three arrays by seat: `stacks` behind, `bets`
in front and `acted`, the price at which a seat last acted. Everything else that a round needs is in a `Round`, a value:
each action makes a new one.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sidepot.hand.betting_terms import BINDS, FIXED_LIMIT, FULL, HALF, HALF_ALONE, LIFTED, NO_LIMIT, SPREAD_LIMIT
from sidepot.kernels.bits import count, index, lowest, next_seat
from sidepot.kernels.jit import Array, part

_FIXED, _NO_LIMIT, _SPREAD = FIXED_LIMIT, NO_LIMIT, SPREAD_LIMIT
_FULL, _HALF, _HALF_ALONE = FULL, HALF, HALF_ALONE
_BINDS, _LIFTED = BINDS, LIFTED

NOT_YET: Final = -(1 << 40)  # the level at which a seat has acted that has not acted: far below any


class Form(NamedTuple):
    """The constants of a batch, as plain integers. For other fields, see `hand.betting_terms.Terms`, `hand.plan` and
    `batch`.

    - `first`: how many seats left of the button the first seat to act is
    - `hole`, `two_three`: the number of hole cards of a seat, and how many of them play with the board
    - `halves`: into how many halves the pot is split
    - `even`: whether seats that tie for both halves split the whole pot once
    - `one_odd`: whether a winner gets at most one odd chip of the pot
    - `chip`: the smallest chip
    - `cap`: what a seat may lose in a hand (0 for its whole stack)
    - `rounds_up`: whether the maximum bet of pot limit is rounded up to whole chips
    - `lifted`: the big blind if the small blind counts as a big blind in the pot, else 0
    """

    seats: int
    hole: int
    two_three: int
    halves: int
    even: int
    one_odd: int
    chip: int
    rounds_up: int
    cap: int
    kind: int
    reopening: int
    bets: int
    cap_heads_up: int
    numerator: int
    denominator: int
    low: int
    high: int
    small: int
    big: int
    price: int
    raises: int
    first: int
    assumed: int
    lifted: int


class Round(NamedTuple):
    """The state of the current betting round, as in `hand.betting.Betting`, whose `level` is called `price` here.

    - `chips`: all chips of the table, in play or behind
    - `by_two`: whether only two seats, or fewer, could bet when the round began
    - `extra`: further chips that count in the pot; where the small blind counts as a big one, it is 1 + small * seats +
      big, from the seats of the blinds, until the big blind has acted
    """

    live: int
    able: int
    to_act: int
    actor: int
    price: int
    full_at: int
    full_raise: int
    raises: int
    capped: int
    unit: int
    extra: int
    chips: int
    by_two: int


@part
def owes_call(able: int, bets: Array) -> bool:
    """Whether the only seat with chips still has to match another seat's bet."""
    if not able:
        return False
    most = 0
    for bet in bets:
        most = max(most, bet)
    return bool(most > bets[index(lowest(able))])


@part
def caps(form: Form, able: int, by_two: int) -> int:
    """Whether the last bet of a round ends raising, as in `hand.betting.Betting.cap`."""
    if form.cap_heads_up == _BINDS:
        return 1
    return 1 if (count(able) > 2 if form.cap_heads_up == _LIFTED else not by_two) else 0


@part
def open_first(form: Form, live: int, able: int, chips: int, button: int, bets: Array) -> Round:
    """The round before the flop, after the blinds are posted."""
    price = form.price
    full_raise = max(form.low if form.low else form.small, price)
    if form.high:
        full_raise = min(full_raise, form.high)
    capped = 0
    by_two = 1 if count(live) <= 2 else 0
    if form.bets and form.raises >= form.bets:
        capped = caps(form, able, by_two)
    extra = 0
    if form.assumed:
        extra = form.assumed
        for bet in bets:
            extra -= bet
        extra = max(extra, 0)
    elif form.lifted:
        small = button if form.seats == 2 else (button + 1) % form.seats
        extra = 1 + small * form.seats + (small + 1) % form.seats
    to_act = able
    if not able & (able - 1) and not owes_call(able, bets):
        to_act = 0
    before = button + form.first - 1
    actor = next_seat(to_act, before if before < form.seats else before - form.seats, form.seats)
    raises, unit = form.raises, form.small
    return Round(live, able, to_act, actor, price, price, full_raise, raises, capped, unit, extra, chips, by_two)


@part
def open_next(form: Form, now: Round, street: int, button: int, bets: Array, acted: Array) -> Round:
    """A later round: there are no bets yet, and the first seat left of the button acts."""
    for seat in range(form.seats):
        bets[seat] = 0
        acted[seat] = NOT_YET
    unit = form.big if street > 1 else form.small
    full_raise = form.low if form.low else unit
    actor = next_seat(now.able, button, form.seats)
    by_two = 1 if count(now.able) <= 2 else 0
    return Round(now.live, now.able, now.able, actor, 0, 0, full_raise, 0, 0, unit, 0, now.chips, by_two)


@part
def extra_after(form: Form, now: Round) -> int:
    """The new value of `extra` after the actor has acted."""
    gone = form.lifted != 0 and now.extra != 0 and (now.extra - 1) % form.seats == now.actor
    return 0 if gone else now.extra


@part
def fold(form: Form, now: Round, bets: Array) -> Round:
    """Fold the hand of the actor."""
    gone = ~(1 << now.actor)
    live, able, to_act = now.live & gone, now.able & gone, now.to_act & gone
    if not live & (live - 1) or (not able & (able - 1) and not owes_call(able, bets)):
        to_act = 0
    actor = next_seat(to_act, now.actor, form.seats)
    return Round(
        live,
        able,
        to_act,
        actor,
        now.price,
        now.full_at,
        now.full_raise,
        now.raises,
        now.capped,
        now.unit,
        extra_after(form, now),
        now.chips,
        now.by_two,
    )


@part
def put_in(form: Form, now: Round, to: int, stacks: Array, bets: Array, acted: Array) -> Round:
    """Put chips of the actor in, up to a total of `to` for the round: a check, call, bet or raise."""
    seat = now.actor
    here = index(seat)
    price, full_at, full_raise, made, capped = now.price, now.full_at, now.full_raise, now.raises, now.capped
    to_act = now.to_act
    if to > price:
        fixed = form.kind == _FIXED
        step = to - (full_at if fixed else price)
        size = now.unit if fixed else full_raise
        alone = form.reopening == _HALF_ALONE and 2 * (to - price) >= size
        if step >= size or alone or (form.reopening == _HALF and 2 * step >= size):
            full_at = to
            made += 1
            if step > size:
                full_raise = min(step, form.high) if form.high else step
            if form.bets and made >= form.bets:
                capped = caps(form, now.able, now.by_two)
        price = to
        to_act = now.able
    left = stacks[here] - (to - bets[here])
    stacks[here] = left
    bets[here] = to
    acted[here] = price
    mine = 1 << seat
    able = now.able if left else now.able & ~mine
    to_act &= able & ~mine
    if not able & (able - 1):
        if to_act == able and not owes_call(able, bets):
            to_act = 0
    actor = next_seat(to_act, seat, form.seats)
    return Round(
        now.live,
        able,
        to_act,
        actor,
        price,
        full_at,
        full_raise,
        made,
        capped,
        now.unit,
        extra_after(form, now),
        now.chips,
        now.by_two,
    )


@part
def call_to(now: Round, stacks: Array, bets: Array) -> int:
    """The total of a call: the price, or the whole stack."""
    here = index(now.actor)
    mine = bets[here]
    return int(max(mine, min(now.price, mine + stacks[here])))


@part
def pot_of(now: Round, stacks: Array) -> int:
    """All chips in the pots and in front of the seats."""
    pot = now.chips
    for stack in stacks:
        pot -= stack
    return pot


@part
def may_raise(form: Form, now: Round, stacks: Array, bets: Array, acted: Array) -> bool:
    """Whether the actor may bet or raise at all."""
    seat = now.actor
    here = index(seat)
    last = acted[here]
    size = now.unit if form.kind == _FIXED else now.full_raise
    raised = now.price - last
    if form.reopening == _HALF:
        reopened = 2 * raised >= size
    elif form.reopening in (_FULL, _HALF_ALONE):
        reopened = now.full_at > last
    else:
        reopened = (now.full_at > last) | (raised >= size)
    others = now.able & ~(1 << seat) != 0
    return bool((bets[here] + stacks[here] > now.price) & (now.capped == 0) & others & reopened)


@part
def assumed(form: Form, now: Round, bets: Array) -> int:
    """The chips that count as in the pot for a pot-limit raise, although nobody has put them in
    (`hand.betting.Betting.assumed`).
    """
    if not form.lifted or not now.extra:
        return now.extra
    small = (now.extra - 1) // form.seats
    return 0 if small == now.actor else max(0, form.lifted - bets[index(small)])


@part
def bounds(form: Form, now: Round, stacks: Array, bets: Array) -> tuple[int, int]:
    """The minimum and maximum total to bet or raise to."""
    here = index(now.actor)
    all_in = bets[here] + stacks[here]
    if form.kind == _FIXED:
        full = now.full_at + now.unit
        most = full
    else:
        full = now.price + now.full_raise
        if form.kind == _NO_LIMIT:
            most = all_in
        elif form.kind == _SPREAD:
            most = now.price + form.high
        else:
            after_call = pot_of(now, stacks) + assumed(form, now, bets) + now.price - bets[here]
            most = max(full, now.price + after_call * form.numerator // form.denominator)
        if form.chip > 1:
            full += -full % form.chip
            if most < all_in:
                most = max(most + (-most % form.chip if form.rounds_up else -(most % form.chip)), full)
    return min(full, all_in), min(most, all_in)


@part
def nearest(form: Form, to: int, low: int, high: int) -> int:
    """The allowed total within the bounds that is closest to `to`, as in `hand.betting_terms.nearest`."""
    return high if to >= high else max(to - to % form.chip, low)
