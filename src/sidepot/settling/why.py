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
from sidepot.rules.clauses import Said, names, plain, say
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
    """Why something was settled as it was: a sentence, also as data (`said`), and the rules it rests on."""

    text: str
    cites: tuple[str, ...] = ()
    said: Said = ()


class Won(NamedTuple):
    """One half of a pot: which one, how strong each claimant is for it, who wins it (bit mask; 0: nobody qualifies)."""

    half: int
    strengths: dict[int, int]
    winners: int


def _reason(said: Said, cites: tuple[str, ...] = ()) -> Reason:
    return Reason(plain(said), cites, said)


def not_called(most: int) -> Reason:
    """Why chips come back before any pot is paid."""
    return _reason(say("nobody else put in more than {}", most) if most else say("nobody called any of it"), NOT_CALLED)


def made_of(table: LaidOut, pot: Pot, put: Sequence[int], *, is_side: bool) -> Reason:
    """Where the chips of a pot come from: the same from each claimant, chips of folded hands, dead money."""
    each = min(put[seat] for seat in pot.seats) - pot.floor
    dead = 0 if is_side else table.dead
    left = pot.amount - dead - each * len(pot.seats)
    who = names([table.names[seat] for seat in pot.seats])
    parts = []
    if each:
        parts.append(say("{} from each of {}", each, who) if len(pot.seats) > 1 else say("{} from {}", each, who))
    if left:
        parts.append(say("{} from those who folded", left))
    if dead:
        parts.append(say("{} of dead money", dead))
    said: Said = (", ".join(["{}"] * len(parts)), *parts)
    return _reason(said, (SIDE_POT if is_side else MAIN_POT) + (FOLDED_CHIPS if left else ()))


def one_claimant(name: str, *, is_only_pot: bool) -> Reason:
    """Why a pot needs no showdown."""
    if is_only_pot:
        return _reason(say("everybody else folded: {} takes it without showing", name), LAST_ONE_LEFT)
    return _reason(say("{} is the only one left in it and gets it at once", name), AT_ONCE)


def still_open(players: Sequence[str]) -> Reason:
    """Why a pot is not paid yet."""
    who = names(list(players))
    many = say("open until the hands of {} can be compared", who)
    return _reason(many if len(players) > 1 else say("open until the hand of {} can be compared", who))


def verdict(table: LaidOut, halves: Sequence[Won], *, is_only_pot: bool) -> list[Reason]:
    """The winners of each half, and their hands."""
    said = []
    for won in halves:
        if not won.winners:
            said.append(_reason(say("no hand qualifies for low, and the high hand takes all"), NO_LOW))
            continue
        winners = seats_of(won.winners)
        who = names([table.names[seat] for seat in winners])
        what: Said = (half_words(table.game, won.half),) if len(halves) > 1 else say("it")
        line = say("{} share {}", who, what) if len(winners) > 1 else say("{} wins {}", who, what)
        if table.orders is None:
            line = say("{}: {}", line, (_lower(table.made(winners[0], won.half).text),))
        cites = (HIGH_LOW if len(halves) > 1 else ()) + (BEST_HAND if is_only_pot else BEST_IN_ITS_POT)
        if len(winners) > 1 and not is_only_pot:
            cites += (str(cite(EACH_POT, table.house)),)  # each pot is split on its own
        said.append(_reason(line, cites))
    return said


def odd_chips(table: LaidOut, amount: int, won: Sequence[Won], orders: Sequence[Sequence[int]]) -> list[Reason]:
    """The owner of each odd chip, and the rule; nothing where a pot comes out even."""
    chip, house = table.chip, table.house
    said: list[Reason] = []
    if len(orders) > 1 and house.identical_high_low_even and all(set(order) == set(orders[0]) for order in orders):
        orders = orders[:1]
        if len(orders[0]) > 1:
            who = names([table.names[seat] for seat in seats_of(won[0].winners)])
            same = say("{} hold the same both ways and divide it evenly", who)
            said.append(_reason(same, (str(cite(IDENTICAL, house)),)))
    parts = [part for _, part in split(amount, [[half] for half in range(len(orders))], chip=chip)]
    if len(set(parts)) > 1:
        said.append(_reason(say("the odd {} goes to the high half", chip), (str(cite(ODD_HALF, house)),)))
    for part, order, half in zip(parts, orders, won, strict=False):
        odd = part % (len(order) * chip) // chip
        if odd:
            lucky = names([table.names[seat] for seat in order[:odd]])
            why, rule = _first_in_line(table, half.half, order[0])
            if odd == 1:
                said.append(_reason(say("the odd {} goes to {}, {}", chip, lucky, why), (rule,)))
            else:
                said.append(_reason(say("the odd chips of {} go to {}, {}", chip, lucky, why), (rule,)))
    return said


def _first_in_line(table: LaidOut, half: int, seat: int) -> tuple[Said, str]:
    """Why this seat is first in line for an odd chip."""
    house = table.house
    if not goes_by_suit(table, half):
        point = BOARD_ODD if table.game.board_cards else STUD_ODD if table.game.is_stud else OTHER_ODD
        return say("first left of the button, which {} has", table.names[table.button]), str(cite(point, house))
    if house.odd_chip_stud is OddChip.ALL_HIGH_OR_LOW:
        if _is_high(table, half):
            return say("who holds the highest of all cards by suit"), "RRP-11:Ties"
        return say("who holds the lowest of all cards by suit"), "RRP-11:Ties"
    best = text((table.made(seat, half).high_card,))
    return say("the highest by suit of the best five being {}", best), str(cite(STUD_ODD, house))


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
