"""Where PokerKit 0.7.7 is known to go another way: one row a divergence, with our rule and a test of the situation.

A row explains a difference only where the situation is the one it names and PokerKit answers as the row says it does;
everything else is a finding. `right` says whose answer the rules of the sources give; "either" where they leave it open.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, NamedTuple

from sidepot.analysis.differential_mirror import Difference
from sidepot.analysis.differential_paid import EACH, FIRST, MIXED, OTHERS, TOGETHER, is_rake_without_last_bets, way_of_paying
from sidepot.games.limits import FixedLimit
from sidepot.games.model import Opens
from sidepot.hand.events import BoardDealt
from sidepot.hand.streets import next_seat, seats_of


class Known(NamedTuple):
    """A divergence by name: what each engine does, the rules of the index that decide, and who keeps to them."""

    name: str
    kind: Literal["asked", "refused", "paid"]
    ours: str
    theirs: str
    rules: tuple[str, ...]
    right: Literal["sidepot", "PokerKit", "either"]
    explains: Callable[[Difference], bool]


def find_known(found: Difference, known: tuple[Known, ...]) -> str:
    """The name of the first row that explains a difference; empty where none does."""
    for row in known:
        if row.kind == found.kind and row.explains(found):
            return row.name
    return ""


# ---- the price


def _is_short_blind(found: Difference) -> bool:
    hand, theirs = found.hand, found.theirs
    bets, stacks = hand.bets, hand.stacks
    most = max(bets)
    if hand.street or found.ours.what != "act" or not hand.betting.price > most or hand.setup.stakes.bring_in:
        return False
    if theirs.what == "nothing" or theirs.seat != found.ours.seat:
        return all(acted < 0 for acted in hand.betting.acted)  # nobody owes anything, or another seat begins
    return theirs.call == min(stacks[theirs.seat], most - bets[theirs.seat])


def _is_short_bring_in(found: Difference) -> bool:
    hand, ours, theirs = found.hand, found.ours, found.theirs
    most = max(hand.bets)
    if hand.street or ours.what != "act" or not 0 < most < hand.setup.stakes.bring_in:
        return False
    return theirs.what == "nothing" or theirs.call == min(hand.stacks[theirs.seat], most - hand.bets[theirs.seat])


def _is_bring_in_passed_on(found: Difference) -> bool:
    """The low card is all-in for its ante."""
    hand = found.hand
    return not hand.street and hand.setup.stakes.bring_in > 0 and found.ours.what == "act" and found.theirs.what == "bring in"


def _is_completed_with_less(found: Difference) -> bool:
    ours, theirs = found.ours, found.theirs
    stack = found.hand.stacks[ours.seat]
    same = ours[:3] == theirs[:3] and ours.what == "bring in"
    return same and not ours.high and theirs.high == stack <= found.hand.setup.stakes.bring_in


# ---- who begins


def _is_equal_blinds(found: Difference) -> bool:
    hand, ours, theirs = found.hand, found.ours, found.theirs
    first = not hand.street and all(acted < 0 for acted in hand.betting.acted)
    if not first or hand.plan.seats != 2 or not hand.bets[0] == hand.bets[1] > 0:
        return False
    return ours.seat == hand.setup.button != theirs.seat


def _is_tie_of_upcards(found: Difference) -> bool:
    """Several seats show a card of the highest rank: PokerKit begins with the first of them, or the next with chips."""
    hand = found.hand
    if hand.street or hand.setup.game.streets[0].opens is not Opens.HIGH_CARD_ACTS:
        return False
    ranks = {seat: hand.faces[seat][0] >> 2 for seat in seats_of(hand.live)}
    tied = sum(1 << seat for seat, rank in ranks.items() if rank == max(ranks.values()))
    first = next_seat(tied, hand.plan.deal_from)
    return tied & (tied - 1) > 0 and found.theirs.seat == next_seat(hand.able, first)


def _is_ace_low_upcard(found: Difference) -> bool:
    """An ace lies open in a game played for low in which it is high, or decides who has the highest card."""
    hand, ours, theirs = found.hand, found.ours, found.theirs
    low_opens = (Opens.HIGH_CARD, Opens.LOW_HAND)
    if hand.plan.streets[hand.street].opens not in low_opens or hand.setup.game.halves[0].scale == "ace-to-five":
        return False
    aces = any(card >= 48 for seat in seats_of(hand.live) for card in hand.faces[seat])
    return aces and ours.seat != theirs.seat


# ---- who may raise


def _is_raise_nobody_can_match(found: Difference) -> bool:
    """Every opponent with chips has too few to call; PokerKit does not even ask a seat that owes nothing then."""
    hand, ours, theirs = found.hand, found.ours, found.theirs
    betting = hand.betting
    others = seats_of(betting.able & ~(1 << ours.seat))
    if not ours.high or any(betting.stacks[seat] + betting.bets[seat] > betting.price for seat in others):
        return False
    return ours[:3] == theirs[:3] and not theirs.high or not ours.call and theirs.seat in others


def _is_short_wager_taken_for_full(found: Difference) -> bool:
    """A seat that has acted, and was raised by less than a full bet since, where no full bet or raise was made."""
    hand, ours, theirs = found.hand, found.ours, found.theirs
    betting = hand.betting
    if _is_limit(found) or ours[:3] != theirs[:3] or ours.high or not theirs.high or betting.acted[ours.seat] < 0:
        return False
    short = 0 < betting.level - betting.acted[ours.seat] < betting.full_raise
    return short and found.mirror.state.completion_betting_or_raising_amount < betting.full_raise


def _is_sum_of_raises_in_a_row(found: Difference) -> bool:
    """Short all-ins that add up to a full raise since the seat acted, but not since the last time they did."""
    hand, ours, theirs = found.hand, found.ours, found.theirs
    betting = hand.betting
    if _is_limit(found) or ours[:3] != theirs[:3] or theirs.high or not ours.high or betting.acted[ours.seat] < 0:
        return False
    raised = betting.level - betting.acted[ours.seat]
    state = found.mirror.state
    in_a_row = sum(state.consecutive_short_all_in_amounts)
    return raised >= betting.full_raise > in_a_row and betting.level > betting.full_at


# ---- fixed limit


def _is_limit(found: Difference) -> bool:
    return isinstance(found.hand.setup.limit, FixedLimit)


def _is_added_not_completed(found: Difference) -> bool:
    hand, ours, theirs = found.hand, found.ours, found.theirs
    betting = hand.betting
    if not _is_limit(found) or ours[:3] != theirs[:3] or betting.level <= betting.full_at or not ours.high:
        return False
    own = hand.stacks[ours.seat] + hand.bets[ours.seat]
    return theirs.low == theirs.high == min(own, max(hand.bets) + betting.unit)


def _is_limit_raise_counted(found: Difference) -> bool:
    """PokerKit's cap is reached with a raise of less than half a bet among those that count."""
    hand, ours, theirs = found.hand, found.ours, found.theirs
    state = found.mirror.state
    if not _is_limit(found) or ours[:3] != theirs[:3] or not ours.high or theirs.high:
        return False
    counted = state.completion_betting_or_raising_count + (0 if hand.street else hand.plan.raises)
    return counted == hand.setup.limit.bets and counted > hand.betting.raises


