"""250 dealers' helpers at once, two acts a second each: how long an act takes until it is durable and answered.

    python bench/dealers.py [--tables 250] [--rate 2] [--seconds 20]

The room runs in a process of its own, the dealers in this one, over a socket each. The aim is a 99th
percentile of 100 ms on two cores.
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
from time import perf_counter
from typing import Any

import httpx
import msgspec

SEATS = 9
BUSY = ("busy", "not_written")  # refusals after which the page repeats an act
TEXT, PING, PONG = 0x81, 0x89, 0x8A  # the first bytes of frames
AGAIN = 2.0  # seconds until it does


class Dealer:
    """The dealer of one table: hand after hand, one act at a time, over a socket of their own.

    The socket is written by hand, because a client library would take more of the machine than the room does.
    """

    def __init__(self, address: str, cookies: str, tournament: str, table: int) -> None:
        self.place, self.cookies = address.removeprefix("http://"), cookies
        self.tournament, self.table = tournament, table
        self.sent = self.busy = 0
        self.times: list[float] = []
        self.view: Any = None

    async def start(self) -> None:
        """Open the socket, and watch the helper of the table."""
        host, _, port = self.place.partition(":")
        self.reader, self.writer = await asyncio.open_connection(host, int(port))
        lines = (
            *("GET /ws HTTP/1.1", f"host: {self.place}", "upgrade: websocket", "connection: upgrade"),
            *(f"cookie: {self.cookies}", "sec-websocket-version: 13", "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA=="),
        )
        self.writer.write("\r\n".join((*lines, "", "")).encode())
        head = await self.reader.readuntil(b"\r\n\r\n")
        assert b" 101 " in head, head
        self.send({"type": "hello", "protocol": 1, "since": {}})
        self.send({"type": "watch", "topic": f"tournament/{self.tournament}/dealer/{self.table}"})
        while self.view is None:
            await self.hear()

    def send(self, message: object) -> None:
        """Send a message as one frame, whose mask is 0 so that it need not be computed."""
        data = json.dumps(message).encode()
        size = bytes((0x80 | len(data),)) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
        self.writer.write(bytes((TEXT,)) + size + bytes(4) + data)

    async def hear(self) -> list[Any]:
        """The next messages. Of those of the topic, the last one is kept as the view."""
        head = await self.reader.readexactly(2)
        size = head[1]
        if size >= 126:
            size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
        data = await self.reader.readexactly(size)
        if head[0] == PING:
            self.writer.write(bytes((PONG, 0x80 | size)) + bytes(4) + data)
            return []
        if head[0] != TEXT:
            raise SystemExit(f"table {self.table}: the room closed the socket: {data!r}")
        found = [msgspec.json.decode(one) for one in data.split(b"\n")]
        for one in found:
            if one["type"] == "gone":
                raise SystemExit(f"table {self.table}: {one}")
            if one["type"] == "dealer":
                self.view = one["view"]
        return found

    def next(self) -> dict[str, Any]:
        """What is due."""
        dealt = self.view["dealt"]
        match dealt["phase"]:
            case "between":
                return {"type": "begin", "button": self.view["seats"][0]["seat"]}
            case "street":
                return {"type": "tap", "act": {"type": "street"}}
            case "paid" | "report":
                return {"type": "close"}
            case "showdown":
                live = [one["seat"] for one in dealt["hand"]["seats"] if not one.get("folded")]
                return {"type": "tap", "act": {"type": "order", "high": [[seat] for seat in live]}}
        turn = dealt["hand"]["turn"]
        if turn.get("check"):
            return {"type": "tap", "act": {"type": "check"}}
        lines = dealt["hand"].get("lines", ())
        kind = "fold" if len(lines) % 3 and turn.get("fold") else "call"
        return {"type": "tap", "act": {"type": kind}}

    async def act(self) -> None:
        """Do it, and note how long it took until the answer. A busy room is asked again, as the page does."""
        self.sent += 1
        began = perf_counter()
        message = {"type": "dealer_cmd", "id": f"{self.table}-{self.sent}", "tournament": self.tournament,
                   "table": self.table, "do": self.next()}  # fmt: skip
        self.send(message)
        while True:
            for one in await self.hear():
                if one["type"] == "ack":
                    self.times.append(perf_counter() - began)
                    return
                if one["type"] != "dealer" and one.get("code") not in BUSY:
                    raise SystemExit(f"table {self.table}: {one}")
                if one["type"] == "nack":
                    self.busy += 1
                    await asyncio.sleep(AGAIN)
                    self.send(message)

    async def deal(self, rate: float, seconds: float) -> None:
        """Act so often for so long; who is late does not make up for it."""
        end = perf_counter() + seconds
        await asyncio.sleep(self.table % 50 / 50 / rate)
        while (began := perf_counter()) < end:
            await self.act()
            await asyncio.sleep(max(0.0, began + 1 / rate - perf_counter()))


def cpu_of(pid: int) -> float:
    """The seconds of CPU that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def run(
    address: str, link: str, pid: int, tables: int, rate: float, seconds: float
) -> tuple[list[float], int, float]:
    """The times of all acts, how many answers were busy, and the seconds of CPU that the room used."""
    async with httpx.AsyncClient(base_url=address, follow_redirects=True, timeout=120) as client:
        page = await client.get(link)
        await client.post("/host", data=dict(re.findall(r'name="(\w+)" value="([^"]*)"', page.text)))
        csrf = (await client.get("/api/me")).json()["csrf"]
        header = {"x-csrftoken": csrf}
        form = {"title": "Bench", "preset": "regular", "live": True}
        opened = (await client.post("/api/tournaments", json=form, headers=header)).json()
        path = f"/api/tournaments/{opened['id']}"
        names = [f"P{at}" for at in range(tables * SEATS)]
        for at in range(0, len(names), 100):
            form = {"text": "\n".join(names[at : at + 100])}
            (await client.post(f"{path}/names", json=form, headers=header)).raise_for_status()
        for at, kind in enumerate(("draw_seats", "start")):
            done = await client.post(f"{path}/do", json={"id": f"s{at}", "do": {"type": kind}}, headers=header)
            done.raise_for_status()
        numbers = (await client.get(f"{path}/tables")).json()
        found = []
        while True:
            found += [one["number"] for one in numbers["tables"]]
            if not numbers.get("next"):
                break
            numbers = (await client.get(f"{path}/tables?from={numbers['next']}")).json()
        pin = next(one["pin"] for one in opened["pins"] if one["role"] == "floor")  # one PIN for all tables
        async with httpx.AsyncClient(base_url=address, timeout=120) as floor:
            csrf = (await floor.get("/api/me")).json()["csrf"]
            entered = {"pin": pin, "name": "Flo"}
            (await floor.post(f"{path}/enter", json=entered, headers={"x-csrftoken": csrf})).raise_for_status()
            cookies = "; ".join(f"{name}={value}" for name, value in floor.cookies.items())
        dealers = [Dealer(address, cookies, opened["id"], number) for number in found[:tables]]
        for dealer in dealers:
            await dealer.start()
        before = cpu_of(pid)
        await asyncio.gather(*[dealer.deal(rate, seconds) for dealer in dealers])
        times = [time for dealer in dealers for time in dealer.times]
        return times, sum(dealer.busy for dealer in dealers), cpu_of(pid) - before


def main() -> None:
    """Run the room and the dealers, and print the percentiles."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--rate", type=float, default=2.0)
    parser.add_argument("--seconds", type=float, default=20.0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "sidepot", "serve", "--port", "0", "--data", folder, "--json", "--no-limits"]
        with subprocess.Popen([*command, "--no-demo"], stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            told = json.loads(server.stdout.readline())
            try:
                work = run(told["address"], told["host_link"], server.pid, given.tables, given.rate, given.seconds)
                times, busy, cpu = asyncio.run(work)
            finally:
                server.terminate()
    times.sort()
    p50, p99 = [times[int(len(times) * part)] * 1000 for part in (0.5, 0.99)]
    print(f"{len(times)} acts at {given.tables} tables: p50 {p50:.1f} ms, p99 {p99:.1f} ms, {busy} busy answers")
    print(f"the room used {cpu / len(times) * 1000:.2f} ms of CPU an act")


if __name__ == "__main__":
    main()
