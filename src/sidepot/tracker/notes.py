"""What the owner wrote: notes and tags of hands and players, and which names are one person's.

It is kept in `notes.json` in the tracker's folder, apart from the database, which can be made anew. A hand is known by
its site and number, a player by site and name, so that nothing is lost if files are imported again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Annotated, Any, Final
from unicodedata import category

import msgspec

from sidepot.errors import BadNotation
from sidepot.privacy import replace_private
from sidepot.rules.clauses import refuse, say
from sidepot.tracker.anonymous import is_anonymous
from sidepot.validation.shown_text import PILED, is_piled

FILE: Final = "notes.json"
ME: Final = "me"
"""The person who is the owner of the tracker."""

LONGEST_NOTE: Final = 2000
LONGEST_TAG: Final = 40
MOST_TAGS: Final = 20
MOST_NAMES: Final = 100
MOST_NOTED: Final = 100_000
LONGEST_NAME: Final = 200

_CHANGING: Final = Lock()


class Name(msgspec.Struct, frozen=True, order=True, forbid_unknown_fields=True):
    """A player's name at a site."""

    site: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]
    player: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]

    def __str__(self) -> str:
        """As commands take it: `PokerStars:Bo`."""
        return f"{self.site}:{self.player}"


def name_in(text: str) -> Name:
    """The name in a text such as `PokerStars:Bo`. Raises BadNotation for any other text."""
    site, colon, player = text.partition(":")
    if not colon or not player or len(text) > LONGEST_NAME:
        raise refuse(
            BadNotation,
            say("expected a site and a name, such as {example}, got {text}", "PokerStars:Bo", repr(text[:60])),
        )
    return Name(site, player)


class Person(msgspec.Struct, frozen=True):
    """A player with a note, or with several names.

    - `is_me`: whether the person is the owner
    """

    names: tuple[Name, ...]
    note: str = ""
    tags: tuple[str, ...] = ()
    is_me: bool = False

    @property
    def id(self) -> str:
        """The first name of the person, or `me` for the owner."""
        return ME if self.is_me else str(self.names[0])

    @property
    def is_kept(self) -> bool:
        """Whether anything about the person must be stored."""
        return bool(self.note or self.tags or len(self.names) > 1 or self.is_me and self.names)


class HandNote(msgspec.Struct, frozen=True):
    """A note about a hand.

    - `key`: the site and the number of the hand (see `HAND_KEY`)
    """

    key: str
    note: str = ""
    tags: tuple[str, ...] = ()


class Notes(msgspec.Struct, frozen=True):
    """Everything that the owner wrote."""

    people: tuple[Person, ...] = ()
    hands: tuple[HandNote, ...] = ()

    def person_of(self, name: Name) -> Person | None:
        """The person with this name. None if nothing about this person is stored."""
        return next((one for one in self.people if name in one.names), None)

    def person(self, wanted: str) -> Person | None:
        """The person with this id."""
        return next((one for one in self.people if one.id == wanted), None)

    def hand(self, key: str) -> HandNote:
        """The note about a hand. If there is none, an empty note."""
        return next((one for one in self.hands if one.key == key), HandNote(key))


def read_notes(home: Path) -> Notes:
    """All notes. Raises BadNotation if the file is damaged, because a damaged file must not be replaced."""
    try:
        data = (home / FILE).read_bytes()
    except FileNotFoundError:
        return Notes()
    try:
        return msgspec.json.decode(data, type=Notes)
    except msgspec.MsgspecError as error:
        raise refuse(
            BadNotation, say("{file} is damaged: {problem}; repair it, or move it away", str(home / FILE), str(error))
        ) from None


# ---- changes


def note_hand(home: Path, key: str, note: str, tags: Sequence[str]) -> HandNote:
    """Store a note and tags about a hand. Empty ones delete what was there. Raises BadNotation for an invalid text or
    tag.
    """
    new = HandNote(key, _text(note), _tags(tags))
    with _changing(home) as (notes, keep):
        others = [one for one in notes.hands if one.key != key]
        keep(msgspec.structs.replace(notes, hands=(*others, *([new] if new.note or new.tags else []))))
    return new


