"""Hand histories to Parquet: one process plays, compares and writes each share; finished shares are skipped."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from time import perf_counter
from typing import Any, Final
from urllib.parse import quote

import msgspec

from sidepot.corpora.corpus_rows import COLUMNS, Row, rows_of, tournament_rows
from sidepot.corpora.kept_text import joined, packed, text_of, text_part
from sidepot.errors import BadNotation, Conflict, SidepotError
from sidepot.extras import how_to_install
from sidepot.formats.acpc_games import AcpcGame, AcpcStakes
from sidepot.histories.bulk import FileOutcomes, Replayed, outcomes_of, settle_all, timed
from sidepot.histories.expectations import Expectation
from sidepot.histories.file_shares import PIECES, FilePiece, Share, place_of, shares_of, summaries_in
from sidepot.histories.outcomes import Outcome, failed, play
from sidepot.histories.piece_hands import HandRead
from sidepot.stats.hand_seen import MARK, seen
from sidepot.workers import HERE, Workers, do_pieces

# ---- the folder: Parquet files for each table and game, and a note of each finished share


NOTES: Final = "done"
VERSION: Final = sha256(repr((COLUMNS, MARK)).encode()).hexdigest()[:16]
"""The version of the tables' columns and of the marks of hands. If it changes, hands are played again."""

Tables = dict[str, list[Row]]
"""The rows of each table."""


class Note(msgspec.Struct, frozen=True):
    """The note about a finished share of the corpus (pieces of files that were processed together).

    - `files`: the share's files, with the outcomes of their hands
    - `parts`: its Parquet files and, if the text was kept, the file of its text
    - `sizes`: the sizes of these files
    - `rows`: the number of hands with rows
    - `version`: the version of the columns of its tables
    """

    files: list[FileOutcomes]
    parts: list[str]
    rows: int
    sizes: list[int]
    version: str = VERSION

    @property
    def hands(self) -> int:
        """The number of hands, with or without rows."""
        return sum([one.matched + len(one.others) for one in self.files])


def need_corpora(out: Path) -> None:
    """Raise Conflict if pyarrow is not installed, and BadNotation for a folder that cannot be written."""
    if find_spec("pyarrow") is None:
        raise Conflict(f"{out}: Parquet needs pyarrow, which is not installed: {how_to_install('corpora')}")
    try:
        (out / NOTES).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadNotation(f"{out}: cannot use this folder: {error.strerror or error}") from None


