"""A filter as SQL: one condition over a row of `played`. What a player wrote becomes values of parameters, never SQL.

>>> filter_sql("depth >= 80, showdown")
FilterSql(sql='(coalesce(depth >= $w1, false) AND coalesce(showdown, false))', values={'w1': 80.0})
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from sidepot.errors import BadNotation
from sidepot.stats.action_lines import LETTERS
from sidepot.stats.textures import WORDS
from sidepot.tracker.filters.fields import STREETS, Field, Kind, field_named, is_alone
from sidepot.tracker.filters.grammar import Condition, read_filter
from sidepot.tracker.filters.ranges import read_cards
from sidepot.validation.reader import unknown

Names = Callable[[Field, str], Sequence[str]]
"""The values of a text field in the database that are the same as a name, without regard to case."""


class FilterSql(NamedTuple):
    """A condition in SQL, and the values of its parameters."""

    sql: str
    values: dict[str, Any]


def filter_sql(text: str, names: Names = lambda field, name: [name]) -> FilterSql:
    """The SQL of a filter; `true` for an empty filter. Raises BadNotation, saying what is expected, for an invalid
    one.
    """
    made = _Maker(names)
    groups = [" AND ".join([made.condition(condition) for condition in group]) for group in read_filter(text, is_alone)]
    return FilterSql(" OR ".join([f"({group})" for group in groups]) or "true", made.values)


class _Maker:
    def __init__(self, names: Names) -> None:
        self.values: dict[str, Any] = {}
        self._names = names

    def condition(self, one: Condition) -> str:
        """The SQL of a condition, which is never NULL."""
        field = field_named(one.field)
        if not one.operator and not is_alone(one.field):
            raise _wrong(field, f"`{one.field}` needs a value")
        if one.operator not in ("", "=", "!=") and not _is_ordered(field):
            raise _wrong(field, f"{one.field} takes only = and !=")
        positive = one._replace(operator="=") if one.operator == "!=" else one
        sql = f"coalesce({_SQL[field.kind](self, field, positive)}, false)"
        if one.operator == "!=":
            sql = " AND ".join([*_known(field, one), f"NOT {sql}"])
        return f"NOT ({sql})" if one.negative else sql

    def value(self, value: Any) -> str:
        """A parameter with this value."""
        name = f"w{len(self.values) + 1}"
        self.values[name] = value
        return f"${name}"

    def among(self, expression: str, values: Sequence[Any]) -> str:
        """Whether an expression is one of some values."""
        return f"{expression} IN ({', '.join(map(self.value, values))})" if values else "false"

    # ---- texts and choices

    def text(self, field: Field, one: Condition) -> str:
        """A name, without regard to case; `*` means any characters."""
        tests = []
        for words in one.values:
            name = " ".join(words)
            if "*" in name:
                test = self._like(f"lower({field.sql})", name.lower())
            else:
                test = self.among(field.sql, self._names(field, name))
            if field.has:
                test = f"id IN (SELECT id FROM {field.has} WHERE {test})"
            if field.key == "opponent":
                test = f"(id IN (SELECT id FROM player WHERE {test}) AND NOT {test})"
            tests.append(test)
        return _any(tests)

    def _like(self, expression: str, pattern: str) -> str:
        if "*" not in pattern:
            return f"{expression} = {self.value(pattern)}"
        escaped = re.sub(r"([\\%_])", r"\\\1", pattern).replace("*", "%")
        return f"{expression} LIKE {self.value(escaped)} ESCAPE '\\'"

    def choice(self, field: Field, one: Condition) -> str:
        """One of some words; with an order, also by comparison."""
        by_word = {word.lower(): values for word, values in field.choices.items()}
        found: list[str] = []
        for word in _words(one):
            is_up = word.endswith("+") and _is_ordered(field)
            name = word.removesuffix("+") if is_up else word
            if name.lower() not in by_word:
                few = [choice for choice in field.choices if not choice.startswith("UTG+")]
                raise unknown(f"{one.field} has no {word!r}", word, few)
            found += _compared([*field.choices], by_word[name.lower()], ">=" if is_up else one.operator)
        if field.key == "saw":
            return _any([_saw(street) for street in found])
        return self.among(field.sql, list(dict.fromkeys(found)))

    # ---- numbers and dates

    def number(self, field: Field, one: Condition) -> str:
        """Numbers, `a..b` and `a+`."""
        tests = []
        for word in _words(one):
            least, dots, most = word.partition("..")
            if dots and one.operator == "=":
                low, high = _number(field, least), _number(field, most)
                if low > high:
                    raise _backwards(field, least, most)
                tests.append(f"{field.sql} BETWEEN {self.value(low)} AND {self.value(high)}")
            elif word.endswith("+") and one.operator == "=":
                tests.append(f"{field.sql} >= {self.value(_number(field, word[:-1]))}")
            else:
                tests.append(f"{field.sql} {one.operator} {self.value(_number(field, word))}")
        return _any(tests)

    def date(self, field: Field, one: Condition) -> str:
        """Days, months and years, and `a..b`."""
        tests = []
        for word in _words(one):
            first, dots, last = word.partition("..")
            begin, end = _days(field, first)[0], _days(field, last if dots else first)[1]
            if dots and one.operator != "=":
                raise _wrong(field, f"{word!r} needs =")
            if begin > end:
                raise _backwards(field, first, last)
            low, high = f"TIMESTAMP '{begin}'", f"TIMESTAMP '{end}' + INTERVAL 1 DAY"
            tests.append(
                {
                    "=": f"started >= {low} AND started < {high}", ">=": f"started >= {low}", ">": f"started >= {high}",
                    "<=": f"started < {high}", "<": f"started < {low}",
                }[one.operator]
            )  # fmt: skip
        return _any(tests)

    # ---- yes and no

    def yes(self, field: Field, one: Condition) -> str:
        """Whether something is so."""
        word = _words(one)[0].lower() if one.operator else "yes"
        if word not in _YES + _NO or len(_words(one)) > 1:
            raise _wrong(field, f"{one.field} is yes or no")
        return field.sql if word in _YES else f"NOT ({field.sql})"

    def figure(self, field: Field, one: Condition) -> str:
        """Whether a figure's event happened, or could have."""
        word = _words(one)[0].lower() if one.operator else "yes"
        if word not in (*_YES, *_NO, "chance") or len(_words(one)) > 1:
            raise _wrong(field, f"{one.field} is yes, no (a chance without it) or chance")
        return f"{field.sql} IS NOT NULL" if word == "chance" else field.sql if word in _YES else f"NOT {field.sql}"

    # ---- cards and actions

    def cards(self, field: Field, one: Condition) -> str:
        """Starting hands."""
        holding = read_cards(_words(one))
        tests = [self.among("starting_hand", holding.hands)] if holding.hands else []
        if holding.cards:
            tests.append(self.among("cards", holding.cards))
        return _any(tests)

    def street(self, field: Field, one: Condition) -> str:
        """The texture of a board, or an action line."""
        tests = []
        for word in _words(one):
            if field.key in STREETS and _texture(word):
                tests.append(self._texture(field.key, _texture(word)))
            else:
                tests.append(self._like(_line(field), _letters(field, word)))
        return _any(tests)

    def _texture(self, street: str, word: str) -> str:
        if word == "unpaired":
            return f"({street} <> '' AND NOT regexp_matches({street}, 'paired|trips|quads'))"
        return f"contains({street}, {self.value(word)})"


