"""Cut a history file into pieces: the text of complete hands, with its format. Every reader of files begins here.

A file is read block by block and cut where a hand begins, so that a file of any size needs little memory, and its
pieces can be processed in parallel. The format of a file is decided here and nowhere else: by its content, and for
Poker Hand Histories by its suffix.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, Literal, TypeVar

import msgspec

from sidepot.errors import BadNotation
from sidepot.formats.acpc import Score, head_of, is_log, is_message_log
from sidepot.formats.acpc_games import AcpcGame, AcpcStakes
from sidepot.formats.ohh import is_ohh
from sidepot.formats.phh_text import last_header
from sidepot.formats.room_record import is_record
from sidepot.formats.sites.ipoker import IPoker
from sidepot.formats.sites.ipoker_xml import head_after
from sidepot.formats.sites.pokernow import PokerNow
from sidepot.formats.sites.reading import begins_with_summary, dialect_of, last_start
from sidepot.formats.sites.summary_reading import last_summary
from sidepot.formats.sites.text import decoded, decoded_strictly, normal_lines
from sidepot.histories.acpc_logs import game_of_log

SUFFIXES: Final = (".phh", ".phhs", ".log", ".txt", ".csv", ".ohh", ".jsonl", ".json", ".xml")
BLOCK: Final = 1 << 18
"""The number of bytes that are read at a time, which is about the size of a piece."""

MOST_OF_A_HAND: Final = 1 << 22
"""The maximum number of characters in a hand."""

MOST_OF_A_LOG: Final = 1 << 25
"""The most characters of a log that is read as a whole, because its newest entry is the first."""

LOOKED_AT: Final = 8_000
"""The number of characters by which the format of a file is decided."""

PACKED: Final = (b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf", b"\x28\xb5\x2f\xfd", b"Rar!")
"""The first bytes of packed files: zip, gzip, bzip2, xz, 7z, zstd and rar."""

PACKED_SUFFIXES: Final = (".zip", ".gz", ".bz2", ".xz", ".7z", ".zst", ".rar")
"""The suffixes of packed files. Such files in a folder are reported, because they may contain hands."""

_T = TypeVar("_T")
Kind = Literal["phh", "acpc", "ohh", "room", "site", "summary", "score", "broken", "none"]


class Piece(msgspec.Struct, frozen=True):
    """A part of a file: complete hands, or tournament summaries.

    - `kind`: the format of the text; a file without a history is one piece of the kind `none`
    - `text`: for a `broken` piece, a description of the problem; for a `score`, the error in the last line of a log
    - `line`: the number of the first line
    - `dialect`: the name of the class that reads the text of a site
    - `head`: the head of the session that the first hand belongs to
    - `game`: the game of an ACPC log
    - `unknown`: why the game of an ACPC log is unknown
    - `is_rest`: whether the piece begins inside an overlong hand
    """

    kind: Kind
    text: str
    line: int = 1
    dialect: str = ""
    head: str = ""
    game: AcpcGame | None = None
    unknown: str = ""
    is_rest: bool = False


def pieces_of(file: Path, asked: AcpcGame | AcpcStakes | None = None) -> Iterator[Piece]:
    """Divide a file into pieces, in order. `asked` is the game of an ACPC log that names no known game."""
    try:
        with file.open("rb") as opened:
            yield from _pieces(file, iter(lambda: opened.read(BLOCK), b""), asked)
    except OSError as error:
        yield Piece("broken", f"cannot be read: {error.strerror or error}")
    except BadNotation as error:
        yield Piece("broken", error.message)


def _pieces(file: Path, blocks: Iterator[bytes], asked: AcpcGame | AcpcStakes | None) -> Iterator[Piece]:
    head = next(blocks, b"")
    if head.startswith(PACKED):
        raise BadNotation("the file is compressed; decompress it first")
    blocks = _with(head, blocks)
    suffix = file.suffix.lower()
    if suffix in (".phh", ".phhs"):
        yield from _cut(decoded_strictly(blocks), last_header, Piece("phh", ""))
        return
    texts = normal_lines(decoded(blocks))
    start = next(texts, "")
    texts = _with(start, texts)
    dialect = dialect_of(start)
    if is_log(start[:LOOKED_AT]):
        yield from _of_log(file, texts, asked)
    elif is_record(start):
        yield from _cut(texts, _last_object, Piece("room", ""))
    elif is_ohh(start):
        yield from _cut(texts, _last_object, Piece("ohh", ""))
    elif begins_with_summary(start):
        yield from _cut(texts, last_summary, Piece("summary", ""))
    elif dialect is PokerNow:
        yield _whole(texts)
    elif dialect is not None:
        piece = Piece("site", "", dialect=dialect.__name__)
        cut = _cut(texts, lambda text, since: last_start(text, dialect, since), piece)
        yield from _with_heads(cut) if dialect is IPoker else cut
    elif suffix in (*SUFFIXES, ".game") or is_message_log(start[:LOOKED_AT]):
        yield Piece("none", "")
    else:
        yield from _cut(texts, last_header, Piece("phh", ""))


def _with_heads(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces of a file of sessions, each with the head of the session in which it begins."""
    head = ""
    for piece in pieces:
        yield msgspec.structs.replace(piece, head=head)
        head = head_after(piece.text, head)


