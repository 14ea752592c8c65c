"""The winners of a pot and their hands, in sentences: `Bo wins the pot of 240: two pair, aces and eights`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sidepot.games.titles import half_label
from sidepot.hand.story.odd import Where, odd_reasons
from sidepot.hand.words import Won, board_name, capital, pot_words, uncapital, winning_words, won_parts

if TYPE_CHECKING:
    from sidepot.hand.events import Awarded, Part
    from sidepot.hand.hand import Hand
    from sidepot.hand.story.voice import Voice


def award_lines(voice: Voice, hand: Hand, event: Awarded, pots: int) -> list[str]:
    """The shares of a pot, told before the hand takes it in; `pots` is how many pots there were in all."""
    words = pot_words(event.pot, pots, voice.chips(event.amount), voice.quote)
    name = voice.phrase(words)
    rake = f", less {voice.chips(event.rake)} for the house" if event.rake else ""
    if not event.shares:
        return [f"The house takes {name}"]
    won = won_parts(hand, event)
    boards, halves = len(hand.boards) > 1, len(hand.setup.game.halves) > 1
    seats = [seat for seat, _ in event.shares]
    odd = odd_reasons(hand, event)
    if len(seats) == 1:
        wins = voice.strong(voice.says(seats[0], f"wins {name}"))
        return [f"{wins}{rake}{_with(voice, hand, seats[0], won, boards=boards, halves=halves)}"]
    if event.parts:
        lines = [f"{voice.phrase(capital(words))}{rake}{',' * bool(rake)} is shared:"]
        for part in event.parts:
            lines += _part_lines(voice, hand, part, won, odd)
        return lines
    told = [voice.phrase(f"{voice.whom(seat)} ({voice.chips(amount)})") for seat, amount in event.shares]
    who = voice.phrase(capital(f"{', '.join(told[:-1])} and {told[-1]}"))
    shared = f"{who} share {name}{rake}{_with(voice, hand, seats[0], won, boards=boards, halves=halves)}"
    return [
        shared,
        *[f"The odd chip goes to {voice.whom(seat)}: {voice.phrase(why)}" for (_, _, seat), why in odd.items()],
    ]


def _part_lines(voice: Voice, hand: Hand, part: Part, won: Sequence[Won], odd: Mapping[Where, str]) -> list[str]:
    """`Board 2, low: Ann gets 20: six-five low, 6-5-4-3-A`."""
    game = hand.setup.game
    names = [board_name(hand, part.board)] if len(hand.boards) > 1 else []
    if len(game.halves) > 1:
        names.append(
            half_label(game, part.half) if part.half >= 0 else f"{half_label(game, 0)} and {half_label(game, 1)}"
        )
    label = voice.phrase(capital(", ".join(names)))
    here = [one for one in won if one.board == part.board and part.half in (-1, one.half)]
    both = part.half < 0 and len(game.halves) > 1
    lines = []
    for seat, amount in part.shares:
        gets = voice.strong(voice.says(seat, f"gets {voice.chips(amount)}"))
        lines.append(f"{label}: {gets}{_with(voice, hand, seat, here, boards=False, halves=both)}")
        if why := odd.get((part.board, part.half, seat)):
            lines.append(f"{label}: the odd chip goes to {voice.whom(seat)}: {voice.phrase(why)}")
    return lines


def _with(voice: Voice, hand: Hand, seat: int, won: Sequence[Won], *, boards: bool, halves: bool) -> str:
    """`: two pair, aces and eights`, or `: high with ...; low with ...`; nothing where no hand was seen."""
    words = winning_words(hand, seat, won, boards=boards, halves=halves)
    return f": {voice.phrase(uncapital('; '.join(words)))}" if words else ""
