"""Checks of seats and chips: whether a player may sit down, buy, sit out, come back, or move.

Source: TS-1, TS-2, SD-9; PG-42, PG-43, PG-44; OS-3, OS-4, OS-11.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sidepot.errors import Cite, Conflict, IllegalAction, NotDue
from sidepot.hand.credit.denials import CASH, STAKE
from sidepot.hand.refusals import CHIPS
from sidepot.rules.clauses import refuse, say
from sidepot.rules.table_choices import ButtonRule
from sidepot.table.bans import check_reason
from sidepot.table.button import clockwise
from sidepot.table.places import Place, State
from sidepot.table.settlement import BOX, HOUSE
from sidepot.table.table_rules import BUY_IN, STRICT_BUY_IN
from sidepot.validation.shown_text import can_be_shown

if TYPE_CHECKING:
    from sidepot.table.commands import Adjust
    from sidepot.table.state import TableState

BETWEEN_HANDS: Final = Cite("PG", "43")
NO_RATHOLING: Final = Cite("PG", "44")
BUSTED: Final = Cite("SD", "9")
PETTY_CASH: Final = Cite("OS", "11")


def amount(chips: int, what: str = "chips") -> None:
    """Raise Conflict if an amount is below 1. `what` names it in the message."""
    if chips < 1:
        raise Conflict(f"{what}: expected at least 1, not {chips}", code="no_chips")


def check_name(player: str) -> None:
    """Raise Conflict if a player's name is empty, cannot be shown, or has spaces around it."""
    if not player or not can_be_shown(player) or player != player.strip():
        raise Conflict(f"a player's name must be one line without spaces around it, not {player!r}", code="bad_name")


# ---- what a player may do


def check_sit(table: TableState, player: str, seat: int, chips: int, at: int) -> None:
    """Raise Conflict, NotDue or IllegalAction if a player may not take this seat with these chips."""
    check_name(player)
    if player in (BOX, HOUSE):
        raise Conflict(f"{player!r} is reserved; choose another name", code="bad_name")
    if player in table.places:
        raise Conflict(f"{player} already sits in seat {table.places[player].seat + 1}", code="seated_already")
    check_free(table, seat)
    ahead = table.ahead_of(player)
    free = table.rules.seats - len(table.places)
    if ahead and free <= len(ahead):
        raise NotDue(
            f"{ahead[0]} is next on the waiting list and gets the free seat; put {player} on the list",
            code="others_wait",
        )
    check_chips(table, chips)
    if table.rules.is_tournament:
        return
    least, most = table.rules.buy_in
    gone = table.gone.get(player)
    if gone is not None and at - gone.at < table.rules.rathole_ms and gone.chips > least:
        if chips < gone.chips:
            left = say(
                "{player} left with {before} chips a short time ago and must bring the same amount back, not {chips}",
                player,
                gone.chips,
                chips,
            )
            raise refuse(IllegalAction, left, NO_RATHOLING, code="rathole")
        most = max(most, gone.chips) if most else 0
    check_least(table, player, chips)
    check_most(player, chips, most)


def check_free(table: TableState, seat: int) -> None:
    """Raise Conflict if a seat is taken or does not exist."""
    if not 0 <= seat < table.rules.seats:
        raise Conflict(
            f"there is no seat {seat + 1}; the table has seats 1 to {table.rules.seats}", code="unknown_seat"
        )
    taken = table.player_in(seat)
    if taken is not None:
        raise Conflict(f"seat {seat + 1} is taken by {taken}; {_free_seats(table)}", code="seat_taken")


def _free_seats(table: TableState) -> str:
    free = [seat + 1 for seat in range(table.rules.seats) if table.player_in(seat) is None]
    return f"free: {', '.join(map(str, free))}" if free else "no seat is free"


def check_least(table: TableState, player: str, stack: int) -> None:
    """Raise IllegalAction if the stack that a player brings is too small."""
    least = table.rules.buy_in[0]
    if stack < least:
        cite = BUY_IN if table.rules.open_stakes is None else STRICT_BUY_IN
        small = say("{player} must buy in for at least {least}, not {stack}", player, least, stack)
        raise refuse(IllegalAction, small, cite, code="buy_in_too_small")


