"""The course of a hand: from posts to streets, showdown, pots and the end.

Nothing here moves a chip or a card. Each function sets what is due next, from the state of the hand.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.hand.due import (
    ACT,
    AWARD,
    BOARD,
    BRING_IN,
    BURN,
    DEAL,
    DRAW,
    PASS_OUT,
    POST,
    PROVE,
    RESHUFFLE,
    RETURN,
    RUN,
)
from sidepot.hand.ending import ask_to_show, finish, open_showdown, owe
from sidepot.hand.opening import (
    HIGH_CARD,
    LEFT_OF_BLINDS,
    LEFT_OF_BUTTON,
    LOW_CARD,
    NOBODY,
    OPENER,
    is_passed_out,
    showing_opens,
    shows_pair,
)
from sidepot.hand.pots import last_claim, layered, over_called
from sidepot.hand.streets import clockwise, next_seat
from sidepot.hand.stub import COMMUNITY, NO_BURN, USE_BURNS, last_stays, most_runs, stub_plan, to_reshuffle
from sidepot.hand.winning.claims import waits

if TYPE_CHECKING:
    from sidepot.hand.state import HandState


def owe_post(hand: HandState, at: int) -> None:
    """Make forced bet number `at` (from 0) due or, if its seat has no chips, the next one that can be posted.

    Once all forced bets are posted, begin the deal.
    """
    posts = hand.plan.posts
    stacks = hand.betting.stacks
    while at < len(posts):
        forced = posts[at]
        if forced.amount and stacks[forced.seat]:
            hand.due = POST
            hand.seat = forced.seat
            hand.count = at
            return
        at += 1
    enter_street(hand)


def enter_street(hand: HandState) -> None:
    """Begin the next street. If the street has a burn card, burn it first."""
    hand.street = at = hand.street + 1
    plan = hand.plan
    if at == plan.showdown:
        if hand.aside.run + 1 < hand.aside.runs:
            run_again(hand)
        else:
            open_showdown(hand)
        return
    stage = plan.stages[at]
    hand.to_board = stage.board
    each = stage.each
    hand.pending = hand.betting.live if each or stage.changes else 0
    burn = stage.burn
    if burn:
        needed = stage.needed
        if stage.a_seat:
            needed += stage.a_seat * hand.betting.live.bit_count()
        burn = hand.stub > needed
        if plan.is_draw:
            if burn is hand.aside.unburned:
                hand.aside = hand.aside._replace(unburned=not burn)
            burn = burn and not (plan.exposed_burns and at == 1 and hand.aside.bared)
    if plan.is_stud and each and at:
        wanted = hand.pending.bit_count() * each
        how = stub_plan(hand.stub, len(hand.burns), wanted, burn=stage.burn, spare=plan.spare)
        burn = how not in (NO_BURN, USE_BURNS)
        if how == USE_BURNS:
            owe(hand, RESHUFFLE, -1, 0)
            return
        if how == COMMUNITY:
            hand.pending = 0
            hand.to_board = min(each, hand.stub + len(hand.burns))  # if no card is left at all, nothing is dealt
            burn = stage.burn and hand.stub > each
            if hand.stub < each + plan.spare and hand.burns and plan.spare:
                owe(hand, RESHUFFLE, -1, 0)
                return
    hand.count = 0
    if burn:
        hand.due = BURN
        hand.seat = -1
    else:
        deal_on(hand)


def deal_on(hand: HandState) -> None:
    """Make the next cards of the street due. When all of them are dealt, open the betting."""
    pending = hand.pending
    if pending:
        seat = next_seat(pending, hand.plan.deal_from)
        stage = hand.plan.stages[hand.street]
        if stage.changes:
            missing = stage.held - len(hand.hole[seat])
            if missing <= 0:  # negative: cards must be thrown away without replacement
                hand.due = DRAW
                hand.seat = seat
                hand.count = 0
                return
            if hand.plan.fifth_last and missing == 5:
                missing -= 1  # the last card comes when all others have theirs
            deal_new(hand, seat, missing)
            return
        hand.count = count = stage.each
        hand.up_count = stage.up
        if hand.shown and hand.setup.rulebook.last_down_cards_up:
            hand.up_count = count
        hand.due = DEAL
        hand.seat = seat
        if hand.plan.is_draw and hand.stub < count * pending.bit_count():  # draws have used up the stub
            hand.count = count * pending.bit_count()
            if to_reshuffle(hand):
                hand.due = RESHUFFLE
            else:
                hand.count = count
        return
    if hand.plan.puts_off:
        for seat in clockwise(hand.betting.live, hand.plan.deal_from):  # cards that were postponed or exposed
            missing = hand.plan.stages[hand.street].held - len(hand.hole[seat])
            if missing > 0:
                deal_new(hand, seat, missing)
                return
    if hand.to_board:
        hand.due = BOARD if hand.stub >= hand.to_board else RESHUFFLE
        hand.seat = -1
        hand.count = hand.to_board
        return
    open_round(hand)


def deal_new(hand: HandState, seat: int, missing: int) -> None:
    """Make a seat's `missing` new cards due, from the stub or, if it is too short, from the shuffled discards."""
    hand.up_count = 0
    hand.seat = seat
    hand.count = missing
    short = hand.stub <= missing and hand.stub - last_stays(hand) < missing  # at most one card stays
    hand.due = RESHUFFLE if short and to_reshuffle(hand) else DEAL


