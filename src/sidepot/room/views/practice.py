"""Practice after a hand: the pot odds of each decision of one seat, and its equity against ranges.

Everything is computed from the seat's own view at the time of the decision: no card of another player counts, whether
it was shown later or not. The hands that opponents may hold follow from their actions, by a table (`practice.toml`).
"""

from __future__ import annotations

from functools import cache
from random import Random
from threading import Lock
from time import thread_time
from typing import TYPE_CHECKING, Annotated, Final, Literal

import msgspec
from msgspec.structs import replace

from sidepot.bots.deal_out import unseen_cards
from sidepot.bots.on_boards import worths_in
from sidepot.bots.past import Act, Kind, Past, read_past
from sidepot.bots.pricing import spot_of
from sidepot.bots.starting import starting_of
from sidepot.bots.worlds import Cards, Judge, make_worlds
from sidepot.cards import UNKNOWN
from sidepot.games.unit import WHOLE
from sidepot.hand.due import Due
from sidepot.hand.legal.options import options
from sidepot.hand.streets import seats_of
from sidepot.room.fairness.record_check import items_of, view_of_record
from sidepot.room.views.log_parts import parts_of, plain
from sidepot.room.views.public import street_of
from sidepot.room.views.replayed import walk
from sidepot.room.views.schema import Sentence
from sidepot.validation.reader import package_toml

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand
    from sidepot.room.fairness.record import HandRecord

HANDS: Final = 600  # that an opponent may hold: a sample of all
HARD_HANDS: Final = 200  # in games where a hand takes long to rank
WORLDS: Final = 16  # ways in which the board may end, to see what a hand is worth
BOARDS: Final = 160  # ways in which the board may end, for an equity
HARD_BOARDS: Final = 60
DEALS: Final = 12  # of the others' hands on each of them
TRIES: Final = 20  # to find a hand of a range whose cards nobody else has
MOST_SECONDS: Final = 4.0  # for all equities of a hand; later decisions have none
_ONE_AT_A_TIME: Final = Lock()  # as for equities: one processor at most

Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]
Band = tuple[Percent, Percent]
ActName = Literal["raise", "call", "check"]
ACTS: Final[dict[Kind, ActName]] = {Kind.RAISE: "raise", Kind.CALL: "call", Kind.CHECK: "check"}


class RangeRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the table of ranges. It says which hands a player can still have after an action.

    - `act`: the action
    - `raises`: the number of bets and raises before the action in the same round (the last row also applies to more)
    - `range`: the first and last of these hands as percentages of all hands, the best hand first
    - `two`: the same with two players in the hand (None: `range` applies)
    """

    act: ActName
    raises: Annotated[int, msgspec.Meta(ge=0, le=9)]
    range: Band
    two: Band | None = None


class RangeTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table of ranges, with the rows for the first betting round and for later rounds."""

    first: tuple[RangeRow, ...]
    later: tuple[RangeRow, ...]

    def band(self, act: Act, seats: int) -> Band:
        """The range of hands that a player can still have after an action, when `seats` players are in the hand."""
        rows = [row for row in (self.later if act.round else self.first) if row.act == ACTS[act.kind]]
        row = max([row for row in rows if row.raises <= act.raises], key=lambda row: row.raises, default=rows[0])
        return row.two if row.two is not None and seats == 2 else row.range


@cache
def range_table() -> RangeTable:
    """The table of ranges."""
    return msgspec.convert(package_toml("sidepot.room.views", "practice.toml"), RangeTable)


class ActRange(msgspec.Struct, frozen=True):
    """An opponent's action, and the range of hands that the opponent can still have after it.

    - `best`, `worst`: the first and last of these hands as percentages of all hands, the best hand first
    - `is_first`: the action is the first raise of a round after the flop, that is, a bet
    """

    act: Literal["bet", "raise", "call", "check"]
    best: int
    worst: int
    is_first: bool


