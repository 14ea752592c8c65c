"""The counts of what a process shares with others, for `/metrics`: docs/cluster.md tells what each of them is."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sidepot.cluster.routing import AllOthers
    from sidepot.cluster.shared_events import SharedEvents
    from sidepot.room.store.member import Member


def shared_gauges(
    tables: int, events: SharedEvents, others: AllOthers, member: Member, takeover: float
) -> dict[str, float]:
    """All of them by name; `takeover`: the seconds that it took to take a process's tables the last time."""
    return {
        "tables_owned": tables,
        "tournaments_owned": len(events.owned()),
        "tables_elsewhere": len(others.gateway.tables),
        "tournaments_elsewhere": len(events.among.gateway.tables),
        "lease_seconds": member.lease_length(),
        "lease_left_seconds": member.lease_left(),
        "bus_up": others.post.is_up,
        "bus_gaps": others.post.gaps,
        "bus_peers": sum(peer.is_there for peer in others.post.peers.values()),
        "far_viewers": len(others.clients),
        "far_commands": others.clients.commands,
        "forwarded_commands": others.gateway.forwarded,
        "takeover_seconds": takeover,
    }