def burn_on(hand: HandState) -> None:
    """Burn a card from a stub that was just shuffled, if enough cards are left after the burn. Then continue the
    deal.
    """
    plan = hand.plan
    stage = plan.stages[hand.street]
    needed = hand.pending.bit_count() * stage.each + hand.to_board * plan.boards
    if plan.is_draw:
        needed = (hand.count if hand.seat >= 0 else needed) + last_stays(hand)
    if stage.burn and hand.stub > needed:
        if hand.aside.unburned:
            hand.aside = hand.aside._replace(unburned=False)
        owe(hand, BURN, -1, 1)  # the street has begun
    else:
        deal_on(hand)


def run_again(hand: HandState) -> None:
    """Begin the next run of the board, at the street after which the runs differ."""
    aside = hand.aside
    hand.aside = aside._replace(run=aside.run + 1)
    hand.board_at = (aside.run + 1) * hand.plan.boards
    hand.street = aside.run_from
    enter_street(hand)


def open_round(hand: HandState) -> None:  # noqa: C901 - each betting round passes here: plain branches are fast
    """Open the betting of a street, or the bring-in that comes before it."""
    betting = hand.betting
    plan = hand.plan
    stage = plan.stages[hand.street]
    able = betting.able
    opens = stage.opens
    if plan.rounds_ask:
        if hand.aside.checked:
            hand.aside = hand.aside._replace(checked=0)
        if opens is NOBODY:
            if hand.street:
                betting.open_round(stage.unit)
                after_round(hand)
            else:
                return_on(hand)  # a bomb pot: somebody may be all-in for less than the ante
            return
    if hand.street:
        if not able & (able - 1):  # nobody is left to bet against, so there is nothing to close either
            pusher = betting.aggressor if plan.pusher_shows else -1
            betting.open_round(stage.unit)
            betting.aggressor = pusher
            after_round(hand)
            return
        betting.open_round(stage.unit)
        if plan.open_pair and hand.street == 1 and shows_pair(hand):
            betting.alt = plan.open_pair
    else:
        betting.open_at(plan.price, plan.raises)
        if plan.assumed:
            posted = sum(betting.bets) - sum([betting.bets[seat] for seat in plan.newcomers])
            betting.extra = max(plan.assumed - posted, 0)
        elif plan.terms.small >= 0:
            betting.extra = plan.terms.big_blind  # how much counts depends on the seat: `Betting.assumed`
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
            # the low card is all-in for its ante: the price stays, and the next seat may fold, call or complete
            betting.open_for_bring_in(hand.setup.stakes.bring_in)
            first += 1
    hand.due = ACT
    if hand.street and able >> first & 1:  # nobody has acted or gone all-in on this street: the first seat begins
        betting.actor = hand.seat = first
        return
    actor = hand.seat = betting.begin(first)
    if actor < 0:
        close_round(hand)


