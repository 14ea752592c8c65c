"""Questions about rulings, made from the cases: what happened, one right answer, and up to three wrong ones.

The right answer is what the book of the case rules. A wrong answer is what another book rules on the same facts, what
the same book rules if one fact is different, or an option that the book leaves to the director. So each has a reason.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from hashlib import blake2b
from itertools import chain, islice
from random import Random
from typing import Any, Final, NamedTuple

from sidepot.cases.ruling_cases import RulingCase
from sidepot.cases.run import Case, load_cases
from sidepot.errors import BadNotation, SidepotError
from sidepot.floor.acting.legal import call_total, legal_total
from sidepot.floor.acting.sizes import all_in_if_no_more
from sidepot.floor.fact_fields import Field, fields_of, is_idle
from sidepot.floor.incident import ruling_on
from sidepot.floor.rulings import find_topic
from sidepot.floor.spot import Spot
from sidepot.floor.spot_line import read_spot
from sidepot.floor.verdict_words import headline_sentence, verdict_sentence
from sidepot.floor.what_if import other_values
from sidepot.quiz.odd_chips import odd_chip_questions
from sidepot.quiz.question import MOST, Answer, Question, Wrong
from sidepot.quiz.shown_facts import SPOT, answer_text, shown_facts
from sidepot.rules.clauses import Sentence, plain, say
from sidepot.rules.houses import HOUSES, OWN_HOUSES, book_of, find_house
from sidepot.rules.meanings import house_notes
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Ruling

FEWEST_WRONG: Final = 2  # answers that are wrong, if the topic has as many
EASY: Final = 3  # facts of an easy question
FEWEST: Final = 40  # cases of a house with a course
USUAL: Final[dict[str, object]] = {"last": False, "unaware": False, "game": "flop"}
"""Facts that a learner would miss if they are unknown, and what they usually are."""
_OTHER_ACTS: Final[dict[str, tuple[str, ...]]] = {
    "fold": ("call", "check"), "check": ("bet", "fold"), "call": ("raise", "fold"), "bet": ("check", "fold"),
    "raise": ("call", "fold"), "all-in": ("call", "fold"), "no raise": ("may raise",), "may raise": ("no raise",),
    "may raise by the limit": ("no raise",), "may go all-in": ("no raise",), "may call all-in": ("may raise",),
    "may check or raise": ("may bet",), "may bet": ("may check",),
}  # fmt: skip
"""Other actions that a player might be taken to have made, the most likely first."""


class _Error(NamedTuple):
    """A verdict that people wrongly give on a topic.

    - `fact`, `given`: the fact that makes it wrong, and whether it must be true (or a number)
    - `amount`: the facts whose sum is the amount of the verdict
    """

    topic: str
    fact: str
    given: bool
    verdict: str
    amount: tuple[str, ...]
    because: Sentence


_AT_STAKE: Final = say("A player cannot lose more than the player has at stake.")
_ERRORS: Final = (
    _Error("wrong bet", "all_in", True, "corrected bet", ("right",), say("An all-in may be less than the minimum.")),
    _Error("hidden chips", "caller", True, "part of the action", ("bet", "hidden"), _AT_STAKE),
    _Error("hidden chips", "caller", True, "not part of the action", ("bet",), _AT_STAKE),
    _Error("hidden chips", "called", False, "not part of the action", ("bet",),
           say("Nobody has relied on the smaller amount yet.")),
    _Error("all-in for less", "price", True, "fold", (), say("Nobody can be bet out of a hand.")),
    _Error("kill not announced", "announced", True, "stands bet", ("made",),
           say("The kill was announced, so everybody knew the limits.")),
)  # fmt: skip
_NO_SUCH_ACT: Final = say("Neither the words nor the chips make it this action.")
_OTHER_FACTS: Final = say("That is the ruling on other facts.")
_ENDING: Final = re.compile(r"e?s\b")

Shape = tuple[Any, ...]
Facts = Mapping[str, object]


class Changed(NamedTuple):
    """What the ruling would be if one fact (`field`) were different.

    - `text`: the verdict in that case
    - `because`: why this verdict is wrong here
    - `decides`: whether the ruling depends on the fact
    """

    field: str
    text: Sentence
    because: Sentence
    decides: bool


def questions(house: str) -> tuple[Question, ...]:
    """All questions on the rules of a house, the easy ones first. For a club's own house, the facts
    are those of its book's cases.

    Raises BadNotation for an unknown house.
    """
    return _questions(find_house(house))


def find_question(key: str) -> Question:
    """The question with this id. Raises BadNotation if there is none."""
    house = key.rpartition(":")[0]
    for question in questions(house) if house in HOUSES or house in OWN_HOUSES else ():
        if question.id == key:
            return question
    raise BadNotation(f"there is no question {key!r:.60}")


def houses_asked() -> tuple[str, ...]:
    """The houses with enough cases for a course, also those of clubs."""
    counts = Counter(case.house for case in _cases())
    return tuple([name for name, house in (HOUSES | OWN_HOUSES).items() if counts[book_of(house).name] >= FEWEST])


@lru_cache(len(HOUSES) * 2)
def _questions(house: Rulebook) -> tuple[Question, ...]:
    book = book_of(house).name
    found: dict[object, Question] = {}
    for case in _cases():
        if case.house == book and not case.rulebook and (made := _made_from(case, house)):
            key, question = made
            found.setdefault(key, question)
    asked = [*found.values(), *odd_chip_questions(house)]
    return tuple(sorted(asked, key=lambda one: (one.level, one.id)))


@cache
def _cases() -> tuple[Case, ...]:
    """The cases from which questions can be made: immediate rulings, on facts that can be shown."""
    return tuple([case for case in load_cases() if _is_plain(case)])


def _is_plain(case: Case) -> bool:
    body = case.body
    if not isinstance(body, RulingCase) or body.expect.refused is not None:
        return False
    spot = body.facts.get("spot")
    return body.choose is None and body.overrule is None and (not isinstance(spot, dict) or set(spot) <= set(SPOT))


def _made_from(case: Case, house: Rulebook) -> tuple[object, Question] | None:
    """A question made from the facts of a case by the rules of a house, and a key that distinguishes it; None if it
    would be unclear, or has one answer.
    """
    assert isinstance(case.body, RulingCase)
    facts = _made_usual(case.body.facts, house)
    ruled = _ruled(facts, house)
    if ruled is None or _is_unclear(facts, house, ruled):
        return None
    ruling, text = ruled.ruling, ruled.verdict
    changed = list(_of_other_facts(facts, house, ruled))
    wrong = list(islice(_wrong_answers(facts, house, ruled, changed), MOST - 1))
    if not wrong:
        return None
    if len(wrong) < FEWEST_WRONG:
        taken = {_in_short(one) for one, _ in ((text, ()), *wrong)}
        others = (one for one in _of_topic(facts, house, ruled) if _in_short(one[0]) not in taken)
        wrong += islice(others, FEWEST_WRONG - len(wrong))
    topic = find_topic(str(facts["topic"]))
    name = f"{house.name}:{blake2b(case.id.encode(), digest_size=6).hexdigest()}"
    answers = [Answer(text, ruling.reason, True), *[Answer(*one, False) for one in wrong]]
    Random(name).shuffle(answers)
    deciding = {one.field for one in changed if one.decides}
    shown = tuple(shown_facts(topic, facts, deciding.union(case.body.facts)))
    differs = _differs(facts, text, "tda-2013", "tda-2024")
    level = 1 + (len(shown) > EASY) + (ruling.is_open or differs)
    changed_since = differs or _differs(facts, text, "tda-2026")
    line = spot if isinstance(spot := facts.get("spot", ""), str) else ""
    key = (topic.name, _shape(text), _shape(ruling.reason))
    return key, Question(name, house.name, topic.name, line, shown, tuple(answers), ruling.cites, level, changed_since)


def _made_usual(facts: Facts, house: Rulebook) -> Facts:
    """The facts, with what is unknown as it usually is if the ruling stays the same."""
    names = {field.name for field in fields_of(find_topic(str(facts["topic"])), asked=True)}
    before = _ruled(facts, house)
    for name, value in USUAL.items():
        if before and name in names and facts.get(name) is None:
            made = {**facts, name: value}
            if (after := _ruled(made, house)) and plain(after.verdict) == plain(before.verdict):
                facts = made
    return facts


def _is_unclear(facts: Facts, house: Rulebook, ruled: Ruled) -> bool:
    """Whether the ruling depends on something that a learner does not see."""
    seen = {"topic", "spot", *find_topic(str(facts["topic"])).asks}
    if _shape(all_in_if_no_more(0)) in _parts_of(_shape(ruled.ruling.reason)):
        return True
    if set(facts) <= seen:
        return False
    other = _ruled({name: value for name, value in facts.items() if name in seen}, house)
    return other is None or (other.verdict, other.ruling.reason) != (ruled.verdict, ruled.ruling.reason)


def _parts_of(shape: Shape) -> Iterator[Shape]:
    """The shape of a sentence, and of all sentences in it."""
    yield shape
    for part in shape[1:]:
        yield from _parts_of(part)


def _shape(sentence: Sentence) -> Shape:
    """A sentence without its amounts and names: questions that differ only in these are one."""
    words, *parts = sentence
    return (words, *[_shape(one) for one in parts if isinstance(one, tuple)])


class Ruled(NamedTuple):
    """A ruling, and the name of the player concerned ("" if unknown)."""

    ruling: Ruling
    who: str

    @property
    def verdict(self) -> Sentence:
        """The verdict as a sentence. If the ruling is open, the sentence says that the director decides."""
        return headline_sentence(self.ruling, self.who)


def _ruled(facts: Facts, house: Rulebook) -> Ruled | None:
    """The ruling of a house; None for impossible facts."""
    try:
        return Ruled(*ruling_on(facts, house))
    except SidepotError:
        return None


# ---- wrong answers


def _wrong_answers(facts: Facts, house: Rulebook, ruled: Ruled, changed: Sequence[Changed]) -> Wrong:
    """Wrong verdicts, each with its reason. Verdicts of other books are first."""
    seen = {_in_short(ruled.verdict)}
    others = [(one.text, one.because) for one in changed]
    for text, why in chain(_of_other_books(facts, house), _of_options(ruled), others):
        if _in_short(text) not in seen:
            seen.add(_in_short(text))
            yield text, why


def _in_short(verdict: Sentence) -> str:
    """A verdict without endings, so that it is the same for one card and for several."""
    return _ENDING.sub("", plain(verdict))


def _of_other_books(facts: Facts, house: Rulebook) -> Wrong:
    for name in HOUSES:
        if name != house.name and (other := _ruled(facts, find_house(name))):
            yield other.verdict, say("This is the ruling of another house: {house}.", house_notes()[name].name)


def _of_options(ruled: Ruled) -> Wrong:
    if ruled.ruling.is_open:
        for option in ruled.ruling.options:
            yield verdict_sentence(option, ruled.who), say("This is only one of the options of the director.")
    else:
        yield say("The director decides."), say("The rule decides; nothing is left to the director.")


def _of_topic(facts: Facts, house: Rulebook, ruled: Ruled) -> Wrong:
    """Other actions in the same spot, or what is ruled on the same topic in other cases."""
    yield from _common_errors(facts)
    line = facts.get("spot")
    if ruled.ruling.verdict in _OTHER_ACTS and isinstance(line, str):
        spot = read_spot(line, house)
        for verdict in _OTHER_ACTS[ruled.ruling.verdict]:
            amount = _amount_of(spot, verdict)
            if amount != 0:
                yield verdict_sentence(_option(verdict, amount), ruled.who), _NO_SUCH_ACT
        return
    yield from _verdicts_of(str(facts["topic"]))
    if ruled.ruling.verdict in _OTHER_ACTS:
        yield verdict_sentence(_option("fold"), ruled.who), _NO_SUCH_ACT


def _common_errors(facts: Facts) -> Wrong:
    """What people wrongly rule on these facts."""
    for one in _ERRORS:
        if one.topic == facts["topic"] and facts.get(one.fact) not in (None, not one.given):
            amount = sum([int(str(facts[name])) for name in one.amount]) or None
            yield verdict_sentence(_option(one.verdict, amount)), one.because


def _option(verdict: str, amount: int | None = None) -> Option:
    return Option(verdict=verdict, amount=amount, reason=_NO_SUCH_ACT)


def _amount_of(spot: Spot, verdict: str) -> int | None:
    """The player's total for the round with this action (None if it has none, 0 if it is impossible)."""
    match verdict:
        case "call" | "no raise":
            return call_total(spot)
        case "bet" | "raise":
            return legal_total(spot, spot.price + 1)
        case "may bet" | "may raise":
            return spot.price + spot.full
    return None


