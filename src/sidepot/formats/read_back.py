"""Check that a written hand is complete: read it back and compare it with the original.

A format omits what it cannot express, and its reader plays by the rules of sites. So each written text is read back,
and a hand that lost anything is refused by naming the loss.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from sidepot.cards import UNKNOWN
from sidepot.errors import BadNotation, SidepotError
from sidepot.formats.hand_history import HandHistory, of_record
from sidepot.formats.sites.site_record import Record
from sidepot.hand import events as e
from sidepot.validation.decimals import MOST_DECIMALS

T = TypeVar("T")


def check_read_back(history: HandHistory, found: Record | BadNotation, form: str) -> None:
    """Raise BadNotation, naming the first loss, if a written text was read back (`found`) as a different hand.

    `form` is the name of the format, for the message.
    """
    if isinstance(found, BadNotation):
        raise BadNotation(f"{form} cannot express this hand: {found.detail}", code="cannot_express")
    try:
        back = of_record(found)
    except SidepotError as error:
        raise BadNotation(f"{form} cannot express this hand: {error.detail}", code="cannot_express") from None
    lost = lost_of(history, back)
    if lost:
        raise BadNotation(f"{form} cannot express {lost}", code="cannot_express")


def lost_of(
    history: HandHistory, back: HandHistory, facts: Sequence[str] = (), *, seats: Sequence[int] | None = None
) -> str:
    """The first fact in which two hands differ; "" if they are the same.

    Only `facts` are compared (all facts if empty). Seats are compared by their printed numbers. `seats` are the seats
    of the first hand that the second hand also has.
    """
    one, two = _Facts(history, seats), _Facts(back)
    return next((fact for fact in facts or _FACTS if _FACTS[fact](one) != _FACTS[fact](two)), "")


class _Facts:
    """The facts of a hand that are compared."""

    def __init__(self, history: HandHistory, seats: Sequence[int] | None = None) -> None:
        self.history = history
        self.seats = range(len(history.names)) if seats is None else seats
        self.hand = history.hand
        self.log = history.hand.log
        self.number = history.numbers
        self.one = 10 ** (MOST_DECIMALS - history.decimals)  # the hands may have different decimals

    def by_number(self, values: Sequence[T]) -> dict[int, T]:
        """A value of each seat."""
        return {self.number[seat]: values[seat] for seat in self.seats}

    def posted(self) -> list[tuple[int, int]]:
        """The posts of each seat."""
        posts = [event for event in self.log if isinstance(event, e.Posted)]
        return sorted((self.number[event.seat], event.amount * self.one) for event in posts if event.amount)

    def acts(self) -> list[tuple[str, int, int]]:
        """The actions in turn, each with its seat and amount."""
        found = []
        for event in self.log:
            if isinstance(event, e.Called | e.BroughtIn):
                found.append((type(event).__name__, self.number[event.seat], event.amount * self.one))
            elif isinstance(event, e.Folded | e.Checked):
                found.append((type(event).__name__, self.number[event.seat], 0))
            elif isinstance(event, e.RaisedTo):
                found.append((type(event).__name__, self.number[event.seat], event.to * self.one))
            elif isinstance(event, e.Discarded):
                found.append((type(event).__name__, self.number[event.seat], len(event.cards)))
        return found

    def dealt(self) -> list[tuple[int, ...]]:
        """The cards of the hero."""
        dealt = [event.cards for event in self.log if isinstance(event, e.Dealt) and event.seat == self.history.hero]
        return [cards for cards in dealt if UNKNOWN not in cards]

    def shown(self) -> dict[int, list[int]]:
        """The shown hands."""
        shown = [event for event in self.log if isinstance(event, e.Shown) and UNKNOWN not in event.cards]
        return {self.number[event.seat]: sorted(event.cards) for event in shown}

    def won(self) -> dict[int, int]:
        """The chips that each seat collected."""
        return {self.number[seat]: amount * self.one for seat, amount in self.history.collected.items() if amount}

    def adjustments(self) -> dict[int, int]:
        """The chips that a site paid or took outside the pots."""
        return {self.number[seat]: amount * self.one for seat, amount in self.history.adjustments.items() if amount}

    def ends(self) -> dict[int, int]:
        """The stacks at the end, after the rake of a site."""
        history = self.history
        taken = {seat: won - history.collected.get(seat, 0) for seat, won in history.awarded.items()}
        return self.by_number([(stack - taken.get(seat, 0)) * self.one for seat, stack in enumerate(self.hand.stacks)])


_FACTS: Final[dict[str, Callable[[_Facts], object]]] = {
    "the game": lambda facts: facts.hand.setup.game.name,
    "the limit": lambda facts: type(facts.hand.setup.limit),
    "the currency": lambda facts: facts.history.money,
    "the number of the tournament": lambda facts: facts.history.is_tournament and (facts.history.tournament_id or "1"),
    "the names of the players": lambda facts: facts.by_number(facts.history.names),
    "the stacks before the hand": lambda facts: facts.by_number([one * facts.one for one in facts.hand.setup.stacks]),
    "what was posted": _Facts.posted,
    "the acts of the players": _Facts.acts,
    "the cards on the board": lambda facts: facts.hand.boards,
    "the cards of the hero": _Facts.dealt,
    "the hands that were shown": _Facts.shown,
    "the hands that were mucked": lambda facts: {
        facts.number[seat]: held for seat, held in facts.history.mucked.items()
    },
    "what was won": _Facts.won,
    "what was cashed out or insured": _Facts.adjustments,
    "the rake": lambda facts: facts.history.rake * facts.one,
    "the stacks after the hand": _Facts.ends,
}
