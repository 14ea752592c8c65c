"""Hand histories to Parquet: each share is played, compared, and written by one process; done ones are passed over."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from time import perf_counter
from typing import Final

from sidepot.corpora.corpus_folder import (
    FileNote,
    Tables,
    alone,
    check_whole,
    forget_older,
    has_parts,
    keep,
    need_corpora,
    note_of,
)
from sidepot.corpora.corpus_rows import COLUMNS, rows_of
from sidepot.corpora.play_once import play_once
from sidepot.errors import BadNotation, SidepotError
from sidepot.formats.acpc_games import AcpcGame, AcpcStakes
from sidepot.histories.bulk import Replayed, settle_all, timed
from sidepot.histories.expectations import Expectation
from sidepot.histories.file_shares import Share, place_of, shares_of
from sidepot.histories.outcomes import Outcome
from sidepot.histories.piece_hands import hands_of, summaries_of
from sidepot.stats.hand_seen import seen
from sidepot.workers import HERE, Workers, do_pieces

LETTERS: Final = 4_000_000
"""Of a share: a part of a table is about a tenth of it, and some seconds of work."""

HANDS: Final = 1 << 19
"""Of a share, at most: each hand has a number of its own."""

Advance = Callable[[int, int], None]


class NamedShare:
    """A share under the name that it has in the folder, which follows from its files and their text, and from the
    columns of the tables: where they have changed, all is done again.
    """

    def __init__(self, share: Share) -> None:
        told = sha256(repr(COLUMNS).encode())
        for one in share.pieces:
            told.update(f"{one.file}\0{one.piece.line}\0{one.piece.kind}\0{one.piece.game!r}\0".encode())
            told.update(one.piece.text.encode("utf-8", "surrogatepass"))
        self.share = share
        self.name = told.hexdigest()[:16]


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
    """Replay every hand of every file, as `replay_files` does, and write their rows to the folder `out`.

    What an earlier run has done there is counted, and not done again. A share has about so many `letters`; `advance` is
    told of letters and hands. `strict`: where a hand cannot be read or played, the first one is an error when all are
    done. Raises Conflict without pyarrow, or while another run writes there; BadNotation where none of the files is a
    history.
    """
    need_corpora(out)
    started = perf_counter()
    names: list[str] = []

    def open_shares() -> Iterator[NamedShare]:
        for share in shares_of(files, game, letters):
            named = NamedShare(share)
            names.append(named.name)
            note = note_of(out, named.name)
            if note is None or not has_parts(out, note):
                yield named
            elif advance is not None:
                advance(share.letters, note.hands)

    places = {place_of(file) for file in files}
    with alone(out):
        check_whole(out, places)
        for named, hands in do_pieces(partial(write_share, str(out.absolute())), open_shares(), workers):
            if advance is not None:
                advance(named.share.letters, hands)
        forget_older(out, set(names), places)
        total = Replayed()
        settle_all(total, _outcomes(total, out, names), expect, strict=strict)
    return timed(total, files, started)


def _outcomes(total: Replayed, out: Path, names: Sequence[str]) -> Iterator[tuple[str, Iterator[Outcome]]]:
    """The outcomes of each file, from the notes of all its shares."""

    def notes() -> Iterator[FileNote]:
        for name in names:
            note = note_of(out, name)
            if note is not None:
                yield from note.files

    def others(of_file: Iterator[FileNote]) -> Iterator[Outcome]:
        for one in of_file:
            if one.is_none:
                total.skipped.append(one.file)
            total.matched += one.matched
            total.summaries += one.summaries
            yield from one.others

    for file, of_file in groupby(notes(), key=lambda one: one.file):
        yield file, others(of_file)


def write_share(out: str, named: NamedShare) -> int:
    """Play a share and write its rows; returns how many hands it has."""
    games: dict[str, Tables] = {}
    notes: list[FileNote] = []
    first, count = int(named.name[:11], 16) << 19, 0  # 44 bits of the name, and 19 of the count: a positive int64
    for one in named.share.pieces:
        if one.piece.kind == "none":
            notes.append(FileNote(one.file, 0, [], one.is_first, True, place=one.place))
            continue
        matched, others = 0, []
        if one.piece.kind == "score":
            others.append(Outcome("SCORE", "mismatched", one.piece.text))
        for name, found in hands_of(one.piece):
            outcome, told = play_once(name, found)
            if outcome.kind == "matched":
                matched += 1
            else:
                others.append(outcome)
            if told is None:
                continue
            try:
                hand = seen(told, expectation=False)
            except SidepotError:
                continue  # it was called off: there is nothing to count
            if count == HANDS:
                raise BadNotation(f"{one.file}: there are more than {HANDS:,} hands in {LETTERS:,} letters")
            tables = games.setdefault(hand.game, {"hand": [], "player": [], "action": []})
            for table, rows in rows_of(first + count, one.file, outcome.kind, told, hand).items():
                tables[table] += rows
            count += 1
        summaries = 0
        for name, summary in summaries_of(one.piece):
            if isinstance(summary, BadNotation):
                others.append(Outcome(name, "failed", summary.message))
            else:
                summaries += 1
        notes.append(FileNote(one.file, matched, others, one.is_first, summaries=summaries, place=one.place))
    keep(Path(out), named.name, games, notes)
    return sum(one.matched + len(one.others) for one in notes)
