"""Killed at any instant, a room has every record of which it said that it was written, and none twice."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from needs import POSIX
from room_stores import wait

from sidepot.room.store.backup import survey
from sidepot.room.store.place import place_at
from sidepot.room.store.store import open_store

WRITERS = 12
KILLS = 4

# Each of the writers appends as fast as it is told of the last one, and prints what it was told of.
APPENDER = f"""
import asyncio, os, sys
from sidepot.room.store.store import open_store

async def write(store, stream):
    last = await store.head(stream)
    while True:
        last = await store.append(stream, last, [f"{{stream}}:{{last + 1}}".encode()], 1)
        os.write(1, f"{{stream}} {{last}}\\n".encode())

async def run():
    async with open_store(sys.argv[1]) as store:
        await asyncio.gather(*(write(store, f"t/{{n}}") for n in range({WRITERS})))

asyncio.run(run())
"""


@pytest.mark.long
@POSIX.mark
def test_acknowledged_commands_survive_a_kill(tmp_path: Path) -> None:
    file = tmp_path / "room.db"
    told: dict[str, int] = {}
    chance = random.Random(9)
    for _ in range(KILLS):
        heard = 0
        with subprocess.Popen([sys.executable, "-c", APPENDER, str(file)], stdout=subprocess.PIPE, text=True) as room:
            assert room.stdout is not None
            first = room.stdout.readline()
            assert first, "it never came to write anything"
            killer = threading.Timer(chance.uniform(0, 0.3), room.kill)  # at whatever it is doing then
            killer.start()
            for line in (first, *room.stdout):
                if line.endswith("\n"):
                    stream, last = line.split()
                    assert int(last) > told.get(stream, 0)
                    told[stream] = int(last)
                    heard += 1
        assert room.returncode == -9
        assert heard
        found = survey(place_at(file))
        assert found.faults == ()

    async def look() -> None:
        async with open_store(file) as store:
            for stream, last in told.items():
                records = await store.read(stream)
                assert len(records) >= last  # what was written and not told of yet may be there too
                assert [record.data.decode() for record in records] == [
                    f"{stream}:{number}" for number in range(1, len(records) + 1)
                ]

    wait(look())
    assert len(told) == WRITERS
