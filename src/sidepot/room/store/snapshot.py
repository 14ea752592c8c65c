"""Snapshots: the state of a machine as data, so that its log need not be applied from the first event.

A machine declares what lasts of it as a struct, its image. Most fields of an image are attributes of that name of what
it shows; the rest is said by the machine. Any field that changes makes another version, and a snapshot of another
version is not read: the log is the truth.
"""

from __future__ import annotations

import zlib
from typing import Generic, TypeVar

import msgspec

from sidepot.errors import BadNotation

S = TypeVar("S", bound=msgspec.Struct)  # an image


class Snapshots(Generic[S]):
    """How the snapshots of one kind are written and read.

    The fields of the `image` before the field `until` are attributes of that name. `what` it is of stands in errors.
    `format` is one more where a field means something else than before.
    """

    def __init__(self, image: type[S], what: str, *, until: str, format: int = 1) -> None:
        fields = image.__struct_fields__
        self.alike = fields[: fields.index(until)]
        self._image = image
        self._what = what
        self._format = format
        self._version = 0
        self._decoder = msgspec.msgpack.Decoder(image)
        self._encoder = msgspec.msgpack.Encoder()

    def version(self) -> int:
        """The version of today's snapshots."""
        if not self._version:
            schema = msgspec.json.encode(msgspec.json.schema(self._image), order="sorted")
            self._version = self._format << 32 | zlib.crc32(schema)
        return self._version

    def make(self, source: object, **rest: object) -> S:
        """The image of a machine, or of a part of it; `rest` are the fields that are no attributes."""
        return self._image(**{name: getattr(source, name) for name in self.alike}, **rest)

    def set(self, target: object, image: S) -> None:
        """Give a machine the attributes that its image has."""
        for name in self.alike:
            setattr(target, name, getattr(image, name))

    def encode(self, image: S) -> bytes:
        """The image as it is stored."""
        return self._encoder.encode(image)

    def decode(self, data: bytes) -> S:
        """Read a snapshot of today's version. Raises BadNotation."""
        try:
            return self._decoder.decode(data)
        except (msgspec.MsgspecError, TypeError, ValueError, RecursionError) as error:
            raise BadNotation(f"not a snapshot of {self._what}: {error}") from None
