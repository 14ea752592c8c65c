"""A room that is killed again and again, and starts anew at the same address: a start forks a loaded process."""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import signal
import socket
import time
from pathlib import Path
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("httpx", reason=SERVE.reason)

import httpx

LOADED = ["sidepot.cli.serve", "sidepot.web.app", "sidepot.web.server", "uvicorn", "litestar"]
PATIENCE = 120


def _serve(folder: str, port: int, told: str) -> None:
    """Be the server, until somebody kills it; what it tells when it has started goes into a file."""
    from sidepot.cli.app import app

    with Path(told).open("w") as file, contextlib.redirect_stdout(file):
        app(
            ["serve", "--port", str(port), "--data", folder, "--json", "--no-limits", "--no-demo"],
            standalone_mode=False,
        )


def free_port() -> int:
    """A port that the system gives to nobody by itself, also not while the room is dead."""
    for port in range(20_000 + os.getpid() % 10_000, 32_000):
        with socket.socket() as there, contextlib.suppress(OSError):
            there.bind(("127.0.0.1", port))
            return port
    raise AssertionError("all ports are taken")


class KilledRoom:
    """`sidepot serve` at an address that stays."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.context: Any = multiprocessing.get_context("forkserver")
        self.context.set_forkserver_preload(LOADED)
        self.told = folder / "told"
        self.process: Any = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.told.write_text("")
        self.process = self.context.Process(target=_serve, args=(str(self.folder), self.port, str(self.told)))
        self.process.start()
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self.process.is_alive():
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{self.address}/api/me").status_code == 200:
                    return
            time.sleep(0.02)
        raise AssertionError(self.told.read_text())

    def kill(self) -> None:
        """As `kill -9`: nothing is written any more, and nobody is told."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.join()

    def link(self) -> str:
        """The link that makes one its host, as it is told at the first start: perhaps after the first answer."""
        until = time.monotonic() + PATIENCE
        while not (told := self.told.read_text()).endswith("\n"):
            assert time.monotonic() < until, told
            time.sleep(0.02)
        return str(json.loads(told.splitlines()[0])["host_link"])
