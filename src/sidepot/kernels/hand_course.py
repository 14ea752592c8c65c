"""The course of a hand over arrays: deal, post, act, end a round, pay; `hand.course` for every form.

`running.run_tables` goes through here in all of its modes: from a policy, or from one array of acts after another.
"""

from __future__ import annotations

from typing import Final

from sidepot.games.model import Opens
from sidepot.kernels import records
from sidepot.kernels.array_betting import (
    begin,
    bounds,
    fold,
    may_raise,
    nearest,
    one_or_none,
    open_at_blinds,
    open_for_bring_in,
    open_round,
    put_in,
    raise_to,
    seat_left,
)
from sidepot.kernels.array_dealing import deal_boards, deal_last, enter_street, exchange, is_change, within
from sidepot.kernels.bits import index, next_seat
from sidepot.kernels.jit import Array, helper, once, part
from sidepot.kernels.paying import give_back
from sidepot.kernels.records import Desk, Form, Table
from sidepot.kernels.strengths import holds_openers, rank_showing

FOLD: Final = -1
STAY: Final = 0  # check, call or bring it in; any greater number is the total to bet or raise to
THROWN: Final = -2  # a draw is logged as this number, less the places of the cards thrown away

OPENS: Final = tuple(Opens)  # by their numbers in a form
_NOBODY = OPENS.index(Opens.NOBODY)
_LEFT_OF_BUTTON = OPENS.index(Opens.LEFT_OF_BUTTON)
_LEFT_OF_BLINDS = OPENS.index(Opens.LEFT_OF_BLINDS)
_OPENER = OPENS.index(Opens.OPENER)
_LOW_CARD = OPENS.index(Opens.LOW_CARD)
_HIGH_CARD = OPENS.index(Opens.HIGH_CARD)
_HIGH_CARD_ACTS = OPENS.index(Opens.HIGH_CARD_ACTS)
_OVER, _ACT, _BRING_IN, _DRAW = records.OVER, records.ACT, records.BRING_IN, records.DRAW
ENTER, DRAWS, BETS, CLOSE, RANK, WAIT = range(6)  # the stages of a street


@once
def start(form: Form, table: Table, posts: Array, before: Array, button: int) -> None:
    """Seat all players with chips, and post blinds and antes. The table's deck must already be set.

    Each row of `posts` has four columns: the number of seats left of the button, the amount, whether it is live, and
    whether it is dead money.
    """
    table.button = button
    table.start = button + 1 if button + 1 < form.seats else 0
    table.street = table.opener = -1
    table.pot = table.dead = table.carried = table.turned = table.upmask = table.steps = 0
    table.mucked = table.burned = table.aside = table.unburned = table.top = table.pending = table.lost = 0
    table.holes[:] = 53
    table.boards[:] = 53
    live = chips = 0
    for seat in range(form.seats):
        stack = before[seat]
        if form.cap and stack > form.cap:
            stack = form.cap
        if stack:
            live |= 1 << seat
        chips += stack
        table.before[seat] = stack
        table.stacks[seat] = stack
        table.put[seat] = 0
        table.held[seat] = 0
    table.live = table.able = live
    table.scale = 1.0 / chips
    open_round(form, table, form.unit[0])
    for at in range(posts.shape[0]):
        post(form, table, seat_left(form, table, posts[at, 0]), posts[at, 1], posts[at, 2], posts[at, 3])


@once
def post(form: Form, table: Table, seat: int, amount: int, live: int, dead: int) -> None:
    """Post a forced bet. If the seat has too few chips, post all of them."""
    here = index(seat)
    if amount >= table.stacks[here]:
        amount = table.stacks[here]
        table.able &= ~(1 << seat)
    table.stacks[here] -= amount
    table.pot += amount
    if dead:
        table.dead += amount
    else:
        table.put[here] += amount
        if live:
            table.bets[here] += amount


@once
def enter(form: Form, table: Table) -> int:
    """Begin the next street. Returns the next stage."""
    table.street += 1
    if table.street == form.streets:
        return RANK
    enter_street(form, table)
    return DRAWS


@once
def ask_to_draw(form: Form, table: Table) -> int:
    """Ask the next seat that exchanges cards, or turn the cards of the boards. Returns the next stage."""
    if table.pending:
        table.seat = next_seat(table.pending, table.start - 1, form.seats)
        table.due = _DRAW
        table.owed = table.least = table.most = 0
        return WAIT
    if form.fifth_last and is_change(form, table.street):
        deal_last(form, table)
    if table.to_board:
        deal_boards(form, table)
    return BETS


@once
def finish(form: Form, table: Table) -> None:
    """End a hand that has been paid."""
    table.street = form.streets
    table.due = _OVER
    table.seat = -1
    table.owed = table.least = table.most = 0


@helper
def close_round(form: Form, table: Table) -> int:
    """Close the betting of a street: return uncalled chips. Returns the next stage."""
    alone = one_or_none(table.live)
    if not alone and not table.street and form.pass_out and not table.price and not one_or_none(table.able):
        table.carried = table.pot
        table.dead = 0
        for seat in range(form.seats):
            table.put[seat] = 0
        return RANK
    if alone or one_or_none(table.able) or form.opens[index(table.street)] == _NOBODY:
        give_back(form, table)
    return RANK if alone and not form.to_win else ENTER


