"""What all are told of the steps of a tournament: moves, tables that break, levels, races, the bubble, who is out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from sidepot.room.tables.stakes_text import level_words
from sidepot.room.tournaments.event_terms import first_level
from sidepot.tournament import commands as c
from sidepot.tournament import events as e
from sidepot.tournament.cited import LEVELS
from sidepot.tournament.money import standings_of
from sidepot.tournament.structure import Kind

if TYPE_CHECKING:
    from sidepot.room.tournaments.event_work import Work
    from sidepot.tournament.steps import Step


def tell(work: Work) -> None:
    """Tell what the steps of a command say, each with its rule."""
    for step in work.steps():
        for happened in step.events:
            found = _TELL.get(type(happened))
            if found is not None:
                found(work, step, happened)
    if not work.event.terms.real:
        _added(work)


def _added(work: Work) -> None:
    """Levels that were added to the schedule, all in one line."""
    added = [step.command for step in work.steps() if isinstance(step.command, c.InsertItem)]
    if not added:
        return
    structure = work.tournament.structure
    last = first_level(work.event.terms) + len(structure.levels) - 1
    words = level_words(structure.mix.games, structure.levels[-1].stakes)
    text = f"Level {last} is added to the schedule: {words}"
    if len(added) > 1:
        text = f"Levels {last - len(added) + 1} to {last} are added to the schedule, up to {words}"
    work.tell(f"{text}. {added[0].why}", "level", cite=str(LEVELS))


def _moved(work: Work, step: Step, event: e.Moved) -> None:
    move = event.move
    text = f"{move.player} goes from table {move.from_table} to table {move.to_table}, seat {move.to_seat + 1}"
    if move.from_table == move.to_table:
        text = f"{move.player} goes to seat {move.to_seat + 1} of table {move.to_table}"
    tables = tuple(dict.fromkeys((move.from_table, move.to_table)))
    work.tell(f"{text}. {move.because}", "move", cite=str(move.cite), player=move.player, tables=tables)


def _closed(work: Work, step: Step, event: e.TableClosed) -> None:
    why = work.why.get(step.number)
    cite = str(why.cite) if why is not None else ""
    work.tell(f"Table {event.table} is broken", "break", cite=cite, tables=(event.table,))


def _level(work: Work, step: Step, event: e.LevelSet) -> None:
    structure = work.tournament.structure
    words = level_words(structure.mix.games, structure.level(event.level).stakes)
    work.tell(
        f"Level {first_level(work.event.terms) + event.level}: {words}",
        "level",
        cite=str(LEVELS),
        tables=(event.table,),
    )


def _halted(work: Work, step: Step, event: e.Halted) -> None:
    why = work.why.get(step.number)
    cite = str(why.cite) if why is not None else ""
    text = f"Table {event.table} {'stops' if event.on else 'plays on'}"
    work.tell(f"{text}: {event.because}" if event.because else text, "move", cite=cite, tables=(event.table,))


def _bubble(work: Work, step: Step, event: e.HandForHand) -> None:
    why = work.why.get(step.number)
    text = "Hand for hand: all tables begin each hand together" if event.on else "No longer hand for hand"
    work.tell(f"{text}. {why.because}" if why is not None else text, "bubble", cite=str(why.cite) if why else "")


def _raced(work: Work, step: Step, event: e.Raced) -> None:
    sheet = event.sheet
    work.tell(f"Chips of {sheet.removed} leave play at table {event.table}", "race", cite="TDA-2013:23",
              tables=(event.table,))  # fmt: skip


def _ranked(work: Work, step: Step, event: e.Ranked) -> None:
    players = {player for group in event.groups for player in group}
    stands = {line.player: line for line in standings_of(work.tournament, players)}
    for group in event.groups:
        for player in group:
            line = stands.get(player)
            if line is None or not line.place:
                continue
            if work.tournament.structure.kind is Kind.FLIGHT and work.tournament.entrants[player].is_in:
                work.tell(f"{player} bags {line.stack} for the final day", "out", player=player)
                continue
            prize = f" and gets {line.paid}" if line.paid else ""
            text = f"{player} is out in place {line.place}{prize}"
            if line.place == 1:
                text = f"{player} wins the tournament{prize}"
            work.tell(text, "out", player=player)


def _deal(work: Work, step: Step, event: e.DealMade) -> None:
    paid = ", ".join([f"{one} {amount}" for one, amount in zip(event.players, event.deal.amounts, strict=True)])
    work.tell(f"A deal is made: {paid}; {event.deal.kept} for the winner", "deal")


def _penalised(work: Work, step: Step, event: e.Penalised) -> None:
    work.tell(f"{event.player} misses {event.hands} hands", "staff", cite="TDA-2013:58", player=event.player)


def _redrawn(work: Work, step: Step, event: e.Redrawn) -> None:
    work.tell(f"All draw for seats again: {event.left} are left", "move", cite="TDA-2013:11")


def _note(work: Work, step: Step, event: e.Note) -> None:
    work.tell(event.text, cite=event.cite, player=event.player)


_TELL: Final[dict[type, Callable[[Work, Step, Any], None]]] = {
    e.Moved: _moved,
    e.TableClosed: _closed,
    e.LevelSet: _level,
    e.Halted: _halted,
    e.HandForHand: _bubble,
    e.Raced: _raced,
    e.Ranked: _ranked,
    e.DealMade: _deal,
    e.Penalised: _penalised,
    e.Redrawn: _redrawn,
    e.Note: _note,
    e.Reentered: lambda work, step, event: work.tell(f"{event.player} enters again", player=event.player),
    e.Rebought: lambda work, step, event: work.tell(f"{event.player} buys {event.chips} again", player=event.player),
    e.AddedOn: lambda work, step, event: work.tell(
        f"{event.player} takes the add-on of {event.chips}", player=event.player
    ),
    e.BountyWon: lambda work, step, event: work.tell(
        f"The bounty of {event.player} goes to {', '.join([one[0] for one in event.shares])}", "out"
    ),
}
