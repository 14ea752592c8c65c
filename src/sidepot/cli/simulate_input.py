"""The input of `sidepot simulate`: a TOML file, options that override it, or both.

Each value has its place (`table.toml: blinds`, `--blinds`), so that errors can name it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, TypeVar

from sidepot.cli.common import MOST_CHIPS
from sidepot.cli.usual_house import with_house_read
from sidepot.errors import BadNotation
from sidepot.rules.rulebook import Rulebook
from sidepot.table.table_rules import TableRules
from sidepot.validation.reader import as_number, as_table, as_text, as_yes_no, check_keys, quoted, toml_of, unknown

MOST: Final = MOST_CHIPS

# The game and its stakes, in the words of a card room. The other keys are those of TableRules.
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
class SimulateInput:
    """The values of a simulation by key.

    - `places`: where each value is from, in the file or on the command line
    """

    values: dict[str, Any] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)
    path: str = ""

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def set(self, key: str, value: object, place: str) -> None:
        """Set a value, replacing any earlier one."""
        self.values[key] = value
        self.places[key] = place

    def forget(self, *keys: str) -> None:
        """Remove the values of these keys."""
        for key in keys:
            self.values.pop(key, None)

    def wrong(self, key: str, what: str) -> BadNotation:
        """The error for a wrong value. It says where the value is from."""
        return BadNotation(what, place=self.place(key))

    def place(self, key: str) -> str:
        """Where a value is from, for an error message. The place of `kill.legs` is the place of `kill`."""
        name, dot, part = key.partition(".")
        return f"{self.places.get(name, name)}{dot}{part}"

    def is_in_file(self, key: str) -> bool:
        """Whether a value is from the file, not from an option."""
        return bool(self.path) and self.places.get(key) == f"{self.path}: {key}"

    # ---- typed values

    def text(self, key: str, usual: str = "") -> str:
        """A value that must be one line of text. Returns `usual` if no value is given."""
        return as_text(self.values.get(key, usual), self.place(key)).strip()

    def integer(self, key: str, usual: int, *, least: int = 0, what: str = "an integer") -> int:
        """A value that must be an integer of at least `least`. Returns `usual` if no value is given.

        `what` describes the value in errors.
        """
        return self.number(key, self.values.get(key, usual), what, least)

    def number(self, key: str, value: object, what: str, least: int = 0) -> int:
        """Check that a value is an integer of at least `least`. `key` and `what` describe it in errors."""
        return as_number(value, self.place(key), f"{what}, {least} or more", least, MOST)

    def yes_no(self, key: str, usual: bool) -> bool:
        """A value that must be true or false. Returns `usual` if no value is given."""
        return as_yes_no(self.values.get(key, usual), self.place(key))

    def amounts(self, key: str, example: str) -> tuple[int, ...]:
        """Amounts given as a list, a number or text: `[1, 2]`, `2` or `"1/2"`. Errors show the `example`."""
        value = self.values[key]
        if isinstance(value, str):
            parts = [part.strip() for part in value.replace("-", "/").split("/")]
            if not all(part.isascii() and part.isdigit() and len(part) < 13 for part in parts):
                raise self.wrong(key, f"expected whole chips, as in {example}, not {quoted(value)}")
            return tuple(int(part) for part in parts)
        listed = value if isinstance(value, list) else [value]
        if not listed:
            raise self.wrong(key, f"the list is empty; expected whole chips, as in {example}")
        return tuple([self.number(key, amount, f"amounts of chips, as in {example}") for amount in listed])

    def table(self, key: str, keys: tuple[str, ...], example: str) -> dict[str, Any]:
        """A value that must be a table with no keys other than `keys`."""
        return as_table(self.values[key], self.place(key), keys, key, f"{key} = {example}")

    def choice(self, key: str, value: object, choices: type[Choice]) -> Choice:
        """The enum member that a value names. Spaces, - and _ are equivalent."""
        wanted = value.lower().replace("-", " ").replace("_", " ").strip() if isinstance(value, str) else ""
        if wanted in [str(word) for word in choices]:
            return choices(wanted)
        raise unknown(f"unknown value {quoted(value)}", wanted, choices, place=self.place(key))


def read_toml(text: str, path: str) -> SimulateInput:
    """Read a table file. Raises BadNotation, naming the file, the key and the legal values, for an invalid value."""
    data = with_house_read(toml_of(text, "a table", path), path)
    check_keys(data, KEYS, path, "a table")
    return SimulateInput(data, {key: f"{path}: {key}" for key in data}, path)
