"""The hands of a simulation as Poker Hand Histories: in one file, or in a folder with one file per hand."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Final, TextIO

from sidepot.errors import BadNotation
from sidepot.formats.phh_record import phh_of_hand
from sidepot.formats.phh_text import toml_key
from sidepot.formats.phh_write import write_phh
from sidepot.hand.hand import Hand
from sidepot.table.events import HandBegun
from sidepot.table.table_rules import TableRules

UNNAMED: Final = "table"


class Histories:
    """Writes each hand to a file when it ends. `path` is a folder, a `.phhs` file, or a `.phh` file for a single hand.

    Existing files are never overwritten. Use a `with` block, at whose end the file is closed. Raises BadNotation for a
    path that cannot be written, and for a hand that the format cannot express.
    """

    def __init__(self, path: Path, rules: TableRules, hands: int) -> None:
        self.path = path
        self.rules = rules
        self.written = 0
        self._digits = len(str(hands))
        self._file: TextIO | None = None
        if path.suffix == ".phh" and hands > 1:
            raise BadNotation(
                f"{path}: a .phh file has one hand, but there are {hands}; give a .phhs file, or a folder"
            )
        if path.suffix and path.suffix not in (".phh", ".phhs") and not path.is_dir():
            raise BadNotation(f"{path}: expected a .phhs file or a folder, got {path.suffix}")
        self._is_file = bool(path.suffix) and not path.is_dir()
        self._open()

    def _open(self) -> None:
        path = self.path
        try:
            if self._is_file:
                self._file = path.open("x", encoding="utf-8", newline="\n")
            else:
                path.mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            problem = "the file already exists" if self._is_file else "this is a file, not a folder"
            raise BadNotation(f"{path}: {problem}; choose another name") from None
        except FileNotFoundError:
            raise BadNotation(f"{path}: no such folder: {path.parent}") from None
        except OSError as error:
            raise BadNotation(f"{path}: cannot be written: {error.strerror or error}") from None
        if not self._is_file and any(path.glob("*.phh*")):
            raise BadNotation(f"{path}: the folder already has hand histories; choose a new one")

    def __enter__(self) -> Histories:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._file is not None:
            self._file.close()

    def write(self, hand: Hand, begun: HandBegun) -> None:
        """Write a hand that is over."""
        number = begun.number
        try:
            text = write_phh(phh_of_hand(hand, about=self._about(begun)))
        except BadNotation as error:
            raise BadNotation(f"{self.path}: hand {number} cannot be expressed in PHH: {error.message}") from None
        if self._file is None:
            name = f"{number:0{self._digits}}.phh"
            (self.path / name).write_text(text, encoding="utf-8", newline="\n")
        elif self.path.suffix == ".phh":
            self._file.write(text)
        else:
            head = f"[{toml_key(str(number))}]\n"
            self._file.write(f"\n{head}{text}" if self.written else f"{head}{text}")
        self.written += 1

    def _about(self, begun: HandBegun) -> dict[str, object]:
        """The seats of players, the table and the number of the hand."""
        about = {
            "hand": begun.number,
            "seats": [seat + 1 for seat in begun.seats],
            "seat_count": self.rules.seats,
            "players": list(begun.players),
        }
        return about if self.rules.name == UNNAMED else {**about, "table": self.rules.name}
