"""A whole hand settled once more, one chip at a time: what goes back, the pots, the rake, and who wins what.

It needs what lies on the table when the betting is over. `judge` holds a hand that was played against it, from its log;
tests hold settlements against it. Like `slow_awards` it knows the rules only, and none of the code that plays by them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from slow_betting import returned_by_chip
from universal.broken import require
from universal.oracles import pots_by_chip
from universal.slow_awards import Showdown, parts_by_chip, rake_of_pots, showdown_of, sums_of, winners

from sidepot.games.rake import Rake
from sidepot.hand.apply import APPLY
from sidepot.hand.events import Awarded, Killed, Mucked, Part, PassedOut, Returned
from sidepot.hand.hand import Hand
from sidepot.hand.settling.real_chips import Settlement


class Middle(NamedTuple):
    """What each seat put in, and who may still win it; seats are bit masks.

    `live` seats were in when the betting was over. Those that `mucked` later, in this order, win only what nobody else
    contests. `all_in`: no live seat has chips behind. Killed seats are `kept` where the house gives them nothing back.
    `parts` of the `dead` money have waited since an earlier deal, for some seats only, and the `broke` seats are in for
    them alone. `to_flop`: the hand came to its second street.
    """

    put: tuple[int, ...]
    live: int
    dead: int = 0
    mucked: tuple[int, ...] = ()
    all_in: bool = False
    kept: int = 0
    parts: tuple[tuple[int, int], ...] = ()
    broke: int = 0
    rake: Rake | None = None
    to_flop: bool = True


class Paid(NamedTuple):
    """One pot: its chips, the seats that contest it, the rake, and the parts in which it is paid.

    Without a part it waits for the next deal: nobody may win it.
    """

    amount: int
    seats: tuple[int, ...]
    rake: int
    parts: tuple[Part, ...]

    @property
    def shares(self) -> dict[int, int]:
        """What each seat gets."""
        return {seat: chips for seat, chips in sums_of(self.parts).items() if chips}


class Settled(NamedTuple):
    """What went back, and the pots, the main pot first."""

    returned: Mapping[int, int]
    pots: tuple[Paid, ...]

    @property
    def payouts(self) -> dict[int, int]:
        """What each seat wins of all pots together."""
        won = sums_of([part for pot in self.pots for part in pot.parts])
        return {seat: chips for seat, chips in won.items() if chips}

    @property
    def carried(self) -> int:
        """What waits for the next deal."""
        return sum(pot.amount for pot in self.pots if not pot.parts)


def settle_by_chip(of: Showdown, middle: Middle) -> Settled:
    """Settle a hand by the rules: what nobody called, the pots, and each pot by itself, the last one first (PG-68)."""
    back = returned_by_chip(middle.put, middle.live, all_in=middle.all_in, kept=middle.kept)
    put = tuple(chips - back.get(seat, 0) for seat, chips in enumerate(middle.put))
    waited = [(chips, can & middle.live) for chips, can in middle.parts if can & middle.live]
    dead = middle.dead - sum(chips for chips, _ in waited)
    pots = waited + pots_by_chip(put, middle.live & ~middle.broke or middle.live, dead)
    is_raked = middle.rake is not None and (middle.to_flop or not middle.rake.no_flop_no_drop)
    paid: list[Paid] = []
    taken: list[int] = []  # the pots paid so far, the last one last
    for at in reversed(range(len(pots))):
        amount, mask = pots[at]
        seats = _seats(mask, middle)
        if not _may_win(of, seats):
            paid.insert(0, Paid(amount, seats, 0, ()))
            continue
        rake = 0
        if is_raked and middle.rake is not None:
            rake = rake_of_pots(middle.rake, [chips for chips, _ in pots[: at + 1]] + taken, of.chip)[at]
            taken.insert(0, amount)
        if len(seats) == 1:
            parts: Sequence[Part] = [Part(0, 0, ((seats[0], amount - rake),))]
        else:
            parts = parts_by_chip(of, amount - rake, seats)
        paid.insert(0, Paid(amount, seats, rake, tuple(parts)))
    return Settled(back, tuple(paid))


def _seats(mask: int, middle: Middle) -> tuple[int, ...]:
    """The seats that contest a pot to its end: those that have not mucked, or else the last one that did."""
    seats = [seat for seat in range(mask.bit_length()) if mask >> seat & 1]
    left = tuple(seat for seat in seats if seat not in middle.mucked)
    return left or tuple(seat for seat in middle.mucked if seat in seats)[-1:]


def _may_win(of: Showdown, seats: Sequence[int]) -> bool:
    """Whether one of these seats may win a pot: where the game asks for a hand, one of them must hold it (PG-62)."""
    if not of.game.win_requirement:
        return bool(seats)
    return any(winners(of, seats, board) for board in range(len(of.boards)))


# ---- hands that were played


def middle_of(hand: Hand) -> Middle:
    """The middle of a finished hand: its log up to the first chip that went back or was paid, or the first muck."""
    then = Hand(hand.setup)
    for at, event in enumerate(hand.log):
        if isinstance(event, Awarded | Mucked | PassedOut | Returned):
            break
        if at:
            APPLY[type(event)](then, event)
    after = hand.log[at:]
    kept = [event.seat for event in hand.log if isinstance(event, Killed) and event.before is None]
    return Middle(
        tuple(then.betting.put),
        then.live,
        then.dead,
        tuple(event.seat for event in after if isinstance(event, Mucked)),
        not any(then.betting.stacks[seat] for seat in range(hand.plan.seats) if then.live >> seat & 1),
        sum(1 << seat for seat in kept) if hand.setup.rulebook.dead_hand_forfeits else 0,
        then.aside.parts,
        then.aside.broke,
        hand.setup.stakes.rake,
        hand.street > 0,
    )


def judge(hand: Hand) -> Settled:
    """Settle a finished hand again, and hold its log against that. Raises Broken. Returns what it should be.

    For hands that go to the best cards: not those that were killed after chips had been paid, nor those in which an
    opener had no openers, or bets went back by the sevens rule.
    """
    expected = settle_by_chip(showdown_of(hand), middle_of(hand))
    returned = {event.seat: event.amount for event in hand.log if isinstance(event, Returned)}
    require(hand, returned == expected.returned, f"{expected.returned} should go back, not {returned}")
    found = [event for event in hand.log if isinstance(event, Awarded | PassedOut)][::-1]
    amounts = [event.amount for event in found]
    should = [pot.amount for pot in expected.pots]
    require(hand, amounts == should, f"the pots should be {should}, not {amounts}")
    for event, pot in zip(found, expected.pots, strict=True):
        if isinstance(event, PassedOut):
            require(hand, not pot.parts, f"a pot of {event.amount} waits, and should go to {pot.shares}")
            continue
        shares = {seat: chips for seat, chips in event.shares if chips}
        require(hand, event.rake == pot.rake, f"the rake of {pot.amount} should be {pot.rake}, not {event.rake}")
        require(hand, shares == pot.shares, f"the pot of {pot.amount} should go to {pot.shares}, not to {shares}")
    return expected


# ---- hands that were settled


def difference(expected: Settled, found: Settlement) -> str:
    """In what a settlement differs from what it should be, as text; empty where it does not. Seat 2 is called S2."""
    returned = {f"S{seat}": chips for seat, chips in expected.returned.items()}
    if returned != found.returned:
        return f"{returned} should go back, not {found.returned}"
    should = [(pot.amount, {f"S{seat}": chips for seat, chips in pot.shares.items()}) for pot in expected.pots]
    pots = [(pot.amount, {name: chips for name, chips in pot.shares.items() if chips}) for pot in found.pots]
    if should != pots:
        return f"the pots should be {should}, not {pots}"
    if (expected.carried, 0) != (found.carried, found.unpaid):
        return f"{expected.carried} should wait, and {found.carried} do; {found.unpaid} are not paid"
    return ""
