"""The betting of the present round as a line of text that the floor reads: `NL 100/200, 6 players: Seat3 600; Seat4 to
act`.
"""

from __future__ import annotations

from collections.abc import Iterator

from sidepot.errors import SidepotError
from sidepot.floor.spot_line import read_spot
from sidepot.games.limits import FixedLimit, NoLimit, PotLimit
from sidepot.games.stakes import AnteBy
from sidepot.hand import events as e
from sidepot.hand.due import ACT
from sidepot.hand.hand import Hand
from sidepot.hand.setup import Post
from sidepot.room.dealer.play import Play


def spot_of(play: Play) -> str:
    """The current betting as a line of text that the floor reads (empty if it cannot be expressed in this way)."""
    hand = play.hand
    if hand.due is not ACT or play.waits or play.is_over:
        return ""
    line = f"{_head(hand)}: {'; '.join([*_acts(play), f'{_name(play, hand.seat)} to act'])}"
    try:
        spot = read_spot(line, hand.setup.rulebook)
    except SidepotError:
        return ""
    return line if (spot.price, spot.front) == (hand.price, hand.bets[hand.seat]) else ""


def _head(hand: Hand) -> str:
    """The limit, the stakes, the street with its pot, and the number of players."""
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
    at_first = hand.live | sum([1 << event.seat for event in _round(hand) if isinstance(event, e.Folded)])
    parts.append(f"{at_first.bit_count()} players")
    return ", ".join(parts)


def _acts(play: Play) -> Iterator[str]:
    """What the seats did in this round, in order."""
    for event in _round(play.hand):
        match event:
            case e.Folded(seat):
                yield f"{_name(play, seat)} folds"
            case e.Checked(seat):
                yield f"{_name(play, seat)} checks"
            case e.Called(seat):
                yield f"{_name(play, seat)} calls"
            case e.RaisedTo(seat, to):
                yield f"{_name(play, seat)} {to}"
            case _:
                pass


def _round(hand: Hand) -> list[e.Event]:
    """The events of this round, which are those after the last card."""
    first = max([at for at, event in enumerate(hand.log) if isinstance(event, e.Dealt | e.BoardDealt)], default=0)
    return hand.log[first + 1 :]


def _name(play: Play, at: int) -> str:
    """The name of a seat in a line: its blind before the flop, otherwise its number."""
    owed = {one.post: one.seat for one in play.hand.setup.owed}
    if not play.hand.street:
        for post, name in ((Post.SMALL_BLIND, "SB"), (Post.BIG_BLIND, "BB")):
            if owed.get(post) == at:
                return name
    return f"Seat{play.terms.seats[at].seat + 1}"
