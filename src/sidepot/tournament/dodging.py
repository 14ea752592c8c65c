"""Players who are slow to reach their new seat while blinds pass it (T32, RP-6)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sidepot.floor.conduct.offence import OffenceFacts, rule_on_offence
from sidepot.rules.rulebook import Rulebook
from sidepot.table.button import Marks, passed
from sidepot.tournament.moves import Dodged, Move


def hurry(move: Move, hands: int) -> str | None:
    """A warning for a player who has not sat down `hands` hands after a move; None while there is time.

    Rule: TDA-2013 RP-6 (players move quickly, so that nobody avoids blinds).
    """
    if not move.within or hands < move.within - 1:
        return None
    if hands >= move.within:
        return f"{move.player} is not in the new seat at table {move.to_table}, and the big blind has gone by it."
    return f"{move.player} has the big blind in the next hand at table {move.to_table}, and is not in the new seat."


def dodging(
    move: Move, marks: Sequence[Marks | None], seats: int, rulebook: Rulebook, *, broken: bool = True
) -> Dodged | None:
    """The blinds that passed a player's new seat before the player sat down; None if no blind passed.

    `marks` are the marks of the new table, in the last hand before the move and in each hand since then. The director
    decides whether the player was late on purpose. Dodging blinds is punished after a move from a `broken` table or, by
    the rules of 2024, after any move. No TDA rule takes the blinds from the stack, but some houses do. Rule: TDA-2013
    32; TDA-2024 33, 71-B; WSOP-2026 86.
    """
    big = small = hands = 0
    for before, after in pairwise(marks):
        hands += 1
        if before is None or after is None or before == after:  # the button does not move in games without blinds
            continue
        small_over, big_over = passed(before, after, seats)
        small += move.to_seat in small_over
        big += move.to_seat in big_over
    if not big and not small:
        return None
    ruling = rule_on_offence(OffenceFacts(offence="dodging blinds", moving=broken), rulebook)
    gone = "both blinds" if big and small else "the big blind" if big else "the small blind"
    later = "a hand" if hands == 1 else f"{hands} hands"
    because = (
        f"{move.player} was moved to seat {move.to_seat + 1} at table {move.to_table} and arrived {later} later; "
        f"meanwhile {gone} passed that seat."
    )
    return Dodged(
        move.player,
        move.to_table,
        move.to_seat,
        hands,
        big,
        small,
        will=ruling.penalty is not None and ruling.penalty.will,
        taken=rulebook.dodged_blinds_taken,
        cite=ruling.cites[0],
        because=because,
    )
