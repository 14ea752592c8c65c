"""The input of `sidepot simulate` for a table: by a TOML file, by options, or both; options count for more.

A value is kept as it was told, with the place where it stands (`table.toml: blinds`, `--blinds`), so that the caller
who makes a table of it (`simulate_terms`) can say what is wrong with it and where.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, Final, TypeVar

from sidepot.cli.common import MOST_CHIPS
from sidepot.errors import BadNotation, SidepotError
from sidepot.games.file_values import toml_of
from sidepot.rules.rulebook import Rulebook
from sidepot.table.table_rules import TableRules

MOST: Final = MOST_CHIPS

# The game and its stakes, in the words of a card room; the others below are those of TableRules.
_WORDS: Final = (
    "name", "game", "limit", "mix", "by", "hands_each", "dealers_choice", "blinds", "bets", "ante", "bring_in", "chip",
    "rake", "stakes", "seats", "buy_in", "house", "rulebook", "players", "bots", "joins", "hand_seconds",
    "rathole_minutes", "kill", "bomb", "time_charge", "chips", "open_stakes",
)  # fmt: skip
_AGREED: Final = ("button", "missed_blinds", "shut_out", "first_button", "straddles", "petty")
KEYS: Final = _WORDS + tuple(
    key for key in _AGREED if key in TableRules.__struct_fields__ or key in Rulebook.__struct_fields__
)

Choice = TypeVar("Choice", bound=StrEnum)


@dataclass
class Told:
    """All that was told: values by key, and where each of them stands."""

    values: dict[str, Any] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)
    path: str = ""

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def tell(self, key: str, value: Any, place: str) -> None:
        """Take a value in; it replaces an earlier one."""
        self.values[key] = value
        self.places[key] = place

    def forget(self, *keys: str) -> None:
        """Drop the values given for these."""
        for key in keys:
            self.values.pop(key, None)

    def wrong(self, key: str, what: str) -> BadNotation:
        """The error that says what is wrong with a value, and where it stands."""
        return BadNotation(f"{self.place(key)}: {what}")

    def place(self, key: str) -> str:
        """Where a value stands; `kill.legs` stands where `kill` does."""
        name, dot, part = key.partition(".")
        return f"{self.places.get(name, name)}{dot}{part}"

    def is_in_file(self, key: str) -> bool:
        """Whether the file says it, not an option."""
        return bool(self.path) and self.places.get(key) == f"{self.path}: {key}"

    # ---- values of a kind

    def text(self, key: str, usual: str = "") -> str:
        """Text in one line."""
        value = self.values.get(key, usual)
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            raise self.wrong(key, f"this is text in quotes, in one line, not {said(value)}")
        return value.strip()

    def whole(self, key: str, usual: int, *, least: int = 0, what: str = "a whole number") -> int:
        """A whole number."""
        return whole(self.values.get(key, usual), self.place(key), least=least, what=what)

    def yes_no(self, key: str, usual: bool) -> bool:
        """true or false."""
        value = self.values.get(key, usual)
        if not isinstance(value, bool):
            raise self.wrong(key, f"this is true or false, without quotes, not {said(value)}")
        return value

    def amounts(self, key: str, example: str) -> tuple[int, ...]:
        """Amounts told as a list, as one number, or as text: `[1, 2]`, `2`, `"1/2"`."""
        value = self.values[key]
        if isinstance(value, str):
            parts = [part.strip() for part in value.replace("-", "/").split("/")]
            if not all(part.isascii() and part.isdigit() and len(part) < 13 for part in parts):
                raise self.wrong(key, f"amounts are whole chips, as in {example}, not {said(value)}")
            return tuple(int(part) for part in parts)
        listed = value if isinstance(value, list) else [value]
        if not listed:
            raise self.wrong(key, f"this is empty; amounts are whole chips, as in {example}")
        return tuple(whole(amount, self.place(key), what=f"amounts of chips, as in {example}") for amount in listed)

    def table(self, key: str, keys: tuple[str, ...], example: str) -> dict[str, Any]:
        """A table with none but these keys."""
        value = self.values[key]
        if not isinstance(value, dict):
            raise self.wrong(key, f"this is a table, as in {key} = {example}, not {said(value)}")
        check_keys(value, keys, self.place(key), f"{key} has")
        return value

    def choice(self, key: str, value: Any, choices: type[Choice]) -> Choice:
        """One of the words that there are for it, however it is written."""
        wanted = value.lower().replace("-", " ").replace("_", " ").strip() if isinstance(value, str) else ""
        words = [str(word) for word in choices]
        if wanted in words:
            return choices(wanted)
        near = get_close_matches(wanted, words, n=1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        raise self.wrong(key, f"there is no {said(value)}; {hint}there are {', '.join(map(repr, words))}")


def read_toml(text: str, path: str) -> Told:
    """The content of a table file. Raises BadNotation with the file, the key and the legal values."""
    data = toml_of(text, "a table", path)
    check_keys(data, KEYS, path, "a table has")
    return Told(data, {key: f"{path}: {key}" for key in data}, path)


def whole(value: Any, where: str, *, least: int = 0, what: str = "a whole number") -> int:
    """A whole number of a file. Raises BadNotation."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= MOST:
        raise BadNotation(f"{where}: this is {what}, {least} or more, not {said(value)}")
    return value


def check_keys(data: dict[str, Any], keys: tuple[str, ...], where: str, what: str) -> None:
    """Raise BadNotation for a key that is not one of these, naming the nearest and all there are."""
    for key in data:
        if key not in keys:
            near = get_close_matches(key.lower().replace("-", "_"), keys, n=1)
            hint = f"did you mean {near[0]!r}? " if near else ""
            raise BadNotation(f"{where}: there is no key {said(key)}; {hint}{what} {', '.join(keys)}")


def said(value: Any) -> str:
    """A value as an error repeats it: in one line and never long."""
    if isinstance(value, dict | list):
        return "a table" if isinstance(value, dict) else "a list"
    if isinstance(value, int) and abs(value) > MOST:
        return "a number beyond all chips"
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 40 else text[:36] + "..."


@contextmanager
def standing_at(where: str) -> Iterator[None]:
    """Say where something stands that cannot be."""
    try:
        yield
    except SidepotError as error:
        raise error.at(where) from None
