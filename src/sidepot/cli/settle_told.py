"""The input of `sidepot settle`: by options, by a TOML file, or in answers, as text that is read here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from sidepot.cards import cards
from sidepot.errors import BadNotation
from sidepot.games.catalog import find_game
from sidepot.games.file_values import toml_of
from sidepot.rules.houses import find_house
from sidepot.settling.real_chips import Settlement, settle

MOST = 10**15  # more chips than any table holds, and still exact wherever the JSON is read


@dataclass
class Told:
    """A hand to settle, in words. Its fields are the keys of the TOML file."""

    title: str = ""
    game: str = "holdem"
    house: str = "cash"
    button: str | None = None
    chip: int = 1
    dead: int = 0
    board: str = ""
    folded: list[str] = field(default_factory=list)
    best: list[list[str]] = field(default_factory=list)
    low: list[list[str]] = field(default_factory=list)
    put: dict[str, int] = field(default_factory=dict)
    hands: dict[str, str] = field(default_factory=dict)

    def settle(self) -> Settlement:
        """Settle it. Raises BadNotation and Conflict, saying where."""
        return settle(
            self.put,
            folded=self.folded,
            hands={name: _read_cards(some, f"the hand of {name}") for name, some in self.hands.items()},
            board=_read_cards(self.board, "the board"),
            dead=self.dead,
            best=self.best,
            low=self.low,
            game=find_game(self.game),
            house=find_house(self.house),
            button=self.button,
            chip=self.chip,
        )


KEYS = tuple(Told.__dataclass_fields__)
_TEXTS = ("title", "game", "house", "button", "board")


def read_toml(text: str, path: str) -> Told:
    """Read a hand from TOML. Raises BadNotation with the file, the key and the legal values."""
    data = toml_of(text, "a hand", path)
    told = Told()
    for key, value in data.items():
        where = f"{path}: {key}"
        if key not in KEYS:
            raise BadNotation(f"{path}: there is no key {key!r}; a hand has {', '.join(KEYS)}")
        if key in _TEXTS:
            setattr(told, key, _text(value, where))
        elif key in ("chip", "dead"):
            setattr(told, key, _chips(value, where))
        elif key == "folded":
            told.folded = [_text(name, where) for name in _list(value, where)]
        elif key in ("best", "low"):
            setattr(told, key, _order(value, where))
        elif not isinstance(value, dict):
            raise BadNotation(f"{where}: this is a table, as in [{key}] with a line NAME = ... for each player")
        elif key == "put":
            told.put = {name: _chips(chips, f"{where}.{name}") for name, chips in value.items()}
        else:
            told.hands = {name: _text(some, f"{where}.{name}") for name, some in value.items()}
    return told


def read_pair(text: str, option: str) -> tuple[str, str]:
    """`Alice=800` in two. Raises BadNotation."""
    name, equals, value = text.rpartition("=")
    if not (equals and name.strip() and value.strip()):
        what = "CARDS, as in Alice=AsKs" if "hand" in option else "CHIPS, as in Alice=800"
        raise BadNotation(f"{option} {text}: this is NAME={what}")
    return name.strip(), value.strip()


def read_chips(text: str, where: str) -> int:
    """A whole number of chips, `1500` or `1,500`. Raises BadNotation."""
    plain = text.strip().replace(",", "").replace("_", "").replace(" ", "")
    digits = plain.removeprefix("-").removeprefix("+")
    if not (digits.isascii() and digits.isdigit()):
        raise BadNotation(f"{where}: {text.strip()!r} is not a whole number of chips; count in the smallest unit")
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
        raise BadNotation(f"{where}: a place in {text!r} is empty; name everybody once, as in Carol,Alice=Bob")
    return order


def add_once(into: dict[str, Any], pairs: Iterable[tuple[str, Any]], option: str) -> None:
    """Add named values. Raises BadNotation where a name is given twice."""
    given: set[str] = set()
    for name, value in pairs:
        if name in given:
            raise BadNotation(f"{option}: {name} is named twice; name each player once, with all of it")
        given.add(name)
        into[name] = value


def _read_cards(text: str, where: str) -> tuple[int, ...]:
    try:
        return cards(text)
    except BadNotation as error:
        raise BadNotation(f"{where}: {error}") from None


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise BadNotation(f"{where}: this is a text in quotes, not {_plain(value)}")
    return value


def _chips(value: Any, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadNotation(f"{where} is not a number of chips, but {_plain(value)}; count in the smallest unit")
    if abs(value) > MOST:
        raise BadNotation(f"{where}: that is more than {MOST:,} chips")
    return value


def _plain(value: Any) -> str:
    """A value of the file as it stands there, or what it is."""
    if isinstance(value, dict | list):
        return "a table" if isinstance(value, dict) else "a list"
    if isinstance(value, bool):
        return str(value).lower()
    return repr(value) if isinstance(value, str) else str(value)


def _list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise BadNotation(f'{where}: this is a list, as in ["Bob", "Dave"]')
    return value


def _order(value: Any, where: str) -> list[list[str]]:
    """A text as on the command line, or a list of names and of lists of equals."""
    if isinstance(value, str):
        return read_order(value, where)
    listed = value if isinstance(value, list) else None
    if listed is None:
        raise BadNotation(
            f'{where}: this is an order of strength, as in "Carol, Alice=Bob" or ["Carol", ["Alice", "Bob"]]'
        )
    if not all(listed):
        raise BadNotation(f"{where}: a place in the order is empty; name everybody once")
    return [[_text(name, where) for name in (equals if isinstance(equals, list) else [equals])] for equals in listed]
