"""Logs: one JSON object per line, or plain lines in a terminal; never a card, token, password or query string.

Of an exception, only the type and the place are logged, because its text may quote cards. Store errors are logged with
their text, which never contains data.
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
    """Log an event with its fields. Raises ValueError for a field that is named like a secret."""
    if not _FORBIDDEN.isdisjoint(fields):
        raise ValueError(f"never log these fields: {sorted(_FORBIDDEN & set(fields))}")
    log.log(level, event, extra={"fields": fields})


def trouble(log: logging.Logger, event: str, error: BaseException, **fields: object) -> None:
    """Log an unexpected error: its type, and where it occurred."""
    note(log, event, logging.ERROR, **fields, **describe(error))


def describe(error: BaseException) -> dict[str, object]:
    """The parts of an error that may be logged: type, position in the code, and cause."""
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
    """Formats a log record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line, without a line end."""
        return _ENCODER.encode(_fields(record)).decode()


class Plain(logging.Formatter):
    """Formats a log record as a readable line."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line, without a line end."""
        fields = _fields(record)
        at, level, event = [str(fields.pop(name)) for name in ("at", "level", "event")]
        del fields["logger"]
        rest = "  ".join(f"{name}={value}" for name, value in fields.items())
        line = f"{at[11:19]} {'' if level == 'info' else level + ' '}{event}{'  ' + rest if rest else ''}"
        return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in line)


def _fields(record: logging.LogRecord) -> dict[str, object]:
    fields: dict[str, object] = {
        "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname.lower(),
        "logger": record.name,
        "event": record.getMessage(),
    }
    for name, value in getattr(record, "fields", {}).items():
        fields["where" if name == "at" else name] = value if isinstance(value, (int, float, list, dict)) else str(value)
    if record.exc_info and record.exc_info[1] is not None:  # from a library's own logger
        found = describe(record.exc_info[1])
        fields.update(error=found["error"], where=found["at"])
    return fields


def start_logging(stream: TextIO | None = None, *, plain: bool | None = None, quiet: bool = False) -> None:
    """Send all logs to stderr: plain lines in a terminal, JSON lines otherwise. Libraries log only warnings.

    With `quiet`, a terminal shows warnings and errors only.
    """
    out = stream or sys.stderr
    is_plain = out.isatty() if plain is None else plain
    handler = logging.StreamHandler(out)
    handler.setFormatter(Plain() if is_plain else JsonLines())
    if quiet and is_plain:
        handler.setLevel(logging.WARNING)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("sidepot").setLevel(logging.INFO)
    logging.getLogger("uvicorn.error").addFilter(_is_no_fault_of_a_client)


def _is_no_fault_of_a_client(record: logging.LogRecord) -> bool:
    """Log filter: drop uvicorn's error about a client that sent invalid UTF-8."""
    return not (record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError))
