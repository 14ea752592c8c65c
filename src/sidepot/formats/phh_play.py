"""Play a Poker Hand History through a `Hand`: every action is a command, checked by the rules.

Two orders differ. The format lists all discards of a draw round before the deals; a `Hand` gives each seat its cards
right after its discards. A history shows and mucks hands in its own order: a seat's action is looked up when the `Hand`
asks for it. Burned cards are not in the format and stay unknown. `phh_also` lists the events that the format cannot
express.

Strict play refuses the first illegal action, and names the legal ones. Lenient play repairs what it can (omitted folds
and checks, amounts out of bounds, cards missing or dealt twice), with notes, and stops at anything else: `left` is the
number of actions that were not played.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sidepot.cards import UNKNOWN, text
from sidepot.errors import BadNotation, Conflict, IllegalAction, NotDue, SidepotError
from sidepot.formats.phh import Phh
from sidepot.formats.phh_actions import BRING_IN, CALL, DEAL_BOARD, DEAL_HOLE, DRAW, FOLD, RAISE, Act
from sidepot.formats.phh_also import ALSO_FIELD, Others, read_also
from sidepot.formats.phh_game import PARTS_FIELD, missing, setup_of
from sidepot.formats.phh_repair import check_or_call, check_or_fold, fresh_cards, mended_raise, what_is_owed
from sidepot.formats.phh_steps import Steps
from sidepot.formats.reasons import ENDS_BEFORE, NOT_SHOWN, OPENERS_NOT_SHOWN, STOPPED
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.rules.clauses import refuse, say
from sidepot.rules.houses import house_of
from sidepot.rules.rulebook import Rulebook
from sidepot.validation.decimals import scaled
from sidepot.validation.type_checks import expect

_BETS: Final = frozenset({BRING_IN, RAISE, CALL, FOLD})


class Played:
    """The result of playing a history: the hand as far as it was played, the repairs, and the error that stopped it.

    - `finished`: whether the hand was played to the last award
    - `unresolved`: why the history leaves the result open, for example because hands that decide a pot were never shown
    - `left`: the number of actions that were not played
    """

    __slots__ = ("hand", "left", "notes", "unresolved")

    def __init__(self, hand: Hand, notes: list[str], unresolved: str, left: int) -> None:
        self.hand = hand
        self.notes = notes
        self.unresolved = unresolved
        self.left = left

    def __repr__(self) -> str:
        state = "finished" if self.finished else f"{self.left} actions not played"
        notes = f", {len(self.notes)} notes" if self.notes else ""
        return f"<Played: {state}{notes}; {self.hand!r}>"

    @property
    def finished(self) -> bool:
        return self.hand.due is Due.DONE


def play_phh(history: Phh, *, strict: bool = True, house: Rulebook | str | None = None) -> Played:
    """Play the whole history. Raises UnknownGame for an unknown game.

    With `strict`, raises BadNotation for the first illegal action. Otherwise, raises BadNotation only if the hand
    cannot begin.
    """
    expect(history, Phh, "history")
    return _Player(history, strict, None if house is None else house_of(house)).run()


class _Player:
    """Makes the decisions of a hand according to its history."""

    __slots__ = ("asked", "hand", "history", "notes", "others", "steps", "strict")

    def __init__(self, history: Phh, strict: bool, house: Rulebook | None) -> None:
        self.history = history
        self.strict = strict
        self.notes = list(history.notes)
        self.asked: set[int] = set()
        seats = len(history.starting_stacks)
        self.steps = Steps(history.actions, seats, self._odd)
        also = history.extra.get(ALSO_FIELD)
        self.others = Others([] if also is None else read_also(also, seats))
        if strict:
            needed = missing(history)
            if needed:
                raise BadNotation(f"{needed[0]} is missing; {history.variant} requires it")
            for seat, stack in enumerate(history.starting_stacks):
                if stack == 0 and PARTS_FIELD not in history.extra:
                    raise BadNotation(f"p{seat + 1} starts without chips")
        self.hand = Hand(setup_of(history, face_up=self.steps.face_up, house=house))

    # ---- the loop

    def run(self) -> Played:
        """Answer the hand's questions until the hand or the history ends."""
        acts = _ACTS
        hand = self.hand
        others = self.others
        unresolved = ""
        try:
            while hand.due is not Due.DONE and not unresolved:
                if others.lines and others.do_unasked(hand):
                    continue
                due = hand.due
                dealer_does = DEALER.get(due)
                if dealer_does is not None:
                    dealer_does(hand)
                elif due not in acts:
                    unresolved = _ANSWERS[due](self)
                elif (act := self.steps.next()) is None:
                    unresolved = ENDS_BEFORE[due]
                elif acts[due](self, act):
                    self.steps.at += 1
            self._after(unresolved)
        except (IllegalAction, NotDue, Conflict, BadNotation) as error:
            if self.strict:
                raise self.steps.refused(error) from None
            self.notes.append(f"stopped at {self.steps.where()}: {error}")
            unresolved = unresolved or STOPPED
        return Played(hand, self.notes, unresolved, self.steps.left)

    def _after(self, unresolved: str) -> None:
        """Play what follows the hand: only shows and mucks of winners are allowed."""
        hand, steps = self.hand, self.steps
        if steps.next() is not None:
            raise NotDue(unresolved) if unresolved else refuse(NotDue, say("the hand is over"))
        if hand.due is not Due.DONE:
            return
        for seat, places in steps.shows.items():
            if seat in self.asked or not places:
                continue
            act = steps.acts[places[-1]]
            where = steps.place(places[-1])
            if not hand.live >> seat & 1:
                self._odd(f"{where}: p{seat + 1} has no hand to show", "left out")
            elif act.dealt or act.cards and UNKNOWN not in act.cards:
                try:
                    hand.show(act.cards, seat=seat, called=self.others.called(seat))
                except SidepotError as error:
                    self._odd(f"{where}: {error}", "left out")
        for line in self.others.lines:
            self._odd(f"{ALSO_FIELD}: {line.text!r} never came up", "left out")

    def _odd(self, problem: str, repair: str) -> None:
        if self.strict:
            raise BadNotation(problem)
        self.notes.append(f"{problem}; {repair}")

    # ---- cards and chips

    def _award(self) -> str:
        """Award a pot, or check the openers of the player who would win it."""
        hand = self.hand
        proves = hand.due is Due.PROVE
        try:
            hand.prove() if proves else hand.award()
        except Conflict:
            return OPENERS_NOT_SHOWN if proves else NOT_SHOWN
        return ""

    def _board(self, act: Act) -> bool:
        hand = self.hand
        if act.verb == DEAL_BOARD and act.cards is not None:
            hand.board(act.cards if self.strict else self._fresh(act.cards))
            return True
        self._odd(f"{self.steps.where()}: {hand.count} card(s) are due to the board", "dealt unknown ones")
        hand.board((UNKNOWN,) * hand.count)
        return False

    def _deal(self, act: Act) -> bool:
        """Deal a seat its next cards in the history."""
        hand, steps = self.hand, self.steps
        seat, count = hand.seat, hand.count
        if act.verb == DEAL_HOLE and act.seat == seat and act.cards is not None and len(act.cards) == count:
            hand.deal(act.cards if self.strict else self._fresh(act.cards))
            return True
        cards = steps.gather(seat, count)
        if len(cards) < count:
            self._odd(f"{steps.where()}: {count - len(cards)} card(s) are due to p{seat + 1}", "dealt unknown ones")
            cards += (UNKNOWN,) * (count - len(cards))
        hand.deal(cards if self.strict else self._fresh(cards))
        return False

    def _fresh(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """In lenient mode, replace cards that were already dealt, or are not in the deck, by unknown ones."""
        fresh = fresh_cards(self.hand, cards)
        for card, read in zip(cards, fresh, strict=True):
            if card != read:
                self.notes.append(f"{self.steps.where()}: {text((card,))} cannot come here; read as unknown")
        return fresh

    # ---- a seat's posts

    def _owed(self) -> NotDue:
        return refuse(NotDue, what_is_owed(self.hand, self.history.decimals))

    def _act(self, act: Act) -> bool:
        hand = self.hand
        verb = act.verb
        if act.seat != hand.seat or verb not in _BETS:
            if self.strict or not self._skip(act):
                raise self._owed()
            return False
        if verb == FOLD:
            hand.fold()
        elif verb == CALL:
            check_or_call(hand)
        elif verb == RAISE:
            self._raise(act)
        else:
            raise self._owed()
        return True

    def _raise(self, act: Act) -> None:
        hand = self.hand
        amount, decimals = act.amount, self.history.decimals
        to = int(amount) if amount.isdecimal() and amount.isascii() and not decimals else scaled(amount, decimals)
        if to >= hand.min_raise_to() and self.strict:
            hand.raise_to(to)
            return
        mended, note = mended_raise(hand, to, decimals, strict=self.strict)
        if note:
            self.notes.append(f"{self.steps.where()}: {note}")
        if mended is None:
            check_or_call(hand)
        else:
            hand.raise_to(mended)

    def _skip(self, act: Act) -> bool:
        """In lenient mode, let a seat that the history omits before this action check or fold."""
        hand = self.hand
        if act.verb not in _BETS or not hand.betting.to_act >> act.seat & 1:
            return False
        who = hand.seat + 1
        self.notes.append(f"{self.steps.where()}: p{who} was left out; read as a {check_or_fold(hand)}")
        return True

    def _bring_in(self, act: Act) -> bool:
        hand = self.hand
        if act.verb == BRING_IN and (act.seat == hand.seat or hand.setup.rulebook.wrong_bring_in_stands):
            hand.bring_in(act.seat)
            return True
        if act.verb != RAISE or act.seat != hand.seat:
            raise self._owed()
        self._raise(act)
        return True

    def _draw(self, act: Act) -> bool:
        hand = self.hand
        if act.seat != hand.seat or act.verb != DRAW:
            raise self._owed()
        hand.discard(act.cards or (), split=self.others.splits(hand))
        return True

    def _say(self) -> str:
        """Choose how often to run the board, or declare for a seat."""
        if self.hand.due is Due.RUN:
            return self.others.choose_runs(self.hand, is_last=self.steps.next() is None)
        return self.others.declare(self.hand)

    def _show(self) -> str:
        """Carry out the seat's action at the showdown according to the history. A known hand that it omits is shown."""
        hand, steps = self.hand, self.steps
        seat = hand.seat
        if steps.next() is not None and not hand.forced:
            raise self._owed()
        at = steps.show_of(seat)
        self.asked.add(seat)
        if at >= 0:
            act = steps.acts[at]
            if act.cards is None and not act.dealt:
                hand.muck()
                return ""
            if act.dealt or UNKNOWN not in (act.cards or ()):
                try:
                    hand.show(act.cards, called=self.others.called(seat))
                except SidepotError as error:
                    raise BadNotation(f"{steps.place(at)}: {error.message}", error.cite) from None
                return ""
        if UNKNOWN not in hand.hole[seat]:
            hand.show(called=self.others.called(seat))
            return ""
        if at < 0 or not self._others_known(seat):
            return NOT_SHOWN
        hand.muck()
        return ""

    def _others_known(self, seat: int) -> bool:
        """Whether an opponent shows a hand, so that an unseen hand did not win."""
        hand, steps = self.hand, self.steps
        others = hand.live & ~(1 << seat)
        return bool(hand.shown & others) or any(others >> other & 1 and steps.shows_all(other) for other in steps.shows)


# Questions that the next action of the history answers; False if the answer was omitted and made up.
_ACTS: Final[dict[Due, Callable[[_Player, Act], bool]]] = {
    Due.DEAL: _Player._deal,
    Due.BOARD: _Player._board,
    Due.BRING_IN: _Player._bring_in,
    Due.ACT: _Player._act,
    Due.DRAW: _Player._draw,
}
# Questions that need no next action; the reason if there is no answer.
_ANSWERS: Final[dict[Due, Callable[[_Player], str]]] = {
    Due.RUN: _Player._say,
    Due.DECLARE: _Player._say,
    Due.PROVE: _Player._award,
    Due.SHOW: _Player._show,
    Due.AWARD: _Player._award,
}

# Tasks of the dealer, which no history contains.
DEALER: Final[dict[Due, Callable[[Hand], None]]] = {
    Due.POST: Hand.post,
    Due.BURN: Hand.burn,
    Due.RESHUFFLE: Hand.reshuffle,
    Due.RETURN: Hand.return_uncalled,
    Due.REVEAL: Hand.reveal,
    Due.PASS_OUT: Hand.pass_out,
}
