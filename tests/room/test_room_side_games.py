"""Side games at a table of the room: the seven-deuce bounty and the stand-up game, from the terms to the histories."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest
from room_scenes import BLINDS, Scene, one, scene
from room_stores import post_books, wait
from room_tables import Led, bots, cash, check_chips, check_same, fold_records, one_game, refused, terms

from sidepot.errors import BadNotation, Conflict
from sidepot.formats.room_record import SidePayment, read_records
from sidepot.games.limits import FixedLimit, NoLimit
from sidepot.hand import commands as c
from sidepot.histories.converting import Wanted, convert_files
from sidepot.room.audit.auditor import audit
from sidepot.room.fairness.decks import seal
from sidepot.room.fairness.record import HandRecord, decode_record, encode_record, record_hand
from sidepot.room.fairness.record_check import verify_record
from sidepot.room.store.place import place_at
from sidepot.room.store.rows import NAMED
from sidepot.room.store.store import open_store
from sidepot.room.table import commands as s
from sidepot.room.table.changeable import Changeable, differences, values_of
from sidepot.room.table.hands import side_payments
from sidepot.room.table.machine import deck_key
from sidepot.room.views.player import player_view
from sidepot.room.views.public import event_of, public_view
from sidepot.room.views.replayed import PlayedHand, home_text, replay_record
from sidepot.rules.clauses import plain
from sidepot.table import events as e
from sidepot.web.hand_records import hand_record
from sidepot.web.schemas.tables import MoreTerms, TableForm, terms_of

SEVENS = "7cKcQc 2dJd9s 3s 7h2h4d 5s 8c 6s Tc"  # Bo, left of the button, has 7-2 and makes a full house
CHECKED = (c.Call(), c.Call(), c.Check(), *[c.Check()] * 9)


def dealt(*acts: c.Command, order: str = SEVENS, **rules: int) -> Scene:
    table = scene(one("holdem", NoLimit(), BLINDS, **rules), (80, 80, 80), order)
    table.acts(*acts)
    return table


def stacks(table: Led) -> dict[str, int]:
    return {place.player: place.stack for place in table.room.table.seated()}


def may(table: Led, staff: bool = True) -> set[str]:
    view = player_view(table.room, "Host", staff=staff)
    return set(view.may) if view is not None else set()


def record(table: Led, number: int = 1) -> HandRecord:
    items, decks, before = table.hand_items(number)
    side = tuple([paid for entry in table.entries() for paid in side_payments(entry)])
    return msgspec.structs.replace(record_hand(items, decks, 0, before), side=side)


# ---- seven-deuce


def test_a_bounty_is_paid_as_the_hand_ends() -> None:
    table = dealt(*CHECKED, seven_deuce=5)
    assert table.room.hand is None
    assert stacks(table) == {"Ann": 73, "Bo": 94, "Cy": 73}
    told = event_of(table.room, table.entries()[-1])
    assert told.log[-1] == "Bo gets 10 from the others for seven-deuce"
    assert told.what[-1] == e.BountyPaid("Bo", (("Ann", 5), ("Cy", 5)))
    assert public_view(table.room).seven_deuce == 5
    accounts = "stack", "seven_deuce"  # what a side game moved has an account of its own
    booked = {player: sum(table.books[f"{NAMED}{player}", one] for one in accounts) for player in ("Ann", "Bo", "Cy")}
    assert booked == stacks(table)
    check_chips(table.room)
    check_same(table.room, table.folded())
    check_same(table.room, fold_records("t1", table.log, table.chance))


def test_a_bluff_is_paid_as_it_is_shown_whole() -> None:
    table = dealt(c.Fold(), c.RaiseTo(6), c.Fold(), seven_deuce=5)
    assert stacks(table) == {"Ann": 80, "Bo": 82, "Cy": 78}
    first, second = table.room.last.hole[0]
    table.say(s.ShowHand((first,)), "Bo")
    assert stacks(table)["Bo"] == 82
    entry = table.say(s.ShowHand((second,)), "Bo")
    assert stacks(table) == {"Ann": 75, "Bo": 92, "Cy": 73}
    assert event_of(table.room, entry).log == (
        "Bo shows 7c2d",
        "Bo gets 10 from the others for seven-deuce",
    )
    check_chips(table.room)
    check_same(table.room, table.folded())
    check_same(table.room, fold_records("t1", table.log, table.chance))


def test_who_folds_seven_deuce_or_shows_another_hand_gets_nothing() -> None:
    table = dealt(c.Fold(), c.Fold(), seven_deuce=5)  # Cy wins with queen-nine
    table.say(s.ShowHand(), "Cy")
    assert sum(stacks(table).values()) == 240 and stacks(table)["Cy"] == 81


def test_a_bot_that_pays_its_last_chips_buys_again() -> None:
    table = Led(terms(cash(seven_deuce=400, buy_in=(40, 400)), bots=bots(2)))
    table.sit("Ann", chips=400)
    rng = Random(3)
    for _ in range(60):
        table.play_hand(rng)
        if table.room.table.places.get("Ann") is None or not stacks(table)["Ann"]:
            break
        if "show_hand" in set(player_view(table.room, "Ann").may):
            table.say(s.ShowHand(), "Ann")
        check_chips(table.room)
        assert all(stack for player, stack in stacks(table).items() if player.startswith("Bot"))
        check_same(table.room, table.folded())


# ---- stand-up


def test_a_round_from_the_host_to_the_last_one_standing() -> None:
    table = Led(terms(cash(stand_up=10, buy_in=(40, 200))))
    table.sit("Ann", "Bo", "Cy", chips=100)
    assert may(table) >= {"stand_up"} and "end_stand_up" not in may(table)
    entry = table.host(s.StandUp())
    assert event_of(table.room, entry).log == (
        "A round of the stand-up game begins: the last one standing pays 10 to each other player",
    )
    assert public_view(table.room).standing == (0, 1, 2) and public_view(table.room).stand_up == 10
    assert "stand_up" not in may(table) and may(table) >= {"end_stand_up"}
    won = []
    while table.room.table.standing:
        table.deal()
        while table.room.hand is not None:
            table.act(c.Fold())
        check_chips(table.room)
        check_same(table.room, table.folded())
        won += [one.player for one in table.entries()[-1].table if isinstance(one, e.StandUpWon)]
    (last,) = {"Ann", "Bo", "Cy"} - set(won)
    log = event_of(table.room, table.entries()[-1]).log
    assert log[-2:] == (
        f"{won[-1]} sits down in the stand-up game",
        f"{last} is the last one standing and pays 20 to the others",
    )
    assert sum(stacks(table).values()) == 300
    assert public_view(table.room).standing == ()
    check_same(table.room, fold_records("t1", table.log, table.chance))


def test_a_round_is_ended_by_the_host_and_by_nobody_else() -> None:
    table = Led(terms(cash(stand_up=10)))
    table.sit("Ann", "Bo")
    refused(table, s.StandUp(), "Ann")
    table.host(s.StandUp())
    entry = table.host(s.EndStandUp())
    assert event_of(table.room, entry).log == ("The round of the stand-up game ends without payment",)
    assert refused(table, s.EndStandUp(), "Host", staff=True).code == "nobody_stands"


def test_a_table_without_the_game_has_no_round() -> None:
    table = Led(terms())
    table.sit("Ann", "Bo")
    assert "stand_up" not in may(table)
    assert refused(table, s.StandUp(), "Host", staff=True).code == "no_side_game"


# ---- the terms


def test_the_form_and_a_change_have_both() -> None:
    more = MoreTerms(seven_deuce=5, stand_up=20)
    made = terms_of(TableForm(title="Ours", bet=20, more=more), Random(1))
    assert (made.rules.seven_deuce, made.rules.stand_up) == (5, 20)
    values = values_of(made)
    assert (values.seven_deuce, values.stand_up) == (5, 20)
    with pytest.raises(Conflict):
        terms_of(TableForm(title="Ours", game="omaha", more=more), Random(1))


def test_a_change_takes_effect_with_the_next_hand() -> None:
    table = Led(terms(cash(buy_in=(40, 200))))
    table.sit("Ann", "Bo")
    to: Changeable = msgspec.structs.replace(values_of(table.room.terms), seven_deuce=5, stand_up=20)
    table.host(s.ChangeTerms(to))
    rows = [tuple(map(plain, row)) for row in differences(table.room.terms, table.room.change.terms)]
    assert rows == [
        ("Seven-deuce bounty", "none", "5 from each other player"),
        ("Stand-up game", "none", "20 to each other player"),
    ]
    table.deal()
    assert (table.room.table.rules.seven_deuce, table.room.table.rules.stand_up) == (5, 20)


# ---- records and histories


def test_records_replays_and_histories_say_who_paid(tmp_path: Path) -> None:
    table = dealt(*CHECKED, seven_deuce=5)
    found = record(table)
    assert found.side == (SidePayment("seven-deuce", "Ann", "Bo", 5), SidePayment("seven-deuce", "Cy", "Bo", 5))
    assert decode_record(encode_record(found)).side == found.side and verify_record(found).holds
    assert replay_record(found).steps[-1].lines == (
        "Seven-deuce: Ann pays Bo 5",
        "Seven-deuce: Cy pays Bo 5",
    )
    played = PlayedHand("t1", "Kitchen", 1, 1_795_750_862_417)
    assert "'# seven-deuce: Ann pays Bo 5'" in home_text(found, played, "phh")
    file = tmp_path / "hand.json"
    file.write_text(home_text(found, played, "json"), encoding="utf-8")
    ((_, read),) = read_records(file.read_text(encoding="utf-8"))
    assert not isinstance(read, BadNotation) and read.side == found.side
    said: list[str] = []
    convert_files([file], Wanted("phh", say=said.append))
    assert "seven-deuce: Cy pays Bo 5" in "".join(said)
    home_text(found, played, "stars")


def test_the_books_of_the_store_balance(tmp_path: Path) -> None:
    table = dealt(*CHECKED, seven_deuce=5, stand_up=7)
    table.host(s.StandUp())
    while table.room.table.standing:
        table.deal()
        while table.room.hand is not None:
            table.act(c.Fold())
    assert any(isinstance(one, e.StandUpOver) and one.paid for one in table.entries()[-1].table)

    async def run() -> None:
        async with open_store(tmp_path / "room.db") as store:
            sealed = [(deck_key("t1", root), seal([deck])) for root, deck in table.secrets.items()]
            await store.append("table/t1", 0, table.log, 1, sealed)
            await post_books(store, "table/t1")

    wait(run())
    assert audit(place_at(tmp_path / "room.db")).tables[0].faults == ()


@pytest.mark.parametrize("bluff", [False, True])
def test_the_room_finds_what_was_paid_for_a_hand(tmp_path: Path, bluff: bool) -> None:
    """As the hand ended, or when it was shown after it."""
    table = dealt(*((c.Fold(), c.RaiseTo(6), c.Fold()) if bluff else CHECKED), seven_deuce=5)
    where = table.room.hands[1]
    if bluff:
        table.say(s.ShowHand(), "Bo")
    table.deal()

    async def run() -> None:
        async with open_store(tmp_path / "room.db") as store:
            sealed = [(deck_key("t1", root), seal([deck])) for root, deck in table.secrets.items()]
            await store.append("table/t1", 0, table.log, 1, sealed)
            found = await hand_record(store, "t1", where, 1, None)
        assert found.side == (SidePayment("seven-deuce", "Ann", "Bo", 5), SidePayment("seven-deuce", "Cy", "Bo", 5))

    wait(run())


def test_any_hands_with_both_games_come_to_the_same_after_a_replay() -> None:
    rules = msgspec.structs.replace(one_game("holdem", FixedLimit()), seven_deuce=9, stand_up=13, buy_in=(40, 500))
    table = Led(terms(rules), seed=8)
    table.sit("Ann", "Bo", "Cy", "Di", chips=500)
    for number in range(25):
        if "stand_up" in may(table):
            table.host(s.StandUp())
        table.play_hand(Random(number))
        for player in ("Ann", "Bo", "Cy", "Di"):
            view = player_view(table.room, player)
            if view is not None and "show_hand" in view.may:
                table.say(s.ShowHand(), player)
        check_chips(table.room)
        check_same(table.room, table.folded())
    assert any(isinstance(one, e.StandUpOver) and one.paid for entry in table.entries() for one in entry.table)
