"""The line of one player's winnings: at the showdown, without one, and as the all-ins were to come out on average."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from sidepot.formats.moments import order_of
from sidepot.plots import DrawnLine, plot_lines
from sidepot.stats.hand_seen import HandSeen, SeatSeen

POINTS: Final = 1000  # of a line, about: more cannot be told apart


class HandWon(msgspec.Struct, frozen=True, gc=False):
    """What one hand adds: in big blinds, and in the `money` it was played for."""

    when: tuple[int, ...]  # what puts hands in order; () where the history does not tell when it was
    units: float
    amount: float
    money: str
    showdown: bool
    units_off: float = 0.0  # what the average of an all-in is above what came
    amount_off: float = 0.0


class LinePoint(msgspec.Struct, frozen=True, gc=False):
    """After so many hands: up or down in all, with a showdown and without one, and with all-ins at their average."""

    hands: int
    net: float
    showdown: float
    without: float
    expected: float


class Line(msgspec.Struct, frozen=True):
    """The points of a line, all in one measure: a currency, chips, or `big blinds` where there are several."""

    measure: str
    points: tuple[LinePoint, ...]


def hand_won(hand: HandSeen, seat: SeatSeen) -> HandWon:
    """What a seat of a hand adds to its player's line."""
    off = 0.0 if seat.expected is None else seat.expected - seat.net
    scale = 10.0**hand.decimals
    when = order_of(hand.when) or ()
    return HandWon(
        when, seat.net / hand.unit, seat.net / scale, hand.money, seat.did.showdown, off / hand.unit, off / scale
    )


def line_of(hands: Sequence[HandWon]) -> Line:
    """The line, in the order of play where all hands tell when they were played, else in that of the files."""
    if all(hand.when for hand in hands):
        hands = sorted(hands, key=lambda hand: hand.when)  # a stable order: hands of one second stay as they lie
    moneys = {hand.money for hand in hands}
    in_money = len(moneys) == 1
    every = max(len(hands) // POINTS, 1)
    points = [LinePoint(0, 0.0, 0.0, 0.0, 0.0)]
    shown = without = off = 0.0
    for count, hand in enumerate(hands, 1):
        net = hand.amount if in_money else hand.units
        off += hand.amount_off if in_money else hand.units_off
        if hand.showdown:
            shown += net
        else:
            without += net
        if count % every == 0 or count == len(hands):
            values = [round(value, 4) for value in (shown + without, shown, without, shown + without + off)]
            points.append(LinePoint(count, *values))
    return Line(moneys.pop() if in_money else "big blinds", tuple(points))


def plot_line(line: Line, player: str, path: Path) -> None:
    """Draw the line: blue for hands with a showdown, red for those without, green for both. Raises as `check_plot`."""
    points = line.points
    lines = [
        DrawnLine("won", [point.net for point in points], "tab:green"),
        DrawnLine("at the showdown", [point.showdown for point in points], "tab:blue"),
        DrawnLine("without a showdown", [point.without for point in points], "tab:red"),
        DrawnLine("all-ins at their average", [point.expected for point in points], "tab:orange", "--"),
    ]
    plot_lines(f"{player}: winnings", [point.hands for point in points], lines, line.measure, path)
