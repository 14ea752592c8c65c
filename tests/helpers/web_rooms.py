"""Rooms for tests of the server: with a hall that only notes what is said, or the real one; and clients for them."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import ExitStack, asynccontextmanager, closing, contextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar, TypeVar

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

import httpx
import msgspec
from anyio.from_thread import BlockingPortal, start_blocking_portal
from litestar import Litestar
from litestar.testing import TestClient
from one_app import app_of
from websockets.sync.client import ClientConnection, connect

from sidepot.errors import Cite, Conflict
from sidepot.room.runtime.bots import BotPlayers, Pace
from sidepot.room.runtime.lobby import TableSummary
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.store.store import Store, open_store
from sidepot.room.table import commands as s
from sidepot.room.table.terms import RoomTerms
from sidepot.web.listening import listen
from sidepot.web.server import _Server, config_of, lan_config_of, loop_factory
from sidepot.web.settings import Settings
from sidepot.web.state import AppState, now_ms, open_app_state

T = TypeVar("T")
SOON = 60  # seconds for anything to happen, on a machine that does much else
SECRET = "Ah Kh"  # what a fault of the fake table says: it must never be seen


def quick_hall(store: Any) -> TableRegistry:
    """A real hall, whose bots answer at once."""
    return TableRegistry(store, bots=BotPlayers(Pace(0.0, 0.01)))


class FakeActor:
    """A table that takes everything but `Leave`, and tells all who watch the number of what was said."""

    def __init__(self, table: str, terms: RoomTerms) -> None:
        empty = SimpleNamespace(places={})
        self.machine = SimpleNamespace(id=table, hands={}, phase="playing", terms=terms, seq=1, names={}, table=empty)
        self.said: list[tuple[str, str, bool, s.TableCommand]] = []
        self.subscribers: list[Any] = []
        self.ids: dict[str, int] = {}
        self.size = 0
        self.late: Callable[[], None] | None = None
        self.holds = False

    def submit(self, said: s.TableCommand, done: Any, *, by: str, id: str, staff: bool, account: str) -> None:  # noqa: A002
        if id in self.ids:
            done(self.ids[id], None)
        elif isinstance(said, s.Leave):
            done(0, Conflict("you are not here", Cite("PG", "1"), code="not_at_table"))
        else:
            self.said.append((by, id, staff, said))
            self.tell()
            self.ids[id] = self.machine.seq
            if self.holds:
                self.late = lambda: done(self.ids[id], None)
            else:
                done(self.machine.seq, None)

    def tell(self) -> None:
        self.machine.seq += 1
        data = msgspec.json.encode(
            {"type": "event", "table": self.machine.id, "seq": self.machine.seq, "pad": "x" * self.size}
        )
        for viewer in self.subscribers:
            if not viewer.queue.behind:
                viewer.queue.put(data)

    def watch(self, viewer: Any, since: int) -> None:
        if viewer not in self.subscribers:
            self.subscribers.append(viewer)
        told = {"type": "snapshot", "table": self.machine.id, "seq": self.machine.seq, "since": since}
        if not viewer.queue.behind:
            viewer.queue.put(msgspec.json.encode(told))

    def unwatch(self, viewer: Any) -> None:
        self.subscribers.remove(viewer)


class FakeTournaments:
    """A room without tournaments."""

    frozen = 0
    unreadable: ClassVar[dict[str, str]] = {}

    def lines(self) -> list[Any]:
        return []

    def of_account(self, account: str) -> list[str]:
        return []

    async def open(self, terms: Any, by: str) -> str:
        return "1"

    async def find(self, tournament: str) -> Any:
        return self.actor(tournament)

    def get(self, tournament: str) -> Any:
        return None

    def actor(self, tournament: str) -> Any:
        raise Conflict(f"no such tournament: {tournament}", code="no_tournament")


class FakeRegistry:
    """A hall of such tables."""

    unreadable: ClassVar[dict[str, str]] = {}

    def __init__(self) -> None:
        self.tournaments = FakeTournaments()
        self.actors: dict[str, FakeActor] = {}
        self.stopped = False
        self.leaving = False
        self.tell_host: Callable[[str, str], None] | None = None
        self.connected: Callable[[], set[str]] = set
        self.heard: Callable[[str, dict[str, Any]], None] | None = None

    def gauges(self) -> dict[str, float]:
        return {}

    def tell_others(self, about: str, **facts: Any) -> None: ...

    async def start(self) -> None: ...

    async def stop(self) -> None:
        self.stopped = True

    cash_nights: ClassVar[None] = None

    @property
    def cash(self) -> Any:
        raise Conflict("no cash nights here", code="one_process_only")

    def clock(self) -> int:
        return now_ms()

    def forget(self) -> None: ...

    async def open(self, terms: RoomTerms, by: str) -> str:
        table = str(len(self.actors) + 1)
        self.actors[table] = FakeActor(table, terms)
        return table

    async def drain(self) -> bool: ...

    async def has_job(self, job: str) -> bool:
        return True

    def is_locked(self, table: str) -> bool:
        return bool(self.actor(table).machine.terms.locked)

    async def hands(self, table: str) -> list[int]:
        return sorted(self.actor(table).machine.hands)

    async def hand_at(self, table: str, number: int) -> Any:
        return self.actor(table).machine.hands.get(number)

    def phases(self) -> Counter[str]:
        return Counter(actor.machine.phase for actor in self.actors.values())

    async def known(self) -> set[str]:
        return set()

    def newly_known(self) -> set[str]:
        return set()

    def seats_of(self, account: str) -> list[str]:
        return []

    def tables(self) -> list[TableSummary]:
        return [TableSummary(table, "x", actor.machine.phase) for table, actor in self.actors.items()]

    def get(self, table: str) -> FakeActor | None:
        return self.actors.get(table)

    def actor(self, table: str) -> FakeActor:
        if table not in self.actors:
            raise Conflict(f"there is no table {table}")
        return self.actors[table]


class Running:
    """A server that runs in a thread of its own. `do` runs something in its loop."""

    def __init__(self, app_state: AppState, registry: Any, port: int, loop: asyncio.AbstractEventLoop) -> None:
        self.app_state = app_state
        self.registry = registry
        self.port = port
        self.loop = loop
        self.url = f"http://127.0.0.1:{port}"
        self.left_open = ExitStack()
        self.server: Any = None

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(SOON)

    def call(self, what: Callable[..., T], *args: Any) -> T:
        async def run() -> T:
            return what(*args)

        return self.do(run())

    def client(self) -> httpx.Client:
        return self.left_open.enter_context(httpx.Client(base_url=self.url, timeout=SOON, verify=False))

    def guest(self, name: str = "") -> Browser:
        found = Browser(self)
        found.post("/api/guest", {"name": name})
        return found

    def socket(self, cookies: str = "", **options: Any) -> ClientConnection:
        headers = {"Cookie": cookies} if cookies else {}
        found = connect(
            f"ws://127.0.0.1:{self.port}/ws",
            additional_headers=headers,
            max_size=None,
            compression=None,
            open_timeout=SOON,
            close_timeout=1,
            **options,
        )
        return self.left_open.enter_context(found)


class Browser:
    """Somebody's browser: their cookies, and the token for forms."""

    def __init__(self, room: Running) -> None:
        self.room = room
        self.http = room.client()
        self.me = self.http.get("/api/me").json()

    def post(self, path: str, data: Any = None, status: int = 200) -> dict[str, Any]:
        answer = self.http.post(path, json=data or {}, headers={"x-csrftoken": self.me["csrf"]})
        assert answer.status_code == status, answer.text
        return answer.json()

    def get(self, path: str, status: int = 200) -> dict[str, Any]:
        answer = self.http.get(path)
        assert answer.status_code == status, answer.text
        return answer.json()

    @property
    def name(self) -> str:
        return self.get("/api/me")["name"]

    @property
    def cookies(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def socket(self, **since: int) -> Player:
        return Player(self.room.socket(self.cookies), since)

    def press(self, page: str, **query: str) -> httpx.Response:
        """Look at a page that has one form, and press its button."""
        found = self.http.get(page, params=query)
        assert found.status_code == 200, found.text
        main = found.text.partition("</main>")[0]
        assert main.count("<form ") == main.count("<button ") == 1
        fields = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', found.text)
        (action,) = re.findall(r'<form method="post" action="([^"]*)">', found.text)
        return self.http.post(action, data=dict(fields))

    def become_host(self) -> None:
        from sidepot.web.auth.identities import new_host_token

        token = self.room.do(new_host_token(self.room.app_state))
        assert self.post("/api/host", {"token": token})["role"] == "host"


class Player:
    """A socket that has said hello."""

    def __init__(self, socket: ClientConnection, since: dict[str, int]) -> None:
        self.socket = socket
        self.waiting: deque[str] = deque()  # messages of a frame, of which the first were heard
        self.say({"type": "hello", "protocol": 1, "since": {name.removeprefix("t"): at for name, at in since.items()}})
        self.hello = self.hear("hello")

    def say(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, (str, bytes)) else json.dumps(message))

    def cmd(self, key: str, do: dict[str, Any], table: str = "1") -> None:
        self.say({"type": "cmd", "id": key, "table": table, "do": do})

    def next(self) -> dict[str, Any]:
        while not self.waiting:
            self.waiting.extend(str(self.socket.recv(timeout=SOON)).split("\n"))
        found: dict[str, Any] = json.loads(self.waiting.popleft())
        return found

    def hear(self, *types: str) -> dict[str, Any]:
        """The next message of one of these types."""
        while True:
            found = self.next()
            if found["type"] in types:
                return found

    def close(self) -> None:
        self.socket.close()


