"""The figures of one hand: positions, game, stakes, and what each seat did and won."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import permutations
from typing import Final, NamedTuple

import msgspec

from sidepot.cards import UNKNOWN, text
from sidepot.formats.hand_history import HandHistory
from sidepot.formats.moments import moment_in, order_of
from sidepot.games.limits import FixedLimit, Limit, NoLimit, PotLimit
from sidepot.games.model import Game
from sidepot.games.stakes import Stakes
from sidepot.hand import events as e
from sidepot.hand.betting_rounds import betting_rounds
from sidepot.hand.due import DONE
from sidepot.hand.hand import Hand
from sidepot.hand.replaying import replay
from sidepot.hand.seat_stats import SeatFigures, figures, unit
from sidepot.hand.setup import Post, Setup
from sidepot.odds.ask import odds
from sidepot.stats.action_lines import action_lines, last_to_act, pot_type_of
from sidepot.stats.chances import Marks, marks_of
from sidepot.validation.decimals import unscaled

# ---- all-in: the average result


_ACTS: Final = (e.Posted, e.BroughtIn, e.Folded, e.Checked, e.Called, e.RaisedTo)
_CARDS: Final = (e.Burned, e.Dealt, e.BoardDealt)
_IN_OTHER_SUITS: Final = tuple(
    [
        tuple([card - card % 4 + suits[card % 4] if card < 52 else card for card in range(UNKNOWN + 1)])
        for suits in permutations(range(4))
    ]
)
"""Each card by its number with its suits exchanged, in all 24 ways."""

PLAIN_BELOW: Final = 0.002
"""The seconds that an all-in may take without kernels: with a turn card, that is less than starting them."""

KERNELS: Final = "numba"
"""The module that is there once kernels were started."""

Cards = tuple[int, ...]


class AllIn(NamedTuple):
    """Each seat's average winnings from all pots, in chips before rake. A seat that was not in the all-in has 0."""

    seats: int  # a bit mask of those that were in it
    chips: tuple[float, ...]
    exact: bool


def all_in(hand: Hand) -> AllIn | None:
    """The average result of each seat, calculated from the moment when the betting ended.

    None if the players were not all-in before the last card, or if a player's cards are unknown.
    """
    log = hand.log
    end = _betting_ends(log)
    if not end or hand.setup.open is not None or any(isinstance(event, e.Discarded) for event in log[end:]):
        return None
    then = replay(log[:end])
    live = [seat for seat in range(then.plan.seats) if then.live >> seat & 1]
    if len(live) < 2 or then.live != hand.live or all(then.stacks[seat] for seat in live):
        return None
    held = [_held(then.hole[seat], hand.hole[seat]) for seat in live]
    if any(cards is None for cards in held):
        return None
    hands = {seat: cards for seat, cards in zip(live, held, strict=True) if cards is not None}
    boards = tuple([tuple(board) for board in then.boards[: hand.setup.game.boards]])
    dead = _seen_cards(log[:end], then.live)
    chips = [0.0] * then.plan.seats
    for event in log[:end]:
        if isinstance(event, e.Awarded):  # a side pot with one seat left
            for seat, won in event.shares:
                chips[seat] += won
    exact = True
    for pot in then.pots():
        seats = [seat for seat in pot.seats if seat in hands]
        others = tuple([card for seat in live if seat not in seats for card in hands[seat]])
        shares, is_exact = _shares(hand.setup.game, tuple([hands[seat] for seat in seats]), boards, dead + others)
        exact = exact and is_exact
        for seat, share in zip(seats, shares, strict=True):
            chips[seat] += pot.amount * share
    return AllIn(then.live, tuple(chips), exact)


def _betting_ends(log: Sequence[e.Event]) -> int:
    """The index of the first card after all betting; 0 for none."""
    last = next((at for at in range(len(log) - 1, -1, -1) if isinstance(log[at], _ACTS)), 0)
    if isinstance(log[last], e.Posted):  # nobody has chips left after the posts: the betting ends with the deal
        while last + 1 < len(log) and isinstance(log[last + 1], e.Dealt):
            last += 1
    for at in range(last + 1, len(log)):
        if isinstance(log[at], _CARDS):
            return at if any(isinstance(event, (e.Dealt, e.BoardDealt)) for event in log[at:]) else 0
    return 0


