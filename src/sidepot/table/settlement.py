"""The payments that settle all debts after play, as few as possible. Source: OS-12.

Each player has an amount to receive (positive) or to pay (negative): chips, chips counted out on leaving, and loans
given, less markers made and loans taken. The cash box holds the total and pays out what was paid in, so all amounts add
up to zero and everybody can be paid.

>>> for payment in settle({"ann": 70, "bob": -30, "cy": 30, BOX: -70}):
...     print(payment)
bob pays cy 30
the box pays ann 70
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from sidepot.errors import Conflict

BOX: Final = "the box"
HOUSE: Final = "the house"
EXACT: Final = 14  # most parties for which the fewest payments are searched for
FEW: Final = 10  # most parties for which debts are paid directly, if that takes no more payments


class Payment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A payment from one party to another. A party is a player, the cash box, or the house with its rake."""

    payer: str
    payee: str
    chips: int

    def __str__(self) -> str:
        return f"{self.payer} pays {self.payee} {self.chips}"


def settle(
    standings: Mapping[str, int], debts: Iterable[tuple[str, str, int]] = (), *, exact: int = EXACT
) -> tuple[Payment, ...]:
    """The payments after which nobody owes anything. Raises Conflict if the balances do not add up to zero.

    `debts` are the debts behind the balances, as (debtor, creditor, chips).

    For up to `exact` parties with a balance, the payments are as few as possible. Debtors then pay their own creditors,
    if that takes no more payments. With more parties, debts are first paid to claims of the same size. Then the largest
    debt is paid to the largest claim, until all is paid. This takes fewer payments than parties, but perhaps not the
    smallest possible number.
    """
    if sum(standings.values()):
        raise Conflict(
            f"the amounts owed and the amounts to be received must balance, but differ by {sum(standings.values())}"
        )
    rest = {name: chips for name, chips in standings.items() if chips}
    made = _as_owed(rest, debts) if len(rest) <= min(FEW, exact) else []
    parties = [(name, chips) for name, chips in rest.items() if chips]
    groups = _groups(parties) if len(parties) <= exact else _pairs(parties)
    return (*made, *[payment for group in groups for payment in _pay(group)])


def _as_owed(rest: dict[str, int], debts: Iterable[tuple[str, str, int]]) -> list[Payment]:
    """The debts that can be paid directly without more payments. `rest` is updated to the remaining balances."""
    made = []
    fewest = _count(rest)
    for payer, payee, chips in debts:
        paid = min(chips, -rest.get(payer, 0), rest.get(payee, 0))
        if paid < 1:
            continue
        after = {**rest, payer: rest[payer] + paid, payee: rest[payee] - paid}
        if _count(after) < fewest:
            fewest -= 1
            rest.update(after)
            made.append(Payment(payer, payee, paid))
    return made


def _count(standings: Mapping[str, int]) -> int:
    """The smallest possible number of payments."""
    parties = [(name, chips) for name, chips in standings.items() if chips]
    return len(parties) - len(_groups(parties))


def _groups(parties: Sequence[tuple[str, int]]) -> list[list[tuple[str, int]]]:
    """As many groups as possible that each add up to zero. A group needs one payment fewer than it has parties.

    `most[some]` is the number of such groups into which these parties can be split, if the last may be left unfinished.
    """
    whole = 1 << len(parties)
    total = [0] * whole
    most = [0] * whole
    last = [-1] * whole  # the party added last
    for some in range(1, whole):
        lowest = (some & -some).bit_length() - 1
        total[some] = total[some & (some - 1)] + parties[lowest][1]
        for at in range(len(parties)):
            if some >> at & 1:
                groups = most[some & ~(1 << at)] + (not total[some])
                if groups > most[some] or last[some] < 0:
                    most[some], last[some] = groups, at
    found: list[list[tuple[str, int]]] = []
    some = whole - 1
    while some:
        if not total[some]:
            found.append([])
        found[-1].append(parties[last[some]])
        some &= ~(1 << last[some])
    return [sorted(group, key=parties.index) for group in reversed(found)]


def _pairs(parties: Sequence[tuple[str, int]]) -> list[list[tuple[str, int]]]:
    """The parties in groups: each debt with an equal claim, and all other parties in one group."""
    left = list(parties)
    found = []
    for party in parties:
        other = next((one for one in left if one[1] == -party[1]), None)
        if party in left and other is not None:
            left.remove(party)
            left.remove(other)
            found.append([party, other])
    return [*found, left]


def _pay(group: Iterable[tuple[str, int]]) -> list[Payment]:
    """Pay the largest debt to the largest claim, until all is paid (among equals, the first, and the box last).

    So the maker of a marker usually pays a player, and the box pays what is left.
    """
    claims = {name: chips for name, chips in group if chips > 0}
    debts = {name: -chips for name, chips in group if chips < 0}
    made = []
    while debts:
        payer = max(debts, key=lambda name: (name != BOX, debts[name]))
        payee = max(claims, key=lambda name: (name != BOX, claims[name]))
        chips = min(debts[payer], claims[payee])
        made.append(Payment(payer, payee, chips))
        for some, name in ((debts, payer), (claims, payee)):
            some[name] -= chips
            if not some[name]:
                del some[name]
    return made
