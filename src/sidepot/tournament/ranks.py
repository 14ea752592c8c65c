"""The places of players who bust together.

In one hand at one table, the player with the larger stack at its start finishes higher, and equal stacks share the
place. Some houses first deduct the ante that one player pays for all. Tables that play hand for hand count as one:
players who go out at different tables in the same round share a place, whatever their stacks. Otherwise the player who
goes out earlier finishes lower. Source: Robert's, tournaments; TDA-2024 RP-8; TDA-2026 22.

>>> rank_out([Bust("ann", 3, 41, 500, 0), Bust("bo", 3, 41, 2000, 0), Bust("cy", 1, 38, 100, 9)])
(('cy',), ('bo',), ('ann',))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from sidepot.errors import Conflict
from sidepot.games.stakes import AnteBy
from sidepot.hand.setup import Post, Setup


class Bust(NamedTuple):
    """A busted player.

    - `stack`: the stack that decides the rank among players who bust in the same hand (`ranking_stack`)
    - `at`: the time when the hand ended, in any unit
    - `round`: the round of hand-for-hand play (None while the tables play at their own pace)
    """

    player: str
    table: int
    hand: int
    stack: int
    at: int
    round: int | None = None


class Finish(NamedTuple):
    """A player's final place. `shared` is the number of players who share it."""

    player: str
    place: int
    shared: int = 1


def rank_out(busts: Sequence[Bust], *, by_stacks: bool = False) -> tuple[tuple[str, ...], ...]:
    """Order eliminated players in groups that share a place, best group first. In each group, larger stacks come first.

    With `by_stacks`, the larger stack finishes higher even between tables in the same round of hand-for-hand play, as
    in many online rooms. Raises Conflict for impossible busts.
    """
    _check(busts)
    groups: list[tuple[str, ...]] = []
    # hands of one table are apart; a round of hand for hand is one moment: the end of its last hand
    for moment in sorted(
        _moments(busts), key=lambda some: (max(bust.at for bust in some), some[0].table), reverse=True
    ):
        some = sorted(moment, key=lambda bust: (-bust.stack, bust.at, bust.table, bust.player))
        if len({bust.table for bust in some}) > 1 and not by_stacks:
            groups.append(tuple(bust.player for bust in some))
        else:
            groups += [tuple(bust.player for bust in equal) for _, equal in groupby(some, key=lambda bust: bust.stack)]
    return tuple(groups)


def ranking_stack(setup: Setup, seat: int, *, in_money: bool = True) -> int:
    """The stack that ranks a seat among the seats that bust in the same hand.

    It is the stack at the start of the hand. In some houses, an ante paid for the whole table is deducted, if the best
    of the places at stake is paid (`in_money`). A stack too short for both blind and ante pays them in the order of the
    hand. Source: Robert's, tournaments; TDA-2026 22.
    """
    stack = setup.stacks[seat]
    if not (setup.rulebook.single_ante_off_rank and in_money) or setup.stakes.ante_by is AnteBy.ALL:
        return stack
    left, ante = stack, 0
    for owed in setup.owed:
        if owed.seat == seat:
            paid = min(owed.amount, left)
            left -= paid
            ante += paid if owed.post is Post.DEAD_ANTE else 0
    return stack - ante


def finish(groups: Iterable[Sequence[str]], left: int) -> tuple[Finish, ...]:
    """The places of eliminated players. The groups are listed best first. The places begin after those of the `left`
    players who are still in.

    >>> [tuple(each) for each in finish([("cy",), ("bo", "ann")], left=5)]
    [('cy', 6, 1), ('bo', 7, 2), ('ann', 7, 2)]
    """
    if left < 0:
        raise Conflict(f"the number of players left must not be negative, but is {left}")
    found: list[Finish] = []
    for group in groups:
        place = left + len(found) + 1
        found += [Finish(player, place, len(group)) for player in group]
    return tuple(found)


def _moments(busts: Sequence[Bust]) -> list[list[Bust]]:
    """The busts, grouped by moment."""
    found: dict[tuple[object, ...], list[Bust]] = {}
    for bust in busts:
        key = ("hand", bust.table, bust.hand) if bust.round is None else ("round", bust.round)
        found.setdefault(key, []).append(bust)
    return list(found.values())


def _check(busts: Sequence[Bust]) -> None:
    players: set[str] = set()
    ends: dict[tuple[int, int], tuple[int, int | None]] = {}
    for bust in busts:
        if bust.player in players:
            raise Conflict(f"{bust.player} cannot go out twice without entering again in between")
        players.add(bust.player)
        if bust.stack < 0:  # 0 is possible: all-in for a pot that waited (PG-81)
            raise Conflict(f"{bust.player} cannot have started the hand with {bust.stack} chips")
        end = ends.setdefault((bust.table, bust.hand), (bust.at, bust.round))
        if end != (bust.at, bust.round):
            raise Conflict(
                f"hand {bust.hand} of table {bust.table} cannot have ended at two different times or in two different "
                "rounds"
            )
