"""Slow second opinions: the same rules once more, written from their texts and without regard to speed.

The engine is compared with these wherever it is tested; nothing else may use them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sidepot.games.limits import FixedLimit, NoLimit, PotLimit
from sidepot.games.model import Choose, Half, Opens
from sidepot.hand.setup import LIVE_POSTS, Post, Setup
from sidepot.rules.hand_choices import TiedBoards
from sidepot.rules.rulebook import PotLimitBlinds
from universal.slow_hands import strength_of


@lru_cache(maxsize=4096)
def pots_by_chip(put: tuple[int, ...], live: int, dead: int = 0) -> list[tuple[int, int]]:
    """The pots as (chips, seats that contest it), found by taking one chip at a time from each seat that still has one.

    The live seats that gave a chip contest that chip. A chip that only folded seats gave goes with the one below it.
    All live seats contest the dead money. Source: SD-3, TS-5, PG-10, PG-19.

    >>> pots_by_chip((10, 30, 50, 50), 0b1111)
    [(40, 15), (60, 14), (40, 12)]
    """
    left = list(put)
    found: list[tuple[int, int]] = [(dead, live)] if dead else []
    while any(left):
        amount = eligible = 0
        for seat, chips in enumerate(left):
            if chips:
                left[seat] -= 1
                amount += 1
                eligible |= live & 1 << seat
        if not found:
            found.append((amount, eligible or live))
        elif not eligible or eligible == found[-1][1]:
            found[-1] = (found[-1][0] + amount, found[-1][1])
        else:
            found.append((amount, eligible))
    return found


def most_won(seat: int, put: tuple[int, ...], dead: int) -> int:
    """The most that a seat can win: from each opponent as much as it put in itself, its own chips, and the dead money.

    Rule: TS-4.
    """
    return sum(min(chips, put[seat]) for chips in put) + dead


def lifted(setup: Setup, seat: int, bets: Sequence[int], *, big_has_acted: bool) -> int:
    """The chips that the small blind is short of a big one, which count for another player's raise.

    Source: Robert's, pot limit, rule 5.

    It counts until the big blind has acted; a big blind without chips never will, and nothing counts then.
    """
    if setup.rulebook.pot_limit_blinds is not PotLimitBlinds.SMALL_AS_BIG or big_has_acted:
        return 0
    if not isinstance(setup.limit, PotLimit) or len(setup.stakes.blinds) < 2:
        return 0
    small = [owed.seat for owed in setup.owed if owed.post is Post.SMALL_BLIND and owed.amount]
    big = [owed.seat for owed in setup.owed if owed.post is Post.BIG_BLIND and owed.amount and setup.stacks[owed.seat]]
    if not small or not big or seat in small:
        return 0
    return max(setup.stakes.blinds[1] - bets[small[0]], 0)


def most_to(setup: Setup, seat_bet: int, price: int, all_in: int, middle: int, least: int, *, is_first: bool) -> int:
    """The greatest total that a seat may bet or raise to, with `middle` chips in the middle and in front of all seats.

    At pot limit the raise is at most the pot after calling. Houses that count short blinds as full (TDA-2024 54-B) add
    the missing chips in the first round. The total must be payable with the chips in play (in some houses rounded up),
    unless it is the whole stack. No bound is lower than the least raise. Source: PG-23, PG-39, T45.
    """
    limit = setup.limit
    match limit:
        case NoLimit():
            return all_in
        case FixedLimit():
            return least
        case PotLimit():
            if is_first and setup.rulebook.pot_limit_blinds is PotLimitBlinds.AS_FULL:
                middle += missing_blinds(setup)
            pot = middle + price - seat_bet
            most = price + pot * limit.numerator // limit.denominator
        case _:
            most = price + limit.high
    chip = setup.stakes.chip
    up = chip - 1 if isinstance(limit, PotLimit) and setup.rulebook.pot_limit_rounds_up else 0
    made = max(total for total in range(most + up, most + up - chip, -1) if total % chip == 0)
    return all_in if most >= all_in else min(all_in, max(made, least))


def best_showing(setup: Setup, upcards: list[tuple[int, ...]], start: int) -> int:
    """The seat with the best hand showing, or the lowest if a street is opened so; ties to the first from `start`.

    Hands are compared on the scale of the half in question. In some houses, ties go to the highest card, spades first.
    Rule: PG-55, PG-91, PG-94; TDA-2024 RP-10-D.
    """
    game = setup.game
    low = any(street.opens is Opens.LOW_HAND for street in game.streets)
    scales = [half.scale for half in game.halves if half.scale.startswith(("high", "short")) is not low]
    half = Half(scales[0] if scales else "ace-to-five" if low else "high", Choose.HOLE)
    count = len(upcards)
    seats = sorted([seat for seat in range(count) if upcards[seat]], key=lambda seat: (seat - start) % count)
    shown = {seat: strength_of(game, half, upcards[seat], ()) for seat in seats}
    best = max(strength for strength in shown.values() if strength is not None)
    tied = [seat for seat in seats if shown[seat] == best]
    rule = setup.rulebook.tied_boards
    if rule is TiedBoards.POSITION or rule is TiedBoards.SUIT_NOT_HIGH_LOW and len(game.halves) > 1:
        return tied[0]
    aces_low = half.scale in ("ace-to-five", "ace-to-six", "badugi")
    heights = {seat: max(card - 52 if aces_low and card >= 48 else card for card in upcards[seat]) for seat in tied}
    return max(tied, key=lambda seat: heights[seat])


def missing_blinds(setup: Setup) -> int:
    """The part of the blinds named by the stakes that was not posted, because seats are missing or short.

    Newcomers post in addition.
    """
    left = list(setup.stacks)
    cap = getattr(setup.limit, "cap", None)
    if cap:
        left = [min(stack, cap) for stack in left]
    posted = 0
    for owed in setup.owed:
        paid = min(owed.amount, left[owed.seat])
        left[owed.seat] -= paid
        posted += paid if owed.post in LIVE_POSTS and owed.post is not Post.LIVE_BLIND else 0
    return max(sum(setup.stakes.blinds) - posted, 0)


def first_to_act(setup: Setup, street: int, upcards: list[tuple[int, ...]], seats: set[int], opener: int) -> int:
    """Which of `seats` opens a round. Rule: PG-54, PG-55, PG-83, PG-91, PG-93, PG-94, PG-96."""
    opens = setup.game.streets[street].opens
    count = len(setup.stacks)
    start = (setup.button + 1) % count
    if opens in (Opens.HIGH_HAND, Opens.LOW_HAND):
        start = best_showing(setup, upcards, start)
    if opens is Opens.LEFT_OF_BLINDS:
        blinds = [owed.seat for owed in setup.owed if owed.post in LIVE_POSTS and owed.post is not Post.LIVE_BLIND]
        start = (blinds[-1] + 1) % count if blinds else start
    elif opens is Opens.OPENER and opener >= 0:
        start = opener
    elif opens is Opens.LOW_CARD:
        start = min((up[0], seat) for seat, up in enumerate(upcards) if up)[1]
    elif opens is Opens.HIGH_CARD:
        low = setup.game.halves[0].scale in ("ace-to-five", "ace-to-six", "badugi")  # the ace is a low card then
        start = max((up[0] - 52 if low and up[0] >= 48 else up[0], seat) for seat, up in enumerate(upcards) if up)[1]
    elif opens is Opens.HIGH_CARD_ACTS:
        start = max((up[0], seat) for seat, up in enumerate(upcards) if up)[1]
    return min(seats, key=lambda seat: (seat - start) % count)


def chips_barred(setup: Setup, seat: int, live: int, won: Sequence[int]) -> int:
    """The chips of a waiting pot to which a seat has no claim, if a seat with a claim is still there."""
    return sum(
        chips for chips, can in setup.parts if seat not in can and any(live >> one & 1 or won[one] for one in can)
    )


def may_open_pair_bet_more(setup: Setup, street: int) -> bool:
    """Whether an open pair allows the upper limit on this street of stud. Rule: Robert's, stud."""
    is_stud = setup.game.is_stud and setup.game.hole_cards == 7 and isinstance(setup.limit, FixedLimit)
    is_high = all(half.scale in ("high", "short-deck", "short-deck-trips") for half in setup.game.halves)
    return setup.rulebook.open_pair_option and is_stud and is_high and street == 1
