"""Players of a tournament over real sockets, for `online.py`: each follows it, enters, and acts where they sit.

They run in a process of their own. A line on the standard output says what they have seen once all is over.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from room_client import Socket, answer

HOST = "127.0.0.1"
AT_ONCE = 50  # sockets that are opened at the same time
_DECODE = msgspec.json.Decoder()


class Entrant:
    """One player: goes to the table at which they sit, and answers there after `think` seconds."""

    def __init__(self, tournament: str, think: float, rng: Random, waits: list[float]) -> None:
        self.tournament, self.think, self.rng, self.waits = tournament, think, rng, waits
        self.loop = asyncio.get_running_loop()
        self.socket: Socket | None = None
        self.table = ""
        self.turn = 0
        self.said = 0
        self.sent: dict[str, float] = {}
        self.refused = 0
        self.entered: asyncio.Future[None] = self.loop.create_future()
        self.over: asyncio.Future[None] = self.loop.create_future()

    def begin(self) -> None:
        """Follow the tournament, and enter it."""
        self.send({"type": "hello", "since": {}})
        self.send({"type": "watch", "topic": f"tournament/{self.tournament}"})
        self.send({"type": "tournament_cmd", "id": "enter", "tournament": self.tournament, "do": {"type": "register"}})

    def send(self, message: Any) -> None:
        """Send a message."""
        assert self.socket is not None
        self.socket.send(message)

    def hear(self, data: bytes) -> None:
        """One message of the server; the events of the tables are for others to look at."""
        match data[9:13]:
            case b"tour":
                self._follow(_DECODE.decode(data))
            case b"your":
                self._mine(_DECODE.decode(data))
            case b'ack"' | b"nack":
                self._answered(_DECODE.decode(data))

    def _follow(self, told: dict[str, Any]) -> None:
        table = told.get("yours", {}).get("table", "")
        if table and table != self.table:
            self.table, self.turn = table, 0
            self.send({"type": "watch", "table": table, "since": 0})
        if told["state"]["phase"] == "over" and not self.over.done():
            self.over.set_result(None)

    def _mine(self, yours: dict[str, Any]) -> None:
        options, turn = yours.get("options"), yours.get("turn", 0)
        if options is None or turn <= self.turn or yours.get("table") != self.table:
            return
        self.turn = turn
        self.loop.call_later(self.rng.uniform(0.5, 1.5) * self.think, self._act, self.table, turn, options)

    def _act(self, table: str, turn: int, options: dict[str, Any]) -> None:
        self.said += 1
        name = f"c{self.said}"
        self.sent[name] = self.loop.time()
        do = {"type": "act", "turn": turn, "command": answer(options, self.rng.random())}
        self.send({"type": "cmd", "id": name, "table": table, "do": do})

    def _answered(self, told: dict[str, Any]) -> None:
        if told["id"] == "enter":
            self.entered.set_result(None)
        elif told["type"] == "ack" and told["id"] in self.sent:
            self.waits.append(self.loop.time() - self.sent.pop(told["id"]))
        else:
            self.refused += 1


async def play(port: int, tokens: list[str], cookie: str, tournament: str, think: float) -> dict[str, Any]:
    """All of them, until the tournament is over."""
    waits: list[float] = []
    door = asyncio.Semaphore(AT_ONCE)
    loop = asyncio.get_running_loop()

    async def one(number: int, token: str) -> Entrant:
        found = Entrant(tournament, think, Random(number), waits)
        headers = f"Cookie: {cookie}={token}\r\nOrigin: http://{HOST}:{port}\r\n"
        async with door:
            _, found.socket = await loop.create_connection(
                lambda: Socket("/ws", f"{HOST}:{port}", headers, found.hear), HOST, port
            )
            await found.socket.opened
            found.begin()
            await found.entered
        return found

    players = await asyncio.gather(*[one(number, token) for number, token in enumerate(tokens)])
    print("entered", flush=True)
    await asyncio.gather(*[player.over for player in players])
    for player in players:
        assert player.socket is not None
        player.socket.close()
    waits.sort()
    return {
        "socket_acts": len(waits),
        "socket_p99_ms": round(waits[len(waits) * 99 // 100] * 1000, 1) if waits else 0.0,
        "socket_median_ms": round(waits[len(waits) // 2] * 1000, 1) if waits else 0.0,
        "socket_refused": sum(player.refused for player in players),
    }


def main() -> None:
    """Read who they are from a file, and play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("people", type=Path, help="JSON: port, tokens, cookie, tournament, think")
    told = json.loads(parser.parse_args().people.read_text())
    print(json.dumps(asyncio.run(play(**told))), flush=True)


if __name__ == "__main__":
    sys.exit(main())
