"""Why a seat may do what it may do, and nothing else: one sentence with its rule for each permission or refusal.

The sentences address the player in turn. Playing a hand does not need them; a room needs them after every action.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from sidepot.errors import Cite
from sidepot.games.titles import half_label
from sidepot.hand.betting_terms import FIXED_LIMIT, FULL, HALF, HALF_ALONE, POT_LIMIT
from sidepot.hand.credit.denials import CASH, LOAN, MARKER, REFUSED, RESTRICTED
from sidepot.hand.credit.rights import bound_to, has_forfeited, lacks, lending, marker_bounds, may_offer, was_refused
from sidepot.hand.due import ACT, BRING_IN, CONSENT, DECLARE, DRAW, RUN, SHOW
from sidepot.hand.legal.reason import About, Reason, Sentence, Verdict
from sidepot.hand.own_book import FACE_UP, RAISE_SIZE, REOPENING, TABLE_ALL
from sidepot.hand.pots import pots_contested
from sidepot.hand.refusals import (
    CHECK_RAISE,
    CREDIT,
    NO_MORE_BETTING,
    OPENERS,
    TABLE_STAKES,
    cap_rule,
    has_checked,
    lacks_openers,
)
from sidepot.hand.streets import seats_of
from sidepot.hand.winning.split_pots import is_last_claim
from sidepot.hand.words import pot_words

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand
    from sidepot.hand.terms import OpenTerms


_GAP: Final = re.compile(r"\{\w*\}")


def because(
    about: tuple[About, ...], verdict: Verdict, sentence: Sentence, cite: Cite, seats: tuple[int, ...] = ()
) -> Reason:
    """Make a reason from a sentence and the values for its gaps.

    >>> because(("check",), "may_not", ("You may not check: it is {amount} to call", 40), Cite("PG", "57")).text
    'You may not check: it is 40 to call'
    """
    if len(sentence) == 1:
        return Reason(about, verdict, str(sentence[0]), cite, seats)
    return Reason(about, verdict, _gaps(str(sentence[0])) % sentence[1:], cite, seats, sentence)


@lru_cache(1024)
def _gaps(sentence: str) -> str:
    """The sentence with `%` gaps, which are filled several times faster than those of `str.format`."""
    return _GAP.sub("%s", sentence.replace("%", "%%"))


# ---- chips and markers at open stakes


LEAST: Final = Cite("OS", "13")

# subjects of reasons
ADDING: Final[tuple[About, ...]] = ("buy", "borrow", "marker")
OFFERING: Final[tuple[About, ...]] = ("marker",)
ANYTHING: Final[tuple[About, ...]] = ("call", "raise", "fold", "check", "buy", "borrow", "marker")


def seat_name(seat: int, names: Sequence[str]) -> str:
    """The name of a seat in a reason: the player's name, or `Seat 2`."""
    return names[seat] if seat < len(names) else f"Seat {seat + 1}"


def on_marker(hand: Hand, names: Sequence[str] = ()) -> Reason:
    """What a marker (an IOU at open stakes) requires of the seat in turn, as a reason.

    The seat must accept or refuse another seat's marker, or make the bet or call for which its own was accepted.
    """
    if hand.due is CONSENT:
        seat, to, face = hand.aside.credit.offer
        what, *how_much = _owed(hand, to)
        offered = f"{{}} would {what} with a marker of {{}}, payable to the winner of the pot"
        sentence = (
            f"{offered}: you accept it or not, and all in the pot must",
            seat_name(seat, names),
            *how_much,
            face,
        )
        return because(("consent",), "may", sentence, MARKER, (seat,))
    what, *how_much = _owed(hand, bound_to(hand))
    return because(ANYTHING, "must", (f"You must {what} now: your marker was accepted for that", *how_much), MARKER)


def _owed(hand: Hand, to: int) -> Sentence:
    """The purpose of a marker, `call` or `bet {}`, with its amount, as a sentence with its parts."""
    return ("call",) if to == hand.betting.price else ("bet {}", to)


def _borrowing(hand: Hand, terms: OpenTerms) -> Reason:
    if lending(hand) or terms.lenders:
        text = "You may borrow from a player who is not in the pot; the others must accept such chips"
        return Reason(("borrow",), "may", text, LOAN)
    nobody = "You may not borrow now: every player with chips here is in the pot"
    return Reason(("borrow",), "may_not", nobody, LOAN)


