"""The number of knock-outs of each player in a tournament."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sidepot.tournament import commands as c
from sidepot.tournament import events as e

if TYPE_CHECKING:
    from sidepot.tournament.tournament import Tournament


def knock_outs(tournament: Tournament) -> Counter[str]:
    """The number of players that each player has knocked out.

    In a live tournament, the staff report who knocked a player out. Online, it is the player who won the last chips. If
    several players share a knock-out, it counts in full for each of them. A bust that was corrected or undone does not
    count.
    """
    found: dict[tuple[str, int], tuple[str, ...]] = {}
    for step in tournament.course().holds:
        takers = dict(step.command.knocked) if isinstance(step.command, c.EndHand) else {}
        for one in step.events:
            match one:
                case e.Busted(by=by) if by:
                    found[one.player, step.number] = tuple([player for player, _ in by])
                case e.Busted(player=player) if takers.get(player):
                    found[player, step.number] = takers[player]
                case e.BountyWon() if not one.step and (one.player, step.number) not in found:
                    found[one.player, step.number] = tuple([share[0] for share in one.shares])
                case e.Unbusted():
                    last = max([at for player, at in found if player == one.player], default=0)
                    found.pop((one.player, last), None)
                case _:
                    continue
    return Counter([winner for winners in found.values() for winner in winners])
