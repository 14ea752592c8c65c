"""How a hand goes on by itself: from post to street, from street to street, to pots, showdown and end.

Nothing here moves a chip or a card: it only works out, from where the hand stands, what is owed next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sidepot.games.model import Opens
from sidepot.hand.due import (
    ACT,
    AWARD,
    BOARD,
    BRING_IN,
    BURN,
    DEAL,
    DONE,
    DRAW,
    PASS_OUT,
    POST,
    RESHUFFLE,
    RETURN,
    SHOW,
    Due,
)
from sidepot.hand.pots import pots, uncalled
from sidepot.hand.streets import COMMUNITY, NO_BURN, USE_BURNS, card_opens, hand_opens, next_seat, stub_plan

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand


HIGH_CARD: Final = Opens.HIGH_CARD
HIGH_HAND: Final = Opens.HIGH_HAND
LEFT_OF_BLINDS: Final = Opens.LEFT_OF_BLINDS
LEFT_OF_BUTTON: Final = Opens.LEFT_OF_BUTTON
LOW_CARD: Final = Opens.LOW_CARD
LOW_HAND: Final = Opens.LOW_HAND
OPENER: Final = Opens.OPENER


def owe_post(hand: Hand, at: int) -> None:
    """Ask for the next forced bet of a seat that has chips; then deal."""
    owed = hand.setup.owed
    stacks = hand.betting.stacks
    while at < len(owed) and not (owed[at].amount and stacks[owed[at].seat]):
        at += 1
    if at < len(owed):
        hand.due = POST
        hand.seat = owed[at].seat
        hand.count = at
        return
    enter_street(hand)


def enter_street(hand: Hand) -> None:
    """Go to the next street: a burn first, where there is one."""
    hand.street = at = hand.street + 1
    plan = hand.plan
    if at == plan.showdown:
        open_showdown(hand)
        return
    street = plan.streets[at]
    board = hand.to_board = street.board
    burn = street.burn and hand.stub > board
    each = street.down + street.up
    hand.pending = hand.betting.live if each or street.draw else 0
    if plan.is_stud and each and at:
        how = stub_plan(hand.stub, len(hand.burns), hand.pending.bit_count() * each, burn=street.burn)
        burn = how not in (NO_BURN, USE_BURNS)
        if how == USE_BURNS:
            owe(hand, RESHUFFLE, -1, 0)
            return
        if how == COMMUNITY:
            hand.pending = 0
            hand.to_board = each
            burn = street.burn and hand.stub > each
    hand.count = 0
    if burn:
        hand.due = BURN
        hand.seat = -1
    else:
        deal_on(hand)


def deal_on(hand: Hand) -> None:
    """Ask for the next cards of the street; then open its betting."""
    pending = hand.pending
    if pending:
        seat = next_seat(pending, hand.plan.deal_from)
        street = hand.plan.streets[hand.street]
        if street.draw:
            missing = hand.plan.hole_cards - len(hand.hole[seat])
            if not missing:
                owe(hand, DRAW, seat, 0)
                return
            hand.up_count = 0
            owe(hand, DEAL if hand.stub >= missing else RESHUFFLE, seat, missing)
            return
        hand.count = count = street.down + street.up
        hand.up_count = street.up
        if hand.shown and hand.setup.rulebook.last_down_cards_up:
            hand.up_count = count
        hand.due = DEAL
        hand.seat = seat
        return
    if hand.to_board:
        hand.due = BOARD
        hand.seat = -1
        hand.count = hand.to_board
        return
    open_round(hand)


def open_round(hand: Hand) -> None:
    """Open the betting of a street, or the bring-in before it."""
    betting = hand.betting
    plan = hand.plan
    street = plan.streets[hand.street]
    able = betting.able
    if hand.street:
        betting.open_round(plan.units[hand.street])
        if not able & (able - 1):  # nobody is left to bet against: nothing to close either
            after_round(hand)
            return
    else:
        betting.open_at(plan.price, plan.raises)
        if plan.assumed:
            posted = sum(betting.bets) - sum([betting.bets[seat] for seat in plan.newcomers])
            betting.extra = max(plan.assumed - posted, 0)
    opens = street.opens
    if opens is LEFT_OF_BUTTON:
        first = plan.deal_from
    elif opens is LEFT_OF_BLINDS:
        first = plan.first
    elif opens is OPENER:
        first = hand.opener if hand.opener >= 0 else plan.deal_from
    else:
        first = showing_opens(hand, opens)
        if hand.setup.stakes.bring_in and opens in (LOW_CARD, HIGH_CARD) and able & (able - 1):
            if able >> first & 1:
                betting.actor = first
                owe(hand, BRING_IN, first, 0)
                return
            # the low card is all-in for its ante: the price stands, and the next seat may fold, call or complete
            betting.open_for_bring_in(hand.setup.stakes.bring_in)
            first += 1
    hand.due = ACT
    if hand.street and able >> first & 1:  # nobody has acted or is all-in by this street's chips: the first seat begins
        betting.actor = hand.seat = first
        return
    actor = hand.seat = betting.begin(first)
    if actor < 0:
        close_round(hand)


def showing_opens(hand: Hand, opens: Opens) -> int:
    """The live seat whose upcards open; what a seat has shown since does not count."""
    live = hand.betting.live
    faces = hand.faces
    if opens is HIGH_HAND or opens is LOW_HAND:
        return hand_opens(opens, faces, live, hand.plan.deal_from)
    low = hand.setup.game.halves[0].scale == "ace-to-five"
    return card_opens(opens, faces, live, ace_is_low=low and opens is HIGH_CARD)


def act_on(hand: Hand) -> None:
    """Pass the action on, or close the round."""
    seat = hand.betting.actor
    hand.seat = seat
    if seat < 0:
        close_round(hand)


def close_round(hand: Hand) -> None:
    """A round is over: return, award and open what can be; then the next street."""
    betting = hand.betting
    live = betting.live
    if live & (live - 1):
        if not hand.street and is_passed_out(hand):
            owe(hand, PASS_OUT, -1, 0)
            return
        if betting.able == live:
            enter_street(hand)
            return
    seat, amount = uncalled(betting.put, live, all_in=not betting.able)
    if amount:
        owe(hand, RETURN, seat, amount)
        return
    settle(hand)


def is_passed_out(hand: Hand) -> bool:
    """Whether all passed in a game where that ends the deal, though somebody could have bet (PG-81)."""
    betting = hand.betting
    able = betting.able
    return hand.setup.game.pass_out and not betting.price and able & (able - 1) != 0


def settle(hand: Hand) -> None:
    """Award every pot that has one claimant left, at once (AI-8); then go on with those that are contested."""
    betting = hand.betting
    live = betting.live
    layers = pots(betting.put, live, betting.dead)
    if layers:
        claimants = layers[-1].eligible
        if not claimants & (claimants - 1):
            hand.layers = layers
            owe(hand, AWARD, -1, len(layers) - 1)
            return
    if not live & (live - 1):
        finish(hand)
        return
    after_round(hand)


def after_round(hand: Hand) -> None:
    """Turn the hands up where betting is over and the house wants them open (TDA-2013 15); else deal the next street.

    While cards may still be drawn the hands stay down.
    """
    able = hand.betting.able
    if (
        not able & (able - 1)
        and hand.setup.rulebook.face_up_all_in
        and hand.street >= hand.plan.last_draw
        and hand.street + 1 < hand.plan.showdown
    ):
        hand.forced = True
        hand.show_from = hand.plan.deal_from
        show_on(hand)
        return
    enter_street(hand)


def open_showdown(hand: Hand) -> None:
    """The last round is over: who shows first, who must, and which pots there are."""
    betting = hand.betting
    rulebook = hand.setup.rulebook
    all_in = betting.able != betting.live
    hand.layers = pots(betting.put, betting.live, betting.dead)
    hand.pot_at = len(hand.layers) - 1
    hand.forced = (rulebook.face_up_all_in and all_in) or not rulebook.may_muck
    hand.show_from = betting.aggressor if betting.aggressor >= 0 else first_to_show(hand)
    show_on(hand)


def first_to_show(hand: Hand) -> int:
    """Without a bet on the last street: who would act first on it (TDA-2013 16)."""
    opens = hand.plan.streets[-1].opens
    if opens is HIGH_HAND or opens is LOW_HAND:
        return showing_opens(hand, opens)
    return hand.opener if opens is OPENER and hand.opener >= 0 else hand.plan.deal_from


def show_on(hand: Hand) -> None:
    """Ask the next seat to show; pay each pot when those who contest it have shown; then go on, or end."""
    live = hand.betting.live
    waiting = live & ~hand.shown
    at = hand.pot_at
    if at < 0:
        if hand.street == hand.plan.showdown:
            finish(hand)
        elif waiting:
            owe(hand, SHOW, next_seat(waiting, hand.show_from), 0)
        else:
            enter_street(hand)
        return
    layers = hand.layers
    eligible = layers[at].eligible & live
    if len(layers) > 1 and hand.plan.side_pot_first:
        waiting &= eligible
        for pot in reversed(layers):  # who contested a later pot shows before those who are all-in for less
            if waiting & pot.eligible:
                waiting &= pot.eligible
                break
    if waiting and eligible & (eligible - 1):
        hand.due = SHOW
        hand.seat = next_seat(waiting, hand.show_from)
    else:
        owe(hand, AWARD, -1, at)


def finish(hand: Hand) -> None:
    hand.layers = []
    hand.pot_at = -1
    owe(hand, DONE, -1, 0)


def owe(hand: Hand, due: Due, seat: int, count: int) -> None:
    hand.due = due
    hand.seat = seat
    hand.count = count


def to_reshuffle(hand: Hand) -> tuple[int, ...]:
    """The cards that go back into the stub: discards and folded hands, not those the drawing seat just threw away.

    Those, and the burns, only where nothing else is enough. In stud: the burns.
    """
    if not hand.plan.is_draw:
        return hand.burns
    others = hand.muck_pile[: len(hand.muck_pile) - hand.count]
    if hand.stub + len(others) >= hand.count:
        return others
    return hand.muck_pile + hand.burns
