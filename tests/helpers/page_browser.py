"""A browser for the tests of the pages, and a room that is played to it: pages from `static`, answers from the test."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any
from urllib.parse import urlparse

import msgspec
from needs import BROWSER, CHROMIUM_PROGRAM
from page_tabs import DOMAIN, Reply, Tabs, server
from places import ROOT

from sidepot.room.runtime.lobby import TableSummary
from sidepot.web.catalogues import as_json, files_of
from sidepot.web.routes.houses import listed_houses
from sidepot.web.routes.pages import read_page

STATIC = ROOT / "src" / "sidepot" / "web" / "static"
POLICY = "default-src 'self'; img-src 'self' data:"
PAGES = {
    "/": "lobby/lobby.html", "/verify": "verify/verify.html", "/settle": "settle/settle.html",
    "/invite": "invite/internet.html", "/tournaments": "tournament/tournaments.html", "/desk": "desk/setup.html",
    "/floor": "floor/floor.html", "/design": "design/design.html",
    "/screen": "screen/screen.html", "/screens": "screen/choose.html",
    "/manifest.webmanifest": "app/manifest.webmanifest",
}  # fmt: skip
TYPES = {
    ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}  # fmt: skip
ARGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
PHONE = {"width": 360, "height": 640}
DESK = {"width": 1280, "height": 800}
SOON = 60  # seconds for anything to happen, on a machine that does much else


@contextmanager
def chromium() -> Iterator[Any]:
    """A running browser; the test is skipped, saying so, where there is none."""
    BROWSER.ask()
    from playwright.sync_api import sync_playwright

    with server() as served, sync_playwright() as driver:
        args = [*ARGS, f"--host-resolver-rules=MAP *.{DOMAIN} 127.0.0.1:{served.server_port}"]
        browser = driver.chromium.launch(executable_path=CHROMIUM_PROGRAM, args=args, timeout=1000 * SOON)
        browser.new_context, browser.new_page = patient(browser.new_context), patient(browser.new_page)
        browser.tabs = served.tabs = Tabs(browser)
        yield browser
        browser.close()


def patient(make: Callable[..., Any]) -> Callable[..., Any]:
    """Make contexts or pages that wait so long for anything; a test may say that its own wait longer."""

    def made(**more: Any) -> Any:
        found = make(**more)
        found.set_default_timeout(1000 * SOON)
        return found

    return made


def page_of_table(path: str) -> str:
    """The file of a page of a table or of a tournament; "" where the path is of none."""
    if path.startswith("/tournament/"):
        return "tournament/tournament.html"
    if path.startswith("/s/"):
        return "slip/slip.html"
    if path.startswith("/e/"):
        return "public/public.html"
    if path.startswith("/hand/"):
        return "hands/hand.html"
    if path.startswith("/desk/"):
        return "desk/console.html"
    if not path.startswith("/table/"):
        return ""
    return "agreement/terms.html" if path.endswith("/terms") else "table/table.html"


class PlayedRoom:
    """What a page is told, by HTTP and over the socket, and what it said: `heard` are its messages, `posts` its POSTs.

    `greet` are the messages that answer its `hello`; `answer(message)` may answer each further one.
    """

    def __init__(self, me: str = "", *, role: str = "guest", tables: list[dict[str, Any]] | None = None) -> None:
        self.me = me
        self.role = role if me else ""
        self.kept = False  # whether their name has a password
        self.tables = tables or []
        self.greet: list[bytes] = []
        self.heard: list[dict[str, Any]] = []
        self.posts: list[tuple[str, Any]] = []
        self.api: dict[str, Any] = {}
        self.acks = True
        self.dead: Any = None  # a socket whose network is gone: nothing is heard of it, and it is not closed either
        self.now = 0
        self.sockets: list[Any] = []
        self.errors: list[str] = []

    def open(
        self, browser: Any, path: str, *, size: dict[str, int] | None = None, clock: bool = False, **more: Any
    ) -> Any:
        """A page of this room; what its console complains of is kept in `errors`. `clock`: the test sets its time."""
        tab = browser.tabs.take(self, size or DESK, once=clock, **more)
        if clock:
            tab.page.clock.install()
        tab.listen("console", lambda said: self.errors.append(said.text) if said.type in ("error", "warning") else None)
        tab.listen("pageerror", lambda error: self.errors.append(str(error)))
        tab.page.goto(path)
        return tab.page

    def tell(self, message: bytes) -> None:
        """Tell something over the socket that is open."""
        self.sockets[-1].send(message.decode())

    def become(self, me: str, now: int) -> None:
        """Be somebody else on the page that is open, at another time."""
        self.me, self.now = me, now
        self.tell(self._welcome().encode())

    def _welcome(self) -> str:
        return json.dumps({"type": "hello", "protocol": 1, "you": self.me, "role": self.role, "now": self.now})

    def reply(self, method: str, address: str, body: bytes) -> Reply:
        """What the page gets for a request."""
        path = urlparse(address).path
        if path.startswith("/api/"):
            if method == "POST":
                self.posts.append((path, json.loads(body or b"{}")))
                if path == "/api/guest":
                    self.me, self.role = self.posts[-1][1].get("name") or "Quiet Heron", "guest"
            status, answer = self._answer(path)
            return Reply(status, "application/json", json.dumps(answer).encode(), {})
        name = PAGES.get(path) or page_of_table(path) or path.removeprefix("/static/")
        file = STATIC / name
        if name.startswith("locales/"):
            return Reply(200, "application/json", as_json(files_of(file.stem)), {"content-security-policy": POLICY})
        if not file.is_file():
            return Reply(404, "text/plain", b"", {})
        text = read_page(STATIC, file).encode() if file.suffix == ".html" else file.read_bytes()
        kept = {} if file.suffix == ".html" else {"cache-control": "max-age=86400"}
        return Reply(200, f"{TYPES[file.suffix]}; charset=utf-8", text, {"content-security-policy": POLICY, **kept})

    def _answer(self, path: str) -> tuple[int, Any]:
        if path in self.api:
            return self.api[path]
        if path == "/api/me" or path == "/api/guest":
            known = {"name": self.me, "role": self.role, "kept": self.kept}
            return 200, {**known, "csrf": "token", "offer": "Quiet Heron", "protocol": 1}
        if path == "/api/tables":
            return 200, {
                "tables": [msgspec.to_builtins(TableSummary(**one)) for one in self.tables],
                "mine": self.mine(),
            }
        if path.endswith("/agreement"):
            return 200, {"title": "", "agreement": {}}  # which nobody has to accept
        if path == "/api/houses":
            return 200, msgspec.to_builtins(listed_houses())
        if path == "/api/avatars":
            return 200, {"avatars": {}}
        if path == "/api/nights":
            return 200, {"nights": [], "more": 0, "all": False}
        if path.endswith("/shares"):
            return 200, {"hand": 0, "steps": []}  # which nobody has worked out
        return 404, {"because": "nothing at this address", "cite": ""}

    def mine(self) -> list[str]:
        """The tables at which `me` sits: the server says so by the account."""
        return [one["id"] for one in self.tables if self.me and self.me in one.get("people", [])]

    def connect(self, socket: Any) -> None:
        """A socket that the page opens."""
        self.sockets.append(socket)
        socket.on_message(lambda text: self._hear(socket, json.loads(text)))

    def die(self) -> None:
        """The network is gone: what is sent gets nowhere, and nobody is told of a closed socket."""
        self.dead = self.sockets[-1]
        self.dead.on_close(lambda code, reason: None)

    def _hear(self, socket: Any, message: dict[str, Any]) -> None:
        if socket is self.dead:
            return
        self.heard.append(message)
        if message["type"] == "hello":
            socket.send(self._welcome())
            for told in self.greet:
                socket.send(told.decode())
        elif message["type"] == "cmd" and self.acks:
            socket.send(json.dumps({"type": "ack", "id": message["id"], "table": message["table"], "seq": 1}))
        elif message["type"] == "tournament_cmd" and self.acks:
            place = f"tournament/{message['tournament']}"
            socket.send(json.dumps({"type": "ack", "id": message["id"], "table": place, "seq": 1}))
        elif message["type"] == "ping":
            socket.send(json.dumps({"type": "pong", "n": message["n"], "now": self.now}))

    @property
    def said(self) -> list[dict[str, Any]]:
        """What was said to the table or the tournament, in order."""
        return [message["do"] for message in self.heard if message["type"] in ("cmd", "tournament_cmd")]


def done(room: PlayedRoom, page: Any) -> None:
    """Close a page that had nothing to complain of."""
    leave(page)
    assert room.errors == []


def leave(page: Any) -> None:
    """The test has no more use for this page."""
    page.context.browser.tabs.leave(page)


def resize(page: Any, size: dict[str, int]) -> None:
    """Give the page a window of another size, and wait until its observers have laid it out anew."""
    page.set_viewport_size(size)
    page.evaluate("() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")


def in_windows(page: Any, windows: list[tuple[int, int]], what: str) -> dict[tuple[int, int], Any]:
    """What the page answers in a window of each of these sizes."""
    found = {}
    for width, height in windows:
        resize(page, {"width": width, "height": height})
        found[width, height] = page.evaluate(what)
    return found


def sent(room: PlayedRoom, page: Any, count: int) -> list[dict[str, Any]]:
    """The first so many sayings."""
    wait_until(page, lambda: len(room.said) >= count)
    return room.said


def wait_until(page: Any, is_so: Callable[[], bool]) -> None:
    """Wait for what comes to the test itself; whether it came is for the test to say."""
    end = monotonic() + SOON
    while not is_so() and monotonic() < end:
        page.wait_for_timeout(10)
