"""The text of finished shares, kept compressed next to their tables.

With the text, hands can be replayed after their files were moved or deleted: a single hand, or the other files of a
share in which one file has changed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from sidepot.histories.file_shares import PIECES, FilePiece, Share

TEXT: Final = "text"


def text_part(share: str) -> Path:
    """The file with the text of a share of the corpus, as a path in the folder of the tables."""
    return Path(TEXT) / f"{share}.zst"


def packed(share: Share) -> bytes:
    """The text of a share of the corpus, compressed to about a sixth."""
    import pyarrow as pa

    data = msgspec.msgpack.encode(share)
    compressed: bytes = pa.compress(data, codec="zstd", asbytes=True)
    return len(data).to_bytes(8, "big") + compressed


def text_of(out: Path, share: str) -> Share | None:
    """The text of a share of the corpus. None if the text was not kept or is damaged."""
    import pyarrow as pa

    try:
        data = (out / text_part(share)).read_bytes()
        size = int.from_bytes(data[:8], "big")
        return msgspec.msgpack.decode(pa.decompress(data[8:], size, "zstd", asbytes=True), type=Share)
    except (OSError, ValueError, MemoryError, msgspec.MsgspecError):  # pyarrow's errors are OSError or ValueError
        return None


def joined(shares: Iterable[Share], without: Collection[str], letters: int) -> Iterator[Share]:
    """The pieces of these shares in new shares of about `letters` characters. Files in `without` are left out."""
    some: list[FilePiece] = []
    size = 0
    for share in shares:
        for one in share.pieces:
            if one.place in without:
                continue
            some.append(one)
            size += len(one.piece.text)
            if size >= letters or len(some) == PIECES:
                yield Share(tuple(some))
                some, size = [], 0
    if some:
        yield Share(tuple(some))
