"""The messages of refused commands: what is due instead, what would be legal, and the rule.

This code runs only when a command is refused, and changes nothing. The rule has its number in the house's own book if
that is known (`own_book`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from sidepot.cards import UNKNOWN, text
from sidepot.errors import BadNotation, Cite, Conflict, IllegalAction, NotDue, SidepotError
from sidepot.games.titles import half_label
from sidepot.hand.betting_terms import FIXED_LIMIT, HALF, HALF_ALONE, SPREAD_LIMIT
from sidepot.hand.due import Due
from sidepot.hand.own_book import (
    BRING_IN_OWED,
    FACE_UP,
    IN_TURN,
    LIMIT_CAP,
    RAISE_SIZE,
    REOPENING,
    STUB,
    TABLE_ALL,
    own,
)
from sidepot.rules.rulebook import Openers

if TYPE_CHECKING:
    from sidepot.hand.betting import Betting
    from sidepot.hand.state import HandState

TABLE_STAKES = Cite("PG", "41")
NO_MORE_BETTING = Cite("TS", "12")
OPENERS = Cite("PG", "84")
CHECK_RAISE = Cite("RRP-11", "lowball/check-raise")
CREDIT = Cite("OS", "10")
CHIPS = Cite("PG", "23")
RAISES = Cite("PG", "40")


def what_is_due(hand: HandState) -> str:
    """What the hand is waiting for, as a sentence without a full stop."""
    return waited_for(hand)[0].replace("{}", f"seat {hand.seat + 1}")


_WAITS: Final = {
    Due.DONE: "the hand is over",
    Due.POST: "{} must post first",
    Due.BURN: "a card must be burned first",
    Due.DEAL: "[count] card(s) must be dealt to {} first",
    Due.BOARD: "[count] card(s) must be dealt to the board first",
    Due.RESHUFFLE: "the stub is too short: the discards must be shuffled first",
    Due.BRING_IN: "{} must bring it in or complete",
    Due.ACT: "it is {}'s turn to act",
    Due.DRAW: "it is {}'s turn to draw",
    Due.RETURN: "[count] uncalled chips must go back to {} first",
    Due.SHOW: "{} must show or muck first",
    Due.AWARD: "a pot must be awarded first",
    Due.PASS_OUT: "nobody may take the pot: it must be left for the next deal",
    Due.RUN: "{} must say how often the board is run",
    Due.DECLARE: "{} must declare for [halves] or both",
    Due.PROVE: "{} must show its openers",
    Due.REVEAL: "the closed hands must be opened first",
    Due.CONSENT: "{} must accept or refuse the marker",
}  # `[count]` and `[halves]` are those of the hand


def waited_for(hand: HandState) -> tuple[str, tuple[int, ...]]:
    """Return what the hand is waiting for, as a sentence with `{}` for each seat, and the list of these seats."""
    message = _WAITS[hand.due]
    if hand.due is Due.SHOW and hand.forced:
        message = "{} must show first"
    elif hand.due is Due.DECLARE:
        message = message.replace("[halves]", ", ".join(_halves(hand)))
    message = message.replace("[count]", str(hand.count))
    return message, (hand.seat,) * ("{}" in message)


def not_due(hand: HandState, what: str) -> NotDue:
    waits, seats = waited_for(hand)
    code = "hand_over" if hand.due is Due.DONE else "not_due"
    return NotDue(f"nobody may {what} now: {waits}", _own(hand, IN_TURN), code=code, seats=seats)


def _own(hand: HandState, rule: Cite) -> Cite:
    """The rule as the house's book numbers it, for the limit in play."""
    return own(hand.setup.rulebook, rule, at_limit=hand.betting.terms.kind in (FIXED_LIMIT, SPREAD_LIMIT))


def wrong_count(hand: HandState, given: int) -> IllegalAction:
    waits, seats = waited_for(hand)
    return IllegalAction(
        f"{given} card(s) were dealt, but {waits}", Cite("PG", "24"), code="wrong_card_count", seats=seats
    )


def not_in_stub(hand: HandState, card: int) -> SidepotError:
    if card in hand.plan.deck:
        return IllegalAction(f"{name(card)} has already been dealt", Cite("PG", "21"), code="card_dealt_already")
    return IllegalAction(f"{name(card)} is not in this deck", Cite("PG", "21"), code="card_not_in_deck")


def no_command(given: object) -> BadNotation:
    what = f"a player answers with a command of `sidepot.hand.commands`, not with {type(given).__name__}"
    return BadNotation(what, code="no_command")


def name(card: int) -> str:
    """The name of a card, or its number if it is not a card."""
    return text((card,)) if 0 <= card <= UNKNOWN else f"card {card}"


