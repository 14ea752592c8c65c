"""Records of hands that were stored before an event had all its fields: they hold, and have the link that was told."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest
from room_stores import wait
from room_tables import Led, cash, fold_records, one_game, terms

from sidepot.games.limits import FixedLimit
from sidepot.room.fairness import chain
from sidepot.room.fairness.chain import as_chained, public
from sidepot.room.fairness.decks import seal
from sidepot.room.fairness.record import HandRecord, decode_record, encode_record
from sidepot.room.fairness.record_check import verify_record
from sidepot.room.store.accounts import Account
from sidepot.room.store.store import open_store
from sidepot.room.table.commands import Buy, Sit
from sidepot.room.table.machine import deck_key
from sidepot.web.hand_records import hand_record

NEWER = (b'"repair_deals":false,', b',"up":0', b',"board":0')  # as if they had not been there yet
HANDS = (1, 2, 3)


def without(data: bytes) -> bytes:
    """What an older sidepot would have stored, and chained."""
    for field in NEWER:
        data = data.replace(field, b"")
    return data


@pytest.fixture(scope="module", params=["holdem", "badugi"])
def played(request: pytest.FixtureRequest) -> Led:
    """A table at which some hands were played: with a board, or with cards that are thrown away."""
    led = Led(terms(one_game("badugi", FixedLimit()) if request.param == "badugi" else cash(buy_in=(20, 300))))
    for player in ("Ann", "Bo", "Cy"):
        led.say(Sit(), player, account=f"of {player}")
    rng = Random(3)
    for _ in HANDS:
        led.play_hand(rng)
        for player in list(led.room.busted):
            led.say(Buy(100), player)
    return led


def records(folder: Path, led: Led, log: list[bytes], player: str = "") -> list[HandRecord]:
    """The records of the hands in such a stream, for one of its players, as they are read once downloaded."""
    room = fold_records("t1", log, led.chance)
    who = Account(f"of {player}", player, "guest", 0) if player else None

    async def run() -> list[HandRecord]:
        async with open_store(folder / f"{player}.db") as store:
            secrets = [(deck_key("t1", root), seal([deck])) for root, deck in led.secrets.items()]
            await store.append("table/t1", 0, log, 1, secrets)
            return [await hand_record(store, room.id, room.hands[number], number, who) for number in HANDS]

    return [decode_record(encode_record(record)) for record in wait(run())]


def older(led: Led) -> tuple[list[bytes], list[str]]:
    """The stream as an older sidepot would have written it, and the links that it told, hand by hand."""
    log = [without(data) for data in led.log]
    assert log != led.log
    link, told = chain.START, []
    for number in HANDS:
        items, _, _ = led.hand_items(number)
        link = chain.links(link, [without_sorted(chain.canonical(public(item))) for item in items])[-1]
        told.append(link.hex())
        at = led.room.hands[number].last_seq - 1
        log[at] = log[at].replace(led.entries()[at].link.encode(), link.hex().encode())
    return log, told


def without_sorted(item: bytes) -> bytes:
    """The same of an item whose keys are sorted."""
    return without(item).replace(b'"board":0,', b"")


@pytest.mark.parametrize("player", ["", "Ann", "Bo"])
def test_a_hand_that_was_stored_with_fewer_fields_has_the_link_that_was_told(
    played: Led, tmp_path: Path, player: str
) -> None:
    log, told = older(played)
    before = chain.START.hex()
    for record, link in zip(records(tmp_path, played, log, player), told, strict=True):
        found = verify_record(record, link=link)
        assert found.holds, [check for check in found.checks if not check.holds]
        assert found.finished
        assert record.before == before
        assert record.links[-1] == link
        assert [item for raw in record.items for item in NEWER if item in bytes(raw)] == []
        assert bool(record.own) is bool(player)
        before = link


def test_a_hand_that_began_under_an_older_sidepot_has_the_link_that_was_told(played: Led, tmp_path: Path) -> None:
    """Its first entries have fewer fields; what was chained when it was over is what the newer one knew of them."""
    log = list(played.log)
    first = played.room.hands[3].first_seq - 1
    log[first : first + 3] = [without(data) for data in log[first : first + 3]]
    assert log != played.log
    found = verify_record(records(tmp_path, played, log, "Ann")[2], link=played.room.link.hex())
    assert found.holds, [check for check in found.checks if not check.holds]


def test_changed_items_do_not_get_the_published_link(played: Led, tmp_path: Path) -> None:
    log, told = older(played)
    room = fold_records("t1", log, played.chance)
    at = room.hands[1].first_seq - 1
    changed = log[at].replace(b'"table":"Kitchen"', b'"table":"Kitschen"')
    assert changed != log[at]
    log[at] = changed
    found = verify_record(records(tmp_path, played, log)[0], link=told[0])
    assert [check.name for check in found.checks if not check.holds] == ["pinned"]


def test_stored_items_are_chained_as_published(played: Led) -> None:
    for number in HANDS:
        for item in played.hand_items(number)[0]:
            assert as_chained(msgspec.json.encode(item)) == chain.canonical(public(item))
