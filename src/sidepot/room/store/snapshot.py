"""Snapshots: the state of a machine as data, to load it without applying its whole log.

A machine declares its lasting state as a struct, its snapshot. Most fields are attributes of the machine with the same
name; the machine supplies the rest. Any change of a field makes a new version. Snapshots of other versions are ignored,
because the log has everything.
"""

from __future__ import annotations

import zlib
from typing import Generic, TypeVar

import msgspec

from sidepot.errors import BadNotation

S = TypeVar("S", bound=msgspec.Struct)  # a snapshot


class Snapshots(Generic[S]):
    """Encodes and decodes the snapshots of one kind of machine.

    The fields of the `struct` before the field `until` are attributes of the machine. `what` names the machine in
    errors. Increment `format` when a field changes its meaning.
    """

    def __init__(self, struct: type[S], what: str, *, until: str, format: int = 1) -> None:
        fields = struct.__struct_fields__
        self.alike = fields[: fields.index(until)]
        self._struct = struct
        self._what = what
        self._format = format
        self._version = 0
        self._decoder = msgspec.msgpack.Decoder(struct)
        self._encoder = msgspec.msgpack.Encoder()

    def version(self) -> int:
        """The current version of the snapshot format."""
        if not self._version:
            schema = _undescribed(msgspec.json.schema(self._struct))
            self._version = self._format << 32 | zlib.crc32(msgspec.json.encode(schema, order="sorted"))
        return self._version

    def make(self, source: object, **rest: object) -> S:
        """Make the snapshot of a machine, or of a part of one. `rest` has the fields that are not attributes."""
        return self._struct(**{name: getattr(source, name) for name in self.alike}, **rest)

    def set(self, target: object, snapshot: S) -> None:
        """Set the attributes of `target` to the values in a snapshot."""
        for name in self.alike:
            setattr(target, name, getattr(snapshot, name))

    def encode(self, snapshot: S) -> bytes:
        """Encode a snapshot."""
        return self._encoder.encode(snapshot)

    def decode(self, data: bytes) -> S:
        """Decode a snapshot of the current version. Raises BadNotation if the data is damaged."""
        try:
            return self._decoder.decode(data)
        except (msgspec.MsgspecError, TypeError, ValueError, RecursionError) as error:
            raise BadNotation(f"not a snapshot of {self._what}: {error}") from None


def _undescribed(schema: object) -> object:
    """A schema without its docstrings, so that a better docstring does not make a new version."""
    if isinstance(schema, dict):
        return {
            key: _undescribed(value)
            for key, value in schema.items()
            if key != "description" or not isinstance(value, str)
        }
    return [_undescribed(one) for one in schema] if isinstance(schema, list) else schema
