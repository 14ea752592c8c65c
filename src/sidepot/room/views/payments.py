"""The payments of a pot as a table sees them: to which seat, by which board and half, and with which cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.errors import SidepotError
from sidepot.hand.events import Part
from sidepot.hand.story.odd import odd_reasons
from sidepot.hand.words import played_cards

if TYPE_CHECKING:
    from sidepot.hand.events import Awarded
    from sidepot.hand.hand import Hand

Paid = tuple[int, int, int, int, int, tuple[int, ...], str]  # pot, board, half, seat, chips, cards, why the odd chip


def payments(view: Hand, event: Awarded) -> list[Paid]:
    """What the shares of a pot were paid for; without cards where only one seat was left to win it."""
    parts = event.parts or (Part(0, -1, event.shares),)
    compared = view.shown & view.live
    is_contest = bool(compared & compared - 1)
    odd = odd_reasons(view, event)
    found = []
    for board, half, shares in parts:
        for seat, chips in shares:
            cards = _cards(view, seat, board, half) if is_contest and compared >> seat & 1 else ()
            why = odd.get((board, half, seat), "")
            found.append((event.pot, board if cards else -1, half, seat, chips, cards, why))
    return found


def _cards(view: Hand, seat: int, board: int, half: int) -> tuple[int, ...]:
    """The cards of each half that is meant, each once."""
    halves = range(len(view.setup.game.halves)) if half < 0 else (half,)
    try:
        return tuple(dict.fromkeys([card for one in halves for card in played_cards(view, seat, board, one)]))
    except SidepotError:  # a board that never came
        return ()
