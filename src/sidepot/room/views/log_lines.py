"""The log of a table in words, and the public items of an event.

The lines of a hand come from its public replay (`public_hand`). Only listed kinds of events are public: of the table's
events, those in `AT_TABLE`, none of which contains a hidden card. A player's own requests (chips for later, a top-up)
are private.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from sidepot.cards import UNKNOWN, text
from sidepot.hand.events import Started
from sidepot.hand.view import SPECTATOR, redact
from sidepot.room.fairness.items import OF_THE_ROOM
from sidepot.room.table import commands as s
from sidepot.room.table.agreement import to_accept
from sidepot.room.table.changeable import differences
from sidepot.room.table.commands import React, Throw
from sidepot.room.table.play.seating import is_request
from sidepot.room.views.log_parts import line, marked
from sidepot.room.views.schema import HandShowed, RabbitShown, Reacted, Threw
from sidepot.room.views.stakes_text import title_sentence
from sidepot.table import events as e

if TYPE_CHECKING:
    from sidepot.room.table.events import TableEvent
    from sidepot.room.table.machine import RoomTable
    from sidepot.room.views.public_hand import PublicHand


def _coloured(event: e.Coloured) -> str:
    return line("Small chips leave play") if event.rows else line("Other chips are in play")


def _adjusted(event: e.Adjusted) -> str:
    if event.chips > 0:
        return line("The host gives {player} {chips}: {reason}", event.player, event.chips, event.reason)
    return line("The host takes {chips} from {player}: {reason}", -event.chips, event.player, event.reason)


def _leaves(event: e.Leaves) -> str:
    if event.put_out:
        return line("{player} is removed after this hand", event.player)
    return line("{player} leaves after this hand", event.player)


def _left(event: e.Left) -> str:
    if event.chips:
        return line("{player} leaves with {chips}", event.player, event.chips)
    return line("{player} leaves without chips", event.player)


def _stand_up_over(event: e.StandUpOver) -> str:
    if not event.player:
        return line("The round of the stand-up game ends without payment")
    paid = sum([chips for _, chips in event.paid])
    return line("{player} is the last one standing and pays {chips} to the others", event.player, paid)


# The public events of a table with their words. None: the words are in `_happened`, or there are none.
AT_TABLE: Final[dict[type, Callable[[Any], str] | None]] = {
    e.Sat: lambda event: line(
        "{player} sits down in seat {seat} with {chips}", event.player, str(event.seat + 1), event.chips
    ),
    e.Bought: lambda event: line("{player} buys {chips}", event.player, event.chips),
    e.SatOut: lambda event: line("{player} sits out", event.player),
    e.CameBack: lambda event: line("{player} is back", event.player),
    e.Leaves: _leaves,
    e.Left: _left,
    e.Moved: lambda event: line("{player} goes to seat {seat}", event.player, str(event.seat + 1)),
    e.Petty: lambda event: line("{player} takes {chips} off the table", event.player, event.chips),
    e.Charged: lambda event: line("{player} pays {chips} for the seat", event.player, event.chips),
    e.Queued: lambda event: line("{player} joins the waiting list", event.player),
    e.Unqueued: lambda event: line("{player} leaves the waiting list", event.player),
    e.ButtonDrawn: lambda event: line("Seat {seat} has drawn the first button", str(event.seat + 1)),
    e.Chosen: None,
    e.Straddled: lambda event: line("{player} straddles the next hand for {chips}", event.player, event.chips),
    e.BombPotSet: None,
    e.Coloured: _coloured,
    e.Adjusted: _adjusted,
    e.PotGiven: lambda event: line("{player} gets {chips} from the carried pot", event.player, event.chips),
    e.Paid: lambda event: line("{payer} pays {payee} {chips}", event.payer, event.payee, event.chips),
    e.BountyPaid: lambda event: line(
        "{player} gets {chips} from the others for seven-deuce", event.player, sum([chips for _, chips in event.paid])
    ),
    e.StandUpBegun: None,
    e.StandUpWon: lambda event: line("{player} sits down in the stand-up game", event.player),
    e.StandUpOver: _stand_up_over,
    e.HandDone: None,
    e.HandVoided: lambda event: line("Hand {number} is cancelled", str(event.number)),
}
_OVER: Final = (e.HandDone, e.HandVoided)


def public_items(event: TableEvent) -> tuple[Any, ...]:
    """The public items of an event."""
    items = [item if isinstance(item, OF_THE_ROOM) else redact(item, SPECTATOR) for item in event.items]
    if event.showed:
        return (HandShowed(event.by, event.showed), *items)
    if event.rabbit:
        return (RabbitShown(event.by, event.rabbit), *items)
    if isinstance(event.command, React | Throw):
        return shown_at_table(event.by, event.command)
    if not event.table:
        return tuple(items)
    end = end_of_hand(event)
    before, after = ([one for one in some if type(one) in AT_TABLE] for some in (event.table[:end], event.table[end:]))
    return (*before, *items, *after)


def end_of_hand(event: TableEvent) -> int:
    """The index in the event's `table` at which the hand ends. All table events of the hand come before this index."""
    return next((at for at, one in enumerate(event.table) if isinstance(one, _OVER)), len(event.table))


