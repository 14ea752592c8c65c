"""One row of the index: a rule in our own words, its state, and the code that carries it out.

The rows of the sources are in `index.toml`, those of other books in `books/`.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

Kind = Literal["E", "R", "D", "L", "A", "F", "H"]
State = Literal["done", "planned", "policy", "same"]
Seen = Literal["whole", "partly", "parallel text", "retelling", "memory"]

KINDS: Final[dict[Kind, str]] = {
    "E": "engine rule",
    "R": "ruling",
    "D": "director's workflow",
    "L": "record or penalty log",
    "A": "announcement or text",
    "F": "display or format",
    "H": "house parameter",
}

SEEN: Final[dict[Seen, str]] = {
    "whole": "read in the text itself",
    "partly": "read in a part of the text, or in an excerpt",
    "parallel text": "not read in this book, but another that follows it rule by rule says so",
    "retelling": "known from a retelling, not from the text",
    "memory": "known from memory only: look it up before you cite it",
}


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule of the index.

    - `home`: the code that implements the rule (`module:name`)
    - `missing`: what a planned rule is waiting for
    - `same_as`: the rules to which this rule adds nothing, if its state is `same`
    - `says`: a sentence for the table, which a rule of state `policy` may have
    """

    id: str
    gist: str
    kind: tuple[Kind, ...]
    home: str = ""
    state: State = "planned"
    missing: str = ""
    tda_2013: str = ""  # its number in the 2013 edition, if the id differs: `10-D`, or `29/clock` for a part of 29
    tda_2024: str = ""  # its number in the 2024 edition, and what changed
    section: str = ""
    title: str = ""
    number: str = ""  # its number in the print of its book
    same_as: tuple[str, ...] = ()
    parts: dict[str, str] = {}  # sentences of it by name, for rulings that rest on one: `TDA-2024:53-A/fold`
    says: str = ""  # our sentence for the table, if nothing is computed
    since: str = ""  # the edition that brought it
    was: str = ""  # its number in the previous edition of the index
    seen: Seen = "whole"
    parallels: tuple[str, ...] = ()  # rules of the TDA of 2024 and of Robert's with the same content
    words: tuple[str, ...] = ()  # search words that title and gist do not have

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def edition(self) -> str:
        """The edition in the rule's id, such as `TDA-2024` in `TDA-2024:44` ("" for a rule of the sources)."""
        return self.id.rpartition(":")[0]
