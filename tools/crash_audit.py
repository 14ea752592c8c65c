"""What `tools/crash.py` looks for in the store of a room that was killed: it is read from end to end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from crash_players import Notes

from sidepot.errors import SidepotError
from sidepot.room.fairness.decks import SealedDeck, unseal
from sidepot.room.fairness.items import Heading, Item
from sidepot.room.fairness.record import record_hand
from sidepot.room.fairness.record_check import verify_record
from sidepot.room.store.high_water import HighWaterMark, read_marks
from sidepot.room.store.store import Store, open_store
from sidepot.room.table import hands
from sidepot.room.table.commands import Moved, Restarted
from sidepot.room.table.events import TableEvent, decode_table_event
from sidepot.room.table.machine import RoomTable, deck_key
from sidepot.room.views.log_lines import public_items


class Audit(msgspec.Struct):
    """The findings: how much of everything, and the errors."""

    hands: int = 0
    entries: int = 0
    restarts: int = 0
    in_hand: int = 0  # restarts in the middle of a hand
    resumed: int = 0  # of a decision, with its clock
    verified: int = 0
    kept: int = 0  # tables of which it is kept outside how far they were acknowledged
    problems: list[str] = []


async def audit(where: Path | str, notes: Notes) -> Audit:
    """Read the store of a room that does not run, and hold it against all that was told."""
    found = Audit(problems=list(notes.broken))
    async with open_store(where) as store:
        streams = {}
        kept = read_marks(store.place)
        for stream in await store.streams("table/"):
            table = stream.partition("/")[2]
            streams[table] = [decode_table_event(record.data) for record in await store.read(stream)]
            await _table(store, table, streams[table], found, kept.get(stream))
    _told(streams, notes, found)
    return found


def _told(streams: dict[str, list[TableEvent]], notes: Notes, found: Audit) -> None:
    """Everything that was acknowledged is there, once; everything that was shown is there as it was shown."""
    where: dict[tuple[str, str], list[int]] = {}
    for table, entries in streams.items():
        for at, entry in enumerate(entries, 1):
            if entry.seq != at:
                found.problems.append(f"table {table}: event {entry.seq} is at place {at}")
            if entry.id:
                where.setdefault((table, entry.id), []).append(entry.seq)
    for (table, number), seqs in where.items():
        if len(seqs) > 1:
            found.problems.append(f"table {table}: {number} was done {len(seqs)} times, by events {seqs}")
        if (table, number) not in notes.sent:
            found.problems.append(f"table {table}: nobody has said {number}")
    for (table, number), seq in notes.acked.items():
        if where.get((table, number)) != [seq]:
            there = where.get((table, number))
            found.problems.append(f"table {table}: {number} was acknowledged as event {seq}, and is {there}")
    for (table, seq), (when, what) in notes.seen.items():
        entries = streams.get(table, [])
        if seq > len(entries):
            found.problems.append(f"table {table}: event {seq} was shown, and is not there")
        elif entries[seq - 1].at != when or _plain(public_items(entries[seq - 1])) != list(what):
            found.problems.append(f"table {table}: event {seq} was shown otherwise than it is")


def _plain(items: tuple[Any, ...]) -> Any:
    """As it comes off the wire."""
    return msgspec.json.decode(msgspec.json.encode(items))


async def _table(store: Store, table: str, entries: list[TableEvent], found: Audit, kept: HighWaterMark | None) -> None:
    """Fold a table: its chips balance after each entry, restarts change nothing but clocks, and its hands check.

    The part `kept` outside is not ahead of it, and has the link that it had then.
    """
    found.entries += len(entries)
    found.kept += kept is not None
    if kept is not None and kept.seq > len(entries):
        found.problems.append(f"table {table}: event {kept.seq} is kept outside, and there are {len(entries)}")
    room: RoomTable | None = None
    items: list[Item] = []
    for entry in entries:
        before = room.clock if room is not None else None
        on = room is not None and room.hand is not None
        at = room.at if room is not None else 0
        try:
            if room is None:
                room = RoomTable.rebuild(table, [entry], {})
            else:
                room.apply(entry)
        except Exception as error:
            found.problems.append(f"table {table}: event {entry.seq} cannot be taken in: {error!r}")
            return
        found.problems += [f"table {table}, event {entry.seq}: {problem}" for problem in unbalanced(room)]
        if kept is not None and kept.seq == entry.seq and kept.link != room.link.hex():
            found.problems.append(f"table {table}, event {entry.seq}: another link is kept outside")
        if isinstance(entry.command, Restarted | Moved):
            found.restarts += 1
            found.in_hand += on
            if entry.items or entry.table:
                found.problems.append(f"table {table}: event {entry.seq}, a restart, did something")
            if before is not None and before.player and before.until:
                found.resumed += 1
                due = before.until + entry.at - at + room.terms.timing.grace
                if (entry.clock.player, entry.clock.turn, entry.clock.until) != (before.player, before.turn, due):
                    found.problems.append(f"table {table}: event {entry.seq}: {before} went on as {entry.clock}")
        for item in entry.items:
            if isinstance(item, Heading):
                items = []
            items.append(item)
        if on and room.hand is None:
            found.hands += 1
            number = max(room.hands)
            await _verify(store, room, number, items, found)


async def _verify(store: Store, room: RoomTable, number: int, items: list[Item], found: Audit) -> None:
    """The records of a finished hand hold, for an onlooker and for a player."""
    decks: list[SealedDeck] = []
    for root in hands.roots(items):
        sealed = await store.unseal(deck_key(room.id, root))
        if sealed is None:
            found.problems.append(f"table {room.id}, hand {number}: the order of its cards is not kept")
            return
        decks += unseal(sealed)
    for seat in (-1, 0):
        try:
            told = verify_record(record_hand(items, decks, seat, room.hands[number].before))
        except SidepotError as error:
            found.problems.append(f"table {room.id}, hand {number}, seat {seat}: {error}")
            continue
        found.verified += 1
        for check in told.checks:
            if not check.holds:
                found.problems.append(f"table {room.id}, hand {number}, seat {seat}: {check.name}: {check.found}")


def unbalanced(room: RoomTable) -> list[str]:
    """Where chips were made or lost at a cash table."""
    table, ledger = room.table, room.table.ledger
    stacks = sum([place.stack for place in table.places.values()]) + table.carried
    charges = ledger.balance("rake") + ledger.balance("charges")
    found = []
    if sum(ledger.debits.values()) != sum(ledger.credits.values()):
        found.append("the ledger does not balance")
    if ledger.on_table() != stacks:
        found.append(f"the bank knows of {ledger.on_table()} chips on the table, where {stacks} are")
    if ledger.issued - ledger.redeemed != stacks + charges:
        found.append(f"{ledger.issued} chips were bought, {ledger.redeemed} paid out, and {stacks} are there")
    hand = room.hand
    if hand is not None:
        had = sum(hand.setup.stacks) + hand.setup.carried + sum(hand.added)
        if had != sum(hand.stacks) + hand.betting.pot() + hand.raked:
            found.append(f"the hand began with {had} chips")
    return found