class OpponentRange(msgspec.Struct, frozen=True):
    """An opponent in the hand, and the range left by this player's actions so far (all hands if there were none)."""

    player: str
    acts: tuple[ActRange, ...]


class Decision(msgspec.Struct, frozen=True):
    """A decision of the seat, made at `step` of the replay.

    - `pot`: the chips that the seat could win for the price `call`.
    - `call`: the price of a call (0 if a check was free).
    - `need`: the share of the pot, including the call, that a call must win to break even.
    - `equity`: the share of the pot that the hand wins on average against the ranges (null if the game has no ranges).
    - `lines`: what happened next, in words.
    - `sentences`: the lines as data, for translated pages.
    """

    step: int
    street: str
    pot: int
    call: int
    need: float
    equity: float | None
    ranges: tuple[OpponentRange, ...]
    lines: tuple[str, ...]
    sentences: tuple[Sentence, ...]


class Practice(msgspec.Struct, frozen=True):
    """The decisions of a hand as its player faced them. Amounts are in units of `10 ** -decimals`."""

    hand: int
    decimals: int
    decisions: tuple[Decision, ...]


class Sample:
    """A sample of the hands that opponents may hold, given the seat's own cards. It values each hand on a board."""

    def __init__(self, view: Hand, seat: int, own: Cards = ()) -> None:
        plan = view.plan
        self._plan = plan
        self._own = own or view.hole[seat]
        self._judge = Judge(plan)
        self._rng = Random(f"practice {self._own}")
        self.is_hard = self._judge.size > 2 or len(self._judge.rankers) > 1
        count = HARD_HANDS if self.is_hard else HANDS
        self.hands = starting_of(plan).deal({*self._own, *_exposed(view, seat)}, count, self._rng)
        self._worths: dict[Cards, list[float]] = {}

    def worths(self, board: Cards) -> list[float]:
        """The value of each sampled hand on a board: how often the hand beats the other hands once the board is
        complete.
        """
        found = self._worths.get(board)
        if found is None:
            free = [card for card in self._plan.deck if card not in board and card not in self._own]
            game = self._plan.game
            worlds = make_worlds((board,), game.board_cards, free, WORLDS, self._rng)
            found = worths_in(self._judge, game, [hand for hand, _ in self.hands], worlds, 0)[0]
            self._worths[board] = found
        return found

    def equity(self, board: Cards, ranges: list[list[Cards]]) -> float:
        """The share of the pot that the seat's hand wins on average, if each opponent holds a hand of that
        opponent's range.
        """
        game, judge = self._plan.game, self._judge
        free = [card for card in self._plan.deck if card not in board and card not in self._own]
        total, count = 0.0, 0
        for world in make_worlds((board,), game.board_cards, free, HARD_BOARDS if self.is_hard else BOARDS, self._rng):
            rank = judge.on(world.boards)
            known = {hand: rank(hand) for hand in (self._own,)}
            for _ in range(DEALS):
                hands = self._held(ranges, {*self._own, *world.boards[0]})
                if hands is None:
                    continue
                for hand in hands:
                    if hand not in known:
                        known[hand] = rank(hand)
                total += _share(judge, known[self._own], [known[hand] for hand in hands])
                count += 1
        return total / count if count else 0.0

    def _held(self, ranges: list[list[Cards]], gone: set[int]) -> list[Cards] | None:
        """A hand of each range, without the cards that are gone. None if no such hands were found."""
        found = []
        for some in ranges:
            for _ in range(TRIES):
                hand = self._rng.choice(some)
                if gone.isdisjoint(hand):
                    break
            else:
                return None
            gone.update(hand)
            found.append(hand)
        return found

    def range_of(self, view: Hand, past: Past, other: int) -> list[Cards]:
        """The hands that a player can hold after the player's actions, according to the table of ranges.

        Hands that the board makes impossible are left out.
        """
        board = view.boards[0]
        left = [at for at, (hand, _) in enumerate(self.hands) if not set(board) & set(hand)]
        for act in past.acts:
            if act.seat != other:
                continue
            best, worst = range_table().band(act, view.plan.seats)
            if act.round:
                worths = self.worths(board[: act.board])
                order = sorted(left, key=lambda at: -worths[at])
                kept = order[len(order) * best // 100 : max(-(-len(order) * worst // 100), 1)]
            else:
                kept = [at for at in left if best <= 100 * (1 - self.hands[at][1]) <= worst]
            left = kept or left
        return [self.hands[at][0] for at in left]


def practice_of_record(record: HandRecord) -> Practice:
    """The decisions of the player who owns this record. A spectator's record has none."""
    items = view_of_record(record, items_of(record))
    found: list[Decision] = []
    hand, unit, sample, begun = 0, WHOLE, None, thread_time()
    is_asked = False
    with _ONE_AT_A_TIME:
        for step, (seen, view, lines) in enumerate(walk(items, record.seat)):
            hand, unit = seen.number, seen.unit
            if is_asked:
                words = tuple([plain(line, unit) for line in lines])
                found[-1] = replace(found[-1], lines=words, sentences=tuple(map(parts_of, lines)))
            is_asked = record.seat >= 0 and view.due is Due.ACT and view.seat == record.seat and not view.forced
            if is_asked:
                has_equity = thread_time() - begun < MOST_SECONDS and is_in_table(view, record.seat)
                sample = sample or (Sample(view, record.seat) if has_equity else None)
                found.append(_decision(step, view, record.seat, seen.players, sample if has_equity else None))
    return Practice(hand, unit.decimals, tuple(found))


def is_in_table(view: Hand, seat: int) -> bool:
    """Whether the table of ranges covers this hand: one board, no draws, and known cards of the seat."""
    game = view.setup.game
    is_plain = game.board_cards > 0 and not game.is_draw and not game.is_stud and view.plan.boards == 1
    return is_plain and len(set(view.plan.held)) == 1 and len(view.boards) == 1 and UNKNOWN not in view.hole[seat]


def _decision(step: int, view: Hand, seat: int, players: tuple[str, ...], sample: Sample | None) -> Decision:
    spot = spot_of(view, options(view, explain=False))
    need = round(spot.call / (spot.pot + spot.call), 3) if spot.call else 0.0
    equity = None
    ranges: tuple[OpponentRange, ...] = ()
    if sample is not None:
        past = read_past(view.log, view.plan.seats)
        others = [other for other in seats_of(view.live) if other != seat]
        equity = round(sample.equity(view.boards[0], [sample.range_of(view, past, other) for other in others]), 3)
        ranges = tuple([OpponentRange(players[other], _acts_of(view, past, other)) for other in others])
    return Decision(step, street_of(view), spot.pot, spot.call, need, equity, ranges, (), ())


def _share(judge: Judge, own: tuple[int, ...], others: list[tuple[int, ...]]) -> float:
    """The share of the pot that these strengths win, half by half."""
    parts, none = [], []
    for at, mine in enumerate(own):
        best = max([mine, *[of[at] for of in others]])
        parts.append(1 / (1 + sum([of[at] == best for of in others])) if mine == best and mine else 0.0)
        none.append(0.0 if best else 1.0)
    return judge.worth(parts, none)


def _exposed(view: Hand, seat: int) -> list[int]:
    """The cards that the seat has seen besides its own and the board: exposed in the deal, or burned face up."""
    known = {*unseen_cards(view), *view.hole[seat], *view.boards[0]}
    return [card for card in view.plan.deck if card not in known]


def _acts_of(view: Hand, past: Past, other: int) -> tuple[ActRange, ...]:
    found = []
    for act in past.acts:
        if act.seat == other:
            is_bet = act.round > 0 and act.kind is Kind.RAISE and not act.raises
            best, worst = range_table().band(act, view.plan.seats)
            found.append(ActRange("bet" if is_bet else ACTS[act.kind], best, worst, not act.round))
    return tuple(found)
