"""The script of a case: its steps, read and checked before anything is played."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from sidepot.cards import UNKNOWN, cards, find_duplicate, text
from sidepot.cases.case_setups import Betting, Deal, WholeHand
from sidepot.cases.case_words import ANY_TIME, OF_THE_HAND, parse_action, parse_step, parse_tried, seat_of
from sidepot.cases.floor import Floor, prepare_floor
from sidepot.cases.looks import LOOKS, SOME_SEATS
from sidepot.cases.ruling_cases import Expected
from sidepot.cases.small import PotExpected
from sidepot.errors import BadNotation
from sidepot.games.catalog import find_game
from sidepot.games.decks import find_deck
from sidepot.validation.problems import as_type

FLOOR = ("rule", "choose", "by", "ruling")
STEP = ("seat", "do", "refuses", *FLOOR)
END = ("settlement", "parts", "events", "refuses", "rabbit")
_SEATS = dict[str, int]
_CARDS = dict[str, str]
TYPES: dict[str, Any] = dict.fromkeys(
    ("to_call", "min_raise_to", "max_raise_to", "pot", "carried", "raked", "runs"), int
) | {
    "over": bool, "may_raise": bool, "pot_told": int | str, "pots": list[PotExpected], "live": list[str],
    "shown": list[str], "stacks": _SEATS, "bets": _SEATS, "payouts": _SEATS, "returned": _SEATS, "cards": _CARDS,
    "upcards": _CARDS, "seen": dict[str, _CARDS], "refuses": _CARDS, "settlement": list[str], "events": list[str],
    "may_add": bool, "all_in": list[str], "added": _SEATS, "markers": list[tuple[str, int]],
    "loans": list[tuple[str, int, str]], "boards": list[str], "parts": list[str], "rule": dict[str, Any],
    "ruling": Expected,
}  # fmt: skip
ALL = "all"
_TOGETHER = ("check", "call", "fold", "stand pat", "show")
_NAMED = (*SOME_SEATS, "payouts", "returned", "live", "all_in", "shown", "seen")


class Step(NamedTuple):
    """One step of a script: the seat to act, the looks, the refused acts, and the act."""

    number: int
    who: str
    words: str
    looks: dict[str, Any]
    refuses: dict[str, str]
    in_turn: bool = True
    floor: Floor | None = None

    @property
    def is_of_showing(self) -> bool:
        """Whether it looks at a hand being shown; otherwise hands that must be shown show by themselves."""
        verb = parse_action(self.words).verb if self.words else ""
        return self.looks.get("due") == "show" or verb in ("show", "muck", "kill", "kill with refund")

    @property
    def place(self) -> str:
        return f"step {self.number}" + (
            f" ({' '.join([self.who, self.words]).strip()})" if self.who or self.words else ""
        )


def prepare_script(body: Betting | WholeHand) -> list[Step]:
    """Read every step. Raises BadNotation for an unreadable step: a key, a name, an action, a card."""
    names = list(body.stacks)
    if ALL in names or not all(names):
        raise BadNotation(f"a player has a name, and {ALL!r} is everybody")
    if isinstance(body, WholeHand):
        _check_cards(body, body.game, names)
        _check_names(body.absent, names)
        if body.again is not None:
            _check_cards(body.again, body.game, names)
    steps = []
    for number, given in enumerate(body.script, 1):
        try:
            steps.append(_step(number, given, names))
        except BadNotation as error:
            raise BadNotation(f"script, step {number}: {error}") from None
    _check_looks(body.expect, (*LOOKS, *END), names, "expect")
    if not body.expect and not any(step.looks or step.refuses or step.floor for step in steps):
        raise BadNotation("nothing is expected, neither on the way nor at the end: such a case cannot fail")
    return steps


def _step(number: int, given: str | dict[str, Any], names: list[str]) -> Step:
    if isinstance(given, str) and given in OF_THE_HAND:
        return Step(number, "", given, {}, {}, in_turn=False)
    if isinstance(given, str):
        who, words = parse_step(given, names) if not given.startswith(ALL + " ") else (ALL, given[len(ALL) + 1 :])
        if who == ALL and words not in _TOGETHER:
            raise BadNotation(f"{given!r}: all together do one of {', '.join(_TOGETHER)}")
        return Step(number, who, words, {}, {}, in_turn=parse_action(words).verb not in ANY_TIME)
    _check_looks(given, (*STEP, *LOOKS), names, "")
    who, words = given.get("seat", ""), given.get("do", "")
    if who:
        seat_of(who, names)
    if words:
        parse_action(words)
    refuses = given.get("refuses", {})
    looks = {key: value for key, value in given.items() if key in LOOKS}
    floor = _floor(given, names)
    verb = parse_action(words).verb if words else ""
    in_turn = floor is None and verb not in (*ANY_TIME, *OF_THE_HAND.values())
    return Step(number, who, words, looks, refuses, in_turn, floor)


def _floor(given: dict[str, Any], names: list[str]) -> Floor | None:
    """The ruling that a step asks for, if it does. Raises BadNotation."""
    if "rule" not in given:
        for key in FLOOR:
            if key in given:
                raise BadNotation(f"{key!r} belongs to a `rule`")
        return None
    if "do" in given:
        raise BadNotation("a step has a `rule` or a `do`, and not both")
    prepare_floor(given["rule"], names)
    ruling = as_type(given.get("ruling", {}), Expected, "ruling")
    return Floor(given["rule"], ruling, given.get("choose"), given.get("by", ""))


def check_keys(steps: Iterable[str | dict[str, object]]) -> None:
    """Raise BadNotation for an unknown key of a step, or a wrong value, for any player."""
    for number, given in enumerate(steps, 1):
        for key, value in given.items() if isinstance(given, dict) else ():
            try:
                _check_value(key, value, (*STEP, *LOOKS))
            except BadNotation as error:
                raise BadNotation(f"step {number}: {error}") from None


def _check_value(key: str, value: Any, known: tuple[str, ...]) -> None:
    if key not in known:
        raise BadNotation(f"unknown key {key!r}; there are {', '.join(known)}")
    as_type(value, TYPES.get(key, str), key)


def _check_looks(given: dict[str, object], known: tuple[str, ...], names: list[str], where: str) -> None:
    place = f"{where}: " if where else ""
    for key, value in given.items():
        try:
            _check_value(key, value, known)
        except BadNotation as error:
            raise BadNotation(f"{place}{error}") from None
        _check_look(key, value, names)


def _check_look(key: str, value: Any, names: list[str]) -> None:
    """Raise BadNotation for a name, a card or an action that cannot be."""
    if key in _NAMED:
        _check_names(value, names)
    if key == "seen":
        for others in value.values():
            _check_names(others, names)
    elif key == "pots":
        for pot in as_pots(value):
            _check_names(pot.eligible, names)
    elif key in ("cards", "upcards"):
        for some in value.values():
            cards(some)
    elif key == "board" or key == "rabbit" and value != "no":
        cards(value)
    elif key == "boards":
        for some in value:
            cards(some)
    elif key == "refuses":
        for words in value:
            parse_tried(words, names)


def _check_names(some: Iterable[str], names: list[str]) -> None:
    for name in some:
        seat_of(name, names)


def _check_cards(body: WholeHand | Deal, game: str, names: list[str]) -> None:
    if body.board and body.boards:
        raise BadNotation("say `board`, or `boards` where there are several, and not both")
    deck = find_deck(find_game(game).deck).cards
    dealt: list[int] = []
    for name, some in [*body.cards.items(), *[("", board) for board in (body.board, *body.boards, body.burns)]]:
        if name:
            seat_of(name, names)
        dealt += cards(some)
    twice = find_duplicate(dealt)
    if twice is not None:
        raise BadNotation(f"{text((twice,))} comes twice in cards, board and burns")
    strange = [card for card in dealt if card not in deck and card != UNKNOWN]
    if strange:
        raise BadNotation(f"{text(strange)} is not in the pack")


def as_pots(value: object) -> list[PotExpected]:
    """Expected pots, as they are written."""
    return as_type(value, list[PotExpected], "pots")
