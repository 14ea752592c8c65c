"""Commands of a table as data: a refusal changes nothing, and what was said and stored before stays readable."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest
from each import each

import sidepot
from sidepot.errors import SidepotError
from sidepot.games.catalog import find_game
from sidepot.games.limits import NoLimit
from sidepot.games.mixes import single
from sidepot.games.stakes import Stakes
from sidepot.hand.commands import Fold
from sidepot.room.table import commands as s
from sidepot.room.table.events import TableEvent, decode_table_event, encode_table_event
from sidepot.room.table.machine import HANDLERS
from sidepot.table import commands as c
from sidepot.table import events as e
from sidepot.table.checks import CHECKS
from sidepot.table.colour import Row, Why
from sidepot.table.table import Table, replay
from sidepot.table.table_rules import Straddle, TableRules

RULES = TableRules(
    mix=single(find_game("holdem"), NoLimit()),
    stakes=(Stakes(blinds=(1, 2)),),
    straddles=(Straddle.UNDER_THE_GUN,),
    seats=6,
    buy_in=(40, 200),
)
ONE_OF_EACH: list[c.AnyCommand] = [
    c.Sit(0, 100),
    c.Buy(40),
    c.Ask(0),
    c.TopUp(0),
    c.SitOut(),
    c.ComeBack(False),
    c.Leave(),
    c.Move(4),
    c.TakePetty(1),
    c.Pay("bo", 5),
    c.Queue(interest=True),
    c.Unqueue(),
    c.ChooseGame("razz"),
    c.DoStraddle(Straddle.SLEEPER, 4),
    c.PutOut(),
    c.ChargeTime(),
    c.GiveChips(50),
    c.Adjust(100, 150, "a pot went to the wrong seat"),
    c.SeatNext(100),
    c.DrawButton(2),
    c.SetLevel((Stakes(blinds=(5, 10)),)),
    c.Agree(RULES),
    c.BombPot(10),
    c.ColourUp((Row(0, Why.RACED_OFF, -1),)),
    c.PayBounty(("ann", "bo")),
    c.StandUp(),
    c.EndStandUp(),
    c.StartHand(("ann",), 9),
    c.EndHand(e.HandDone(1, (0, 10), (0, 10))),
    c.VoidHand(),
    c.SharePot(),
]


def table_of(*players: str) -> Table:
    table = Table(RULES)
    for seat, player in enumerate(players):
        table.do(c.Sit(seat, 100), player)
    return table


def test_every_command_has_a_check() -> None:
    kinds = set(get_args(c.AnyCommand))
    assert set(CHECKS) == kinds == {type(command) for command in ONE_OF_EACH}


@each("command", ONE_OF_EACH, ids=lambda command: type(command).__name__)
def test_commands_are_data(command: c.AnyCommand) -> None:
    assert c.decode(c.encode(command)) == command


def test_command_returns_and_logs_its_events() -> None:
    table = table_of("ann", "bo")
    assert table.do(c.TopUp(80), "ann") == (e.TopUp("ann", 80),)
    table.do(c.DrawButton(0))
    (begun,) = table.do(c.StartHand(), at=7)
    assert table.begun is begun and table.log[-1] is begun
    table.do(c.Ask(20), "bo")
    table.do(c.Leave(), "ann", 8)
    assert begun.players == ("bo", "ann")
    happened = table.do(c.EndHand(e.HandDone(1, (105, 95), (10, 0))), at=9)
    assert happened[1:] == (e.Bought("bo", 20, 9), e.Left("ann", 95, 9))
    assert replay(table.log) == table


@each(
    ("command", "player"),
    [
        (c.Sit(0, 100), "cy"),
        (c.Sit(5, 39), "cy"),
        (c.Buy(150), "ann"),
        (c.Buy(5), "nobody"),
        (c.Ask(20), "ann"),
        (c.TopUp(300), "ann"),
        (c.ComeBack(), "nobody"),
        (c.Leave(), "nobody"),
        (c.Move(1), "ann"),
        (c.TakePetty(1), "ann"),
        (c.Pay("bo", 5), "ann"),
        (c.Queue(), "ann"),
        (c.Unqueue(), "ann"),
        (c.ChooseGame("holdem"), "ann"),
        (c.DoStraddle(Straddle.SLEEPER, 4), "ann"),
        (c.PutOut(), "nobody"),
        (c.ChargeTime(), "ann"),
        (c.GiveChips(0), "ann"),
        (c.Adjust(90, 150, "x"), "ann"),
        (c.Adjust(100, 100, "x"), "ann"),
        (c.Adjust(100, -1, "x"), "ann"),
        (c.Adjust(100, 150, " "), "ann"),
        (c.Adjust(100, 150, "x"), "nobody"),
        (c.SeatNext(100), ""),
        (c.DrawButton(5), ""),
        (c.SetLevel(()), ""),
        (c.Agree(TableRules(mix=RULES.mix, stakes=RULES.stakes, seats=2)), ""),
        (c.BombPot(0), ""),
        (c.ColourUp((Row(0, Why.RACED_OFF, -101),)), ""),
        (c.StartHand(dead=("cy",)), ""),
        (c.EndHand(e.HandDone(1, (0, 10), (0, 10))), ""),
        (c.VoidHand(), ""),
        (c.SharePot(), ""),
        (Fold(), "ann"),
    ],
)
def test_a_refusal_changes_nothing(command: Any, player: str) -> None:
    table = table_of("ann", "bo", "di")
    before = replay(table.log)
    if not isinstance(command, c.DrawButton):
        table.do(c.DrawButton(0))
        before.do(c.DrawButton(0))
    assert not table.may_do(command, player)
    with pytest.raises(SidepotError):
        table.do(command, player)
    assert table == before and table.log == before.log


@pytest.mark.parametrize(
    "done",
    [
        e.HandDone(2, (95, 105), (0, 10)),
        e.HandDone(1, (95, 105, 0), (0, 10, 0)),
        e.HandDone(1, (95, 106), (0, 10)),
        e.HandDone(1, (95, 105), (0, 10), raked=1),
    ],
)
def test_a_result_fits_the_hand(done: e.HandDone) -> None:
    table = table_of("ann", "bo")
    table.do(c.DrawButton(0))
    table.do(c.StartHand())
    assert not table.may_do(c.EndHand(done))
    assert table.may_do(c.EndHand(e.HandDone(1, (95, 105), (0, 10))))


def test_to_ask_whether_changes_nothing() -> None:
    table = table_of("ann", "bo")
    before = replay(table.log)
    for command in ONE_OF_EACH:
        table.may_do(command, "ann")
    assert table == before and table.log == before.log


def test_only_replaying_applies_events_that_no_command_made() -> None:
    """Whatever else applies events to a table would bypass the checks: it has to be named here."""
    home = Path(sidepot.__file__).parent
    found = {
        path.relative_to(home).as_posix()
        for path in home.rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if "table.apply(" in line or "].apply(event.event)" in line
    }
    # a table of a tournament carries out the events that the tournament has checked (`play/tournament`)
    assert found == {"table/table.py", "room/table/apply.py", "room/table/play/tournament.py", "tournament/apply.py"}


def test_a_room_handles_each_command_by_a_row_of_its_own() -> None:
    assert set(HANDLERS) == set(get_args(s.TableCommand))


# ---- names on the wire and in the store


@each(
    ("said", "command"),
    [
        ('{"type":"leave"}', c.Leave()),
        ('{"type":"sit_out"}', c.SitOut()),
        ('{"type":"come_back","waits":false}', c.ComeBack(False)),
        ('{"type":"buy","chips":40}', c.Buy(40)),
        ('{"type":"top_up","to":100}', c.TopUp(100)),
        ('{"type":"choose_game","game":"razz"}', c.ChooseGame("razz")),
        ('{"type":"straddle","kind":"mississippi","chips":4}', c.DoStraddle(Straddle.MISSISSIPPI, 4)),
        ('{"type":"sit","seat":3,"chips":0,"waits":true}', s.Sit(3)),
    ],
)
def test_the_wire_and_the_store_keep_their_names(said: str, command: s.TableCommand) -> None:
    assert s.decode(said) == command
    stored = f'{{"seq":2,"at":9,"by":"ann","command":{said}}}'.encode()
    entry = decode_table_event(stored)
    assert entry == TableEvent(seq=2, at=9, by="ann", command=command)
    assert decode_table_event(encode_table_event(entry)) == entry


@pytest.mark.parametrize("said", ['{"type":"put_out"}', '{"type":"give_chips","chips":9}', '{"type":"start_hand"}'])
def test_commands_of_the_house_are_not_read_from_players(said: str) -> None:
    with pytest.raises(SidepotError):
        s.decode(said)
