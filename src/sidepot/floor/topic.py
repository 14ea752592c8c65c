"""A topic: one kind of thing that happens at a table, with the facts that matter, and the function that rules on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling


class Facts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="topic"):
    """The facts of a topic; the tag of the struct is the name of the topic."""


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
