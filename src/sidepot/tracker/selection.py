"""The hands that a question of the page or of the command is about: the owner's, for one kind of money, with a filter.

Every question selects its rows `FROM` the same relation, so that each figure and each list has the same hands.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec

from sidepot.errors import BadNotation
from sidepot.rules.clauses import refuse, say
from sidepot.tracker.filters.fields import Field
from sidepot.tracker.filters.filter_sql import Names, filter_sql
from sidepot.tracker.filters.refusals import refuse_name
from sidepot.tracker.filters.saved import filter_in

CHIPS: Final = "tournament chips"
AMOUNT: Final = f"if(money = '{CHIPS}', {{0}} / unit, {{0}} / 10.0 ** decimals)"
"""An amount in SQL: in its currency or, because chips of two tournaments cannot be added, in big blinds."""

NET: Final = AMOUNT.format("net")
EXPECTED: Final = AMOUNT.format("coalesce(expected, net)")

MOST_NAMES: Final = 20  # in an error


class Wanted(NamedTuple):
    """Which hands are wanted: a kind of money ("" for the one with the most hands), and a filter or the name of a saved
    one.
    """

    money: str = ""
    where: str = ""


EVERYTHING: Final = Wanted()


class MoneyHands(msgspec.Struct, frozen=True):
    """A kind of money, and how many of the owner's hands were played for it."""

    money: str
    hands: int


class Moneys(msgspec.Struct, frozen=True):
    """All kinds of money, the chosen one, and the unit of its results."""

    moneys: list[MoneyHands]
    money: str
    measure: str


class Selection(NamedTuple):
    """The selected rows as a relation in SQL, the values of the relation's parameters, and the text of the filter."""

    found: Any
    money: str
    rows: str
    values: dict[str, Any]
    where: str = ""

    @property
    def measure(self) -> str:
        """The unit of results."""
        return "bb" if self.money == CHIPS else self.money

    def ask(self, question: str) -> list[tuple[Any, ...]]:
        """The rows of an answer in SQL. The question selects `FROM` the relation `rows`."""
        answer: list[tuple[Any, ...]] = self.found.execute(question, self.values).fetchall()
        return answer


_MINE: Final = "mine"
_FIELD: Final = "played ANTI JOIN (SELECT DISTINCT site, player FROM mine) USING (site, player)"


def no_hands() -> BadNotation:
    """The error for a tracker that has no hands yet."""
    return refuse(
        BadNotation,
        say("the tracker has no hands yet; give the folders that hold your hand histories"),
        code="tracker_empty",
    )


def select(found: Any, wanted: Wanted) -> Selection:
    """Select the owner's hands. Raises BadNotation for an unknown kind of money, or an invalid filter."""
    return _selected(found, wanted, _MINE)


def select_field(found: Any, wanted: Wanted) -> Selection:
    """Select the hands of all other players with the same filter.

    Raises BadNotation for an unknown kind of money, or an invalid filter.
    """
    return _selected(found, wanted, _FIELD)


def put_wanted_in(found: Any, where: str) -> None:
    """Make the owner's hands that a filter selects available on a connection, as the temporary table `wanted`.

    Hands for all kinds of money are included.
    """
    made = filter_sql(filter_in(found, where), _names_in(found))
    found.execute(f"CREATE TEMP TABLE wanted AS SELECT * FROM mine WHERE {made.sql}", made.values)


def _selected(found: Any, wanted: Wanted, rows: str) -> Selection:
    money = moneys_of(found, wanted.money).money
    where = filter_in(found, wanted.where)
    made = filter_sql(where, _names_in(found))
    rows = f"(SELECT * FROM {rows} WHERE money = $money AND ({made.sql}))"
    return Selection(found, money, rows, {"money": money, **made.values}, where)


_JOINED: Final = """
SELECT player FROM alias WHERE person IN (SELECT person FROM alias WHERE player IN (SELECT unnest(?)))
"""
"""All names of the persons with these names."""


def _names_in(found: Any) -> Names:
    """The values in a database that are the same as a name. Raises BadNotation if there are none."""

    def names(field: Field, name: str) -> list[str]:
        about = f"SELECT DISTINCT {field.sql} FROM {field.names}"
        for test in (f"{field.sql} = $name", f"lower({field.sql}) = lower($name)"):
            exact = [str(one) for (one,) in found.execute(f"{about} WHERE {test}", {"name": name}).fetchall()]
            if exact and field.key == "opponent":
                return [*dict.fromkeys(exact + [str(one) for (one,) in found.execute(_JOINED, [exact]).fetchall()])]
            if exact:
                return exact
        known = [str(one) for (one,) in found.execute(f"{about} WHERE {field.sql} <> '' ORDER BY 1").fetchall()]
        if not known:
            return []  # nothing is tagged yet
        few, more = known[:MOST_NAMES], known[MOST_NAMES:]
        raise refuse_name(say("no hand has the {field} {name}", field.key, repr(name)), name, few, more)

    return names


def moneys_of(found: Any, money: str = "") -> Moneys:
    """The kinds of money of the owner's hands. Raises BadNotation if no hand was played for `money`."""
    moneys = _moneys(found)
    if not moneys and not found.execute("SELECT 1 FROM hand LIMIT 1").fetchall():
        raise no_hands()
    if not moneys:
        raise refuse(
            BadNotation,
            say("the tracker has no hands of yours: none of its files shows whose cards they have"),
            code="tracker_empty",
        )
    if money and money not in [one.money for one in moneys]:
        raise refuse(BadNotation, say("you have no hands for {money}", repr(money)), code="bad_filter")
    money = money or moneys[0].money
    return Moneys(moneys, money, "bb" if money == CHIPS else money)


def _moneys(found: Any) -> list[MoneyHands]:
    rows = found.execute("SELECT money, count(*) FROM mine GROUP BY money ORDER BY count(*) DESC, money")
    return [MoneyHands(*row) for row in rows.fetchall()]
