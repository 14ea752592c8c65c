"""Why a pot is settled as it is, in words a table can hear, each with the rules it rests on.

Cites are written as `sidepot rules` takes them: `SD-2`, `PG-8`, `TDA-2013:19`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from sidepot.cards import text
from sidepot.games.model import HIGH_SCALES
from sidepot.games.titles import half_words
from sidepot.hand.pots import Pot
from sidepot.hand.streets import seats_of
from sidepot.hand.winning.showdown import split
from sidepot.rules.rulebook import OddChip
from sidepot.rules.texts import Point, cite
from sidepot.settling.laid_out import LaidOut

NOT_CALLED: Final = ("SD-2", "PG-8")
MAIN_POT: Final = ("TS-5", "PG-10")
SIDE_POT: Final = ("PG-9", "PG-10")
FOLDED_CHIPS: Final = ("PG-25",)
AT_ONCE: Final = ("AI-8",)
LAST_ONE_LEFT: Final = ("PG-26",)
BEST_HAND: Final = ("PG-67",)
BEST_IN_ITS_POT: Final = ("SD-6", "PG-16")
HIGH_LOW: Final = ("SD-8",)
NO_LOW: Final = ("PG-98",)

EACH_POT: Final = Point("each pot by itself", {"TDA-2013": "20", "TDA-2024": "21"})
IDENTICAL: Final = Point("identical both ways", {"TDA-2013": "19", "TDA-2024": "20", "WSOP-2026": "73"})
ODD_HALF: Final = Point("odd chip of the halves", {"TDA-2013": "19", "TDA-2024": "20-C"})
BOARD_ODD: Final = Point("odd chip with a board", {"TDA-2013": "19", "TDA-2024": "20-A"})
STUD_ODD: Final = Point("odd chip in stud", {"TDA-2013": "19", "TDA-2024": "20-B", "WSOP-LIVE-2026": "153"})
OTHER_ODD: Final = Point("odd chip in other games", {"TDA-2013": "19", "TDA-2024": "20", "TDA-2026": "21-D"})


class Reason(NamedTuple):
    """Why something was settled as it was: a sentence, and the rules it rests on."""

    text: str
    cites: tuple[str, ...] = ()


class Won(NamedTuple):
    """One half of a pot: which one, how strong each claimant is for it, who wins it (bit mask; 0: nobody qualifies)."""

    half: int
    strengths: dict[int, int]
    winners: int


def not_called(most: int) -> Reason:
    """Why chips come back before any pot is paid."""
    return Reason(f"nobody else put in more than {most:,}" if most else "nobody called any of it", NOT_CALLED)


def made_of(table: LaidOut, pot: Pot, put: Sequence[int], *, is_side: bool) -> Reason:
    """Where the chips of a pot come from: the same from each claimant, chips of folded hands, dead money."""
    each = min(put[seat] for seat in pot.seats) - pot.floor
    dead = 0 if is_side else table.dead
    left = pot.amount - dead - each * len(pot.seats)
    names = _and([table.names[seat] for seat in pot.seats])
    parts = [f"{each:,} from {'each of ' if len(pot.seats) > 1 else ''}{names}"] if each else []
    if left:
        parts.append(f"{left:,} from those who folded")
    if dead:
        parts.append(f"{dead:,} of dead money")
    return Reason(", ".join(parts), (SIDE_POT if is_side else MAIN_POT) + (FOLDED_CHIPS if left else ()))


def one_claimant(name: str, *, is_only_pot: bool) -> Reason:
    """Why a pot needs no showdown."""
    if is_only_pot:
        return Reason(f"everybody else folded: {name} takes it without showing", LAST_ONE_LEFT)
    return Reason(f"{name} is the only one left in it and gets it at once", AT_ONCE)


def still_open(names: Sequence[str]) -> Reason:
    """Why a pot is not paid yet."""
    return Reason(f"open until the hand{'s' if len(names) > 1 else ''} of {_and(names)} can be compared")


def verdict(table: LaidOut, halves: Sequence[Won], *, is_only_pot: bool) -> list[Reason]:
    """The winners of each half, and their hands."""
    said = []
    for won in halves:
        if not won.winners:
            said.append(Reason("no hand qualifies for low, and the high hand takes all", NO_LOW))
            continue
        winners = seats_of(won.winners)
        what = half_words(table.game, won.half) if len(halves) > 1 else "it"
        line = f"{_and([table.names[seat] for seat in winners])} {'share' if len(winners) > 1 else 'wins'} {what}"
        if table.orders is None:
            line += f": {_lower(table.made(winners[0], won.half).text)}"
        cites = (HIGH_LOW if len(halves) > 1 else ()) + (BEST_HAND if is_only_pot else BEST_IN_ITS_POT)
        if len(winners) > 1 and not is_only_pot:
            cites += (str(cite(EACH_POT, table.house)),)  # each pot is split on its own
        said.append(Reason(line, cites))
    return said


def odd_chips(table: LaidOut, amount: int, won: Sequence[Won], orders: Sequence[Sequence[int]]) -> list[Reason]:
    """The owner of each odd chip, and the rule; nothing where a pot comes out even."""
    chip, house = table.chip, table.house
    said: list[Reason] = []
    if len(orders) > 1 and house.identical_high_low_even and all(set(order) == set(orders[0]) for order in orders):
        orders = orders[:1]
        if len(orders[0]) > 1:
            names = _and([table.names[seat] for seat in seats_of(won[0].winners)])
            said.append(Reason(f"{names} hold the same both ways and divide it evenly", (str(cite(IDENTICAL, house)),)))
    parts = [part for _, part in split(amount, [[half] for half in range(len(orders))], chip=chip)]
    if len(set(parts)) > 1:
        said.append(Reason(f"the odd {chip:,} goes to the high half", (str(cite(ODD_HALF, house)),)))
    for part, order, half in zip(parts, orders, won, strict=False):
        odd = part % (len(order) * chip) // chip
        if odd:
            lucky = _and([table.names[seat] for seat in order[:odd]])
            why, rule = _first_in_line(table, half.half, order[0])
            what = f"the odd {chip:,} goes" if odd == 1 else f"the odd chips of {chip:,} go"
            said.append(Reason(f"{what} to {lucky}, {why}", (rule,)))
    return said


def _first_in_line(table: LaidOut, half: int, seat: int) -> tuple[str, str]:
    """Why this seat is first in line for an odd chip."""
    house = table.house
    if not goes_by_suit(table, half):
        point = BOARD_ODD if table.game.board_cards else STUD_ODD if table.game.is_stud else OTHER_ODD
        return f"first left of the button, which {table.names[table.button]} has", str(cite(point, house))
    if house.odd_chip_stud is OddChip.ALL_HIGH_OR_LOW:
        which = "highest" if _is_high(table, half) else "lowest"
        return f"who holds the {which} of all cards by suit", "RRP-11:Ties"
    best = text((table.made(seat, half).high_card,))
    return f"the highest by suit of the best five being {best}", str(cite(STUD_ODD, house))


def goes_by_suit(table: LaidOut, half: int) -> bool:
    """Whether an odd chip of this half goes by the suit of a card and not by position."""
    rule = table.house.odd_chip_stud
    if not table.game.is_stud or rule is OddChip.POSITION:
        return False
    return rule is not OddChip.BEST_FIVE_HIGH or _is_high(table, half)


def _is_high(table: LaidOut, half: int) -> bool:
    return table.game.halves[half].scale in HIGH_SCALES


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def _and(words: Sequence[str]) -> str:
    """`Alice`, `Alice and Bob`, `Alice, Bob and Carol`."""
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)
