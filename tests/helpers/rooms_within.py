"""A room in this process, without a server and without a port: a live tournament, an online tournament, a
table, and the host, whose requests and messages go to the application itself."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, contextmanager
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from litestar import Litestar
from one_app import app_of
from web_rooms import PLAIN

from sidepot.room.runtime.subscribers import SendQueue
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.store.store import open_store
from sidepot.web.auth.identities import new_host_token
from sidepot.web.auth.sessions import cookie_name
from sidepot.web.security.devices import ConnectionHashes
from sidepot.web.state import AppState, now_ms, open_app_state
from sidepot.web.ws.client import Client

T = TypeVar("T")
PLAYERS = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo", "Kit", "Lee")


class Answer(NamedTuple):
    """What the application answers."""

    status: int
    told: Any

    @property
    def because(self) -> str:
        return str(self.told.get("because", ""))


class Line:
    """The line of a client: what the room writes is kept."""

    def __init__(self) -> None:
        self.queue = SendQueue(self._wake, lambda: None)
        self.heard: list[dict[str, Any]] = []
        self.on_text: Callable[[bytes], None] | None = None
        self.fell_behind: Callable[[], None] | None = None
        self.caught_up: Callable[[], None] | None = None

    def write(self, data: bytes) -> None:
        self.heard.append(json.loads(data))

    def hang_up(self, code: int, reason: str) -> None:
        self.heard.append({"type": "closed", "code": code, "because": reason})

    def _wake(self) -> None:
        asyncio.get_running_loop().call_soon(self._send)

    def _send(self) -> None:
        self.heard += [json.loads(data) for data in self.queue.pending]
        self.queue.pending.clear()
        self.queue.ready.clear()


class Room:
    """The room, and its host. The evening is tournament 1, the online one tournament 2."""

    def __init__(self, runner: asyncio.Runner, app_state: AppState, app: Litestar) -> None:
        self.run: Callable[[Coroutine[Any, Any, T]], T] = runner.run
        self.app_state = app_state
        self.app = app
        self.cookies: dict[str, str] = {}
        self.csrf = ""
        self.acts = 0

    async def open(self) -> None:
        self.csrf = (await self.ask("GET", "/api/me")).told["csrf"]
        await self.ask("POST", "/api/host", {"token": await new_host_token(self.app_state)})
        self.csrf = (await self.ask("GET", "/api/me")).told["csrf"]
        await self.ok("POST", "/api/tournaments", {"title": "Friday", "preset": "regular", "live": True})
        await self.ok("POST", "/api/tournaments", {"title": "Online", "preset": "turbo"})
        await self.ok("POST", "/api/tables", {"title": "Cash"})
        for player in PLAYERS:
            await self.act("register", player=player)
        await self.act("draw_seats")
        assert (await self.act("start")).status == 200

    # ---- over HTTP

    async def ask(self, method: str, path: str, data: Any = None, *, stranger: bool = False) -> Answer:
        """Ask as the host, or as somebody without a session."""
        path, _, query = path.partition("?")
        body = json.dumps(data).encode() if method == "POST" else b""
        cookies = [f"{name}={value}" for name, value in self.cookies.items() if not stranger or "csrf" in name]
        headers = {"host": "room.test", "content-type": "application/json", "x-csrftoken": self.csrf}
        headers["cookie"] = "; ".join(cookies)
        scope: Any = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
            "path": path, "raw_path": path.encode(), "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 1), "server": ("room.test", 80), "root_path": "",
        }  # fmt: skip
        sent: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        for name, value in sent[0]["headers"]:
            if name.lower() == b"set-cookie":
                self.cookies |= {key: one.value for key, one in SimpleCookie(value.decode()).items()}
        text = b"".join([message.get("body", b"") for message in sent[1:]])
        return Answer(sent[0]["status"], json.loads(text) if text[:1] in (b"{", b"[") else {})

    async def ok(self, method: str, path: str, data: Any = None) -> Any:
        answer = await self.ask(method, path, data)
        assert answer.status == 200, answer
        return answer.told

    async def act(self, kind: str, **fields: Any) -> Answer:
        """An act at the desk of the evening."""
        self.acts += 1
        return await self.ask("POST", "/api/tournaments/1/do", {"id": f"c{self.acts}", "do": {"type": kind, **fields}})

    # ---- over a socket

    async def socket(self) -> Line:
        """A socket of the host, who has said hello."""
        who = await self.app_state.accounts.who(self.cookies[cookie_name(self.app_state.room)], now_ms())
        line = Line()
        Client(self.app_state, line, who, "", ConnectionHashes(), {})
        say(line, {"type": "hello"})
        return line


def say(line: Line, message: Any) -> None:
    """Send a message on a socket."""
    assert line.on_text is not None
    line.on_text(json.dumps(message).encode())


@contextmanager
def room_within(folder: Path) -> Iterator[Room]:
    """A room that is open as long as the block runs; its loop runs only while it is asked for something."""
    with asyncio.Runner() as runner:
        stack = AsyncExitStack()

        async def opened() -> Room:
            store = await stack.enter_async_context(open_store(folder / "room.db"))
            app_state = await stack.enter_async_context(open_app_state(PLAIN, store, TableRegistry(store)))
            room = Room(runner, app_state, stack.enter_context(app_of(app_state)))
            await room.open()
            return room

        try:
            yield runner.run(opened())
        finally:
            runner.run(stack.aclose())
