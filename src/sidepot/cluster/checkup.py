"""Checks of the parts that a cluster shares: the database server, its clock, its unowned tables, and the bus."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import starmap
from typing import Final, Literal

from sqlalchemy import Connection, text

from sidepot.cluster.database_clock import OFF, clock_of, clock_update
from sidepot.cluster.node_list import SHARES, list_nodes
from sidepot.room.audit.doctor import Check, Finding
from sidepot.room.store.database import read_once, version_found
from sidepot.room.store.place import Place

SLOW: Final = 0.05  # seconds for a round trip to a server; more is worth a note

_SETTINGS: Final = text(
    "SELECT current_setting('server_version'), current_setting('fsync'), current_setting('synchronous_commit'), "
    "current_setting('synchronous_standby_names'), "
    "(SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum'))"
)
_FREE: Final = text(
    "SELECT s.name FROM stream s LEFT JOIN place p ON p.stream = s.name "
    "LEFT JOIN node n ON n.id = p.node AND n.epoch = p.epoch AND n.up "
    "WHERE s.name >= :prefix AND s.name < :prefix || chr(127) AND s.over IS NULL AND n.id IS NULL "
    "ORDER BY length(s.name), s.name"
)
_ACKNOWLEDGED: Final = "acknowledged events may be lost if the machine fails"

Found = tuple[str, Literal["fine", "note", "bad"], str, str]  # name, state, finding, advice


def cluster_checks(place: Place, bus: str) -> dict[str, Check]:
    """The checks for a room that several processes may share: of its database and, if there is one, of its bus."""
    return {
        "server": lambda: starmap(Finding, _shared(place) if place.file is None else ()),
        "bus": lambda: starmap(Finding, _bus(bus) if bus else ()),
    }


def _shared(place: Place) -> list[Found]:
    with read_once(place) as connection:
        return [*_server(connection), *_places(connection, place)]


def _server(connection: Connection) -> Iterator[Found]:
    trip, off = clock_of(connection)
    version, fsync, commit, names, standbys = connection.execute(_SETTINGS).one()
    slow = trip > SLOW
    yield (
        "server",
        "note" if slow else "fine",
        f"PostgreSQL {version}, round trip {trip * 1000:.1f} ms",
        "move the nodes closer to the database: each command waits for it" if slow else "",
    )
    shown = clock_update(off)
    if abs(off) > OFF:
        yield "server", "bad", shown, "synchronize both clocks (chrony, ntpd)"
    else:
        yield "server", "fine", shown, ""
    if fsync == "off":
        yield "standby", "bad", f"fsync is off: {_ACKNOWLEDGED}", "set fsync = on"
    if commit in ("off", "local"):
        yield "standby", "bad", f"synchronous_commit is {commit}: {_ACKNOWLEDGED}", "set synchronous_commit = on"
    if standbys:
        yield "standby", "fine", f"{standbys} synchronous, by {names!r}", ""
    elif names:
        yield "standby", "bad", f"{names!r} is not connected: commits wait for it", "start the standby"
    else:
        yield (
            "standby",
            "note",
            "no synchronous standby: if the disk of the database fails, the last acknowledged events are lost",
            "to keep them, set synchronous_standby_names = 'ANY 1 (a, b)'",
        )


def _places(connection: Connection, place: Place) -> Iterator[Found]:
    if not version_found(connection, place.shown):
        return
    nodes = list_nodes(place)
    up = [one for one in nodes if one.state not in ("out", "silent")]
    for one in nodes:
        if one.state == "silent":
            yield (
                "process",
                "bad",
                f"node {one.node} at {one.address} is silent, and no node has fenced it off",
                "check that it runs and reaches the database; the next node that starts fences it off",
            )
    if not up:
        return
    yield "process", "fine", ", ".join(f"{one.node} {one.state}, {one.tables} tables" for one in up), ""
    yield from _free(connection, "tables", "table/")
    if any(one.state == SHARES for one in up):  # otherwise the process that has the room has all of them
        yield from _free(connection, "tournaments", "tournament/")


def _free(connection: Connection, called: str, prefix: str) -> Iterator[Found]:
    """Check for tables or tournaments that no process has."""
    free = [name[len(prefix) :] for (name,) in connection.execute(_FREE, {"prefix": prefix})]
    if free:
        some = ", ".join(free[:10]) + (" and more" if len(free) > 10 else "")
        yield (
            "process",
            "bad",
            f"no node has {len(free)} of the {called}: {some}",
            "look again in a few seconds; see the logs",
        )


def _bus(url: str) -> Iterator[Found]:
    """Check how each server of the bus can be reached, and by whom. Raises Conflict if the address is malformed."""
    from sidepot.cluster.nats_bus import NatsBus

    for one in asyncio.run(NatsBus(url).probe()):
        shown = f"{one.shown}: NATS {one.version}, round trip {one.trip * 1000:.1f} ms"
        if one.error is not None:
            yield "bus", "bad", one.error.detail, one.error.hint
        elif one.is_open:
            yield "bus", "note", f"{shown}; the server needs no login", "give each node its own user (deploy/nats.conf)"
        elif one.trip > SLOW:
            yield "bus", "note", shown, "move the server closer to the nodes"
        else:
            yield "bus", "fine", shown, ""
