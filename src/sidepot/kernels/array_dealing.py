"""The cards of a hand over arrays: deal, burn, draw, and refill a short stub, as in `hand.course` and `hand.stub`.

A deck is shuffled as it is dealt: each card is drawn from those that are left. A deck that was given is dealt in its
order; what goes back into it comes last.
"""

from __future__ import annotations

from typing import Final

from sidepot.hand.stub import ALL, BURN, BURNS, COMMUNITY, DISCARDS, NO_BURN, USE_BURNS
from sidepot.kernels.bits import count, index, lowest, onward, signed, word
from sidepot.kernels.jit import helper, once, part
from sidepot.kernels.records import DECK, Form, Table

_BURN, _NO_BURN, _USE_BURNS, _COMMUNITY = BURN, NO_BURN, USE_BURNS, COMMUNITY
_BURNS, _DISCARDS, _ALL = BURNS, DISCARDS, ALL
_DECK = DECK
FIVE: Final = 5


@part
def next_card(table: Table) -> int:
    """Take the next card of the deck."""
    top = table.top
    if not table.fixed:
        table.chance = onward(table.chance)
        pick = index(top + (signed(word(table.chance) >> 32) * (table.size - top) >> 32))
        card = table.deck[pick]
        table.deck[pick] = table.deck[index(top)]
        table.deck[index(top)] = card
    table.top = top + 1
    return int(table.deck[index(top)])


@part
def burn_card(table: Table) -> None:
    """Burn the next card."""
    table.burns[index(table.burned)] = next_card(table)
    table.burned += 1


@part
def give_card(table: Table, seat: int) -> None:
    """Deal the next card to a seat."""
    held = index(table.held[index(seat)])
    table.holes[index(seat), held] = next_card(table)
    table.held[index(seat)] += 1


@part
def last_stays(form: Form, table: Table, seat: int) -> int:
    """How many cards at the end of the stub, 0 or 1, may not be dealt now to this seat (-1 for a board)."""
    if form.keep_last or not form.last_completes:
        return form.keep_last
    if seat < 0 or (table.pending and not is_change(form, table.street)):
        return 0
    for other in range(form.seats):
        waits = table.pending >> other & 1 or table.held[other] < form.held[index(table.street)]
        if other != seat and table.live >> other & 1 and waits:
            return 1
    return 0


@part
def is_change(form: Form, street: int) -> bool:
    """Whether cards are exchanged or thrown away on a street."""
    return bool(form.draw[index(street)] + form.discard[index(street)] > 0)


@once
def going_back(form: Form, table: Table, seat: int, needed: int) -> tuple[int, bool, bool]:
    """Which cards return to a stub that is too short: the number of discards, whether burn cards return, and whether
    openers do.
    """
    if not form.is_draw:
        return 0, True, False
    own = 0
    if table.pending and is_change(form, table.street):
        is_split = table.street == form.first_change and seat == table.opener and table.aside > 0
        own = 0 if is_split else form.held[index(table.street)] - table.held[index(seat)]
    others = max(table.mucked - own, 0)
    stub = table.size - table.top
    what = _DISCARDS if stub + others >= needed else _ALL
    if form.burns_first:
        enough = needed + last_stays(form, table, seat)
        stub += table.burned
        if table.burned and stub >= enough:
            what = _BURNS
        else:
            what = _DISCARDS if stub + others >= enough else _ALL
    if what != _ALL:
        return (others if what == _DISCARDS else 0), form.burns_first != 0, False
    everything = table.size - table.top + table.mucked + table.burned
    return table.mucked, True, everything < needed


@helper
def refill(form: Form, table: Table, seat: int, needed: int) -> bool:
    """Put cards back into a stub that is too short for a seat (-1 for a board). Returns False if there are no such
    cards.
    """
    mucked, burns, openers = going_back(form, table, seat, needed)
    added = mucked + (table.burned if burns else 0) + (table.aside if openers else 0)
    if not added:
        return False
    if table.size + added > _DECK:
        for at in range(table.size - table.top):
            table.deck[at] = table.deck[index(table.top + at)]
        table.size -= table.top
        table.top = 0
        table.lost = 1
    stub = table.size
    for at in range(mucked):
        table.deck[index(stub + at)] = table.muck[at]
    stub += mucked
    for at in range(table.mucked - mucked):
        table.muck[at] = table.muck[index(mucked + at)]
    table.mucked -= mucked
    if burns:
        for at in range(table.burned):
            table.deck[index(stub + at)] = table.burns[at]
        stub += table.burned
        table.burned = 0
    if openers:
        for at in range(table.aside):
            table.deck[index(stub + at)] = table.set_aside[at]
        stub += table.aside
        table.aside = 0
    table.size = stub
    if form.reburns or table.unburned:
        burn_after(form, table, seat, needed)
    return True


@once
def burn_after(form: Form, table: Table, seat: int, wanted: int) -> None:
    """Burn a card from a stub that was just refilled, if enough cards are left after that."""
    street = index(table.street)
    needed = count(table.pending) * (form.down[street] + form.up[street]) + table.to_board * form.boards
    if form.is_draw:
        needed = (wanted if seat >= 0 else needed) + last_stays(form, table, seat)
    if form.burn[street] and table.size - table.top > needed:
        table.unburned = 0
        burn_card(table)