_SQL: Final[dict[Kind, Callable[[_Maker, Field, Condition], str]]] = {
    Kind.TEXT: _Maker.text,
    Kind.CHOICE: _Maker.choice,
    Kind.NUMBER: _Maker.number,
    Kind.DATE: _Maker.date,
    Kind.YES: _Maker.yes,
    Kind.FIGURE: _Maker.figure,
    Kind.CARDS: _Maker.cards,
    Kind.STREET: _Maker.street,
}

_YES: Final = ("yes", "true", "1")
_NO: Final = ("no", "false", "0")
_ROUNDS: Final = ("preflop", *STREETS)
_MINUS: Final = "\N{MINUS SIGN}"


def _any(tests: Sequence[str]) -> str:
    return tests[0] if len(tests) == 1 else f"({' OR '.join(tests)})"


def _words(one: Condition) -> list[str]:
    return [word for words in one.values for word in words]


def _wrong(field: Field, what: str) -> BadNotation:
    return BadNotation(what, hint=f"for example: {field.example}")


def _known(field: Field, one: Condition) -> list[str]:
    """What must be known of a hand of which something is denied: its cards, its board, or an action there."""
    if field.kind is Kind.CARDS:
        return ["starting_hand <> ''"]
    if field.kind is not Kind.STREET:
        return []
    about_boards = {field.key in STREETS and bool(_texture(word)) for word in _words(one)}
    return [f"{field.key if is_board else _line(field)} <> ''" for is_board in sorted(about_boards)]


