"""Play a Poker Hand History through a `Hand`: every action is a command, checked by the rules.

Two things differ in order. The format lists all discards of a draw round before the deals, a `Hand` gives each seat its
cards right after its discards. And a history shows and mucks hands in its own order: what a seat does is looked up when
the `Hand` asks it. Burned cards are not in the format; they stay unknown.

Strict play refuses the first action that is not legal, saying what would have been. Lenient play repairs what it can
(folds and checks that were left out, amounts out of bounds, cards that were not told or dealt twice), says so, and
stops where nothing helps: `left` is how many actions were not played.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sidepot.cards import UNKNOWN, text
from sidepot.errors import BadNotation, Conflict, IllegalAction, NotDue, SidepotError
from sidepot.formats.amounts import scaled, unscaled
from sidepot.formats.phh import Phh
from sidepot.formats.phh_actions import (
    BRING_IN,
    CALL,
    DEAL_BOARD,
    DEAL_HOLE,
    DRAW,
    FOLD,
    NOTHING,
    RAISE,
    SHOW,
    Act,
    parse_action,
)
from sidepot.formats.phh_game import missing, setup_of
from sidepot.formats.phh_repair import check_or_call, check_or_fold, fresh_cards, is_all_that_counts, what_is_owed
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.rules.rulebook import Rulebook

_BETS: Final = frozenset({BRING_IN, RAISE, CALL, FOLD})


class Played:
    """What came of a history: the hand as far as it goes, what was repaired, and what stopped it.

    `finished`: played to the last award. `untold`: why the result is not known, where the history itself does not tell
    it (it ends early, or hands that decide a pot were never shown). `left`: actions that were not played.
    """

    __slots__ = ("hand", "left", "notes", "untold")

    def __init__(self, hand: Hand, notes: list[str], untold: str, left: int) -> None:
        self.hand = hand
        self.notes = notes
        self.untold = untold
        self.left = left

    @property
    def finished(self) -> bool:
        return self.hand.due is Due.DONE


def play_phh(history: Phh, *, strict: bool = True, house: Rulebook | None = None) -> Played:
    """Play the whole history. Raises UnknownGame for a game that is not known (yet).

    Strict: raises BadNotation for the first action that is not legal. Lenient: only where it cannot even begin.
    """
    return _Player(history, strict, house).run()


class _Player:
    """Walks through the actions of one history as the hand asks for them."""

    __slots__ = ("acts", "asked", "at", "hand", "history", "notes", "shows", "steps", "strict", "taken")

    def __init__(self, history: Phh, strict: bool, house: Rulebook | None) -> None:
        self.history = history
        self.strict = strict
        self.notes = list(history.notes)
        self.acts: list[Act] = []
        self.steps: list[int] = []
        self.shows: dict[int, int] = {}
        self.at = 0
        self.taken: set[int] = set()
        self.asked: set[int] = set()
        face_up = self._read()
        if strict:
            needed = missing(history)
            if needed:
                raise BadNotation(f"there is no {needed[0]}, which {history.variant} requires")
            for seat, stack in enumerate(history.starting_stacks):
                if stack == 0:
                    raise BadNotation(f"p{seat + 1} starts without chips")
        self.hand = Hand(setup_of(history, face_up=face_up, house=house))

    def _read(self) -> bool:
        """Sort the actions: what is played in order, and what seats show. True where all show before the last deal."""
        known = live = last = 0
        seats = len(self.history.starting_stacks)
        acts, steps, shows = self.acts, self.steps, self.shows
        for at, action in enumerate(self.history.actions):
            try:
                act = parse_action(action)
            except BadNotation as error:
                if self.strict:
                    raise BadNotation(f"action {at + 1}: {error.message}") from None
                self.notes.append(f"action {at + 1} is unreadable and left out: {error.message}")
                act = Act(NOTHING)
            acts.append(act)
            verb = act.verb
            if verb == SHOW:
                seat = act.seat
                before = shows.get(seat)
                if before is not None and UNKNOWN not in (acts[before].cards or ()):
                    self._odd(f"action {at + 1} ({action!r}): p{seat + 1} has shown or mucked already", "left out")
                    continue
                shows[seat] = at
                if act.dealt or (act.cards and UNKNOWN not in act.cards):
                    known |= 1 << seat
            elif verb:
                steps.append(at)
                if verb == FOLD:
                    live |= 1 << act.seat
                elif known and verb in (DEAL_BOARD, DEAL_HOLE):
                    last = known
        return bool(last) and last | live == (1 << seats) - 1

    # ---- the loop

    def run(self) -> Played:
        """Answer what the hand asks, until it is over or the history is."""
        answers = _ANSWERS
        hand = self.hand
        untold = ""
        try:
            while hand.due is not Due.DONE and not untold:
                dealer_does = _DEALER.get(hand.due)
                if dealer_does is not None:
                    dealer_does(hand)
                else:
                    untold = answers[hand.due](self)
            self._after(untold)
        except (IllegalAction, NotDue, Conflict, BadNotation) as error:
            where = self._where()
            if self.strict:
                raise BadNotation(f"{where}: {error}", error.cite) from None
            self.notes.append(f"stopped at {where}: {error}")
            untold = untold or "the history stops at something that cannot be played"
        return Played(hand, self.notes, untold, len(self.steps) - self.at)

    def _where(self) -> str:
        if self.at < len(self.steps):
            at = self.steps[self.at]
            return f"action {at + 1} ({self.history.actions[at]!r})"
        return "the end of the actions"

    def _after(self, untold: str) -> None:
        """When the hand is over nothing may be left but a winner who shows, or not."""
        if self.at < len(self.steps):
            raise NotDue(untold or "the hand is over")
        hand = self.hand
        if hand.due is not Due.DONE:
            return
        for seat, at in self.shows.items():
            if seat in self.asked:
                continue
            act = self.acts[at]
            where = f"action {at + 1} ({self.history.actions[at]!r})"
            if not hand.live >> seat & 1:
                self._odd(f"{where}: p{seat + 1} has no hand to show", "left out")
            elif act.dealt or act.cards and UNKNOWN not in act.cards:
                try:
                    hand.show(act.cards, seat=seat)
                except SidepotError as error:
                    self._odd(f"{where}: {error}", "left out")

    def _odd(self, problem: str, repair: str) -> None:
        if self.strict:
            raise BadNotation(problem)
        self.notes.append(f"{problem}; {repair}")

    def _next(self) -> Act | None:
        """The next action that is played in order, or None at the end."""
        while self.at < len(self.steps):
            at = self.steps[self.at]
            if at not in self.taken:
                return self.acts[at]
            self.at += 1
        return None

    # ---- cards and chips

    def _award(self) -> str:
        try:
            self.hand.award()
        except Conflict:
            return "hands that decide a pot were not shown"
        return ""

    def _board(self) -> str:
        act = self._next()
        if act is None:
            return "the history ends before the board is complete"
        if act.verb == DEAL_BOARD and act.cards is not None:
            self.hand.board(act.cards if self.strict else self._fresh(act.cards))
            self.at += 1
        else:
            self._odd(f"{self._where()}: {self.hand.count} card(s) are due to the board", "dealt unknown ones")
            self.hand.board((UNKNOWN,) * self.hand.count)
        return ""

    def _deal(self) -> str:
        """Give a seat the cards that the history names for it, in this run of deals and discards."""
        hand = self.hand
        seat, count = hand.seat, hand.count
        act = self._next()
        if act is None:
            return "the history ends before the cards are dealt"
        if act.verb == DEAL_HOLE and act.seat == seat and act.cards is not None and len(act.cards) == count:
            hand.deal(act.cards if self.strict else self._fresh(act.cards))
            self.at += 1
            return ""
        cards = self._gather(seat, count)
        if len(cards) < count:
            missing = count - len(cards)
            self._odd(f"{self._where()}: {missing} card(s) are due to p{seat + 1}", "dealt unknown ones")
            cards += (UNKNOWN,) * missing
        hand.deal(cards if self.strict else self._fresh(cards))
        return ""

    def _gather(self, seat: int, count: int) -> tuple[int, ...]:
        """The cards for a seat out of the deals and discards that follow, before anything else happens."""
        found: tuple[int, ...] = ()
        for at in self.steps[self.at :]:
            act = self.acts[at]
            if act.verb != DEAL_HOLE and act.verb != DRAW or len(found) >= count:
                break
            if act.verb == DEAL_HOLE and act.seat == seat and at not in self.taken:
                if len(found) + len(act.cards or ()) > count:
                    break
                found += act.cards or ()
                self.taken.add(at)
        return found

    def _fresh(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Lenient: cards that came before, or that the deck does not have, become unknown ones."""
        fresh = fresh_cards(self.hand, cards)
        for card, read in zip(cards, fresh, strict=True):
            if card != read:
                self.notes.append(f"{self._where()}: {text((card,))} cannot come here; read as unknown")
        return fresh

    # ---- what a seat owes

    def _act(self) -> str:
        act = self._next()
        if act is None:
            return "the history ends before the hand does"
        hand = self.hand
        if act.seat != hand.seat or act.verb not in _BETS:
            if self.strict or not self._skip(act):
                raise NotDue(what_is_owed(self.hand, self.history.decimals))
            return ""
        verb = act.verb
        if verb == FOLD:
            hand.fold()
        elif verb == CALL:
            check_or_call(hand)
        elif verb == RAISE:
            self._raise(act)
        else:
            raise NotDue(what_is_owed(self.hand, self.history.decimals))
        self.at += 1
        return ""

    def _raise(self, act: Act) -> None:
        hand = self.hand
        decimals = self.history.decimals
        amount = act.amount
        to = int(amount) if amount.isdecimal() and amount.isascii() and not decimals else scaled(amount, decimals)
        low = hand.min_raise_to()
        if low and to < low and is_all_that_counts(hand, to):
            self.notes.append(f"{self._where()}: as much as the others can call; the bet is {unscaled(low, decimals)}")
            to = low
        elif low and not self.strict and not low <= to <= hand.max_raise_to():
            legal = min(max(to, low), hand.max_raise_to())
            self.notes.append(f"{self._where()}: the bet may be {unscaled(legal, decimals)}; so read")
            to = legal
        elif not low and not self.strict:
            self.notes.append(f"{self._where()}: p{hand.seat + 1} may not raise; read as a call")
            check_or_call(hand)
            return
        hand.raise_to(to)

    def _skip(self, act: Act) -> bool:
        """Lenient: a seat before the one that acts was left out: it checked, or it folded."""
        hand = self.hand
        if act.verb not in _BETS or not hand.betting.to_act >> act.seat & 1:
            return False
        who = hand.seat + 1
        self.notes.append(f"{self._where()}: p{who} was left out; read as a {check_or_fold(hand)}")
        return True

    def _bring_in(self) -> str:
        act = self._next()
        if act is None:
            return "the history ends before the bring-in"
        if act.seat != self.hand.seat or act.verb not in (BRING_IN, RAISE):
            raise NotDue(what_is_owed(self.hand, self.history.decimals))
        if act.verb == BRING_IN:
            self.hand.bring_in()
        else:
            self._raise(act)
        self.at += 1
        return ""

    def _draw(self) -> str:
        act = self._next()
        if act is None:
            return "the history ends before the draw"
        if act.seat != self.hand.seat or act.verb != DRAW:
            raise NotDue(what_is_owed(self.hand, self.history.decimals))
        self.hand.discard(act.cards or ())
        self.at += 1
        return ""

    def _show(self) -> str:
        """What the seat does at the showdown, as the history tells it; a known hand that it does not tell of shows."""
        hand = self.hand
        seat = hand.seat
        if self._next() is not None and not hand.forced:
            raise NotDue(what_is_owed(self.hand, self.history.decimals))
        at = self.shows.get(seat)
        self.asked.add(seat)
        if at is not None:
            act = self.acts[at]
            if act.cards is None and not act.dealt:
                hand.muck()
                return ""
            if act.dealt or UNKNOWN not in (act.cards or ()):
                try:
                    hand.show(act.cards)
                except SidepotError as error:
                    raise BadNotation(f"action {at + 1} ({self.history.actions[at]!r}): {error}", error.cite) from None
                return ""
        if UNKNOWN not in hand.hole[seat]:
            hand.show()
            return ""
        if at is None or not self._others_known(seat):
            return "hands that decide a pot were not shown"
        hand.muck()
        return ""

    def _others_known(self, seat: int) -> bool:
        """Whether an opponent shows, so that a hand whose cards nobody saw did not win."""
        return any(
            other != seat and self.hand.live >> other & 1 and UNKNOWN not in (self.acts[at].cards or (UNKNOWN,))
            for other, at in self.shows.items()
        )


_ANSWERS: Final[dict[Due, Callable[[_Player], str]]] = {
    Due.DEAL: _Player._deal,
    Due.BOARD: _Player._board,
    Due.BRING_IN: _Player._bring_in,
    Due.ACT: _Player._act,
    Due.DRAW: _Player._draw,
    Due.SHOW: _Player._show,
    Due.AWARD: _Player._award,
}

_DEALER: Final[dict[Due, Callable[[Hand], None]]] = {
    Due.POST: Hand.post,
    Due.BURN: Hand.burn,
    Due.RESHUFFLE: Hand.reshuffle,
    Due.RETURN: Hand.return_uncalled,
    Due.PASS_OUT: Hand.pass_out,
}
