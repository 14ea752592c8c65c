"""A sit-and-go as a host asks for it in the lobby: a tournament of one table, which starts when it is full."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sidepot.games.mixes import Mix
from sidepot.games.stakes import Stakes
from sidepot.games.usual import stakes_for
from sidepot.room.table.terms import Timing
from sidepot.room.tournament.terms import EventTerms
from sidepot.rules.houses import TDA_2013
from sidepot.table.chips import plain_chips
from sidepot.tournament.colour_plan import plan_colour_ups
from sidepot.tournament.payouts import PayTerms
from sidepot.tournament.schedule import MINUTE, Level
from sidepot.tournament.structure import EntryTerms, Structure
from sidepot.web.schemas.tables import FIRST_BET, TableForm, book_of, mix_and_seats

_LADDER: Final = (FIRST_BET, 40, 60, 100, 150, 200, 300, 400, 600, 800, 1_200, 1_600, 2_400, 3_200, 4_800, 6_400)
_CHIPS: Final = plain_chips(5, 25, 100, 500, 1_000, 5_000)


def event_of(form: TableForm) -> EventTerms:
    """The terms of the tournament that a form means. Raises BadNotation, Conflict."""
    mix, seats = mix_and_seats(form)
    return EventTerms(
        title=form.title,
        structure=replace(sit_and_go(form.title, mix, seats), rulebook=book_of(form, TDA_2013)),
        starts_full=True,
        timing=Timing(decide=form.seconds * 1000),
        watch_after=form.watch_after,
        locked=bool(form.password),
        agreed=True,
    )


def sit_and_go(title: str, mix: Mix, seats: int) -> Structure:
    """One table that is played to its winner: 1,500 chips each, levels of four minutes."""
    levels = [Level(_level_stakes(mix, bet), 4 * MINUTE) for bet in _LADDER]
    percents = (50.0, 30.0, 20.0) if seats > 5 else (65.0, 35.0) if seats > 3 else (100.0,)
    return Structure(
        name=title,
        seats=seats,
        mix=mix,
        schedule=plan_colour_ups(levels, _CHIPS),
        chips=_CHIPS,
        stack=1_500,
        entry=EntryTerms(buy_in=100, most=seats),
        pays=PayTerms(percents=percents),
        turbo=True,
    )


def _level_stakes(mix: Mix, bet: int) -> tuple[Stakes, ...]:
    """The stakes of a level in whole chips of five."""
    return tuple(stakes_for(part.game, part.limit, bet, chip=5) for part in mix.games)
