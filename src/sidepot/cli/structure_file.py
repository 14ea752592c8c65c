"""The file of a tournament's structure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.cli import common
from sidepot.cli.usual_house import with_house_read
from sidepot.validation.reader import at_place, toml_of

if TYPE_CHECKING:
    from sidepot.tournament.structure import Structure


def read_structure_file(path: str) -> Structure:
    """Read the structure in a file (`-` for standard input). Raises BadNotation or Conflict, naming the file."""
    from sidepot.tournament.structure_files import structure_of

    data = with_house_read(toml_of(common.read_text(path), "a structure", path), path)
    with at_place(path):
        return structure_of(data)