def may_buy_short(table: TableState, place: Place) -> bool:
    """Whether a player without chips may buy in for less than the minimum. This is allowed once after each full buy-in
    (Robert's).
    """
    return table.rules.rulebook.short_buy_in and not place.short and table.rules.open_stakes is None


def is_full(table: TableState, stack: int) -> bool:
    """Whether a stack is a full buy-in, which lifts the restrictions of open stakes (OS-4)."""
    return stack >= table.rules.buy_in[0]


def check_most(player: str, stack: int, most: int) -> None:
    """Raise IllegalAction if a stack is larger than a player may bring."""
    if most and stack > most:
        large = say("{player} may have at most {most} chips, and would have {stack}", player, most, stack)
        raise refuse(IllegalAction, large, BUY_IN, code="buy_in_too_large")


def check_chips(table: TableState, chips: int) -> None:
    """Raise Conflict if an amount cannot be paid out in the chips of the table."""
    amount(chips)
    if chips % table.rules.chips.smallest:
        table.rules.chips.make(chips)


def check_buys(table: TableState, place: Place, chips: int) -> None:
    """Raise IllegalAction if a player may not buy chips, as at a tournament table.

    Raises Conflict if the amount cannot be paid out in the chips of the table.
    """
    check_chips(table, chips)
    if table.rules.is_tournament:
        raise IllegalAction(f"{place.player} cannot buy chips at a tournament table", CHIPS, code="no_purchase")


def check_buy(table: TableState, place: Place, chips: int) -> None:
    """Raise NotDue, IllegalAction or Conflict, citing the rule, if a player may not buy this amount now."""
    check_buys(table, place, chips)
    if table.is_in_hand(place.player):
        if table.rules.open_stakes is not None:
            raise NotDue(
                f"{place.player} is still playing a hand; buy when it is their turn, or ask for {chips} "
                "for the next hand",
                CASH,
                code="in_hand",
            )
        raise IllegalAction(
            f"{place.player} plays this hand at table stakes; ask for {chips} for the next hand",
            STAKE,
            code="in_hand",
        )
    check_most(place.player, place.stack + chips, table.rules.buy_in[1])
    if not place.stack and not may_buy_short(table, place):
        check_least(table, place.player, chips)


def check_give(table: TableState, place: Place, chips: int) -> None:
    """Raise Conflict or NotDue if a player may not get chips that were paid for elsewhere."""
    amount(chips)
    if table.is_in_hand(place.player):
        raise NotDue(
            f"{place.player} is still in a hand; add chips when the hand is over", BETWEEN_HANDS, code="in_hand"
        )


def check_adjust(table: TableState, place: Place, command: Adjust) -> None:
    """Raise NotDue, Conflict, BadNotation or IllegalAction if a stack may not be corrected now."""
    if table.rules.is_tournament:
        raise IllegalAction("this table belongs to a tournament; correct its stacks there", code="no_purchase")
    if table.begun is not None:
        raise NotDue(
            f"hand {table.begun.number} is in progress; correct the stack when the hand is over",
            BETWEEN_HANDS,
            code="hand_on",
        )
    check_reason(command.reason)
    if command.was != place.stack:
        other = say("{player} now has {stack}, not {was}; check again", place.player, place.stack, command.was)
        raise refuse(Conflict, other, code="other_stack")
    if command.to == command.was:
        same = say("{player} already has a stack of {stack}", place.player, command.to)
        raise refuse(NotDue, same, code="other_stack")
    if command.to:
        check_chips(table, command.to)


def check_ask(table: TableState, place: Place, chips: int) -> None:
    """Raise IllegalAction, NotDue or Conflict if a player may not ask for this amount after the hand (0: cancel)."""
    if not table.is_in_hand(place.player):
        raise NotDue(
            f"{place.player} is not in a hand, so there is no need to ask: buy the chips now",
            BETWEEN_HANDS,
            code="not_in_hand",
        )
    if not chips and place.asked:
        return  # cancelled
    check_buys(table, place, chips)
    if place.leaving:
        raise NotDue(f"{place.player} leaves after this hand and cannot get more chips", code="is_leaving")
    check_most(place.player, chips, table.rules.buy_in[1])