def shown_at_table(player: str, command: React | Throw) -> tuple[Reacted | Threw, ...]:
    """What the table shows when a player reacts with an emoji, or throws something."""
    if isinstance(command, Throw):
        return (Threw(player, command.what, command.to),)
    return () if command.line else (Reacted(player, command.emoji),)


def event_lines(room: RoomTable, seen: PublicHand, event: TableEvent) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The log lines of an event that was just applied, and the indices of the lines that begin a hand.

    `seen` is the table's public hand, up to date.
    """
    end = end_of_hand(event)
    lines = [*_sentences(event), *_changes(room, event)]
    for change in event.table[:end]:
        lines += _happened(room, change)
    headings = _headings(seen, event, len(lines))
    lines += [line for item_lines in seen.lines[len(seen.lines) - len(event.items) :] for line in item_lines]
    for change in event.table[end:]:
        lines += _happened(room, change)
    return tuple(lines), headings


def _headings(seen: PublicHand, event: TableEvent, at: int) -> tuple[int, ...]:
    """The indices of the lines that begin a hand. The hand lines of the event start at index `at`."""
    found = []
    lines = seen.lines
    for item, item_lines in zip(event.items, lines[len(lines) - len(event.items) :], strict=True):
        if isinstance(item, Started):
            found.append(at)
        at += len(item_lines)
    return tuple(found)


# ---- commands


_COMMANDS: Final[dict[type, str]] = {
    s.Pause: line("The table is paused"),
    s.Resume: line("Play goes on"),
    s.Close: line("The table closes after this hand"),
    s.WithdrawChange: line("The host withdraws the change: the terms stay as they are"),
    s.Freeze: line("Something went wrong: the table is stopped until the host continues it"),
    s.Restarted: line("The room was restarted: play continues"),
    s.Moved: line("Another server took over this table: play continues"),
}


def _sentences(event: TableEvent) -> Iterator[str]:
    """Log lines for commands without events."""
    command = event.command
    if type(command) in _COMMANDS:
        yield _COMMANDS[type(command)]
    match command:
        case s.Came(player) if player:
            yield line("{player} is connected", player)
        case s.Went(player) if player:
            yield line("{player} lost the connection", player)
        case s.Silence(player=player, quiet=quiet):
            yield line("{player} is muted by the host", player) if quiet else line("{player} can chat again", player)
        case s.AcceptTerms():
            yield line("{player} accepts the terms", event.by)
        case s.Sit() if is_request(event):
            yield line("{player} asks for a seat", event.by)
        case s.AnswerSeat(yes=False):
            yield line("{player} is refused a seat", event.people[0].player)
        case s.Order():
            yield from map(marked, command.parts or command.lines)
        case s.ShowHand():
            yield line("{player} shows {cards}", event.by, text([card for card in event.showed if card != UNKNOWN]))
        case s.HuntRabbit():
            yield line("{player} hunts the rabbit: {cards} would have come", event.by, text(event.rabbit))
        case s.Tick():
            for player in _lapsed(event):
                yield line("{player} has no time left", player)


def _changes(room: RoomTable, event: TableEvent) -> Iterator[str]:
    """The terms that the host changes."""
    if event.terms is not None:
        yield line("{player} changes the terms of the table from the next hand on", event.by)
        for topic, old, new in differences(room.terms, event.terms):
            yield line("{}: {} → {}", topic, old, new)


def _lapsed(event: TableEvent) -> list[str]:
    """The player whose time ran out. At the start of a hand, `people` also has players with refilled time banks."""
    lapsed = [one.player for one in event.people if one.lapses and not one.gone]
    if not any(isinstance(one, e.HandBegun) for one in event.table):
        return lapsed
    chosen = [one.player for one in event.table if isinstance(one, e.Chosen)]  # did not name a game in time
    return [player for player in lapsed if player in chosen]


# ---- events


def _was_awaited(room: RoomTable, player: str) -> bool:
    """Whether a player sits out because the current terms were not accepted."""
    account = room.accounts.get(player)
    return account is not None and room.change is None and bool(to_accept(room, account))


def _bomb_pot(ante: int, *, is_mix: bool) -> str:
    if not ante:
        return line("The host withdraws the bomb pot")
    if is_mix:
        return line("The next hand with a flop is a bomb pot: everybody antes {chips}", ante)
    return line("The next hand is a bomb pot: everybody antes {chips}", ante)


def _happened(room: RoomTable, event: e.Event) -> list[str]:
    if isinstance(event, e.Chosen):
        game = room.table.rules.mix.games[event.game].game
        return [line("{player} chooses {game}", event.player, tuple(title_sentence(game)))]
    if isinstance(event, e.StandUpBegun):
        chips = room.table.rules.stand_up
        return [
            line("A round of the stand-up game begins: the last one standing pays {chips} to each other player", chips)
        ]
    if isinstance(event, e.BombPotSet):
        return [_bomb_pot(event.ante, is_mix=len(room.table.rules.mix.games) > 1)]
    if isinstance(event, e.Agreed):
        return [line("The new terms hold from this hand on")]
    if isinstance(event, e.SatOut) and _was_awaited(room, event.player):
        return [line("{player} has not accepted the terms and sits out", event.player)]
    words = AT_TABLE.get(type(event))
    return [words(event)] if words is not None else []
