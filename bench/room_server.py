"""The server that is measured by `room.py`: `sidepot serve` on cores of its own, and what it and the machine tell."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))

from compiled import UNPACKED, outdated

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src" / "sidepot"
HOST = "127.0.0.1"
SLOW = "0.04"  # seconds: the bound of the server's histogram beyond which a commit is called slow


class Server:
    """`sidepot serve` on a core of its own."""

    def __init__(self, folder: Path, cores: set[int], build: Path | None) -> None:
        self.port = free_port()
        command = [sys.executable, "-m", "sidepot", "serve", "--host", HOST, "--port", str(self.port)]
        self._log = (folder / "server.log").open("wb")
        self._process = subprocess.Popen(
            [*command, "--data", str(folder), "--no-demo", "--no-limits"],
            stdout=self._log,
            stderr=subprocess.STDOUT,
            preexec_fn=lambda: os.sched_setaffinity(0, cores),
            env={**os.environ, "PYTHONPATH": str(build or SOURCES.parent)},
        )
        self._folder = folder
        self.cores = cores

    async def ready(self) -> None:
        """Wait until it answers."""
        for _ in range(600):
            if self._process.poll() is not None:
                break
            try:
                await asyncio.to_thread(urllib.request.urlopen, f"http://{HOST}:{self.port}/healthz", None, 2)
            except OSError:
                await asyncio.sleep(0.1)
            else:
                return
        raise SystemExit("the server did not start:\n" + (self._folder / "server.log").read_text()[-3000:])

    @property
    def rss_mb(self) -> float:
        """The memory that it holds now."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024

    @property
    def cpu(self) -> float:
        """The seconds of its core that it has used."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def slow_commits(self) -> int:
        """How many commits the disk has taken longer for than `SLOW`."""
        address = f"http://{HOST}:{self.port}/metrics"
        with await asyncio.to_thread(urllib.request.urlopen, address, None, 10) as answer:
            told = answer.read().decode()
        count, within = (
            float(told.partition(f'sidepot_commit_seconds_bucket{{le="{bound}"}} ')[2].split()[0])
            for bound in ("+Inf", SLOW)
        )
        return round(count - within)

    def stop(self) -> None:
        """Let it end as one that is told to."""
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._log.close()


def compiled_build() -> Path | None:
    """Where `make compiled` has put the compiled package, if that was made of the sources as they are now."""
    return None if outdated() else UNPACKED


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as listening:
        listening.bind((HOST, 0))
        return int(listening.getsockname()[1])


def stolen_of(cores: set[int]) -> float:
    """The seconds in which each of these cores had work, on average, and the host gave it to others."""
    names = {f"cpu{core}" for core in cores}
    lines = [line.split() for line in Path("/proc/stat").read_text().splitlines()]
    return sum(int(line[8]) for line in lines if line[0] in names) / os.sysconf("SC_CLK_TCK") / len(cores)
