"""What PokerKit makes of the same files: how many hands its own readers read and its engine plays to the end."""

from __future__ import annotations

import contextlib
import io
import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

from sidepot.formats.sites.reading import BY_NAME
from sidepot.histories.pieces import Piece, pieces_of

READERS: Final = {
    "PokerStars": ("from_pokerstars", r"^\ufeff?(?:PokerStars|POKERSTARS) "),
    "Full Tilt": ("from_full_tilt_poker", r"^\ufeff?Full ?Tilt ?Poker Game #"),
    "PartyPoker": ("from_partypoker", r"^\ufeff?\*{5} Hand History"),
}
"""Its reader for the text of a site, and what a hand begins with."""


def played_of(files: Iterable[Path]) -> int | None:
    """How many hands of these files PokerKit plays; None where it reads none of these formats."""
    try:
        from pokerkit import HandHistory
    except ImportError:
        return None
    warnings.simplefilter("ignore")
    read = [hand for file in files for hand in hands_of(file, HandHistory)]
    return sum(plays(load) for load in read) if read else None


def hands_of(file: Path, history: Any) -> Iterator[Callable[[], Iterable[Any]]]:
    """What reads each hand of a file; nothing for a format that PokerKit does not know."""
    if file.suffix == ".phh":
        yield partial(lambda text: [history.loads(text)], file.read_text(encoding="utf-8"))
    elif file.suffix == ".phhs":
        for part in re.split(r"(?m)^(?=\[)", file.read_text(encoding="utf-8"))[1:]:
            yield partial(history.loads_all, part)
    else:
        for piece in pieces_of(file):
            yield from _of_site(piece, history)


def _of_site(piece: Piece, history: Any) -> Iterator[Callable[[], Iterable[Any]]]:
    if piece.kind != "site" or BY_NAME[piece.dialect].site not in READERS:
        return
    name, begins = READERS[BY_NAME[piece.dialect].site]
    reader = getattr(history, name)
    for hand in re.split(f"(?m)(?={begins})", piece.text):
        if re.match(begins, hand):
            yield partial(reader, hand + "\n\n\n\n")  # for it, a hand ends with empty lines


def plays(load: Callable[[], Iterable[Any]]) -> bool:
    """Whether it reads one hand and plays it to the end."""
    with contextlib.redirect_stderr(io.StringIO()):
        try:
            (hand,) = load()
            *_, last = hand
        except Exception:  # whatever it raises, the hand is not played
            return False
    return not last.status
