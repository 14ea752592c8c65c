"""The demo: tables with bots for every guest, and a sit-and-go that is repeated again and again."""

from __future__ import annotations

import asyncio
import logging
from random import SystemRandom
from typing import Final

import msgspec

from sidepot.room.runtime.actor import ignore
from sidepot.room.runtime.tournament_storage import TOURNAMENT_STREAMS, tournament_stream
from sidepot.room.store.errors import StoreError
from sidepot.room.table.commands import Went
from sidepot.room.table.terms import RoomTerms, Strength
from sidepot.web.logs import trouble
from sidepot.web.routes.tables import open_sit_and_go
from sidepot.web.schemas.tables import TableForm, company, terms_of
from sidepot.web.state import AppState

OPENED: Final = "demo/opened"  # key in the store: the ids of the demo's tables
PATIENCE: Final = 15.0  # seconds between two checks of the tournament
HOLDEM: Final = "Green felt: no-limit hold'em"
CHOICE: Final = "Kitchen table: dealer's choice"
TOURNAMENT: Final = "Sit and go"

_log = logging.getLogger("sidepot.web")
_RANDOM: Final = SystemRandom()


def demo_terms() -> dict[str, RoomTerms]:
    """The two tables of the demo, by title."""
    cash = TableForm(title=HOLDEM, game="holdem", bet=10, seats=6, bots=0)
    choice = TableForm(title=CHOICE, game="dealers-choice", bet=20, seats=6, choice=True)
    mixed = (Strength.REGULAR, Strength.BEGINNER, Strength.EXPERT, Strength.REGULAR, Strength.BEGINNER)
    found = {}
    for form, count in ((cash, 5), (choice, 4)):
        terms = terms_of(form, _RANDOM)
        bots = company(count, Strength.REGULAR, _RANDOM)
        levels = zip(bots, mixed, strict=False)
        bots = tuple(msgspec.structs.replace(bot, strength=strength) for bot, strength in levels)
        found[form.title] = msgspec.structs.replace(terms, bots=bots)
    return found


async def open_demo(app_state: AppState) -> None:
    """Open the demo's tables, but only once, because the host may close them for good."""
    known: dict[str, str] = msgspec.json.decode(await app_state.store.get(OPENED) or "{}", type=dict[str, str])
    for title in (HOLDEM, CHOICE, TOURNAMENT):
        if title in known:
            continue
        try:
            known[title] = await _announce(app_state) if title == TOURNAMENT else await _open(app_state, title)
        except StoreError:  # not a problem of this table
            raise
        except Exception as error:  # the room opens without it
            trouble(_log, "a table of the demo could not be opened", error)
            continue
        await app_state.store.put(OPENED, msgspec.json.encode(known).decode())


async def _open(app_state: AppState, title: str) -> str:
    """Open a table of bots, who play only while somebody watches."""
    found = await app_state.open_table(demo_terms()[title], by="")
    actor, room = app_state.registry.get(found), app_state.table_here(found)
    if actor is not None and room is not None and room.watched:
        actor.submit(Went(""), ignore, by="", id="", staff=False, account="")
    return found


async def _announce(app_state: AppState) -> str:
    """Announce a sit-and-go that needs one more player. Returns its stream."""
    form = TableForm(title=TOURNAMENT, kind="sit-and-go", game="holdem", seats=6, bots=5)
    return tournament_stream(await open_sit_and_go(app_state, form, by=""))


async def keep_demo(app_state: AppState) -> None:
    """Announce another demo tournament whenever one is over. Runs until cancelled."""
    while True:
        await asyncio.sleep(PATIENCE)
        try:
            if await app_state.registry.has_job("demo"):
                await renew_tournament(app_state)
        except Exception as error:
            trouble(_log, "the tournament of the demo could not be announced again", error)


async def renew_tournament(app_state: AppState) -> bool:
    """Announce another demo tournament if the last one is over. Returns whether a tournament was announced."""
    known: dict[str, str] = msgspec.json.decode(await app_state.store.get(OPENED) or "{}", type=dict[str, str])
    last = known.get(TOURNAMENT, "")
    if not last or await _is_on(app_state, last):
        return False
    known[TOURNAMENT] = await _announce(app_state)
    await app_state.store.put(OPENED, msgspec.json.encode(known).decode())
    return True


async def _is_on(app_state: AppState, last: str) -> bool:
    """Whether the last announced tournament is still open or in progress."""
    tournament = await app_state.registry.tournaments.find(last.removeprefix(TOURNAMENT_STREAMS))
    return not tournament.over
