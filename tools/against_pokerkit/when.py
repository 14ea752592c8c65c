"""The situations in which PokerKit is known to ask for something else: one question each, of a hand where they part."""

from __future__ import annotations

from against_pokerkit.mirror import Difference
from sidepot.games.limits import FixedLimit
from sidepot.games.model import Opens
from sidepot.hand.events import BoardDealt
from sidepot.hand.streets import card_opens, hand_opens, next_seat, seats_of
from sidepot.ranking.scales import showing

# ---- the price


def is_short_blind(found: Difference) -> bool:
    hand, theirs = found.hand, found.theirs
    bets, most = hand.bets, max(hand.bets)
    if hand.street or found.ours.what != "act" or not hand.plan.price:
        return False
    if theirs.what == "nothing" or theirs.seat != found.ours.seat:  # the last blind has nothing in, or all are all-in
        posted = bets[(hand.plan.first - 1) % hand.plan.seats]
        return all(acted < 0 for acted in hand.betting.acted) and (not posted or hand.betting.price > most)
    return hand.betting.price > most and theirs.call == min(hand.stacks[theirs.seat], most - bets[theirs.seat])


def is_bring_in_passed_on(found: Difference) -> bool:
    """The low card is all-in for its ante, and nothing is bet yet."""
    hand, ours, theirs = found.hand, found.ours, found.theirs
    begins = not hand.street and hand.setup.stakes.bring_in > 0 and not any(hand.bets)
    return begins and (ours.what, theirs.what) == ("act", "bring in") and ours.seat == theirs.seat


def is_completed_with_less(found: Difference) -> bool:
    ours, theirs = found.ours, found.theirs
    stack = found.hand.stacks[ours.seat]
    same = ours[:3] == theirs[:3] and ours.what == "bring in"
    return same and not ours.high and theirs.high == stack <= found.hand.setup.stakes.bring_in


# ---- who begins


def is_equal_blinds(found: Difference) -> bool:
    hand, ours, theirs = found.hand, found.ours, found.theirs
    first = not hand.street and all(acted < 0 for acted in hand.betting.acted)
    if not first or hand.plan.seats != 2 or not hand.bets[0] == hand.bets[1] > 0:
        return False
    return ours.seat == hand.setup.button != theirs.seat


def is_tie_of_upcards(found: Difference) -> bool:
    """Several seats show a card of the highest rank: PokerKit begins with the first of them, or the next with chips."""
    hand = found.hand
    if hand.street or hand.setup.game.streets[0].opens is not Opens.HIGH_CARD_ACTS:
        return False
    ranks = {seat: hand.faces[seat][0] >> 2 for seat in seats_of(hand.live)}
    tied = sum(1 << seat for seat, rank in ranks.items() if rank == max(ranks.values()))
    first = next_seat(tied, hand.plan.deal_from)
    return tied & (tied - 1) > 0 and found.theirs.seat == next_seat(hand.able, first)


def is_ace_low_upcard(found: Difference) -> bool:
    """The seat that begins is another one when aces are low, in a game in which they are not."""
    hand, theirs = found.hand, found.theirs
    opens = hand.plan.streets[hand.street].opens
    if any(hand.bets) or any(acted >= 0 for acted in hand.betting.acted) or theirs.seat == found.ours.seat:
        return False
    if opens is Opens.HIGH_CARD:
        first = card_opens(opens, hand.faces, hand.live, ace_is_low=True)
    elif opens is Opens.LOW_HAND:
        first = hand_opens(showing("ace-to-five"), hand.faces, hand.live, hand.plan.deal_from)
    else:
        return False
    return theirs.seat == next_seat(hand.able, first)


# ---- who may raise


def is_raise_nobody_can_match(found: Difference) -> bool:
    """Every opponent with chips has too few to call; PokerKit does not even ask a seat that owes nothing then."""
    hand, ours, theirs = found.hand, found.ours, found.theirs
    betting = hand.betting
    others = seats_of(betting.able & ~(1 << ours.seat))
    if not ours.high or any(betting.stacks[seat] + betting.bets[seat] > betting.price for seat in others):
        return False
    return ours[:3] == theirs[:3] and not theirs.high or not ours.call and theirs.seat in others


