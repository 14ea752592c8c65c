"""Why a seat may do what it may do and nothing else: one sentence for each permission or refusal, with its rule.

The sentences speak to the player whose turn it is. Nothing here is asked while a hand is only played; a room asks after
every action.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from sidepot.errors import Cite
from sidepot.games.titles import half_label
from sidepot.hand.credit.rights import bound_to, has_forfeited
from sidepot.hand.due import ACT, BRING_IN, CONSENT, DECLARE, DRAW, RUN, SHOW
from sidepot.hand.legal.grounds import on_credit, on_marker, seat_name
from sidepot.hand.legal.reason import About, Reason
from sidepot.hand.own_book import FACE_UP, LIMIT_CAP, RAISE_SIZE, REOPENING, TABLE_ALL
from sidepot.hand.pots import pots_contested
from sidepot.hand.raising import FIXED_LIMIT, FULL, HALF, HALF_ALONE, POT_LIMIT
from sidepot.hand.refusals import (
    CHECK_RAISE,
    CREDIT,
    NO_MORE_BETTING,
    OPENERS,
    TABLE_STAKES,
    has_checked,
    lacks_openers,
)
from sidepot.hand.streets import seats_of
from sidepot.hand.winning.showdown import is_last_claim
from sidepot.hand.words import pot_words

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand

FOLD_ANY_TIME: Final = Cite("TDA-2013", "50")
CHECK: Final = Cite("PG", "57")
OPENING: Final = Cite("PG", "58")
MATCH: Final = Cite("PG", "60")
LIMITS: Final = Cite("PG", "39")
ALL_IN_CALL: Final = Cite("SD", "1")
ALL_IN_SHARE: Final = Cite("TS", "4")
ALL_IN_BET: Final = Cite("PG", "11")
FULL_BLIND: Final = Cite("AI", "5")
SIDE_POT: Final = Cite("PG", "10")
BRING_IN_LOW: Final = Cite("PG", "93")
BRING_IN_RAZZ: Final = Cite("PG", "96")
CHANGE: Final = Cite("PG", "82")
RUNS: Final = Cite("PG", "13")
DECLARING: Final = Cite("PG", "69")
MUCK: Final = Cite("TDA-2013", "16")
LAST_CLAIM: Final = Cite("PG", "26")
FULL_BET: Final = Cite("TS", "9")
HALF_BET: Final = Cite("TS", "11")

# what a reason is about
FOLDING: Final[tuple[About, ...]] = ("fold",)
CHECKING: Final[tuple[About, ...]] = ("check",)
CALLING: Final[tuple[About, ...]] = ("call",)
RAISING: Final[tuple[About, ...]] = ("raise",)
MUCKING: Final[tuple[About, ...]] = ("muck",)
POTS: Final[tuple[About, ...]] = ("pot",)

# what is said the same way in every hand
ALWAYS: Final = "You may fold: in turn that is always possible, even when checking is free"
SEEN: Final = "You may show: to win a pot at the showdown, all your cards must be seen"
MAY_FOLD: Final = Reason(FOLDING, "may", ALWAYS, FOLD_ANY_TIME)
FREE_CHECK: Final = Reason(CHECKING, "may", "You may check: nobody has bet", CHECK)
MAY_SHOW: Final = Reason(("show",), "may", SEEN, Cite("PG", "73"))


def reasons(hand: Hand, names: Sequence[str], bounds: tuple[int, int]) -> tuple[Reason, ...]:
    """Why the seat whose turn it is may do what `options` offers, and why not more. Empty when nobody must decide.

    Other players are told by their `names`, or by their seats where there are none. `bounds` are those of a raise.
    """
    due = hand.due
    if due is CONSENT or bound_to(hand):
        return (on_marker(hand, names),)
    if due is ACT:
        return (*_staying_in(hand), *_raising(hand, bounds), *on_credit(hand), *_side_pots(hand, names))
    if due is BRING_IN:
        return (_bringing_in(hand), *_raising(hand, bounds), *on_credit(hand))
    if due is DRAW:
        return (_changing(hand),)
    if due is SHOW:
        return (MAY_SHOW, _mucking(hand))
    if due is RUN:
        often = f"You may have the board run 1 to {hand.count} times: the least that anybody says is done"
        return (Reason(("run",), "may", often, RUNS),)
    if due is DECLARE:
        return (_declaring(hand),)
    return ()


def may_muck(hand: Hand) -> bool:
    """Whether the seat to show may muck instead: not when hands lie open, nor as the last claim to a pot."""
    unproved = hand.plan.to_open and hand.seat == hand.opener and not hand.aside.proved
    return not hand.forced and not unproved and not is_last_claim(hand, hand.seat)


# ---- fold, check, call


def _staying_in(hand: Hand) -> list[Reason]:
    betting, seat = hand.betting, hand.seat
    price, mine = betting.price, betting.bets[seat]
    if not price:
        return [MAY_FOLD, FREE_CHECK]
    owed = price - mine
    if owed <= 0:
        free = f"You may check: the bet is {price} and you have {mine} in front of you"
        return [MAY_FOLD, Reason(CHECKING, "may", free, CHECK)]
    call = betting.to_call(seat)
    why = [MAY_FOLD, Reason(CHECKING, "may_not", f"You may not check: it is {owed} to call", CHECK)]
    if call == owed:
        front = f" and you have {mine} in front of you" if mine else ""
        why.append(Reason(CALLING, "may", f"You may call {call}: the bet is {price}{front}", MATCH))
    elif has_forfeited(hand):
        why.append(Reason(CALLING, "may_not", "You may not go all-in: you have raised with borrowed chips", CREDIT))
    else:
        short = f"You may call all-in with {call or 'nothing'}, though the call is {owed}"
        share = f"You then win no more than {betting.put[seat] + call} from each opponent"
        why.append(Reason(CALLING, "may", short, ALL_IN_CALL))
        why.append(Reason(CALLING, "note", share, ALL_IN_SHARE))
    if max(betting.bets) < price:
        what = "bring-in" if hand.plan.is_stud else "big blind"
        full = f"The price stays the full {what} of {price}, though less was posted"
        why.append(Reason(CALLING, "note", full, FULL_BLIND))
    return why


# ---- bet, raise, complete


def _raising(hand: Hand, bounds: tuple[int, int]) -> list[Reason]:
    low, high = bounds
    if not high:
        return [Reason(RAISING, "may_not", *_no_raise(hand))]
    why = []
    betting, seat = hand.betting, hand.seat
    if hand.plan.to_open and hand.opener < 0 and not betting.price:
        asked = hand.setup.game.open_requirement
        proof = f"The opener must show openers ({asked} or better) before taking a pot"
        why.append(Reason(RAISING, "note", proof, OPENERS))
    all_in = betting.bets[seat] + betting.stacks[seat]
    full = betting.full_raise_to()
    full += -full % betting.terms.chip
    if all_in < full:
        what = "full raise" if betting.price else "least bet"
        why.append(Reason(RAISING, "may", f"You may go all-in to {all_in}, though a {what} is to {full}", ALL_IN_BET))
        return why
    why.append(Reason(RAISING, "may", *_least(hand, low)))
    if low < high:
        why.append(Reason(RAISING, "may", *_most(hand, high, all_in)))
    return why


def _least(hand: Hand, low: int) -> tuple[str, Cite]:
    """Why the least bet or raise is what it is."""
    betting = hand.betting
    price = betting.price
    if betting.terms.kind == FIXED_LIMIT:
        if price > betting.full_at or hand.due is BRING_IN:
            return f"You may complete to {low}: the full bet is {betting.unit}", LIMITS
        size = f"bets and raises are {betting.unit} on this street"
        return f"You may {'raise to' if price else 'bet'} {low}: {size}", LIMITS
    if not price:
        return f"You may bet {low} or more: that is the least bet{_made(betting.full_raise, hand)}", OPENING
    raised = f"the bet is {price} and the largest full bet or raise so far was {betting.full_raise}"
    return f"You may raise to {low} or more: {raised}{_made(betting.level + betting.full_raise, hand)}", RAISE_SIZE


def _made(to: int, hand: Hand) -> str:
    """The remark that a total is rounded to an amount that the chips in play make (PG-23); empty where it is not."""
    chip = hand.betting.terms.chip
    return f", and the smallest chip in play is {chip}" if to % chip else ""


def _most(hand: Hand, high: int, all_in: int) -> tuple[str, Cite]:
    """Why the greatest bet or raise is what it is."""
    betting = hand.betting
    kind, terms = betting.terms.kind, betting.terms
    what = "raise to" if betting.price else "bet"
    if high == all_in:
        if hand.plan.hand_cap and high < betting.bets[hand.seat] + hand.stacks[hand.seat]:
            return f"You may {what} {high} at most: a hand costs {hand.plan.hand_cap} at most here", LIMITS
        return f"You may {what} {high} at most: that is all you have on the table", TABLE_STAKES
    if kind == POT_LIMIT:
        part = "" if terms.numerator == terms.denominator else f"{terms.numerator}/{terms.denominator} of "
        after_call = betting.pot() + betting.assumed(hand.seat) + betting.price - betting.bets[hand.seat]
        call = "after your call " if betting.price else ""
        made = _made(betting.price + after_call * terms.numerator // terms.denominator, hand)
        return f"You may {what} {high} at most: {part}the pot, which {call}is {after_call}{made}", LIMITS
    made = _made(betting.price + terms.high, hand)
    return f"You may {what} {high} at most: bets and raises are {terms.high} at most{made}", LIMITS


def _no_raise(hand: Hand) -> tuple[str, Cite]:
    """Why the seat may not bet or raise at all, in the order in which the rules ask."""
    betting, seat = hand.betting, hand.seat
    terms, price = betting.terms, betting.price
    if hand.due is BRING_IN:
        return f"You may not complete: you have {betting.stacks[seat]}, no more than the bring-in", TABLE_STAKES
    if lacks_openers(hand):
        what = hand.setup.game.open_requirement
        return f"You may not open: you hold no openers ({what} or better)", OPENERS
    if has_checked(hand):
        return "You may not raise: you have checked, and nobody may check and raise in this game", CHECK_RAISE
    if betting.bets[seat] + betting.stacks[seat] <= price:
        have = betting.stacks[seat]
        if not have:
            return f"You may not {'raise' if price else 'bet'}: you have no chips in front of you", TABLE_STAKES
        return f"You may not raise: you have {have}, no more than the call", TABLE_STAKES
    if not betting.able & ~(1 << seat):
        return "You may not raise: all your opponents are all-in, so that nobody could call", NO_MORE_BETTING
    if betting.capped:
        return f"You may not raise: the cap of a bet and {terms.bets - 1} raises is reached", LIMIT_CAP
    if betting.bounds(seat)[1]:
        return "You may not raise: that would be all-in with borrowed chips, or after a raise with them", CREDIT
    size = betting.unit if terms.kind == FIXED_LIMIT else betting.full_raise
    short = f"You may not raise: you have acted and the bet went up only {betting.level - betting.acted[seat]} since"
    if terms.reopening == FULL:
        return f"{short}, without a full raise of {size} by one player", FULL_BET
    if terms.reopening == HALF_ALONE:
        return f"{short}, without half of a full raise of {size} by one player", HALF_BET
    if terms.reopening == HALF:
        return f"{short}, less than half of a full raise of {size}", _half_cite(hand)
    return f"{short}, less than the last full raise of {size}", REOPENING


def _half_cite(hand: Hand) -> Cite:
    return REOPENING if hand.setup.rulebook.edition.startswith("TDA") else HALF_BET


# ---- pots


def _side_pots(hand: Hand, names: Sequence[str]) -> Sequence[Reason]:
    """The seats that contest each pot, once somebody in the hand is all-in."""
    betting, mine = hand.betting, hand.seat
    if betting.able == betting.live:
        return ()
    why = [
        Reason(
            POTS,
            "note",
            f"{seat_name(seat, names)} is all-in: it contests {betting.put[seat]} from each opponent, and what is put "
            "in above that makes a side pot for the others",
            SIDE_POT,
            (seat,),
        )
        for seat in seats_of(betting.live & ~betting.able)
    ]
    put, call = betting.put.copy(), hand.to_call
    owed = betting.price - betting.bets[mine]
    put[mine] += call
    stays = betting.terms.adds >> mine & 1 and call >= owed
    able = betting.able if stays or call < betting.stacks[mine] else betting.able & ~(1 << mine)
    found = pots_contested(put, betting.live, able, betting.dead, hand.aside.parts, hand.aside.broke)
    contested = [pot_words(at, len(found), pot.amount) for at, pot in enumerate(found) if pot.eligible >> mine & 1]
    how = "If you call" if call else "If you check"
    told = " and ".join([part for part in (", ".join(contested[:-1]), contested[-1]) if part])
    why.append(Reason(POTS, "note", f"{how}, you contest {told}, as the chips lie now", SIDE_POT))
    return why


# ---- bring-in, draw, showdown


def _bringing_in(hand: Hand) -> Reason:
    amount = min(hand.setup.stakes.bring_in, hand.betting.stacks[hand.seat])
    opens = hand.plan.streets[0].opens
    cite = BRING_IN_RAZZ if opens == "high card" else BRING_IN_LOW
    text = f"You must bring it in for {amount}, or complete: yours is the {opens} showing"
    return Reason(("bring_in",), "must", text, cite)


def _changing(hand: Hand) -> Reason:
    street = hand.plan.streets[hand.street]
    if street.discard:
        away = f"You must throw {street.discard} of your cards away; none come for them"
        return Reason(("discard",), "must", away, CHANGE)
    text = f"You may change as many of your cards as you like, up to {street.draw}, or stand pat"
    return Reason(("discard",), "may", text, CHANGE)


def _declaring(hand: Hand) -> Reason:
    game = hand.setup.game
    halves = f"{half_label(game, 0)}, {half_label(game, 1)} or both"
    how = "closed hands are opened together" if hand.setup.rulebook.declaration != "in turn" else "say it aloud"
    both = "win both, or nothing"
    if hand.setup.rulebook.both_ways == "win both outright":
        both = "win both without a tie, or nothing"
    text = f"You must declare for {halves} ({how}); who declares both must {both}"
    return Reason(("declare",), "must", text, DECLARING)


def _mucking(hand: Hand) -> Reason:
    refused = _no_muck(hand)
    if refused is not None:
        return Reason(MUCKING, "may_not", *refused)
    return Reason(MUCKING, "may", "You may muck: a beaten hand need not be shown", MUCK)


def _no_muck(hand: Hand) -> tuple[str, Cite] | None:
    """Why the seat must show."""
    if hand.forced and hand.setup.rulebook.may_muck:
        return "You may not muck: a player is all-in and betting is over, so all hands lie open", FACE_UP
    if hand.forced:
        return "You may not muck: the house has every hand tabled", TABLE_ALL
    if is_last_claim(hand, hand.seat):
        return "You may not muck: nobody else is left to take the pot", LAST_CLAIM
    return None
