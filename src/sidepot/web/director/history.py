"""The history of a live tournament on the console: a line for each step, and for each event that is no step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from sidepot.room.tournament import commands as s
from sidepot.room.tournament.acts import OF_PLAY, of_type, sentence_of, type_of
from sidepot.room.views.readers import Scope, Scopes
from sidepot.rules.clauses import Sentence, plain, say
from sidepot.tournament import commands as c
from sidepot.web.director.schemas import HistoryLine
from sidepot.web.director.todo_lines import asked_words

if TYPE_CHECKING:
    from sidepot.games.unit import Unit
    from sidepot.room.tournament.live_state import ActNote, HistoryEntry
    from sidepot.room.views.tournament import TournamentView
    from sidepot.tournament.steps import Step

LATEST: Final = 30  # steps at the start of a console
MONEYLESS: Final = OF_PLAY | {"", "rename"}  # types of history lines that do not involve money
BROUGHT: Final = (c.BringFlight, c.Qualify)  # they come with day 2, and are taken back with it


def history(view: TournamentView, most: int, scopes: Scopes, before: int = 0) -> tuple[list[HistoryLine], int]:
    """At most `most` steps before step `before` (0 for the latest ones), latest first.

    Returns the lines of these steps, and the step from which to continue (0 if there are no more). A user who may not
    see money sees only the steps of play.
    """
    tournament = view.tournament
    lines: list[HistoryLine] = []
    log = tournament.log
    at = len(log) if not before else max(min(before - 1 - tournament.earlier, len(log)), 0)
    while at > 0 and len(lines) < most:
        at -= 1
        lines += [line for line in view.once(_lines_of, at) if Scope.MONEY in scopes or line.type in MONEYLESS]
    return lines, log[at].number if at > 0 else 0


def _lines_of(view: TournamentView, at: int) -> list[HistoryLine]:
    """The step at index `at` of the log, and the other entries after it, latest first."""
    step, money = view.tournament.log[at], view.tournament.structure.money
    found = [_beside_line(one, money) for one in reversed(view.once(_beside).get(step.number, ()))]
    holds = view.once(_holds)
    now = holds.get(step.number, step)  # a corrected step appears as it is now
    return [*found, _history_line(now, view.state.live.notes.get(step.number), step.number in holds)]


def _holds(view: TournamentView) -> dict[int, Step]:
    """The steps that were not undone, by number."""
    return {step.number: step for step in view.tournament.course().holds}


def _beside(view: TournamentView) -> dict[int, list[HistoryEntry]]:
    """Entries that are not steps, by the step before them."""
    found: dict[int, list[HistoryEntry]] = {}
    for one in view.state.live.beside:
        found.setdefault(one.after, []).append(one)
    return found


def _beside_line(one: HistoryEntry, money: Unit) -> HistoryLine:
    """A history line that is not a step: a task postponed or due again, a refused request, money, a name."""
    command, sentence = one.command, _beside_words(one, money)
    kind = "not_now" if isinstance(command, s.CloseAsk | s.SetAside) else type_of(command)
    why, role = getattr(command, "why", ""), getattr(command, "role", "")
    return HistoryLine(0, one.at, one.by, plain(sentence), why, kind, role, seq=one.seq, sentence=sentence)


def _beside_words(one: HistoryEntry, money: Unit) -> Sentence:
    match one.command:
        case s.HandOut(player, amount) if amount > 0:
            return say("{player} is paid {amount}", player, money.part(amount))
        case s.HandOut(player, amount):
            return say("{player} returns {amount}", player, money.part(-amount))
        case s.PutBag(player, bag):
            number = bag.number
            if one.bag is None:
                return say("Bag {number} of {player}: {chips} chips", number, player, bag.chips)
            before = one.bag.chips
            return say("Bag {number} of {player}: {chips} chips, not {before}", number, player, bag.chips, before)
        case s.TakeBag(player):
            return say("The bag of {player} is removed", player)
        case s.AcceptBags(difference):
            return say("The bags are accepted with a difference of {difference} chips", difference)
        case s.CarryOver(final):
            return say("The bags go to day 2") if final else say("Day 2 is taken back")
        case s.Rename(player, was):
            return say("{old} is now called {new}", was, player)
        case s.SetCheckIn(on):
            return say("Check-in is open") if on else say("Check-in is closed")
        case s.RefuseAll():
            return say("Refused: {names} who waited to be entered", one.refused)
        case s.SetAside(text=text, on=on):
            what: Sentence = (text,) if text else say("something to do")  # a sentence that no page has other words for
            return say("Not now: {what}", what) if on else say("To do again: {what}", what)
        case command:
            return say("Not granted: {what}", asked_words(one.asked)) if one.asked is not None else of_type(command)


def _history_line(step: Step, note: ActNote | None, holds: bool) -> HistoryLine:
    command = step.command
    is_back = isinstance(command, c.Undo | c.Redo)
    why = getattr(command, "why", "") or (note.why if note is not None else "")
    sentence = sentence_of(step)
    return HistoryLine(
        step=step.number,
        at=step.at,
        by=step.by,
        text=plain(sentence),
        why=why,
        type=type_of(command) if command is not None else "",
        role=note.role if note is not None else "",
        undo=holds and command is not None and not is_back and not isinstance(command, BROUGHT),
        undone=not holds and not is_back,
        sentence=sentence,
        out=msgspec.to_builtins(command) if holds and isinstance(command, c.Out) else None,
    )
