"""The stub: what to do if it is too short, and what is shuffled back into it. Rule: PG-95; Robert's Rules, draw."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sidepot.hand.streets import seats_of

if TYPE_CHECKING:
    from sidepot.hand.state import HandState

BURN, NO_BURN, USE_BURNS, COMMUNITY = range(4)
BURNS, DISCARDS, ALL = range(3)  # that go back into a stub too short for a draw


def stub_plan(stub: int, burns: int, needed: int, *, burn: bool, spare: int = 0) -> int:
    """How to deal `needed` cards to the live seats from a stub of `stub` cards, which may be too few.

    - `BURN`: a card is burned first, if the street has a `burn` and enough cards are left after it
    - `NO_BURN`: otherwise, the cards are dealt without a burn
    - `USE_BURNS`: if there are still too few, the `burns` burn cards are shuffled in
    - `COMMUNITY`: if even that is not enough, one card in the middle serves all hands (PG-95)

    In some houses, `spare` cards (for a burn, and the last card) must be left too, and the burn is never skipped
    (TDA-2024 RP-10-H).
    """
    if spare:
        if stub >= needed + spare:
            return BURN if burn else NO_BURN
        return USE_BURNS if stub + burns >= needed + spare else COMMUNITY
    if stub >= needed + burn:
        return BURN if burn else NO_BURN
    if stub >= needed:
        return NO_BURN
    if stub + burns >= needed:
        return USE_BURNS
    return COMMUNITY


def draw_plan(stub: int, discards: int, burns: int, needed: int, *, burns_first: bool, keep: int, bared: bool) -> int:
    """Which cards are added to a stub that is too short for a draw of `needed` cards: `DISCARDS`, `BURNS` or `ALL`.

    Normally, the other players' discards are added. If they are not enough, the burn cards are added too (Robert's
    Rules, draw). With `burns_first`, the burn cards are added, and the stub must keep `keep` cards. If the burn cards
    are not enough, or if one of them was exposed (`bared`), the discards are added too (TDA-2026 RP-25).
    """
    if burns_first:
        stub += burns
        needed += keep
        if burns and not bared and stub >= needed:
            return BURNS
    return DISCARDS if stub + discards >= needed else ALL


class Back(NamedTuple):
    """The cards that are added to the stub.

    - `mucked`: the number of mucked cards
    - `burns`, `set_aside`: whether burn cards and split openers are added too
    """

    mucked: int
    burns: bool = False
    set_aside: bool = False


def to_reshuffle(hand: HandState) -> tuple[int, ...]:
    """The cards that are shuffled into a stub that is too short: mucked cards, burn cards or split openers."""
    back = going_back(hand)
    mucked = hand.muck_pile[: back.mucked]
    if not back.burns:
        return mucked
    return mucked + hand.burns + hand.aside.set_aside if back.set_aside else mucked + hand.burns


def going_back(hand: HandState) -> Back:
    """Which cards are added to a short stub: discards and folded hands, without the drawing seat's latest discards.

    The latest discards and the burn cards are added only if nothing else is enough. Split openers are the last resort.
    In stud, the burn cards are added. In some houses, the burn cards come first; the discards are added only if the
    burn cards are not enough or one of them was exposed (TDA-2026 RP-25).
    """
    if not hand.plan.is_draw:
        return Back(0, burns=True)
    own = 0  # for the board, for a further card and for cards that were put off, nobody's discards are fresh
    if hand.pending and hand.plan.changes[hand.street]:
        is_first = not any(hand.plan.changes[: hand.street])  # later it is not known which discards were split
        is_split = is_first and hand.seat == hand.opener and hand.aside.set_aside  # then they lie apart
        own = 0 if is_split else hand.plan.held[hand.street] - len(hand.hole[hand.seat])
    others = max(len(hand.muck_pile) - own, 0)
    needed = hand.count
    first = hand.plan.burns_first
    what = draw_plan(
        hand.stub,
        others,
        len(hand.burns),
        needed,
        burns_first=first,
        keep=last_stays(hand) if first else 0,
        bared=bool(hand.aside.bared),
    )
    if what != ALL:
        return Back(others if what == DISCARDS else 0, burns=first)
    everything = hand.stub + len(hand.muck_pile) + len(hand.burns)
    return Back(len(hand.muck_pile), burns=True, set_aside=everything < needed)


def last_stays(hand: HandState) -> int:
    """How many cards at the end of the stub may not be dealt now: 1 or 0.

    In some houses, the last card is never dealt. In other houses, it is dealt only if it completes the deal: no later
    seat has to draw or waits for a postponed card.
    """
    plan = hand.plan
    if plan.keep_last or not plan.last_completes:
        return plan.keep_last
    stage = plan.stages[hand.street]
    if hand.seat < 0 or hand.pending and not stage.changes:
        return 0  # for a board, or for all seats at once
    others = hand.betting.live & ~(1 << hand.seat)
    waiting = [seat for seat in seats_of(others) if hand.pending >> seat & 1 or len(hand.hole[seat]) < stage.held]
    return 1 if waiting else 0


def most_runs(hand: HandState) -> int:
    """How often the rest of the board can be run, by the rules of the house and the cards in the stub."""
    return min(hand.setup.rulebook.run_it, hand.stub // hand.plan.run_cost[hand.street])
