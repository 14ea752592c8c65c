"""A hall with real chips over sockets: staff, displays and the pages of all players at one `sidepot serve` on one core.

python bench/director_hall.py                        2,000 players at 250 tables, 5,000 steps, 60 staff, 30 screens
python bench/director_hall.py --players 200 --steps 500 --seconds 10 --json

Every act goes over HTTP and is acknowledged when it is durable. `on_all_screens`: from the tap until the last display
has the news. Staff, displays and pages watch their topics over sockets of their own. Times are milliseconds on the
wall, the client runs on the other cores; `core` is the part of its core that the server used meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter
from typing import Any

import httpx
from director import TERMS
from websockets.asyncio.client import ClientConnection, connect

from sidepot.tournament.structure_files import structure_of, write_structure

SRC = Path(__file__).resolve().parent.parent / "src"
STRUCTURE = write_structure(structure_of(TERMS))
AT_ONCE = 20  # sockets that are opened together


class Hall:
    """The server, and a host who speaks with it."""

    def __init__(self, folder: Path, core: int) -> None:
        command = [sys.executable, "-m", "sidepot", "serve", "--port", "0", "--data", str(folder), "--json"]
        self.server = subprocess.Popen(
            [*command, "--no-limits", "--no-demo"],
            stdout=subprocess.PIPE,
            stderr=(folder / "log").open("w"),
            text=True,
            env={**os.environ, "PYTHONPATH": str(SRC)},
            preexec_fn=lambda: os.sched_setaffinity(0, {core}),
        )
        assert self.server.stdout is not None
        told = json.loads(self.server.stdout.readline())
        self.address = told["address"]
        limits = httpx.Limits(max_connections=60, max_keepalive_connections=60)
        self.http = httpx.AsyncClient(base_url=self.address, timeout=120, limits=limits, follow_redirects=True)
        self.link = told["host_link"]
        self.said = 0
        self.token = ""

    async def begin(self) -> None:
        """Take the room over, and announce the tournament."""
        page = await self.http.get(self.link)
        await self.http.post("/host", data=dict(re.findall(r'name="(\w+)" value="([^"]*)"', page.text)))
        self.token = (await self.http.get("/api/me")).json()["csrf"]
        form = {"title": "Hall", "structure": STRUCTURE, "live": True}
        assert (await self.post("/api/tournaments", form))["id"] == "1"

    async def post(self, path: str, data: Any, status: int = 200) -> Any:
        answer = await self.http.post(path, json=data, headers={"x-csrftoken": self.token})
        assert answer.status_code == status, answer.text
        return answer.json()

    async def do(self, kind: str, status: int = 200, **fields: Any) -> Any:
        self.said += 1
        form = {"id": f"c{self.said}", "do": {"type": kind, **fields}}
        return await self.post("/api/tournaments/1/do", form, status)

    async def get(self, what: str) -> Any:
        answer = await self.http.get(f"/api/tournaments/1/{what}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def watch(self, topic: str) -> ClientConnection:
        """A socket that watches one topic."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        there = self.address.replace("http", "ws", 1) + "/ws"
        found = await connect(
            there, additional_headers={"Cookie": cookie}, max_size=None, compression=None, open_timeout=300
        )
        await found.send('{"type":"hello","protocol":1}')
        await found.send(json.dumps({"type": "watch", "topic": topic}))
        return found

    @property
    def cpu(self) -> float:
        """The seconds of its core that the server has used."""
        fields = Path(f"/proc/{self.server.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Evening:
    """What happens in the hall, by chance."""

    def __init__(self, hall: Hall, tables: dict[int, list[str]]) -> None:
        self.hall = hall
        self.rng = Random(1)
        self.tables = tables
        self.step = 0

    async def act(self) -> None:
        """Somebody of the staff tells something."""
        rng, hall = self.rng, self.hall
        number = rng.choice(list(self.tables))
        here = self.tables[number]
        kind = rng.randrange(20)
        if kind == 0 and len(here) > 4:
            told = await hall.do("out", player=here.pop(), by=[here[0]])
        elif kind < 6:
            told = await hall.do("button_at", table=number, seat=rng.randrange(9))
        elif kind < 12:
            told = await hall.do("hands", table=number, n=rng.randrange(1, 4))
        else:
            told = await hall.do("count", stacks=[[one, 100 * rng.randrange(10, 500)] for one in here[:3]])
        self.step = max(self.step, told.get("step", 0))


def figures(took: list[float]) -> dict[str, float]:
    """Median, the time within which 99 in 100 are, and the worst, in milliseconds."""
    ms = sorted([1000 * one for one in took]) or [0.0]
    p99 = quantiles(ms, n=100)[98] if len(ms) > 1 else ms[0]
    return {"median": round(median(ms), 1), "p99": round(min(p99, ms[-1]), 1), "worst": round(ms[-1], 1)}


async def timed(act: Any, rounds: int = 20) -> list[float]:
    """Seconds of each of so many rounds."""
    found = []
    for _ in range(rounds):
        began = perf_counter()
        await act()
        found.append(perf_counter() - began)
    return found


async def measure(told: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Fill the hall, watch it, and measure."""
    hall = Hall(folder, told.core)
    counted = {"messages": 0, "bytes": 0}
    seen: dict[str, list[float]] = {}
    tasks: list[asyncio.Task[None]] = []

    async def listen(topic: str) -> None:
        socket = await hall.watch(topic)

        async def hear() -> None:
            async for data in socket:
                counted["messages"] += str(data).count("\n") + 1
                counted["bytes"] += len(data)
                if topic.endswith("/screen") and (said := re.search('"text":"(mark [0-9]+)"', str(data))):
                    seen.setdefault(said[1], []).append(perf_counter())

        tasks.append(asyncio.get_running_loop().create_task(hear()))

    try:
        await hall.begin()
        names = [f"player {number}" for number in range(told.players)]
        await hall.post("/api/tournaments/1/names", {"text": "\n".join(names)})
        await hall.do("draw_seats")
        while len((await hall.get("director"))["tables"]) < told.players // 8:
            await hall.do("open_table")
        await hall.do("start")
        tables: dict[int, list[str]] = {}
        at = 0
        while True:
            page = await hall.get(f"tables?from={at}")
            for table in page["tables"]:
                tables[table["number"]] = [seat["player"] for seat in table["seats"] if seat.get("player")]
            at = page["next"]
            if not at:
                break
        tables = {number: here for number, here in tables.items() if here}
        evening = Evening(hall, tables)
        while evening.step < told.steps:
            await evening.act()
        tokens = [(await hall.post("/api/tournaments/1/persons", {"player": one}))["token"] for one in names]
        topics = [f"tournament/1/seat/{token}" for token in tokens]
        topics += ["tournament/1/screen"] * told.screens + ["tournament/1"] * told.staff
        for first in range(0, len(topics), AT_ONCE):
            await asyncio.gather(*[listen(topic) for topic in topics[first : first + AT_ONCE]])
        await asyncio.sleep(5)
        return await _load(told, hall, evening, seen, counted)
    finally:
        for task in tasks:
            task.cancel()
        hall.server.terminate()
        hall.server.wait(60)


async def _load(
    told: argparse.Namespace, hall: Hall, evening: Evening, seen: dict[str, list[float]], counted: dict[str, int]
) -> dict[str, Any]:
    acked: list[float] = []
    screens: list[float] = []
    began_all, cpu, before = perf_counter(), hall.cpu, dict(counted)
    number = 0
    while perf_counter() - began_all < told.seconds:
        due = perf_counter() + 1 / told.rate
        began = perf_counter()
        if number % 10:
            await evening.act()
            acked.append(perf_counter() - began)
        else:
            mark = f"mark {number}"
            await hall.do("announce", text=mark)
            acked.append(perf_counter() - began)
            while len(seen.get(mark, ())) < told.screens and perf_counter() - began < 10:
                await asyncio.sleep(0.001)
            screens.append(max(seen.get(mark, [began + 10])) - began)
        number += 1
        await asyncio.sleep(max(due - perf_counter(), 0))
    lasted = perf_counter() - began_all
    core = (hall.cpu - cpu) / lasted

    async def correct() -> None:
        wrong = await hall.do("announce", text="wrong")
        for _ in range(9):
            await evening.act()
        began = perf_counter()
        await hall.do("undo", step=wrong["step"], only=True)
        corrected.append(perf_counter() - began)

    async def opened() -> None:
        await asyncio.gather(hall.get("director"), hall.get("players?from=0"), hall.get("structure"))

    corrected: list[float] = []
    advice = await timed(lambda: hall.get("advice"))
    refusal = await timed(lambda: hall.do("out", 409, player="nobody at all"))
    await timed(correct)
    return {
        "players": told.players,
        "tables": len(evening.tables),
        "steps": evening.step,
        "staff": told.staff,
        "screens": told.screens,
        "acts": len(acked),
        "core": round(core, 2),
        "messages_a_second": round((counted["messages"] - before["messages"]) / lasted),
        "load": [round(one, 1) for one in os.getloadavg()],
        "ms": {
            "acknowledged": figures(acked),
            "on_all_screens": figures(screens),
            "advice": figures(advice),
            "refusal": figures(refusal),
            "one_step_corrected": figures(corrected),
            "console_opens": figures(await timed(opened)),
        },
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=2000)
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--staff", type=int, default=60)
    parser.add_argument("--screens", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--rate", type=float, default=10, help="acts of the staff in a second")
    parser.add_argument("--core", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(measure(told, Path(folder)))
    if told.json:
        print(json.dumps(found, indent=2))
        return
    print({name: value for name, value in found.items() if name != "ms"})
    for name, ms in found["ms"].items():
        print(f"{name.replace('_', ' '):>20}  {ms['median']:8.1f}  p99 {ms['p99']:8.1f}  worst {ms['worst']:8.1f}")


if __name__ == "__main__":
    main()