def check_top_up(table: TableState, place: Place, to: int) -> None:
    """Raise IllegalAction or Conflict if a stack may not be filled up to this amount."""
    if not to:
        return
    check_buys(table, place, to)
    check_least(table, place.player, to)
    check_most(place.player, to, table.rules.buy_in[1])


def check_back(table: TableState, place: Place) -> None:
    """Check that a player may be dealt in again.

    Raises IllegalAction if the player was removed or has no chips, and NotDue if the player is not sitting out.
    """
    if place.put_out:
        raise IllegalAction(f"{place.player} was removed from the table and leaves after this hand", code="put_out")
    if place.state is State.BUSTED:
        raise IllegalAction(f"{place.player} has no chips, and must buy some or leave", BUSTED, code="busted")
    if place.state is State.IN and not place.leaving and not table.lacks_claim(place):
        raise NotDue(f"{place.player} is already dealt in", code="dealt_in_already")


def check_out(place: Place) -> None:
    """Raise NotDue if a player cannot sit out, because the player already sits out or has no chips."""
    if place.state is State.OUT:
        raise NotDue(f"{place.player} is already sitting out", code="sits_out_already")
    if place.state is State.BUSTED:
        raise NotDue(f"{place.player} has no chips, and must buy some or leave", BUSTED, code="busted")


def check_petty(table: TableState, place: Place, chips: int) -> None:
    """Raise IllegalAction or Conflict if a player may not take this amount off the table."""
    check_chips(table, chips)
    allowed = table.rules.petty
    if table.rules.is_tournament or not allowed:
        cite = NO_RATHOLING if table.rules.open_stakes is None else PETTY_CASH
        raise IllegalAction("players cannot take chips off this table until they leave", cite, code="chips_stay")
    if table.is_in_hand(place.player):
        raise IllegalAction(
            f"{place.player} is still playing a hand; take the chips off the table when the hand is over",
            STAKE,
            code="in_hand",
        )
    if place.petty + chips > allowed:
        spent = say(
            "only {allowed} a session may be taken off for refreshments and tips; {player} has {left} left",
            allowed,
            place.player,
            allowed - place.petty,
        )
        raise refuse(IllegalAction, spent, PETTY_CASH, code="allowance_spent")
    if chips >= place.stack:
        leave = say("{player} has {stack} and must leave some of it on the table", place.player, place.stack)
        raise refuse(IllegalAction, leave, NO_RATHOLING, code="rathole")


def check_move(table: TableState, place: Place, seat: int) -> None:
    """Raise Conflict or NotDue if a player may not change seats."""
    if table.is_in_hand(place.player):
        raise NotDue(f"{place.player} is still playing a hand; change seats when the hand is over", code="in_hand")
    if seat != place.seat:
        check_free(table, seat)
    else:
        raise Conflict(f"{place.player} already sits in seat {seat + 1}", code="seated_already")


def comes_later(table: TableState, place: Place, seat: int) -> bool:
    """Whether a player who moves to `seat` gets the big blind later, because other players get it first."""
    marks = table.marks
    if marks is None or not table.has_blinds:
        return False

    def away(at: int) -> int:
        return (at - marks.big - 1) % table.rules.seats

    others = [away(one.seat) for one in table.places.values() if one is not place]
    return any(away(place.seat) < other < away(seat) for other in others)


def is_passed(table: TableState, place: Place, seat: int) -> bool:
    """Whether a player who has just had the big blind escapes the small blind, which comes next, by moving to `seat`.

    That is not so if the player gets the big blind again first, or if there are only two players, who have one blind
    each.
    """
    marks = table.marks
    if marks is None or table.rules.is_tournament or not table.has_blinds or place.new or place.seat != marks.big:
        return False
    others = [one.seat for one in table.places.values() if one is not place and one.stack]
    if len(others) < 2 or marks.small == marks.big:
        return False
    if table.rules.rulebook.button is ButtonRule.MOVING:  # the small blind goes to the next player after it
        return clockwise([*others, seat], marks.small, table.rules.seats)[0] != seat
    return clockwise([*others, seat], marks.big, table.rules.seats)[0] != seat
