"""A hand with real chips and cards, rebuilt from what its dealer tapped.

All rules are those of `Hand`. Its cards are unknown, so the deal needs no cards, and the pots are paid at the end by
`settle`, from the shown cards or from an order of the hands. There are three differences from a hand whose chips and
cards are known:

- A seat whose stack is unknown has more chips than anybody may bet (`UNKNOWN_CHIPS`). When its stack becomes known,
  because the seat goes all-in, all acts are carried out again with that stack.
- In stud, upcards decide who opens a round. The dealer says who does. On the first street, stand-in cards are dealt
  that give this seat the card that opens; on later streets the action is given to the seat.
- A showdown ends with the settlement, not with the events of the hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from sidepot.cards import UNKNOWN, boards_of, cards_of, text
from sidepot.errors import Conflict
from sidepot.floor.spot_text import line_of
from sidepot.games.model import ACE_IS_LOW, BY_FACES, Opens
from sidepot.hand import events as e
from sidepot.hand import refusals
from sidepot.hand.due import (
    ACT,
    AWARD,
    BOARD,
    BRING_IN,
    BURN,
    DEAL,
    DONE,
    PASS_OUT,
    POST,
    PROVE,
    RESHUFFLE,
    RETURN,
    REVEAL,
    RUN,
    SHOW,
)  # fmt: skip
from sidepot.hand.hand import Hand
from sidepot.hand.settling.real_chips import Settlement, settle
from sidepot.hand.streets import height_of, seats_of
from sidepot.hand.winning.claims import sevens_ask, sevens_void
from sidepot.room.dealer import acts as a
from sidepot.room.dealer.terms import HandTerms


class Line:
    """An act that was carried out.

    - `seat`: the seat of the hand that acted (-1 for the dealer)
    - `chips`: the chips that the act added
    - `to`: the total of a bet or raise
    """

    __slots__ = ("act", "all_in", "chips", "seat", "to")

    def __init__(self, act: a.AnyAct, seat: int, chips: int, to: int, *, all_in: bool) -> None:
        self.act, self.seat, self.chips, self.to, self.all_in = act, seat, chips, to, all_in


class Play:
    """A hand in progress, rebuilt from its acts. `hand` has the state of the betting, with seats numbered in the hand.

    - `waits`: what the dealer must do: deal the next "street", or lead the "showdown" (empty: neither)
    - `boards`: the board cards that were entered
    - `shown`: the tabled cards, by seat
    - `mucked`: the seats that mucked
    - `settlement`: how the pots are divided
    """

    def __init__(self, terms: HandTerms, acts: Sequence[a.AnyAct] = ()) -> None:
        self.terms = terms
        self.acts: list[a.AnyAct] = []
        self._stacks: dict[int, int] = {}  # entered during the hand: the chips before it, by seat
        self._entered: set[int] = set()  # the acts that have entered a stack
        self._start()
        for act in acts:
            self.do(act)

    def _start(self) -> None:
        setup = self.terms.setup
        if self._stacks:
            stacks = [self._stacks.get(seat, chips) for seat, chips in enumerate(setup.stacks)]
            setup = replace(setup, stacks=tuple(stacks))
        self.hand = Hand(setup)
        self.lines: list[Line] = []
        self.waits = ""
        self.boards: list[list[int]] = [[] for _ in range(setup.game.boards)]
        self.shown: dict[int, tuple[int, ...]] = {}
        self.mucked: list[int] = []
        self.order: a.OrderAct | None = None
        self.settlement: Settlement | None = None
        self.proved: bool | None = None  # whether the opener showed openers at the showdown
        self.runs = 1  # how often the house lets the rest of the board be run
        self._run_from: list[tuple[int, ...]] = []  # the cards that were on each board then
        self._back: dict[int, int] = {}  # bets that go back at the showdown (sevens rule)
        self._nobodys = 0  # chips that nobody may win at the showdown
        self._dealt = -1 if setup.game.streets[0].opens in BY_FACES else 0  # the last street that may be dealt
        self._street: a.StreetAct | None = None
        self._opener = -1  # the seat whose open cards open the rounds of stud
        self._gives = False  # the street begins with that seat
        self._go_on()

    # ---- questions

    def index(self, seat: int) -> int:
        """The number that a seat of the table has in the hand. Raises Conflict if that seat is not dealt in."""
        for at, one in enumerate(self.terms.seats):
            if one.seat == seat:
                return at
        raise Conflict(f"seat {seat + 1} is not in this hand", code="not_in_hand")

    def is_known(self, at: int) -> bool:
        """Whether the stack of a seat of the hand is known."""
        return at in self._stacks or self.terms.seats[at].chips >= 0

    @property
    def names(self) -> list[str]:
        """The player in each seat of the hand."""
        return [one.player for one in self.terms.seats]

    @property
    def is_over(self) -> bool:
        """Whether all pots are paid."""
        is_settled = self.settlement is not None and not self.settlement.unpaid
        return self.hand.due is DONE or is_settled or self._nobodys > 0

    @property
    def contested(self) -> list[int]:
        """The seats of the hand that still compete for a pot."""
        out = [*self.mucked, self.hand.opener] if self.proved is False else self.mucked
        return [seat for seat in seats_of(self.hand.live) if seat not in out]

    @property
    def asks_openers(self) -> bool:
        """Whether the opener must show openers or be recorded as having none (PG-84)."""
        hand = self.hand
        if hand.due is PROVE:
            return True
        at_showdown = self.waits == "showdown" and hand.plan.to_open > 0 and not hand.aside.proved
        return at_showdown and self.proved is None and hand.opener in self.contested

    @property
    def board_cards(self) -> int:
        """The number of cards on a complete board.

        In stud, it is 1 if the deck ran out, so that all players share one last card.
        """
        return self.hand.setup.game.board_cards or max(len(self.hand.boards[0]), len(self.boards[0]))

    @property
    def nets(self) -> list[int]:
        """What each seat of the hand has won or lost so far."""
        hand, paid = self.hand, self.settlement
        nets = [stack - had for stack, had in zip(hand.stacks, hand.setup.stacks, strict=True)]
        for seat, bet in self._back.items():
            nets[seat] += bet
        if paid is not None:
            for one in (paid.payouts, paid.returned):
                for name, chips in one.items():
                    nets[self.names.index(name)] += chips
        return nets

    @property
    def carried(self) -> int:
        """The chips that nobody won. They are carried over to the next hand."""
        return self.hand.carried + self._nobodys + (self.settlement.carried if self.settlement is not None else 0)

    # ---- acts

    def do(self, act: a.AnyAct) -> None:
        """Carry out an act. If the act is refused, the hand is unusable and must be rebuilt from its `acts`."""
        at = len(self.acts)
        if self._enters_stack(act, at):
            again = [*self.acts, act]
            self.acts = []
            self._start()
            for one in again:
                self.do(one)
            return
        hand = self.hand
        who = self.index(act.seat) if isinstance(act, _OF_SEAT) and act.seat >= 0 else hand.seat
        who = -1 if isinstance(act, _OF_DEALER) else who
        before = hand.stacks[who] if who >= 0 else 0
        _DO[type(act)](self, act)
        added = before - hand.stacks[who] if who >= 0 and isinstance(act, _OF_TURN) else 0
        all_in = added > 0 and not hand.stacks[who]
        to = hand.log[-1].to if isinstance(hand.log[-1], e.RaisedTo) else 0
        self.acts.append(act)
        self.lines.append(Line(act, who, added, to, all_in=all_in))
        self._go_on()

    def _enters_stack(self, act: a.AnyAct, at: int) -> bool:
        """Note a stack that an act enters. Returns whether the hand must be carried out again because of it."""
        if at in self._entered:
            return False
        if isinstance(act, a.AllInAct):
            who, behind = self.hand.seat, act.chips
            if self.hand.due not in (ACT, BRING_IN) or self.is_known(who) and not behind:
                return False
            if not behind:
                raise Conflict(
                    "the stack of this seat is unknown; count the chips, and enter their number", code="stack_not_known"
                )
        elif isinstance(act, a.StackAct):
            who, behind = self.index(act.seat), act.chips
        else:
            return False
        hand = self.hand
        had = hand.setup.stacks[who] - hand.stacks[who] + behind
        if had < 1:
            raise Conflict("a seat that was dealt in had chips before the hand; enter at least 1", code="no_chips")
        self._entered.add(at)
        self._stacks[who] = had
        return hand.setup.stacks[who] != had

    def _all_in(self, act: a.AllInAct) -> None:
        hand = self.hand
        if hand.due not in (ACT, BRING_IN):
            raise refusals.not_due(hand, "go all-in")
        seat = hand.seat
        total = hand.betting.bets[seat] + hand.betting.stacks[seat]
        if hand.due is BRING_IN and hand.betting.stacks[seat] <= hand.setup.stakes.bring_in:
            hand.bring_in()
        elif hand.due is ACT and total <= hand.price:
            hand.call()
        else:
            hand.raise_to(total)

    def _deal_street(self, act: a.StreetAct) -> None:
        hand = self.hand
        if self.waits != "street":
            raise refusals.not_due(hand, "deal a street")
        if self.asks_who_opens:
            if act.opens < 0:
                raise Conflict("enter the seat whose upcards make it open the betting", code="opener_needed")
            self._opener = self._live(act.opens)
        if act.board.strip():
            boards = boards_of(act.board)
            each = hand.plan.stages[hand.street].board
            if len(boards) != len(self.boards) or any(len(board) != each for board in boards):
                raise Conflict(f"this street needs {each} cards on each board; enter all of them, or none",
                               code="wrong_card_count")  # fmt: skip
        self._dealt = hand.street
        self._street = act
        self._gives = hand.street > 0 and hand.plan.stages[hand.street].opens in BY_FACES

    @property
    def asks_who_opens(self) -> bool:
        """Whether the dealer must enter which seat's upcards make it first to act on the next street."""
        hand = self.hand
        if self.waits != "street":
            return False
        stage = hand.plan.stages[hand.street]
        is_same = not stage.up and self._opener >= 0 and hand.live >> self._opener & 1
        return stage.opens in BY_FACES and not is_same

    def _prove(self, act: a.ProveAct) -> None:
        hand = self.hand
        if not self.asks_openers:
            raise refusals.not_due(hand, "prove openers")
        if hand.due is PROVE:
            hand.apply(e.Proved(hand.seat, (), act.good))
        else:
            self.proved = act.good

    def _at_showdown(self) -> None:
        if self.waits != "showdown":
            raise refusals.not_due(self.hand, "show")

    def _live(self, seat: int) -> int:
        at = self.index(seat)
        if not self.hand.live >> at & 1:
            raise Conflict(f"seat {seat + 1} is out of the hand", code="not_in_hand")
        return at

    def _contests(self, seat: int) -> int:
        at = self._live(seat)
        if at in self.mucked:
            raise Conflict(f"seat {seat + 1} is out of the hand", code="not_in_hand")
        return at

    def _board(self, act: a.BoardAct) -> None:
        self._at_showdown()
        boards = boards_of(act.cards)
        usual = self.hand.setup.game.boards
        if len(boards) % usual or not 1 <= len(boards) // usual <= self.runs:
            raise Conflict(f"expected at most {usual * self.runs} boards in this hand, got {len(boards)}",
                           code="wrong_card_count")  # fmt: skip
        for at, board in enumerate(boards) if len(boards) > usual else ():
            before = self._run_from[at % usual]
            if board[: len(before)] != before:
                raise Conflict(f"each run begins with the cards that were there before it: {text(before)}",
                               code="wrong_card_count")  # fmt: skip
        self.boards = [list(board) for board in boards]

    def _show(self, act: a.ShowAct) -> None:
        self._at_showdown()
        self.shown[self._contests(act.seat)] = cards_of(act.cards)
        self.order = None

    def _muck(self, act: a.MuckAct) -> None:
        self._at_showdown()
        at = self._contests(act.seat)
        if len(self.contested) < 2:
            raise refusals.last_claim(at)
        self.mucked.append(at)

    def _order(self, act: a.OrderAct) -> None:
        self._at_showdown()
        for groups in (act.high, act.low):
            for group in groups:
                for seat in group:
                    self._contests(seat)
        self.order = act
        self.shown = {}

    # ---- the dealer's part

    def _go_on(self) -> None:
        """Do what is due without a decision, until a seat decides or the dealer must do something."""
        hand = self.hand
        self.waits = ""
        while True:
            due = hand.due
            if due in (BURN, DEAL, BOARD, RESHUFFLE) and self._must_wait():
                self.waits = "street"
                return
            if due is SHOW:
                self.waits = "showdown"
                self._settle()
                return
            step = _STEPS.get(due)
            if step is None:  # a seat decides, or the hand is over
                if self._gives and due is ACT:
                    hand.seat = hand.betting.begin(self._opener)
                self._gives = False
                return
            step(self)

    def _must_wait(self) -> bool:
        """Whether the dealer decides when this street is dealt. A street after the betting, or a draw, does not
        wait.
        """
        hand = self.hand
        if hand.street <= self._dealt or hand.plan.stages[hand.street].changes:
            return False
        return not hand.street or bool(hand.able & (hand.able - 1))

    def _deal(self) -> None:
        hand = self.hand
        stage = hand.plan.stages[hand.street]
        up = 0 if stage.changes or not hand.pending else hand.up_count
        if not up:
            hand.deal((UNKNOWN,) * hand.count)
            return
        if hand.street or self._opener < 0:
            faces = _faces(hand, pair=self._street is not None and self._street.pair)
        else:
            faces = _first_faces(hand, self._opener)
        for _ in range(hand.pending.bit_count()):
            seat = hand.seat
            hand.deal((UNKNOWN,) * (hand.count - up) + faces[seat])

    def _turn(self) -> None:
        hand = self.hand
        entered = self._street.board.strip() if self._street is not None and self._dealt == hand.street else ""
        at = hand.board_at % len(self.boards)
        known = boards_of(entered)[at] if entered else ()
        if known:
            self.boards[at] += known
        hand.board(known or (UNKNOWN,) * hand.count)

    def _run_on(self) -> None:
        """Run the board once. The cards of further runs are entered at the showdown."""
        self.runs, self._run_from = self.hand.count, [tuple(board) for board in self.boards]
        self.hand.choose_runs(1)

    def _settle(self) -> None:
        """Pay the pots, as far as the shown cards or the order of the hands decide them."""
        hand, setup = self.hand, self.hand.setup
        self.settlement, self._back, self._nobodys = None, {}, 0
        order, contested = self.order, self.contested
        if not contested:
            self._nobodys = hand.betting.pot()
            return
        board = self.board_cards
        is_board = all(len(one) == board for one in self.boards)
        is_decided = order is not None or len(contested) == 1 or self.shown and (is_board or not board)
        if not is_decided or self.asks_openers:
            return
        self._back = self._bets_back()
        ways, names = {1: "first", 2: "second", 3: "both"}, self.names
        self.settlement = settle(
            {name: put - self._back.get(seat, 0) for seat, (name, put) in
             enumerate(zip(names, hand.betting.put, strict=True))},
            folded=[names[seat] for seat in range(len(names)) if not (hand.live | hand.aside.kept) >> seat & 1],
            killed=[names[seat] for seat in seats_of(hand.aside.kept & ~hand.live)],
            mucked=[names[seat] for seat in (*self.mucked, *([hand.opener] if self.proved is False else ()))],
            hands={names[at]: cards for at, cards in self.shown.items() if at in contested},
            board=[tuple(one) for one in self.boards] if order is None and board and is_board else (),
            dead=hand.betting.dead,
            best=self._named(order.high if order is not None else ()),
            low=self._named(order.low if order is not None else ()),
            declared={names[seat]: ways[way] for seat, way in hand.aside.declared if way > 0},
            all_in=[names[seat] for seat in seats_of(hand.live & ~hand.able)],
            game=setup.game,
            house=setup.rulebook,
            button=names[setup.button],
            chip=setup.stakes.chip,
        )  # fmt: skip

    def _bets_back(self) -> dict[int, int]:
        """The bets after the draw that are returned by the sevens rule, once all hands are known."""
        hand = self.hand
        if not sevens_ask(hand) or any(seat not in self.shown for seat in seats_of(hand.live)):
            return {}
        seen = hand.copy()
        seen.hole = [self.shown.get(seat, ()) for seat in range(hand.plan.seats)]
        back = sevens_void(seen)
        return {seat: bet for seat, bet in enumerate(hand.betting.bets) if bet and back >> seat & 1}

    def _named(self, groups: Sequence[Sequence[int]]) -> list[list[str]]:
        named = [[self.names[self.index(seat)] for seat in group if self.index(seat) in self.contested]
                 for group in groups]  # fmt: skip
        return [group for group in named if group]


