"""The opponents in the owner's hands: a table of persons with figures, and one person.

A person may have several names (`notes.py`). Anonymous seats are no persons: their hands are counted, and nothing else.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec

from sidepot.errors import BadNotation
from sidepot.rules.clauses import refuse, say
from sidepot.stats.figures import FIGURES
from sidepot.stats.hand_seen import POSITIONS
from sidepot.tracker.anonymous import SQL as ANONYMOUS
from sidepot.tracker.anonymous import is_anonymous
from sidepot.tracker.database import reading
from sidepot.tracker.notes import ME, Name, Notes, Person, name_in, read_notes
from sidepot.tracker.overview import BY_POSITION, PAGE, Cell, PlayedHand, PositionRow, cells, cells_of, hand_list
from sidepot.tracker.selection import EVERYTHING, Wanted, select
from sidepot.tracker.sums import others
from sidepot.validation.reader import unknown

SHOWN: Final = (
    "vpip", "pfr", "three_bet", "fold_to_three_bet", "steal", "fold_to_steal", "c_bet", "fold_to_c_bet_flop", "af",
    "wtsd", "w_sd", "per_100",
)  # fmt: skip
SORTS: Final = ("hands", "name", "last", *SHOWN)


class Asked(msgspec.Struct, frozen=True):
    """Which opponents to show.

    - `search`: a part of the name
    - `sort`: the order: by `hands`, `name`, `last` (the latest hand) or a figure
    - `up`: whether the smallest is first
    - `least`: the minimum number of hands of a player
    - `skip`: how many opponents to leave out at the beginning
    """

    search: str = ""
    sort: str = "hands"
    up: bool = False
    least: int = 1
    skip: int = 0


FIRST: Final = Asked()


class Opponent(msgspec.Struct, frozen=True):
    """A person: the number of hands with the owner, the time of the latest hand, figures, and what the owner wrote."""

    person: str
    names: list[Name]
    hands: int
    last: str
    cells: list[Cell]
    note: str
    tags: list[str]


class Opponents(msgspec.Struct, frozen=True):
    """A page of opponents.

    - `count`: the number of all people that match
    - `anonymous`: how many hands were dealt to anonymous seats
    """

    count: int
    anonymous: int
    opponents: list[Opponent]


class Together(msgspec.Struct, frozen=True):
    """The owner's result, in big blinds, in hands that only the owner and one opponent played.

    These are hands of two players, and hands in which all other players folded in the first betting round. In hands
    with more players, nobody can tell from whom chips were won.

    - `error`: the standard error of `per_100`
    """

    hands: int
    net: float
    per_100: float | None
    error: float | None


class OnePerson(msgspec.Struct, frozen=True):
    """An opponent: all figures with at least one chance, figures by position, the result against the owner, and the
    latest hands.
    """

    opponent: Opponent
    positions: list[PositionRow]
    together: Together
    played: list[PlayedHand]


# ---- the table


_PERSONS: Final = """
CREATE TEMP TABLE persons AS SELECT *, coalesce({anonymous}, false) AS unnamed FROM (
    SELECT if(person IS NULL, site, NULL) AS site, coalesce(person, player) AS player, {of.hands} AS hands,
           {of.last} AS last, {of.figures}
    FROM (SELECT rows.*, alias.person FROM {of.rows} AS rows LEFT JOIN alias USING (site, player))
    WHERE person IS DISTINCT FROM '{me}' GROUP BY ALL
) ANTI JOIN (SELECT DISTINCT site, player FROM mine) USING (site, player)
"""
"""Opponents by person. A person with several names has no site, and the person's id as name."""

_ASKED: Final = """
SELECT count(*) OVER (), site, player, hands, last, * EXCLUDE (site, player, hands, last, unnamed)
FROM persons WHERE NOT unnamed AND hands >= $least AND (contains(lower(player), $search)
    OR site IS NULL AND player IN (SELECT person FROM alias WHERE contains(lower(player), $search)))
ORDER BY {order} NULLS LAST, hands DESC, player LIMIT {most} OFFSET {skip}
"""


_NAME: Final = "lower(if(site IS NULL, regexp_replace(player, '^[^:]*:', ''), player))"


