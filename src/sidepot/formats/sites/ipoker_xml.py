"""The text of iPoker's XML: hands and their session, tags, amounts.

There is no XML parser here: nothing is expanded or fetched, and each tag is read once. A file that declares entities
is refused.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from sidepot.errors import BadNotation
from sidepot.formats.sites.text import MOST_DIGITS, currency_in, unreadable
from sidepot.rules.clauses import refuse, say

HAND: Final = "<game "
TAG: Final = re.compile(r'<([^<>"/][^<>"]*+(?:"[^"<]*+"[^<>"]*+)*+)>([^<]*+)((?:</[^<>]*+>[^<]*+)*+)')
"""A tag without its brackets, the text after it, and the closing tags. Quotes may contain a `>`."""

MOST_OF_A_HAND: Final = 200_000
MOST_OF_A_HEAD: Final = 50_000
LOOKED_AT: Final = 80_000

_BEGIN: Final = re.compile(r"[\ufeff\s]*<")
_HAND: Final = re.compile(r'<game [^<>"]*\bgamecode=')
_ATTRIBUTE: Final = re.compile(r'([\w.-]+)\s*=\s*"([^"]*)"')
_FIELD: Final = re.compile(r"<([a-z_]+)>([^<]*)</")
_DECLARES: Final = re.compile(r"<!\s*(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_ESCAPE: Final = re.compile(r"&(?:#([0-9]{1,7})|#x([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos|euro|pound|nbsp));")
_TWICE: Final = re.compile(r"&amp;(?=#\d{2,7};|#x[0-9a-fA-F]{2,6};|euro;|pound;|nbsp;)")
_ESCAPED: Final = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "euro": "€", "pound": "£", "nbsp": " "}
_NUMBER: Final = re.compile(r"[0-9][0-9.,\s]*")
_DECIMALS: Final = re.compile(r"[.,]([0-9]{1,2})$")
_NO_DIGIT: Final = re.compile(r"[^0-9]")
_STAKES: Final = re.compile(r"([0-9][0-9.,]*)[^0-9/]{0,4}/[^0-9/]{0,4}([0-9][0-9.,]*)")
_CODE: Final = re.compile(r", *(\d+)$|\(#(\d+)\)|#(\d+)")
_LIMITS: Final = {
    **dict.fromkeys(("NL", "SL", "LZ", "БЛ", "NO"), "No Limit"),
    **dict.fromkeys(("PL", "LP", "POT"), "Pot Limit"),
    **dict.fromkeys(("L", "LIMIT"), "Limit"),
}
_OF_TOURNAMENTS: Final = ("tournamentname", "tournamentcode", "tourcode", "buyin")
NEW_CLIENT: Final = 20
"""From this version on, winnings do not include an uncalled bet."""


class Session(NamedTuple):
    """The head of a session, which contains what all its hands have in common.

    - `game`, `stakes`: may be empty
    - `wins_have_back`: whether winnings include an uncalled bet
    """

    game: str
    limit: str
    stakes: tuple[str, ...]
    hero: str
    table: str
    table_size: int
    currency: str
    is_tournament: bool
    tournament_id: str
    buy_in: str
    wins_have_back: bool


def is_ipoker(text: str) -> bool:
    """Whether a text begins with a session of iPoker."""
    return _BEGIN.match(text) is not None and _HAND.search(text, 0, LOOKED_AT) is not None


def last_hand(text: str, since: int = 0) -> int:
    """The index at which the last hand of a text begins, after `since`; -1 for none."""
    return text.rfind(HAND, since)


def head_after(text: str, head: str) -> str:
    """The session head that applies at the end of a text: the last head in it, or `head` if there is none."""
    at = text.rfind("<gametype")
    if at < 0:
        return head
    end = text.find(HAND, at)
    return text[_begin_of_head(text, at) : end if end > 0 else len(text)]


def _begin_of_head(text: str, at: int, since: int = 0) -> int:
    """Where the head before this index begins: after the hand before it."""
    before = text.rfind("</game>", since, at)
    return since if before < 0 else before + len("</game>")


def hands_in(text: str, head: str) -> Iterator[tuple[int, str, str]]:
    """Yield the index, the text and the session head of each hand. `head` is the head for the first hand."""
    begin = last = 0
    at = text.find(HAND)
    while at >= 0:
        title_at = text.find("<gametype", last, at)
        if title_at >= 0:
            head = text[_begin_of_head(text, title_at, last) : at]
        begin, last = at, at + len(HAND)
        at = text.find(HAND, last)
        yield begin, text[begin : at if at >= 0 else len(text)], head


def attributes_of(tag: str) -> dict[str, str]:
    """The attributes of a tag, by name."""
    found = dict(_ATTRIBUTE.findall(tag))
    if "&" in tag:
        return {name: plain(value) for name, value in found.items()}
    return found


def plain(text: str) -> str:
    """A text with its character references replaced. References of HTML may be escaped twice.

    >>> plain("&#8364;5"), plain("&euro;5"), plain("&amp;euro;5"), plain("A&amp;B")
    ('€5', '€5', '€5', 'A&B')
    """
    if "&" not in text:
        return text
    return _ESCAPE.sub(_letter, _TWICE.sub("&", text))


def _letter(found: re.Match[str]) -> str:
    if found[3]:
        return _ESCAPED[found[3]]
    number = int(found[1]) if found[1] else int(found[2], 16)
    is_letter = 32 <= number < 0xD800 or 0xE000 <= number < 0x110000
    return chr(number) if is_letter else found[0]


@lru_cache(maxsize=4096)
def chips_of(text: str, decimals: int) -> int:
    """The amount in a text, in units of `10 ** -decimals`.

    The text may have a decimal point or comma, and a currency sign on either side.

    >>> [chips_of(text, 2) for text in ("$1,234.50", "1.234,50€", "£0,5", "1 440")]
    [123450, 123450, 50, 144000]
    """
    found = _NUMBER.search(text)
    if found is None or "-" in text:
        raise unreadable(say("expected an amount, got {text}", repr(text)))
    digits = found[0].rstrip()
    part = _DECIMALS.search(digits)
    whole = _NO_DIGIT.sub("", digits[: part.start()] if part else digits)
    behind = part[1].rstrip("0") if part else ""
    if len(whole) > MOST_DIGITS:
        raise unreadable(say("the amount {amount} is too large", text))
    if len(behind) > decimals:
        raise unreadable(say("{amount} has more than {decimals} decimal places", text, str(decimals)))
    return int(whole + behind.ljust(decimals, "0"))


@lru_cache(maxsize=64)
def session_of(head: str) -> Session:
    """Parse the head of a session. Raises BadNotation if it names no game, or declares entities."""
    if len(head) > MOST_OF_A_HEAD:
        raise unreadable(say("the head of this session is too long: {count} characters", f"{len(head):,}"))
    if _DECLARES.search(head) is not None:
        raise unreadable(
            say("the file declares a document type or entities; no history needs them, and they are not expanded")
        )
    pairs: list[tuple[str, str]] = _FIELD.findall(head)
    fields = {name: plain(value.strip()) for name, value in pairs[::-1]}  # the first one counts
    title = fields.get("gametype", "")
    if not title:
        raise unreadable(say("no {tag} comes before this hand", "<gametype>"))
    game, limit = _game_of(title)
    found = _STAKES.findall(title)
    stakes = found[-1] if found else tuple([fields[key] for key in ("smallblind", "bigblind") if fields.get(key)])
    is_tournament = not found and (not stakes or not fields.keys().isdisjoint(_OF_TOURNAMENTS))
    table = fields.get("tablename", "")
    code = _CODE.search(table)
    number = fields.get("tournamentcode") or fields.get("tourcode")
    if not number and code is not None:
        number = next(filter(None, code.groups()))
    version = fields.get("client_version", "").partition(".")[0]
    uncalled = fields.get("uncalled_bet_enabled", "")
    size, price = fields.get("tablesize", ""), fields.get("buyin", "")
    return Session(
        game=game,
        limit=limit,
        stakes=stakes if len(stakes) == 2 else (),
        hero=fields.get("nickname", ""),
        table=table,
        table_size=int(size) if size.isdecimal() and len(size) < 3 else 0,
        currency=_currency(fields, title),
        is_tournament=is_tournament,
        tournament_id=(number or "") if is_tournament else "",
        buy_in=price.replace(" ", "") if is_tournament and "N/A" not in price else "",
        wins_have_back=uncalled != "true"
        if uncalled
        else not (version.isdecimal() and len(version) < 5 and int(version) >= NEW_CLIENT),
    )


def _game_of(title: str) -> tuple[str, str]:
    """Game and limit: `Holdem NL $1/$2`, `7 Card Stud Hi-Lo L`, `PL €2/€4` (Omaha), `LH 20/40 x2 Limit $10/$20`."""
    words = title.split()
    if words[0] == "LH":
        return "Holdem", "Limit"
    for at, word in enumerate(words):
        limit = _LIMITS.get(word.upper())
        if limit is not None:
            return " ".join(words[:at]).replace("Six Plus", "6+"), limit
    raise refuse(BadNotation, say("{title} lacks the limit; expected NL, PL or L", repr(title)), code="unknown_game")


def _currency(fields: dict[str, str], title: str) -> str:
    """The currency of a table; "" for play money."""
    if fields.get("mode", "real") != "real":
        return ""
    code = fields.get("tablecurrency") or currency_in("", title) or fields.get("currency", "")
    return code if re.fullmatch("[A-Z]{3}", code) else ""
