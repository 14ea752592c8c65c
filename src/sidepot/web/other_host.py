"""The page for a browser that opened the room by a host name to which the room does not answer.

Its scripts and styles would be refused for the same reason, so it is a single file, in the language of the browser.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import Final

from sidepot.web.catalogues import FOLDER, languages, mark, read_po

PAGE_HEADERS: Final = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    "vary": "accept, accept-language",
}
_TITLE: Final = mark("This room has another address")
_OPEN: Final = mark("Open it as {address}, or by the link of an invitation.")
_HOST: Final = mark(
    "If you run this room and want this address, start it with {option} and the address that browsers show."
)
_OPTION: Final = "<code>--origin https://…</code>"
_STYLE: Final = (
    ":root{color-scheme:light dark}"
    "body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:15vh auto 0;padding:0 1.5rem}"
    "h1{font-size:1.6rem;line-height:1.2;letter-spacing:-.01em}code{font-size:.95em}"
)


def other_host_page(usual: str, accepted: str) -> str:
    """The page for a wrong host name.

    `usual` lists names of the room, `accepted` the languages that the browser accepts.

    >>> page = other_host_page("localhost or 127.0.0.1", "de-DE,de;q=0.9,en;q=0.8")
    >>> re.findall("<h1>(.*)</h1>", page), "<code>localhost</code>" in page
    (['Dieser Raum hat eine andere Adresse'], True)
    """
    language = next((one for one in re.findall(r"[a-z]{2}", accepted.lower()) if one in ("en", *languages())), "en")
    words = _words(language)
    names = " / ".join([f"<code>{escape(name)}</code>" for name in re.split(r" or |, ", usual)])
    texts = [words.get(text, text) for text in (_TITLE, _OPEN, _HOST)]
    title, first, second = [escape(str(text)) for text in texts]
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{title}</title><style>{_STYLE}</style>'
        f"<h1>{title}</h1><p>{first.format(address=names)}</p><p>{second.format(option=_OPTION)}</p></html>"
    )


@cache
def _words(language: str) -> dict[str, str | list[str]]:
    path = FOLDER / language / "LC_MESSAGES" / "pages.po"
    return read_po(path.read_text("utf-8")) if path.exists() else {}
