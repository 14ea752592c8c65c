"""HTTP: the hands of a tournament, by its tables: each can be looked at again, also when it is over long ago."""

from __future__ import annotations

from typing import Final

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency

from sidepot.errors import Conflict
from sidepot.room.running.table_log import stream_of
from sidepot.room.store.hands import hands_at
from sidepot.web.problems import NotFound
from sidepot.web.requests import EventId
from sidepot.web.state import Desk


class HandsAt(msgspec.Struct, frozen=True):
    """The hands that are over at table `number` of a tournament, from `first` to `last`; `table` is its id."""

    number: int
    table: str
    first: int
    last: int


class EventHands(msgspec.Struct, frozen=True):
    """The tables of a tournament at which hands were played."""

    tables: list[HandsAt]


@get("/api/tournaments/{event:str}/hands")
async def event_hands(desk: NamedDependency[Desk], event: EventId) -> Response[EventHands]:
    """The hands of a tournament, by its tables."""
    try:
        found = await desk.hall.events.find(event)
    except Conflict as error:
        raise NotFound("there is no such tournament", code="no_tournament") from error
    tables = {} if found.terms.real else dict(found.tables)
    hands = await desk.store.ask(hands_at([stream_of(table) for table in tables.values()]))
    lines = [
        HandsAt(number, table, *hands[stream_of(table)])
        for number, table in sorted(tables.items())
        if stream_of(table) in hands
    ]
    return Response(EventHands(lines))


EVENT_HANDS: Final = (event_hands,)
