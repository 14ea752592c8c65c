"""Sums of the figures of all players but the owner, kept in the database for questions without a filter.

A row of `figure_sums` has the sums of one player's hands in one share, for one kind of money, and with or without the
owner in the hand (`with_owner`). An import removes and adds the rows of shares, and does the same with their sums.
A question adds up the sums of a player, or of all players: this gives the same figures as the rows of the hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from sidepot.stats.figures import FIGURES, Figure, Kind
from sidepot.tracker.notes import ME
from sidepot.tracker.selection import Selection

SUMMED: Final = tuple([key for key, figure in FIGURES.items() if figure.kind is not Kind.MEAN or key == "per_100"])
"""The figures whose sums are kept: those of the pages about other players."""

_KEPT: Final = {name: sql for key in SUMMED for name, sql in FIGURES[key].sums_sql.items()}
_SUMS: Final = f"""
SELECT id >> 19 AS number, site, player, money, with_owner, count(*) AS hands, max(started) AS last,
       {", ".join([f"{sql} AS {name}" for name, sql in _KEPT.items()])}
"""

TABLE: Final = f"""
CREATE TABLE figure_sums AS {_SUMS} FROM (SELECT *, true AS with_owner FROM played) GROUP BY ALL LIMIT 0;
"""

ADDED: Final = f"""
INSERT INTO figure_sums BY NAME {_SUMS} FROM (
    SELECT hand.id, site, started, id IN (SELECT id FROM player SEMI JOIN chosen USING (id) WHERE hero) AS with_owner,
           player.* EXCLUDE (id)
    FROM (SELECT * FROM hand SEMI JOIN chosen USING (id)) AS hand
    JOIN (SELECT * FROM player SEMI JOIN chosen USING (id) WHERE NOT hero) AS player USING (id)
) GROUP BY ALL ORDER BY number, site, player;
"""
"""Add the sums of the `chosen` hands, whose rows were just added."""


class Source(NamedTuple):
    """Where a question about other players finds its answer, in SQL.

    - `rows`: a relation: the rows of hands, or of sums
    - `hands`: the number of hands
    - `last`: the time of the latest hand
    - `figures`: the value, error and chances of each figure
    """

    rows: str
    hands: str
    last: str
    figures: str


def others(of: Selection, figures: Sequence[Figure]) -> Source:
    """All other players in the selected hands of the owner."""
    if of.where or of.found.execute(f"SELECT 1 FROM alias WHERE person = '{ME}'").fetchall():
        return _of_hands(f"(SELECT * FROM played WHERE NOT hero AND id IN (SELECT id FROM {of.rows}))", figures)
    return _of_sums("(SELECT * FROM figure_sums WHERE with_owner AND money = $money)", figures)


def the_field(field: Selection, figures: Sequence[Figure]) -> Source:
    """The players selected by `select_field`: all but the owner."""
    if field.where:
        return _of_hands(field.rows, figures)
    owner = "(SELECT DISTINCT site, player FROM mine)"
    return _of_sums(f"(SELECT * FROM figure_sums ANTI JOIN {owner} USING (site, player) WHERE money = $money)", figures)


def _of_hands(rows: str, figures: Sequence[Figure]) -> Source:
    return Source(rows, "count(*)", "max(started)", _named(figures, [one.columns_sql for one in figures]))


def _of_sums(rows: str, figures: Sequence[Figure]) -> Source:
    hands = "coalesce(sum(hands), 0)::BIGINT"
    return Source(rows, hands, "max(last)", _named(figures, [one.columns_of_sums_sql for one in figures]))


def _named(figures: Sequence[Figure], columns: Sequence[tuple[str, str, str]]) -> str:
    return ", ".join(
        [
            f"{sql} AS {one.key}_{at}"
            for one, three in zip(figures, columns, strict=True)
            for at, sql in enumerate(three)
        ]
    )
