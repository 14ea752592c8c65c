"""The betting of a live hand as a line that the floor reads: `NL 100/200, 6 players: Seat3 600; Seat4 to act`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sidepot.errors import SidepotError
from sidepot.floor.spot_line import read_spot
from sidepot.games.limits import FixedLimit, NoLimit, PotLimit
from sidepot.games.stakes import AnteBy
from sidepot.hand import events as e
from sidepot.hand.due import ACT
from sidepot.hand.hand import Hand
from sidepot.hand.setup import Post


def line_of(hand: Hand, log: Sequence[object], number: Callable[[int], int]) -> str:
    """The current betting as a line of text. Empty if a line cannot express it.

    - `log`: the events of the hand
    - `number`: a function that gives the number of a seat at the table
    """
    if hand.due is not ACT:
        return ""
    done = _round(log)
    acts = [*_acts(hand, done, number), f"{_name(hand, hand.seat, number)} to act"]
    line = f"{_head(hand, done)}: {'; '.join(acts)}"
    try:
        spot = read_spot(line, hand.setup.rulebook)
    except SidepotError:
        return ""
    return line if (spot.price, spot.front) == (hand.price, hand.bets[hand.seat]) else ""


def _head(hand: Hand, done: Sequence[object]) -> str:
    """The limit, the stakes, the street with its pot, and the number of players; empty for other games."""
    stakes, limit = hand.setup.stakes, hand.setup.limit
    if isinstance(limit, FixedLimit):
        sizes = f"FL {stakes.small_bet}/{stakes.big_bet}"
    elif isinstance(limit, NoLimit | PotLimit):
        sizes = f"{'NL' if isinstance(limit, NoLimit) else 'PL'} {'/'.join(map(str, stakes.blinds[:2]))}"
    else:
        return ""
    if stakes.ante and stakes.ante_by is AnteBy.BIG_BLIND:
        sizes += f"/{stakes.ante}"
    parts = [sizes]
    if hand.street:
        parts.append(f"{hand.plan.streets[hand.street].name} pot {sum(pot.amount for pot in hand.pots())}")
    at_first = hand.live | sum([1 << event.seat for event in done if isinstance(event, e.Folded)])
    parts.append(f"{at_first.bit_count()} players")
    return ", ".join(parts)


def _acts(hand: Hand, done: Sequence[object], number: Callable[[int], int]) -> Iterator[str]:
    """What the seats did in this round, in order."""
    for event in done:
        match event:
            case e.Folded(seat):
                yield f"{_name(hand, seat, number)} folds"
            case e.Checked(seat):
                yield f"{_name(hand, seat, number)} checks"
            case e.Called(seat):
                yield f"{_name(hand, seat, number)} calls"
            case e.RaisedTo(seat, to):
                yield f"{_name(hand, seat, number)} {to}"
            case _:
                pass


def _round(log: Sequence[object]) -> Sequence[object]:
    """The events of this round, which are those after the last card."""
    first = max([at for at, event in enumerate(log) if isinstance(event, e.Dealt | e.BoardDealt)], default=0)
    return log[first + 1 :]


def _name(hand: Hand, at: int, number: Callable[[int], int]) -> str:
    """The name of a seat in a line: its blind before the flop, otherwise its number."""
    owed = {one.post: one.seat for one in hand.setup.owed}
    if not hand.street:
        for post, name in ((Post.SMALL_BLIND, "SB"), (Post.BIG_BLIND, "BB")):
            if owed.get(post) == at:
                return name
    return f"Seat{number(at)}"
