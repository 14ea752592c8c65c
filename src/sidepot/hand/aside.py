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

    `added` is the cash that each seat brought (empty if none). `markers` lists (seat, face) of accepted markers;
    `loans` lists (seat, amount, folded seat that lent or -1, name of a lender who sits out or ""). `unspent` are
    borrowed chips that a seat has not bet yet; its own chips are bet first. `forfeited` seats raised with such chips,
    and may no longer go all-in. At most one `offer` is open: (seat, total, face), or empty. `turn` is the last turn in
    which an offer was answered, `bound` the total for which it was accepted (0 if refused).
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

    `runs` is how often the board is run (0 until the players were asked); `run` is the current run, `run_from` the
    street after which the runs differ. `declared` lists (seat, ways) pairs: 1 for high, 2 for low, 3 for both, -1 if
    not known here. `called` lists (seat, cards per half) pairs. `raked` chips were taken from pots that were paid with
    the sizes `raked_pots`. `opening` are the cards with which the opener opened, `set_aside` those of them that were
    split; `proved` is 1 after openers were shown and -1 if there were none. `checked` are the seats that checked in the
    current or last round; `voided` means that its bets went back (the sevens rule). `credit` holds the chips bought and
    borrowed at open stakes. `parts` are the setup's parts that are still to be won, `broke` the seats that play only
    for them. For each pot that is carried to the next deal, `waits` holds its chips, the seats that may not win it (a
    bit mask), and its index among these parts (-1 for a pot of this deal). `bared` counts burn cards that were exposed
    before they were replaced. `kept` are the killed seats that get nothing back, in a house where a dead hand forfeits
    everything. `unburned` means that the stub was too short for the burn at the beginning of this street; the burn
    comes when the stub is refilled.
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
