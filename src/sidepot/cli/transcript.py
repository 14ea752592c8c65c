"""A hand on the screen, as it goes on: each event as a line, with the pots after it."""

from __future__ import annotations

import re
from typing import Final

from sidepot.cli.table_text import WIDTH, cards_text, flow, heading, length, pad, plain, pot_parts, pots_text, seat_name
from sidepot.hand.due import Due
from sidepot.hand.events import (
    BoardDealt,
    BroughtIn,
    Called,
    Checked,
    Dealt,
    Discarded,
    Event,
    Folded,
    Mucked,
    Posted,
    RaisedTo,
    Redealt,
    Ruled,
    Started,
)
from sidepot.hand.hand import Hand
from sidepot.hand.setup import Setup
from sidepot.hand.story.story import Story, Voice
from sidepot.hand.view import redact
from sidepot.hand.words import board_name, capital

POTS_AT: Final = 36
_WITH_POTS: Final = (Posted, BroughtIn, Folded, Checked, Called, RaisedTo)
_BREAKS: Final = (re.compile(r"(?<=;) "), re.compile(r"(?<=[,;]) "))


class Transcript:
    """Describes a hand as seat `you` sees it, or with all cards if `you` is -1.

    - `hand`: the hand after the last event
    - `notes`: the draws of each seat
    - `mucked`: the seats that did not show
    """

    def __init__(self, setup: Setup, *, you: int = -1) -> None:
        self.hand = Hand(setup)
        self.you = you
        self.notes = [""] * len(setup.stacks)
        self.mucked = 0  # seats that mucked at the showdown
        names = [seat_name(seat) for seat in range(len(setup.stacks))]
        self._story = Story(self.hand, Voice(names, you, cards=cards_text, quote=plain, strong=_bold))
        self._street = (-1, 0)  # street and run of the last heading

    def tell(self, event: Event) -> list[str]:
        """The lines that describe an event. There is usually one line, or none if the line of a later event covers the
        event.
        """
        if isinstance(event, Started):
            return []
        if self.you >= 0:
            event = redact(event, self.you)
        lines = [self._with_pots(line) for line in self._story.waiting(event)]
        if isinstance(event, Redealt):  # the hand starts again
            self._street, self.notes, self.mucked = (-1, 0), [""] * self.hand.plan.seats, 0
        elif isinstance(event, Mucked):
            self.mucked |= 1 << event.seat
        elif isinstance(event, Discarded):
            lines += self._head()
            self._note(event)
        elif isinstance(event, Dealt) and not self.hand.plan.streets[self.hand.street].draw:
            lines += self._head()  # from now on: the cards of a street come in one line, after the deal
        if isinstance(event, BoardDealt):
            lines += self._board(event)
        else:
            story = self._story.tell(event)
            if isinstance(event, _WITH_POTS):
                story = [self._with_pots(line) for line in story]
            elif not isinstance(event, Ruled):
                story = [part for line in story for part in _fitted(line)]
            lines += story
        if self.hand.due is Due.DRAW:
            lines += self._head()
        return lines

    def _note(self, event: Discarded) -> None:
        """Add a draw to the seat's note."""
        if self.hand.plan.streets[self.hand.street].draw:
            seat, count = event.seat, len(event.cards)
            draw = str(count) if count else "pat"
            self.notes[seat] += f", {draw}" if self.notes[seat] else f"drew {draw}" if count else "stood pat"

    # ---- headings

    def _head(self) -> list[str]:
        """The heading of a street, which is shown only once."""
        if self._street == (self.hand.street, self.hand.aside.run):
            return []
        return self._heading(_bold(self._street_name()))

    def _street_name(self) -> str:
        return capital(plain(self.hand.plan.streets[self.hand.street].name))

    def _heading(self, title: str) -> list[str]:
        """The heading of a street with the pots at its start; below it if they do not fit in one line."""
        self._street = (self.hand.street, self.hand.aside.run)
        line = heading(title, pots_text(self.hand, self.you))
        return [line] if length(line) <= WIDTH else [heading(title), *self._pots_below()]

    def _board(self, event: BoardDealt) -> list[str]:
        hand = self.hand
        has_heading = self._street == (hand.street, hand.aside.run)
        name = "Community card" if hand.plan.is_stud else self._street_name()
        before = hand.boards[event.board]
        cards = f"{cards_text(before)}  {cards_text(event.cards)}" if before else cards_text(event.cards)
        if hand.aside.runs > 1:
            name += f", run {hand.aside.run + 1} of {hand.aside.runs}"
        if hand.plan.boards == 1 and not has_heading:
            lines = self._heading(f"{_bold(name)}  {cards}")
        else:  # one of several boards, or a board dealt after the seats
            lines = [] if has_heading else self._heading(_bold(name))
            lines.append(f"{board_name(hand, event.board)}  {cards}")
        hand.apply(event)
        return lines

    # ---- pots

    def _with_pots(self, text: str) -> str:
        """An action, and the pots after it."""
        line = pad(f"{text}  ", POTS_AT) + f"[dim]{pots_text(self.hand, self.you)}[/]"
        return line if length(line) <= WIDTH else "\n".join([text, *self._pots_below()])

    def _pots_below(self) -> list[str]:
        return [f"[dim]{part}[/]" for part in flow(pot_parts(self.hand, self.you), indent="      ")]


def _bold(text: str) -> str:
    return f"[bold]{text}[/]"


def _fitted(line: str) -> list[str]:
    """Break a line that is too wide, after a semicolon or, if it has none, after a comma."""
    lines = [line]
    for breaks in _BREAKS:
        if all(length(part) <= WIDTH for part in lines):
            break
        first, *rest = breaks.split(line)
        lines = [first]
        for part in rest:
            if length(f"{lines[-1]} {part}") <= WIDTH:
                lines[-1] += f" {part}"
            else:
                lines.append(f"    {part}")
    return lines
