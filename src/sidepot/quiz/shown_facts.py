"""The facts of a question as a learner sees them: what was given, and each usual fact on which the ruling hinges."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, NamedTuple

from sidepot.floor.fact_fields import Field, fields_of, value_text
from sidepot.floor.topic import Topic

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
MINIMUM: Final = "What is the minimum bet?"
"""The question for `full` if nobody has bet."""
NOTHING: Final = "nothing"
_HINT: Final = re.compile(r"(, in order)? \((check|leave)[^)]*\)")  # how an answer is typed
_ALWAYS: Final = ("since", "behind", "actions")  # what others did
_CHIPS: Final = ("prior", "new")
_QUOTED: Final = ("said",)  # a player's own words
_USUAL_SPOT: Final[dict[str, object]] = {"limit": "no limit", "price": 0}


class ShownFact(NamedTuple):
    """A fact of a question: the fact's name in the topic, the floor's question about it, and the answer."""

    name: str
    question: str
    answer: str


def shown_facts(topic: Topic, facts: Mapping[str, object], names: Collection[str]) -> Iterator[ShownFact]:
    """The betting and the facts with these names, in the order of the floor's questions.

    What other players did is always included.
    """
    spot = facts.get("spot")
    if isinstance(spot, dict):
        yield from _betting(_USUAL_SPOT | spot)
    for field in fields_of(topic, asked=True):
        if field.kind != "betting" and (field.name in names or field.name in _ALWAYS):
            answer = answer_text(facts.get(field.name, field.default), field)
            if answer:
                yield ShownFact(field.name, shorter(field.question), answer)


def shorter(question: str) -> str:
    """A question without its hint for people who type the answer.

    >>> shorter("What did the players behind do, in order (check, call, fold, bet 300, raise to 800)?")
    'What did the players behind do?'
    """
    return _HINT.sub("", question)


def _betting(spot: Mapping[str, object]) -> Iterator[ShownFact]:
    for name, question in SPOT.items():
        if question and name in spot:
            asks = MINIMUM if name == "full" and not spot["price"] else question
            yield ShownFact(
                name, asks, "yes" if spot[name] is True else "no" if spot[name] is False else str(spot[name])
            )


def answer_text(value: Any, field: Field) -> str:
    """A value as a learner sees it: words in quotes, chips with plus signs, and an arrow between two motions.

    Empty for an unknown fact.
    """
    if field.kind == "chips":
        return " → ".join([" + ".join(map(str, motion)) for motion in value]) or NOTHING
    if field.name in _CHIPS:
        return " + ".join(map(str, value or ())) or NOTHING
    if field.name in _QUOTED and field.kind == "text":
        return f"“{value}”" if value else NOTHING
    return value_text(value, field) or (NOTHING if isinstance(value, list | tuple) else "")