def _is_cap_reached_by_straddles(found: Difference) -> bool:
    """As many blinds and straddles are posted as the limit allows bets."""
    hand, ours, theirs = found.hand, found.ours, found.theirs
    if not _is_limit(found) or hand.street or ours[:3] != theirs[:3] or not ours.high or theirs.high:
        return False
    return hand.setup.limit.bets == hand.plan.raises == hand.betting.raises


def _is_half_rule(found: Difference) -> bool:
    """The seat has acted, and was raised by less than a full bet since: we ask whether it is half of one."""
    hand, ours, theirs = found.hand, found.ours, found.theirs
    betting = hand.betting
    if not _is_limit(found) or ours[:3] != theirs[:3] or betting.acted[ours.seat] < 0:
        return False
    raised = betting.level - betting.acted[ours.seat]
    return 0 < raised < betting.unit and bool(ours.high) != bool(theirs.high) and bool(ours.high) is (2 * raised >= betting.unit)


def _is_bring_in_taken_for_bet(found: Difference) -> bool:
    """After a completion of more than the minimum, PokerKit takes only what it adds to the bring-in for the raise."""
    hand, ours, theirs = found.hand, found.ours, found.theirs
    betting = hand.betting
    if _is_limit(found) or hand.street or not hand.setup.stakes.bring_in or not betting.raises:
        return False
    theirs_raise = found.mirror.state.completion_betting_or_raising_amount
    if not 0 < betting.full_raise - theirs_raise <= hand.setup.stakes.bring_in:
        return False
    own = hand.stacks[ours.seat] + hand.bets[ours.seat]
    least = max(theirs_raise, betting.unit) + max(hand.bets)
    return not theirs.high or theirs.low == min(own, least)


