"""Debts at open stakes: markers, loans, and what a hand added to them. Source: OS-6, OS-8; OS-4."""

from __future__ import annotations

import msgspec

from sidepot.validation import quantities as q


class Marker(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A marker not won back: its maker owes the `face` to the players who took the pots of that hand.

    `holders` are (player, chips); none as long as its pot waits for the next deal (PG-81).
    """

    hand: q.HandNumber
    maker: str
    face: q.Sum
    holders: tuple[tuple[str, q.Sum], ...] = ()


class Loan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Chips that a player borrowed in a hand from a player who was not in the pot: a debt, even if they won (OS-8).

    `cash`: the lender did not have the chips on the table, and bought them.
    """

    hand: q.HandNumber
    borrower: str
    lender: str
    chips: q.Sum
    cash: bool = False


class Credit(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The credit that a hand was played on.

    `made` are the markers, in all, of each maker, and `torn` what of them came back with the chips that the maker took:
    they are torn up. `markers` are those that are owed now, with any that waited in the pot before; `loans` those of
    this hand. `restricted` players won less than the least buy-in all-in, and may neither add nor borrow now (OS-4).
    """

    made: tuple[tuple[str, q.Sum], ...] = ()
    torn: tuple[tuple[str, q.Sum], ...] = ()
    markers: tuple[Marker, ...] = ()
    loans: tuple[Loan, ...] = ()
    restricted: tuple[str, ...] = ()
