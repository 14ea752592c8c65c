"""Settle a hand that was played with real chips: uncalled bets, the pots, who wins each, and why.

It needs the table at the end: each player's chips in the pot, who folded, the board and the hands that
were shown (or, without cards, who beats whom). It deals nothing: the pots come from `hand.pots`, the split and the odd
chips from `hand.showdown`, the strengths from `ranking`.

>>> from sidepot.cards import cards
>>> shown = {"Alice": cards("As Ks"), "Carol": cards("Qh Qd")}
>>> board = cards("Kd 8s 5s 4c 2h")
>>> settled = settle({"Alice": 800, "Bob": 900, "Carol": 1700}, folded=["Bob"], hands=shown, board=board)
>>> settled.returned, settled.payouts
({'Carol': 800}, {'Alice': 2400, 'Carol': 200})
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from sidepot.errors import Conflict
from sidepot.games.catalog import HOLDEM
from sidepot.games.model import Game
from sidepot.games.titles import half_label
from sidepot.hand.pots import Pot, pots, uncalled
from sidepot.hand.streets import clockwise
from sidepot.hand.winning.showdown import odd_chip_order, split
from sidepot.rules.houses import CASH
from sidepot.rules.rulebook import Rulebook
from sidepot.settling import why
from sidepot.settling.laid_out import LaidOut, Order, lay_out
from sidepot.settling.why import Reason, Won
from sidepot.whole import whole


class Tabled(NamedTuple):
    """A hand that contests a pot: for which half (nothing where there is one), in words, by which cards."""

    name: str
    half: str
    words: str
    cards: tuple[int, ...]
    wins: bool


class SettledPot(msgspec.Struct, frozen=True):
    """One pot: its chips, who contests it, the winners and their shares. No winners: its hands are not known yet."""

    name: str
    amount: int
    eligible: tuple[str, ...]
    winners: tuple[str, ...]
    shares: dict[str, int]
    hands: tuple[Tabled, ...]
    why: tuple[Reason, ...]


class Settlement(msgspec.Struct, frozen=True):
    """The whole hand settled. `returned` was never called and is no win; `payouts` are what each wins of the pots."""

    pots: tuple[SettledPot, ...]  # the main pot first
    returned: dict[str, int]
    payouts: dict[str, int]
    why_returned: tuple[Reason, ...]

    @property
    def unpaid(self) -> int:
        """The chips of those pots that cannot be awarded yet."""
        return sum(pot.amount for pot in self.pots if not pot.winners)

    @property
    def cites(self) -> tuple[str, ...]:
        """Every rule it rests on, once each."""
        reasons = (*self.why_returned, *(reason for pot in self.pots for reason in pot.why))
        return tuple(dict.fromkeys(cite for reason in reasons for cite in reason.cites))


def settle(
    put: Mapping[str, int],
    *,
    folded: Iterable[str] = (),
    hands: Mapping[str, Sequence[int]] | None = None,
    board: Sequence[int] = (),
    dead: int = 0,
    best: Order = (),
    low: Order = (),
    game: Game = HOLDEM,
    house: Rulebook = CASH,
    button: str | None = None,
    chip: int = 1,
) -> Settlement:
    """Settle a hand from the chips each player `put` in during all of it, antes and blinds included.

    Players are named clockwise; the last one has the button unless it is given. `dead` is money in nobody's name
    (big-blind antes, dead blinds). A player who put in nothing is out of the hand, unless cards are given. Without
    cards, `best` lists groups of equal hands from the best down, and `low` those for the low half. A pot whose hands
    are not known stays open. Rule: SD-2, SD-3, SD-6, SD-8, TS-5, PG-8, PG-10, TDA-2013 19, 20. Raises BadNotation,
    Conflict.
    """
    put = {name: whole(chips, f"what {name} put in") for name, chips in put.items()}
    dead, chip = whole(dead, "dead"), whole(chip, "chip")
    table = lay_out(put, folded, hands or {}, board, dead, (best, low), game, house, button, chip)
    in_play = list(table.put)
    returned: dict[str, int] = {}
    why_returned: tuple[Reason, ...] = ()
    for seat, over in uncalled(in_play, table.live):
        in_play[seat] -= over
        returned[table.names[seat]] = over
        why_returned = (why.not_called(in_play[seat]),)
    layers = pots(in_play, table.live, table.dead)
    settled = tuple(_settle_pot(table, in_play, layers, at) for at in range(len(layers)))
    won = {name: sum(pot.shares.get(name, 0) for pot in settled) for name in table.names}
    return Settlement(settled, returned, {name: chips for name, chips in won.items() if chips}, why_returned)


def _settle_pot(table: LaidOut, put: Sequence[int], layers: Sequence[Pot], at: int) -> SettledPot:
    """The claimants of a pot, its winners, and their shares."""
    pot = layers[at]
    is_only = len(layers) == 1
    name = "Main pot" if not at else f"Side pot {at}" if len(layers) > 2 else "Side pot"
    seats = pot.seats
    eligible = tuple(table.names[seat] for seat in seats)
    made_of = why.made_of(table, pot, put, is_side=at > 0)
    if len(seats) == 1:
        reasons = (made_of, why.one_claimant(eligible[0], is_only_pot=is_only))
        return SettledPot(name, pot.amount, eligible, eligible, {eligible[0]: pot.amount}, (), reasons)
    unknown = [table.names[seat] for seat in seats if not table.is_known(seat)]
    if unknown:
        return SettledPot(name, pot.amount, eligible, (), {}, (), (made_of, why.still_open(unknown)))
    halves = [_contest(table, seats, half) for half in range(len(table.game.halves))]
    won = [half for half in halves if half.winners]
    orders = _pay_order(table, pot.amount, won)
    paid = dict(_split(table, pot.amount, orders))
    said = [*why.verdict(table, halves, is_only_pot=is_only), *why.odd_chips(table, pot.amount, won, orders)]
    winners = [seat for seat in seats if any(half.winners >> seat & 1 for half in won)]
    return SettledPot(
        name,
        pot.amount,
        eligible,
        tuple(table.names[seat] for seat in winners),
        {table.names[seat]: paid[seat] for seat in winners},
        tuple(hand for half in halves for hand in _tabled(table, half)),
        (made_of, *said),
    )


def _contest(table: LaidOut, seats: Sequence[int], half: int) -> Won:
    """The strength of each claimant for one half, and the winners."""
    strengths = {seat: table.strength(seat, half) for seat in seats}
    best = max(strengths.values())
    return Won(half, strengths, sum(1 << seat for seat in seats if best and strengths[seat] == best))


def _pay_order(table: LaidOut, amount: int, won: Sequence[Won]) -> list[list[int]]:
    """The winners of each half, those first who get odd chips first. Rule: TDA-2013 19.

    Raises Conflict where an odd chip goes by the suit of a card and the cards are not known.
    """
    orders = [clockwise(half.winners, table.left_of_button) for half in won]
    if not any(why.goes_by_suit(table, half.half) for half in won):
        return orders
    if table.orders is None:
        rule, start = table.house.odd_chip_stud, table.left_of_button
        halves = table.game.halves
        return [
            odd_chip_order(half.winners, halves[half.half], table.holes, table.board, start=start, rule=rule)
            for half in won
        ]
    turned = [order[::-1] for order in orders]
    if sorted(_split(table, amount, orders)) != sorted(_split(table, amount, turned)):
        raise Conflict(
            f"an odd {table.chip:,} in a pot of {amount:,} goes by the suit of a card in {table.game.title}: "
            "give the hands of the winners as cards"
        )
    return orders


def _split(table: LaidOut, amount: int, orders: Sequence[Sequence[int]]) -> tuple[tuple[int, int], ...]:
    return split(amount, orders, chip=table.chip, even=table.house.identical_high_low_even)


def _tabled(table: LaidOut, won: Won) -> list[Tabled]:
    """The hands that contest a half, the best first, where their cards are known."""
    if table.orders is not None:
        return []
    name = half_label(table.game, won.half) if len(table.game.halves) > 1 else ""
    found = []
    for seat in sorted(won.strengths, key=lambda seat: -won.strengths[seat]):
        hand = table.made(seat, won.half)
        found.append(Tabled(table.names[seat], name, hand.text, hand.cards, bool(won.winners >> seat & 1)))
    return found
