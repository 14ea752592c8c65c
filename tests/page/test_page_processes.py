"""A room of two processes in a browser: the one that a page is connected to is killed, and the page goes on."""

from __future__ import annotations

import json
import selectors
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from needs import NATS, POSIX, POSTGRES, SERVE
from room_stores import fresh_place

pytest.importorskip("litestar", reason=SERVE.reason)

from nats_server import HOST, NatsServer, free_port

# A line that is lost may be there again before anybody has looked.
NOTE_LOST = """() => {
    const look = () => { window.wasLost ||= !!document.querySelector("[data-how=lost]"); };
    new MutationObserver(look).observe(document.body, { subtree: true, attributeFilter: ["data-how"] });
}"""

pytestmark = [POSTGRES.mark, POSIX.mark, NATS.mark]


class Front:
    """The one address of the room: a connection goes to the first of its processes that takes it."""

    def __init__(self, ports: list[int]) -> None:
        self.ports = ports
        self.listener = socket.create_server((HOST, 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                threading.Thread(target=self._pass_on, args=(client,), daemon=True).start()

    def _pass_on(self, client: socket.socket) -> None:
        for port in self.ports:
            with suppress(OSError):
                server = socket.create_connection((HOST, port), 1)
                server.settimeout(None)
                break
        else:
            client.close()
            return
        other = {client: server, server: client}
        with client, server, selectors.DefaultSelector() as ready, suppress(OSError):
            for side in other:
                ready.register(side, selectors.EVENT_READ)
            while True:
                for key, _ in ready.select():
                    side = key.fileobj
                    assert isinstance(side, socket.socket)
                    data = side.recv(65536)
                    if not data:
                        return
                    other[side].sendall(data)


@contextmanager
def process(name: str, address: str, bus: str, port: int, front: int, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """`sidepot serve --bus`, open."""
    words = [sys.executable, "-m", "sidepot", "serve", "--port", str(port), "--json", "--no-limits"]
    words += ["--db", address, "--bus", bus, "--node", name, "--origin", f"http://{HOST}:{front}"]
    words += ["--lease", "15"]  # a process that is killed is put out at once, and none that is only slow
    with (folder / name).open("w") as log:
        found = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=log, text=True)
        try:
            assert found.stdout is not None
            line = found.stdout.readline()
            assert line, (folder / name).read_text()
            assert json.loads(line)["port"] == port
            yield found
        finally:
            found.kill()
            found.communicate()


@pytest.mark.long
def test_a_killed_process_costs_a_moment_and_nothing_else(browser: Any, tmp_path: Path) -> None:
    with ExitStack() as stack:
        place = stack.enter_context(fresh_place("postgresql", tmp_path))
        address = place.url.set(drivername="postgresql").render_as_string(hide_password=False)
        bus = stack.enter_context(NatsServer(tmp_path))
        ports = [free_port(), free_port()]
        front = Front(ports)
        one, _ = (
            stack.enter_context(process(name, address, bus.url, port, front.port, tmp_path))
            for name, port in zip("ab", ports, strict=True)
        )
        page = browser.new_page()
        page.set_default_timeout(240_000)  # a hand of the bots may be on, and a lease has to run out
        page.goto(f"http://{HOST}:{front.port}/")
        page.locator(".table-row", has_text="Green felt").get_by_role("button", name="Sit down").click()
        page.get_by_role("button", name="Accept and sit down").click()
        page.wait_for_selector("[data-how=live]")
        mine = page.locator(".seat[aria-label*=', you']")
        mine.wait_for()
        name = str(mine.get_attribute("aria-label")).partition(",")[0]
        page.evaluate(NOTE_LOST)
        one.kill()
        page.wait_for_function("() => window.wasLost && document.querySelector('[data-how=live]')")
        lines = page.locator("sp-log p").count()
        page.wait_for_function("was => document.querySelectorAll('sp-log p').length > was", arg=lines)  # play goes on
        assert page.locator("dialog[open]").count() == 0
        assert str(mine.get_attribute("aria-label")).partition(",")[0] == name
        page.close()
