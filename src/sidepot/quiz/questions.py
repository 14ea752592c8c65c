"""Questions about rulings, made from the cases: what happened, one right answer, and up to three wrong ones.

The right answer is what the book of the case rules. A wrong answer is what another book rules on the same facts, what
the same book rules if one fact is different, or an option that the book leaves to the director. So each has a reason.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import blake2b
from itertools import chain, islice
from random import Random
from typing import Any, Final, NamedTuple

from sidepot.cases.ruling_cases import RulingCase
from sidepot.cases.run import Case, load_cases
from sidepot.errors import BadNotation, Cite, SidepotError
from sidepot.floor.fact_fields import Field, fields_of, value_text
from sidepot.floor.incident import ruling_on
from sidepot.floor.rulings import find_topic
from sidepot.floor.topic import Topic
from sidepot.floor.verdict_words import headline_sentence, verdict_sentence
from sidepot.rules.clauses import Sentence, plain, say
from sidepot.rules.houses import HOUSES, find_house
from sidepot.rules.meanings import house_notes
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling

MOST: Final = 4  # answers
FEWEST: Final = 40  # cases of a house with a course
WORDS: Final = ("call", "raise", "fold", "check")  # what else a player might have said
SPOT: Final = {
    "limit": "What is the limit?",
    "price": "What is the bet, in all?",
    "full": "By how much must it be raised at least?",
    "front": "How much of it has the player in front already?",
    "opening": "Is it the first bet of the round, or the big blind?",
    "stack": "How many chips does the player have behind?",
    "pot": "How much is in the pot, with all bets?",
    "players": "How many players are in the hand?",
    "seat": "",
}
"""The facts of the betting with their questions, if it is not given as a line. A seat has no question."""
_WITH_WORDS: Final = ("chips", "motion", "said_first", "order")  # facts that belong to other words
_NUMBER: Final = re.compile(r"\d+")

Facts = Mapping[str, object]
Wrong = Iterator[tuple[Sentence, Sentence]]
"""Wrong answers, each with the reason why it is wrong."""


class ShownFact(NamedTuple):
    """A fact of a question: its name in the topic, the floor's question for it, and the answer."""

    name: str
    question: str
    answer: str


class Answer(NamedTuple):
    """An answer to choose, and why it is right or wrong."""

    text: Sentence
    because: Sentence
    is_right: bool


class Question(NamedTuple):
    """An incident, and the answers in the order in which they are shown.

    - `facts`: the floor's questions with their answers
    - `line`: the betting so far, if it matters
    - `level`: from 1 (easy) to 3
    """

    id: str
    house: str
    topic: str
    line: str
    facts: tuple[ShownFact, ...]
    answers: tuple[Answer, ...]
    cites: tuple[Cite, ...]
    level: int

    @property
    def title(self) -> str:
        """The title of the topic."""
        return find_topic(self.topic).title

    @property
    def right(self) -> int:
        """The index of the right answer."""
        return next(at for at, answer in enumerate(self.answers) if answer.is_right)


def questions(house: str) -> tuple[Question, ...]:
    """All questions on the rules of a house, the easy ones first.

    Raises BadNotation for an unknown house.
    """
    return _questions(find_house(house).name)


def find_question(key: str) -> Question:
    """The question with this id. Raises BadNotation if there is none."""
    house = key.rpartition(":")[0]
    for question in questions(house) if house in HOUSES else ():
        if question.id == key:
            return question
    raise BadNotation(f"there is no question {key!r:.60}")


@cache
def houses_asked() -> tuple[str, ...]:
    """The houses with enough cases for a course."""
    counts = Counter(case.house for case in _cases())
    return tuple([name for name in HOUSES if counts[name] >= FEWEST])


@cache
def _questions(house: str) -> tuple[Question, ...]:
    found: dict[object, Question] = {}
    for case in _cases():
        if case.house == house and not case.rulebook and (made := _made_from(case)):
            key, question = made
            found.setdefault(key, question)
    return tuple(sorted(found.values(), key=lambda one: (one.level, one.id)))


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


