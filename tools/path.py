"""How long the way of a command is: the functions, and files, of sidepot that run for it on the server, warm.

python tools/path.py                 # a raise, and a player who busts, each after others of its kind
python tools/path.py --functions     # and which functions those are, by file
python tools/path.py --order         # and which they are in the order of their first calls, each below its caller
python tools/path.py --json

The room runs in this process, without a port: HTTP and sockets go to the ASGI application, and the store is a file.
Messages and frames of a socket take its shortcut, as in the server (`web/asgi.py`).
Everything of `src/sidepot` that Python calls is counted, in every thread, from the moment the message is handed to the
application until the answer is there:

* a raise: from the player's `cmd` to their `ack`, with three players at the table and all of them watching. It is
  durable by then, and everybody who watches has it;
* a bust: from the POST of the director until its answer is there, and two displays have the news.

Comprehensions and generator expressions are no functions of their own. Each way is taken several times, and the
shortest counts: a timer may ring in any of them. The figures do not depend on how busy the machine is.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from http.cookies import SimpleCookie
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FrameType
from typing import Any, Final

import sidepot

SOURCES: Final = str(Path(sidepot.__file__).parent)
ROUNDS: Final = 5  # ways of each kind
PATIENCE: Final = 30.0  # seconds for an answer
PLAYERS: Final = 27  # of the live tournament, at three tables
DISPLAYS: Final = 2
GAP: Final = 0.3  # seconds between two busts, so that displays have the news of each at once

Found = dict[CodeType, int]  # functions, and how many others of sidepot were below each when it was called first


class Counter:
    """Counts the functions of sidepot that run while it is on, in all threads that begin after it was made."""

    def __init__(self) -> None:
        self._found: dict[CodeType, int] = {}
        self._is_on = False
        threading.setprofile(self._look)
        sys.setprofile(self._look)

    @contextmanager
    def on(self) -> Iterator[Found]:
        """The functions that run in this block, in the order of their first calls, with how deep each was called."""
        found: Found = {}
        self._found = found
        self._is_on = True
        try:
            yield found
        finally:
            self._is_on = False

    def stop(self) -> None:
        """Count no more."""
        threading.setprofile(None)
        sys.setprofile(None)

    def _look(self, frame: FrameType, what: str, _: Any) -> None:
        code = frame.f_code
        if not self._is_on or what != "call" or code in self._found or not is_of_sidepot(code):
            return
        depth, caller = 0, frame.f_back
        while caller is not None:
            depth += is_of_sidepot(caller.f_code)
            caller = caller.f_back
        self._found[code] = depth


def is_of_sidepot(code: CodeType) -> bool:
    """Whether it is a function of sidepot."""
    return code.co_filename.startswith(SOURCES) and not code.co_name.startswith("<")


def name_of(code: CodeType) -> str:
    """A function as `file function`."""
    return f"{code.co_filename[len(SOURCES) + 1 :]} {code.co_qualname}"


class Wire:
    """The transport of a socket: each frame, which has lines of JSON, goes to `hear`."""

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        self._hear = hear

    def is_closing(self) -> bool:
        """Never."""
        return False

    def write(self, frame: bytes) -> None:
        """Take the content out of a frame, whose header has 2, 4 or 10 bytes."""
        self._hear(frame[{126: 4, 127: 10}.get(frame[1], 2) :])


class Browser:
    """Somebody at the room: requests with their cookies, and a socket."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self._cookies: dict[str, str] = {}
        self._csrf = ""
        self._to_server: asyncio.Queue[Any] = asyncio.Queue()
        self._socket: asyncio.Task[None] | None = None
        self._shortcut: Any = None
        self.heard: list[dict[str, Any]] = []
        self._news = asyncio.Event()

    def _scope(self, kind: str, path: str, **more: Any) -> dict[str, Any]:
        cookies = "; ".join([f"{name}={value}" for name, value in self._cookies.items()])
        headers = {"host": "room.test", "content-type": "application/json", "x-csrftoken": self._csrf}
        return {
            "type": kind, "asgi": {"version": "3.0"}, "http_version": "1.1", "path": path, "raw_path": path.encode(),
            "query_string": b"", "client": ("127.0.0.1", 1), "server": ("room.test", 80), "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in {**headers, "cookie": cookies}.items()],
            **more,
        }  # fmt: skip

    async def ask(self, method: str, path: str, data: Any = None) -> Any:
        """The answer to a request."""
        sent: list[Any] = []
        body = json.dumps(data).encode() if data is not None else b""

        async def receive() -> Any:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        await self._app(self._scope("http", path, method=method, scheme="http"), receive, send)
        for name, value in sent[0]["headers"]:
            if name.lower() == b"set-cookie":
                self._cookies |= {key: one.value for key, one in SimpleCookie(value.decode()).items()}
        text = b"".join([message.get("body", b"") for message in sent[1:]])
        if sent[0]["status"] != 200:
            raise SystemExit(f"{method} {path} was answered with {sent[0]['status']}: {text.decode()}")
        return json.loads(text)

    async def look(self) -> None:
        """Find out the token that requests must carry."""
        self._csrf = (await self.ask("GET", "/api/me"))["csrf"]

    async def connect(self) -> None:
        """Open a socket, and say hello."""
        from sidepot.web.asgi import SHORTCUT, RefusedSockets
        from sidepot.web.socket_backpressure import Shortcut

        def hear(data: bytes) -> None:
            self.heard += map(json.loads, data.splitlines())
            self._news.set()

        async def send(message: Any) -> None:
            if message["type"] == "websocket.send":
                hear(message["text"].encode())

        self._shortcut = Shortcut()
        self._shortcut.transport = Wire(hear)
        state = {SHORTCUT: self._shortcut}
        scope: Any = self._scope("websocket", "/ws", scheme="ws", subprotocols=[], extensions={}, state=state)
        self._to_server.put_nowait({"type": "websocket.connect"})
        serve = RefusedSockets(self._app)(scope, self._to_server.get, send)
        self._socket = asyncio.get_running_loop().create_task(serve)
        self.say(type="hello")
        await self.hear(lambda one: one["type"] == "hello")

    def again(self) -> Browser:
        """The same person with another socket."""
        found = Browser(self._app)
        found._cookies, found._csrf = self._cookies, self._csrf
        return found

    def say(self, **message: Any) -> None:
        """Send a message, as a socket gives it to the application (`web/asgi.py`)."""
        text = json.dumps(message)
        take = self._shortcut.take if self._shortcut is not None and self._to_server.empty() else None
        if take is None or not take(text.encode()):
            self._to_server.put_nowait({"type": "websocket.receive", "text": text})

    async def command(self, id: str, table: str, do: Any) -> None:  # noqa: A002
        """Give a command to a table, and wait for its `ack`."""
        self.say(type="cmd", id=id, table=table, do=do)
        answer = await self.hear(lambda one: one.get("id") == id)
        if answer["type"] != "ack":
            raise SystemExit(f"{do} was refused: {answer}")

    async def hear(self, is_it: Callable[[dict[str, Any]], bool], since: int = 0) -> dict[str, Any]:
        """The first message of that kind after the first `since`."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for one in self.heard[since:]:
                    if is_it(one):
                        return one
                self._news.clear()
                await self._news.wait()

    async def close(self) -> None:
        """Close the socket."""
        if self._socket is not None:
            self._to_server.put_nowait({"type": "websocket.disconnect", "code": 1000})
            with suppress(asyncio.CancelledError):
                await self._socket


@asynccontextmanager
async def room_in(folder: Path) -> AsyncIterator[tuple[Any, str]]:
    """The application of a room that is open, and the token that makes somebody its host."""
    from sidepot.room.runtime.tables import TableRegistry
    from sidepot.room.store.store import open_store
    from sidepot.web.app import make_app
    from sidepot.web.auth.identities import new_host_token
    from sidepot.web.settings import Settings
    from sidepot.web.state import open_app_state

    settings = Settings(limits=False, demo=False)
    async with (
        open_store(folder / "room.db") as store,
        open_app_state(settings, store, TableRegistry(store)) as app_state,
    ):
        yield make_app(app_state), await new_host_token(app_state)


async def raises(host: Browser, players: list[Browser], counter: Counter) -> list[Found]:
    """Three players raise each other by the least, in one betting round."""
    table = (await host.ask("POST", "/api/tables", {"title": "Cash", "bet": 2, "seconds": 600}))["id"]
    for number, player in enumerate(players):
        player.say(type="watch", table=table)
        accept = (await player.hear(lambda one: one["type"] == "yours"))["accept"]
        await player.command(f"sit{number}", table, {"type": "sit", "waits": False, "accepts": accept})
    found: list[Found] = []
    for number in range(ROUNDS + 1):
        player, own = await _to_act(players)
        to = own["options"]["raise_min"]
        act = {"type": "act", "turn": own["turn"], "command": {"type": "raise_to", "to": to}}
        with counter.on() as functions:
            await player.command(f"raise{number}", table, act)
        found.append(functions)
    return found[1:]


async def _to_act(players: list[Browser]) -> tuple[Browser, dict[str, Any]]:
    """The player whose turn it is, and their own view."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for player in players:
                own: dict[str, Any] = next((one for one in reversed(player.heard) if one["type"] == "yours"), {})
                if own.get("options"):
                    return player, own
            await asyncio.sleep(0.01)


