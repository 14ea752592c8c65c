"""The servers of a room of several processes on this machine, and what can be done to them.

Each process reaches PostgreSQL and NATS through a proxy of its own, which can be cut: then nothing passes any more,
and neither end is told. A process that ends is started again, as a service manager would do.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))

from cluster_trap import MET, VARIABLE, lay
from nats_server import HOST, free_port

ROOT: Final = Path(__file__).resolve().parent.parent
PUT_OUT: Final = 75
AGAIN: Final = 1.0  # seconds until a process that has ended is started again, as in deploy/systemd
PATIENCE: Final = 60.0
ANSWER: Final = 5.0  # seconds for one answer, on a machine that does much else
LOOK: Final = 0.1


class _Side(asyncio.Protocol):
    """One end of a connection through a proxy."""

    def __init__(self, proxy: Proxy, other: _Side | None = None) -> None:
        self.proxy = proxy
        self.other = other
        self.transport: asyncio.Transport | None = None
        self.waiting: list[bytes] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.proxy.sides.add(self)
        if self.other is None:
            self.proxy.soon(self._reach())

    async def _reach(self) -> None:
        try:
            self.other = await self.proxy.connect(self)
        except OSError:
            self.hang_up()
            return
        self.other.write(b"".join(self.waiting))

    def write(self, data: bytes) -> None:
        if self.transport is not None and data:
            self.transport.write(data)

    def data_received(self, data: bytes) -> None:
        if self.proxy.is_cut:
            return
        if self.other is None:
            self.waiting.append(data)
        else:
            self.other.write(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.proxy.sides.discard(self)
        if self.other is not None and not self.proxy.is_cut:
            self.other.hang_up()

    def hang_up(self) -> None:
        if self.transport is not None:
            self.transport.abort()


class Proxy:
    """A way to a server (`target`: a port of this machine, or the file of a socket) that can be cut."""

    def __init__(self, target: int | str) -> None:
        self.target = target
        self.port = 0
        self.is_cut = False
        self.sides: set[_Side] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Listen."""
        server = await asyncio.get_running_loop().create_server(lambda: _Side(self), HOST, 0)
        self.port = server.sockets[0].getsockname()[1]

    def soon(self, work: Any) -> None:
        """Do something in a task."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def connect(self, side: _Side) -> _Side:
        """The other end of a connection that has come in."""
        loop = asyncio.get_running_loop()
        if isinstance(self.target, str):
            _, made = await loop.create_unix_connection(lambda: _Side(self, side), self.target)
        else:
            _, made = await loop.create_connection(lambda: _Side(self, side), HOST, self.target)
        return made

    def cut(self) -> None:
        """Let nothing pass any more, and tell nobody."""
        self.is_cut = True

    def mend(self) -> None:
        """Connections are made anew from now on."""
        self.is_cut = False
        for side in list(self.sides):
            side.hang_up()


class Node:
    """A process of the room: `sidepot serve`, with its two proxies."""

    def __init__(
        self, name: str, folder: Path, words: Callable[[Node], list[str]], db: Proxy, bus: Proxy, without: str = "-"
    ) -> None:
        self.name = name
        self.notes = folder / f"{name}.answers"
        self._trap = folder / f"{name}.trap"
        self._program = [str(ROOT / "bench" / "cluster_node.py"), str(self.notes), without]
        self.port = free_port()
        self.db = db
        self.bus = bus
        self.put_out = 0
        self.ended: list[int] = []
        self.log = folder / f"{name}.log"
        self._words = words
        self._closing = False
        self._process: asyncio.subprocess.Process | None = None
        self._keeper: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start it, and start it again whenever it ends."""
        self._keeper = asyncio.create_task(self._keep())

    async def _keep(self) -> None:
        while not self._closing:
            with self.log.open("ab") as log:
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable,
                    *self._program,
                    *("serve", "--host", HOST, "--port", str(self.port)),
                    *("--json", *self._words(self)),
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                    env={
                        **os.environ,
                        "PYTHONPATH": os.environ.get("PYTHONPATH") or str(ROOT / "src"),
                        VARIABLE: str(self._trap),
                    },
                )
            code = await self._process.wait()
            self.ended.append(code)
            self.put_out += code == PUT_OUT
            if not self._closing:
                await asyncio.sleep(AGAIN)

    @property
    def pid(self) -> int:
        """The number of the process that runs now."""
        assert self._process is not None
        return self._process.pid

    def signal(self, what: signal.Signals) -> None:
        """Send it a signal, if it runs."""
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(what)

    def lay_trap(self, point: str, times: int, what: signal.Signals) -> None:
        """Have it give itself a signal when it comes to a point the so-manieth time."""
        self.spring()
        lay(self._trap, point, times, what)

    @property
    def is_trapped(self) -> bool:
        """Whether it came to where its trap was laid last."""
        return Path(f"{self._trap}{MET}").exists()

    def spring(self) -> None:
        """There is no trap any more."""
        self._trap.unlink(missing_ok=True)
        Path(f"{self._trap}{MET}").unlink(missing_ok=True)

    async def ready(self, seconds: float = PATIENCE) -> bool:
        """Wait until it answers; False if it does not for so long."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                await asyncio.to_thread(urllib.request.urlopen, f"http://{HOST}:{self.port}/healthz", None, ANSWER)
            except OSError:
                await asyncio.sleep(0.1)
            else:
                return True
        return False

    async def close(self) -> None:
        """Have it end at once, also where it is just being started."""
        self._closing = True
        while self._keeper is not None and not self._keeper.done():
            self.signal(signal.SIGKILL)
            await asyncio.wait([self._keeper], timeout=LOOK)


class Database:
    """A PostgreSQL of one's own (`tools/postgres.sh`), with an empty database for the room."""

    def __init__(self) -> None:
        made = subprocess.run(["sh", str(ROOT / "tools" / "postgres.sh"), "start"], capture_output=True, text=True)
        if made.returncode:
            raise SystemExit(made.stderr.strip() or "PostgreSQL cannot be started")
        self._address = made.stdout.strip()
        folder = self._address.rpartition("host=")[2]
        self.socket = f"{folder}/.s.PGSQL.5432"
        self.url = f"postgresql://postgres@/cards?host={folder}"
        self.ask("CREATE DATABASE cards", self._address)

    def ask(self, words: str, address: str = "") -> list[Any]:
        """What a statement finds."""
        import psycopg

        with psycopg.connect(address or self.url, autocommit=True) as connection:
            found = connection.execute(words)  # type: ignore[arg-type]
            return found.fetchall() if found.description else []

    def owners(self) -> dict[str, list[str]]:
        """The tables of each process that is up."""
        found: dict[str, list[str]] = {}
        for node, stream in self.ask(
            "SELECT p.node, p.stream FROM place p JOIN node n ON n.id = p.node AND n.epoch = p.epoch AND n.up "
            "WHERE p.stream LIKE 'table/%'"
        ):
            found.setdefault(node, []).append(stream.partition("/")[2])
        return found

    def stop(self) -> None:
        """End it, and remove it."""
        subprocess.run(["sh", str(ROOT / "tools" / "postgres.sh"), "stop", self._address], capture_output=True)


def last_words(nodes: list[Node]) -> str:
    """The ends of the logs of processes, and what each life of them ended with."""
    return "\n".join(f"{node.name} ({node.ended}): {node.log.read_text()[-500:]}" for node in nodes)


def watch(seconds: float) -> None:
    """Should this task not have ended by then: tell where each task waits, and end it."""
    own = asyncio.current_task()

    def give_up() -> None:
        for one in asyncio.all_tasks():
            one.print_stack(limit=6, file=sys.stderr)
        if own is not None:
            own.cancel("it does not end")

    asyncio.get_running_loop().call_later(seconds, give_up)
