"""The figures of a player, each defined once: for `sidepot stats`, the tables of a corpus, and SQL.

A rate counts events among chances. In the table `player` it is one column: empty without a chance, else whether the
event happened, so that its average is the rate. `chances.py` fills these columns.

>>> FIGURES["pfr"].text
'bet or raised in the first betting round, of all hands except walks and bomb pots'
>>> FIGURES["pfr"].sql
'avg(pfr::INT)'
"""

from __future__ import annotations

from enum import StrEnum
from math import sqrt
from typing import Final

import msgspec

from sidepot.errors import BadNotation
from sidepot.validation.reader import unknown


class Kind(StrEnum):
    """The kind of a figure: a share of its chances, a ratio of two counts, or a mean per hundred hands."""

    RATE = "rate"
    RATIO = "ratio"
    MEAN = "mean"


class Group(StrEnum):
    """The part of the game that a figure is about."""

    FIRST = "preflop"
    LATER = "postflop"
    SHOWDOWN = "showdown"
    STUD = "stud"
    DRAW = "draw"
    RESULT = "result"


class Games(StrEnum):
    """The games in which a figure is counted."""

    ALL = "all"
    BLINDS = "with blinds"
    FLOP = "with a board"
    STUD = "stud"
    DRAW = "draw"
    LIMIT = "fixed limit"


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """A statistic of players.

    - `key`: its name in JSON and SQL
    - `name`: its usual name
    - `event`: what counts
    - `chance`: the occasions on which the event could happen ("" for a mean)
    - `tracker`: the nearest figure of PokerTracker 4
    - `differs`: how that figure differs ("" if no difference is known)
    - `each`: for a mean, the value of one hand as an SQL expression
    - `ratio`: the two SQL expressions that are divided, if the figure has no column of its own
    """

    key: str
    name: str
    group: Group
    games: Games
    event: str
    chance: str = ""
    tracker: str = ""
    differs: str = ""
    kind: Kind = Kind.RATE
    each: str = ""
    ratio: tuple[str, str] = ("", "")

    @property
    def text(self) -> str:
        """The definition of the figure as one line of text."""
        return f"{self.event}, of {self.chance}" if self.chance else self.event

    @property
    def unit(self) -> str:
        """The unit of the figure's value."""
        if self.kind is not Kind.MEAN:
            return "%" if self.kind is Kind.RATE else ""
        return "big bets/100" if self.games is Games.LIMIT else "bb/100"

    @property
    def sql(self) -> str:
        """The SQL expression for the figure's value, from 0 to 1 for a rate. It is computed from rows of the table
        `player`.
        """
        if self.ratio[0]:
            return f"{self.ratio[0]} / nullif({self.ratio[1]}, 0)"
        return f"100 * avg({self.each})" if self.each else f"avg({self.key}::INT)"

    @property
    def chances_sql(self) -> str:
        """The SQL expression for the number of the figure's chances or, for a mean, for the number of hands."""
        return self.ratio[1] if self.ratio[0] else f"count({self.each or self.key})"

    @property
    def error_sql(self) -> str:
        """The SQL expression for the figure's standard error; `NULL` for a ratio."""
        if self.kind is Kind.RATIO:
            return "NULL"
        if self.each:
            return f"100 * stddev_samp({self.each}) / sqrt(count({self.each}))"
        return _error_of_rate_sql(*(self.ratio if self.ratio[0] else (f"count_if({self.key})", f"count({self.key})")))

    @property
    def columns_sql(self) -> tuple[str, str, str]:
        """The SQL expressions for the figure's value, error and chances. A rate uses counts, which are faster than an
        average.
        """
        is_plain = self.kind is Kind.RATE and not self.ratio[0]
        value = f"count_if({self.key}) / nullif(count({self.key}), 0)" if is_plain else self.sql
        return value, self.error_sql, self.chances_sql

    @property
    def sums_sql(self) -> dict[str, str]:
        """The sums of a group of rows that the figure is made of: the SQL expression of each by its name."""
        if self.ratio[0]:
            return {name: f"sum({name})::BIGINT" for name in COUNTS}
        if self.each:
            count = f"count({self.each})"
            return {
                f"{self.key}_count": count,
                f"{self.key}_sum": f"sum({self.each})::DOUBLE",
                f"{self.key}_squares": f"var_pop({self.each}) * {count}",
            }
        return {f"{self.key}_events": f"count_if({self.key})", f"{self.key}_chances": f"count({self.key})"}

    @property
    def columns_of_sums_sql(self) -> tuple[str, str, str]:
        """The SQL expressions for the figure's value, error and chances over several groups, from their `sums_sql`."""
        if self.ratio[0]:
            error = "NULL" if self.kind is Kind.RATIO else _error_of_rate_sql(*self.ratio)
            return self.sql, error, self.chances_sql
        if self.each:
            count, total, squares = [f"{self.key}_{part}" for part in ("count", "sum", "squares")]
            hands = f"nullif(sum({count}), 0)"
            spread = f"sum({squares} + {total} ** 2 / nullif({count}, 0)) - sum({total}) ** 2 / {hands}"
            error = f"100 * sqrt(greatest({spread}, 0) / nullif({hands} - 1, 0)) / sqrt({hands})"
            return f"100 * sum({total}) / {hands}", error, f"sum({count})"
        events, chances = f"sum({self.key}_events)::BIGINT", f"sum({self.key}_chances)::BIGINT"
        return f"{events} / nullif({chances}, 0)", _error_of_rate_sql(events, chances), chances