@helper
def open_betting(form: Form, look: Array, table: Table, desk: Desk) -> int:
    """Open the betting of a street, or the bring-in before it. Returns the next stage."""
    street = index(table.street)
    opens = form.opens[street]
    if opens == _NOBODY or (table.street and one_or_none(table.able)):
        if table.street:
            open_round(form, table, form.unit[street])
        return CLOSE
    if table.street:
        open_round(form, table, form.unit[street])
        if form.open_pair and table.street == 1 and shows_pair(form, table):
            table.alt = form.open_pair
    else:
        open_at_blinds(form, table)
    if opens == _LEFT_OF_BUTTON:
        first = table.start
    elif opens == _LEFT_OF_BLINDS:
        first = seat_left(form, table, form.first)
    elif opens == _OPENER:
        first = table.opener if table.opener >= 0 else table.start
    else:
        first = showing_opens(form, look, table, opens, desk)
        if form.bring_in and opens in (_LOW_CARD, _HIGH_CARD) and not one_or_none(table.able):
            if table.able >> first & 1:
                table.actor = first
                table.due = _BRING_IN
                return WAIT
            open_for_bring_in(table, form.bring_in)
            first = first + 1 if first + 1 < form.seats else 0
    if table.street and table.able >> first & 1:
        table.actor = first
    else:
        begin(form, table, first)
    table.due = _ACT
    return WAIT if table.actor >= 0 else CLOSE


@part
def ask(form: Form, look: Array, table: Table, desk: Desk) -> None:
    """Write to `table` what the actor may do."""
    seat = table.actor
    table.seat = seat
    table.owed = max(0, min(table.price - table.bets[index(seat)], table.stacks[index(seat)]))
    table.least = table.most = 0
    if table.due == _BRING_IN and table.stacks[index(seat)] <= form.bring_in:
        return
    if form.to_open and table.opener < 0 and not table.price and not holds_openers(form, look, table, seat, 0, desk):
        return
    if (not form.check_raise and table.checked >> seat & 1) or not may_raise(form, table):
        return
    table.least, table.most = bounds(form, table)


@once
def shows_pair(form: Form, table: Table) -> bool:
    """Whether a live seat shows a pair among its upcards."""
    for seat in range(form.seats):
        if table.live >> seat & 1:
            ranks = 0
            for at in range(table.held[seat]):
                if table.upmask >> at & 1:
                    rank = 1 << (table.holes[seat, at] >> 2)
                    if ranks & rank:
                        return True
                    ranks |= rank
    return False


@part
def height(card: int, low: int) -> int:
    """How high a card is, by rank and suit. If aces are `low`, a joker is lower still."""
    if not low or card < 48:
        return card
    return -5 if card == 52 else card - 52


@helper
def showing_opens(form: Form, look: Array, table: Table, opens: int, desk: Desk) -> int:
    """The live seat that acts first because of its upcards."""
    by_card = opens in (_LOW_CARD, _HIGH_CARD, _HIGH_CARD_ACTS)
    low = form.low_ace[0] if opens == _HIGH_CARD else 0
    at = 0
    while not table.upmask >> at & 1:
        at += 1
    opener = -1
    best = tie = 0
    seat = table.start
    for _ in range(form.seats):
        if table.live >> seat & 1:
            if by_card:
                mine = height(table.holes[index(seat), index(at)], low)
                mine = -mine if opens == _LOW_CARD else mine
            else:
                mine = rank_showing(form, look, table, seat, desk)
            suit = highest_up(form, table, seat) if form.by_suit and not by_card else 0
            if opener < 0 or mine > best or (mine == best and suit > tie):
                best, tie, opener = mine, suit, seat
        seat = seat + 1 if seat + 1 < form.seats else 0
    return opener


@part
def highest_up(form: Form, table: Table, seat: int) -> int:
    """The height of a seat's highest upcard by suit."""
    best = -100
    for at in range(table.held[index(seat)]):
        if table.upmask >> at & 1:
            best = max(best, height(table.holes[index(seat), at], form.low_aces))
    return best


@part
def act(form: Form, look: Array, table: Table, action: int, desk: Desk) -> tuple[int, int]:
    """Let the seat fold, check, call, bring in, bet, raise or throw away cards.

    Returns the nearest allowed action, which was taken, and the stage from which to continue.
    """
    table.steps += 1
    if table.due == _DRAW:
        return draw(form, look, table, action, desk), DRAWS
    seat = index(table.actor)
    if action > STAY and table.most:
        action = nearest(form, table, action, table.least, table.most)
        if table.opener < 0:
            table.opener = table.actor
        table.checked &= ~(1 << table.actor)
        amount = raise_to(form, table, action) - table.bets[seat]
    elif action < STAY and table.due == _ACT:
        if form.is_draw:
            for at in range(table.held[seat]):
                table.muck[index(table.mucked)] = table.holes[seat, at]
                table.mucked += 1
        fold(form, table)
        return FOLD, WAIT if table.actor >= 0 else CLOSE
    else:
        action = STAY
        amount = table.owed
        if table.due == _BRING_IN:
            open_for_bring_in(table, form.bring_in)
            amount = min(form.bring_in, table.stacks[seat])
        elif not amount:
            table.checked |= 1 << table.actor
    table.due = _ACT
    put_in(form, table, amount)
    return action, WAIT if table.actor >= 0 else CLOSE


@once
def draw(form: Form, look: Array, table: Table, action: int, desk: Desk) -> int:
    """Let the seat throw away cards. Returns their places."""
    places = within(form, table, action if action > STAY else 0)
    is_split = False
    if form.to_open and table.seat == table.opener and places:
        is_split = holds_openers(form, look, table, table.seat, 0, desk)
        is_split = is_split and not holds_openers(form, look, table, table.seat, places, desk)
    exchange(form, table, places, is_split)
    return places
