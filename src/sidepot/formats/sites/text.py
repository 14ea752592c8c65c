"""The text of all site dialects: encodings, amounts with currencies, cards in brackets."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

import codecs
import itertools
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from sidepot.cards import UNKNOWN, card
from sidepot.errors import BadNotation
from sidepot.rules.clauses import Sentence, refuse, say

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_BRACKETS: Final = re.compile(r"\[([^\[\]]*)\]")
_AMOUNT: Final = re.compile(r"[0-9][0-9,\u00a0\u202f]*(?:\.[0-9]+)?")
_HIDDEN: Final = frozenset({"X", "x", "?", "??", "-"})
_PAIRS: Final = [(rank, suit, card(rank + suit)) for rank in "23456789TJQKA" for suit in "cdhs"]
_CARDS: Final = {
    **{rank + suit: one for rank, suit, one in _PAIRS},
    **{suit.upper() + rank: one for rank, suit, one in _PAIRS},
    **{suit + rank: one for rank, suit, one in _PAIRS},
}
"""Cards with the rank first, and with the suit first, as iPoker has them."""

_POINT: Final = re.compile(r"\.(?<=[0-9]\.)[0-9]{1,2}(?![0-9.])")  # the point first: it is what is quickly found
_CODE: Final = re.compile(r"\d ?(USD|EUR|GBP|CAD|AUD|INR|CNY|SEK)\b")
_SYMBOLS: Final = {"$": "USD", "€": "EUR", "£": "GBP", "₹": "INR", "¥": "CNY", "₮": "USDT", "Lei": "RON", "RON": "RON"}
MOST_DIGITS: Final = 15
BLANKS: Final = "\ufeff \t"
MOST_BLANKS: Final = 40
"""The maximum number of blanks before the first letter of a line."""

_SIGNS: Final = "€£¥₮₹\u00a0\u202f"
_TWICE: Final = {sign.encode().decode("cp1252"): sign for sign in _SIGNS} | {"\u00c2 ": "\u00a0"}
"""Currency signs and wide blanks as UTF-8 that was read as Windows-1252 shows them."""
_MONEY: Final = "|".join([twice for twice, sign in _TWICE.items() if not sign.isspace()])
_BLANK: Final = "|".join([twice for twice, sign in _TWICE.items() if sign.isspace()])
_IN_AMOUNTS: Final = re.compile(rf"(?:{_MONEY})(?=\d)|(?<=\d)(?:{_BLANK})|(?<=[\d\u00a0 ])(?:{_MONEY})(?!\w)")


def unreadable(sentence: Sentence) -> BadNotation:
    """The error for text that is not what a site writes."""
    return refuse(BadNotation, sentence)


def encoded_once(text: str) -> str:
    """Restore the currency signs, and the blanks in amounts, of a text that was encoded as UTF-8 twice.

    >>> encoded_once("Ann ( £3 023 )".encode().decode("cp1252"))
    'Ann ( £3 023 )'
    """
    if "\u00c2" in text or "\u00e2" in text:
        text = _IN_AMOUNTS.sub(lambda found: _TWICE[found[0]], text)
    return text


def text_of(data: bytes) -> str:
    """Decode the text of a file, which is in UTF-8, UTF-16 or Windows-1252."""
    return "".join(decoded([data]))


def decoded(blocks: Iterable[bytes]) -> Iterator[str]:
    """Decode a file block by block, so that a file of any size needs little memory.

    From the first byte that is not UTF-8 on, the file is read as Windows-1252.
    """
    decoder: codecs.IncrementalDecoder | None = None
    for block in blocks:
        if decoder is None:
            decoder = _decoder_of(block)
        yield decoder.decode(block).replace("\x00", "")
    if decoder is not None:
        yield decoder.decode(b"", True)


def decoded_strictly(blocks: Iterable[bytes]) -> Iterator[str]:
    """Decode a file in a format that is always UTF-8, with normal line ends. Raises BadNotation for other bytes."""
    return normal_lines(_utf8(blocks))


def _utf8(blocks: Iterable[bytes]) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder("utf-8-sig")()
    line = 1
    for block in itertools.chain(blocks, (b"",)):
        try:
            text = decoder.decode(block, not block)
        except UnicodeDecodeError as error:
            line += error.object.count(b"\n", 0, error.start)
            wrong = say("byte {byte} is not UTF-8; save the file as UTF-8 text", f"{error.object[error.start]:#04x}")
            raise unreadable(wrong).at_line(line) from None
        yield text
        line += text.count("\n")


def normal_lines(texts: Iterable[str]) -> Iterator[str]:
    r"""The same texts with `\n` in place of `\r\n`."""
    kept = ""
    for text in texts:
        if kept or "\r" in text:
            text, kept = kept + text, ""
            if text.endswith("\r"):
                text, kept = text[:-1], "\r"
            text = text.replace("\r\n", "\n")
        yield text
    yield kept


def _decoder_of(start: bytes) -> codecs.IncrementalDecoder:
    if start[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return codecs.getincrementaldecoder("utf-16")("replace")
    if start[:200:2].count(0) > 40 or start[1:200:2].count(0) > 40:
        return codecs.getincrementaldecoder("utf-16-le" if start[1:2] == b"\x00" else "utf-16-be")("replace")
    return _Utf8OrWestern()


class _Utf8OrWestern(codecs.IncrementalDecoder):
    """A decoder for UTF-8 up to the first byte that is not UTF-8, then for Windows-1252."""

    def __init__(self) -> None:
        super().__init__()
        self._utf8: codecs.IncrementalDecoder | None = codecs.getincrementaldecoder("utf-8-sig")()

    def decode(self, data: ReadableBuffer, /, final: bool = False) -> str:
        """The text of the next bytes."""
        if self._utf8 is not None:
            try:
                return self._utf8.decode(data, final)
            except UnicodeDecodeError as error:
                self._utf8 = None
                whole = error.object  # includes the bytes kept from before
                return whole[: error.start].decode() + whole[error.start :].decode("cp1252", "replace")
        return bytes(data).decode("cp1252", "replace")


@lru_cache(maxsize=4096)
def amounts_of(text: str, decimals: int) -> tuple[int, ...]:
    """All amounts in a text, in units of `10 ** -decimals`: if this is 2, `$1,234.50` is 123450.

    The latest results are cached, because a session repeats the same lines.

    >>> amounts_of("raises $2 to $1,234.50", 2)
    (200, 123450)
    """
    return tuple([_amount(found, decimals) for found in _AMOUNT.findall(text)])


@lru_cache(maxsize=4096)
def amount_of(text: str, decimals: int) -> int:
    """The first amount in a text. Raises BadNotation if there is none."""
    found = _AMOUNT.search(text)
    if found is None:
        raise unreadable(say("expected an amount in {text}", repr(text.strip())))
    return _amount(found[0], decimals)


@lru_cache(maxsize=4096)
def only_amount_of(text: str, decimals: int) -> int:
    """The only amount in a text. Raises BadNotation if there is none, or more than one."""
    found = amounts_of(text, decimals)
    if len(found) > 1:
        raise unreadable(say("expected one amount, found {text}", repr(text.strip())))
    return found[0] if found else amount_of(text, decimals)


@lru_cache(maxsize=4096)
def _amount(text: str, decimals: int) -> int:
    whole, _, part = text.replace(",", "").replace("\u00a0", "").replace("\u202f", "").partition(".")
    if len(whole) > MOST_DIGITS:
        raise unreadable(say("the amount {amount} is too large", text))
    if part[decimals:].strip("0"):
        raise unreadable(say("{amount} has more than {decimals} decimal places", text, str(decimals)))
    return int(whole + part[:decimals].ljust(decimals, "0"))


def begins_line(text: str, at: int) -> bool:
    """Whether there are only blanks between the beginning of the line and index `at`."""
    before = text[max(at - MOST_BLANKS, 0) : at].rstrip(BLANKS)
    return before[-1] in "\r\n" if before else at <= MOST_BLANKS


def decimals_in(text: str) -> int:
    """The number of decimal places of a hand's amounts: 0, or 2 for money."""
    return 2 if _POINT.search(text) else 0