def note_player(home: Path, name: Name, note: str, tags: Sequence[str]) -> Person:
    """Store a note and tags about the person with this name. Raises BadNotation for an invalid text, or an anonymous
    seat.
    """
    _check_named(name)
    with _changing(home) as (notes, keep):
        now = notes.person_of(name) or Person((name,))
        new = msgspec.structs.replace(now, note=_text(note), tags=_tags(tags))
        keep(_with(notes, [now], [new]))
    return new


def join(home: Path, names: Sequence[Name], *, is_me: bool = False) -> Person:
    """Make these names belong to one person, with all names, notes and tags that they had before.

    With `is_me`, the names become the owner's. Raises BadNotation for an anonymous seat, or for fewer than two names.
    """
    for name in names:
        _check_named(name)
    with _changing(home) as (notes, keep):
        known = [notes.person(ME)] if is_me else []
        known += map(notes.person_of, names)
        before = list(dict.fromkeys([one for one in known if one is not None]))
        every = tuple(dict.fromkeys([name for one in before for name in one.names] + list(names)))
        new = Person(
            every,
            "\n".join([one.note for one in before if one.note])[:LONGEST_NOTE],
            tuple(dict.fromkeys([tag for one in before for tag in one.tags]))[:MOST_TAGS],
            is_me or any(one.is_me for one in before),
        )
        if len(every) < 2 and not new.is_me:
            raise refuse(BadNotation, say("give at least two names of the person"))
        if len(every) > MOST_NAMES:
            raise refuse(BadNotation, say("a person can have at most {most} names", str(MOST_NAMES)))
        keep(_with(notes, before, [new]))
    return new


def separate(home: Path, name: Name) -> None:
    """Undo `join` for a name, so that it is a person of its own again. Notes and tags stay with the other names.

    Raises BadNotation if the name is not joined with another.
    """
    with _changing(home) as (notes, keep):
        now = notes.person_of(name)
        if now is None or len(now.names) < 2 and not now.is_me:
            raise refuse(BadNotation, say("{player} is not joined with any other name", str(name)))
        rest = msgspec.structs.replace(now, names=tuple([one for one in now.names if one != name]))
        keep(_with(notes, [now], [rest] if rest.names else []))


@contextmanager
def _changing(home: Path) -> Iterator[tuple[Notes, Any]]:
    """The notes, and a function that keeps new ones. Nobody else changes them meanwhile."""

    def keep(new: Notes) -> None:
        if len(new.people) > MOST_NOTED or len(new.hands) > MOST_NOTED:
            raise refuse(BadNotation, say("there can be at most {most} notes; delete some", f"{MOST_NOTED:,}"))
        replace_private(home / FILE, msgspec.json.format(msgspec.json.encode(new), indent=1))

    with _CHANGING, _locked(home):
        yield read_notes(home), keep


