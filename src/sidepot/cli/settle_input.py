"""The input of `sidepot settle`, from options, a TOML file, or answers."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec

from sidepot.cli.game_words import is_file, named_game
from sidepot.cli.usual_house import usual_house, with_house_read
from sidepot.errors import BadNotation
from sidepot.games.model import Game
from sidepot.hand.settling.real_chips import Settlement, settle
from sidepot.rules.houses import CASH, find_house
from sidepot.rules.rulebook import Rulebook
from sidepot.validation.problems import as_type
from sidepot.validation.reader import as_text, at_place, check_keys, toml_of

T = TypeVar("T")

MOST = 10**15  # more chips than any table holds, and still exact wherever the JSON is read
Chips = Annotated[int, msgspec.Meta(ge=0, le=MOST)]  # in the smallest unit


class SettleInput(msgspec.Struct):
    """A hand to settle, as the user typed it. The fields are the keys of the TOML file.

    - `game`: the name of a game, or a game file
    """

    title: str = ""
    game: str = "holdem"
    house: str = ""
    button: str | None = None
    chip: Chips = 1
    dead: Chips = 0
    board: str = ""
    folded: list[str] = []
    killed: list[str] = []
    mucked: list[str] = []
    best: list[list[str]] = []
    low: list[list[str]] = []
    all_in: list[str] = []
    put: dict[str, Chips] = {}
    hands: dict[str, str] = {}
    declared: dict[str, str] = {}
    rulebook: dict[str, object] = {}

    def played(self) -> Game:
        """The game, found by its name or read from its file.

        Raises BadNotation if there is no such game, and Conflict if the file's game cannot be played.
        """
        return named_game(self.game)

    def house_rules(self) -> Rulebook:
        """The given or default house, with the changes from the file.

        Raises BadNotation for an unknown house or change.
        """
        house = find_house(self.house or usual_house("cash"))
        return house.but(**self.rulebook) if self.rulebook else house

    def settle(self) -> Settlement:
        """Settle the hand. Raises BadNotation or Conflict, saying where the mistake is."""
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


KEYS = SettleInput.__struct_fields__


def read_toml(text: str, path: str) -> SettleInput:
    """Read a hand from TOML text. The paths of a game file and of a house's file in it are relative to the TOML file.

    Raises BadNotation, naming the file, the key and the legal values, for an invalid value.
    """
    inputs = read_hand(with_house_read(toml_of(text, "a hand", path), path), path)
    if is_file(inputs.game):
        inputs.game = str(Path(path).parent / inputs.game)
    return inputs


def read_hand(data: dict[str, object], where: str) -> SettleInput:
    """Make a hand from the values of a TOML file.

    Raises BadNotation, naming the key and the legal values, for an invalid value.
    """
    check_keys(data, KEYS, where, "a hand")
    data = dict(data)
    if isinstance(boards := data.get("board"), list):  # one board or several as one text, `a / b`; or a list of boards
        data["board"] = " / ".join(as_type(boards, list[str], f"{where}: board"))
    for key in ("best", "low"):
        data[key] = _order(data.get(key, []), f"{where}: {key}")
    found = as_type(data, SettleInput, where)
    as_text(found.title, f"{where}: title", or_empty=True)
    check_keys(found.rulebook, Rulebook.__struct_fields__, f"{where}: rulebook", "a rulebook")
    with at_place(f"{where}: rulebook"):
        CASH.but(**found.rulebook)
    return found


def _order(value: object, where: str) -> object:
    """An order of strength as text, as on the command line, or as a list of names and of lists of equals."""
    if isinstance(value, str):
        return read_order(value, where)
    if not isinstance(value, list):
        return value
    if not all(value):
        raise BadNotation(f"{where}: a name is missing from the order; name each player once")
    return [[one] if isinstance(one, str) else one for one in value]


def read_pair(text: str, option: str) -> tuple[str, str]:
    """Split a pair such as `Alice=800`. Raises BadNotation if the name or the value is missing."""
    name, equals, value = text.rpartition("=")
    if not (equals and name.strip() and value.strip()):
        form = {"--hand": "CARDS, as in Alice=AsKs", "--declared": "WAY, as in Alice=high"}.get(option)
        form = form or "CHIPS, as in Alice=800"
        raise BadNotation(f"{option} {text}: expected NAME={form}")
    return name.strip(), value.strip()


def read_chips(text: str, where: str) -> int:
    """Parse a number of chips, such as `1500` or `1,500`. Raises BadNotation for any other text."""
    plain = text.strip().replace(",", "").replace("_", "").replace(" ", "")
    digits = plain.removeprefix("-").removeprefix("+")
    if not (digits.isascii() and digits.isdigit()):
        raise BadNotation(f"{where}: {text.strip()!r} is not a number of chips; count in the smallest unit")
    chips = int(plain) if len(digits) < 20 else MOST + 1
    if abs(chips) > MOST:
        raise BadNotation(f"expected at most {MOST:,} chips, not {chips:,}", place=where)
    return chips


def read_names(text: str) -> list[str]:
    """Split a list of names such as `Bob, Dave`."""
    return [name.strip() for name in text.split(",") if name.strip()]


def read_order(text: str, where: str) -> list[list[str]]:
    """Parse an order such as `Carol, Alice=Bob`: Carol beats Alice and Bob, who tie.

    Raises BadNotation if a name is missing.
    """
    if not text.strip():
        return []
    order = [[name.strip() for name in equals.split("=")] for equals in text.split(",")]
    if not all(name for equals in order for name in equals):
        raise BadNotation(f"{where}: a name is missing from {text!r}; name each player once, as in Carol,Alice=Bob")
    return order


def add_once(into: dict[str, T], pairs: Iterable[tuple[str, T]], option: str) -> None:
    """Add pairs of name and value to `into`. Raises BadNotation if a name is given twice."""
    given: set[str] = set()
    for name, value in pairs:
        if name in given:
            raise BadNotation(f"{option}: {name} is named twice; name each player once, with the total")
        given.add(name)
        into[name] = value