def on_credit(hand: Hand) -> Sequence[Reason]:
    """The reasons why the seat in turn may or may not buy or borrow chips, and from whom. Empty at table stakes."""
    terms = hand.setup.open
    if terms is None:
        return ()
    if hand.seat in terms.restricted:
        neither = "You may neither buy nor borrow chips in this hand: buy a full stake after it"
        return (Reason(ADDING, "may_not", neither, RESTRICTED),)
    why = [
        Reason(("buy",), "may", "You may buy chips with cash now, and bet them at once", CASH),
        _borrowing(hand, terms),
    ]
    if was_refused(hand):
        refused = "You may not offer another marker in this turn: one was refused"
        why.append(Reason(OFFERING, "may_not", refused, REFUSED))
    elif may_offer(hand) and (lacks(hand, hand.betting.price) > 0 or marker_bounds(hand)[1]):
        offer = "You may bet with a marker for what your chips do not cover, if all in the pot agree"
        why.append(Reason(OFFERING, "may", offer, MARKER))
        if terms.threshold > 1:
            least = ("A marker of less than {amount} must be accepted", terms.threshold)
            why.append(because(OFFERING, "note", least, LEAST))
    if (lending(hand) or terms.lenders) and not has_forfeited(hand):
        later = "A player who raises with borrowed chips may not go all-in later in the hand"
        why.append(Reason(("borrow",), "note", later, CREDIT))
    return why


# ---- each option


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

# subjects of reasons
FOLDING: Final[tuple[About, ...]] = ("fold",)
CHECKING: Final[tuple[About, ...]] = ("check",)
CALLING: Final[tuple[About, ...]] = ("call",)
RAISING: Final[tuple[About, ...]] = ("raise",)
MUCKING: Final[tuple[About, ...]] = ("muck",)
POTS: Final[tuple[About, ...]] = ("pot",)

ALL_IN: Final = (
    "{player} is all-in: it contests {amount} from each opponent, "
    "and what is put in above that makes a side pot for the others"
)

# texts that are the same in every hand
ALWAYS: Final = "You may fold: in turn that is always possible, even when checking is free"
SEEN: Final = "You may show: to win a pot at the showdown, all your cards must be seen"
MAY_FOLD: Final = Reason(FOLDING, "may", ALWAYS, FOLD_ANY_TIME)
FREE_CHECK: Final = Reason(CHECKING, "may", "You may check: nobody has bet", CHECK)
MAY_SHOW: Final = Reason(("show",), "may", SEEN, Cite("PG", "73"))


def reasons(hand: Hand, names: Sequence[str], bounds: tuple[int, int]) -> tuple[Reason, ...]:
    """Why the seat in turn may or may not take each action; empty if nobody must decide.

    Other players are called by their `names` or, without names, by their seats. `bounds` are the bounds of a raise.
    """
    due = hand.due
    if due is CONSENT or hand.setup.open is not None and bound_to(hand):
        return (on_marker(hand, names),)
    if due is ACT or due is BRING_IN:
        why = [*(_staying_in(hand) if due is ACT else [_bringing_in(hand)]), *_raising(hand, bounds)]
        if hand.setup.open is not None:
            why += on_credit(hand)
        if due is ACT and hand.betting.able != hand.betting.live:
            why += _side_pots(hand, names)
        return tuple(why)
    if due is DRAW:
        return (_changing(hand),)
    if due is SHOW:
        return (MAY_SHOW, _mucking(hand))
    if due is RUN:
        often = "You may run the board {least} to {most} times: the lowest choice counts"
        return (because(("run",), "may", (often, "1", str(hand.count)), RUNS),)
    if due is DECLARE:
        return (_declaring(hand),)
    return ()


def may_muck(hand: Hand) -> bool:
    """Whether the seat that must show may muck instead.

    The seat may not muck if hands must be face up, or if it is the last claimant of a pot.
    """
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
        free = "You may check: the bet is {bet} and you have {own} in front of you"
        return [MAY_FOLD, because(CHECKING, "may", (free, price, mine), CHECK)]
    call = betting.to_call(seat)
    why = [MAY_FOLD, because(CHECKING, "may_not", ("You may not check: it is {amount} to call", owed), CHECK)]
    if call == owed:
        match: Sentence = ("You may call {amount}: the bet is {bet}", call, price)
        if mine:
            match = (f"{match[0]} and you have {{own}} in front of you", call, price, mine)
        why.append(because(CALLING, "may", match, MATCH))
    elif has_forfeited(hand):
        why.append(Reason(CALLING, "may_not", "You may not go all-in: you have raised with borrowed chips", CREDIT))
    else:
        short: Sentence = ("You may call all-in with {stack}, though the call is {amount}", call, owed)
        if not call:
            short = ("You may call all-in with nothing, though the call is {amount}", owed)
        share = ("You then win no more than {amount} from each opponent", betting.put[seat] + call)
        why.append(because(CALLING, "may", short, ALL_IN_CALL))
        why.append(because(CALLING, "note", share, ALL_IN_SHARE))
    if max(betting.bets) < price:
        what = "bring-in" if hand.plan.is_stud else "big blind"
        full = (f"The price stays the full {what} of {{amount}}, though less was posted", price)
        why.append(because(CALLING, "note", full, FULL_BLIND))
    return why


