"""A hand of the tracker, found again in the kept text of its file and played, to be replayed in the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from sidepot.corpora.kept_text import text_of
from sidepot.errors import BadNotation
from sidepot.formats.hand_history import HandHistory
from sidepot.histories.outcomes import history_of
from sidepot.histories.piece_hands import HandRead, hands_of
from sidepot.room.views.equities import Equities, equities_of_items
from sidepot.room.views.replayed import Replayed, items_of_history, replay_history
from sidepot.rules.clauses import refuse, say
from sidepot.stats.hand_seen import mark_of
from sidepot.tracker.database import reading
from sidepot.tracker.importing import HANDS
from sidepot.tracker.notes import HAND_KEY


class TrackedHand(msgspec.Struct, frozen=True):
    """A hand to replay: its name, site, time and file, and its steps."""

    name: str
    site: str
    when: str
    file: str
    replayed: Replayed


def replay_hand(home: Path, number: int) -> TrackedHand:
    """Replay the hand with this id.

    Raises BadNotation if the hand is not in the database, or if its text is damaged.
    """
    file, history = _find(home, number)
    return TrackedHand(history.name, history.site, history.when, file, replay_history(history))


def equities_of_hand(home: Path, number: int) -> Equities:
    """The equity of each known hand at each step of the hand with this id.

    Raises BadNotation if the hand is not in the database, or if its text is damaged.
    """
    _, history = _find(home, number)
    return equities_of_items(items_of_history(history), history.hero)


def key_of_hand(home: Path, number: int) -> str:
    """The key that notes use for the hand with this id. Raises BadNotation if the hand is not in the database."""
    with reading(home) as found:
        row = found.execute(f"SELECT {HAND_KEY} FROM hand WHERE id = $id", {"id": number}).fetchone()
    if row is None:
        raise refuse(BadNotation, say("the tracker has no such hand; its database may have been rebuilt"))
    return str(row[0])


def _find(home: Path, number: int) -> tuple[str, HandHistory]:
    with reading(home) as found:
        question = "SELECT file, hand, mark, name FROM hand JOIN share ON number = id >> 19 WHERE id = $id"
        row = found.execute(question, {"id": number}).fetchone()
    if row is None:
        raise refuse(BadNotation, say("the tracker has no such hand; its database may have been rebuilt"))
    file, name, mark, share = row
    for is_named in (True, False):  # a file may give its hands other names than it prints
        for read_as, read in _hands(home, share, file, name if is_named else ""):
            if (read_as == name) is is_named:
                history = history_of(read, whole=False)
                if isinstance(history, HandHistory) and mark_of(history) == mark:
                    return file, history
    raise refuse(BadNotation, say("the text of this hand from {file} is damaged; import the file again", str(file)))


def _hands(home: Path, share: str, file: str, name: str) -> Iterator[tuple[str, HandRead]]:
    """The hands of a file in a share, from its pieces with this name in their text."""
    kept = text_of(home / HANDS, share)
    for one in kept.pieces if kept is not None else ():
        if one.file == file and name in one.piece.text:
            yield from hands_of(one.piece)
