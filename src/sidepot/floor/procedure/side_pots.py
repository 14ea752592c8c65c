"""The main pot and the side pots, and who can win each of them."""

from __future__ import annotations

import re
from typing import Final

from sidepot.errors import BadNotation
from sidepot.floor.spot_words import chips
from sidepot.floor.topic import Facts
from sidepot.hand.pots import pots, uncalled
from sidepot.rules.clauses import Sentence, in_a_row, names, say
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling
from sidepot.rules.texts import Point, also, cite

SIDE_POTS: Final = Point("side pots", {"SD": "3", "TS": "5", "PG": "10"})
AT_MOST: Final = Point("what an all-in player can win", {"TS": "4", "SD": "2"})
EACH: Final = Point("each pot is split separately", {"TDA-2013": "20", "TDA-2024": "21", "RRP-11": "ties/each-pot"})

_PUT: Final = re.compile(r"(?P<name>.+?)\s+(?P<chips>\d[\d.,]*[kKmM]?)(?P<folded>\s+folded)?", re.IGNORECASE)
_MOST: Final = 23


class SidePots(Facts, frozen=True, kw_only=True, tag="side pots"):
    """The chips in a hand.

    - `put`: what each player put in, such as "Ann 400", "Bo 900" or "Cy 300 folded"
    - `dead`: antes and other chips that belong to no player
    """

    put: tuple[str, ...]
    dead: int = 0


def rule_on_side_pots(facts: SidePots, rulebook: Rulebook) -> Ruling:
    """Rule on the pots of a hand, and on who can win each pot. Rule: SD-2, SD-3; TS-4, TS-5; PG-10; TDA-2024 21.

    Raises BadNotation for amounts that cannot be read.

    >>> from sidepot.rules.houses import TDA_2024
    >>> rule_on_side_pots(SidePots(put=("A 400", "B 900", "C 900")), TDA_2024).steps
    ('Main pot: 1200, for A, B and C.', 'Side pot 1: 1000, for B and C.')
    """
    if facts.dead < 0:
        raise BadNotation(f"dead: expected 0 or more chips, not {facts.dead}")
    players = [_read(one) for one in facts.put]
    live = sum(1 << seat for seat, (_, _, folded) in enumerate(players) if not folded)
    if not 2 <= len(players) <= _MOST or live.bit_count() < 1:
        raise BadNotation(
            f"put: expected 2 to {_MOST} players, at least one of them still in the hand, as in: A 400, B 900"
        )
    amounts = [amount for _, amount, _ in players]
    back = uncalled(amounts, live)
    for seat, more in back:
        amounts[seat] -= more
    found = pots(amounts, live, facts.dead)
    steps = [
        *[say("Give the uncalled {amount} back to {player}.", more, players[seat][0]) for seat, more in back],
        *[_pot(at, pot.amount, [players[seat][0] for seat in pot.seats]) for at, pot in enumerate(found)],
    ]
    because: Sentence = say("From each opponent a player wins at most as much as the player put in.")
    if len(found) > 1:
        because = in_a_row(because, say("So each smaller all-in closes a pot, and the chips above it form a side pot."))
    if facts.dead:
        because = in_a_row(because, say("The {dead} that belongs to no player is in the main pot.", facts.dead))
    return Ruling(
        verdict="one pot" if len(found) == 1 else "side pots",
        reason=because,
        cites=(cite(SIDE_POTS, rulebook), *also(rulebook, AT_MOST), *(also(rulebook, EACH) if len(found) > 1 else ())),
        instructions=tuple(steps),
    )


def _pot(at: int, amount: int, who: list[str]) -> Sentence:
    if at == 0:
        return say("Main pot: {amount}, for {players}.", amount, names(who))
    return say("Side pot {number}: {amount}, for {players}.", str(at), amount, names(who))


def _read(text: str) -> tuple[str, int, bool]:
    found = _PUT.fullmatch(text.strip())
    if found is None:
        raise BadNotation(f"put: expected a name and an amount, such as A 400 or B 300 folded, not {text!r:.60}")
    return found["name"], chips(found["chips"]), found["folded"] is not None
