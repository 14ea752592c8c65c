"""What the auditor finds in a stream that was changed, with no link that anybody has noted."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from room_stores import post_books, wait
from room_tables import Led, in_a_hand, terms
from sqlalchemy.exc import DatabaseError

from sidepot.room.audit import auditor as audit_module
from sidepot.room.audit.auditor import TableAudit, audit
from sidepot.room.fairness.decks import seal
from sidepot.room.store.place import place_at
from sidepot.room.store.store import open_store
from sidepot.room.table import hands
from sidepot.room.table.commands import AskCut, CutPack
from sidepot.room.table.events import TableEvent, decode_table_event, encode_table_event
from sidepot.room.table.machine import deck_key
from sidepot.room.table.terms import Timing


@pytest.fixture(scope="module")
def played() -> Led:
    """A table at which some hands were played, in the middle of the next one."""
    return in_a_hand()


def audited(file: Path, log: list[bytes], led: Led) -> TableAudit:
    async def run() -> None:
        async with open_store(file) as store:
            await store.append("table/t1", 0, log, 1, [(deck_key("t1", r), seal([d])) for r, d in led.secrets.items()])
            await post_books(store, "table/t1")

    wait(run())
    return audit(place_at(file)).tables[0]


def ended(led: Led) -> list[int]:
    return [entry.seq for entry in led.entries() if hands.is_end(entry)]


def test_played_hands_pass_the_audit(played: Led, tmp_path: Path) -> None:
    found = audited(tmp_path / "room.db", played.log, played)
    assert found.faults == ()
    assert found.hands == 5
    assert found.link == played.room.link.hex()


def test_a_hand_whose_pack_waits_to_be_cut_is_on(tmp_path: Path) -> None:
    """It is shuffled and committed to, and no event of it has happened yet: nothing is wrong with it."""
    led = Led(terms(timing=Timing(cut=8_000)))
    led.sit("Ann", "Bo", "Cy")
    for player in ("Ann", "Bo", "Cy"):
        led.say(AskCut(), player)
    led.play_hand(Random(7))
    while led.room.phase != "cutting":
        led.tick()
    waits = audited(tmp_path / "waits.db", led.log, led)
    assert waits.faults == ()
    assert waits.hands == 1
    led.say(CutPack("socks"), led.room.cutter)
    assert audited(tmp_path / "cut.db", led.log, led).faults == ()


def test_each_hand_without_its_link_is_named(played: Led, tmp_path: Path) -> None:
    log = [encode_table_event(msgspec.structs.replace(entry, link="")) for entry in played.entries()]
    found = audited(tmp_path / "room.db", log, played)
    told = [fault for fault in found.faults if fault.startswith("hand ")]
    assert told == [f"hand {number}: link: none is stored" for number in played.room.hands]


def test_a_hand_of_an_older_sidepot_that_knew_less_holds(played: Led, tmp_path: Path) -> None:
    """A field that is new was not stored and not chained: the link is that of what was stored."""
    log = [data.replace(b'"repair_deals":false,', b"") for data in played.log]
    link, stored = bytes(32), list(played.entries())
    for number in played.room.hands:
        at = played.room.hands[number]
        items, _, _ = played.hand_items(number)
        told = [hands.chain.canonical(hands.public(one)).replace(b'"repair_deals":false,', b"") for one in items]
        link = hands.chain.links(link, told)[-1]
        log[at.last_seq - 1] = log[at.last_seq - 1].replace(stored[at.last_seq - 1].link.encode(), link.hex().encode())
    found = audited(tmp_path / "room.db", log, played)
    assert found.faults == ()
    assert found.link == link.hex() != played.room.link.hex()


def item_changed(led: Led, log: list[bytes]) -> None:
    """The text of a heading, which no rule and no sealed card speaks of."""
    log[led.room.hands[2].first_seq - 1] = log[led.room.hands[2].first_seq - 1].replace(
        b'"type":"heading","table":"Kitchen"', b'"type":"heading","table":"Kitschen"'
    )


def link_changed(led: Led, log: list[bytes]) -> None:
    change(led, log, 2, lambda entry: msgspec.structs.replace(entry, link="ab" * 32))


def link_is_none(led: Led, log: list[bytes]) -> None:
    change(led, log, 2, lambda entry: msgspec.structs.replace(entry, link="nonsense"))


def link_gone(led: Led, log: list[bytes]) -> None:
    change(led, log, 2, lambda entry: msgspec.structs.replace(entry, link=""))


def link_put_in(led: Led, log: list[bytes]) -> None:
    seq = led.room.hands[2].first_seq
    log[seq - 1] = encode_table_event(msgspec.structs.replace(led.entries()[seq - 1], link="ab" * 32))


def end_gone(led: Led, log: list[bytes]) -> None:
    """The last items of a hand are taken out, as if it were not over: nobody would look at it."""
    change(led, log, 2, lambda entry: msgspec.structs.replace(entry, items=()))


def change(led: Led, log: list[bytes], number: int, how: Callable[[TableEvent], TableEvent]) -> None:
    seq = led.room.hands[number].last_seq
    log[seq - 1] = encode_table_event(how(led.entries()[seq - 1]))


@pytest.mark.parametrize("how", [item_changed, link_changed, link_is_none, link_gone, link_put_in, end_gone])
def test_a_changed_record_is_found_without_a_noted_link(
    played: Led, tmp_path: Path, how: Callable[[Led, list[bytes]], None]
) -> None:
    log = list(played.log)
    how(played, log)
    assert log != played.log
    found = audited(tmp_path / "room.db", log, played)
    assert found.faults and found.faults[0].startswith(("hand 2: ", "event "))


def test_a_hand_whose_link_was_made_anew_is_found_by_the_next_one(played: Led, tmp_path: Path) -> None:
    log = list(played.log)
    item_changed(played, log)
    at = played.room.hands[2]
    items = [item for data in log[at.first_seq - 1 : at.last_seq] for item in decode_table_event(data).items]
    link = hands.link_after(at.before, items).hex()
    change(played, log, 2, lambda entry: msgspec.structs.replace(entry, link=link))
    found = audited(tmp_path / "room.db", log, played)
    assert [one.partition(":")[0] for one in found.faults] == ["hand 3"]


# ---- the auditor tells of what cannot be looked at, and goes on: "Goes through every hand"


def stored(file: Path, statement: str, *values: object) -> TableAudit:
    """What is found where the store was changed by hand."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        assert connection.execute(statement, values).rowcount == 1
    return audit(place_at(file)).tables[0]


