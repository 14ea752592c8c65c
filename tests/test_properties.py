"""Properties of the hand: what holds for every table, every deal and every line of play.

Hands are drawn as seeds: a seed makes a random table (`random_setups`) and plays it at random, so that a failing example
is one number.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_setups import HOUSES, LIMITS, random_setup

from sidepot.analysis.oracles import Right, pots_by_chip
from sidepot.analysis.tester import difference, play_randomly, snapshot
from sidepot.cards import STANDARD_DECK, UNKNOWN, Deck
from sidepot.errors import BadNotation
from sidepot.games.catalog import GAMES, HOLDEM
from sidepot.games.limits import NoLimit
from sidepot.games.model import Choose, Half
from sidepot.games.stakes import Stakes
from sidepot.hand.betting import CUMULATIVE, FIXED_LIMIT, FULL, HALF, NO_LIMIT, Betting, Terms
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.events import (
    Awarded,
    BoardDealt,
    BroughtIn,
    Burned,
    Called,
    Checked,
    Dealt,
    Discarded,
    Event,
    Folded,
    Killed,
    Mucked,
    PassedOut,
    Posted,
    RaisedTo,
    Reshuffled,
    Returned,
    Setup,
    Shown,
    Started,
    encode,
)
from sidepot.hand.hand import Hand
from sidepot.hand.options import options
from sidepot.hand.pots import cut, pots, uncalled
from sidepot.hand.replay import replay, strict_replay
from sidepot.hand.seating import seat_hand
from sidepot.hand.view import SPECTATOR, redact, view_of
from sidepot.rules.houses import CASH, TDA_2013
from sidepot.rules.rulebook import Rulebook

seeds = st.integers(0, 2**32)
few = settings(max_examples=60, deadline=None)
some = settings(max_examples=150, deadline=None)
many = settings(max_examples=400, deadline=None)


def played(seed: int, *, kills: bool = False, game: str | None = None) -> Hand:
    """A finished hand of a random game at a random table."""
    chance = random.Random(seed)
    choice = GAMES[game] if game else chance.choice(list(GAMES.values()))
    seats = chance.randint(choice.seats[0], min(choice.seats[1], 9))
    setup = random_setup(choice, chance.choice(LIMITS), seats, chance.choice(HOUSES), chance)
    return play_randomly(setup, chance.randrange, thorough=False, kills=kills)


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
    for lower, upper in zip(found, found[1:], strict=False):
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
@given(middles())
def test_uncalled_is_what_only_one_seat_put_in(middle: tuple[tuple[int, ...], int, int]) -> None:
    """Rule: SD-2, PG-8. Folded chips call too; after it went back nothing is uncalled."""
    put, live, _ = middle
    seat, amount = uncalled(put, live)
    alone = [at for at, chips in enumerate(put) if chips == max(put)]
    if not amount:
        assert seat == -1
        assert len(alone) > 1 or not live >> alone[0] & 1 or not max(put)
        return
    assert alone == [seat]
    assert live >> seat & 1
    assert put[seat] - amount == max(chips for at, chips in enumerate(put) if at != seat)
    rest = list(put)
    rest[seat] -= amount
    assert uncalled(rest, live) == (-1, 0)


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
def test_who_moves_in_first_makes_no_difference(stacks: list[int], seed: int, house: Rulebook) -> None:
    """Rule: PG-14. The same cards, and all-in is all-in: on any street, whoever begins, whether others call or raise.

    Every stack is two big blinds at least, so that moving in is a full bet and reopens the betting.
    """
    cards = random.Random(seed).sample(STANDARD_DECK, 52)
    setup = seat_hand(HOLDEM, NoLimit(), Stakes(blinds=(1, 2)), house, stacks)
    results = {
        tuple(all_move_in(setup, cards, mover, street)) for mover in range(len(stacks)) for street in range(4)
    }
    assert len(results) == 1


def all_move_in(setup: Setup, cards: list[int], mover: int, street: int) -> list[int]:
    """The stacks after a hand in which all check or call up to `street`, where `mover` moves in and all others after."""
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

RULES = {"full": FULL, "cumulative": CUMULATIVE, "half": HALF}


@many
@given(
    st.sampled_from(sorted(RULES)),
    st.booleans(),
    st.lists(st.integers(1, 140), min_size=2, max_size=7),
    st.sampled_from((0, 10)),
    seeds,
)
def test_who_may_raise(rule: str, is_fixed: bool, stacks: list[int], blind: int, seed: int) -> None:
    """Rule: TDA-2013 41-A, 41-B, TS-9: against a referee that remembers every raise of the round."""
    bet = 10
    chance = random.Random(seed)
    betting = Betting(Terms(FIXED_LIMIT if is_fixed else NO_LIMIT, RULES[rule]), list(stacks), bet)
    right = Right(rule, bet, blind, is_fixed=is_fixed)
    if blind:
        betting.open_at(blind, 1)
    betting.begin(0)
    while betting.actor >= 0:
        seat = betting.actor
        assert betting.is_reopened(seat) is right.may_raise(seat)
        all_in = betting.bets[seat] + betting.stacks[seat]
        others = [at for at in range(len(stacks)) if at != seat and betting.able >> at & 1]
        least = most = 0
        if right.may_raise(seat) and all_in > right.level() and others:
            full = (right.base() if is_fixed else right.level()) + right.size()
            least = min(full, all_in)
            most = least if is_fixed else all_in
        assert betting.bounds(seat) == (least, most)
        if most and chance.random() < 0.6:
            to = chance.choice((least, most, chance.randint(least, most)))
            betting.raise_to(seat, to)
            right.raises_to(seat, to)
        elif chance.random() < 0.15 and betting.to_call(seat):
            betting.fold(seat)
        else:
            betting.put_in(seat, betting.to_call(seat))
            right.acts(seat)


# ---- logs


@some
@given(seeds, st.booleans())
def test_replay_of_the_log_is_the_hand(seed: int, kills: bool) -> None:
    hand = played(seed, kills=kills)
    assert not difference(snapshot(hand), snapshot(replay(hand.log)))
    assert not difference(snapshot(hand), snapshot(strict_replay(hand.log)))


@few
@given(seeds)
def test_every_beginning_of_a_log_is_accepted(seed: int) -> None:
    log = played(seed).log
    end = 1 + seed % len(log)
    assert not difference(snapshot(strict_replay(log[:end])), snapshot(replay(log[:end])))


@some
@given(seeds, st.data())
def test_strict_replay_refuses_what_could_not_have_happened(seed: int, data: st.DataObject) -> None:
    log = played(seed, kills=seed % 3 == 0).log
    at = data.draw(st.integers(1, len(log) - 1), label="event")
    wrong = list(forgeries(log, at))
    for name, forged in wrong:
        with pytest.raises(BadNotation):
            fail_to_refuse(forged, f"{name} of event {at}: {log[at]}")


def fail_to_refuse(log: list[Event], what: str) -> None:
    hand = strict_replay(log)
    pytest.fail(f"{what} is accepted and ends in {hand.due.name}")


def forgeries(log: list[Event], at: int) -> Iterator[tuple[str, list[Event]]]:
    """The log with event `at` dropped, doubled or changed into one that could not have happened there."""
    event = log[at]
    before, after = log[:at], log[at + 1 :]
    last = not after or all(isinstance(later, Shown) for later in after)
    if not last and not isinstance(event, (Killed, Shown)):
        yield "drop", [*before, *after]
    yield "double", [*before, event, event, *after]
    yield "a second start", [*before, log[0], *after]
    for changed in changes(event, replay(before)):
        yield f"change to {changed}", [*before, changed, *after]


def changes(event: Event, hand: Hand) -> Iterator[Event]:
    """Events of the same kind, and of others, that cannot follow in `hand`."""
    seats = len(hand.stacks)
    names = event.__struct_fields__
    replace = msgspec.structs.replace
    if "seat" in names:
        wrong = [-1, seats, 99, 10**6]
        if not isinstance(event, (Killed, Shown)):
            wrong.append((event.seat + 1) % seats)  # type: ignore[union-attr]
        yield from (replace(event, seat=seat) for seat in wrong)
    if "amount" in names:
        yield from (replace(event, amount=event.amount + by) for by in (-1, 1, -(10**6)))  # type: ignore[union-attr]
    out = [card for card in STANDARD_DECK if hand.seen[card]]
    match event:
        case RaisedTo(_, to):
            low, high = hand.raise_bounds()
            yield from (replace(event, to=wrong) for wrong in (low - 1, high + 1, hand.bets[hand.seat], -to, 10**9))
        case Burned():
            yield from (replace(event, card=card) for card in (-1, 52, 54, 99, *out[:1]))
        case Dealt(_, cards, up):
            yield from (replace(event, cards=wrong) for wrong in (cards[1:], (*cards, UNKNOWN), ()))
            yield from (replace(event, cards=(*cards[1:], card)) for card in (-1, 52, 54, 99, *out[:1]))
            yield from (replace(event, up=wrong) for wrong in (up + 1, up - 1, -1, 99))
        case BoardDealt(cards):
            yield from (replace(event, cards=wrong) for wrong in (cards[1:], (*cards, UNKNOWN), ()))
            yield from (replace(event, cards=(*cards[1:], card)) for card in (-1, 52, 54, 99, *out[:1]))
            yield from (replace(event, board=wrong) for wrong in (1, -1, 99))
        case Discarded(seat, cards):
            other = next(card for card in STANDARD_DECK if card not in hand.hole[seat])
            bad: tuple[tuple[int, ...], ...] = ((other,), (*cards[1:], other), (-1,), (99,), hand.hole[seat] * 2)
            yield from (replace(event, cards=wrong) for wrong in bad)
        case Shown(_, cards):
            other = next(card for card in STANDARD_DECK if card not in cards)
            bad = (cards[1:], (*cards, other), (other, *cards[1:]), (-1, *cards[1:]), (99, *cards[1:]), cards[::-1], ())
            yield from (replace(event, cards=wrong) for wrong in bad if wrong != cards)
        case Reshuffled(count):
            yield from (Reshuffled(wrong) for wrong in (count + 1, count - 1, -count))
        case Awarded(pot, _, shares):
            yield from (replace(event, pot=wrong) for wrong in (pot + 1, pot - 1, -99))
            (seat, chips), *rest = shares
            yield replace(event, shares=((seat, chips + 1), *rest))
            yield replace(event, shares=(((seat + 1) % seats, chips), *rest))
            yield replace(event, shares=())
        case Checked(seat):
            yield Called(seat, 1)
            yield Called(seat, 0)
        case Called(seat):
            yield Checked(seat)
    strangers: tuple[Event, ...] = (
        Burned(UNKNOWN), Reshuffled(5), PassedOut(3), Returned(0, 1), BroughtIn(0, 1), BoardDealt((0, 1, 2)),
        Dealt(0, (0, 1)), Discarded(0, ()), Awarded(0, 1, ((0, 1),)), Mucked(0), Checked(0), Folded(0), Called(0, 1),
        RaisedTo(0, 4), Posted(0, "ante", 1),  # type: ignore[arg-type]
    )  # fmt: skip
    may = {type(event)}
    if hand.due is Due.ACT:
        may |= {Folded, Checked, Called, RaisedTo}
    if hand.due is Due.SHOW:
        may |= {Shown, Mucked}
    if hand.due is Due.BRING_IN:
        may |= {BroughtIn, RaisedTo}
    yield from (stranger for stranger in strangers if type(stranger) not in may)


# ---- views


def known_to(seat: int, log: list[Event]) -> Iterator[tuple[Event, set[int]]]:
    """Each event with the cards that a seat has had a right to see when it happened, told from the rules.

    His own cards, cards dealt face up, the board, and tabled hands: nothing else.
    """
    known: set[int] = set()
    for event in log:
        match event:
            case Dealt(whose, cards, up):
                known |= set(cards if whose == seat else cards[len(cards) - up :])
            case BoardDealt(cards) | Shown(_, cards):
                known |= set(cards)
        yield event, known


def cards_in(value: Any, *, under: str = "") -> Iterator[int]:
    """Whatever stands in JSON where cards stand."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from cards_in(part, under=key)
    elif isinstance(value, list):
        for part in value:
            yield from cards_in(part, under=under)
    elif under not in PUBLIC_NUMBERS and isinstance(value, int):
        yield value


