"""`sidepot serve` in a terminal: the address and the host's link, a page in the browser, and no log unless asked."""

from __future__ import annotations

import io
import logging
import sys
from collections.abc import Iterator

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

from sidepot.cli import common, serve
from sidepot.web.logs import start_logging
from sidepot.web.server import Started

LINK = "http://127.0.0.1:8000/host?token=x"


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def log() -> Iterator[logging.Logger]:
    """The log of the room; all handlers are put back afterwards."""
    root, own = logging.getLogger(), logging.getLogger("sidepot")
    before = root.handlers[:], root.level, own.level
    yield own
    root.handlers[:] = before[0]
    root.setLevel(before[1])
    own.setLevel(before[2])


def test_start_prints_address_and_host_link(capsys: pytest.CaptureFixture[str]) -> None:
    serve._show(Started("http://127.0.0.1:8000", "", LINK, 8000, "room.db", 1))
    assert capsys.readouterr().out.splitlines() == [
        "The room is open at http://127.0.0.1:8000 (Ctrl+C stops it)",
        f"To become the host, open this link once: {LINK}",
    ]


def test_room_with_a_host_prints_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    serve._show(Started("http://127.0.0.1:8000", "", "", 8000, "room.db", 1))
    assert len(capsys.readouterr().out.splitlines()) == 1


@pytest.mark.parametrize(("quiet", "lines"), [(True, ["slow"]), (False, ["started", "slow"])])
def test_terminal_shows_warnings_only_unless_the_log_is_asked_for(
    log: logging.Logger, quiet: bool, lines: list[str]
) -> None:
    stream = Terminal()
    start_logging(stream, quiet=quiet)
    log.info("started")
    log.warning("slow")
    assert [line.split()[-1] for line in stream.getvalue().splitlines()] == lines


def test_log_is_whole_where_it_goes_to_a_file(log: logging.Logger) -> None:
    stream = io.StringIO()
    start_logging(stream, quiet=True)
    log.info("started")
    assert '"event":"started"' in stream.getvalue()


@pytest.mark.parametrize(
    ("out", "display", "expected"), [(Terminal(), ":0", True), (Terminal(), "", False), (io.StringIO(), ":0", False)]
)
def test_browser_opens_in_a_terminal_on_a_desktop(
    monkeypatch: pytest.MonkeyPatch, out: io.StringIO, display: str, expected: bool
) -> None:
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert common.has_browser() is expected