def test_a_sealed_order_that_was_cut_short_is_told_of_its_hand_alone(played: Led, tmp_path: Path) -> None:
    file = tmp_path / "room.db"
    audited(file, played.log, played)
    root = hands.roots(played.hand_items(2)[0])[0]
    deck = played.secrets[root]
    short = seal([msgspec.structs.replace(deck, order=deck.order[:5], salts=deck.salts[: 5 * 16])])
    found = stored(file, "UPDATE sealed SET data=? WHERE hand=?", short, deck_key("t1", root))
    assert found.hands == 5 and found.faults
    assert all(fault.startswith("hand 2: cards: ") for fault in found.faults)


@pytest.mark.parametrize("sealed", [7, "text", b"[]", b'[{"order":[300],"salts":"AAAAAAAAAAAAAAAAAAAAAA=="}]'])
def test_a_bad_sealed_deck_is_reported_for_its_hand_alone(played: Led, tmp_path: Path, sealed: object) -> None:
    file = tmp_path / "room.db"
    audited(file, played.log, played)
    root = hands.roots(played.hand_items(2)[0])[0]
    found = stored(file, "UPDATE sealed SET data=? WHERE hand=?", sealed, deck_key("t1", root))
    assert found.hands == 5 and len(found.faults) == 1 and found.faults[0].startswith("hand 2: ")


@pytest.mark.long
@pytest.mark.parametrize("data", [7, "text", 0.5, b"{", b'{"seq":"\xff"}', b'{"said":\xc3', b"[" * 100_000])
def test_an_entry_that_cannot_be_read_is_told_and_the_hands_after_it_are_looked_at(
    played: Led, tmp_path: Path, data: object
) -> None:
    file = tmp_path / "room.db"
    audited(file, played.log, played)
    seq = ended(played)[1] - 1
    found = stored(file, "UPDATE record SET data=? WHERE seq=?", data, seq)
    assert [fault.partition(":")[0] for fault in found.faults] == [f"event {seq}", "hand 2"]
    assert found.hands == 4 and found.entries == len(played.log)
    assert found.link == played.room.link.hex()


@pytest.mark.long
def test_wherever_a_byte_is_damaged_the_entry_is_named(played: Led, tmp_path: Path) -> None:
    """A byte that is no text, anywhere in an entry: the auditor says which, and looks at all the others."""
    file = tmp_path / "room.db"
    audited(file, played.log, played)
    seq = ended(played)[1] - 1
    whole = played.log[seq - 1]
    for at in range(0, len(whole), max(1, len(whole) // 40)):
        found = stored(file, "UPDATE record SET data=? WHERE seq=?", whole[:at] + b"\xff" + whole[at + 1 :], seq)
        assert found.faults[0].startswith(f"event {seq}: ")
        assert found.hands == 4 and found.entries == len(played.log)


def test_a_page_that_is_lost_is_told_of_its_table_alone(
    played: Led, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database itself cannot read on: what was looked at by then is told, and the other tables are looked at."""
    file = tmp_path / "room.db"
    audited(file, played.log, played)
    stored(file, "INSERT INTO record SELECT 'table/t2', seq, at, data FROM record WHERE stream='table/t1' AND seq=1")
    real = audit_module._TableAuditor._read

    def read(of: Any) -> Iterator[tuple[int, object]]:
        rows = real(of)
        yield next(rows)
        if of._table == "t1":
            raise DatabaseError("SELECT", {}, sqlite3.DatabaseError("database disk image is malformed"))
        yield from rows

    monkeypatch.setattr(audit_module._TableAuditor, "_read", read)
    first, second = audit(place_at(file)).tables
    assert len(first.faults) == 1 and first.faults[0].startswith("after event 1: ")
    assert (second.table, second.entries, second.faults) == ("t2", 1, ())
