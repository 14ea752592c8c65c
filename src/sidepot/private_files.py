"""Files with the data of people, or with cards that are face down: only their owner may read them.

They are made so, whatever the umask, and not changed afterwards: a temporary file is as private as the finished one. A
file that is there already keeps the rights that its owner gave it.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO, Final, Literal

_OWNER_ONLY: Final = 0o600


def open_private(file: Path, mode: Literal["wb", "xb", "ab"]) -> BinaryIO:
    """Open a file for writing; a new one is for its owner alone. Raises OSError."""
    return open(file, mode, opener=_opener)


def replace_private(file: Path, data: bytes) -> None:
    """Write a file whole and for good, or leave the one before it; the new one is private. Raises OSError."""
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)  # of a process that was killed
    with open_private(part, "xb") as written:
        written.write(data)
        written.flush()
        os.fsync(written.fileno())
    part.replace(file)


def _opener(path: str, flags: int) -> int:
    return os.open(path, flags, _OWNER_ONLY)
