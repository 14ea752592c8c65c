"""What Windows and macOS lack: sidepot plays hands and opens a room without it."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from needs import SERVE
from places import ROOT

SOURCES = sorted((ROOT / "src" / "sidepot").rglob("*.py"))

# A Python without what only POSIX has, which calls itself Windows as soon as the libraries are imported.
AS_ON_WINDOWS = """
import asyncio, ctypes, fcntl, multiprocessing, os, signal, sqlite3, subprocess
import sys, sysconfig, tempfile, types, webbrowser
import msgspec, rich.console, rich.table, tomlkit, typer
{libraries}
sysconfig.get_config_vars()

def locking(file, mode, size):
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

msvcrt = types.ModuleType("msvcrt")
msvcrt.LK_NBLCK, msvcrt.locking = 2, locking
sys.modules["msvcrt"] = msvcrt
for name in ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty", "uvloop"):
    sys.modules[name] = None
for name in ("fork", "forkpty", "killpg", "pread", "pwrite", "fchmod", "uname", "sched_getaffinity"):
    delattr(os, name)
for name in ("SIGALRM", "SIGHUP", "SIGKILL", "SIGUSR1", "SIGUSR2", "setitimer", "alarm"):
    delattr(signal, name)

def add_signal_handler(*_):
    raise NotImplementedError

asyncio.SelectorEventLoop.add_signal_handler = asyncio.SelectorEventLoop.remove_signal_handler = add_signal_handler
sys.platform = "win32"
from sidepot.cli.app import main
main()
"""
LIBRARIES = (
    "import PIL.Image, argon2, litestar.app, prometheus_client, segno, sqlalchemy.dialects.sqlite, uvicorn.main, "
    "websockets"
)


def command(*words: str, libraries: str = "") -> list[str]:
    """A command of sidepot in such a Python."""
    return [sys.executable, "-c", AS_ON_WINDOWS.format(libraries=libraries), *words]


@pytest.mark.skipif(sys.platform == "win32", reason="it imitates Windows")
@pytest.mark.parametrize(
    "words", [("play", "--watch", "--seed", "7"), ("rule", "NL 50/100: A bets 300; B to act", "--chips", "500")]
)
def test_hands_are_played_and_ruled_without_posix(words: tuple[str, ...], tmp_path: Path) -> None:
    done = subprocess.run(command(*words), cwd=tmp_path, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="it imitates Windows")
@SERVE.mark
def test_room_opens_once_without_posix(tmp_path: Path) -> None:
    words = ("serve", "--port", "0", "--data", str(tmp_path / "room"), "--json", "--no-open")
    serve = command(*words, libraries=LIBRARIES)
    environment = {**os.environ, "LOCALAPPDATA": str(tmp_path)}
    log = tmp_path / "log"
    with (
        log.open("wb") as errors,
        subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=errors, env=environment) as room,
    ):
        try:
            assert room.stdout is not None
            line = room.stdout.readline()
            assert line, log.read_text(encoding="utf-8")
            address = json.loads(line)["address"]
            assert urllib.request.urlopen(address + "/healthz", timeout=30).status == 200
            second = subprocess.run(serve, capture_output=True, text=True, env=environment, timeout=60)
            assert second.returncode != 0
            assert "another server" in second.stderr + second.stdout
        finally:
            room.terminate()


def test_text_files_are_opened_as_utf_8() -> None:
    """The default of Windows is another encoding."""
    assert [found for file in SOURCES for found in without_encoding(file)] == []


def without_encoding(file: Path) -> list[str]:
    """The calls that read or write text in the encoding of the system."""
    found = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or any(word.arg == "encoding" for word in node.keywords):
            continue
        name = ast.unparse(node.func).rpartition(".")[2]
        modes = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        opens = name == "open" and any(set(mode) <= set("rwxa+t") for mode in modes)
        if opens or name == "write_text" or (name == "read_text" and not node.args):
            found.append(f"{file.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}")
    return found
