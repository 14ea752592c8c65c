"""Logs: one JSON object a line, or plain lines in a terminal; never a card, a token, a password or an address' query.

The text of an exception is left out, since it may quote cards: only its kind and its place are logged. Only
errors of the store tell more, as they never carry what was to be written.
"""

from __future__ import annotations

import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Final, TextIO

import msgspec

from sidepot.room.store.errors import StoreError

_FORBIDDEN: Final = frozenset({"token", "password", "cookie", "cards", "deck", "query"})
_ENCODER: Final = msgspec.json.Encoder()


def note(log: logging.Logger, event: str, level: int = logging.INFO, **fields: object) -> None:
    """Log an event, with its fields. Names of secrets are refused."""
    if not _FORBIDDEN.isdisjoint(fields):
        raise ValueError(f"{sorted(_FORBIDDEN & set(fields))} are never logged")
    log.log(level, event, extra={"fields": fields})


def trouble(log: logging.Logger, event: str, error: BaseException, **fields: object) -> None:
    """Log an error that nobody has foreseen: its kind, and where it happened."""
    note(log, event, logging.ERROR, **fields, **describe(error))


def describe(error: BaseException) -> dict[str, object]:
    """The loggable part of an error: its kind, its place, and its cause."""
    found: dict[str, object] = {"error": type(error).__name__, "at": _places(error)}
    if isinstance(error, StoreError):
        found["says"] = error.message
    cause = error.__cause__ or error.__context__
    if cause is not None and cause is not error:
        found["because"] = type(cause).__name__
    return found


def _places(error: BaseException, most: int = 12) -> list[str]:
    frames = traceback.extract_tb(error.__traceback__)[-most:]
    return [f"{frame.filename.rpartition('site-packages/')[2]}:{frame.lineno} {frame.name}" for frame in frames]


class JsonLines(logging.Formatter):
    """A record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        return _ENCODER.encode(_told(record)).decode()


class Plain(logging.Formatter):
    """A record for somebody who watches a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        told = _told(record)
        at, level, event = [str(told.pop(name)) for name in ("at", "level", "event")]
        del told["logger"]
        rest = "  ".join(f"{name}={value}" for name, value in told.items())
        line = f"{at[11:19]} {'' if level == 'info' else level + ' '}{event}{'  ' + rest if rest else ''}"
        return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in line)


def _told(record: logging.LogRecord) -> dict[str, object]:
    told: dict[str, object] = {
        "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname.lower(),
        "logger": record.name,
        "event": record.getMessage(),
    }
    for name, value in getattr(record, "fields", {}).items():
        told["where" if name == "at" else name] = value if isinstance(value, (int, float, list, dict)) else str(value)
    if record.exc_info and record.exc_info[1] is not None:  # of a library's own log
        found = describe(record.exc_info[1])
        told.update(error=found["error"], where=found["at"])
    return told


def start_logging(stream: TextIO | None = None, *, plain: bool | None = None) -> None:
    """Send all logs to stderr: plain where that is a terminal, else as JSON lines. Libraries tell warnings only."""
    out = stream or sys.stderr
    handler = logging.StreamHandler(out)
    handler.setFormatter(Plain() if (out.isatty() if plain is None else plain) else JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("sidepot").setLevel(logging.INFO)
    logging.getLogger("uvicorn.error").addFilter(_is_no_fault_of_a_client)


def _is_no_fault_of_a_client(record: logging.LogRecord) -> bool:
    """Whether it is not a socket that was closed since its client sent, as text, bytes that are none."""
    return not (record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError))
