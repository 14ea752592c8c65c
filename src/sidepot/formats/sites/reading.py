"""Read a file of site text: find its dialect, cut it into hands, and read each into a `Record`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sidepot.errors import BadNotation
from sidepot.formats.sites.big_game import BigGame
from sidepot.formats.sites.bovada import Bovada
from sidepot.formats.sites.dialect import Dialect
from sidepot.formats.sites.full_tilt import FullTilt
from sidepot.formats.sites.gg import GG
from sidepot.formats.sites.kings_club import KingsClub
from sidepot.formats.sites.party import Pacific, Party
from sidepot.formats.sites.pokernow import PokerNow, lines_of_csv
from sidepot.formats.sites.site_record import Record
from sidepot.formats.sites.stars import Stars
from sidepot.formats.sites.text import text_of
from sidepot.formats.sites.winamax import Winamax

DIALECTS: Final[tuple[type[Dialect], ...]] = (
    Stars, FullTilt, GG, Winamax, Bovada, Pacific, Party, KingsClub, BigGame, PokerNow,
)  # fmt: skip

MOST_LINES: Final = 2_000
"""Lines of one hand; what is longer is no hand."""

MOST_LETTERS: Final = 20_000
"""Letters of one line."""

LOOKED_AT: Final = 400
"""Lines at the beginning of a file in which its first hand is looked for, to know what it is."""


def dialect_of(text: str) -> type[Dialect] | None:
    """The dialect of a text; None where it is none that is known."""
    if text.startswith(("entry,at", '"entry","at"')):
        return PokerNow
    for line in text[: LOOKED_AT * 200].splitlines()[:LOOKED_AT]:
        found = _begins(line)
        if found is not None and (found is not KingsClub or found.start.match(line)):
            return found
    return None


def _begins(line: str) -> type[Dialect] | None:
    line = line.lstrip("\ufeff \t")
    return next((dialect for dialect in DIALECTS if line.startswith(dialect.marks)), None)


def read_site(data: str | bytes) -> Iterator[tuple[str, Record | BadNotation]]:
    """The hands of a file one after another, each under its number; an unreadable one as the BadNotation that says why.

    Raises BadNotation where the file is in no dialect that is known.
    """
    text = text_of(data) if isinstance(data, bytes) else data
    dialect = dialect_of(text)
    if dialect is None:
        raise BadNotation(f"no hand of a site begins here; known are {', '.join(one.site for one in DIALECTS)}")
    lines = lines_of_csv(text) if dialect is PokerNow else text.splitlines()
    for first, part in _hands(lines, dialect):
        name = str(first)
        try:
            if len(part) > MOST_LINES or max(map(len, part)) > MOST_LETTERS:
                raise BadNotation("this is too long for a hand").at(f"line {first}")
            head = dialect.start.match("\n".join(part[: dialect.head_lines]))
            name = head["name"] or name if head is not None else name
            yield name, dialect(part, first).read()
        except BadNotation as error:
            yield name, error
        except (ValueError, KeyError, IndexError) as error:  # a line that is like no other
            yield name, BadNotation(f"this hand cannot be read ({type(error).__name__}: {error})").at(f"line {first}")


def _hands(lines: list[str], dialect: type[Dialect]) -> Iterator[tuple[int, list[str]]]:
    """The lines of each hand, with the number of the first one."""
    marks = dialect.marks
    begins = [at for at, line in enumerate(lines) if line.lstrip("\ufeff \t").startswith(marks)]
    if dialect is KingsClub:
        begins = [at for at in begins if dialect.start.match(lines[at])]
    for at, end in zip(begins, [*begins[1:], len(lines)], strict=False):
        yield at + 1, lines[at:end]