def _held(then: Sequence[int], at_end: Sequence[int]) -> Cards | None:
    """The cards of a hand at that moment, some of which may be seen only at its end; None if they are unknown."""
    first = tuple(at_end[: len(then)])
    if UNKNOWN in first or len(first) < len(then):
        return None
    known = all(card in (UNKNOWN, seen) for card, seen in zip(then, first, strict=True))
    return first if known else None


def _seen_cards(log: Sequence[e.Event], live: int) -> Cards:
    """The upcards of seats that have folded."""
    found: list[int] = []
    for event in log:
        if isinstance(event, e.Dealt) and event.up and not live >> event.seat & 1:
            found += [card for card in event.cards[-event.up :] if card != UNKNOWN]
    return tuple(found)


def _shares(game: Game, hands: tuple[Cards, ...], boards: tuple[Cards, ...], dead: Cards) -> tuple[list[float], bool]:
    """The average share of a pot that each hand wins, and whether it is exact."""
    if len(hands) == 1:
        return [1.0], True
    order = sorted(range(len(hands)), key=lambda at: sorted(hands[at]))
    asked = tuple([hands[at] for at in order]), boards, dead
    if not game.wild:
        asked = _canonical(*asked)
    shares, exact = _asked(game, *asked)
    found = [0.0] * len(hands)
    for at, share in zip(order, shares, strict=True):
        found[at] = share
    return found, exact


@lru_cache(maxsize=20_000)
def _canonical(
    hands: tuple[Cards, ...], boards: tuple[Cards, ...], dead: Cards
) -> tuple[tuple[Cards, ...], tuple[Cards, ...], Cards]:
    """The same spot with the first suits, which has the same odds, so that equal spots are computed only once."""
    return min([_in_suits(hands, boards, dead, other) for other in _IN_OTHER_SUITS])


def _in_suits(
    hands: tuple[Cards, ...], boards: tuple[Cards, ...], dead: Cards, other: Cards
) -> tuple[tuple[Cards, ...], tuple[Cards, ...], Cards]:
    return (
        tuple([tuple(sorted([other[card] for card in cards])) for cards in hands]),
        tuple([tuple(sorted([other[card] for card in cards])) for cards in boards]),
        tuple(sorted([other[card] for card in dead])),
    )


@lru_cache(maxsize=20_000)
def _asked(
    game: Game, hands: tuple[Cards, ...], boards: tuple[Cards, ...], dead: Cards
) -> tuple[tuple[float, ...], bool]:
    board = "/".join([text(board) for board in boards])
    plain_below = 0 if KERNELS in sys.modules else PLAIN_BELOW
    found = odds(
        [text(hand) for hand in hands], board=board.strip("/"), dead=text(dead), game=game, plain_below=plain_below
    )
    return tuple([hand.equity for hand in found.hands]), found.exact


# ---- the hand


BY: Final = ("position", "game", "stakes", "month")
"""The ways to group figures."""

UNKNOWN_MONTH: Final = "unknown"
SEAT_COUNTS: Final = (
    "voluntary raised may_three_bet three_bet may_continue continued saw showdown won_there walk bomb".split()
)
"""The figures of a seat that are true or false."""


class SeatSeen(msgspec.Struct, frozen=True, gc=False):
    """A seat in a hand.

    - `net`: chips won or lost after the rake
    - `expected`: the average result, if the betting ended all-in
    - `adjustment`: the part of `net` that a site paid or took outside the pots, for a cash-out or an insurance
    - `rake`: the part of the rake that was taken from the seat's winnings
    - `marks`: the seat's chances and events, by figure
    - `line`: the seat's action line (`action_lines`)
    - `in_position`: whether the seat acted last in the second betting round; None if the seat did not act in that round
    """

    player: str
    position: str
    net: int
    did: SeatFigures
    expected: float | None = None
    adjustment: int = 0
    rake: float = 0.0
    marks: Marks = {}
    line: str = ""
    in_position: bool | None = None


