"""One told hand as figures: who sat where, in which game, for which stakes, and what each seat did and won."""

from __future__ import annotations

from typing import Final

import msgspec

from sidepot.formats.decimals import unscaled
from sidepot.formats.moments import moment_in
from sidepot.formats.told_hand import ToldHand
from sidepot.games.limits import FixedLimit, Limit, NoLimit, PotLimit
from sidepot.games.stakes import Stakes
from sidepot.hand.due import DONE
from sidepot.hand.figures import SeatFigures, figures, unit
from sidepot.hand.setup import Post, Setup
from sidepot.stats.all_in import AllIn, all_in

BY: Final = ("position", "game", "stakes", "month")
"""What figures are grouped by."""

UNKNOWN_MONTH: Final = "unknown"


class SeatSeen(msgspec.Struct, frozen=True, gc=False):
    """A seat in a hand: `net` chips up or down after the rake, the figures, and where the betting ended all-in what it
    was to be up or down on average (`expected`). `beside` is the part of the net that a site gave or took beside the
    pots: to a player who had cashed out, or was insured.
    """

    player: str
    position: str
    net: int
    did: SeatFigures
    expected: float | None = None
    beside: int = 0


class HandSeen(msgspec.Struct, frozen=True):
    """A hand in figures. Amounts are in the smallest unit of its `money`, 10 ** `decimals` of which are one.

    `money` is a currency, `chips` where none is named, or `tournament chips`; `unit` is what results are counted in,
    the big blind. `exact`: no expectation in it was sampled. `hero` is the seat whose view it is, -1 for nobody's.
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

    @property
    def month(self) -> str:
        """The month in which it was played, as in 2026-05; `unknown` where the history does not tell it."""
        moment = moment_in(self.when)
        return UNKNOWN_MONTH if moment is None else f"{moment[0]}-{moment[1]:02}"

    def group(self, by: str, seat: SeatSeen) -> str:
        """The group that a seat of this hand belongs to."""
        return seat.position if by == "position" else str(getattr(self, by))


def seen(told: ToldHand, *, expectation: bool = True) -> HandSeen:
    """A told hand in figures, those of every seat that was dealt a card."""
    hand = told.hand
    setup = hand.setup
    is_paid = hand.due is DONE
    collected, awarded = told.collected, told.awarded
    of = figures(hand, None if is_paid else collected)
    positions = positions_of(setup)
    average = all_in(hand) if expectation and of.showdown and is_paid else None
    whole = of.pot
    kept = sum(collected.values()) / whole if whole else 0.0
    seats: list[SeatSeen | None] = []
    for seat, did in enumerate(of.seats):
        if did is None:
            seats.append(None)
            continue
        won = collected.get(seat, 0)
        net = did.net - awarded.get(seat, 0) + won if is_paid else did.net
        expected = _expected(average, seat, net - won, kept)
        beside = told.beside.get(seat, 0)
        if beside and expected is not None:  # chance decides nothing for that player any more
            expected = float(net + beside)
        seats.append(SeatSeen(told.names[seat], positions[seat], net + beside, did, expected, beside))
    return HandSeen(
        name=told.name,
        when=told.when,
        game=f"{_SHORT.get(type(setup.limit), 'spread')} {setup.game.name}",
        stakes=stakes_text(setup.stakes, setup.limit, told.decimals),
        money="tournament chips" if told.is_tournament else told.currency or "chips",
        decimals=told.decimals,
        unit=unit(setup) or 1,
        pot=of.pot,
        rake=told.rake if is_paid else of.pot - sum(collected.values()),
        showdown=of.showdown,
        seats=tuple(seats),
        exact=average is None or average.exact,
        hero=told.hero,
    )


def _expected(average: AllIn | None, seat: int, put: int, kept: float) -> float | None:
    """What a seat was to be up or down on average, after the same part of the rake; `put` is negative."""
    if average is None or not average.seats >> seat & 1:
        return None
    return average.chips[seat] * kept + put


_SHORT: Final[dict[type, str]] = {NoLimit: "nl", PotLimit: "pl", FixedLimit: "fl"}


def stakes_text(stakes: Stakes, limit: Limit, decimals: int) -> str:
    """The stakes in short: bets at fixed limit, else blinds, with the ante: `0.50/1`, `2/4 ante 0.25`."""
    is_fixed = isinstance(limit, FixedLimit) and stakes.small_bet
    amounts = (stakes.small_bet, stakes.big_bet or 2 * stakes.small_bet) if is_fixed else stakes.blinds[:2]
    parts = ["/".join([unscaled(amount, decimals) for amount in amounts])] if amounts else []
    if stakes.ante:
        parts.append(f"ante {unscaled(stakes.ante, decimals)}")
    return " ".join(parts) or "no stakes"


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
"""In the order in which they act before the flop."""

_LAST: Final = ("CO", "HJ", "LJ")


def positions_of(setup: Setup) -> list[str]:
    """The position of each seat. In stud there is none; heads-up the button has the small blind and is the button.

    Between the big blind and the button the first is under the gun, and the last are cutoff, hijack and lojack.
    """
    seats = len(setup.stacks)
    if setup.game.is_stud:
        return [NO_BUTTON] * seats
    owes = {(owed.seat, owed.post) for owed in setup.owed}
    order = [(setup.button + step) % seats for step in range(1, seats)]
    found = {setup.button: "BTN"}
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
    return [found[seat] for seat in range(seats)]
