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
from sidepot.rules.clauses import Sentence, say
from sidepot.stats.action_lines import LETTERS
from sidepot.stats.textures import WORDS
from sidepot.tracker.filters.fields import STREETS, Field, Kind, field_named, is_alone
from sidepot.tracker.filters.grammar import Condition, Groups, Parentheses, Part, read_filter
from sidepot.tracker.filters.ranges import read_cards
from sidepot.tracker.filters.refusals import refuse_filter, refuse_name

Names = Callable[[Field, str], Sequence[str]]
"""The values of a text field in the database that are the same as a name, without regard to case."""


class FilterSql(NamedTuple):
    """A condition in SQL, and the values of its parameters."""

    sql: str
    values: dict[str, Any]


def filter_sql(text: str, names: Names = lambda field, name: [name]) -> FilterSql:
    """The SQL of a filter; `true` for an empty filter.

    `names` returns the spellings in the database of a name in the filter, whatever its case. Raises BadNotation, saying
    what is expected, for an invalid filter.
    """
    made = _Maker(names)
    return FilterSql(made.groups(read_filter(text, is_alone)) or "true", made.values)


class _Maker:
    def __init__(self, names: Names) -> None:
        self.values: dict[str, Any] = {}
        self._names = names

    def groups(self, groups: Groups, *, negative: bool = False) -> str:
        """The SQL of a filter or, if `negative`, of its opposite. "" if it has no condition.

        The opposite of parentheses denies each condition in them, so that `not (flop = paired or won)` needs a flop, as
        `not flop = paired` does.
        """
        inner, outer = (" OR ", " AND ") if negative else (" AND ", " OR ")
        rows = [inner.join([self._part(part.denied() if negative else part) for part in group]) for group in groups]
        return outer.join([f"({row})" for row in rows])

    def _part(self, part: Part) -> str:
        if isinstance(part, Parentheses):
            return f"({self.groups(part.groups, negative=part.negative)})"
        return self.condition(part)

    def condition(self, one: Condition) -> str:
        """The SQL of a condition, which is never NULL."""
        field = field_named(one.field)
        if not one.operator and not is_alone(one.field):
            raise _wrong(field, say("`{field}` needs a value", one.field))
        if one.operator not in ("", "=", "!=") and not _is_ordered(field):
            raise _wrong(field, say("{field} takes only = and !=", one.field))
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
                raise refuse_name(say("{field} has no {word}", one.field, repr(word)), word, few, [*field.choices])
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
                raise _wrong(field, say("{range} needs =", word))
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
            raise _wrong(field, say("{field} is yes or no", one.field))
        return field.sql if word in _YES else f"NOT ({field.sql})"

    def figure(self, field: Field, one: Condition) -> str:
        """Whether a figure's event happened, or could have."""
        word = _words(one)[0].lower() if one.operator else "yes"
        if word not in (*_YES, *_NO, "chance") or len(_words(one)) > 1:
            raise _wrong(field, say("{field} is yes, no (a chance without it) or chance", one.field))
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


def _wrong(field: Field, what: Sentence) -> BadNotation:
    return refuse_filter(what, say("for example: {example}", field.example))


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
        raise _wrong(field, say("{word} is not a number", repr(word)))
    return float(text)


def _backwards(field: Field, first: str, last: str) -> BadNotation:
    """An error for a range that ends before it begins: the hours of a night need two ranges."""
    if field.key == "hour":
        right = say("write {ranges} for the hours around midnight", "22..23 0..3")
    else:
        right = say("write {range}", f"{last}..{first}")
    return refuse_filter(say("{range} ends before it begins", f"{first}..{last}"), right)


_DATE: Final = re.compile(r"([0-9]{4})(?:-([0-9]{1,2})(?:-([0-9]{1,2}))?)?")


def _days(field: Field, word: str) -> tuple[str, str]:
    """The first and the last day of a day, a month or a year."""
    found = _DATE.fullmatch(word)
    year, month, day = [int(part) if part else 0 for part in found.groups()] if found else (0, 0, 0)
    last = 12 if found is None or found[2] is None else month
    if found is None or not year or not 1 <= last <= 12 or (found[3] and not 1 <= day <= monthrange(year, last)[1]):
        raise refuse_filter(
            say("{word} is not a date", repr(word)),
            say("write {year}, {month} or {day}", "2026", "2026-05", "2026-05-31"),
        )
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
    about = say("{word} is not an action line", repr(word))
    right = say(
        "write actions such as {word} or {letters} (X check, B bet, C call, R raise, F fold; * any)",
        "check-raise",
        "XR",
    )
    if field.key in STREETS:
        textures = ", ".join([*WORDS, "unpaired"])
        raise refuse_filter(
            say("{word} is neither an action line nor a texture", repr(word)),
            say("{actions}; the textures are {textures}", right, textures),
        )
    raise refuse_filter(about, right)