def _error_of_rate_sql(events: str, chances: str) -> str:
    chances = f"nullif({chances}, 0)"
    return f"sqrt(({events} + 0.5) * ({chances} - {events} + 0.5) / ({chances} + 1.0) ** 3)"


def error_of_rate(events: int, chances: int) -> float:
    """The standard error of a rate, with half an event and half a non-event added (Agresti and Coull).

    Because of this addition, a rate of 0 with few chances does not look certain.

    >>> round(error_of_rate(0, 4), 3), round(error_of_rate(200, 400), 3)
    (0.134, 0.025)
    """
    return sqrt((events + 0.5) * (chances - events + 0.5) / (chances + 1) ** 3)


_PLAYED: Final = "all hands except walks and bomb pots"
_ACTED: Final = "the times the player acted"
_CAME_IN: Final = "the player's first acts, with chips to call, after folds only"
_NEXT_C_BET: Final = "the times the player acted there before anybody had bet"
_BEFORE: Final = "who had not acted yet"
_AGGRESSIVE: Final = "bets and raises after the first betting round"


def _by_street(
    key: str, name: str, event: str, chance: str, tracker: str, differs: str = "", streets: str = "flop turn river"
) -> list[Figure]:
    return [
        Figure(
            key=f"{key}_{street}", name=f"{name} {street}", group=Group.LATER, games=Games.FLOP,
            event=event.format(street=street), chance=chance.format(street=street),
            tracker=tracker.format(Street=street.title(), S=street[0].upper()), differs=differs,
        )
        for street in streets.split()
    ]  # fmt: skip