@contextmanager
def alone(out: Path) -> Iterator[None]:
    """Lock the folder, if the system supports locks. Raises Conflict if another run has the lock."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with (out / NOTES / "lock").open("wb") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Conflict(
                f"{out}: another run writes to this folder; wait for it, or choose another one", code="import_running"
            ) from None
        except OSError:
            pass  # a file system without locks
        for left in out.glob("*/**/*.tmp"):
            left.unlink(missing_ok=True)
        yield


def note_of(out: Path, share: str) -> Note | None:
    """The note about a share of the corpus; None if the share is not finished."""
    try:
        return msgspec.json.decode((out / NOTES / f"{share}.json").read_bytes(), type=Note)
    except (FileNotFoundError, msgspec.MsgspecError):
        return None


def notes_of(out: Path, shares: Iterable[str]) -> Iterator[Note]:
    """The notes about these shares of the corpus, as far as the shares are finished."""
    return (note for share in shares if (note := note_of(out, share)) is not None)


def complete_shares(out: Path) -> dict[str, Note]:
    """The shares of the corpus whose Parquet files are complete, with their notes."""
    notes = {name: note for name in _shares_in(out) if (note := note_of(out, name)) is not None}
    return {name: note for name, note in notes.items() if has_parts(out, note)}


def has_parts(out: Path, note: Note) -> bool:
    """Whether the Parquet files of a share of the corpus are complete.

    Files may have been removed, or truncated by a power failure.
    """
    try:
        return [(out / part).stat().st_size for part in note.parts] == note.sizes
    except OSError:
        return False


def keep(
    out: Path, share: str, games: dict[str, Tables], tournaments: list[Row], files: list[FileOutcomes], text: bytes
) -> None:
    """Store a share of the corpus: its rows by game, the rows of its tournament summaries, its text, and its note.

    Raises OSError, naming the folder, if writing fails.
    """
    try:
        _keep(out, share, games, tournaments, files, text)
    except OSError as error:  # pyarrow does not name the file if the disk is full, for example
        raise OSError(error.errno, os.strerror(error.errno or 0), str(out)) from None


def _keep(
    out: Path, share: str, games: dict[str, Tables], tournaments: list[Row], files: list[FileOutcomes], text: bytes
) -> None:
    parts: list[str] = []
    sizes: list[int] = []
    rows = 0
    for game, tables in games.items():
        for table, some in tables.items():
            part = Path(table) / f"game={quote(game, safe=' ')}" / f"{share}.parquet"
            sizes.append(_write(out / part, table, some))
            parts.append(part.as_posix())
        rows += len(tables["hand"])
    if tournaments:
        part = Path("tournament") / f"{share}.parquet"
        sizes.append(_write(out / part, "tournament", tournaments))
        parts.append(part.as_posix())
    if text:
        (out / text_part(share)).parent.mkdir(exist_ok=True)
        _replace(out / text_part(share), text)
        parts.append(text_part(share).as_posix())
        sizes.append(len(text))
    _replace(out / NOTES / f"{share}.json", msgspec.json.encode(Note(files, parts, rows, sizes)))


def _write(file: Path, table: str, rows: list[Row]) -> int:
    import pyarrow as pa
    import pyarrow.parquet as pq

    types = {"string": pa.string(), "bool": pa.bool_()}
    schema: Any = pa.schema([(name, types.get(kind) or getattr(pa, kind)()) for name, kind in COLUMNS[table].items()])
    columns = [pa.array(values, field.type) for values, field in zip(zip(*rows, strict=True), schema, strict=True)]
    file.parent.mkdir(parents=True, exist_ok=True)
    shadow = file.with_suffix(".tmp")
    pq.write_table(pa.table(columns, schema=schema), shadow, compression="zstd")
    del columns
    pa.default_memory_pool().release_unused()  # processes of an import together may need little memory
    size = shadow.stat().st_size
    os.replace(shadow, file)
    return size


def _replace(file: Path, data: bytes) -> None:
    shadow = file.with_suffix(".tmp")
    shadow.write_bytes(data)
    os.replace(shadow, file)


def check_whole(out: Path, places: Collection[str]) -> None:
    """Raise Conflict for a file that an earlier run put into one share with other files that are not in `places`.

    The other files still exist, so their hands would be in the tables twice.
    """
    for name in _shares_in(out):
        note = note_of(out, name)
        named = [one for one in note.files if one.place in places] if note is not None else []
        if note is None or not named:
            continue
        others = [one for one in note.files if one.place not in places and os.path.exists(one.place)]
        if others:
            raise Conflict(
                f"{out}: an earlier run converted {named[0].file} together with {others[0].file}, which is missing now",
                hint="name all files of that run, or choose another folder",
            )


def shares_with(out: Path, places: Collection[str]) -> list[str]:
    """The finished shares with a piece of one of these files."""
    found = []
    for name in _shares_in(out):
        note = note_of(out, name)
        if note is not None and any(one.place in places for one in note.files):
            found.append(name)
    return found


def shares_to_renew(out: Path, letters: int) -> Iterator[str]:
    """The shares to process again, because their tables have the columns of another version.

    If there are many shares with far fewer than `letters` characters, these are included, to be joined.
    """
    small = []
    for name in _shares_in(out):
        note = note_of(out, name)
        if note is not None and note.version != VERSION:
            yield name
        elif note is not None and len(note.files) < PIECES // 2 and note.sizes[-1] < letters // SMALL:
            small.append(name)
    if len(small) > MOST_SMALL:
        yield from small


def forget(out: Path, shares: Iterable[str]) -> None:
    """Remove the files of these shares of the corpus and, last of all, the notes about them."""
    for name in shares:
        note = note_of(out, name)
        for part in note.parts if note is not None else ():
            (out / part).unlink(missing_ok=True)
        (out / NOTES / f"{name}.json").unlink(missing_ok=True)


def _shares_in(out: Path) -> list[str]:
    return sorted([file.stem for file in (out / NOTES).glob("*.json")])


# ---- the run


LETTERS: Final = 2_000_000
"""The size of a share in characters: some seconds of work. Its Parquet files have about a tenth of this size."""

SMALL: Final = 32
"""The text of a share is small if its compressed size is less than this part of `LETTERS`."""

MOST_SMALL: Final = 50
"""The maximum number of small shares before they are joined."""

HANDS: Final = 1 << 19
"""The maximum number of hands in a share, because each hand has its own number."""

Advance = Callable[[int, int], None]


class NamedShare:
    """A share of the corpus, and its name in the folder.

    The name is a hash of the share's files, their text, and the columns of the tables. If any of these change, the
    share is processed again.
    """

    def __init__(self, share: Share) -> None:
        digest = sha256(VERSION.encode())
        for one in share.pieces:
            digest.update(f"{one.file}\0{one.piece.line}\0{one.piece.kind}\0{one.piece.game!r}\0".encode())
            digest.update(one.piece.text.encode("utf-8", "surrogatepass"))
        self.share = share
        self.name = digest.hexdigest()[:16]


def replay_to(
    out: Path,
    files: Sequence[Path],
    *,
    game: AcpcGame | AcpcStakes | None = None,
    expect: Sequence[Expectation] = (),
    strict: bool = False,
    workers: Workers = HERE,
    advance: Advance | None = None,
    letters: int = LETTERS,
) -> Replayed:
    """Replay every hand of every file, as `replay_files` does, and write the rows to the folder `out`.

    - `letters`: about how many characters a share has
    - `advance`: called with a number of characters and a number of hands
    - `strict`: whether the first hand that could not be read or played is raised as an error once all shares are done

    Shares that an earlier run has finished are counted, but not repeated. Raises Conflict without pyarrow, or while
    another run writes to the folder. Raises BadNotation if no file is a history.
    """
    started = perf_counter()
    names = write_shares(out, files, game=game, workers=workers, advance=advance, letters=letters)
    total = Replayed()
    settle_all(total, chain.from_iterable(note.files for note in notes_of(out, names)), expect, strict=strict)
    return timed(total, files, started)


def write_shares(
    out: Path,
    files: Sequence[Path],
    *,
    game: AcpcGame | AcpcStakes | None = None,
    workers: Workers = HERE,
    advance: Advance | None = None,
    letters: int = LETTERS,
    expectation: bool = False,
    keep_text: bool = False,
) -> list[str]:
    """Play the unfinished shares of these files, and write their rows. Returns the names of all shares.

    - `expectation`: whether the average results of all-ins are computed
    - `keep_text`: whether the text of shares is kept

    A share may also contain other files. With `keep_text`, these files need not be given, and may have been deleted:
    they are played again from the kept text. Shares of another version of the tables are played again in the same way.
    If there are many small shares, they are joined.

    Shares with an earlier version of these files, or with deleted files, are removed. Raises Conflict without pyarrow,
    or while another run writes to the folder.
    """
    need_corpora(out)
    names: list[str] = []
    places = {place_of(file) for file in files}
    older: list[str] = []

    def kept() -> Iterator[Share]:
        for name in [*older]:
            share = text_of(out, name)
            if share is None:
                older.remove(name)  # its other files are not played again, so its rows stay
            else:
                yield share

    def open_shares() -> Iterator[NamedShare]:
        for share in chain(shares_of(files, game, letters), joined(kept(), places, letters) if keep_text else ()):
            named = NamedShare(share)
            names.append(named.name)
            note = note_of(out, named.name)
            if note is None or not has_parts(out, note):
                yield named
            elif advance is not None:
                advance(share.letters, note.hands)

    with alone(out):
        if not keep_text:
            check_whole(out, places)
        older += shares_with(out, places)
        older += [name for name in shares_to_renew(out, letters) if name not in older] if keep_text else []
        work = partial(write_share, str(out.absolute()), expectation, keep_text)
        for named, hands in do_pieces(work, open_shares(), workers):
            if advance is not None:
                advance(named.share.letters, hands)
        forget(out, [name for name in older if name not in names])
    return names


@contextmanager
def _without_collections() -> Iterator[None]:
    """Pause Python's garbage collector: hands leave no cycles, and it would visit all rows again and again."""
    is_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if is_on:
            gc.enable()