def must_call(hand: HandState) -> IllegalAction:
    owed = hand.to_call or hand.betting.price - hand.betting.bets[hand.seat]
    return illegal(hand, "must_call", f"{{}} may not check: it must call {owed} or fold", Cite("PG", "57"))


def nothing_to_call(hand: HandState) -> IllegalAction:
    return illegal(hand, "nothing_to_call", "{} has nothing to call: it may check", Cite("PG", "57"))


def illegal(hand: HandState, code: str, message: str, cite: Cite) -> IllegalAction:
    """The error for a refused action of the seat in turn. In `message`, `{}` is replaced by the name of the seat."""
    return IllegalAction(message, _own(hand, cite), code=code, seats=(hand.seat,))


def cap_rule(betting: Betting) -> Cite:
    """The rule about the cap on raises. At no limit and pot limit, the cap is a choice of the table."""
    return LIMIT_CAP if betting.terms.kind in (FIXED_LIMIT, SPREAD_LIMIT) else RAISES


def why_no_raise(hand: HandState) -> tuple[str, str, Cite]:
    """Why the seat to act may not raise, as an error code, a reason and a rule."""
    betting, seat = hand.betting, hand.seat
    if lacks_openers(hand):
        return "no_openers", f"it holds no openers: {hand.setup.game.open_requirement} or better", OPENERS
    if has_checked(hand):
        return "checked_already", "it has checked, and nobody may check and raise in this game", CHECK_RAISE
    if hand.due is Due.BRING_IN:
        return "too_few_chips", f"it has only {betting.stacks[seat]}, no more than the bring-in", TABLE_STAKES
    if not betting.able & ~(1 << seat):
        return "nobody_can_call", "all its opponents are all-in", NO_MORE_BETTING
    if betting.capped:
        return "raise_cap", f"the cap of {betting.terms.bets} bets is reached", cap_rule(betting)
    if betting.bets[seat] + betting.stacks[seat] <= betting.price:
        owed = betting.price - betting.bets[seat]
        return "too_few_chips", f"it has only {betting.stacks[seat]} to call {owed} with", TABLE_STAKES
    if betting.bounds(seat)[1]:
        return "credit_all_in", "that would be all-in with borrowed chips, or after a raise with them", CREDIT
    raised = betting.level - betting.acted[seat]
    size = betting.unit if betting.terms.kind == 2 else betting.full_raise
    so_far = f"it has acted, and the bet has gone up by only {raised} since"
    if betting.terms.reopening == HALF_ALONE:
        return "not_reopened", f"{so_far}, not by half of a full raise of {size} by one player", REOPENING
    if betting.terms.reopening == HALF:
        return "not_reopened", f"{so_far}, not by half of a full raise of {size}", REOPENING
    return "not_reopened", f"{so_far}, not by a full raise of {size}", REOPENING


def may_not_raise(hand: HandState) -> IllegalAction:
    code, why, cite = why_no_raise(hand)
    return illegal(hand, code, f"{{}} may not raise: {why}; it may {_else(hand)}", cite)


def out_of_bounds(hand: HandState, to: int, low: int, high: int) -> IllegalAction:
    chip = hand.betting.step()
    if chip and low < to < high:
        below = to - to % chip
        what = f"with {chip} the smallest chip in play, it may raise to {below} or {min(below + chip, high)}"
        return illegal(hand, "chips_cannot_make", f"{{}} may not bet or raise to {to}: {what}", CHIPS)
    allowed = (
        f"to {low}"
        if low == high
        else f"to {low} or to {high}"
        if hand.betting.alt
        else f"to {low} at least and {high} at most"
    )
    code = "raise_too_small" if to < low else "raise_too_large" if to > high else "raise_between"
    return illegal(hand, code, f"{{}} may not bet or raise to {to}: it may raise {allowed}", RAISE_SIZE)


def _else(hand: HandState) -> str:
    if hand.due is Due.BRING_IN:
        return "bring it in"
    to_call = hand.to_call
    if not to_call and hand.betting.price > hand.betting.bets[hand.seat]:
        return "add chips, go all-in or fold"
    return f"call {to_call} or fold" if to_call else "check or fold"


def wrong_discards(hand: HandState, count: int) -> IllegalAction:
    street = hand.plan.streets[hand.street]
    may = f"must throw {street.discard} card(s) away" if street.discard else f"may change {street.draw} card(s) at most"
    return illegal(hand, "wrong_discard_count", f"{{}} {may}, not {count}", Cite("PG", "82"))


def wrong_runs(hand: HandState, runs: int) -> IllegalAction:
    message = f"{{}} may run the board 1 to {hand.count} times, not {runs}"
    return illegal(hand, "wrong_run_count", message, Cite("PG", "13"))