_OF_SEAT: Final = (a.FoldAct, a.StackAct, a.KillAct, a.ShowAct, a.MuckAct)
_OF_DEALER: Final = (a.StreetAct, a.BoardAct, a.OrderAct)
_OF_TURN: Final = (a.CallAct, a.RaiseToAct, a.AllInAct, a.BringInAct)

_DO: Final[dict[type, Callable[[Play, Any], object]]] = {
    a.FoldAct: lambda play, act: play.hand.fold(seat=None if act.seat < 0 else play.index(act.seat)),
    a.CheckAct: lambda play, _: play.hand.check(),
    a.CallAct: lambda play, _: play.hand.call(),
    a.RaiseToAct: lambda play, act: play.hand.raise_to(act.to),
    a.AllInAct: Play._all_in,
    a.BringInAct: lambda play, _: play.hand.bring_in(),
    a.StreetAct: Play._deal_street,
    a.DiscardAct: lambda play, act: play.hand.discard((UNKNOWN,) * act.count, split=act.split),
    a.DeclareAct: lambda play, act: play.hand.declare(act.ways),
    a.ProveAct: Play._prove,
    a.StackAct: lambda play, act: None,
    a.KillAct: lambda play, act: play.hand.kill(play.index(act.seat), refund=act.refund),
    a.BoardAct: Play._board,
    a.ShowAct: Play._show,
    a.MuckAct: Play._muck,
    a.OrderAct: Play._order,
}

