"""The database of the tracker: DuckDB tables made from the Parquet tables of a corpus, each hand once.

`hand` and `player` are the tables of a corpus without repeated hands; `played` joins them, with one row for each
player in each hand, `mine` has the owner's rows of it, and `figure_sums` the sums of the others' rows (`sums.py`).
`tournament` has each player's result in a tournament once, from the summary of that player if there is one. A question
gets a connection that can neither write nor reach files or the network.

An update is one transaction: it removes the rows of shares that are gone, and adds those of new shares, so its time
depends on the new hands. The table `share` names the shares whose rows are there; so the next update completes one that
was interrupted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

from sidepot.corpora.corpus_rows import COLUMNS
from sidepot.corpora.corpus_run import Note
from sidepot.errors import BadNotation, Conflict
from sidepot.extras import how_to_install
from sidepot.rules.clauses import refuse, say
from sidepot.tracker.filters.saved import put_filters_in
from sidepot.tracker.notes import put_in
from sidepot.tracker.selection import no_hands, put_wanted_in
from sidepot.tracker.sums import ADDED, TABLE

FILE: Final = "tracker.duckdb"
LOCK: Final = "database.lock"
SETTINGS: Final = {"memory_limit": "300MB", "threads": 2}
LOCKED: Final = {
    "enable_external_access": False,
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "lock_configuration": True,
}

TYPES: Final = {
    "string": "VARCHAR", "bool": "BOOLEAN", "int8": "TINYINT", "int16": "SMALLINT", "int64": "BIGINT",
    "float32": "FLOAT", "float64": "DOUBLE",
}  # fmt: skip


def _columns(table: str) -> str:
    return ", ".join([f'"{name}" {TYPES[kind]}' for name, kind in COLUMNS[table].items() if name != "started"])


_TABLES: Final = f"""
CREATE TABLE hand ({_columns("hand")}, game VARCHAR, started TIMESTAMP);
CREATE TABLE player ({_columns("player")});
CREATE VIEW played AS SELECT hand.* EXCLUDE (money, decimals, unit, showdown, rake), player.* EXCLUDE (id)
    FROM hand JOIN player USING (id);
CREATE TABLE mine AS FROM played LIMIT 0;
{TABLE}
CREATE TABLE summary (number BIGINT, {_columns("tournament")}, started TIMESTAMP);
CREATE VIEW tournament AS SELECT DISTINCT ON (site, tournament, player) * EXCLUDE (number)
    FROM summary ORDER BY site, tournament, player, hero DESC, playing, file;
CREATE TABLE copy (id BIGINT, mark BIGINT);
CREATE TABLE share (name VARCHAR, number BIGINT);
CREATE TABLE about (shape VARCHAR);
"""

_CHANGED: Final = """
CREATE OR REPLACE TEMP TABLE touched AS
    SELECT mark FROM copy WHERE id >> 19 IN (SELECT number FROM lost)
    UNION SELECT mark FROM {new};
DELETE FROM hand WHERE id >> 19 IN (SELECT number FROM lost);
DELETE FROM player WHERE id >> 19 IN (SELECT number FROM lost);
DELETE FROM mine WHERE id >> 19 IN (SELECT number FROM lost);
DELETE FROM figure_sums WHERE number IN (SELECT number FROM lost);
DELETE FROM copy WHERE id >> 19 IN (SELECT number FROM lost);
DELETE FROM summary WHERE number IN (SELECT number FROM lost);
DELETE FROM share WHERE number IN (SELECT number FROM lost);
INSERT INTO copy SELECT id, mark FROM {new};
CREATE OR REPLACE TEMP TABLE chosen AS
    SELECT min(id) AS id FROM copy SEMI JOIN touched USING (mark) ANTI JOIN hand USING (mark) GROUP BY mark;
"""
"""Remove the rows of `lost` shares; `chosen` are the hands to add: of copies of a hand, only one counts."""

_ADDED: Final = """
INSERT INTO hand BY NAME SELECT * REPLACE (try_cast(started AS TIMESTAMP) AS started) FROM {hands}
    SEMI JOIN chosen USING (id) ORDER BY started, id;
INSERT INTO player BY NAME SELECT * EXCLUDE (game) FROM {players} SEMI JOIN chosen USING (id) ORDER BY id, seat;
INSERT INTO mine BY NAME
    SELECT hand.* EXCLUDE (money, decimals, unit, showdown, rake), player.* EXCLUDE (id)
    FROM (SELECT * FROM hand SEMI JOIN chosen USING (id)) AS hand
    JOIN (SELECT * FROM player SEMI JOIN chosen USING (id) WHERE hero) AS player USING (id) ORDER BY started, id;
"""

_SUMMARIES: Final = """
INSERT INTO summary BY NAME SELECT {number} AS number, * REPLACE (try_cast(started AS TIMESTAMP) AS started) FROM {rows}
"""

SHAPE: Final = sha256(f"{_TABLES}{_CHANGED}{_ADDED}{ADDED}{_SUMMARIES}".encode()).hexdigest()[:16]
"""The version of the database's tables and views. If it changes, the database is made anew."""


class Counts(NamedTuple):
    """The number of hands in the database, and the number of repeated hands that were left out."""

    hands: int
    again: int


def need_duckdb(home: Path) -> None:
    """Raise Conflict if duckdb is not installed."""
    if find_spec("duckdb") is None:
        raise Conflict(f"{home}: the tracker needs duckdb, which is not installed: {how_to_install('corpora')}")


# ---- making it


