"""Kill pots: which player kills the next pot, what counts as a leg, and split pots.

The last leg counts only if another player paid for it: a full bet above the forced bets. A player with a leg up keeps
it if a pot is split or waits, or if they are not dealt in. If another player wins a pot, that player then has the leg,
and nobody has it once its owner leaves the game. The killer of a pot who wins it, or a part of it, kills the next one
too. A deal is killed once, however many reasons there are. Source: Robert's Rules, kill pots.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sidepot.hand.events import Event, Posted

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand
    from sidepot.table.events import HandBegun, HandDone
    from sidepot.table.state import TableState


def bets_won(begun: HandBegun, hand: Hand, log: Sequence[Event], won: Sequence[int], winner: int) -> int:
    """The bets of the other players in the pots that `winner` took alone, without antes and blinds.

    Only the part of a bet that stayed in the pot counts. A part that nobody could match was returned.
    """
    forced = [0] * len(won)
    for event in log:
        if isinstance(event, Posted):
            forced[event.seat] += event.amount

    def put(seat: int) -> int:
        borrowed = sum([chips for who, chips, *_ in hand.loans if who == seat])
        marked = sum([face for who, face in hand.markers if who == seat])
        return begun.setup.stacks[seat] + hand.added[seat] + marked + borrowed + won[seat] - hand.stacks[seat]

    kept = sum([min(amount, put(seat)) for seat, amount in enumerate(forced) if seat != winner])
    return sum(won) + hand.raked - begun.setup.carried - put(winner) - kept


def tally(table: TableState, begun: HandBegun, event: HandDone) -> None:
    """Count the pots that a player has won in a row. This player may have to kill the next pot."""
    kill = table.rules.kill
    table.killer = ""
    if kill is None:
        table.leg = ("", 0)
        return
    had_killed = begun.players[begun.kill] if begun.kill >= 0 and kill.legs else ""
    if event.whole < 0:
        shared = [player for player, chips in zip(begun.players, event.won, strict=True) if chips]
        if shared and table.leg[0] in begun.players and table.leg[0] not in shared:
            table.leg = ("", 0)
        if had_killed in shared:
            table.killer = had_killed
        return
    winner = begun.players[event.whole]
    running = table.leg[1] + 1 if table.leg[0] == winner else 1
    table.leg = (winner, running)
    stakes = table.rules.stakes[begun.turn.at]
    pot = sum(event.won) + event.raked  # the house's take was part of it
    is_large = kill.at_least and pot >= kill.at_least * stakes.bet_size(big=stakes.small_bet > 0)
    is_paid = running == 1 or event.bets >= begun.setup.stakes.min_bet
    if is_large or winner == had_killed or kill.legs and running >= kill.legs and is_paid:
        table.killer = winner
