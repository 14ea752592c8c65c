"""How the event logs and snapshots of tournaments are stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sidepot.room.runtime.loader import EventLoader, Unreadable
from sidepot.room.tournament import snapshot as snapshots
from sidepot.room.tournament.events import TournamentEvent, decode_event, encode_event
from sidepot.room.tournament.machine import RoomTournament

EVENTS: Final = "tournament/"


class UnreadableTournament(Unreadable, usual="event_unreadable"):
    """A tournament whose log cannot be replayed, and the place."""


def tournament_stream(event: str) -> str:
    """The name of its event log in the store."""
    return EVENTS + event


class TournamentLoader(EventLoader[RoomTournament, TournamentEvent]):
    """Loads tournaments."""

    prefix, label, unreadable = EVENTS, "tournament", UnreadableTournament

    def encode(self, event: TournamentEvent) -> bytes:
        """A record as it is stored."""
        return encode_event(event)

    def decode(self, record: bytes) -> TournamentEvent:
        """A record as it was stored."""
        return decode_event(record)

    def begin(self, id: str, first: TournamentEvent | None) -> RoomTournament:
        """The tournament that the first record announces."""
        return RoomTournament.begin(id, first)

    def snapshot(self, machine: RoomTournament, event: TournamentEvent) -> tuple[int, bytes] | None:
        """The snapshot to write with the last record."""
        return snapshots.to_keep(machine, event)

    def version(self) -> int:
        """The version of today's snapshots."""
        return snapshots.version()

    def image(self, snapshot: bytes) -> snapshots.RoomTournamentSnapshot:
        """A snapshot, decoded."""
        return snapshots.decode(snapshot)

    def restore(
        self, id: str, first: bytes, image: snapshots.RoomTournamentSnapshot, records: Sequence[bytes]
    ) -> RoomTournament:
        """The tournament as it was at its snapshot."""
        return snapshots.restore(id, decode_event(first), image)

    def postings(self, machine: RoomTournament) -> Any:
        """What the last record posts to the club's books."""
        return machine.booked


TOURNAMENTS: Final = TournamentLoader()
