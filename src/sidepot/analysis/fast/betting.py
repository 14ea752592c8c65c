"""One betting round over arrays: `hand.betting` once more, in a form that compiles.

What it all means, and by which rules, stands there; names are the same. The chips of a table are three arrays by seat:
`stacks` behind, `bets` in front and `acted`, the level at which a seat last acted (-1: not yet). All else that a round
needs to know is a `Round`, a value: each act makes another one.
"""

from __future__ import annotations

from typing import NamedTuple

from sidepot.analysis.fast.bits import count, lowest, next_seat, part
from sidepot.analysis.fast.jit import Array
from sidepot.hand.betting import CUMULATIVE, FIXED_LIMIT, FULL, HALF, NO_LIMIT, POT_LIMIT, SPREAD_LIMIT

_FIXED, _NO_LIMIT, _POT_LIMIT, _SPREAD = FIXED_LIMIT, NO_LIMIT, POT_LIMIT, SPREAD_LIMIT
_FULL, _CUMULATIVE, _HALF = FULL, CUMULATIVE, HALF


class Form(NamedTuple):
    """What all tables of a batch have in common, as plain ints: see `hand.betting.Terms`, `hand.plan` and `batch`.

    `first` is how many seats left of the button the first one acts. `hole` cards go to a seat; `two_three` of them play
    with the board. `halves` share the pot: `even` where identical winners of both share it once. `chip` is the smallest
    chip, `cap` what a seat may lose in a hand (0: all it has).
    """

    seats: int
    hole: int
    two_three: int
    halves: int
    even: int
    chip: int
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


class Round(NamedTuple):
    """A betting round that is on: see `hand.betting.Betting`. `chips` are all of the table, in play or behind."""

    live: int
    able: int
    to_act: int
    actor: int
    price: int
    level: int
    full_at: int
    full_raise: int
    raises: int
    capped: int
    unit: int
    extra: int
    chips: int


@part
def owes_call(able: int, bets: Array) -> bool:
    """Whether the one seat with chips has less in front than somebody else."""
    if not able:
        return False
    most = 0
    for bet in bets:
        if bet > most:
            most = bet
    return most > bets[lowest(able)]


@part
def open_first(form: Form, live: int, able: int, chips: int, button: int, bets: Array) -> Round:
    """The round before the flop, when the blinds are posted."""
    price = form.price
    full_raise = form.low if form.low else form.small
    if full_raise < price:
        full_raise = price
    if form.high and full_raise > form.high:
        full_raise = form.high
    capped = 0
    if form.bets and form.raises >= form.bets:
        capped = 1 if form.cap_heads_up or count(able) > 2 else 0
    extra = 0
    if form.assumed:
        extra = form.assumed
        for bet in bets:
            extra -= bet
        if extra < 0:
            extra = 0
    to_act = able
    if not able & (able - 1) and not owes_call(able, bets):
        to_act = 0
    actor = -1
    if to_act:
        start = button + form.first
        actor = next_seat(to_act, start if start < form.seats else start - form.seats)
    return Round(
        live, able, to_act, actor, price, price, price, full_raise, form.raises, capped, form.small, extra, chips
    )


@part
def open_next(form: Form, now: Round, street: int, start: int, bets: Array, acted: Array) -> Round:
    """The round of a later street: nothing in front, the first seat left of the button begins."""
    for seat in range(form.seats):
        bets[seat] = 0
        acted[seat] = -1
    unit = form.big if street > 1 else form.small
    full_raise = form.low if form.low else unit
    actor = next_seat(now.able, start)
    return Round(now.live, now.able, now.able, actor, 0, 0, 0, full_raise, 0, 0, unit, 0, now.chips)


@part
def fold(now: Round, bets: Array) -> Round:
    """The actor gives up his hand."""
    gone = ~(1 << now.actor)
    live, able, to_act = now.live & gone, now.able & gone, now.to_act & gone
    if not live & (live - 1) or (not able & (able - 1) and not owes_call(able, bets)):
        to_act = 0
    actor = next_seat(to_act, now.actor + 1) if to_act else -1
    return Round(
        live,
        able,
        to_act,
        actor,
        now.price,
        now.level,
        now.full_at,
        now.full_raise,
        now.raises,
        now.capped,
        now.unit,
        now.extra,
        now.chips,
    )


