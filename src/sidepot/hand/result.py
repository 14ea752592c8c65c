"""The result of a hand: the winners of each pot, their hands, and each seat's net result.

It is made from the log and contains only what everybody could see: hands are named only if they were shown.
"""

from __future__ import annotations

from enum import StrEnum
from operator import sub
from typing import TYPE_CHECKING

import msgspec

from sidepot.errors import Conflict, NotDue
from sidepot.hand.apply import APPLY
from sidepot.hand.due import DONE
from sidepot.hand.events import Awarded, Event, PassedOut, Redealt, Returned, Started, Voided
from sidepot.hand.streets import seats_of
from sidepot.hand.words import passed_out_words, pot_name, winning_words, won_parts

if TYPE_CHECKING:
    from sidepot.hand.state import HandState


class Why(StrEnum):
    """How a pot was won."""

    LAST_IN = "last in"  # only one seat was left; the others had folded or mucked
    BEST_HAND = "best hand"  # the best shown hand
    NOBODY = "nobody"  # it waits for the next deal


class PotResult(msgspec.Struct, frozen=True):
    """The result of one pot.

    - `eligible`: the seats that contested it
    - `shares`: what each winner gets, as (seat, chips) pairs; with the `rake`, they add up to `amount`
    - `hands`: the winning hands that were shown, as (seat, words) pairs
    - `why`: the reason, for programs
    - `because`: the reason, in words
    """

    name: str
    amount: int
    eligible: tuple[int, ...]
    shares: tuple[tuple[int, int], ...]
    rake: int
    why: Why
    hands: tuple[tuple[int, str], ...]
    because: str

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that get a share of this pot."""
        return tuple([seat for seat, chips in self.shares if chips])


class HandResult(msgspec.Struct, frozen=True):
    """The result of a hand. Seats count from 0; amounts are chips.

    - `returned`: the uncalled chips, as (seat, chips) pairs
    - `nets`: each seat's net result, without chips bought or borrowed in the hand
    - `carried`: the change of the carried pot; `nets`, `rake` and `carried` add up to 0
    - `void`: whether the hand was called off and all chips were returned
    """

    pots: tuple[PotResult, ...]
    returned: tuple[tuple[int, int], ...]
    nets: tuple[int, ...]
    stacks: tuple[int, ...]
    rake: int = 0
    carried: int = 0
    void: bool = False

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with a share of any pot."""
        return tuple(sorted({seat for pot in self.pots for seat in pot.winners}))

    def __str__(self) -> str:
        lines = [pot.because for pot in self.pots] or ["The hand was called off"]
        nets = ", ".join([f"seat {seat + 1} {net:+}" for seat, net in enumerate(self.nets) if net])
        return ". ".join([*lines, nets]) if nets else ". ".join(lines)


def result(hand: HandState) -> HandResult:
    """The result of a hand. Raises NotDue while the hand is in progress, and Conflict for a copy without its log."""
    if hand.due is not DONE:
        raise NotDue("the hand is not over, so it has no result", code="hand_on")
    log = hand.log
    if not log or not isinstance(log[0], Started):
        raise Conflict(
            "a result is made from the hand's log, which this copy lacks; use `copy(log=True)`", code="no_log"
        )
    last_deal = max([at for at, event in enumerate(log) if isinstance(event, Redealt)], default=0)
    since: list[Event] = log[last_deal + 1 :]
    void = any(isinstance(event, Voided) for event in since)
    pots, returned = ([], []) if void else _paid(hand, since)
    return HandResult(
        tuple([pot for _, pot in sorted(pots, key=lambda one: one[0])]),
        tuple(returned),
        nets(hand),
        tuple(hand.stacks),
        hand.raked,
        hand.carried,
        void,
    )


def _paid(hand: HandState, since: list[Event]) -> tuple[list[tuple[int, PotResult]], list[tuple[int, int]]]:
    """The pots with their numbers, and the uncalled chips."""
    count = max([event.pot + 1 for event in since if isinstance(event, Awarded)], default=1)
    pots: list[tuple[int, PotResult]] = []
    returned: list[tuple[int, int]] = []
    again = hand.__class__(hand.setup)
    for event in since:
        if isinstance(event, Awarded):
            count = max(count, len(again.layers))
            pots.append((event.pot, _awarded(again, event, count)))
        elif isinstance(event, PassedOut):
            seats = again.layers[again.pot_at].eligible if again.pot_at >= 0 else again.live
            words = passed_out_words(again, event)
            at = max(again.pot_at, 0)
            name = pot_name(at, max(count, len(again.layers)))
            pots.append((at, PotResult(name, event.amount, tuple(seats_of(seats)), (), 0, Why.NOBODY, (), words)))
        elif isinstance(event, Returned):
            returned.append((event.seat, event.amount))
        APPLY[type(event)](again, event)
    return pots, returned


def _awarded(hand: HandState, event: Awarded, count: int) -> PotResult:
    """The result of a pot, before its event is applied."""
    claimants = hand.layers[event.pot].eligible if hand.layers else hand.live
    won = won_parts(hand, event)
    boards, halves = len(hand.boards) > 1, len(hand.setup.game.halves) > 1
    hands = [
        (seat, words)
        for seat, _ in event.shares
        if (words := "; ".join(winning_words(hand, seat, won, boards=boards, halves=halves)))
    ]
    name = pot_name(event.pot, count)
    left = claimants & hand.live
    why = Why.BEST_HAND if left & (left - 1) or hand.street >= hand.plan.showdown and hands else Why.LAST_IN
    return PotResult(
        name, event.amount, tuple(seats_of(claimants)), event.shares, event.rake, why, tuple(hands),
        _because(name, event, dict(hands), why),
    )  # fmt: skip


def _because(name: str, event: Awarded, hands: dict[int, str], why: Why) -> str:
    of = f"the {name} of {event.amount}" + (f", less {event.rake} for the house," if event.rake else "")
    if not event.shares:
        return f"The house takes the {name} of {event.amount}"
    if len(event.shares) > 1:
        parts = [f"{chips} to seat {seat + 1}" + _in_brackets(hands.get(seat, "")) for seat, chips in event.shares]
        return f"{of[:1].upper()}{of[1:]} is shared: {', '.join(parts)}"
    seat = event.shares[0][0]
    reason = _after(hands.get(seat, "")) or ("; nobody else is in it" if why is Why.LAST_IN else "")
    return f"Seat {seat + 1} wins {of.rstrip(',')}{reason}"


def _after(words: str) -> str:
    return f": {words[:1].lower()}{words[1:]}" if words else ""


def _in_brackets(words: str) -> str:
    return f" ({words[:1].lower()}{words[1:]})" if words else ""


def nets(hand: HandState) -> tuple[int, ...]:
    """Each seat's net result: its stack, minus its starting stack and the chips added during the hand."""
    nets = list(map(sub, hand.stacks, hand.setup.stacks))
    credit = hand.aside.credit
    for seat, chips in enumerate(credit.added):
        nets[seat] -= chips
    for seat, face in credit.markers:
        nets[seat] -= face
    for seat, chips, lender, _ in credit.loans:
        nets[seat] -= chips
        if lender >= 0:
            nets[lender] += chips
    return tuple(nets)
