r"""The languages of the pages: gettext catalogues, `locales/LANGUAGE/LC_MESSAGES/DOMAIN.po`, sent to pages as JSON.

`pages` holds the texts of the pages, `room` the texts of the server, `floor` and `terms` texts only for the page of the
floor and the pages of terms. Keys are the English sentences; a context precedes its sentence (`refusal\4seat_taken`).
Values are the translations, or all plural forms of one.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "locales"
DOMAINS: Final = ("pages", "room", "floor", "terms")
OF_ONE_PAGE: Final = DOMAINS[2:]

Messages = dict[str, str | list[str]]

_FIELD: Final = re.compile(r'^(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?) (?=")', re.MULTILINE)
_TEXT: Final = re.compile(r'^"(?:[^"\\]|\\.)*"$', re.MULTILINE)


def mark(text: str) -> str:
    """Mark a text in Python code for the translation catalogues."""
    return text


def languages() -> list[str]:
    """The languages that have a catalogue, such as `["de"]`."""
    return sorted(path.name.replace("_", "-") for path in FOLDER.iterdir() if path.is_dir())


def read_po(text: str) -> Messages:
    r"""Read the translated messages of a catalogue.

    >>> read_po('msgid "{count} seat"\nmsgid_plural "{count} seats"\nmsgstr[0] "1"\nmsgstr[1] "{count}"')
    {'{count} seat': ['1', '{count}']}
    >>> read_po('#, fuzzy\nmsgid "Fold"\nmsgstr "Falten"\n\nmsgctxt "rank"\nmsgid "ace"\nmsgstr ""\n"Ass"')
    {'rank\x04ace': 'Ass'}
    """
    found: Messages = {}
    for entry in text.split("\n\n"):
        if re.search(r"^#,.*\bfuzzy\b|^#~", entry, re.MULTILINE):
            continue
        _, *pieces = _FIELD.split(entry)
        fields = {
            name: "".join([json.loads(line) for line in _TEXT.findall(texts)])
            for name, texts in zip(pieces[::2], pieces[1::2], strict=True)
        }
        forms = [text for name, text in fields.items() if name.startswith("msgstr")]
        if fields.get("msgid") and all(forms):
            key = f"{fields['msgctxt']}\4{fields['msgid']}" if "msgctxt" in fields else fields["msgid"]
            found[key] = forms if "msgid_plural" in fields else forms[0]
    return found


def files_of(name: str) -> dict[str, Path]:
    """The files of a catalogue such as `de` or `de.floor`, by domain; empty if there is no such catalogue."""
    language, _, part = name.partition(".")
    if language not in languages() or part not in ("", *OF_ONE_PAGE):
        return {}
    folder = FOLDER / language.replace("-", "_") / "LC_MESSAGES"
    return {"room": folder / f"{part}.po"} if part else {one: folder / f"{one}.po" for one in ("pages", "room")}


def as_json(files: dict[str, Path]) -> bytes:
    """Encode catalogues as JSON for pages."""
    return json.dumps(
        {one: read_po(path.read_text("utf-8")) for one, path in files.items()}, ensure_ascii=False
    ).encode()
