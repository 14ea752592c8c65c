"""The universal tester: plays any game with random legal actions, and checks everything after every event.

Besides what `invariants` checks, and what `hand.follows` allows, it tries, before each event, every command that is not
allowed (on a copy: it must be refused and change nothing) and every offer at its bounds (on copies: it must be taken).
At the end, the log must replay to an equal hand, and the copies made on the way must be unchanged. The idea comes from
OpenSpiel's `basic_tests`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter

from sidepot.cards import Below, Deck
from sidepot.errors import SidepotError
from sidepot.hand.betting import Betting
from sidepot.hand.due import Due
from sidepot.hand.events import Event, Redealt, decode_log, encode
from sidepot.hand.follows import is_in_course
from sidepot.hand.hand import Hand
from sidepot.hand.legal.offers import OpenOptions
from sidepot.hand.legal.options import options
from sidepot.hand.replaying import replay
from sidepot.hand.setup import Setup
from sidepot.hand.state import HandState
from universal.answering import answer, is_bring_in, is_refused, kill, mistake, random_discards, rule
from universal.broken import require
from universal.credit_checks import brought
from universal.illegal import Attempt, attempt, between, illegal, is_made
from universal.invariants import Watch

DECISIONS = (Due.ACT, Due.BRING_IN, Due.DRAW, Due.SHOW, Due.RUN, Due.DECLARE, Due.CONSENT)  # what a player answers
_LOOSE = ("log", "plan", "setup", "betting", "terms")  # compared apart, or the same object by construction


def columns_of(kind: type) -> tuple[str, ...]:
    """The names of the contents of a class's objects: its slots, which a compiled class has under other names."""
    compiled: tuple[str, ...] | None = getattr(kind, "__mypyc_attrs__", None)
    return compiled or tuple(name for one in kind.__mro__ for name in getattr(one, "__slots__", ()))


def snapshot(hand: Hand) -> dict[str, object]:
    """The whole state of a hand as plain values: each slot of the hand and of its betting, and the log."""
    slots = {name: _still(getattr(hand, name)) for name in columns_of(HandState) if name not in _LOOSE}
    chips = {name: _still(getattr(hand.betting, name)) for name in columns_of(Betting) if name not in _LOOSE}
    return {**slots, **chips, "setup": hand.setup, "log": tuple(hand.log)}


def _still(value: object) -> object:
    return tuple(value) if isinstance(value, (list, bytearray)) else value


_PARTS = attrgetter(*[name for name in columns_of(HandState) if name not in ("betting", "plan")])
_CHIPS = attrgetter(*[name for name in columns_of(Betting) if name != "terms"])


def is_same(one: Hand, other: Hand) -> bool:
    """Whether two hands are equal in all their parts. Compares the contents of a `snapshot` without making one."""
    return bool(_PARTS(one) == _PARTS(other)) and bool(_CHIPS(one.betting) == _CHIPS(other.betting))


def difference(one: Mapping[str, object], other: Mapping[str, object], *, log: bool = True) -> str:
    """The fields in which two snapshots differ, as text; "" if they are equal. `log=False` ignores the log."""
    return "; ".join(
        f"{name}: {one[name]!r} is {other[name]!r}"
        for name in one
        if one[name] != other[name] and (log or name != "log")
    )


def play_randomly(
    setup: Setup,
    below: Below,
    *,
    thorough: bool = True,
    kills: bool = False,
    manner: tuple[int, int, int] | None = None,
    refold: Callable[[list[Event]], Hand] = replay,
) -> Hand:
    """Play one hand with the chance `below`, checking after every event. Returns the finished hand. Raises Broken.

    `thorough` tries illegal and legal acts before each event. With `kills`, the floor now and then kills a hand or
    calls for a new deal, and dealers and players make mistakes. `manner` weighs fold, check or call, and bet or raise
    (random by default). `refold` replays the log at the end (by default, events are applied one by one).
    """
    hand = Hand(setup)
    watch = Watch(hand)
    deck = Deck(hand.plan.deck, below=below)
    manner = manner or (1 + below(12), 1 + below(30), below(12))
    kept: list[tuple[Hand, dict[str, object], int]] = []
    while hand.due is not Due.DONE:
        if thorough:
            try_offers(hand, below)
            try_refusals(hand, below)
        if not below(8):
            spare = hand.copy(log=True)
            kept.append((spare, snapshot(spare), len(hand.log)))
        events, due = len(hand.log), hand.due
        if kills and not below(25):
            kill(hand, below)
        if kills and len(hand.log) == events and not below(80):
            rule(hand, deck, below)
        if kills and len(hand.log) == events and not below(4 if is_bring_in(hand) else 12):
            mistake(hand, below)
        if len(hand.log) == events:
            answer(hand, deck, below, manner)
        require(hand, len(hand.log) == events + 1, "a command applied no event, or several")
        kind = type(hand.log[-1])
        require(hand, is_in_course(due, kind, hand.due), f"{hand.due.name} follows {kind.__name__} at {due.name}")
        watch.after(hand)
        if isinstance(hand.log[-1], Redealt):
            differs = difference(snapshot(Hand(setup)), snapshot(hand), log=False)
            require(hand, not differs, f"a hand that is dealt again does not begin as it began: {differs}")
    if thorough:
        try_refusals(hand, below)
    _check_replay(hand, refold, kept)
    return hand


