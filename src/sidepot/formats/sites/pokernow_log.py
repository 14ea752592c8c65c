"""The log of a PokerNow table: its entries in order, the players' names, and its owner.

A player is written as `"Ann @ x1Yz"`. The name may change, and so may the id at a login; such a player gets the latest
name. The log deals cards only to `you`, so the shown hands tell whose log it is.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Final

from sidepot.cards import UNKNOWN
from sidepot.errors import BadNotation
from sidepot.formats.sites.text import cards_of, unreadable
from sidepot.rules.clauses import say

BEGINS: Final = "-- starting hand #"
PLACE: Final = "\t"
"""Separates each entry from its line number."""

STACKS: Final = "Player stacks:"
YOURS: Final = "Your hand is "

_PLAYER: Final = re.compile(r'"(?P<name>[^"]*?) [@#] (?P<id>[^"\s]+)"')
_QUOTED: Final = re.compile(r'#\d+ (?P<whole>"(?P<name>.+?) [@#] (?P<id>[^"\s]+)") \(')
_NEW_ID: Final = re.compile(r"changed the ID from (\S+) to (\S+?)[.\s]")
_SHOWN: Final = re.compile(r'(?P<player>".*?") shows a (?P<cards>.+?)\.?$')
_SUITS: Final = str.maketrans({"♠": "s", "♥": "h", "♦": "d", "♣": "c", "\ufe0f": None})


def lines_of_csv(text: str) -> list[str]:
    """The entries of a log, oldest first, with each player's latest name.

    Raises BadNotation for text that is not such a log.
    """
    entries = _named(_entries(text))
    hero = hero_of(entries)
    if hero:
        entries = [
            (place, f"Dealt to {hero} [{entry[len(YOURS) :]}]" if entry.startswith(YOURS) else entry, at)
            for place, entry, at in entries
        ]
    return [f"{entry} {at}{PLACE}{place}" if at else f"{entry}{PLACE}{place}" for place, entry, at in entries]


Entry = tuple[int, str, str]
"""The line of the file, the text, and the time of a hand's first entry."""


def _entries(text: str) -> list[Entry]:
    reader = csv.reader(StringIO(text, newline=""))
    rows: list[tuple[int, list[str]]] = []
    place = 1
    try:
        for row in reader:
            rows.append((place, row))
            place = reader.line_num + 1
    except csv.Error as error:
        raise unreadable(say("expected comma-separated values: {problem}", str(error))) from None
    if not rows or rows[0][1][:1] != ["entry"]:
        raise unreadable(
            say("expected the columns {columns} at the beginning of a {site} log", "entry, at, order", "PokerNow")
        )
    found = [(place, row) for place, row in rows[1:] if row]
    if all(len(row) > 2 and row[2].isdecimal() for _, row in found):
        found.sort(key=lambda one: int(one[1][2]))
    else:
        found.reverse()
    return [
        (place, row[0].translate(_SUITS), row[1] if row[0].startswith(BEGINS) and len(row) > 1 else "")
        for place, row in found
    ]


# ---- names


def _named(entries: list[Entry]) -> list[Entry]:
    """The entries with one name for each player. If two players share a name, it is followed by their ids."""
    now = _latest_ids(entries)
    names: dict[str, str] = {}
    odd: dict[str, str] = {}  # names with quotes in them
    for _, entry, _ in entries:
        if entry.startswith(STACKS):
            for found in _QUOTED.finditer(entry):
                names[now.get(found["id"], found["id"])] = found["name"]
                if '"' in found["name"]:
                    odd[found["whole"]] = now.get(found["id"], found["id"])
    taken = list(names.values())
    called = {one: name if taken.count(name) == 1 else f"{name} @ {one}" for one, name in names.items()}

    def name_of(found: re.Match[str]) -> str:
        name = called.get(now.get(found["id"], found["id"]))
        return found[0] if name is None else f'"{name}"'

    new: list[Entry] = []
    for place, entry, at in entries:
        if '"' in entry:
            for whole, one in odd.items():
                entry = entry.replace(whole, f'"{called[one]}"')
            entry = _PLAYER.sub(name_of, entry)
        new.append((place, entry, at))
    return new


def _latest_ids(entries: Iterable[Entry]) -> dict[str, str]:
    """The latest id of each older one."""
    now: dict[str, str] = {}
    for _, entry, _ in entries:
        found = _NEW_ID.search(entry) if "changed the ID" in entry else None
        if found is not None and found[1] != found[2]:
            old, new = found.groups()
            now = {one: new if latest == old else latest for one, latest in now.items() if one != new}
            now[old] = new
    return now


# ---- the owner


def hero_of(entries: Iterable[Entry]) -> str:
    """The owner of the log, in quotes; "" if it is not certain.

    The owner is the player whose shown cards match, in every hand, the cards dealt to `you`.
    """
    may_be: set[str] | None = None
    for there, yours, shown in _hands(entries):
        if not yours:
            continue
        left = {player for player in there if all(card in yours for card in shown.get(player, ()))}
        same = {player for player in left if set(shown.get(player, ())) == yours}
        may_be = (same or left) if may_be is None else may_be & (same or left)
    return next(iter(may_be)) if may_be is not None and len(may_be) == 1 else ""


def _hands(entries: Iterable[Entry]) -> Iterator[tuple[set[str], set[int], dict[str, list[int]]]]:
    """For each hand: the players dealt in, the cards that the log deals, and the cards that each player showed."""
    there: set[str] = set()
    yours: set[int] = set()
    shown: dict[str, list[int]] = {}
    for _, entry, _ in entries:
        if entry.startswith(BEGINS):
            yield there, yours, shown
            there, yours, shown = set(), set(), {}
        elif entry.startswith(STACKS):
            there = set(re.findall(r'#\d+ (".+?") \(', entry))
        elif entry.startswith(YOURS):
            yours = set(_cards(entry[len(YOURS) :]))
        elif " shows a " in entry:
            found = _SHOWN.match(entry)
            if found is not None:
                shown.setdefault(found["player"], []).extend(_cards(found["cards"]))
    yield there, yours, shown


def _cards(text: str) -> list[int]:
    """The cards of an entry; none if it has something else."""
    try:
        return [card for card in cards_of(text) if card != UNKNOWN]
    except BadNotation:
        return []
