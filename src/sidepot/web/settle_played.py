"""HTTP: a hand that was played at a table of the room, as a form to settle it anew with real chips."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from sidepot.cards import UNKNOWN, text
from sidepot.errors import BadNotation
from sidepot.games.catalog import GAMES
from sidepot.hand.events import Mucked, Redealt
from sidepot.room.fair.items import Item
from sidepot.room.fair.record import HandRecord
from sidepot.room.fair.record_check import items_of, view_of_record
from sidepot.room.tables.onlooker import Onlooker
from sidepot.rules.houses import HOUSES
from sidepot.web.asked import NO_STORE, TableId
from sidepot.web.desk import Desk
from sidepot.web.hand_records import seen_record
from sidepot.web.settle_api import Player, SettleForm


@get("/api/tables/{table:str}/hands/{hand:int}/settle")
async def settle_played(
    request: Request[Any, Any, Any], desk: NamedDependency[Desk], table: TableId, hand: FromPath[int]
) -> Response[SettleForm]:
    """What everybody saw of a hand: who put in what, who folded, cards that were shown; for `POST /api/settle`."""
    record = await seen_record(desk, table, hand, request.user, public=True)
    return Response(await asyncio.to_thread(form_of_record, record), headers=NO_STORE)


def form_of_record(record: HandRecord) -> SettleForm:
    """A hand as a form to settle. Raises BadNotation for a record of no hand, and for a game that it has no name of."""
    items: list[Item] = []
    seen = Onlooker(items, record.seat)
    put: list[int] = []
    dead = 0
    mucked: set[int] = set()
    for item in view_of_record(record, items_of(record)):
        items.append(item)
        seen.catch_up()
        if isinstance(item, Redealt):
            put, dead = [], 0
        if isinstance(item, Mucked):
            mucked.add(item.seat)
        if seen.view is not None and sum(seen.view.betting.put) + seen.view.dead >= sum(put) + dead:  # none is paid yet
            put, dead = list(seen.view.betting.put), seen.view.dead
    view = seen.view
    if view is None:
        raise BadNotation("the record of a hand has a hand")
    setup = view.setup
    if setup.game.name not in GAMES:
        raise BadNotation(f"{setup.game.title} is a game of this room's own: settle it by the order of hands")
    order = [(setup.button + 1 + at) % len(put) for at in range(len(put))]
    players = []
    for seat in order:
        if not setup.stacks[seat] and not put[seat]:
            continue
        folded = not view.betting.live >> seat & 1 or seat in mucked
        cards = () if folded or UNKNOWN in view.hole[seat] else view.hole[seat]
        players.append(Player(seen.players[seat], put[seat], folded, text(cards)))
    board = text(view.boards[0]) if len(view.boards) == 1 else ""
    house = setup.rulebook.name if setup.rulebook.name in HOUSES else "cash"
    return SettleForm(players, board, dead=dead, chip=setup.stakes.chip, game=setup.game.name, house=house)


SETTLE_PLAYED: Final = (settle_played,)
