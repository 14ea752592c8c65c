"""A poker table as text: cards with coloured suits, pots with their claimants, seats, and the name of a hand.

Text here is Rich markup, if possible at most 80 columns wide. `screen` turns the markup into colours, or removes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING

from sidepot.cards import JOKER, RANKS, UNKNOWN
from sidepot.hand.pots import Pot, pots_contested
from sidepot.hand.streets import seats_of
from sidepot.hand.words import board_name, pot_name, readings

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand

WIDTH = 80
BACK = "▒▒"
_SUITS = ("[green]{}♣[/]", "[bright_blue]{}♦[/]", "[red]{}♥[/]", "[bold]{}♠[/]")
_TAG = re.compile(r"(?<!\\)\[/?[a-z_ ]*\]")


def card_text(card: int) -> str:
    """A card such as `A♠`, in the colour of its suit; a card back if the card is unknown."""
    if card == UNKNOWN:
        return f"[dim]{BACK}[/]"
    if card == JOKER:
        return "[magenta]Jo[/]"
    return _SUITS[card & 3].format(RANKS[card >> 2])


def cards_text(cards: Iterable[int]) -> str:
    """Cards in the given order, with spaces between them."""
    return " ".join([card_text(card) for card in cards])


def plain(text: str) -> str:
    """Escape a user's text, such as a title, so that Rich does not read it as markup."""
    from rich.markup import escape

    return escape(text)


def length(markup: str) -> int:
    """The width of a text in columns, without its markup."""
    return len(_TAG.sub("", markup).replace("\\[", "["))


def pad(markup: str, columns: int, *, right: bool = False) -> str:
    """Pad a text to a width in columns, on the right or, with `right`, on the left."""
    fill = " " * (columns - length(markup))
    return fill + markup if right else markup + fill


def heading(title: str, side: str = "") -> str:
    """A line across the table, such as `── Flop 7♦ 8♠ 2♣ ─────── pot 12 ──`."""
    tail = f" {side} ──" if side else ""
    rule = "─" * max(WIDTH - length(title) - length(tail) - 4, 2)
    return f"[dim]──[/] {title} [dim]{rule}{tail}[/]"


def flow(parts: Sequence[str], *, indent: str = "", between: str = " · ") -> list[str]:
    """Join parts into as few lines of 80 columns as possible. No part is split between lines."""
    lines: list[str] = []
    for part in parts:
        if lines and length(lines[-1] + between + part) <= WIDTH:
            lines[-1] += between + part
        else:
            lines.append(indent + part)
    return lines


def paragraph(text: str, *, indent: str = "  ", hanging: str = "    ") -> list[str]:
    """Break prose into lines of at most 80 columns. The first line begins with `indent`, the other lines with
    `hanging`.
    """
    return wrap(text, WIDTH - 1, initial_indent=indent, subsequent_indent=hanging)


# ---- seats and pots


def seat_name(seat: int, you: int = -1) -> str:
    """The name of a seat: `You` for seat `you`, otherwise its number from 1, as in `Seat 3`."""
    return "You" if seat == you else f"Seat {seat + 1}"


def seat_list(mask: int, you: int = -1) -> str:
    """The seats in a bit mask in short form, such as `you 3 5`."""
    return " ".join(["you" if seat == you else str(seat + 1) for seat in seats_of(mask)])


def pots_now(hand: Hand) -> list[Pot]:
    """The pots as they will be after the bets have been collected."""
    betting = hand.betting
    return pots_contested(betting.put, betting.live, betting.able, betting.dead, hand.aside.parts, hand.aside.broke)


def pots_text(hand: Hand, you: int = -1) -> str:
    """The pots in words, such as `pot 15 (you 3 5)`, or the main pot and each side pot with their contestants."""
    return " · ".join(pot_parts(hand, you))


def pot_parts(hand: Hand, you: int = -1) -> list[str]:
    """Each pot with its contestants, main pot first, then the chips carried to the next deal."""
    found, waits = pots_now(hand), sum([chips for chips, _, _ in hand.aside.waits])
    names = [pot_name(at, len(found)) for at in range(len(found))]
    parts = [f"{name} {pot.amount} ({seat_list(pot.eligible, you)})" for name, pot in zip(names, found, strict=True)]
    return [*parts, f"{waits} for the next deal"] if waits else parts


# ---- names of hands


def reading_lines(hand: Hand, hole: Sequence[int], *, before: str, indent: str, bold: bool = False) -> list[str]:
    """The name of a hand. Each half and each board has its own line.

    The text `before` is on the same line as the name if both fit; otherwise, it has a line of its own.
    """
    game, boards = hand.setup.game, hand.boards
    alike = len(set(boards)) == 1
    lines: list[str] = []
    for at, board in enumerate(boards[:1] if alike else boards):
        words = readings(game, hole, board)
        if words and not alike:
            words[0] = f"{board_name(hand, at).lower()}: {words[0][0].lower()}{words[0][1:]}"
        lines += flow([f"[bold]{part}[/]" if bold else part for part in words], indent=indent, between="; ")
    if not lines:
        return [before.rstrip(": ")]
    line = before + lines[0].removeprefix(indent)
    return [line] if len(lines) == 1 and length(line) <= WIDTH else [before.rstrip(), *lines]


# ---- the boards


def board_lines(hand: Hand) -> list[str]:
    """The boards, one per line. Boards that are still the same are shown once."""
    boards = hand.boards
    if len(set(boards)) == 1:
        return [f"Board {cards_text(boards[0])}"] if boards[0] else []
    return [f"{board_name(hand, at)}  {cards_text(board)}" for at, board in enumerate(boards)]


# ---- the table


def table_lines(hand: Hand, you: int, notes: Sequence[str] = (), mucked: int = 0) -> list[str]:
    """The seats as seat `you` sees them, one per line: stack, bet, button, and cards or status.

    - `notes`: for each seat, a text at the end of its line
    - `mucked`: a bit mask of the seats that mucked at the showdown
    """
    lines = [f"[dim]{'':>2}{'seat':<12}{'stack':>7}{'bet':>7}   cards[/]"]
    for seat in range(hand.plan.seats):
        live = bool(hand.live >> seat & 1)
        name = seat_name(seat, you) + (" (D)" if seat == hand.setup.button else "")
        bet = str(hand.bets[seat]) if hand.bets[seat] else ""
        row = f"{pad(name, 12)}{hand.stacks[seat]:>7}{bet:>7}   "
        if not live:
            gone = "mucked" if mucked >> seat & 1 else "folded" if hand.setup.stacks[seat] else "no chips"
            lines.append(f"[dim]  {row}{gone}[/]")
            continue
        state = "" if hand.able >> seat & 1 else "  [bold yellow]all-in[/]"
        note = f"  [dim]{notes[seat]}[/]" if notes and notes[seat] else ""
        mark = "[bold]▸[/] " if seat == hand.seat else "  "
        lines.append(f"{mark}{row}{seat_cards(hand, seat)}{state}{note}")
    return lines


def seat_cards(hand: Hand, seat: int) -> str:
    """The cards of a seat as text. In stud, brackets mark the cards that only this seat can see."""
    hole, faces = hand.hole[seat], hand.faces[seat]
    if not hand.plan.is_stud or UNKNOWN in hole:
        return cards_text(hole)
    runs = [(is_up, cards_text(run)) for is_up, run in groupby(hole, key=lambda card: card in faces)]
    return " ".join([text if is_up else f"({text})" for is_up, text in runs])
