"""Onlookers at a table that shows its hands later, or never: nothing of a hand reaches them before its time."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest
from room_tables import Led, terms

from sidepot.errors import BadNotation
from sidepot.room.runtime.subscribers import Subscriber
from sidepot.room.runtime.table_actor import TablePublisher
from sidepot.room.table import commands as s
from sidepot.room.table.changeable import values_of
from sidepot.room.table.terms import RoomTerms
from sidepot.table import commands as t


def failed(error: Exception) -> None:
    """Nothing goes wrong here."""
    raise error


class Told:
    """A send queue that keeps what is put into it."""

    behind = False

    def __init__(self) -> None:
        self.got: list[dict[str, Any]] = []

    def put(self, data: bytes) -> None:
        self.got.append(json.loads(data))

    def of(self, *kinds: str) -> list[dict[str, Any]]:
        return [one for one in self.got if one["type"] in kinds]


class Watched:
    """A table whose entries are told to those who watch."""

    def __init__(self, what: RoomTerms) -> None:
        self.led = Led(what)
        self.led.say(s.Sit(), "Ann", account="a1")
        self.led.say(s.Sit(), "Bo", account="b1")
        self.publisher = TablePublisher(self.led.room, lambda _: None, failed)
        say = self.led.say

        def told(*some: Any, **more: Any) -> Any:
            entry = say(*some, **more)
            self.publisher.publish(entry)
            return entry

        self.led.say = told  # type: ignore[method-assign]

    def watch(self, name: str, account: str, *, staff: bool = False) -> Told:
        queue = Told()
        viewer = Subscriber(queue, name, staff=staff, account=account)  # type: ignore[arg-type]
        self.publisher.group_of(viewer).add(viewer)
        self.publisher.catch_up(viewer, 0)
        return queue


def cards_in(told: dict[str, Any]) -> bool:
    state = told["state"]
    return bool(state.get("boards") or state.get("pots") or any(one and one.get("cards") for one in state["seats"]))


def test_onlookers_see_a_hand_so_many_hands_later_and_entries_in_order() -> None:
    table = Watched(terms(watch_after=2))
    out, own, host = table.watch("Zoe", "z1"), table.watch("Ann", "a1"), table.watch("Host", "h1", staff=True)
    for _ in range(5):
        table.led.play_hand(Random(3))
    live = {one["seq"]: one for one in own.of("event")}
    assert [one["seq"] for one in out.of("event")] == [*live] == [one["seq"] for one in host.of("event")]
    seen = 0
    for one in out.of("event"):
        now = live[one["seq"]]["state"].get("hand", 0)
        assert one["state"].get("hand", 0) <= max(now - 2, 0)
        assert not (cards_in(one) and now <= 2)
        seen = max(seen, one["state"].get("hand", 0))
    assert seen == 3
    lines = [line for one in own.of("event") for line in one["log"]]
    late = [line for one in out.of("event") for line in one["log"]]
    assert late == lines[: len(late)] and len(late) < len(lines)


def test_none_sees_a_hand_where_the_host_lets_nobody_watch() -> None:
    table = Watched(terms(watch_after=-1))
    out = table.watch("Zoe", "z1")
    for _ in range(3):
        table.led.play_hand(Random(3))
    for one in out.of("event", "snapshot"):
        assert not cards_in(one) and not one.get("log") and not one.get("what")
        assert {seat["stack"] for seat in one["state"]["seats"] if seat} <= {0}
        assert {seat["player"] for seat in one["state"]["seats"] if seat} == {"Ann", "Bo"}
    assert "sit" in out.of("yours")[-1]["may"]


def test_a_player_who_sits_down_sees_all_from_then_on_and_one_who_leaves_no_longer() -> None:
    table = Watched(terms(watch_after=1))
    out, own = table.watch("Zoe", "z1"), table.watch("Ann", "a1")
    table.led.play_hand(Random(3))
    table.led.say(s.Sit(), "Zoe", account="z1")
    assert out.got[-2]["type"] == "snapshot" and out.of("snapshot")[-1]["state"]["hand"] == 1
    table.led.play_hand(Random(4))
    assert out.of("event")[-1]["state"] == own.of("event")[-1]["state"]
    while table.led.room.hand is not None:
        table.led.tick()
    table.led.say(t.Leave(), "Zoe", account="z1")
    assert out.of("snapshot")[-1]["seq"] == table.led.room.seq
    table.led.play_hand(Random(5))
    assert out.of("event")[-1]["state"] != own.of("event")[-1]["state"]


def test_when_the_table_is_over_all_is_shown() -> None:
    table = Watched(terms(watch_after=3))
    out, own = table.watch("Zoe", "z1"), table.watch("Ann", "a1")
    table.led.play_hand(Random(3))
    table.led.host(s.Close())
    lines = [line for one in own.of("event") for line in one["log"]]
    assert [line for one in out.of("event") for line in one["log"]] == lines


@pytest.mark.parametrize("hands", [-2, 21])
def test_a_delay_has_bounds(hands: int) -> None:
    with pytest.raises(BadNotation, match=f"watch_after: expected -1 to 20, not {hands}"):
        terms(watch_after=hands)


def test_onlookers_read_what_people_write_as_late_as_the_hand_in_which_it_was_written() -> None:
    table = Watched(terms(watch_after=1))
    out = table.watch("Zoe", "z1")

    def read() -> list[str]:
        return [line["text"] for one in out.of("event") for line in one.get("talk", ())]

    table.led.play_hand(Random(3))
    table.led.say(s.Talk("Well played"), "Ann", account="a1")
    assert read() == []
    table.led.play_hand(Random(3))
    table.led.deal()
    assert read() == ["Well played"]
    late = table.watch("Yan", "y1")
    assert [line["text"] for line in late.of("snapshot")[-1]["talk"]] == ["Well played"]


def test_onlookers_who_see_no_hands_read_no_talk() -> None:
    table = Watched(terms(watch_after=-1))
    out = table.watch("Zoe", "z1")
    table.led.say(s.Talk("Well played"), "Ann", account="a1")
    table.led.play_hand(Random(3))
    assert all("talk" not in one for one in out.of("event", "snapshot"))


def watched_by(table: Watched, hands: int) -> None:
    """The host lets spectators see hands so many hands later, from the next hand on."""
    values = values_of(table.led.room.terms)
    table.led.host(s.ChangeTerms(msgspec.structs.replace(values, watch_after=hands)))
    table.led.deal()
    assert table.led.room.terms.watch_after == hands


def test_a_host_who_delays_spectators_hides_the_next_hand_from_its_first_event_on() -> None:
    table = Watched(terms())
    out = table.watch("Zoe", "z1")
    table.led.play_hand(Random(3))
    assert any(map(cards_in, out.of("event")))
    out.got.clear()
    watched_by(table, 2)
    hand = table.led.room.begun.number
    (snapshot,) = out.of("snapshot")
    assert snapshot["state"].get("hand", 0) < hand and not cards_in(snapshot)
    table.led.play_hand(Random(3))
    shown = [one["state"].get("hand", 0) for one in out.of("event", "snapshot") if cards_in(one)]
    assert max(shown, default=0) < hand


def test_a_host_who_ends_the_delay_shows_the_next_hand_at_once() -> None:
    table = Watched(terms(watch_after=2))
    out = table.watch("Zoe", "z1")
    table.led.play_hand(Random(3))
    assert not any(map(cards_in, out.of("event")))
    out.got.clear()
    watched_by(table, 0)
    assert out.of("snapshot")[-1]["state"]["hand"] == table.led.room.begun.number
    table.led.play_hand(Random(3))
    assert any(map(cards_in, out.of("event")))
    assert [one["seq"] for one in out.of("event")] == sorted({one["seq"] for one in out.of("event")})
