"""Mistakes in the deal that do not end the hand: an exposed down card, a bring-in of the wrong seat.

Source: Robert's Rules, lowball and seven-card stud.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sidepot.cards import JOKER, UNKNOWN, card_of
from sidepot.games.limits import FixedLimit
from sidepot.games.model import BRING_INS
from sidepot.hand import refusals
from sidepot.hand.due import ACT, BRING_IN, DEAL, DRAW
from sidepot.hand.events import Exposed, TookBack
from sidepot.hand.newcards import check_new
from sidepot.hand.opening import showing_opens
from sidepot.hand.streets import next_seat
from sidepot.rules.rulebook import ExposedCards
from sidepot.validation.integers import IntLike, as_int

if TYPE_CHECKING:
    from sidepot.hand.state import HandState

ACE: Final = 12
# the ranks (0 for deuces) that are kept if exposed before the draw, by scale and limit
LIMIT_ACE_TO_FIVE: Final = frozenset({ACE, 0, 1, 2, 3, 4, 5})  # seven or lower
ACE_TO_FIVE: Final = frozenset({ACE, 0, 1, 2, 3})  # cards of a perfect hand
DEUCE_TO_SEVEN: Final = frozenset({0, 1, 2, 3, 5})  # seven, five, four, three, deuce; not a six


def is_dealing(hand: HandState) -> bool:
    """Whether down cards have just been dealt and nobody has acted after the deal."""
    due = hand.due
    street = hand.plan.streets[hand.street] if 0 <= hand.street < hand.plan.showdown else None
    if street is None or not (street.down or street.draw):
        return False
    fresh = due in (ACT, BRING_IN) and max(hand.betting.acted) < 0
    return fresh or due is DEAL or due is DRAW


def is_kept(hand: HandState, card: int) -> bool:
    """Whether an exposed down card stays in the hand. Only a low card does, before the draw. Rule: Robert's,
    lowball.
    """
    scale = hand.setup.game.halves[0].scale
    if hand.setup.rulebook.exposed_lowball is ExposedCards.KEPT or scale not in ("ace-to-five", "deuce-to-seven"):
        return True
    if not hand.plan.is_draw:
        return True
    if hand.street or hand.setup.rulebook.exposed_lowball is ExposedCards.REPLACED:
        return False  # on the draw, none is kept
    if card == JOKER:
        return True
    if scale == "deuce-to-seven":
        return card >> 2 in DEUCE_TO_SEVEN
    limit = isinstance(hand.setup.limit, FixedLimit)
    return card >> 2 in (LIMIT_ACE_TO_FIVE if limit else ACE_TO_FIVE)


def exposure(hand: HandState, whose: IntLike, given: int | str) -> Exposed:
    """The event in which a down card is exposed. Raises IllegalAction if the seat does not hold it, or if it is too
    late.
    """
    seat = as_int(whose, "the seat whose card is exposed")
    had_cards = 0 <= seat < hand.plan.seats and bool((hand.live & ~hand.pending) >> seat & 1)
    if not had_cards or not is_dealing(hand):
        raise refusals.not_due(hand, "expose a card as it is dealt")
    card = card_of(given)
    down = list(hand.hole[seat])
    for up in hand.faces[seat]:
        down.remove(up)
    if card not in down:
        if UNKNOWN not in down:
            raise refusals.not_held(hand, card, seat)
        check_new(hand, (card,))
    return Exposed(seat, card, is_kept(hand, card))


def may_bring_in(hand: HandState, seat: int) -> bool:
    """Whether this seat may post the bring-in. The seat that owes it may; in some houses, another seat may do so by
    mistake.
    """
    if seat == hand.seat:
        return True
    return hand.setup.rulebook.wrong_bring_in_stands and 0 <= seat < hand.plan.seats and hand.able >> seat & 1 == 1


def taken_back(hand: HandState) -> TookBack:
    """The event in which the wrong seat takes its bring-in back, before anybody acts.

    Raises NotDue if there is no bring-in to take back.
    """
    betting = hand.betting
    acted = [seat for seat, level in enumerate(betting.acted) if level >= 0]
    opens = hand.plan.streets[0].opens
    if hand.due is ACT and not hand.street and len(acted) == 1 and betting.aggressor < 0 and opens in BRING_INS:
        (seat,) = acted
        dealt = sum(1 << at for at, hole in enumerate(hand.hole) if hole and betting.stacks[at])  # folded or not
        is_next = hand.seat == next_seat(dealt, seat + 1)
        if betting.bets[seat] and hand.live >> seat & 1 and is_next and seat != showing_opens(hand, opens):
            return TookBack(seat, betting.bets[seat])
    raise refusals.not_due(hand, "take a bring-in back")