def is_short_wager_taken_for_full(found: Difference) -> bool:
    """A seat that has acted, and was raised by less than a full bet since, where no full bet or raise was made."""
    hand, ours, theirs = found.hand, found.ours, found.theirs
    betting = hand.betting
    if is_fixed_limit(found) or ours[:3] != theirs[:3] or ours.high or not theirs.high or betting.acted[ours.seat] < 0:
        return False
    own = hand.stacks[ours.seat] + hand.bets[ours.seat]
    if theirs.low != min(own, betting.level + betting.full_raise):
        return False
    short = 0 < betting.level - betting.acted[ours.seat] < betting.full_raise
    return short and found.mirror.state.completion_betting_or_raising_amount < betting.full_raise


def is_sum_of_raises_in_a_row(found: Difference) -> bool:
    """Short all-ins that add up to a full raise since the seat acted, but not since the last time they did."""
    hand, ours, theirs = found.hand, found.ours, found.theirs
    betting = hand.betting
    if is_fixed_limit(found) or ours[:3] != theirs[:3] or theirs.high or not ours.high or betting.acted[ours.seat] < 0:
        return False
    raised = betting.level - betting.acted[ours.seat]
    state = found.mirror.state
    in_a_row = sum(state.consecutive_short_all_in_amounts)
    return raised >= betting.full_raise > in_a_row and betting.level > betting.full_at


# ---- fixed limit


def is_fixed_limit(found: Difference) -> bool:
    """Whether bets are of one size."""
    return isinstance(found.hand.setup.limit, FixedLimit)


def cap_of(found: Difference) -> int | None:
    """How many bets a round may have; None where there is no cap."""
    limit = found.hand.setup.limit
    return limit.bets if isinstance(limit, FixedLimit) else None


def is_added_not_completed(found: Difference) -> bool:
    hand, ours, theirs = found.hand, found.ours, found.theirs
    betting = hand.betting
    if not is_fixed_limit(found) or ours[:3] != theirs[:3] or betting.level <= betting.full_at or not ours.high:
        return False
    own = hand.stacks[ours.seat] + hand.bets[ours.seat]
    return theirs.low == theirs.high == min(own, max(hand.bets) + betting.unit)


def is_limit_raise_counted(found: Difference) -> bool:
    """PokerKit's cap is reached with a raise of less than half a bet among those that count."""
    hand, ours, theirs = found.hand, found.ours, found.theirs
    state = found.mirror.state
    if not is_fixed_limit(found) or ours[:3] != theirs[:3] or not ours.high or theirs.high:
        return False
    counted = state.completion_betting_or_raising_count + (0 if hand.street else hand.plan.raises)
    return bool(counted == cap_of(found) and counted > hand.betting.raises)


def is_half_rule(found: Difference) -> bool:
    """The seat has acted, and was raised by less than a full bet since: we ask whether it is half of one."""
    hand, ours, theirs = found.hand, found.ours, found.theirs
    betting = hand.betting
    if not is_fixed_limit(found) or ours[:3] != theirs[:3] or betting.acted[ours.seat] < 0:
        return False
    raised = betting.level - betting.acted[ours.seat]
    return (
        0 < raised < betting.unit
        and bool(ours.high) != bool(theirs.high)
        and bool(ours.high) is (2 * raised >= betting.unit)
    )


def is_bring_in_taken_for_bet(found: Difference) -> bool:
    """After a completion of more than the minimum, PokerKit takes only what it adds to the bring-in for the raise."""
    hand, ours, theirs = found.hand, found.ours, found.theirs
    betting = hand.betting
    if is_fixed_limit(found) or hand.street or not hand.setup.stakes.bring_in or not betting.raises:
        return False
    theirs_raise = found.mirror.state.completion_betting_or_raising_amount
    if not 0 < betting.full_raise - theirs_raise <= hand.setup.stakes.bring_in:
        return False
    own = hand.stacks[ours.seat] + hand.bets[ours.seat]
    least = max(theirs_raise, betting.unit) + max(hand.bets)
    return ours[:3] == theirs[:3] and theirs.low == min(own, least)


# ---- cards


def is_run_later(found: Difference) -> bool:
    """PokerKit was told nothing when it asked, as the stub was too short for two runs then, and is not any more."""
    return found.hand.aside.runs > 1 and "state.select_runout_count(None)" in found.mirror.calls


def is_stub_of_stud(found: Difference) -> bool:
    hand = found.hand
    return hand.plan.is_stud and any(isinstance(event, BoardDealt) for event in hand.log)
