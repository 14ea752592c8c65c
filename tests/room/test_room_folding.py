"""A table out of its stream, quickly: hands that are over are not played again, and it is the same to the last card."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec
import pytest
from each import each
from room_tables import Led, bots, cash, chance, check_same, fold_records, terms

from sidepot.errors import BadNotation, Conflict
from sidepot.games.mixes import find_mix
from sidepot.hand.setup import Setup
from sidepot.room.fairness import chain
from sidepot.room.table import commands as s
from sidepot.room.table import hands, rebuild
from sidepot.room.table.events import TableEvent, encode_table_event
from sidepot.room.table.machine import RoomTable
from sidepot.room.table.rebuild import TableReplay
from sidepot.room.table.terms import RoomTerms
from sidepot.table.events import HandBegun

KINDS: dict[str, Callable[[], RoomTerms]] = {
    "cash": lambda: terms(cash(buy_in=(20, 300), seats=4)),
    "filled": lambda: terms(cash(seats=3), bots=bots(3), fill=True),
    "dealer's choice": lambda: terms(cash(find_mix("dealers-choice"), dealers_choice=True, seats=5)),
}


def led(kind: str = "cash", count: int = 6, seed: int = 1) -> Led:
    """A table at which so many hands were played, in the middle of the next one."""
    found = Led(KINDS[kind](), seed=seed)
    found.sit("Ann", "Bo", "Cy")
    found.ask("Ann", "Bo", "Cy")
    rng = Random(seed)
    for _ in range(count):
        if found.room.phase == "over":
            break
        for player in list(found.room.busted):
            found.say(s.Buy(100), player)
        found.play_hand(rng, lapse=0.05)
    if found.room.alarm():
        found.tick()
    return found


def quick(table: Led) -> RoomTable:
    """The same table, quickly."""
    found = fold_records("t1", table.log, chance(99))
    for root in found.lacks:
        found.give_deck(root, table.secrets[root])
    return found


def changed(table: Led, seq: int, change: Callable[[TableEvent], TableEvent]) -> None:
    """Another entry stands in the stream."""
    table.log[seq - 1] = encode_table_event(change(table.entries()[seq - 1]))


def ends(table: Led) -> list[int]:
    """The entries by which hands were over."""
    return [entry.seq for entry in table.entries() if hands.is_end(entry)]


@pytest.mark.long
@each("seed", range(3))
@each("kind", KINDS)
def test_quickly_it_is_the_same_after_every_entry(kind: str, seed: int) -> None:
    table = led(kind, seed=seed)
    whole = table.log
    strict: RoomTable | None = None
    for count, entry in enumerate(table.entries(), 1):
        if strict is None:
            strict = RoomTable.rebuild("t1", [entry], {})
        else:
            strict.apply(entry)
        found = fold_records("t1", whole[:count], chance(99))
        check_same(strict, found)


def test_a_hand_that_was_called_off_is_over_too() -> None:
    table = led(count=3)
    room = table.room = table.folded()
    room.decks.clear()
    room.dealer = None
    table.say(s.Restarted())
    assert room.hand is None
    for _ in range(3):
        for player in list(room.busted):
            table.say(s.Buy(100), player)
        table.play_hand(Random(1))
        check_same(table.folded(), quick(table))


def test_finished_hands_are_not_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    table = led(count=12)
    took = []
    whole = hands.take_items
    monkeypatch.setattr(hands, "take_items", lambda room, items: (took.append(room.seq + 1), whole(room, items)))
    quick(table)
    begun = [entry.seq for entry in table.entries() for event in entry.table if isinstance(event, HandBegun)]
    assert len(begun) > 10
    assert took and min(took) == begun[-2]


def test_every_hand_that_is_over_has_its_link() -> None:
    for kind in KINDS:
        table = led(kind, seed=2)
        entries = table.entries()
        assert [entry.seq for entry in entries if entry.link] == ends(table)
        assert len(ends(table)) >= 2, kind
        link = chain.START
        for number in table.room.hands:
            items, _, before = table.hand_items(number)
            assert before == link
            link = hands.link_after(link, items)
            assert entries[table.room.hands[number].last_seq - 1].link == link.hex()


def test_a_link_that_is_not_that_of_the_last_hand_is_refused() -> None:
    table = led()
    changed(table, ends(table)[-1], lambda entry: msgspec.structs.replace(entry, link="ab" * 32))
    with pytest.raises(BadNotation, match="chain of hands"):
        quick(table)


@pytest.mark.parametrize("link", ["ab" * 31, "AB" * 32, "xy" * 32])
def test_a_bad_link_is_refused(link: str) -> None:
    for which in (-1, 0):
        table = led()
        changed(table, ends(table)[which], lambda entry: msgspec.structs.replace(entry, link=link))
        with pytest.raises(BadNotation):
            quick(table)


def test_a_link_where_no_hand_is_over_is_refused() -> None:
    for seq in (3, -1):
        table = led()
        seq = seq if seq > 0 else len(table.log)
        changed(table, seq, lambda entry: msgspec.structs.replace(entry, link="ab" * 32))
        with pytest.raises(BadNotation, match="chain of hands"):
            quick(table)


def test_an_item_that_was_changed_in_the_last_hand_is_found() -> None:
    table = led()
    first = table.room.hands[max(table.room.hands)].first_seq
    text = table.log[first - 1]
    assert b'"by":"Ann"' not in text
    table.log[first - 1] = text.replace(b'"type":"heading","table":"Kitchen"', b'"type":"heading","table":"Kitschen"')
    assert text != table.log[first - 1]
    with pytest.raises(BadNotation, match="chain of hands"):
        quick(table)


def test_a_hand_that_was_stored_before_an_event_had_another_field_holds() -> None:
    """What a later sidepot knows besides was not chained: the link is that of what was stored."""
    table = led()
    at = table.room.hands[max(table.room.hands)]
    first = at.first_seq
    table.log[first - 1] = table.log[first - 1].replace(b'"repair_deals":false,', b"")
    items, _, _ = table.hand_items(max(table.room.hands))
    assert not any(b'"repair_deals"' in data for data in table.log[first - 1 : at.last_seq])
    assert b'"repair_deals"' in msgspec.json.encode(items)
    told = [chain.canonical(hands.public(item)) for item in items]
    told = [text.replace(b'"repair_deals":false,', b"") for text in told]
    link = chain.links(at.before, told)[-1].hex()
    assert link != table.room.link.hex()
    changed_end = table.log[at.last_seq - 1].replace(table.room.link.hex().encode(), link.encode())
    assert changed_end != table.log[at.last_seq - 1]
    table.log[at.last_seq - 1] = changed_end
    room = quick(table)
    assert room.link.hex() == link


def test_a_stream_that_makes_no_table_is_refused() -> None:
    table = led(count=4)
    with pytest.raises(BadNotation):
        fold_records("t1", [], chance())
    with pytest.raises(BadNotation):
        fold_records("t1", table.log[1:], chance())
    for gone in (2, 5, len(table.log) - 1):
        with pytest.raises((Conflict, BadNotation)):
            fold_records("t1", table.log[: gone - 1] + table.log[gone:], chance())
    with pytest.raises(BadNotation):
        fold_records("t1", [*table.log[:4], b"nonsense", *table.log[5:]], chance())
    with pytest.raises(BadNotation):
        TableReplay("t1", 1, chance()).done()


def test_the_short_reading_knows_every_field() -> None:
    """A field that is added to the beginning of a hand or its setup must not be lost on the way."""
    assert rebuild._HandBegun.__struct_fields__ == HandBegun.__struct_fields__
    assert rebuild._Setup.__struct_fields__ == Setup.__struct_fields__
