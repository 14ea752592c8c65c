"""Hands that were played with cards, tapped into the dealer's helper as its dealer would: most stacks are unknown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from msgspec.structs import replace
from own_cases import own_cases

from sidepot.cards import text
from sidepot.cases.case_setups import WholeHand, setup_of
from sidepot.cases.hand_cases import play_script
from sidepot.cases.run import Case
from sidepot.games.model import BY_FACES
from sidepot.hand import events as e
from sidepot.hand.due import ACT, BRING_IN, DONE, PROVE
from sidepot.hand.hand import Hand
from sidepot.hand.opening import showing_opens, shows_pair
from sidepot.hand.setup import Setup
from sidepot.hand.streets import seats_of
from sidepot.hand.terms import Added
from sidepot.ranking.playable_cards import ranker
from sidepot.room.dealer import acts as a
from sidepot.room.dealer.play import Play
from sidepot.room.dealer.terms import UNKNOWN_CHIPS, HandTerms, Seated

FIRST_SEAT = 2  # of the table: the seats of the hand begin there, with a gap after each
# what the floor does to a hand, not what its dealer taps; and hands whose pot goes to another deal
OF_THE_FLOOR = (e.Exposed, e.TookBack, e.Redealt, e.Voided, e.Restubbed, Added)


@cache
def worked_examples() -> tuple[tuple[Case, Hand], ...]:
    """The worked examples that are played to their last pot, with the hand that each of them makes."""
    found = []
    for case in own_cases():
        if isinstance(case.body, WholeHand):
            hand = Hand(setup_of(case.body, case.house_rules()))
            play_script(case.body, hand)
            plain = not (hand.raked or hand.setup.open or hand.setup.parts)
            called = any(isinstance(event, e.Shown) and event.called for event in hand.log)  # an order says it
            of_the_floor = any(isinstance(event, OF_THE_FLOOR) for event in hand.log)
            if hand.due is DONE and plain and not (called or of_the_floor):
                found.append((case, hand))
    return tuple(found)


def terms_of(setup: Setup, *, known: bool = False) -> HandTerms:
    """The terms of a hand at a real table. Only seats that cannot pay their posts have known stacks, unless `known`."""
    owes = [0] * len(setup.stacks)
    for owed in setup.owed:
        owes[owed.seat] += owed.amount
    chips = [stack if known or stack <= owed else -1 for stack, owed in zip(setup.stacks, owes, strict=True)]
    seats = [Seated(FIRST_SEAT + 2 * at, f"P{at}", one) for at, one in enumerate(chips)]
    stacks = [UNKNOWN_CHIPS if one < 0 else one for one in chips]
    return HandTerms(tuple(seats), replace(setup, stacks=tuple(stacks)))


def seat_at(at: int) -> int:
    """The seat of the table for a seat of the hand."""
    return FIRST_SEAT + 2 * at


def taps(hand: Hand, now: Callable[[], Play]) -> Iterator[a.AnyAct]:
    """What its dealer taps while a hand is played; `now` has the helper, which takes each tap before the next."""
    twin = Hand(hand.setup)
    for event in hand.log[1:]:
        play = now()
        if play.waits == "street" and twin.due in (ACT, BRING_IN) and isinstance(event, _OF_SEATS):
            opens = twin.plan.stages[twin.street].opens
            who = showing_opens(twin, opens) if opens in BY_FACES else -1
            yield a.StreetAct("", seat_at(who) if who >= 0 else -1, twin.street == 1 and shows_pair(twin))
        if not isinstance(event, e.Proved) or now().hand.due is PROVE:
            yield from _tap(event, twin)
        twin.apply(event)


_OF_SEATS = (e.Folded, e.Checked, e.Called, e.RaisedTo, e.BroughtIn, e.Killed)


def _tap(event: e.Event, twin: Hand) -> Iterator[a.AnyAct]:
    betting = twin.betting
    match event:
        case e.Folded(seat):
            yield a.FoldAct(seat_at(seat) if seat != twin.seat else -1)
        case e.Checked():
            yield a.CheckAct()
        case e.Called(seat, amount):
            yield a.AllInAct(amount) if amount == betting.stacks[seat] else a.CallAct()
        case e.RaisedTo(seat, to):
            behind = betting.stacks[seat]
            yield a.AllInAct(behind) if to == betting.bets[seat] + behind else a.RaiseToAct(to)
        case e.BroughtIn(seat, amount):
            yield a.AllInAct(amount) if amount == betting.stacks[seat] else a.BringInAct()
        case e.Discarded(_, cards, split):
            yield a.DiscardAct(len(cards), split)
        case e.Declared(_, ways):
            yield a.DeclareAct(ways)
        case e.Proved(_, _, good):
            yield a.ProveAct(good)
        case e.Killed(seat, refund):
            yield a.KillAct(seat_at(seat), refund > 0)
        case _:
            return


def followed(hand: Hand, *, known: bool = False, by_order: bool = False) -> Play:
    """A finished hand, tapped into a helper up to its last pot; `by_order` says who beats whom instead of cards."""
    play = Play(terms_of(hand.setup, known=known))
    for act in taps(hand, lambda: play):
        play.do(act)
    if play.waits == "showdown":
        for act in order_of(hand) if by_order else shown(hand):
            play.do(act)
        for event in hand.log:
            if isinstance(event, e.Proved) and play.asks_openers:
                play.do(a.ProveAct(event.good))
    return play


def shown(hand: Hand) -> Iterator[a.AnyAct]:
    """What its dealer taps at the showdown: mucked hands, the board and the tabled cards."""
    mucked = [event.seat for event in hand.log if isinstance(event, e.Mucked)]
    yield from [a.MuckAct(seat_at(seat)) for seat in mucked]
    if any(hand.boards):
        yield a.BoardAct(" / ".join([text(board) for board in hand.boards]))
    for at in seats_of(hand.live):
        if at not in mucked:
            yield a.ShowAct(seat_at(at), text(hand.hole[at]))


def order_of(hand: Hand) -> Iterator[a.AnyAct]:
    """The order of the hands at the showdown, for each half: groups of equal hands, best first."""
    orders = []
    for half in hand.setup.game.halves:
        rank = ranker(half.scale, half.choose, half.qualifier, hand.boards[0])
        strengths = {at: rank(hand.hole[at]) for at in seats_of(hand.live)}
        best = sorted({one for one in strengths.values() if one > 0}, reverse=True)
        orders.append(tuple([tuple([seat_at(at) for at, one in strengths.items() if one == level]) for level in best]))
    yield a.OrderAct(*orders)