def opponents(home: Path, wanted: Wanted = EVERYTHING, asked: Asked = FIRST, *, most: int = PAGE) -> Opponents:
    """The opponents in the wanted hands, at most `most` of them. Raises BadNotation for an unknown order."""
    if asked.sort not in SORTS:
        raise unknown(f"unknown order {asked.sort!r}", asked.sort, SORTS, lead="expected one of")
    figures = [FIGURES[key] for key in SHOWN]
    order = {"hands": "hands", "name": _NAME, "last": "last"}.get(asked.sort, f"{asked.sort}_0")
    way = "ASC" if asked.up else "DESC"
    notes = read_notes(home)
    with reading(home) as found:
        of = select(found, wanted)
        found.execute(_PERSONS.format(of=others(of, figures), me=ME, anonymous=ANONYMOUS), of.values)
        ((anonymous,),) = found.execute("SELECT coalesce(sum(hands), 0) FROM persons WHERE unnamed").fetchall()
        rows = found.execute(
            _ASKED.format(order=f"{order} {way}", most=most, skip=asked.skip),
            {"search": asked.search.lower(), "least": asked.least},
        ).fetchall()
    return Opponents(
        count=rows[0][0] if rows else 0,
        anonymous=int(anonymous),
        opponents=[
            _opponent(_person(notes, site, player), hands, last, cells_of(figures, list(values)))
            for _, site, player, hands, last, *values in rows
        ],
    )


def _person(notes: Notes, site: str | None, player: str) -> Person:
    if site is None:
        return notes.person(player) or Person((Name("", player),))
    name = Name(site, player)
    return notes.person_of(name) or Person((name,))


def _opponent(person: Person, hands: int, last: Any, figures: list[Cell]) -> Opponent:
    when = f"{last:%Y-%m-%d %H:%M:%S}" if last is not None else ""
    return Opponent(person.id, list(person.names), hands, when, figures, person.note, list(person.tags))


# ---- one person


_MAYBE: Final = "CREATE TEMP TABLE maybe AS SELECT DISTINCT id FROM player WHERE player IN (SELECT unnest($players))"
_OWN: Final = "CREATE TEMP TABLE own AS SELECT * FROM {rows} SEMI JOIN maybe USING (id)"
_THEIRS: Final = """
CREATE TEMP TABLE theirs AS SELECT * FROM played WHERE NOT hero
AND (site, player) IN (SELECT unnest($sites), unnest($players)) AND id IN (SELECT id FROM own)
"""
"""The owner's rows and the player's, found from the few hands with such a name: joins of few rows are fast."""

_TOGETHER: Final = """
SELECT count(*), coalesce(sum(own.net / own.unit), 0), 100 * avg(own.net / own.unit),
       100 * stddev_samp(own.net / own.unit) / sqrt(count(*))
FROM own JOIN theirs USING (id)
WHERE own.players = 2 OR own.wtsd IS NOT NULL AND theirs.wtsd IS NOT NULL
    AND id IN (SELECT id FROM player SEMI JOIN theirs USING (id) GROUP BY id HAVING count(wtsd) = 2)
"""


def one_person(home: Path, wanted: Wanted, person: str) -> OnePerson:
    """An opponent in the wanted hands, by the person's id. Raises BadNotation for the owner, or an anonymous seat."""
    one = person_with(read_notes(home), person)
    if one.is_me or any(is_anonymous(name.site, name.player) for name in one.names):
        raise refuse(BadNotation, say("{player} is not an opponent", person))
    with reading(home) as found:
        mine = select(found, wanted)
        names = {"sites": [name.site for name in one.names], "players": [name.player for name in one.names]}
        found.execute(_MAYBE, {"players": names["players"]})
        found.execute(_OWN.format(rows=mine.rows), mine.values)
        found.execute(_THEIRS, names)
        theirs, own = mine._replace(rows="theirs", values={}), mine._replace(rows="own", values={})
        ((hands, last),) = theirs.ask("SELECT count(*), max(started) FROM theirs")
        ((count, net, per_100, error),) = own.ask(_TOGETHER)
        figures = [cell for cell in cells(theirs, tuple(FIGURES))[0].cells if cell.chances]
        places = sorted(cells(theirs, BY_POSITION, by_position=True), key=lambda row: POSITIONS.index(row.position))
        return OnePerson(
            _opponent(one, hands, last, figures),
            places,
            Together(count, round(net, 4), per_100, error),
            hand_list(own, "id IN (SELECT id FROM theirs) ORDER BY started DESC NULLS LAST, id DESC", PAGE),
        )


def person_with(notes: Notes, person: str) -> Person:
    """The person with an id, such as `PokerStars:Bo`. Raises BadNotation for text that is not an id."""
    known = notes.person(person)
    if known is not None:
        return known
    name = name_in(person)
    return notes.person_of(name) or Person((name,))
