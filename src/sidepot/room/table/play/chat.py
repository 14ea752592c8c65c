"""Chat at a table: lines and emoji, lines held until the end of a hand, silenced people, reports.

A line is an event of the table's log. The floor (`rule_on_talk`) publishes it at once, holds it until the hand is over,
or refuses it. Rule: TDA-2013 59.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from sidepot.errors import BadNotation, IllegalAction, NotDue
from sidepot.floor.conduct.table_talk import AT_ONCE, NOT_NOW, TalkFacts, Writer, rule_on_talk
from sidepot.room.table import commands as s
from sidepot.room.table import hands
from sidepot.room.table.events import Line, Reported, TalkLine, TalkNow
from sidepot.validation.shown_text import THAT_CAN_BE_DISPLAYED, can_be_shown

if TYPE_CHECKING:
    from sidepot.room.table.events import TableEvent
    from sidepot.room.table.state import RoomState
    from sidepot.room.table.unit_of_work import UnitOfWork
    from sidepot.rules.ruling import Ruling

LONGEST: Final = 300  # characters per line
KEPT: Final = 60  # lines that a table remembers; all lines stay in its log
MOST_HELD: Final = 300  # about how many lines may wait for the end of a hand
AROUND: Final = 6  # lines before and after a reported one that the host sees
REPORTS: Final = 30  # reports that may wait for the host; with more, the oldest is dropped
QUIETED: Final = 500  # silenced accounts; with more, the first may write again
PACE: Final = 10_000  # milliseconds in which one person may write `AT_MOST` lines
AT_MOST: Final = 6
_TALK: Final = (s.Talk, s.React, s.Throw)
_NOW: Final[dict[tuple[Writer, bool, bool], TalkNow]] = {}  # constant during a hand


# ---- who may write now


def ruling_of(room: RoomState, player: str) -> Ruling:
    """The floor's ruling on a chat line that `player` would write now."""
    return rule_on_talk(_facts_of(room, player), room.table.rules.rulebook)


def _facts_of(room: RoomState, player: str) -> TalkFacts:
    hand, begun = room.hand, room.begun
    writer: Writer = "not in the hand"
    if hand is not None and begun is not None and player in begun.players:
        writer = "in the hand" if hand.live >> begun.players.index(player) & 1 else "folded"
    left = None if hand is None else hand.setup.players_left  # only known in a tournament
    return TalkFacts(writer=writer, hand_on=hand is not None, last_two=left is not None and left <= 2)


def talk_now(room: RoomState, player: str, account: str = "") -> TalkNow:
    """Whether `player` may write in the chat now and, if not, why."""
    if room.silenced and is_silenced(room, account or room.accounts.get(player, ""), player):
        return "silenced"
    rulebook = room.table.rules.rulebook
    if room.hand is None or rulebook.talk_in_hand:
        return "at once"
    facts = _facts_of(room, player)
    key = facts.writer, facts.last_two, rulebook.last_two_may_talk
    found = _NOW.get(key)
    if found is None:
        verdict = rule_on_talk(facts, rulebook).verdict
        found = _NOW[key] = "at once" if verdict == AT_ONCE else "in the hand" if verdict == NOT_NOW else "held"
    return found


def is_silenced(room: RoomState, account: str, player: str) -> bool:
    """Whether the host has silenced this person."""
    return (account or player) in room.silenced


def _check_writer(work: UnitOfWork) -> Ruling:
    """The ruling on a line written now. Raises IllegalAction or NotDue if this person may write nothing."""
    room, who = work.room, work.account or work.by
    if who in room.silenced:
        raise IllegalAction("the host has muted you at this table", code="silenced")
    times = [at for at in room.talk_pace.get(who, ()) if at > work.now - PACE]
    if len(times) >= AT_MOST:
        raise NotDue("you are writing too fast; wait a moment", code="too_fast")
    ruling = ruling_of(room, work.by)
    if ruling.verdict == NOT_NOW:
        raise IllegalAction(
            "you are in the hand; write when it is over, or after you fold", ruling.cites[0], code="talk_in_hand"
        )
    return ruling


# ---- the commands


def talk(work: UnitOfWork, command: s.Talk) -> None:
    """Write a line in the chat. Raises BadNotation, IllegalAction or NotDue if the line may not be written."""
    check_text(command.text)
    if len(work.room.lines) >= MOST_HELD:
        raise NotDue("too many messages are waiting for the end of the hand; write again after it", code="too_fast")
    work.held = _check_writer(work).verdict != AT_ONCE
    work.is_chat = True


def check_text(text: str) -> None:
    """Raise BadNotation if a line is empty, too long, or has invisible characters."""
    if not 0 < len(text.strip()) <= len(text) <= LONGEST:
        raise BadNotation(f"expected a message of 1 to {LONGEST} characters, got {len(text)}", code="bad_line")
    if not can_be_shown(text, joins=True):
        raise BadNotation(
            f"a message must consist of letters, digits, symbols and spaces {THAT_CAN_BE_DISPLAYED}", code="bad_line"
        )


def react(work: UnitOfWork, command: s.React) -> None:
    """React with an emoji. Raises IllegalAction or NotDue if a line would be held now, because an emoji cannot wait."""
    _check_emoji(work)
    if command.line:
        _read_line(work.room, command.line)
    work.is_chat = True


def throw(work: UnitOfWork, command: s.Throw) -> None:
    """Throw something at another player.

    Raises NotDue if one of the two is not seated, and IllegalAction or NotDue if a chat line would be held now.
    """
    places = work.room.table.places
    if work.by not in places or command.to not in places:
        who = work.by if work.by not in places else command.to
        raise NotDue(f"{who} is not seated at this table", code="not_at_table")
    if command.to == work.by:
        raise NotDue("you cannot throw something to yourself", code="not_at_table")
    _check_emoji(work)
    work.is_chat = True