PUBLIC_NUMBERS = {"seat", "amount", "to", "up", "count", "pot", "shares", "board", "setup"}


@few
@given(seeds, st.booleans())
def test_a_view_leaks_no_card(seed: int, kills: bool) -> None:
    """Each viewer, each event: no card he has no right to see stands in the JSON; and nobody sees a burn."""
    hand = played(seed, kills=kills)
    for viewer in (SPECTATOR, *range(len(hand.stacks))):
        for event, known in known_to(viewer, hand.log):
            shown = redact(event, viewer)
            if isinstance(event, Started):
                assert shown == event
                continue
            there = set(cards_in(json.loads(encode(shown)))) - {UNKNOWN}
            assert there <= known, f"seat {viewer} sees {there - known} in {shown}"
            assert type(shown) is type(event)


@few
@given(seeds, st.booleans())
def test_a_view_folds_to_the_same_public_state(seed: int, kills: bool) -> None:
    hand = played(seed, kills=kills)
    for viewer in (SPECTATOR, *range(len(hand.stacks))):
        whole = Hand(hand.setup)
        view = Hand(hand.setup)
        assert public(whole, viewer) == public(view, viewer)
        for event in hand.log[1:]:
            whole.apply(event)
            view.apply(redact(event, viewer))
            assert public(view, viewer) == public(whole, viewer), f"seat {viewer} after {event}"
        assert not difference(snapshot(view), snapshot(view_of(hand, viewer)))


