"""Cases that are played: a betting round or a whole hand, step by step, and what must be seen on the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from sidepot.analysis.cases_small import PotExpected, Problems, differ, plain_pots
from sidepot.analysis.cases_table import (
    LOOKS,
    SOME_SEATS,
    Betting,
    Pack,
    WholeHand,
    can_show,
    is_in_order,
    refusal,
    setup_of,
)
from sidepot.analysis.cases_words import SETTLING, Action, act, parse_action, parse_step, say, seat_of
from sidepot.cards import STANDARD_DECK, UNKNOWN, cards, find_duplicate, text
from sidepot.errors import BadNotation, SidepotError
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.rules.rulebook import Rulebook

_STEP = ("seat", "do", "refuses")
_END = ("settlement", "events", "refuses", "rabbit")
ALL = "all"
_TOGETHER = ("check", "call", "fold", "stand pat")
_NAMED = (*SOME_SEATS, "payouts", "returned", "live", "shown", "seen")


class Step(NamedTuple):
    """One step of a script: whose turn it is, what is seen then, what is refused, and what is done."""

    number: int
    who: str
    words: str
    looks: dict[str, Any]
    refuses: dict[str, str]

    @property
    def is_of_showing(self) -> bool:
        """Whether it looks at a hand being shown; otherwise hands that must be shown show by themselves."""
        return self.looks.get("due") == "show" or self.words.split(" ")[0].rstrip("s") in ("show", "muck")

    @property
    def place(self) -> str:
        return f"step {self.number}" + (
            f" ({' '.join([self.who, self.words]).strip()})" if self.who or self.words else ""
        )


def prepare_script(body: Betting | WholeHand) -> list[Step]:
    """Read every step. Raises BadNotation for what cannot be understood: a key, a name, an action, a card."""
    names = list(body.stacks)
    if ALL in names or not all(names):
        raise BadNotation(f"a player has a name, and {ALL!r} is everybody")
    if isinstance(body, WholeHand):
        _check_cards(body, names)
    steps = []
    for number, given in enumerate(body.script, 1):
        try:
            steps.append(_step(number, given, names))
        except BadNotation as error:
            raise BadNotation(f"script, step {number}: {error}") from None
    _check_looks(body.expect, (*LOOKS, *_END), names, "expect")
    _check_refusals(body.expect.get("refuses", {}))
    if not body.expect and not any(step.looks or step.refuses for step in steps):
        raise BadNotation("nothing is expected, neither on the way nor at the end: such a case cannot fail")
    return steps


def _step(number: int, given: str | dict[str, Any], names: list[str]) -> Step:
    if isinstance(given, str):
        who, words = parse_step(given, names) if not given.startswith(ALL + " ") else (ALL, given[len(ALL) + 1 :])
        if who == ALL and words not in _TOGETHER:
            raise BadNotation(f"{given!r}: what all do is one of {', '.join(_TOGETHER)}")
        parse_action(words)
        return Step(number, who, words, {}, {})
    who, words = str(given.get("seat", "")), str(given.get("do", ""))
    if who:
        seat_of(who, names)
    if words:
        parse_action(words)
    _check_looks(given, (*_STEP, *LOOKS), names, "")
    refuses = given.get("refuses", {})
    _check_refusals(refuses)
    return Step(number, who, words, {key: value for key, value in given.items() if key in LOOKS}, refuses)


def _check_looks(given: dict[str, Any], known: tuple[str, ...], names: list[str], where: str) -> None:
    place = f"{where}: " if where else ""
    for key, value in given.items():
        if key not in known:
            raise BadNotation(f"{place}unknown key {key!r}; there are {', '.join(known)}")
        if key in _NAMED:
            for name in value if isinstance(value, (dict, list)) else ():
                seat_of(name, names)
        if key == "pots":
            for pot in _pots(value):
                for name in pot.eligible:
                    seat_of(name, names)
        if key in ("board", "rabbit") and value != "no":
            cards(value)


def _check_refusals(refuses: object) -> None:
    if not isinstance(refuses, dict):
        raise BadNotation(
            '`refuses` names actions and the rule that refuses each: { "raises to 45" = "TDA-2013:41-B" }'
        )
    for words in refuses:
        parse_action(words)


def _check_cards(body: WholeHand, names: list[str]) -> None:
    dealt: list[int] = []
    for name, some in [*body.cards.items(), ("", body.board), ("", body.burns)]:
        if name:
            seat_of(name, names)
        dealt += cards(some)
    twice = find_duplicate(dealt)
    if twice is not None:
        raise BadNotation(f"{text((twice,))} comes twice in cards, board and burns")
    strange = [card for card in dealt if card not in STANDARD_DECK and card != UNKNOWN]
    if strange:
        raise BadNotation(f"{text(strange)} is not in the pack")


def _pots(value: object) -> list[PotExpected]:
    try:
        return msgspec.convert(value, list[PotExpected])
    except msgspec.ValidationError as error:
        raise BadNotation(f"pots: {error}") from None


# ---- playing


def run_script(body: Betting | WholeHand, rulebook: Rulebook) -> Problems:
    """Play the script, looking where it looks, and then let the hand run to its end or to what is not known."""
    names = list(body.stacks)
    hand = Hand(setup_of(body, rulebook))
    pack = Pack(body)
    problems: Problems = []
    for step in prepare_script(body):
        _run_on(hand, pack, shows=not step.is_of_showing)
        if not _play(hand, step, names, problems):
            return problems
    while _run_on(hand, pack) or _show_in_turn(hand):
        pass
    _look(hand, body.expect, names, "at the end", problems)
    _try_refused(hand, body.expect.get("refuses", {}), "at the end", problems)
    said = [say(event, names) for event in hand.log]
    if "settlement" in body.expect:
        settled = [line for event, line in zip(hand.log, said, strict=True) if isinstance(event, SETTLING)]
        differ(problems, "settlement", body.expect["settlement"], settled)
    missing = is_in_order(body.expect.get("events", []), said)
    if missing is not None:
        problems.append(f"events: {missing!r} does not come in its turn; what happened: {'; '.join(said)}")
    if "rabbit" in body.expect:
        differ(problems, "rabbit", body.expect["rabbit"], pack.rabbit(hand))
    return problems


def _run_on(hand: Hand, pack: Pack, *, shows: bool = True) -> bool:
    """Let the dealer do all that is his to do; whether there was anything."""
    done = False
    while pack.deal(hand, shows=shows):
        done = True
    return done


def _show_in_turn(hand: Hand) -> bool:
    """After the script the hands that must be shown are, as far as they are known."""
    if hand.due is not Due.SHOW or not can_show(hand):
        return False
    hand.show()
    return True


def _play(hand: Hand, step: Step, names: list[str], problems: Problems) -> bool:
    """One step; whether the script can go on after it."""
    if step.who == ALL:
        return _play_together(hand, step, problems)
    seat = seat_of(step.who, names) if step.who else hand.seat
    action = parse_action(step.words) if step.words else None
    if seat != hand.seat and not (action and action.verb == "show"):
        turn = f"it is the turn of {names[hand.seat]}" if hand.seat >= 0 else "it is nobody's turn"
        problems.append(f"{step.place}: {turn}, what is due is {LOOKS['due'](hand, names)}")
        return False
    _look(hand, step.looks, names, step.place, problems)
    _try_refused(hand, step.refuses, step.place, problems)
    if action is not None:
        try:
            _act(hand, action, seat)
        except SidepotError as error:
            problems.append(f"{step.place}: refused: {error}")
            return False
    return True


def _play_together(hand: Hand, step: Step, problems: Problems) -> bool:
    """Everybody does the same until the round is over: all check (or bring in and call), fold, or stand pat."""
    street, draws = hand.street, hand.due is Due.DRAW
    try:
        while hand.street == street and (hand.due is Due.DRAW if draws else hand.due in (Due.ACT, Due.BRING_IN)):
            if hand.due is Due.BRING_IN:
                hand.bring_in()
            elif step.words == "call":
                hand.check_or_call()
            else:
                act(hand, parse_action(step.words), hand.seat)
    except SidepotError as error:
        problems.append(f"{step.place}: refused: {error}")
        return False
    return True


def _act(hand: Hand, action: Action, seat: int) -> None:
    if action.verb == "call" and action.amount and action.amount != hand.to_call:
        raise BadNotation(f"the call costs {hand.to_call}, not {action.amount}")
    act(hand, action, seat)


def _look(hand: Hand, looks: dict[str, Any], names: list[str], place: str, problems: Problems) -> None:
    """Compare what the case expects to be seen with what is."""
    for key, expected in looks.items():
        look = LOOKS.get(key)
        if look is None:
            continue
        got = look(hand, names)
        if key == "seen":
            got = {viewer: {name: got[viewer][name] for name in others} for viewer, others in expected.items()}
        if key in SOME_SEATS:
            got = {name: got[name] for name in expected}
        if key in ("cards", "upcards"):
            expected = {name: text(cards(some)) for name, some in expected.items()}
        elif key == "board":
            expected = text(cards(expected))
        elif key == "pots":
            expected = plain_pots(_pots(expected))
        elif key in ("live", "shown"):
            expected, got = sorted(expected), sorted(got)
        differ(problems, f"{place}: {key}", expected, got)


def _try_refused(hand: Hand, refuses: dict[str, str], place: str, problems: Problems) -> None:
    """Each of these must be refused, under the rule that is named, and must change nothing."""
    for words, rule in refuses.items():
        action = parse_action(words)
        error = refusal(hand, _attempt(action, hand.seat))
        if error is None:
            problems.append(f"{place}: {words!r}: expected a refusal, but it was accepted")
        elif rule and str(error.cite) != rule:
            problems.append(f"{place}: {words!r}: expected a refusal under {rule}, got: {error}")


def _attempt(action: Action, seat: int) -> Callable[[Hand], None]:
    return lambda hand: _act(hand, action, seat)
