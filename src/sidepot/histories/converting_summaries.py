"""Convert the summaries of tournaments to JSON lines, or to one table per file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from sidepot.errors import BadNotation
from sidepot.formats.sites.summary_write import COLUMNS, rows_of, seen_by, summary_document, without_names
from sidepot.formats.sites.tournament_summary import TournamentSummary
from sidepot.histories.converting import Broken, Converted, Wanted, free_name, resolved
from sidepot.histories.piece_hands import summaries_of
from sidepot.histories.pieces import pieces_of
from sidepot.validation.csv_text import write_csv

SUMMARY_SUFFIX_OF: Final = {"json": ".jsonl", "csv": ".csv"}
"""The suffix of a file in each format of summaries."""


def convert_summaries(files: Sequence[Path], wanted: Wanted) -> Converted:
    """Write the tournament summaries in the files, but not the hands.

    With `hero`, only that player's places are written. An unreadable summary is recorded as a problem, and the
    conversion continues. With `strict`, all summaries are read first, and the first problem is raised as BadNotation.
    Raises BadNotation if no file has a summary.
    """
    total = Converted()
    read = resolved(files)
    begun = False  # the screen shows the header of a table once

    def texts(file: Path) -> Iterator[str]:
        nonlocal begun
        for name, found in _summaries(file):
            if isinstance(found, BadNotation):
                total.problems.append(Broken(file.as_posix(), name, found.message))
                continue
            found = seen_by(found, wanted.hero) if wanted.hero else found
            found = without_names(found) if wanted.anonymise else found
            head = wanted.kind == "csv" and not begun
            begun = True
            total.summaries += 1
            total.written += 1
            yield _text(found, wanted.kind, head=head)

    if wanted.strict:
        _check(files)
    for file in files:
        begun = begun and wanted.out is None
        text = "".join(texts(file))  # a file has few summaries
        if text and wanted.out is not None:
            wanted.out.mkdir(parents=True, exist_ok=True)
            target = free_name(wanted.out, file, SUMMARY_SUFFIX_OF[wanted.kind], total.files, read)
            target.write_text(text, encoding="utf-8")
            total.files.append(target.as_posix())
        elif text and wanted.say is not None:
            wanted.say(text)
        if wanted.advance is not None:
            wanted.advance(1)
    if not total.written and not total.problems:
        raise BadNotation(
            f"{files[0]}: no tournament summary in this file; to convert hands, use --to phh, --to ohh or --to stars"
        )
    return total


def _check(files: Sequence[Path]) -> None:
    """Raise BadNotation for the first unreadable summary, before anything is written."""
    for file in files:
        for name, found in _summaries(file):
            if isinstance(found, BadNotation):
                place = f"{file}, summary {name}"
                raise BadNotation(found.message).at(place)


def _summaries(file: Path) -> Iterator[tuple[str, TournamentSummary | BadNotation]]:
    for piece in pieces_of(file):
        yield from summaries_of(piece)


def _text(summary: TournamentSummary, kind: str, *, head: bool) -> str:
    if kind == "json":
        return json.dumps(summary_document(summary), ensure_ascii=False) + "\n"
    return write_csv([*([COLUMNS] if head else []), *rows_of(summary)])
