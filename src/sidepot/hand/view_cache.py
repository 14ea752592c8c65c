"""The views of all seats of one hand, updated while it is played, without replaying it.

What everybody knows is taken from the hand itself. What only some know is made from the log, event by event, with the
same result as from the redacted events: the cards of each seat as the other seats see them, burns, the muck, and the
cards that a seat knows to be out of the stub. Both are allow-lists: `HandState` names what is taken from the hand, and
an event that this module does not name ends the use of the cache. From then on, `view_of_log` replays the redacted log;
it also does so after rare events that move a seat's own cards or reorder partly known cards.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sidepot.cards import UNKNOWN
from sidepot.errors import Conflict
from sidepot.hand import events, terms
from sidepot.hand.aside import NOTHING_ASIDE, Aside
from sidepot.hand.events import Event, Started
from sidepot.hand.hand import Hand
from sidepot.hand.state import Known
from sidepot.hand.view import ALLOWED, OPEN, SPECTATOR, redact, view_of_log

_DEALT: Final = events.Dealt
_DISCARDED: Final = events.Discarded
_BURNED: Final = events.Burned(UNKNOWN)
_NO_CARD: Final = (UNKNOWN,)
_DOWN: Final = tuple([_NO_CARD * count for count in range(UNKNOWN + 1)])  # this many cards, as the others see them
_BITS: Final = tuple([0 if card == UNKNOWN else 1 << card for card in range(UNKNOWN + 1)])
_WITHOUT: Final = tuple([~bit for bit in _BITS])


class SeatKnowledge:
    """What one seat knows about a hand that the other seats do not."""

    __slots__ = ("at", "pile", "unheld")

    def __init__(self, fresh: int) -> None:
        self.at: list[int] = []  # the positions in the log where this seat sees more than the others
        self.pile: tuple[int, ...] = ()  # the muck, up to the last look
        self.unheld = fresh  # the cards that can still come, judged by the seat's own cards


class PlayerViews:
    """The views of all seats of a hand. `of(seat)` returns a copy that shares nothing with the original hand."""

    __slots__ = (
        "_aside", "_exposed", "_fresh", "_hand", "_hole", "_known", "_log", "_muck", "_rare", "_seats", "_taken",
    )  # fmt: skip

    def __init__(self, hand: Hand) -> None:
        """Start with a hand in progress. Raises Conflict for a copy without its log."""
        if not hand.log or type(hand.log[0]) is not Started:
            raise Conflict(
                "views are made from the hand's log, which this copy lacks; use `copy(log=True)`", code="no_log"
            )
        plan = hand.plan
        seats = plan.seats
        self._hand = hand
        self._rare = bool(plan.to_open)  # whether to replay the redacted log instead
        self._taken = _TAKEN_AT_DRAW if plan.is_draw else _TAKEN
        self._log: list[Event] = []  # the cards as a spectator sees them
        self._seats: dict[int, SeatKnowledge] = {}  # empty when the redacted log is replayed
        if not self._rare:
            for seat in plan.order:
                self._seats[seat] = SeatKnowledge(plan.fresh)
        self._hole: list[tuple[int, ...]] = [()] * seats  # as the others see them
        self._exposed = False  # whether everybody has seen a card
        self._muck: tuple[int, ...] = ()  # as a spectator sees it
        self._fresh = plan.fresh  # the cards that can still come, from public knowledge
        self._aside = NOTHING_ASIDE  # as of the last look
        self._known = Known(hand)  # the basis of the next view

    def of(self, seat: int) -> Hand:
        """The current view of `seat`, the same as `view_of` returns."""
        hand = self._hand
        log = hand.log
        shown = self._log
        event = log[-1]
        if len(log) == len(shown) + 1 and self._taken[type(event)] is None:  # one act, the usual case
            shown.append(event)
        elif len(log) != len(shown):
            self._read_on(log)
        try:
            own = self._seats[seat]
        except KeyError:
            return view_of_log(log, seat)
        seen = shown.copy()
        for at in own.at:
            seen[at] = log[at]
        hole = self._hole.copy()
        hole[seat] = hand.hole[seat]
        known = self._known
        muck = self._muck
        if muck:
            pile = own.pile
            if len(pile) < len(muck):
                pile = own.pile = pile + muck[len(pile) :]
            known.muck_pile = pile
        if hand.aside is not self._aside:
            self._aside = hand.aside
            known.aside = _public(hand.aside)
        known.log = seen
        known.hole = hole
        known.fresh = own.unheld & self._fresh if self._exposed else own.unheld
        return Hand(hand.setup, known)

    def _read_on(self, log: list[Event]) -> None:
        """Process the events since the last call."""
        if not self._seats:
            return
        taken = self._taken
        shown = self._log
        for event in log[len(shown) :]:
            take = taken[type(event)]
            shown.append(event if take is None else take(self, event))
        if self._rare:
            self._seats = {}

    # ---- events that move cards: each function processes an event, and returns it as a spectator sees it

    def _dealt(self, event: events.Dealt) -> Event:
        seat = event.seat
        cards = event.cards
        up = event.up
        if up:
            shown = _DOWN[len(cards) - up]
            self._exposed = True
            if shown:
                shown += cards[-up:]
                self._fresh &= ~_bits(cards[-up:])
                cards = cards[:-up]
            else:
                fresh = self._fresh
                for card in cards:
                    fresh &= _WITHOUT[card]
                self._fresh = fresh
                self._hole[seat] += cards
                return event
        else:
            shown = _DOWN[len(cards)]
        own = self._seats[seat]
        unheld = own.unheld
        for card in cards:
            unheld &= _WITHOUT[card]
        own.unheld = unheld
        own.at.append(len(self._log))
        self._hole[seat] += shown
        return _DEALT(seat, shown, up)

    def _burned(self, event: events.Burned) -> Event:
        self._known.burns += _NO_CARD
        return _BURNED

    def _board(self, event: events.BoardDealt) -> Event:
        self._exposed = True
        self._fresh &= ~_bits(event.cards)
        return event

    def _folded(self, event: events.Folded) -> Event:
        """Process a fold. A folded hand of a draw game goes to the muck, and may be dealt again."""
        seat = event.seat
        self._to_muck(self._seats[seat], self._hand.hole[seat], self._hole[seat])
        return event

    def _killed(self, event: events.Killed) -> Event:
        if self._hand.plan.is_draw:
            seat = event.seat
            cards, shown = self._hand.hole[seat], self._hole[seat]
            for other, own in self._seats.items():
                own.pile = (cards if other == seat else shown) + own.pile
            self._muck = shown + self._muck
        return redact(event, SPECTATOR)

    def _discarded(self, event: events.Discarded) -> Event:
        seat, cards = event.seat, event.cards
        if not cards:
            return event
        down = _DOWN[len(cards)]
        held = self._hole[seat]
        if self._exposed and held.count(UNKNOWN) != len(held):
            self._rare = True  # it is no longer known which of its cards the others have seen
        self._hole[seat] = _DOWN[len(held) - len(cards)]
        own = self._seats[seat]
        own.at.append(len(self._log))
        self._to_muck(own, cards, down)
        return _DISCARDED(seat, down, event.split)

    def _to_muck(self, own: SeatKnowledge, cards: tuple[int, ...], shown: tuple[int, ...]) -> None:
        """Move a seat's cards to the muck. The other seats see them as `shown`."""
        muck = self._muck
        pile = own.pile
        if len(pile) < len(muck):
            pile += muck[len(pile) :]
        own.pile = pile + cards
        self._muck = muck + shown

    def _reshuffled(self, event: events.Reshuffled) -> Event:
        """Process a reshuffle. The reshuffled cards are known by elimination, unless some were thrown away
        since then.
        """
        hand = self._hand
        since = hand.log[len(self._log) + 1 :]
        burns = len(self._known.burns)
        back = len(self._muck) - len(hand.muck_pile)
        if any(type(one) in _MUCKING for one in since) or event.count not in (back, back + burns):
            self._rare = True
        if self._exposed:
            self._fresh |= _bits(self._muck[:back])
        self._muck = self._known.muck_pile = self._muck[back:]
        fresh = hand.plan.fresh
        mucked = ~hand.live if hand.plan.is_draw else 0  # seats whose hole cards are in the muck
        for seat, own in self._seats.items():
            own.pile = own.pile[back:]
            held = () if mucked >> seat & 1 else hand.hole[seat]
            own.unheld = fresh & ~_bits(own.pile + held)
        if event.count != back:
            self._known.burns = ()
        return redact(event, SPECTATOR)

    def _shown(self, event: events.Shown) -> Event:
        self._exposed = True
        self._hole[event.seat] = event.cards
        self._fresh &= ~_bits(event.cards)
        return event

    def _no_card(self, event: Event) -> Event:
        """Process an event that is only about chips and words."""
        return redact(event, SPECTATOR)

    def _given_up(self, event: Event) -> Event:
        """Process an event that is not supported: from now on, the redacted log is replayed."""
        self._rare = True
        return event


def _bits(cards: tuple[int, ...]) -> int:
    """The known cards among these, as a bit mask."""
    bits = 0
    for card in cards:
        bits |= _BITS[card]
    return bits


def _public(aside: Aside) -> Aside:
    """The public part. Hands with openers or hidden declarations are not supported (see `_TAKEN`)."""
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


Take = Callable[[PlayerViews, Any], Event]

_TAKEN: Final[dict[type, Take | None]] = {
    **dict.fromkeys(ALLOWED, PlayerViews._given_up),
    **dict.fromkeys(OPEN),
    events.Dealt: PlayerViews._dealt,
    events.Burned: PlayerViews._burned,
    events.BoardDealt: PlayerViews._board,
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
"""The function for each kind of event; None if everybody sees the whole event, and it moves no card.

Declarations, openers, exposed cards and redeals are rare and not supported.
"""

_TAKEN_AT_DRAW: Final[dict[type, Take | None]] = {**_TAKEN, events.Folded: PlayerViews._folded}

_MUCKING: Final = frozenset({events.Folded, events.Killed, events.Discarded, events.Reshuffled})
