"""What some tests need and not every machine has. A test without it is skipped, and says how to get it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest
from nats_server import PROGRAM as NATS_PROGRAM

CORPUS_FOLDER = os.environ.get("SIDEPOT_CORPUS", "")
POSTGRES_ADDRESS = os.environ.get("SIDEPOT_TEST_POSTGRES", "")
# The one without windows needs half as much of the machine.
CHROMIUM_PROGRAM = shutil.which("chromium-headless-shell") or shutil.which("chromium") or "/usr/bin/chromium"


@dataclass(frozen=True)
class Need:
    """One thing that tests need: `what` it is, `how` to get it, and whether it is `here`."""

    what: str
    how: str
    here: bool

    @property
    def reason(self) -> str:
        """Why a test is skipped, for people."""
        return f"no {self.what}: {self.how}"

    @property
    def mark(self) -> pytest.MarkDecorator:
        """Skip the marked test where it is missing."""
        return pytest.mark.skipif(not self.here, reason=self.reason)

    def ask(self) -> None:
        """Skip the test, or the module that is being imported, where it is missing."""
        if not self.here:
            pytest.skip(self.reason, allow_module_level=True)


def _installed(*modules: str) -> bool:
    return all(find_spec(module) is not None for module in modules)


def _node_version() -> tuple[int, ...]:
    if shutil.which("node") is None:
        return ()
    told = subprocess.run(["node", "--version"], capture_output=True, text=True).stdout
    return tuple(int(part) for part in told.strip().removeprefix("v").split(".") if part.isdigit())


def _docker_runs() -> bool:
    return shutil.which("docker") is not None and not subprocess.run(["docker", "info"], capture_output=True).returncode


SERVE = Need("Litestar and SQLAlchemy", "make test installs them", _installed("litestar", "sqlalchemy", "httpx"))
BABEL = Need("Babel", "make test installs it", _installed("babel"))
PACKAGING = Need("hatchling", "make test installs it", _installed("hatchling"))
POSTGRES = Need(
    "PostgreSQL", "apt-get install postgresql, or name a server in SIDEPOT_TEST_POSTGRES", bool(POSTGRES_ADDRESS)
)
NATS = Need("NATS", "apt-get install nats-server", _installed("nats") and bool(NATS_PROGRAM))
BROWSER = Need(
    "Chromium", "apt-get install chromium-headless-shell", _installed("playwright") and Path(CHROMIUM_PROGRAM).exists()
)
NODE = Need("Node", "apt-get install nodejs, 20.11 or later", _node_version() >= (20, 11))
AXE = Need("axe", "make test installs it", BROWSER.here and _installed("axe_playwright_python"))
SCHEMATHESIS = Need("schemathesis", "make test installs it", _installed("schemathesis"))
FAST = Need("NumPy and numba", "make fast", _installed("numpy", "numba"))
PLOT = Need("matplotlib", "make plot", _installed("matplotlib"))
CORPORA = Need("pyarrow and DuckDB", "make corpora", _installed("pyarrow", "duckdb"))
RAY = Need("Ray", "make ray-check, which installs it: half a gigabyte", _installed("ray"))
RL = Need("PettingZoo", "make rl", _installed("numpy", "gymnasium", "pettingzoo"))
POKERKIT = Need("PokerKit", "make pokerkit", _installed("pokerkit"))
OPENSPIEL = Need("OpenSpiel", "make peers", _installed("pyspiel"))
CORPUS = Need("corpus of real hands and published tables", "name its folder in SIDEPOT_CORPUS", bool(CORPUS_FOLDER))
DOCKER = Need("Docker", "install it, and start its daemon", _docker_runs())
POSIX = Need("POSIX system", "run it on Linux or macOS", sys.platform != "win32")
