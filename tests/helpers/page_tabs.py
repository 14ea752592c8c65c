"""Tabs of the browser that tests use one after the other: one that has the scripts opens a page in half the time.

Between two tests a tab forgets what was kept in it: its storage and cookies, the mouse, the size, the colours, and the
room that answers. What a test asks for at `http://t1.sidepot.test` comes from a server within this process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, NamedTuple

DOMAIN = "sidepot.test"
USUAL = {"color_scheme": "light", "reduced_motion": "no-preference"}  # as a new context has them
# What a window keeps, and where it is; a page of no origin keeps nothing.
FORGET = "() => { try { sessionStorage.clear(); return location.origin; } catch { return ''; } }"


class Reply(NamedTuple):
    """What a room answers to a request."""

    status: int
    content_type: str
    body: bytes
    headers: dict[str, str]


class Tab:
    """A page in a context of its own; `room` answers what it asks for at `origin`, if it has one."""

    def __init__(self, browser: Any, origin: str, kind: str, options: dict[str, Any]) -> None:
        self.origin = origin
        self.kind = kind
        self.room: Any = None
        self.context = browser.new_context(base_url=origin, service_workers="block", **options)
        self.page = self.context.new_page()
        self.page.route_web_socket(f"{origin.replace('http', 'ws', 1)}/ws", lambda socket: self.room.connect(socket))
        self._client = self.context.new_cdp_session(self.page)
        self._listeners: list[tuple[str, Callable[..., None]]] = []

    def listen(self, event: str, listener: Callable[..., None]) -> None:
        """Listen until the test is over."""
        self._listeners.append((event, listener))
        self.page.on(event, listener)

    def forget(self) -> None:
        """Be as new."""
        for event, listener in self._listeners:
            self.page.remove_listener(event, listener)
        self._listeners.clear()
        self.page.unroute_all()
        origin = self.page.evaluate(FORGET)
        self.page.goto("about:blank")  # first, as a page may write down what is answered meanwhile
        self._client.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        self._client.send("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": -1, "y": -1})
        self.context.clear_cookies()
        self.room = None


class Tabs:
    """The tabs of one browser, in use or free."""

    def __init__(self, browser: Any) -> None:
        self.browser = browser
        self.by_host: dict[str, Tab] = {}
        self._free: list[Tab] = []
        self._taken: dict[Any, Tab] = {}  # by page

    def take(self, room: Any, size: dict[str, int], *, once: bool = False, **options: Any) -> Tab:
        """A tab that is as new; one for a test that changes it for good is used `once`."""
        media = {name: options.pop(name, usual) for name, usual in USUAL.items()}
        kind = "" if once else repr(sorted(options.items()))
        tab = next((tab for tab in self._free if tab.kind == kind), None)
        if tab is None or once:
            host = f"t{len(self.by_host) + 1}.{DOMAIN}"
            tab = self.by_host[host] = Tab(self.browser, f"http://{host}", kind, options)
        else:
            self._free.remove(tab)
        tab.room = room
        tab.page.set_viewport_size(size)
        tab.page.emulate_media(**media)
        self._taken[tab.page] = tab
        return tab

    def leave(self, page: Any) -> None:
        """The test has no more use for this page."""
        tab = self._taken.pop(page, None)
        if tab is None or not tab.kind:
            page.context.close()
        else:
            tab.forget()
            self._free.append(tab)

    def close_taken(self) -> None:
        """Close what a test that failed has left open."""
        for tab in self._taken.values():
            tab.context.close()
        self._taken.clear()


class _Answers(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body of an answer go together
    server: _Server

    def do_GET(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"] or 0))
        room = self.server.tabs.by_host[self.headers["host"]].room
        reply = room.reply(self.command, self.path, body) if room else Reply(404, "text/plain", b"", {})
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.send_header("content-type", reply.content_type)
        self.send_header("content-length", str(len(reply.body)))
        self.end_headers()
        self.wfile.write(reply.body)

    do_POST = do_GET  # noqa: N815

    def log_message(self, *what: object) -> None:
        """Print nothing."""


class _Server(ThreadingHTTPServer):
    tabs: Tabs


@contextmanager
def server() -> Iterator[_Server]:
    """What answers at the names below `DOMAIN`, once it has its `tabs`."""
    with _Server(("127.0.0.1", 0), _Answers) as found:
        thread = Thread(target=found.serve_forever, daemon=True)
        thread.start()
        yield found
        found.shutdown()
        thread.join()
