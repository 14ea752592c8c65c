"""Copies of live tournaments in a folder, made at the start, at each level and break, and at the end.

One file has the steps, with names, for `sidepot tournament direct`. The other file has everything, so that a server on
another machine can continue the tournament.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sidepot.privacy import replace_private
from sidepot.room.runtime.live_copy import write_copy
from sidepot.room.store.errors import StoreError
from sidepot.tournament.steps import encode
from sidepot.web.logs import trouble

if TYPE_CHECKING:
    from sidepot.room.runtime.persons import Persons
    from sidepot.room.runtime.tournament_actor import TournamentActor
    from sidepot.room.store.store import Store
    from sidepot.room.tournament.events import TournamentEvent
    from sidepot.room.tournament.machine import RoomTournament

MOMENT: Final = 0.2  # seconds from the end of a level to the copy
_log = logging.getLogger("sidepot.web")


def steps_text(machine: RoomTournament, persons: Persons) -> bytes:
    """All steps of a tournament with names, one per line, for `sidepot tournament direct`."""
    return persons.fill_names(b"".join([encode(step) + b"\n" for step in machine.tournament.log]))


class Archives:
    """Copies live tournaments into a folder."""

    def __init__(self, folder: Path, store: Store) -> None:
        self._folder = folder
        self._store = store
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._seen: dict[str, tuple[object, ...]] = {}
        self._writing: set[asyncio.Task[None]] = set()
        self._one_by_one = asyncio.Lock()

    def take(self, actor: TournamentActor) -> None:
        """Start copying a tournament that runs in this process, if it is live."""
        if actor.machine.terms.live:
            actor.listeners.append(self._on_event)
            self._look(actor)

    def _on_event(self, actor: TournamentActor, _: TournamentEvent | None) -> None:
        self._look(actor)

    def _look(self, actor: TournamentActor) -> None:
        """Make a copy if the level or break has changed, and check again at its end."""
        machine = actor.machine
        tournament, loop = machine.tournament, asyncio.get_running_loop()
        timer = self._timers.pop(actor.id, None)
        if timer is not None:
            timer.cancel()
        if actor.is_stopped:  # it has moved to another process, which makes the copies
            return
        now = max(actor.now(), tournament.at)
        reading = tournament.reading(now)
        seen = (reading.item, reading.is_break, reading.is_extra, tournament.clock.begun, machine.over)
        if seen != self._seen.get(actor.id) and (tournament.clock.begun or machine.over):
            self._seen[actor.id] = seen
            task = loop.create_task(self._write(actor))
            self._writing.add(task)
            task.add_done_callback(self._writing.discard)
        if reading.running and reading.left_ms is not None and not machine.over:
            wait = reading.left_ms / 1000 + MOMENT
            self._timers[actor.id] = loop.call_later(wait, partial(self._look, actor))

    async def _write(self, actor: TournamentActor) -> None:
        async with self._one_by_one:
            persons = actor.persons
            while (actor.is_busy or persons.is_behind) and not actor.is_stopped:
                await asyncio.sleep(0.01)
            if actor.is_stopped:
                return
            data = steps_text(actor.machine, persons)
            try:
                await asyncio.to_thread(_replace, self._folder / f"tournament-{actor.id}.jsonl", data)
                data = await write_copy(self._store, actor.id, persons)
                await asyncio.to_thread(_replace, self._folder / f"tournament-{actor.id}.copy", data)
            except (OSError, StoreError) as error:
                trouble(_log, "a copy of a tournament could not be written", error)

    async def stop(self) -> None:
        """Finish the copies in progress, and start no more."""
        for timer in self._timers.values():
            timer.cancel()
        await asyncio.gather(*self._writing, return_exceptions=True)


def _replace(file: Path, data: bytes) -> None:
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    replace_private(file, data)
