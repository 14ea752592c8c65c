"""The best claim to each half: by the cards, by declarations, by what players call their hands.

Source: PG-69, PG-75, PG-76; PG-62 for the hand that a game requires of its winner.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from sidepot.errors import BadNotation
from sidepot.hand import refusals
from sidepot.hand.aside import Called
from sidepot.hand.streets import clockwise, seats_of
from sidepot.hand.winning.openers import must_prove
from sidepot.ranking.omaha import Ranker
from sidepot.ranking.playable_cards import maker, possible_hands
from sidepot.rules.rulebook import BothWays, Reading

if TYPE_CHECKING:
    from sidepot.hand.state import HandState

HIGH_WAY: Final = 1
LOW_WAY: Final = 2
BOTH_WAYS: Final = 3


def winners(hand: HandState, seats: Sequence[int], board: int) -> list[tuple[int, int]]:
    """The winners of each half on a board, as (half, bit mask of seats) pairs. Halves that nobody wins are left out."""
    if hand.aside.declared:
        return declared_winners(hand, seats, board)
    return best_of_halves(hand, seats, board)


def best_of_halves(hand: HandState, seats: Sequence[int], board: int) -> list[tuple[int, int]]:
    """The seats with the strongest hand for each half, among `seats`.

    The cards decide the strength of a hand. In some houses, the announcement decides.
    """
    holes = hand.hole
    called = hand.aside.called
    to_win = hand.plan.to_win
    found: list[tuple[int, int]] = []
    for at, (_, on_board) in enumerate(hand.plan.rankers):
        rank = on_board(hand.boards[board])
        best = won = 0
        for seat in seats:
            strength = called_strength(hand, seat, at, board, rank) if called else rank(holes[seat])
            if strength >= best:
                if strength > best:
                    best = strength
                    won = 0
                won |= 1 << seat
        if best and (not to_win or at or best >= to_win):
            found.append((at, won))
    return found


def called_strength(hand: HandState, seat: int, at: int, board: int, rank: Ranker) -> int:
    """The strength of a hand for half `at`, as announced, in a house where an announcement is binding.

    With several boards, the announcement counts on the boards on which the hand can play the announced cards. On other
    boards, and without an announcement, cards speak.
    """
    called = hand.aside.called_by(seat)
    hole = hand.hole[seat]
    if at < len(called) and called[at] and can_play(hand, at, hole, board, called[at]):
        return strength_of(hand, at, called[at])
    return rank(hole)


def can_play(hand: HandState, at: int, hole: Sequence[int], board: int, cards: Sequence[int]) -> bool:
    """Whether a hand may play these cards for a half of the pot on a board."""
    choose = hand.plan.rankers[at][0].choose
    return sorted(cards) in map(sorted, possible_hands(choose, hole, hand.boards[board]))


def strength_of(hand: HandState, at: int, cards: Sequence[int]) -> int:
    """The strength of exactly these cards for half `at`."""
    half = hand.plan.rankers[at][0]
    lowest, wild = hand.plan.lowest, hand.setup.game.wild
    return maker(half.scale, "hole", half.qualifier, lowest=lowest, wild=wild)(())(cards)


def declared_winners(hand: HandState, seats: Sequence[int], board: int) -> list[tuple[int, int]]:
    """The winners of each half by declaration. A seat that declared for both halves must win both, or it is out of the
    pot.

    When a seat is out, the remaining seats are compared again. If nobody declared for a half, or if nobody is left to
    win it, its chips go to the other half. If no declaration is valid, cards speak. Rule: PG-69.
    """
    outright = hand.setup.rulebook.both_ways is BothWays.WIN_OUTRIGHT
    standing = [seat for seat in seats if hand.aside.ways_of(seat)]
    while standing:
        halves: list[tuple[int, int]] = []
        for at, way in enumerate((HIGH_WAY, LOW_WAY)):
            for_it = [seat for seat in standing if hand.aside.ways_of(seat) & way]
            halves += [(at, won) for half, won in best_of_halves(hand, for_it, board) if half == at]
        failed = [
            seat
            for seat in standing
            if hand.aside.ways_of(seat) == BOTH_WAYS
            and (
                len(halves) < len((HIGH_WAY, LOW_WAY))
                or any(not won >> seat & 1 or (outright and won != 1 << seat) for _, won in halves)
            )
        ]
        if not failed and halves:
            return halves
        if not failed:
            break
        standing = [seat for seat in standing if seat not in failed]
    return best_of_halves(hand, seats, board)


def sevens_ask(hand: HandState) -> bool:
    """Whether the sevens rule may return bets of this round: it may if a seat checked, or if the only bet was a short
    all-in.
    """
    if hand.plan.sevens is None or hand.aside.voided or not any(hand.betting.bets):
        return False
    return bool(hand.aside.checked) or is_short_bet(hand)


def is_short_bet(hand: HandState) -> bool:
    """Whether the only bet in this round is an all-in of less than half a bet, which nobody has completed."""
    return hand.betting.price > 0 and not hand.betting.full_at


def sevens_void(hand: HandState) -> int:
    """The seats whose bets after the draw are returned, as a bit mask.

    All bets are returned if the best hand is a seven or better whose player checked. If this player only called a short
    all-in, the hand may win that bet. Then only the overcalls that lose to it are returned. Source: Robert's Rules,
    lowball (the sevens rule).
    """
    sevens = hand.plan.sevens
    if sevens is None:
        return 0
    betting = hand.betting
    won = winners(hand, seats_of(betting.live), 0)[0][1]
    best = [seat for seat in seats_of(won) if sevens(hand.hole[seat])]
    if not is_short_bet(hand):
        return (1 << hand.plan.seats) - 1 if any(hand.aside.checked >> seat & 1 for seat in best) else 0
    after = clockwise(betting.live & ~won, betting.aggressor)
    turn = [(seat - betting.aggressor) % hand.plan.seats for seat in best]
    if not turn or 0 in turn:  # no seven is best, or it was all-in itself
        return 0
    return sum([1 << seat for seat in after if (seat - betting.aggressor) % hand.plan.seats > min(turn)])


def qualified(hand: HandState, eligible: int) -> bool:
    """Whether at least one of the live hands in `eligible` meets the game's requirement to win (PG-62).

    All of them must have been shown.
    """
    seats = seats_of(eligible)
    try:
        return any(winners(hand, seats, board) for board in range(len(hand.boards)))
    except BadNotation:
        raise refusals.unknown_cards(seats, hand.hole, hand.boards[0]) from None


def check_called(hand: HandState, seat: int, cards: Sequence[int] | None, called: Called) -> None:
    """Raise an error if hands are not announced in this house, or if the cards cannot make the announced hand.

    Rule: PG-76.
    """
    if hand.setup.rulebook.reading is not Reading.AS_CALLED:
        raise refusals.may_not_call()
    if hand.street < hand.plan.showdown:
        raise refusals.too_early_to_call(seat)
    hole = hand.hole[seat] if cards is None else cards
    if len(called) > len(hand.plan.rankers):
        raise refusals.not_made_of(seat, called[-1])
    for at, five in enumerate(called):
        if five and not any(can_play(hand, at, hole, board, five) for board in range(len(hand.boards))):
            raise refusals.not_made_of(seat, five)


def waits(hand: HandState, claimants: int) -> bool:
    """Whether a pot with a single claimant must wait for the showdown because other seats are still in.

    The pot must wait if the claimant has not proved openers yet, without which nobody may win it. It must also wait if
    bets of this round may still be returned.
    """
    is_last = hand.street + 1 == hand.plan.showdown
    may_void = hand.plan.sevens is not None and is_last and bool(hand.aside.checked & hand.betting.live)
    several = hand.betting.live & (hand.betting.live - 1) != 0
    return several and (may_void or must_prove(hand, claimants))