def _line(field: Field) -> str:
    return "line" if field.key == "line" else f"split_part(line, '/', {_ROUNDS.index(field.key) + 1})"


def _is_ordered(field: Field) -> bool:
    return field.kind in (Kind.NUMBER, Kind.DATE) or field.key == "pot"


def _compared(order: Sequence[str], values: Sequence[str], operator: str) -> Sequence[str]:
    """The values that compare so with these, in an order. A bomb pot has no place in the order of pots."""
    if operator == "=":
        return values
    at = order.index(values[0])
    ranked = order[: order.index("5bet") + 1]
    if values[0] not in ranked:
        return []
    return {">=": ranked[at:], ">": ranked[at + 1 :], "<=": ranked[: at + 1], "<": ranked[:at]}[operator]


def _number(field: Field, word: str) -> float:
    text = word.lower().replace(_MINUS, "-").removesuffix("bb").lstrip("$€£")
    if not re.fullmatch(r"[-+]?([0-9]{1,15}(\.[0-9]{0,9})?|\.[0-9]{1,9})", text):
        raise _wrong(field, f"{word!r} is not a number")
    return float(text)


def _backwards(field: Field, first: str, last: str) -> BadNotation:
    """An error for a range that ends before it begins: the hours of a night need two ranges."""
    end = "write 22..23 0..3 for the hours around midnight" if field.key == "hour" else f"write {last}..{first}"
    return _wrong(field, f"{first}..{last} ends before it begins; {end}")


_DATE: Final = re.compile(r"([0-9]{4})(?:-([0-9]{1,2})(?:-([0-9]{1,2}))?)?")


def _days(field: Field, word: str) -> tuple[str, str]:
    """The first and the last day of a day, a month or a year."""
    found = _DATE.fullmatch(word)
    year, month, day = [int(part) if part else 0 for part in found.groups()] if found else (0, 0, 0)
    last = 12 if found is None or found[2] is None else month
    if found is None or not year or not 1 <= last <= 12 or (found[3] and not 1 <= day <= monthrange(year, last)[1]):
        raise _wrong(field, f"{word!r} is not a date; write 2026, 2026-05 or 2026-05-31")
    end = day or monthrange(year, last)[1]
    return f"{year:04}-{month or 1:02}-{day or 1:02}", f"{year:04}-{last:02}-{end:02}"


def _saw(street: str) -> str:
    """Whether the player was still in: a line ends with the fold, if there is one."""
    rounds = _ROUNDS.index(street)
    return f"({street} <> '' AND NOT (suffix(line, 'F') AND length(line) - length(replace(line, '/', '')) < {rounds}))"


def _texture(word: str) -> str:
    """The word for a texture; "" for another word."""
    low = word.lower()
    if low in ("unpaired", "two-tone", "twotone"):
        return "two-tone" if low.startswith("two") else low
    if low.startswith("ace-"):
        low = f"a-{low[4:]}"
    return next((name for name in WORDS if name.lower() == low), "")


_ACTIONS: Final = {word: letter for letter, word in LETTERS.items()}


def _letters(field: Field, word: str) -> str:
    """An action line as it is in the column `line`, with `*` for any actions."""
    if field.key == "line" and "/" in word:
        return "/".join([_letters(field, part) if part else "" for part in word.split("/")])
    parts = [part for part in re.split(r"(\*)|-", word) if part]
    if all(part.lower() in _ACTIONS or part == "*" for part in parts):
        letters = "".join([_ACTIONS.get(part.lower(), part) for part in parts])
        return letters.replace("B", "R") if field.key == "preflop" else letters
    if re.fullmatch(r"[XBCRFI*]+", word.upper()):
        return word.upper()
    textures = "" if field.key not in STREETS else f", or a texture: {', '.join([*WORDS, 'unpaired'])}"
    raise BadNotation(
        f"{word!r} is no action line of the {field.key}" if field.key != "line" else f"{word!r} is no action line",
        hint=f"write actions such as check-raise or XR (X check, B bet, C call, R raise, F fold; * any){textures}",
    )