class HandSeen(msgspec.Struct, frozen=True):
    """A hand in figures. Amounts are in the smallest unit of the hand's money.

    - `money`: a currency, `chips` if none is named, or `tournament chips`
    - `decimals`: the number of decimal places of the money
    - `unit`: the big blind, which is the unit of results
    - `big_bet`: the larger bet of a fixed limit (0 at other limits)
    - `exact`: whether every expectation was computed, not sampled
    - `hero`: the seat of the history's owner (-1 for nobody)
    - `pot_type`: one of `POT_TYPES`
    """

    name: str
    when: str
    game: str
    stakes: str
    money: str
    decimals: int
    unit: int
    pot: int
    rake: int
    showdown: bool
    seats: tuple[SeatSeen | None, ...]
    exact: bool = True
    hero: int = -1
    big_bet: int = 0
    pot_type: str = ""

    @property
    def month(self) -> str:
        """The month in which the hand was played, such as 2026-05. `unknown` if the history has no date."""
        moment = moment_in(self.when)
        return UNKNOWN_MONTH if moment is None else f"{moment[0]}-{moment[1]:02}"

    @property
    def started(self) -> str:
        """The date and time as `2026-05-01 20:05:00`; "" if the history has none."""
        moment = moment_in(self.when)
        return "{}-{:02}-{:02} {:02}:{:02}:{:02}".format(*moment) if moment else ""

    def group(self, by: str, seat: SeatSeen) -> str:
        """The group of this hand for a seat, if hands are grouped by `by`."""
        return seat.position if by == "position" else str(getattr(self, by))


def seen(history: HandHistory, *, expectation: bool = True) -> HandSeen:
    """The statistics of a hand and of every seat that was dealt in.

    `expectation` says whether the average results of all-ins are computed, which takes time.
    """
    hand = history.hand
    setup = hand.setup
    is_paid = hand.due is DONE
    collected, awarded = history.collected, history.awarded
    betting = betting_rounds(hand)
    of = figures(hand, None if is_paid else collected, betting)
    positions = positions_of(setup)
    average = all_in(hand) if expectation and of.showdown and is_paid else None
    whole, got = of.pot, sum(collected.values())
    kept = got / whole if whole else 0.0
    rake = history.rake if is_paid else whole - got
    marks = marks_of(setup.game, betting, of, positions)
    lines, last = action_lines(betting, len(of.seats)), last_to_act(betting)
    later = {act.seat for act in betting.acts(1)} if last >= 0 else ()
    seats: list[SeatSeen | None] = []
    for seat, did in enumerate(of.seats):
        if did is None:
            seats.append(None)
            continue
        won = collected.get(seat, 0)
        net = did.net - awarded.get(seat, 0) + won if is_paid else did.net
        expected = _expected(average, seat, net - won, kept)
        adjustment = history.adjustments.get(seat, 0)
        if adjustment and expected is not None:  # chance no longer matters to that player
            expected = float(net + adjustment)
        paid = rake * won / got if got else 0.0
        name, position = history.names[seat], positions[seat]
        in_position = seat == last if seat in later else None
        seats.append(
            SeatSeen(
                name, position, net + adjustment, did, expected, adjustment, paid, marks[seat], lines[seat], in_position
            )
        )
    return HandSeen(
        name=history.name,
        when=history.when,
        game=f"{_SHORT.get(type(setup.limit), 'spread')} {setup.game.name}",
        stakes=stakes_text(setup.stakes, setup.limit, history.decimals),
        money="tournament chips" if history.is_tournament else history.currency or "chips",
        decimals=history.decimals,
        unit=unit(setup) or 1,
        pot=of.pot,
        rake=rake,
        showdown=of.showdown,
        seats=tuple(seats),
        exact=average is None or average.exact,
        hero=history.hero,
        big_bet=setup.stakes.bet_size(big=True) if isinstance(setup.limit, FixedLimit) else 0,
        pot_type=pot_type_of(betting),
    )


