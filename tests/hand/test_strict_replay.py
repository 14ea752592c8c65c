"""Logs: the true one replays to the same hand; one with an event changed, dropped or doubled is refused."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from few_examples import examples
from hypothesis import example, given, settings
from hypothesis import strategies as st
from random_setups import EXAMPLES, played
from universal.illegal import OPEN, not_of_the_deck
from universal.tester import difference, snapshot

from sidepot.cards import STANDARD_DECK, UNKNOWN, Deck
from sidepot.errors import BadNotation
from sidepot.games.catalog import HOLDEM
from sidepot.games.limits import NoLimit
from sidepot.games.stakes import Stakes
from sidepot.hand import events as e
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.floor_acts import mucked_and_burned
from sidepot.hand.hand import Hand
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.replaying import replay, strict_replay
from sidepot.rules.houses import CASH

seeds = st.integers(0, 2**32)
few = settings(max_examples=EXAMPLES, deadline=None)
some = settings(max_examples=examples(3) * EXAMPLES, deadline=None)
many = settings(max_examples=examples(8) * EXAMPLES, deadline=None)


@some
@given(seeds, st.booleans())
@example(seed=6451, kills=True)  # an all-in big blind is killed before the first board: it gets its excess back
@example(
    757018, True
)  # a draw game whose first street is one of the board, where a card exposed in the deal is the burn
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


def fail_to_refuse(log: list[e.Event], what: str) -> None:
    hand = strict_replay(log)
    pytest.fail(f"{what} is accepted and ends in {hand.due.name}")


def forgeries(log: list[e.Event], at: int) -> Iterator[tuple[str, list[e.Event]]]:
    """The log with event `at` dropped, doubled or changed into one that could not have happened there."""
    event = log[at]
    before, after = log[:at], log[at + 1 :]
    last = not after or all(isinstance(later, e.Shown) for later in after)
    # a hand may be folded or killed out of turn: whether somebody acted before that does not come to light, nor is such
    # a fold itself missed by anybody
    out_of_turn = isinstance(event, e.Folded) and replay(before).seat != event.seat
    if not last and not out_of_turn and not isinstance(event, (e.Shown, e.Exposed, *OF_THE_FLOOR)):
        if not isinstance(after[0], (e.Folded, *OF_THE_FLOOR)):
            yield "drop", [*before, *after]
    if not isinstance(event, AGAIN):
        yield "double", [*before, event, event, *after]
    yield "a second start", [*before, log[0], *after]
    for changed in changes(event, replay(before)):
        yield f"change to {changed}", [*before, changed, *after]


OF_THE_FLOOR = (e.Killed, e.Redealt, e.Voided, e.Restubbed, e.Ruled)  # what happens when it happens
AGAIN = (e.Redealt, e.Restubbed, e.Ruled)  # and may happen again at once


def changes(event: e.Event, hand: Hand) -> Iterator[e.Event]:  # noqa: C901 - one branch for each thing to try
    """Events of the same kind, and of others, that cannot follow in `hand`."""
    seats = len(hand.stacks)
    names = event.__struct_fields__
    replace = msgspec.structs.replace
    if "seat" in names:
        wrong = [-1, seats, 99, 10**6]
        if not isinstance(event, (e.Killed, e.Shown, e.Exposed, e.Folded)) and not may_be_another(hand):
            wrong.append((event.seat + 1) % seats)  # type: ignore[union-attr]
        yield from (replace(event, seat=seat) for seat in wrong)
    if "amount" in names:
        yield from (replace(event, amount=event.amount + by) for by in (-1, 1, -(10**6)))  # type: ignore[union-attr]
    out = [card for card in STANDARD_DECK if hand.seen[card]]
    no_cards = not_of_the_deck(hand)
    match event:
        case e.RaisedTo(_, to):
            low, high = hand.raise_bounds()
            yield from (replace(event, to=wrong) for wrong in (low - 1, high + 1, hand.bets[hand.seat], -to, 10**9))
        case e.Burned():
            yield from (replace(event, card=card) for card in (*no_cards, *out[:1]))
        case e.Dealt(_, cards, up):
            yield from (replace(event, cards=wrong) for wrong in (cards[1:], (*cards, UNKNOWN), ()))
            yield from (replace(event, cards=(*cards[1:], card)) for card in (*no_cards, *out[:1]))
            yield from (replace(event, up=wrong) for wrong in (up + 1, up - 1, -1, 99))
        case e.BoardDealt(cards):
            yield from (replace(event, cards=wrong) for wrong in (cards[1:], (*cards, UNKNOWN), ()))
            yield from (replace(event, cards=(*cards[1:], card)) for card in (*no_cards, *out[:1]))
            yield from (replace(event, board=wrong) for wrong in (event.board + 1, event.board - 1, -1, 99))
        case e.Discarded(seat, cards, split):
            other = next(card for card in STANDARD_DECK if card not in hand.hole[seat])
            bad: tuple[tuple[int, ...], ...] = ((other,), (*cards[1:], other), (-1,), (99,), hand.hole[seat] * 2)
            yield from (replace(event, cards=wrong) for wrong in bad)
            yield replace(event, split=not split)
            if hand.setup.game.streets[hand.street].discard:
                yield from (replace(event, cards=wrong) for wrong in (cards[1:], ()))
        case e.RunChosen():
            yield from (replace(event, runs=wrong) for wrong in (0, -1, hand.count + 1, 99))
        case e.Declared(_, _, spoken):
            yield from (replace(event, ways=wrong) for wrong in (0, -1, 4, 99))
            yield replace(event, spoken=not spoken)
        case e.Revealed(declared):
            (seat, ways), *others = declared
            yield from (
                e.Revealed(wrong) for wrong in (((seat, 4 - ways or 1), *others), declared[1:], ()) if ways != 2
            )
            yield e.Revealed(((seat, 0), *others))
        case e.Proved(_, cards, good):
            yield replace(event, good=not good)
            yield replace(event, cards=cards[1:])
        case e.Exposed(seat, _, kept):
            yield replace(event, kept=not kept)
            yield from (replace(event, card=wrong) for wrong in (*no_cards, *out) if wrong not in hand.hole[seat])
        case e.Shown(_, cards, called):
            yield replace(event, called=((99, 99),))
            yield replace(event, called=(*called, *((),) * 9))
            other = next(card for card in STANDARD_DECK if card not in cards)
            bad = (cards[1:], (*cards, other), (other, *cards[1:]), (-1, *cards[1:]), (99, *cards[1:]), cards[::-1], ())
            yield from (replace(event, cards=wrong) for wrong in bad if wrong != cards)
        case e.Reshuffled(count):
            yield from (e.Reshuffled(wrong) for wrong in (count + 1, count - 1, -count))
        case e.Awarded(pot, _, shares):
            yield from (replace(event, pot=wrong) for wrong in (pot + 1, pot - 1, -99))
            yield from (replace(event, rake=event.rake + by) for by in (-1, 1))
            yield replace(event, parts=(*event.parts, e.Part(0, 0, shares)))
            yield replace(event, parts=event.parts[:-1] if event.parts else (e.Part(0, -1, shares),))
            for (seat, chips), *rest in [shares] if shares else []:
                yield replace(event, shares=((seat, chips + 1), *rest))
                yield replace(event, shares=(((seat + 1) % seats, chips), *rest))
                yield replace(event, shares=())
        case e.Killed(_, refund, told):
            yield from (replace(event, refund=wrong) for wrong in (refund + 1, refund - 1, -refund or 10**6))
            yield replace(event, before=None if told else e.Before(0, 0, 2, 0, False, -1, -1, 2, 0))
            if told:
                yield from (replace(event, before=replace(told, **wrong)) for wrong in wrong_numbers(told))
        case e.Restubbed(count, mixed):
            yield from (replace(event, count=wrong) for wrong in (count + 1, count - 1, 0))
            if mucked_and_burned(hand):
                yield replace(event, mixed=not mixed)
        case e.Ruled():
            yield replace(event, ruling=OPEN)
        case e.Checked(seat):
            yield e.Called(seat, 1)
            yield e.Called(seat, 0)
        case e.Called(seat):
            yield e.Checked(seat)
    strangers: tuple[e.Event, ...] = (
        e.Burned(UNKNOWN), e.Reshuffled(5), e.PassedOut(3), e.Returned(0, 1), e.BroughtIn(0, 1),
        e.BoardDealt((0, 1, 2)), e.Dealt(0, (0, 1)), e.Discarded(0, ()), e.Awarded(0, 1, ((0, 1),)), e.Mucked(0),
        e.Checked(0), e.Folded(0), e.Called(0, 1),
        e.RaisedTo(0, 4), e.Posted(0, "ante", 1), e.RunChosen(0, 1), e.Declared(0, 1), e.Revealed(((0, 1),)),  # type: ignore[arg-type]
        e.Proved(0, (0, 1), True), e.TookBack(0, 1),
    )  # fmt: skip
    may = {type(event)}
    if hand.due is Due.ACT:
        may |= {e.Folded, e.Checked, e.Called, e.RaisedTo}
    if hand.due is Due.SHOW:
        may |= {e.Shown, e.Mucked}
    if hand.due is Due.BRING_IN:
        may |= {e.BroughtIn, e.RaisedTo, e.Folded}
    yield from (stranger for stranger in strangers if type(stranger) not in may)


def wrong_numbers(told: e.Before) -> Iterator[dict[str, int | bool]]:
    """Each of the numbers to which the betting falls back, changed."""
    for name in told.__struct_fields__:
        value = getattr(told, name)
        yield {name: not value if isinstance(value, bool) else value + 1}


def may_be_another(hand: Hand) -> bool:
    """Whether another seat could have done it: bring it in by mistake, where the house lets that be."""
    return hand.due is Due.BRING_IN and hand.setup.rulebook.wrong_bring_in_stands


@few
@given(seeds)
def test_a_log_can_be_stopped_at_any_event(seed: int) -> None:
    log = played(seed).log
    for count in (1, len(log) // 2, len(log)):
        assert replay(log[:count]).log == log[:count]


def test_an_old_raise_that_no_chips_make_is_replayed_and_never_taken_anew() -> None:
    """A trusted log is applied, not checked: stores from before the rule open. Rule: PG-23."""
    stakes = Stakes(blinds=(25, 50), chip=25)
    hand = Hand(seat_hand(HOLDEM, NoLimit(), stakes, CASH, (1000, 1000, 1000)))
    Dealer(Deck(STANDARD_DECK[::-1])).run(hand)
    log = [*hand.log, e.RaisedTo(hand.seat, 127)]
    again = replay(log)
    assert (again.price, again.raise_bounds()) == (127, (225, 1000))
    with pytest.raises(
        BadNotation,
        match=": seat 3 may not bet or raise to 127: with 25 the smallest chip in play, it may raise to 125 or 150",
    ) as refused:
        strict_replay(log)
    assert str(refused.value.cite) == "PG:23"
