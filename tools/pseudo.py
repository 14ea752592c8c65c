"""A language that nobody speaks: English with accents, 40 % longer, in brackets.

`make messages` writes it to `web/locales/en_XA`, which git ignores. While it is there, pages offer it: what is not in
brackets did not go through the catalogues, and what is cut off has no room for longer languages.

>>> pseudo("{player} raises to {amount}")
'⟦{player} ŕàíšéš ţö {amount} þłùš⟧'
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

from sidepot.web.catalogues import DOMAINS, FOLDER, read_po

CODE: Final = "en_XA"
_ACCENTS: Final = str.maketrans("aceginorstuyzACEGINORSTUYZ", "àçéğíñöŕšţùýžÀÇÉĞÍÑÖŔŠŢÙÝŽ")
_PADDING: Final = "þłùš þłùš þłùš þłùš þłùš þłùš þłùš "


def pseudo(text: str) -> str:
    """A text in that language; its gaps stay, and spaces at its ends."""
    start, inner, end = re.fullmatch(r"(\s*)(.*?)(\s*)", text, re.DOTALL).groups()  # type: ignore[union-attr]
    pieces = re.split(r"(\{\w*\})", inner)
    letters = sum(len(piece) for piece in pieces[::2])
    pieces[::2] = [piece.translate(_ACCENTS) for piece in pieces[::2]]
    more = -(-letters * 2 // 5)
    padding = (_PADDING * (more // len(_PADDING) + 1))[:more].strip()
    return f"{start}⟦{''.join(pieces)}{f' {padding}' if padding else ''}⟧{end}"


def catalogue(domain: str, folder: Path = FOLDER) -> str:
    """The catalogue of a domain in that language, from its template."""
    template = (folder / f"{domain}.pot").read_text("utf-8")
    entries = ['msgid ""\nmsgstr "Language: en_XA\\n"']
    for key, forms in read_po(re.sub(r'^(msgstr(?:\[\d\])?) ""$', r'\1 "-"', template, flags=re.MULTILINE)).items():
        context, _, text = key.rpartition("\4")
        lines = [f"msgctxt {_quoted(context)}"] if context else []
        if isinstance(forms, str):
            lines += [f"msgid {_quoted(text)}", f"msgstr {_quoted(pseudo(text))}"]
        else:
            lines += [f"msgid {_quoted(text)}", f"msgid_plural {_quoted(text)}"]
            lines += [f"msgstr[{at}] {_quoted(pseudo(text))}" for at in range(2)]
        entries.append("\n".join(lines))
    return "\n\n".join(entries) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def write(locales: Path = FOLDER) -> None:
    """Write all of it into a folder of catalogues."""
    folder = locales / CODE / "LC_MESSAGES"
    folder.mkdir(parents=True, exist_ok=True)
    for domain in DOMAINS:
        (folder / f"{domain}.po").write_text(catalogue(domain), "utf-8")


if __name__ == "__main__":
    write()
