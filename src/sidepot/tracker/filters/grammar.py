"""The text of a filter: conditions that must all hold, separated by commas or `and`; `or` begins another group of them.

A condition is a field, an operator and values, or one word for yes: `position = BTN CO, depth >= 80, showdown`. A word
after a comma that is no condition is one more value of the condition before, so that `cards = 22+, A5s` works.

>>> groups = read_filter("position = BTN, CO and not showdown or pot = limped", {"showdown"}.__contains__)
>>> [[str(one) for one in group] for group in groups]
[['position = BTN | CO', 'not showdown'], ['pot = limped']]
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from sidepot.errors import BadNotation

OPERATORS: Final = ("!=", ">=", "<=", "=", ">", "<")
_OPPOSITE: Final = {"=": "!=", "!=": "="}
MOST_LETTERS: Final = 2000
MOST_CONDITIONS: Final = 50

HINT: Final = "write conditions such as position = BTN CO, pot = 3bet, cards = 22-66 A5s, depth >= 80"

_TOKEN: Final = re.compile(
    r"""\s*(?: "(?P<quoted>[^"]*)" | (?P<mark> != | >= | <= | == | [≠≥≤=<>,;|] ) | (?P<word> [^\s"=<>≠≥≤,;|!]+ ) )""",
    re.VERBOSE,
)
_SAME: Final = {"≠": "!=", "≥": ">=", "≤": "<=", "==": "=", ";": ","}
_QUOTES: Final = str.maketrans("“”„«»", '"' * 5)


class Condition(NamedTuple):
    """A condition as it is written.

    - `field`: the name of a field, with `_` between words
    - `operator`: one of `OPERATORS`, or "" for a field without a value
    - `values`: the values, in groups of words: `Run It Once | Winamax` has two groups
    - `negative`: whether `not` precedes the condition
    """

    field: str
    operator: str
    values: tuple[tuple[str, ...], ...]
    negative: bool = False

    def __str__(self) -> str:
        """The condition in its usual form."""
        parts = ["not"] if self.negative else []
        parts.append(self.field)
        if self.operator:
            parts += [self.operator, " | ".join([" ".join(map(_written, words)) for words in self.values])]
        return " ".join(parts)


def written(groups: list[list[Condition]]) -> str:
    """The text of a filter in its usual form."""
    return " or ".join([", ".join(map(str, group)) for group in groups])


def read_filter(text: str, is_alone: Callable[[str], bool]) -> list[list[Condition]]:
    """The conditions of a filter, in groups. All conditions of at least one group must hold. No group means all hands.

    `is_alone` says whether a field may be written without a value. Raises BadNotation for text that is not a filter.
    """
    if len(text) > MOST_LETTERS:
        raise BadNotation(f"the filter has more than {MOST_LETTERS:,} characters")
    groups: list[list[Condition]] = [[]]
    for part in _parts(_tokens(text)):
        if part == ["or"]:
            if not groups[-1]:
                raise BadNotation("there is no condition before `or`", hint=HINT)
            groups.append([])
            continue
        _add(groups[-1], part, is_alone)
    if not groups[-1] and len(groups) > 1:
        raise BadNotation("there is no condition after `or`", hint=HINT)
    if sum(map(len, groups)) > MOST_CONDITIONS:
        raise BadNotation(f"the filter has more than {MOST_CONDITIONS} conditions")
    return [group for group in groups if group]


def _add(group: list[Condition], part: list[str], is_alone: Callable[[str], bool]) -> None:
    condition = _condition(part)
    before = group[-1] if group else None
    if condition.operator or condition.negative or is_alone(condition.field) or before is None or not before.operator:
        group.append(condition)
        return
    group[-1] = before._replace(values=before.values + _values(part))


def _tokens(text: str) -> list[str]:
    """The words, operators and separators. A quoted text has a quote before it."""
    text = text.translate(_QUOTES).strip()
    found: list[str] = []
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            rest = text[at:].strip()
            why = "a quote is not closed" if rest.startswith('"') else f"{rest[:1]!r} has no meaning here"
            raise BadNotation(f"{why}: {rest[:40]}", hint=HINT)
        at = token.end()
        if token["quoted"] is not None:
            found.append(f'"{token["quoted"].strip()}')
        else:
            word = token["word"] or token["mark"]
            found.append(_SAME.get(word, word))
    return found


def _parts(tokens: list[str]) -> list[list[str]]:
    """The tokens of each condition, and `["or"]` between groups."""
    found: list[list[str]] = [[]]
    for token in tokens:
        if token == "," or token.lower() == "and":
            found.append([])
        elif token.lower() == "or":
            found += [["or"], []]
        else:
            found[-1].append(token)
    return [part for part in found if part]


def _condition(part: list[str]) -> Condition:
    negative = part[0].lower() == "not"
    words = part[1:] if negative else part
    at = next((at for at, token in enumerate(words) if token in OPERATORS), len(words))
    field = "_".join([word.lstrip('"').lower().replace("-", "_") for word in words[:at]])
    if not field:
        raise BadNotation(f"there is no field in `{' '.join(part)}`", hint=HINT)
    if at == len(words):
        return Condition(field, "", (), negative)
    values = words[at + 1 :]
    if any(token in OPERATORS for token in values):
        raise BadNotation(f"`{' '.join(part)}` has two operators; separate conditions with commas", hint=HINT)
    if not [token for token in values if token != "|"]:
        raise BadNotation(f"there is no value after `{field} {words[at]}`", hint=HINT)
    operator = words[at]
    if negative and operator in _OPPOSITE:
        negative, operator = False, _OPPOSITE[operator]
    return Condition(field, operator, _values(values), negative)


def _values(tokens: list[str]) -> tuple[tuple[str, ...], ...]:
    groups: list[list[str]] = [[]]
    for token in tokens:
        if token == "|":
            groups.append([])
        else:
            groups[-1].append(token.lstrip('"'))
    return tuple([tuple(group) for group in groups if group])


def _written(word: str) -> str:
    is_plain = re.fullmatch(r"[^\s\"=<>≠≥≤,;|!]+", word) and word.lower() not in ("and", "or", "not")
    return word if is_plain else f'"{word}"'
