"""A crowd of guests at a tournament, each over a socket of their own, who play as a test tells them to.

Nobody of them risks anything, unless the test has given them a part: a pair is all-in against each other, one at a
time, so that the test knows how many can go out. What they do depends on no card.
"""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("httpx", reason=SERVE.reason)

import httpx
from page_room import Options, Room, post, stays
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

QUESTIONS = (6, 8, 10, 13)  # what may be asked besides a bet: `stays` answers


def played(part: str, may: Options, hand: Any) -> dict[str, Any]:
    """What somebody with that part does.

    `lead` raises to all but the last chip, and bets that after the flop; `shove` is all-in, `call` calls, and without a
    part one checks or folds.
    """
    if may["due"] in QUESTIONS:
        return stays(may)
    after_flop = bool(hand["boards"] and hand["boards"][0])
    if part == "lead" and may["raise_max"] and after_flop:
        return {"type": "raise_to", "to": may["raise_max"]}
    if part == "lead" and may["raise_max"] and may["raise_max"] - may["step"] >= may["raise_min"]:
        return {"type": "raise_to", "to": may["raise_max"] - may["step"]}
    if part == "shove" and may["raise_max"]:
        return {"type": "raise_to", "to": may["raise_max"]}
    if may["may_check"]:
        return {"type": "check"}
    return {"type": "call"} if part else {"type": "fold"}


class Crowd:
    """Guests `names` in `tournament`: `parts` of those who do more than fold, `hands` of the tables."""

    def __init__(self, room: Room, tournament: str, names: list[str]) -> None:
        self.room = room
        self.tournament = tournament
        self.names = names
        self.parts: dict[str, str] = {}
        self.hands: dict[str, int] = {}
        self._cookies: dict[str, str] = {}
        with httpx.Client(base_url=room.address, timeout=60) as client:
            for name in names:
                client.cookies.clear()
                post(client, "/api/guest", {"name": name})
                post(client, f"/api/tournaments/{tournament}/say", {"id": "in", "do": {"type": "register"}})
                self._cookies[name] = "; ".join(f"{key}={value}" for key, value in client.cookies.items())
        self._thread = threading.Thread(target=lambda: asyncio.run(self._everybody()), daemon=True)
        self._running = threading.Event()

    def __enter__(self) -> Crowd:
        self._thread.start()
        self._running.wait(60)
        return self

    def __exit__(self, *what: object) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(60)

    async def _everybody(self) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        self._running.set()
        players = [self._loop.create_task(self._play(name)) for name in self.names]
        await self._end.wait()
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)

    async def _play(self, name: str) -> None:
        there = self.room.address.replace("http", "ws", 1) + "/ws"
        headers, origin = {"Cookie": self._cookies[name]}, Origin(self.room.address)
        async with connect(
            there, additional_headers=headers, origin=origin, open_timeout=60, close_timeout=5
        ) as socket:
            for said in ({"type": "hello", "protocol": 1}, {"type": "watch", "topic": f"tournament/{self.tournament}"}):
                await socket.send(json.dumps(said))
            one = _One(self, name)
            try:
                async for frame in socket:
                    for line in str(frame).split("\n"):
                        for answer in one.hear(json.loads(line)):
                            await socket.send(json.dumps(answer))
            except ConnectionClosed:
                return


class _One:
    """One of the crowd."""

    def __init__(self, crowd: Crowd, name: str) -> None:
        self.crowd = crowd
        self.name = name
        self.table = ""
        self.hand: Any = {"boards": []}
        self.agreed = 0

    def hear(self, told: dict[str, Any]) -> list[dict[str, Any]]:
        """What one says to a message."""
        match told["type"]:
            case "tournament":
                return self._of_tournament(told)
            case "snapshot" | "event" if told["table"] == self.table:
                self.hand = {"boards": [], **told["state"]}
                self.crowd.hands[self.table] = told["state"].get("hand", 0)
            case "yours" if told["table"] == self.table and told.get("options"):
                may = {"may_check": False, "raise_max": 0, "raise_min": 0, "step": 1, **told["options"]}
                command = played(
                    self.crowd.parts.get(self.name, ""), {**may, "cards": told.get("cards", [])}, self.hand
                )
                do = {"type": "act", "turn": told["turn"], "command": command}
                return [{"type": "cmd", "id": f"turn {told['turn']}", "table": self.table, "do": do}]
        return []

    def _of_tournament(self, told: dict[str, Any]) -> list[dict[str, Any]]:
        said: list[dict[str, Any]] = []
        mine = told.get("yours", {})
        if mine.get("table") and mine["table"] != self.table:
            self.table = mine["table"]
            said.append({"type": "watch", "table": self.table})
        offer = told["state"].get("offer")
        if offer and "answer_deal" in mine.get("may", ()) and offer["number"] != self.agreed:
            self.agreed = offer["number"]
            do = {"type": "answer_deal", "offer": self.agreed, "yes": True}
            said.append(
                {"type": "tournament_cmd", "id": f"deal {self.agreed}", "tournament": self.crowd.tournament, "do": do}
            )
        return said