@part
def put_in(now: Round, amount: int, stacks: Array, bets: Array, acted: Array) -> Round:
    """The actor adds `amount`, nothing for a check."""
    seat = now.actor
    able = now.able
    left = stacks[seat] - amount
    stacks[seat] = left
    bets[seat] += amount
    mine = 1 << seat
    if not left:
        able &= ~mine
    acted[seat] = now.level
    to_act = now.to_act & able & ~mine
    if to_act == able and not able & (able - 1) and not owes_call(able, bets):
        to_act = 0
    actor = next_seat(to_act, seat + 1) if to_act else -1
    return Round(
        now.live,
        able,
        to_act,
        actor,
        now.price,
        now.level,
        now.full_at,
        now.full_raise,
        now.raises,
        now.capped,
        now.unit,
        now.extra,
        now.chips,
    )


@part
def to_call(now: Round, stacks: Array, bets: Array) -> int:
    """What the actor must add to stay in: never more than he has."""
    owed = now.price - bets[now.actor]
    stack = stacks[now.actor]
    if owed > stack:
        owed = stack
    return owed if owed > 0 else 0


@part
def raise_to(form: Form, now: Round, to: int, stacks: Array, bets: Array, acted: Array) -> Round:
    """The actor bets or raises to a total of `to` for the round."""
    if form.kind == _FIXED:
        step, size = to - now.full_at, now.unit
    else:
        step, size = to - now.level, now.full_raise
    full_at, full_raise, raises, capped = now.full_at, now.full_raise, now.raises, now.capped
    if step >= size or (form.reopening == _HALF and 2 * step >= size):
        full_at = to
        raises += 1
        if step > size:
            full_raise = form.high if form.high and step > form.high else step
        if form.bets and raises >= form.bets:
            capped = 1 if form.cap_heads_up or count(now.able) > 2 else 0
    opened = Round(
        now.live,
        now.able,
        now.able,
        now.actor,
        to,
        to,
        full_at,
        full_raise,
        raises,
        capped,
        now.unit,
        now.extra,
        now.chips,
    )
    return put_in(opened, to - bets[now.actor], stacks, bets, acted)


@part
def is_reopened(form: Form, now: Round, acted: int) -> bool:
    """Whether a seat that acted at that level may raise again."""
    if now.full_at > acted and form.reopening != _HALF:
        return True
    if form.reopening == _FULL:
        return False
    size = now.unit if form.kind == _FIXED else now.full_raise
    raised = now.level - acted
    return 2 * raised >= size if form.reopening == _HALF else raised >= size


@part
def pot_of(now: Round, stacks: Array) -> int:
    """Everything in the middle and in front of the seats."""
    pot = now.chips
    for stack in stacks:
        pot -= stack
    return pot


@part
def bounds(form: Form, now: Round, stacks: Array, bets: Array, acted: Array) -> tuple[int, int]:
    """The least and the greatest total the actor may bet or raise to; (0, 0) when he may not raise."""
    seat = now.actor
    all_in = bets[seat] + stacks[seat]
    if all_in <= now.price or now.capped or not now.able & ~(1 << seat):
        return 0, 0
    if acted[seat] >= 0 and not is_reopened(form, now, acted[seat]):
        return 0, 0
    if form.kind == _FIXED:
        full = now.full_at + now.unit
        most = full
    else:
        full = now.level + now.full_raise
        if form.kind == _NO_LIMIT:
            most = all_in
        elif form.kind == _SPREAD:
            most = now.price + form.high
        else:
            after_call = pot_of(now, stacks) + now.extra + now.price - bets[seat]
            most = now.price + after_call * form.numerator // form.denominator
            if most < full:
                most = full
    return full if full < all_in else all_in, most if most < all_in else all_in