def public(hand: Hand, viewer: int) -> dict[str, Any]:
    """What a hand says to a viewer; the cards of others only as far as they lie face up."""
    seats = range(len(hand.stacks))
    found: dict[str, Any] = {
        name: list(value) if isinstance(value := getattr(hand, name), list) else value
        for name in ("stacks", "bets", "put", "dead", "live", "able", "price", "due", "seat", "count", "street")
        + ("boards", "stub", "carried", "shown", "forced", "pot_at")
    }
    found["pots"] = hand.pots()
    found["upcards"] = [hand.upcards(seat) for seat in seats]
    found["held"] = [len(hand.hole[seat]) for seat in seats]
    found["bounds"] = hand.raise_bounds()
    if viewer >= 0:
        found["own"] = hand.hole[viewer]
    found["options"] = options(hand)
    if hand.due is Due.DEAL:
        found["up_count"] = hand.up_count
    return found


# ---- who wins


@some
@given(seeds)
def test_each_pot_goes_to_the_best_hand(seed: int) -> None:
    """Rule: SD-6, PG-16, PG-97, PG-102, T20: every pot by brute force over all fives, halves apart."""
    log = played(seed).log
    hand = Hand(log[0].setup)  # type: ignore[union-attr]
    for event in log[1:]:
        if isinstance(event, Awarded):
            pot = hand.layers[event.pot]
            seats = [seat for seat in pot.seats if hand.live >> seat & 1]
            assert sum(amount for _, amount in event.shares) == event.amount == pot.amount
            if len(seats) > 1:
                winners = [best_by_hand(hand, half, seats) for half in hand.setup.game.halves]
                expected = Counter(seat for half in winners for seat in half)
                assert {seat for seat, amount in event.shares if amount} <= set(expected)
                if len(winners) == 1 or not all(winners):
                    paid = [amount for _, amount in event.shares]
                    assert max(paid) - min(paid) <= hand.setup.stakes.chip + pot.amount % hand.setup.stakes.chip
                    assert len(paid) == len(expected) or min(paid) == 0
        hand.apply(event)


