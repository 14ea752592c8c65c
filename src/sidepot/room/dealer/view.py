"""What the page of a helper shows: the seats, the pots, who must act and what that seat may do, and the result.

Everything that is a rule comes from the hand: amounts, names of pots, reasons. Seats are those of the table.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from sidepot.cards import text
from sidepot.games.titles import Parts, half_label, limit_words, stakes_parts, stakes_words
from sidepot.hand.due import ACT, BRING_IN, DECLARE, DRAW, PROVE
from sidepot.hand.events import Awarded
from sidepot.hand.legal.options import options
from sidepot.hand.legal.reason import Reason
from sidepot.hand.settling.real_chips import SettledPot
from sidepot.hand.setup import LIVE_POSTS
from sidepot.hand.streets import seats_of
from sidepot.room.dealer.acts import AnyAct
from sidepot.room.dealer.commands import SeatResult
from sidepot.room.dealer.machine import DealerTable
from sidepot.room.dealer.play import Line, Play
from sidepot.room.dealer.terms import UNKNOWN_CHIPS

Phase = Literal["between", "report", "act", "bring_in", "draw", "declare", "prove", "street", "showdown", "paid"]
Sentence = tuple[Any, ...]
_SEATS = {ACT: "act", BRING_IN: "bring_in", DRAW: "draw", DECLARE: "declare", PROVE: "prove"}


class DealtSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat of the hand.

    - `chips`: the chips behind (-1 if unknown)
    - `bet`: the chips in front in this betting round
    - `posted`: the kind of blind that the seat posted
    - `may_raise`: the seat may raise if nobody raises before its turn
    - `why_not_raise`: for a seat that acts later in this round, why it may not raise
    - `net`: the chips won or lost
    """

    seat: int
    player: str
    chips: int = -1
    bet: int = 0
    folded: bool = False
    all_in: bool = False
    button: bool = False
    posted: str = ""
    to_act: bool = False
    may_raise: bool = False
    why_not_raise: Reason | None = None
    cards: str = ""
    mucked: bool = False
    net: int = 0


class DealtPot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A pot (0 for the main pot, 1 for the first side pot), and the seats that compete for it.

    - `shares`: once the pot is paid, pairs of seat and chips
    - `why`: the reasons for this payment
    - `carried`: the pot is carried over to the next hand
    """

    pot: int
    amount: int
    seats: tuple[int, ...]
    shares: tuple[tuple[int, int], ...] = ()
    why: tuple[DealtWhy, ...] = ()
    carried: bool = False


class DealtWhy(msgspec.Struct, frozen=True, omit_defaults=True):
    """A reason, with the rules that it cites. `sentence` is the same text in a form that can be translated."""

    text: str
    cites: tuple[str, ...] = ()
    sentence: Sentence = ()


class DealtTurn(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the seat in turn may do.

    - `least`, `most`: the bounds of a bet or raise, as totals of the round (-1 as `most`: only the unknown stack limits
      it)
    - `two`: only the totals `least` and `most` are possible
    - `asks_chips`: going all-in needs the number of chips behind
    - `discard_least`, `discard`: the smallest and the largest number of cards to change
    - `may_split`: the player may announce that openers are among the discards
    """

    seat: int
    fold: bool = False
    check: bool = False
    call: int = 0
    least: int = 0
    most: int = 0
    two: bool = False
    step: int = 1
    verb: str = "bet"
    bring_in: int = 0
    all_in: bool = False
    asks_chips: bool = False
    discard: int = 0
    discard_least: int = 0
    may_split: bool = False
    halves: tuple[str, ...] = ()
    why: tuple[Reason, ...] = ()


class DealtLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """Act number `number` of the hand.

    - `seat`: the seat that acted (-1 for the dealer)
    - `chips`: the chips that the act added
    - `to`: the total of a bet or raise
    """

    number: int
    act: AnyAct
    seat: int = -1
    chips: int = 0
    to: int = 0
    all_in: bool = False