async def busts(host: Browser, displays: list[Browser], counter: Counter) -> list[Found]:
    """Players of a live tournament bust, at one table after the other."""
    tournament = (await host.ask("POST", "/api/tournaments", {"title": "Friday", "preset": "regular", "live": True}))[
        "id"
    ]
    path = f"/api/tournaments/{tournament}"
    await host.ask("POST", f"{path}/names", {"text": "\n".join([f"player {number}" for number in range(PLAYERS)])})
    for number, act in enumerate(("draw_seats", "start")):
        await host.ask("POST", f"{path}/do", {"id": f"begin{number}", "do": {"type": act}})
    for display in displays:
        display.say(type="watch", topic=f"tournament/{tournament}/screen")
        await display.hear(_is_news)
    tables = (await host.ask("GET", f"{path}/director"))["tables"]
    seated = [[seat["player"] for seat in table["seats"] if seat.get("player")] for table in tables]
    found: list[Found] = []
    for number in range(ROUNDS + 1):
        here = seated[number % len(seated)]
        player, by = here.pop(), here[0]
        await asyncio.sleep(GAP)
        known = [len(display.heard) for display in displays]
        with counter.on() as functions:
            out = {"type": "out", "player": player, "by": [by]}
            answer = host.ask("POST", f"{path}/do", {"id": f"out{number}", "do": out})
            news = [one.hear(_is_news, since) for one, since in zip(displays, known, strict=True)]
            _, *answers = await asyncio.gather(answer, *news)
        if any(one["state"]["left"] != PLAYERS - number - 1 for one in answers):
            raise SystemExit(f"a display does not show that {player} is out")
        found.append(functions)
    return found[1:]


