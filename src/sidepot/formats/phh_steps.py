"""The actions of a Poker Hand History, sorted for replay: steps in order, and each seat's shows and mucks apart.

Histories list shows and mucks before or after the last cards, so they are looked up when the hand asks for them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sidepot.cards import UNKNOWN
from sidepot.errors import BadNotation, SidepotError
from sidepot.formats.phh_actions import DEAL_BOARD, DEAL_HOLE, DRAW, FOLD, NOTHING, SHOW, Act, parse_action
from sidepot.rules.clauses import Sentence, plain, say


class Steps:
    """The actions of a history while it is played.

    - `acts`: all actions
    - `order`: the indices of the steps in order
    - `at`: the position of the next step in `order`
    - `shows`: the indices of each seat's shows
    - `taken`: the indices of deals that were made before their turn
    - `face_up`: whether all players in the hand show before the last card
    """

    __slots__ = ("acts", "at", "face_up", "order", "shows", "taken", "texts")

    def __init__(self, texts: Sequence[str], seats: int, odd: Callable[[str, str], None]) -> None:
        self.texts = texts
        self.acts: list[Act] = []
        self.order: list[int] = []
        self.shows: dict[int, list[int]] = {}
        self.taken: set[int] = set()
        self.at = 0
        self.face_up = self._sort(seats, odd)

    def _sort(self, seats: int, odd: Callable[[str, str], None]) -> bool:
        """Read and sort the actions. Calls `odd` for unreadable ones. Returns whether all show before the last deal."""
        known = folded = last = 0
        acts, order, shows = self.acts, self.order, self.shows
        again: set[int] = set()  # players who show again, with cards that came since
        for at, action in enumerate(self.texts):
            try:
                act = parse_action(action)
            except BadNotation as error:
                odd(f"action {at + 1}: {error.message}", "left out")
                act = Act(NOTHING)
            acts.append(act)
            verb = act.verb
            if verb == SHOW:
                seat = act.seat
                before = shows.get(seat)
                if before is None:
                    shows[seat] = [at]
                elif UNKNOWN in (acts[before[-1]].cards or ()):
                    before[-1] = at
                elif seat in again:
                    before.append(at)
                    again.remove(seat)
                else:
                    odd(f"action {at + 1} ({action!r}): p{seat + 1} has shown or mucked already", "left out")
                    continue
                if act.dealt or (act.cards and UNKNOWN not in act.cards):
                    known |= 1 << seat
            elif verb:
                order.append(at)
                if verb == FOLD:
                    folded |= 1 << act.seat
                elif known and verb in (DEAL_BOARD, DEAL_HOLE):
                    last = known
                    again.add(act.seat)
        return bool(last) and last | folded == (1 << seats) - 1

    def next(self) -> Act | None:
        """The next step, or None at the end."""
        order = self.order
        while self.at < len(order):
            at = order[self.at]
            if at not in self.taken:
                return self.acts[at]
            self.at += 1
        return None

    @property
    def left(self) -> int:
        """The number of steps that were not played."""
        return len(self.order) - self.at

    def where(self) -> str:
        """Where the next step is, for an error message."""
        return plain(self._where())

    def place(self, at: int) -> str:
        """An action with its number, for an error message."""
        return plain(self._place(at))

    def refused(self, error: SidepotError) -> BadNotation:
        """The error for the next step, which the rules refuse with this `error`."""
        sentence = error.with_names(()).sentence
        return BadNotation(
            f"{self.where()}: {error.message}",
            error.cite,
            code=error.code,
            sentence=say("{}: {}", self._where(), sentence) if sentence else (),
        )

    def _where(self) -> Sentence:
        if self.at < len(self.order):
            return self._place(self.order[self.at])
        return say("the end of the actions")

    def _place(self, at: int) -> Sentence:
        return say("action {number} ({text})", str(at + 1), repr(self.texts[at]))

    def gather(self, seat: int, count: int) -> tuple[int, ...]:
        """Collect a seat's cards from the deals and discards that follow, up to the next other action."""
        found: tuple[int, ...] = ()
        for at in self.order[self.at :]:
            act = self.acts[at]
            if act.verb != DEAL_HOLE and act.verb != DRAW or len(found) >= count:
                break
            if act.verb == DEAL_HOLE and act.seat == seat and at not in self.taken:
                if len(found) + len(act.cards or ()) > count:
                    break
                found += act.cards or ()
                self.taken.add(at)
        return found

    def show_of(self, seat: int) -> int:
        """The index of the show that applies to a seat now; -1 for none.

        It is the seat's last show so far or, before the seat has shown, its first show.
        """
        places = self.shows.get(seat)
        if not places:
            return -1
        past = 1
        if len(places) > 1:
            now = self.order[self.at] if self.at < len(self.order) else len(self.acts)
            past = max(1, sum(1 for at in places if at < now))
        at = places[past - 1]
        del places[:past]
        return at

    def shows_all(self, seat: int) -> bool:
        """Whether one of a seat's shows contains all of the seat's cards."""
        places = self.shows.get(seat, [])
        return any(UNKNOWN not in (self.acts[at].cards or (UNKNOWN,)) for at in places)
