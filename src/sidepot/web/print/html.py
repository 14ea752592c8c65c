"""The HTML of printed pages, on A4 or an 80 mm roll. All text is escaped."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Final, Literal

from sidepot.rules.clauses import Sentence, plain
from sidepot.web.catalogues import languages

Paper = Literal["a4", "80mm"]
_EMPTY: Final = ("br", "img", "meta", "link")


class Markup(str):
    """A text that is already HTML, so that it is not escaped."""

    __slots__ = ()


Part = str | Markup | Iterable["Part"] | None


def tag(name: str, /, *inside: Part, **attributes: str) -> Markup:
    """An HTML element. Text inside it is escaped. `cls` is the attribute `class`.

    >>> tag("p", "1 < 2", tag("b", "!"), cls="note")
    '<p class="note">1 &lt; 2<b>!</b></p>'
    """
    fields = "".join(
        f' {"class" if key == "cls" else key}="{escape(value)}"' for key, value in attributes.items() if value
    )
    if name in _EMPTY:
        return Markup(f"<{name}{fields}>")
    return Markup(f"<{name}{fields}>{joined(inside)}</{name}>")


def joined(parts: Part) -> Markup:
    """Concatenate parts."""
    if parts is None:
        return Markup()
    if isinstance(parts, Markup):
        return parts
    if isinstance(parts, str):
        return Markup(escape(parts, quote=False))
    return Markup("".join([joined(part) for part in parts]))


def table(head: Sequence[Part], rows: Iterable[Sequence[Part]], cls: str = "") -> Markup:
    """An HTML table whose head is repeated on each printed page."""
    top = tag("thead", tag("tr", [tag("th", cell, scope="col") for cell in head])) if head else None
    body = tag("tbody", [tag("tr", [tag("td", cell) for cell in row]) for row in rows])
    return tag("table", top, body, cls=cls)


def translatable(sentence: Sentence, text: Callable[[str], str] = str) -> Markup:
    """A sentence with its gaps and what fills them, so that the page can translate it.

    `text` is applied to each text that fills a gap, for example to replace marks by names.

    >>> translatable(("Table {}", "3"))
    '<span data-sentence="[&quot;Table {}&quot;, &quot;3&quot;]">Table 3</span>'
    """
    named = _named(sentence, text)
    return tag("span", plain(named), **{"data-sentence": json.dumps(named, ensure_ascii=False)})


def _named(sentence: Sentence, text: Callable[[str], str]) -> Sentence:
    words, *parts = sentence
    named = [
        _named(one, text) if isinstance(one, tuple) else text(one) if isinstance(one, str) else one for one in parts
    ]
    return (words, *named)


def amount(chips: int) -> Markup:
    """A number of chips, which the page formats in the user's language."""
    return translatable(("{}", chips))


def amounts(many: Iterable[int], between: str = ", ") -> Sentence:
    """Several amounts as one part of a sentence, with `between` as separator."""
    found = tuple(many)
    return (between.join(["{}"] * len(found)), *found)


def club_logo(address: str) -> Markup | None:
    """The logo of the club (None if it has none)."""
    return tag("img", src=address, cls="logo", **{"aria-hidden": "true"}) if address else None


def page(title: str, about: str, parts: Part, paper: Paper = "a4", club: str = "", logo: str = "") -> str:
    """A page to print: a toolbar (which is not printed), then the sheet.

    - `title`: the title of the tournament or night
    - `about`: what is printed, such as "Receipt"; this is the heading
    - `parts`: the content below the head
    - `club`, `logo`: the club's name, and the address of its logo ("" for none)
    """
    head = joined(
        [
            tag("meta", charset="utf-8"),
            tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
            tag("meta", name="languages", content=" ".join(languages())),
            tag("title", f"{about}: {title}"),
            tag("link", rel="icon", href="/static/common/icon.svg", type="image/svg+xml"),
            tag("link", rel="stylesheet", href="/static/paper/paper.css"),
            tag("link", rel="stylesheet", href=f"/static/paper/{paper}.css"),
            tag("script", type="module", src="/static/paper/paper.js"),
        ]
    )
    bar = tag("nav", tag("button", "Print", type="button", id="print"), tag("span", "", id="papers"), cls="bar")
    about_club = tag("p", club, club_logo(logo), cls="club") if club or logo else None
    top = tag("header", tag("h1", about), tag("p", title), about_club, cls="sheet-head")
    body = tag("body", bar, tag("main", top, parts, cls="sheet"), cls=f"paper-{paper}")
    return f"<!doctype html>\n{tag('html', tag('head', head), body, lang='en')}\n"