# ---- bet, raise, complete


def _raising(hand: Hand, bounds: tuple[int, int]) -> list[Reason]:
    low, high = bounds
    if not high:
        return [because(RAISING, "may_not", *_no_raise(hand))]
    why = []
    betting, seat = hand.betting, hand.seat
    if hand.plan.to_open and hand.opener < 0 and not betting.price:
        asked = hand.setup.game.open_requirement
        proof = ("The opener must show openers ({} or better) before taking a pot", asked)
        why.append(because(RAISING, "note", proof, OPENERS))
    all_in = betting.bets[seat] + betting.stacks[seat]
    full = betting.full_raise_to()
    full += -full % betting.terms.chip
    if all_in < full:
        what = "full raise" if betting.price else "least bet"
        below = (f"You may go all-in to {{amount}}, though a {what} is to {{full}}", all_in, full)
        why.append(because(RAISING, "may", below, ALL_IN_BET))
        return why
    why.append(because(RAISING, "may", *_least(hand, low)))
    if low < high:
        why.append(because(RAISING, "may", *_most(hand, high, all_in)))
    return why


def _least(hand: Hand, low: int) -> tuple[Sentence, Cite]:
    """The reason for the minimum bet or raise."""
    betting = hand.betting
    price = betting.price
    if betting.terms.kind == FIXED_LIMIT:
        if price > betting.full_at or hand.due is BRING_IN:
            return ("You may complete to {amount}: the full bet is {full}", low, betting.unit), LIMITS
        what = "raise to" if price else "bet"
        return (f"You may {what} {{amount}}: bets and raises are {{size}} on this street", low, betting.unit), LIMITS
    if not price:
        return _made(("You may bet {amount} or more: that is the least bet", low), betting.full_raise, hand), OPENING
    raised = "You may raise to {amount} or more: the bet is {bet} and the largest full bet or raise so far was {raise}"
    least = (raised, low, price, betting.full_raise)
    return _made(least, betting.level + betting.full_raise, hand), RAISE_SIZE


def _made(sentence: Sentence, to: int, hand: Hand) -> Sentence:
    """The sentence, with a note if a total is rounded to an amount that the chips in play can make (PG-23)."""
    chip = hand.betting.terms.chip
    if not to % chip:
        return sentence
    return (f"{sentence[0]}, and the smallest chip in play is {{chip}}", *sentence[1:], chip)


def _most(hand: Hand, high: int, all_in: int) -> tuple[Sentence, Cite]:
    """The reason for the maximum bet or raise."""
    betting = hand.betting
    kind, terms = betting.terms.kind, betting.terms
    what = "raise to" if betting.price else "bet"
    if high == all_in:
        if hand.plan.hand_cap and high < betting.bets[hand.seat] + hand.stacks[hand.seat]:
            capped = f"You may {what} {{amount}} at most: a hand costs {{cap}} at most here"
            return (capped, high, hand.plan.hand_cap), LIMITS
        return (f"You may {what} {{amount}} at most: that is all you have on the table", high), TABLE_STAKES
    if kind == POT_LIMIT:
        part = () if terms.numerator == terms.denominator else (f"{terms.numerator}/{terms.denominator}",)
        after_call = betting.pot() + betting.assumed(hand.seat) + betting.price - betting.bets[hand.seat]
        call = "after your call " if betting.price else ""
        sentence = f"You may {what} {{amount}} at most: {'{share} of ' if part else ''}the pot, which {call}is {{pot}}"
        to = betting.price + after_call * terms.numerator // terms.denominator
        return _made((sentence, high, *part, after_call), to, hand), LIMITS
    spread = (f"You may {what} {{amount}} at most: bets and raises are {{size}} at most", high, terms.high)
    return _made(spread, betting.price + terms.high, hand), LIMITS


