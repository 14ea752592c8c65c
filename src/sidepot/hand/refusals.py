"""What a command is refused for, in words: what is owed instead, what would have been legal, and the rule.

Cold code: it runs only when something is refused, and changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sidepot.cards import UNKNOWN, text
from sidepot.errors import Cite, Conflict, IllegalAction, NotDue
from sidepot.hand.due import Due

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand

TABLE_STAKES = Cite("PG", "41")
IN_TURN = Cite("TDA-2013", "37-A")
REOPENING = Cite("TDA-2013", "41-B")
RAISE_SIZE = Cite("TDA-2013", "41-A")
LIMIT_CAP = Cite("TDA-2013", "45")
NO_MORE_BETTING = Cite("TS", "12")
FACE_UP = Cite("TDA-2013", "15")
TABLE_ALL = Cite("TDA-2013", "16")


def what_is_due(hand: Hand) -> str:
    """What the hand waits for, as a sentence without a full stop."""
    who = f"seat {hand.seat + 1}"
    return {
        Due.DONE: "the hand is over",
        Due.POST: f"{who} must post first",
        Due.BURN: "a card must be burned first",
        Due.DEAL: f"{hand.count} card(s) must be dealt to {who} first",
        Due.BOARD: f"{hand.count} card(s) must be dealt to the board first",
        Due.RESHUFFLE: "the stub is too short: the discards must be shuffled first",
        Due.BRING_IN: f"{who} must bring it in or complete",
        Due.ACT: f"it is {who}'s turn to act",
        Due.DRAW: f"it is {who}'s turn to draw",
        Due.RETURN: f"{hand.count} uncalled chips must go back to {who} first",
        Due.SHOW: f"{who} must show first" if hand.forced else f"{who} must show or muck first",
        Due.AWARD: "a pot must be awarded first",
        Due.PASS_OUT: "nobody opened: the cards must be thrown in",
    }[hand.due]


def not_due(hand: Hand, what: str) -> NotDue:
    return NotDue(f"nobody may {what} now: {what_is_due(hand)}", IN_TURN)


def wrong_count(hand: Hand, given: int) -> IllegalAction:
    return IllegalAction(f"{given} card(s) were dealt: {what_is_due(hand)}", Cite("PG", "24"))


def not_in_stub(hand: Hand, card: int) -> IllegalAction:
    if card in hand.plan.deck:
        return IllegalAction(f"{name(card)} has been dealt already", Cite("PG", "21"))
    return IllegalAction(f"{name(card)} is not a card of this deck", Cite("PG", "21"))


def name(card: int) -> str:
    """How a card is written, or its number where it is none."""
    return text((card,)) if 0 <= card <= UNKNOWN else f"card {card}"


def must_call(hand: Hand) -> IllegalAction:
    return IllegalAction(f"seat {hand.seat + 1} may not check: it is {hand.to_call} to call, or fold", Cite("PG", "57"))


def nothing_to_call(hand: Hand) -> IllegalAction:
    return IllegalAction(f"seat {hand.seat + 1} has nothing to call: it may check", Cite("PG", "57"))


def why_no_raise(hand: Hand) -> tuple[str, Cite]:
    """Why the seat to act may not raise: the reason and the rule."""
    betting, seat = hand.betting, hand.seat
    if hand.due is Due.BRING_IN:
        return f"it has only {betting.stacks[seat]}, no more than the bring-in", TABLE_STAKES
    if not betting.able & ~(1 << seat):
        return "all its opponents are all-in", NO_MORE_BETTING
    if betting.capped:
        return f"the cap of {betting.terms.bets} bets is reached", LIMIT_CAP
    if betting.bets[seat] + betting.stacks[seat] <= betting.price:
        return f"it has only {betting.stacks[seat]} to call {betting.price - betting.bets[seat]} with", TABLE_STAKES
    raised = betting.level - betting.acted[seat]
    size = betting.unit if betting.terms.kind == 2 else betting.full_raise
    return f"it has acted, and the bet has gone up by only {raised} since, not by a full raise of {size}", REOPENING


def may_not_raise(hand: Hand) -> IllegalAction:
    why, cite = why_no_raise(hand)
    return IllegalAction(f"seat {hand.seat + 1} may not raise: {why}; it may {_else(hand)}", cite)


def out_of_bounds(hand: Hand, to: int) -> IllegalAction:
    low, high = hand.min_raise_to(), hand.max_raise_to()
    allowed = f"to {low}" if low == high else f"to {low} at least and {high} at most"
    return IllegalAction(f"seat {hand.seat + 1} may not bet or raise to {to}: it may raise {allowed}", RAISE_SIZE)


def _else(hand: Hand) -> str:
    if hand.due is Due.BRING_IN:
        return "bring it in"
    to_call = hand.to_call
    return f"call {to_call} or fold" if to_call else "check or fold"


def too_many_discards(hand: Hand, count: int, most: int) -> IllegalAction:
    return IllegalAction(f"seat {hand.seat + 1} may change {most} card(s) at most, not {count}", Cite("PG", "82"))


def not_held(hand: Hand, card: int) -> IllegalAction:
    held = text(hand.hole[hand.seat])
    return IllegalAction(f"seat {hand.seat + 1} does not hold {name(card)}; it holds {held}", Cite("PG", "82"))


def other_cards(hand: Hand, seat: int) -> IllegalAction:
    return IllegalAction(
        f"seat {seat + 1} was dealt {text(hand.hole[seat])}: it must table all of them", Cite("PG", "73")
    )


def unknown_cards(seats: Sequence[int], holes: Sequence[Sequence[int]], board: Sequence[int] = ()) -> Conflict:
    hidden = [f"seat {seat + 1}" for seat in seats if UNKNOWN in holes[seat]]
    if UNKNOWN in board:
        hidden.append("the board")
    return Conflict(f"the cards of {', '.join(hidden)} are not known here", Cite("PG", "73"))


def must_show(hand: Hand) -> IllegalAction:
    if hand.setup.rulebook.may_muck:
        return IllegalAction(f"seat {hand.seat + 1} must show: betting is over and a player is all-in", FACE_UP)
    return IllegalAction(f"seat {hand.seat + 1} must show: the house has every hand tabled", TABLE_ALL)


def last_claim(seat: int) -> IllegalAction:
    return IllegalAction(f"seat {seat + 1} holds the last claim to a pot: its hand cannot go", Cite("PG", "26"))
