"""A hand of the tracker, found again in its file and played, to be replayed in the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from sidepot.errors import BadNotation
from sidepot.formats.hand_history import HandHistory
from sidepot.histories.outcomes import history_of
from sidepot.histories.piece_hands import HandRead, hands_of
from sidepot.histories.pieces import pieces_of
from sidepot.room.views.equities import Equities, equities_of_items
from sidepot.room.views.replayed import Replayed, items_of_history, replay_history
from sidepot.stats.hand_seen import mark_of
from sidepot.tracker.database import reading


class TrackedHand(msgspec.Struct, frozen=True):
    """A hand to replay: its name, site and time, its file, and its steps."""

    name: str
    site: str
    when: str
    file: str
    replayed: Replayed


def replay_hand(home: Path, number: int) -> TrackedHand:
    """Replay the hand with this id.

    Raises BadNotation if the database does not have it, or its file no longer has it.
    """
    file, history = _find(home, number)
    return TrackedHand(history.name, history.site, history.when, file, replay_history(history))


def equities_of_hand(home: Path, number: int) -> Equities:
    """The equity of each known hand at each step. Raises the errors of `replay_hand`."""
    _, history = _find(home, number)
    return equities_of_items(items_of_history(history), history.hero)


def _find(home: Path, number: int) -> tuple[str, HandHistory]:
    with reading(home) as found:
        row = found.execute("SELECT file, hand, mark FROM hand WHERE id = $id", {"id": number}).fetchone()
    if row is None:
        raise BadNotation("the tracker has no such hand; its database was made anew")
    file, name, mark = row
    for is_named in (True, False):  # a file may give its hands other names than it prints
        for read_as, read in _hands(Path(file)):
            if (read_as == name) is is_named:
                history = history_of(read, whole=False)
                if isinstance(history, HandHistory) and mark_of(history) == mark:
                    return file, history
    raise BadNotation(f"{file} no longer has this hand; it was moved or changed")


def _hands(file: Path) -> Iterator[tuple[str, HandRead]]:
    for piece in pieces_of(file):
        yield from hands_of(piece)
