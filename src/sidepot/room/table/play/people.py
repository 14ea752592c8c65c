"""The people at a table of the room: presence, time banks, names, and how long they are remembered.

A table knows people by the ids of their accounts, and shows a name for each. `room.accounts` maps names to accounts,
`room.names` accounts to names. A name that the table still knows never goes to another account: if it is taken, a
number is added to the name of the new person. Bots have no account. An event contains the account of each name that
comes to the table, or is dealt into a hand.

For a while, a command that is sent twice is carried out once, and a player who comes back must bring the chips that
they took away. Only the times of events count, so a table that is rebuilt from its log remembers the same.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

import msgspec

from sidepot.errors import NotDue
from sidepot.room.table import commands as s
from sidepot.room.table.events import Person, RecentIds
from sidepot.table.ledger import OF_A_PLAYER
from sidepot.table.places import State
from sidepot.table.table_rules import HALF_HOUR

if TYPE_CHECKING:
    from sidepot.room.table.state import RoomState
    from sidepot.room.table.unit_of_work import UnitOfWork
    from sidepot.table.places import Gone
    from sidepot.table.table_rules import TableRules

SEAT_KEPT: Final = HALF_HOUR  # for a player who sits out and is away (Robert's Rules)


# ---- time banks


def charge(work: UnitOfWork, person: Person, *, lapsed: bool = False) -> Person:
    """The record of a player after a decision, with less time in the time bank if the player used it.

    With `lapsed`, the decision was a timeout, and the count of timeouts in a row grows by one. Otherwise it is 0 again.
    """
    clock = work.room.clock
    used = min(work.now, clock.until) - clock.bank_from
    if used <= 0 and not lapsed and not person.lapses:
        return person
    bank = person.bank - max(used, 0) if not person.away_since else person.bank
    return msgspec.structs.replace(person, bank=max(bank, 0), lapses=person.lapses + 1 if lapsed else 0)


def fresh(work: UnitOfWork, player: str) -> Person:
    """The record of a player who has acted in time. The count of timeouts in a row is 0 again."""
    return msgspec.structs.replace(work.person(player), lapses=0)


def dealt_in(work: UnitOfWork, players: Iterable[str]) -> None:
    """Give part of the time bank back to each player who is dealt in."""
    timing = work.timing
    for player in players:
        person = work.person(player)
        if person.bank != timing.bank:
            bank = min(timing.bank, person.bank + timing.bank_back)
            work.keep(msgspec.structs.replace(person, bank=bank))


# ---- coming and going


def join(work: UnitOfWork, player: str, *, bot: str = "") -> None:
    """Add a person or bot to the table, with a full time bank."""
    work.keep(Person(player, bank=work.room.terms.timing.bank, bot=bot))
    if work.account and player == work.by and not bot:
        work.accounts[player] = work.account


def came(work: UnitOfWork, command: s.Came) -> None:
    """Record that a player has connected. The name "" stands for all spectators together."""
    room = work.room
    if not command.player:
        if room.watched:
            raise NotDue("the table already has spectators", code="watched_already")
        return
    person = _person_at(room, command.player)
    if not person.away_since:
        raise NotDue(f"{person.player} is not away", code="is_there")
    person = msgspec.structs.replace(person, away_since=0)
    work.keep(person)
    clock = work.clock
    if clock.player == person.player and clock.until and not clock.stopped_at:
        own = max(clock.bank_from, work.now)
        bank = person.bank if room.hand is not None else 0  # the game is named without that player
        work.clock = msgspec.structs.replace(clock, bank_from=own, until=own + bank)


def went(work: UnitOfWork, command: s.Went) -> None:
    """Record that a player's last connection was lost.

    The current decision is extended, so that the player has time to reconnect.
    """
    room = work.room
    if not command.player:
        if not room.watched:
            raise NotDue("the table has no spectators", code="nobody_watches")
        return
    person = _person_at(room, command.player)
    if person.away_since:
        raise NotDue(f"{person.player} is already away", code="is_away")
    clock = work.clock
    if clock.player == person.player and clock.until and not clock.stopped_at:
        timing = work.timing
        person = charge(work, person)
        most = clock.since + timing.decide + timing.bank + timing.away  # however often they disconnect
        own = max(work.now, min(max(clock.bank_from, work.now + timing.away), most))
        place = room.table.places.get(person.player)
        if place is not None and place.leaving:  # they have left for good
            own = work.now
        work.clock = msgspec.structs.replace(clock, bank_from=own, until=own)
    work.keep(msgspec.structs.replace(person, away_since=work.now))


def meant(room: RoomState, command: s.Remove) -> str:
    """The player whom the host wants to remove. Raises NotDue if the account is not at this table."""
    player = room.names.get(command.account, "") if command.account else command.player
    if not player:
        raise NotDue("nobody with this account is at this table", code="not_at_table")
    return player


def _person_at(room: RoomState, player: str) -> Person:
    person = room.people.get(player)
    if person is None:
        raise NotDue(f"{player} is not at this table", code="not_at_table")
    return person


def all_away(work: UnitOfWork) -> None:
    """Mark all players as disconnected, after a restart."""
    for person in work.room.people.values():
        if not person.bot and not person.away_since:
            work.keep(msgspec.structs.replace(person, away_since=work.now))


def is_attended(work: UnitOfWork) -> bool:
    """Whether a person is here, at the table or as a spectator. Bots do not count."""
    room = work.room
    if is_watched(room, work.command):
        return True
    people = {**room.people, **work.people}
    return any(not person.bot and not person.away_since and not person.gone for person in people.values())


def seated_persons(work: UnitOfWork) -> list[str]:
    """The seated players of a cash table, except its bots."""
    room = work.room
    bots = {person.player for person in (*room.people.values(), *work.people.values()) if person.bot}
    return [player for player in room.table.places if player not in bots]


def is_watched(room: RoomState, command: s.TableCommand) -> bool:
    """Whether there are spectators after this command."""
    match command:
        case s.Came(player=""):
            return True
        case s.Went(player=""):
            return False
    return room.watched


def ask_cut(work: UnitOfWork, command: s.AskCut) -> None:
    """Record whether a player wishes to cut the deck in later hands (PG-50)."""
    person = _person_at(work.room, work.by)
    if person.cuts == command.wants:
        raise NotDue(
            f"{work.by} has already asked to cut" if command.wants else f"{work.by} has not asked to cut",
            code="cut_asked_already",
        )
    work.keep(msgspec.structs.replace(person, cuts=command.wants))


# ---- losing the seat


def look_for_busted(room: RoomState) -> None:
    """Record when each player without chips lost the last chips."""
    now = [place.player for place in room.table.places.values() if place.state is State.BUSTED]
    if now or room.busted:
        room.busted = {player: room.busted.get(player, room.at) for player in now}


def seat_until(room: RoomState, player: str) -> int:
    """The time until which a player without chips keeps the seat (0 if the player is leaving anyway)."""
    place = room.table.places.get(player)
    return 0 if place is None or place.leaving else room.busted[player] + room.terms.timing.away


def leave_at(room: RoomState) -> list[tuple[int, str]]:
    """When players lose their seats, because they have no chips, or are away and not playing."""
    if room.at_tournament is not None:
        return []
    places = room.table.places
    found = [(at, player) for player in room.busted if (at := seat_until(room, player))]
    for person in room.people.values():
        if not person.away_since:
            continue
        place = places.get(person.player)
        sits_out = place is not None and place.state is State.OUT and not place.leaving
        waits = person.player in room.queue or person.player in room.requests
        if sits_out or waits:
            found.append((person.away_since + SEAT_KEPT, person.player))
    return found


def name_of(room: RoomState, account: str, name: str) -> str:
    """The name that the table shows, or would show, for an account called `name`. Without an account, it is `name`
    itself.
    """
    found = room.names.get(account) if account else name
    if found is not None:
        return found
    shown, number = name, 2
    while is_name_taken(room, shown):
        shown, number = f"{name} ({number})", number + 1
    return shown


def is_name_taken(room: RoomState, name: str) -> bool:
    """Whether somebody at the table has or had this name. Upper and lower case count as the same."""
    plain = name.casefold()
    return any(plain == one.casefold() for one in (*room.people, *room.accounts)) or _is_remembered(room, name)


def bind_accounts(room: RoomState, found: Mapping[str, str]) -> None:
    """Record which accounts belong to these names."""
    for name, account in found.items():
        if room.accounts.get(name) == account:
            continue
        _drop_name(room, name)
        _drop_name(room, room.names.get(account, ""))
        room.names[account] = name
        room.accounts[name] = account


def forget_names(room: RoomState) -> None:
    """Forget the accounts of names that the table no longer knows."""
    for name in [one for one in room.accounts if one not in room.people and not _is_remembered(room, one)]:
        _drop_name(room, name)


def _drop_name(room: RoomState, name: str) -> None:
    account = room.accounts.pop(name, "")
    if room.names.get(account) == name:
        del room.names[account]


def accounts_of(room: RoomState, names: Iterable[str]) -> dict[str, str]:
    """The accounts of these names. Names without an account are left out."""
    accounts = room.accounts
    return {name: accounts[name] for name in names if name in accounts}


def _is_remembered(room: RoomState, name: str) -> bool:
    """Whether chips, cards, a bet or a place still belong to a name that is not among the `people`."""
    table = room.table
    if name in table.places or name in table.gone or room.begun is not None and name in room.begun.players:
        return True
    if name in (table.killer, table.leg[0]) or name in table.claims:
        return True
    ledger = table.ledger
    return any(f"{kind}{name}" in side for side in (ledger.debits, ledger.credits) for kind in OF_A_PLAYER)


LEAST_REMEMBERED: Final = 100  # commands per account that are remembered at least
SPEAKERS: Final = 1000  # most accounts whose commands are remembered
SILENCE: Final = 5 * 60 * 1000  # milliseconds: after such a silence, an account's commands are forgotten
GONE: Final = 1000  # most leavers whose chips are remembered
LEFT: Final = 2 * HALF_HOUR  # how long they are remembered, unless the table has a longer time


def remember(room: RoomState, id: str, seq: int, at: int) -> None:
    """Remember which event a command made. `id` is the sender's account, a slash, and the command's id."""
    account, slash, _ = id.partition("/")
    if not slash:
        account = ""
    recent = room.recent_ids.pop(account, None) or RecentIds()
    room.recent_ids[account] = recent
    recent.at = at
    recent.ids[id] = room.ids[id] = seq
    if len(recent.ids) > 2 * LEAST_REMEMBERED:  # forget many at once, which is cheaper
        for old in list(recent.ids)[:-LEAST_REMEMBERED]:
            del recent.ids[old]
            room.ids.pop(old, None)


def forget_old(room: RoomState, now: int) -> None:
    """Forget what is no longer needed. This is also called when nothing happens at the table."""
    forget_silent(room, now)
    forget_leavers(room, now)
    forget_names(room)


def forget_silent(room: RoomState, now: int) -> None:
    """Forget the commands of accounts that have been silent for a long time.

    If too many accounts are left, those that have been silent longest are forgotten next.
    """
    recent_ids = room.recent_ids
    while recent_ids:
        account = next(iter(recent_ids))
        if recent_ids[account].at >= now - SILENCE and len(recent_ids) <= SPEAKERS:
            return
        for old in recent_ids.pop(account).ids:
            room.ids.pop(old, None)


def forget_leavers(room: RoomState, now: int) -> None:
    """Forget players who left long ago, and close their accounts in the table's ledger.

    If there are still too many, the players who left first are forgotten first. At open stakes, a player with debts or
    claims keeps an account until they are settled.
    """
    table = room.table
    while table.gone:
        player = next(iter(table.gone))
        if now <= _kept_until(table.rules, table.gone[player]) and len(table.gone) <= GONE:
            return
        del table.gone[player]
        table.ledger.forget(player)


def _kept_until(rules: TableRules, gone: Gone) -> int:
    """When a leaver's last visit no longer matters, for the chips and for the paid time."""
    until = gone.at + max(LEFT, rules.rathole_ms)
    return max(until, gone.paid_until + rules.time_charge.period_ms) if rules.time_charge is not None else until
