"""A hand told on the screen: a heading for each street, every action with the pots after it, the winners and why."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sidepot.cli.table_text import (
    WIDTH,
    cards_text,
    flow,
    heading,
    length,
    pad,
    plain,
    pot_parts,
    pots_text,
    seat_name,
)
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
from sidepot.hand.story.story import Story
from sidepot.hand.story.voice import Voice
from sidepot.hand.view import redact
from sidepot.hand.words import board_name, capital

if TYPE_CHECKING:
    from collections.abc import Sequence

POTS_AT: Final = 36
_WITH_POTS: Final = (Posted, BroughtIn, Folded, Checked, Called, RaisedTo)
_BREAKS: Final = (re.compile(r"(?<=;) "), re.compile(r"(?<=[,;]) "))


class Transcript:
    """Tells a hand as the seat `you` sees it, or all of it where `you` is -1.

    `hand` is as far as it was told. `notes` has the draws of each seat, `mucked` the seats that did not show.
    """

    def __init__(self, setup: Setup, *, you: int = -1) -> None:
        self.hand = Hand(setup)
        self.you = you
        self.notes = [""] * len(setup.stacks)
        self.mucked = 0  # the seats that threw their hands away at the showdown
        names = [seat_name(seat) for seat in range(len(setup.stacks))]
        self._story = Story(self.hand, Voice(names, you, cards=cards_text, quote=plain, strong=_bold))
        self._street = (-1, 0)  # the street and the run whose heading has been told

    def tell(self, event: Event) -> list[str]:
        """The lines for an event: often one, sometimes none until more has happened."""
        if isinstance(event, Started):
            return []
        if self.you >= 0:
            event = redact(event, self.you)
        lines = [self._with_pots(line) for line in self._story.waiting(event)]
        if isinstance(event, Redealt):  # everything is told again
            self._street, self.notes, self.mucked = (-1, 0), [""] * self.hand.plan.seats, 0
        elif isinstance(event, Mucked):
            self.mucked |= 1 << event.seat
        elif isinstance(event, Discarded):
            lines += self._head()
            self._note(event)
        elif isinstance(event, Dealt) and not self.hand.plan.streets[self.hand.street].draw:
            lines += self._head()  # now: the cards of the street are told together, once it is dealt
        if isinstance(event, BoardDealt):
            lines += self._board(event)
        else:
            told = self._story.tell(event)
            if isinstance(event, _WITH_POTS):
                told = [self._with_pots(line) for line in told]
            elif not isinstance(event, Ruled):
                told = [part for line in told for part in _fitted(line)]
            lines += told
        if self.hand.due is Due.DRAW:
            lines += self._head()
        return lines

    def _note(self, event: Discarded) -> None:
        """Add a draw to the note beside the seat."""
        if self.hand.plan.streets[self.hand.street].draw:
            seat, count = event.seat, len(event.cards)
            told = str(count) if count else "pat"
            self.notes[seat] += f", {told}" if self.notes[seat] else f"drew {told}" if count else "stood pat"

    # ---- headings

    def _head(self) -> list[str]:
        """The heading of a street, once."""
        if self._street == (self.hand.street, self.hand.aside.run):
            return []
        return self._heading(_bold(self._street_name()))

    def _street_name(self) -> str:
        return capital(plain(self.hand.plan.streets[self.hand.street].name))

    def _heading(self, title: str) -> list[str]:
        """A street and the pots it begins with: below it where there are too many for one line."""
        self._street = (self.hand.street, self.hand.aside.run)
        line = heading(title, pots_text(self.hand, self.you))
        return [line] if length(line) <= WIDTH else [heading(title), *self._pots_below()]

    def _board(self, event: BoardDealt) -> list[str]:
        hand = self.hand
        told = self._street == (hand.street, hand.aside.run)
        name = "Community card" if hand.plan.is_stud else self._street_name()
        before = hand.boards[event.board]
        cards = f"{cards_text(before)}  {cards_text(event.cards)}" if before else cards_text(event.cards)
        if hand.aside.runs > 1:
            name += f", run {hand.aside.run + 1} of {hand.aside.runs}"
        if hand.plan.boards == 1 and not told:
            lines = self._heading(f"{_bold(name)}  {cards}")
        else:  # a board of several, or one that is dealt after the seats
            lines = [] if told else self._heading(_bold(name))
            lines.append(f"{board_name(hand, event.board)}  {cards}")
        hand.apply(event)
        return lines

    # ---- pots

    def _with_pots(self, said: str) -> str:
        """An action, and the pots as they are after it."""
        line = pad(f"{said}  ", POTS_AT) + f"[dim]{pots_text(self.hand, self.you)}[/]"
        return line if length(line) <= WIDTH else "\n".join([said, *self._pots_below()])

    def _pots_below(self) -> list[str]:
        return [f"[dim]{part}[/]" for part in flow(pot_parts(self.hand, self.you), indent="      ")]


def _bold(text: str) -> str:
    return f"[bold]{text}[/]"


def _fitted(line: str) -> list[str]:
    """A line, broken after a semicolon, else after a comma too, where the screen is too narrow for it."""
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


def result_lines(names: Sequence[str], before: Sequence[int], after: Sequence[int]) -> list[str]:
    """The changes of the hand: each seat's stack and its result."""
    parts = []
    for name, was, now in zip(names, before, after, strict=True):
        change = now - was
        parts.append(f"{name} {now} ({change:+})" if change else f"{name} {now}")
    return flow(parts)