def _no_raise(hand: Hand) -> tuple[Sentence, Cite]:
    """The first reason that applies why the seat may not bet or raise at all."""
    betting, seat = hand.betting, hand.seat
    terms, price = betting.terms, betting.price
    if hand.due is BRING_IN:
        return ("You may not complete: you have {stack}, no more than the bring-in", betting.stacks[seat]), TABLE_STAKES
    if lacks_openers(hand):
        what = hand.setup.game.open_requirement
        return ("You may not open: you hold no openers ({} or better)", what), OPENERS
    if has_checked(hand):
        return ("You may not raise: you have checked, and nobody may check and raise in this game",), CHECK_RAISE
    if betting.bets[seat] + betting.stacks[seat] <= price:
        have = betting.stacks[seat]
        if not have:
            return (f"You may not {'raise' if price else 'bet'}: you have no chips in front of you",), TABLE_STAKES
        return ("You may not raise: you have {stack}, no more than the call", have), TABLE_STAKES
    if not betting.able & ~(1 << seat):
        return ("You may not raise: all your opponents are all-in, so that nobody could call",), NO_MORE_BETTING
    if betting.capped:
        cap = "You may not raise: the cap of a bet and {raises} raises is reached"
        return (cap, str(terms.bets - 1)), cap_rule(betting)
    if betting.bounds(seat)[1]:
        return ("You may not raise: that would be all-in with borrowed chips, or after a raise with them",), CREDIT
    size = betting.unit if terms.kind == FIXED_LIMIT else betting.full_raise
    short = "You may not raise: you have acted and the bet went up only {increase} since"
    parts = betting.level - betting.acted[seat], size
    if terms.reopening == FULL:
        return (f"{short}, without a full raise of {{raise}} by one player", *parts), FULL_BET
    if terms.reopening == HALF_ALONE:
        return (f"{short}, without half of a full raise of {{raise}} by one player", *parts), HALF_BET
    if terms.reopening == HALF:
        return (f"{short}, less than half of a full raise of {{raise}}", *parts), _half_cite(hand)
    return (f"{short}, less than the last full raise of {{raise}}", *parts), REOPENING


def _half_cite(hand: Hand) -> Cite:
    return REOPENING if hand.setup.rulebook.edition.startswith("TDA") else HALF_BET


# ---- pots


def _side_pots(hand: Hand, names: Sequence[str]) -> Sequence[Reason]:
    """The contestants of each pot, if a seat is all-in."""
    betting, mine = hand.betting, hand.seat
    why = [
        because(POTS, "note", (ALL_IN, seat_name(seat, names), betting.put[seat]), SIDE_POT, (seat,))
        for seat in seats_of(betting.live & ~betting.able)
    ]
    put, call = betting.put.copy(), hand.to_call
    owed = betting.price - betting.bets[mine]
    put[mine] += call
    stays = betting.terms.adds >> mine & 1 and call >= owed
    able = betting.able if stays or call < betting.stacks[mine] else betting.able & ~(1 << mine)
    found = pots_contested(put, betting.live, able, betting.dead, hand.aside.parts, hand.aside.broke)
    parts: list[str | int] = []
    contested = []
    for at, pot in enumerate(found):
        if pot.eligible >> mine & 1:
            words = pot_words(at, len(found), "{}", lambda _: "{}")
            contested.append(words)
            parts += [pot.amount] if words.count("{}") == 1 else [str(at), pot.amount]
    how = "If you call" if call else "If you check"
    listed = " and ".join([part for part in (", ".join(contested[:-1]), contested[-1]) if part])
    why.append(because(POTS, "note", (f"{how}, you contest {listed}, as of now", *parts), SIDE_POT))
    return why


# ---- bring-in, draw, showdown


def _bringing_in(hand: Hand) -> Reason:
    amount = min(hand.setup.stakes.bring_in, hand.betting.stacks[hand.seat])
    opens = hand.plan.streets[0].opens
    cite = BRING_IN_RAZZ if opens == "high card" else BRING_IN_LOW
    sentence = (f"You must bring it in for {{amount}}, or complete: yours is the {opens} showing", amount)
    return because(("bring_in",), "must", sentence, cite)


def _changing(hand: Hand) -> Reason:
    street = hand.plan.streets[hand.street]
    if street.discard:
        away = ("You must throw away {cards} of your cards, and get none for them", str(street.discard))
        return because(("discard",), "must", away, CHANGE)
    change = ("You may exchange up to {cards} of your cards, or stand pat", str(street.draw))
    return because(("discard",), "may", change, CHANGE)


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
    """The reason why the seat must show."""
    if hand.forced and hand.setup.rulebook.may_muck:
        return "You may not muck: a player is all-in and betting is over, so all hands are open", FACE_UP
    if hand.forced:
        return "You may not muck: this house requires every hand to be tabled", TABLE_ALL
    if is_last_claim(hand, hand.seat):
        return "You may not muck: nobody else is left to take the pot", LAST_CLAIM
    return None
