"""The news for everybody: moves, broken tables, levels, races, the bubble, eliminations."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from sidepot.room.table.level_text import level_sentence
from sidepot.room.tournament.acts import exchange_words
from sidepot.room.tournament.online.deals import shares_sentence
from sidepot.room.tournament.terms import first_level
from sidepot.rules.clauses import Sentence, as_one, say
from sidepot.tournament import commands as c
from sidepot.tournament import events as e
from sidepot.tournament.cited import LEVELS
from sidepot.tournament.money import standings_of
from sidepot.tournament.structure import Kind

if TYPE_CHECKING:
    from sidepot.games.unit import Unit
    from sidepot.room.tournament.unit_of_work import UnitOfWork
    from sidepot.tournament.entrants import Standing
    from sidepot.tournament.steps import Step


def add_news(work: UnitOfWork) -> None:
    """Add a line of news for each event of a command that concerns players. Each line has its rule."""
    for step in work.steps():
        for happened in step.events:
            found = _NEWS.get(type(happened))
            if found is not None:
                found(work, step, happened)
    if not work.state.terms.live:
        _added(work)


def _added(work: UnitOfWork) -> None:
    """News of levels that were added to the schedule, in one line."""
    added = [step.command for step in work.steps() if isinstance(step.command, c.InsertItem)]
    if not added:
        return
    structure = work.tournament.structure
    last = first_level(work.state.terms) + len(structure.levels) - 1
    stakes = level_sentence(structure.mix.games, structure.levels[-1].stakes)
    text = say("Level {level} is added to the schedule: {stakes}", str(last), stakes)
    if len(added) > 1:
        first = str(last - len(added) + 1)
        text = say("Levels {first} to {last} are added to the schedule, up to {stakes}", first, str(last), stakes)
    orders = [work.why[step.number] for step in work.steps() if step.number in work.why]
    why = [as_one(order.clauses) for order in orders if order.because == added[0].why]
    work.add_news(say("{}. {}", text, why[0] if why else (added[0].why,)), "level", cite=str(LEVELS))


def _moved(work: UnitOfWork, step: Step, event: e.Moved) -> None:
    move = event.move
    player, seat, table = move.player, str(move.to_seat + 1), str(move.to_table)
    text = say(
        "{player} moves from table {from_table} to table {table}, seat {seat}",
        player,
        str(move.from_table),
        table,
        seat,
    )
    if move.from_table == move.to_table:
        text = say("{player} moves to seat {seat} at table {table}", player, seat, table)
    tables = tuple(dict.fromkeys((move.from_table, move.to_table)))
    because = as_one(move.clauses) or (move.because,)
    work.add_news(say("{}. {}", text, because), "move", cite=str(move.cite), player=move.player, tables=tables)


def _closed(work: UnitOfWork, step: Step, event: e.TableClosed) -> None:
    why = work.why.get(step.number)
    cite = str(why.cite) if why is not None else ""
    work.add_news(say("Table {table} is broken", str(event.table)), "break", cite=cite, tables=(event.table,))


def _level(work: UnitOfWork, step: Step, event: e.LevelSet) -> None:
    structure = work.tournament.structure
    stakes = level_sentence(structure.mix.games, structure.level(event.level).stakes)
    work.add_news(
        say("Level {level}: {stakes}", str(first_level(work.state.terms) + event.level), stakes),
        "level",
        cite=str(LEVELS),
        tables=(event.table,),
    )


def _halted(work: UnitOfWork, step: Step, event: e.Halted) -> None:
    why = work.why.get(step.number)
    cite = str(why.cite) if why is not None else ""
    text = (
        say("Table {table} stops", str(event.table))
        if event.on
        else say("Table {table} resumes play", str(event.table))
    )
    if event.because:
        because = as_one(why.clauses) if why is not None and why.because == event.because else (event.because,)
        text = say("{}: {}", text, because)
    work.add_news(text, "move", cite=cite, tables=(event.table,))


def _bubble(work: UnitOfWork, step: Step, event: e.HandForHand) -> None:
    why = work.why.get(step.number)
    text = say("No longer hand for hand")
    if event.on:
        text = say("Hand for hand: all tables start each hand together")
    work.add_news(
        say("{}. {}", text, as_one(why.clauses)) if why is not None else text,
        "bubble",
        cite=str(why.cite) if why else "",
    )


def _raced(work: UnitOfWork, step: Step, event: e.Raced) -> None:
    sheet = event.sheet
    text = say("Chips of {values} leave play at table {table}", sheet.removed, str(event.table))
    work.add_news(text, "race", cite="TDA-2013:23", tables=(event.table,))


def _late(work: UnitOfWork, step: Step, event: e.LateChanged) -> None:
    text = say("Late chips of {player}: {exchange}", event.player, exchange_words(event.exchange))
    work.add_news(text, "race", cite="TDA-2013:23-C", player=event.player, tables=(event.table,))


def _ranked(work: UnitOfWork, step: Step, event: e.Ranked) -> None:
    if event.index >= 0:
        return  # from a report, whose place may be corrected later: displays list the player as out, without news
    players = {player for group in event.groups for player in group}
    stands = {line.player: line for line in standings_of(work.tournament, players)}
    for group in event.groups:
        for player in group:
            line = stands.get(player)
            if line is None or not line.place:
                continue
            if work.tournament.structure.kind is Kind.FLIGHT and work.tournament.entrants[player].is_in:
                work.add_news(say("{player} bags {stack} for the final day", player, line.stack), "out", player=player)
                continue
            work.add_news(_place(line, work.tournament.structure.money), "out", player=player)


def _place(line: Standing, money: Unit) -> Sentence:
    player, paid = line.player, money.part(line.paid) if line.paid else ()
    if line.place == 1:
        return (
            say("{player} wins the tournament and gets {prize}", player, paid)
            if paid
            else say("{player} wins the tournament", player)
        )
    if paid:
        return say("{player} is out in place {place} and gets {prize}", player, str(line.place), paid)
    return say("{player} is out in place {place}", player, str(line.place))


def _deal(work: UnitOfWork, step: Step, event: e.DealMade) -> None:
    money = work.tournament.structure.money
    shares = shares_sentence(tuple(zip(event.players, event.deal.amounts, strict=True)), money)
    rest = money.part(event.deal.kept)
    work.add_news(say("A deal is made: {shares}; {rest} for the winner", shares, rest), "deal")


def _penalised(work: UnitOfWork, step: Step, event: e.Penalised) -> None:
    work.add_news(
        say("{player} misses {hands} hands", event.player, str(event.hands)),
        "staff",
        cite="TDA-2013:58",
        player=event.player,
    )


def _redrawn(work: UnitOfWork, step: Step, event: e.Redrawn) -> None:
    work.add_news(say("All draw for seats again: {players} are left", str(event.left)), "move", cite="TDA-2013:11")


def _note(work: UnitOfWork, step: Step, event: e.Note) -> None:
    work.add_news((event.text,), cite=event.cite, player=event.player)


_NEWS: Final[dict[type, Callable[[UnitOfWork, Step, Any], None]]] = {
    e.Moved: _moved,
    e.TableClosed: _closed,
    e.LevelSet: _level,
    e.Halted: _halted,
    e.HandForHand: _bubble,
    e.Raced: _raced,
    e.LateChanged: _late,
    e.Ranked: _ranked,
    e.DealMade: _deal,
    e.Penalised: _penalised,
    e.Redrawn: _redrawn,
    e.Note: _note,
    e.Reentered: lambda work, step, event: work.add_news(say("{player} re-enters", event.player), player=event.player),
    e.Rebought: lambda work, step, event: work.add_news(
        say("{player} buys {chips} again", event.player, event.chips), player=event.player
    ),
    e.AddedOn: lambda work, step, event: work.add_news(
        say("{player} takes the add-on of {chips}", event.player, event.chips), player=event.player
    ),
    e.BountyWon: lambda work, step, event: work.add_news(
        say("The bounty of {player} goes to {shares}", event.player, ", ".join([one[0] for one in event.shares])), "out"
    ),
}
