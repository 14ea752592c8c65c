"""Special rules of some draw games: openers and their proof, binding checks, the sevens rule, own discards.

The books are kept from the log alone, and compared with the hand after every event. Source: PG-84; Robert's Rules, draw
and lowball.
"""

from __future__ import annotations

from sidepot.games.limits import FixedLimit
from sidepot.games.model import Choose, Half
from sidepot.hand.due import Due
from sidepot.hand.events import (
    Awarded,
    Burned,
    Called,
    Checked,
    Discarded,
    Event,
    Exposed,
    Killed,
    Proved,
    RaisedTo,
    Reshuffled,
    Returned,
)
from sidepot.hand.hand import Hand
from sidepot.hand.setup import Setup
from sidepot.rules.rulebook import Openers
from universal.broken import require
from universal.slow_awards import showdown_of, winners
from universal.slow_hands import meets, of_these

SEVEN_OR_BETTER = Half("ace-to-five", Choose.HOLE, 7)


class DrawBooks:
    """The books of draw games: the opener and the openers, checks, bets after the last draw, and the last discards."""

    def __init__(self, hand: Hand) -> None:
        self.asked = hand.setup.game.open_requirement
        self.is_lowball = is_limit_lowball(hand.setup)
        self.opener = -1
        self.opening: tuple[int, ...] = ()
        self.before_raise = (0, -1)  # the price and the opener as they were
        self.proved = 0  # 1 for true openers, -1 for false ones
        self.checked: set[int] = set()  # in this round
        self.bettor = -1
        self.bets = [0] * hand.plan.seats  # in this round
        self.returned = [0] * hand.plan.seats  # at the showdown
        self.is_settled = False  # whether a pot has been paid at the showdown
        self.thrown: tuple[int, ...] = ()
        self.street = hand.street
        self.is_burned = False  # whether a card was burned for this street
        self.is_bared = False  # whether a card was replaced because it was exposed
        self.look(hand)

    def take(self, hand: Hand, event: Event) -> None:  # noqa: C901 - one branch for each event
        """Record the event that has just happened, and compare it with the rules. Raises Broken if they differ."""
        match event:
            case RaisedTo(seat, to):
                self.before_raise = (self.price, self.opener)
                self._raise(hand, seat)
                self.bets[seat] = to
            case Killed(seat, refund) if refund:
                price, opener = self.before_raise
                self.bets[seat] -= refund
                if self.bets[seat] == price and opener < 0:  # it was the bet that opened, and nobody has called it
                    self.opener, self.opening = -1, ()
            case Called(seat, amount):
                self.bets[seat] += amount
            case Checked(seat):
                self.checked.add(seat)
            case Discarded(seat, cards, split):
                self.thrown = () if split else cards
                must = False
                if self.asked and seat == self.opener:  # who held none has none to split
                    kept = hand.hole[seat]
                    must = meets(hand.setup.game, self.asked, kept + cards)
                    must = must and not meets(hand.setup.game, self.asked, kept)
                require(hand, split is must, f"seat {seat} splits openers, or does not, and does not say so (PG-84)")
            case Reshuffled():
                self._reshuffle(hand)
                self._check_burn(hand)
            case Burned():
                self.is_burned = True
            case Exposed(kept=False):
                self.is_bared = True
            case Proved(seat, cards, good):
                self._prove(hand, seat, cards, good)
            case Returned(seat, amount):
                if self.street == len(hand.plan.streets):
                    self.returned[seat] += amount
                else:
                    self.bets[seat] -= amount
            case Awarded(pot):
                at = self.opener
                if self.asked and at >= 0 and (self.layers[pot].eligible & hand.live) >> at & 1:
                    require(hand, self.proved > 0, f"seat {at} is in line for a pot without a proof of openers")
                if self.street == len(hand.plan.streets) and not self.is_settled:
                    self._check_sevens(hand)
                    self.is_settled = True
            case _:
                pass

    def look(self, hand: Hand) -> None:
        """Compare the hand with the books. Raises Broken if they differ."""
        if hand.street != self.street and hand.street < len(hand.plan.streets):
            self.checked = set()
            self.bets = [0] * hand.plan.seats
        if hand.street != self.street:  # a card that was exposed in the deal is the burn of the first draw
            self.is_burned = hand.street == 1 and self.is_bared and hand.setup.rulebook.exposed_is_burn
        self.street = hand.street
        self.price = hand.price
        self.layers = hand.layers
        self.muck = hand.muck_pile
        self.stub = hand.stub
        if hand.due is Due.ACT:
            _, high = hand.raise_bounds()
            if not self._has_openers(hand, hand.seat):
                require(hand, not high, f"seat {hand.seat} may open without openers (PG-84)")
            if self._is_bound(hand, hand.seat):
                require(hand, not high, f"seat {hand.seat} has checked and may raise")

    def _raise(self, hand: Hand, seat: int) -> None:
        require(hand, not self._is_bound(hand, seat), f"seat {seat} has checked and raises")
        if self.opener < 0:
            require(hand, self._has_openers(hand, seat), f"seat {seat} opens without {self.asked} (PG-84)")
            self.opener = seat
            self.opening = hand.hole[seat]
        self.checked.discard(seat)
        self.bettor = seat

    def _has_openers(self, hand: Hand, seat: int) -> bool:
        """Whether the seat may make the first bet of the hand; a blind is a bet, and then nobody opens."""
        if not self.asked or self.opener >= 0 or self.price or hand.setup.rulebook.openers is Openers.PROVED:
            return True
        return meets(hand.setup.game, self.asked, hand.hole[seat])

    def _is_bound(self, hand: Hand, seat: int) -> bool:
        return self.is_lowball and not hand.setup.rulebook.lowball_check_raise and seat in self.checked

    def _prove(self, hand: Hand, seat: int, cards: tuple[int, ...], good: bool) -> None:
        require(hand, seat == self.opener and not self.proved, f"seat {seat} proves openers, and needs not")
        require(hand, set(cards) <= set(self.opening), "a proof is not made of the cards that opened")
        truth = meets(hand.setup.game, self.asked, self.opening)
        require(hand, good is truth, f"openers are called {good}, and are {truth} (PG-84)")
        require(hand, not good or meets(hand.setup.game, self.asked, cards), "the proof shows too few cards")
        self.proved = 1 if good else -1
        gone = good or not hand.live >> seat & 1 or not hand.live & (hand.live - 1)
        require(hand, gone, "a false opener still has a claim")

    def _reshuffle(self, hand: Hand) -> None:
        """Check that discards of the drawing seat do not return to it while other cards are left.

        In some houses the last card of the stub is not dealt, so that one more is needed, and the burns help first.
        """
        back = set(self.muck) - set(hand.muck_pile)
        others = len(self.muck) - len(self.thrown)
        is_draw = 0 <= hand.street < len(hand.plan.streets) and hand.plan.streets[hand.street].draw
        fresh = is_draw and back & set(self.thrown) and hand.due is Due.DEAL and hand.pending
        rulebook = hand.setup.rulebook
        needed = hand.count + (rulebook.last_card_stays or rulebook.last_card_completes)
        require(hand, not fresh or self.stub + others < needed, "a seat may get back what it has just thrown away")

    def _check_burn(self, hand: Hand) -> None:
        """A street for which the stub was too short to burn begins with a burn when it is refilled. Rule: PG-53."""
        game, rulebook = hand.setup.game, hand.setup.rulebook
        street = game.streets[hand.street]
        if game.is_draw and street.burn and not self.is_burned and hand.due is not Due.BURN:
            needed = hand.count if hand.due is Due.DEAL else game.boards * street.board
            stays = rulebook.last_card_stays or rulebook.last_card_completes
            require(
                hand, hand.stub <= needed + stays, f"the stub was refilled, and nothing is burned for {street.name}"
            )

    def _check_sevens(self, hand: Hand) -> None:
        """A seven or better that was checked, and is best, wins nothing that was bet after the draw.

        Of an all-in of less than half a bet it wins all but the overcalls.
        """
        count = hand.plan.seats
        live = [seat for seat in range(count) if hand.live >> seat & 1]
        expected = [0] * count
        if self.is_lowball and hand.setup.rulebook.sevens_rule and any(self.bets):
            ((_, best),) = winners(showdown_of(hand), live, 0)
            sevens = [seat for seat in best if is_seven(hand, seat)]
            if not is_short(hand):
                expected = self.bets if self.checked & set(sevens) else expected
            elif sevens and self.bettor not in sevens:
                after = [(self.bettor + at) % count for at in range(count)]
                behind = after[min(after.index(seat) for seat in sevens) :]
                late = [seat for seat in behind if seat in live and seat not in best]
                expected = [bet if seat in late else 0 for seat, bet in enumerate(self.bets)]
        require(hand, self.returned == expected, f"{expected} should have gone back, not {self.returned} (sevens rule)")


def is_short(hand: Hand) -> bool:
    """Whether the total bet in this round is less than half a bet."""
    return 0 < 2 * hand.price < hand.plan.units[-1] and hand.street > 0


def is_seven(hand: Hand, seat: int) -> bool:
    """Whether a lowball hand is a seven or better."""
    return of_these(hand.setup.game, SEVEN_OR_BETTER, hand.hole[seat]) is not None


def is_limit_lowball(setup: Setup) -> bool:
    """Whether this is ace-to-five lowball with one draw at fixed limit, for which Robert's Rules have special rules."""
    draws = [street for street in setup.game.streets if street.draw]
    scales = [half.scale for half in setup.game.halves]
    return len(draws) == 1 and scales == ["ace-to-five"] and isinstance(setup.limit, FixedLimit)
