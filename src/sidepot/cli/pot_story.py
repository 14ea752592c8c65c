"""The end of a hand in lines of text: lines on runs and halves, the winners of each part of each pot, the rake."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sidepot.cli.table_text import (
    WIDTH,
    card_text,
    cards_text,
    flow,
    length,
    seat_name,
)
from sidepot.games.titles import half_label, ways_words
from sidepot.hand.due import Due
from sidepot.hand.events import (
    Awarded,
    Declared,
    Exposed,
    Part,
    Proved,
    Revealed,
    RunChosen,
    TookBack,
)
from sidepot.hand.words import Won, board_name, pot_words, runs_words, winning_words, won_parts

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand


def award_lines(hand: Hand, event: Awarded, pots: int, you: int) -> list[str]:
    """The shares of a pot, told before the hand takes it in: all of it, or its parts by board and half.

    `pots` is how many pots there were in all, so that each has its name.
    """
    name = pot_words(event.pot, pots, event.amount)
    if event.rake:
        name += f", less {event.rake} for the house"
    if not event.shares:
        return [f"The house takes {name.partition(',')[0]}"]
    won = won_parts(hand, event)
    boards, halves = len(hand.boards) > 1, len(hand.setup.game.halves) > 1
    if len(event.shares) == 1:
        seat = event.shares[0][0]
        said = f"[bold]{seat_name(seat, you)} {'win' if seat == you else 'wins'} {name}[/]"
        return _with_words(said, winning_words(hand, seat, won, boards=boards, halves=halves))
    lines = [f"{name[0].upper()}{name[1:]}{',' * bool(event.rake)} is shared:"]
    if event.parts:
        for part in event.parts:
            lines += _part_lines(hand, part, won, you)
        return lines
    for seat, amount in event.shares:
        words = winning_words(hand, seat, won, boards=boards, halves=halves)
        lines += _with_words(f"  {_gets(seat, amount, you)}", words)
    return lines


def said_lines(hand: Hand, event: RunChosen | Declared | Revealed, you: int) -> list[str]:
    """How often the board is run, and which halves are declared for, told after the hand has taken it in."""
    match event:
        case RunChosen(seat=seat, runs=runs):
            lines = [f"{_says(seat, you, 'say', 'says')}: run it {runs_words(runs)}"]
            if hand.due is not Due.RUN:
                lines.append(f"[bold]The board is run {runs_words(hand.aside.runs)}[/]")
            return lines
        case Declared(seat=seat, ways=ways) if ways > 0:
            return [f"{_says(seat, you, 'declare', 'declares')} {ways_words(hand.setup.game, ways)}"]
        case Declared(seat=seat):
            return [f"{_says(seat, you, 'declare', 'declares')} with chips in the closed hand"]
    told = [f"{seat_name(seat, you)} {ways_words(hand.setup.game, ways)}" for seat, ways in event.declared]
    return flow(["The hands are opened", *told])


def checked_words(event: Proved | Exposed | TookBack, you: int) -> str:
    """The dealer's checks: openers, a card that was seen, a bring-in of the wrong seat."""
    match event:
        case Proved(seat=seat, cards=cards, good=True):
            return f"{_says(seat, you, 'show', 'shows')} {cards_text(cards)} to open with"
        case Proved(seat=seat, cards=cards):
            return f"{_says(seat, you, 'show', 'shows')} {cards_text(cards)}, which are no openers: the hand is dead"
        case Exposed(seat=seat, card=card, kept=kept):
            after = "it stays" if kept else "it goes, and another comes for it"
            return f"{card_text(card)} was seen as {'you' if seat == you else seat_name(seat)} got it: {after}"
        case TookBack(seat=seat, amount=amount):
            return f"{_says(seat, you, 'take', 'takes')} {amount} back: another seat brings it in"


def _says(seat: int, you: int, yours: str, other: str) -> str:
    return f"{seat_name(seat, you)} {yours if seat == you else other}"


# ---- what wins


def _part_lines(hand: Hand, part: Part, won: Sequence[Won], you: int) -> list[str]:
    """`  Board 2, low: Seat 3 gets 20: Six-five low, 6-5-4-3-A`; on several lines where the half is shared."""
    game = hand.setup.game
    names = [board_name(hand, part.board)] if len(hand.boards) > 1 else []
    if len(game.halves) > 1:
        names.append(
            half_label(game, part.half) if part.half >= 0 else f"{half_label(game, 0)} and {half_label(game, 1)}"
        )
    label = ", ".join(names)
    here = [one for one in won if one.board == part.board and part.half in (-1, one.half)]
    lines: list[str] = []
    for seat, amount in part.shares:
        words = winning_words(hand, seat, here, boards=False, halves=part.half < 0 and len(game.halves) > 1)
        lines += _with_words(f"  {label[:1].upper()}{label[1:]}: {_gets(seat, amount, you)}", words)
    return lines


def _gets(seat: int, amount: int, you: int) -> str:
    return f"[bold]{seat_name(seat, you)} {'get' if seat == you else 'gets'} {amount}[/]"


def _with_words(said: str, words: Sequence[str]) -> list[str]:
    """The winners, their shares and their hands: on one line where it fits."""
    if not words:
        return [said]
    line = f"{said}: {'; '.join(words)}"
    return [line] if length(line) <= WIDTH else [f"{said}:", *flow(words, indent="      ", between="; ")]
