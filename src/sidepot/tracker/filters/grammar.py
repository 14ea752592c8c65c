"""The text of a filter: conditions with `and` (or a comma), `or`, `not` and parentheses.

`and` binds more closely than `or`. A condition is a field, an operator and values, or only the name of a yes-or-no
field: `position = BTN CO, depth >= 80, showdown`. A word after a comma that is no condition is one more value of the
condition before, so that `cards = 22+, A5s` works.

>>> written(read_filter("(won or pot = limped) and not (position = BTN, CO)", {"won"}.__contains__))
'(won or pot = limped), position != BTN | CO'
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from sidepot.rules.clauses import say
from sidepot.tracker.filters.refusals import refuse_filter

OPERATORS: Final = ("!=", ">=", "<=", "=", ">", "<")
_OPPOSITE: Final = {"=": "!=", "!=": "="}
MOST_LETTERS: Final = 2000
MOST_CONDITIONS: Final = 50
DEEPEST: Final = 10
"""How many parentheses may be inside each other."""

HINT: Final = say("write conditions such as {example}", "position = BTN CO, pot = 3bet, cards = 22-66 A5s, depth >= 80")

_TOKEN: Final = re.compile(
    r"""\s* (?: "(?P<quoted>[^"]*)" | (?P<mark> != | >= | <= | == | [≠≥≤=<>,;|()] )
    | (?P<word> [^\s"=<>≠≥≤,;|!()]+ ) )""",
    re.VERBOSE,
)
_SAME: Final = {"≠": "!=", "≥": ">=", "≤": "<=", "==": "=", ";": ","}
_QUOTES: Final = str.maketrans("“”„«»", '"' * 5)
_AND: Final = (",", "and")
_AFTER_PART: Final = (*_AND, "or", ")", "")


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

    def denied(self) -> Condition:
        """The condition with the opposite meaning."""
        if self.operator in _OPPOSITE:
            return self._replace(operator=_OPPOSITE[self.operator])
        return self._replace(negative=not self.negative)


class Parentheses(NamedTuple):
    """A filter in parentheses, as a part of another one. `negative`: whether `not` precedes it."""

    groups: Groups
    negative: bool = False

    def __str__(self) -> str:
        """The parentheses in their usual form."""
        return f"{'not ' if self.negative else ''}({written(self.groups)})"

    def denied(self) -> Parentheses:
        """The parentheses with the opposite meaning."""
        return self._replace(negative=not self.negative)


Part = Condition | Parentheses
Groups = list[list[Part]]
"""A filter: groups of parts. All parts of at least one group must hold; no group means all hands."""


def written(groups: Groups) -> str:
    """The text of a filter in its usual form."""
    return " or ".join([", ".join(map(str, group)) for group in groups])


def read_filter(text: str, is_alone: Callable[[str], bool]) -> Groups:
    """The groups of a filter.

    `is_alone` says whether a field may be written without a value. Raises BadNotation for text that is not a filter.
    """
    if len(text) > MOST_LETTERS:
        raise refuse_filter(say("the filter has more than {most} characters", MOST_LETTERS))
    groups = _Reader(_tokens(text), is_alone).whole()
    if len(conditions_of(groups)) > MOST_CONDITIONS:
        raise refuse_filter(say("the filter has more than {most} conditions", MOST_CONDITIONS))
    return [group for group in groups if group]


def conditions_of(groups: Groups) -> list[Condition]:
    """All conditions of a filter, also those in parentheses, in order."""
    parts = [part for group in groups for part in group]
    return [one for part in parts for one in (conditions_of(part.groups) if isinstance(part, Parentheses) else [part])]


def _tokens(text: str) -> list[str]:
    """The words, operators and separators. A quoted text has a quote before it."""
    text = text.translate(_QUOTES).strip()
    found: list[str] = []
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            rest = text[at:].strip()[:40]
            if rest.startswith('"'):
                raise refuse_filter(say("a quote is not closed: {rest}", rest), HINT)
            raise refuse_filter(say("{sign} has no meaning here: {rest}", repr(rest[:1]), rest), HINT)
        at = token.end()
        if token["quoted"] is not None:
            found.append(f'"{token["quoted"].strip()}')
        else:
            word = token["word"] or token["mark"]
            found.append(_SAME.get(word, word))
    return found


class _Reader:
    """Reads the tokens of a filter, from left to right."""

    def __init__(self, tokens: list[str], is_alone: Callable[[str], bool]) -> None:
        self._tokens, self._is_alone, self._at = tokens, is_alone, 0

    def whole(self) -> Groups:
        groups = self._groups(0)
        if self._next() == ")":
            raise refuse_filter(say("there is no `(` before `)`"), HINT)
        return groups

    def _next(self) -> str:
        """The next token in lower case; "" at the end."""
        return self._tokens[self._at].lower() if self._at < len(self._tokens) else ""

    def _groups(self, depth: int) -> Groups:
        """Read to the end, or to the `)` that closes these parentheses."""
        groups: Groups = [[]]
        while self._next() not in (")", ""):
            if self._next() in _AND:
                self._at += 1
            elif self._next() == "or":
                if not groups[-1]:
                    raise refuse_filter(say("there is no condition before `or`"), HINT)
                groups.append([])
                self._at += 1
            else:
                self._read_part(groups[-1], depth)
        if not groups[-1] and len(groups) > 1:
            raise refuse_filter(say("there is no condition after `or`"), HINT)
        return _simple(groups)

    def _read_part(self, group: list[Part], depth: int) -> None:
        words: list[str] = []
        while self._next() not in ("(", *_AFTER_PART):
            words.append(self._tokens[self._at])
            self._at += 1
        if self._next() != "(":
            _add(group, words, self._is_alone)
            return
        if words and [word.lower() for word in words] != ["not"]:
            raise refuse_filter(say("`{part}` needs a comma, `and` or `or` before `(`", _shown(words)), HINT)
        inside = Parentheses(self._inside(depth + 1))
        group.append(inside.denied() if words else inside)
        if self._next() not in _AFTER_PART:
            raise refuse_filter(say("`)` needs a comma, `and` or `or` before `{part}`", self._tokens[self._at]), HINT)

    def _inside(self, depth: int) -> Groups:
        if depth > DEEPEST:
            raise refuse_filter(say("more than {most} parentheses are inside each other", DEEPEST))
        self._at += 1
        groups = self._groups(depth)
        if self._next() != ")":
            raise refuse_filter(say("`(` is not closed by `)`"), HINT)
        if not groups[0]:
            raise refuse_filter(say("there is no condition between `(` and `)`"), HINT)
        self._at += 1
        return groups


def _simple(groups: Groups) -> Groups:
    """Without parentheses that change nothing."""
    found: Groups = []
    for group in groups:
        parts: list[Part] = []
        for part in group:
            one = _without(part)
            parts += one.groups[0] if isinstance(one, Parentheses) and _is_row(one) else [one]
        alone = parts[0] if len(parts) == 1 else None
        found += alone.groups if isinstance(alone, Parentheses) and not alone.negative else [parts]
    return found


def _without(part: Part) -> Part:
    """The part in the parentheses, if there is only one, otherwise the parentheses."""
    if isinstance(part, Parentheses) and len(part.groups) == 1 and len(part.groups[0]) == 1:
        (inside,) = part.groups[0]
        return inside.denied() if part.negative else inside
    return part


def _is_row(part: Parentheses) -> bool:
    return len(part.groups) == 1 and not part.negative


def _add(group: list[Part], part: list[str], is_alone: Callable[[str], bool]) -> None:
    condition = _condition(part)
    before = group[-1] if group else None
    is_value = not (condition.operator or condition.negative or is_alone(condition.field))
    if is_value and isinstance(before, Condition) and before.operator:
        group[-1] = before._replace(values=before.values + _values(part))
    else:
        group.append(condition)


def _condition(part: list[str]) -> Condition:
    is_negative = part[0].lower() == "not"
    words = part[1:] if is_negative else part
    at = next((at for at, token in enumerate(words) if token in OPERATORS), len(words))
    field = "_".join([word.lstrip('"').lower().replace("-", "_") for word in words[:at]])
    if not field:
        raise refuse_filter(say("there is no field in `{part}`", _shown(part)), HINT)
    if at == len(words):
        return Condition(field, "", (), is_negative)
    values = words[at + 1 :]
    if any(token in OPERATORS for token in values):
        raise refuse_filter(say("`{part}` has two operators; separate conditions with commas", _shown(part)), HINT)
    if not [token for token in values if token != "|"]:
        raise refuse_filter(say("there is no value after `{part}`", f"{field} {words[at]}"), HINT)
    condition = Condition(field, words[at], _values(values))
    return condition.denied() if is_negative else condition


def _values(tokens: list[str]) -> tuple[tuple[str, ...], ...]:
    groups: list[list[str]] = [[]]
    for token in tokens:
        if token == "|":
            groups.append([])
        else:
            groups[-1].append(token.lstrip('"'))
    return tuple([tuple(group) for group in groups if group])


def _shown(words: list[str]) -> str:
    return " ".join(words)


def _written(word: str) -> str:
    is_plain = re.fullmatch(r"[^\s\"=<>≠≥≤,;|!()]+", word) and word.lower() not in ("and", "or", "not")
    return word if is_plain else f'"{word}"'