_STEPS: Final[dict[Any, Callable[[Play], object]]] = {
    POST: lambda play: play.hand.post(),
    BURN: lambda play: play.hand.burn(),
    DEAL: Play._deal,
    BOARD: Play._turn,
    RESHUFFLE: lambda play: play.hand.reshuffle(),
    RETURN: lambda play: play.hand.return_uncalled(),
    AWARD: lambda play: play.hand.award(),
    PASS_OUT: lambda play: play.hand.pass_out(),
    RUN: Play._run_on,
    REVEAL: lambda play: play.hand.reveal(),
}


# ---- stand-in cards


def _first_faces(hand: Hand, opener: int) -> dict[int, tuple[int, ...]]:
    """Choose upcards for the first street, so that `opener` gets the card that opens. If possible, all ranks differ."""
    opens = hand.plan.stages[0].opens
    low = hand.setup.game.halves[0].scale in ACE_IS_LOW and opens is Opens.HIGH_CARD
    ranked = sorted(_fresh(hand), key=lambda card: height_of(card, ace_is_low=low),
                    reverse=opens is not Opens.LOW_CARD)  # fmt: skip
    first, others = ranked[0], ranked[1:]
    by_rank = {card >> 2: card for card in reversed(others) if card >> 2 != first >> 2}
    supply = iter([*by_rank.values(), *[card for card in others if card not in by_rank.values()]])
    up = hand.up_count
    faces = {}
    for seat in seats_of(hand.pending):
        mine = [first] if seat == opener else []
        mine += [next(supply) for _ in range(up - len(mine))]
        faces[seat] = tuple(mine)
    return faces


def _faces(hand: Hand, *, pair: bool) -> dict[int, tuple[int, ...]]:
    """Choose upcards for a later street: without pairs if possible, or with a `pair` for one seat."""
    fresh = _fresh(hand)
    faces: dict[int, tuple[int, ...]] = {}
    for seat in seats_of(hand.pending):
        mine: list[int] = []
        for _ in range(hand.up_count):
            ranks = {card >> 2 for card in (*hand.faces[seat], *mine)}
            card = next((one for one in fresh if (one >> 2 in ranks) is pair), fresh[0])
            if card >> 2 in ranks:
                pair = False
            fresh.remove(card)
            mine.append(card)
        faces[seat] = tuple(mine)
    return faces


def _fresh(hand: Hand) -> list[int]:
    """The cards that can still come."""
    return [card for card in hand.plan.deck if hand.fresh >> card & 1]


def spot_of(play: Play) -> str:
    """The current betting as a line of text that the floor reads (empty if it cannot be expressed in this way)."""
    if play.waits or play.is_over:
        return ""
    return line_of(play.hand, play.hand.log, lambda at: play.terms.seats[at].seat + 1)