@cache
def _verdicts_of(topic: str) -> tuple[tuple[Sentence, Sentence], ...]:
    """The verdicts of all cases on a topic that have no amount and no name, each with the reason why it is wrong."""
    found: dict[str, tuple[Sentence, Sentence]] = {}
    for case in _cases():
        assert isinstance(case.body, RulingCase)
        ruled = _ruled(case.body.facts, case.house_rules()) if case.body.facts.get("topic") == topic else None
        if ruled is None or ruled.who:
            continue
        ruling = ruled.ruling
        has_amount = ruling.is_open or _has_amount(ruling.reason)
        because = _OTHER_FACTS if has_amount else say("That is the ruling on other facts: {reason}", ruling.reason)
        for verdict in [verdict_sentence(one) for one in ruling.options] if ruling.is_open else [ruled.verdict]:
            if not _has_amount(verdict):
                found.setdefault(plain(verdict), (verdict, because))
    return tuple(found.values())


def _has_amount(sentence: Sentence) -> bool:
    """Whether a sentence names an amount, which belongs to one case only."""
    return any(_has_amount(part) if isinstance(part, tuple) else isinstance(part, int) for part in sentence[1:])


def _of_other_facts(facts: Facts, house: Rulebook, ruled: Ruled) -> Iterator[Changed]:
    fields = fields_of(find_topic(str(facts["topic"])), asked=True)
    for field in fields:
        for value in () if is_idle(field, fields, facts) else _other_values(field, facts):
            if other := _ruled({**facts, field.name: value}, house):
                decides = (plain(other.verdict), other.ruling.because) != (plain(ruled.verdict), ruled.ruling.because)
                yield Changed(field.name, other.verdict, _right_with(field, value), decides)


def _other_values(field: Field, facts: Facts) -> Sequence[Any]:
    now = facts.get(field.name, field.default)
    return other_values(field, now) if answer_text(now, field) else ()  # what is unknown is not shown


def _right_with(field: Field, value: object) -> Sentence:
    return say("This would be right with this fact: {question} {answer}", (field.question,), answer_text(value, field))


def _differs(facts: Facts, right: Sentence, *houses: str) -> bool:
    """Whether one of these houses rules otherwise."""
    return any(plain(other.verdict) != plain(right) for name in houses if (other := _ruled(facts, find_house(name))))
