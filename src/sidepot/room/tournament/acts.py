"""The library's tournament commands as the staff use them: who may give each, its words, and marks for names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import msgspec

from sidepot.rules.clauses import Sentence, names, plain, say
from sidepot.table.colour import Exchange
from sidepot.table.race import RaceSheet
from sidepot.tournament import commands as c
from sidepot.tournament import events as e
from sidepot.tournament.steps import Step

MINUTE: Final = 60_000


def words_of(step: Step) -> str:
    """Describe a step in words."""
    return plain(sentence_of(step))


def sentence_of(step: Step) -> Sentence:
    """Describe a step as a sentence with gaps and the values for them, so that pages can translate it."""
    if step.command is None:
        return say("The tournament is set up")
    act = ACTS.get(type(step.command))
    words = act.words(step.command) if act is not None and act.words is not None else of_type(step.command)
    came = came_of(step)
    return say("{}: {}", words, came) if came else words


def type_of(command: Any) -> str:
    """The JSON name of a command's type. `command` is a command or the type itself."""
    return str(command.__struct_config__.tag)


def of_type(command: Any) -> Sentence:
    """A sentence for a command that has no words of its own. It consists of the command's JSON name."""
    return (type_of(command).replace("_", " ").capitalize(),)


def came_of(step: Step) -> Sentence:
    """The results of a step, for the person who gave the command: new seats, winners of chips in a race, or moves."""
    races = [event.sheet for event in step.events if isinstance(event, e.Raced)]
    if races:
        return _race_words(races[-1])
    late = [event.exchange for event in step.events if isinstance(event, e.LateChanged)]
    if late:
        return exchange_words(late[-1])
    moves = [event.move for event in step.events if isinstance(event, e.Moved)]
    if len(moves) == 1:
        one = moves[0]
        return say("{player} to table {table}, seat {seat}", one.player, str(one.to_table), str(one.to_seat + 1))
    if moves:
        return say("{players} players move", str(len(moves)))
    seats = [event for event in step.events if isinstance(event, e.Drawn)]
    if isinstance(step.command, c.Register | c.Reenter) and seats:
        order = seats[0].record.order
        if len(order) == 1:
            return say("table {table}, seat {seat}", str(order[0][1]), str(order[0][2] + 1))
    return ()


def _race_words(sheet: RaceSheet) -> Sentence:
    """The seats that win a chip in a race, for the dealer."""
    seats = [str(one.seat + 1) for one in sheet.seats if one.won or one.kept_in]
    if not seats:
        return say("nobody gets a chip")
    if len(seats) == 1:
        return say("seat {seat} gets a chip of {value}", seats[0], sheet.smallest)
    return say("seats {seats} get a chip of {value}", names(seats), sheet.smallest)


def exchange_words(exchange: Exchange) -> Sentence:
    """A sentence about a late player's chips: how many are exchanged, how many are removed, and the chip to stay in, if
    any.
    """
    got, lost = exchange.got.total, exchange.lost
    if exchange.kept_in:
        return say("{removed} removed, and a chip of {value} to stay in", lost, exchange.kept_in)
    return say("{exchanged} exchanged, {removed} removed", got, lost) if lost else say("{exchanged} exchanged", got)


