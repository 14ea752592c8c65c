"""A tournament out of the store, as it stood."""

from __future__ import annotations

from typing import Final

from sidepot.errors import SidepotError
from sidepot.room.running.stored_table import AT_ONCE, Streams
from sidepot.room.tournaments.events import decode_event
from sidepot.room.tournaments.live_tournament import LiveTournament

EVENTS: Final = "tournament/"


class UnreadableEvent(SidepotError, usual="event_unreadable"):
    """A tournament that its records do not make, and the place."""


def event_stream(event: str) -> str:
    """The stream of a tournament."""
    return EVENTS + event


async def read_event(store: Streams, event: str) -> LiveTournament:
    """The tournament as its stream tells of it. Raises StoreError, and UnreadableEvent for one that makes none."""
    found: LiveTournament | None = None
    after = 0
    while records := await store.read(event_stream(event), after, AT_ONCE):
        for record in records:
            try:
                entry = decode_event(record.data)
                if found is None:
                    found = LiveTournament.begin(event, entry)
                else:
                    found.take(entry)
            except Exception as error:
                what = f"record {record.seq} is none, or does not follow from those before it ({type(error).__name__})"
                raise UnreadableEvent(f"tournament {event} cannot be read: {what}") from error
        after = records[-1].seq
    if found is None:
        raise UnreadableEvent(f"tournament {event} cannot be read: there is no record")
    return found
