"""Compare the figures of two groups of hands, and say how sure it is that they differ.

The difference of two values has the standard error of both together, and `p` is the chance of at least such a
difference between equal groups (two-sided, normal). Among many figures some differ by chance: `q` is the smallest share
of false alarms at which a figure is among the found ones (Benjamini and Hochberg, 1995).

>>> adjusted([0.01, 0.04, 0.03, None, 0.5])
[0.04, 0.05333333333333334, 0.05333333333333334, None, 0.5]
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, hypot, sqrt
from pathlib import Path
from typing import Final

import msgspec

from sidepot.stats.figures import FIGURES, Group, Kind
from sidepot.tracker.database import reading
from sidepot.tracker.filters.fields import is_alone
from sidepot.tracker.filters.grammar import conditions_of, read_filter
from sidepot.tracker.overview import Cell, cells, cells_of
from sidepot.tracker.selection import Selection, Wanted, select, select_field
from sidepot.tracker.sums import the_field

LEAST: Final = 10
"""The number of chances that both groups need: with fewer, a difference is not judged."""

COMPARED: Final = tuple(FIGURES)
LEAKS: Final = tuple(
    [key for key, figure in FIGURES.items() if figure.group is not Group.RESULT and figure.kind is Kind.RATE]
)
"""The figures of leaks. Results are left out: what one player wins, others lose."""


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """A figure of two groups.

    - `one`: the value of the first group
    - `other`: the value of the second group
    - `difference`: `one` minus `other`
    - `error`: the standard error of the difference
    - `p`: the probability of such a difference by chance (None with too few chances)
    - `q`: the same, adjusted for the number of compared figures (None with too few chances)
    - `times`: how much more often it happens to the first group in a hundred hands (None for a mean or a ratio)
    """

    group: str
    one: Cell
    other: Cell
    difference: float | None
    error: float | None
    p: float | None
    q: float | None
    times: float | None


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of two filters.

    - `hands`: the number of hands compared for the first filter
    - `other_hands`: the number of hands compared for the second filter
    - `both`: the number of hands that both filters select
    - `is_left`: whether the first filter has fewer hands

    The filters are compared on separate hands, so a hand that both select counts only for the filter with fewer hands.
    """

    hands: int
    other_hands: int
    both: int
    is_left: bool
    rows: list[Difference]


class Leaks(msgspec.Struct, frozen=True, kw_only=True):
    """The owner's figures next to those of all other players, under the same filter. The surest difference comes first.

    - `hands`: the number of the owner's hands
    - `field_hands`: the number of hands of the other players
    - `field_players`: the number of the other players
    - `judged`: how many figures were compared
    - `is_shown_only`: whether the filter is about cards, which are known of other players only if they showed them
    """

    hands: int
    field_hands: int
    field_players: int
    judged: int
    is_shown_only: bool
    rows: list[Difference]


def comparison(home: Path, wanted: Wanted, other: str) -> Comparison:
    """Compare the wanted hands with those of the filter `other`.

    Raises BadNotation for an unknown kind of money, or an invalid filter.
    """
    with reading(home) as found:
        groups = [select(found, wanted), select(found, wanted._replace(where=other))]
        sizes = [int(group.ask(f"SELECT count(*) FROM {group.rows}")[0][0]) for group in groups]
        small = sizes.index(min(sizes))
        found.execute(f"CREATE TEMP TABLE few AS SELECT id, seat FROM {groups[small].rows}", groups[small].values)
        many = groups[1 - small]
        groups[1 - small] = many._replace(rows=f"(SELECT * FROM {many.rows} ANTI JOIN few USING (id, seat))")
        first, second = [cells(group, COMPARED)[0] for group in groups]
        return Comparison(
            hands=first.hands,
            other_hands=second.hands,
            both=sum(sizes) - first.hands - second.hands,
            is_left=small == 0,
            rows=differences(first.cells, second.cells, first.hands, second.hands),
        )


def leaks(home: Path, wanted: Wanted) -> Leaks:
    """Compare the owner with all other players.

    Raises BadNotation for an unknown kind of money, or an invalid filter.
    """
    with reading(home) as found:
        own, field = select(found, wanted), select_field(found, wanted)
        figures = [FIGURES[key] for key in LEAKS]
        all_of = the_field(field, figures)
        ((hands, players, *values),) = field.ask(
            f"SELECT {all_of.hands}, count(DISTINCT hash(site, player)), {all_of.figures} FROM {all_of.rows}"
        )
        first = cells(own, LEAKS)[0]
        rows = differences(first.cells, cells_of(figures, values), first.hands, hands)
        rows.sort(key=lambda row: (row.p is None, row.p, row.one.key))
        return Leaks(
            hands=first.hands,
            field_hands=hands,
            field_players=players,
            judged=sum(row.p is not None for row in rows),
            is_shown_only=_is_about_cards(own),
            rows=rows,
        )


def _is_about_cards(of: Selection) -> bool:
    return any(condition.field in CARDS for condition in conditions_of(read_filter(of.where, is_alone)))


CARDS: Final = ("cards", "hand", "hole_cards", "range")


def differences(one: Sequence[Cell], other: Sequence[Cell], hands: int, other_hands: int) -> list[Difference]:
    """The differences between two groups with these numbers of hands. A figure without a chance in either group is left
    out.
    """
    pairs = [(a, b) for a, b in zip(one, other, strict=True) if a.chances or b.chances]
    found = [_difference(a, b) for a, b in pairs]
    chances = adjusted([p for _, _, p in found])
    return [
        Difference(
            group=FIGURES[a.key].group.value, one=a, other=b, difference=difference, error=error, p=p, q=q,
            times=_times(a, b, hands, other_hands),
        )
        for (a, b), (difference, error, p), q in zip(pairs, found, chances, strict=True)
    ]  # fmt: skip


def _difference(one: Cell, other: Cell) -> tuple[float | None, float | None, float | None]:
    if one.value is None or other.value is None:
        return None, None, None
    difference = one.value - other.value
    if one.error is None or other.error is None:
        return difference, None, None
    error = hypot(one.error, other.error)
    is_judged = min(one.chances, other.chances) >= LEAST and error > 0
    return difference, error, erfc(abs(difference) / error / sqrt(2)) if is_judged else None


def _times(one: Cell, other: Cell, hands: int, other_hands: int) -> float | None:
    """How much more often the event happened in a hundred hands, if both had as many chances as the first group."""
    if one.unit != "%" or one.value is None or other.value is None or not hands:
        return None
    return 100 * (one.value - other.value) * one.chances / hands


def adjusted(chances: Sequence[float | None]) -> list[float | None]:
    """The `q` of each figure: its `p` (`chances`), adjusted for the number of figures (Benjamini and Hochberg)."""
    known = sorted([(p, at) for at, p in enumerate(chances) if p is not None], reverse=True)
    found: list[float | None] = [None] * len(chances)
    least = 1.0
    for left, (p, at) in enumerate(known):
        least = min(least, p * len(known) / (len(known) - left))
        found[at] = least
    return found
