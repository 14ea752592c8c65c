"""Play a site's `Record` through a `Hand`: the rules check every action."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from sidepot.cards import UNKNOWN
from sidepot.errors import BadNotation, Conflict, IllegalAction, NotDue, SidepotError
from sidepot.formats.phh_game import PHH
from sidepot.formats.phh_play import DEALER
from sidepot.formats.reasons import NO_UPCARDS, NOT_SHOWN
from sidepot.formats.sites.site_record import Act, Record, What
from sidepot.games.limits import FixedLimit
from sidepot.games.stakes import Stakes
from sidepot.hand.due import Due
from sidepot.hand.events import Mucked, RaisedTo
from sidepot.hand.hand import Hand
from sidepot.hand.setup import Post, Setup
from sidepot.rules.clauses import Sentence, refuse, say

ACT: Final = Due.ACT  # module constants are faster than attributes, and each action needs them
DONE: Final = Due.DONE
FOLD: Final = What.FOLD
CHECK: Final = What.CHECK
CALL: Final = What.CALL
BETS: Final = (FOLD, CHECK, CALL, What.RAISE)

MOST_RUNS = 9
RUN_AGAIN = {runs: PHH.but(name=f"sites, run {runs} times", run_it=runs) for runs in range(2, MOST_RUNS + 1)}
"""The house of an online site: that of histories, with the board run several times."""


class Replay:
    """A replay of a record: the `hand` as far as it was played, and why its result is unknown (`unresolved`)."""

    __slots__ = ("_at", "_queues", "hand", "notes", "record", "unresolved")

    def __init__(self, record: Record) -> None:
        self.record = record
        self.hand = Hand(setup_of(record))
        self.unresolved = record.unresolved
        self.notes: list[str] = []
        self._at = 0
        self._queues = {seat: list(some) for seat, some in record.dealt.items()}

    def run(self) -> None:
        """Play the hand to its end with the actions of the record.

        Raises BadNotation for an illegal action, giving its line.
        """
        hand, answers = self.hand, _ANSWERS
        try:
            while not self.unresolved:
                due = hand.due
                if due is ACT:
                    self._act()
                    continue
                if due is DONE:
                    break
                if self._skips_absent():
                    continue
                dealer_does = DEALER.get(due)
                if dealer_does is not None:
                    dealer_does(hand)
                else:
                    answers[due](self)
        except (IllegalAction, NotDue, Conflict) as error:
            if not self._lacks_upcards():
                raise self._placed(error) from None
            self.unresolved = NO_UPCARDS
        if not self.unresolved and self._at < len(self.record.acts) and not self._ends_quietly():
            raise self._placed(refuse(NotDue, say("the hand is over before this action"), code="hand_over"))
        if self.record.shown and not hand.live & (hand.live - 1):
            self._show_uncalled()

    def _lacks_upcards(self) -> bool:
        """Whether an upcard of stud is not printed, so that it is unknown who opens a round."""
        hand = self.hand
        live = [up for seat, up in enumerate(hand.faces) if hand.live >> seat & 1]
        return self.record.game.is_stud and any(UNKNOWN in up for up in live)

    def _ends_quietly(self) -> bool:
        """Whether only folds at the showdown (as GGPoker mucks a called hand), or checks without an opponent,
        are left.
        """
        gone = {event.seat for event in self.hand.log if type(event) is Mucked}
        left = self.record.acts[self._at :]
        return all(act.what is CHECK or act.what is FOLD and act.seat in gone for act in left)

    def _show_uncalled(self) -> None:
        """Let an uncalled player show."""
        hand = self.hand
        for seat, cards in self.record.shown.items():
            if hand.due is DONE and (hand.live & ~hand.shown) >> seat & 1 and len(cards) == len(hand.hole[seat]):
                hand.show(cards, seat=seat)

    def names(self) -> list[str]:
        """The players' names by seat."""
        return [player.name for player in self.record.players]

    def where(self) -> str:
        """The line of the next action; after the last action, the line of the hand."""
        return f"line {self._line()}"

    def _line(self) -> int:
        acts = self.record.acts
        return acts[self._at].line if self._at < len(acts) else self.record.line

    def _placed(self, error: SidepotError) -> BadNotation:
        """The error for a history with an illegal action, with the players' names and the line."""
        names = self.names()
        sentence = error.with_names(names).sentence
        return BadNotation(error.named(names), error.cite, code=error.code, sentence=sentence).at_line(self._line())

    def _name(self, seat: int) -> str:
        names = self.names()
        return names[seat] if 0 <= seat < len(names) else f"seat {seat + 1}"

    def _next(self, *whats: What) -> Act:
        acts = self.record.acts
        if self._at >= len(acts):
            raise _not_due(say("the text ends, but {player} still has to act", self._name(self.hand.seat)))
        act = acts[self._at]
        if act.seat != self.hand.seat and (self._skips_absent() or self._folds_early(act)):
            return self._next(*whats)
        if act.seat != self.hand.seat:
            names = self._name(self.hand.seat), self._name(act.seat)
            raise _not_due(say("{player} is to act, not {other}", *names))
        if act.what not in whats:
            raise _not_due((f"{{player}} cannot {act.what} now", self._name(act.seat)))
        return act

    def _folds_early(self, act: Act) -> bool:
        """Fold the players before a straddle early, if the site lets the straddle act later than our houses."""
        hand = self.hand
        if act.what is not What.FOLD or hand.due is not Due.ACT or not hand.live >> act.seat & 1:
            return False
        hand.fold(seat=act.seat)
        self.notes.append(f"{self.where()}: {self.record.players[act.seat].name} folds out of turn")
        self._at += 1
        return True

    def _skips_absent(self) -> bool:
        """Fold or check an absent player who is all-in by a blind, as sites do: a folded hand is dead, its
        chips stay.
        """
        hand, acts = self.hand, self.record.acts
        if self._at >= len(acts):
            return False
        act = acts[self._at]
        if hand.stacks[act.seat] or not hand.live >> act.seat & 1 or hand.street < 0:
            return False
        if act.what is What.CHECK:  # the player has no chips to bet
            self._at += 1
            return True
        if act.what is not What.FOLD or hand.due is Due.RETURN or hand.due is Due.ACT and act.seat == hand.seat:
            return False
        hand.kill(act.seat)
        self._at += 1
        return True

    # ---- cards

    def _deal(self) -> None:
        hand = self.hand
        if not hand.pending or hand.plan.stages[hand.street].changes:  # replacements go to one seat at a time
            hand.deal(tuple(self._next_cards(hand.seat)))
            return
        rows = [self._next_cards(seat) for seat in hand.plan.order if hand.pending >> seat & 1]
        hand.deal_round(tuple([row[at] for at in range(hand.count) for row in rows]))

    def _next_cards(self, seat: int) -> list[int]:
        """The due cards of a seat, with unknown ones after those that were seen."""
        count = self.hand.count
        queue = self._queues.get(seat)
        if not queue:
            return [UNKNOWN] * count
        new = queue[:count]
        del queue[:count]
        return new + [UNKNOWN] * (count - len(new))

    def _board(self) -> None:
        hand = self.hand
        at = min(hand.board_at, len(self.record.boards) - 1)
        have = len(hand.boards[hand.board_at])
        new = self.record.boards[at][have : have + hand.count]
        hand.board(new + (UNKNOWN,) * (hand.count - len(new)))

    # ---- acts

    def _act(self) -> None:
        hand, acts = self.hand, self.record.acts
        act = acts[self._at] if self._at < len(acts) else None
        if act is None or act.seat != hand.seat or act.what not in BETS:
            act = self._next(*BETS)
        what = act.what
        if what is FOLD:
            hand.fold()
        elif what is CHECK:
            hand.check()
        elif what is CALL:
            hand.call()
        else:
            self._raise(act.amount)
        self._at += 1

    def _raise(self, to: int) -> None:
        """Bet or raise. A total that the site allowed against the rules is accepted, with a note."""
        hand = self.hand
        try:
            hand.raise_to(to)
        except IllegalAction as error:
            if to > hand.bets[hand.seat] + hand.stacks[hand.seat]:
                raise
            self.notes.append(f"{self.where()}: {error.named(self.names())}")
            others = hand.live & ~(1 << hand.seat)
            if to > hand.price and any(others >> seat & 1 and stack for seat, stack in enumerate(hand.stacks)):
                hand.apply(RaisedTo(hand.seat, to))
            else:
                hand.check_or_call()  # no opponent could call more

    def _bring_in(self) -> None:
        act = self._next(What.BRING_IN, What.RAISE)
        if act.what is What.RAISE:
            self._raise(act.amount)
        else:
            self.hand.bring_in()
        self._at += 1

    def _draw(self) -> None:
        hand = self.hand
        act = self._next(What.DRAW)
        held = hand.hole[hand.seat]
        gone = list(act.cards)
        if act.count and not gone:
            gone = [UNKNOWN] * act.count if UNKNOWN in held else self._thrown(act, held)
        hand.discard(gone)
        self._at += 1

    def _thrown(self, act: Act, held: tuple[int, ...]) -> list[int]:
        """The cards that a seat with known cards discards: those that it does not show at the end."""
        kept = set(self.record.shown.get(act.seat, ()))
        return [card for card in held if card not in kept][: act.count] or list(held[: act.count])

    def _show(self) -> None:
        hand = self.hand
        shown = self.record.shown.get(hand.seat)
        if shown is not None and len(shown) != len(hand.hole[hand.seat]):
            shown = None  # some of the cards are not a tabled hand
        known = UNKNOWN not in hand.hole[hand.seat]
        if shown is not None:
            hand.show(shown)
        elif not hand.forced and self.record.won.get(hand.seat, 0) == 0:
            hand.muck()
        elif known:
            hand.show()
        else:
            self.unresolved = NOT_SHOWN

    def _run(self) -> None:
        self.hand.choose_runs(len(self.record.boards) // self.record.game.boards)

    def _award(self) -> None:
        try:
            self.hand.award()
        except Conflict:
            self.unresolved = NOT_SHOWN


def _not_due(sentence: Sentence) -> NotDue:
    return refuse(NotDue, sentence)


_ANSWERS: Final[dict[Due, Callable[[Replay], None]]] = {
    Due.DEAL: Replay._deal,
    Due.BOARD: Replay._board,
    Due.BRING_IN: Replay._bring_in,
    Due.DRAW: Replay._draw,
    Due.RUN: Replay._run,
    Due.SHOW: Replay._show,
    Due.AWARD: Replay._award,
}


@lru_cache(maxsize=1024)
def _stakes(ante: int, blinds: tuple[int, ...], bring_in: int, small_bet: int, big_bet: int, dead: bool) -> Stakes:
    """The stakes. They are cached, because a session repeats them, and hands cache their plans by this object."""
    return Stakes(ante=ante, blinds=blinds, bring_in=bring_in, small_bet=small_bet, big_bet=big_bet, ante_is_dead=dead)


def setup_of(record: Record) -> Setup:
    """The setup of a record. Raises Conflict if its facts contradict each other."""
    posts = record.owed
    antes = [owed.amount for owed in posts if owed.post in (Post.ANTE, Post.DEAD_ANTE)]
    first = {owed.post: owed.amount for owed in posts}
    blinds = [first.get(Post.SMALL_BLIND, 0), first.get(Post.BIG_BLIND, 0)]
    if not blinds[0] and record.small_blind < blinds[1]:  # a part of the stakes even if nobody posted it
        blinds[0] = record.small_blind
    while blinds and not blinds[-1]:
        blinds.pop()
    fixed = isinstance(record.limit, FixedLimit)
    dead = any(owed.post is Post.DEAD_ANTE for owed in posts)
    big_bet = record.big_bet if fixed else 0
    bring_in = record.bring_in
    if record.game.is_stud and not bring_in:  # not printed if nobody paid it
        bring_in = max(record.small_bet // 2, 1)
    stakes = _stakes(max(antes, default=0), tuple(blinds), bring_in, record.small_bet, big_bet, dead)
    stacks = tuple([player.stack for player in record.players])
    runs = len(record.boards) // record.game.boards
    house = RUN_AGAIN.get(min(runs, MOST_RUNS), PHH)
    return Setup(record.game, record.limit, stakes, house, stacks, record.button, posts, carried=record.carried)


def play_record(record: Record) -> Replay:
    """Play a record to its end, or until its result becomes unknown.

    Raises BadNotation for an illegal action, giving its line.
    """
    try:
        replay = Replay(record)
    except SidepotError as error:
        raise BadNotation(error.message, error.cite, sentence=error.sentence).at_line(record.line) from None
    replay.run()
    return replay
