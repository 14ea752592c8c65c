"""Encode and decode events as JSON, one by one or as a log; and their schema.

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

from collections.abc import Mapping
from inspect import cleandoc
from types import GenericAlias
from typing import Final, Generic, TypeVar

import msgspec

from sidepot.errors import BadNotation, SidepotError
from sidepot.validation.json_text import json_error
from sidepot.validation.reader import not_text

E = TypeVar("E")

# Errors of decoding: invalid JSON, wrong struct, invalid UTF-8, too deep nesting.
UNREADABLE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError, SidepotError)


def dedented(schema: Mapping[str, object]) -> dict[str, object]:
    """A JSON Schema without the indentation of docstrings, which Python before 3.13 keeps."""
    return {
        key: cleandoc(value) if key == "description" and isinstance(value, str) else _dedented(value)
        for key, value in schema.items()
    }


def _dedented(part: object) -> object:
    if isinstance(part, dict):
        return dedented(part)
    return [_dedented(one) for one in part] if isinstance(part, list | tuple) else part


class Codec(Generic[E]):
    """Converts a union of structs to and from JSON.

    - `one`: the name for one struct in error messages
    - `log`: the name for a list of structs in error messages
    - `shows`: whether errors repeat values (by default not, because events may contain hidden cards)
    """

    __slots__ = ("_encoder", "_log", "_logs", "_one", "_ones", "_shows", "kinds")

    def __init__(self, kinds: object, one: str, log: str = "a list", *, shows: bool = False) -> None:
        self.kinds = kinds
        self._shows = shows
        self._one = one
        self._log = log
        self._encoder = msgspec.json.Encoder()
        self._ones: msgspec.json.Decoder[E] = msgspec.json.Decoder(kinds)
        self._logs: msgspec.json.Decoder[list[E]] = msgspec.json.Decoder(GenericAlias(list, kinds))

    def encode(self, event: E | list[E]) -> bytes:
        """One event, or a whole log, as JSON."""
        return self._encoder.encode(event)

    def decode(self, data: bytes | str) -> E:
        """Read one event from JSON. For an invalid event, raises BadNotation, saying where the mistake is."""
        try:
            return self._ones.decode(data)
        except (*UNREADABLE, TypeError) as error:
            raise self._not_read(self._one, self.kinds, data, error) from None

    def decode_log(self, data: bytes | str) -> list[E]:
        """Read a log, which is a JSON list of events. For an invalid log, raises BadNotation, saying where the mistake
        is.
        """
        try:
            return self._logs.decode(data)
        except (*UNREADABLE, TypeError) as error:
            raise self._not_read(self._log, self._logs.type, data, error) from None

    def schema(self) -> dict[str, object]:
        """The JSON Schema of an event, generated from the structs."""
        return dedented(msgspec.json.schema(self.kinds))

    def _not_read(self, what: str, wanted: object, data: bytes | str, error: Exception) -> BadNotation:
        if isinstance(error, TypeError):
            return BadNotation(f"{what} must be JSON text, {not_text(data)}")
        return json_error(error, data, wanted, what, first_line=0, shows=self._shows).at(f"not {what}")
