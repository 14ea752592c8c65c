"""The database of the tracker: DuckDB tables made from the Parquet tables of a corpus, each hand once.

`hand` and `player` are the tables of a corpus without repeated hands; `played` joins them, with one row for each
player in each hand, and `mine` has the owner's rows of it. `tournament` has each player's result in a tournament once,
from the summary of that player if there is one. A question gets a connection that can neither write nor
reach files or the network.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

from sidepot.corpora.corpus_rows import COLUMNS
from sidepot.errors import BadNotation, Conflict
from sidepot.extras import how_to_install

FILE: Final = "tracker.duckdb"
SETTINGS: Final = {"memory_limit": "400MB", "threads": 2}
LOCKED: Final = {
    "enable_external_access": False,
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "lock_configuration": True,
}

_TYPES: Final = {"string": "VARCHAR", "int64": "BIGINT"}
_ALL: Final = "read_parquet('{}/{}/**/*.parquet', hive_partitioning = true, union_by_name = true)"
_HAND: Final = """
CREATE TABLE hand AS SELECT * EXCLUDE (started), try_cast(started AS TIMESTAMP) AS started FROM {0}
WHERE id IN (SELECT min(id) FROM {0} GROUP BY mark) ORDER BY started, id
"""
_PLAYER: Final = "CREATE TABLE player AS SELECT * EXCLUDE (game) FROM {} SEMI JOIN hand USING (id)"
_PLAYED: Final = """
CREATE VIEW played AS SELECT hand.* EXCLUDE (money, decimals, unit, showdown, rake), player.* EXCLUDE (id)
FROM hand JOIN player USING (id)
"""

_MINE: Final = "CREATE TABLE mine AS SELECT * FROM played WHERE hero ORDER BY started, id"


def _none(name: str, kind: str) -> str:
    return f"NULL::{_TYPES.get(kind, kind)} AS {name}"


_TOURNAMENT: Final = """
CREATE TABLE tournament AS SELECT DISTINCT ON (site, tournament, player)
* REPLACE (try_cast(started AS TIMESTAMP) AS started) FROM {}
ORDER BY site, tournament, player, hero DESC, playing, file
"""
_NO_SUMMARIES: Final = f"(SELECT {', '.join([_none(*column) for column in COLUMNS['tournament'].items()])} WHERE false)"
SHAPE: Final = sha256(f"{_HAND}{_PLAYER}{_PLAYED}{_MINE}{_TOURNAMENT}".encode()).hexdigest()[:16]
"""The version of the database's tables and views. If it changes, the database is made anew."""


class Counts(NamedTuple):
    """The number of hands in the database, and of repeated hands that were left out."""

    hands: int
    again: int


def need_duckdb(home: Path) -> None:
    """Raise Conflict if duckdb is not installed."""
    if find_spec("duckdb") is None:
        raise Conflict(f"{home}: the tracker needs duckdb, which is not installed: {how_to_install('corpora')}")


def make_database(home: Path, tables: Path) -> None:
    """Make the database from the Parquet tables, in place of the previous one."""
    import duckdb

    part = home / f"{FILE}.tmp"
    part.unlink(missing_ok=True)
    where = str(tables).replace("'", "''")
    with duckdb.connect(str(part), config=SETTINGS) as made:
        has_summaries = any((tables / "tournament").glob("*.parquet"))
        made.execute(_TOURNAMENT.format(_ALL.format(where, "tournament") if has_summaries else _NO_SUMMARIES))
        if any((tables / "hand").glob("*/*.parquet")):
            made.execute(_HAND.format(_ALL.format(where, "hand")))
            made.execute(_PLAYER.format(_ALL.format(where, "player")))
            made.execute(_PLAYED)
            made.execute(_MINE)
            made.execute(f"CREATE TABLE known AS SELECT count(*) AS hands FROM {_ALL.format(where, 'hand')}")
    os.replace(part, home / FILE)


@contextmanager
def reading(home: Path) -> Iterator[Any]:
    """A read-only connection to the database. Raises BadNotation if it has no hand yet."""
    need_duckdb(home)
    import duckdb

    if not (home / FILE).exists():
        raise BadNotation("the tracker has no hands yet; name the folders of your hand histories")
    with duckdb.connect(str(home / FILE), read_only=True, config=SETTINGS | LOCKED) as found:
        yield found


def counts_of(home: Path) -> Counts:
    """The number of hands in the database, and of repeated ones."""
    with reading(home) as found:
        if not _has_hands(found):
            return Counts(0, 0)
        ((hands, known),) = found.execute("SELECT (SELECT count(*) FROM hand), (SELECT hands FROM known)").fetchall()
    return Counts(hands, known - hands)


def _has_hands(found: Any) -> bool:
    return bool(found.execute("SELECT 1 FROM duckdb_tables() WHERE table_name = 'hand'").fetchall())


class Answer(NamedTuple):
    """The rows of an answer, and the names of its columns."""

    columns: list[str]
    rows: list[tuple[Any, ...]]


def ask_sql(home: Path, question: str) -> Answer:
    """Answer a question in SQL. Raises BadNotation if it is invalid, or does more than read."""
    import duckdb

    with reading(home) as found:
        try:
            answer = found.execute(question)
            return Answer([column[0] for column in answer.description or []], answer.fetchall())
        except duckdb.Error as error:
            raise BadNotation(str(error)) from None