def act_on(hand: HandState) -> None:
    """Pass the action to the next seat, or close the round."""
    seat = hand.betting.actor
    hand.seat = seat
    if seat < 0:
        close_round(hand)


def close_round(hand: HandState) -> None:
    """Close the round: return uncalled chips, award decided pots, and turn hands face up if required. Then begin
    the next round.
    """
    betting = hand.betting
    live = betting.live
    if live & (live - 1):
        if not hand.street and is_passed_out(hand):
            owe(hand, PASS_OUT, -1, 0)
            return
        if betting.able & (betting.able - 1):  # they have put in equal chips, and go on betting
            enter_street(hand)
            return
    return_on(hand)


def return_on(hand: HandState) -> None:
    """Return uncalled chips, seat by seat. Then award decided pots."""
    betting = hand.betting
    back = over_called(betting.put, betting.live, hand.aside.kept, all_in=not betting.able)
    if back:
        seat, amount = back[0]
        owe(hand, RETURN, seat, amount)
        return
    settle(hand)


def settle(hand: HandState) -> None:
    """Award every pot that has only one claimant left (AI-8). Then continue with the contested pots."""
    betting = hand.betting
    live = betting.live
    if hand.plan.to_open and not live & (live - 1) and hand.opener >= 0 and live >> hand.opener & 1:
        if not hand.aside.proved:
            owe(hand, PROVE, hand.opener, 0)
            return
        if hand.aside.proved < 0:  # no claimant is left
            owe(hand, PASS_OUT, -1, 0)
            return
    if hand.plan.to_win:  # without the hand that the game requires, nobody wins: the last seat plays on for it (PG-62)
        after_round(hand)
        return
    claimants = last_claim(betting.put, live)
    if not claimants & (claimants - 1) and not waits(hand, claimants):
        layers = layered(betting.put, live, betting.dead, hand.aside.parts, hand.aside.broke)
        if layers:
            hand.layers = layers
            owe(hand, AWARD, -1, len(layers) - 1)
            return
    if not live & (live - 1):
        finish(hand)
        return
    after_round(hand)


def after_round(hand: HandState) -> None:
    """Turn the hands face up if betting is over and the house requires it (TDA-2013 15). Otherwise, deal the next
    street.

    The hands stay face down while cards may still be drawn or halves may still be declared. Before the board is run
    out, players choose how often to run it.
    """
    able = hand.betting.able
    street = hand.street
    plan = hand.plan
    if plan.end_asks and not able & (able - 1) and street + 1 < plan.showdown:
        live = hand.betting.live
        if not live & (live - 1):  # the last seat must still make a winning hand: nobody else may see it
            enter_street(hand)
            return
        if plan.run_cost[street] and not hand.aside.runs and most_runs(hand) > 1:
            hand.pending = hand.betting.live
            run_on(hand)
            return
        if hand.setup.rulebook.face_up_all_in and street >= plan.last_change and not plan.declares:
            hand.forced = True
            hand.show_from = plan.deal_from
            show_on(hand)
            return
    enter_street(hand)


def run_on(hand: HandState) -> None:
    """Ask the next seat how often to run the board. After the last answer, split the boards and continue."""
    if hand.pending:
        owe(hand, RUN, next_seat(hand.pending, hand.plan.deal_from), most_runs(hand))
        return
    runs = hand.aside.runs
    if runs > 1:
        hand.boards = hand.boards * runs
        hand.aside = hand.aside._replace(run_from=hand.street)
    after_round(hand)


def show_on(hand: HandState) -> None:
    """Ask the next seat to show, or pay a pot. Continue the deal if hands were face up before the last street."""
    if ask_to_show(hand):
        enter_street(hand)
