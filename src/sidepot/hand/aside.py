"""The rarely used state of a hand: several runs of the board, declarations, rake, openers, credit.

It is one immutable value in the hand, replaced when something changes, so that copying an ordinary hand costs nothing
extra.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from typing import Final, NamedTuple

Called = tuple[tuple[int, ...], ...]
"""The cards that a player calls for each half of the pot; empty if the cards speak."""


class Credit(NamedTuple):
    """The chips bought and borrowed during a hand at open stakes.

    - `added`: the chips that each seat bought with cash (empty if nobody did)
    - `markers`: the accepted markers, as (seat, face) pairs
    - `loans`: the loans, as (seat, amount, folded seat that lent or -1, name of a lender who sits out or "")
    - `unspent`: the borrowed chips that each seat has not bet yet; its own chips are bet first
    - `forfeited`: the seats that raised with borrowed chips and may no longer go all-in, as a bit mask
    - `offer`: the open offer of a marker, as (seat, total, face); the seat is -1 if there is none
    - `turn`: the last turn in which an offer was answered
    - `bound`: the total for which the last answered offer was accepted (0: it was refused)
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

    - `runs`: how often the board is run (0: the players were not asked yet)
    - `run`: the current run
    - `run_from`: the street after which the runs differ
    - `declared`: the declarations, as (seat, ways) pairs; `ways` is 1 for high, 2 for low, 3 for both, -1 if hidden in
      this copy of the hand
    - `called`: the cards that seats announced, as (seat, cards for each half) pairs
    - `raked`: the rake taken so far
    - `raked_pots`: the sizes of the pots that paid this rake
    - `opening`: the cards with which the opener opened
    - `set_aside`: the split openers among these cards
    - `proved`: 1 once openers were shown, -1 if the opener had none, else 0
    - `checked`: the seats that checked in the current or last round, as a bit mask
    - `voided`: whether the bets of this round were returned (the sevens rule)
    - `parts`: the parts of a carried pot that are still to be won
    - `broke`: the seats that play only for these parts, as a bit mask
    - `waits`: each pot carried to the next deal, as (chips, seats that may not win it, its index in `parts` or -1)
    - `bared`: how many burn cards were exposed and replaced
    - `kept`: the killed seats that get nothing back, because in this house a dead hand forfeits everything
    - `unburned`: whether this street's burn card is still owed, because the stub was too short; it is burned once the
      stub is refilled
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
        """A seat's declaration: 1 for high, 2 for low, 3 for both, -1 if it is hidden, 0 if the seat has not
        declared.
        """
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
