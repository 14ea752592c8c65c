"""Nothing leaks on the whole way: a table with its actor, its store and its viewers, played twice with other packs.

As in `test_room_leaks`, the packs differ only in cards that a viewer never sees; here everything goes through the hall,
and the logs, the lobby and the evidence of mistakes are looked through as well.
"""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import msgspec
import pytest
from few_examples import some
from room_halls import open_hall
from room_scripts import NAMES, SPECTATOR, Dealt, Packs, Play, played
from room_stores import wait
from test_room_leaks import CARD, HASH, table_of

from sidepot.errors import SidepotError
from sidepot.games.catalog import GAMES
from sidepot.hand import commands as c
from sidepot.room.runtime.clock import AlarmClock
from sidepot.room.runtime.subscribers import SendQueue, Subscriber
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.table import commands as s
from sidepot.room.table.terms import RoomTerms
from sidepot.rules.table_choices import FirstButton

GAMES_HERE = ("holdem", "badacey", "stud-high-low", "jacks-or-better", "double-board-omaha", "crazy-pineapple")


class Ear:
    """A viewer who keeps the very bytes that they are sent."""

    def __init__(self, player: str) -> None:
        self.viewer = Subscriber(SendQueue(self._wake, lambda: None), player)
        self.heard: list[bytes] = []

    def _wake(self) -> None:
        asyncio.get_running_loop().call_soon(self._take)

    def _take(self) -> None:
        queue = self.viewer.queue
        self.heard += queue.pending
        queue.pending.clear()
        queue.ready.clear()


class Now:
    """The time of a script."""

    def __init__(self) -> None:
        self.ms = 1000

    def __call__(self) -> int:
        return self.ms


async def in_the_hall(
    file: Path, terms: RoomTerms, play: Play, given: list[Dealt]
) -> tuple[dict[str, list[bytes]], bytes]:
    """All that everybody is told when the script of a play is said to a table of the hall; and the lobby at the end."""
    now = Now()
    packs = Packs(play.packs.seed, given)
    packs.draws = terms.rules.rulebook.first_button is FirstButton.FIRST_JACK
    async with open_hall(file, now=now, chance=packs.chance()) as hall:
        table = await hall.open(terms, "Host")
        actor = hall.actor(table)
        ears = [Ear(name) for name in (*NAMES[:6], SPECTATOR)]
        for ear in ears:
            actor.watch(ear.viewer)
        for at, done in enumerate(play.script):
            now.ms = done.at
            said = done.said
            if isinstance(said, (s.Came, s.Went)):
                continue  # that is for the hall to say
            if done.throws is not None:
                hand = actor.machine.hand
                assert hand is not None
                said = s.Act(
                    actor.machine.clock.turn, c.Discard(tuple([hand.hole[hand.seat][at] for at in done.throws]))
                )
            elif isinstance(said, s.Act) and not done.refused:
                said = s.Act(actor.machine.clock.turn, said.command)
            try:
                await actor.say(said, by=done.by, id=f"{done.by}/{at}" if done.by else "")
            except SidepotError as error:
                next(ear for ear in ears if ear.viewer.player == done.by).heard.append(str(error).encode())
        await asyncio.sleep(0)  # the last messages go when the loop comes round
        lobby = msgspec.json.encode(hall.tables())
    return {ear.viewer.player: ear.heard for ear in ears}, lobby


@pytest.mark.long
@pytest.mark.more
@pytest.mark.parametrize("name", some(GAMES_HERE, 3))
def test_traffic_of_the_hall_is_the_same_for_twins(
    name: str, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    monkeypatch.setattr(AlarmClock, "wind", lambda *_: None)  # when time is over is in the script
    seed = f"hall {name}"
    terms, players, chance = table_of(GAMES[name], seed, most=4)
    play = still(terms, seed, players)
    assert play.hands
    first, lobby = wait(in_the_hall(tmp_path / "first.db", terms, play, play.hands))
    for at, viewer in enumerate((*NAMES[:players], SPECTATOR)):
        twins = [hand.twin(viewer, chance) for hand in play.hands]
        second, other = wait(in_the_hall(tmp_path / f"twin{at}.db", terms, play, twins))
        assert [HASH.sub(b"#" * 64, one) for one in first[viewer]] == [
            HASH.sub(b"#" * 64, one) for one in second[viewer]
        ]
        assert len(first[viewer]) > 10 and lobby == other
    assert not CARD.search(caplog.text), caplog.text


def still(terms: RoomTerms, seed: str, players: int) -> Play:
    """A play in which nobody's connection goes: in the hall that is seen from who watches."""
    for attempt in range(40):
        play = played(terms, f"{seed} {attempt}", players=players)
        if not any(isinstance(done.said, s.Went) for done in play.script) and play.hands:
            return play
    raise AssertionError("somebody always goes")


async def mistaken(file: Path, hall_says: list[str]) -> tuple[str, Any]:
    """A mistake in the middle of a hand, which quotes cards: what the host hears and what is kept of it."""
    terms, players, _ = table_of(GAMES["holdem"], "mistaken", most=3)
    async with open_hall(file, tell_host=lambda table, text: hall_says.append(text)) as hall:
        table = await hall.open(terms, "Host")
        actor = hall.actor(table)
        for name in NAMES[:players]:
            await actor.say(s.Sit(chips=500), by=name)
        ear = Ear(NAMES[0])
        actor.watch(ear.viewer)
        with pytest.MonkeyPatch.context() as patch:

            def broken(*args: Any, **more: Any) -> None:
                raise KeyError("seat 2 holds AsKd, and the next card is 7h")

            patch.setattr("sidepot.room.table.play.people.charge", broken)
            patch.setattr("sidepot.room.table.machine.RoomTable.decide", broken)
            with pytest.raises(SidepotError) as refused:
                await actor.say(s.SitOut(), by=NAMES[0])
        told = " ".join([str(refused.value), *[data.decode() for data in ear.heard]])
        await hall._services.wait_idle()  # type: ignore[union-attr]
        kept = await settings_of(hall)
    return told, kept


async def settings_of(hall: TableRegistry) -> list[str]:
    """The evidence that the store keeps."""
    from sqlalchemy import text

    rows = await hall.store.ask(lambda connection: connection.execute(text("SELECT * FROM meta")).all())
    return [str(row) for row in rows]


def test_a_mistake_is_told_without_cards(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Neither players nor the host, neither the log nor the evidence, are told what an exception quotes."""
    caplog.set_level(logging.DEBUG)
    heard: list[str] = []
    told, kept = wait(mistaken(tmp_path / "room.db", heard))
    everything = "\n".join([told, *heard, *kept, caplog.text])
    assert "KeyError" in "".join(heard) and "KeyError" in caplog.text and any("evidence" in one for one in kept)
    assert "went wrong" in told
    assert not CARD.search(everything), everything
