"""A tournament out of the store, as it stood."""

from __future__ import annotations

from typing import Final

from sidepot.errors import SidepotError
from sidepot.room.running.stored_table import AT_ONCE, Streams, checkpoints_of
from sidepot.room.store.stream_rows import Checkpoint
from sidepot.room.store.troubles import StoreError
from sidepot.room.tournaments import event_checkpoint
from sidepot.room.tournaments.events import decode_event
from sidepot.room.tournaments.live_tournament import LiveTournament

EVENTS: Final = "tournament/"


class UnreadableEvent(SidepotError, usual="event_unreadable"):
    """A tournament that its records do not make, and the place."""


def event_stream(event: str) -> str:
    """The stream of a tournament."""
    return EVENTS + event


async def read_event(store: Streams, event: str) -> LiveTournament:
    """The tournament as its stream tells of it. Raises StoreError, and UnreadableEvent for one that makes none.

    It is folded from the last checkpoint. Where there is none, or anything is in doubt, from its first record.
    """
    for kept in await checkpoints_of(store, event_stream(event)):
        found = await _resume(store, event, kept)
        if found is not None:
            return found
    return await fold_event(store, event)


async def _resume(store: Streams, event: str, kept: Checkpoint) -> LiveTournament | None:
    """The tournament from one checkpoint; None where anything is in doubt."""
    if kept.version != event_checkpoint.version():
        return None
    first = await store.read(event_stream(event), 0, 1)
    after = kept.seq
    try:
        found = event_checkpoint.restore(event, decode_event(first[0].data), event_checkpoint.decode(kept.data))
        if found.seq != after:
            return None
        while records := await store.read(event_stream(event), after, AT_ONCE):
            for record in records:
                found.apply(decode_event(record.data))
            after = records[-1].seq
    except StoreError:
        raise
    except Exception:  # whatever it is: the stream itself tells
        return None
    return found


async def fold_event(store: Streams, event: str) -> LiveTournament:
    """Fold a tournament from its first record. Raises StoreError, and UnreadableEvent for one that makes none."""
    found: LiveTournament | None = None
    after = 0
    while records := await store.read(event_stream(event), after, AT_ONCE):
        for record in records:
            try:
                entry = decode_event(record.data)
                if found is None:
                    found = LiveTournament.begin(event, entry)
                else:
                    found.apply(entry)
            except Exception as error:
                what = f"record {record.seq} is none, or does not follow from those before it ({type(error).__name__})"
                raise UnreadableEvent(f"tournament {event} cannot be read: {what}") from error
        after = records[-1].seq
    if found is None:
        raise UnreadableEvent(f"tournament {event} cannot be read: there is no record")
    return found