@contextmanager
def _locked(home: Path) -> Iterator[None]:
    """A lock between processes, where the system has one."""
    home.mkdir(parents=True, exist_ok=True)
    try:
        import fcntl
    except ImportError:
        yield
        return
    with (home / "notes.lock").open("wb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def _with(notes: Notes, before: Sequence[Person], after: Sequence[Person]) -> Notes:
    """The notes with these persons in place of others."""
    rest = [one for one in notes.people if one not in before]
    return msgspec.structs.replace(notes, people=(*rest, *[one for one in after if one.is_kept]))


def _check_named(name: Name) -> None:
    if is_anonymous(name.site, name.player):
        raise refuse(
            BadNotation, say("{player} is an anonymous seat: it may be another person in each hand", str(name))
        )


def _text(note: str) -> str:
    """The note without control characters."""
    note = "".join([one for one in note if one in "\n\t" or category(one) != "Cc"]).strip()
    if len(note) > LONGEST_NOTE:
        raise refuse(BadNotation, say("a note can have at most {most} characters", f"{LONGEST_NOTE:,}"))
    if is_piled(note):
        raise BadNotation(PILED, code="bad_text")
    return note


def _tags(tags: Sequence[str]) -> tuple[str, ...]:
    """The tags without repetition; upper and lower case are the same tag."""
    found: dict[str, str] = {}
    for tag in tags:
        word = " ".join(tag.split())
        if len(word) > LONGEST_TAG or not word.isprintable() or "," in word or is_piled(word):
            wrong = say(
                "a tag has at most {most} characters and no commas, got {tag}", str(LONGEST_TAG), repr(tag[:60])
            )
            raise refuse(BadNotation, wrong)
        if word:
            found.setdefault(word.casefold(), word)
    if len(found) > MOST_TAGS:
        raise refuse(BadNotation, say("a note can have at most {most} tags", str(MOST_TAGS)))
    return tuple(found.values())


# ---- in the database


HAND_KEY: Final = """
concat(site, '#', hand, if(length(hand) < 6, concat('#', "table", '#', coalesce(started::VARCHAR, '')), ''))
"""
"""The key of a hand in SQL: its site and number and, if the number is so short that others have it, table and time."""


def put_in(found: Any, home: Path) -> None:
    """Make the notes available on a connection, as temporary tables and views.

    They are `alias`, `player_note`, `player_tag`, `hand_note`, `hand_tag` and `opponent_tag`. Hands under the owner's
    other names are added to `mine`.
    """
    notes = read_notes(home)
    has_hands = bool(found.execute("SELECT 1 FROM duckdb_tables() WHERE table_name = 'mine'").fetchall())
    for table, columns in _TABLES.items():
        found.execute(f"CREATE TEMP TABLE {table} ({', '.join([f'{name} VARCHAR' for name in columns])})")
        values = [*zip(*_rows(notes, table), strict=True)]
        if values:
            given = {name: [*column] for name, column in zip(columns, values, strict=True)}
            found.execute(f"INSERT INTO {table} SELECT {', '.join([f'unnest(${name})' for name in columns])}", given)
    if not has_hands:
        return
    for name in ("note", "tag"):
        found.execute(
            f"CREATE TEMP VIEW hand_{name} AS SELECT hand.id, kept.{name} FROM hand "
            f"JOIN hand_{name}_kept AS kept ON kept.key = {HAND_KEY}"
        )
    found.execute(_OPPONENT_TAG)
    if any(one.is_me for one in notes.people):
        found.execute(_MINE)


def hand_notes(found: Any, keys: Sequence[str]) -> dict[str, tuple[str, list[str]]]:
    """The notes and tags about the hands with these keys. Hands without any are left out."""
    asked = """
        SELECT key, coalesce(any_value(note), ''), coalesce(list(tag) FILTER (tag IS NOT NULL), [])
        FROM (FROM hand_note_kept UNION ALL BY NAME FROM hand_tag_kept) WHERE key IN (SELECT unnest($keys)) GROUP BY key
    """
    return {key: (note, tags) for key, note, tags in found.execute(asked, {"keys": [*keys]}).fetchall()}


_TABLES: Final = {
    "alias": ("site", "player", "person"),
    "player_note": ("person", "note"),
    "player_tag": ("person", "tag"),
    "hand_note_kept": ("key", "note"),
    "hand_tag_kept": ("key", "tag"),
}
_OPPONENT_TAG: Final = """
CREATE TEMP VIEW opponent_tag AS SELECT id, tag FROM tracker.main.played JOIN alias USING (site, player)
JOIN player_tag USING (person) WHERE NOT hero
"""
_MINE: Final = f"""
CREATE TEMP VIEW mine AS SELECT * FROM tracker.main.mine UNION ALL BY NAME
SELECT played.* FROM tracker.main.played JOIN alias USING (site, player) WHERE person = '{ME}' AND NOT hero
"""


def _rows(notes: Notes, table: str) -> Iterator[tuple[str, ...]]:
    if table == "alias":
        yield from [(name.site, name.player, one.id) for one in notes.people for name in one.names]
    elif table == "player_note":
        yield from [(one.id, one.note) for one in notes.people if one.note]
    elif table == "player_tag":
        yield from [(one.id, tag) for one in notes.people for tag in one.tags]
    elif table == "hand_note_kept":
        yield from [(one.key, one.note) for one in notes.hands if one.note]
    else:
        yield from [(one.key, tag) for one in notes.hands for tag in one.tags]