def currency_in(line: str, money: str) -> str:
    """The currency that a line names, or whose sign is in the amount `money`; "" if there is none."""
    named = _CODE.search(line)
    if named is not None:
        return named[1]
    return next((code for symbol, code in _SYMBOLS.items() if symbol in money), "")


def brackets(text: str) -> list[tuple[int, ...]]:
    """The cards in each pair of brackets, in order. Hidden cards are unknown.

    Raises BadNotation for text that is not a card.

    >>> brackets("[Ac X] [10h]") == [(48, UNKNOWN), (34,)]
    True
    """
    return [cards_of(inside) for inside in _BRACKETS.findall(text)]


@lru_cache(maxsize=4096)
def cards_of(text: str) -> tuple[int, ...]:
    """The cards in a text as sites write them: `10h`, `Th`, `HT` or `hT`, and `X` for a hidden card.

    There may be spaces, commas or nothing between the cards.

    >>> cards_of("SA d10 X") == (51, 33, UNKNOWN)
    True
    """
    found: list[int] = []
    for word in text.replace(",", " ").replace("10", "T").split():
        known = _CARDS.get(word)
        if known is not None:
            found.append(known)
        elif word in _HIDDEN:
            found.append(UNKNOWN)
        elif len(word) % 2 == 0:
            found += [card(word[at].upper() + word[at + 1].lower()) for at in range(0, len(word), 2)]
        else:
            raise unreadable(say("expected a card such as Ah or Th, got {word}", repr(word)))
    return tuple(found)
