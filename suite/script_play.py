"""Play the script of a case on the table of any engine: what the adapters of this folder share.

A `Table` is one engine at the start of one hand or betting round. Seats are numbers from 0, in the order of the case's
`stacks`. A table says what it can do (`verbs`) and what it can show (`looks`); a case that asks for more cannot be
expressed, and nothing of it is played.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple, Protocol

Line = dict[str, Any]
Answer = tuple[str, str]
ALL: Final = "all"


class Refused(Exception):
    """The engine does not take an action."""


class CannotExpress(Exception):
    """The engine has no notion of something in the case."""


MORE_THAN_A_HAND: Final = "absent players, a second deal, a pot that waits, or open stakes"


def asks_more_than_a_hand(line: Line) -> bool:
    """Whether a case asks for these things, which no other engine has."""
    case, terms = line["case"], line["terms"]
    return bool(case.get("absent") or case.get("again") or terms["carried"] or terms.get("open"))


def refuse(asks: Mapping[str, Any]) -> None:
    """Raise CannotExpress for the first of these things that a case asks for."""
    for what, is_asked in asks.items():
        if is_asked:
            raise CannotExpress(what)


class Table(Protocol):
    """An engine, as the script sees it."""

    @property
    def verbs(self) -> frozenset[str]:
        """The acts it knows, of those of `read_act`."""

    @property
    def looks(self) -> Mapping[str, Callable[[], Any]]:
        """What can be seen on it, by the keys of a case."""

    def street(self) -> int:
        """The street, from 0."""

    def due(self) -> str:
        """`act`, `draw`, `bring-in`, or `done` where nobody has to do anything any more."""

    def seat(self) -> int:
        """The seat that has to do something; -1 for nobody."""

    def price(self) -> int:
        """What it must add to stay in."""

    def bounds(self) -> tuple[int, int]:
        """The least and the most it may raise to; 0 and 0 where it may not."""

    def do(self, verb: str, amount: int, cards: str) -> None:
        """Fold, check, call, raise, bring in, draw. Raises Refused."""


class Act(NamedTuple):
    """One act in the words of a case, by a player or by all."""

    who: str
    verb: str
    amount: int = 0
    cards: str = ""


_ACTS: Final = (
    ("fold", r"folds?"),
    ("check", r"checks?"),
    ("call", r"calls?(?: (?P<amount>\d+))?"),
    ("all-in", r"(?:goes|go|is) all-in"),
    ("raise", r"(?:bets?|raises? to|completes? to) (?P<amount>\d+)"),
    ("bring in", r"brings? (?:it )?in"),
    ("draw", r"stands? pat|discards? (?P<cards>.+)"),
)


def read_act(words: str) -> Act:
    """What `words` say, without a name. Raises CannotExpress for anything but cards and chips."""
    for verb, pattern in _ACTS:
        found = re.fullmatch(pattern, words)
        if found:
            told = found.groupdict()
            return Act("", verb, int(told.get("amount") or 0), (told.get("cards") or "").replace(" ", ""))
    raise CannotExpress(f"'{words}'")


class Step(NamedTuple):
    """A step: who, what it looks at, what must be refused, and the act, if there is one."""

    number: int
    who: str
    looks: dict[str, Any]
    refuses: list[Act]
    act: Act | None


def steps_of(script: list[Any], names: list[str]) -> Iterator[Step]:
    """The steps of a script. Raises CannotExpress."""
    for number, given in enumerate(script, 1):
        if isinstance(given, str):
            who = next(
                (name for name in sorted([*names, ALL], key=len, reverse=True) if given.startswith(name + " ")), ""
            )
            if not who:
                raise CannotExpress(f"'{given}'")
            yield Step(number, who, {}, [], read_act(given[len(who) + 1 :]))
            continue
        looks = {key: value for key, value in given.items() if key not in ("seat", "do", "refuses")}
        for key in ("rule", "ruling", "by", "choose"):
            if key in looks:
                raise CannotExpress("rulings of the floor")
        refuses = [read_act(words) for words in given.get("refuses", {})]
        act = read_act(given["do"]) if given.get("do") else None
        yield Step(number, given.get("seat", ""), looks, refuses, act)


def play(line: Line, begin: Callable[[], Table]) -> Answer:
    """Play a case of the kind `hand` or `betting`."""
    names = list(line["case"]["stacks"])
    try:
        steps = list(steps_of(line["case"]["script"], names))
        table = begin()
        _ask(table, steps, line["case"]["expect"])
    except CannotExpress as error:
        return "cannot express", str(error)
    try:
        for step in steps:
            problem = _step(table, step, names)
            if problem:
                return "fail", f"step {step.number}: {problem}"
    except Refused as error:
        return "fail", f"step {step.number}: {error}"
    except CannotExpress as error:
        return "cannot express", str(error)
    problem = _differs(table, line["case"]["expect"], names)
    return ("fail", f"at the end: {problem}") if problem else ("pass", "")


def _ask(table: Table, steps: list[Step], expect: dict[str, Any]) -> None:
    """Raise CannotExpress for the first thing that the table cannot do, or cannot show."""
    for step in steps:
        for act in [*step.refuses, *([step.act] if step.act else [])]:
            if act.verb not in table.verbs:
                raise CannotExpress(f"to {act.verb}")
        _ask_looks(table, step.looks)
    _ask_looks(table, expect)


def _ask_looks(table: Table, looks: dict[str, Any]) -> None:
    for key, value in looks.items():
        if key == "due" and value not in ("act", "draw", "bring-in", "done"):
            raise CannotExpress(f"a time to {value}")
        if key not in _ALWAYS and key not in table.looks:
            raise CannotExpress(_WORDS.get(key, f"`{key}`"))


_ALWAYS: Final = ("due", "to_call", "may_raise", "min_raise_to", "max_raise_to")
_WORDS: Final = {
    "settlement": "the order of showing and paying",
    "events": "a record of all that happens, in order",
    "parts": "which board and half paid what",
    "seen": "what each player sees",
    "shown": "hands that are shown one by one",
    "pot_told": "what the dealer tells of the pot",
    "refuses": "acts that are refused when the hand is over",
    "rabbit": "cards that would have come",
}


def _step(table: Table, step: Step, names: list[str]) -> str:
    """Do one step; what is otherwise than the case says."""
    if step.who == ALL:
        return _together(table, step.act) if step.act else ""
    at = table.seat()
    turn = names[at] if at >= 0 else "nobody"
    if step.who and turn != step.who:
        return f"it is the turn of {turn}, not of {step.who}"
    problem = _differs(table, step.looks, names)
    for act in step.refuses:
        problem = problem or (f"'{_words(act)}' is taken" if _may(table, act) else "")
    if not problem and step.act:
        _do(table, step.act)
    return problem


def _together(table: Table, act: Act) -> str:
    street, due = table.street(), table.due()
    while table.seat() >= 0 and table.street() == street and (due == "draw") == (table.due() == "draw"):
        if table.due() == "bring-in":
            table.do("bring in", 0, "")
        elif act.verb == "call":
            table.do("call" if table.price() else "check", 0, "")
        else:
            _do(table, act)
    return ""


def _do(table: Table, act: Act) -> None:
    price = table.price() if act.verb in ("check", "call", "all-in") else 0
    if act.verb == "check" and price:
        raise Refused(f"to stay in costs {price}")
    if act.verb == "call" and (not price or act.amount and act.amount != price):
        raise Refused(f"a call costs {price}, not {act.amount}" if act.amount else "there is nothing to call")
    table.do(act.verb, act.amount, act.cards)


def _may(table: Table, act: Act) -> bool:
    """Whether the seat to act might do it, by what the table says of its own rules."""
    if act.verb in ("check", "call"):
        return bool(table.price()) == (act.verb == "call") and table.due() == "act"
    if act.verb == "raise":
        least, most = table.bounds()
        return bool(most) and least <= act.amount <= most
    raise CannotExpress(f"'{_words(act)}', to be refused")


def _words(act: Act) -> str:
    return f"{act.verb}{f' {act.amount}' if act.amount else ''}"


def _differs(table: Table, looks: dict[str, Any], names: list[str]) -> str:
    for key, wanted in looks.items():
        got = _look(table, key)
        if isinstance(got, list) and key in _BY_SEAT:
            got = dict(zip(names, got, strict=True))
            got = {name: got[name] for name in wanted} if key in _SOME else {k: v for k, v in got.items() if v}
            wanted = wanted if key in _SOME else {k: v for k, v in wanted.items() if v}
        if key in ("live", "all_in"):
            got = [names[seat] for seat in got]
        if key == "pots":
            got = sorted((pot[0], sorted(names[seat] for seat in pot[1])) for pot in got)
            wanted = sorted((pot["amount"], sorted(pot["eligible"])) for pot in wanted)
        if key == "street":
            got, wanted = got.replace("-", ""), wanted.replace("-", "")
        if key == "board":
            wanted = wanted.replace(" ", "")
        if key in ("cards", "upcards"):
            wanted = {name: some.replace(" ", "") for name, some in wanted.items()}
        if got != wanted:
            return f"{key}: expected {wanted}, got {got}"
    return ""


_BY_SEAT: Final = ("stacks", "bets", "payouts", "returned", "cards", "upcards")
_SOME: Final = ("stacks", "bets", "cards", "upcards")


def _look(table: Table, key: str) -> Any:
    if key == "due":
        return table.due()
    if key == "to_call":
        return table.price()
    if key in _ALWAYS:
        least, most = table.bounds()
        return {"may_raise": bool(most), "min_raise_to": least, "max_raise_to": most}[key]
    return table.looks[key]()
