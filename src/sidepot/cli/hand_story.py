"""A hand told in lines of text: every deal, every action with the pots after it, who wins what and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.cards import UNKNOWN
from sidepot.cli.table_text import (
    WIDTH,
    cards_text,
    flow,
    heading,
    length,
    pad,
    pot_name,
    pot_parts,
    pots_text,
    reading_text,
    readings,
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
    Discarded,
    Event,
    Folded,
    Killed,
    Mucked,
    PassedOut,
    Post,
    Posted,
    RaisedTo,
    Reshuffled,
    Returned,
    Setup,
    Shown,
    Started,
)
from sidepot.hand.hand import Hand
from sidepot.hand.options import verb_of
from sidepot.hand.streets import seats_of
from sidepot.hand.view import redact
from sidepot.ranking.choose import ranker

if TYPE_CHECKING:
    from collections.abc import Sequence

POTS_AT = 36
_ALL_IN = " [bold yellow]all-in[/]"
_SAID = {"bet": ("bet", "bets"), "raise": ("raise to", "raises to"), "complete": ("complete to", "completes to")}


class Story:
    """Tells a hand event by event, as the seat `you` sees it, or all of it where `you` is -1.

    It folds what it has told, so that each line is worded from the table as it stood. `notes` says for each seat what
    it changed in draw games.
    """

    def __init__(self, setup: Setup, *, you: int = -1) -> None:
        self.hand = Hand(setup)
        self.you = you
        self.notes = [""] * len(setup.stacks)
        self._street = -1
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
            return [f"You are dealt {cards_text(told[0].cards)}"]
        return flow([f"{seat_name(deal.seat, self.you)} {cards_text(deal.cards)}" for deal in told])

    def _head(self) -> list[str]:
        """The heading of a street, once."""
        hand = self.hand
        if self._street == hand.street:
            return []
        self._street = hand.street
        return self._heading(f"[bold]{hand.plan.streets[hand.street].name.capitalize()}[/]")

    def _heading(self, title: str) -> list[str]:
        """A street and the pots it begins with: below it where there are too many for one line."""
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
                return [self._action(seat, "call", "calls", str(amount))]
            case RaisedTo(seat=seat, to=to):
                said = _SAID[verb_of(hand)]
                hand.apply(event)
                return [self._action(seat, *said, str(to))]
            case Killed(seat=seat):
                hand.apply(event)
                return [f"The hand of {seat_name(seat, self.you)} is dead"]
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
                hand.apply(event)
                return [f"{amount} that nobody called go{'es' if amount == 1 else ''} back to {self._whom(seat)}"]
            case Shown():
                return self._shown(event)
            case Mucked(seat=seat):
                hole = hand.hole[seat]
                hand.apply(event)
                held = f" {cards_text(hole)}" if UNKNOWN not in hole else ""
                return [self._says(seat, "muck", "mucks") + held]
            case Awarded():
                return self._awarded(event)
            case PassedOut(amount=amount):
                hand.apply(event)
                return [f"Nobody opened: the cards are thrown in, and {amount} stay in the pot for the next deal"]
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
        self._street = hand.street
        before = hand.boards[event.board]
        name = "Community card" if hand.plan.is_stud else hand.plan.streets[hand.street].name.capitalize()
        cards = f"{cards_text(before)}  {cards_text(event.cards)}" if before else cards_text(event.cards)
        lines = self._heading(f"[bold]{name}[/]  {cards}")
        hand.apply(event)
        return lines

    def _discard(self, event: Discarded) -> list[str]:
        lines = self._head()
        seat, count = event.seat, len(event.cards)
        self.notes[seat] += (", " if self.notes[seat] else "drew ") + (str(count) if count else "pat")
        self._thrown = event.cards
        self.hand.apply(event)
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

    # ---- the showdown

    def _shown(self, event: Shown) -> list[str]:
        hand = self.hand
        hand.apply(event)
        said = f"{self._says(event.seat, 'show', 'shows')} {cards_text(event.cards)}"
        words = reading_text(hand.setup.game, event.cards, hand.boards[0])
        line = f"{said}: {words}" if words else said
        return [line] if length(line) <= WIDTH else [said + ":", *flow(words.split("; "), indent="    ", between="; ")]

    def _awarded(self, event: Awarded) -> list[str]:
        hand = self.hand
        self._most_pots = max(self._most_pots, event.pot + 1)
        name = f"the {pot_name(event.pot, self._most_pots)} of {event.amount}"
        claimants = hand.layers[event.pot].eligible & hand.live if hand.layers else 0
        alone = not claimants & (claimants - 1)
        seen = claimants if not alone else claimants & hand.shown
        why = {seat: self._why(seat, seen) if seen else "" for seat, _ in event.shares}
        hand.apply(event)
        if len(event.shares) == 1:
            seat = event.shares[0][0]
            return self._winning(f"[bold]{self._says(seat, 'win', 'wins')} {name}[/]", why[seat])
        lines = [f"{name.capitalize()} is shared:"]
        for seat, amount in event.shares:
            lines += self._winning(f"  [bold]{self._says(seat, 'get', 'gets')} {amount}[/]", why[seat])
        return lines

    def _winning(self, said: str, why: str) -> list[str]:
        """Who wins what, and with what: on one line where it fits."""
        if not why:
            return [said]
        line = f"{said}: {why}"
        return [line] if length(line) <= WIDTH else [f"{said}:", *flow(why.split("; "), indent="    ", between="; ")]

    def _why(self, seat: int, claimants: int) -> str:
        """With what a seat wins its part: `high with flush, ace high; low with six-five low, 6-5-3-2-A`."""
        hand = self.hand
        game, board = hand.setup.game, hand.boards[0]
        words = readings(game, hand.hole[seat], board)
        if len(words) < len(game.halves):
            return ""
        won: list[str] = []
        for (label, text), half in zip(words, game.halves, strict=True):
            rank = ranker(half.scale, half.choose, half.qualifier, board)
            best = max([rank(hand.hole[other]) for other in seats_of(claimants)])
            if best and rank(hand.hole[seat]) == best:
                won.append(f"{label} with {text[0].lower()}{text[1:]}" if len(game.halves) > 1 else text)
        return "; ".join(won)


def result_lines(names: Sequence[str], before: Sequence[int], after: Sequence[int]) -> list[str]:
    """What the hand changed: each seat's stack and what it won or lost."""
    parts = []
    for name, was, now in zip(names, before, after, strict=True):
        change = now - was
        parts.append(f"{name} {now} ({change:+})" if change else f"{name} {now}")
    return flow(parts)
