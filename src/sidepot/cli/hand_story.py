"""A hand told in lines of text: every deal, every action with the pots after it, who wins what and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.cards import UNKNOWN
from sidepot.cli.credit_story import credit_words
from sidepot.cli.floor_story import floor_lines
from sidepot.cli.pot_story import award_lines, checked_words, said_lines
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
    reading_lines,
    seat_name,
)
from sidepot.hand.due import Due
from sidepot.hand.events import (
    Awarded,
    BoardDealt,
    BroughtIn,
    Called,
    Checked,
    Dealt,
    Declared,
    Discarded,
    Event,
    Exposed,
    Folded,
    Killed,
    Mucked,
    PassedOut,
    Posted,
    Proved,
    RaisedTo,
    Redealt,
    Reshuffled,
    Restubbed,
    Returned,
    Revealed,
    Ruled,
    RunChosen,
    Shown,
    Started,
    TookBack,
    Voided,
)
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import verb_of
from sidepot.hand.setup import Post, Setup
from sidepot.hand.terms import Added, Borrowed, Consented, MarkerOffered
from sidepot.hand.view import redact
from sidepot.hand.words import board_name, passed_out_words

if TYPE_CHECKING:
    from collections.abc import Sequence

POTS_AT = 36
_ALL_IN = " [bold yellow]all-in[/]"
_SAID = {"bet": ("bet", "bets"), "raise": ("raise to", "raises to"), "complete": ("complete to", "completes to")}


class Story:
    """Tells a hand event by event, as the seat `you` sees it, or all of it where `you` is -1.

    It folds what it has told, so that each line is worded from the table as it stood. `notes` says for each seat what
    it changed in draw games, `mucked` who did not show.
    """

    def __init__(self, setup: Setup, *, you: int = -1) -> None:
        self.hand = Hand(setup)
        self.you = you
        self.notes = [""] * len(setup.stacks)
        self.mucked = 0  # the seats that threw their hands away at the showdown
        self._street = (-1, 0)  # the street and the run whose heading has been told
        self._most_pots = 0
        self._antes: list[Posted] = []
        self._deals: list[Dealt] = []
        self._thrown: tuple[int, ...] = ()

    def tell(self, event: Event) -> list[str]:
        """The lines that say what happened; often one, sometimes none until more has happened."""
        if isinstance(event, Started):
            return []
        if self.you >= 0:
            event = redact(event, self.you)
        lines = self._flush(event)
        if isinstance(event, Posted) and event.post is Post.ANTE:
            self._antes.append(event)
        elif isinstance(event, Dealt) and not self.hand.plan.streets[self.hand.street].draw:
            self._deals.append(event)
        lines += self._told(event)
        if self._deals and self.hand.due is not Due.DEAL:
            lines += self._deal_lines()
        if self.hand.due is Due.DRAW:
            lines += self._head()
        return lines

    # ---- what is told together

    def _flush(self, event: Event) -> list[str]:
        """The lines for antes that waited for the last of them."""
        if self._antes and not (isinstance(event, Posted) and event.post is Post.ANTE):
            return self._ante_lines()
        return []

    def _ante_lines(self) -> list[str]:
        antes, self._antes = self._antes, []
        amounts = {ante.amount for ante in antes}
        if len(amounts) == 1 and len(antes) == self.hand.plan.seats:
            return [self._with_pots(f"Everybody antes {antes[0].amount}")]
        return flow([f"{seat_name(ante.seat, self.you)} antes {ante.amount}" for ante in antes])

    def _deal_lines(self) -> list[str]:
        deals, self._deals = self._deals, []
        told = [deal for deal in deals if set(deal.cards) != {UNKNOWN}]
        if len(told) == 1 and told[0].seat == self.you:
            return [f"You are dealt {self._dealt_text(told[0])}"]
        return flow([f"{seat_name(deal.seat, self.you)} {self._dealt_text(deal)}" for deal in told])

    def _dealt_text(self, deal: Dealt) -> str:
        """The cards of a deal; in stud those that lie face down stand in brackets where they are known."""
        down = deal.cards[: len(deal.cards) - deal.up]
        if not self.hand.plan.is_stud or not down or UNKNOWN in down:
            return cards_text(deal.cards)
        return f"({cards_text(down)}) {cards_text(deal.cards[len(down) :])}".rstrip()

    def _head(self) -> list[str]:
        """The heading of a street, once."""
        if self._street == (self.hand.street, self.hand.aside.run):
            return []
        return self._heading(f"[bold]{self._street_name()}[/]")

    def _street_name(self) -> str:
        hand = self.hand
        name = plain(hand.plan.streets[hand.street].name)
        return name[:1].upper() + name[1:]

    def _heading(self, title: str) -> list[str]:
        """A street and the pots it begins with: below it where there are too many for one line."""
        self._street = (self.hand.street, self.hand.aside.run)
        line = heading(title, pots_text(self.hand, self.you))
        if length(line) <= WIDTH:
            return [line]
        return [heading(title), *[f"[dim]{part}[/]" for part in flow(pot_parts(self.hand, self.you), indent="      ")]]

    # ---- one event

    def _told(self, event: Event) -> list[str]:
        hand = self.hand
        match event:
            case Posted():
                hand.apply(event)
                if event.post is Post.ANTE:
                    return []
                return [self._action(event.seat, "post", "posts", f"the {event.post}, {event.amount}")]
            case BroughtIn(seat=seat, amount=amount):
                hand.apply(event)
                return [self._action(seat, "bring it in", "brings it in", f"for {amount}")]
            case Folded(seat=seat):
                hand.apply(event)
                return [self._action(seat, "fold", "folds")]
            case Checked(seat=seat):
                hand.apply(event)
                return [self._action(seat, "check", "checks")]
            case Called(seat=seat, amount=amount):
                hand.apply(event)
                if not amount:  # at open stakes without a chip
                    return [self._action(seat, "go", "goes")]
                return [self._action(seat, "call", "calls", str(amount))]
            case RaisedTo(seat=seat, to=to):
                said = _SAID["complete" if hand.due is Due.BRING_IN else verb_of(hand)]
                hand.apply(event)
                return [self._action(seat, *said, str(to))]
            case Added() | MarkerOffered() | Consented() | Borrowed():
                hand.apply(event)
                return [credit_words(hand, event, self.you)]
            case Killed() | Redealt() | Voided() | Restubbed() | Ruled():
                hand.apply(event)
                if isinstance(event, Redealt):  # everything is told again
                    self._street, self.notes, self.mucked = (-1, 0), [""] * hand.plan.seats, 0
                return floor_lines(event, self.you)
            case BoardDealt():
                return self._board(event)
            case Discarded():
                return self._discard(event)
            case Dealt():
                return self._dealt(event)
            case Reshuffled():
                hand.apply(event)
                return ["[dim]The stub is too short: the discards are shuffled into a new one[/]"]
            case Returned(seat=seat, amount=amount):
                is_void = hand.street == hand.plan.showdown  # called, but returned after the showing: the sevens rule
                why = "bet after the draw" if is_void else "that nobody called"
                hand.apply(event)
                return [f"{amount} {why} go{'es' if amount == 1 else ''} back to {self._whom(seat)}"]
            case RunChosen() | Declared() | Revealed():
                hand.apply(event)
                return said_lines(hand, event, self.you)
            case Proved() | Exposed() | TookBack():
                hand.apply(event)
                return [checked_words(event, self.you)]
            case Shown():
                return self._shown(event)
            case Mucked(seat=seat):
                hole = hand.hole[seat]
                hand.apply(event)
                self.mucked |= 1 << seat
                held = f" {cards_text(hole)}" if UNKNOWN not in hole else ""
                return [self._says(seat, "muck", "mucks") + held]
            case Awarded():
                self._most_pots = max(self._most_pots, event.pot + 1)
                lines = award_lines(hand, event, self._most_pots, self.you)
                hand.apply(event)
                return lines
            case PassedOut():
                lines = [passed_out_words(hand, event)]
                hand.apply(event)
                return lines
        hand.apply(event)
        return []

    def _says(self, seat: int, you: str, other: str) -> str:
        return f"{seat_name(seat, self.you)} {you if seat == self.you else other}"

    def _whom(self, seat: int) -> str:
        return "you" if seat == self.you else seat_name(seat)

    def _action(self, seat: int, you: str, other: str, what: str = "") -> str:
        """An action, and the pots as they are after it."""
        said = f"{self._says(seat, you, other)} {what}".rstrip()
        hand = self.hand
        if hand.live >> seat & 1 and not hand.able >> seat & 1:
            said += _ALL_IN
        return self._with_pots(said)

    def _with_pots(self, said: str) -> str:
        line = pad(f"{said}  ", POTS_AT) + f"[dim]{pots_text(self.hand, self.you)}[/]"
        if length(line) <= WIDTH:
            return line
        below = flow(pot_parts(self.hand, self.you), indent="      ")
        return "\n".join([said, *[f"[dim]{part}[/]" for part in below]])

    def _board(self, event: BoardDealt) -> list[str]:
        hand = self.hand
        told = self._street == (hand.street, hand.aside.run)
        name = "Community card" if hand.plan.is_stud else self._street_name()
        before = hand.boards[event.board]
        cards = f"{cards_text(before)}  {cards_text(event.cards)}" if before else cards_text(event.cards)
        if hand.aside.runs > 1:
            name += f", run {hand.aside.run + 1} of {hand.aside.runs}"
        if hand.plan.boards == 1 and not told:
            lines = self._heading(f"[bold]{name}[/]  {cards}")
        else:  # a board of several, or one that is dealt after the seats
            lines = [] if told else self._heading(f"[bold]{name}[/]")
            lines.append(f"{board_name(hand, event.board)}  {cards}")
        hand.apply(event)
        return lines

    def _discard(self, event: Discarded) -> list[str]:
        lines = self._head()
        hand = self.hand
        seat, count = event.seat, len(event.cards)
        draws = hand.plan.streets[hand.street].draw > 0
        hand.apply(event)
        if not draws:
            cards = str(count) if UNKNOWN in event.cards else cards_text(event.cards)
            return [*lines, f"{self._says(seat, 'throw', 'throws')} {cards} away"]
        told = str(count) if count else "pat"
        self.notes[seat] += f", {told}" if self.notes[seat] else f"drew {told}" if count else "stood pat"
        self._thrown = event.cards
        if event.split:
            lines.append(f"{self._says(seat, 'split', 'splits')} the openers: the discards are kept apart")
        return lines if count else [*lines, self._says(seat, "stand pat", "stands pat")]

    def _dealt(self, event: Dealt) -> list[str]:
        if not self.hand.plan.streets[self.hand.street].draw:
            lines = self._head()  # now: the cards of the street are told together, once it is dealt
            self.hand.apply(event)
            return lines
        self.hand.apply(event)
        seat, thrown = event.seat, self._thrown
        if UNKNOWN in event.cards:
            return [self._says(seat, "draw", "draws") + f" {len(event.cards)}"]
        said = self._says(seat, "throw away", "throws away")
        return [f"{said} {cards_text(thrown)} and draw{'' if seat == self.you else 's'} {cards_text(event.cards)}"]

    def _shown(self, event: Shown) -> list[str]:
        self.hand.apply(event)
        said = f"{self._says(event.seat, 'show', 'shows')} {cards_text(event.cards)}"
        return reading_lines(self.hand, event.cards, before=f"{said}: ", indent="    ")


def result_lines(names: Sequence[str], before: Sequence[int], after: Sequence[int]) -> list[str]:
    """The changes of the hand: each seat's stack and its result."""
    parts = []
    for name, was, now in zip(names, before, after, strict=True):
        change = now - was
        parts.append(f"{name} {now} ({change:+})" if change else f"{name} {now}")
    return flow(parts)
