"""The PostgreSQL statements of a cluster. Times are milliseconds by the database's clock."""

from __future__ import annotations

from typing import Final

from sqlalchemy import text

PROGRAM: Final = "sidepot"  # prefix of a process's name, as the name of its writing connection

# For the connection that holds the lock, so that both sides notice within seconds if it is cut.
PATIENT: Final = {
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 2,
    "tcp_user_timeout": 3000,
    "application_name": "sidepot lease",
}

_NOW: Final = "(extract(epoch from clock_timestamp()) * 1000)::bigint"
_LOCK: Final = "7001, hashtext({})"
_MINE: Final = "id = :me AND epoch = :epoch AND up"
_IS_FREE: Final = f"pg_try_advisory_xact_lock_shared({_LOCK.format('id')})"  # released when the statement ends

TAKE_LOCK: Final = text(f"SELECT pg_try_advisory_lock({_LOCK.format(':me')})")
BREAK_LOCK: Final = text(
    "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = 7001 "
    "AND objid = (hashtext(:me)::bigint & 4294967295)::oid AND pid <> pg_backend_pid() "
    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)

UP_FOR: Final = text("SELECT extract(epoch from clock_timestamp() - pg_postmaster_start_time())")
EPOCH: Final = text("SELECT epoch FROM node WHERE id = :me")
IS_OVER: Final = text(f"SELECT 1 FROM node WHERE id = :me AND until <= {_NOW}")
PUT_OUT_BEFORE: Final = text(
    f"UPDATE node SET up = false, epoch = epoch + 1, until = least(until, {_NOW} + :hush) WHERE id = :me AND up"
)
IS_HUSHED: Final = text(f"SELECT 1 FROM node WHERE id = :me AND until > {_NOW}")
JOIN: Final = text(
    "INSERT INTO node (id, epoch, up, until, wpid, address, version, reads, writes) "
    f"VALUES (:me, 1, true, {_NOW} + :lease, 0, :address, :version, :reads, :writes) "
    f"ON CONFLICT (id) DO UPDATE SET epoch = node.epoch + 1, up = true, until = {_NOW} + :lease, wpid = 0, "
    "address = :address, version = :version, reads = :reads, writes = :writes RETURNING epoch"
)
# One process at a time joins, or checks whether all running ones can read a new event format.
TAKE_FORMATS: Final = text("SELECT pg_try_advisory_lock(7002, 0)")
LET_FORMATS_GO: Final = text("SELECT pg_advisory_unlock(7002, 0)")
ALL_READ: Final = text("SELECT min(reads) FROM node WHERE up")
WRITES: Final = text(f"UPDATE node SET writes = :writes WHERE {_MINE}")
WHO_WRITES: Final = text("SELECT id, version FROM node WHERE up AND writes > :reads ORDER BY id LIMIT 1")
LEAVE: Final = text(f"UPDATE node SET up = false, epoch = epoch + 1, until = {_NOW} WHERE {_MINE}")

BEAT: Final = text(f"UPDATE node SET until = {_NOW} + :lease WHERE {_MINE} RETURNING until")
STANDS: Final = text(f"SELECT 1 FROM node WHERE {_MINE}")
FENCE: Final = text(f"SELECT 1 FROM node WHERE {_MINE} FOR KEY SHARE")
# The same, if the next statement is sent before its answer: it divides by zero, so nothing after it runs.
GUARD: Final = (
    "SELECT 1 / count(*) FROM (SELECT 1 FROM node WHERE id = $1 AND epoch = $2 AND up FOR KEY SHARE) AS found"
)
NAME_CONNECTION: Final = text("SELECT set_config('application_name', :name, false)")
ADOPT: Final = text(f"UPDATE node SET wpid = pg_backend_pid() WHERE {_MINE}")

