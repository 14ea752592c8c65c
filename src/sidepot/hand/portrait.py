"""How a hand is shown in a session or a traceback: only open facts, never a hidden card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.cards import text
from sidepot.games.titles import limit_words, stakes_words
from sidepot.hand.due import ACT, DONE
from sidepot.hand.refusals import what_is_due

if TYPE_CHECKING:
    from sidepot.hand.state import HandState


def portrait(hand: HandState) -> str:
    """The game, the board, the pot and what is due, in one line: cards of players are not in it, open or not."""
    setup = hand.setup
    played = f"{setup.game.title}, {limit_words(setup.limit)}, {stakes_words(setup.limit, setup.stakes)}"
    parts = [f"{played}, {hand.plan.seats} seats"]
    boards = [text(board) for board in hand.boards if board]
    if 0 <= hand.street < hand.plan.showdown:
        parts.append(setup.game.streets[hand.street].name + (f" {' / '.join(boards)}" if boards else ""))
    elif boards:
        parts.append(f"board {' / '.join(boards)}")
    if hand.due is DONE:
        parts.append(f"over, stacks {', '.join(map(str, hand.stacks))}")
        return f"<Hand: {'; '.join(parts)}>"
    parts.append(f"pot {hand.betting.pot()}, {hand.live.bit_count()} in the hand")
    due = what_is_due(hand)
    if hand.due is ACT and hand.to_call:
        due += f", {hand.to_call} to call"
    parts.append(due)
    return f"<Hand: {'; '.join(parts)}>"