def _check_emoji(work: UnitOfWork) -> None:
    ruling = _check_writer(work)
    if ruling.verdict != AT_ONCE:
        raise NotDue("emoji are only shown between hands here", ruling.cites[0], code="talk_in_hand")


def report(work: UnitOfWork, command: s.Report) -> None:
    """Report a line to the host. Raises NotDue if the line is unknown, or this person has already reported it."""
    line = _read_line(work.room, command.line)
    if line.account == work.account and line.by == work.by:
        raise NotDue("you cannot report your own message", code="no_such_line")
    if any(one.line.seq == command.line and one.by == work.by for one in work.room.reports):
        raise NotDue("you have already reported this message to the host", code="reported_already")
    work.is_chat = True


def silence(work: UnitOfWork, command: s.Silence) -> None:
    """Stop a person from writing in the chat, or let them write again.

    Raises NotDue if the name is unknown, or if nothing would change.
    """
    room = work.room
    account = account_of(room, command.player)
    if not account and command.player not in room.people:
        raise NotDue(f"nobody here is named {command.player}", code="not_at_table")
    if ((account or command.player) in room.silenced) == command.quiet:
        raise NotDue(
            f"{command.player} is already muted" if command.quiet else f"{command.player} is not muted",
            code="silenced_already",
        )


def drop_report(work: UnitOfWork, command: s.DropReport) -> None:
    """Close a report. Raises NotDue if there is no such report."""
    if all(one.seq != command.report for one in work.room.reports):
        raise NotDue(f"there is no open report {command.report}", code="no_such_report")


def account_of(room: RoomState, name: str) -> str:
    """The account of a person who is at the table or has written here ("" if the name is unknown)."""
    found = room.accounts.get(name, "")
    return found or next((line.account for line in reversed(room.lines) if line.by == name), "")


def _read_line(room: RoomState, seq: int) -> Line:
    """A line that everybody has read. Raises NotDue if there is no such line."""
    found = next((one for one in room.lines if one.seq == seq and not one.held), None)
    if found is None:
        raise NotDue("this message no longer exists", code="no_such_line")
    return found


# ---- after an event


def note(room: RoomState, event: TableEvent) -> None:
    """Keep the chat lines that an event wrote. If the event ends a hand, publish the lines that were held."""
    command = event.command
    match command:
        case s.Talk():
            _write(room, event, command)
        case s.React(line=line) if line:
            _react(room, event, command)
        case s.Report():
            _report(room, event, command)
        case s.Silence(player=player, quiet=quiet):
            who = account_of(room, player) or player
            room.silenced.pop(who, None)
            if quiet:
                room.silenced[who] = player
                while len(room.silenced) > QUIETED:
                    del room.silenced[next(iter(room.silenced))]
        case s.DropReport(report=seq):
            room.reports = [one for one in room.reports if one.seq != seq]
    if isinstance(command, _TALK):
        _keep_pace(room, event)
    if room.holds and hands.is_end(event):
        room.lines = [replace(line, held=False, published=event.seq) if line.held else line for line in room.lines]
        room.holds = False


def _write(room: RoomState, event: TableEvent, command: s.Talk) -> None:
    published = 0 if event.held else event.seq
    room.lines.append(Line(event.seq, event.at, event.by, command.text, event.account, event.held, published))
    room.holds = room.holds or event.held
    while len(room.lines) > KEPT and not room.lines[0].held:
        del room.lines[0]


def _react(room: RoomState, event: TableEvent, command: s.React) -> None:
    for at, line in enumerate(room.lines):
        if line.seq == command.line:
            names = line.reactions.get(command.emoji, ())
            names = tuple([one for one in names if one != event.by]) if event.by in names else (*names, event.by)
            reactions = {**line.reactions, command.emoji: names}
            if not names:
                del reactions[command.emoji]
            room.lines[at] = replace(line, reactions=reactions, published=event.seq)


def _report(room: RoomState, event: TableEvent, command: s.Report) -> None:
    seqs = [line.seq for line in room.lines]
    if command.line not in seqs:
        return
    at = seqs.index(command.line)
    around = [line.public() for line in room.lines[max(at - AROUND, 0) : at + AROUND + 1]]
    line = room.lines[at]
    room.reports.append(Reported(event.seq, event.at, event.by, line.public(), tuple(around)))
    del room.reports[:-REPORTS]


def _keep_pace(room: RoomState, event: TableEvent) -> None:
    """Remember when people wrote last, as long as it counts."""
    pace, since = room.talk_pace, event.at - PACE
    for who in [one for one, times in pace.items() if times[-1] <= since]:
        del pace[who]
    who = event.account or event.by
    pace[who] = (*[at for at in pace.get(who, ()) if at > since], event.at)


# ---- for subscribers


def lines_by(room: RoomState, event: TableEvent) -> tuple[TalkLine, ...]:
    """The chat lines that the last event publishes: new lines, held lines, and lines with changed reactions."""
    if not room.lines or not (isinstance(event.command, _TALK) or event.table):
        return ()
    return tuple([line.public() for line in room.lines if line.published == event.seq])


def lines_of(room: RoomState) -> tuple[TalkLine, ...]:
    """The latest published lines of the chat."""
    return tuple([line.public() for line in room.lines if not line.held])


def held_of(room: RoomState, player: str) -> tuple[str, ...]:
    """The lines of a player that wait for the end of the hand."""
    return tuple([line.text for line in room.lines if line.held and line.by == player]) if room.holds else ()