# ---- cards


def _pays(way: str) -> Callable[[Difference], bool]:
    def explains(found: Difference) -> bool:
        return way_of_paying(found) == way

    return explains


def _is_run_later(found: Difference) -> bool:
    """PokerKit was told nothing when it asked, as the stub was too short for two runs then, and is not any more."""
    return found.hand.aside.runs > 1 and "state.select_runout_count(None)" in found.mirror.calls


def _is_stub_of_stud(found: Difference) -> bool:
    hand = found.hand
    return hand.plan.is_stud and any(isinstance(event, BoardDealt) for event in hand.log)


KNOWN: Final[tuple[Known, ...]] = (
    Known(
        "short blind",
        "asked",
        "who calls owes the full big blind, also where it was posted short or not at all",
        "the price is the largest bet on the table, and with no blind on it the first seat begins",
        ("AI-5", "AI-7"),
        "sidepot",
        _is_short_blind,
    ),
    Known(
        "short bring-in",
        "asked",
        "who calls owes the full bring-in, also where the low card had less",
        "the price is what the low card had",
        ("AI-5",),
        "sidepot",
        _is_short_bring_in,
    ),
    Known(
        "bring-in passed on",
        "asked",
        "where the low card is all-in for its ante, the next seat may fold, call the bring-in or complete",
        "the next seat must bring it in or complete",
        ("PG-93",),
        "sidepot",
        _is_bring_in_passed_on,
    ),
    Known(
        "completion with less",
        "asked",
        "a stack of no more than the bring-in can only bring it in",
        "it may also complete, for the same chips",
        ("PG-93", "T41A1"),
        "sidepot",
        _is_completed_with_less,
    ),
    Known(
        "equal blinds",
        "asked",
        "heads-up the button begins before the flop",
        "with two blinds of one size the big blind begins",
        ("T33",),
        "sidepot",
        _is_equal_blinds,
    ),
    Known(
        "tie of upcards",
        "asked",
        "suits break ties of the highest upcard",
        "the first of them left of the button begins: it has no opening by the high card with the ace high",
        ("PG-89",),
        "either",
        _is_tie_of_upcards,
    ),
    Known(
        "ace among upcards",
        "asked",
        "the ace is high where the game says so, as in deuce-to-seven razz",
        "the ace is low wherever a high card or low hand opens",
        ("PG-86", "PG-96"),
        "sidepot",
        _is_ace_low_upcard,
    ),
    Known(
        "raise nobody can match",
        "asked",
        "a seat may raise while an opponent has chips, also where these are too few to call; the raise comes back",
        "it may not",
        ("PG-8", "PG-14"),
        "either",
        _is_raise_nobody_can_match,
    ),
    Known(
        "short wager taken for full",
        "asked",
        "an all-in for less than the least bet or raise does not reopen the betting to who has checked or called",
        "the first wager of a round, however short, counts as a full one",
        ("T41B1", "TS-9", "IA-41.R2A"),
        "sidepot",
        _is_short_wager_taken_for_full,
    ),
    Known(
        "sum of raises in a row",
        "asked",
        "all that was raised since a seat acted counts together",
        "the sum begins anew when it has reached a full raise, for every seat alike",
        ("T41B1",),
        "sidepot",
        _is_sum_of_raises_in_a_row,
    ),
    Known(
        "bring-in taken for a bet",
        "asked",
        "a completion is a bet of its whole amount, and the next raise adds as much",
        "only what it adds to the bring-in is the raise",
        ("T41A1",),
        "either",
        _is_bring_in_taken_for_bet,
    ),
    Known(
        "half rule",
        "asked",
        "in limit an all-in of half a bet or more reopens the betting, and less does not",
        "a first wager always does, a later one never before it is full",
        ("T41B2", "TS-11", "AI-9"),
        "sidepot",
        _is_half_rule,
    ),
    Known(
        "added, not completed",
        "asked",
        "in limit a wager of less than half a bet is completed to the bet",
        "a whole bet is added to it",
        ("T41B2", "TS-9"),
        "sidepot",
        _is_added_not_completed,
    ),
    Known(
        "cap reached by straddles",
        "asked",
        "one more raise is allowed where blinds and straddles are as many as the bets of the cap",
        "there is no raise any more",
        ("PG-40", "T45"),
        "PokerKit",
        _is_cap_reached_by_straddles,
    ),
    Known(
        "short raise counted",
        "asked",
        "an all-in of less than half a bet does not count as one of the raises of a limit round",
        "it does",
        ("PG-40", "T41B2"),
        "sidepot",
        _is_limit_raise_counted,
    ),
    Known(
        "runs asked for later",
        "refused",
        "the players say how often the board is run as soon as there are cards enough for two runs",
        "they say so once, when the betting is over, whatever is left of the deck",
        ("PG-107",),
        "either",
        _is_run_later,
    ),
    Known(
        "stub of stud",
        "refused",
        "where the stub and the burns do not go round, one card in the middle serves all hands",
        "folded cards are dealt again first",
        ("PG-95",),
        "sidepot",
        _is_stub_of_stud,
    ),
    Known(
        FIRST,
        "paid",
        "odd chips are given out one by one: no winner gets two of a half",
        "all of them go to the first winner, or the first board",
        ("T19b",),
        "sidepot",
        _pays(FIRST),
    ),
    Known(
        TOGETHER,
        "paid",
        "each side pot is split by itself, with its own odd chips",
        "hands that cannot win go first, and pots that the same winners are left in are split as one",
        ("T20",),
        "sidepot",
        _pays(TOGETHER),
    ),
    Known(
        OTHERS,
        "paid",
        "a pot has a low half where a hand that contests that pot qualifies",
        "it has one where any live hand does, and those who contest it share that half with no low among them",
        ("PG-98", "T20", "SD-8"),
        "sidepot",
        _pays(OTHERS),
    ),
    Known(
        EACH,
        "paid",
        "the rake is rounded and capped once a hand",
        "once for each pot",
        ("PG-46",),
        "either",
        _pays(EACH),
    ),
    Known(
        "rake without the last bets",
        "paid",
        "the rake is taken from all that is won, called bets of the last round among it",
        "where all fold, what the winner put in during that round is no part of the pot",
        ("PG-46",),
        "either",
        is_rake_without_last_bets,
    ),
    Known(
        MIXED,
        "paid",
        "each run of two boards completes both of them",
        "the first cards of one board are put together with the last ones of another",
        ("PG-100",),
        "sidepot",
        _pays(MIXED),
    ),
)
