"""The rabbit hunt: one player asks after the hand, all see the cards, as the shuffle fixed them, and can check them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest
from room_scenes import BLINDS, Scene, one, scene
from room_stores import post_books, wait
from room_tables import Led, bots, cash, check_chips, check_same, fold_records, one_game, refused, terms
from table_messages import event

from sidepot.cards import cards, text
from sidepot.errors import BadNotation
from sidepot.formats.room_record import read_records
from sidepot.games.limits import FixedLimit, NoLimit
from sidepot.hand import commands as c
from sidepot.histories.converting import Wanted, convert_files
from sidepot.room.audit.auditor import audit
from sidepot.room.fairness.decks import seal
from sidepot.room.fairness.record import HandRecord, decode_record, encode_record, record_hand
from sidepot.room.fairness.record_check import verify_record
from sidepot.room.runtime.table_storage import TableStorage
from sidepot.room.store.place import place_at
from sidepot.room.store.store import open_store
from sidepot.room.table import commands as s
from sidepot.room.table.events import encode_table_event
from sidepot.room.table.machine import deck_key
from sidepot.room.views.player import player_view
from sidepot.room.views.public import event_of, public_view
from sidepot.room.views.replayed import PlayedHand, home_text, replay_record
from sidepot.room.views.schema import RabbitShown
from sidepot.rules.houses import CASH
from sidepot.web.hand_records import hand_record

HUNT = CASH.but(rabbit_hunting=True)
ORDER = "AcKc AdKd 2c 2h5s5d 3c 9h 4c Jd"  # Bo has aces, Ann kings: the first card goes to seat 2


def folded(*acts: c.Command, order: str = ORDER, name: str = "holdem") -> Scene:
    """Two players; after these acts, the next one folds."""
    table = scene(one(name, NoLimit(), BLINDS, rulebook=HUNT), (80, 80), order)
    table.acts(*acts, c.Fold())
    assert table.room.hand is None
    return table


def record(table: Led, seat: int = 0) -> HandRecord:
    items, decks, before = table.hand_items(table.room.begun.number)
    return record_hand(items, decks, seat, before, table.room.rabbit)


def may(table: Led, player: str) -> bool:
    view = player_view(table.room, player)
    return view is not None and "hunt_rabbit" in view.may


def test_one_asks_and_all_see_what_would_have_come() -> None:
    table = folded(c.Call(), c.Check(), c.RaiseTo(4))
    assert may(table, "Ann") and may(table, "Bo") and not may(table, "Cy")
    link, stacks = table.room.link, [place.stack for place in table.room.table.places.values()]
    entry = table.say(s.HuntRabbit(), "Ann")
    told = event_of(table.room, entry)
    assert told.what == (RabbitShown("Ann", cards("9hJd")),)
    assert told.log == ("Ann hunts the rabbit: 9hJd would have come",)
    assert public_view(table.room).rabbit == (cards("9hJd"),)
    assert public_view(table.room).boards == (cards("2h5s5d"),)
    assert table.room.link == link and [place.stack for place in table.room.table.places.values()] == stacks
    assert table.room.clock.next_at >= table.now + table.room.terms.timing.show  # time to look
    assert not may(table, "Bo")
    assert refused(table, s.HuntRabbit(), "Bo").code == "hunted_already"
    check_same(table.room, table.folded())
    check_same(table.room, fold_records("t1", table.log, table.chance))
    table.deal()
    assert table.room.rabbit == () and public_view(table.room).rabbit == ()
    assert refused(table, s.HuntRabbit(), "Bo").code == "no_hand_to_hunt"
    check_same(table.room, table.folded())


def test_before_the_flop_all_five_cards_come_with_their_burns() -> None:
    table = folded()
    table.say(s.HuntRabbit(), "Bo")
    assert table.room.rabbit == cards("2h5s5d9hJd")


def test_each_board_gets_its_cards() -> None:
    table = folded(order="AcKc AdKd 2c 2h5s5d 2s6s6d 3c 9h9d 4c JdJh", name="double-board-holdem")
    table.say(s.HuntRabbit(), "Bo")
    assert public_view(table.room).rabbit == (cards("2h5s5d9hJd"), cards("2s6s6d9dJh"))


def test_nobody_sees_a_card_before_the_pots_are_paid() -> None:
    table = scene(one("holdem", NoLimit(), BLINDS, rulebook=HUNT), (80, 80), ORDER)
    table.acts(c.Call(), c.Check())
    assert not may(table, "Ann")
    assert refused(table, s.HuntRabbit(), "Ann").code == "no_hand_to_hunt"
    assert '"rabbit"' not in str(event(table.room, table.entries()[-1]))


def test_only_players_of_the_hand_ask() -> None:
    table = folded()
    table.say(s.Sit(), "Cy")
    assert not may(table, "Cy")
    assert refused(table, s.HuntRabbit(), "Cy").code == "no_hand_to_hunt"
    assert refused(table, s.HuntRabbit(), "Host", staff=True).code == "no_hand_to_hunt"


def test_a_house_that_forbids_it_shows_nothing() -> None:
    table = scene(one("holdem", NoLimit(), BLINDS), (80, 80), ORDER)
    table.act(c.Fold())
    assert not may(table, "Ann") and not table.room.decks
    found = refused(table, s.HuntRabbit(), "Ann")
    assert found.code == "no_rabbit_hunt" and str(found.cite) == "RRP-11:house/rabbit-hunting"


def test_after_the_river_there_is_nothing_to_hunt() -> None:
    table = folded(*[c.Call(), c.Check()], *[c.Check()] * 4, c.RaiseTo(4))
    assert len(table.room.last.boards[0]) == 5
    assert not may(table, "Ann") and refused(table, s.HuntRabbit(), "Ann").code == "none_to_come"


@pytest.mark.parametrize("name", ["stud", "five-card-draw", "triple-draw"])
def test_stud_and_draw_have_no_board(name: str) -> None:
    rules = msgspec.structs.replace(one_game(name, FixedLimit()), rulebook=HUNT)
    table = Led(terms(rules))
    table.sit("Ann", "Bo")
    table.deal()
    while table.room.hand is not None:
        who, _ = table.room.to_decide()
        options = table.room.options_of(who)
        table.act(c.BringIn() if options.bring_in else c.Fold())
    assert not may(table, "Ann")
    found = refused(table, s.HuntRabbit(), "Ann")
    assert found.code == "none_to_come" and "has no board" in found.message


def test_a_table_waits_for_people_to_ask_and_not_for_bots() -> None:
    for company, waits in ((1, True), (3, False)):
        table = Led(terms(cash(rulebook=HUNT), bots=bots(company)))
        if company == 1:
            table.sit("Ann")
        while table.room.hand is None:
            table.tick()
        while table.room.hand is not None:
            table.act(c.Fold())
        timing = table.room.terms.timing
        assert table.room.clock.next_at == table.now + (timing.show if waits else timing.between)


# ---- the record, the check, the histories


def test_the_record_proves_the_cards() -> None:
    table = folded(c.Call(), c.Check(), c.RaiseTo(4))
    table.say(s.HuntRabbit(), "Ann")
    for seat in (-1, 0, 1):
        found = record(table, seat)
        assert decode_record(encode_record(found)).rabbit == found.rabbit == cards("9hJd")
        checked = verify_record(found, root=table.room.items[1].root, link=table.room.link.hex())
        assert checked.holds, checked
        assert "rabbit hunt" in next(one.found for one in checked.checks if one.name == "cards")
        shown = {opening.card for opening in found.openings}
        assert set(cards("9hJd")) <= shown and not set(cards("3c4c")) & shown  # burns stay closed


@pytest.mark.parametrize("claimed", ["Jd9h", "9hJh", "9h", "9hJd4c", "3cJd"])
def test_other_cards_fail_the_check(claimed: str) -> None:
    table = folded(c.Call(), c.Check(), c.RaiseTo(4))
    table.say(s.HuntRabbit(), "Ann")
    found = msgspec.structs.replace(record(table), rabbit=cards(claimed))
    checked = verify_record(found)
    assert not checked.holds and [one.name for one in checked.checks if not one.holds] == ["cards"]


def test_openings_without_a_hunt_fail_the_check() -> None:
    table = folded(c.Call(), c.Check(), c.RaiseTo(4))
    table.say(s.HuntRabbit(), "Ann")
    assert not verify_record(msgspec.structs.replace(record(table), rabbit=())).holds


def test_the_replay_ends_with_the_hunt() -> None:
    table = folded(c.Call(), c.Check(), c.RaiseTo(4))
    before = replay_record(record(table))
    table.say(s.HuntRabbit(), "Ann")
    after = replay_record(record(table))
    assert after.steps[:-1] == before.steps
    last = after.steps[-1]
    assert last.lines == ("Rabbit hunt: 9hJd would have come",) and last.rabbit == (cards("9hJd"),)
    assert last.boards == (cards("2h5s5d"),) and last.seats == before.steps[-1].seats


def test_histories_say_it_in_a_comment(tmp_path: Path) -> None:
    table = folded(c.Call(), c.Check(), c.RaiseTo(4))
    table.say(s.HuntRabbit(), "Ann")
    played = PlayedHand("t1", "Kitchen", 1, 1_795_750_862_417)
    phh = home_text(record(table), played, "phh")
    assert "'# rabbit hunt: 9hJd would have come'" in phh
    for kind in ("stars", "ohh"):  # neither format has a place for a comment
        assert "Jd" not in home_text(record(table), played, kind)
    file = tmp_path / "hand.json"
    file.write_text(home_text(record(table), played, "json"), encoding="utf-8")
    ((_, found),) = read_records(file.read_text(encoding="utf-8"))
    assert not isinstance(found, BadNotation) and found.rabbit == cards("9hJd")
    said: list[str] = []
    convert_files([file], Wanted("phh", say=said.append))
    assert "rabbit hunt: 9hJd would have come" in "".join(said)
    again = tmp_path / "hand.phh"
    again.write_text(phh, encoding="utf-8")
    said.clear()
    convert_files([again], Wanted("phh", say=said.append))
    assert "rabbit hunt: 9hJd would have come" in "".join(said)


# ---- the store


async def stored(file: Path, table: Led) -> None:
    async with open_store(file) as store:
        sealed = [(deck_key("t1", root), seal([deck])) for root, deck in table.secrets.items()]
        await store.append("table/t1", 0, table.log, 1, sealed)
        await post_books(store, "table/t1")


def test_after_a_restart_it_can_still_be_asked_for(tmp_path: Path) -> None:
    table = folded(c.Call(), c.Check(), c.RaiseTo(4))

    async def run() -> None:
        await stored(tmp_path / "room.db", table)
        async with open_store(tmp_path / "room.db") as store:
            room = await TableStorage(table.chance).load(store, "t1")
            check_same(room, table.room)
            room.decide(s.HuntRabbit(), now=table.now, by="Bo")
            assert text(room.rabbit) == "9hJd"

    wait(run())


def test_the_auditor_compares_it_with_the_sealed_order(tmp_path: Path) -> None:
    table = folded(c.Call(), c.Check(), c.RaiseTo(4))
    entry = table.say(s.HuntRabbit(), "Ann")
    wait(stored(tmp_path / "good.db", table))
    assert audit(place_at(tmp_path / "good.db")).tables[0].faults == ()
    table.log[-1] = encode_table_event(msgspec.structs.replace(entry, rabbit=cards("9hJh")))
    wait(stored(tmp_path / "bad.db", table))
    (fault,) = audit(place_at(tmp_path / "bad.db")).tables[0].faults
    assert f"event {entry.seq}: rabbit hunt: Jh was dealt at position" in fault


def test_the_room_finds_it_after_the_hand(tmp_path: Path) -> None:
    """The event comes after the hand, with others between; the next hand has none."""
    table = folded(c.Call(), c.Check(), c.RaiseTo(4))
    where = table.room.hands[1]
    table.say(s.Talk("what was the river?"), "Bo")
    table.say(s.HuntRabbit(), "Ann")
    table.deal()
    table.act(c.Fold())

    async def run() -> None:
        await stored(tmp_path / "room.db", table)
        async with open_store(tmp_path / "room.db") as store:
            first = await hand_record(store, "t1", where, 1, None)
            second = await hand_record(store, "t1", table.room.hands[2], 2, None)
        assert first.rabbit == cards("9hJd") and second.rabbit == ()
        assert verify_record(first).holds and verify_record(second).holds

    wait(run())


# ---- anything


def test_hunting_changes_nothing_but_the_view() -> None:
    """Two tables play the same hands, one with a hunt after each: same chips, same links."""
    rules = msgspec.structs.replace(one_game("holdem", FixedLimit()), rulebook=HUNT, buy_in=(40, 2000))
    with_it, without = [Led(terms(rules), seed=5) for _ in range(2)]
    for table in (with_it, without):
        table.sit("Ann", "Bo", "Cy", chips=2000)
    hunts = 0
    for number in range(12):
        for table in (with_it, without):
            table.play_hand(Random(number))
        check_same(with_it.room, with_it.folded())
        if may(with_it, "Ann"):
            hunts += 1
            with_it.say(s.HuntRabbit(), "Ann")
            assert verify_record(record(with_it)).holds
            check_same(with_it.room, with_it.folded())
        check_chips(with_it.room)
        assert with_it.room.link == without.room.link
    assert hunts