_FIRST: Final = [
    Figure(
        key="vpip", name="VPIP", group=Group.FIRST, games=Games.ALL, tracker="VPIP",
        event="called with chips, bet or raised in the first betting round", chance=_PLAYED,
    ),
    Figure(
        key="pfr", name="PFR", group=Group.FIRST, games=Games.ALL, tracker="PFR",
        event="bet or raised in the first betting round", chance=_PLAYED,
        differs="PokerTracker 4 leaves out hands in which the player could not raise",
    ),
    Figure(
        key="rfi", name="RFI", group=Group.FIRST, games=Games.BLINDS, tracker="Raise First In",
        event="raised as the first to enter the pot", chance=_CAME_IN,
    ),
    Figure(
        key="limp", name="limp", group=Group.FIRST, games=Games.BLINDS, tracker="Preflop Limp",
        event="called before any raise", chance="the player's first acts before any raise, with chips to call",
    ),
    Figure(
        key="isolate", name="isolate", group=Group.FIRST, games=Games.BLINDS, tracker="Raise With Previous Limpers",
        event="raised after others had only called",
        chance="the player's first acts after a call and before any raise",
    ),
    Figure(
        key="steal", name="steal", group=Group.FIRST, games=Games.BLINDS, tracker="Att To Steal",
        event="raised from CO, BTN or SB as the first to enter the pot", chance=f"{_CAME_IN}, in these positions",
    ),
    Figure(
        key="fold_to_steal", name="fold to steal", group=Group.FIRST, games=Games.BLINDS, tracker="Fold to Steal",
        event="folded SB or BB to a steal",
        chance="the first acts in these positions after a steal that nobody had called or raised",
    ),
    Figure(
        key="three_bet", name="3-bet", group=Group.FIRST, games=Games.ALL, tracker="3Bet Preflop",
        event="raised after exactly one bet or raise, by another player, in the first betting round",
        chance="the times the player acted at such a moment",
        differs="PokerTracker 4 leaves out moments at which the player could not raise",
    ),
    Figure(
        key="fold_to_three_bet", name="fold to 3-bet", group=Group.FIRST, games=Games.ALL,
        tracker="Fold to PF 3Bet After Raise", event="folded to the second raise of the first betting round",
        chance="the times the player acted after exactly two, the first of which was the player's own",
    ),
    Figure(
        key="four_bet", name="4-bet", group=Group.FIRST, games=Games.ALL, tracker="4Bet Preflop",
        event="raised after exactly two raises, the second by another player, in the first betting round",
        chance="the times the player acted at such a moment",
        differs="PokerTracker 4 leaves out moments at which the player could not raise",
    ),
    Figure(
        key="fold_to_four_bet", name="fold to 4-bet", group=Group.FIRST, games=Games.ALL,
        tracker="Fold to PF 4Bet After 3Bet", event="folded to the third raise of the first betting round",
        chance="the times the player acted after exactly three, the second of which was the player's own",
    ),
    Figure(
        key="squeeze", name="squeeze", group=Group.FIRST, games=Games.ALL, tracker="Preflop Squeeze",
        event="raised after exactly one raise and a call of it, in the first betting round",
        chance="the player's first acts at such a moment",
    ),
]  # fmt: skip

_LATER: Final = [
    Figure(
        key="c_bet", name="c-bet", group=Group.LATER, games=Games.ALL, tracker="CBet Flop",
        event="made the first bet of the second round after making the last raise of the first", chance=_NEXT_C_BET,
        differs="PokerTracker 4 has it for games with a flop",
    ),
    *_by_street(
        "c_bet", "c-bet", "made the first bet of the {street} after a c-bet and the last raise of the round before",
        _NEXT_C_BET, "CBet {Street}", streets="turn river",
    ),
    *_by_street(
        "fold_to_c_bet", "fold to c-bet", "folded to a c-bet of the {street}",
        "the times it was the only bet when the player acted", "Fold to {S} CBet",
    ),
    *_by_street(
        "donk", "donk", f"bet the {{street}} into the player with the last raise of the round before, {_BEFORE}",
        f"{_ACTED} first there, with nothing bet and that player still to act", "Donk {Street}",
    ),
    *_by_street(
        "check_raise", "check-raise", "checked the {street} and raised at the next act",
        f"{_ACTED} again after a check", "Check Raise {Street}",
    ),
    *_by_street(
        "probe", "probe",
        f"bet the {{street}} into the last raiser of the round before last, {_BEFORE}, after a round without a bet",
        f"{_ACTED} first there, with nothing bet and that player still to act", "Probe {Street}",
        streets="turn river",
    ),
    Figure(
        key="af", name="AF", group=Group.LATER, games=Games.ALL, kind=Kind.RATIO, tracker="Total AF",
        event=_AGGRESSIVE, chance="each call there", ratio=("sum(aggressive)", "sum(calls)"),
    ),
    Figure(
        key="afq", name="AFq", group=Group.LATER, games=Games.ALL, tracker="Total AFq",
        event=_AGGRESSIVE, chance="all bets, raises, calls and folds there",
        ratio=("sum(aggressive)", "sum(aggressive + calls + folds)"),
    ),
]  # fmt: skip

_SHOWDOWN: Final = [
    Figure(
        key="wtsd", name="WTSD", group=Group.SHOWDOWN, games=Games.ALL, tracker="WTSD",
        event="came to the showdown",
        chance="the hands that went on after the first betting round with the player still in",
    ),
    Figure(
        key="w_sd", name="W$SD", group=Group.SHOWDOWN, games=Games.ALL, tracker="WSD",
        event="got a share of a pot", chance="the showdowns the player came to",
    ),
    Figure(
        key="wwsf", name="WWSF", group=Group.SHOWDOWN, games=Games.ALL, tracker="WWSF",
        event="got a share of a pot",
        chance="the hands that went on after the first betting round with the player still in",
    ),
]  # fmt: skip