class DealtHand(msgspec.Struct, frozen=True, omit_defaults=True):
    """The hand in progress.

    - `total`: all chips in the middle and in front of the seats
    - `asks_opener`: the dealer must enter whose upcards open the next street
    - `asks_pair`: the dealer must say whether any upcards are a pair
    - `board_cards`: the number of cards on the next street or, at the showdown, on the whole board
    - `hole_cards`: the number of cards in a tabled hand
    - `halves`: the names of the two halves of the pot, in high-low games
    - `needs_low`: every hand must also be ranked for the second half of the pot, because any hand qualifies for it
    - `stakes_parts`: the stakes as data, for pages in other languages
    - `asks_openers`: the opener must show openers
    - `split_openers`: the opener announced splitting the openers
    - `runs`: how many times the house lets the board be run
    """

    number: int
    game: str
    title: str
    limit: str
    stakes: str
    house: str
    street: str
    seats: tuple[DealtSeat, ...]
    pots: tuple[DealtPot, ...] = ()
    total: int = 0
    board: str = ""
    turn: DealtTurn | None = None
    asks_opener: bool = False
    asks_pair: bool = False
    board_cards: int = 0
    hole_cards: int = 0
    halves: tuple[str, ...] = ()
    needs_low: bool = False
    stakes_parts: Parts = ()
    lines: tuple[DealtLine, ...] = ()
    asks_openers: bool = False
    split_openers: bool = False
    runs: int = 1


