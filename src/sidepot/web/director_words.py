"""The acts of a director in words, as the history, the screens and the paper say them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from sidepot.tournament import commands as c
from sidepot.tournament import events as e
from sidepot.tournament.steps import Step

MINUTE: Final = 60_000


def words_of(step: Step) -> str:
    """A step in words."""
    if step.command is None:
        return "The tournament is set up"
    say = _WORDS.get(type(step.command))
    told = say(step.command) if say is not None else type_of(step.command).replace("_", " ").capitalize()
    came = came_of(step)
    return f"{told}: {came}" if came else told


def type_of(command: Any) -> str:
    """The name in JSON of a command, or of its type."""
    return str(command.__struct_config__.tag)


def came_of(step: Step) -> str:
    """Where a draw or a move has brought players: one of them by name, several by their number."""
    moves = [event.move for event in step.events if isinstance(event, e.Moved)]
    if len(moves) == 1:
        one = moves[0]
        return f"{one.player} to table {one.to_table}, seat {one.to_seat + 1}"
    if moves:
        return f"{len(moves)} players move"
    seats = [event for event in step.events if isinstance(event, e.Drawn)]
    if isinstance(step.command, c.Register | c.Reenter) and seats:
        order = seats[0].record.order
        if len(order) == 1:
            return f"table {order[0][1]}, seat {order[0][2] + 1}"
    return ""


def _names(players: Sequence[str]) -> str:
    return ", ".join(players[:-1]) + " and " + players[-1] if len(players) > 1 else "".join(players)


def _minutes(ms: int) -> str:
    whole, rest = divmod(abs(ms), MINUTE)
    seconds = f" {rest // 1000} s" if rest else ""
    return f"{whole} min{seconds}"


def _out(one: c.Out) -> str:
    by = f", by {_names(one.by)}" if one.by else ""
    return f"{one.player} is out{by}"


def _count(one: c.Count) -> str:
    if len(one.stacks) == 1:
        player, chips = one.stacks[0]
        return f"{player} has {chips:,}"
    return f"{len(one.stacks)} stacks counted"


def _penalise(one: c.Penalise) -> str:
    much = f"{one.hands} hands" if one.hands else f"{one.rounds} rounds"
    return f"{one.player} misses {much}"


def _move(one: c.MoveTo) -> str:
    return f"{one.player} is moved"


def _time(one: c.AddTime) -> str:
    return f"{_minutes(one.ms)} {'more' if one.ms >= 0 else 'less'}"


def _lock(one: c.Lock) -> str:
    what = f"Table {one.table}" if one.seat < 0 else f"Seat {one.seat + 1} at table {one.table}"
    return f"{what} is {'locked' if one.on else 'used again'}"


def _halt(one: c.Halt) -> str:
    return f"Table {one.table} {'stops' if one.on else 'plays on'}"


def _undo(one: c.Undo) -> str:
    if one.only:
        steps = sorted({one.step, *one.also})
        return f"Step{'s' * (len(steps) > 1)} {_names([str(step) for step in steps])} corrected"
    return f"All from step {one.step} on undone" if one.step else "The last step undone"


_WORDS: Final[dict[type, Callable[[Any], str]]] = {
    c.Register: lambda one: f"{one.player} enters",
    c.Withdraw: lambda one: f"{one.player} takes the entry back",
    c.Reenter: lambda one: f"{one.player} enters again",
    c.Rebuy: lambda one: f"{one.player} buys again",
    c.PayPledge: lambda one: f"{one.player} pays",
    c.AddOn: lambda one: f"{one.player} takes the add-on",
    c.GoOut: lambda one: f"{one.player} does not come back",
    c.CloseEntry: lambda one: "Entry is closed",
    c.Absent: lambda one: f"{one.player} is absent",
    c.Present: lambda one: f"{one.player} is back",
    c.Penalise: _penalise,
    c.Disqualify: lambda one: f"{one.player} is disqualified",
    c.DrawSeats: lambda one: "Seats drawn",
    c.SeatAlternates: lambda one: "Seats for those who wait",
    c.OpenTable: lambda one: "A table is opened",
    c.MoveTo: _move,
    c.Balance: lambda one: "Tables balanced",
    c.Break: lambda one: f"Table {one.table} is broken" if one.table else "A table is broken",
    c.Redraw: lambda one: "All draw for seats",
    c.Halt: _halt,
    c.Start: lambda one: "The clock runs",
    c.Pause: lambda one: "The clock stands",
    c.AddTime: _time,
    c.Jump: lambda one: "The clock is set",
    c.BreakNow: lambda one: f"A break of {_minutes(one.ms)}",
    c.GoHandForHand: lambda one: "Hand for hand" if one.on else "No longer hand for hand",
    c.Race: lambda one: f"Chips raced at table {one.table}",
    c.MakeDeal: lambda one: "A deal is made",
    c.Out: _out,
    c.Unbust: lambda one: f"{one.player} is not out",
    c.Reorder: lambda one: f"Places: {_names(one.players)}",
    c.Round: lambda one: "All tables have played their hand",
    c.Count: _count,
    c.AcceptCount: lambda one: f"The count of table {one.table} is accepted" if one.table else "The count is accepted",
    c.ButtonAt: lambda one: f"Table {one.table}: the button is in seat {one.seat + 1}",
    c.Hands: lambda one: f"Table {one.table} has played {one.n} hands",
    c.Heads: lambda one: f"Table {one.table} has {one.n} heads",
    c.InsertItem: lambda one: "The schedule has one item more",
    c.EditItem: lambda one: "The schedule is changed",
    c.RemoveItem: lambda one: "The schedule has one item less",
    c.ChangeTerms: lambda one: "The terms are changed",
    c.ChangeStructure: lambda one: f"The structure is {one.structure.title}",
    c.OpenCheckIn: lambda one: "The check-in is open",
    c.Lock: _lock,
    c.Refund: lambda one: f"{one.player} has the money back",
    c.NoShow: lambda one: f"{one.player} never came",
    c.Announce: lambda one: one.text,
    c.CallClock: lambda one: f"The clock is called on {one.player}",
    c.Cancel: lambda one: "Cancelled",
    c.End: lambda one: "It is over",
    c.Undo: _undo,
    c.Redo: lambda one: "Done again",
}