def wrong_ways(hand: HandState, ways: int) -> IllegalAction:
    halves = ", ".join([f"{label} ({way})" for way, label in enumerate(_halves(hand), 1)])
    return illegal(
        hand, "wrong_declaration", f"{{}} must declare for {halves} or both (3), not {ways}", Cite("PG", "69")
    )


def _halves(hand: HandState) -> list[str]:
    game = hand.setup.game
    return [half_label(game, at) for at in range(len(game.halves))]


def unknown_declarations() -> Conflict:
    return Conflict(
        "this copy of the hand does not know what the closed hands declare", Cite("PG", "69"), code="unknown_cards"
    )


def may_not_call() -> IllegalAction:
    return IllegalAction(
        "in this house cards speak: players do not call their hands", Cite("PG", "74"), code="cards_speak"
    )


def too_early_to_call(seat: int) -> IllegalAction:
    message = "{} may call its hand at the showdown: more cards are to come"
    return IllegalAction(message, Cite("PG", "76"), code="too_early", seats=(seat,))


def not_made_of(seat: int, cards: Sequence[int]) -> IllegalAction:
    message = f"{{}} cannot play {' '.join(map(name, cards))} here"
    return IllegalAction(message, Cite("PG", "76"), code="not_made_of_hand", seats=(seat,))


def not_held(hand: HandState, card: int, seat: int = -1) -> IllegalAction:
    seat = hand.seat if seat < 0 else seat
    held = text(hand.hole[seat])
    message = f"{name(card)} is not one of the cards of {{}}: {held}"
    return IllegalAction(message, Cite("PG", "82"), code="card_not_held", seats=(seat,))


def must_prove(seat: int) -> IllegalAction:
    return IllegalAction(
        "{} opened the betting and must show openers", OPENERS, code="must_prove_openers", seats=(seat,)
    )


def other_cards(hand: HandState, seat: int) -> IllegalAction:
    message = f"{{}} was dealt {text(hand.hole[seat])}: it must table all of them"
    return IllegalAction(message, Cite("PG", "73"), code="other_cards", seats=(seat,))


def unknown_cards(seats: Sequence[int], holes: Sequence[Sequence[int]], board: Sequence[int] = ()) -> Conflict:
    who = [seat for seat in seats if UNKNOWN in holes[seat]]
    hidden = ["{}"] * len(who)
    if UNKNOWN in board:
        hidden.append("the board")
    return Conflict(
        f"this copy of the hand does not know the cards of {', '.join(hidden)}",
        Cite("PG", "73"),
        code="unknown_cards",
        seats=who,
    )


def must_show(hand: HandState) -> IllegalAction:
    if hand.setup.rulebook.may_muck:
        return illegal(hand, "must_show", "{} must show: betting is over and a player is all-in", FACE_UP)
    return illegal(hand, "must_show", "{} must show: this house requires all hands to be tabled", TABLE_ALL)


def owes_bring_in(hand: HandState, seat: int) -> IllegalAction:
    message = "{} owes the bring-in: a dead hand posts it first"
    return IllegalAction(message, _own(hand, BRING_IN_OWED), code="owes_bring_in", seats=(seat,))


def all_in_stays(hand: HandState, seat: int) -> IllegalAction:
    message = "{} is all-in: its hand stays until the showdown"
    return IllegalAction(message, _own(hand, FACE_UP), code="all_in_stays", seats=(seat,))


def never_mixed(hand: HandState) -> NotDue:
    waits, seats = waited_for(hand)
    return NotDue(f"the stub cannot be put in order now: {waits}", _own(hand, STUB), code="no_stub", seats=seats)


def not_decided() -> BadNotation:
    return BadNotation("the director must choose one of the options first", code="ruling_open")


def last_claim(seat: int) -> IllegalAction:
    message = "{} holds the last claim to a pot: its hand cannot go"
    return IllegalAction(message, Cite("PG", "26"), code="last_claim", seats=(seat,))


def lacks_openers(hand: HandState) -> bool:
    """Whether the seat to act would open without openers in a house that checks them (PG-84)."""
    if not hand.plan.to_open or hand.opener >= 0 or hand.betting.price:
        return False
    hole = hand.hole[hand.seat]
    if hand.setup.rulebook.openers is Openers.PROVED or UNKNOWN in hole:
        return False
    return hand.plan.showing(hole) < hand.plan.to_open


def has_checked(hand: HandState) -> bool:
    """Whether the seat to act may not raise, because it has checked in this round (Robert's, lowball)."""
    return not hand.plan.check_raise and bool(hand.aside.checked >> hand.seat & 1)
