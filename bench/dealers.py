"""250 dealers' helpers at once, two acts a second each: how long an act takes until it is durable and answered.

    python bench/dealers.py [--tables 250] [--rate 2] [--seconds 20]

The room runs in a process of its own, the dealers in this one, over HTTP with one connection each. The aim is a 99th
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


class Dealer:
    """The dealer of one table: hand after hand, one act at a time, over a connection of their own.

    The connection is plain HTTP/1.1, because a client library would take more of the machine than the room does.
    """

    def __init__(self, address: str, path: str, table: int) -> None:
        self.address, self.path, self.table = address, f"{path}/dealer/{table}", table
        self.sent = 0
        self.times: list[float] = []
        self.view: Any = None
        self.head = ""

    async def start(self, client: httpx.AsyncClient, csrf: str) -> None:
        """Look at the table, as the role that the client has signed in for."""
        self.view = (await client.get(self.path)).json()
        cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        place = self.address.removeprefix("http://")
        self.head = (
            f"POST {self.path} HTTP/1.1\r\nhost: {place}\r\ncookie: {cookies}\r\nx-csrftoken: {csrf}\r\n"
            "content-type: application/json\r\ncontent-length: "
        )

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
        """Do it, and note how long the answer took."""
        self.sent += 1
        began = perf_counter()
        body = json.dumps({"id": f"{self.table}-{self.sent}", "do": self.next()})
        self.writer.write(f"{self.head}{len(body)}\r\n\r\n{body}".encode())
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        length = re.search(r"(?i)content-length: (\d+)", head)
        assert length is not None, head
        answer = await self.reader.readexactly(int(length[1]))
        self.times.append(perf_counter() - began)
        if " 200 " not in head.partition("\r\n")[0]:
            raise SystemExit(f"table {self.table}: {answer.decode()}")
        self.view = msgspec.json.decode(answer)

    async def deal(self, rate: float, seconds: float) -> None:
        """Act so often for so long; who is late does not make up for it."""
        host, _, port = self.address.removeprefix("http://").partition(":")
        self.reader, self.writer = await asyncio.open_connection(host, int(port))
        end = perf_counter() + seconds
        await asyncio.sleep(self.table % 50 / 50 / rate)
        while (began := perf_counter()) < end:
            await self.act()
            await asyncio.sleep(max(0.0, began + 1 / rate - perf_counter()))


def cpu_of(pid: int) -> float:
    """The seconds of CPU that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def run(address: str, link: str, pid: int, tables: int, rate: float, seconds: float) -> tuple[list[float], float]:
    """The times of all acts, and the seconds of CPU that the room used for them."""
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
        dealers = [Dealer(address, path, number) for number in found[:tables]]
        pin = next(one["pin"] for one in opened["pins"] if one["role"] == "floor")  # one PIN for all tables
        async with httpx.AsyncClient(base_url=address, timeout=120) as floor:
            csrf = (await floor.get("/api/me")).json()["csrf"]
            entered = {"pin": pin, "name": "Flo"}
            (await floor.post(f"{path}/enter", json=entered, headers={"x-csrftoken": csrf})).raise_for_status()
            for dealer in dealers:
                await dealer.start(floor, csrf)
        before = cpu_of(pid)
        await asyncio.gather(*[dealer.deal(rate, seconds) for dealer in dealers])
        return [time for dealer in dealers for time in dealer.times], cpu_of(pid) - before


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
                times, cpu = asyncio.run(work)
            finally:
                server.terminate()
    times.sort()
    p50, p99 = [times[int(len(times) * part)] * 1000 for part in (0.5, 0.99)]
    print(f"{len(times)} acts at {given.tables} tables: p50 {p50:.1f} ms, p99 {p99:.1f} ms")
    print(f"the room used {cpu / len(times) * 1000:.2f} ms of CPU an act")


if __name__ == "__main__":
    main()
