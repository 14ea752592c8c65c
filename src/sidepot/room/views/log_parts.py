"""A line of the log as data: a sentence with gaps, and the parts that fill them, so that pages can translate it.

Code that makes a line marks its parts with control characters, which no other text has. `plain` removes the marks.
`parts_of` splits the line into a sentence with `{}` for each part, and the parts. A part is

- a text to show unchanged: a name, cards, a chat line;
- a number of chips;
- a list: words with gaps of their own and their parts, such as `["the pot of {}", 60]` or `["pair of aces"]`.

>>> line = f"{name('Ann')} wins {phrase('the pot of ' + chips(60))}: {phrase('pair of aces')}"
>>> plain(line)
'Ann wins the pot of 60: pair of aces'
>>> parts_of(line)
['{} wins {}: {}', 'Ann', ['the pot of {}', 60], ['pair of aces']]
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

from sidepot.games.unit import WHOLE, Unit
from sidepot.hand.story.story import Voice, cards_words
from sidepot.rules.clauses import Sentence

_TEXT: Final = "\x02"
_CHIPS: Final = "\x03"
_PHRASE: Final = "\x04"
_END: Final = "\x05"
_NAMED: Final = "\x06"  # marks the name of a gap, which ends with _NAME_END
_NAME_END: Final = "\x07"
_MARKS: Final = re.compile(f"[{_TEXT}{_CHIPS}{_PHRASE}{_END}]")
_PIECES: Final = re.compile(f"([{_TEXT}{_CHIPS}{_PHRASE}{_END}])")
_GAP: Final = re.compile(r"\{(\w*)\}")
_AMOUNT: Final = re.compile(f"{_CHIPS}(-?[0-9]+){_END}")
_NAME: Final = re.compile(f"{_NAMED}(\\w*){_NAME_END}")


def name(text: str) -> str:
    """Mark a text that is shown unchanged, such as a name."""
    return f"{_TEXT}{text if text.isprintable() else _MARKS.sub('', text)}{_END}"


def chips(amount: int) -> str:
    """Mark a number of chips, so that it can be shown in the table's unit."""
    return f"{_CHIPS}{amount}{_END}"


def phrase(text: str) -> str:
    """Mark a phrase that fills a gap of a sentence. The phrase may have gaps itself."""
    return f"{_PHRASE}{text}{_END}"


def marked(part: Sentence | list[Any] | str | int) -> str:
    """Mark a part of a sentence from `rules.clauses`, for use in a line.

    >>> parts_of(f"Level {name('2')}: {marked(('blinds {}', ('10/20',)))}")
    ['Level {}: {}', '2', ['blinds {}', ['10/20']]]
    >>> parts_of(marked(("{player} is out in place {place}", "Ann", "3")))
    ['{}', ['{player} is out in place {place}', 'Ann', '3']]
    """
    if isinstance(part, int):
        return chips(part)
    return name(part) if isinstance(part, str) else phrase(line(*part))


def line(sentence: str, *parts: Sentence | list[Any] | str | int) -> str:
    """Make a line from a sentence with named gaps, and mark the parts that fill them.

    >>> parts_of(line("{player} sits down in seat {seat} with {chips}", "Ann", "3", 400))
    ['{player} sits down in seat {seat} with {chips}', 'Ann', '3', 400]
    """
    rest = iter(parts)
    return _GAP.sub(lambda gap: f"{_NAMED}{gap[1]}{_NAME_END}{marked(next(rest))}", sentence)


def plain(line: str, unit: Unit = WHOLE) -> str:
    """The text of a line without marks. Its chips are shown in this unit."""
    if unit.decimals:
        line = _AMOUNT.sub(lambda found: unit.show(int(found[1])), line)
    bare = line.replace(_TEXT, "").replace(_CHIPS, "").replace(_PHRASE, "").replace(_END, "")
    return _NAME.sub("", bare) if _NAMED in bare else bare


def parts_of(line: str) -> list[object]:
    """The sentence of a marked line, followed by its parts."""
    if _PHRASE in line or _NAMED in line:
        return _with_phrases(_PIECES.split(line))
    words: list[str] = []  # the usual case: a part ends before the next one begins
    parts: list[object] = []
    *pieces, last = line.split(_END)
    for piece in pieces:
        before, marked_text, part = piece.partition(_TEXT)
        if marked_text:
            parts.append(part)
        else:
            before, _, amount = piece.partition(_CHIPS)
            parts.append(int(amount))
        words.append(before)
    words.append(last)
    return ["{}".join(words), *parts]


@lru_cache(2048)
def plain_and_parts(line: str, unit: Unit = WHOLE) -> tuple[str, list[object]]:
    """The text of a line without marks, and its sentence with the parts.

    The results are cached, because lines about actions repeat often.
    """
    return plain(line, unit), parts_of(line)


def _with_phrases(pieces: list[str]) -> list[object]:
    """Split a line with nested parts. It is given as pieces, with a mark between each two."""
    around: list[tuple[str, str, list[object]]] = []  # open parts: the mark of each, and the words and parts before it
    words: str = pieces[0]
    parts: list[object] = []
    for mark, text in zip(pieces[1::2], pieces[2::2], strict=True):
        if mark != _END:
            around.append((mark, words, parts))
            words, parts = text, []
            continue
        kind, before, others = around.pop()
        others.append([words, *parts] if kind == _PHRASE else int(words) if kind == _CHIPS else words)
        start, _, gap = before.rpartition(_NAMED) if before.endswith(_NAME_END) else (before, "", "")
        words, parts = f"{start}{{{gap.removesuffix(_NAME_END)}}}{text}", others
    return [words, *parts]


def _cards(cards: Iterable[int]) -> str:
    text = cards_words(cards)
    return name(text) if text else ""


def marking_voice(players: Iterable[str]) -> Voice:
    """A `Voice` that marks the parts of its sentences with control characters. `players` has the names by seat."""
    return Voice(tuple(map(name, players)), cards=_cards, quote=name, chips=chips, phrase=phrase)
