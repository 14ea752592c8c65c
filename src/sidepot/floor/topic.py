"""A topic: one kind of thing that happens at a table, with the facts that matter, and the function that rules on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import msgspec

from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling


class Facts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="topic"):
    """The facts of a topic; the tag of the struct is the name of the topic."""


OLD_VALUES: Final = {
    "mucked at showdown": {"by": {"himself": "the player"}},
    "all-in hand not shown": {"where": {"before him": "in front of the player"}},
    "exposed card": {"of": {"his own hand": "own hand"}},
    "ask to see": {
        "asker": {
            "holds his cards": "holds cards",
            "tabled his cards": "tabled cards",
            "mucked his cards": "mucked cards",
        }
    },
}
"""For each topic and fact, values as they were once called, and what they are called now: both are read."""

OLD_WORDS: Final = {
    old: new for facts in OLD_VALUES.values() for values in facts.values() for old, new in values.items()
}


def new_values(topic: str, told: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a topic with each value as it is called now.

    >>> new_values("ask to see", {"asker": "mucked his cards", "caller": True})
    {'asker': 'mucked cards', 'caller': True}
    """
    old = OLD_VALUES.get(topic, {})
    return {key: old.get(key, {}).get(value, value) if isinstance(value, str) else value for key, value in told.items()}


class Topic(NamedTuple):
    """A topic that the floor rules on, as data.

    `facts` is the struct of its facts (tagged with the topic's name); `rule` makes the ruling; `asks` are the
    questions for its fields, in the order in which a person would be asked.
    """

    title: str
    facts: type[Facts]
    rule: Callable[[Any, Rulebook], Ruling]
    asks: dict[str, str]

    @property
    def name(self) -> str:
        """How the topic is called in data: the tag of its facts."""
        return str(self.facts.__struct_config__.tag)