# All processes that are up; the locks of these names are checked.
_SEE: Final = (
    f"SELECT id, epoch, up, until <= {_NOW}, CASE WHEN id = ANY({{}}) THEN {_IS_FREE} ELSE false END FROM node WHERE up"
)
SEE: Final = text(_SEE.format(":names"))
SEE_AT_ONCE: Final = _SEE.format("$1::text[]")
# FOR UPDATE waits for a running commit of that process; a heartbeat does not.
PUT_OUT: Final = text(
    f"WITH gone AS (SELECT id FROM node WHERE id = :id AND epoch = :epoch AND up AND (until <= {_NOW} OR {_IS_FREE}) "
    f"FOR UPDATE) UPDATE node SET up = false, epoch = node.epoch + 1, until = least(node.until, {_NOW} + :hush) "
    "FROM gone WHERE node.id = gone.id"
)
CUT_OFF: Final = text(
    "SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a JOIN node n ON a.pid = n.wpid "
    "WHERE n.id = :id AND n.epoch = :epoch AND a.application_name = :program || ' ' || n.id"
)

# A stream that never had an owner, or whose owner is out, was restarted, or was fenced off long enough ago. If another
# process takes the stream before this one locks it, PostgreSQL checks the condition again with the new row of `place`
# and the old one of `node`: so it must not hold for a stream whose process has no row there.
_FREE_PLACE: Final = (
    f"LEFT JOIN node n ON n.id = p.node WHERE (p.node = '' OR n.epoch > p.epoch AND (n.up OR n.until <= {_NOW}))"
)
LIST_PLACES: Final = text(
    "INSERT INTO place (stream, node, epoch, load) SELECT name, '', 0, 0 FROM stream WHERE over IS NULL "
    "AND name >= :prefix AND name < :prefix || chr(127) ON CONFLICT DO NOTHING"
)
CLAIM: Final = text(
    "UPDATE place SET node = :me, epoch = :epoch WHERE stream IN ("
    f"SELECT p.stream FROM place p JOIN stream s ON s.name = p.stream {_FREE_PLACE} AND s.over IS NULL "
    "AND p.stream >= :prefix AND p.stream < :prefix || chr(127) "
    "ORDER BY p.stream = ANY(:wanted) DESC, p.stream LIMIT :most FOR UPDATE OF p SKIP LOCKED) RETURNING stream"
)
MAKE_PLACE: Final = text(
    "INSERT INTO place (stream, node, epoch, load) VALUES (:stream, '', 0, 0) ON CONFLICT DO NOTHING"
)
PLACE_NEW: Final = text(
    "INSERT INTO place (stream, node, epoch, load) VALUES (:stream, :me, :epoch, 0) ON CONFLICT DO NOTHING "
    "RETURNING stream"
)
HOLD: Final = text(
    "UPDATE place SET node = :me, epoch = :epoch WHERE stream IN ("
    f"SELECT p.stream FROM place p {_FREE_PLACE} AND p.stream = :stream FOR UPDATE OF p SKIP LOCKED) RETURNING stream"
)
HAS: Final = text("SELECT 1 FROM place WHERE stream = :stream AND node = :me AND epoch = :epoch")
HAND_OVER: Final = text(
    "UPDATE place SET node = n.id, epoch = n.epoch FROM node n WHERE n.id = :to AND n.up "
    "AND place.stream = :stream AND place.node = :me AND place.epoch = :epoch RETURNING place.stream"
)

# The owner of each unfinished table; "" if there is none.
PLACES: Final = text(
    "SELECT p.stream, CASE WHEN n.up AND n.epoch = p.epoch THEN n.id ELSE '' END FROM place p "
    "JOIN stream s ON s.name = p.stream AND s.over IS NULL LEFT JOIN node n ON n.id = p.node "
    "WHERE p.stream >= :prefix AND p.stream < :prefix || chr(127)"
)
# The load of a process is stored with its share of the room.
LOAD: Final = text(
    "UPDATE place SET load = :load WHERE (stream = 'room' OR stream = 'shares/' || :me) "
    "AND node = :me AND epoch = :epoch"
)
# Which process has the whole room, and which have a share of it.
PARTS: Final = text(
    "SELECT p.stream FROM place p JOIN node n ON n.id = p.node AND n.up AND n.epoch = p.epoch "
    "WHERE p.stream = 'room' OR p.stream LIKE 'shares/%'"
)
DRAIN: Final = text(
    "INSERT INTO meta (key, value) SELECT :key, cast(epoch AS text) FROM node WHERE id = :me AND up "
    "ON CONFLICT (key) DO UPDATE SET value = excluded.value RETURNING value"
)
