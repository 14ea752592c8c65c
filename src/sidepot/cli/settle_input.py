"""The input of `sidepot settle`, from options, a TOML file, or answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar

from sidepot.cli.game_words import is_file, named_game
from sidepot.cli.usual_house import usual_house
from sidepot.errors import BadNotation
from sidepot.games.model import Game
from sidepot.hand.settling.real_chips import Settlement, settle
from sidepot.rules.houses import CASH, find_house
from sidepot.rules.rulebook import Rulebook
from sidepot.validation.reader import as_list, as_table, as_text, at_place, check_keys, quoted, toml_of

T = TypeVar("T")

MOST = 10**15  # more chips than any table holds, and still exact wherever the JSON is read


@dataclass
class SettleInput:
    """A hand to settle, as it was typed. The fields are the keys of the TOML file; `game` is a name or a game file."""

    title: str = ""
    game: str = "holdem"
    house: str = ""
    button: str | None = None
    chip: int = 1
    dead: int = 0
    board: str = ""
    folded: list[str] = field(default_factory=list)
    killed: list[str] = field(default_factory=list)
    mucked: list[str] = field(default_factory=list)
    best: list[list[str]] = field(default_factory=list)
    low: list[list[str]] = field(default_factory=list)
    all_in: list[str] = field(default_factory=list)
    put: dict[str, int] = field(default_factory=dict)
    hands: dict[str, str] = field(default_factory=dict)
    declared: dict[str, str] = field(default_factory=dict)
    rulebook: dict[str, object] = field(default_factory=dict)

    def played(self) -> Game:
        """The game by its name, or from its file. Raises BadNotation, Conflict."""
        return named_game(self.game)

    def house_rules(self) -> Rulebook:
        """The given house, or the usual one, with the changes of the file. Raises BadNotation."""
        house = find_house(self.house or usual_house("cash"))
        return house.but(**self.rulebook) if self.rulebook else house

    def settle(self) -> Settlement:
        """Settle it. Raises BadNotation and Conflict, saying where."""
        return settle(
            self.put,
            folded=self.folded,
            killed=self.killed,
            mucked=self.mucked,
            hands=self.hands,
            board=self.board,
            dead=self.dead,
            best=self.best,
            low=self.low,
            declared=self.declared,
            all_in=self.all_in,
            game=self.played(),
            house=self.house_rules(),
            button=self.button,
            chip=self.chip,
        )


KEYS = tuple(SettleInput.__dataclass_fields__)


def read_toml(text: str, path: str) -> SettleInput:
    """Read a hand from TOML; a game file that it names is in the same folder, or on a path from there.

    Raises BadNotation with the file, the key and the legal values.
    """
    inputs = read_hand(toml_of(text, "a hand", path), path)
    if is_file(inputs.game):
        inputs.game = str(Path(path).parent / inputs.game)
    return inputs


def read_hand(data: dict[str, object], where: str) -> SettleInput:
    """Read a hand from the values of a TOML file. Raises BadNotation with the key and the legal values."""
    check_keys(data, KEYS, where, "a hand")
    return SettleInput(**{key: _READERS[key](value, f"{where}: {key}") for key, value in data.items()})


def read_pair(text: str, option: str) -> tuple[str, str]:
    """`Alice=800` in two. Raises BadNotation."""
    name, equals, value = text.rpartition("=")
    if not (equals and name.strip() and value.strip()):
        what = {"--hand": "CARDS, as in Alice=AsKs", "--declared": "WAY, as in Alice=high"}.get(option)
        what = what or "CHIPS, as in Alice=800"
        raise BadNotation(f"{option} {text}: expected NAME={what}")
    return name.strip(), value.strip()


def read_chips(text: str, where: str) -> int:
    """Read a number of chips, `1500` or `1,500`. Raises BadNotation."""
    plain = text.strip().replace(",", "").replace("_", "").replace(" ", "")
    digits = plain.removeprefix("-").removeprefix("+")
    if not (digits.isascii() and digits.isdigit()):
        raise BadNotation(f"{where}: {text.strip()!r} is not a number of chips; count in the smallest unit")
    return _chips(int(plain) if len(digits) < 20 else MOST + 1, where)


def read_names(text: str) -> list[str]:
    """`Bob, Dave` as a list of names."""
    return [name.strip() for name in text.split(",") if name.strip()]


def read_order(text: str, where: str) -> list[list[str]]:
    """`Carol, Alice=Bob`: Carol beats Alice and Bob, who hold equal hands. Raises BadNotation for an empty place."""
    if not text.strip():
        return []
    order = [[name.strip() for name in equals.split("=")] for equals in text.split(",")]
    if not all(name for equals in order for name in equals):
        raise BadNotation(f"{where}: a place in {text!r} is empty; name each player once, as in Carol,Alice=Bob")
    return order


def add_once(into: dict[str, T], pairs: Iterable[tuple[str, T]], option: str) -> None:
    """Add named values. Raises BadNotation if a name is given twice."""
    given: set[str] = set()
    for name, value in pairs:
        if name in given:
            raise BadNotation(f"{option}: {name} is named twice; name each player once, with the total")
        given.add(name)
        into[name] = value


# ---- values of a file


def _text(value: object, where: str) -> str:
    return as_text(value, where, or_empty=True)


def _chips(value: object, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadNotation(f"expected a number of chips in the smallest unit, not {quoted(value)}", place=where)
    if abs(value) > MOST:
        raise BadNotation(f"that is more than {MOST:,} chips", place=where)
    return value


def _board(value: object, where: str) -> str:
    """One board or several as one text, `a / b`; or a list of boards."""
    if isinstance(value, list):
        return " / ".join([_text(board, where) for board in value])
    return _text(value, where)


def _choices(value: object, where: str) -> dict[str, object]:
    """Choices in which the house differs from the one of its name, as in an incident."""
    choices = as_table(value, where, Rulebook.__struct_fields__, "a rulebook", "rulebook = { one_odd_chip = true }")
    with at_place(where):
        CASH.but(**choices)
    return choices


def _names(value: object, where: str) -> list[str]:
    return [_text(name, where) for name in as_list(value, where, '["Bob", "Dave"]')]


def _by_name(read: Callable[[object, str], T]) -> Callable[[object, str], dict[str, T]]:
    """A table with a line for each player."""

    def read_all(value: object, where: str) -> dict[str, T]:
        if not isinstance(value, dict):
            raise BadNotation("expected a table with a line NAME = ... for each player", place=where)
        return {name: read(one, f"{where}.{name}") for name, one in value.items()}

    return read_all


def _order(value: object, where: str) -> list[list[str]]:
    """A text as on the command line, or a list of names and of lists of equals."""
    if isinstance(value, str):
        return read_order(value, where)
    listed = value if isinstance(value, list) else None
    if listed is None:
        raise BadNotation(
            f'{where}: expected an order of strength, as in "Carol, Alice=Bob" or ["Carol", ["Alice", "Bob"]]'
        )
    if not all(listed):
        raise BadNotation(f"{where}: a place in the order is empty; name each player once")
    return [[_text(name, where) for name in (equals if isinstance(equals, list) else [equals])] for equals in listed]


_READERS: Final[dict[str, Callable[[object, str], Any]]] = {
    **dict.fromkeys(("title", "game", "house", "button"), _text),
    "board": _board,
    "chip": _chips,
    "dead": _chips,
    **dict.fromkeys(("folded", "killed", "mucked", "all_in"), _names),
    "best": _order,
    "low": _order,
    "put": _by_name(_chips),
    "hands": _by_name(_text),
    "declared": _by_name(_text),
    "rulebook": _choices,
}
