"""Personal data and face-down cards: files that only their owner may read, and structs with a safe `repr`.

A private file is created private, whatever the umask, and a temporary file is as private as the finished one. An
existing file keeps the permissions that its owner gave it.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO, ClassVar, Final, Literal

import msgspec

_OWNER_ONLY: Final = 0o600


def open_private(file: Path, mode: Literal["wb", "xb", "ab"]) -> BinaryIO:
    """Open a file for writing. If it is new, only its owner may read it. Raises OSError if it cannot be opened."""
    return open(file, mode, opener=_opener)


def replace_private(file: Path, data: bytes) -> None:
    """Replace a file atomically and durably. Only the owner may read the new file. Raises OSError on failure."""
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)  # left by a killed process
    with open_private(part, "xb") as written:
        written.write(data)
        written.flush()
        os.fsync(written.fileno())
    part.replace(file)


def _opener(path: str, flags: int) -> int:
    return os.open(path, flags, _OWNER_ONLY)


class PrivateStruct(msgspec.Struct, frozen=True):
    """A struct that contains a secret: a password, a token, cards. Its `repr` shows only the fields in `SHOWN`."""

    SHOWN: ClassVar[tuple[str, ...]] = ()

    def __repr__(self) -> str:
        """The fields without secrets."""
        return f"{type(self).__name__}({', '.join([f'{name}={getattr(self, name)!r}' for name in self.SHOWN])})"
