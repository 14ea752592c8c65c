"""A command is carried out once: docs/reference/protocol.md, "Once"."""

from __future__ import annotations

import pytest
from room_tables import Led, terms

from sidepot.errors import NotDue
from sidepot.room.table import commands as s
from sidepot.room.table.apply import apply_past_act
from sidepot.room.table.events import TableEvent
from sidepot.room.table.machine import RoomTable
from sidepot.room.table.play.people import LEAST_REMEMBERED, SILENCE, SPEAKERS


def chatter(room: RoomTable, account: str, times: int, at: int = 0) -> None:
    """So many commands of an account, of which nothing else is left."""
    for _ in range(times):
        seq = room.seq + 1
        at = max(at, room.at)
        apply_past_act(room, TableEvent(seq=seq, at=at, id=f"{account}/{seq}", command=s.AskCut(), clock=room.clock))


def test_no_other_players_commands_push_one_out() -> None:
    led = Led(terms())
    led.say(s.Sit(), "Ann", key="a/once")
    room = led.room
    for number in range(5000):
        chatter(room, f"b{number % 9}", 1)
    assert room.ids.get("a/once") == 2
    with pytest.raises(NotDue, match="already carried out"):
        room.decide(s.Leave(), now=room.at, by="Ann", id="a/once")


def test_an_accounts_own_last_commands_are_known() -> None:
    room = Led(terms()).room
    chatter(room, "a", 1000)
    known = [seq for seq in range(2, room.seq + 1) if room.ids.get(f"a/{seq}")]
    assert known[-LEAST_REMEMBERED:] == list(range(room.seq + 1 - LEAST_REMEMBERED, room.seq + 1))
    assert len(room.ids) == len(known) <= 2 * LEAST_REMEMBERED


def test_commands_of_a_silent_account_are_forgotten() -> None:
    room = Led(terms()).room
    start = room.at
    chatter(room, "a", 1, start)
    chatter(room, "b", 1, start + SILENCE)
    assert room.ids.get("a/2")
    chatter(room, "b", 1, start + SILENCE + 1)
    assert not room.ids.get("a/2") and "a" not in room.recent_ids
    assert room.ids.get("b/3") and room.ids.get("b/4")


def test_commands_of_an_active_account_are_kept() -> None:
    room = Led(terms()).room
    start = room.at
    for minute in range(30):
        chatter(room, "a", 1, start + minute * SILENCE // 3)
        chatter(room, f"b{minute}", 1)
    assert all(room.ids.get(f"a/{seq}") for seq in range(2, room.seq, 2))


def test_remembered_commands_are_bounded_and_the_latest_accounts_stay() -> None:
    room = Led(terms()).room
    for number in range(20 * SPEAKERS):
        chatter(room, f"guest{number}", 2)
    assert len(room.recent_ids) == SPEAKERS
    assert len(room.ids) == 2 * SPEAKERS
    kept = [f"guest{20 * SPEAKERS - back}/{room.seq + 2 - 2 * back}" for back in range(1, SPEAKERS + 1)]
    assert all(map(room.ids.get, kept))