PLAIN = Settings(limits=False, demo=False)


class Inside(Running):
    """A room without a server: requests are answered in this process. It has no sockets."""

    def __init__(self, app_state: AppState, app: Litestar, portal: BlockingPortal) -> None:
        super().__init__(app_state, app_state.registry, 0, portal.call(asyncio.get_running_loop))
        self.app = app
        self.portal = portal

    def client(self) -> httpx.Client:
        found: TestClient[Litestar] = TestClient(self.app, timeout=SOON)
        found.blocking_portal = self.portal  # the loop in which the room is open
        return found


@contextmanager
def inside(
    folder: Path, make_hall: Callable[[Store], Any] = quick_hall, settings: Settings = PLAIN
) -> Iterator[Inside]:
    """A room in this process, closed at the end."""

    @asynccontextmanager
    async def opened() -> AsyncIterator[AppState]:
        store = open_store(folder / "room.db")
        async with store, open_app_state(settings, store, make_hall(store)) as app_state:
            yield app_state

    with (
        start_blocking_portal("asyncio") as portal,
        portal.wrap_async_context_manager(opened()) as app_state,
        app_of(app_state) as app,
    ):
        room = Inside(app_state, app, portal)
        with room.left_open:
            yield room


@contextmanager
def running(
    folder: Path, make_hall: Callable[[Store], Any] = lambda store: FakeRegistry(), settings: Settings = PLAIN
) -> Iterator[Running]:
    """A server on a free port, stopped gracefully at the end."""
    begun: Any = threading.Event()
    box: dict[str, Any] = {}

    async def run() -> None:
        store = open_store(folder / "room.db")
        registry = make_hall(store)
        async with store, open_app_state(settings, store, registry) as app_state:
            with app_of(app_state) as app:
                listener = listen("127.0.0.1", 0)
                server = _Server(config_of(app, app_state), app_state, begun.set)
                box["server"] = server
                port = listener.getsockname()[1]
                app_state.lan.attach(partial(lan_config_of, app, app_state), port)
                box["room"] = Running(app_state, registry, port, asyncio.get_running_loop())
                box["room"].server = server
                with closing(listener):
                    await server.serve(sockets=[listener])

    def work() -> None:
        try:
            with asyncio.Runner(loop_factory=loop_factory()) as runner:
                runner.run(run())
        except BaseException as error:
            box["error"] = error
            begun.set()

    thread = threading.Thread(target=work)
    thread.start()
    try:
        assert begun.wait(SOON)
        if "error" in box:
            raise box["error"]
        with box["room"].left_open:
            yield box["room"]
    finally:
        if "server" in box:
            box["server"].should_exit = True
        thread.join(SOON)
    assert not thread.is_alive()
    if "error" in box:
        raise box["error"]
