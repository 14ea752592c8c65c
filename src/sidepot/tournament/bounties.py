"""Bounties: who knocked a player out, and the payment.

The bounty goes to the winner of the pot that holds the player's last chips: the last pot they paid into. Winning an
earlier pot from that player does not count. Several winners of that pot divide the bounty evenly; odd units go to those
with larger shares of the pot. Half of a progressive bounty is paid out; the other half, with an odd unit, is added to
the bounty on the winner. The winner of the tournament gets the bounty on their own head.

>>> knock_out({"ann": 25, "bo": 25, "cy": 25}, "cy", ["ann", "bo"], progressive=True)
Won(cash={'ann': 6, 'bo': 6}, added={'ann': 7, 'bo': 6}, heads={'ann': 32, 'bo': 31})
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sidepot.errors import Conflict
from sidepot.hand.due import DONE
from sidepot.hand.events import Awarded, Event, Redealt
from sidepot.hand.replaying import replay


class Won(NamedTuple):
    """A bounty that was won.

    - `cash`: the cash for each winner
    - `added`: the amount added to each winner's head
    - `heads`: the bounty on each player afterwards
    """

    cash: dict[str, int]
    added: dict[str, int]
    heads: dict[str, int]


def knocked_out(log: Iterable[Event]) -> dict[int, tuple[int, ...]]:
    """The seats that busted in this hand, each with the winners of its last chips, largest share first.

    `log` is the log of a finished hand. Raises BadNotation if it does not begin with its setup, and Conflict if the
    hand is still in progress.
    """
    events = iter(log)
    first = next(events, None)
    hand = replay([first] if first is not None else [])
    began = hand.setup.stacks
    takers: dict[int, tuple[int, ...]] = {}
    for event in events:
        if isinstance(event, Redealt):
            takers.clear()
        elif isinstance(event, Awarded):
            # pots are paid from the last to the main pot: the first with chips of a seat holds its last ones
            floor, put = hand.layers[event.pot].floor, hand.betting.put
            winners = _winners(event)
            for seat in range(len(began)):
                if seat not in takers and (put[seat] > floor or not event.pot):
                    takers[seat] = winners
        hand.apply(event)
    if hand.due is not DONE:
        raise Conflict("the hand is not over; nobody busts before all pots are awarded", code="hand_on")
    return {seat: takers.get(seat, ()) for seat, stack in enumerate(began) if stack and not hand.betting.stacks[seat]}


def _winners(paid: Awarded) -> tuple[int, ...]:
    shares = [(seat, amount) for seat, amount in paid.shares if amount]
    return tuple(seat for seat, _ in sorted(shares, key=lambda share: -share[1]))


def knock_out(heads: Mapping[str, int], out: str, winners: Sequence[str], *, progressive: bool = False) -> Won:
    """Pay the bounty on an eliminated player (`out`) to the winners. Odd units go to the first winners.

    - `heads`: the bounty on each player who is still in, and on this one
    - `progressive`: whether half of each part goes on the winner's own head

    Raises Conflict if there is no such bounty or winner.
    """
    if out not in heads:
        raise Conflict(f"there is no bounty on {out}", code="no_bounty")
    if not winners or out in winners or len(set(winners)) < len(winners):
        raise Conflict(
            f"winners: expected one or more players still in, each named once, got {', '.join(winners) or 'none'}",
            code="bad_bounty",
        )
    missing = [winner for winner in winners if winner not in heads]
    if missing:
        raise Conflict(
            f"a player who is out of the tournament cannot win a bounty: {', '.join(missing)}", code="unknown_player"
        )
    each, odd = divmod(heads[out], len(winners))
    parts = {winner: each + (at < odd) for at, winner in enumerate(winners)}
    cash = {winner: part // 2 if progressive else part for winner, part in parts.items()}
    added = {winner: parts[winner] - cash[winner] for winner in winners}
    after = {player: bounty + added.get(player, 0) for player, bounty in heads.items() if player != out}
    return Won(cash, added, after)
