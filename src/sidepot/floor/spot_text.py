"""The betting of a live hand as a line that the floor reads: `NL 100/200, 6 players: Seat3 600; Seat4 to act`.

If the stacks are known, all players come first, each with the chips behind at the beginning of the round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from sidepot.errors import SidepotError
from sidepot.floor.spot import MUCH
from sidepot.floor.spot_line import read_spot
from sidepot.games.limits import FixedLimit, Limit, NoLimit, PotLimit
from sidepot.games.stakes import AnteBy, Stakes
from sidepot.hand import events as e
from sidepot.hand.due import ACT
from sidepot.hand.hand import Hand
from sidepot.hand.setup import LIVE_POSTS, Post


def line_of(hand: Hand, log: Sequence[object], number: Callable[[int], int]) -> str:
    """The current betting as a line of text. Empty if a line cannot express it.

    - `log`: the events of the hand
    - `number`: a function that gives the number of a seat at the table
    """
    if hand.due is not ACT:
        return ""
    done = _round(log)
    acts = [*_stacks(hand, log, number), *_acts(hand, done, number), f"{_name(hand, hand.seat, number)} to act"]
    line = f"{_head(hand, done)}: {'; '.join(acts)}"
    try:
        spot = read_spot(line, hand.setup.rulebook)
    except SidepotError:
        return ""
    return line if (spot.price, spot.front) == (hand.price, hand.bets[hand.seat]) else ""


def line_before(limit: Limit, stakes: Stakes, players: int) -> str:
    """The head of a line of betting, such as `NL 200/400, 6 players`. Empty if a line cannot express the game."""
    sizes = _sizes(limit, stakes, is_first=True)
    return f"{sizes}, {players} players" if sizes else ""


def _head(hand: Hand, done: Sequence[object]) -> str:
    """The limit, the stakes, the street with its pot, and the number of players; empty for other games."""
    parts = [_sizes(hand.setup.limit, hand.setup.stakes, is_first=not hand.street)]
    if not parts[0]:
        return ""
    if hand.street:
        parts.append(f"{hand.plan.streets[hand.street].name} pot {sum(pot.amount for pot in hand.pots())}")
    parts.append(f"{_at_first(hand, done).bit_count()} players")
    return ", ".join(parts)


def _sizes(limit: Limit, stakes: Stakes, *, is_first: bool) -> str:
    """The limit with the stakes; antes of all players belong to the first street. Empty for other games."""
    if isinstance(limit, FixedLimit):
        sizes = f"FL {stakes.small_bet}/{stakes.big_bet}"
    elif isinstance(limit, NoLimit | PotLimit) and len(stakes.blinds) > 1:
        sizes = f"{'NL' if isinstance(limit, NoLimit) else 'PL'} {'/'.join(map(str, stakes.blinds[:2]))}"
    else:
        return ""
    if stakes.ante and stakes.ante_by is AnteBy.BIG_BLIND:
        return f"{sizes}/{stakes.ante}"
    return f"{sizes}, ante {stakes.ante}" if stakes.ante and stakes.ante_by is AnteBy.ALL and is_first else sizes


def _at_first(hand: Hand, done: Sequence[object]) -> int:
    """The seats that were in the hand at the beginning of the round."""
    return hand.live | sum([1 << event.seat for event in done if isinstance(event, e.Folded)])


def _stacks(hand: Hand, log: Sequence[object], number: Callable[[int], int]) -> Iterator[str]:
    """The players in the order in which they act, with the chips behind at the beginning of the round; nothing if no
    stack is known.
    """
    betting, setup = hand.betting, hand.setup
    posted: Counter[int] = Counter()
    for event in () if hand.street else log:
        if isinstance(event, e.Posted) and event.post in LIVE_POSTS:
            posted[event.seat] += event.amount
    last = list(posted)[-1] if posted else setup.button
    count = len(setup.stacks)
    order = [(last + step) % count for step in range(1, count + 1)]
    in_hand = _at_first(hand, _round(log))
    behind = {seat: betting.stacks[seat] + betting.bets[seat] - posted[seat] for seat in order if in_hand >> seat & 1}
    seats = [seat for seat, chips in behind.items() if chips or not hand.street]  # the others were all-in before
    known = [setup.stacks[seat] < MUCH for seat in seats]
    blinds = {one.seat: one.amount for one in setup.owed if one.post in LIVE_POSTS}
    for seat, is_known in zip(seats, known, strict=True) if any(known) else ():
        name = _name(hand, seat, number)
        if is_known and posted[seat] and posted[seat] < blinds[seat]:
            yield f"{name} posts {posted[seat]}"
        else:
            yield f"{name} ({behind[seat]})" if is_known else name


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