_OTHER_GAMES: Final = [
    Figure(
        key="stud_steal", name="stud steal", group=Group.STUD, games=Games.STUD,
        event="completed when all before had folded except the bring-in",
        chance="the player's first acts at such a moment, with at most three players to come, the bring-in among them",
    ),
    *[
        Figure(
            key=f"pat_{number}", name=f"pat {number}", group=Group.DRAW, games=Games.DRAW,
            event=f"stood pat at the {word} draw", chance="all hands in which the player came to it",
        )
        for number, word in enumerate(("first", "second", "third"), 1)
    ],
]  # fmt: skip

_RESULT: Final = [
    Figure(
        key="per_100", name="bb/100", group=Group.RESULT, games=Games.ALL, kind=Kind.MEAN, tracker="BB/100",
        event="chips won or lost in a hundred hands, each hand in its own big blind (else small bet)",
        each="net / unit",
    ),
    Figure(
        key="showdown_per_100", name="at showdown", group=Group.RESULT, games=Games.ALL, kind=Kind.MEAN,
        tracker="Won With Showdown", differs="PokerTracker 4 has it in money",
        event="the part of bb/100 from hands in which the player came to the showdown",
        each="if(showdown, net, 0) / unit",
    ),
    Figure(
        key="without_per_100", name="without", group=Group.RESULT, games=Games.ALL, kind=Kind.MEAN,
        tracker="Won Without Showdown", differs="PokerTracker 4 has it in money",
        event="the part of bb/100 from all other hands", each="if(showdown, 0, net) / unit",
    ),
    Figure(
        key="expected_per_100", name="expected", group=Group.RESULT, games=Games.ALL, kind=Kind.MEAN,
        tracker="All-In Adj BB/100",
        event="bb/100 if each all-in hand counts as the average of its pots at the last action, after the same rake",
        each="coalesce(expected, net) / unit",
    ),
    Figure(
        key="rake_per_100", name="rake/100", group=Group.RESULT, games=Games.ALL, kind=Kind.MEAN,
        event="the rake of pots in proportion to what the player got from them, as bb/100",
        each="rake / unit",
    ),
    Figure(
        key="big_bets_per_100", name="big bets/100", group=Group.RESULT, games=Games.LIMIT, kind=Kind.MEAN,
        event="big bets won or lost in a hundred hands at fixed limit, each hand in its own big bet",
        each="net / nullif(big_bet, 0)",
    ),
]  # fmt: skip

FIGURES: Final = {figure.key: figure for figure in [*_FIRST, *_LATER, *_SHOWDOWN, *_OTHER_GAMES, *_RESULT]}
"""All figures by their keys, in the order of play."""

MARKED: Final = tuple([key for key, figure in FIGURES.items() if figure.kind is Kind.RATE and not figure.ratio[0]])
"""The figures that each hand may have: the columns of the table `player`."""

COUNTS: Final = ("aggressive", "calls", "folds")
"""What a player did after the first betting round: bets and raises, calls, folds. AF and AFq are made of them."""

USUAL: Final = ("vpip", "pfr", "three_bet", "c_bet", "wtsd", "w_sd")
"""The figures that are shown if none are named."""


def chosen_figures(names: str) -> list[Figure]:
    """The figures with these names, or in groups with these names, separated by commas.

    Raises BadNotation for an unknown name.
    """
    found: dict[str, Figure] = {}
    by_name = {figure.name.lower(): figure for figure in FIGURES.values()} | FIGURES
    for name in [part.strip().lower() for part in names.split(",")]:
        group = [figure for figure in FIGURES.values() if figure.group.value == name]
        if name == "all":
            group = [*FIGURES.values()]
        if not group and name not in by_name:
            known = ["all", *Group, *by_name]
            raise unknown(f"unknown figure {name!r}", name, known, lead="expected one of")
        for figure in group or [by_name[name]]:
            found[figure.key] = figure
    if not found:
        raise BadNotation("name figures or groups of figures")
    return [*found.values()]