class DealtView(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the dealer's helper shows after event `seq`.

    - `phase`: what must be done next
    - `hand`: the hand in progress
    - `results`: the results of the last hand
    - `reopens`: the last hand may be reopened
    """

    tournament: str
    table: int
    seq: int
    phase: Phase
    hands: int = 0
    button: int = -1
    hand: DealtHand | None = None
    results: tuple[SeatResult, ...] = ()
    carried: int = 0
    step: int = 0
    why: str = ""
    frozen: str = ""
    reopens: bool = False


def dealt_view(table: DealerTable) -> DealtView:
    """What the helper shows now."""
    last, report = table.last, table.last_report
    plain = DealtView(
        table.tournament,
        table.table,
        table.seq,
        "report" if table.closed is not None else "between",
        table.hands,
        table.button,
        results=last.results if last is not None else (),
        carried=table.carried,
        step=report.step if report is not None else 0,
        why=report.why if report is not None else "",
        frozen=table.frozen,
        reopens=bool(table.ended),
    )
    if table.terms is None or table.frozen:
        return plain
    play = table.play
    return msgspec.structs.replace(plain, phase=_phase(play), hand=_hand(table, play))


def _phase(play: Play) -> Phase:
    if play.is_over:
        return "paid"
    if play.waits == "street" or play.waits == "showdown":
        return "street" if play.waits == "street" else "showdown"
    found: Phase = _SEATS[play.hand.due]  # type: ignore[assignment]
    return found


def _hand(table: DealerTable, play: Play) -> DealtHand:
    hand, setup = play.hand, play.hand.setup
    game, seats = setup.game, play.terms.seats
    street = game.streets[hand.street].name if 0 <= hand.street < hand.plan.showdown else ""
    waits = play.waits == "street"
    return DealtHand(
        table.hands,
        game.name,
        game.title,
        limit_words(setup.limit),
        stakes_words(setup.limit, setup.stakes),
        setup.rulebook.name,
        street,
        tuple([_seat(play, at) for at in range(len(seats))]),
        tuple(_pots(play)),
        hand.betting.pot(),
        " / ".join([text(tuple(board)) for board in play.boards if board]),
        _turn(play),
        asks_opener=play.asks_who_opens,
        asks_pair=waits and hand.street == 1 and bool(hand.plan.open_pair),
        board_cards=hand.plan.stages[hand.street].board if waits else play.board_cards,
        hole_cards=game.hole_cards - (play.board_cards if game.is_stud else 0),
        halves=tuple([half_label(game, at) for at in range(len(game.halves))]) if len(game.halves) > 1 else (),
        needs_low=len(game.halves) > 1 and not game.halves[1].qualifier,
        lines=tuple([_line(play, number, line) for number, line in enumerate(play.lines, 1)]),
        asks_openers=play.asks_openers,
        split_openers=bool(hand.aside.set_aside),
        runs=play.runs,
        stakes_parts=tuple(stakes_parts(setup.limit, setup.stakes)),
    )


def _seat(play: Play, at: int) -> DealtSeat:
    hand, one = play.hand, play.terms.seats[at]
    betting, setup = hand.betting, hand.setup
    live = bool(hand.live >> at & 1)
    posted = next((owed.post.value for owed in setup.owed if owed.seat == at and owed.post in LIVE_POSTS), "")
    is_act = hand.due in (ACT, BRING_IN)
    to_act = is_act and bool(betting.to_act >> at & 1)
    may_raise = to_act and betting.bounds(at)[1] > 0
    return DealtSeat(
        one.seat,
        one.player,
        hand.stacks[at] if play.is_known(at) else -1,
        hand.bets[at],
        folded=not live,
        all_in=live and not betting.stacks[at],
        button=setup.button == at,
        posted=posted,
        to_act=to_act,
        may_raise=may_raise,
        why_not_raise=_why_not_raise(play, at) if to_act and not may_raise and at != hand.seat else None,
        cards=text(play.shown[at]) if at in play.shown else "",
        mucked=at in play.mucked,
        net=play.nets[at] if play.is_over else 0,
    )


def _why_not_raise(play: Play, at: int) -> Reason | None:
    """Why a seat that is still to act may not raise, as matters are now."""
    then = play.hand.copy()
    then.seat = at
    return next((one for one in options(then, names=play.names).why if "raise" in one.about), None)


def _pots(play: Play) -> list[DealtPot]:
    """The pots, main pot first. Paid pots have their shares and, at a showdown, the reasons."""
    hand, seats = play.hand, play.terms.seats
    paid = [_won(play, event) for event in reversed(hand.log) if isinstance(event, Awarded)]
    if play.settlement is not None:
        return [*[_settled(play, at, pot) for at, pot in enumerate(play.settlement.pots)], *paid]
    open_pots = [] if play.is_over else hand.pots()
    return [
        *[
            DealtPot(at, pot.amount, tuple([seats[seat].seat for seat in seats_of(pot.eligible & hand.live)]))
            for at, pot in enumerate(open_pots)
        ],
        *paid,
    ]


def _settled(play: Play, at: int, pot: SettledPot) -> DealtPot:
    seat_of = {one.player: one.seat for one in play.terms.seats}
    return DealtPot(
        at,
        pot.amount,
        tuple([seat_of[name] for name in pot.eligible]),
        tuple([(seat_of[name], chips) for name, chips in pot.shares.items()]),
        tuple([DealtWhy(why.text, why.cites, why.sentence) for why in pot.why]),
        pot.carried,
    )


def _won(play: Play, event: Awarded) -> DealtPot:
    """A pot that its only claimant won without a showdown."""
    shares = tuple([(play.terms.seats[seat].seat, chips) for seat, chips in event.shares])
    return DealtPot(event.pot, event.amount, tuple([seat for seat, _ in shares]), shares)


def _turn(play: Play) -> DealtTurn | None:
    """What the seat in turn may do, with the reasons of the rules."""
    hand = play.hand
    if play.is_over or play.waits or hand.due not in _SEATS:
        return None
    at, game = hand.seat, hand.setup.game
    may = options(hand, names=play.names)
    known = play.is_known(at)
    behind = hand.betting.stacks[at]
    endless = not known and may.raise_max >= UNKNOWN_CHIPS // 2
    acts = hand.due in (ACT, BRING_IN)
    return DealtTurn(
        play.terms.seats[at].seat,
        fold=may.may_fold,
        check=may.may_check,
        call=may.call,
        least=may.raise_min,
        most=-1 if endless else may.raise_max,
        two=may.raise_two,
        step=may.step,
        verb=may.verb,
        bring_in=may.bring_in,
        all_in=acts and (not known or may.call == behind or may.raise_max == hand.betting.bets[at] + behind),
        asks_chips=acts and not known,
        discard=may.discard,
        discard_least=may.discard_least,
        may_split=hand.due is DRAW and hand.plan.to_open > 0 and at == hand.opener,
        halves=tuple([half_label(game, half) for half in range(len(game.halves))]) if may.declare else (),
        why=may.why,
    )


def _line(play: Play, number: int, line: Line) -> DealtLine:
    seat = play.terms.seats[line.seat].seat if line.seat >= 0 else -1
    return DealtLine(number, line.act, seat, line.chips, line.to, line.all_in)