def _minutes(ms: int) -> Sentence:
    whole, rest = divmod(abs(ms), MINUTE)
    return say("{minutes} min {seconds} s", str(whole), str(rest // 1000)) if rest else say("{minutes} min", str(whole))


def _out(one: c.Out) -> Sentence:
    return (
        say("{player} is out, by {winners}", one.player, names(list(one.by)))
        if one.by
        else say("{player} is out", one.player)
    )


def _count(one: c.Count) -> Sentence:
    if len(one.stacks) == 1:
        player, chips = one.stacks[0]
        return say("{player} has {stack}", player, chips)
    return say("{stacks} stacks counted", str(len(one.stacks)))


def _penalise(one: c.Penalise) -> Sentence:
    if one.hands:
        many = say("{player} misses {hands} hands", one.player, str(one.hands))
        return say("{player} misses 1 hand", one.player) if one.hands == 1 else many
    many = say("{player} misses {rounds} rounds", one.player, str(one.rounds))
    return say("{player} misses 1 round", one.player) if one.rounds == 1 else many


def _time(one: c.AddTime) -> Sentence:
    return say("{time} more", _minutes(one.ms)) if one.ms >= 0 else say("{time} less", _minutes(one.ms))


def _called(one: c.CallClock) -> Sentence:
    acted = say("{player} has acted", one.player)
    return say("The clock is called on {player}", one.player) if one.on else acted


def _lock(one: c.Lock) -> Sentence:
    table, seat = str(one.table), str(one.seat + 1)
    if one.seat < 0:
        return say("Table {table} is locked", table) if one.on else say("Table {table} is unlocked", table)
    if one.on:
        return say("Seat {seat} at table {table} is locked", seat, table)
    return say("Seat {seat} at table {table} is unlocked", seat, table)


def _named(one: c.NameTable) -> Sentence:
    number, name = str(one.table), one.name.strip()
    return say("Table {number} is called {name}", number, name) if name else say("Table {number} has no name", number)


def _halt(one: c.Halt) -> Sentence:
    return say("Table {table} stops", str(one.table)) if one.on else say("Table {table} resumes play", str(one.table))


def _undo(one: c.Undo) -> Sentence:
    if one.instead is not None:
        return say("Step {step} corrected: {what}", str(one.step), _out(one.instead))
    if one.only:
        steps = [str(step) for step in sorted({one.step, *one.also})]
        return say("Steps {steps} undone", names(steps)) if len(steps) > 1 else say("Step {steps} undone", steps[0])
    return say("All from step {step} on undone", str(one.step)) if one.step else say("The last step undone")


def _pin(one: c.Pin) -> Sentence:
    return (
        say("{player} stays at table {table}", one.player, str(one.table))
        if one.table
        else say("{player} can be moved", one.player)
    )


def _broken(one: c.Break) -> Sentence:
    return say("Table {table} is broken", str(one.table)) if one.table else say("A table is broken")


def _accepted(one: c.AcceptCount) -> Sentence:
    return say("The count of table {table} is accepted", str(one.table)) if one.table else say("The count is accepted")


def _button(one: c.ButtonAt) -> Sentence:
    table, seat = str(one.table), str(one.seat + 1)
    if one.frozen:
        return say("Table {table}: the button stays in seat {seat}", table, seat)
    return say("Table {table}: the button is in seat {seat}", table, seat)


def _hands(one: c.Hands) -> Sentence:
    many = say("Table {table} has played {hands} hands", str(one.table), str(one.n))
    return say("Table {table} has played 1 hand", str(one.table)) if one.n == 1 else many


def _heads(one: c.Heads) -> Sentence:
    many = say("Table {table} has {players} heads", str(one.table), str(one.n))
    return say("Table {table} has 1 head", str(one.table)) if one.n == 1 else many


class Act(NamedTuple):
    """What applies to all staff commands of one type. One such command, as somebody gives it, is a `commands.Act`.

    - `words`: makes the sentence for such a command in the history
    - `roles`: the roles besides the director that may give it
    - `is_play`: it is about play rather than money, so that even people who may not see money see it in the history
    """

    words: Callable[[Any], Sentence] | None = None
    roles: tuple[str, ...] = ()
    is_play: bool = False


ROLES: Final = ("director", "floor", "desk", "dealer")
DIRECTOR, FLOOR, COUNTER, DEALER = ROLES  # the role "desk" takes money; elsewhere "desk" means the console
_FLOOR: Final = (FLOOR,)
_COUNTER: Final = (COUNTER,)
_BOTH: Final = (FLOOR, COUNTER)
_TABLES: Final = (FLOOR, DEALER)

ACTS: Final[dict[type, Act]] = {
    c.Register: Act(lambda one: say("{player} enters", one.player), _COUNTER),
    c.Withdraw: Act(lambda one: say("{player} takes the entry back", one.player), _COUNTER),
    c.Reenter: Act(lambda one: say("{player} re-enters", one.player), _COUNTER),
    c.Rebuy: Act(lambda one: say("{player} rebuys", one.player), _COUNTER),
    c.PayPledge: Act(lambda one: say("{player} pays", one.player), _COUNTER),
    c.AddOn: Act(lambda one: say("{player} takes the add-on", one.player), _COUNTER),
    c.GoOut: Act(lambda one: say("{player} does not come back", one.player), _FLOOR),
    c.CloseEntry: Act(lambda one: say("Registration is closed"), _FLOOR),
    c.Absent: Act(lambda one: say("{player} is absent", one.player), _FLOOR),
    c.Present: Act(lambda one: say("{player} is back", one.player), _FLOOR),
    c.Penalise: Act(_penalise, _FLOOR),
    c.Disqualify: Act(lambda one: say("{player} is disqualified", one.player), is_play=True),
    c.Pin: Act(_pin, _FLOOR),
    c.DrawSeats: Act(lambda one: say("Seats drawn"), _FLOOR),
    c.SeatAlternates: Act(lambda one: say("Waiting players are seated"), _FLOOR),
    c.OpenTable: Act(lambda one: say("A table is opened"), _FLOOR),
    c.MoveTo: Act(lambda one: say("{player} is moved", one.player), _FLOOR),
    c.Balance: Act(lambda one: say("Tables balanced"), _FLOOR),
    c.Break: Act(_broken, _FLOOR),
    c.Redraw: Act(lambda one: say("All seats are redrawn"), _FLOOR),
    c.Halt: Act(_halt, _FLOOR),
    c.Start: Act(lambda one: say("The clock is running"), _FLOOR),
    c.Pause: Act(lambda one: say("The clock is stopped"), _FLOOR),
    c.AddTime: Act(_time, _FLOOR),
    c.Jump: Act(lambda one: say("The clock is set"), _FLOOR),
    c.BreakNow: Act(lambda one: say("A break of {minutes}", _minutes(one.ms)), _FLOOR),
    c.GoHandForHand: Act(lambda one: say("Hand for hand") if one.on else say("No longer hand for hand"), _FLOOR),
    c.Race: Act(lambda one: say("Chips raced at table {table}", str(one.table)), _FLOOR),
    c.LateChips: Act(lambda one: say("Late chips of {player}", one.player), _FLOOR),
    c.BringBack: Act(lambda one: say("Small chips come back into play"), _FLOOR),
    c.ChangeDeck: Act(lambda one: say("Table {table} gets another deck", str(one.table)), _FLOOR),
    c.MakeDeal: Act(lambda one: say("A deal is made")),
    c.Out: Act(_out, _TABLES),
    c.Unbust: Act(lambda one: say("{player} is not out", one.player), _FLOOR),
    c.Reorder: Act(lambda one: say("Places: {players}", names(list(one.players))), _FLOOR),
    c.Round: Act(lambda one: say("All tables have finished the hand"), _FLOOR),
    c.Count: Act(_count, _TABLES),
    c.AcceptCount: Act(_accepted, _FLOOR),
    c.ButtonAt: Act(_button, _TABLES),
    c.Hands: Act(_hands, _TABLES),
    c.Heads: Act(_heads, _TABLES),
    c.InsertItem: Act(lambda one: say("The schedule has one item more")),
    c.EditItem: Act(lambda one: say("The schedule is changed")),
    c.RemoveItem: Act(lambda one: say("The schedule has one item less")),
    c.ChangeTerms: Act(lambda one: say("The terms are changed")),
    c.ChangeStructure: Act(lambda one: say("The structure is {structure}", one.structure.title)),
    c.OpenCheckIn: Act(lambda one: say("Check-in is open")),
    c.Lock: Act(_lock, _FLOOR),
    c.NameTable: Act(_named, _FLOOR),
    c.Refund: Act(lambda one: say("{player} gets a refund", one.player), _COUNTER),
    c.NoShow: Act(lambda one: say("{player} never came", one.player), _BOTH),
    c.Announce: Act(lambda one: say("{}", one.text), _FLOOR),
    c.CallClock: Act(_called, _FLOOR),
    c.Cancel: Act(lambda one: say("Cancelled"), is_play=True),
    c.End: Act(lambda one: say("It is over"), is_play=True),
    c.Undo: Act(_undo, is_play=True),
    c.Redo: Act(lambda one: say("Redone"), is_play=True),
    c.CountHand: Act(lambda one: say("A hand at table {table}, followed by its dealer", str(one.table)), _TABLES),
    c.SetButton: Act(None),
    c.PushDealers: Act(None, _FLOOR),
    c.OpenEnvelope: Act(None),
    c.BringFlight: Act(lambda one: say("Flight {flight} brings {entries} entries", one.flight, str(one.entries))),
    c.Qualify: Act(
        lambda one: say("{player} brings {chips} chips from flight {flight}", one.player, one.chips, one.flight)
    ),
}
OF_PLAY: Final = frozenset([type_of(kind) for kind, act in ACTS.items() if act.is_play or FLOOR in act.roles])


# ---- the players named in a command


def with_numbers(command: Any, find: Callable[[str], str]) -> Any:
    """A copy of the command with marks in place of players' names, because the log has no names.

    `find` returns the mark of a name.
    """
    changes: dict[str, Any] = {
        name: find(value) for name in ("player", "together") if isinstance(value := getattr(command, name, None), str)
        and value
    }  # fmt: skip
    match command:
        case c.Undo(instead=c.Out() as out):
            changes["instead"] = with_numbers(out, find)
        case c.Out(by=by):
            changes["by"] = tuple([find(one) for one in by])
        case c.Reorder(players=players):
            changes["players"] = tuple([find(one) for one in players])
        case c.Count(stacks=stacks) | c.CountHand(stacks=stacks):
            changes["stacks"] = tuple([(find(player), chips) for player, chips in stacks])
        case c.MakeDeal(amounts=amounts):
            changes["amounts"] = tuple([(find(player), money) for player, money in amounts])
        case _:
            pass
    return msgspec.structs.replace(command, **changes) if changes else command
