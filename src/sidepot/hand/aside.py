"""The rarely used state of a hand: several runs of the board, declarations, rake, openers, credit.

It is one immutable value in the hand, replaced when something changes, so that copies of ordinary hands do not pay for
it.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from typing import Final, NamedTuple

Called = tuple[tuple[int, ...], ...]
"""The cards that a player calls for each half of the pot; empty if the cards speak."""


class Credit(NamedTuple):
    """The chips bought and borrowed during a hand at open stakes.

    - `added`: the cash that each seat brought (empty if none)
    - `markers`: the accepted markers, as (seat, face)
    - `loans`: (seat, amount, folded seat that lent or -1, name of a lender who sits out or "")
    - `unspent`: the borrowed chips that each seat has not bet yet; its own chips are bet first
    - `forfeited`: the seats that raised with borrowed chips and may no longer go all-in, as a bit mask
    - `offer`: the open offer of a marker, as (seat, total, face); the seat is -1 if there is none
    - `turn`: the last turn in which an offer was answered
    - `bound`: the total for which that offer was accepted (0 if refused)
    """

    added: tuple[int, ...] = ()
    markers: tuple[tuple[int, int], ...] = ()
    loans: tuple[tuple[int, int, int, str], ...] = ()
    unspent: tuple[int, ...] = ()
    forfeited: int = 0
    offer: tuple[int, int, int] = (-1, 0, 0)
    turn: tuple[int, ...] = ()
    bound: int = 0


NO_CREDIT: Final = Credit()


class Aside(NamedTuple):
    """The rarely used state of a hand.

    - `runs`, `run`: how often the board is run (0 before the players are asked), and the current run
    - `run_from`: the street after which the runs differ
    - `declared`: (seat, ways) pairs; ways is 1 for high, 2 for low, 3 for both, -1 if this copy of the hand hides it
    - `called`: the cards that a seat announced, as (seat, cards for each half)
    - `raked`, `raked_pots`: the rake taken so far, and the sizes of the pots that paid it
    - `opening`, `set_aside`: the cards with which the opener opened, and those of them that were split
    - `proved`: 1 after openers were shown, -1 if the opener had none
    - `checked`: the seats that checked in the current or last round, as a bit mask
    - `voided`: whether the bets of that round were returned (the sevens rule)
    - `parts`: the parts of a carried pot that are still to be won
    - `broke`: the seats that play only for these parts, as a bit mask
    - `waits`: each pot carried to the next deal, as (chips, seats that may not win it, its index in `parts` or -1)
    - `bared`: how many burn cards were exposed and replaced
    - `kept`: the killed seats that get nothing back, because in this house a dead hand forfeits everything
    - `unburned`: whether the stub was too short for this street's burn card, which is burned once the stub is refilled
    """

    runs: int = 0
    run: int = 0
    run_from: int = -1
    declared: tuple[tuple[int, int], ...] = ()
    revealed: bool = False
    called: tuple[tuple[int, Called], ...] = ()
    raked: int = 0
    raked_pots: tuple[int, ...] = ()
    opening: tuple[int, ...] = ()
    set_aside: tuple[int, ...] = ()
    proved: int = 0
    checked: int = 0
    voided: bool = False
    credit: Credit = NO_CREDIT
    parts: tuple[tuple[int, int], ...] = ()
    broke: int = 0
    waits: tuple[tuple[int, int, int], ...] = ()
    bared: int = 0
    kept: int = 0
    unburned: bool = False

    def ways_of(self, seat: int) -> int:
        """A seat's declaration: 1 for high, 2 for low, 3 for both, -1 if it is hidden, 0 if there is none yet."""
        for who, ways in self.declared:
            if who == seat:
                return ways
        return 0

    def called_by(self, seat: int) -> Called:
        """The cards that a seat announced for each half of the pot; empty if it announced none."""
        for who, cards in self.called:
            if who == seat:
                return cards
        return ()


NOTHING_ASIDE: Final = Aside()
