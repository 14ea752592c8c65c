"""A running table: durable, then told, then acknowledged; the same command once; what was missed, exactly."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from room_halls import FAST, Subscriber, act, heads, meek, open_hall, seated, until
from room_stores import wait
from room_tables import check_chips, check_same, terms

from sidepot.errors import SidepotError
from sidepot.room.runtime.errors import Busy
from sidepot.room.runtime.machine import MOST_OF_ONE, MOST_WAITING
from sidepot.room.runtime.subscribers import EVENTS
from sidepot.room.runtime.table_storage import TableStorage
from sidepot.room.table.commands import Act, AskCut, Pause, Sit, SitOut, Tick, Went
from sidepot.room.table.terms import Timing


def test_durable_before_it_is_shown_and_shown_before_it_is_acknowledged(file: Path) -> None:
    async def run() -> None:
        async with open_hall(file) as hall:
            order: list[tuple[str, int]] = []

            def check(message: Any) -> None:
                assert heads(file, "table/1") >= message["seq"], "it was shown before it was on the disk"
                order.append((message["type"], message["seq"]))

            actor = await seated(hall, "Ann", "Bo", "Cy")
            viewer = Subscriber("Ann", check)
            actor.watch(viewer)
            for _ in range(30):
                order.clear()
                await until(lambda: bool(actor.machine.to_decide()[0]) and not actor.is_busy)
                seq = await act(actor)
                assert ("event", seq) in order
            assert viewer.seqs() == list(range(viewer.seqs()[0], viewer.seqs()[-1] + 1))
            await hall.stop()
            check_chips(actor.machine)
            check_same(actor.machine, await TableStorage(actor.machine.chance).load(hall.store, "1"))

    wait(run())


def test_the_same_command_is_done_once(file: Path) -> None:
    async def run() -> None:
        async with open_hall(file) as hall:
            actor = await seated(hall, "Ann", "Bo", "Cy")
            player, said = meek(actor)
            both = await asyncio.gather(*[actor.say(said, by=player, id="x/1") for _ in range(3)])
            assert len(set(both)) == 1
            assert await actor.say(said, by=player, id="x/1") == both[0]
            with pytest.raises(SidepotError):
                await actor.say(said, by=player, id="x/2")
            first = both[0]
        async with open_hall(file) as hall:  # and after a restart
            assert await hall.actor("1").say(said, by=player, id="x/1") == first
            ids = [entry for entry in hall.actor("1").machine.ids if entry == "x/1"]
            assert len(ids) == 1

    wait(run())


def test_new_subscriber_sees_only_durable_events(file: Path) -> None:
    async def run() -> None:
        async with open_hall(file) as hall:
            actor = await seated(hall, "Ann", "Bo", "Cy")
            before = actor.machine.seq
            player, said = meek(actor)
            asked = asyncio.ensure_future(actor.say(said, by=player))
            await asyncio.sleep(0)
            assert actor.is_busy
            assert actor.machine.seq == before + 1  # decided, not written
            viewer = Subscriber()
            actor.watch(viewer)
            phase = hall.tables()[0].phase
            assert viewer.told == []
            assert phase
            seq = await asked
            assert viewer.seqs()[0] >= seq
            gone = Subscriber()
            asked = asyncio.ensure_future(act(actor))
            await asyncio.sleep(0)
            actor.watch(gone)
            actor.unwatch(gone)
            await asked
            assert gone.told == []

    wait(run())


def test_a_subscriber_gets_exactly_the_missed_events(file: Path) -> None:
    async def run() -> None:
        async with open_hall(file) as hall:
            actor = await seated(hall, "Ann", "Bo", "Cy")
            always, sometimes = Subscriber("Ann"), Subscriber("Ann")
            actor.watch(always)
            actor.watch(sometimes)
            for _ in range(20):
                await until(lambda: bool(actor.machine.to_decide()[0]) and not actor.is_busy)
                actor.unwatch(sometimes)
                await act(actor)
                await until(lambda: bool(actor.machine.to_decide()[0]) and not actor.is_busy)
                await act(actor)
                await until(lambda: not actor.is_busy)
                actor.watch(sometimes, sometimes.seqs()[-1])
            await until(lambda: not actor.is_busy and always.seqs()[-1] == sometimes.seqs()[-1])
            assert sometimes.of("event") == always.of("event")
            assert len(sometimes.of("snapshot")) == 1
            assert {**sometimes.of("yours")[-1], "seq": 0} == {**always.of("yours")[-1], "seq": 0}
            late = Subscriber()
            for since in (1, actor.machine.seq + 5, 0):  # too long ago, of another room, never
                late.told.clear()
                actor.watch(late, since)
                assert late.seqs() == ([actor.machine.seq] if since != 1 else late.seqs())
                assert late.seqs()[-1] == actor.machine.seq

    wait(run())


@pytest.mark.long
def test_only_so_much_is_kept(file: Path) -> None:
    async def run() -> None:
        async with open_hall(file) as hall:
            actor = await seated(hall, "Ann", "Bo")
            for at in range(EVENTS + 10):
                await actor.say(AskCut(at % 2 == 0), by="Ann")
            viewer = Subscriber()
            await until(lambda: not actor.is_busy)  # the table goes on by itself, and nobody is let in while it writes
            actor.watch(viewer, 2)
            assert len(viewer.of("snapshot")) == 1
            assert viewer.of("event") == []
            assert len(viewer.of("snapshot")[0]["log"]) <= 40
            recent = Subscriber()
            actor.watch(recent, actor.machine.seq - 3)
            assert len(recent.of("event")) == 3

    wait(run())


def test_a_viewer_who_is_behind_gets_a_snapshot_when_he_has_room(file: Path) -> None:
    async def run() -> None:
        async with open_hall(file) as hall:
            actor = await seated(hall, "Ann", "Bo", "Cy")
            slow, other = Subscriber("Ann"), Subscriber("Bo")
            actor.watch(slow)
            actor.watch(other)
            told = len(slow.told)
            slow.behind = True
            await act(actor)
            await until(lambda: bool(actor.machine.to_decide()[0]) and not actor.is_busy)
            assert len(slow.told) == told
            assert len(other.of("event")) >= 1
            slow.behind = False
            await act(actor)
            await until(lambda: not actor.is_busy)
            assert len(slow.told) == told  # there is a gap: nothing until they ask
            actor.watch(slow)
            assert slow.told[told]["type"] == "snapshot"
            assert slow.told[told]["seq"] == actor.machine.seq
            await until(lambda: bool(actor.machine.to_decide()[0]) and not actor.is_busy)
            seq = await act(actor)
            assert seq in slow.seqs()

    wait(run())


def test_each_is_told_his_own_and_only_when_it_changed(file: Path) -> None:
    async def run() -> None:
        async with open_hall(file) as hall:
            actor = await seated(hall, "Ann", "Bo", "Cy", what=terms(timing=Timing(between=5_000, cut=0)))
            viewers = {name: Subscriber(name) for name in ("Ann", "Bo", "Cy", "Di", "")}
            for viewer in viewers.values():
                actor.watch(viewer)
            assert viewers[""].of("yours") == []
            first, said = meek(actor)
            counts = {name: len(viewer.of("yours")) for name, viewer in viewers.items()}
            assert counts == {"Ann": 1, "Bo": 1, "Cy": 1, "Di": 1, "": 0}
            await actor.say(said, by=first)
            second, _ = actor.machine.to_decide()
            for name, viewer in viewers.items():
                more = len(viewer.of("yours")) - counts[name]
                assert more == (name in (first, second)), name
            own = {name: viewers[name].of("yours")[-1] for name in ("Ann", "Bo", "Cy", "Di")}
            assert [name for name in own if own[name].get("options")] == [second]
            assert len({tuple(own[name]["cards"]) for name in ("Ann", "Bo", "Cy")}) == 3
            assert "cards" not in own["Di"]

    wait(run())


def test_too_much_at_once_is_refused(file: Path) -> None:
    async def run() -> None:
        async with open_hall(file) as hall:
            actor = await seated(hall, "Ann", "Bo")
            said = [actor.say(AskCut(), by="Ann")]
            said += [actor.say(AskCut(), by=f"Nobody {at % 16}") for at in range(MOST_WAITING + 40)]
            answers = await asyncio.gather(*said, return_exceptions=True)
            assert isinstance(answers[0], int)
            assert 0 < sum(isinstance(answer, Busy) for answer in answers) <= 40

    wait(run())


def test_one_player_does_not_keep_the_others_from_being_heard(file: Path) -> None:
    async def run() -> None:
        async with open_hall(file) as hall:
            actor = await seated(hall, "Ann", "Bo")
            said = [actor.say(AskCut(at % 2 == 0), by="Ann") for at in range(MOST_WAITING + 40)]
            *answers, other = await asyncio.gather(*said, actor.say(AskCut(), by="Bo"), return_exceptions=True)
            refused = [answer for answer in answers if isinstance(answer, BaseException)]
            assert refused and all(isinstance(answer, Busy) for answer in refused)
            done = [answer for answer in answers if isinstance(answer, int)]
            assert MOST_OF_ONE <= len(done) <= MOST_OF_ONE + 1 and done == sorted(done)
            assert isinstance(other, int)

    wait(run())


def test_commands_of_the_room_are_refused_from_players(file: Path) -> None:
    async def run() -> None:
        async with open_hall(file) as hall:
            actor = await seated(hall, "Ann", "Bo")
            for said in (Tick(), Pause(), Act(99, meek(actor)[1].command)):
                with pytest.raises(SidepotError):
                    await actor.say(said, by="Ann")
            assert not actor.is_busy

    wait(run())


def test_a_command_whose_sender_is_gone_is_done_all_the_same(file: Path) -> None:
    async def run() -> None:
        async with open_hall(file) as hall:
            actor = await seated(hall, "Ann", "Bo")
            asked = asyncio.ensure_future(actor.say(SitOut(), by="Ann", id="a/1"))
            await asyncio.sleep(0)
            asked.cancel()
            await until(lambda: not actor.is_busy)
            assert actor.machine.ids.get("a/1")

    wait(run())


def test_time_runs_out_and_hands_go_on(file: Path) -> None:
    """Nobody says a word: hands are folded, and a player who times out twice sits out."""

    async def run() -> None:
        quick = Timing(decide=20, bank=10, between=5, showdown=5, show=0, street=0, cut=0, away=60_000)
        async with open_hall(file) as hall:
            actor = await seated(hall, "Ann", "Bo", "Cy", what=terms(timing=quick))
            viewers = [Subscriber(name) for name in ("Ann", "Bo", "Cy")]
            for viewer in viewers:
                actor.watch(viewer)
            table = actor.machine
            await until(lambda: len(table.hands) >= 1 and table.phase == "waiting" and not actor.is_busy)
            check_chips(actor.machine)

    wait(run())


def test_a_player_without_a_connection_is_away_until_back(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sidepot.room.runtime.presence.MOMENT", 0.05)

    async def run() -> None:
        async with open_hall(file) as hall:
            actor = await seated(hall, "Ann", "Bo", "Cy")
            ann, also, bo, cy = Subscriber("Ann"), Subscriber("Ann"), Subscriber("Bo"), Subscriber("Cy")
            for viewer in (ann, also, bo, cy):
                actor.watch(viewer)
            people = actor.machine.people
            actor.unwatch(ann)
            actor.unwatch(cy)
            await until(lambda: bool(people["Cy"].away_since))
            assert not people["Ann"].away_since  # on another page they are there
            actor.watch(cy)
            await until(lambda: not people["Cy"].away_since)
            actor.unwatch(also)
            actor.watch(ann)
            actor.unwatch(cy)
            await until(lambda: bool(people["Cy"].away_since))
            assert not people["Ann"].away_since  # the page was loaded again
            actor.unwatch(ann)
            await until(lambda: bool(people["Ann"].away_since))
            assert not people["Bo"].away_since
            actor.watch(also)
            await until(lambda: not people["Ann"].away_since)
            assert actor.machine.watched
            for viewer in (also, bo):
                actor.unwatch(viewer)
            await until(lambda: not actor.machine.watched and bool(people["Bo"].away_since))
            onlooker = Subscriber()
            actor.watch(onlooker)
            await until(lambda: actor.machine.watched)

    wait(run())


def test_a_seat_by_say_alone(file: Path) -> None:
    """Whoever only speaks, and never watches, is there as long as they say so."""

    async def run() -> None:
        async with open_hall(file) as hall:
            actor = await seated(hall, "Ann", "Bo", what=terms(timing=FAST))
            assert not actor.machine.people["Ann"].away_since
            with pytest.raises(SidepotError):
                await actor.say(Sit(), by="Ann")

    wait(run())


def test_a_command_given_from_an_acknowledgement_shows_nothing_early(file: Path) -> None:
    """An answer brings the next command, a newcomer brings `Came`: who comes meanwhile waits all the same."""

    async def run() -> None:
        async with open_hall(file) as hall:
            actor = await seated(hall, "Ann", "Bo", "Cy")

            def check(message: Any) -> None:
                assert heads(file, "table/1") >= message["seq"], "it was shown before it was on the disk"

            for name in ("Ann", "Bo"):  # they are away, as after a restart
                await actor.say(Went(name))
            left = [20]

            def again(seq: int, error: SidepotError | None) -> None:
                assert error is None
                left[0] -= 1
                if left[0]:
                    actor.submit(AskCut(left[0] % 2 == 0), again, by="Cy")

            actor.submit(AskCut(), again, by="Cy")
            viewers = [Subscriber(name, check) for name in ("Ann", "Bo", "Ann", "", "Cy")]
            for viewer in viewers:
                actor.watch(viewer)
                assert viewer.told == []
            await until(lambda: not left[0] and not actor.is_busy)
            assert not actor.machine.people["Ann"].away_since
            for viewer in viewers:
                assert viewer.seqs() == list(range(viewer.seqs()[0], actor.machine.seq + 1))

    wait(run())
