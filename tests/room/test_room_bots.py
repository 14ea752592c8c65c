"""The bots of the room: they see what their seat sees, say what they do like anybody, and hold nobody up."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from room_halls import FAST, Subscriber, open_hall, until
from room_stores import wait
from room_tables import bots, cash, check_chips, terms

from sidepot.cards import UNKNOWN
from sidepot.games.catalog import find_game
from sidepot.games.limits import FixedLimit, NoLimit
from sidepot.games.mixes import MIXES, Mix, single
from sidepot.hand.commands import Command, RaiseTo
from sidepot.hand.legal.options import Options, Player
from sidepot.room.runtime.bots import BotPlayers, Pace, is_waited_for
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.store.store import open_store
from sidepot.room.table.commands import Pause, Resume, Sit
from sidepot.room.table.terms import Timing

AT_ONCE = Pace(0, 0)


def test_a_bot_sees_what_its_seat_sees(file: Path) -> None:
    seen: list[tuple[int, tuple[tuple[int, ...], ...]]] = []

    def make(strength: str, rng: Random) -> Player:
        def play(view: Any, may: Options) -> Command:
            seen.append((may.seat, tuple(tuple(hole) for hole in view.hole)))
            assert may.why == ()
            raise LookupError("and then it stumbles")

        return play

    async def run() -> None:
        async with open_hall(file, bots=BotPlayers(AT_ONCE, make, Random(1))) as hall:
            table = await hall.open(terms(bots=bots(4), timing=FAST))
            actor = hall.actor(table)
            await until(lambda: len(actor.machine.hands) >= 5)

    wait(run())
    assert len(seen) > 10
    for seat, hole in seen:
        for other, cards in enumerate(hole):
            assert (UNKNOWN in cards) == (other != seat), "only its own cards"


@pytest.mark.parametrize(
    ("mix", "choice"),
    [
        (single(find_game("holdem"), NoLimit()), False),
        (single(find_game("badugi"), FixedLimit()), False),
        (MIXES["eight-game"], True),
    ],
    ids=["hold'em", "badugi", "dealer's choice"],
)
def test_bots_play_hand_after_hand(file: Path, mix: Mix, choice: bool) -> None:
    """Those of the room, without a time that runs out."""

    async def run() -> None:
        async with open_hall(file, bots=BotPlayers(AT_ONCE, rng=Random(1))) as hall:
            timing = Timing(show=0, street=0, between=1_000 if choice else 1, showdown=1_000 if choice else 1, cut=0)
            what = terms(cash(mix, dealers_choice=choice), bots=bots(3), timing=timing)
            actor = hall.actor(await hall.open(what))
            viewer = Subscriber()
            actor.watch(viewer)
            await until(lambda: len(actor.machine.hands) >= 6)
            assert not any("no time left" in line for event in viewer.of("event") for line in event.get("log", ()))
            await hall.stop()
            check_chips(actor.machine)

    wait(run())


def test_an_illegal_act_of_a_bot_becomes_a_check_or_fold(file: Path) -> None:
    def make(strength: str, rng: Random) -> Player:
        return lambda view, may: RaiseTo(1_000_000)

    async def run() -> None:
        async with open_hall(file, bots=BotPlayers(AT_ONCE, make, Random(1))) as hall:
            actor = hall.actor(await hall.open(terms(bots=bots(3), timing=FAST)))
            await until(lambda: len(actor.machine.hands) >= 3)

    wait(run())


def test_a_paused_table_waits_and_its_bots_go_on_with_it(file: Path) -> None:
    async def run() -> None:
        async with open_hall(file, bots=BotPlayers(Pace(0.03, 0.03), rng=Random(1))) as hall:
            actor = hall.actor(await hall.open(terms(bots=bots(3), timing=FAST)))
            await until(lambda: bool(actor.machine.to_decide()[0]) and not actor.is_busy)
            await actor.say(Pause(), by="Host", staff=True)
            seq = actor.machine.seq
            other = hall.actor(await hall.open(terms(bots=bots(3), timing=FAST)))
            await until(lambda: len(other.machine.hands) >= 1)
            assert actor.machine.seq == seq
            await actor.say(Resume(), by="Host", staff=True)
            await until(lambda: len(actor.machine.hands) >= 1)

    wait(run())


def test_bots_are_there_again_after_a_restart(file: Path) -> None:
    async def run() -> None:
        async with open_hall(file, bots=BotPlayers(AT_ONCE, rng=Random(1))) as hall:
            actor = hall.actor(await hall.open(terms(bots=bots(3), timing=FAST)))
            await until(lambda: len(actor.machine.hands) >= 2)
        async with open_store(file) as store:
            hall = TableRegistry(store, bots=BotPlayers(AT_ONCE, rng=Random(2)))
            await hall.start()
            actor = hall.actor("1")
            played = len(actor.machine.hands)
            await until(lambda: len(actor.machine.hands) >= played + 2)
            await hall.stop()

    wait(run())


def test_a_person_waits_for_a_hand_of_bots_alone(file: Path) -> None:
    """Until they are dealt in: then bots take their time again."""

    async def run() -> None:
        async with open_hall(file, bots=BotPlayers(Pace(0.1, 0.1), rng=Random(1))) as hall:
            actor = hall.actor(await hall.open(terms(bots=bots(3), timing=FAST)))
            await until(lambda: bool(actor.machine.to_decide()[0]) and not actor.is_busy)
            assert not is_waited_for(actor.machine)
            await actor.say(Sit(seat=-1, chips=200, waits=False), by="Ann", account="ann")
            await until(lambda: actor.machine.begun is not None)
            begun = actor.machine.begun
            assert begun is not None
            assert is_waited_for(actor.machine) is ("Ann" not in begun.players)
            await until(lambda: actor.machine.begun is not None and "Ann" in actor.machine.begun.players)
            assert not is_waited_for(actor.machine)

    wait(run())


def test_bots_play_for_somebody(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody at the table, and nobody who looks on: they rest, until somebody comes."""
    monkeypatch.setattr("sidepot.room.runtime.presence.MOMENT", 0.02)

    async def run() -> None:
        async with open_hall(file, bots=BotPlayers(AT_ONCE, rng=Random(1))) as hall:
            timing = Timing(show=0, street=0, between=1, showdown=1, cut=0, grace=100)
            actor = hall.actor(await hall.open(terms(bots=bots(3), timing=timing)))
            await until(lambda: not actor.machine.watched and actor.machine.phase == "waiting" and not actor.is_busy)
            seq = actor.machine.seq
            watched = hall.actor(await hall.open(terms(bots=bots(3), timing=timing)))
            watched.watch(Subscriber())
            await until(lambda: len(watched.machine.hands) >= 2)
            assert actor.machine.seq == seq
            played = len(actor.machine.hands)
            viewer = Subscriber()
            actor.watch(viewer)
            await until(lambda: len(actor.machine.hands) > played)
            actor.unwatch(viewer)
            await until(lambda: not actor.machine.watched and actor.machine.phase == "waiting" and not actor.is_busy)
            ann = Subscriber("Ann")
            actor.watch(ann)
            await actor.say(Sit(waits=False), by="Ann")
            await until(lambda: actor.machine.hand is not None and "Ann" in actor.machine.begun.players)  # type: ignore[union-attr]

    wait(run())
