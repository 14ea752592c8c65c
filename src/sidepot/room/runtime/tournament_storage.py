"""The storage of tournaments: their event logs and snapshots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sidepot.room.runtime.storage import EventStorage, Unreadable
from sidepot.room.store.transaction import Append
from sidepot.room.tournament.events import TournamentEvent, decode_event, encode_event
from sidepot.room.tournament.machine import RoomTournament
from sidepot.room.tournament.snapshot import SNAPSHOTS, RoomTournamentSnapshot, restore, to_keep

TOURNAMENT_STREAMS: Final = "tournament/"


class UnreadableTournament(Unreadable, usual="tournament_unreadable"):
    """Raised for a tournament whose log cannot be replayed, with the number of the faulty record."""


def tournament_stream(tournament: str) -> str:
    """The name of a tournament's stream in the store."""
    return TOURNAMENT_STREAMS + tournament


class TournamentStorage(EventStorage[RoomTournament, TournamentEvent]):
    """Loads tournaments from their logs, and prepares each event for the store."""

    prefix, label, unreadable = TOURNAMENT_STREAMS, "tournament", UnreadableTournament
    snapshots = SNAPSHOTS

    def decode(self, record: bytes) -> TournamentEvent:
        """Decode a stored event."""
        return decode_event(record)

    def begin(self, id: str, first: TournamentEvent | None) -> RoomTournament:
        """Make a tournament from the first event of its log."""
        return RoomTournament.begin(id, first)

    def to_append(self, machine: RoomTournament, event: TournamentEvent) -> Append:
        """The last event as it is stored, with its postings to the club's books, and a snapshot if one is due."""
        return Append(
            TOURNAMENT_STREAMS + machine.id,
            event.seq - 1,
            (encode_event(event),),
            event.at,
            snapshot=to_keep(machine, event),
            changes=machine.booked,
        )

    def restore(
        self, id: str, first: bytes, snapshot: RoomTournamentSnapshot, records: Sequence[bytes]
    ) -> RoomTournament:
        """Restore a tournament from its snapshot."""
        return restore(id, decode_event(first), snapshot)


TOURNAMENTS: Final = TournamentStorage()
