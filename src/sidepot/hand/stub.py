"""The stub: what to do when it is short, and what is shuffled back into it. Rule: PG-95; Robert's Rules, draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sidepot.hand.state import HandState

BURN, NO_BURN, USE_BURNS, COMMUNITY = range(4)


def stub_plan(stub: int, burns: int, needed: int, *, burn: bool) -> int:
    """How to deal `needed` cards to the live seats from a stub that may be short.

    Burn if that leaves enough; else deal without a burn; else shuffle the burns in; else one card in the middle
    serves all hands (PG-95).
    """
    if stub >= needed + burn:
        return BURN if burn else NO_BURN
    if stub >= needed:
        return NO_BURN
    if stub + burns >= needed:
        return USE_BURNS
    return COMMUNITY


def to_reshuffle(hand: HandState) -> tuple[int, ...]:
    """The cards that go back into the stub: discards and folded hands, not those the drawing seat just threw away.

    Those, and the burns, only where nothing else is enough; openers that were split, last of all. In stud: the burns.
    """
    if not hand.plan.is_draw:
        return hand.burns
    own = 0  # for the board, for a further card and for cards that were put off, nobody's discards are fresh
    if hand.pending and hand.plan.changes[hand.street]:
        first = not any(hand.plan.changes[: hand.street])  # later it is not known which discards were split
        is_split = first and hand.seat == hand.opener and hand.aside.set_aside  # then they lie apart
        own = 0 if is_split else hand.plan.held[hand.street] - len(hand.hole[hand.seat])
    others = hand.muck_pile[: len(hand.muck_pile) - own]
    if hand.stub + len(others) >= hand.count:
        return others
    everything = hand.muck_pile + hand.burns
    return everything if hand.stub + len(everything) >= hand.count else everything + hand.aside.set_aside


def most_runs(hand: HandState) -> int:
    """How often the rest of the board can be run: the house says, and the stub."""
    return min(hand.setup.rulebook.run_it, hand.stub // hand.plan.run_cost[hand.street])
