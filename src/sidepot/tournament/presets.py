"""Preset structures: each is complete, and any term can be changed.

Money is in cents. A structure is made by `msgspec.structs.replace`, or written to a file, changed, and read again.

>>> find_preset("Turbo").levels[0].ms // 60_000
6
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from sidepot.errors import BadNotation
from sidepot.games.mixes import ChangeBy, find_mix
from sidepot.games.stakes import AnteBy, Stakes
from sidepot.games.unit import Unit
from sidepot.table.chips import plain_chips
from sidepot.tournament.builder import HOLDEM, usual_stakes
from sidepot.tournament.colour_plan import plan_colour_ups
from sidepot.tournament.payouts import PayTerms
from sidepot.tournament.schedule import MINUTE, Break, Item, Level
from sidepot.tournament.structure import ANY, EntryTerms, Kind, Structure
from sidepot.validation.reader import unknown

HORSE: Final = msgspec.structs.replace(find_mix("horse"), by=ChangeBy.HANDS, hands=8)
CHIPS: Final = plain_chips(25, 100, 500, 1_000, 5_000, 25_000)

# big blinds; the small one is half of it
SLOW: Final = (
    *(50, 100, 150, 200, 250, 300, 400, 500, 600, 800, 1_000, 1_200, 1_600, 2_000, 2_400, 3_000, 4_000, 5_000, 6_000),
    *(8_000, 10_000, 12_000, 16_000, 20_000, 24_000, 30_000, 40_000, 50_000, 60_000, 80_000, 100_000, 120_000, 160_000),
    *(200_000, 250_000, 300_000, 400_000, 500_000),
)
STEADY: Final = (
    *(50, 100, 150, 200, 300, 400, 600, 800, 1_000, 1_600, 2_000, 3_000, 4_000, 6_000, 8_000, 10_000, 16_000, 20_000),
    *(30_000, 40_000, 60_000, 80_000, 100_000),
)
HYPERFAST: Final = (
    *(100, 200, 400, 600, 1_000, 1_600, 2_000, 4_000, 6_000, 10_000, 16_000, 20_000, 40_000, 60_000, 100_000, 200_000),
)
FAST: Final = (
    100,
    200,
    300,
    400,
    600,
    1_000,
    1_600,
    2_000,
    3_000,
    4_000,
    6_000,
    10_000,
    16_000,
    20_000,
    30_000,
    50_000,
)


def _blinds(
    bets: Sequence[int], minutes: int, *, ante_from: int = 0, break_after: int = 0, break_minutes: int = 10
) -> tuple[Item, ...]:
    """Levels of hold'em, with a break after every `break_after`; from level `ante_from` on the big blind antes."""
    items: list[Item] = []
    for number, bet in enumerate(bets, 1):
        ante = bet if 0 < ante_from <= number else 0
        by = AnteBy.BIG_BLIND if ante else AnteBy.ALL
        items.append(Level((Stakes(blinds=(bet // 2, bet), ante=ante, ante_by=by),), minutes * MINUTE))
        if break_after and not number % break_after and number < len(bets):
            items.append(Break(break_minutes * MINUTE))
    return plan_colour_ups(items, CHIPS)


def _horse(bets: Sequence[int], minutes: int, *, break_after: int) -> tuple[Item, ...]:
    """Levels of H.O.R.S.E.: blinds of half a bet and a bet; in stud antes of about a quarter, a bring-in of half."""
    items: list[Item] = []
    for number, bet in enumerate(bets, 1):
        items.append(Level(usual_stakes(HORSE, bet, CHIPS), minutes * MINUTE))
        if not number % break_after and number < len(bets):
            items.append(Break(10 * MINUTE))
    return plan_colour_ups(items, CHIPS)


_LISTED: Final = (
    Structure(
        name="freeze-out",
        title="Freeze-out: one entry, and who is out is out",
        mix=HOLDEM,
        schedule=_blinds(STEADY, 15, ante_from=4, break_after=6),
        chips=CHIPS,
        stack=10_000,
        entry=EntryTerms(buy_in=5_000, fee=500, late_levels=3),
    ),
    Structure(
        name="regular",
        title="Regular: twenty-minute levels, an evening",
        mix=HOLDEM,
        schedule=_blinds(STEADY, 20, ante_from=4, break_after=5),
        chips=CHIPS,
        stack=10_000,
        entry=EntryTerms(buy_in=5_000, fee=500, late_levels=5, reentries=1),
    ),
    Structure(
        name="turbo",
        title="Turbo: six-minute levels",
        mix=HOLDEM,
        schedule=_blinds(FAST, 6, break_after=8, break_minutes=5),
        chips=CHIPS,
        stack=5_000,
        entry=EntryTerms(buy_in=2_000, fee=200, late_levels=4),
        turbo=True,
    ),
    Structure(
        name="hyper",
        title="Hyper: two-minute levels and few chips",
        mix=HOLDEM,
        schedule=_blinds(HYPERFAST, 2, ante_from=3),
        chips=CHIPS,
        stack=3_000,
        entry=EntryTerms(buy_in=1_000, fee=50, late_levels=3),
        turbo=True,
    ),
    Structure(
        name="sit-and-go",
        title="Sit-and-go: three tables, and it begins when they are full",
        mix=HOLDEM,
        schedule=_blinds(STEADY, 8, ante_from=5),
        chips=CHIPS,
        stack=5_000,
        entry=EntryTerms(buy_in=2_000, fee=200, most=27),
        at_full=True,
    ),
    Structure(
        name="deep",
        title="Deep: a long day, and little pressure",
        mix=HOLDEM,
        schedule=_blinds(SLOW, 40, ante_from=5, break_after=3, break_minutes=15),
        chips=CHIPS,
        stack=30_000,
        entry=EntryTerms(buy_in=20_000, fee=2_000, late_levels=6, reentries=ANY),
        redraw_at=(27, 18),
    ),
    Structure(
        name="satellite",
        title="Satellite: seats in a larger tournament, and nothing else",
        kind=Kind.SATELLITE,
        mix=HOLDEM,
        schedule=_blinds(STEADY, 12, ante_from=4, break_after=8),
        chips=CHIPS,
        stack=6_000,
        entry=EntryTerms(buy_in=2_500, fee=300, late_levels=4, reentries=ANY),
        pays=PayTerms(seat_price=22_000),
    ),
    Structure(
        name="heads-up",
        title="Heads-up: matches of two, the winners meet",
        kind=Kind.HEADS_UP,
        seats=2,
        mix=HOLDEM,
        schedule=_blinds(STEADY, 10),
        chips=CHIPS,
        stack=10_000,
        entry=EntryTerms(buy_in=5_000, fee=500),
    ),
    Structure(
        name="shoot-out",
        title="Shoot-out: every table plays down to its winner",
        kind=Kind.SHOOTOUT,
        mix=HOLDEM,
        schedule=_blinds(STEADY, 15, ante_from=5, break_after=6),
        chips=CHIPS,
        stack=8_000,
        entry=EntryTerms(buy_in=5_000, fee=500, most=81),
    ),
    Structure(
        name="rebuy",
        title="Rebuys for an hour and a half, and an add-on",
        mix=HOLDEM,
        schedule=_blinds(STEADY, 15, ante_from=7, break_after=6),
        chips=CHIPS,
        stack=3_000,
        entry=EntryTerms(
            buy_in=2_000,
            fee=300,
            late_levels=6,
            rebuys=ANY,
            rebuy_cost=2_000,
            rebuy_chips=3_000,
            rebuy_levels=6,
            addon_cost=2_000,
            addon_chips=5_000,
            addon_item=6,
        ),
    ),
    Structure(
        name="knockout",
        title="Knockout: a bounty on every head, paid in cash",
        mix=HOLDEM,
        schedule=_blinds(STEADY, 15, ante_from=4, break_after=6),
        chips=CHIPS,
        stack=10_000,
        entry=EntryTerms(buy_in=4_000, bounty=1_000, fee=500, late_levels=4),
    ),
    Structure(
        name="mystery",
        title="Mystery bounty: envelopes for all who are left when entry closes",
        mix=HOLDEM,
        schedule=_blinds(STEADY, 15, ante_from=4, break_after=6),
        chips=CHIPS,
        stack=10_000,
        entry=EntryTerms(buy_in=2_500, bounty=2_500, fee=500, late_levels=4, mystery=(20, 10, 10, 5, 5)),
    ),
    Structure(
        name="bounty",
        title="Bounty: half of a head won goes on the winner's own",
        mix=HOLDEM,
        schedule=_blinds(STEADY, 15, ante_from=4, break_after=6),
        chips=CHIPS,
        stack=10_000,
        entry=EntryTerms(buy_in=2_500, bounty=2_500, progressive=True, fee=500, late_levels=6, reentries=1),
    ),
    Structure(
        name="horse",
        title="H.O.R.S.E.: five games at fixed limits",
        seats=8,
        mix=HORSE,
        schedule=_horse(STEADY[1:], 25, break_after=4),
        chips=CHIPS,
        stack=10_000,
        entry=EntryTerms(buy_in=10_000, fee=1_000, late_levels=4, reentries=1),
    ),
    Structure(
        name="flights",
        title="Three first days, and one final day",
        mix=HOLDEM,
        schedule=_blinds(STEADY, 20, ante_from=4, break_after=5),
        chips=CHIPS,
        stack=10_000,
        entry=EntryTerms(buy_in=10_000, fee=1_000, late_levels=4, reentries=1),
        flights=("1A", "1B", "1C"),
        flight_levels=10,
    ),
)

PRESETS: Final[dict[str, Structure]] = {structure.name: structure for structure in _LISTED}


def find_preset(name: str) -> Structure:
    """The preset structure with this name. Upper and lower case, spaces and hyphens do not matter.

    If there is none, raises BadNotation with the most similar names.
    """
    if not isinstance(name, str):
        raise BadNotation(f"name: expected a structure's name, such as 'turbo', not {name!r:.60}")
    key = _key(name)
    for known, structure in PRESETS.items():
        if _key(known) == key:
            return structure
    raise unknown(f"unknown structure {name!r}", name, PRESETS)


_PRICES: Final = (
    "buy_in", "fee", "bounty", "rebuy_cost", "rebuy_fee", "addon_cost", "addon_fee", "guarantee",
)  # fmt: skip
_PRIZES: Final = ("minimum", "seat_price")


def in_unit(structure: Structure, unit: Unit) -> Structure:
    """A preset, whose money is in cents, with its money in another unit. Amounts below 1 become 1.

    >>> in_unit(find_preset("hyper"), Unit()).entry.buy_in, in_unit(find_preset("hyper"), Unit()).entry.fee
    (10, 1)
    """
    entry = {name: _scaled(getattr(structure.entry, name), unit) for name in _PRICES}
    paid = {name: _scaled(getattr(structure.pays, name), unit) for name in _PRIZES}
    return msgspec.structs.replace(
        structure,
        money=unit,
        entry=msgspec.structs.replace(structure.entry, **entry),
        pays=msgspec.structs.replace(structure.pays, **paid),
    )


def _scaled(cents: int, unit: Unit) -> int:
    return max(round(cents * unit.one / 100), 1) if cents else 0


def _key(name: str) -> str:
    return name.lower().replace(" ", "").replace("-", "").replace("_", "")