@_without_collections()
def write_share(out: str, expectation: bool, keep_text: bool, named: NamedShare) -> int:
    """Play a share of the corpus and write its rows. Returns the number of its hands."""
    games: dict[str, Tables] = {}
    first, count = int(named.name[:11], 16) << 19, 0  # 44 bits of the name, and 19 of the count: a positive int64

    def outcome(one: FilePiece, name: str, found: HandRead) -> Outcome:
        nonlocal count
        try:
            played = play(name, found)
            outcome = played.outcome()
        except SidepotError as error:
            return failed(name, found, error)
        try:
            history = played.history(False)
            hand = seen(history, expectation=expectation)
        except SidepotError:
            return outcome  # the result is unknown, or the hand was called off: there is nothing to count
        if count == HANDS:
            raise BadNotation(f"{one.file}: expected at most {HANDS:,} hands in {LETTERS:,} characters")
        tables = games.setdefault(hand.game, {"hand": [], "player": [], "action": []})
        for table, rows in rows_of(first + count, one.file, outcome.kind, history, hand).items():
            tables[table] += rows
        count += 1
        return outcome

    files = outcomes_of(named.share, outcome)
    tournaments = [
        row
        for file, _, summary in summaries_in(named.share)
        if not isinstance(summary, BadNotation)
        for row in tournament_rows(file, summary)
    ]
    keep(Path(out), named.name, games, tournaments, files, packed(named.share) if keep_text else b"")
    return sum(one.matched + len(one.others) for one in files)