def is_current(home: Path) -> bool:
    """Whether there is a database whose tables have the current columns."""
    import duckdb

    if not (home / FILE).exists():
        return False
    try:
        with reading(home) as found:
            return bool(found.execute("SELECT 1 FROM about WHERE shape = $shape", {"shape": SHAPE}).fetchall())
    except duckdb.Error:
        return False


def update_database(home: Path, tables: Path, notes: Mapping[str, Note]) -> None:
    """Update the database to contain exactly these finished shares. Their Parquet tables are in the folder `tables`."""
    import duckdb

    if not is_current(home):
        with _alone(home):
            for left in (FILE, f"{FILE}.wal"):
                (home / left).unlink(missing_ok=True)
            with duckdb.connect(str(home / FILE), config=SETTINGS) as made:
                made.execute(f"BEGIN; {_TABLES} INSERT INTO about VALUES ('{SHAPE}'); COMMIT")
    with _alone(home), duckdb.connect(str(home / FILE), config=SETTINGS) as made:
        known = {name for (name,) in made.execute("SELECT name FROM share").fetchall()}
        new = [name for name in notes if name not in known]
        lost = [name for name in known if name not in notes]
        if new or lost:
            made.execute("BEGIN")
            _update(made, tables, notes, new, lost)
            made.execute("COMMIT")


def _update(made: Any, tables: Path, notes: Mapping[str, Note], new: Collection[str], lost: Collection[str]) -> None:
    made.execute("CREATE OR REPLACE TEMP TABLE lost (number BIGINT)")
    made.execute("INSERT INTO lost SELECT unnest($numbers)", {"numbers": [number_of(name) for name in lost]})
    made.execute("CREATE OR REPLACE TEMP VIEW nothing AS SELECT 0 AS id, 0 AS mark LIMIT 0")
    made.execute(_CHANGED.format(new=_parquet(tables, notes, new, "hand") or "nothing"))
    made.execute(
        "INSERT INTO share SELECT unnest($names), unnest($numbers)",
        {"names": [*new], "numbers": [number_of(name) for name in new]},
    )
    for name in new:
        if rows := _parquet(tables, notes, [name], "tournament"):
            made.execute(_SUMMARIES.format(number=number_of(name), rows=rows))
    chosen = made.execute(
        "SELECT DISTINCT name FROM share JOIN (SELECT DISTINCT id >> 19 AS number FROM chosen) USING (number)"
    )
    names = [name for (name,) in chosen.fetchall()]
    if names:
        hands, players = _parquet(tables, notes, names, "hand"), _parquet(tables, notes, names, "player")
        made.execute(_ADDED.format(hands=hands, players=players))
        made.execute(ADDED)


def number_of(share: str) -> int:
    """The number of a share (some pieces of history files) with this name. The ids of its hands contain the number."""
    return int(share[:11], 16)


def _parquet(tables: Path, notes: Mapping[str, Note], names: Collection[str], table: str) -> str:
    """The Parquet files of these shares as a relation in SQL; "" if they have none."""
    files = [str(tables / part) for name in names for part in notes[name].parts if part.startswith(f"{table}/")]
    if not files:
        return ""
    listed = ", ".join(["'{}'".format(file.replace("'", "''")) for file in files])
    return f"read_parquet([{listed}], hive_partitioning = true, hive_types_autocast = false, union_by_name = true)"


# ---- reading it


@contextmanager
def _alone(home: Path, *, shared: bool = False) -> Iterator[None]:
    """Wait until nobody writes to the database or, if not `shared`, reads it; and keep others from it."""
    with (home / LOCK).open("ab") as held:
        _lock(held, shared=shared)
        yield


def _lock(held: IO[bytes], *, shared: bool) -> None:
    try:
        import fcntl
    except ImportError:
        return  # then DuckDB itself refuses to open a file that is in use
    with suppress(OSError):  # a file system without locks
        fcntl.flock(held, fcntl.LOCK_SH if shared else fcntl.LOCK_EX)


@contextmanager
def reading(home: Path) -> Iterator[Any]:
    """A read-only connection to the database. Raises BadNotation if the database has no hand yet."""
    need_duckdb(home)
    import duckdb

    if not (home / FILE).exists():
        raise no_hands()
    with (
        _alone(home, shared=True),
        duckdb.connect(str(home / FILE), read_only=True, config=SETTINGS | LOCKED) as found,
    ):
        put_in(found, home)
        put_filters_in(found, home)
        yield found


def counts_of(home: Path) -> Counts:
    """The number of hands in the database, and the number of repeated hands."""
    with reading(home) as found:
        ((hands, known),) = found.execute("SELECT (SELECT count(*) FROM hand), (SELECT count(*) FROM copy)").fetchall()
    return Counts(hands, known - hands)


class Answer(NamedTuple):
    """The rows of an answer, and the names of its columns."""

    columns: list[str]
    rows: list[tuple[Any, ...]]


def ask_sql(home: Path, question: str, where: str = "") -> Answer:
    """Answer a question in SQL. With a filter, the table `wanted` contains the owner's hands that the filter selects.

    Raises BadNotation if the question is invalid, or does more than read.
    """
    import duckdb

    with reading(home) as found:
        try:
            if where:
                put_wanted_in(found, where)
            answer = found.execute(question)
            if answer is None:
                raise refuse(BadNotation, say("there is no question in this SQL"))
            return Answer([column[0] for column in answer.description or []], answer.fetchall())
        except duckdb.Error as error:
            raise BadNotation(str(error)) from None