def _is_news(message: dict[str, Any]) -> bool:
    return bool(message["type"] == "screen")


async def measure() -> dict[str, Found]:
    """The functions of each way, by its name."""
    counter = Counter()
    try:
        with TemporaryDirectory() as folder:
            async with room_in(Path(folder)) as (app, token):
                host = Browser(app)
                await host.look()
                await host.ask("POST", "/api/host", {"token": token})
                await host.look()
                players = [Browser(app) for _ in range(3)]
                for number, player in enumerate(players):
                    await player.look()
                    await player.ask("POST", "/api/guest", {"name": f"P{number}"})
                displays = [host.again() for _ in range(DISPLAYS)]
                for one in (*players, *displays):
                    await one.connect()
                ways = {
                    "raise": await raises(host, players, counter),
                    "bust": await busts(host, displays, counter),
                }
                for one in (*players, *displays):
                    await one.close()
    finally:
        counter.stop()
    return {name: min(found, key=len) for name, found in ways.items()}


def files_of(functions: list[str]) -> list[str]:
    """The files that they are in, in order."""
    return list(dict.fromkeys([one.partition(" ")[0] for one in functions]))


def indented(found: Found) -> list[str]:
    """The functions in the order of their first calls, each with its file, below its caller."""
    return [f"{'  ' * depth}{code.co_qualname}  ({name_of(code).partition(' ')[0]})" for code, depth in found.items()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--functions", action="store_true", help="list them")
    parser.add_argument("--order", action="store_true", help="list them in the order of their first calls")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    args = parser.parse_args()
    ways_found = asyncio.run(measure())
    found = {name: sorted(map(name_of, some)) for name, some in ways_found.items()}
    if args.json:
        ways = {
            name: {"functions": len(some), "files": len(files_of(some)), "of": some} for name, some in found.items()
        }
        print(json.dumps(ways, indent=2))
        return
    for name, some in found.items():
        print(f"{name:>6}: {len(some):4} functions in {len(files_of(some)):3} files")
        if args.functions:
            print("\n".join([f"          {one}" for one in some]))
        if args.order:
            print("\n".join([f"          {one}" for one in indented(ways_found[name])]))


if __name__ == "__main__":
    main()
