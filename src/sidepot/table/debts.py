"""Debts at open stakes: markers, loans, and the additions of a hand. Source: OS-6, OS-8; OS-4."""

from __future__ import annotations

import msgspec

from sidepot.validation import quantities as q


class Marker(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A marker that its maker has not won back. The maker owes the `face` to the winners of that hand's pots.

    `holders` lists these winners, as (player, chips) pairs. The list is empty while the pot is carried to the next deal
    (PG-81).
    """

    hand: q.HandNumber
    maker: str
    face: q.Sum
    holders: tuple[tuple[str, q.Sum], ...] = ()


class Loan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Chips that a player borrowed during a hand from a player who was not in the pot.

    The debt does not depend on the result of the hand (OS-8). `cash` means that the lender first had to buy the chips.
    """

    hand: q.HandNumber
    borrower: str
    lender: str
    chips: q.Sum
    cash: bool = False


class Credit(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The credit of a hand.

    - `made`: each maker's total of markers
    - `torn`: each maker's markers that came back with the maker's winnings and were torn up
    - `markers`: the markers now owed, including earlier markers in a carried pot
    - `loans`: the loans of this hand
    - `restricted`: the players who may neither add nor borrow, because they went all-in and won less than the minimum
      buy-in (OS-4)
    """

    made: tuple[tuple[str, q.Sum], ...] = ()
    torn: tuple[tuple[str, q.Sum], ...] = ()
    markers: tuple[Marker, ...] = ()
    loans: tuple[Loan, ...] = ()
    restricted: tuple[str, ...] = ()
