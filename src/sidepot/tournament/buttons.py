"""Where the button has to be asked for, before a player can be moved or a table be stopped."""

from __future__ import annotations

from collections.abc import Sequence

from sidepot.rules.floor_choices import Halting
from sidepot.tournament.balancing import least_apart, may_be_short, waits_for_button
from sidepot.tournament.state import TournamentState
from sidepot.tournament.views import hall


def buttons_asked(tournament: TournamentState, now: int) -> list[int]:
    """The tables whose button decides what to do next, and is not known."""
    if not tournament.heard.real or len(tournament.tables) < 2:
        return []
    seen, rules = hall(tournament, now), tournament.structure.rulebook
    found = waits_for_button(seen, rules, order=tournament.heard.order, apart=least_apart(len(seen.views), rules))
    if rules.halting is Halting.BY_ELIMINATION and not tournament.structure.turbo:
        found += [number for number in may_be_short(seen) if seen.views[number].unknown and number not in found]
    return [number for number in found if seen.views[number].taken]  # where nobody sits nobody knows


def where_is_the_button(tables: Sequence[int]) -> str:
    """The question, as it is asked."""
    return " ".join([f"Where is the button at table {number}?" for number in tables])