def try_refusals(hand: Hand, below: Below) -> None:
    """Check that every command that is not allowed now is refused, with a reason, and changes nothing.

    Raises Broken if one is accepted, or changes the hand.
    """
    copy, before = hand.copy(log=True), hand.copy(log=True)
    for name, command in illegal(hand, below):
        try:
            command(copy)
        except SidepotError as error:
            require(hand, bool(error.message), f"{name} is refused without a reason")
        except Exception as error:
            require(hand, False, f"{name} ends in {type(error).__name__}: {error}")
        else:
            require(hand, False, f"{name} is taken")
        if not is_same(copy, before):
            changes = difference(snapshot(before), snapshot(copy))
            require(hand, False, f"{name} is refused and changes {changes}")


def try_offers(hand: Hand, below: Below) -> None:
    """Try every option on a copy of the hand, at its bounds and between them.

    Raises Broken if one is refused, or the original hand changes.
    """
    before = snapshot(hand)
    for name, command in offers(hand, below):
        copy = hand.copy()
        require(hand, not is_refused(copy, command), f"{name} is offered and refused")
        require(hand, len(copy.log) == 1, f"{name} is {len(copy.log)} events")
        chips = sum(copy.stacks) + sum(copy.put) + copy.dead + copy.carried + copy.raked
        start = sum(hand.setup.stacks) + hand.setup.carried + brought(copy)
        require(hand, chips == start and min(copy.stacks) >= 0, f"{name} loses or makes chips")
    require(hand, snapshot(hand) == before, "a copy shares state with its hand")


def offers(hand: Hand, below: Below) -> Iterator[Attempt]:
    """All options of the seat to act, at the bounds of amounts and between them."""
    may = options(hand, explain=False)
    deciding = hand.due in DECISIONS
    require(hand, may.seat == (hand.seat if deciding else -1), f"the options of {may.seat} are given")
    if may.may_fold:
        yield attempt("fold")
    if may.may_check or may.may_call:
        yield attempt("check_or_call")
        yield attempt("check" if may.may_check else "call")
    if may.bring_in:
        yield attempt("bring_in")
    low, high = hand.raise_bounds()
    require(hand, (low, high) == (may.raise_min, may.raise_max), "the options and the bounds differ")
    require(hand, hand.may_raise() is may.may_raise is bool(high), "may_raise() and the bounds differ")
    if high:
        floor = hand.price if hand.due is Due.ACT else 0
        require(hand, floor < low <= high, f"the bounds {low} to {high} allow no raise")
        made = {to for to in between(low, high, below) if is_made(hand, to)}
        made |= {low, high, may.nearest(low + below(high - low + 1))}
        require(hand, all(map(may.allows, made)), f"the options allow not all of {sorted(made)}")
        yield from (attempt("raise_to", to) for to in sorted(made))
    if may.open is not None:
        yield from _of_open_stakes(hand, may.open, below)
    if may.is_draw:
        hole = hand.hole[hand.seat]
        sizes = {may.discard_least, min(may.discard, len(hole)), len(random_discards(hand, below))}
        yield from (attempt("discard", hole[len(hole) - size :]) for size in sorted(sizes))
    yield from (attempt("choose_runs", runs) for runs in range(1, may.runs + 1))
    yield from (attempt("declare", ways) for ways in (1, 2, 3) if may.declare)
    if may.may_show:
        yield attempt("show")
    if may.may_muck:
        yield attempt("muck")


def _of_open_stakes(hand: Hand, may: OpenOptions, below: Below) -> Iterator[Attempt]:
    """The further options at open stakes."""
    if may.may_add:
        yield from (attempt("buy", chips) for chips in (1, 1000))
        yield from (attempt("borrow", 7, name) for name in may.lenders)
        for seat in may.folded:
            yield from (attempt("borrow", chips, seat) for chips in (1, hand.stacks[seat]))
    if may.marker_call:
        yield attempt("offer_marker")
    if may.marker_min:
        low, high = may.marker_min, may.marker_max
        made = {to for to in between(low, high, below) if is_made(hand, to)}
        yield from (attempt("offer_marker", to) for to in sorted({low, high, *made}))
    if may.face:
        yield from (attempt("consent", agrees) for agrees in (True, False))


def _check_replay(
    hand: Hand, refold: Callable[[list[Event]], Hand], kept: list[tuple[Hand, dict[str, object], int]]
) -> None:
    end = snapshot(hand)
    require(hand, decode_log(encode(hand.log)) == hand.log, "the log does not survive JSON")
    again = refold(hand.log)
    differs = difference(end, snapshot(again))
    require(hand, not differs, f"the log replays to another hand: {differs}")
    for spare, before, at in kept:
        differs = difference(before, snapshot(spare))
        require(hand, not differs, f"a copy changed when its hand went on: {differs}")
        for event in hand.log[at:]:
            spare.apply(event)
        differs = difference(end, snapshot(spare))
        require(hand, not differs, f"a copy made after {at} events goes another way: {differs}")
