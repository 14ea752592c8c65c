"""A NATS server of one's own, for tests and benches: on a free port of this machine, ended with who started it.

with NatsServer(folder) as server:
    NatsBus(server.url)
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from random import SystemRandom
from typing import Final

PROGRAM: Final = shutil.which("nats-server", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/bin") or ""
HOST: Final = "127.0.0.1"
PORTS: Final = (20_000, 32_000)  # below those that Linux, macOS and Windows give to connections
PATIENCE: Final = 60.0


def free_port() -> int:
    """A port where nothing listens at the moment, of those that no connection is given by itself meanwhile."""
    while True:
        port = SystemRandom().randrange(*PORTS)
        with socket.socket() as found, suppress(OSError):
            found.bind((HOST, port))
            return port


class NatsServer:
    """A server; `config` is the text of its file. It keeps its port when it is started again."""

    def __init__(self, folder: Path, config: str = "") -> None:
        self.port = free_port()
        self.url = f"nats://{HOST}:{self.port}"
        self.log = folder / f"nats-{self.port}.log"
        self._file = folder / f"nats-{self.port}.conf"
        self._file.write_text(config)
        self._program: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it listens."""
        with self.log.open("ab") as log:
            self._program = subprocess.Popen(
                [PROGRAM, "-c", str(self._file), "-a", HOST, "-p", str(self.port)],
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl+C is for who started it
            )
        end = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection((HOST, self.port), 1).close()
                return
            except OSError:
                if time.monotonic() > end or self._program.poll() is not None:
                    raise RuntimeError(f"nats-server does not start:\n{self.log.read_text()}") from None
                time.sleep(0.02)

    def signal(self, what: signal.Signals) -> None:
        """Stop it, or let it go on. Returns when it has stopped: until then it may still answer."""
        assert self._program is not None
        self._program.send_signal(what)
        if what == signal.SIGSTOP:
            os.waitpid(self._program.pid, os.WUNTRACED)

    def kill(self) -> None:
        """End it at once."""
        if self._program is not None:
            self._program.kill()
            self._program.wait()
            self._program = None

    def __enter__(self) -> NatsServer:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
