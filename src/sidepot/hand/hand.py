"""One hand of poker: commands become events, and events change the hand.

`Hand` holds what is `due`; a command answers it. The command checks the rules, makes one event, and gives it to
`apply`, which logs it and changes the hand. A refused command changes nothing, and `replay(hand.log)` makes the same
hand. `follows.FOLLOWS` lists what may be due next.

For speed, the most frequent commands (`HOT`) do not go through `apply`: they log their event (for a deal around the
table, one event for each seat) and call the same function as the event's handler in `apply`. The universal tester
checks that the results are equal.

This module has all commands. `state` holds the state of the hand, `betting` the chips and the betting round, and
`refusals` the messages for refused commands.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sidepot.cards import UNKNOWN, Cards, card_of, text
from sidepot.games.titles import limit_words, stakes_words
from sidepot.hand import apply, apply_cards, deaths, declaring, events, floor_acts, refusals
from sidepot.hand import commands as c
from sidepot.hand.aside import NOTHING_ASIDE, Called
from sidepot.hand.betting_terms import allows
from sidepot.hand.course import owe_post
from sidepot.hand.credit import markers, rights
from sidepot.hand.due import (
    ACT,
    AWARD,
    BOARD,
    BRING_IN,
    BURN,
    DEAL,
    DONE,
    DRAW,
    PASS_OUT,
    POST,
    PROVE,
    RESHUFFLE,
    RETURN,
    REVEAL,
    SHOW,
)  # fmt: skip
from sidepot.hand.events import Event
from sidepot.hand.mistakes import exposure, may_bring_in, taken_back
from sidepot.hand.newcards import check_discards, check_new, given_cards
from sidepot.hand.result import HandResult, result
from sidepot.hand.state import HandState
from sidepot.hand.stub import to_reshuffle
from sidepot.hand.winning.openers import proof, splits_openers
from sidepot.hand.winning.split_pots import award
from sidepot.rules.ruling import Ruling
from sidepot.validation.integers import IntLike, as_int

# direct names of frequent events, which are faster than a lookup in another module
_POSTED: Final = events.Posted
_BURNED: Final = events.Burned
_DEALT: Final = events.Dealt
_BOARD_DEALT: Final = events.BoardDealt
_FOLDED: Final = events.Folded
_CHECKED: Final = events.Checked
_CALLED: Final = events.Called
_RAISED_TO: Final = events.RaisedTo

HOT: Final = (
    "post", "burn", "deal", "deal_round", "board", "fold", "check", "call", "check_or_call", "raise_to", "discard",
    "show_all",
)  # fmt: skip


class Hand(HandState):
    """A hand of poker in progress, from the first post to the last odd chip.

    - `due`: what must happen next
    - `seat`: the seat that must do it (-1: the dealer)
    - `count`: the number of cards or chips that are due, or the number of the pot
    - `live`, `able`: the seats that have not folded, and the live seats with chips to bet; bit masks, with seats
      counted from 0
    - `street`: -1 before the deal, `len(streets)` at the showdown

    A command raises NotDue if something else is due, and IllegalAction if the rules do not allow it. The hand is then
    unchanged.
    """

    __slots__ = ()

    def _begin(self) -> None:
        owe_post(self, 0)

    def __repr__(self) -> str:
        """Public facts in one line, safe in a traceback: game, board, pot and what is due, without players' cards."""
        setup = self.setup
        played = f"{setup.game.title}, {limit_words(setup.limit)}, {stakes_words(setup.limit, setup.stakes)}"
        parts = [f"{played}, {self.plan.seats} seats"]
        boards = [text(board) for board in self.boards if board]
        if 0 <= self.street < self.plan.showdown:
            parts.append(setup.game.streets[self.street].name + (f" {' / '.join(boards)}" if boards else ""))
        elif boards:
            parts.append(f"board {' / '.join(boards)}")
        if self.due is DONE:
            parts.append(f"over, stacks {', '.join(map(str, self.stacks))}")
            return f"<Hand: {'; '.join(parts)}>"
        parts.append(f"pot {self.betting.pot()}, {self.live.bit_count()} in the hand")
        due = refusals.what_is_due(self)
        if self.due is ACT and self.to_call:
            due += f", {self.to_call} to call"
        parts.append(due)
        return f"<Hand: {'; '.join(parts)}>"

    def result(self) -> HandResult:
        """The winners of each pot, the reasons, and each seat's net result. Raises NotDue until the hand is over."""
        return result(self)

    # ---- events

    def apply(self, event: Event) -> None:
        """Add an event to the log, and apply it to the hand.

        Nothing is checked here: commands and `strict_replay` check an event first.
        """
        apply.APPLY[type(event)](self, event)

    # ---- commands of the dealer

    def post(self) -> None:
        """Take the forced bet that is due, or as much of it as the seat has. Rule: AI-1."""
        if self.due is not POST:
            raise refusals.not_due(self, "post")
        forced = self.plan.posts[self.count]
        amount = min(forced.amount, self.betting.stacks[forced.seat])
        self.log.append(_POSTED(forced.seat, forced.post, amount))
        apply.pay(self, forced.seat, amount, live=forced.live, dead=forced.dead)

    def burn(self, card: int | str = UNKNOWN) -> None:
        """Burn the top card before the next stage of the deal (PG-53)."""
        if self.due is not BURN:
            raise refusals.not_due(self, "burn")
        if type(card) is not int:
            card = card_of(card)
        fresh = check_new(self, (card,))
        self.log.append(_BURNED(card))
        apply_cards.burn(self, card, fresh)

    def deal(self, cards: Cards) -> None:
        """Deal the cards that are due to the next seat (the hand's `seat`).

        `count` is how many cards are due. The last `up_count` of them are dealt face up.
        """
        if self.due is not DEAL:
            raise refusals.not_due(self, "deal")
        cards = given_cards(cards)
        if len(cards) != self.count:
            raise refusals.wrong_count(self, len(cards))
        fresh = check_new(self, cards)
        self.log.append(_DEALT(self.seat, cards, self.up_count))
        apply_cards.deal(self, self.seat, cards, self.up_count, fresh)

    def deal_round(self, cards: Cards) -> None:
        """Deal one card to each seat that is due one, clockwise, from the top of the deck."""
        if self.due is not DEAL:
            raise refusals.not_due(self, "deal")
        cards = given_cards(cards)
        if self.plan.stages[self.street].changes or not self.pending:  # replacements go to one seat at a time
            self.deal(cards)
            return
        if len(cards) != self.count * self.pending.bit_count():
            raise refusals.wrong_count(self, len(cards))
        apply_cards.dealt_around(self, cards, check_new(self, cards))

    def board(self, cards: Cards) -> None:
        """Deal the board cards that are due (the hand's `count`), on board `board_at` if there are several."""
        if self.due is not BOARD:
            raise refusals.not_due(self, "deal the board")
        cards = given_cards(cards)
        if len(cards) != self.count:
            raise refusals.wrong_count(self, len(cards))
        fresh = check_new(self, cards)
        self.log.append(_BOARD_DEALT(cards, self.board_at))
        apply_cards.turn(self, cards, self.board_at, fresh)

    def reshuffle(self) -> None:
        """Make a new stub from the discards or, on the last street of stud, from the burn cards."""
        if self.due is not RESHUFFLE:
            raise refusals.not_due(self, "reshuffle")
        self.apply(events.Reshuffled(len(to_reshuffle(self))))

    def return_uncalled(self) -> None:
        """Return the uncalled chips that are due (the hand's `count`) to their `seat` (SD-2, PG-8)."""
        if self.due is not RETURN:
            raise refusals.not_due(self, "return chips")
        self.apply(events.Returned(self.seat, self.count))

    def award(self) -> None:
        """Award the pot that is due. Raises Conflict if a hand that contests it is unknown."""
        if self.due is not AWARD:
            raise refusals.not_due(self, "award a pot")
        self.apply(award(self, self.count))

    def pass_out(self) -> None:
        """Leave the pot for the next deal, because nobody opened (PG-81) or nobody holds a winning hand (PG-62)."""
        if self.due is not PASS_OUT:
            raise refusals.not_due(self, "throw the cards in")
        amount = self.betting.pot() if self.pot_at < 0 else self.layers[self.pot_at].amount
        self.apply(events.PassedOut(amount))

    def reveal(self) -> None:
        """Reveal the closed declarations of all seats (PG-69)."""
        if self.due is not REVEAL:
            raise refusals.not_due(self, "open the closed hands")
        if any(ways < 0 for _, ways in self.aside.declared):
            raise refusals.unknown_declarations()
        self.apply(events.Revealed(self.aside.declared))

    def prove(self) -> None:
        """Show the opener's openers. If the opener has none, the opener's hand is dead (PG-84)."""
        if self.due is not PROVE:
            raise refusals.not_due(self, "prove openers")
        self.apply(proof(self))

    def expose(self, seat: IntLike, card: int | str) -> None:
        """Expose a down card of a seat during the deal.

        The house's rules decide whether the card is kept or replaced.
        """
        self.apply(exposure(self, seat, card))

    # ---- commands of the floor

    def kill(self, seat: IntLike, *, refund: bool = False) -> None:
        """Declare a hand dead by decision of the floor. Its chips stay in the pot. At least one other hand must be
        live.

        With `refund`, the uncalled part of its bet or raise is returned (TDA-2013 56).
        """
        self.apply(deaths.death(self, seat, refund=refund))

    def redeal(self) -> None:
        """Call a misdeal: every chip goes back, and the same hand begins again (TDA-2013 34-B)."""
        floor_acts.check_on(self, "deal the hand again")
        self.apply(events.Redealt())

    def void(self) -> None:
        """Call the hand off: every chip goes back, and nobody wins anything."""
        floor_acts.check_on(self, "call the hand off")
        self.apply(events.Voided())

    def restub(self, *, mixed: bool = False) -> None:
        """Shuffle a stub that is out of order. With `mixed`, the muck and the burn cards are shuffled into it
        (RP-4).
        """
        self.apply(floor_acts.new_stub(self, mixed=mixed))

    def rule(self, ruling: Ruling, *, by: str = "") -> None:
        """Record a ruling and who made it (`by`).

        The ruling changes nothing by itself. It can be recorded even after the hand.
        """
        self.apply(floor_acts.decision(ruling, by))

    # ---- questions about the seat in turn

    def raise_bounds(self) -> tuple[int, int]:
        """The minimum and maximum total that the seat to act may bet or raise to; (0, 0) if it may not."""
        if self.due is ACT:
            return rights.ruled_bounds(self) if self.plan.is_ruled else self.betting.bounds(self.seat)
        if self.due is BRING_IN and self.betting.stacks[self.seat] > self.setup.stakes.bring_in:
            return self.betting.bounds(self.seat)
        return 0, 0

    def may_add(self) -> bool:
        """Whether the seat in turn may buy or borrow chips."""
        return rights.may_add(self)

    def may_raise(self) -> bool:
        """Whether the seat to act may bet or raise."""
        return self.raise_bounds()[1] > 0

    def may_raise_to(self, to: int) -> bool:
        """Whether the seat to act may bet or raise to a total of `to`: it must be within the bounds, and the chips in
        play must be able to make it.
        """
        total = to if type(to) is int else as_int(to, "to")
        return allows(total, *self.raise_bounds(), self.betting.step())

    def min_raise_to(self) -> int:
        """The minimum total for the round to which the seat to act may bet or raise; 0 if it may not."""
        return self.raise_bounds()[0]

    def max_raise_to(self) -> int:
        """The maximum total for the round to which the seat to act may bet or raise; 0 if it may not."""
        return self.raise_bounds()[1]

    # ---- commands of the seat in turn

    def do(self, command: c.Command) -> None:
        """Carry out a command of the seat in turn.

        Raises an error if the command is not allowed; the hand is then unchanged.
        """
        carry_out = _DO.get(type(command))
        if carry_out is None:
            raise refusals.no_command(command)
        carry_out(self, command)

    def bring_in(self, seat: IntLike | None = None) -> None:
        """Pay the bring-in, or go all-in for less. In some houses, another `seat` may pay the bring-in by mistake."""
        who = self.seat if seat is None else as_int(seat, "the seat that brings it in")
        if self.due is not BRING_IN or who != self.seat and not may_bring_in(self, who):
            raise refusals.not_due(self, "bring it in")
        amount = min(self.setup.stakes.bring_in, self.betting.stacks[who])
        self.apply(events.BroughtIn(who, amount))

    def take_back(self) -> None:
        """Take back a bring-in that the wrong seat posted, before the next seat acts (Robert's, stud)."""
        self.apply(taken_back(self))

    def fold(self, *, seat: IntLike | None = None) -> None:
        """Fold, which is always possible in turn, even when checking is free (TDA-2013 50).

        With `seat`, that seat folds, in or out of turn. The fold is binding.
        """
        if seat is not None and seat != self.seat:
            self.apply(floor_acts.early_fold(self, seat))
            return
        if self.due is not ACT:
            raise refusals.not_due(self, "fold")
        if self.aside is not NOTHING_ASIDE:
            markers.check_bound(self, "fold")
        self.log.append(_FOLDED(self.seat))
        apply.fold(self, self.seat)

    def check(self) -> None:
        """The seat to act checks."""
        if self.due is not ACT:
            raise refusals.not_due(self, "check")
        if self.betting.price > self.betting.bets[self.seat]:
            raise refusals.must_call(self)
        if self.aside is not NOTHING_ASIDE:
            markers.check_bound(self, "check")
        self.log.append(_CHECKED(self.seat))
        apply.check(self, self.seat)

    def call(self) -> None:
        """Call the price, or go all-in for less (SD-1). At open stakes, a seat without chips may call for nothing."""
        if self.due is not ACT:
            raise refusals.not_due(self, "call")
        seat = self.seat
        betting = self.betting
        owed = betting.price - betting.bets[seat]
        if owed <= 0:
            raise refusals.nothing_to_call(self)
        if self.aside is not NOTHING_ASIDE:
            markers.check_bound(self, "call", betting.price)
        if owed > betting.stacks[seat]:
            markers.check_short(self)
            owed = betting.stacks[seat]
        self.log.append(_CALLED(seat, owed))
        apply.call(self, seat, owed)

    def check_or_call(self) -> None:
        """Check if that is free; otherwise call."""
        if self.due is not ACT:
            raise refusals.not_due(self, "check or call")
        seat = self.seat
        betting = self.betting
        owed = betting.price - betting.bets[seat]
        if self.aside is not NOTHING_ASIDE:
            markers.check_bound(self, "check or call", betting.price)
        if owed > 0:
            stack = betting.stacks[seat]
            if owed > stack:
                markers.check_short(self)
                owed = stack
            self.log.append(_CALLED(seat, owed))
            apply.call(self, seat, owed)
        else:
            self.log.append(_CHECKED(seat))
            apply.check(self, seat)

    def raise_to(self, to: IntLike) -> None:
        """Bet, raise or complete to a total of `to` for the round, made of the chips in play (PG-23)."""
        if self.due is not ACT and self.due is not BRING_IN:
            raise refusals.not_due(self, "bet or raise")
        # The same checks as `may_raise_to`, without its function calls in the usual cases.
        seat = self.seat
        betting = self.betting
        low, high = self.raise_bounds() if self.plan.is_ruled or self.due is not ACT else betting.bounds(seat)
        total = to if type(to) is int else as_int(to, "a bet or raise")
        if not high or total != low and total != high and not allows(total, low, high, betting.step()):
            markers.check_bound(self, "bet or raise to {amount}", total, total)
            raise refusals.out_of_bounds(self, total, low, high) if high else refusals.may_not_raise(self)
        self.log.append(_RAISED_TO(seat, total))
        apply.raise_to(self, seat, total)

    def buy(self, amount: IntLike) -> None:
        """Buy chips with cash, at open stakes (OS-1). The turn does not end."""
        self.apply(markers.bought(self, amount))

    def offer_marker(self, to: IntLike | None = None) -> None:
        """Bet or raise to `to` (None for a call) with a marker for the missing chips.

        Everybody in the pot must agree (OS-6).
        """
        self.apply(markers.offer(self, to))

    def consent(self, agrees: bool) -> None:
        """Accept or refuse the offered marker. One refusal is enough (OS-7)."""
        self.apply(markers.consent(self, agrees))

    def borrow(self, amount: IntLike, lender: IntLike | str) -> None:
        """Borrow chips from a folded seat or, by name, from a player who sits out. Nobody has to agree (OS-8)."""
        self.apply(markers.loan(self, amount, lender))

    def discard(self, cards: Cards = (), *, split: bool | None = None) -> None:
        """Discard these cards and draw as many; without cards, stand pat (PG-82).

        On some streets, discards are not replaced. `split` says whether openers are discarded. It is needed only if
        this copy of the hand does not know the cards (PG-84).
        """
        if self.due is not DRAW:
            raise refusals.not_due(self, "draw")
        cards = given_cards(cards)
        check_discards(self, cards)
        if self.plan.to_open:
            split = splits_openers(self, cards, split=bool(split))
        elif split:
            raise refusals.no_openers_to_split()
        apply_cards.discarded(self, events.Discarded(self.seat, cards, bool(split)))

    def choose_runs(self, runs: IntLike) -> None:
        """Choose how often to run the rest of the board. The lowest choice counts."""
        self.apply(declaring.runs_chosen(self, runs))

    def declare(self, ways: IntLike) -> None:
        """Declare for high (1), low (2) or both (3). Rule: PG-69."""
        self.apply(declaring.declaration(self, ways))

    def show(self, cards: Cards | None = None, *, seat: IntLike | None = None, called: Called = ()) -> None:
        """Table the whole hand (PG-73). Any live seat may show early (PG-72), and the winner may show after the hand.

        `cards` are needed only if this copy of the hand does not know them. `called` holds the cards that the player
        announces for each half of the pot, in houses where announcements count (PG-76). Raises Conflict if the cards
        contradict known cards.
        """
        if cards is None and seat is None and not called and self.due is SHOW and UNKNOWN not in self.hole[self.seat]:
            self.apply(events.Shown(self.seat, self.hole[self.seat]))
            return
        self.apply(declaring.shows(self, cards, seat, called))

    def show_all(self) -> None:
        """If betting is over and hands must be face up, table in turn all hands to be shown now (TDA-2013 15)."""
        if self.due is not SHOW:
            raise refusals.not_due(self, "show")
        live = self.betting.live
        hidden = [seat for seat, hole in enumerate(self.hole) if live >> seat & 1 and UNKNOWN in hole]
        if hidden:
            raise refusals.unknown_cards(hidden, self.hole)
        apply_cards.shown_around(self)

    def muck(self) -> None:
        """Muck a beaten hand unseen, if the house allows it (TDA-2013 16)."""
        self.apply(declaring.mucks(self))


_DO: Final[dict[type, Callable[[Hand, Any], None]]] = {
    c.Fold: lambda hand, _: hand.fold(),
    c.Check: lambda hand, _: hand.check(),
    c.Call: lambda hand, _: hand.call(),
    c.RaiseTo: lambda hand, command: hand.raise_to(command.to),
    c.BringIn: lambda hand, _: hand.bring_in(),
    c.Discard: lambda hand, command: hand.discard(command.cards),
    c.Show: lambda hand, command: hand.show(called=command.called),
    c.ChooseRuns: lambda hand, command: hand.choose_runs(command.runs),
    c.Declare: lambda hand, command: hand.declare(command.ways),
    c.Muck: lambda hand, _: hand.muck(),
    c.Buy: lambda hand, command: hand.buy(command.amount),
    c.OfferMarker: lambda hand, command: hand.offer_marker(command.to or None),
    c.Consent: lambda hand, command: hand.consent(command.agrees),
    c.Borrow: lambda hand, command: hand.borrow(command.amount, command.name or command.lender),
}
