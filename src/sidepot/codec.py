"""Events as JSON, one by one or as a log, there and back; and their schema.

>>> import msgspec
>>> class Rang(msgspec.Struct, tag="rang"):
...     times: int
>>> bells = Codec[Rang](Rang, "a bell", "a log of bells")
>>> bells.encode([Rang(2)])
b'[{"type":"rang","times":2}]'
>>> bells.decode('{"type":"rang","times":3}')
Rang(times=3)
"""

from __future__ import annotations

from inspect import cleandoc
from typing import Any, Final, Generic, TypeVar

import msgspec

from sidepot.errors import BadNotation, SidepotError

E = TypeVar("E")

# The errors of decoding: no JSON, no such struct, bytes that are no text, brackets without end.
UNREADABLE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError, SidepotError)


def file_text(given: str | bytes, what: str, *suffixes: str) -> str:
    """The text of `what`, whose files end in these suffixes; bytes are UTF-8. Raises BadNotation for anything but text.

    >>> file_text("hand.phh", "a hand history", ".phh")
    Traceback (most recent call last):
    sidepot.errors.BadNotation: 'hand.phh' names a file: a hand history is read from the text that stands in it
    """
    if isinstance(given, bytes):
        try:
            return given.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise BadNotation(f"this is not UTF-8 text: byte {error.start} is {given[error.start]:#x}") from None
    if not isinstance(given, str):
        raise BadNotation(f"{what} is read from its text, {not_text(given)}")
    if len(given) < 1000 and "\n" not in given and given.strip().lower().endswith(suffixes or ("\0",)):
        raise BadNotation(f"{given.strip()!r} names a file: {what} is read from the text that stands in it")
    return given


def not_text(given: object) -> str:
    """The message for a value where text or bytes were due.

    >>> not_text(5)
    'not from int'
    """
    kind = type(given).__name__
    return f"not from a path: give path.read_bytes() ({kind})" if hasattr(given, "__fspath__") else f"not from {kind}"


def dedented(schema: Any) -> Any:
    """A JSON Schema without the indentation of the source in its descriptions: Pythons before 3.13 leave it there."""
    if isinstance(schema, dict):
        return {
            key: cleandoc(value) if key == "description" and isinstance(value, str) else dedented(value)
            for key, value in schema.items()
        }
    return [dedented(one) for one in schema] if isinstance(schema, list | tuple) else schema


class Codec(Generic[E]):
    """JSON of a union of structs; `one` and `log` say in errors what was expected."""

    __slots__ = ("_encoder", "_log", "_logs", "_one", "_ones", "kinds")

    def __init__(self, kinds: Any, one: str, log: str) -> None:
        self.kinds = kinds
        self._one = one
        self._log = log
        self._encoder = msgspec.json.Encoder()
        self._ones: msgspec.json.Decoder[E] = msgspec.json.Decoder(kinds)
        self._logs: msgspec.json.Decoder[list[E]] = msgspec.json.Decoder(list[kinds])

    def encode(self, event: E | list[E]) -> bytes:
        """One event, or a whole log, as JSON."""
        return self._encoder.encode(event)

    def decode(self, data: bytes | str) -> E:
        """Read one event back. Raises BadNotation, saying where."""
        try:
            return self._ones.decode(data)
        except UNREADABLE as error:
            raise BadNotation(f"not {self._one}: {error}") from None
        except TypeError:
            raise BadNotation(f"{self._one} is read from JSON, {not_text(data)}") from None

    def decode_log(self, data: bytes | str) -> list[E]:
        """Read a log, a JSON list of events. Raises BadNotation, saying where."""
        try:
            return self._logs.decode(data)
        except UNREADABLE as error:
            raise BadNotation(f"not {self._log}: {error}") from None
        except TypeError:
            raise BadNotation(f"{self._log} is read from JSON, {not_text(data)}") from None

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of an event, made from the structs themselves."""
        found: dict[str, Any] = dedented(msgspec.json.schema(self.kinds))
        return found
