"""Read a file of site text: find its dialect, cut it into hands, and read each into a `Record`."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from sidepot.errors import BadNotation
from sidepot.formats.sites.big_game import BigGame
from sidepot.formats.sites.bovada import Bovada
from sidepot.formats.sites.chico import Chico
from sidepot.formats.sites.coinpoker import CoinPoker
from sidepot.formats.sites.dialect import Dialect
from sidepot.formats.sites.full_tilt import FullTilt
from sidepot.formats.sites.ipoker import IPoker, read_ipoker
from sidepot.formats.sites.ipoker_xml import is_ipoker, last_hand
from sidepot.formats.sites.kings_club import KingsClub
from sidepot.formats.sites.mavens import Mavens
from sidepot.formats.sites.pacific import Pacific
from sidepot.formats.sites.party import Party
from sidepot.formats.sites.pokernow import PokerNow
from sidepot.formats.sites.pokernow_log import lines_of_csv
from sidepot.formats.sites.site_record import Record
from sidepot.formats.sites.stars import GG, RunItOnce, Stars
from sidepot.formats.sites.stars_abroad import StarsAbroad
from sidepot.formats.sites.summary_reading import IN_MARKS, begins_summary
from sidepot.formats.sites.swc import Swc
from sidepot.formats.sites.text import BLANKS, begins_line, encoded_once, text_of, unreadable
from sidepot.formats.sites.unibet import Unibet
from sidepot.formats.sites.winamax import Winamax
from sidepot.formats.sites.wpn import Wpn, WpnOld
from sidepot.rules.clauses import say

DIALECTS: Final[tuple[type[Dialect], ...]] = (
    StarsAbroad, Stars, FullTilt, GG, Winamax, Bovada, Pacific, Party, RunItOnce, CoinPoker, Chico, Swc,
    KingsClub, BigGame, PokerNow, IPoker, Unibet, Mavens, Wpn, WpnOld,
)  # fmt: skip

BY_NAME: Final = {dialect.__name__: dialect for dialect in DIALECTS}
"""The dialects by the names of their classes, because a site may write several texts."""

_TOGETHER: Final = (
    StarsAbroad, Stars, FullTilt, GG, Winamax, Bovada, Pacific, Party, RunItOnce, CoinPoker, Chico, Swc,
)  # fmt: skip
"""Sites whose hands may be in one file, if somebody merged files."""

_ALL_MARKS: Final = tuple([mark for dialect in _TOGETHER for mark in dialect.marks])

MOST_LINES: Final = 2_000
"""The maximum number of lines in a hand."""

LOOKED_AT: Final = 400
"""How many lines of a file are searched for its first hand."""

_FEW: Final = 1_000


def dialect_of(text: str) -> type[Dialect] | None:
    """The dialect in which a text is written; None if it is unknown."""
    if text.startswith(("entry,at", '"entry","at"')):
        return PokerNow
    if is_ipoker(text):
        return IPoker
    for line in _first_lines(text):
        found = _begins(line)
        if found is not None:
            return found
    return None


def _first_lines(text: str) -> Iterator[str]:
    """The lines that are searched for the first hand. Usually it is in the first line, so only a few are split at
    first.
    """
    few = text[:_FEW].splitlines()[:-1]  # the last one may go on
    yield from few[:LOOKED_AT]
    yield from text[: LOOKED_AT * 200].splitlines()[len(few) : LOOKED_AT]


def begins_with_summary(text: str) -> bool:
    """Whether a text begins with the summary of a tournament, not with a hand."""
    if all(text.find(word, 0, LOOKED_AT * 200) < 0 for word in IN_MARKS):
        return False
    for line in _first_lines(text):
        if begins_summary(line):
            return True
        if _begins(line) is not None:
            return False
    return False


def _begins(line: str) -> type[Dialect] | None:
    return next((dialect for dialect in DIALECTS if _has_mark(line, dialect)), None)


def _has_mark(line: str, dialect: type[Dialect]) -> bool:
    """Whether a line begins with a mark of a dialect and, if other lines may begin with it too, a hand."""
    line = line.lstrip(BLANKS)
    if not line.startswith(dialect.marks):
        return False
    confirm = dialect.confirm
    return confirm is None or len(line) <= dialect.longest_line and confirm.match(line) is not None


def read_site(
    data: str | bytes, dialect: type[Dialect] | None = None, first_line: int = 1, session: str = ""
) -> Iterator[tuple[str, Record | BadNotation]]:
    """Yield the number of each hand in order, with its record, or with a BadNotation if it is unreadable.

    A piece of a file needs its `dialect`, the number of its `first_line`, and the head of its `session` (iPoker).
    Raises BadNotation for a file in no known dialect.
    """
    text = encoded_once(text_of(data) if isinstance(data, bytes) else data)
    dialect = dialect or dialect_of(text)
    if dialect is None:
        sites = ", ".join(dict.fromkeys([one.site for one in DIALECTS]))
        raise unreadable(say("no known site begins a hand like this; the known sites are {sites}", sites))
    if dialect is IPoker:
        yield from read_ipoker(text, first_line, session)
        return
    lines = lines_of_csv(text) if dialect is PokerNow else text.splitlines()
    has_long_line = max(map(len, lines), default=0) > dialect.longest_line
    for at, part, kind in _hands(lines, dialect):
        first = at + first_line
        name = str(first)
        try:
            if has_long_line or len(part) > MOST_LINES:
                check_size(part, kind, first)
            head = kind.start.match("\n".join(part[: kind.head_lines]))
            name = head["name"] or name if head is not None else name
            yield name, kind(part, first).read(head)
        except BadNotation as error:
            yield name, error
        except (ValueError, KeyError, IndexError) as error:  # an unforeseen line
            problem = f"{type(error).__name__}: {error}"
            yield name, unreadable(say("this hand cannot be read ({problem})", problem)).at_line(first)


def check_size(lines: list[str], dialect: type[Dialect], first: int) -> None:
    """Raise BadNotation for text that is too long for a hand, because patterns are slow on long lines.

    `first` is the number of the first of these `lines` in its file.
    """
    if len(lines) > MOST_LINES:
        raise unreadable(say("the hand is too long: {count} lines", f"{len(lines):,}")).at_line(first)
    if max(map(len, lines)) > dialect.longest_line:
        at = next(at for at, line in enumerate(lines, first) if len(line) > dialect.longest_line)
        raise unreadable(say("the line is too long for a hand")).at_line(at)


def last_start(text: str, dialect: type[Dialect], since: int = 0) -> int:
    """The index at which the last hand of a text begins, after `since`; -1 for none."""
    if dialect is IPoker:
        return last_hand(text, since)
    at = len(text)
    marks = _marks_in(dialect)
    while True:
        end, at = at, since
        for mark in marks:  # each search begins where the last mark was found
            at = max(at, text.rfind(mark, at, end + len(mark) - 1))
        if at <= since:
            return -1
        if begins_line(text, at) and _kind_of(text[at : at + dialect.longest_line + 1].partition("\n")[0], dialect):
            return at


def _marks_in(dialect: type[Dialect]) -> tuple[str, ...]:
    """The marks of hands in a file whose first hand is of this dialect."""
    return (*dialect.marks, *_ALL_MARKS) if dialect in _TOGETHER else dialect.marks


_LETTERS: Final = 4  # of a mark: few other lines begin with them
_BLANKS: Final = frozenset(BLANKS)


class _Starts(NamedTuple):
    """The first letter of each mark (or a blank), and the first `length` letters."""

    letters: frozenset[str]
    length: int
    words: frozenset[str]


def _starts_of(marks: tuple[str, ...]) -> _Starts:
    length = min([_LETTERS, *map(len, marks)])
    letters = frozenset([mark[0] for mark in marks])
    return _Starts(letters | _BLANKS, length, frozenset([mark[:length] for mark in marks]))


_STARTS: Final = {dialect: _starts_of(_marks_in(dialect)) for dialect in DIALECTS}


def _kind_of(line: str, dialect: type[Dialect]) -> type[Dialect] | None:
    """The dialect of a first line with a mark; None if a player's name only looks like one.

    A line with a mark of the file's own dialect is in that dialect.
    """
    if _has_mark(line, dialect):
        return dialect
    if dialect not in _TOGETHER:
        return None
    kind = _begins(line)
    if kind is None or kind.head_lines > 1 or kind.start.match(line) is not None:
        return kind
    return None


def _hands(lines: list[str], dialect: type[Dialect]) -> Iterator[tuple[int, list[str], type[Dialect]]]:
    """The lines of each hand, with the index of the first one and the dialect."""
    marks = _marks_in(dialect)
    letters, length, words = _STARTS[dialect]
    begins = [
        (at, kind)
        for at, line in enumerate(lines)
        if line and line[0] in letters and (line[:length] in words or line[0] in _BLANKS)
        if line.lstrip(BLANKS).startswith(marks)
        if (kind := _kind_of(line, dialect)) is not None
    ]
    ends = [*[at for at, _ in begins[1:]], len(lines)]
    for (at, kind), end in zip(begins, ends, strict=False):
        if not begins_summary(lines[at]):
            yield at, lines[at:end], kind
