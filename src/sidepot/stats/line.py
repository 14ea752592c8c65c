"""The graph of one player's winnings: with a showdown, without one, and with all-ins at their average."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from sidepot.formats.moments import order_of
from sidepot.plots import DrawnLine, plot_lines
from sidepot.stats.hand_seen import HandSeen, SeatSeen

POINTS: Final = 1000  # of a line, about: more cannot be distinguished


class HandWon(msgspec.Struct, frozen=True, gc=False):
    """The result of one hand in big blinds, and in its `money`."""

    when: tuple[int, ...]  # the sort key; () if the history has no date
    units: float
    amount: float
    money: str
    showdown: bool
    units_off: float = 0.0  # the average of an all-in minus its result
    amount_off: float = 0.0


class LinePoint(msgspec.Struct, frozen=True, gc=False):
    """The results after some hands: the total, the parts with and without a showdown, and the total with all-ins at
    their average.
    """

    hands: int
    net: float
    showdown: float
    without: float
    expected: float


class Line(msgspec.Struct, frozen=True):
    """A running result. All points have the same measure: a currency, chips or, if there are several kinds of money,
    `big blinds`.
    """

    measure: str
    points: tuple[LinePoint, ...]


def hand_won(hand: HandSeen, seat: SeatSeen) -> HandWon:
    """What a hand adds to a player's running result."""
    off = 0.0 if seat.expected is None else seat.expected - seat.net
    scale = 10.0**hand.decimals
    when = order_of(hand.when) or ()
    return HandWon(
        when, seat.net / hand.unit, seat.net / scale, hand.money, seat.did.showdown, off / hand.unit, off / scale
    )


def line_of(hands: Sequence[HandWon]) -> Line:
    """The running result over these hands. They are in playing order if all of them have a date, otherwise in file
    order.
    """
    if all(hand.when for hand in hands):
        hands = sorted(hands, key=lambda hand: hand.when)  # stable: hands of one second keep their order
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
    """Draw a running result as three lines: blue for hands with a showdown, red for hands without one, green for all
    hands.

    Raises Conflict if matplotlib is not installed, and BadNotation if the picture cannot be written.
    """
    points = line.points
    lines = [
        DrawnLine("won", [point.net for point in points], "tab:green"),
        DrawnLine("at the showdown", [point.showdown for point in points], "tab:blue"),
        DrawnLine("without a showdown", [point.without for point in points], "tab:red"),
        DrawnLine("all-ins at their average", [point.expected for point in points], "tab:orange", "--"),
    ]
    plot_lines(f"{player}: winnings", [point.hands for point in points], lines, line.measure, path)
