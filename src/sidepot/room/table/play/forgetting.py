"""What a table remembers of commands and of players who have left, and for how long: then it costs nothing more.

Commands are known again, so that one sent twice is carried out once. Players who come back soon bring the chips that
they took away. Both are over after a while. Times are those of entries, so that a table made of its stream again
remembers the same; a table at which nothing happens is swept besides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sidepot.room.table.play import known
from sidepot.room.table.state import Spoken
from sidepot.table.table_rules import HALF_HOUR

if TYPE_CHECKING:
    from sidepot.room.table.state import RoomState
    from sidepot.table.places import Gone
    from sidepot.table.table_rules import TableRules

COMMANDS: Final = 100  # of one account that are known again, at least
SPEAKERS: Final = 1000  # accounts whose commands are known again, at most
SILENCE: Final = 5 * 60 * 1000  # milliseconds: after such silence an account's commands are forgotten
GONE: Final = 1000  # players who have left, whose chips are remembered, at most
LEFT: Final = 2 * HALF_HOUR  # how long they are, unless the table has a longer time for coming back


def remember(room: RoomState, id: str, seq: int, at: int) -> None:
    """Know a command again, by the account and its own id."""
    account, slash, _ = id.partition("/")
    if not slash:
        account = ""
    spoken = room.spoken.pop(account, None) or Spoken()
    room.spoken[account] = spoken
    spoken.at = at
    spoken.ids.append(id)
    room.ids[id] = seq
    if len(spoken.ids) > 2 * COMMANDS:  # many at once, as each costs little then
        for old in spoken.ids[:-COMMANDS]:
            room.ids.pop(old, None)
        del spoken.ids[:-COMMANDS]


def forget(room: RoomState, now: int) -> None:
    """Forget what nobody needs any more by now, also where nothing happens."""
    forget_silent(room, now)
    forget_leavers(room, now)
    known.forget(room)


def forget_silent(room: RoomState, now: int) -> None:
    """Forget the commands of accounts that are silent for long; of very many, those that spoke longest ago."""
    spoken = room.spoken
    while spoken:
        account = next(iter(spoken))
        if spoken[account].at >= now - SILENCE and len(spoken) <= SPEAKERS:
            return
        for old in spoken.pop(account).ids:
            room.ids.pop(old, None)


def forget_leavers(room: RoomState, now: int) -> None:
    """Forget the players who left long ago, and close their accounts; of very many, those who left first.

    A player who is owed something, or owes it, at open stakes keeps the accounts until that is settled.
    """
    table = room.table
    while table.gone:
        player = next(iter(table.gone))
        if now <= _kept_until(table.rules, table.gone[player]) and len(table.gone) <= GONE:
            return
        del table.gone[player]
        table.ledger.forget(player)


def _kept_until(rules: TableRules, gone: Gone) -> int:
    """When it makes no more difference that the player was here before: for the chips, and for the time paid."""
    until = gone.at + max(LEFT, rules.rathole_ms)
    return max(until, gone.paid_until + rules.time_charge.period_ms) if rules.time_charge is not None else until