def _made_from(case: Case) -> tuple[object, Question] | None:
    """A question made from a case, and a key that distinguishes it; None if no wrong answer is known."""
    assert isinstance(case.body, RulingCase)
    facts, house = case.body.facts, case.house_rules()
    ruled = _ruled(facts, house)
    if ruled is None:
        return None
    ruling, text = ruled.ruling, ruled.verdict
    wrong = list(islice(_wrong_answers(facts, house, ruled), MOST - 1))
    if not wrong:
        return None
    topic = find_topic(str(facts["topic"]))
    name = f"{case.house}:{blake2b(case.id.encode(), digest_size=6).hexdigest()}"
    answers = [Answer(text, ruling.reason, True)]
    answers += [Answer(text, why, False) for text, why in wrong]
    Random(name).shuffle(answers)
    shown = tuple(_shown_facts(topic, facts))
    level = 1 + (len(shown) > 2) + (ruling.is_open or _differs(facts, text))
    line = spot if isinstance(spot := facts.get("spot", ""), str) else ""
    key = (topic.name, _NUMBER.sub("#", plain(text)), _NUMBER.sub("#", ruling.because))
    return key, Question(name, case.house, topic.name, line, shown, tuple(answers), ruling.cites, level)


class Ruled(NamedTuple):
    """A ruling, and the name of the player concerned ("" if unknown)."""

    ruling: Ruling
    who: str

    @property
    def verdict(self) -> Sentence:
        """The verdict as a sentence; if it is open, a sentence saying that the director decides."""
        return headline_sentence(self.ruling, self.who)


def _ruled(facts: Facts, house: Rulebook) -> Ruled | None:
    """The ruling of a house; None for impossible facts."""
    try:
        return Ruled(*ruling_on(facts, house))
    except SidepotError:
        return None


def _shown_facts(topic: Topic, facts: Facts) -> Iterator[ShownFact]:
    spot = facts.get("spot")
    if isinstance(spot, dict):
        yield from (ShownFact(name, text, _as_text(spot[name])) for name, text in SPOT.items() if text and name in spot)
    for field in fields_of(topic):
        if field.question and field.name in facts and field.name != "spot":
            yield ShownFact(field.name, field.question, value_text(facts[field.name], field))


def _as_text(value: object) -> str:
    return "yes" if value is True else "no" if value is False else str(value)


# ---- wrong answers


def _wrong_answers(facts: Facts, house: Rulebook, ruled: Ruled) -> Wrong:
    """Wrong verdicts, each with its reason. Verdicts of other books are first."""
    seen = {plain(ruled.verdict)}
    for text, why in chain(_of_other_books(facts, house), _of_options(ruled), _of_other_facts(facts, house)):
        if plain(text) not in seen:
            seen.add(plain(text))
            yield text, why


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


def _of_other_facts(facts: Facts, house: Rulebook) -> Wrong:
    topic = find_topic(str(facts["topic"]))
    for field in fields_of(topic, asked=True):
        for value in _other_values(field, facts):
            rest = {name: one for name, one in facts.items() if field.name != "said" or name not in _WITH_WORDS}
            if other := _ruled({**rest, field.name: value}, house):
                yield other.verdict, _right_with(field, value)


def _other_values(field: Field, facts: Facts) -> tuple[Any, ...]:
    now = facts.get(field.name, field.default)
    if field.kind == "yes or no":
        return (not now,)
    if field.kind == "choice":
        return tuple([choice for choice in field.choices if choice and choice != now])
    return tuple([word for word in WORDS if word != now]) if field.name == "said" else ()


def _right_with(field: Field, value: object) -> Sentence:
    return say("This would be right with this fact: {question} {answer}", (field.question,), value_text(value, field))


def _differs(facts: Facts, right: Sentence) -> bool:
    """Whether the TDA of 2013 or of 2024 rules otherwise."""
    return any(
        plain(other.verdict) != plain(right)
        for name in ("tda-2013", "tda-2024")
        if (other := _ruled(facts, find_house(name)))
    )