@part
def deal_new(form: Form, table: Table, seat: int, missing: int) -> None:
    """Deal a seat's new cards from the stub or, if the stub is too short, from the shuffled discards."""
    more = True
    while more:
        stub = table.size - table.top
        short = stub <= missing and stub - last_stays(form, table, seat) < missing
        more = short and refill(form, table, seat, missing)
    for _ in range(missing):
        give_card(table, seat)


@once
def deal_around(form: Form, table: Table) -> None:
    """Deal the cards of a street to all seats that wait for cards, one card at a time."""
    street = index(table.street)
    each = form.down[street] + form.up[street]
    wanted = each * count(table.pending)
    while form.is_draw and table.size - table.top < wanted and refill(form, table, lowest(table.pending), wanted):
        pass
    held = 0
    for at in range(each):
        seat = table.start
        for _ in range(form.seats):
            if table.pending >> seat & 1:
                held = table.held[index(seat)]
                give_card(table, seat)
            seat = seat + 1 if seat + 1 < form.seats else 0
        if at >= form.down[street]:
            table.upmask |= 1 << held
    table.pending = 0


@once
def plan_stub(form: Form, table: Table, wanted: int) -> int:
    """How to deal `wanted` cards from a stub of stud that may be too short, as in `hand.stub.stub_plan`."""
    stub = table.size - table.top
    burn = form.burn[index(table.street)]
    spare = form.spare
    needed = wanted + (spare if spare else burn)
    if stub >= needed:
        return _BURN if burn else _NO_BURN
    if not spare and stub >= wanted:
        return _NO_BURN
    return _USE_BURNS if stub + table.burned >= wanted + spare else _COMMUNITY


@helper
def enter_stud(form: Form, table: Table) -> None:
    """Begin a later street of stud, on which the cards may run out."""
    street = index(table.street)
    each = form.down[street] + form.up[street]
    how = plan_stub(form, table, count(table.pending) * each)
    if how == _USE_BURNS:
        refill(form, table, -1, 0)
    elif how == _COMMUNITY:
        table.pending = 0
        table.to_board = min(each, table.size - table.top + table.burned)
        if table.size - table.top < each + form.spare and table.burned and form.spare:
            refill(form, table, -1, 0)
        elif form.burn[street] and table.size - table.top > each:
            burn_card(table)
    elif how == _BURN:
        burn_card(table)


@once
def enter_street(form: Form, table: Table) -> None:
    """Begin a street: burn, and deal to the seats. Afterwards, `pending` contains the seats that exchange cards."""
    street = index(table.street)
    table.to_board = form.board[street]
    deals = form.down[street] + form.up[street]
    changes = is_change(form, table.street)
    table.pending = table.live if deals or changes else 0
    if form.is_stud and deals and table.street:
        enter_stud(form, table)
    elif form.burn[street]:
        needed = form.needed[street] + form.a_seat[street] * count(table.live)
        burns = table.size - table.top > needed
        if form.is_draw:
            table.unburned = 0 if burns else 1
        if burns:
            burn_card(table)
    if table.pending and not changes:
        deal_around(form, table)


@once
def deal_boards(form: Form, table: Table) -> None:
    """Turn the street's cards of each board."""
    cards = table.to_board
    for board in range(form.boards):
        if table.size - table.top < cards:
            refill(form, table, -1, cards)
        for at in range(cards):
            table.boards[board, index(table.turned + at)] = next_card(table)
    table.turned += cards
    table.to_board = 0


@once
def within(form: Form, table: Table, places: int) -> int:
    """The places of the cards that a seat throws away, corrected to an allowed number.

    If there are too many places, the last ones are dropped. If there are too few, cards from the beginning are added.
    """
    held = table.held[index(table.seat)]
    least = form.discard[index(table.street)]
    most = least if least else form.draw[index(table.street)]
    chosen = places & ((1 << held) - 1)
    while count(chosen) > most:
        left = chosen
        while left & (left - 1):
            left &= left - 1
        chosen ^= left
    at = 0
    while count(chosen) < least:
        chosen |= 1 << at
        at += 1
    return int(chosen)


@once
def throw(table: Table, places: int, is_split: bool) -> int:
    """Move the seat's cards in these places to the discards, or set them aside. Returns their number."""
    seat = index(table.seat)
    kept = thrown = 0
    for at in range(table.held[seat]):
        card = table.holes[seat, at]
        if places >> at & 1:
            thrown += 1
            if is_split:
                table.set_aside[index(table.aside)] = card
                table.aside += 1
            else:
                table.muck[index(table.mucked)] = card
                table.mucked += 1
        else:
            table.holes[seat, index(kept)] = card
            kept += 1
    for at in range(kept, table.held[seat]):
        table.holes[seat, index(at)] = 53
    table.held[seat] = kept
    return thrown


@once
def exchange(form: Form, table: Table, places: int, is_split: bool) -> None:
    """Let the seat throw away cards. If the street replaces them, deal the seat as many new cards."""
    thrown = throw(table, places, is_split)
    if thrown and not form.discard[index(table.street)]:
        missing = form.held[index(table.street)] - table.held[index(table.seat)]
        if form.fifth_last and missing == FIVE:
            missing -= 1
        deal_new(form, table, table.seat, missing)
    table.pending &= ~(1 << table.seat)


@helper
def deal_last(form: Form, table: Table) -> None:
    """Deal the fifth cards that were put off until all other seats had theirs."""
    seat = table.start
    for _ in range(form.seats):
        missing = form.held[index(table.street)] - table.held[index(seat)]
        if table.live >> seat & 1 and missing > 0:
            deal_new(form, table, seat, missing)
        seat = seat + 1 if seat + 1 < form.seats else 0