def best_by_hand(hand: Hand, half: Half, seats: list[int]) -> list[int]:
    """Who wins a half among `seats`, trying all five cards that each may use; nobody where none qualifies."""
    board = hand.boards[0]
    found: dict[int, Any] = {}
    for seat in seats:
        hole = hand.hole[seat]
        if half.choose is Choose.TWO_THREE:
            fives = [two + three for two in combinations(hole, 2) for three in combinations(board, 3)]
        else:
            fives = list(combinations(hole + board, 5))
        strengths = [strength for five in fives if (strength := naive(five, half)) is not None]
        if strengths:
            found[seat] = max(strengths)
    top = max(found.values(), default=None)
    return [seat for seat, strength in found.items() if strength == top]


def naive(five: tuple[int, ...], half: Half) -> tuple[Any, ...] | None:
    """The strength of five cards, greater is better; None where a low does not qualify. Rule: PG-28, PG-29, PG-86."""
    ace_low = half.scale == "ace-to-five"
    ranks = sorted((1 if ace_low and card >= 48 else (card >> 2) + 2 for card in five), reverse=True)
    groups = tuple(sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True))
    shape = tuple(count for count, _ in groups)
    order = tuple(rank for _, rank in groups)
    if ace_low:
        if half.qualifier and (len(groups) < 5 or ranks[0] > half.qualifier):
            return None
        return tuple(-count for count in shape), tuple(-rank for rank in order)
    flush = len({card & 3 for card in five}) == 1
    straight = len(groups) == 5 and ranks[0] - ranks[4] == 4
    if half.scale == "high" and ranks == [14, 5, 4, 3, 2]:
        straight, order = True, (5, 4, 3, 2, 1)
    kinds = [(1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2), (4, 1)]
    place = {kinds[0]: 0, kinds[1]: 1, kinds[2]: 2, kinds[3]: 3, kinds[4]: 6, kinds[5]: 7}[shape]
    if straight or flush:
        place = 8 if straight and flush else 5 if flush else 4
    return (place, order) if half.scale == "high" else (-place, tuple(-rank for rank in order))
