"""The views of all seats of one hand, kept up with while it is played: nothing is played again for a look.

What everybody knows of a hand is taken from the hand itself. What only some know is made from the log, event by event,
as its redacted events would make it: the cards of each seat as the others see them, burns, the muck, and what a seat
knows to be out of the stub. Both are allow-lists: `HandState` names what is taken from the hand, and an event that is
not named here ends this way of looking. From then on `view_of_log` plays the redacted log, as it does for rare events
by which a seat's own cards move, or the order of cards that are known in part.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from sidepot.cards import UNKNOWN
from sidepot.errors import Conflict
from sidepot.hand import events, terms
from sidepot.hand.aside import NOTHING_ASIDE, Aside
from sidepot.hand.events import Event, Started
from sidepot.hand.hand import Hand
from sidepot.hand.state import Known
from sidepot.hand.view import OPEN, SPECTATOR, redact, view_of_log

_DEALT: Final = events.Dealt
_DISCARDED: Final = events.Discarded
_BURNED: Final = events.Burned(UNKNOWN)
_BITS: Final = tuple([0 if card == UNKNOWN else 1 << card for card in range(UNKNOWN + 1)])
# what everybody sees the whole of, and what moves no card
_STILL: Final = OPEN - {events.BoardDealt, events.Shown}
_STILL_AT_DRAW: Final = _STILL - {events.Folded}  # a folded hand goes to the muck, and may come back


class PlayerViews:
    """What each seat of a hand sees of it: `of(seat)` gives a hand that shares nothing with this one."""

    __slots__ = (
        "_burns", "_fresh", "_hand", "_hole", "_known", "_log", "_mucked", "_own", "_own_mucked", "_piles",
        "_plain", "_rare", "_read",
    )  # fmt: skip

    def __init__(self, hand: Hand) -> None:
        """The views of a hand that is being played. Raises Conflict for a copy of a hand without its log."""
        if not hand.log or type(hand.log[0]) is not Started:
            raise Conflict("views are made from the hand's log, and this copy of the hand has none", code="no_log")
        plan = hand.plan
        seats = plan.seats
        self._hand = hand
        self._read = 0  # how many events of the log
        self._rare = bool(plan.to_open)  # whether the redacted log is played instead
        self._plain = _STILL_AT_DRAW if plan.is_draw else _STILL
        self._log: list[Event] = []  # as somebody sees it who has no cards
        self._own: list[list[tuple[int, Event]]] = [[] for _ in range(seats)]  # what one seat sees more of, and where
        self._hole: list[tuple[int, ...]] = [()] * seats  # as the others see them
        self._burns: tuple[int, ...] = ()
        self._mucked: tuple[int, ...] = ()
        self._own_mucked: list[list[tuple[int, int]]] = [[] for _ in range(seats)]  # cards of a seat, and where
        self._piles: list[tuple[int, ...]] = [()] * seats  # the muck as a seat sees it; empty where that is to be made
        self._fresh = plan.fresh  # what can still come for all that everybody knows
        self._known = [0] * seats  # the cards that each seat has held, and only it knows of

    def of(self, seat: int) -> Hand:
        """The hand as `seat` sees it, now: the same as `view_of`."""
        hand = self._hand
        log = hand.log
        count = len(log)
        if count != self._read and not self._rare:
            if count == self._read + 1 and type(log[-1]) in self._plain:  # one act, as nearly always
                self._log.append(log[-1])
                self._read = count
            else:
                self._read_on(log)
        if self._rare or not 0 <= seat < len(self._known):
            return view_of_log(log, seat)
        seen = self._log.copy()
        for at, event in self._own[seat]:
            seen[at] = event
        mucked = self._mucked
        if self._own_mucked[seat]:
            mucked = self._piles[seat] or self._pile(seat)
        hole = self._hole.copy()
        hole[seat] = hand.hole[seat]
        aside = hand.aside
        aside = aside if aside is NOTHING_ASIDE else _public(aside)
        known = Known(hand, seen, hole, self._burns, mucked, self._fresh & ~self._known[seat], aside)
        return Hand(hand.setup, known)

    def _read_on(self, log: list[Event]) -> None:
        """Take in what has happened since the last look."""
        plain = self._plain
        shown = self._log
        for event in log[self._read :]:
            kind = type(event)
            if kind in plain:
                shown.append(event)
                continue
            take = _TAKEN.get(kind)
            if take is None:
                self._rare = True
                return
            shown.append(take(self, event))
        self._read = len(log)

    # ---- what moves cards: each takes an event in, and returns it as somebody sees it who has no cards

    def _dealt(self, event: events.Dealt) -> Event:
        seat, cards, up = event.seat, event.cards, event.up
        down = len(cards) - up
        if up:
            open_cards = cards[down:]
            self._fresh &= ~_bits(open_cards)
            if not down:
                self._hole[seat] += open_cards
                return event
            shown = _DEALT(seat, (UNKNOWN,) * down + open_cards, up)
            cards = cards[:down]
        else:
            shown = _dealt_down(seat, down)
        self._own[seat].append((len(self._log), event))
        known = self._known[seat]
        for card in cards:
            known |= _BITS[card]
        self._known[seat] = known
        self._hole[seat] += shown.cards
        return shown

    def _burned(self, event: events.Burned) -> Event:
        self._burns += (UNKNOWN,)
        return _BURNED

    def _board(self, event: events.BoardDealt) -> Event:
        self._fresh &= ~_bits(event.cards)
        return event

    def _folded(self, event: events.Folded) -> Event:
        if self._hand.plan.is_draw:
            self._muck(event.seat, self._hand.hole[event.seat], self._hole[event.seat])
        return event

    def _killed(self, event: events.Killed) -> Event:
        if self._hand.plan.is_draw:
            self._muck(event.seat, self._hand.hole[event.seat], self._hole[event.seat], below=True)
        return redact(event, SPECTATOR)

    def _discarded(self, event: events.Discarded) -> Event:
        seat, cards = event.seat, event.cards
        if not cards:
            return event
        held = self._hole[seat]
        if held.count(UNKNOWN) != len(held):
            self._rare = True  # which of its cards the others know is no longer known
        shown = _discarded_down(seat, len(cards), event.split)
        self._own[seat].append((len(self._log), event))
        self._hole[seat] = held[len(cards) :]
        self._muck(seat, cards, shown.cards)
        return shown

    def _muck(self, seat: int, cards: tuple[int, ...], shown: tuple[int, ...], *, below: bool = False) -> None:
        """Cards of a seat go to the muck, on top of it or `below`; the others see them as `shown`."""
        at = 0
        if below:
            for other, own in enumerate(self._own_mucked):
                self._own_mucked[other] = [(place + len(cards), card) for place, card in own]
            self._mucked = shown + self._mucked
        else:
            at = len(self._mucked)
            self._mucked += shown
        self._piles = [()] * len(self._piles)
        self._own_mucked[seat] += zip(range(at, at + len(cards)), cards, strict=True)

    def _pile(self, seat: int) -> tuple[int, ...]:
        """The muck as a seat sees it."""
        pile = list(self._mucked)
        for at, card in self._own_mucked[seat]:
            pile[at] = card
        self._piles[seat] = tuple(pile)
        return self._piles[seat]

    def _reshuffled(self, event: events.Reshuffled) -> Event:
        """The cards that went back are known by those that are left, unless some were thrown away since."""
        hand = self._hand
        since = hand.log[len(self._log) + 1 :]
        back = len(self._mucked) - len(hand.muck_pile)
        if any(type(one) in _MUCKING for one in since) or event.count not in (back, back + len(self._burns)):
            self._rare = True
        self._fresh |= _bits(self._mucked[:back])
        self._mucked = self._mucked[back:]
        self._piles = [()] * len(self._piles)
        for seat, mucked in enumerate(self._own_mucked):
            self._known[seat] &= ~_bits(tuple([card for at, card in mucked if at < back]))
            self._own_mucked[seat] = [(at - back, card) for at, card in mucked if at >= back]
        if event.count != back:
            self._burns = ()
        return redact(event, SPECTATOR)

    def _shown(self, event: events.Shown) -> Event:
        self._hole[event.seat] = event.cards
        self._fresh &= ~_bits(event.cards)
        return event

    def _no_card(self, event: Event) -> Event:
        """Chips and words alone."""
        return redact(event, SPECTATOR)


@lru_cache(maxsize=256)
def _dealt_down(seat: int, count: int) -> events.Dealt:
    """Cards dealt face down, as the others see them."""
    return _DEALT(seat, (UNKNOWN,) * count)


@lru_cache(maxsize=256)
def _discarded_down(seat: int, count: int, split: bool) -> events.Discarded:
    """Cards thrown away, as the others see them."""
    return _DISCARDED(seat, (UNKNOWN,) * count, split)


def _bits(cards: tuple[int, ...]) -> int:
    """The known cards among these, as a bit mask."""
    bits = 0
    for card in cards:
        bits |= _BITS[card]
    return bits


def _public(aside: Aside) -> Aside:
    """What everybody knows of it. Openers and hidden declarations are not of this way of looking: see `_TAKEN`."""
    return Aside(
        runs=aside.runs,
        run=aside.run,
        run_from=aside.run_from,
        called=aside.called,
        raked=aside.raked,
        raked_pots=aside.raked_pots,
        checked=aside.checked,
        voided=aside.voided,
        credit=aside.credit,
        parts=aside.parts,
        broke=aside.broke,
        waits=aside.waits,
        kept=aside.kept,
        unburned=aside.unburned,
    )


_TAKEN: Final[dict[type, Callable[[PlayerViews, Any], Event]]] = {
    events.Dealt: PlayerViews._dealt,
    events.Burned: PlayerViews._burned,
    events.BoardDealt: PlayerViews._board,
    events.Folded: PlayerViews._folded,
    events.Killed: PlayerViews._killed,
    events.Discarded: PlayerViews._discarded,
    events.Reshuffled: PlayerViews._reshuffled,
    events.Shown: PlayerViews._shown,
    **dict.fromkeys(
        (
            events.RunChosen, events.Awarded, events.PassedOut, events.Voided, events.Ruled,
            terms.Added, terms.MarkerOffered, terms.Consented, terms.Borrowed,
        ),
        PlayerViews._no_card,
    ),
}  # fmt: skip
"""How an event is taken in. Declarations, openers, cards that are exposed or dealt anew are rare."""

_MUCKING: Final = frozenset({events.Folded, events.Killed, events.Discarded, events.Reshuffled})
