"""A running sit-and-go, from the first entry to the prizes, over crashes: nothing of it is lost, or done twice."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from few_examples import some
from room_events import sit_and_go
from room_halls import FAST, Viewer, until
from room_stores import wait
from room_tables import check_chips, check_same, terms

from sidepot.bots.random_player import random_player
from sidepot.hand.commands import Call, Check
from sidepot.room.running.actor import TableActor
from sidepot.room.running.hall import Hall
from sidepot.room.running.stored_table import stream_of
from sidepot.room.store.store import Store, open_store
from sidepot.room.tables.commands import Act, Sit
from sidepot.room.tables.events import decode_entry
from sidepot.room.tables.room_table import RoomTable

PLAYERS = ("Ann", "Bo", "Cy", "Di")


async def play(actor: TableActor, rng: Random, most: int, calmly: float) -> int:
    """Decide by chance for whoever is to, so often at most, and mostly calmly; how often it was."""
    player = random_player(rng)
    for count in range(most):
        await until(lambda: not actor.is_busy and (bool(actor.room.to_decide()[0]) or actor.room.over))
        if actor.room.over:
            return count
        who, turn = actor.room.to_decide()
        may = actor.room.options_of(who)
        assert may is not None and actor.room.hand is not None
        command = player(actor.room.hand, may)
        if rng.random() < calmly and (may.may_check or may.may_call):
            command = Check() if may.may_check else Call()
        await actor.say(Act(turn, command), by=who, id=f"{who}/{turn}")
    await until(lambda: not actor.is_busy and (bool(actor.room.to_decide()[0]) or actor.room.over))
    return most


async def strict(store: Store) -> RoomTable:
    """The table as it is when every hand of it is played again."""
    records = await store.read(stream_of("1"))
    return RoomTable.fold("1", [decode_entry(record.data) for record in records], {})


@pytest.mark.more
@pytest.mark.parametrize("seed", some(range(3), 1))
def test_a_sit_and_go_is_played_to_its_end_over_crashes(seed: int, tmp_path: Path) -> None:
    """Each time the room is simply gone, in the middle of a hand; a new actor comes out of the store."""
    file = tmp_path / "room.db"
    rng = Random(seed)
    told: list[tuple[str, int]] = []  # who was to decide when it crashed, and after which entry
    acts = crashes = 0

    async def first() -> None:
        async with open_store(file) as store:
            hall = Hall(store)
            await hall.start()
            actor = hall.actor(await hall.open(terms(tournament=sit_and_go(), timing=FAST), by="Host"))
            for name in PLAYERS:
                await actor.say(Sit(), by=name, id=f"{name}/sit")
            await crash(actor, 5, 1.0)

    async def crash(actor: TableActor, after: int, calmly: float) -> None:
        nonlocal acts
        viewer = Viewer()
        actor.watch(viewer)
        acts += await play(actor, rng, after, calmly)
        assert viewer.seqs() == list(range(viewer.seqs()[0], actor.room.seq + 1))
        told.append((actor.room.to_decide()[0], actor.room.seq))

    async def again() -> bool:
        nonlocal crashes
        async with open_store(file) as store:
            hall = Hall(store)
            await hall.start()
            actor = hall.actor("1")
            await until(lambda: not actor.is_busy)
            crashes += 1
            who, seq = told[-1]
            assert actor.room.seq == seq + 1  # `Restarted`, and nothing else
            assert actor.room.to_decide()[0] == who
            assert await actor.say(Sit(), by="Ann", id="Ann/sit") < seq  # done once, and known still
            check_chips(actor.room)
            await crash(actor, rng.randrange(1, 12), 0.7)
            return actor.room.over

    wait(first())
    while not wait(again()):
        assert crashes < 200

    async def last() -> None:
        async with open_store(file) as store:
            found = await strict(store)
            tournament = found.tournament
            assert tournament is not None and tournament.ended and acts > 5
            assert crashes > 1 and told[0][0], "it crashed in the middle of a hand"
            assert sorted(one.place for one in tournament.standings())[:2] == [1, 2]
            assert sum(one.paid for one in tournament.standings()) == 400
            assert tournament.in_play == 4000
            check_chips(found)
            hall = Hall(store)
            await hall.start()
            if (await store.lasting("table/"))[0][1]:  # it crashed before it was put away
                actor = hall.actor("1")
                await until(lambda: not actor.is_busy)
                check_same(await strict(store), actor.room)
            await hall.stop()

    wait(last())