def _expected(average: AllIn | None, seat: int, put: int, kept: float) -> float | None:
    """A seat's average result after the same share of the rake. `put` is negative."""
    if average is None or not average.seats >> seat & 1:
        return None
    return average.chips[seat] * kept + put


_SHORT: Final[dict[type, str]] = {NoLimit: "nl", PotLimit: "pl", FixedLimit: "fl"}


@lru_cache(maxsize=1 << 10)
def stakes_text(stakes: Stakes, limit: Limit, decimals: int) -> str:
    """The stakes in short form, such as `0.50/1` or `2/4 ante 0.25`: the fixed bets or the blinds, followed by the
    ante.
    """
    is_fixed = isinstance(limit, FixedLimit) and stakes.small_bet
    amounts = (stakes.small_bet, stakes.big_bet or 2 * stakes.small_bet) if is_fixed else stakes.blinds[:2]
    parts = ["/".join([unscaled(amount, decimals) for amount in amounts])] if amounts else []
    if stakes.ante:
        parts.append(f"ante {unscaled(stakes.ante, decimals)}")
    return " ".join(parts) or "no stakes"


# ---- the identity of a hand


MARK: Final = 2
"""The version of `mark_of`."""


def mark_of(history: HandHistory) -> int:
    """A 63-bit hash that identifies a hand, even if it is in the files of two players.

    The hash covers the site, number, time and board of the hand, the players' names, and their stacks before and after
    it. Without a site or a number, it also covers the hole cards, because then the number only counts the hands of a
    log.
    """
    hand = history.hand
    one = 10.0**history.decimals
    stacks = zip(history.names, hand.setup.stacks, hand.stacks, strict=True)
    seats = sorted([(_data(name), before / one, after / one) for name, before, after in stacks])
    hole = None if history.site and history.name else (_data(history.table), hand.hole)
    when = order_of(history.when) or _data(history.when)
    about = (_data(history.site), _data(history.name), when, seats, hand.boards, hole)
    return int.from_bytes(blake2b(msgspec.msgpack.encode(about), digest_size=8).digest(), "big") >> 1


def _data(text: str) -> bytes:
    return text.encode("utf-8", "replace")


# ---- positions


NO_BUTTON: Final = "no button"
MOST_SEATS: Final = 30
POSITIONS: Final = (
    "UTG",
    *[f"UTG+{at}" for at in range(1, MOST_SEATS)],
    "LJ",
    "HJ",
    "CO",
    "BTN",
    "SB",
    "BB",
    NO_BUTTON,
)
"""The positions in the order of play before the flop."""

_LAST: Final = ("CO", "HJ", "LJ")


def positions_of(setup: Setup) -> tuple[str, ...]:
    """The position of each seat. Stud has no positions. Heads-up, the player with the button and the small blind is
    BTN.

    Between the big blind and the button, the first seat is under the gun, and the last ones are lojack, hijack and
    cutoff.
    """
    seats = len(setup.stacks)
    if setup.game.is_stud:
        return (NO_BUTTON,) * seats
    return _positions(seats, setup.button, tuple([(owed.seat, owed.post) for owed in setup.owed]))


@lru_cache(maxsize=1 << 12)
def _positions(seats: int, button: int, owes: tuple[tuple[int, Post], ...]) -> tuple[str, ...]:
    order = [(button + step) % seats for step in range(1, seats)]
    found = {button: "BTN"}
    if order and (order[0], Post.SMALL_BLIND) in owes:
        found[order.pop(0)] = "SB"
    if order and ((order[0], Post.BIG_BLIND) in owes or "SB" in found.values() or seats == 2):
        found[order.pop(0)] = "BB"
    middle = len(order)
    for at, seat in enumerate(order):
        left = middle - 1 - at
        if left < len(_LAST) and (at or middle == 1):
            found[seat] = _LAST[left]
        else:
            found[seat] = f"UTG+{at}" if at else "UTG"
    return tuple([found[seat] for seat in range(seats)])
