"""The hands of a piece of a history file in any format: read, but not yet played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sidepot.errors import BadNotation
from sidepot.formats.acpc import line_problem
from sidepot.formats.acpc_games import AcpcGame
from sidepot.formats.ohh import read_ohh
from sidepot.formats.phh import Phh, iter_phh
from sidepot.formats.phh_text import after_header, line_of
from sidepot.formats.room_record import RoomHand, read_records
from sidepot.formats.sites.ipoker import IPoker
from sidepot.formats.sites.ipoker_summary import ipoker_summaries
from sidepot.formats.sites.reading import BY_NAME, read_site
from sidepot.formats.sites.site_record import Record
from sidepot.formats.sites.summary_reading import has_summary, read_summaries
from sidepot.formats.sites.tournament_summary import TournamentSummary
from sidepot.histories.pieces import Piece


class LogHand(NamedTuple):
    """A hand of an ACPC log: a line of the log, the line's number, and the game of the log."""

    line: int
    text: str
    game: AcpcGame


class PhhHand(NamedTuple):
    """A hand in a text in Poker Hand History format.

    - `at`: the index of the hand in the text
    - `first_line`: the number of the text's first line
    """

    history: Phh
    at: int
    text: str
    first_line: int

    @property
    def line(self) -> int:
        """The number of the hand's first line. The number is computed only when needed."""
        return line_of(self.at, self.text, self.first_line)


HandRead = PhhHand | Record | LogHand | RoomHand | BadNotation
"""A hand in its format, or why it cannot be read."""


def hands_of(piece: Piece) -> Iterator[tuple[str, HandRead]]:
    """Yield the hands of a piece by name. In place of an unreadable hand, yield a BadNotation with the reason and the
    line.

    A problem of the whole file has no name.
    """
    try:
        if piece.kind == "phh":
            text = after_header(piece.text) if piece.is_rest else piece.text
            if text.strip() or not piece.is_rest:
                yield from _of_phh(text, piece.line + piece.text.count("\n") - text.count("\n"))
        elif piece.kind == "acpc":
            yield from _of_log(piece)
        elif piece.kind == "ohh":
            yield from read_ohh(piece.text, piece.line)
        elif piece.kind == "room":
            yield from read_records(piece.text, piece.line)
        elif piece.kind == "site":
            yield from read_site(piece.text, BY_NAME[piece.dialect], piece.line, piece.head)
        elif piece.kind == "broken":
            yield "", BadNotation(piece.text)
    except BadNotation as error:
        yield "", error


def summaries_of(piece: Piece) -> Iterator[tuple[str, TournamentSummary | BadNotation]]:
    """Yield the tournament summaries of a piece, by tournament number. Some sites put summaries between hands."""
    if piece.dialect == IPoker.__name__:
        yield from ipoker_summaries(piece.text, piece.line)
    elif piece.kind == "summary" or piece.kind == "site" and has_summary(piece.text):
        yield from read_summaries(piece.text, piece.line)


def _of_phh(text: str, first_line: int) -> Iterator[tuple[str, HandRead]]:
    for at, (name, one) in enumerate(iter_phh(text)):
        if isinstance(one, BadNotation):
            yield name or "1", one.at_line(line_of(at, text, first_line))
        else:
            yield name or "1", PhhHand(one, at, text, first_line)


def _of_log(piece: Piece) -> Iterator[tuple[str, HandRead]]:
    game = piece.game
    for number, line in enumerate(piece.text.splitlines(), piece.line):
        if line.startswith("STATE:"):
            name = line.split(":", 2)[1]
            unknown = BadNotation(piece.unknown, code="unknown_game")
            yield name, unknown if game is None else LogHand(number, line, game)
        elif line_problem(line):
            yield "", BadNotation(line_problem(line)).at_line(number)
