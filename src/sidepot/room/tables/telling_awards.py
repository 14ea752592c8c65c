"""Who wins what and with what, in words: `Bo wins 240 with two pair, aces and eights`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sidepot.games.titles import half_label
from sidepot.hand.words import Won, board_name, capital, pot_words, uncapital, winning_words, won_parts

if TYPE_CHECKING:
    from sidepot.hand.events import Awarded, Part
    from sidepot.hand.hand import Hand


def award_lines(hand: Hand, event: Awarded, players: Sequence[str], pots: int) -> list[str]:
    """What a pot pays to whom, told before the hand takes it in; `pots` is how many pots there were in all."""
    name = pot_words(event.pot, pots, event.amount) if pots > 1 else str(event.amount)
    rake = f", less {event.rake} for the house" if event.rake else ""
    if not event.shares:
        return [f"The house takes {name}"]
    won = won_parts(hand, event)
    boards, halves = len(hand.boards) > 1, len(hand.setup.game.halves) > 1
    if len(event.shares) == 1:
        seat = event.shares[0][0]
        return [f"{players[seat]} wins {name}{rake}{_with(hand, seat, won, boards=boards, halves=halves)}"]
    if event.parts:
        whole = name if pots > 1 else f"the pot of {event.amount}"
        lines = [f"{capital(whole)}{rake} is shared"]
        for part in event.parts:
            lines += _part_lines(hand, part, won, players)
        return lines
    who = " and ".join([f"{players[seat]} ({amount})" for seat, amount in event.shares])
    with_what = _with(hand, event.shares[0][0], won, boards=boards, halves=halves)
    return [f"{who} share {name}{rake}{with_what}"]


def _part_lines(hand: Hand, part: Part, won: Sequence[Won], players: Sequence[str]) -> list[str]:
    """`Board 2, low: Ann gets 20 with six-five low, 6-5-4-3-A`."""
    game = hand.setup.game
    names = [board_name(hand, part.board)] if len(hand.boards) > 1 else []
    if len(game.halves) > 1:
        names.append(
            half_label(game, part.half) if part.half >= 0 else f"{half_label(game, 0)} and {half_label(game, 1)}"
        )
    label = capital(", ".join(names))
    here = [one for one in won if one.board == part.board and part.half in (-1, one.half)]
    both = part.half < 0 and len(game.halves) > 1
    return [
        f"{label}: {players[seat]} gets {amount}{_with(hand, seat, here, boards=False, halves=both)}"
        for seat, amount in part.shares
    ]


def _with(hand: Hand, seat: int, won: Sequence[Won], *, boards: bool, halves: bool) -> str:
    """` with two pair, aces and eights`, or `: high with ..., low with ...`; nothing where no hand was seen."""
    words = winning_words(hand, seat, won, boards=boards, halves=halves)
    if not words:
        return ""
    if boards or halves:
        return f": {'; '.join(words)}"
    return f" with {uncapital(words[0])}"
