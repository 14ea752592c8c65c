"""The page of docs/ about the codes of errors, each with what it means and an example of the words.

python tools/docs_codes.py     reads the examples off the source again
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from docs_text import NOTE, table
from error_codes import read_source

from sidepot.error_codes import CODES, GROUPS
from sidepot.room.store.errors import TEXTS

# Kept, and not read anew with each page: words are rewritten often, and an example may be older than they are.
EXAMPLES = Path(__file__).resolve().parent / "codes_examples.json"

# codes that are given far from their words, or by many
BY_HAND = {
    "refused": "",
    "conflict": "… seats need … cards, but the deck has …",
    "unreadable": "expected two characters for each card, as in AsKh, got …",
    "no_card": "cards: expected cards, as in 'AsKh', [51, 46] or ['As', 'Kh'], not …",
    "player_failed": "… answered with RaiseTo, which is refused: …",
    "bad_filter": "a filter has no field …; did you mean …?",
    "lines_open": "{player} still sits at table {table}",
    "no_button": "the first button has not been drawn for; call `draw_button`",
    "not_written": "the room cannot save this, because its disk is full; try again",
    "too_many_tables": "a socket can watch at most … tables",
    "not_done_here": "this method is not allowed here",
    "went_wrong": "something went wrong on the server; the error was logged",
    "too_many_guesses": "too many wrong passwords for this table: try again in a minute",
    "too_many_check_ins": "too many people are checking in; wait a moment, or enter at the desk",
    "store_stale": "table/…: expected to write after record …, but the last record is …",
    "store_missing": "…: no store there; `sidepot serve` creates one",
}


def codes_page() -> str:
    """All codes, by where they arise."""
    parts = [
        "# The codes of errors",
        "For programmers who handle errors.",
        NOTE,
        "Every error has a `code`, which is for programs, and a message, which is for people. A code never changes its "
        "name or its meaning; the words may be rewritten at any time, so never look for something in them. In Python "
        "it is `error.code`; the socket sends it with `nack`, `gone` and `fault`, HTTP in the body of a "
        "refusal (`code`, with `because` and `cite`). New codes may be added: treat one that you do not know like a "
        "refusal.",
        "The rule (`cite`) has its number in the book of the house, as far as we know it there; else that of "
        "the source, mostly the TDA rules of 2013: its edition says which.",
        "Each example is the message of one place, as it was once; `…` is a value.",
    ]
    examples = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    for title, codes in GROUPS.items():
        rows = [[f"`{code}`", meaning, examples.get(code, "")] for code, meaning in codes.items()]
        parts += [f"## {title}", table(["code", "what it means", "for example"], rows)]
    return "\n\n".join(parts) + "\n"


def read_examples() -> dict[str, str]:
    """An example for each code, as the source has it now."""
    of_store = {f"store_{trouble.value}": text for trouble, text in TEXTS.items()}
    found = read_source(set(CODES)).examples | of_store | BY_HAND
    return {code: found.get(code, "") for code in CODES}


if __name__ == "__main__":
    EXAMPLES.write_text(json.dumps(read_examples(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    sys.exit(0)