def _last_object(text: str, since: int) -> int:
    """Where the last JSON object that begins a line of a text begins; -1 for none."""
    return text.rfind("\n{", since) + 1 or -1


def _with(first: _T, others: Iterator[_T]) -> Iterator[_T]:
    yield first
    yield from others


def _cut(texts: Iterable[str], last: Callable[[str, int], int], like: Piece) -> Iterator[Piece]:
    """Cut the text read so far where its `last` hand begins. `last` gets a text, and where to search from."""
    kept, looked_at, line, is_rest = "", 0, 1, False
    for text in texts:
        if not text:
            continue
        kept += text
        at = last(kept, looked_at)
        if at > 0:
            yield _piece(like, kept[:at], line, is_rest)
            line += len(kept[:at].splitlines()) - (kept[at - 1] not in "\r\n")  # a hand may begin within a line
            kept, looked_at, is_rest = kept[at:], 0, False
        elif len(kept) > MOST_OF_A_HAND:
            yield Piece("broken", f"line {line}: no hand ends within {MOST_OF_A_HAND:,} letters")
            at = kept.rfind("\n") + 1 or len(kept)
            line += kept.count("\n")
            kept, looked_at, is_rest = kept[max(at, len(kept) - LOOKED_AT) :], 0, True
        else:
            looked_at = max(len(kept) - LOOKED_AT, 0)
    if kept or line == 1:
        yield _piece(like, kept, line, is_rest)


def _piece(like: Piece, text: str, line: int, is_rest: bool) -> Piece:
    return msgspec.structs.replace(like, text=text, line=line, is_rest=is_rest)


def _whole(texts: Iterable[str]) -> Piece:
    """A log whose newest entry is first, as one piece. Raises BadNotation for a log that is too large."""
    kept: list[str] = []
    letters = 0
    for text in texts:
        kept.append(text)
        letters += len(text)
        if letters > MOST_OF_A_LOG:
            raise BadNotation(f"a log of {PokerNow.site} has at most {MOST_OF_A_LOG:,} characters")
    return Piece("site", "".join(kept), dialect=PokerNow.__name__)


def _of_log(file: Path, texts: Iterator[str], asked: AcpcGame | AcpcStakes | None) -> Iterator[Piece]:
    """The pieces of an ACPC log: its first lines name the game, and its last line has the score, the sum of all
    hands.
    """
    like: Piece | None = None
    score = Score()
    for piece in _cut(texts, lambda text, since: text.rfind("\n", since) + 1 or -1, Piece("acpc", "")):
        if piece.kind == "broken":
            yield piece
            continue
        if like is None:
            try:
                like = Piece("acpc", "", game=game_of_log(head_of(piece.text), file, asked))
            except BadNotation as error:
                like = Piece("acpc", "", unknown=error.message)
        score.add(piece.text.splitlines())
        yield _piece(like, piece.text, piece.line, piece.is_rest)
    if score.problem:
        yield Piece("score", score.problem)
